//! Goals, plans, and the inputs of moves.
//!
//! A move is one traversal of a link. It consists of legs (`legs.rs`), in each of which the
//! overlapped rows stay the same. `script.rs` chooses the position at the end of each leg, and with
//! it the input of each frame. `error.rs` lists the reasons why there may be no plan.

mod error;
mod legs;
mod script;

pub use error::{PlanError, PlannerError};
pub(super) use legs::Move;
pub(super) use script::ScriptScratch;

use std::fmt;

use crate::{Character, Input, State, Tiles};

/// The goal of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Goal {
    /// Stand with the body's lower left corner exactly at a position, in subpixels. With a digital
    /// axis, most positions are out of reach: all that are not a whole number of walk steps from
    /// the start or from a wall on the way. Use a [cell](Self::Cell) there.
    At {
        /// Left side of the body.
        x: i32,
        /// Lower side of the body.
        y: i32,
    },
    /// Stand with the body's lower left corner anywhere in a cell.
    Cell {
        /// Column, from the left.
        column: i32,
        /// Row, from below.
        row: i32,
    },
}

/// Formats as `at (3, 57600) subpixels` or `cell 4,2`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { x, y } => write!(f, "at ({x}, {y}) subpixels"),
            Self::Cell { column, row } => write!(f, "cell {column},{row}"),
        }
    }
}

/// The position of the character after a number of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waypoint {
    /// Frames since the start of the plan.
    pub frame: u32,
    /// The lower left corner of the body, in subpixels.
    pub position: [i32; 2],
}

/// The inputs, frame by frame, that lead to a goal. A plan is valid from the state it was made for,
/// see [`replay`](Self::replay).
///
/// Within a plan, the jump button is released in the frame before each jump. [`Character::step`]
/// does not require that, but the physics of many games do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan {
    /// Inputs and the number of frames for which each is given, at least 1.
    pub inputs: Vec<(Input, u32)>,
    /// The start, every take-off and landing, and the end.
    pub waypoints: Vec<Waypoint>,
    /// The number of frames.
    pub frames: u32,
}

impl Plan {
    /// Returns the input of a frame, counted from 0; `None` after the end. O(inputs).
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

    /// Returns the position at the end, in subpixels; `None` for an empty plan.
    #[must_use]
    pub fn end(&self) -> Option<[i32; 2]> {
        self.waypoints.last().map(|waypoint| waypoint.position)
    }

    /// Returns the state after each frame, from `start` on, by [`Character::step`].
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

    /// Adds a waypoint at the current frame.
    pub(super) fn mark(&mut self, position: [i32; 2]) {
        let waypoint = Waypoint { frame: self.frames, position };
        if self.waypoints.last() != Some(&waypoint) {
            self.waypoints.push(waypoint);
        }
    }
}
