//! The straight line to the goal, which a search may miss.
//!
//! A search crosses borders near its nodes. If the goal is about as near as the nodes, a detour can
//! look cheaper than a path over a node next to the line:
//!
//! ```text
//!     ┌────────n────────┐
//!     │        ┆        │      s: start, g: goal, n: nodes of a border
//!     s · · · ·×· · · · g      ×: the line crosses the border between them
//!     │        ┆        │
//!     └────────n────────┘
//! ```

use tautline_geometry::Segment;
use tautline_navmesh::{AreaId, RayCast};

use crate::Refraction;
use crate::WeightedPath;
use crate::space::Space;

/// The greatest number of areas on a path for which the straight line is tried. Longer paths lead over
/// many nodes, and the line takes longer, too.
const FEW_AREAS: usize = 8;

/// Replaces `path` by the straight line from the start to the goal, and refines it, if the line is open and
/// cheaper. Tries only goals that are near. `holds_goal` returns true for the areas that hold the goal.
/// O(corners of the areas along the line).
pub(crate) fn take_if_cheaper(
    space: &Space<'_>,
    holds_goal: impl Fn(AreaId) -> bool,
    ray: &mut RayCast,
    refraction: &mut Refraction,
    path: &mut WeightedPath,
) {
    if path.areas.len() > FEW_AREAS {
        return;
    }
    let Space { mesh, filter, start, goal, .. } = *space;
    for &area in space.start_areas {
        let is_open = mesh.cast_from(area, start, goal, filter, ray).is_ok() && ray.hit.is_none();
        let ends_there = ray.areas.last().is_some_and(|&last| holds_goal(last));
        if !(is_open && ends_there) {
            continue;
        }
        // Two areas may have several borders in common. An agent may be too large for the one here.
        let line = Segment::new(start, goal);
        let border = |pair: &[AreaId]| {
            mesh.half_edges_of(pair[0]).find(|&edge| {
                mesh.half_edge(edge).across() == pair[1]
                    && mesh.segment(edge).intersects(&line)
                    && filter.admits(edge)
            })
        };
        let borders = ray.areas.windows(2).map_while(border);
        if borders.clone().count() + 1 < ray.areas.len() {
            continue;
        }
        let points = [start, goal];
        if mesh.walk_cost(&ray.areas, borders.clone(), &points, filter) < path.cost {
            let cost = refraction.refine(mesh, filter, &ray.areas, borders, &points);
            path.clear();
            (path.cost, path.length) = (cost, refraction.length());
            path.points.extend_from_slice(refraction.points());
            refraction.append_areas(mesh, filter, &mut path.areas);
        }
    }
}
