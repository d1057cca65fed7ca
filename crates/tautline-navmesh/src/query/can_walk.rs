//! Tests whether a path is walkable, for example after areas were closed.

use tautline_geometry::{Aabb, Vec2};

use super::ray_line::Ray;
use super::{End, Location, QueryError};
use crate::{AreaId, NavMesh, QueryFilter, RayCast};

/// Up to this number, forbidden areas are compared with a path one by one.
const FEW_AREAS: usize = 64;

impl NavMesh {
    /// Returns true if the straight legs between the points of a path stay on areas that the
    /// filter allows. Use it to revalidate a path after areas were closed: a path that is still
    /// walkable and was a shortest one still is one.
    ///
    /// Each leg is tested exactly, like [`Self::cast`], and continues from the areas that the
    /// leg before it has reached: on the same floor, and on the same side of a non-manifold
    /// vertex. A point with an elevation must be reached on its floor. Links are not taken.
    /// Returns false if a later point is off the mesh, and true for an empty path.
    ///
    /// O(corners of the areas along the path). Allocates nothing once the memory has
    /// grown. Overwrites `ray`.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::cast`] about the first point. A later point that is not finite is
    /// reported as the goal.
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two rooms with a door of class 1 between them.
    /// let raw = rectangles_from_cells(9, 5, |x, y| match (x, y) {
    ///     (4, 2) => Some(Terrain(1)),
    ///     (4, _) => None,
    ///     _ => Some(Terrain(0)),
    /// });
    /// let mesh = raw.build()?;
    /// let path = [[1.0, 4.0], [4.0, 3.0], [5.0, 2.0], [8.0, 1.0]].map(Vec2::from);
    ///
    /// let (mut filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    /// assert!(mesh.can_walk(path, &filter, &mut ray)?);
    /// filter.forbid(Terrain(1)); // the door closes
    /// assert!(!mesh.can_walk(path, &filter, &mut ray)?);
    /// assert!(mesh.can_walk(path[..2].iter().copied(), &filter, &mut ray)?, "up to the door");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn can_walk<P: Into<Location>>(
        &self,
        path: impl IntoIterator<Item = P>,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<bool, QueryError> {
        Ok(self.blocked_leg(path, filter, ray)?.is_none())
    }

    /// The first leg of a path that is not walkable, counted from 0, as in
    /// [`Self::can_walk`].
    ///
    /// # Errors
    ///
    /// The errors of [`Self::can_walk`].
    pub fn blocked_leg<P: Into<Location>>(
        &self,
        path: impl IntoIterator<Item = P>,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<Option<usize>, QueryError> {
        let mut path = path.into_iter().map(Into::into);
        let Some(start) = path.next() else { return Ok(None) };
        ray.restart(start.point);
        self.open_areas_at(End::Start, start, filter, &mut ray.scratch.starts)?;
        let mut blocked = Ok(None);
        for (leg, to) in path.enumerate() {
            if let Err(error) = to.check(End::Goal) {
                blocked = Err(error);
                break;
            }
            if blocked == Ok(None) && !self.can_go_on(to, filter, ray) {
                blocked = Ok(Some(leg));
            }
        }
        ray.areas.clear();
        blocked
    }

    /// Like [`Self::can_walk`], but faster, for a path that is known to be walkable where
    /// nothing is forbidden, such as a path that was found before a door closed. If only a few
    /// areas are forbidden and none of them is near a leg, the legs are not walked.
    ///
    /// O(legs) if at most 64 areas are forbidden and their bounding boxes touch the bounding box of
    /// no leg; otherwise like [`Self::can_walk`].
    ///
    /// # Errors
    ///
    /// The errors of [`Self::can_walk`].
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Three rooms with doors of class 1 between them.
    /// let raw = rectangles_from_cells(14, 5, |x, y| match (x, y) {
    ///     (4, 2) | (9, 2) => Some(Terrain(1)),
    ///     (4 | 9, _) => None,
    ///     _ => Some(Terrain(0)),
    /// });
    /// let mesh = raw.build()?;
    /// let path = [[1.0, 4.0], [4.0, 3.0], [5.0, 2.0], [8.0, 1.0]].map(Vec2::from);
    ///
    /// let (mut filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    /// let doors = [[4.5, 2.5], [9.5, 2.5]].map(|door| mesh.locate(Vec2::from(door)));
    /// filter.forbid_area(doors[1].ok_or("no door")?);
    /// assert!(mesh.can_still_walk(path, &filter, &mut ray)?, "it does not lead there");
    /// filter.forbid_area(doors[0].ok_or("no door")?);
    /// assert!(!mesh.can_still_walk(path, &filter, &mut ray)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn can_still_walk<P: Into<Location>>(
        &self,
        path: impl IntoIterator<Item = P, IntoIter: Clone>,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<bool, QueryError> {
        let path = path.into_iter().map(Into::into);
        Ok(!self.may_be_forbidden(path.clone().map(|end| end.point), filter)
            || self.can_walk(path, filter, ray)?)
    }

    /// Returns true if a forbidden area may be near a path.
    fn may_be_forbidden(
        &self,
        path: impl Iterator<Item = Vec2> + Clone,
        filter: &QueryFilter,
    ) -> bool {
        let closed = filter.forbidden_areas().filter(|area| area.index() < self.area_count());
        let is_class_open = |class| filter.allows(class);
        if closed.clone().nth(FEW_AREAS).is_some() || !self.classes.iter().all(is_class_open) {
            return true;
        }
        let legs = path.clone().zip(path.clone().skip(1).chain(path.last()));
        closed.into_iter().any(|area| {
            let bounds = Aabb::around(self.corners(area));
            let mut legs = legs.clone().map(|(from, to)| Aabb::around([from, to]));
            legs.any(|leg| leg.zip(bounds).is_none_or(|(leg, bounds)| leg.intersects(&bounds)))
        })
    }

    /// Walks straight from the point that the ray has reached. Returns true if `to` is
    /// reachable so, and keeps the areas from which the path continues.
    fn can_go_on(&self, to: Location, filter: &QueryFilter, ray: &mut RayCast) -> bool {
        let RayCast { areas, target, scratch, reached, .. } = ray;
        let start = std::mem::replace(target, to.point);
        if to.elevation.is_some() {
            self.areas_at_location(to, areas);
        }
        reached.clear();
        let is_last = |area: AreaId| {
            let is_floor = to.elevation.is_none() || areas.contains(&area);
            if is_floor && !reached.contains(&area) {
                reached.push(area);
            }
            // Always false, to find all areas that the leg reaches, not only the first.
            false
        };
        scratch.trail.is_kept = false;
        Ray { mesh: self, filter, start, target: to.point }.walk(is_last, scratch);
        self.add_around(to.point, reached, |reached, area| {
            !reached.contains(&area) && self.is_open(area, filter)
        });
        std::mem::swap(reached, &mut scratch.starts);
        !scratch.starts.is_empty()
    }
}
