//! The vertical half of every move: which rows the body overlaps in which
//! frame. It depends on the character alone, not on the level.
//!
//! A course (`course.rs`) is what the physics makes of the buttons that the player presses:
//! the frames in which rows are entered and left. A flight, here, is both, and knows which
//! flights turn away from it, so that what they share is flown once. `cover.rs` finds which
//! flights repeat others, only later. The courses from the ground are those of the kinds of
//! moves (`moves/kinds/`).

mod course;
mod cover;

pub(super) use course::{BodyRows, Buttons, Change, Course, Event, standing_rows};

use std::ops::Range;

use crate::Character;
use crate::exact::index::narrow;
use cover::{Cover, find_covers};

/// A move's vertical course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flight {
    pub(super) buttons: Buttons,
    /// Whether its first frame leaves a ledge.
    pub(super) leaves_a_ledge: bool,
    /// From the beginning of the move, also the part it shares with its parent.
    pub(super) events: Vec<Event>,
    /// How many events it shares with its parent.
    pub(super) shared: usize,
    /// Flights that are this one up to an event: before that event they turn
    /// away. In the order of their events.
    pub(super) branches: Vec<(usize, u16)>,
    /// From where on it only repeats others, in the order of its events.
    covers: Vec<Cover>,
    /// The first event from which on it only falls, and none turns away.
    pub(super) falls: usize,
    /// The first event that repeats another.
    pub(super) repeats: usize,
}

impl Flight {
    pub(super) fn new(course: Course, character: &Character, rows: i32) -> Self {
        let leaves_a_ledge = course.time > 0 && !course.buttons.down;
        let buttons = course.buttons.clone();
        let events = course.events(character, rows);
        let falls = events.iter().rposition(|event| event.change != Change::Fall);
        let falls = falls.map_or(0, |last| last + 1);
        let (shared, branches, covers, repeats) = (0, Vec::new(), Vec::new(), usize::MAX);
        Self { buttons, leaves_a_ledge, events, shared, branches, covers, falls, repeats }
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

/// A start in the air has at most so many jumps: twice those that a character may have.
/// Much longer grace takes long to plan in, and more than 65,535 cannot be numbered.
const MOST_JUMPS_IN_THE_AIR: u32 = 4096;

/// A bump that did not happen.
pub(super) const NO_BUMP: u16 = u16::MAX;

impl Flights {
    /// No flights yet, but the fall from under a ceiling.
    pub(super) fn new(character: &Character, rows: i32) -> Self {
        let bump = Course { height: -character.size[1], ..Course::default() };
        Self { all: Vec::new(), bump: bump.events(character, rows), longest_pause: 0 }
    }

    /// With how many frames of grace a flight may begin in the air. More than any step
    /// gives the character.
    pub(super) fn most_grace_in_the_air(character: &Character) -> u8 {
        u8::try_from(MOST_JUMPS_IN_THE_AIR / character.different_holds()).unwrap_or(u8::MAX)
    }

    /// The flights of a body in the air, `height` above a boundary of rows, with no more
    /// grace than [`most_grace_in_the_air`](Self::most_grace_in_the_air). The first of
    /// them is the one from which the others branch off.
    pub(super) fn from_air(
        character: &Character,
        rows: i32,
        height: i32,
        speed: i32,
        grace: u8,
    ) -> Self {
        let flight = |hold, jump: Option<u32>| {
            let wait = jump.unwrap_or(0);
            let buttons = Buttons { jump: wait..wait + hold, down: false };
            let course = Course { height, speed, time: 0, jump, buttons };
            Flight::new(course, character, rows)
        };
        let mut flights = Self::new(character, rows);
        // In grace the button would begin a jump, so it is not held before.
        let useful = (speed - character.cut).max(0) / character.gravity;
        let longest = if grace > 0 { 0 } else { useful.cast_unsigned().min(600) };
        let first = flights.add_held(0, 0..longest, |hold| flight(hold, None));
        for wait in 0..u32::from(grace) {
            let holds = 1..character.different_holds();
            let jump = flights.add_held(wait, holds, |hold| flight(hold, Some(wait)));
            flights.branch(first, jump, wait);
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

    /// Completes flights from the ground, once all were added. Of two, the one that `order`
    /// names first is flown first.
    pub(super) fn in_order(mut self, order: &[u16]) -> Self {
        find_covers(&mut self.all, order);
        self.with_longest_pause()
    }

    /// Adds a flight and returns its number.
    pub(super) fn add(&mut self, flight: Flight) -> u16 {
        self.all.push(flight);
        narrow(self.all.len() - 1)
    }

    /// Adds the flights that hold the button from a time on for so many frames; returns the
    /// number of the one held longest, from which the others branch off.
    pub(super) fn add_held(
        &mut self,
        wait: u32,
        holds: Range<u32>,
        flight: impl Fn(u32) -> Flight,
    ) -> u16 {
        let longest = self.add(flight(holds.end));
        for hold in holds {
            let tail = self.add(flight(hold));
            self.branch(longest, tail, wait + hold);
        }
        longest
    }

    /// Makes `child` turn away from `parent` after a time.
    pub(super) fn branch(&mut self, parent: u16, child: u16, time: u32) {
        let events = &self.all[usize::from(parent)].events;
        let shared = events.partition_point(|event| event.time <= time);
        let parent = &mut self.all[usize::from(parent)];
        parent.branches.push((shared, child));
        parent.falls = parent.falls.max(shared);
        self.all[usize::from(child)].shared = shared;
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
