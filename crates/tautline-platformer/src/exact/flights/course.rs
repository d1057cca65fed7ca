//! The physics of a rise and fall: which rows the body overlaps in which frame.

use std::ops::Range;

use crate::{Character, Input};

/// The rows that a body overlaps: from the lowest on as many as when it stands, or one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct BodyRows {
    pub(in crate::exact) lowest: i32,
    pub(in crate::exact) extra: bool,
}

impl BodyRows {
    /// As many as when the body stands in a row.
    pub(in crate::exact) const fn standing(lowest: i32) -> Self {
        Self { lowest, extra: false }
    }

    /// The same, if they were counted from a row.
    #[inline]
    pub(in crate::exact) const fn above(self, row: i32) -> Self {
        Self { lowest: row + self.lowest, ..self }
    }
}

/// What happens in a frame in which a row is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) enum Change {
    /// A row is entered from below.
    Rise,
    /// A row is entered from above.
    Fall,
    /// A row of one-way tiles on which the body stood is entered from above.
    Drop,
}

/// A frame in which a row is entered. Rows are counted from that in which the body stood (or
/// whose ceiling it touched).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Event {
    /// Frames since the move began.
    pub(in crate::exact) time: u32,
    /// Since the event before, a row may have been left.
    pub(in crate::exact) leave: Option<Leave>,
    /// The rows overlapped afterwards.
    pub(in crate::exact) body: BodyRows,
    /// The row that is entered.
    pub(in crate::exact) entered: i32,
    pub(in crate::exact) change: Change,
}

/// A frame in which a row is left and none entered: as many rows are overlapped
/// as when standing, until the next is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Leave {
    /// Frames since the move began.
    pub(in crate::exact) time: u32,
    /// The lowest row overlapped then, counted as in [`Event`].
    pub(in crate::exact) lowest: i32,
}

/// Which buttons are held when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::exact) struct Buttons {
    /// The frames in which the jump button is held.
    pub(in crate::exact) jump: Range<u32>,
    /// Whether down is pressed in the first frame.
    pub(in crate::exact) down: bool,
}

impl Buttons {
    /// The input of the frame that begins at a time, with a walk, and until when the buttons
    /// stay the same.
    pub(in crate::exact) fn input(&self, walk: i32, time: u32) -> (Input, u32) {
        let input = Input { walk, jump: self.jump.contains(&time), down: self.down && time == 0 };
        let changes = [u32::from(self.down), self.jump.start, self.jump.end];
        (input, changes.into_iter().find(|&change| change > time).unwrap_or(u32::MAX))
    }
}

/// A rise and fall, frame by frame. By default it begins on a boundary of rows, at rest.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Course {
    /// Height above the boundary of rows at which rows are counted from.
    pub(in crate::exact) height: i32,
    pub(in crate::exact) speed: i32,
    /// Frames since the move began: 1 if the first leaves a ledge, or drops, and so neither
    /// falls nor rises as others do.
    pub(in crate::exact) time: u32,
    /// When a jump begins, if one does.
    pub(in crate::exact) jump: Option<u32>,
    pub(in crate::exact) buttons: Buttons,
}

impl Course {
    /// One frame, as [`Character::step`] computes speeds.
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

    /// All changes of rows until it has fallen through a level of so many rows.
    pub(super) fn events(mut self, character: &Character, rows: i32) -> Vec<Event> {
        let tile = character.tile[1];
        let standing = standing_rows(character);
        let span = |height: i32| {
            (height.div_euclid(tile), (height + character.size[1] - 1).div_euclid(tile))
        };
        let mut events = Vec::new();
        let mut before = span(self.height);
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
        while before.0 >= lowest {
            if self.is_at_full_speed(character) {
                self.skip_to_next_change(before, character);
            }
            self.advance(character);
            let after = span(self.height);
            if after.0 < lowest {
                break;
            }
            if after.1 > before.1 && self.speed > 0 {
                enter(self.time, after, leave.take(), Change::Rise);
            } else if after.0 < before.0 {
                enter(self.time, after, leave.take(), Change::Fall);
            } else if after != before {
                leave = Some(Leave { time: self.time, lowest: after.0 });
            }
            before = after;
        }
        events
    }

    /// Whether it falls at full speed, for ever.
    fn is_at_full_speed(&self, character: &Character) -> bool {
        let settled = self.jump.is_none_or(|jump| self.time > jump);
        settled && self.speed <= -character.max_fall
    }

    /// A fall at full speed changes nothing until it leaves its lowest or its
    /// topmost row: goes to the frame before that.
    fn skip_to_next_change(&mut self, (lowest, top): (i32, i32), character: &Character) {
        let (tile, fall) = (character.tile[1], character.max_fall);
        let above_lowest = self.height - lowest * tile;
        let above_top = self.height + character.size[1] - 1 - top * tile;
        let frames = above_lowest.min(above_top) / fall;
        self.time += frames.cast_unsigned();
        self.height -= frames * fall;
    }
}

/// How many rows a body overlaps whose lower side is on a boundary of rows.
pub(in crate::exact) const fn standing_rows(character: &Character) -> i32 {
    (character.size[1] - 1) / character.tile[1] + 1
}
