//! What is seen from a point, and what a ray hits.

use tautline_geometry::{DVec2, Segment, Vec2};

use super::ray_line::Ray;
use super::ray_walk::{Obstacle, WalkScratch};
use super::{End, Location, QueryError};
use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

/// The answer of [`NavMesh::cast`], and its memory. Reuse it; it serves any
/// mesh.
#[derive(Clone, Debug, Default)]
pub struct RayCast {
    /// The areas that the ray leads through, in order, each joined to the next
    /// by a border. Where the ray passes a vertex, the areas of the fan between
    /// the one that it leaves and the one that it enters are named too. The
    /// last one holds the target, or has the side that was hit.
    pub areas: Vec<AreaId>,
    /// What ended the ray; nothing if the target was reached.
    pub hit: Option<Hit>,
    /// What the ray was aimed at.
    pub target: Vec2,
    pub(super) scratch: WalkScratch,
    /// Where a leg of a way can be ended.
    pub(super) reached: Vec<AreaId>,
}

/// Where a ray is ended by a wall or by the border of forbidden ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The side that was hit. It has a twin if the ground behind it is
    /// forbidden, and none if it is a wall. Where the ray ends in a corner, one
    /// of the two sides there.
    pub edge: HalfEdgeId,
    /// Where that side runs, the ground that was come from to its left.
    pub segment: Segment,
    /// Where it was hit, rounded to `f32` such that the point lies in the
    /// side's area exactly. (In an acute corner there may be no such point
    /// nearby; then it is simply the nearest.)
    pub point: Vec2,
    /// Where it was hit, as a fraction of the ray from 0 to 1.
    pub fraction: f64,
    /// How far it is from the start, in world units.
    pub distance: f64,
}

impl Hit {
    /// The direction away from the wall, at right angles to it and of length 1.
    ///
    /// ```
    /// # use tautline_navmesh::{BuildOptions, QueryFilter, NavMesh, RayCast, Terrain, Vec2, rectangles_from_cells};
    /// # let raw = rectangles_from_cells(1, 1, |_, _| Some(Terrain(0)));
    /// # let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let mut ray = RayCast::new();
    /// mesh.cast(Vec2::new(0.5, 0.5).into(), Vec2::new(9.0, 0.75), &QueryFilter::uniform(), &mut ray)?;
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
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl NavMesh {
    /// Walks straight from the start towards the target until it is reached, a
    /// wall ends the way, or ground that the costs forbid begins. The answer
    /// replaces what is in `ray`; it is incomplete after an error.
    ///
    /// Decided exactly, by the signs of input points, in every position:
    ///
    /// * The ground is closed: a ray may run along a wall and touch corners, as
    ///   long as the ground beside it goes on. It may change sides of the walls
    ///   that it runs along where the ground does not part.
    /// * Ground that touches only at a point is not joined there: a ray does not
    ///   pass between two obstacles that touch, nor through a wall of no width
    ///   or the end of one that it runs into.
    /// * A start on a vertex or border is in every open area there, on its floor
    ///   if it names an elevation. Where several ways lead on, the ray takes one
    ///   that reaches the target, or else goes furthest (to the precision of
    ///   `f64`).
    /// * The target may lie off the mesh; then something is hit. It is reached
    ///   on whatever floor the ground leads to. Links are not taken.
    ///
    /// O(corners of the areas along the ray). Nothing is allocated once the
    /// memory has grown.
    ///
    /// # Errors
    ///
    /// [`QueryError::NotFinite`], `StartOffMesh`, `Forbidden` or
    /// `ForbiddenArea`, the target being called the goal.
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, QueryFilter, NavMesh, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let map = ["....", "..#.", "...."];
    /// let raw = rectangles_from_cells(4, 3, |x, y| {
    ///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
    /// });
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let (start, filter, mut ray) = (Vec2::new(0.5, 0.5), QueryFilter::uniform(), RayCast::new());
    ///
    /// mesh.cast(start.into(), Vec2::new(3.5, 2.0), &filter, &mut ray)?;
    /// let hit = ray.hit.ok_or("nothing was hit")?;
    /// assert_eq!(hit.point, Vec2::new(2.0, 1.25));
    /// assert_eq!((hit.segment.a.x, hit.segment.b.x), (2.0, 2.0), "it faces the start");
    /// assert_eq!(hit.fraction, 0.5);
    /// assert_eq!(ray.areas.last(), Some(&mesh.area_of(hit.edge)));
    ///
    /// mesh.cast(Vec2::new(1.0, 1.0).into(), Vec2::new(4.0, 1.0), &filter, &mut ray)?;
    /// assert_eq!(ray.hit, None, "along the wall");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast(
        &self,
        start: Location,
        target: Vec2,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<(), QueryError> {
        let RayCast { areas, hit, scratch, .. } = ray;
        (ray.target, *hit) = (target, None);
        areas.clear();
        check_target(target)?;
        self.open_areas_at(End::Start, start, filter, &mut scratch.starts)?;
        scratch.trail.is_kept = true;
        let walker = Ray { mesh: self, filter, start: start.point, target };
        if let Some(end) = walker.walk(|_| true, scratch) {
            scratch.trail.read(end.step, areas);
            *hit = end.obstacle.map(|obstacle| self.hit(start.point, target, obstacle));
        }
        Ok(())
    }

    /// As [`Self::cast`], in a direction and up to a distance, in world units.
    ///
    /// The ray is aimed at a point of `f32`, [`RayCast::target`]: the one at that
    /// distance, rounded; or one beyond the mesh, if the distance leads there.
    /// So an infinite distance asks for the first wall. Of a direction without a
    /// length and a distance that is not above 0, the target is the start.
    ///
    /// # Errors
    ///
    /// As of [`Self::cast`]; a direction that is not finite and a distance that
    /// is not a number give a target that is not finite.
    ///
    /// ```
    /// # use tautline_navmesh::{BuildOptions, QueryFilter, NavMesh, RayCast, Terrain, Vec2, rectangles_from_cells};
    /// # let raw = rectangles_from_cells(9, 4, |_, _| Some(Terrain(0)));
    /// # let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let (start, filter, mut ray) = (Vec2::new(1.0, 2.0), QueryFilter::uniform(), RayCast::new());
    /// let direction = Vec2::new(0.25, 0.0);
    /// mesh.cast_along(start.into(), direction, 3.0, &filter, &mut ray)?;
    /// assert_eq!((ray.hit, ray.target), (None, Vec2::new(4.0, 2.0)));
    /// mesh.cast_along(start.into(), direction, f64::INFINITY, &filter, &mut ray)?;
    /// assert_eq!(ray.hit.map(|hit| (hit.point, hit.distance)), Some((Vec2::new(9.0, 2.0), 8.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_along(
        &self,
        start: Location,
        direction: Vec2,
        max_distance: f64,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<(), QueryError> {
        let target = if direction.is_finite() && !max_distance.is_nan() {
            self.aim(start.point, direction, max_distance)
        } else {
            Vec2::NAN
        };
        self.cast(start, target, filter, ray)
    }

    /// Whether the straight way from one point to another stays on ground that
    /// may be walked on: [`Self::cast`] says what that means to the last bit.
    /// Seeing is mutual. A target off the mesh or on forbidden ground is not
    /// seen; one with an elevation is seen on its floor only.
    ///
    /// O(corners of the areas along the way). Allocates a few bytes;
    /// [`Self::sees_in`] does not.
    ///
    /// # Errors
    ///
    /// As of [`Self::cast`].
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, BuildOptions, QueryFilter, NavMesh, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two obstacles that touch at a point, (2, 1).
    /// let map = ["..#.", ".#.."];
    /// let raw = rectangles_from_cells(4, 2, |x, y| {
    ///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
    /// });
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let filter = QueryFilter::uniform();
    /// let sees = |a: [f32; 2], b: [f32; 2]| mesh.sees(Vec2::from(a).into(), Vec2::from(b).into(), &filter);
    /// assert!(sees([0.5, 1.5], [1.5, 0.5])?);
    /// assert!(sees([0.0, 1.0], [2.0, 1.0])?, "up to the point, along a wall");
    /// assert!(!sees([1.5, 0.5], [2.5, 1.5])?, "but not between them");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sees(
        &self,
        start: Location,
        target: Location,
        filter: &QueryFilter,
    ) -> Result<bool, QueryError> {
        self.sees_in(start, target, filter, &mut RayCast::new())
    }

