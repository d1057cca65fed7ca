//! The taut visibility graph: corners that see each other, and the turns that are taut.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::internal::{group, group_starts, parallel_map};

use crate::taut::corners::{Corner, Corners, TautNode};
use crate::to_u32;

/// An edge of the graph: a straight line from one corner to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arc {
    /// The corner that it leads to, and the wedge in which it arrives there.
    pub(crate) to: TautNode,
    /// The number of arcs into the opposite wedge that keep a path taut.
    pub(crate) successors: u32,
    pub(crate) length: f64,
}

impl Arc {
    /// Creates an arc between two points.
    pub(crate) fn new(to: TautNode, successors: u32, from: Vec2, point: Vec2) -> Self {
        Self { to, successors, length: DVec2::from(from).distance(point.into()) }
    }
}

/// A taut visibility graph, as in *edge N-level sparse visibility graphs* (ENLSVG): an arc
/// is kept only if a path can turn tautly at both of its ends.
///
/// Each corner has a list of arcs for each of its wedges, from the wall outwards. If a path arrives
/// from the opposite wedge, the arcs that keep it taut are a prefix of the list, so that one number, the
/// length of the prefix, stands for all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TautVisibilityGraph {
    /// The first arc of each node; one more than there are nodes.
    pub(crate) starts: Vec<u32>,
    pub(crate) arcs: Vec<Arc>,
}

impl TautVisibilityGraph {
    /// Builds the graph from lists of pairs that see each other. Where the line between two corners
    /// touches obstacles on both sides, only one of them may have seen the other; both get
    /// an arc.
    pub(crate) fn new(corners: &Corners, taut_pairs: Vec<Vec<(TautNode, TautNode)>>) -> Self {
        // Each pair in both directions, sorted by node, without duplicates.
        let mut both = Vec::with_capacity(2 * taut_pairs.iter().map(Vec::len).sum::<usize>());
        for pairs in taut_pairs {
            both.extend(pairs.iter().flat_map(|&(from, to)| [(from, to), (to, from)]));
        }
        both.sort_unstable();
        both.dedup();
        let starts = group_starts(2 * corners.count(), both.iter().map(|(from, _)| from.index()));
        let point = |node: TautNode| corners.get(node.corner()).point;
        // From the wall outwards, so that the arcs that keep a path taut are a prefix.
        let sorted = parallel_map(
            2 * corners.count(),
            || (),
            |(), node| {
                let own = &both[group(&starts, node)];
                let mut ends: Vec<TautNode> = own.iter().map(|&(_, to)| to).collect();
                if let Some(&(from, _)) = own.first() {
                    let corner = corners.get(from.corner());
                    ends.sort_unstable_by(|&a, &b| {
                        let order = corner.outwards(from.wedge(), point(a), point(b));
                        order.then(a.cmp(&b))
                    });
                }
                ends
            },
        );
        // For each arc, the length of the prefix at its far end.
        let arcs = parallel_map(
            2 * corners.count(),
            || (),
            |(), node| {
                let from = corners.get(to_u32(node / 2)).point;
                let arc = |&to: &TautNode| {
                    let here = point(to);
                    let onward = &sorted[to.opposite().index()];
                    let may_follow =
                        |&next: &TautNode| Corner::may_follow(here, from, to.wedge(), point(next));
                    let successors = onward.partition_point(may_follow);
                    Arc::new(to, to_u32(successors), from, here)
                };
                sorted[node].iter().map(arc).collect::<Vec<_>>()
            },
        );
        Self { starts, arcs: arcs.concat() }
    }

    /// Returns the memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.arcs[..])
    }

    pub(crate) fn corner_count(&self) -> usize {
        self.starts.len() / 2
    }

    /// Returns the arcs from a corner into a wedge.
    #[inline]
    pub(crate) fn arcs_into(&self, node: TautNode) -> &[Arc] {
        &self.arcs[group(&self.starts, node.index())]
    }

    /// Returns the arcs that keep a path taut after an arrival.
    #[inline]
    pub(crate) fn arcs_after(&self, arrival: TautNode, successors: u32) -> &[Arc] {
        let first = self.starts[arrival.opposite().index()] as usize;
        &self.arcs[first..first + successors as usize]
    }

    /// Returns the number of arcs that keep a path taut that arrives from the point `from`. `point`
    /// returns the position of a corner.
    pub(crate) fn successors_from(
        &self,
        arrival: TautNode,
        from: Vec2,
        point: impl Fn(u32) -> Vec2,
    ) -> u32 {
        let here = point(arrival.corner());
        let may_follow =
            |arc: &Arc| Corner::may_follow(here, from, arrival.wedge(), point(arc.to.corner()));
        to_u32(self.arcs_into(arrival.opposite()).partition_point(may_follow))
    }
}
