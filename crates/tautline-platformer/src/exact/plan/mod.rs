//! What a plan is, how it is asked for, and what to press for one of its moves.
//!
//! Goals and plans are here; `error.rs` says why there may be no plan. A move from a
//! place to a place by a link is a row of legs (`legs.rs`), stretches in which the
//! overlapped rows stay the same; `script.rs` chooses where in x each of them ends, and
//! so what is pressed in each frame.

mod error;
mod legs;
mod script;

pub use error::{PlanError, PlannerError};
pub(super) use legs::Move;
pub(super) use script::ScriptMemory;

use std::fmt;

use crate::{Character, Input, State, Tiles};

/// Where to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Goal {
    /// To stand with the body's lower left corner exactly at a place, in
    /// subpixels. With a digital axis most places are out of reach: those that
    /// are no whole number of walk steps from the start, or from a wall on the
    /// way. Ask for a [cell](Self::Cell) there.
    At {
        /// Left side of the body.
        x: i32,
        /// Lower side of the body.
        y: i32,
    },
    /// To stand with the body's lower left corner anywhere in a cell.
    Cell {
        /// Column, from the left.
        column: i32,
        /// Row, from below.
        row: i32,
    },
}

/// In words: `at (3, 57600) subpixels`, `cell 4,2`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { x, y } => write!(f, "at ({x}, {y}) subpixels"),
            Self::Cell { column, row } => write!(f, "cell {column},{row}"),
        }
    }
}

/// A waypoint of a plan: the character's state after a number of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waypoint {
    /// Frames since the plan's beginning.
    pub frame: u32,
    /// Where the body's lower left corner is then, in subpixels.
    pub place: [i32; 2],
}

/// What to press, frame by frame, to arrive. It is played from the state that
/// it was made for, see [`replay`](Self::replay).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan {
    /// Inputs, and for how many frames each is given; never 0 frames.
    pub inputs: Vec<(Input, u32)>,
    /// The start, each take-off and each landing, and the end.
    pub waypoints: Vec<Waypoint>,
    /// The number of frames.
    pub frames: u32,
}

impl Plan {
    /// The input of a frame, counted from 0; `None` after the end. O(inputs).
    #[must_use]
    pub fn input(&self, frame: u32) -> Option<Input> {
        let mut left = frame;
        for &(input, frames) in &self.inputs {
            if left < frames {
                return Some(input);
            }
            left -= frames;
        }
        None
    }

    /// Where the plan leads, in subpixels.
    #[must_use]
    pub fn end(&self) -> Option<[i32; 2]> {
        self.waypoints.last().map(|waypoint| waypoint.place)
    }

    /// The states after each frame, played from `start` by
    /// [`Character::step`].
    pub fn replay<'a>(
        &'a self,
        start: State,
        character: &'a Character,
        tiles: &'a Tiles,
    ) -> impl Iterator<Item = State> + 'a {
        let inputs = self.inputs.iter();
        let frames = inputs.flat_map(|&(input, frames)| (0..frames).map(move |_| input));
        frames.scan(start, move |state, input| {
            *state = character.step(*state, input, tiles);
            Some(*state)
        })
    }

    pub(super) fn clear(&mut self) {
        self.inputs.clear();
        self.waypoints.clear();
        self.frames = 0;
    }

    fn push(&mut self, input: Input, frames: u32) {
        if frames == 0 {
            return;
        }
        self.frames += frames;
        match self.inputs.last_mut() {
            Some((last, count)) if *last == input => *count += frames,
            _ => self.inputs.push((input, frames)),
        }
    }

    /// Notes where the character is now.
    pub(super) fn mark(&mut self, place: [i32; 2]) {
        let waypoint = Waypoint { frame: self.frames, place };
        if self.waypoints.last() != Some(&waypoint) {
            self.waypoints.push(waypoint);
        }
    }
}
