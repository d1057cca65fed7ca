//! The walls near an agent, as half planes of its velocity.

use tautline_geometry::{DVec2, Segment, Vec2};
use tautline_navmesh::{HalfEdgeId, NavMesh, QueryFilter, WallScratch};

use crate::disc::Disc;
use crate::half_plane::HalfPlane;
use crate::passages::{Passages, gap_at, narrow_width};

/// The largest number of walls that an agent knows.
const MAX_WALLS: usize = 8;

/// The distance that an agent walks before it looks for walls again, as a share of the range.
const KEPT_FOR: f32 = 0.25;

/// The same distance where walls are close.
const KEPT_IF_CLOSE: f32 = 0.15;

/// The width of a passage below which agents inherit the right of way of others, in diameters. It is larger than that
/// of a narrow passage, so that the right of way is not lost at a wider spot of an uneven passage.
const CLOSE: f64 = 1.4;

/// The distance from the end of a wall within which an agent slides around it, in radii.
const CLOSE_TO_END: f64 = 0.05;

/// The walls near an agent. They are kept until it has walked a share of the range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallsNearby {
    /// The position of the agent when it looked for walls; `None` if they are unknown.
    seen_from: Option<Vec2>,
    count: usize,
    walls: [Segment; MAX_WALLS],
    /// The narrow passages between these walls.
    pub(crate) passages: Passages,
    /// The width of the passage that the agent was in when it looked for walls; infinite in the open.
    gap: f64,
}

/// Memory for looking for walls.
#[derive(Clone, Debug, Default)]
pub(crate) struct WallMemory {
    scratch: WallScratch,
    edges: Vec<HalfEdgeId>,
    by_distance: Vec<(f64, HalfEdgeId)>,
}

impl WallsNearby {
    pub(crate) const UNKNOWN: Self = Self {
        seen_from: None,
        count: 0,
        walls: [Segment::new(Vec2::ZERO, Vec2::ZERO); MAX_WALLS],
        passages: Passages::NONE,
        gap: f64::INFINITY,
    };

    /// Forgets all walls: the ground or the filter has changed, or the agent was moved.
    pub(crate) const fn forget(&mut self) {
        self.seen_from = None;
    }

    /// Finds the nearest walls within a range again, if the agent has walked far enough, and the passages between them
    /// that are narrow for its radius. The search goes from area to area within the range, so that it finds no walls
    /// of other floors.
    pub(crate) fn update(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        disc: Disc,
        range: f32,
        memory: &mut WallMemory,
    ) {
        let Disc { position, area, radius } = disc;
        let kept = range * if self.are_close(radius) { KEPT_IF_CLOSE } else { KEPT_FOR };
        if self.seen_from.is_some_and(|from| from.distance_squared(position) <= kept * kept) {
            return;
        }
        let WallMemory { scratch, edges, by_distance } = memory;
        (self.seen_from, self.count, self.passages) = (Some(position), 0, Passages::NONE);
        self.gap = f64::INFINITY;
        // Also find the walls that come into the range before the next search.
        let reach = range + kept;
        if mesh.walls_around(area, position, reach, filter, scratch, edges).is_err() {
            return;
        }
        by_distance.clear();
        by_distance.extend(
            edges.iter().map(|&edge| (mesh.segment(edge).distance_squared(position.into()), edge)),
        );
        by_distance.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (wall, &(_, edge)) in self.walls.iter_mut().zip(by_distance.iter()) {
            *wall = mesh.segment(edge);
            self.count += 1;
        }
        self.passages = Passages::between(&self.walls[..self.count], radius);
        let walls = by_distance.iter().map(|&(_, edge)| mesh.segment(edge));
        self.gap = gap_at(walls, position);
    }

    /// Returns true if a position lies in a narrow passage, where agents that meet give way.
    pub(crate) fn are_narrow(&self, position: Vec2, radius: f32) -> bool {
        // Passages also cover bends, where no walls face each other. The gap also covers passages between walls of
        // short segments, of which not all are known.
        self.gap < narrow_width(radius) || self.passages.hold(position, radius)
    }

    /// Returns true if two agents that meet between these walls can hardly pass each other.
    pub(crate) fn are_close(&self, radius: f32) -> bool {
        self.gap < CLOSE * 2.0 * f64::from(radius)
    }

    /// Adds the half planes of the velocities that reach no wall within a time.
    ///
    /// A wall only counts for an agent in front of it, and not close to its ends: a shortest path
    /// touches the corner there.
    ///
    /// ```text
    ///        a ▒▒▒▒▒▒▒▒▒▒▒▒▒ b
    ///             │ d             An agent that approaches the wall at most at d / horizon
    ///             ○               does not reach it within the horizon.
    /// ```
    pub(crate) fn half_planes(
        &self,
        position: Vec2,
        radius: f32,
        horizon: f64,
        planes: &mut Vec<HalfPlane>,
    ) {
        let close = f64::from(radius) * CLOSE_TO_END;
        for wall in &self.walls[..self.count] {
            let a = DVec2::from(wall.a);
            let (along, from_a) = (DVec2::from(wall.b) - a, DVec2::from(position) - a);
            let length = along.length();
            let distance_from_a = from_a.dot(along) / length;
            // The agent is behind the wall, on the far side of a thin obstacle. An agent on the wall is
            // not: it lies in its area exactly.
            if along.perp_dot(from_a) < 0.0 {
                continue;
            }
            if distance_from_a >= close && distance_from_a <= length - close {
                // The ground is on the left of a wall.
                let normal = along.perp() / length;
                let gap = normal.dot(from_a);
                planes.push(HalfPlane { normal, offset: -gap / horizon });
            }
        }
    }
}
