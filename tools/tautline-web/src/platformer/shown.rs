//! The plan and the ghost of the classic method, as arrays of numbers for drawing.

use wasm_bindgen::prelude::wasm_bindgen;

use super::Stage;
use super::orders::flat;

#[wasm_bindgen]
impl Stage {
    /// Returns the inputs of the plan, four numbers for each: walk in subpixels, jump, down, number of frames.
    pub fn inputs(&self) -> Vec<i32> {
        flat(&self.plan)
    }

    /// Returns the greatest distance that the character walks in a frame, in subpixels.
    #[wasm_bindgen(getter)]
    pub fn walk_step(&self) -> i32 {
        self.planner.character().walk_step()
    }

    /// Returns the waypoints of the plan: frame, x, y.
    pub fn waypoints(&self) -> Vec<f64> {
        let points = self.plan.waypoints.iter();
        points
            .flat_map(|point| {
                let [x, y] = self.pixels(point.position);
                [f64::from(point.frame), x, y]
            })
            .collect()
    }

    /// Returns the position of the body in each frame of the plan.
    pub fn trajectory(&self) -> Vec<f64> {
        let (character, tiles) = (self.planner.character(), self.planner.tiles());
        let states = self.plan.replay(self.start, character, tiles);
        let states = [self.start].into_iter().filter(|_| self.plan.frames > 0).chain(states);
        states.flat_map(|state| self.pixels([state.x, state.y])).collect()
    }

    /// Returns the position of the ghost in each frame of the classic method.
    pub fn ghost(&self) -> Vec<f64> {
        self.ghost.positions.iter().flat_map(|&position| self.pixels(position)).collect()
    }

    /// Returns the number of frames of the classic method; 0 if it does not arrive.
    #[wasm_bindgen(getter)]
    pub fn ghost_frames(&self) -> u32 {
        self.ghost.frames
    }

    /// Returns a message about the classic method; empty if it arrives at once.
    #[wasm_bindgen(getter)]
    pub fn ghost_message(&self) -> String {
        self.ghost.message.clone()
    }

    /// Returns the time of the search of the classic method, in milliseconds.
    #[wasm_bindgen(getter)]
    pub fn ghost_milliseconds(&self) -> f64 {
        self.ghost.milliseconds
    }
}
