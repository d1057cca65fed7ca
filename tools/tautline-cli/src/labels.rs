//! Baking hub labels, as `--labels` asks.

use std::str::FromStr;

use anyhow::{Result, bail};
use tautline::anyangle::{
    BakeError, BakeOptions, BakeProgress, BakeStage, Hubs, LabelStats, Labels,
};
use tautline::baked::LabelStorage;

use crate::input::{self, Built};
use crate::progress::Progress;
use crate::table::thousands;

/// The value of `--labels`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelChoice {
    /// As many as are worth their memory.
    Auto,
    /// None.
    Off,
    /// As many as with `Auto`, but the file has only the order of the hubs, from which loading
    /// bakes the labels again.
    Order,
    /// At most this number of bytes.
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
                format!("{number:?} is none of auto, off, order, or a number of bytes")
            }),
        }
    }
}

/// Bakes labels for all meshes of a map. Adds a note about their size, or about the reason why
/// there are none.
pub(crate) fn bake(built: &mut Built, choice: LabelChoice, progress: &Progress) -> Result<()> {
    let (options, form) = match choice {
        LabelChoice::Off => return Ok(()),
        LabelChoice::Auto => (BakeOptions::default(), LabelStorage::Full),
        LabelChoice::Order => (BakeOptions::default(), LabelStorage::HubOrder),
        LabelChoice::Bytes(bytes) => {
            let mut options = BakeOptions::with_hubs(Hubs::Auto);
            options.max_bytes = Some(bytes);
            (options, LabelStorage::Full)
        }
    };
    let has_several = built.baked.meshes().len() > 1;
    for of_radius in built.baked.meshes_mut() {
        let mesh = of_radius.mesh();
        let agents = input::for_agents(has_several, of_radius.radius());
        if choice == LabelChoice::Auto && !mesh.links().is_empty() {
            let reason = "none, because labels do not support links; use --labels BYTES to bake \
                          them for queries with --no-links";
            built.notes.push(("labels", reason.to_owned()));
            continue;
        }
        let mut keep_going = |state: &BakeProgress| {
            progress.stage(stage(state));
            true
        };
        match Labels::bake_with(mesh, &options, &mut keep_going) {
            Ok(labels) => {
                built.notes.push(("labels", format!("{}{agents}", described(&labels.stats()))));
                of_radius.set_labels(labels, form);
            }
            Err(error @ BakeError::Cancelled) => bail!(error),
            // Queries then search instead of looking up. Their paths are as exact.
            Err(error) => built.notes.push(("labels", format!("none: {error}{agents}"))),
        }
    }
    Ok(())
}

/// Returns the size of labels, for a table.
fn described(stats: &LabelStats) -> String {
    let [bytes, hubs, corners] = [stats.bytes, stats.hubs, stats.corners].map(thousands);
    match (stats.corners, stats.hubs) {
        (0, _) => format!("{bytes} bytes, no hubs, because no path turns"),
        (_, 0) => format!("{bytes} bytes, no hubs"),
        _ => format!("{bytes} bytes, {hubs} of {corners} corners are hubs"),
    }
}

fn stage(progress: &BakeProgress) -> String {
    let stage = match progress.stage {
        BakeStage::Visibility => "computing visibility from corners",
        BakeStage::Labelling => "labelling corners",
        _ => "baking labels",
    };
    let BakeProgress { done, total, bytes, .. } = *progress;
    let [done, total, bytes] = [done, total, bytes].map(thousands);
    format!("{stage}: {done} of {total}, about {bytes} bytes")
}
