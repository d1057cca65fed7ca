//! Choosing landmarks, if they are wanted.

use clap::ValueEnum;
use tautline::anyangle::Landmarks;

use crate::input::{self, Built};
use crate::table::thousands;

/// Whether landmarks are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LandmarkChoice {
    /// Where exact paths are searched, because there are no labels
    #[default]
    Auto,
    /// On all ground, beside labels, too, for queries that forbid ground
    On,
    /// None
    Off,
}

/// Chooses landmarks for the meshes of a map, and notes it.
pub(crate) fn choose(built: &mut Built, choice: LandmarkChoice) {
    let has_several = built.baked.meshes().len() > 1;
    for of_radius in built.baked.meshes_mut() {
        // Exact paths do not take links, so ground with links is searched otherwise.
        let is_searched = of_radius.labels().is_none() && of_radius.mesh().links().is_empty();
        let is_wanted = match choice {
            LandmarkChoice::Auto => is_searched,
            LandmarkChoice::On => true,
            LandmarkChoice::Off => false,
        };
        if !is_wanted {
            continue;
        }
        let landmarks = Landmarks::choose(of_radius.mesh());
        if landmarks.is_empty() {
            continue;
        }
        let bytes = thousands(landmarks.bytes());
        let agents = input::for_agents(has_several, of_radius.radius());
        let note = format!("16 for each part of the ground, {bytes} bytes{agents}");
        built.notes.push(("landmarks", note));
        of_radius.set_landmarks(landmarks);
    }
}
