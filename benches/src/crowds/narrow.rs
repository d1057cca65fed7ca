//! Scenarios with passages in which two agents have no room side by side.

use std::error::Error;

use tautline::navmesh::RandomPoints;
use tautline_fixtures::random::SplitMix64;

use super::Scenario;
use super::ground::{ground, journey, rectangle, rows};
use super::town::Starts;

/// The width of the passages, in metres.
const WIDTH: f64 = 0.9;

/// Agents with goals of their own in 4 x 4 rooms of 6 m x 6 m, with passages of 4 m between neighbours.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn rooms(
    name: &'static str,
    is_held_out: bool,
    count: usize,
) -> Result<Scenario, Box<dyn Error>> {
    let mut rectangles = Vec::new();
    for row in 0..4 {
        for column in 0..4 {
            let [x, y] = [column, row].map(|place| 10.0 * f64::from(place));
            rectangles.push(rectangle(x, y, 6.0, 6.0));
            if column < 3 {
                rectangles.push(rectangle(x + 6.0, y + 2.0 + 0.5 * f64::from(row), 4.0, WIDTH));
            }
            if row < 3 {
                rectangles.push(rectangle(x + 2.5, y + 6.0, WIDTH, 4.0));
            }
        }
    }
    let mesh = ground(&rectangles, &[])?;
    let free = RandomPoints::new(&mesh);
    let mut draws = SplitMix64::new(3).next_u64();
    // All starts and goals keep a distance from each other.
    let mut places = Starts::default();
    while places.points.len() < 2 * count {
        let Some((_, point)) = free.draw(&mesh, &mut draws) else { break };
        let is_in_room = [point.x, point.y].iter().all(|at| at.rem_euclid(10.0) < 6.0);
        if is_in_room {
            places.push_if_free(point);
        }
    }
    let agents = places.points.chunks_exact(2);
    let agents = agents.map(|ends| [ends[0], ends[1]].map(|at| [at.x, at.y, 0.0])).collect();
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Two groups that meet in a passage with two bends.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn bends(
    name: &'static str,
    is_held_out: bool,
    count: usize,
) -> Result<Scenario, Box<dyn Error>> {
    let mesh = ground(
        &[
            rectangle(0.0, 0.0, 10.0, 10.0),
            rectangle(10.0, 4.5, 4.0, WIDTH),
            rectangle(13.1, 4.5, WIDTH, 6.0),
            rectangle(13.1, 9.6, 6.0, WIDTH),
            rectangle(19.0, 5.0, 10.0, 10.0),
        ],
        &[],
    )?;
    let left = rows(count, 1.0, 1.0, 4, 1.0);
    let agents = left.into_iter().flat_map(|[x, y]| {
        let right = [29.0 - x, 15.0 - y];
        [journey([x, y], right), journey(right, [x, y])]
    });
    Ok(Scenario { name, is_held_out, mesh, agents: agents.collect(), limit: 240.0 })
}

/// Four groups that meet where two passages cross, between four rooms.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn crossing(
    name: &'static str,
    is_held_out: bool,
    count: usize,
) -> Result<Scenario, Box<dyn Error>> {
    let half = WIDTH / 2.0;
    let room = |x: f64, y: f64| rectangle(x - 5.0, y - 5.0, 10.0, 10.0);
    let mesh = ground(
        &[
            room(-10.0, 0.0),
            room(10.0, 0.0),
            room(0.0, -10.0),
            room(0.0, 10.0),
            rectangle(-5.0, -half, 10.0, WIDTH),
            rectangle(-half, -5.0, WIDTH, 10.0),
        ],
        &[],
    )?;
    let mut agents = Vec::new();
    for [x, y] in rows(count, -13.0, -1.5, 4, 1.0) {
        // The start in each of the four rooms, rotated by quarter turns, and the goal in the opposite room.
        for [a, b] in [[x, y], [-x, -y], [-y, x], [y, -x]] {
            agents.push(journey([a, b], [-a, -b]));
        }
    }
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Two groups that each come through their own passage, and then share a third one.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn merging(
    name: &'static str,
    is_held_out: bool,
    count: usize,
) -> Result<Scenario, Box<dyn Error>> {
    let mesh = ground(
        &[
            rectangle(0.0, 0.0, 12.0, 12.0),
            rectangle(21.0, 0.0, 12.0, 12.0),
            rectangle(10.5, 14.5, 12.0, 12.0),
            rectangle(12.0, 5.55, 9.0, WIDTH),
            rectangle(16.05, 5.55, WIDTH, 9.0),
        ],
        &[],
    )?;
    let starts = rows(count, 6.0, 4.0, 5, 1.0);
    let goals = rows(2 * count, 12.0, 17.0, 8, 1.2);
    let both = starts.into_iter().flat_map(|[x, y]| [[x, y], [33.0 - x, y]]);
    let agents = both.zip(goals).map(|(start, goal)| journey(start, goal)).collect();
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}
