//! The values of `--labels`, `--memory`, `--link-layer`, `--profile` and `--landmarks`.

use clap::ValueEnum;
use tautline::bake::{self, CostProfile, LabelChoice};
use tautline::navmesh::LinkKind;

use crate::filter::{Cost, link_kind_of};

/// Parses a value of `--labels`.
pub(crate) fn label_choice(text: &str) -> Result<LabelChoice, String> {
    Ok(match text {
        "auto" => LabelChoice::Auto,
        "off" => LabelChoice::Off,
        "order" => LabelChoice::Order,
        number => LabelChoice::Bytes(bytes(number).map_err(|_| {
            format!("{number:?} is none of auto, off, order, or a number of bytes")
        })?),
    })
}

/// Parses a value of `--memory`: a number of bytes.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30)]
        .into_iter()
        .find_map(|(letter, unit)| Some((text.strip_suffix(letter)?, unit)))
        .unwrap_or((text, 1));
    let bytes = number.parse().ok().and_then(|number: usize| number.checked_mul(unit));
    bytes.ok_or_else(|| format!("{text:?} is no number of bytes, such as 800M or 4G"))
}

/// Parses a value of `--link-layer`: kinds of links.
pub(crate) fn link_layer(text: &str) -> Result<Vec<LinkKind>, String> {
    let kind = |name| {
        link_kind_of(name)
            .ok_or_else(|| format!("{name:?} is none of jump, ladder, teleport, other"))
    };
    text.split(',').map(kind).collect()
}

/// Parses a value of `--profile`: costs of terrain, and their name.
pub(crate) fn profile(text: &str) -> Result<CostProfile, String> {
    // Without a name, the costs are the name.
    let (name, costs) = text.split_once(':').unwrap_or((text, text));
    let costs = costs.split(',').map(|cost| Ok(cost.parse::<Cost>()?.into_parts()));
    Ok(CostProfile { name: name.to_owned(), costs: costs.collect::<Result<_, String>>()? })
}

/// The value of `--landmarks`.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LandmarkChoice {
    /// For meshes without labels
    #[default]
    Auto,
    /// For all meshes; with labels, they speed up queries that forbid terrain
    On,
    /// For none
    Off,
}

impl From<LandmarkChoice> for bake::LandmarkChoice {
    fn from(choice: LandmarkChoice) -> Self {
        match choice {
            LandmarkChoice::Auto => Self::Auto,
            LandmarkChoice::On => Self::On,
            LandmarkChoice::Off => Self::Off,
        }
    }
}
