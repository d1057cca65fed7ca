//! The link layer: labels whose hubs are arcs, links in one direction.
//!
//! A shortest path over links begins with a straight leg to a corner or to an entrance, and ends
//! with one from a corner or an exit. The layer has two rows for each of them: distances to the
//! entrances of arcs, and distances from their exits. So a path over links is found like one over
//! hubs, as a least sum of two entries of one arc.

use std::iter::successors;
use std::ops::Range;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::internal::group;
use tautline_navmesh::{AreaId, LinkId, LinkKind, NavMesh, QueryFilter};

use super::cones::{CONTINUING, Cones, GROUPS};
use crate::taut::corners::TautNode;

/// An arc of a link layer: a link in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LayerArc {
    pub(crate) link: LinkId,
    /// True if it is taken from its first end to its second one.
    pub(crate) forwards: bool,
    /// The entrance and the exit, among the ends of the layer.
    pub(crate) ends: [u32; 2],
    pub(crate) cost: f64,
}

/// A direction in which distances are measured from a hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From its exit, along paths.
    Onwards,
    /// From its entrance, against the direction of paths.
    Back,
}

impl Direction {
    pub(crate) const BOTH: [Self; 2] = [Self::Onwards, Self::Back];

    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Onwards => Self::Back,
            Self::Back => Self::Onwards,
        }
    }
}

impl LayerArc {
    /// Returns the end at which a walk in a direction meets the arc.
    pub(crate) const fn near_end(&self, direction: Direction) -> u32 {
        self.ends[direction as usize]
    }

    /// Returns the end at which a walk in a direction continues.
    pub(crate) const fn far_end(&self, direction: Direction) -> u32 {
        self.near_end(direction.opposite())
    }
}

/// A set of kinds of links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinkKinds(u8);

impl LinkKinds {
    pub(crate) fn of(kinds: impl IntoIterator<Item = LinkKind>) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u8))
    }

    /// Returns the kinds of the enabled links of a mesh.
    pub(crate) fn of_mesh(mesh: &NavMesh) -> Self {
        Self::of(mesh.links().iter().filter(|link| link.is_enabled()).map(|link| link.kind))
    }

    fn allowed_by(filter: &QueryFilter) -> Self {
        Self::of(LinkKind::ALL.into_iter().filter(|&kind| filter.allows_links(kind)))
    }

    pub(crate) const fn has(self, kind: LinkKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = LinkKind> {
        LinkKind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }
}

/// An end of a link. Ends of several links at one point are listed separately.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkEnd {
    pub(crate) point: Vec2,
    /// For each direction, the arc that a walk meets here, or [`Self::NO_ARC`].
    pub(crate) arcs: [u32; 2],
}

impl LinkEnd {
    pub(crate) const NO_ARC: u32 = u32::MAX;

    pub(crate) fn arc(&self, direction: Direction) -> Option<u32> {
        Some(self.arcs[direction as usize]).filter(|&arc| arc != Self::NO_ARC)
    }
}

/// A node that owns a row of entries: a corner and the wedge into which paths leave it, or an
/// arc. Arcs are numbered after all taut nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkNode {
    Corner(TautNode),
    Arc(u32),
}

/// The distance between a node and an arc, and the next node on the path to the arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkEntry {
    /// The distance to the entrance; or from the exit, plus the cost of the arc.
    pub(crate) distance: f64,
    pub(crate) arc: u32,
    /// The entry for the same arc at the next node; at the arc, the entry itself.
    pub(crate) next: u32,
}

/// The entries of all nodes in one direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LinkRows {
    /// The first entry of each node, and the end of the last one.
    pub(crate) starts: Vec<u32>,
    /// The entries of a corner are sorted by the direction of the next node, from the wall outwards.
    pub(crate) entries: Vec<LinkEntry>,
}

impl LinkRows {
    pub(crate) fn of(&self, node: usize) -> Range<usize> {
        group(&self.starts, node)
    }

    /// Returns the nodes on the path from an entry to its arc, both included.
    pub(crate) fn path_to_arc(&self, entry: u32) -> impl Iterator<Item = usize> + '_ {
        let next = |&entry: &u32| Some(self.entries[entry as usize].next).filter(|&to| to != entry);
        successors(Some(entry), next).map(|entry| self.owner(entry))
    }

    /// Returns the node that owns an entry. O(log n).
    pub(crate) fn owner(&self, entry: u32) -> usize {
        self.starts.partition_point(|&start| start <= entry) - 1
    }
}

/// Visibility cones of the ends of links, by the areas that they reach into.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EndCones {
    /// The first cone of each area, and the end of the last one.
    pub(crate) starts: Vec<u32>,
    /// The end of each cone.
    pub(crate) ends: Vec<u32>,
    /// The vertices that the right and the left ray lead through, or [`Self::UNCUT`] if the area
    /// does not extend beyond the ray.
    pub(crate) limits: Vec<[u32; 2]>,
}