    /// As [`Self::sees`], in memory that is reused: nothing is allocated once it
    /// has grown. What is in `ray` is lost.
    ///
    /// # Errors
    ///
    /// As of [`Self::cast`].
    ///
    /// ```
    /// # use tautline_navmesh::{BuildOptions, QueryFilter, NavMesh, RayCast, Terrain, Vec2, rectangles_from_cells};
    /// # let raw = rectangles_from_cells(3, 3, |x, y| ((x, y) != (1, 1)).then_some(Terrain(0)));
    /// # let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let (guard, filter, mut ray) = (Vec2::new(0.5, 0.5), QueryFilter::uniform(), RayCast::new());
    /// let thieves = [[2.5, 0.5], [2.5, 2.5], [0.5, 2.5]].map(Vec2::from);
    /// let mut seen = Vec::new();
    /// for thief in thieves {
    ///     seen.push(mesh.sees_in(guard.into(), thief.into(), &filter, &mut ray)?);
    /// }
    /// assert_eq!(seen, [true, false, true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sees_in(
        &self,
        start: Location,
        target: Location,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<bool, QueryError> {
        let RayCast { areas, hit, scratch, .. } = ray;
        (ray.target, *hit) = (target.point, None);
        areas.clear();
        check_target(target.point)?;
        self.open_areas_at(End::Start, start, filter, &mut scratch.starts)?;
        scratch.trail.is_kept = false;
        if target.elevation.is_some() {
            self.areas_at_location(target, areas);
        }
        let is_wanted = |area: AreaId| target.elevation.is_none() || areas.contains(&area);
        let walker = Ray { mesh: self, filter, start: start.point, target: target.point };
        let end = walker.walk(is_wanted, scratch);
        areas.clear();
        Ok(end.is_some_and(|end| end.obstacle.is_none()))
    }

    /// The point that a ray with a direction is aimed at.
    fn aim(&self, start: Vec2, direction: Vec2, max_distance: f64) -> Vec2 {
        let (from, along) = (DVec2::from(start), DVec2::from(direction));
        let length = along.length();
        if length <= 0.0 || max_distance <= 0.0 {
            return start;
        }
        // Twice as far as the mesh is large, and never nearer than the
        // coordinates are large: else rounding would turn the ray.
        let bounds = self.bounds();
        let size = DVec2::from(bounds.max).distance(bounds.min.into());
        let beyond = 2.0 * (size + from.length());
        let offset = along * (max_distance.min(beyond) / length);
        // Coordinates near the end of f32 leave less room.
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

pub(super) fn check_target(target: Vec2) -> Result<(), QueryError> {
    if target.is_finite() {
        return Ok(());
    }
    Err(QueryError::NotFinite { end: End::Goal, x: target.x, y: target.y })
}
