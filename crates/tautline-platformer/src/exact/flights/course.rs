//! The physics of a rise and fall: which rows the body overlaps in which frame.

use super::action::Action;
use crate::Character;

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

/// A frame in which a row is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Event {
    /// Frames since the move began.
    pub(in crate::exact) time: u32,
    /// Since the event before, a row may have been left.
    pub(in crate::exact) leave: Option<Leave>,
    /// The lowest row overlapped afterwards, counted from the row in which the
    /// body stood (or whose ceiling it touched).
    pub(in crate::exact) lowest: i32,
    /// Whether it overlaps one row more than when standing afterwards.
    pub(in crate::exact) one_more: bool,
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

/// A rise and fall, frame by frame.
#[derive(Debug, Clone)]
pub(super) struct Course {
    /// Height above the boundary of rows at which rows are counted from.
    height: i64,
    speed: i32,
    time: u32,
    /// When a jump begins, if one does.
    jump: Option<u32>,
    /// From when until when the jump button is held.
    held: std::ops::Range<u32>,
    drops: bool,
}

impl Course {
    /// That of an action which begins on a boundary of rows.
    pub(super) fn of(character: &Character, action: Action) -> Self {
        let rest = Self { height: 0, speed: 0, time: 0, jump: None, held: 0..0, drops: false };
        match action {
            // The frame that leaves the ledge neither falls nor rises.
            Action::Step | Action::WalkOff => Self { time: 1, ..rest },
            Action::Drop => Self {
                height: -i64::from(character.drop_step()),
                speed: -character.drop_step(),
                time: 1,
                drops: true,
                ..rest
            },
            Action::Jump { wait, hold } => {
                Self { time: wait.min(1), jump: Some(wait), held: wait..wait + hold, ..rest }
            }
            Action::Air { wait, hold } => Self { held: wait..wait + hold, ..rest },
        }
    }

    /// That of a body which has touched a ceiling; rows are counted from the ceiling.
    pub(super) fn bump(character: &Character) -> Self {
        let height = -i64::from(character.size[1]);
        Self { height, speed: 0, time: 0, jump: None, held: 0..0, drops: false }
    }

    /// The same buttons in the air: above a boundary of rows, at a speed, with a jump
    /// that begins at a time, or none.
    pub(super) fn in_air(self, height: i32, speed: i32, jump: Option<u32>) -> Self {
        Self { height: i64::from(height), speed, jump, ..self }
    }

    /// One frame, as [`Character::step`] computes speeds.
    fn advance(&mut self, character: &Character) {
        if self.jump == Some(self.time) {
            self.speed = character.jump;
        } else {
            self.speed = (self.speed - character.gravity).max(-character.max_fall);
            if !self.held.contains(&self.time) && self.speed > 0 {
                self.speed = self.speed.min(character.cut);
            }
        }
        self.time += 1;
        self.height += i64::from(self.speed);
    }

    /// All changes of rows until it has fallen through a level of so many rows.
    pub(super) fn events(mut self, character: &Character, rows: i32) -> Vec<Event> {
        let tile = i64::from(character.tile[1]);
        let standing = i64::from(standing_rows(character));
        let span = |height: i64| {
            let top = (height + i64::from(character.size[1]) - 1).div_euclid(tile);
            (height.div_euclid(tile), top)
        };
        let row = |row: i64| i32::try_from(row).unwrap_or(i32::MIN);
        let mut events = Vec::new();
        let mut before = span(self.height);
        let mut leave = None;
        let mut enter = |course: &Self, (lowest, top): (i64, i64), leave, change| {
            let one_more = top - lowest + 1 > standing;
            let (time, lowest) = (course.time, row(lowest));
            events.push(Event { time, leave, lowest, one_more, change });
        };
        if self.drops {
            enter(&self, before, None, Change::Drop);
        }
        let lowest = -i64::from(rows) - 1;
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
                enter(&self, after, leave.take(), Change::Rise);
            } else if after.0 < before.0 {
                enter(&self, after, leave.take(), Change::Fall);
            } else if after != before {
                leave = Some(Leave { time: self.time, lowest: row(after.0) });
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
    fn skip_to_next_change(&mut self, (lowest, top): (i64, i64), character: &Character) {
        let tile = i64::from(character.tile[1]);
        let fall = i64::from(character.max_fall);
        let above_lowest = self.height - lowest * tile;
        let above_top = self.height + i64::from(character.size[1]) - 1 - top * tile;
        let frames = above_lowest.min(above_top) / fall;
        self.time += u32::try_from(frames).unwrap_or(0);
        self.height -= frames * fall;
    }
}

/// How many rows a body overlaps whose lower side is on a boundary of rows.
pub(in crate::exact) const fn standing_rows(character: &Character) -> i32 {
    (character.size[1] - 1) / character.tile[1] + 1
}
