//! Sliding: movement towards a point and along walls.
//!
//! An agent that hits a wall follows it as long as that leads nearer to the target, and
//! leaves it as soon as the straight line is free. Only the place where the agent
//! stops is computed: before that, it is at the start or at corners.
//!
//! ```text
//!       ▒▒▒▒▒▒▒▒    t         The ray from s to t hits the wall at w. The point of the wall
//!       ▒▒▒▒▒▒▒▒  ╱           that is nearest to t is its end c, so the agent slides to c.
//!       ────w───c             From there, the ray to t is free.
//!         ╱
//!       s
//! ```

use tautline_geometry::{DVec2, Vec2};

use super::ray_line::Ray;
use super::ray_walk::WalkScratch;
use super::{End, Location, NearestPoint, QueryError, RayCast};
use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

impl NavMesh {
    /// Moves an agent straight towards a target, and along the walls that it hits as long as that
    /// leads nearer to the target: the movement of a character that a player pushes against a
    /// wall. Returns the point where the agent stops, an area there, and the distance from the
    /// target.
    ///
    /// Walls are half-edges without twins and the borders of areas that the filter forbids. Where
    /// two walls meet, the agent follows the one that leads nearer. It stays on the areas that
    /// are connected with the start, on its floor if it has an elevation; links are not taken.
    /// It is never further from the target than at the start, so that it moves by less than
    /// twice the distance to the target. The target may lie off the mesh. To go around
    /// obstacles, search for a path.
    ///
    /// Hits are decided exactly, as by [`Self::cast`]; the nearest point of a wall, by distances
    /// in `f64`. The result lies in its area exactly, so that it can be the next start. Note
    /// that a point on a zero-width wall, or on a non-manifold vertex, belongs to the areas on
    /// all sides: use [`Self::slide_from`] to stay on one of them. Overwrites `ray`. Allocates
    /// nothing once that has grown. O(corners of the visited areas, for each corner that the
    /// agent passes).
    ///
    /// # Errors
    ///
    /// The errors of [`Self::cast`].
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let map = ["....", "..#.", "...."];
    /// let raw = rectangles_from_cells(4, 3, |x, y| {
    ///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
    /// });
    /// let mesh = raw.build()?;
    /// let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    /// let mut slide = |start: [f32; 2], target: [f32; 2]| {
    ///     mesh.slide(start, target.into(), &filter, &mut ray)
    /// };
    /// assert_eq!(slide([0.5, 0.5], [1.5, 0.75])?.point, Vec2::new(1.5, 0.75), "all is free");
    /// assert_eq!(slide([1.5, 1.25], [2.5, 1.5])?.point, Vec2::new(2.0, 1.5), "along the pillar");
    /// assert_eq!(slide([1.5, 1.5], [2.5, 2.25])?.point, Vec2::new(2.5, 2.25), "around its corner");
    /// let stopped = slide([3.5, 0.5], [5.0, -1.0])?;
    /// assert_eq!((stopped.point, stopped.distance), (Vec2::new(4.0, 0.0), 2.0_f64.sqrt()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slide(
        &self,
        start: impl Into<Location>,
        target: Vec2,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<NearestPoint, QueryError> {
        let start = start.into();
        ray.restart(target);
        Location::new(target).check(End::Goal)?;
        self.open_areas_at(End::Start, start, filter, &mut ray.scratch.starts)?;
        Ok(Ray { mesh: self, filter, start: start.point, target }.slide(ray))
    }

