//! Figures of a crowd over time.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::NavMesh;

use crate::{AgentId, AgentState, Crowd};

/// The least depth of an overlap, and of a deep overlap, as a share of the sum of both radii.
const DEPTHS: [f32; 2] = [0.05, 0.25];

/// The share of its speed below which an agent counts as standing.
const STANDING: f32 = 0.1;

/// Figures of a crowd over time, to choose [options](crate::CrowdOptions) by: overlaps, standing,
/// turning.
///
/// Only agents that [walk](AgentState::Walking) count. An overlap with an agent that does not walk counts for the one
/// that does.
///
/// ```
/// use tautline_crowd::{Body, Crowd, CrowdFigures, CrowdScratch, Target};
/// use tautline_navmesh::{QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// let mesh = rectangles_from_cells(20, 4, |_, _| Some(Terrain(0))).build()?;
/// let (mut crowd, mut memory) = (Crowd::new(), CrowdScratch::new());
/// for (start, goal) in [(2.0, 18.0), (18.0, 2.0)] {
///     let id = crowd.add(&mesh, &QueryFilter::uniform(), Body::default(), [start, 2.0])?;
///     crowd.set_target(id, Some(Target::last(Vec2::new(goal, 2.0))))?;
/// }
/// let mut figures = CrowdFigures::new();
/// for _ in 0..300 {
///     crowd.step(&mesh, &QueryFilter::uniform(), 1.0 / 30.0, &mut memory)?;
///     figures.record(&mesh, &crowd, 1.0 / 30.0);
/// }
/// assert_eq!((figures.agent_ticks(), figures.off_mesh()), (600, 0));
/// assert!(figures.deep_overlaps() <= 0.0 && figures.standing() < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CrowdFigures {
    agent_ticks: u64,
    overlaps: [u64; 2],
    standing: u64,
    turned: f64,
    turning_seconds: f64,
    off_mesh: u64,
    /// By [`AgentId::index`].
    before: Vec<Option<Before>>,
    seen: Vec<Seen>,
}

/// An agent after the step before.
#[derive(Clone, Copy, Debug)]
struct Before {
    id: AgentId,
    position: Vec2,
    /// Zero until it moves.
    direction: Vec2,
}

/// An agent after this step.
#[derive(Clone, Copy, Debug)]
struct Seen {
    position: Vec2,
    radius: f32,
    /// The elevations of its feet and its head.
    height: [f32; 2],
    walks: bool,
    deepest: f32,
}

impl CrowdFigures {
    /// No figures yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the figures of all agents after a [step](Crowd::step) of `seconds`, above 0. O(n log n) for n agents, plus
    /// the number of pairs that overlap in x.
    pub fn record(&mut self, mesh: &NavMesh, crowd: &Crowd, seconds: f32) {
        self.seen.clear();
        for agent in crowd.agents() {
            let walks = agent.state == AgentState::Walking;
            if let Some(area) = agent.area {
                self.off_mesh += u64::from(!mesh.contains(area, agent.position));
            }
            if matches!(agent.state, AgentState::Suspended | AgentState::OffMesh) {
                continue;
            }
            self.seen.push(Seen {
                position: agent.position,
                radius: agent.body.radius,
                height: [agent.elevation, agent.elevation + agent.body.height],
                walks,
                deepest: 0.0,
            });
            let index = agent.id.index();
            if self.before.len() <= index {
                self.before.resize(index + 1, None);
            }
            let before = self.before[index].filter(|before| before.id == agent.id);
            let mut direction = before.map_or(Vec2::ZERO, |before| before.direction);
            if let (true, Some(before)) = (walks, before) {
                let velocity = (agent.position - before.position) / seconds;
                if velocity.length() < STANDING * agent.body.speed {
                    self.standing += 1;
                } else if let Some(now) = velocity.try_normalize() {
                    self.turn(before.direction, now, seconds);
                    direction = now;
                }
            }
            self.agent_ticks += u64::from(walks);
            self.before[index] = Some(Before { id: agent.id, position: agent.position, direction });
        }
        self.measure_overlaps();
    }

    fn turn(&mut self, before: Vec2, now: Vec2, seconds: f32) {
        if before != Vec2::ZERO {
            let (before, now) = (DVec2::from(before), DVec2::from(now));
            let sine = before.perp_dot(now).abs();
            // The angle in radians if it is small. The true angle needs a function that differs by platform.
            self.turned += if before.dot(now) > 0.0 { sine } else { 2.0 - sine };
            self.turning_seconds += f64::from(seconds);
        }
    }

    /// Measures how deep agents overlap, by a sweep from left to right.
    fn measure_overlaps(&mut self) {
        let seen = &mut self.seen;
        seen.sort_unstable_by(|a, b| a.position.x.total_cmp(&b.position.x));
        let widest = seen.iter().map(|agent| agent.radius).fold(0.0, f32::max);
        for index in 0..seen.len() {
            let (left, right) = seen.split_at_mut(index + 1);
            let one = &mut left[index];
            for other in right {
                let offset = other.position - one.position;
                if offset.x > one.radius + widest {
                    break;
                }
                let is_beside = one.height[0] < other.height[1] && other.height[0] < one.height[1];
                if is_beside {
                    let depth = 1.0 - offset.length() / (one.radius + other.radius);
                    one.deepest = one.deepest.max(depth);
                    other.deepest = other.deepest.max(depth);
                }
            }
        }
        for agent in seen.iter().filter(|agent| agent.walks) {
            for (overlaps, depth) in self.overlaps.iter_mut().zip(DEPTHS) {
                *overlaps += u64::from(agent.deepest > depth);
            }
        }
    }

    /// Returns the number of agents that walked, summed over all steps. Shares are relative to it.
    #[must_use]
    pub const fn agent_ticks(&self) -> u64 {
        self.agent_ticks
    }

    /// Returns the share of agent-ticks in which an agent overlapped another by more than 5 % of the
    /// sum of both radii.
    #[must_use]
    pub fn overlaps(&self) -> f64 {
        self.share(self.overlaps[0])
    }

    /// Returns the share of agent-ticks in which an agent overlapped another by more than 25 % of the
    /// sum of both radii.
    #[must_use]
    pub fn deep_overlaps(&self) -> f64 {
        self.share(self.overlaps[1])
    }

    /// Returns the share of agent-ticks in which an agent moved at less than a tenth of its speed.
    #[must_use]
    pub fn standing(&self) -> f64 {
        self.share(self.standing)
    }

    /// Returns the mean rate at which moving agents turned, in radians per second. Small turns are measured
    /// nearly exactly, sharp turns within one step as too small: a right angle as 1, a reversal as 2.
    #[must_use]
    pub fn turning(&self) -> f64 {
        if self.turning_seconds > 0.0 { self.turned / self.turning_seconds } else { 0.0 }
    }

    /// Returns the number of agent-ticks in which an agent on the ground was off the mesh, decided
    /// exactly. It is 0: anything else is a defect of this crate.
    #[must_use]
    pub const fn off_mesh(&self) -> u64 {
        self.off_mesh
    }

    #[expect(clippy::cast_precision_loss, reason = "2^53 agent-ticks take centuries")]
    fn share(&self, count: u64) -> f64 {
        if self.agent_ticks == 0 { 0.0 } else { count as f64 / self.agent_ticks as f64 }
    }
}
