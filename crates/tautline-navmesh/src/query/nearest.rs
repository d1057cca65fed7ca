//! The nearest point on a mesh.

use std::iter;

use tautline_geometry::{DVec2, Segment, Vec2};

use super::rounding::neighbours;
use super::{End, Location, QueryError};
use crate::{AreaId, NavMesh, QueryFilter};

/// A point on the mesh near another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPoint {
    /// The point. It lies on the mesh, exactly.
    pub point: Vec2,
    /// An area that contains it.
    pub area: AreaId,
    /// Its distance from the given point, in world units.
    pub distance: f64,
}

impl NavMesh {
    /// The point on the allowed ground that is nearest to a location, within `radius` (world
    /// units, may be infinite). The given point itself if it lies there. `None` if no point of
    /// the allowed ground is within the radius, or if the radius is negative or not a number.
    ///
    /// The nearest point, and whether it is within the radius, is decided by distances that are
    /// exact to the last bits of `f64`. The point is then rounded to `f32` such that it
    /// lies on the mesh *exactly* and can be located again;
    /// [`distance`](NearestPoint::distance) is that of the rounded point.
    ///
    /// **Floors.** For a location with an elevation, the result is the point that is nearest in
    /// space, among those within `radius` in the plane. So an agent just off its own floor does
    /// not snap to the floor below. For each area, only the point that is nearest in the plane
    /// is compared; [`distance`](NearestPoint::distance) is the distance in space. On a flat
    /// mesh, the elevation is ignored.
    ///
    /// O(areas within the distance of the nearest point, plus those on the way along one row of
    /// the spatial index). Areas whose ground is not allowed take time, too.
    ///
    /// # Errors
    ///
    /// [`QueryError::NotFinite`] or `ElevationNotFinite`, about the start.
    ///
    /// ```
    /// use tautline_navmesh::{Location, QueryFilter, RawMesh, Vec2};
    ///
    /// // A ledge, 4 up, above a field that reaches further.
    /// let field = [[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]];
    /// let ledge = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    /// let mut raw = RawMesh::from_vertices(&[field, ledge].concat());
    /// raw.elevations = vec![0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0];
    /// raw.push_area(&[0, 1, 2, 3]);
    /// raw.push_area(&[4, 5, 6, 7]);
    /// let mesh = raw.build()?;
    ///
    /// let (beside, filter) = (Vec2::new(5.0, 2.0), QueryFilter::uniform());
    /// let nearest = |elevation| mesh.nearest(Location::at_elevation(beside, elevation), 2.0, &filter);
    /// let on_the_ledge = nearest(4.0)?.ok_or("no ground")?;
    /// assert_eq!((on_the_ledge.point, on_the_ledge.distance), (Vec2::new(4.0, 2.0), 1.0));
    /// let in_the_field = nearest(0.5)?.ok_or("no ground")?;
    /// assert_eq!((in_the_field.point, in_the_field.distance), (beside, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(
        &self,
        location: impl Into<Location>,
        radius: f32,
        filter: &QueryFilter,
    ) -> Result<Option<NearestPoint>, QueryError> {
        self.nearest_where(location, radius, |area| self.is_open(area, filter))
    }

    /// Like [`Self::nearest`], but among the areas for which `admits` returns true.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::nearest`].
    pub fn nearest_where(
        &self,
        location: impl Into<Location>,
        radius: f32,
        admits: impl Fn(AreaId) -> bool,
    ) -> Result<Option<NearestPoint>, QueryError> {
        let location = location.into();
        location.check(End::Start)?;
        if radius.is_nan() || radius < 0.0 {
            return Ok(None);
        }
        Ok(match location.elevation.filter(|_| !self.elevations().is_empty()) {
            Some(elevation) => self.nearest_in_space(location.point, elevation, radius, admits),
            None => self.nearest_in_plane(location.point, radius, admits),
        })
    }

    /// Finds the nearest point to a finite point, within a radius of at least 0.
    fn nearest_in_plane(
        &self,
        point: Vec2,
        radius: f32,
        admits: impl Fn(AreaId) -> bool,
    ) -> Option<NearestPoint> {
        if let Some(area) = self.areas_at(point).find(|&area| admits(area)) {
            return Some(NearestPoint { point, area, distance: 0.0 });
        }
        let square = f64::from(radius) * f64::from(radius);
        let mut best: Option<NearestEdge> = None;
        self.locator.visit_around(point, square, &mut |area| {
            if admits(area) {
                self.improve(point, area, &mut best);
            }
            best.map_or(square, |best| best.distance_squared.min(square))
        });
        let best = best.filter(|best| best.distance_squared.sqrt() <= f64::from(radius))?;
        Some(self.snap_to_edge(point, best.edge, best.area))
    }

    /// Finds the nearest point in space to a finite point at a finite elevation.
    fn nearest_in_space(
        &self,
        point: Vec2,
        elevation: f32,
        radius: f32,
        admits: impl Fn(AreaId) -> bool,
    ) -> Option<NearestPoint> {
        // Nothing is nearer in space than in the plane.
        let mut reach = f64::from(radius);
        let mut nearest: Option<NearestPoint> = None;
        self.locator.visit_around(point, reach * reach, &mut |area| {
            if !admits(area) {
                return reach * reach;
            }
            if let Some(near) = self.nearest_in(area, point, reach) {
                let gap = f64::from(self.elevation_at(area, near.point)) - f64::from(elevation);
                let distance = DVec2::new(near.distance, gap).length();
                if nearest.is_none_or(|other| (distance, area) < (other.distance, other.area)) {
                    nearest = Some(NearestPoint { distance, ..near });
                    reach = reach.min(distance);
                }
            }
            reach * reach
        });
        nearest
    }

    /// The point of an area that is nearest to a given point, if it lies within `reach`.
    fn nearest_in(&self, area: AreaId, point: Vec2, reach: f64) -> Option<NearestPoint> {
        if self.contains(area, point) {
            return Some(NearestPoint { point, area, distance: 0.0 });
        }
        let mut best = None;
        self.improve(point, area, &mut best);
        let best = best.filter(|best| best.distance_squared.sqrt() <= reach)?;
        Some(self.snap_to_edge(point, best.edge, area))
    }

    /// Replaces the best edge by an edge of the area that is nearer.
    fn improve(&self, point: Vec2, area: AreaId, best: &mut Option<NearestEdge>) {
        for edge in self.half_edges_of(area) {
            let edge = self.segment(edge);
            let distance_squared = edge.distance_squared(point.into());
            let is_nearer = best
                .is_none_or(|best| (distance_squared, area) < (best.distance_squared, best.area));
            if is_nearer {
                *best = Some(NearestEdge { edge, area, distance_squared });
            }
        }
    }

    /// Rounds the nearest point of an edge to a point that lies in the edge's area exactly.
    pub(super) fn snap_to_edge(&self, point: Vec2, edge: Segment, area: AreaId) -> NearestPoint {
        let rounded = edge.nearest_point(point);
        let distance = |candidate: Vec2| DVec2::from(candidate).distance(point.into());
        // The ends of the edge lie in the area in any case.
        let candidates = iter::once(rounded).chain(neighbours(rounded)).chain([edge.a, edge.b]);
        let chosen = candidates
            .filter(|&candidate| self.contains(area, candidate))
            .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(edge.a);
        NearestPoint { point: chosen, area, distance: distance(chosen) }
    }
}

/// The nearest edge so far.
#[derive(Clone, Copy)]
struct NearestEdge {
    edge: Segment,
    area: AreaId,
    distance_squared: f64,
}
