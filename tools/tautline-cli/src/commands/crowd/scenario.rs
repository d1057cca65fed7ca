//! Scenarios: agents and their goals, from JSON.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use tautline::crowd::Body;
use tautline::navmesh::{Location, NavMesh, RandomPoints, RawMesh};
use tautline::{QueryFilter, Vec2};

use crate::input;

/// The limit of the number of agents.
const MOST_AGENTS: usize = 100_000;

/// The number of random places that are tried for each agent.
const TRIES: u32 = 1_000;

/// A scenario, as in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    agents: Vec<Group>,
}

/// Agents of the same kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    #[serde(default = "one")]
    count: usize,
    start: Vec<f32>,
    goal: Vec<f32>,
    radius: Option<f32>,
    speed: Option<f32>,
    max_speed: Option<f32>,
    #[serde(default)]
    priority: u8,
}

const fn one() -> usize {
    1
}

/// An agent at its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScenarioAgent {
    pub(super) body: Body,
    pub(super) start: Location,
    pub(super) goal: Location,
}

/// Reads a scenario. Random places depend only on the file and the mesh.
pub(super) fn read(
    file: &Path,
    mesh: &NavMesh,
    filter: &QueryFilter,
) -> Result<Vec<ScenarioAgent>> {
    let example = "{\"agents\": [{\"start\": [1, 2], \"goal\": [3, 4]}]}";
    let scenario: Scenario = input::read_json(file, example)?;
    let count = scenario.agents.iter().fold(0_usize, |sum, group| sum.saturating_add(group.count));
    if count > MOST_AGENTS {
        bail!("{}: {count} agents; give at most {MOST_AGENTS}", file.display());
    }
    let (mut agents, mut seed) = (Vec::with_capacity(count), 1);
    for (index, group) in scenario.agents.iter().enumerate() {
        group
            .place(mesh, filter, &mut agents, &mut seed)
            .with_context(|| format!("{}: agents[{index}]", file.display()))?;
    }
    Ok(agents)
}

impl Group {
    fn place(
        &self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        agents: &mut Vec<ScenarioAgent>,
        seed: &mut u64,
    ) -> Result<()> {
        let body = self.body();
        let start = Place::of(&self.start).context("start")?;
        let goal = Place::of(&self.goal).context("goal")?;
        for number in 0..self.count {
            let is_free = |at: Vec2, end: fn(&ScenarioAgent) -> Location| {
                agents
                    .iter()
                    .all(|other| at.distance(end(other).point) >= other.body.radius + body.radius)
            };
            let start = start.draw(mesh, filter, seed, |at| is_free(at, |other| other.start));
            let Some(start) = start else {
                bail!(
                    "start: there is room for {number} of {} agents; make the rectangle larger, or count \
                     smaller",
                    self.count
                );
            };
            // If there is no free place left, goals may overlap: the crowd then fills a disc around them.
            let goal = goal
                .draw(mesh, filter, seed, |at| is_free(at, |other| other.goal))
                .or_else(|| goal.draw(mesh, filter, seed, |_| true));
            let Some(goal) = goal else {
                bail!("goal: there is no ground in the rectangle; move it");
            };
            agents.push(ScenarioAgent { body, start, goal });
        }
        Ok(())
    }

    fn body(&self) -> Body {
        let default = Body::default();
        let speed = self.speed.unwrap_or(default.speed);
        // In the same ratio to the speed as in the default body.
        let max_speed = self.max_speed.unwrap_or(speed * (default.max_speed / default.speed));
        let radius = self.radius.unwrap_or(default.radius);
        Body { radius, speed, max_speed, priority: self.priority, ..default }
    }
}

/// A point, or a rectangle to draw points in.
enum Place {
    Point(Location),
    Rectangle(Box<(NavMesh, RandomPoints)>),
}

impl Place {
    fn of(numbers: &[f32]) -> Result<Self> {
        if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
            bail!("{number} is not finite");
        }
        match *numbers {
            [x, y] => Ok(Self::Point([x, y].into())),
            [x, y, elevation] => Ok(Self::Point(Location::at_elevation([x, y].into(), elevation))),
            [x0, y0, x1, y1] => {
                let (low, high) = ([x0.min(x1), y0.min(y1)], [x0.max(x1), y0.max(y1)]);
                if low[0] >= high[0] || low[1] >= high[1] {
                    bail!(
                        "the rectangle [x0, y0, x1, y1] is empty; give two x and two y that \
                         differ, or a point [x, y]"
                    );
                }
                let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
                let mut raw = RawMesh::from_vertices(&corners);
                raw.push_area(&[0, 1, 2, 3]);
                let rectangle = raw.build().context("the rectangle [x0, y0, x1, y1]")?;
                let points = RandomPoints::new(&rectangle);
                Ok(Self::Rectangle(Box::new((rectangle, points))))
            }
            _ => bail!(
                "expected a point [x, y], one with an elevation [x, y, z], or a rectangle [x0, y0, x1, y1]"
            ),
        }
    }

    /// Returns the given point, or a random free point of the rectangle that is on allowed ground. `None` if
    /// none is found.
    fn draw(
        &self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        seed: &mut u64,
        is_free: impl Fn(Vec2) -> bool,
    ) -> Option<Location> {
        let (rectangle, points) = match self {
            Self::Point(location) => return Some(*location),
            Self::Rectangle(rectangle) => (&rectangle.0, &rectangle.1),
        };
        for _ in 0..TRIES {
            let (_, at) = points.draw(rectangle, seed)?;
            let area = mesh.locate(at).filter(|&area| filter.allows(mesh.terrain(area)));
            if area.is_some() && is_free(at) {
                return Some(at.into());
            }
        }
        None
    }
}
