//! Cones: what corners see of areas.

use std::ops::Range;

use tautline_navmesh::AreaId;

use crate::taut::corners::TautNode;

/// The number of groups of cones of an area. First those of corners that lead on, then the
/// others; in each half those that no ray cuts, those that the right one cuts, those that the
/// left one cuts, and those that both cut.
pub(in crate::labels) const GROUPS: usize = 8;

/// The number of groups of cones of corners that lead on.
pub(in crate::labels) const CONTINUING: usize = 4;

/// The cones of all areas, group by group. In lists of their own: for most cones, only the node
/// is read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::labels) struct Cones {
    /// Where each group begins, by area, and where the last one ends.
    pub(in crate::labels) starts: Vec<u32>,
    /// The corner that sees, and from which of its wedges.
    pub(in crate::labels) nodes: Vec<TautNode>,
    /// The vertices of the rays on the right and on the left. A ray may lead [`Self::AWAY`].
    pub(in crate::labels) limits: Vec<[u32; 2]>,
    /// The number of rows of entries that may follow.
    pub(in crate::labels) row_counts: Vec<u32>,
    /// By area, the parts of the map with corners that see it, of which those that do not lead
    /// on come first: a corner's number tells the part, because numbers follow a curve.
    pub(in crate::labels) parts: Vec<[RegionSet; 2]>,
}

/// A set of parts of the map.
pub(in crate::labels) type RegionSet = [u64; 4];

impl Cones {
    /// Added to a vertex, if the ray leads away from it instead of through it.
    pub(in crate::labels) const AWAY: u32 = 1 << 31;

    /// With the parts of a map that has so many corners.
    pub(in crate::labels) fn with_regions(mut self, corners: usize) -> Self {
        let areas = self.starts.len() / GROUPS;
        self.parts = vec![<[RegionSet; 2]>::default(); areas];
        for (area, parts) in (0..).map(AreaId).zip(&mut self.parts) {
            let all = 0..GROUPS;
            for (set, groups) in parts.iter_mut().zip([CONTINUING..GROUPS, all]) {
                let start = |group: usize| self.starts[GROUPS * area.index() + group] as usize;
                for node in &self.nodes[start(groups.start)..start(groups.end)] {
                    let part = 256 * node.corner() as usize / corners;
                    set[part / 64] |= 1 << (part % 64);
                }
            }
        }
        self
    }

    /// Whether two areas may be seen by the same corner, which does not lead on from one of them.
    pub(in crate::labels) fn may_bend_once(&self, from: &[AreaId], to: &[AreaId]) -> bool {
        let meets = |one: &RegionSet, other: &RegionSet| {
            one.iter().zip(other).any(|(one, other)| one & other != 0)
        };
        let may = |from: &AreaId, to: &AreaId| {
            let ([others_here, all_here], [others_there, all_there]) =
                (&self.parts[from.index()], &self.parts[to.index()]);
            meets(others_here, all_there) || meets(all_here, others_there)
        };
        from.iter().any(|from| to.iter().any(|to| may(from, to)))
    }

    /// The numbers of the cones in some successive groups of an area.
    #[inline]
    pub(in crate::labels) fn of(&self, area: AreaId, groups: Range<usize>) -> Range<usize> {
        let start = |group: usize| self.starts[GROUPS * area.index() + group] as usize;
        start(groups.start)..start(groups.end)
    }

    pub(in crate::labels) fn bytes(&self) -> usize {
        size_of_val(&self.starts[..])
            + size_of_val(&self.parts[..])
            + Self::BYTES_EACH * self.nodes.len()
    }

    /// The bytes of a cone.
    pub(in crate::labels) const BYTES_EACH: usize = 16;
}
