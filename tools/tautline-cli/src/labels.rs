//! Baking labels, as far as they are wanted.

use std::str::FromStr;

use anyhow::{Result, bail};
use tautline::anyangle::{BakeError, BakeOptions, BakeProgress, BakeStage, Hubs, Labels};
use tautline::baked::LabelForm;

use crate::input::{self, Built};
use crate::table::thousands;
use crate::waiting::Waiting;

/// How many labels are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelChoice {
    /// As many as are worth their memory.
    Auto,
    /// None.
    Off,
    /// As many as with `Auto`; the file only says how to bake them.
    Order,
    /// So many bytes at most.
    Bytes(usize),
}

impl FromStr for LabelChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "off" => Ok(Self::Off),
            "order" => Ok(Self::Order),
            number => number.parse().map(Self::Bytes).map_err(|_| {
                format!("{number:?} is neither auto, off, order nor a number of bytes")
            }),
        }
    }
}

/// Bakes labels for all meshes of a map, and notes how many and why.
pub(crate) fn bake(built: &mut Built, choice: LabelChoice, waiting: &Waiting) -> Result<()> {
    let (options, form) = match choice {
        LabelChoice::Off => return Ok(()),
        LabelChoice::Auto => (BakeOptions::default(), LabelForm::Whole),
        LabelChoice::Order => (BakeOptions::default(), LabelForm::Order),
        LabelChoice::Bytes(bytes) => {
            let mut options = BakeOptions::with_hubs(Hubs::Auto);
            options.max_bytes = Some(bytes);
            (options, LabelForm::Whole)
        }
    };
    let has_several = built.baked.meshes().len() > 1;
    for of_radius in built.baked.meshes_mut() {
        let mesh = of_radius.mesh();
        let agents = input::for_agents(has_several, of_radius.radius());
        if choice == LabelChoice::Auto && !mesh.links().is_empty() {
            let why = "none: paths may take links, which labels do not know; give --labels BYTES \
                       for exact paths with --no-links";
            built.notes.push(("labels", why.to_owned()));
            continue;
        }
        let mut go_on = |progress: &BakeProgress| {
            waiting.stage(stage(progress));
            true
        };
        match Labels::bake_with(mesh, &options, &mut go_on) {
            Ok(labels) => {
                built.notes.push(("labels", format!("{}{agents}", labels.stats())));
                of_radius.set_labels(labels, form);
            }
            Err(error @ BakeError::Cancelled) => bail!(error),
            // Paths are searched then, and as exact.
            Err(error) => built.notes.push(("labels", format!("none: {error}{agents}"))),
        }
    }
    Ok(())
}

fn stage(progress: &BakeProgress) -> String {
    let what = match progress.stage {
        BakeStage::Visibility => "looking from corners",
        BakeStage::Labelling => "labelling corners",
        _ => "baking labels",
    };
    let BakeProgress { done, total, bytes, .. } = *progress;
    format!("{what}: {done} of {total}, about {} bytes", thousands(bytes))
}
