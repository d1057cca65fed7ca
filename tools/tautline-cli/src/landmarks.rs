//! Choosing landmarks, as `--landmarks` asks.

use clap::ValueEnum;
use tautline::anyangle::Landmarks;

use crate::input::{self, Built};
use crate::table::thousands;

/// The value of `--landmarks`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LandmarkChoice {
    /// For meshes without labels and links
    #[default]
    Auto,
    /// For all meshes; with labels, they speed up queries that forbid terrain
    On,
    /// For none
    Off,
}

/// Chooses landmarks for the meshes of a map, and adds a note about them.
pub(crate) fn choose(built: &mut Built, choice: LandmarkChoice) {
    let has_several = built.baked.meshes().len() > 1;
    for of_radius in built.baked.meshes_mut() {
        // The exact search has no use for landmarks where labels answer, and does not support
        // links: meshes with links are searched by the classic tier.
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
        let note = format!("{bytes} bytes, 16 for each large connected component{agents}");
        built.notes.push(("landmarks", note));
        of_radius.set_landmarks(landmarks);
    }
}
