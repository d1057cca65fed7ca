//! Path queries.

use tautline::{Path, Query, QueryFilter, Tier, Vec2, path_in};
use wasm_bindgen::prelude::wasm_bindgen;

use super::world::World;
use crate::clock::timed;
use crate::fault::{Answer, fault};

/// The tier of a query.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum TierChoice {
    /// The exact tier if terrain costs are uniform, else the weighted one.
    Best,
    /// The exact tier: the shortest path.
    Exact,
    /// The classic tier: A* over the borders, and the shortest path through the corridor that it finds.
    Classic,
}

impl TierChoice {
    pub(super) fn apply(self, query: Query<'_>) -> Query<'_> {
        match self {
            Self::Best => query,
            Self::Exact => query.with_tier(Tier::Exact),
            Self::Classic => query.with_tier(Tier::Classic),
        }
    }
}

/// A path.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FoundPath {
    path: Path,
    milliseconds: f64,
}

#[wasm_bindgen]
impl FoundPath {
    /// Returns the start, the bends and the goal.
    pub fn points(&self) -> Vec<f32> {
        self.path.points.iter().flat_map(|point| [point.x, point.y]).collect()
    }

    /// Returns the length in the plane, in world units.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> f64 {
        self.path.length
    }

    /// Returns the cost: lengths times terrain costs, plus the costs of links.
    #[wasm_bindgen(getter)]
    pub fn cost(&self) -> f64 {
        self.path.cost
    }

    /// Returns true if the exact tier found it.
    #[wasm_bindgen(getter, js_name = isExact)]
    pub fn is_exact(&self) -> bool {
        self.path.tier == Tier::Exact
    }

    /// Returns the time of the search, in milliseconds.
    #[wasm_bindgen(getter)]
    pub fn milliseconds(&self) -> f64 {
        self.milliseconds
    }
}

#[wasm_bindgen]
impl World {
    /// Finds the path between two points. Ends that are off the ground are moved to it, by at most `snap`; with 0, they
    /// are not moved.
    pub fn find(
        &mut self,
        start_x: f32,
        start_y: f32,
        goal_x: f32,
        goal_y: f32,
        tier: TierChoice,
        snap: f32,
    ) -> Answer<FoundPath> {
        let ends = [Vec2::new(start_x, start_y), Vec2::new(goal_x, goal_y)];
        let (found, milliseconds) = timed(|| self.search(ends, tier, snap, false));
        found.map_err(fault)?;
        Ok(FoundPath { path: self.path.clone(), milliseconds })
    }

    /// Returns the areas that the path between two points crosses.
    pub fn corridor(
        &mut self,
        start_x: f32,
        start_y: f32,
        goal_x: f32,
        goal_y: f32,
        tier: TierChoice,
    ) -> Answer<Vec<u32>> {
        let ends = [Vec2::new(start_x, start_y), Vec2::new(goal_x, goal_y)];
        self.search(ends, tier, 0.0, true).map_err(fault)?;
        Ok(self.path.areas.iter().map(|area| area.0).collect())
    }

    /// Returns the x and y of the nearest ground within a distance of a point. Empty if there is none.
    pub fn nearest(&self, x: f32, y: f32, distance: f32) -> Vec<f32> {
        let found = self.mesh().nearest([x, y], distance, &QueryFilter::uniform());
        found.ok().flatten().map_or_else(Vec::new, |near| vec![near.point.x, near.point.y])
    }
}

impl World {
    /// Finds a path and leaves it in `self.path`.
    fn search(
        &mut self,
        [start, goal]: [Vec2; 2],
        tier: TierChoice,
        snap: f32,
        areas: bool,
    ) -> Result<(), tautline::PathError> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut path = std::mem::take(&mut self.path);
        let query = tier.apply(Query::new(start, goal).with_filter(&self.filter));
        let query = if snap > 0.0 { query.with_snap(snap) } else { query };
        let query = if areas { query.with_areas() } else { query };
        let found = path_in(self.ground(), &query, &mut scratch, &mut path);
        (self.scratch, self.path) = (scratch, path);
        found
    }
}
