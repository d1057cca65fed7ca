//! The obstacles of a map.

use tautline::Vec2;
use tautline::dynamic::{DynamicNavMesh, Obstacle, ObstacleId};
use tautline::meshgen::PolygonOptions;

/// The corners of an obstacle around the origin, on a circle of radius 1. They are
/// constants, because the sine differs between platforms.
const OUTLINE: [[f32; 2]; 8] = [
    [0.92, 0.38],
    [0.38, 0.92],
    [-0.38, 0.92],
    [-0.92, 0.38],
    [-0.92, -0.38],
    [-0.38, -0.92],
    [0.38, -0.92],
    [0.92, -0.38],
];

/// The ground with its obstacles. Without obstacles, there is no copy of it.
#[derive(Debug, Default)]
pub(super) struct Obstacles {
    pub(super) ground: Option<DynamicNavMesh>,
    pub(super) standing: Vec<Standing>,
}

/// An obstacle, with all that is needed to add it again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) id: ObstacleId,
    pub(super) centre: Vec2,
    pub(super) size: f32,
}

impl Standing {
    pub(super) fn ring(&self) -> Vec<[f32; 2]> {
        let Self { centre, size, .. } = *self;
        OUTLINE.iter().map(|&corner| (centre + Vec2::from(corner) * size).into()).collect()
    }

    pub(super) fn obstacle(&self, radius: f32) -> Obstacle {
        let margin = PolygonOptions { agent_radius: radius, ..PolygonOptions::default() };
        Obstacle { margin, ..Obstacle::new([self.ring()]) }
    }
}
