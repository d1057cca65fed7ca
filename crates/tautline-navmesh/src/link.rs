//! Ways that do not lead over the ground.

use tautline_geometry::{DVec2, Vec2};

use crate::{AreaId, LinkId, RawLink};

/// What an agent does at a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum LinkKind {
    /// Jumps, up, down or across.
    Jump,
    /// Climbs.
    Ladder,
    /// Is somewhere else.
    Teleport,
    /// Something that the caller knows.
    #[default]
    Other,
}

impl LinkKind {
    /// All kinds, in order.
    pub const ALL: [Self; 4] = [Self::Jump, Self::Ladder, Self::Teleport, Self::Other];
}

/// A way from one point of the mesh to another that does not lead over the
/// ground: a jump, a ladder, a teleport.
///
/// It *stands*, and can be taken, as long as there is ground at both of its ends.
/// All links of a mesh that was built stand. Where obstacles come and go, a link
/// keeps its number, and does not stand while one of its ends is covered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Where it begins.
    pub from: LinkEnd,
    /// Where it leads.
    pub to: LinkEnd,
    /// What it costs, in the unit of path costs.
    pub cost: f64,
    /// What an agent does there.
    pub kind: LinkKind,
    /// Whether it can be taken in both directions.
    pub both_ways: bool,
}

/// One end of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkEnd {
    /// Where it is.
    pub point: Vec2,
    /// The elevation there.
    pub elevation: f32,
    /// The area that holds it; nothing while an obstacle covers it.
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

    /// Whether there is ground at both of its ends, so that it can be taken.
    #[must_use]
    pub const fn is_enabled(&self) -> bool {
        self.from.area.is_some() && self.to.area.is_some()
    }

    /// The areas where it begins and ends, if it stands.
    pub(crate) fn areas(&self) -> Option<[AreaId; 2]> {
        self.from.area.zip(self.to.area).map(Into::into)
    }

    /// The end where an agent arrives that takes the link forwards, or else
    /// backwards.
    #[must_use]
    pub const fn arrival(&self, forwards: bool) -> LinkEnd {
        if forwards { self.to } else { self.from }
    }

    /// The end where an agent departs that takes the link forwards, or else
    /// backwards.
    #[must_use]
    pub const fn departure(&self, forwards: bool) -> LinkEnd {
        self.arrival(!forwards)
    }
}

/// All links of a mesh, and what searches ask of those that stand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Links {
    pub(crate) all: Vec<Link>,
    /// The area, the link, and whether it is taken forwards from there.
    departures: Vec<(AreaId, LinkId, bool)>,
    /// Whether there are links of each kind.
    pub(crate) kinds: [bool; LinkKind::ALL.len()],
    /// The least cost of any link per unit of plane distance that it saves, at
    /// most 1.
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
            // A link to where it begins saves nothing.
            if distance > 0.0 {
                links.least_ratio = links.least_ratio.min(link.cost / distance);
            }
        }
        links.departures.sort_unstable();
        links.all = all;
        links
    }

    /// The links that begin in an area, and whether they are taken forwards from
    /// there.
    pub(crate) fn departing(&self, area: AreaId) -> impl Iterator<Item = (LinkId, bool)> + '_ {
        let first = self.departures.partition_point(|departure| departure.0 < area);
        self.departures[first..]
            .iter()
            .take_while(move |departure| departure.0 == area)
            .map(|&(_, link, forwards)| (link, forwards))
    }
}
