//! The motion of the character in each frame, by its plan or by hand.

use tautline::platformer::{Input, Stance, State, at_rest_in_cell};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Stage;

#[wasm_bindgen]
impl Stage {
    /// Returns the position of the body.
    pub fn position(&self) -> Vec<f64> {
        self.pixels([self.state.x, self.state.y]).into()
    }

    /// Returns x and y in subpixels; the upward speed in subpixels per frame; the stance (0 on the ground, 1 in the
    /// air, 2 dead); and the remaining frames of coyote time.
    pub fn state(&self) -> Vec<i32> {
        let State { x, y, speed, stance } = self.state;
        let [stance, grace] = match stance {
            Stance::Ground => [0, 0],
            Stance::Air { grace } => [1, grace.into()],
            Stance::Dead => [2, 0],
        };
        vec![x, y, speed, stance, grace]
    }

    /// Returns the number of frames since the character was placed or sent.
    #[wasm_bindgen(getter)]
    pub fn frame(&self) -> u32 {
        self.frame
    }

    /// Places the character in a cell, at rest. Returns false, without any change, if it does not fit there.
    pub fn put(&mut self, column: i32, row: i32) -> bool {
        let (character, tiles) = (self.planner.character(), self.planner.tiles());
        let state = at_rest_in_cell(character, tiles, column, row);
        if !character.fits([state.x, state.y], tiles) {
            return false;
        }
        self.state = state;
        self.halt();
        true
    }

    /// Plays one frame of the plan, or a frame without input if there is no plan. Returns true if the plan has further
    /// frames.
    pub fn play(&mut self) -> bool {
        let input = self.plan.input(self.frame);
        self.pass(input.unwrap_or_default());
        input.is_some() && self.frame < self.plan.frames
    }

    /// Returns true if the plan was played to its end, and the character is exactly at the end of the plan, to the
    /// subpixel.
    #[wasm_bindgen(getter)]
    pub fn has_arrived(&self) -> bool {
        self.goal.is_some()
            && self.frame >= self.plan.frames
            && self.state.is_grounded()
            && self.plan.end() == Some([self.state.x, self.state.y])
    }

    /// Plays one frame with the keys of the user, and drops the plan. `walk` is from -1, left, to 1.
    pub fn press(&mut self, walk: f64, jump: bool, down: bool) {
        if self.goal.is_some() {
            self.halt();
        }
        let step = f64::from(self.planner.character().walk_step());
        // Clamped to the step; NaN becomes 0.
        let walk = (walk.clamp(-1.0, 1.0) * step).round() as i32;
        self.pass(Input::walking(walk).with_jump(jump).with_down(down));
    }
}

impl Stage {
    /// Plays one frame with an input.
    pub(super) fn pass(&mut self, input: Input) {
        self.state = self.planner.character().step(self.state, input, self.planner.tiles());
        self.frame += 1;
    }
}
