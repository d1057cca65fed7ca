//! Scenarios for crowds, and the figures of a crowd in them.
//!
//! All ground is inset by the radius of the agents. The scenarios that are *held out* were made
//! after the presets of `tautline::crowd::CrowdOptions` had been chosen.

use std::error::Error;

use tautline::crowd::CrowdFigures;
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::{NavMesh, Vec2};
use tautline_fixtures::random::SplitMix64;

/// The radius of the agents, in metres.
pub const RADIUS: f32 = 0.3;

/// Agents, their goals, and the ground.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: &'static str,
    /// True if the presets were not chosen with it.
    pub is_held_out: bool,
    /// The ground, inset by [`RADIUS`].
    pub mesh: NavMesh,
    /// The start and the goal of each agent.
    pub agents: Vec<[Vec2; 2]>,
    /// The time after which it ends, in seconds.
    pub limit: f32,
}

/// All scenarios.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn all() -> Result<Vec<Scenario>, Box<dyn Error>> {
    Ok(vec![
        circle("circle of 50", false, 50, 10.0, 0.0)?,
        circle("circle of 200", false, 200, 25.0, 0.0)?,
        door("door of 1.2 m", false, 1.2, 200)?,
        corridor("corridor of 5 m", false, 5.0, 60)?,
        crossing("crossing of 6 m", false)?,
        town("town", false, 1_000, 1, 12.0)?,
        circle("ragged circle of 80", false, 80, 14.0, 1.5)?,
        door("door of 2 m", false, 2.0, 150)?,
        corridor("corridor of 4 m", false, 4.0, 45)?,
        circle("circle of 120", true, 120, 17.0, 0.8)?,
        door("door of 1.5 m", true, 1.5, 120)?,
        corridor("corridor of 3.5 m", true, 3.5, 36)?,
        town("another town", true, 900, 77, 9.0)?,
    ])
}

fn point(x: f64, y: f64) -> [f32; 2] {
    tautline::geometry::DVec2::new(x, y).as_vec2().into()
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<[f32; 2]> {
    vec![point(x, y), point(x + width, y), point(x + width, y + height), point(x, y + height)]
}

/// Builds ground from rectangles and holes, inset by the radius.
fn ground(rooms: &[Vec<[f32; 2]>], holes: &[Vec<[f32; 2]>]) -> Result<NavMesh, Box<dyn Error>> {
    let mut map = Polygons::default();
    for room in rooms {
        map.push(Role::Ground, [room.clone()]);
    }
    for hole in holes {
        map.push(Role::Hole, [hole.clone()]);
    }
    let options = PolygonOptions { agent_radius: RADIUS, ..PolygonOptions::default() };
    Ok(map.build(&options)?.mesh.build()?)
}

/// A direction for a fraction of a full turn, without functions that differ by platform.
fn direction(turn: f64) -> [f64; 2] {
    let quarter = (turn * 4.0).rem_euclid(4.0);
    let t = quarter.fract();
    // The rational parametrisation of a quarter of a circle, nearly uniform.
    let u = t * (0.828_427 + 0.171_573 * t);
    let (x, y) = ((1.0 - u * u) / (1.0 + u * u), 2.0 * u / (1.0 + u * u));
    match quarter.floor() {
        0.0 => [x, y],
        1.0 => [-y, x],
        2.0 => [-x, -y],
        _ => [y, -x],
    }
}

/// Agents on a circle, who all want to the opposite side.
fn circle(
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
            [point(r * x, r * y), point(-r * x, -r * y)].map(Vec2::from)
        })
        .collect();
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 120.0 })
}

/// Places in rows, `spacing` apart, from a corner on.
fn rows(count: usize, x: f64, y: f64, columns: usize, spacing: f64) -> Vec<[f64; 2]> {
    let at = |index: usize| u32::try_from(index).map_or(0.0, f64::from);
    (0..count)
        .map(|index| [x + spacing * at(index % columns), y + spacing * at(index / columns)])
        .collect()
}

