//! The vertical half of every move: which rows the body overlaps in which
//! frame. It depends on the character alone, not on the level.

use super::cover::{Cover, find_covers};
use super::link::NO_BUMP;
use super::rows::standing_rows;
use crate::Character;

/// What happens in a frame in which a row is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// A row is entered from below.
    Rise,
    /// A row is entered from above.
    Fall,
    /// A row of one-way tiles on which the body stood is entered from above.
    Drop,
}

/// A frame in which a row is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Event {
    /// Frames since the move began.
    pub(super) time: u32,
    /// Since the event before, a row may have been left.
    pub(super) leave: Option<Leave>,
    /// The lowest row overlapped afterwards, counted from the row in which the
    /// body stood (or whose ceiling it touched).
    pub(super) lowest: i32,
    /// Whether it overlaps one row more than when standing afterwards.
    pub(super) one_more: bool,
    pub(super) change: Change,
}

/// A frame in which a row is left and none entered: as many rows are overlapped
/// as when standing, until the next is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leave {
    /// Frames since the move began.
    pub(super) time: u32,
    /// The lowest row overlapped then, counted as in [`Event`].
    pub(super) lowest: i32,
}

/// A move, as the player makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Walking over a gap no wider than a step.
    Step,
    /// Walking off a ledge.
    WalkOff,
    /// Dropping through one-way tiles.
    Drop,
    /// A jump, `wait` frames after the move began, with the button held for
    /// `hold` frames. A jump from the ground has `wait` 0; a jump in grace
    /// begins after the frame that leaves the ledge.
    Jump { wait: u32, hold: u32 },
    /// A flight that begins in the air, the button held from a frame on for
    /// `hold` frames; in grace, a jump begins then.
    Air { wait: u32, hold: u32 },
}

impl Action {
    /// Whether the jump button is held in the frame that begins at a time.
    pub(super) const fn holds_jump(self, time: u32) -> bool {
        match self {
            Self::Jump { wait, hold } | Self::Air { wait, hold } => {
                wait <= time && time < wait + hold
            }
            Self::Step | Self::WalkOff | Self::Drop => false,
        }
    }

    /// Whether down is pressed in the frame that begins at a time.
    pub(super) const fn presses_down(self, time: u32) -> bool {
        matches!(self, Self::Drop) && time == 0
    }

    /// When, after a time, another button may be pressed or released.
    pub(super) fn next_press(self, time: u32) -> u32 {
        let changes = match self {
            Self::Jump { wait, hold } | Self::Air { wait, hold } => [wait, wait + hold],
            Self::Step | Self::WalkOff | Self::Drop => [1; 2],
        };
        changes.into_iter().find(|&change| change > time).unwrap_or(u32::MAX)
    }

    /// Whether its first frame leaves a ledge.
    pub(super) const fn leaves_a_ledge(self) -> bool {
        match self {
            Self::WalkOff => true,
            Self::Jump { wait, .. } => wait > 0,
            Self::Step | Self::Drop | Self::Air { .. } => false,
        }
    }
}

/// A move's vertical course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flight {
    pub(super) action: Action,
    /// From the beginning of the move, also the part it shares with its parent.
    pub(super) events: Vec<Event>,
    /// How many events it shares with its parent.
    pub(super) shared: usize,
    /// Flights that are this one up to an event: before that event they turn
    /// away. In the order of their events.
    pub(super) branches: Vec<(usize, u16)>,
    /// From where on it only repeats others, in the order of its events.
    pub(super) covers: Vec<Cover>,
    /// The first event from which on it only falls, and none turns away.
    pub(super) falls: usize,
    /// The first event that repeats another.
    pub(super) repeats: usize,
}

impl Flight {
    fn new(action: Action, events: Vec<Event>) -> Self {
        let falls = events.iter().rposition(|event| event.change != Change::Fall);
        let falls = falls.map_or(0, |last| last + 1);
        let (branches, covers) = (Vec::new(), Vec::new());
        Self { action, events, shared: 0, branches, covers, falls, repeats: usize::MAX }
    }
}

/// All vertical courses of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flights {
    pub(super) all: Vec<Flight>,
    /// Falling from under a ceiling; rows are counted from the ceiling's, time
    /// from the bump.
    pub(super) bump: Vec<Event>,
    /// The most frames between two events.
    pub(super) longest_pause: u32,
}

/// Number of the flight over a gap no wider than a step.
pub(super) const STEP: u16 = 0;
/// Number of the flight off a ledge.
pub(super) const WALK_OFF: u16 = 1;
/// Number of the flight through one-way tiles.
pub(super) const DROP: u16 = 2;
/// Number of the jump from the ground with the longest hold.
pub(super) const JUMP: u16 = 3;

impl Flights {
    /// The flights of a character in a level of so many rows, with or without
    /// jumps in grace.
    pub(super) fn new(character: &Character, rows: i32, with_grace: bool) -> Self {
        let course =
            |action| Flight::new(action, Course::of(character, action).events(character, rows));
        let step = Flight::new(Action::Step, Vec::new());
        let mut flights = Self {
            all: vec![step, course(Action::WalkOff), course(Action::Drop)],
            bump: Course::bump(character).events(character, rows),
            longest_pause: 0,
        };
        flights.add_jumps(0, character, |hold| course(Action::Jump { wait: 0, hold }));
        if with_grace {
            for waited in 0..u32::from(character.grace_frames) {
                let wait = waited + 1;
                let jump = |hold| course(Action::Jump { wait, hold });
                let first = flights.add_jumps(wait, character, jump);
                flights.branch(WALK_OFF, first, wait);
            }
        }
        let order = flights.order();
        find_covers(&mut flights.all, &order);
        flights.with_longest_pause()
    }

