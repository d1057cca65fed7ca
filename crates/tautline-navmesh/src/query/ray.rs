//! Ray casts and visibility.

use tautline_geometry::{DVec2, Segment, Vec2};

use super::ray_line::Ray;
use super::ray_walk::{Obstacle, WalkScratch};
use super::{End, Location, QueryError};
use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

/// The result of [`NavMesh::cast`], and its memory, for reuse. It serves any
/// mesh.
#[derive(Clone, Debug, Default)]
pub struct RayCast {
    /// The areas along the ray, in order, each connected with the next one across a border.
    /// Where the ray passes a vertex, the areas of the fan between the one that it leaves and
    /// the one that it enters are included. The last area contains the target, or has the
    /// half-edge that was hit.
    pub areas: Vec<AreaId>,
    /// The hit that ended the ray; `None` if it reached the target.
    pub hit: Option<Hit>,
    /// The target of the ray.
    pub target: Vec2,
    pub(super) scratch: WalkScratch,
    /// The areas at which a leg of a path can end.
    pub(super) reached: Vec<AreaId>,
    /// Legs of a path, and areas at their ends from which the next leg cannot go on.
    pub(super) dead_ends: Vec<(usize, AreaId)>,
    /// The areas at the end of a leg, on the floor of that end.
    pub(super) floor: Vec<AreaId>,
}

/// A hit: the place where a wall or the border of a forbidden area ends a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The half-edge that was hit. It has a twin if it borders a forbidden area, and none if it
    /// is a wall. Where the ray ends at a vertex, one of the two half-edges there.
    pub edge: HalfEdgeId,
    /// The segment of that half-edge, with the area of the ray on its left.
    pub segment: Segment,
    /// The point that was hit, rounded to `f32` such that it lies in the area of `edge`
    /// exactly. (In an acute corner there may be no such point nearby; then it is the nearest
    /// `f32` point.)
    pub point: Vec2,
    /// The position of the hit along the ray, as a fraction from 0 to 1.
    pub fraction: f64,
    /// Its distance from the start, in world units.
    pub distance: f64,
}

impl Hit {
    /// The unit normal of the wall, away from it.
    ///
    /// ```
    /// # use tautline_navmesh::{QueryFilter, RayCast, Terrain, Vec2, rectangles_from_cells};
    /// # let raw = rectangles_from_cells(1, 1, |_, _| Some(Terrain(0)));
    /// # let mesh = raw.build()?;
    /// let mut ray = RayCast::new();
    /// mesh.cast([0.5, 0.5], Vec2::new(9.0, 0.75), &QueryFilter::uniform(), &mut ray)?;
    /// let normal = ray.hit.ok_or("nothing was hit")?.normal();
    /// assert_eq!((normal.x, normal.y), (-1.0, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn normal(&self) -> DVec2 {
        let along = DVec2::from(self.segment.b) - DVec2::from(self.segment.a);
        along.perp() * (1.0 / along.length())
    }
}

impl RayCast {
    /// Unused memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the result and sets the target of the next ray.
    pub(super) fn restart(&mut self, target: Vec2) {
        self.areas.clear();
        (self.target, self.hit) = (target, None);
    }
}

