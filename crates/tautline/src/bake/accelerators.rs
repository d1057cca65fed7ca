//! Labels and landmarks.

use tautline_anyangle::{BakeError, BakeOptions, BakeProgress, Hubs, Labels, Landmarks};

use super::report::LabelOutcome;
use super::{BakedFile, LabelChoice, LandmarkChoice, MapBaker, MapError, Stage};
use crate::baked::{LabelStorage, RadiusMesh};

type GoOn<'a> = &'a mut dyn FnMut(Stage<'_>) -> Result<(), MapError>;

/// Adds labels and landmarks to all meshes, as the options say.
pub(super) fn add(
    baker: &MapBaker,
    baked: &mut BakedFile,
    go_on: GoOn<'_>,
) -> Result<(), MapError> {
    let BakedFile { map, report } = baked;
    for (mesh, report) in map.meshes_mut().zip(&mut report.meshes) {
        report.labels = labels(mesh, baker, go_on)?;
    }
    go_on(Stage::Landmarks)?;
    for (mesh, report) in map.meshes_mut().zip(&mut report.meshes) {
        report.landmark_bytes = landmarks(mesh, baker.landmarks);
    }
    Ok(())
}

fn labels(
    of_radius: &mut RadiusMesh,
    baker: &MapBaker,
    go_on: GoOn<'_>,
) -> Result<LabelOutcome, MapError> {
    let (mut options, form) = match baker.labels {
        LabelChoice::Off => return Ok(LabelOutcome::Off),
        LabelChoice::Auto => (BakeOptions::default(), LabelStorage::Full),
        LabelChoice::Order => (BakeOptions::default(), LabelStorage::HubOrder),
        LabelChoice::Bytes(bytes) => {
            let mut options = BakeOptions::with_hubs(Hubs::Auto);
            options.max_bytes = Some(bytes);
            (options, LabelStorage::Full)
        }
    };
    options.link_layers.clone_from(&baker.link_layers);
    options.max_memory = baker.max_memory;
    let mesh = of_radius.mesh();
    let mut keep_going = |state: &BakeProgress| go_on(Stage::Labels(state)).is_ok();
    match Labels::bake_with(mesh, &options, &mut keep_going) {
        Ok(labels) => {
            let stats = labels.stats();
            of_radius.set_labels(labels, form);
            Ok(LabelOutcome::Baked(stats))
        }
        Err(BakeError::Cancelled) => Err(MapError::Cancelled),
        Err(error) => Ok(LabelOutcome::Failed(error)),
    }
}

/// Chooses landmarks for a mesh. Returns their bytes in memory.
fn landmarks(of_radius: &mut RadiusMesh, choice: LandmarkChoice) -> usize {
    // The exact search has no use for landmarks where labels answer.
    let is_searched = of_radius.labels().is_none();
    let is_wanted = match choice {
        LandmarkChoice::Auto => is_searched,
        LandmarkChoice::On => true,
        LandmarkChoice::Off => false,
    };
    if !is_wanted {
        return 0;
    }
    let landmarks = Landmarks::choose(of_radius.mesh());
    if landmarks.is_empty() {
        return 0;
    }
    let bytes = landmarks.bytes();
    of_radius.set_landmarks(landmarks);
    bytes
}
