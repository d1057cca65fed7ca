//! The vertical profile of a flight: the rows that the body overlaps, frame by frame.
//!
//! Horizontal and vertical motion are independent, so that the profile follows from the physics and
//! the buttons alone. A profile is stored as *events*: the frames in which the body enters a row.
//! Between two events the body overlaps the same rows, except that it may leave one row (`Leave`).
//!
//! ```text
//!   height                  _ apex
//!     |                _.--' '--._
//!  2 tiles . . . . ._-'. . . . . .'-_ . . . .   Rise: the head     Fall: the feet
//!     |          .'                  '.         enters a row       enter a row
//!  1 tile  . . _/ . . . . . . . . . . . \_ . .
//!     |      _/                           \_
//!     0 ____/_______________________________\__ time in frames
//!           ^ hold button ^ release: the jump
//!             cut caps the rising speed
//! ```

use std::ops::Range;

use crate::{Character, Input, Tiles};

/// The rows that a body overlaps. They begin with `lowest`, and are as many as for a standing body; with
/// `extra`, one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct BodyRows {
    pub(in crate::exact) lowest: i32,
    pub(in crate::exact) extra: bool,
}

impl BodyRows {
    /// The rows of a body that stands with its feet in row `lowest`.
    pub(in crate::exact) const fn standing(lowest: i32) -> Self {
        Self { lowest, extra: false }
    }

    /// The same rows, if `lowest` was counted from `row`.
    #[inline]
    pub(in crate::exact) const fn above(self, row: i32) -> Self {
        Self { lowest: row + self.lowest, ..self }
    }
}

/// The direction in which a row is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) enum Change {
    /// The head enters a row from below.
    Rise,
    /// The feet enter a row from above.
    Fall,
    /// The feet enter the row of one-way tiles on which the body stood.
    Drop,
}

/// A frame in which the body enters a row. Rows are counted from the row in which the body stood,
/// or from the row of the ceiling that it hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Event {
    /// Frames since the move began.
    pub(in crate::exact) time: u32,
    /// The row that was left since the event before, if any.
    pub(in crate::exact) leave: Option<Leave>,
    /// The rows overlapped afterwards.
    pub(in crate::exact) body: BodyRows,
    /// The row that is entered.
    pub(in crate::exact) entered: i32,
    pub(in crate::exact) change: Change,
}

/// A frame in which the body leaves a row and enters none. Until the next event it overlaps as many
/// rows as a standing body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Leave {
    /// Frames since the move began.
    pub(in crate::exact) time: u32,
    /// The lowest row overlapped afterwards, counted as in [`Event`].
    pub(in crate::exact) lowest: i32,
}

/// The buttons pressed during a flight.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::exact) struct Buttons {
    /// The frames in which the jump button is held.
    pub(in crate::exact) jump: Range<u32>,
    /// True if down is pressed in the first frame.
    pub(in crate::exact) down: bool,
}

impl Buttons {
    /// Holds the jump button in some frames, and nothing else.
    pub(in crate::exact) fn jump(frames: Range<u32>) -> Self {
        Self { jump: frames, ..Self::default() }
    }

    /// Returns the input of the frame that begins at `time`, and the time until which the buttons
    /// stay the same.
    pub(in crate::exact) fn input(&self, walk: i32, time: u32) -> (Input, u32) {
        let input = Input::walking(walk)
            .with_jump(self.jump.contains(&time))
            .with_down(self.down && time == 0);
        let changes = [u32::from(self.down), self.jump.start, self.jump.end];
        (input, changes.into_iter().find(|&change| change > time).unwrap_or(u32::MAX))
    }
}

/// The simulation of a rise and fall. The default starts at rest on a row boundary.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct VerticalProfile {
    /// Height above the row boundary from which rows are counted.
    pub(in crate::exact) height: i32,
    pub(in crate::exact) speed: i32,
    /// Frames since the move began. Starts at 1 if the first frame leaves a ledge or drops, because
    /// that frame does not follow the usual rules of motion.
    pub(in crate::exact) time: u32,
    /// The frame in which a jump begins, if any.
    pub(in crate::exact) jump: Option<u32>,
    pub(in crate::exact) buttons: Buttons,
}

impl VerticalProfile {
    /// Simulates one frame with the same speeds as [`Character::step`].
    fn advance(&mut self, character: &Character) {
        if self.jump == Some(self.time) {
            self.speed = character.jump;
        } else {
            self.speed = (self.speed - character.gravity).max(-character.max_fall);
            if !self.buttons.jump.contains(&self.time) && self.speed > 0 {
                self.speed = self.speed.min(character.cut);
            }
        }
        self.time += 1;
        self.height += self.speed;
    }

    /// Returns all events until the body has fallen through a level of `rows` rows, or has risen
    /// above every level: a start in the air may rise for very long.
    pub(super) fn events(mut self, character: &Character, rows: i32) -> Vec<Event> {
        let tile = character.tile[1];
        let standing = body_rows(character);
        let overlapped = |height: i32| {
            (height.div_euclid(tile), (height + character.size[1] - 1).div_euclid(tile))
        };
        let mut events = Vec::new();
        // A frame moves less than a tile, so that at most one row is entered and one is left.
        let mut before = overlapped(self.height);
        let mut leave = None;
        let mut enter = |time, (lowest, top): (i32, i32), leave, change| {
            let body = BodyRows { lowest, extra: top - lowest + 1 > standing };
            let entered = if change == Change::Rise { top } else { lowest };
            events.push(Event { time, leave, body, entered, change });
        };
        if self.buttons.down {
            enter(self.time, before, None, Change::Drop);
        }
        let lowest = -rows - 1;
        while before.0 >= lowest && before.1 <= i32::from(Tiles::MAX_SIDE) {
            if self.is_at_full_speed(character) {
                self.skip_to_next_change(before, character);
            }
            self.advance(character);
            let after = overlapped(self.height);
            if after.0 < lowest {
                break;
            }
            if after.1 > before.1 && self.speed > 0 {
                enter(self.time, after, leave.take(), Change::Rise);
            } else if after.0 < before.0 {
                enter(self.time, after, leave.take(), Change::Fall);
            } else if after != before {
                // Only left: attached to the next event, since no obstacle can be met before.
                leave = Some(Leave { time: self.time, lowest: after.0 });
            }
            before = after;
        }
        events
    }

    /// Returns true if the body falls at full speed and nothing will change that.
    fn is_at_full_speed(&self, character: &Character) -> bool {
        let settled = self.jump.is_none_or(|jump| self.time > jump);
        settled && self.speed <= -character.max_fall
    }

    /// Jumps to the frame before a fall at full speed changes the overlapped rows.
    fn skip_to_next_change(&mut self, (lowest, top): (i32, i32), character: &Character) {
        let (tile, fall) = (character.tile[1], character.max_fall);
        let above_lowest = self.height - lowest * tile;
        let above_top = self.height + character.size[1] - 1 - top * tile;
        let frames = above_lowest.min(above_top) / fall;
        self.time += frames.cast_unsigned();
        self.height -= frames * fall;
    }
}

/// The number of rows that a body overlaps if its feet are on a row boundary.
pub(in crate::exact) const fn body_rows(character: &Character) -> i32 {
    (character.size[1] - 1) / character.tile[1] + 1
}
