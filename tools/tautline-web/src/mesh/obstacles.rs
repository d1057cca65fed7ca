//! Adding and removing obstacles.

use tautline::Vec2;
use tautline::dynamic::{DynamicNavMesh, ObstacleId};
use wasm_bindgen::prelude::wasm_bindgen;

use super::standing::{Obstacles, Standing};
use super::world::World;
use crate::clock::timed;
use crate::fault::{Answer, fault};

#[wasm_bindgen]
impl World {
    /// Adds an obstacle, or removes the one at this position. Returns the
    /// milliseconds in which the mesh was updated.
    #[wasm_bindgen(js_name = toggleObstacle)]
    pub fn toggle_obstacle(&mut self, x: f32, y: f32, size: f32) -> Answer<f64> {
        let at = Vec2::new(x, y);
        self.changed();
        let mut standing = self.obstacles.standing.iter();
        let hit = standing.position(|one| one.centre.distance(at) <= one.size);
        match hit {
            Some(index) => self.take_away(index),
            None => self.put_down(at, size),
        }
    }

    /// Removes all obstacles.
    #[wasm_bindgen(js_name = clearObstacles)]
    pub fn clear_obstacles(&mut self) {
        self.changed();
        self.obstacles = Obstacles::default();
    }

    /// Returns the corners of all obstacles, eight for each.
    pub fn obstacles(&self) -> Vec<f32> {
        self.obstacles.standing.iter().flat_map(Standing::ring).flatten().collect()
    }
}

impl World {
    /// Adds all obstacles to the mesh of the radius that has been selected now.
    pub(super) fn restore_obstacles(&mut self) -> Answer<()> {
        if self.obstacles.standing.is_empty() {
            return Ok(());
        }
        let mut ground = DynamicNavMesh::new(self.bare().mesh().clone()).map_err(fault)?;
        let mut standing = self.obstacles.standing.clone();
        for one in &mut standing {
            (one.id, _) = ground.add_obstacle(&one.obstacle(self.radius())).map_err(fault)?;
        }
        self.obstacles = Obstacles { ground: Some(ground), standing };
        Ok(())
    }

    fn put_down(&mut self, centre: Vec2, size: f32) -> Answer<f64> {
        let mut one = Standing { id: ObstacleId(0), centre, size };
        let obstacle = one.obstacle(self.radius());
        let mut ground = match self.obstacles.ground.take() {
            Some(ground) => ground,
            None => DynamicNavMesh::new(self.bare().mesh().clone()).map_err(fault)?,
        };
        let (added, milliseconds) = timed(|| ground.add_obstacle(&obstacle));
        // A mesh that refused the obstacle has not changed.
        if added.is_ok() || !self.obstacles.standing.is_empty() {
            self.obstacles.ground = Some(ground);
        }
        (one.id, _) = added.map_err(fault)?;
        self.obstacles.standing.push(one);
        Ok(milliseconds)
    }

    fn take_away(&mut self, index: usize) -> Answer<f64> {
        let Some(ground) = &mut self.obstacles.ground else { return Ok(0.0) };
        let id = self.obstacles.standing[index].id;
        let (removed, milliseconds) = timed(|| ground.remove_obstacle(id));
        removed.map_err(fault)?;
        self.obstacles.standing.remove(index);
        if self.obstacles.standing.is_empty() {
            // Without obstacles, queries can use the labels again.
            self.obstacles.ground = None;
        }
        Ok(milliseconds)
    }
}
