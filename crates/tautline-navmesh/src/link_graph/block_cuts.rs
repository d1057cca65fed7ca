//! Block-cut pruning over areas and links together.

use tautline_geometry::polygon;

use super::LinkArc;
use crate::build::block_cuts::number;
use crate::derived::BlockCutTree;
use crate::half_edge::BlockCutRange;
use crate::rows::Rows;
use crate::{AreaId, NavMesh};

/// The block-cut tree of a graph whose nodes are areas, and whose edges are borders and links.
///
/// No shortest path returns to an area `P` over borders and links that are no cheaper than
/// walking: the straight way through `P` is at least as short. By a cheaper link, a path may return:
///
/// ```text
///     ┌──────┐                       ┌──────┐     s and t lie in one area P. Nothing lies behind
///     │ e ·  │                       │  · x │     the closets, but the free teleport from e to
///     ├─    ─┴───────────────────────┴─    ─┤     x makes the way through them the shortest.
///     │ s              P                  t │
///     └─────────────────────────────────────┘
/// ```
///
/// So a half-edge may lead anywhere if the entrance of a cheap arc lies behind it.
///
/// The direction of links is ignored, which prunes less and is never wrong.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LinkBlockCuts {
    /// The number of each area.
    pub(super) numbers: Vec<u32>,
    /// The range of each half-edge.
    pub(super) ranges: Vec<BlockCutRange>,
    /// The component of each area, connected over borders and links in any direction.
    pub(super) components: Vec<u32>,
}

impl LinkBlockCuts {
    /// Takes the areas at each end of each link, and the arcs that leave each area. O(n log n).
    pub(super) fn new(
        mesh: &NavMesh,
        end_areas: &Rows<AreaId>,
        arcs: &[LinkArc],
        leaving: &Rows<u32>,
    ) -> Self {
        let neighbours = neighbours(mesh, end_areas);
        let numbers = number(&neighbours.values, &neighbours.starts);
        let tree = BlockCutTree::from_numbers(&neighbours.values, &neighbours.starts, &numbers);
        let entrances = CheapEntrances::new(arcs, leaving, &numbers);
        let range = |area: AreaId, across: AreaId| {
            let here = numbers[area.index()];
            let range = tree.range_across(here, numbers[across.index()]);
            if entrances.any_in(range, here) { BlockCutRange::ALL } else { range }
        };
        let edges = mesh.areas().flat_map(|area| mesh.half_edges_in(area));
        let ranges = edges.map(|edge| range(edge.area(), edge.across())).collect();
        let components = tree.components(&numbers).of_area;
        Self { numbers, ranges, components }
    }
}

/// The areas next to each area, over borders and links; the area itself across a wall.
///
/// A link leads from every area at its entrance to every area at its exit. The areas at one end may
/// not be connected with each other otherwise: a filter that forbids areas can make any vertex
/// non-manifold. So no single area at the ends of a link cuts off the others. Edges from each to
/// each would say that; a ring of edges says it, too, with fewer edges.
fn neighbours(mesh: &NavMesh, end_areas: &Rows<AreaId>) -> Rows<u32> {
    let borders = mesh.areas().flat_map(|area| mesh.half_edges_in(area));
    let mut pairs: Vec<_> = borders.map(|edge| (edge.area().index(), edge.across().0)).collect();
    let mut ring: Vec<AreaId> = Vec::new();
    for link in 0..end_areas.starts.len() / 2 {
        ring.clear();
        ring.extend([2 * link, 2 * link + 1].into_iter().flat_map(|end| end_areas.row(end)));
        ring.sort_unstable();
        ring.dedup();
        for [one, other] in polygon::edges(&ring) {
            pairs.extend([(one.index(), other.0), (other.index(), one.0)]);
        }
    }
    Rows::new(mesh.area_count(), pairs.into_iter())
}

/// The number of entrances of cheap arcs below each block-cut number.
struct CheapEntrances(Vec<u32>);

impl CheapEntrances {
    fn new(arcs: &[LinkArc], leaving: &Rows<u32>, numbers: &[u32]) -> Self {
        let mut below = vec![0_u32; numbers.len() + 1];
        for (area, &number) in numbers.iter().enumerate() {
            let is_cheap = |&&arc: &&u32| arcs[arc as usize].is_cheap(1.0);
            let count = leaving.row(area).iter().filter(is_cheap).count();
            below[number as usize + 1] = crate::half_edges::number(count);
        }
        let mut sum = 0;
        for below in &mut below {
            sum += *below;
            *below = sum;
        }
        Self(below)
    }

    /// Returns true if an entrance lies in a range. Those in the area `here` itself do not count: a
    /// path reaches them without leaving the area.
    fn any_in(&self, range: BlockCutRange, here: u32) -> bool {
        let below = |number: u32| self.0[(number as usize).min(self.0.len() - 1)];
        let BlockCutRange { first, count } = range;
        let (end, wraps) = first.overflowing_add(count);
        let inside = if wraps {
            below(u32::MAX) - (below(first) - below(end))
        } else {
            below(end) - below(first)
        };
        let own = if range.leads_to(here) { below(here + 1) - below(here) } else { 0 };
        inside > own
    }
}