impl NavMesh {
    /// Casts a ray from the start to the target. It ends at the target, at a wall, or at the
    /// border of an area that the filter forbids. The result replaces the contents of `ray`,
    /// which has no areas and no hit after an error.
    ///
    /// Every decision is exact, by orientations of input points:
    ///
    /// * Areas include their borders: a ray may run along a wall and touch corners, as long as
    ///   the areas on one side of it continue. It may change sides of the walls that it runs
    ///   along where these sides are connected.
    /// * Areas that touch only at a vertex are not connected there: a ray does not pass between
    ///   two obstacles that touch, nor through a zero-width wall, nor through the end of a
    ///   zero-width wall that it runs into.
    /// * A start on a vertex or border is in every allowed area there, on its floor if it has an
    ///   elevation. If the ray can continue in several ways, it takes one that reaches
    ///   the target, or else the one that leads furthest (to the precision of `f64`).
    /// * The target may lie off the mesh; then the ray hits something. It is reached on
    ///   whatever floor the areas lead to. Links are not taken.
    ///
    /// O(corners of the areas along the ray). Allocates nothing once the memory has grown.
    ///
    /// # Errors
    ///
    /// [`QueryError::NotFinite`], `StartOffMesh`, `Forbidden` or `ForbiddenArea`. The target is
    /// called the goal.
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let map = ["....", "..#.", "...."];
    /// let raw = rectangles_from_cells(4, 3, |x, y| {
    ///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
    /// });
    /// let mesh = raw.build()?;
    /// let (start, filter, mut ray) = (Vec2::new(0.5, 0.5), QueryFilter::uniform(), RayCast::new());
    ///
    /// mesh.cast(start, Vec2::new(3.5, 2.0), &filter, &mut ray)?;
    /// let hit = ray.hit.ok_or("nothing was hit")?;
    /// assert_eq!(hit.point, Vec2::new(2.0, 1.25));
    /// assert_eq!((hit.segment.a.x, hit.segment.b.x), (2.0, 2.0), "it faces the start");
    /// assert_eq!(hit.fraction, 0.5);
    /// assert_eq!(ray.areas.last(), Some(&mesh.area_of(hit.edge)));
    ///
    /// mesh.cast([1.0, 1.0], Vec2::new(4.0, 1.0), &filter, &mut ray)?;
    /// assert_eq!(ray.hit, None, "along the wall");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast(
        &self,
        start: impl Into<Location>,
        target: Vec2,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<(), QueryError> {
        let start = start.into();
        ray.restart(target);
        Location::new(target).check(End::Goal)?;
        self.open_areas_at(End::Start, start, filter, &mut ray.scratch.starts)?;
        self.cast_line(&Ray { mesh: self, filter, start: start.point, target }, |_| true, ray);
        Ok(())
    }

