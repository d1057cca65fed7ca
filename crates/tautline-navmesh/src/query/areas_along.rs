//! The areas along a path.

use tautline_geometry::Vec2;

use super::{End, Location, QueryError};
use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter, RayCast};

impl NavMesh {
    /// Appends the areas that the straight legs between the points of a path pass through, in
    /// order, each connected with the next one across a border. At a bend, these are the areas
    /// around the vertex as well. Returns false, and appends nothing, if the path is not walkable
    /// as in [`Self::can_walk`].
    ///
    /// Where floors overlap, give the start its elevation. Links are not taken. For a path that
    /// takes links, call this for each stretch between them.
    ///
    /// O(corners of the areas along the path), once more for each leg that runs along a zero-width
    /// wall and was first followed on its wrong side. Allocates nothing once the memory has
    /// grown. Overwrites `ray`.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::can_walk`].
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, QueryFilter, RawMesh, RayCast};
    ///
    /// // A row of three squares.
    /// let mut raw = RawMesh::from_vertices(&[
    ///     [0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0],
    ///     [0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0],
    /// ]);
    /// for corner in 0..3 {
    ///     raw.push_area(&[corner, corner + 1, corner + 5, corner + 4]);
    /// }
    /// let (mesh, mut areas) = (raw.build()?, Vec::new());
    /// let path = [[0.5, 0.5], [2.5, 0.75]];
    /// assert!(mesh.areas_along(path, &QueryFilter::uniform(), &mut RayCast::new(), &mut areas)?);
    /// assert_eq!(areas, [AreaId(0), AreaId(1), AreaId(2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn areas_along<P: Into<Location>>(
        &self,
        path: impl IntoIterator<Item = P, IntoIter: Clone>,
        filter: &QueryFilter,
        ray: &mut RayCast,
        areas: &mut Vec<AreaId>,
    ) -> Result<bool, QueryError> {
        let mut path = path.into_iter().map(Into::into);
        let Some(start) = path.next() else { return Ok(true) };
        path.clone().try_for_each(|to: Location| to.check(End::Goal))?;
        let mut starts = std::mem::take(&mut ray.reached);
        let located = self.open_areas_at(End::Start, start, filter, &mut starts);
        let before = areas.len();
        ray.dead_ends.clear();
        // Several areas on a border, and where floors overlap and no elevation is given.
        let mut any_leads = |ray: &mut RayCast| {
            starts.iter().any(|&first| {
                areas.truncate(before);
                areas.push(first);
                self.append_legs(start.point, path.clone(), filter, ray, areas)
            })
        };
        let mut is_walkable = located.is_ok() && any_leads(ray);
        if located.is_ok()
            && !is_walkable
            && self.can_walk(std::iter::once(start).chain(path.clone()), filter, ray) == Ok(true)
        {
            // Each round but the last finds another dead end.
            let mut known = 0;
            while !is_walkable && ray.dead_ends.len() > known {
                known = ray.dead_ends.len();
                is_walkable = any_leads(ray);
            }
        }
        ray.reached = starts;
        if !is_walkable {
            areas.truncate(before);
        }
        located.map(|()| is_walkable)
    }

    /// Appends the areas of all legs, the first of which starts in the last area. If a leg is not
    /// walkable from where the leg before it ends, returns false, and notes that place as a dead
    /// end.
    fn append_legs(
        &self,
        mut from: Vec2,
        path: impl Iterator<Item = Location>,
        filter: &QueryFilter,
        ray: &mut RayCast,
        areas: &mut Vec<AreaId>,
    ) -> bool {
        for (leg, to) in path.enumerate() {
            let last = areas.last().copied();
            if !self.append_leg(leg, from, to, filter, ray, areas) {
                ray.dead_ends.extend(leg.checked_sub(1).zip(last));
                return false;
            }
            from = to.point;
        }
        true
    }

    /// Appends the areas of a leg, which starts in the last area. Returns false if it is not
    /// walkable, ends on another floor, or leads to dead ends only.
    ///
    /// ```text
    ///            c
    ///    area 0   ╲         The leg from a to b runs along a zero-width wall (▒), on both of its
    ///    ▒▒▒▒▒▒▒▒▒▒b▒▒▒──a  sides, and reaches b in areas 0 and 1. Only area 0 continues to c.
    ///    area 1
    /// ```
    fn append_leg(
        &self,
        leg: usize,
        from: Vec2,
        to: Location,
        filter: &QueryFilter,
        ray: &mut RayCast,
        areas: &mut Vec<AreaId>,
    ) -> bool {
        let Some(&last) = areas.last() else { return false };
        let (dead_ends, mut floor) =
            (std::mem::take(&mut ray.dead_ends), std::mem::take(&mut ray.floor));
        if to.elevation.is_some() {
            self.areas_at_location(to, &mut floor);
        }
        let is_wanted = |area| {
            !dead_ends.contains(&(leg, area)) && (to.elevation.is_none() || floor.contains(&area))
        };
        let cast = self.cast_into(last, [from, to.point], is_wanted, filter, ray);
        (ray.dead_ends, ray.floor) = (dead_ends, floor);
        if cast.is_err() || ray.hit.is_some() {
            return false;
        }
        let Some(&first) = ray.areas.first() else { return false };
        if leg == 0 || first == last {
            areas.pop();
        } else {
            self.append_around(from, last, first, filter, areas);
        }
        areas.extend_from_slice(&ray.areas);
        true
    }

    /// Appends the areas around a vertex that lie between two areas there, if any do.
    fn append_around(
        &self,
        vertex: Vec2,
        from: AreaId,
        to: AreaId,
        filter: &QueryFilter,
        areas: &mut Vec<AreaId>,
    ) {
        let starts_here = |&edge: &HalfEdgeId| self.half_edge(edge).start() == vertex;
        // Inside a border, both areas are neighbours.
        let Some(corner) = self.half_edges_of(from).find(starts_here) else { return };
        let counter_clockwise = |edge| self.twin(self.previous_half_edge(edge));
        let clockwise = |edge| self.twin(edge).map(|twin| self.next_half_edge(twin));
        let turns: [&dyn Fn(HalfEdgeId) -> Option<HalfEdgeId>; 2] =
            [&counter_clockwise, &clockwise];
        let before = areas.len();
        for turn in turns {
            let mut here = corner;
            while let Some(next) = turn(here).filter(|&next| next != corner) {
                let area = self.area_of(next);
                if area == to {
                    return;
                }
                if !self.is_open(area, filter) {
                    break;
                }
                areas.push(area);
                here = next;
            }
            areas.truncate(before);
        }
    }
}
