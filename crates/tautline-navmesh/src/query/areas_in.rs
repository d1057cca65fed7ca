//! The areas in a box.

use tautline_geometry::{Aabb, Vec2};

use crate::{AreaId, NavMesh};

impl NavMesh {
    /// The areas that a box touches, from its corner with the least coordinates to that
    /// with the greatest, in order. They replace what is in `areas`; there are none if a
    /// coordinate is not a number, or the corners are the wrong way round. The box may be
    /// infinite, and it may be a point.
    ///
    /// Exact: an area is touched if it and the box, both with their borders, have a point
    /// in common. Floors one above the other are all named.
    ///
    /// O(corners of the areas around the box); nothing is allocated once `areas` has
    /// grown.
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, BuildOptions, NavMesh, RawMesh, Vec2};
    ///
    /// // Two triangles that make a square.
    /// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    /// raw.push_area(&[0, 1, 2]);
    /// raw.push_area(&[0, 2, 3]);
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    ///
    /// let mut areas = Vec::new();
    /// mesh.areas_in(Vec2::new(1.0, 2.0), Vec2::new(3.0, 3.0), &mut areas);
    /// assert_eq!(areas, [AreaId(0), AreaId(1)]);
    /// mesh.areas_in(Vec2::new(1.0, 2.0), Vec2::new(1.5, 3.0), &mut areas);
    /// assert_eq!(areas, [AreaId(1)]);
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    pub fn areas_in(&self, min: Vec2, max: Vec2, areas: &mut Vec<AreaId>) {
        areas.clear();
        let region = Aabb { min, max };
        if !(min.cmple(max).all() && region.intersects(&self.bounds())) {
            return;
        }
        // Beyond the mesh nothing is touched, and nothing is infinite within.
        let bounds = self.bounds();
        let region = Aabb { min: min.max(bounds.min), max: max.min(bounds.max) };
        self.locator.visit_box(&region, &mut |area| areas.push(area));
        areas.sort_unstable();
        areas.dedup();
        areas.retain(|&area| self.touches(area, &region));
    }

    /// Calls `visit` with every area whose box may touch a box, some of them more than
    /// once.
    #[doc(hidden)]
    pub fn visit_box(&self, bounds: &Aabb, visit: &mut impl FnMut(AreaId)) {
        self.locator.visit_box(bounds, visit);
    }

    /// Whether an area and a box have a point in common: whether no side of either has
    /// the other wholly beyond it.
    fn touches(&self, area: AreaId, region: &Aabb) -> bool {
        let Aabb { min, max } = *region;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        let around = Aabb::around(self.half_edges_of(area).map(|edge| self.segment(edge).a));
        around.is_some_and(|around| around.intersects(region))
            && self.half_edges_of(area).all(|edge| {
                let edge = self.segment(edge);
                corners.iter().any(|&corner| !edge.side_of(corner).is_right())
            })
    }
}
