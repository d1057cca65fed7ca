//! Scenarios on flat ground: circles, doors, corridors and crossings.

use std::error::Error;

use tautline_fixtures::random::SplitMix64;

use super::Scenario;
use super::ground::{direction, ground, journey, rectangle, rows};

/// Agents on a circle that all walk to the opposite side.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn circle(
    name: &'static str,
    is_held_out: bool,
    count: u16,
    radius: f64,
    raggedness: f64,
) -> Result<Scenario, Box<dyn Error>> {
    let size = 2.0 * radius + 10.0;
    let mesh = ground(&[rectangle(-size / 2.0, -size / 2.0, size, size)], &[])?;
    let mut random = SplitMix64::new(5);
    let agents = (0..count)
        .map(|index| {
            let r = radius + raggedness * (random.unit() - 0.5) * 2.0;
            let [x, y] = direction(f64::from(index) / f64::from(count));
            journey([r * x, r * y], [-r * x, -r * y])
        })
        .collect();
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 120.0 })
}

/// Agents that all walk through one door, or through a passage of a length.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn door(
    name: &'static str,
    is_held_out: bool,
    [width, length]: [f64; 2],
    count: usize,
) -> Result<Scenario, Box<dyn Error>> {
    let hole = |y: f64, height: f64| rectangle(20.0, y, length, height);
    let side = (20.0 - width) / 2.0;
    let mesh =
        ground(&[rectangle(0.0, 0.0, 40.0, 20.0)], &[hole(0.0, side), hole(side + width, side)])?;
    let starts = rows(count, 2.0, 2.0, 16, 0.9);
    let goals = rows(count, 25.0, 2.0, 16, 0.9);
    let mut agents: Vec<_> =
        starts.into_iter().zip(goals).map(|(start, goal)| journey(start, goal)).collect();
    // The agents in front also walk furthest.
    agents.reverse();
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Two groups that walk through one door, each in its direction.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn door_both_ways(
    name: &'static str,
    is_held_out: bool,
    width: f64,
    count: usize,
) -> Result<Scenario, Box<dyn Error>> {
    let mut scenario = door(name, is_held_out, [width, 0.2], count)?;
    let back = scenario.agents.iter().map(|&[start, goal]| [goal, start]);
    scenario.agents = scenario.agents.iter().copied().zip(back).flat_map(<[_; 2]>::from).collect();
    Ok(scenario)
}

/// Two groups that meet in a corridor.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn corridor(
    name: &'static str,
    is_held_out: bool,
    width: f64,
    count: usize,
) -> Result<Scenario, Box<dyn Error>> {
    let mesh = ground(&[rectangle(0.0, 0.0, 60.0, width)], &[])?;
    let columns = 12;
    let spacing = (width - 1.0) / 4.0;
    let left = rows(count, 2.0, 0.5, columns, spacing.clamp(0.7, 1.0));
    let mut agents = Vec::new();
    for [x, y] in left {
        let y = y.min(width - 0.5);
        agents.push(journey([x, y], [x + 44.0, y]));
        agents.push(journey([60.0 - x, y], [16.0 - x, y]));
    }
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Four groups that meet where two corridors cross.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn crossing(
    name: &'static str,
    is_held_out: bool,
    width: f64,
) -> Result<Scenario, Box<dyn Error>> {
    let half = width / 2.0;
    let corridors = [rectangle(-30.0, -half, 60.0, width), rectangle(-half, -30.0, width, 60.0)];
    let mesh = ground(&corridors, &[])?;
    let mut agents = Vec::new();
    for [x, y] in rows(40, -26.0, 0.8 - half, 8, (width - 1.6) / 4.0) {
        // The start in each of the four arms, rotated by quarter turns, and the goal in the opposite arm.
        for [a, b, c, d] in [
            [x, y, x + 44.0, y],
            [-x, -y, -x - 44.0, -y],
            [-y, x, -y, x + 44.0],
            [y, -x, y, -x - 44.0],
        ] {
            agents.push(journey([a, b], [c, d]));
        }
    }
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}
