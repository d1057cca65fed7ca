//! The page "How it works", which shows the algorithms step by step.
//!
//! Nothing is simulated here: the funnel and the search of the library report each of their
//! steps, by [`pull_traced`](tautline::funnel::pull_traced) and
//! [`SearchTrace`](tautline::anyangle::SearchTrace).

mod funnel;
mod search;

use tautline::formats::json;
use tautline::import::from_json_map;
use tautline::navmesh::{BuildOptions, LinkKind, NavMesh, QueryFilter, RawMesh};
use tautline::{Budget, Vec2};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::{Answer, fault};
use funnel::FunnelLesson;
use search::SearchLesson;

/// The greatest number of steps of a search that is shown.
const MOST_STEPS: Budget = Budget(2_000);

/// Ground on which the algorithms are shown.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Lesson {
    mesh: NavMesh,
}

#[wasm_bindgen]
impl Lesson {
    /// Creates ground from convex areas: their corners, counter-clockwise, and the end of each area in them.
    ///
    /// # Errors
    ///
    /// If the areas are not a valid mesh.
    pub fn of_areas(points: &[f32], ends: &[u32]) -> Answer<Lesson> {
        let mut raw = RawMesh::default();
        let mut from = 0;
        for &end in ends {
            let end = (end as usize).clamp(from, points.len() / 2);
            let first = raw.vertices.len();
            let corners = points[2 * from..2 * end].chunks_exact(2);
            raw.vertices.extend(corners.map(|point| [point[0], point[1]]));
            let numbers = first..raw.vertices.len();
            let corners: Vec<u32> = numbers.filter_map(|index| u32::try_from(index).ok()).collect();
            raw.push_area(&corners);
            from = end;
        }
        raw.weld();
        Self::of_raw(&raw)
    }

    /// Creates ground from a map in tautline's own format.
    ///
    /// # Errors
    ///
    /// If the map is invalid.
    pub fn of_drawing(text: &str) -> Answer<Lesson> {
        Self::of_raw(&from_json_map(&json::parse(text).map_err(fault)?))
    }

    /// Returns the corners of all areas.
    pub fn corners(&self) -> Vec<f32> {
        self.mesh.areas().flat_map(|area| flat(self.mesh.corners(area))).collect()
    }

    /// Returns the end of the corners of each area in [`corners`](Self::corners), counted in
    /// points.
    pub fn corner_ends(&self) -> Vec<u32> {
        let ends = self.mesh.areas().scan(0, |end, area| {
            *end += u32::try_from(self.mesh.corners(area).len()).unwrap_or(0);
            Some(*end)
        });
        ends.collect()
    }

    /// Returns the walls: x and y of both ends of each.
    pub fn walls(&self) -> Vec<f32> {
        let sides = self.mesh.boundary_loops().into_iter().flatten();
        let line = |side| self.mesh.segment(side);
        sides.flat_map(|side| flat([line(side).a, line(side).b])).collect()
    }

    /// Returns true if there is ground at a point.
    pub fn has_ground(&self, x: f32, y: f32) -> bool {
        self.mesh.locate(Vec2::new(x, y)).is_some()
    }

    /// Records the steps of the funnel algorithm in the corridor of A*.
    ///
    /// # Errors
    ///
    /// If there is no path.
    pub fn funnel(&self, start: &[f32], goal: &[f32]) -> Answer<FunnelLesson> {
        let [start, goal] = ends(start, goal)?;
        FunnelLesson::record(&self.mesh, start, goal)
    }

    /// Records the steps of the search for the shortest path.
    ///
    /// # Errors
    ///
    /// If there is no path, or the search takes too many steps to show.
    pub fn search(&self, start: &[f32], goal: &[f32]) -> Answer<SearchLesson> {
        let [start, goal] = ends(start, goal)?;
        SearchLesson::record(&self.mesh, start, goal)
    }
}

impl Lesson {
    fn of_raw(raw: &RawMesh) -> Answer<Self> {
        Ok(Self { mesh: NavMesh::build(raw, &BuildOptions::default()).map_err(fault)?.mesh })
    }
}

/// Returns a filter with uniform costs and without links.
fn filter() -> QueryFilter {
    let mut filter = QueryFilter::uniform();
    LinkKind::ALL.into_iter().for_each(|kind| filter.forbid_links(kind));
    filter
}

fn ends(start: &[f32], goal: &[f32]) -> Answer<[Vec2; 2]> {
    match (start, goal) {
        (&[sx, sy], &[gx, gy]) => Ok([Vec2::new(sx, sy), Vec2::new(gx, gy)]),
        _ => Err(fault("a point is two numbers")),
    }
}

fn flat(points: impl IntoIterator<Item = Vec2>) -> Vec<f32> {
    points.into_iter().flat_map(|point| [point.x, point.y]).collect()
}
