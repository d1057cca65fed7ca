//! The platformer page: a level, a character in it, and its plan.

mod ghost;
mod level;
mod motion;
mod orders;
mod shown;
mod spans;
mod tiles;
mod words;

use tautline::platformer::exact::{Axis, Plan, Planner, PlannerOptions, Scratch, WalkableSpan};
use tautline::platformer::{Body, Character, Physics, State, Tiles};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::{Answer, fault};
use ghost::Ghost;
use spans::Spans;

/// A level, a character in it, and its plan.
///
/// Positions are in pixels from the lower left corner of the level, y up; the position of a body is its lower left
/// corner. Cells are counted from the lower left corner, too.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stage {
    planner: Planner,
    scratch: Scratch,
    name: String,
    state: State,
    /// The number of frames since the character was placed or sent.
    frame: u32,
    plan: Plan,
    /// The start of the plan.
    start: State,
    goal: Option<[i32; 2]>,
    ghost: Ghost,
    message: String,
    milliseconds: f64,
    spans: Spans,
}

#[wasm_bindgen]
impl Stage {
    /// Opens a level from a file, whose extension is that of its format, for a body with a size in pixels that
    /// jumps 1 to 6 tiles high.
    ///
    /// # Errors
    ///
    /// If the file is not a level, the level is too large for a page, or the body fits nowhere.
    pub fn open(
        name: &str,
        bytes: &[u8],
        width: f64,
        height: f64,
        jump: u8,
        digital: bool,
    ) -> Answer<Stage> {
        let tiles = level::read(name, bytes)?;
        let planner = planner(tiles, width, height, jump, digital)?;
        let mut stage = Self {
            spans: Spans::of(&planner),
            planner,
            scratch: Scratch::new(),
            name: name.to_owned(),
            state: State::standing(0, 0),
            frame: 0,
            plan: Plan::default(),
            start: State::standing(0, 0),
            goal: None,
            ghost: Ghost::default(),
            message: String::new(),
            milliseconds: 0.0,
        };
        stage.place_on_widest_span()?;
        Ok(stage)
    }

    /// Changes the body, the jump or the axis. The character keeps its position if it fits there.
    ///
    /// # Errors
    ///
    /// If the body fits nowhere; then nothing changes.
    pub fn reshape(&mut self, width: f64, height: f64, jump: u8, digital: bool) -> Answer<()> {
        let tiles = self.planner.tiles().clone();
        let before =
            std::mem::replace(&mut self.planner, planner(tiles, width, height, jump, digital)?);
        self.spans = Spans::of(&self.planner);
        self.halt();
        let position = [self.state.x, self.state.y];
        if self.planner.character().fits(position, self.planner.tiles()) {
            if self.state.is_grounded() && !self.is_supported() {
                self.state = State::flying(self.state.x, self.state.y, 0);
            }
            return Ok(());
        }
        let outcome = self.place_on_widest_span();
        if outcome.is_err() {
            self.spans = Spans::of(&before);
            self.planner = before;
        }
        outcome
    }

    /// Returns the name of the level.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Returns the width and height of the body.
    pub fn body(&self) -> Vec<f64> {
        self.pixels(self.planner.character().body_size()).into()
    }
}

impl Stage {
    /// Places the character on the widest span.
    fn place_on_widest_span(&mut self) -> Answer<()> {
        let Some(WalkableSpan { y, low, high }) = self.spans.widest() else {
            return Err(fault("a character of this size can stand nowhere in this level"));
        };
        let tile = self.planner.character().tile_size()[0];
        self.state = State::standing((low + tile).min(high), y);
        self.halt();
        Ok(())
    }

    fn is_supported(&self) -> bool {
        let position = [self.state.x, self.state.y];
        self.planner.character().is_supported(position, self.planner.tiles())
    }

    fn pixels(&self, position: [i32; 2]) -> [f64; 2] {
        self.planner.character().to_pixels(position)
    }
}

/// Creates a planner for a body with a size in pixels that jumps 1 to 6 tiles high.
fn planner(tiles: Tiles, width: f64, height: f64, jump: u8, digital: bool) -> Answer<Planner> {
    let mut physics = Physics::default();
    physics.jump = Physics::jump_for_tiles(jump).unwrap_or(physics.jump);
    let character = Character::new(&physics, Body { width, height }).map_err(fault)?;
    let mut options = PlannerOptions::default();
    options.axis = if digital { Axis::Digital } else { Axis::Analog };
    Planner::new(tiles, character, options).map_err(fault)
}
