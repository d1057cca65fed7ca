//! The nodes that a search expanded.

use tautline::Vec2;
use tautline::anyangle::{SearchTrace, TraceKind};
use tautline::navmesh::{Budget, PathQuery};
use wasm_bindgen::prelude::wasm_bindgen;

use super::world::World;
use crate::fault::{Answer, fault};

/// The greatest number of nodes that are shown. More could not be distinguished, and each is
/// stored with its path.
const MOST: Budget = Budget(20_000);

#[wasm_bindgen]
impl World {
    /// Returns the windows that the interval search expanded, as triangles: the root, and both ends of the part of a
    /// border that is visible from it.
    pub fn expanded(
        &self,
        start_x: f32,
        start_y: f32,
        goal_x: f32,
        goal_y: f32,
    ) -> Answer<Vec<f32>> {
        let (start, goal) = (Vec2::new(start_x, start_y), Vec2::new(goal_x, goal_y));
        let query = PathQuery::new(start, goal).with_filter(&self.filter).with_budget(MOST);
        let trace = SearchTrace::record(self.mesh(), &query).map_err(fault)?;
        let taken = trace.steps.iter().filter_map(|moment| moment.expanded);
        let mut triangles = Vec::new();
        for item in taken.filter_map(|item| trace.nodes.get(item as usize)) {
            if let (TraceKind::Window { right, left, .. }, Some(from)) =
                (item.kind, item.root_path.last())
            {
                triangles.extend([*from, right, left].iter().flat_map(|point| [point.x, point.y]));
            }
        }
        Ok(triangles)
    }
}
