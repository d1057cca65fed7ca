//! A path that follows the values of a lower bound down to their origin.
//!
//! From each point, the path takes the leg that would be part of a cheapest path if the values were exact costs. They
//! nearly are, so the path passes the obstacles on the correct side, and refraction does the rest.

use tautline_geometry::DVec2;
use tautline_navmesh::{AreaId, HalfEdgeId};

use super::field::{Field, Place};
use crate::path::Writer;

/// The greatest number of legs, as a multiple of the number of nodes, in case rounding leads a path in a cycle.
const MOST_LEGS: usize = 4;

/// A point of the path, and how it was reached.
#[derive(Clone, Copy, Debug)]
struct Stand {
    at: At,
    /// The position, relative to the origin of the values.
    position: DVec2,
    value: f64,
    /// The area of the leg that reached it.
    area: AreaId,
}

/// The place of a point of the path.
#[derive(Clone, Copy, Debug)]
enum At {
    Start,
    /// At a vertex, given by the first half-edge around it.
    Vertex(HalfEdgeId),
    /// On a border, given by its index.
    Border(u32),
    /// At a link, given by the index of its arc: reached at the near end, and left at the far one.
    Arc(u32),
    Goal,
}

/// Writes the path. Returns false if it does not reach the goal, because the values end before.
pub(super) fn descend(field: &Field, writer: &mut Writer<'_>, areas: &mut Vec<AreaId>) -> bool {
    let space = writer.space;
    let (mesh, origin) = (space.mesh, DVec2::from(space.goal));
    let Some(&area) = space.start_areas.first() else { return false };
    let position = DVec2::from(space.start) - origin;
    let mut here = Stand { at: At::Start, position, value: f64::INFINITY, area };
    areas.clear();
    areas.extend_from_slice(space.start_areas);
    for _ in 0..MOST_LEGS * field.nodes.len() {
        let Some(next) = cheapest_leg(field, writer, areas, &here) else { return false };
        match here.at {
            At::Start => writer.leave_start(next.area),
            At::Vertex(first) => writer.turn_at(mesh.ends(first)[0], next.area),
            At::Border(border) => {
                let Some(edge) = field.edge_of(border, mesh, here.area) else { return false };
                writer.cross(edge, here.position + origin, next.area);
            }
            At::Arc(arc) => writer.take_link(arc, [here.area, next.area]),
            At::Goal => {}
        }
        here = next;
        areas.clear();
        match here.at {
            At::Start => {}
            At::Vertex(first) => areas.extend(space.areas_of_sector(first)),
            // The area of the last leg, too: if the start lies on this border, that leg has no length.
            At::Border(border) => areas.extend_from_slice(&field.borders[border as usize].areas),
            At::Arc(arc) => {
                let Some(links) = space.links else { return false };
                here.position = DVec2::from(links.arcs()[arc as usize].exit) - origin;
                let exits = links.exit_areas(arc).iter();
                areas.extend(exits.filter(|&&area| mesh.is_open(area, space.filter)));
            }
            At::Goal => {
                writer.reach_goal(here.area);
                return true;
            }
        }
    }
    false
}

/// The end of the leg over which the origin seems nearest.
fn cheapest_leg(
    field: &Field,
    writer: &Writer<'_>,
    areas: &[AreaId],
    here: &Stand,
) -> Option<Stand> {
    let (space, taken) = (writer.space, &writer.path.links);
    let (mut best, mut least) = (None, f64::INFINITY);
    for &area in areas {
        let factor = space.filter.factor(space.mesh.terrain(area));
        let mut try_leg = |at, position: DVec2, value: f64| {
            let sum = factor * here.position.distance(position) + value;
            // Values fall from leg to leg, so that the path ends. They may stay the same over a link, but each link is
            // taken only once.
            let is_lower = value < here.value || matches!(at, At::Arc(_) | At::Goal);
            if is_lower && sum < least {
                (best, least) = (Some(Stand { at, position, value, area }), sum);
            }
        };
        if space.goal_areas.contains(&area) {
            try_leg(At::Goal, DVec2::ZERO, 0.0);
        }
        for &border in field.borders_of(area) {
            let line = field.borders[border as usize].line;
            let seen = line.see(here.position);
            // Along its own border, a leg ends at a node.
            let is_along = matches!(here.at, At::Border(own) if own == border);
            for ends in field.pieces_of(border) {
                let piece = field.piece(border, ends);
                if !piece.values.iter().all(|value| value.is_finite()) {
                    continue;
                }
                let along = piece.cheapest(factor, seen);
                let is_inside = piece.ends.iter().all(|end| end.total_cmp(&along).is_ne());
                if is_inside && !is_along {
                    try_leg(At::Border(border), line.at(along), piece.value(along));
                    continue;
                }
                for node in ends.map(|end| &field.nodes[end as usize]) {
                    let at = match node.place {
                        Place::Vertex(first) => At::Vertex(first),
                        _ => At::Border(border),
                    };
                    try_leg(at, node.position, node.value);
                }
            }
        }
        let Some(links) = space.links else { continue };
        let link_of = |arc: u32| links.arcs()[arc as usize].link;
        let last = if let At::Arc(arc) = here.at { Some(link_of(arc)) } else { None };
        let is_taken = |link| last == Some(link) || taken.iter().any(|taken| taken.link == link);
        let is_open =
            |arc: u32| links.is_open(arc, space.mesh, space.filter) && !is_taken(link_of(arc));
        for &arc in links.leaving(area).iter().filter(|&&arc| is_open(arc)) {
            if let Some(node) = field.known_arc(arc) {
                let node = &field.nodes[node as usize];
                try_leg(At::Arc(arc), node.position, node.value);
            }
        }
    }
    best
}
