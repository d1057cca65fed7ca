//! Whether a way can be walked.

use tautline_geometry::{Aabb, Vec2};

use super::ray_line::Ray;
use super::{End, Location};
use crate::{AreaId, NavMesh, QueryFilter, RayCast};

/// Up to so many forbidden areas are compared with a way one by one.
const FEW_AREAS: usize = 64;

impl NavMesh {
    /// Whether a way can be walked: from each of its points straight on to the next, over
    /// ground that the costs do not forbid. Of a path that was found while more ground was
    /// open, this tells whether it still stands; if it was a shortest one, it still is one.
    ///
    /// Each leg is judged as by [`Self::cast`], exactly, and goes on where the one before
    /// has come to: on that floor, and at a point where obstacles touch not through
    /// between them. A point with an elevation has to be come to on its floor. Links are
    /// not taken. A point that is not finite, or off the ground, is not on any way; a way
    /// of no points can be walked.
    ///
    /// O(corners of the areas along the way). Nothing is allocated once the memory has
    /// grown. What is in `ray` is lost.
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, QueryFilter, NavMesh, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two rooms with a door of class 1 between them.
    /// let raw = rectangles_from_cells(9, 5, |x, y| match (x, y) {
    ///     (4, 2) => Some(Terrain(1)),
    ///     (4, _) => None,
    ///     _ => Some(Terrain(0)),
    /// });
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let way = [[1.0, 4.0], [4.0, 3.0], [5.0, 2.0], [8.0, 1.0]].map(Vec2::from);
    ///
    /// let (mut filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    /// assert!(mesh.can_walk(way, &filter, &mut ray));
    /// filter.forbid(Terrain(1)); // the door closes
    /// assert!(!mesh.can_walk(way, &filter, &mut ray));
    /// assert!(mesh.can_walk(way[..2].iter().copied(), &filter, &mut ray), "up to the door");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn can_walk<P: Into<Location>>(
        &self,
        way: impl IntoIterator<Item = P>,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> bool {
        self.blocked_leg(way, filter, ray).is_none()
    }

    /// The first leg of a way that cannot be walked, counted from 0, as by
    /// [`Self::can_walk`]; the first one if the start is off the ground.
    pub fn blocked_leg<P: Into<Location>>(
        &self,
        way: impl IntoIterator<Item = P>,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Option<usize> {
        let mut way = way.into_iter().map(Into::into);
        let start = way.next()?;
        (ray.target, ray.hit) = (start.point, None);
        if self.open_areas_at(End::Start, start, filter, &mut ray.scratch.starts).is_err() {
            return Some(0);
        }
        let blocked = way.position(|to| !self.can_go_on(to, filter, ray));
        ray.areas.clear();
        blocked
    }

    /// As [`Self::can_walk`], of a way that can be walked where nothing is forbidden, such
    /// as a path that was found before a door closed: it need not be walked if only a few
    /// areas are forbidden, all of them away from it.
    ///
    /// O(legs) for up to 64 forbidden areas that are not near any of them, by their
    /// boxes; else as [`Self::can_walk`].
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, QueryFilter, NavMesh, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Three rooms with doors of class 1 between them.
    /// let raw = rectangles_from_cells(14, 5, |x, y| match (x, y) {
    ///     (4, 2) | (9, 2) => Some(Terrain(1)),
    ///     (4 | 9, _) => None,
    ///     _ => Some(Terrain(0)),
    /// });
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let path = [[1.0, 4.0], [4.0, 3.0], [5.0, 2.0], [8.0, 1.0]].map(Vec2::from);
    ///
    /// let (mut filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    /// let doors = [[4.5, 2.5], [9.5, 2.5]].map(|door| mesh.locate(Vec2::from(door)));
    /// filter.forbid_area(doors[1].ok_or("no door")?);
    /// assert!(mesh.can_still_walk(path, &filter, &mut ray), "it does not lead there");
    /// filter.forbid_area(doors[0].ok_or("no door")?);
    /// assert!(!mesh.can_still_walk(path, &filter, &mut ray));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn can_still_walk<P: Into<Location>>(
        &self,
        way: impl IntoIterator<Item = P, IntoIter: Clone>,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> bool {
        let way = way.into_iter().map(Into::into);
        !self.may_be_forbidden(way.clone().map(|end| end.point), filter)
            || self.can_walk(way, filter, ray)
    }

    /// Whether forbidden ground may be near a way.
    fn may_be_forbidden(
        &self,
        way: impl Iterator<Item = Vec2> + Clone,
        filter: &QueryFilter,
    ) -> bool {
        let closed = filter.forbidden_areas().filter(|area| area.index() < self.area_count());
        let is_class_open = |class| filter.allows(class);
        if closed.clone().nth(FEW_AREAS).is_some() || !self.classes.iter().all(is_class_open) {
            return true;
        }
        let legs = way.clone().zip(way.clone().skip(1).chain(way.last()));
        closed.into_iter().any(|area| {
            let bounds = Aabb::around(self.corners(area));
            let mut legs = legs.clone().map(|(from, to)| Aabb::around([from, to]));
            legs.any(|leg| leg.zip(bounds).is_none_or(|(leg, bounds)| leg.intersects(&bounds)))
        })
    }

    /// Walks straight on from where the ray has come to; tells whether that can be done,
    /// and notes from which areas the way goes on.
    fn can_go_on(&self, to: Location, filter: &QueryFilter, ray: &mut RayCast) -> bool {
        let RayCast { areas, target, scratch, reached, .. } = ray;
        let start = std::mem::replace(target, to.point);
        if !to.point.is_finite() || to.elevation.is_some_and(|elevation| !elevation.is_finite()) {
            return false;
        }
        if to.elevation.is_some() {
            self.areas_at_location(to, areas);
        }
        reached.clear();
        let is_last = |area: AreaId| {
            let is_floor = to.elevation.is_none() || areas.contains(&area);
            if is_floor && !reached.contains(&area) {
                reached.push(area);
            }
            // There may be others.
            false
        };
        scratch.trail.is_kept = false;
        Ray { mesh: self, filter, start, target: to.point }.walk(is_last, scratch);
        self.add_around(to.point, |area| self.is_open(area, filter), reached);
        std::mem::swap(reached, &mut scratch.starts);
        !scratch.starts.is_empty()
    }
}
