//! The areas that intersect a box.

use tautline_geometry::{Aabb, Vec2};

use crate::{AreaId, NavMesh};

impl NavMesh {
    /// Finds the areas that intersect a box, given by its least and greatest corner. They
    /// replace the contents of `areas`, in order. There are none if a coordinate is not a
    /// number or the corners are swapped. The box may be infinite or a single point.
    ///
    /// Exact: area and box, both including their borders, have a common point. Areas on
    /// overlapping floors are all reported.
    ///
    /// O(corners of the areas around the box). Allocates nothing once `areas` has
    /// grown.
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, RawMesh, Vec2};
    ///
    /// // Two triangles that make a square.
    /// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    /// raw.push_area(&[0, 1, 2]);
    /// raw.push_area(&[0, 2, 3]);
    /// let mesh = raw.build()?;
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
        // Clamped to the mesh, the box is finite and intersects the same areas.
        let bounds = self.bounds();
        let region = Aabb { min: min.max(bounds.min), max: max.min(bounds.max) };
        self.locator.visit_box(&region, &mut |area| areas.push(area));
        areas.sort_unstable();
        areas.dedup();
        areas.retain(|&area| self.touches(area, &region));
    }

    /// Calls `visit` with every area whose bounding box may intersect a box, some of them more
    /// than once.
    #[doc(hidden)]
    pub fn visit_box(&self, bounds: &Aabb, visit: &mut impl FnMut(AreaId)) {
        self.locator.visit_box(bounds, visit);
    }

    /// Returns true if an area and a box have a common point: no edge of either separates
    /// them (the separating axis theorem).
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