    /// Like [`Self::cast`], but from a point in a given area, and so from one side of a
    /// zero-width wall, and from one floor: see [`Self::slide_from`].
    ///
    /// # Errors
    ///
    /// The errors of [`Self::cast`]; [`QueryError::StartOffMesh`] also if the start does not
    /// lie in the area, or if the mesh has no such area.
    pub fn cast_from(
        &self,
        area: AreaId,
        start: Vec2,
        target: Vec2,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<(), QueryError> {
        self.cast_into(area, [start, target], |_| true, filter, ray)
    }

    /// Like [`Self::cast_from`], but reaches the target only in an area for which `is_wanted`
    /// returns true. There are no areas if it is reached in others only.
    pub(super) fn cast_into(
        &self,
        area: AreaId,
        [start, target]: [Vec2; 2],
        is_wanted: impl FnMut(AreaId) -> bool,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<(), QueryError> {
        ray.restart(target);
        self.check_line(area, start, target, filter)?;
        let mut line = Ray { mesh: self, filter, start, target };
        line.start_in(area, &mut ray.scratch.starts);
        self.cast_line(&line, is_wanted, ray);
        Ok(())
    }

    /// Casts a ray from the areas at its start.
    fn cast_line(&self, line: &Ray<'_>, is_wanted: impl FnMut(AreaId) -> bool, ray: &mut RayCast) {
        let RayCast { areas, hit, scratch, .. } = ray;
        scratch.trail.is_kept = true;
        if let Some(end) = line.walk(is_wanted, scratch) {
            scratch.trail.read(end.step, areas);
            *hit = end.obstacle.map(|obstacle| self.hit(line.start, line.target, obstacle));
        }
    }

    /// Checks the ends of a straight line from a point in a given area.
    pub(super) fn check_line(
        &self,
        area: AreaId,
        start: Vec2,
        target: Vec2,
        filter: &QueryFilter,
    ) -> Result<(), QueryError> {
        Location::new(target).check(End::Goal)?;
        Location::new(start).check(End::Start)?;
        if area.index() >= self.area_count() || !self.contains(area, start) {
            return Err(QueryError::StartOffMesh { x: start.x, y: start.y });
        }
        if !self.is_open(area, filter) {
            return Err(self.forbidden(End::Start, area, filter));
        }
        Ok(())
    }

    /// Like [`Self::cast`], in a direction and up to a distance, in world units.
    ///
    /// The ray is cast to an `f32` point, [`RayCast::target`]: the rounded point at that
    /// distance, or a point beyond the mesh if the distance leads there. An infinite distance
    /// finds the first wall. For a direction of length 0 or a distance that is not above 0, the
    /// target is the start.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::cast`]. A direction that is not finite or a distance that
    /// is not a number makes the target not finite.
    ///
    /// ```
    /// # use tautline_navmesh::{QueryFilter, RayCast, Terrain, Vec2, rectangles_from_cells};
    /// # let raw = rectangles_from_cells(9, 4, |_, _| Some(Terrain(0)));
    /// # let mesh = raw.build()?;
    /// let (start, filter, mut ray) = (Vec2::new(1.0, 2.0), QueryFilter::uniform(), RayCast::new());
    /// let direction = Vec2::new(0.25, 0.0);
    /// mesh.cast_along(start, direction, 3.0, &filter, &mut ray)?;
    /// assert_eq!((ray.hit, ray.target), (None, Vec2::new(4.0, 2.0)));
    /// mesh.cast_along(start, direction, f32::INFINITY, &filter, &mut ray)?;
    /// assert_eq!(ray.hit.map(|hit| (hit.point, hit.distance)), Some((Vec2::new(9.0, 2.0), 8.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_along(
        &self,
        start: impl Into<Location>,
        direction: Vec2,
        max_distance: f32,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<(), QueryError> {
        let start = start.into();
        let target = if direction.is_finite() && !max_distance.is_nan() {
            self.aim(start.point, direction, max_distance.into())
        } else {
            Vec2::NAN
        };
        self.cast(start, target, filter, ray)
    }

    /// Returns true if the straight line between two points stays on areas that the filter
    /// allows: see [`Self::cast`] for what that means exactly. Visibility is mutual. A target
    /// off the mesh or on a forbidden area is not visible; one with an elevation is
    /// visible on its floor only. Overwrites `ray`.
    ///
    /// O(corners of the areas along the line). Allocates nothing once the memory has grown.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::cast`].
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, QueryFilter, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two obstacles that touch at a point, (2, 1).
    /// let map = ["..#.", ".#.."];
    /// let raw = rectangles_from_cells(4, 2, |x, y| {
    ///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
    /// });
    /// let mesh = raw.build()?;
    /// let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    /// let mut sees = |a: [f32; 2], b: [f32; 2]| mesh.sees(a, b, &filter, &mut ray);
    /// assert!(sees([0.5, 1.5], [1.5, 0.5])?);
    /// assert!(sees([0.0, 1.0], [2.0, 1.0])?, "up to the point, along a wall");
    /// assert!(!sees([1.5, 0.5], [2.5, 1.5])?, "but not between them");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sees(
        &self,
        start: impl Into<Location>,
        target: impl Into<Location>,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<bool, QueryError> {
        let (start, target) = (start.into(), target.into());
        ray.restart(target.point);
        let RayCast { areas, scratch, .. } = ray;
        Location::new(target.point).check(End::Goal)?;
        self.open_areas_at(End::Start, start, filter, &mut scratch.starts)?;
        scratch.trail.is_kept = false;
        if target.elevation.is_some() {
            self.areas_at_location(target, areas);
        }
        let is_wanted = |area: AreaId| target.elevation.is_none() || areas.contains(&area);
        let line = Ray { mesh: self, filter, start: start.point, target: target.point };
        let end = line.walk(is_wanted, scratch);
        areas.clear();
        Ok(end.is_some_and(|end| end.obstacle.is_none()))
    }

    /// The target of a ray with a direction.
    fn aim(&self, start: Vec2, direction: Vec2, max_distance: f64) -> Vec2 {
        let (from, along) = (DVec2::from(start), DVec2::from(direction));
        let length = along.length();
        if length <= 0.0 || max_distance <= 0.0 {
            return start;
        }
        // A distance that leads off the mesh. It is at least as large as the coordinates:
        // otherwise rounding the target to `f32` would turn the ray.
        let bounds = self.bounds();
        let size = DVec2::from(bounds.max).distance(bounds.min.into());
        let beyond = 2.0 * (size + from.length());
        let offset = along * (max_distance.min(beyond) / length);
        // Near the greatest `f32`, the target must not overflow.
        let room = |from: f64, offset: f64| {
            (f64::from(f32::MAX) - from.abs()) / offset.abs().max(f64::MIN_POSITIVE)
        };
        let fraction = room(from.x, offset.x).min(room(from.y, offset.y)).min(1.0);
        (from + offset * fraction).as_vec2()
    }

    fn hit(&self, start: Vec2, target: Vec2, obstacle: Obstacle) -> Hit {
        let Obstacle { edge, fraction, corner } = obstacle;
        let start = DVec2::from(start);
        let position = match corner {
            Some(corner) => DVec2::from(corner),
            None => start + (DVec2::from(target) - start) * fraction,
        };
        let point = corner.unwrap_or_else(|| self.rounded_into(self.area_of(edge), position));
        let distance = start.distance(position);
        Hit { edge, segment: self.segment(edge), point, fraction, distance }
    }
}
