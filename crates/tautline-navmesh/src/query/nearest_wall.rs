//! The nearest wall.

use tautline_geometry::{DVec2, Vec2};

use super::wall_search::WallSearch;
use super::{End, Location, QueryError};
use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

/// The nearest wall around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestWall {
    /// Its distance, in world units.
    pub distance: f64,
    /// Its nearest point, rounded to `f32` such that it lies in the area of `edge` exactly.
    /// (In an acute corner there may be no such point nearby; then it is the nearest `f32`
    /// point.)
    pub point: Vec2,
    /// A half-edge that contains this point. It has a twin if it borders a forbidden area,
    /// and none if it is a wall.
    pub edge: HalfEdgeId,
}

/// Memory of [`NavMesh::nearest_wall`], for reuse. It serves any mesh and takes 4 bytes per
/// area.
#[derive(Clone, Debug, Default)]
pub struct WallScratch {
    starts: Vec<AreaId>,
    search: WallSearch,
}

impl WallScratch {
    /// Unused memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl NavMesh {
    /// The nearest wall around a point, if one is within `max_distance` (world units, may be
    /// infinite). Its distance is the radius of the largest free circle around the point.
    ///
    /// Walls are half-edges without twins and the borders of areas that the filter forbids. The
    /// search only visits areas that are connected with the point inside the circle. So the
    /// wall is visible from the point, and never one behind another wall or on another floor. A
    /// point on a wall has distance 0. Where floors overlap and no elevation is given, the
    /// result is the nearest wall of all floors there. `None` if the maximum is negative or not
    /// a number.
    ///
    /// The distance is exact to the last bits of `f64`. Among walls at the same distance, any
    /// is returned, but always the same.
    ///
    /// O(m log m) for m half-edges of areas within that distance. Allocates nothing once the
    /// memory has grown.
    ///
    /// # Errors
    ///
    /// [`QueryError::NotFinite`], `StartOffMesh`, `Forbidden` or
    /// `ForbiddenArea`.
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, Terrain, Vec2, WallScratch, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(9, 4, |x, _| Some(Terrain((x >= 5).into())));
    /// let mesh = raw.build()?;
    /// let (point, mut filter, mut scratch) = (Vec2::new(4.0, 2.5), QueryFilter::uniform(), WallScratch::new());
    ///
    /// let wall = mesh.nearest_wall(point, 10.0, &filter, &mut scratch)?.ok_or("no wall")?;
    /// assert_eq!((wall.distance, wall.point), (1.5, Vec2::new(4.0, 4.0)));
    /// assert_eq!(mesh.nearest_wall(point, 1.25, &filter, &mut scratch)?, None);
    ///
    /// filter.forbid(Terrain(1));
    /// let border = mesh.nearest_wall(point, 10.0, &filter, &mut scratch)?.ok_or("no wall")?;
    /// assert_eq!((border.distance, border.point), (1.0, Vec2::new(5.0, 2.5)));
    /// assert!(mesh.twin(border.edge).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_wall(
        &self,
        location: impl Into<Location>,
        max_distance: f32,
        filter: &QueryFilter,
        scratch: &mut WallScratch,
    ) -> Result<Option<NearestWall>, QueryError> {
        let location = location.into();
        self.open_areas_at(End::Start, location, filter, &mut scratch.starts)?;
        if max_distance.is_nan() || max_distance < 0.0 {
            return Ok(None);
        }
        let WallScratch { starts, search } = scratch;
        let center = DVec2::from(location.point);
        // Compares the distance itself: its square rounds differently.
        let is_in_reach =
            |distance_squared: f64| distance_squared.sqrt() <= f64::from(max_distance);
        let is_open = |area| self.is_open(area, filter);
        let nearest = search.nearest(self, starts, center, is_in_reach, is_open);
        Ok(nearest.map(|(distance_squared, edge)| NearestWall {
            distance: distance_squared.sqrt(),
            point: self
                .rounded_into(self.area_of(edge), self.segment(edge).nearest_point_f64(center)),
            edge,
        }))
    }

    /// Collects the walls within `max_distance` (world units) of a point in a given area: what an
    /// agent there can touch when it walks that far.
    ///
    /// Walls are half-edges without twins and the borders of areas that the filter forbids. The
    /// search starts in the given area and visits the areas that are connected with it
    /// inside the circle, so that walls of other floors do not count. The result replaces
    /// `walls`, which is empty after an error. Its order depends only on the mesh, the filter and
    /// the circle, and is not that of distances.
    ///
    /// O(m) for m half-edges of areas within that distance. Allocates nothing once the memory has
    /// grown.
    ///
    /// # Errors
    ///
    /// [`QueryError::NotFinite`], `Forbidden` or `ForbiddenArea`; [`QueryError::StartOffMesh`] if
    /// the point does not lie in the area, or if the mesh has no such area.
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, QueryFilter, Terrain, Vec2, WallScratch, rectangles_from_cells};
    ///
    /// let mesh = rectangles_from_cells(9, 4, |x, y| (x != 4 || y == 0).then_some(Terrain(0))).build()?;
    /// let point = Vec2::new(3.5, 2.5);
    /// let area = mesh.locate(point).ok_or("off the mesh")?;
    ///
    /// let (mut scratch, mut walls) = (WallScratch::new(), Vec::new());
    /// mesh.walls_around(area, point, 1.0, &QueryFilter::uniform(), &mut scratch, &mut walls)?;
    /// assert_eq!(walls.len(), 1, "the pillar, but not the top wall, 1.5 away");
    /// assert_eq!(mesh.segment(walls[0]).a.x, 4.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walls_around(
        &self,
        area: AreaId,
        point: Vec2,
        max_distance: f32,
        filter: &QueryFilter,
        scratch: &mut WallScratch,
        walls: &mut Vec<HalfEdgeId>,
    ) -> Result<(), QueryError> {
        walls.clear();
        self.check_line(area, point, point, filter)?;
        let max_distance = f64::from(max_distance);
        let is_in_reach = |distance_squared: f64| distance_squared.sqrt() <= max_distance;
        let is_open = |area| self.is_open(area, filter);
        scratch.search.collect(self, area, point.into(), is_in_reach, is_open, walls);
        Ok(())
    }
}
