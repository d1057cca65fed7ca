//! Links: connections between two points that do not run over areas.

use tautline_geometry::{DVec2, Vec2};

use crate::{AreaId, LinkId, RawLink};

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
    /// The area that contains it; `None` while an obstacle covers it.
    pub area: Option<AreaId>,
}

impl Link {
    /// A link whose ends have been found on the mesh.
    pub(crate) fn between(from: LinkEnd, to: LinkEnd, raw: &RawLink) -> Self {
        // Rounded to f32, which is what a baked mesh stores, and finite even
        // between opposite ends of what f32 can hold.
        let distance = DVec2::from(from.point).distance(to.point.into());
        let cost = raw.cost.unwrap_or(DVec2::new(distance, 0.0).as_vec2().x.min(f32::MAX));
        Self { from, to, cost: cost.into(), kind: raw.kind, both_ways: raw.both_ways }
    }

    /// Returns true if both ends lie on an area, so that agents can take it.
    #[must_use]
    pub const fn is_enabled(&self) -> bool {
        self.from.area.is_some() && self.to.area.is_some()
    }

    /// The areas at its start and end, if it is enabled.
    pub(crate) fn areas(&self) -> Option<[AreaId; 2]> {
        self.from.area.zip(self.to.area).map(Into::into)
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

/// All links of a mesh, indexed for searches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Links {
    pub(crate) all: Vec<Link>,
    /// For each enabled link and direction: the area of departure, the link, and true if it is
    /// taken forwards. Sorted.
    departures: Vec<(AreaId, LinkId, bool)>,
    /// True for each kind that an enabled link has.
    pub(crate) kinds: [bool; LinkKind::ALL.len()],
    /// The least ratio of cost to straight distance among the enabled links, at most 1.
    pub(crate) least_ratio: f64,
}

impl Default for Links {
    fn default() -> Self {
        let kinds = [false; LinkKind::ALL.len()];
        Self { all: Vec::new(), departures: Vec::new(), kinds, least_ratio: 1.0 }
    }
}

impl Links {
    pub(crate) fn of(all: Vec<Link>) -> Self {
        let mut links = Self::default();
        for (id, link) in (0..).map(LinkId).zip(&all) {
            let Some([from, to]) = link.areas() else { continue };
            links.departures.push((from, id, true));
            if link.both_ways {
                links.departures.push((to, id, false));
            }
            links.kinds[link.kind as usize] = true;
            let distance = DVec2::from(link.from.point).distance(link.to.point.into());
            // A link that returns to its start shortens nothing.
            if distance > 0.0 {
                links.least_ratio = links.least_ratio.min(link.cost / distance);
            }
        }
        links.departures.sort_unstable();
        links.all = all;
        links
    }

    /// The enabled links that depart from an area, each with true if it is taken forwards.
    pub(crate) fn departing(&self, area: AreaId) -> impl Iterator<Item = (LinkId, bool)> + '_ {
        let first = self.departures.partition_point(|departure| departure.0 < area);
        self.departures[first..]
            .iter()
            .take_while(move |departure| departure.0 == area)
            .map(|&(_, link, forwards)| (link, forwards))
    }
}
