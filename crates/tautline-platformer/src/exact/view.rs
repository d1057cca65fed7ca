//! What a planner knows, to be drawn and inspected.

use super::moves::Workspace;
use super::planner::Planner;
use super::terrain::{Interval, Span};

/// All places from `low` to `high`, both included, at which the body stands at
/// height `y`, in subpixels of its lower left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpanPlaces {
    /// Lower side of the body.
    pub y: i32,
    /// First place in x.
    pub low: i32,
    /// Last place in x.
    pub high: i32,
}

/// A move from one span to another: from any place of `from` to any of `to` that
/// is no further away than the character walks in `frames`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinkPlaces {
    /// Places to take off.
    pub from: SpanPlaces,
    /// Places to land.
    pub to: SpanPlaces,
    /// How long it takes.
    pub frames: u32,
}

impl Planner {
    /// The spans, by row from below and then from the left.
    pub fn spans(&self) -> impl Iterator<Item = SpanPlaces> + '_ {
        self.terrain.ground.ids().map(|id| self.span_places(id))
    }

    /// The moves from the span that a place to stand, in subpixels, belongs to;
    /// finds them, if they are not known yet. None where one cannot stand.
    #[must_use]
    pub fn links_from(&self, place: [i32; 2]) -> Vec<LinkPlaces> {
        let Some(span) = self.terrain.ground.under(place, self.character.tile[1]) else {
            return Vec::new();
        };
        let from = self.span_places(span);
        let links = self.links_of(span, &mut Workspace::default());
        let mut found = Vec::with_capacity(links.links.len());
        for (index, group) in links.groups.iter().enumerate() {
            let to = self.span_places(group.to);
            found.extend(links.links[links.of_group(index)].iter().map(|link| LinkPlaces {
                from: SpanPlaces { low: link.from.low, high: link.from.high, ..from },
                to: SpanPlaces { low: link.to.low, high: link.to.high, ..to },
                frames: link.time,
            }));
        }
        found
    }

    fn span_places(&self, id: u32) -> SpanPlaces {
        let Span { row, places: Interval { low, high } } = self.terrain.ground.span(id);
        SpanPlaces { y: row * self.character.tile[1], low, high }
    }
}
