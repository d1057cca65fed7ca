//! The spans and links of a planner, for drawing and inspection.

use super::moves::Workspace;
use super::planner::Planner;
use super::terrain::{Interval, Span};

/// A walkable interval: at height `y`, the body is supported at all positions from `low` to
/// `high`, both included. Positions are those of its lower left corner, in subpixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WalkableSpan {
    /// Lower side of the body.
    pub y: i32,
    /// Leftmost position in x.
    pub low: i32,
    /// Rightmost position in x.
    pub high: i32,
}

/// A jump link between two spans: from every position of `from` the character reaches all positions
/// of `to` that are within its walking distance of `frames` frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JumpLink {
    /// Launch positions.
    pub from: WalkableSpan,
    /// Landing positions.
    pub to: WalkableSpan,
    /// Duration in frames.
    pub frames: u32,
}

impl Planner {
    /// Returns the spans, by row from below and then from the left.
    pub fn spans(&self) -> impl Iterator<Item = WalkableSpan> + '_ {
        self.terrain.spans.ids().map(|id| self.walkable_span(id))
    }

    /// Returns the links from the span at a position, in subpixels; finds them if they are not
    /// known yet. Empty if no ground supports the body.
    #[must_use]
    pub fn links_from(&self, position: [i32; 2]) -> Vec<JumpLink> {
        let Some(span) = self.terrain.spans.span_at(position, self.character.tile[1]) else {
            return Vec::new();
        };
        let from = self.walkable_span(span);
        let links = self.links_of(span, &mut Workspace::default());
        let mut found = Vec::with_capacity(links.links.len());
        for (index, group) in links.groups.iter().enumerate() {
            let to = self.walkable_span(group.to);
            found.extend(links.links[links.of_group(index)].iter().map(|link| JumpLink {
                from: WalkableSpan { low: link.from.low, high: link.from.high, ..from },
                to: WalkableSpan { low: link.to.low, high: link.to.high, ..to },
                frames: link.time,
            }));
        }
        found
    }

    fn walkable_span(&self, id: u32) -> WalkableSpan {
        let Span { row, positions: Interval { low, high } } = self.terrain.spans.span(id);
        WalkableSpan { y: row * self.character.tile[1], low, high }
    }
}
