//! Ways that do not lead over the ground.

use tautline_geometry::{Vec2, Wide};

use crate::{AreaId, RawLink};

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
    /// The area that holds it.
    pub area: AreaId,
}

impl Link {
    /// A link whose ends have been found on the mesh.
    pub(crate) fn between(from: LinkEnd, to: LinkEnd, raw: &RawLink) -> Self {
        // Rounded to f32, which is what a baked mesh stores, and finite even
        // between opposite ends of what f32 can hold.
        let distance = Wide::from(from.point).distance(to.point.into());
        let cost = raw.cost.unwrap_or(Wide::new(distance, 0.0).narrowed().x.min(f32::MAX));
        Self { from, to, cost: cost.into(), kind: raw.kind, both_ways: raw.both_ways }
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
