//! Towns of rotated blocks, in any size.

use std::collections::BTreeMap;
use std::error::Error;

use tautline::navmesh::RandomPoints;
use tautline::{NavMesh, Vec2};
use tautline_fixtures::random::SplitMix64;

use super::ground::{cell_of, direction, ground, point, rectangle};
use super::{Journey, RADIUS, Scenario};

/// Agents with goals of their own in a town of rotated blocks. The town is a square with sides of 100 m, with one block
/// every `spacing` metres along both axes.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn town(
    name: &'static str,
    is_held_out: bool,
    count: usize,
    seed: u64,
    spacing: f64,
) -> Result<Scenario, Box<dyn Error>> {
    let (mesh, agents) = town_of([100.0, spacing], count, f32::INFINITY, seed)?;
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// A town for a large number of agents: one agent per 10 m². Their goals are at most 80 m away, so that paths are not
/// longer in larger towns.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn of_agents(count: u32) -> Result<Scenario, Box<dyn Error>> {
    let side = (10.0 * f64::from(count)).sqrt();
    let (mesh, agents) = town_of([side, 12.0], usize::try_from(count)?, 80.0, 5)?;
    Ok(Scenario { name: "large town", is_held_out: true, mesh, agents, limit: 240.0 })
}

/// Builds a square town with sides of a length and one block per `spacing` along both axes, and agents whose goals are
/// at most `farthest` away, all in metres.
fn town_of(
    [side, spacing]: [f64; 2],
    count: usize,
    farthest: f32,
    seed: u64,
) -> Result<(NavMesh, Vec<Journey>), Box<dyn Error>> {
    let mut random = SplitMix64::new(seed);
    let mut holes = Vec::new();
    let mut y = spacing;
    while y < side - spacing / 2.0 {
        let mut x = spacing;
        while x < side - spacing / 2.0 {
            let [c, s] = direction(random.unit());
            let (w, h) =
                (spacing * (0.15 + 0.2 * random.unit()), spacing * (0.15 + 0.2 * random.unit()));
            let corners = [[-w, -h], [w, -h], [w, h], [-w, h]];
            holes.push(corners.map(|[a, b]| point(x + a * c - b * s, y + a * s + b * c)).to_vec());
            x += spacing;
        }
        y += spacing;
    }
    let mesh = ground(&[rectangle(0.0, 0.0, side, side)], &holes)?;
    let free = RandomPoints::new(&mesh);
    let mut draws = random.next_u64();
    let mut starts = Starts::default();
    while starts.points.len() < count {
        let Some((_, point)) = free.draw(&mesh, &mut draws) else { break };
        starts.push_if_free(point);
    }
    let mut goal_of = |start: Vec2| loop {
        let (_, goal) = free.draw(&mesh, &mut draws)?;
        if start.distance(goal) <= farthest {
            return Some(goal);
        }
    };
    let flat = |point: Vec2| [point.x, point.y, 0.0];
    let agents = starts
        .points
        .into_iter()
        .filter_map(|start| goal_of(start).map(|goal| [start, goal].map(flat)))
        .collect();
    Ok((mesh, agents))
}

/// Starts that keep a distance from each other.
#[derive(Default)]
pub(super) struct Starts {
    pub(super) points: Vec<Vec2>,
    /// The indices of the points in each cell. A cell is as wide as the distance.
    cells: BTreeMap<[i32; 2], Vec<usize>>,
}

impl Starts {
    const DISTANCE: f32 = 2.2 * RADIUS;

    pub(super) fn push_if_free(&mut self, point: Vec2) {
        let [column, row] = cell_of(point.into(), Self::DISTANCE);
        let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| [column + x, row + y]));
        let mut near = around.filter_map(|cell| self.cells.get(&cell)).flatten();
        if near.all(|&other| self.points[other].distance(point) > Self::DISTANCE) {
            self.cells.entry([column, row]).or_default().push(self.points.len());
            self.points.push(point);
        }
    }
}