/// Agents who all want through one door.
fn door(
    name: &'static str,
    is_held_out: bool,
    width: f64,
    count: usize,
) -> Result<Scenario, Box<dyn Error>> {
    let hole = |y: f64, height: f64| rectangle(20.0, y, 0.8, height);
    let side = (20.0 - width) / 2.0;
    let mesh =
        ground(&[rectangle(0.0, 0.0, 40.0, 20.0)], &[hole(0.0, side), hole(side + width, side)])?;
    let starts = rows(count, 2.0, 2.0, 16, 0.9);
    let goals = rows(count, 25.0, 2.0, 16, 0.9);
    let mut agents: Vec<_> = starts
        .iter()
        .zip(&goals)
        .map(|(start, goal)| [point(start[0], start[1]), point(goal[0], goal[1])].map(Vec2::from))
        .collect();
    // Those in front also walk furthest.
    agents.reverse();
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Two groups that meet in a corridor.
fn corridor(
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
        let (start, goal) = (point(x, y.min(width - 0.5)), point(x + 44.0, y.min(width - 0.5)));
        agents.push([start, goal].map(Vec2::from));
        let (start, goal) =
            (point(60.0 - x, y.min(width - 0.5)), point(16.0 - x, y.min(width - 0.5)));
        agents.push([start, goal].map(Vec2::from));
    }
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Four groups that meet where two corridors cross.
fn crossing(name: &'static str, is_held_out: bool) -> Result<Scenario, Box<dyn Error>> {
    let mesh =
        ground(&[rectangle(-30.0, -3.0, 60.0, 6.0), rectangle(-3.0, -30.0, 6.0, 60.0)], &[])?;
    let mut agents = Vec::new();
    for [x, y] in rows(40, -26.0, -2.2, 8, 1.1) {
        // The place turned by quarters, and its goal on the other side.
        for [a, b, c, d] in [
            [x, y, x + 44.0, y],
            [-x, -y, -x - 44.0, -y],
            [-y, x, -y, x + 44.0],
            [y, -x, y, -x - 44.0],
        ] {
            agents.push([point(a, b), point(c, d)].map(Vec2::from));
        }
    }
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Agents with goals of their own in a town of turned blocks.
fn town(
    name: &'static str,
    is_held_out: bool,
    count: usize,
    seed: u64,
    spacing: f64,
) -> Result<Scenario, Box<dyn Error>> {
    let mut random = SplitMix64::new(seed);
    let side = 100.0;
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
    let free = tautline::navmesh::RandomPoints::new(&mesh);
    let mut draws = random.next_u64();
    let mut starts: Vec<Vec2> = Vec::new();
    while starts.len() < count {
        let Some((_, place)) = free.draw(&mesh, &mut draws) else { break };
        if starts.iter().all(|other| other.distance(place) > 2.2 * RADIUS) {
            starts.push(place);
        }
    }
    let agents = starts
        .into_iter()
        .filter_map(|start| free.draw(&mesh, &mut draws).map(|(_, goal)| [start, goal]))
        .collect();
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// The figures of a crowd in a scenario.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// The number of agents.
    pub agents: usize,
    /// For each that arrived: its time over the time that it needs alone.
    pub ratios: Vec<f64>,
    /// The overlaps, turns and stops on the way.
    pub crowd: CrowdFigures,
    /// The time when the last one arrived, in seconds.
    pub last: f64,
    /// The time of all steps, in seconds.
    pub seconds: f64,
}

impl Figures {
    /// The head of a table.
    pub const HEAD: &'static str = "| scenario | who | arrived | time ratio, 95 % | > 5 % | > 25 % | jam % | turn | off mesh | last s | us |\n|---|---|---|---|---|---|---|---|---|---|---|";

    /// A line of a table.
    #[must_use]
    pub fn line(&self, scenario: &str, who: &str) -> String {
        let mut ratios = self.ratios.clone();
        ratios.sort_by(f64::total_cmp);
        let count = ratios.iter().fold(0.0, |count, _| count + 1.0);
        let mean = ratios.iter().sum::<f64>() / count;
        let late = ratios.get(ratios.len() * 19 / 20).copied().unwrap_or(f64::NAN);
        let crowd = &self.crowd;
        #[expect(clippy::cast_precision_loss, reason = "not that many agents and ticks")]
        let agent_ticks = crowd.agent_ticks() as f64;
        format!(
            "| {scenario} | {who} | {} of {} | {mean:.2}, {late:.2} | {:.2} | {:.2} | {:.1} | {:.2} | {} | {:.0} | {:.2} |",
            self.ratios.len(),
            self.agents,
            100.0 * crowd.overlaps(),
            100.0 * crowd.deep_overlaps(),
            100.0 * crowd.standing(),
            crowd.turning(),
            crowd.off_mesh(),
            self.last,
            1e6 * self.seconds / agent_ticks,
        )
    }
}
