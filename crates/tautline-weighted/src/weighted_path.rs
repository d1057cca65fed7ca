//! A path over weighted terrain.

use tautline_navmesh::{AreaId, LinkTraversal, Vec2};

/// A path over weighted terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedPath {
    /// Start, bends, both ends of each link, goal. One point if start and goal are the same.
    pub points: Vec<Vec2>,
    /// The areas that it passes through, in order. Each is connected to the next one by a border,
    /// or by a link that the path takes.
    pub areas: Vec<AreaId>,
    /// The links that it takes, in order.
    pub links: Vec<LinkTraversal>,
    /// The length on the ground, in world units, measured in the plane.
    pub length: f64,
    /// The cost: lengths times the factors of the terrain, plus the costs of the links.
    pub cost: f64,
}

impl WeightedPath {
    /// Empties the path and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.areas.clear();
        self.links.clear();
        (self.length, self.cost) = (0.0, 0.0);
    }
}
