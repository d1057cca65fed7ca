//! Labels and landmarks.

use tautline_anyangle::Landmarks;
use tautline_labels::{BakeError, BakeOptions, BakeProgress, Hubs, Labels};
use tautline_navmesh::{Budget, QueryFilter};
use tautline_weighted::{CostBakeError, CostBakeProgress, CostLabels};

use super::report::{CostLabelOutcome, CostLabelReport, LabelOutcome};
use super::{BakedFile, LabelChoice, LandmarkChoice, MapBaker, MapError, Stage};
use crate::baked::{LabelStorage, RadiusMesh};

/// The nodes that a search for landmarks may expand for each half-edge, or the mesh gets none. Game maps take 0.2 to 0.7,
/// and their landmarks save half of the time of queries. With 3.4 (a tile map with few obstacles) and more, they save
/// nothing.
const EXPANSIONS: u64 = 4;

type GoOn<'a> = &'a mut dyn FnMut(Stage<'_>) -> Result<(), MapError>;

/// Adds labels and landmarks to all meshes, as the options say.
pub(super) fn add(
    baker: &MapBaker,
    baked: &mut BakedFile,
    go_on: GoOn<'_>,
) -> Result<(), MapError> {
    let BakedFile { map, report } = baked;
    let filters =
        baker.profiles.iter().map(|profile| profile.filter(&map.terrain_names, map.mesh()));
    let filters: Vec<QueryFilter> = filters.collect::<Result<_, _>>()?;
    for (mesh, report) in map.meshes_mut().zip(&mut report.meshes) {
        report.labels = labels(mesh, baker, go_on)?;
    }
    go_on(Stage::Landmarks)?;
    for (mesh, report) in map.meshes_mut().zip(&mut report.meshes) {
        report.landmark_bytes = landmarks(mesh, baker.landmarks);
    }
    for (mesh, report) in map.meshes_mut().zip(&mut report.meshes) {
        report.cost_labels = cost_labels(mesh, baker, &filters, go_on)?;
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

/// Bakes labels for all profiles.
fn cost_labels(
    of_radius: &mut RadiusMesh,
    baker: &MapBaker,
    filters: &[QueryFilter],
    go_on: GoOn<'_>,
) -> Result<Vec<CostLabelReport>, MapError> {
    let (mut all, mut reports) = (Vec::new(), Vec::new());
    for (profile, filter) in baker.profiles.iter().zip(filters) {
        let mesh = of_radius.mesh();
        let baked = if mesh.uniform_factor(filter).is_some() {
            Err(CostLabelOutcome::Uniform)
        } else {
            let mut keep_going =
                |state: &CostBakeProgress| go_on(Stage::CostLabels(&profile.name, state)).is_ok();
            // While they are baked, labels take up to twice their memory.
            let max_bytes = baker.max_memory.map(|bytes| bytes / 2);
            match CostLabels::bake_with(mesh, filter, max_bytes, &mut keep_going) {
                Err(CostBakeError::Cancelled) => return Err(MapError::Cancelled),
                baked => baked.map_err(CostLabelOutcome::Failed),
            }
        };
        // A profile keeps its costs without labels, so that queries can name it.
        let (labels, outcome) = match baked {
            Ok(labels) => {
                let outcome = CostLabelOutcome::Baked(labels.bytes());
                (labels, outcome)
            }
            Err(outcome) => (CostLabels::empty(mesh, filter), outcome),
        };
        all.push(labels.named(&profile.name));
        reports.push(CostLabelReport { profile: profile.name.clone(), outcome });
    }
    of_radius.set_cost_labels(all);
    Ok(reports)
}

/// Chooses landmarks for a mesh. Returns their bytes in memory.
fn landmarks(of_radius: &mut RadiusMesh, choice: LandmarkChoice) -> usize {
    let mesh = of_radius.mesh();
    let landmarks = match choice {
        // The exact search has no use for landmarks where labels answer.
        LandmarkChoice::Auto if of_radius.labels().is_none() => {
            let half_edges = u64::try_from(mesh.half_edge_count()).unwrap_or(u64::MAX);
            Landmarks::choose_within(mesh, Budget(half_edges.saturating_mul(EXPANSIONS)))
        }
        LandmarkChoice::On => Some(Landmarks::choose(mesh)),
        LandmarkChoice::Auto | LandmarkChoice::Off => None,
    };
    let Some(landmarks) = landmarks.filter(|landmarks| !landmarks.is_empty()) else { return 0 };
    let bytes = landmarks.bytes();
    of_radius.set_landmarks(landmarks);
    bytes
}
