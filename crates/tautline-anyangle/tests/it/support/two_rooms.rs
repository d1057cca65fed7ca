//! Two rooms, and ends of queries without a path.

use tautline_navmesh::{NavMesh, RawLink, Terrain, Vec2, rectangles_from_cells};

pub(crate) const START: Vec2 = Vec2::new(1.0, 2.5);
pub(crate) const GOAL: Vec2 = Vec2::new(4.0, 2.5);

/// Ends without a path between them: off the mesh, not finite, in different rooms.
pub(crate) const NO_PATHS: [[Vec2; 2]; 4] = [
    [Vec2::new(5.5, 1.0), GOAL],
    [START, Vec2::new(5.5, 1.0)],
    [START, Vec2::NAN],
    [START, Vec2::new(8.0, 1.0)],
];

/// Two rooms with a gap between them. The left one has a pillar, in the way from the start to
/// the goal.
#[expect(clippy::unwrap_used, reason = "the map is valid")]
pub(crate) fn rooms(links: &[RawLink]) -> NavMesh {
    let is_ground = |x, y| x != 5 && (x, y) != (2, 2);
    let mut raw = rectangles_from_cells(9, 5, |x, y| is_ground(x, y).then_some(Terrain(0)));
    raw.links.extend_from_slice(links);
    raw.build().unwrap()
}
