//! Visibility cones, listed by the areas that they reach into.

use std::ops::Range;

use tautline_navmesh::AreaId;

use crate::taut::corners::TautNode;
use crate::to_u32;

/// The number of groups of cones of an area. The first half holds the cones of *continuing* corners:
/// from there, shortest paths continue to or from a hub. The second half holds the others, which are
/// only on paths with a single bend.
///
/// The four groups of each half: cones that cover the whole area, cones cut by the right ray, by the left
/// ray, and by both.
pub(crate) const GROUPS: usize = 8;

/// The number of groups of continuing corners.
pub(crate) const CONTINUING: usize = 4;

/// The cones of all areas, group by group. Columns are separate lists: for most cones, only
/// the node is read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Cones {
    /// The first cone of each group, by area; and the end of the last one.
    pub(crate) starts: Vec<u32>,
    /// The corner and the wedge of each cone.
    pub(crate) nodes: Vec<TautNode>,
    /// The vertices that the right and the left ray lead through, or away from
    /// ([`Self::AWAY`]).
    pub(crate) limits: Vec<[u32; 2]>,
    /// The number of rows of entries that may keep a path taut; if the corner is not a hub, the number
    /// of arcs.
    pub(crate) row_counts: Vec<u32>,
    /// For each area, the regions of the map whose corners see it: first of the corners that do not
    /// continue, then of all corners. Corners are numbered along a curve, so a range of numbers is a
    /// region.
    pub(crate) regions: Vec<[RegionSet; 2]>,
}

/// A set of 256 regions of the map, as bits.
pub(crate) type RegionSet = [u64; 4];

impl Cones {
    /// Added to a vertex if the ray leads away from it instead of through it.
    pub(crate) const AWAY: u32 = 1 << 31;

    /// Computes the regions, for a number of corners.
    pub(crate) fn with_regions(mut self, corners: usize) -> Self {
        let regions_of = |area: AreaId, groups: Range<usize>| {
            let mut set = RegionSet::default();
            for node in &self.nodes[self.of(area, groups)] {
                let region = 256 * node.corner() as usize / corners;
                set[region / 64] |= 1 << (region % 64);
            }
            set
        };
        let areas = (0..to_u32(self.starts.len() / GROUPS)).map(AreaId);
        let both = |area| [CONTINUING..GROUPS, 0..GROUPS].map(|groups| regions_of(area, groups));
        self.regions = areas.map(both).collect();
        self
    }

    /// Returns true if a path between two areas may bend only once, at a corner that does
    /// not continue: both are then seen from one region.
    pub(crate) fn may_bend_once(&self, from: &[AreaId], to: &[AreaId]) -> bool {
        let intersects = |one: &RegionSet, other: &RegionSet| {
            one.iter().zip(other).any(|(one, other)| one & other != 0)
        };
        let may = |from: &AreaId, to: &AreaId| {
            let ([others_here, all_here], [others_there, all_there]) =
                (&self.regions[from.index()], &self.regions[to.index()]);
            intersects(others_here, all_there) || intersects(all_here, others_there)
        };
        from.iter().any(|from| to.iter().any(|to| may(from, to)))
    }

    /// Returns the numbers of the cones in some successive groups of an area.
    #[inline]
    pub(crate) fn of(&self, area: AreaId, groups: Range<usize>) -> Range<usize> {
        let start = |group: usize| self.starts[GROUPS * area.index() + group] as usize;
        start(groups.start)..start(groups.end)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.starts[..])
            + size_of_val(&self.regions[..])
            + Self::BYTES_EACH * self.nodes.len()
    }

    /// The bytes of a cone.
    pub(crate) const BYTES_EACH: usize = 16;
}
