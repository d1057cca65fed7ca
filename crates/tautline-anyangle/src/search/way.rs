//! Reading the way that a search has found.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh};

use super::arrival::Arrival;
use super::item::{Item, Turn};
use super::memory::Memory;

impl Memory {
    /// The points of the way to an arrival, start and goal included. They
    /// replace what is in `points`.
    pub(crate) fn read_points(&self, arrival: &Arrival, goal: Vec2, points: &mut Vec<Vec2>) {
        points.clear();
        points.push(goal);
        let mut next = arrival.root;
        while let Some(root) = self.roots.get(next as usize) {
            if points.last() != Some(&root.point) {
                points.push(root.point);
            }
            if root.parent == next {
                break;
            }
            next = root.parent;
        }
        points.reverse();
    }

    /// The areas that the way to an arrival leads through, from the start's to
    /// the goal's, each joined to the next by a border. They replace what is in
    /// `areas`.
    pub(crate) fn read_areas(&self, mesh: &NavMesh, arrival: &Arrival, areas: &mut Vec<AreaId>) {
        areas.clear();
        areas.push(arrival.area);
        let (mut area, mut next) = (arrival.area, arrival.item);
        while let Some(step) = self.steps.get(next as usize) {
            match step.item {
                Item::Border { edge, .. } => areas.push(mesh.half_edge(edge).across()),
                Item::Corner { corner, turn, .. } => push_around(mesh, corner, turn, area, areas),
            }
            area = areas.last().copied().unwrap_or(area);
            next = step.from;
        }
        areas.reverse();
    }
}

/// Pushes the areas that a path passes which turns at a corner, backwards: from
/// before the area that it turns into to the one that it comes from, which is
/// that of the given side.
fn push_around(
    mesh: &NavMesh,
    corner: HalfEdgeId,
    turn: Turn,
    into: AreaId,
    areas: &mut Vec<AreaId>,
) {
    let passed = areas.len();
    let mut at = corner;
    while mesh.half_edge(at).area() != into {
        areas.push(mesh.half_edge(at).area());
        let next = match turn {
            Turn::Left => mesh.half_edge(mesh.previous_half_edge(at)).twin(),
            Turn::Right => mesh.half_edge(at).twin().map(|twin| mesh.next_half_edge(twin)),
        };
        let Some(next) = next.filter(|&next| next != corner) else { break };
        at = next;
    }
    areas[passed..].reverse();
}
