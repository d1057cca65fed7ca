//! Reading the path that a search found.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh};

use super::found_path::FoundPath;
use super::memory::Memory;
use super::node::{SearchNode, Turn};

impl Memory {
    /// Replaces `points` by the path, from the start to the goal.
    pub(crate) fn read_points(&self, path: &FoundPath, goal: Vec2, points: &mut Vec<Vec2>) {
        points.clear();
        points.push(goal);
        let mut next = path.root;
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

    /// Replaces `areas` by those that the path crosses, from the start's to the goal's,
    /// each connected to the next by a border.
    pub(crate) fn read_areas(&self, mesh: &NavMesh, path: &FoundPath, areas: &mut Vec<AreaId>) {
        areas.clear();
        areas.push(path.area);
        let (mut area, mut next) = (path.area, path.node);
        while let Some(record) = self.nodes.get(next as usize) {
            match record.node {
                SearchNode::Window { edge, .. } => areas.push(mesh.half_edge(edge).across()),
                SearchNode::Corner { corner, turn, .. } => {
                    push_around(mesh, corner, turn, area, areas)
                }
            }
            area = areas.last().copied().unwrap_or(area);
            next = record.parent;
        }
        areas.reverse();
    }
}

/// Appends the areas that a path crosses while it turns at a corner, in backward order:
/// from the one before `into`, the area that it turns into, to that of the half-edge
/// `corner`, which it comes from.
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