    /// The flights of a body in the air, `height` above a boundary of rows. The
    /// first of them is the one from which the others branch off.
    pub(super) fn from_air(
        character: &Character,
        rows: i32,
        height: i32,
        speed: i32,
        grace: u8,
    ) -> Self {
        let course = |action, jump| {
            let course =
                Course { height: i64::from(height), speed, jump, ..Course::of(character, action) };
            Flight::new(action, course.events(character, rows))
        };
        let bump = Course::bump(character).events(character, rows);
        let mut flights = Self { all: Vec::new(), bump, longest_pause: 0 };
        // In grace the button would begin a jump, so it is not held before.
        let useful = (speed - character.cut).max(0) / character.gravity;
        let longest = if grace > 0 { 0 } else { useful.cast_unsigned().min(600) };
        flights.all.push(course(Action::Air { wait: 0, hold: longest }, None));
        for hold in 0..longest {
            let tail = number(flights.all.len());
            flights.all.push(course(Action::Air { wait: 0, hold }, None));
            flights.branch(0, tail, hold);
        }
        for wait in 0..u32::from(grace) {
            let jump = |hold| course(Action::Air { wait, hold }, Some(wait));
            let first = flights.add_jumps(wait, character, jump);
            flights.branch(0, first, wait);
        }
        flights.with_longest_pause()
    }

    /// Notes the longest pause between the events of these courses.
    fn with_longest_pause(mut self) -> Self {
        let courses = self.all.iter().map(|flight| &flight.events).chain([&self.bump]);
        let pauses = courses.flat_map(|events| {
            let before = [0].into_iter().chain(events.iter().map(|event| event.time));
            events.iter().zip(before).map(|(event, before)| event.time - before)
        });
        self.longest_pause = pauses.max().unwrap_or(0);
        self
    }

    /// Adds the jumps after a wait; gives the number of the one held longest,
    /// from which the others branch off.
    fn add_jumps(&mut self, wait: u32, character: &Character, jump: impl Fn(u32) -> Flight) -> u16 {
        let holds = character.different_holds();
        let longest = number(self.all.len());
        self.all.push(jump(holds));
        for hold in 1..holds {
            let tail = number(self.all.len());
            self.all.push(jump(hold));
            self.branch(longest, tail, wait + hold);
        }
        longest
    }

    /// Makes `child` turn away from `parent` after a time.
    fn branch(&mut self, parent: u16, child: u16, time: u32) {
        let events = &self.all[usize::from(parent)].events;
        let shared = events.partition_point(|event| event.time <= time);
        let parent = &mut self.all[usize::from(parent)];
        parent.branches.push((shared, child));
        parent.falls = parent.falls.max(shared);
        self.all[usize::from(child)].shared = shared;
    }

    /// The flights from the ground in the order in which they are flown: who
    /// lands earlier, first.
    fn order(&self) -> Vec<u16> {
        let mut order = vec![DROP, WALK_OFF];
        let grace = self.flight(WALK_OFF).branches.iter().map(|&(_, jump)| jump);
        for longest in [JUMP].into_iter().chain(grace) {
            order.extend(self.flight(longest).branches.iter().map(|&(_, shorter)| shorter));
            order.push(longest);
        }
        order
    }

    /// The events of a flight, or of the fall after a bump.
    #[inline]
    pub(super) fn events(&self, flight: u16, bump: u16) -> &[Event] {
        if bump == NO_BUMP { &self.flight(flight).events } else { &self.bump }
    }

    pub(super) fn flight(&self, number: u16) -> &Flight {
        &self.all[usize::from(number)]
    }
}

fn number(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

/// A rise and fall, frame by frame.
#[derive(Debug, Clone)]
struct Course {
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
    fn of(character: &Character, action: Action) -> Self {
        let rest = Self { height: 0, speed: 0, time: 0, jump: None, held: 0..0, drops: false };
        match action {
            // The frame that leaves the ledge neither falls nor rises.
            Action::Step | Action::WalkOff => Self { time: 1, ..rest },
            Action::Drop => Self {
                height: -i64::from(character.gravity),
                speed: -character.gravity,
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

    fn bump(character: &Character) -> Self {
        let height = -i64::from(character.size[1]);
        Self { height, speed: 0, time: 0, jump: None, held: 0..0, drops: false }
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
    fn events(mut self, character: &Character, rows: i32) -> Vec<Event> {
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
        let mut enter = |time, (lowest, top): (i64, i64), leave, change| {
            let one_more = top - lowest + 1 > standing;
            events.push(Event { time, leave, lowest: row(lowest), one_more, change });
        };
        if self.drops {
            enter(self.time, before, None, Change::Drop);
        }
        let lowest = -i64::from(rows) - 1;
        while before.0 >= lowest {
            let settled = self.jump.is_none_or(|jump| self.time > jump);
            if settled && self.speed <= -character.max_fall {
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
                leave = Some(Leave { time: self.time, lowest: row(after.0) });
            }
            before = after;
        }
        events
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
