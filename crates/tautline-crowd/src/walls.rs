//! The walls near an agent, as half planes of its velocity.

use tautline_geometry::{DVec2, Segment, Vec2};
use tautline_navmesh::{HalfEdgeId, NavMesh, QueryFilter, WallScratch};

use crate::disc::Disc;
use crate::half_plane::HalfPlane;
use crate::passages::{Passages, gap_at, narrow_width};

/// The number of walls that an agent knows.
const MAX_WALLS: usize = 8;

/// The share of the range that an agent walks before it looks for walls again.
const KEPT_FOR: f32 = 0.25;

/// The same where walls are close.
const KEPT_IF_CLOSE: f32 = 0.15;

/// The width, in diameters, below which an agent takes over the right of way of others: more than for a narrow
/// passage, so that it does not end at the wide spots of a ragged one.
const CLOSE: f64 = 1.4;

/// The distance from the end of a wall, in radii, within which an agent slides around it.
const CLOSE_TO_END: f64 = 0.05;

/// The walls near an agent. They are kept until it has walked a part of the range.
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

    /// Looks for the nearest walls within a range, if the agent has walked far enough. It sees
    /// the walls of the areas that are connected with its own within the range, and so none
    /// of other floors. Among them, it looks for passages that are narrow for its radius.
    pub(crate) fn look(
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
        // What comes into the range until the next look is seen now.
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

    /// Returns true if a position lies in a passage where agents that meet give way.
    pub(crate) fn are_narrow(&self, position: Vec2, radius: f32) -> bool {
        // Passages reach into bends; between walls of short pieces, not all of them are known.
        self.gap < narrow_width(radius) || self.passages.hold(position, radius)
    }

    /// Returns true if two agents that meet between these walls hardly pass each other.
    pub(crate) fn are_close(&self, radius: f32) -> bool {
        self.gap < CLOSE * 2.0 * f64::from(radius)
    }

    /// Adds the half planes of the velocities that reach no wall within a time.
    ///
    /// A wall only counts for an agent in front of it, and not close to its ends: the corner
    /// there is no obstacle for a point, and a path leads right over it.
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
            let share = from_a.dot(along) / length;
            // Behind it, on the far side of a thin obstacle, there is other ground. An agent on a
            // wall is never behind it: it lies in its area exactly.
            if along.perp_dot(from_a) < 0.0 {
                continue;
            }
            if share >= close && share <= length - close {
                // The ground is on the left of a wall.
                let normal = along.perp() / length;
                let gap = normal.dot(from_a);
                planes.push(HalfPlane { normal, offset: -gap / horizon });
            }
        }
    }
}
