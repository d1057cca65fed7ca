//! The vertical half of every move: which rows the body overlaps in which frame. It depends on the
//! character alone, not on the level.
//!
//! `vertical_profile.rs` simulates a rise and fall with given buttons and lists the frames in which
//! the body enters or leaves a row. A *flight* is such a vertical profile plus the flights that
//! branch off from it, so that a shared beginning is flown once. The profiles that start from the
//! ground belong to the kinds of moves (`moves/kinds/`).

mod vertical_profile;

pub(super) use vertical_profile::{BodyRows, Buttons, Change, Event, VerticalProfile, body_rows};

use std::ops::Range;

use crate::Character;
use crate::exact::index::narrow;

/// A vertical trajectory: buttons, events, and the flights that branch off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flight {
    pub(super) buttons: Buttons,
    /// True if the first frame leaves a ledge.
    pub(super) leaves_a_ledge: bool,
    /// All events since the move began, including those shared with the parent.
    pub(super) events: Vec<Event>,
    /// The number of events shared with the parent.
    pub(super) shared: usize,
    /// Flights that equal this one up to an event and branch off before it: the index of the event
    /// and the flight's number, in the order of the events.
    pub(super) branches: Vec<(usize, u16)>,
    /// The first event from which on the flight only falls and no other branches off.
    pub(super) falls_from: usize,
}

impl Flight {
    pub(super) fn new(profile: VerticalProfile, character: &Character, rows: i32) -> Self {
        let leaves_a_ledge = profile.time > 0 && !profile.buttons.down;
        let buttons = profile.buttons.clone();
        let events = profile.events(character, rows);
        let falls_from = events.iter().rposition(|event| event.change != Change::Fall);
        let falls_from = falls_from.map_or(0, |last| last + 1);
        Self { buttons, leaves_a_ledge, events, shared: 0, branches: Vec::new(), falls_from }
    }
}

/// All flights of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flights {
    pub(super) all: Vec<Flight>,
    /// The fall from under a ceiling. Rows are counted from the ceiling's row, time from the bump.
    pub(super) bump: Vec<Event>,
    /// The largest number of frames between two events.
    pub(super) longest_pause: u32,
}

/// Limit on the number of jumps of a start in the air: twice the limit for a character. With far
/// more coyote time planning is slow, and more than 65,535 flights cannot be numbered.
const MAX_JUMPS_IN_THE_AIR: u32 = 4096;

/// The largest number of frames for which the button is held in a start in the air. A step can only
/// cause rises of about as many frames; a game can cause longer ones.
const MAX_HOLD_IN_THE_AIR: u32 = 600;

/// Marks a flight without a bump into a ceiling.
pub(super) const NO_BUMP: u16 = u16::MAX;

impl Flights {
    /// Returns a table without flights that knows only the fall from under a ceiling.
    pub(super) fn new(character: &Character, rows: i32) -> Self {
        let bump = VerticalProfile { height: -character.size[1], ..VerticalProfile::default() };
        Self { all: Vec::new(), bump: bump.events(character, rows), longest_pause: 0 }
    }

    /// The largest number of grace frames (coyote time) with which a start in the air is planned.
    /// No step grants as much.
    pub(super) fn max_grace_in_the_air(character: &Character) -> u8 {
        u8::try_from(MAX_JUMPS_IN_THE_AIR / character.different_holds()).unwrap_or(u8::MAX)
    }

    /// Returns the flights of a body in the air, `height` above a row boundary, with at most
    /// [`max_grace_in_the_air`](Self::max_grace_in_the_air) grace frames. The others branch off
    /// from the first flight.
    pub(super) fn from_air(
        character: &Character,
        rows: i32,
        height: i32,
        speed: i32,
        grace: u8,
    ) -> Self {
        let flight = |hold, jump: Option<u32>| {
            let wait = jump.unwrap_or(0);
            let buttons = Buttons::jump(wait..wait + hold);
            let profile = VerticalProfile { height, speed, time: 0, jump, buttons };
            Flight::new(profile, character, rows)
        };
        let mut flights = Self::new(character, rows);
        // In coyote time, pressing the button would start a jump, so it is not held before.
        // Otherwise, holding the button makes a difference until the speed has fallen to the cut.
        let useful = (speed - character.cut).max(0) / character.gravity;
        let useful = useful.cast_unsigned().min(MAX_HOLD_IN_THE_AIR);
        let longest = if grace > 0 { 0 } else { useful };
        let first = flights.add_held(0, 0..longest, |hold| flight(hold, None));
        for wait in 0..u32::from(grace) {
            let holds = 1..character.different_holds();
            let jump = flights.add_held(wait, holds, |hold| flight(hold, Some(wait)));
            // Until the jump begins, all of these fall like the first flight.
            flights.branch(first, jump, wait);
        }
        flights.with_longest_pause()
    }

    /// Sets the longest pause between events, after all flights were added.
    pub(super) fn with_longest_pause(mut self) -> Self {
        let profiles = self.all.iter().map(|flight| &flight.events).chain([&self.bump]);
        // No interval spreads for longer than this between two rows.
        let pauses = profiles.flat_map(|events| {
            let before = [0].into_iter().chain(events.iter().map(|event| event.time));
            events.iter().zip(before).map(|(event, before)| event.time - before)
        });
        self.longest_pause = pauses.max().unwrap_or(0);
        self
    }

    /// Adds a flight and returns its number.
    pub(super) fn add(&mut self, flight: Flight) -> u16 {
        self.all.push(flight);
        narrow(self.all.len() - 1)
    }

    /// Adds one flight for each number of frames for which the button is held from `wait` on.
    /// Returns the number of the longest hold, from which the others branch off.
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

    /// Makes `child` branch off from `parent` after a time.
    pub(super) fn branch(&mut self, parent: u16, child: u16, time: u32) {
        let events = &self.all[usize::from(parent)].events;
        let shared = events.partition_point(|event| event.time <= time);
        let parent = &mut self.all[usize::from(parent)];
        parent.branches.push((shared, child));
        parent.falls_from = parent.falls_from.max(shared);
        self.all[usize::from(child)].shared = shared;
    }

    /// Returns the events of a flight, or of the fall after a bump.
    #[inline]
    pub(super) fn events(&self, flight: u16, bump: u16) -> &[Event] {
        if bump == NO_BUMP { &self.flight(flight).events } else { &self.bump }
    }

    pub(super) fn flight(&self, number: u16) -> &Flight {
        &self.all[usize::from(number)]
    }
}