    /// Like [`Self::slide`], but from a point in a given area. So an agent at a zero-width wall
    /// stays on its side of it, and floors need no elevation. Area and start are those of the
    /// previous result, of [`Self::nearest`] or of [`Self::locate`].
    ///
    /// # Errors
    ///
    /// The errors of [`Self::slide`]; [`QueryError::StartOffMesh`] also if the start does not
    /// lie in the area, or if the mesh has no such area.
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, RawMesh, RayCast, Vec2};
    ///
    /// // Two rooms with a zero-width wall between them.
    /// let corners = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [0.0, 2.0]];
    /// let mut raw = RawMesh::from_vertices(&corners);
    /// raw.push_area(&[0, 1, 4, 5]);
    /// raw.push_area(&[1, 2, 3, 4]);
    /// raw.walls.push([1, 4]);
    /// let mesh = raw.build()?;
    ///
    /// let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    /// let mut here = mesh.nearest([1.0, 1.0], 0.0, &filter)?.ok_or("off the mesh")?;
    /// for _tick in 0..3 {
    ///     let wished = here.point + Vec2::new(0.75, 0.25);
    ///     here = mesh.slide_from(here.area, here.point, wished, &filter, &mut ray)?;
    /// }
    /// assert_eq!(here.point, Vec2::new(2.0, 1.75), "pressed against the wall, but not through it");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slide_from(
        &self,
        area: AreaId,
        start: Vec2,
        target: Vec2,
        filter: &QueryFilter,
        ray: &mut RayCast,
    ) -> Result<NearestPoint, QueryError> {
        ray.restart(target);
        self.check_line(area, start, target, filter)?;
        // Most movements are short and stay inside the area. The code below returns the same: it
        // tests this area first.
        if self.contains(area, target) {
            return Ok(NearestPoint { point: target, area, distance: 0.0 });
        }
        let mut line = Ray { mesh: self, filter, start, target };
        line.start_in(area, &mut ray.scratch.starts);
        Ok(line.slide(ray))
    }
}

