//! Links whose ends rounding has put next to the ground.

use tautline_geometry::to_f32;
use tautline_navmesh::{BuildOptions, NavMesh, QueryFilter, RawMesh, Vec2};

use super::MapError;

/// The greatest distance by which rounding separates the end of a link from ground that it was drawn
/// on, in steps of coordinates: vertices, cut edges and ends are each rounded by about one.
const STEPS: f64 = 4.0;

/// Moves the ends of links onto the ground if they are off it only because coordinates were rounded,
/// or because line segments replace curves. `step` is the step between coordinates, and `deviation`
/// the greatest distance between a curve and its segments. Ends that are further off are not moved:
/// building reports them.
pub(super) fn move_to_ground(raw: &mut RawMesh, step: f64, deviation: f64) -> Result<(), MapError> {
    if raw.links.is_empty() || raw.corner_ends.is_empty() {
        return Ok(());
    }
    let mut links = std::mem::take(&mut raw.links);
    let ground = NavMesh::build(raw, &BuildOptions::default())?.mesh;
    let (reach, filter) = (to_f32(STEPS * step + deviation), QueryFilter::uniform());
    for end in links.iter_mut().flat_map(|link| [&mut link.from, &mut link.to]) {
        if let Ok(Some(nearest)) = ground.nearest(Vec2::from(*end), reach, &filter) {
            *end = nearest.point.into();
        }
    }
    raw.links = links;
    Ok(())
}