impl EndCones {
    pub(crate) const UNCUT: u32 = u32::MAX;

    pub(crate) fn of(&self, area: AreaId) -> Range<usize> {
        group(&self.starts, area.index())
    }
}

/// A link layer of labels, of all links or of the links of some kinds only.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LinkLayer {
    /// The fingerprint of the links.
    pub(crate) fingerprint: u64,
    /// The kinds of its links.
    pub(crate) kinds: LinkKinds,
    /// The arcs, the best hub first.
    pub(crate) arcs: Vec<LayerArc>,
    pub(crate) ends: Vec<LinkEnd>,
    pub(crate) end_cones: EndCones,
    /// The entries in each [`Direction`]: distances from the exits of arcs, and distances to their
    /// entrances.
    pub(crate) rows: [LinkRows; 2],
    /// For each cone of a corner and each direction, the number of entries that may keep a path
    /// taut; [`Self::ALL`] for all.
    pub(crate) taut_counts: Vec<[u16; 2]>,
    /// The first of the extra cones of each area, and the end of the last one.
    pub(crate) extra_starts: Vec<u32>,
    /// The cones of corners that do not continue on foot but lead to or from an arc, by area.
    pub(crate) extra_cones: Vec<u32>,
    /// True if some arc costs less than the straight distance of its ends.
    pub(crate) has_cheap_arcs: bool,
}

impl LinkLayer {
    /// Returns the index of the smallest layer that has all links which a filter allows. The
    /// first layer has all links.
    pub(crate) fn smallest_for(layers: &[Self], filter: &QueryFilter) -> Option<usize> {
        let allowed = layers.first()?.kinds.and(LinkKinds::allowed_by(filter));
        let fits = |&layer: &usize| layers[layer].kinds.and(allowed) == allowed;
        (0..layers.len()).filter(fits).min_by_key(|&layer| layers[layer].kinds.0.count_ones())
    }

    /// A count of entries that is not limited.
    pub(crate) const ALL: u16 = u16::MAX;

    /// Returns the node with a number, where there are `corners` corners.
    pub(crate) fn node(corners: usize, node: usize) -> LinkNode {
        let node = crate::to_u32(node);
        let first_arc = crate::to_u32(2 * corners);
        if node < first_arc {
            LinkNode::Corner(TautNode(node))
        } else {
            LinkNode::Arc(node - first_arc)
        }
    }

    /// Returns the entries of a corner that may keep a path taut, for a path that reaches the corner from
    /// a point of a cone.
    pub(crate) fn taut_entries(
        &self,
        direction: Direction,
        (cone, node): (usize, TautNode),
    ) -> Range<usize> {
        let all = self.rows[direction as usize].of(node.opposite().index());
        match self.taut_counts[cone][direction as usize] {
            Self::ALL => all,
            count => all.start..all.end.min(all.start + usize::from(count)),
        }
    }

    /// Computes the fields that follow from the others: `has_cheap_arcs` and the extra cones.
    pub(crate) fn finished(mut self, cones: &Cones) -> Self {
        let is_cheap = |arc: &LayerArc| {
            let [from, to] = arc.ends.map(|end| DVec2::from(self.ends[end as usize].point));
            arc.cost < from.distance(to)
        };
        self.has_cheap_arcs = self.arcs.iter().any(is_cheap);
        self.extra_starts.push(0);
        for groups in 0..cones.starts.len() / GROUPS {
            let area = AreaId(crate::to_u32(groups));
            let others = cones.of(area, CONTINUING..GROUPS);
            let leads_on = |&cone: &usize| self.taut_counts[cone] != [0; 2];
            self.extra_cones.extend(others.filter(leads_on).map(crate::to_u32));
            self.extra_starts.push(crate::to_u32(self.extra_cones.len()));
        }
        self
    }

    /// Returns the number of entries in both directions.
    pub(crate) fn entry_count(&self) -> usize {
        self.rows.iter().map(|rows| rows.entries.len()).sum()
    }

    pub(crate) fn bytes(&self) -> usize {
        let of_rows =
            |rows: &LinkRows| size_of_val(&rows.starts[..]) + size_of_val(&rows.entries[..]);
        let EndCones { starts, ends, limits } = &self.end_cones;
        size_of_val(&self.arcs[..])
            + size_of_val(&self.ends[..])
            + size_of_val(&starts[..])
            + size_of_val(&ends[..])
            + size_of_val(&limits[..])
            + self.rows.iter().map(of_rows).sum::<usize>()
            + size_of_val(&self.taut_counts[..])
            + size_of_val(&self.extra_starts[..])
            + size_of_val(&self.extra_cones[..])
    }
}
