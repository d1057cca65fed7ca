//! What a search tells those who watch it.

use std::collections::BTreeMap;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{HalfEdge, HalfEdgeId, NavMesh};

use super::item::{Item, ItemId, Limit, NO_ITEM, Root, Turn};
use super::memory::Memory;
use super::window::Window;
use crate::trace::{TraceItem, TraceKind};

/// Something that a search does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Note<'a> {
    /// Goes on with an item.
    Takes(ItemId),
    /// Drops an item: a shorter way to its root was found meanwhile.
    IsStale(ItemId),
    /// Has found an item that can lead to a path of a least length.
    Proposes(f64, Item),
    /// Has found one that cannot lead to a shorter path than the best one.
    IsBeyondLimit(Item),
    /// Does not cross a side: nothing behind it leads to the goal.
    ClosesGate(&'a NavMesh, &'a HalfEdge),
    /// Drops a part of a border, seen from a point.
    IsDominated(Vec2, &'a Window),
    /// Drops a corner to which a shorter way is known.
    IsFarther(Vec2),
    /// Does not turn at a corner: the path would not wrap it.
    IsNotTaut(Vec2),
}

impl Memory {
    /// All items of a search, by number. `proposals` tells what was found while each
    /// item was taken, with the least length of a path through it.
    pub(crate) fn trace_items(
        &self,
        mesh: &NavMesh,
        proposals: &BTreeMap<ItemId, Vec<(f64, Item)>>,
    ) -> Vec<TraceItem> {
        let items = self.steps.iter().map(|step| {
            let mut proposed = proposals.get(&step.from).into_iter().flatten();
            let least = proposed.find(|(_, item)| *item == step.item).map(|found| found.0);
            let mut seen = self.trace_item(mesh, step.item);
            seen.from = (step.from != NO_ITEM).then_some(step.from);
            seen.least = least.unwrap_or(0.0);
            seen
        });
        items.collect()
    }

    /// An item, by itself.
    pub(crate) fn trace_item(&self, mesh: &NavMesh, item: Item) -> TraceItem {
        let root = &self.roots[item.root() as usize];
        let kind = match item {
            Item::Border { edge, right, left, .. } => {
                // `edge` belongs to the area behind, so it runs from left to right.
                let border =
                    [mesh.next_half_edge(edge), edge].map(|edge| mesh.half_edge(edge).start());
                let [right, left] =
                    [right, left].map(|limit| self.meets(mesh, root, limit, border));
                TraceKind::Window { right, left, border, into: mesh.area_of(edge) }
            }
            Item::Corner { corner, turn, .. } => {
                let point = mesh.half_edge(corner).start();
                TraceKind::Corner { point, turns_left: turn == Turn::Left }
            }
        };
        let mut way = vec![root.point];
        let (mut at, mut id) = (root, item.root());
        while at.parent != id {
            id = at.parent;
            at = &self.roots[id as usize];
            way.push(at.point);
        }
        way.reverse();
        TraceItem { from: None, way, way_length: root.length, least: 0.0, kind }
    }

    /// About where a ray that bounds a view meets a border.
    fn meets(&self, mesh: &NavMesh, root: &Root, limit: Limit, border: [Vec2; 2]) -> Vec2 {
        let from = DVec2::from(root.point);
        let direction = match limit.half_edge().map(|edge: HalfEdgeId| mesh.half_edge(edge).start())
        {
            Some(vertex) if border.contains(&vertex) => return vertex,
            Some(vertex) => DVec2::from(vertex) - from,
            None => from - DVec2::from(self.roots[root.parent as usize].point),
        };
        let [right, left] = border.map(DVec2::from);
        let before = direction.perp_dot(right - from);
        let after = direction.perp_dot(left - from);
        let share = (before / (before - after)).clamp(0.0, 1.0);
        (right + (left - right) * if share.is_nan() { 0.0 } else { share }).as_vec2()
    }
}
