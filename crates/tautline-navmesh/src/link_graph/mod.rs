//! The links of a mesh, laid out for searches.

mod block_cuts;
mod estimate;
mod reach;

use tautline_geometry::{DVec2, Vec2};

pub use estimate::{LinkEstimate, Shortcut};

use crate::rows::Rows;
use crate::{AreaId, BlockCutRange, HalfEdgeId, Link, LinkId, LinkKind, NavMesh, QueryFilter};
use block_cuts::LinkBlockCuts;
use reach::LinkReach;

/// A link in one direction: an agent takes it from its entrance to its exit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkArc {
    /// The link.
    pub link: LinkId,
    /// True if it is taken from its first end to its second one.
    pub forwards: bool,
    /// The kind of the link.
    pub kind: LinkKind,
    /// The position at which an agent takes it.
    pub entrance: Vec2,
    /// The position at which an agent arrives.
    pub exit: Vec2,
    /// The cost of the link, in the unit of path costs.
    pub cost: f64,
    /// True if the areas at the exit are connected around it. False at a non-manifold vertex, where
    /// an agent that arrives on foot reaches only some of them.
    pub has_connected_exit: bool,
}

impl LinkArc {
    /// Returns true if it costs less than a straight walk from its entrance to its exit, where a
    /// unit of distance costs `factor`. Only such an arc can make a path shorter than the
    /// straight line, or lead it back to an area that it has left.
    #[must_use]
    pub fn is_cheap(&self, factor: f64) -> bool {
        let straight = DVec2::from(self.entrance).distance(self.exit.into());
        self.cost / factor < straight
    }
}

/// The enabled links of a mesh as directed arcs, with the areas at their ends, and what links
/// change for searches: block-cut pruning and reachability.
///
/// Like a start or a goal, an end of a link belongs to *all* areas on its floor that contain it:
/// to several, if it lies on a border or a vertex.
///
/// The graph is derived when links are attached to a mesh. It is kept apart from the areas: a query
/// without links does not read it. O(n log n) for n half-edges and links.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkGraph {
    arcs: Vec<LinkArc>,
    /// The indices of the arcs, sorted by the x coordinates of their exits.
    by_exit: Vec<u32>,
    /// The areas at each end of each link: the rows `2 * link` and `2 * link + 1`.
    end_areas: Rows<AreaId>,
    /// For each area, the arcs whose entrance it holds.
    leaving: Rows<u32>,
    /// For each area, the arcs whose exit it holds.
    arriving: Rows<u32>,
    block_cuts: LinkBlockCuts,
    pub(crate) reach: LinkReach,
}

impl LinkGraph {
    /// Lays out the links of a mesh, given the areas at the two ends of each link. `None` if no
    /// link is enabled.
    pub(crate) fn new(mesh: &NavMesh, links: &[Link], areas: &[[Vec<AreaId>; 2]]) -> Option<Self> {
        if !links.iter().any(Link::is_enabled) {
            return None;
        }
        // Ends of disabled links get no areas, so that everything below passes over them.
        let mut pairs = Vec::new();
        for (index, (link, ends)) in links.iter().zip(areas).enumerate() {
            for (end, areas) in ends.iter().enumerate().filter(|_| link.is_enabled()) {
                pairs.extend(areas.iter().map(|&area| (2 * index + end, area)));
            }
        }
        let end_areas = Rows::new(2 * links.len(), pairs.into_iter());

        let mut arcs = Vec::new();
        for (id, link) in (0..).map(LinkId).zip(links).filter(|(_, link)| link.is_enabled()) {
            let directions = if link.both_ways { &[true, false][..] } else { &[true] };
            arcs.extend(directions.iter().map(|&forwards| {
                let exit = link.arrival(forwards).point;
                let parts = mesh.connected_parts(exit, end_areas.row(exit_row(id, forwards)));
                LinkArc {
                    link: id,
                    forwards,
                    kind: link.kind,
                    entrance: link.departure(forwards).point,
                    exit,
                    cost: link.cost,
                    has_connected_exit: parts.len() == 1,
                }
            }));
        }
        let by_area = |row: fn(LinkId, bool) -> usize| {
            let mut pairs = Vec::new();
            for (index, arc) in (0..).zip(&arcs) {
                let areas = end_areas.row(row(arc.link, arc.forwards));
                pairs.extend(areas.iter().map(|area| (area.index(), index)));
            }
            Rows::new(mesh.area_count(), pairs.into_iter())
        };
        let (leaving, arriving) = (by_area(entrance_row), by_area(exit_row));
        let block_cuts = LinkBlockCuts::new(mesh, &end_areas, &arcs, &leaving);
        let ends = |arc: &LinkArc| {
            [entrance_row, exit_row].map(|row| end_areas.row(row(arc.link, arc.forwards)))
        };
        let reach = LinkReach::new(mesh, arcs.iter().map(ends));
        Some(Self {
            by_exit: by_exit(&arcs),
            arcs,
            end_areas,
            leaving,
            arriving,
            block_cuts,
            reach,
        })
    }

    /// All arcs, in the order of their links, forwards before backwards.
    #[must_use]
    pub fn arcs(&self) -> &[LinkArc] {
        &self.arcs
    }

