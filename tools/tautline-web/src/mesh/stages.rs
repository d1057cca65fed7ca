//! Times of the stages of a query.

use std::hint::black_box;

use tautline::Vec2;
use tautline::anyangle::{AnyAngleScratch, shortest_path};
use tautline::funnel::{Funnel, Portal, pull};
use tautline::labels::LabelScratch;
use tautline::navmesh::{Corridor, CorridorScratch, Crossing, Location, PathQuery, find_corridor};
use wasm_bindgen::prelude::wasm_bindgen;

use super::world::World;
use crate::clock::timed;

/// The time for which a stage is repeated, in milliseconds. A stage that takes longer
/// runs once.
const LONG_ENOUGH: f64 = 2.0;
const TOO_LONG: f64 = 12.0;
/// The least time of a batch of runs that counts, in milliseconds: the clocks of browsers have a
/// resolution of 0.1 milliseconds.
const CLOCK_STEP: f64 = 0.3;
/// The least number of batches, and the limit on their number.
const ROUNDS: std::ops::Range<u32> = 4..24;
const MOST_AT_ONCE: u32 = 1 << 14;

/// The time of each stage of one query, in microseconds; the best of many runs. NaN for a stage that does not apply.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub struct Stages {
    /// The location of both ends in areas.
    pub locate: f64,
    /// The shortest path by labels.
    pub lookup: f64,
    /// The shortest path by the interval search.
    pub search: f64,
    /// A* over the borders.
    pub corridor: f64,
    /// The funnel algorithm in the corridor of A*.
    pub pull: f64,
    /// The number of windows and corners that the interval search expanded (not a time).
    pub expanded: f64,
}

#[wasm_bindgen]
impl World {
    /// Measures the stages of a query. This takes about ten milliseconds, or the time of all stages once if that is
    /// longer.
    pub fn measure(&self, start_x: f32, start_y: f32, goal_x: f32, goal_y: f32) -> Stages {
        let ends = [Vec2::new(start_x, start_y), Vec2::new(goal_x, goal_y)];
        let [start, goal] = ends.map(Location::from);
        let query = PathQuery::new(start, goal).with_filter(&self.filter);
        let ground = self.ground();
        let mesh = ground.mesh();
        let mut points = Vec::new();

        let locate = least(|| ends.map(|end| mesh.locate(end)));
        let (mut labelled, mut links) = (LabelScratch::new(), Vec::new());
        let mut found = false;
        let lookup = self.labels().map_or(f64::NAN, |labels| {
            let (ends, filter) = ([start, goal], &self.filter);
            let (memory, points, links) = (&mut labelled, &mut points, &mut links);
            least(|| {
                let answer =
                    labels.shortest_path_over_links(mesh, ends, filter, memory, points, links);
                found = matches!(answer, Ok(Some(_)));
            })
        });
        let lookup = if found { lookup } else { f64::NAN };
        let mut exact = AnyAngleScratch::new();
        let search = least(|| found = shortest_path(mesh, &query, &mut exact, &mut points).is_ok());
        let search = if found { search } else { f64::NAN };
        let (mut scratch, mut areas) = (CorridorScratch::new(), Corridor::default());
        let corridor =
            least(|| found = find_corridor(mesh, &query, &mut scratch, &mut areas).is_ok());
        let corridor = if found { corridor } else { f64::NAN };
        let portals = areas.crossings.iter().map(|crossing| match *crossing {
            Crossing::Border(side) => Some(Portal::new(mesh.segment(side).b, mesh.segment(side).a)),
            Crossing::Link { .. } => None,
        });
        let mut funnel = Funnel::default();
        let pulled = portals
            .collect::<Option<Vec<Portal>>>()
            .filter(|_| found)
            .map_or(f64::NAN, |portals| {
                least(|| pull(ends[0], &portals, ends[1], &mut funnel, &mut points))
            });
        let expanded = exact.counters().expanded as f64;
        Stages { locate, lookup, search, corridor, pull: pulled, expanded }
    }
}

/// Returns the time of one run, in microseconds: the least mean of some batches, because other work on the machine
/// only adds to the time.
fn least<R>(mut run: impl FnMut() -> R) -> f64 {
    let (mut total, mut batch, mut least) = (0.0, 1, f64::INFINITY);
    for round in 1..ROUNDS.end {
        let ((), milliseconds) = timed(|| (0..batch).for_each(|_| drop(black_box(run()))));
        total += milliseconds;
        if milliseconds >= CLOCK_STEP || batch == MOST_AT_ONCE {
            least = least.min(milliseconds * 1000.0 / f64::from(batch));
        } else {
            batch *= 2;
        }
        if total >= TOO_LONG || total >= LONG_ENOUGH && round >= ROUNDS.start {
            break;
        }
    }
    least
}