impl Ray<'_> {
    /// Slides from the areas that contain the start.
    fn slide(mut self, ray: &mut RayCast) -> NearestPoint {
        let scratch = &mut ray.scratch;
        let contains_target = |&&area: &&AreaId| self.mesh.contains(area, self.target);
        if let Some(&area) = scratch.starts.iter().find(contains_target) {
            return NearestPoint { point: self.target, area, distance: 0.0 };
        }
        scratch.trail.is_kept = true;
        let mut remaining = f64::INFINITY;
        loop {
            if let Some(stop) = self.go_on(&mut remaining, scratch) {
                return stop;
            }
        }
    }

    /// Continues to the next corner. Returns the result if the agent stops before, or at that
    /// corner because it is no nearer to the target than the last one, whose distance is
    /// `remaining`. So no corner is visited twice. A wall can seem to lead nearer:
    ///
    /// ```text
    ///           t        The point w of the wall is nearest to the target in `f64`, but it rounds
    ///     ───w──c        to the corner c, where the agent is already.
    /// ```
    fn go_on(&mut self, remaining: &mut f64, scratch: &mut WalkScratch) -> Option<NearestPoint> {
        if let stop @ Some(_) = self.go_to_corner(scratch) {
            return stop;
        }
        let here = self.stop(scratch);
        let is_nearer = here.distance < *remaining;
        *remaining = here.distance;
        (!is_nearer).then_some(here)
    }

    /// Continues to the next corner, where the next ray starts. Returns the result if the agent
    /// stops before.
    fn go_to_corner(&mut self, scratch: &mut WalkScratch) -> Option<NearestPoint> {
        let end = self.walk(|_| true, scratch)?;
        let Some(obstacle) = end.obstacle else {
            let area = scratch.trail.area(end.step);
            return Some(NearestPoint { point: self.target, area, distance: 0.0 });
        };
        let mut wall = Some(obstacle.edge);
        if let Some(position) = obstacle.corner {
            // At the start, the areas all around it are known already.
            if position != self.start
                && let Some(corner) = self.corner_at(obstacle.edge, position)
            {
                self.start_at(corner, &mut scratch.starts);
            }
            wall = self.wall_that_leads_nearer(&scratch.starts);
        }
        let here = self.stop(scratch);
        let Some(wall) = wall else { return Some(here) };
        // Rounding may lead to a corner, from where another wall continues, or lead away by
        // more than the wall has led nearer.
        let along = self.stop_on(wall, self.nearest_on(wall));
        let corner = self.corner_at(wall, along.point);
        let Some(corner) = corner.filter(|_| along.distance <= here.distance) else {
            return Some(if along.distance < here.distance { along } else { here });
        };
        self.start_at(corner, &mut scratch.starts);
        None
    }

    /// Starts in an area that contains the start of the ray, and in the allowed areas that are
    /// connected with it there.
    pub(super) fn start_in(&mut self, area: AreaId, areas: &mut Vec<AreaId>) {
        let mesh = self.mesh;
        if let Some(corner) =
            mesh.half_edges_of(area).find(|&edge| self.position(edge) == self.start)
        {
            return self.start_at(corner, areas);
        }
        areas.clear();
        areas.push(area);
        let border = mesh.half_edges_of(area).find(|&edge| mesh.segment(edge).contains(self.start));
        let across = border.and_then(|edge| self.open_twin(edge));
        areas.extend(across.map(|twin| mesh.area_of(twin)));
    }

    /// Starts at a corner, in all allowed areas that are connected around it.
    fn start_at(&mut self, corner: HalfEdgeId, areas: &mut Vec<AreaId>) {
        self.start = self.position(corner);
        areas.clear();
        self.visit_open_around(corner, |corner, _| areas.push(self.mesh.area_of(corner)));
    }

    /// Stops at the start of the ray.
    fn stop(&self, scratch: &WalkScratch) -> NearestPoint {
        let distance = DVec2::from(self.start).distance(self.target.into());
        NearestPoint { point: self.start, area: scratch.starts[0], distance }
    }

    /// Stops at a position on a wall, rounded into its area.
    fn stop_on(&self, wall: HalfEdgeId, position: DVec2) -> NearestPoint {
        let (mesh, area, point) = (self.mesh, self.mesh.area_of(wall), position.as_vec2());
        if mesh.contains(area, point) {
            let distance = DVec2::from(point).distance(self.target.into());
            return NearestPoint { point, area, distance };
        }
        mesh.snap_to_edge(self.target, mesh.segment(wall), area)
    }

    /// The wall that leads nearest to the target, among the walls of some areas at the start of
    /// the ray that lead nearer to it at all.
    fn wall_that_leads_nearer(&self, areas: &[AreaId]) -> Option<HalfEdgeId> {
        let edges = areas.iter().flat_map(|&area| self.mesh.half_edges_of(area));
        let is_wall_here = |&edge: &HalfEdgeId| {
            self.open_twin(edge).is_none() && self.mesh.segment(edge).contains(self.start)
        };
        let leads_on = |&edge: &HalfEdgeId| self.nearest_on(edge) != DVec2::from(self.start);
        let remaining = |edge: &HalfEdgeId| {
            (DVec2::from(self.target) - self.nearest_on(*edge)).length_squared()
        };
        edges
            .filter(is_wall_here)
            .filter(leads_on)
            .min_by(|a, b| remaining(a).total_cmp(&remaining(b)))
    }

    /// The point of a half-edge that is nearest to the target.
    fn nearest_on(&self, edge: HalfEdgeId) -> DVec2 {
        self.mesh.segment(edge).nearest_point_f64(self.target.into())
    }

    /// The corner at a position, if the half-edge starts or ends there.
    fn corner_at(&self, edge: HalfEdgeId, position: Vec2) -> Option<HalfEdgeId> {
        [edge, self.mesh.next_half_edge(edge)]
            .into_iter()
            .find(|&corner| self.position(corner) == position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RawMesh;

    #[test]
    fn a_wall_that_leads_nearer_by_less_than_rounding_ends_the_slide() {
        let corner = Vec2::new(8.0, 2.0);
        let mut raw = RawMesh::from_vertices(&[[0.0, 1.0], corner.into(), [0.0, 3.0]]);
        raw.push_area(&[0, 1, 2]);
        let mesh = raw.build().unwrap();
        let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
        let (start, target) = (Vec2::new(4.0, 2.0), Vec2::new(8.0, 2.0_f32.next_up()));

        let mut line = Ray { mesh: &mesh, filter: &filter, start, target };
        line.start_in(AreaId(0), &mut ray.scratch.starts);
        ray.scratch.trail.is_kept = true;
        let mut remaining = f64::INFINITY;
        assert!(line.go_on(&mut remaining, &mut ray.scratch).is_none(), "it comes to the corner");
        let nearest = line.wall_that_leads_nearer(&ray.scratch.starts).map(|w| line.nearest_on(w));
        let nearest = nearest.expect("a wall leads nearer");
        assert_eq!(nearest.as_vec2(), corner, "by less than rounding");
        let stop = line.go_on(&mut remaining, &mut ray.scratch).expect("it stops at the corner");
        assert_eq!(stop.point, corner);
        let slid = mesh.slide_from(AreaId(0), start, target, &filter, &mut ray).unwrap();
        assert_eq!(slid, stop);
    }
}
