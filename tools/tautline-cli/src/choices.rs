//! The values of `--labels`, `--memory`, `--link-layer`, `--profile` and `--landmarks`.

use std::str::FromStr;

use clap::ValueEnum;
use tautline::bake;
use tautline::navmesh::LinkKind;

use crate::filter::{Cost, link_kind_of};

/// The value of `--labels`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelChoice(pub(crate) bake::LabelChoice);

impl FromStr for LabelChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(match text {
            "auto" => bake::LabelChoice::Auto,
            "off" => bake::LabelChoice::Off,
            "order" => bake::LabelChoice::Order,
            number => bake::LabelChoice::Bytes(number.parse().map(|Bytes(bytes)| bytes).map_err(
                |_| format!("{number:?} is none of auto, off, order, or a number of bytes"),
            )?),
        }))
    }
}

/// The value of `--memory`: a number of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes(pub(crate) usize);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30)]
            .into_iter()
            .find_map(|(letter, unit)| Some((text.strip_suffix(letter)?, unit)))
            .unwrap_or((text, 1));
        let bytes = number.parse().ok().and_then(|number: usize| number.checked_mul(unit));
        Ok(Self(
            bytes.ok_or_else(|| format!("{text:?} is no number of bytes, such as 800M or 4G"))?,
        ))
    }
}

/// A value of `--link-layer`: kinds of links.
#[derive(Clone, Debug)]
pub(crate) struct LinkLayer(pub(crate) Vec<LinkKind>);

impl FromStr for LinkLayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kind = |name| {
            link_kind_of(name)
                .ok_or_else(|| format!("{name:?} is none of jump, ladder, teleport, other"))
        };
        Ok(Self(text.split(',').map(kind).collect::<Result<_, _>>()?))
    }
}

/// A value of `--profile`: costs of terrain, and their name.
#[derive(Clone, Debug)]
pub(crate) struct Profile(pub(crate) bake::CostProfile);

impl FromStr for Profile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Without a name, the costs are the name.
        let (name, costs) = text.split_once(':').unwrap_or((text, text));
        let costs = costs.split(',').map(|cost| Ok(cost.parse::<Cost>()?.into_parts()));
        let costs = costs.collect::<Result<_, String>>()?;
        Ok(Self(bake::CostProfile { name: name.to_owned(), costs }))
    }
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
