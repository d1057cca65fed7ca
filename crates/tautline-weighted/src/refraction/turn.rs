//! The ways around a vertex.

use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh, QueryFilter, VertexId};

use super::newton::Newton;
use super::stop::{self, LEAST_GAIN, Place, Stop, slid};

/// Fills `best` with the stops of the cheaper way around a vertex that a path bends at, or
/// leaves it empty if the vertex itself is cheapest.
///
/// While a stop is at a vertex, several borders meet there, and moving along one of them alone
/// saves nothing. So the path is moved along all of them at once:
///
/// ```text
///            |   area            before
///      x2----v----                 |       one way round crosses the border above the
///     / \    |                     v       vertex, the other the two borders to its left
///   after  \ x1                    |       and below it: x1, x2
///            |`--- before         after
/// ```
pub(super) fn around(
    mesh: &NavMesh,
    filter: &QueryFilter,
    ends: [Stop; 3],
    vertex: VertexId,
    newton: &mut Newton,
    tried: &mut Vec<Stop>,
    best: &mut Vec<Stop>,
) {
    best.clear();
    let [before, here, _] = ends;
    let starts_here = |&edge: &HalfEdgeId| mesh.ends(edge)[0] == vertex;
    let Some(corner) = mesh.half_edges_of(before.area).find(starts_here) else { return };
    let mut least = stop::cost(mesh, filter, &ends) * (1.0 - LEAST_GAIN);
    for is_clockwise in [false, true] {
        if !cross_borders(mesh, filter, ends, corner, is_clockwise, tried) {
            continue;
        }
        tried.insert(0, before);
        tried.push(ends[2]);
        // First all at once: where borders are close to each other, a stop that moves alone hardly moves. Then one
        // by one, because only that takes stops to the ends of their borders.
        newton.settle(mesh, filter, tried);
        for index in 1..tried.len() - 1 {
            let stop = tried[index];
            if let Place::Border(edge) = stop.place {
                let neighbours = [tried[index - 1], tried[index + 1]];
                tried[index] = slid(mesh, filter, neighbours, stop, edge);
            }
        }
        let cost = stop::cost(mesh, filter, tried);
        if cost < least {
            least = cost;
            best.clear();
            best.extend_from_slice(&tried[1..tried.len() - 1]);
        }
    }
    debug_assert!(best.last().is_none_or(|last| last.area == here.area), "the way ends elsewhere");
}

/// Fills `stops` with a stop on each border around a vertex, from the area of `corner`, a half-edge that
/// starts at the vertex, to the area of the leg after the vertex. Returns false if a wall or closed ground
/// is in between.
fn cross_borders(
    mesh: &NavMesh,
    filter: &QueryFilter,
    [before, here, after]: [Stop; 3],
    corner: HalfEdgeId,
    is_clockwise: bool,
    stops: &mut Vec<Stop>,
) -> bool {
    stops.clear();
    let near = before.position.distance(here.position).min(here.position.distance(after.position));
    let mut from = corner;
    while mesh.area_of(from) != here.area {
        let cross = |edge| mesh.passable_twin(edge, filter);
        let Some(next) = mesh.next_around(from, is_clockwise, cross) else { return false };
        let edge = if is_clockwise { from } else { mesh.previous_half_edge(from) };
        let across = mesh.area_of(next);
        // Within the border, and no further from the vertex than the ends of the path are.
        let share = (0.5 * near / mesh.segment(edge).length()).min(0.5);
        let fraction = if is_clockwise { share } else { 1.0 - share };
        stops.push(Stop::at_fraction(mesh, edge, fraction, across));
        from = next;
        if from == corner {
            // Back at the first area: the leg after the vertex is in another fan.
            return false;
        }
    }
    !stops.is_empty()
}

/// Appends the areas that a path touches at a vertex, between the areas of the legs before and after it: in
/// the direction around the vertex in which they are fewer.
pub(super) fn append_areas_between(
    mesh: &NavMesh,
    filter: &QueryFilter,
    [before, after]: [AreaId; 2],
    vertex: VertexId,
    areas: &mut Vec<AreaId>,
) {
    let starts_here = |&edge: &HalfEdgeId| mesh.ends(edge)[0] == vertex;
    let Some(corner) = mesh.half_edges_of(before).find(starts_here) else { return };
    let first = areas.len();
    let mut count = usize::MAX;
    for is_clockwise in [false, true] {
        let middle = areas.len();
        let mut at = corner;
        let mut arrives = before == after;
        let cross = |edge| mesh.passable_twin(edge, filter);
        while let Some(next) = mesh.next_around(at, is_clockwise, cross) {
            arrives = mesh.area_of(next) == after;
            if arrives || next == corner {
                break;
            }
            areas.push(mesh.area_of(next));
            at = next;
        }
        if arrives && areas.len() - middle < count {
            count = areas.len() - middle;
            areas.drain(first..middle);
        } else {
            areas.truncate(middle);
        }
    }
}