    /// All arcs, sorted by the x coordinates of their exits.
    pub(crate) fn arcs_by_exit(&self) -> impl Iterator<Item = &LinkArc> {
        self.by_exit.iter().map(|&arc| &self.arcs[arc as usize])
    }

    /// The indices of the arcs whose entrance an area holds.
    #[inline]
    #[must_use]
    pub fn leaving(&self, area: AreaId) -> &[u32] {
        self.leaving.row(area.index())
    }

    /// The indices of the arcs whose exit an area holds.
    #[inline]
    #[must_use]
    pub fn arriving(&self, area: AreaId) -> &[u32] {
        self.arriving.row(area.index())
    }

    /// The areas that hold the entrance of an arc, in order, at least one.
    #[must_use]
    pub fn entrance_areas(&self, arc: u32) -> &[AreaId] {
        let LinkArc { link, forwards, .. } = self.arcs[arc as usize];
        self.end_areas.row(entrance_row(link, forwards))
    }

    /// The areas that hold the exit of an arc, in order, at least one.
    #[must_use]
    pub fn exit_areas(&self, arc: u32) -> &[AreaId] {
        let LinkArc { link, forwards, .. } = self.arcs[arc as usize];
        self.end_areas.row(exit_row(link, forwards))
    }

    /// Returns true if a filter allows an arc and at least one area at its exit.
    #[must_use]
    pub fn is_open(&self, arc: u32, mesh: &NavMesh, filter: &QueryFilter) -> bool {
        let LinkArc { link, kind, .. } = self.arcs[arc as usize];
        let may_arrive = || self.exit_areas(arc).iter().any(|&area| mesh.is_open(area, filter));
        filter.takes(link, kind) && (!filter.forbids_ground() || may_arrive())
    }

    /// Returns true if block-cut pruning by [`Self::block_cut_range`] is right where a unit of
    /// distance costs `factor`. O(1) up to a factor of 1, which the ranges are made for; O(arcs)
    /// above, where more arcs may be [cheap](LinkArc::is_cheap).
    #[must_use]
    pub fn prunes(&self, factor: f64) -> bool {
        factor <= 1.0 || self.arcs.iter().all(|arc| arc.is_cheap(1.0) || !arc.is_cheap(factor))
    }

    /// The number of an area in the block-cut tree of areas and links together: the argument of
    /// [`BlockCutRange::leads_to`] for [`Self::block_cut_range`].
    #[inline]
    #[must_use]
    pub fn block_cut_number(&self, area: AreaId) -> u32 {
        self.block_cuts.numbers[area.index()]
    }

    /// The areas to which a shortest path over ground and links can lead across a half-edge:
    /// see [`Self::prunes`].
    ///
    /// Those that are reachable without returning to the half-edge's own area; all areas if a
    /// cheap arc begins among them, since a path may return by such an arc.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub fn block_cut_range(&self, edge: HalfEdgeId) -> BlockCutRange {
        self.block_cuts.ranges[edge.index()]
    }

    /// Returns true if links in any direction and borders connect two areas.
    pub(crate) fn connects(&self, from: AreaId, to: AreaId) -> bool {
        self.component(from) == self.component(to)
    }

    /// The component of an area, connected over borders and links in any direction.
    #[must_use]
    pub fn component(&self, area: AreaId) -> u32 {
        self.block_cuts.components[area.index()]
    }

    /// Returns true if some link leads only in one direction, so that a way back may have another
    /// cost. O(arcs).
    #[must_use]
    pub fn has_one_way_links(&self) -> bool {
        let both_ways = |pair: &[LinkArc]| pair.len() == 2;
        !self.arcs.chunk_by(|one, other| one.link == other.link).all(both_ways)
    }

    /// Returns the same links with all directions reversed: a path from `a` to `b` over them is
    /// one from `b` to `a` over these. For distances *to* a point. Reachability stays that of
    /// the links as they are.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let reversed = |arc: &LinkArc| LinkArc {
            forwards: !arc.forwards,
            entrance: arc.exit,
            exit: arc.entrance,
            // Not known for entrances. Searches then only prune less.
            has_connected_exit: false,
            ..*arc
        };
        let arcs: Vec<LinkArc> = self.arcs.iter().map(reversed).collect();
        Self {
            by_exit: by_exit(&arcs),
            arcs,
            leaving: self.arriving.clone(),
            arriving: self.leaving.clone(),
            ..self.clone()
        }
    }
}

/// The indices of arcs, sorted by the x coordinates of their exits.
fn by_exit(arcs: &[LinkArc]) -> Vec<u32> {
    let mut indices: Vec<u32> = (0..).zip(arcs).map(|(index, _)| index).collect();
    indices.sort_by(|&one, &other| {
        let x = |arc: u32| arcs[arc as usize].exit.x;
        x(one).total_cmp(&x(other))
    });
    indices
}

const fn entrance_row(link: LinkId, forwards: bool) -> usize {
    2 * link.index() + !forwards as usize
}

const fn exit_row(link: LinkId, forwards: bool) -> usize {
    entrance_row(link, !forwards)
}
