//! Links: connections between two points that do not run over areas.

use tautline_geometry::{DVec2, Vec2, to_f32};

use crate::link_graph::LinkGraph;
use crate::{AreaId, RawLink};

/// The action of an agent that takes a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum LinkKind {
    /// A jump: up, down or across.
    Jump,
    /// A climb.
    Ladder,
    /// An immediate change of position.
    Teleport,
    /// Something that the caller defines.
    #[default]
    Other,
}

impl LinkKind {
    /// All kinds, in order.
    pub const ALL: [Self; 4] = [Self::Jump, Self::Ladder, Self::Teleport, Self::Other];

    /// Returns the name of the kind, as in map files.
    ///
    /// ```
    /// assert_eq!(tautline_navmesh::LinkKind::Jump.name(), "jump");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jump => "jump",
            Self::Ladder => "ladder",
            Self::Teleport => "teleport",
            Self::Other => "other",
        }
    }
}

/// An off-mesh link from one point of the mesh to another: a jump, a ladder, a teleport.
///
/// It is *enabled*, so that agents can take it, while both of its ends lie on an area. All
/// links of a mesh that was built are enabled. With dynamic obstacles, a link keeps its
/// number and is disabled while an obstacle covers one of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The start.
    pub from: LinkEnd,
    /// The end.
    pub to: LinkEnd,
    /// The cost, in the unit of path costs.
    pub cost: f64,
    /// The action of an agent that takes it.
    pub kind: LinkKind,
    /// True if agents can take it in both directions.
    pub both_ways: bool,
}

/// One end of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkEnd {
    /// The position in the plane.
    pub point: Vec2,
    /// The elevation.
    pub elevation: f32,
    /// The area that contains it, or one of several on a border or vertex, all of which it
    /// belongs to; `None` while an obstacle covers it, and if the link is disabled.
    pub area: Option<AreaId>,
}

/// The greatest relative error of a distance that was computed in `f32`, with some reserve. A given
/// cost that is less than the straight distance by at most this error counts as the distance.
const F32_ROUNDING: f64 = 1.0 / 4_194_304.0;

impl Link {
    /// A link whose ends have been found on the mesh.
    pub(crate) fn between(from: LinkEnd, to: LinkEnd, raw: &RawLink) -> Self {
        let mut link = Self { from, to, cost: 0.0, kind: raw.kind, both_ways: raw.both_ways };
        // A link that costs less than the straight walk, even by a rounding error, is a shortcut,
        // and searches with shortcuts take longer. So the default cost is not rounded to `f32`, and
        // a given cost that seems to be the rounded distance is replaced by the distance.
        let distance = link.distance();
        let given = raw.cost.map(f64::from);
        let is_rounded = |&cost: &f64| cost < distance && cost >= distance * (1.0 - F32_ROUNDING);
        link.cost = given.filter(|cost| !is_rounded(cost)).unwrap_or(distance);
        link
    }

    /// The raw link from which this link was made. If its cost is the straight distance, the raw link
    /// has no cost of its own.
    pub(crate) fn to_raw(self) -> RawLink {
        let is_default = self.cost.to_bits() == self.distance().to_bits();
        RawLink {
            from: self.from.point.into(),
            from_elevation: self.from.elevation,
            to: self.to.point.into(),
            to_elevation: self.to.elevation,
            cost: (!is_default).then(|| to_f32(self.cost)),
            kind: self.kind,
            both_ways: self.both_ways,
            disabled: !self.is_enabled(),
        }
    }

    /// The straight distance between its ends in the plane.
    fn distance(&self) -> f64 {
        DVec2::from(self.from.point).distance(self.to.point.into())
    }

    /// Returns true if both ends lie on an area, so that agents can take it.
    #[must_use]
    pub const fn is_enabled(&self) -> bool {
        self.from.area.is_some() && self.to.area.is_some()
    }

    /// The end at which an agent arrives that takes the link forwards or, if `forwards` is
    /// false, backwards.
    #[must_use]
    pub const fn arrival(&self, forwards: bool) -> LinkEnd {
        if forwards { self.to } else { self.from }
    }

    /// The end from which an agent departs that takes the link forwards or, if `forwards`
    /// is false, backwards.
    #[must_use]
    pub const fn departure(&self, forwards: bool) -> LinkEnd {
        self.arrival(!forwards)
    }
}

/// All links of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Links {
    pub(crate) all: Vec<Link>,
    /// The enabled links laid out for searches; `None` if there are none.
    pub(crate) graph: Option<Box<LinkGraph>>,
    /// True for each kind that an enabled link has.
    pub(crate) kinds: [bool; LinkKind::ALL.len()],
    /// The least ratio of cost to straight distance among the enabled links, at most 1.
    pub(crate) least_ratio: f64,
}

impl Default for Links {
    fn default() -> Self {
        let kinds = [false; LinkKind::ALL.len()];
        Self { all: Vec::new(), graph: None, kinds, least_ratio: 1.0 }
    }
}

impl Links {
    pub(crate) fn new(all: Vec<Link>, graph: Option<LinkGraph>) -> Self {
        let mut links = Self { graph: graph.map(Box::new), ..Self::default() };
        for link in all.iter().filter(|link| link.is_enabled()) {
            links.kinds[link.kind as usize] = true;
            let distance = link.distance();
            // A link that returns to its start shortens nothing.
            if distance > 0.0 {
                links.least_ratio = links.least_ratio.min(link.cost / distance);
            }
        }
        links.all = all;
        links
    }
}
