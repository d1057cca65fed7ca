//! Areas that a filter allows.

use super::{End, Location, PathQuery, QueryError};
use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

impl NavMesh {
    /// Returns true if a filter allows an area: it forbids neither the terrain class nor
    /// the area itself.
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, QueryFilter, Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 1, |x, _| Some(Terrain(x as u8)));
    /// let mesh = raw.build()?;
    /// let mut filter = QueryFilter::uniform();
    /// filter.forbid(Terrain(1));
    /// filter.forbid_area(AreaId(2));
    /// let open: Vec<bool> = mesh.areas().map(|area| mesh.is_open(area, &filter)).collect();
    /// assert_eq!(open, [true, false, false]);
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_open(&self, area: AreaId, filter: &QueryFilter) -> bool {
        filter.allows(self.terrain(area)) && filter.allows_area(area)
    }

    /// Returns the twin of a half-edge that a path can cross: one without a wall, with an area across that the filter
    /// allows, and wide enough for its agent.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn passable_twin(&self, edge: HalfEdgeId, filter: &QueryFilter) -> Option<HalfEdgeId> {
        let half_edge = self.half_edge(edge);
        let is_passable =
            |_: &HalfEdgeId| self.is_open(half_edge.across(), filter) && filter.admits(edge);
        half_edge.twin().filter(is_passable)
    }

    /// Returns true if a filter allows all areas. Terrain classes that no area has do not
    /// matter. O(1) for a filter that forbids nothing; otherwise O(classes of the mesh).
    #[must_use]
    #[doc(hidden)]
    pub fn is_all_open(&self, filter: &QueryFilter) -> bool {
        !filter.forbids_ground()
            || !filter.forbids_areas() && self.classes.iter().all(|class| filter.allows(class))
    }

    /// The cost of a unit of distance, if it is the same on all areas that the filter allows:
    /// then the shortest path is the cheapest. Classes that no area has do not matter. 1 if
    /// no class is allowed. As fast as [`Self::is_all_open`].
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 1, |x, _| Some(Terrain(x as u8)));
    /// let mesh = raw.build()?;
    /// let mut filter = QueryFilter::uniform();
    /// filter.set(Terrain(7), 3.0)?; // there is no such ground
    /// assert_eq!(mesh.uniform_factor(&filter), Some(1.0));
    /// filter.set(Terrain(0), 2.0)?;
    /// assert_eq!(mesh.uniform_factor(&filter), None);
    /// filter.forbid(Terrain(1));
    /// filter.forbid(Terrain(2));
    /// assert_eq!(mesh.uniform_factor(&filter), Some(2.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    #[must_use]
    pub fn uniform_factor(&self, filter: &QueryFilter) -> Option<f64> {
        if filter.is_uniform() {
            return Some(filter.least_factor()).filter(|factor| factor.is_finite()).or(Some(1.0));
        }
        let factors = self.classes.iter().map(|class| filter.factor(class));
        let mut open = factors.filter(|factor| factor.is_finite());
        let first = open.next().unwrap_or(1.0);
        open.all(|factor| factor.to_bits() == first.to_bits()).then_some(first)
    }

    /// The least cost of a unit of distance on the terrain classes of the mesh.
    #[doc(hidden)]
    #[must_use]
    pub fn least_factor(&self, filter: &QueryFilter) -> f64 {
        if filter.is_uniform() {
            return filter.least_factor();
        }
        self.classes.iter().map(|class| filter.factor(class)).fold(f64::INFINITY, f64::min)
    }

    /// Returns true if two filters forbid the same terrain of the mesh, and give all other terrain of
    /// it the same costs, up to a common factor.
    #[must_use]
    #[doc(hidden)]
    pub fn have_same_costs(&self, one: &QueryFilter, other: &QueryFilter) -> bool {
        let least = [one, other].map(|filter| self.least_factor(filter));
        // Factors are `f32`: these products are exact.
        self.classes.iter().all(|class| {
            let [one, other] = [one.factor(class) * least[1], other.factor(class) * least[0]];
            one.to_bits() == other.to_bits()
        })
    }

    /// Finds the areas at one end of a query that the filter allows, on its floor: all of
    /// them if the end lies on a border or vertex. They replace the contents of `areas`, at
    /// least one after success. `end` is used in the errors.
    ///
    /// # Errors
    ///
    /// A coordinate or the elevation is not finite, or the end is off the mesh or on
    /// forbidden areas only. `areas` is then empty.
    pub fn open_areas_at(
        &self,
        end: End,
        location: Location,
        filter: &QueryFilter,
        areas: &mut Vec<AreaId>,
    ) -> Result<(), QueryError> {
        areas.clear();
        location.check(end)?;
        let (x, y) = (location.point.x, location.point.y);
        self.areas_at_location(location, areas);
        let Some(&area) = areas.first() else {
            return Err(match end {
                End::Start => QueryError::StartOffMesh { x, y },
                End::Goal => QueryError::GoalOffMesh { x, y },
            });
        };
        if !self.is_all_open(filter) {
            areas.retain(|&area| self.is_open(area, filter));
        }
        if areas.is_empty() {
            return Err(self.forbidden(end, area, filter));
        }
        Ok(())
    }

    /// Finds the areas at both ends of a query, as by [`Self::open_areas_at`], but at the start only
    /// those from which a path may lead to the goal.
    ///
    /// # Errors
    ///
    /// Those of [`Self::open_areas_at`], and [`QueryError::Unreachable`] if there are none at the start.
    #[doc(hidden)]
    pub fn open_ends(
        &self,
        query: &PathQuery<'_>,
        start_areas: &mut Vec<AreaId>,
        goal_areas: &mut Vec<AreaId>,
    ) -> Result<(), QueryError> {
        let PathQuery { start, goal, filter, .. } = *query;
        self.open_areas_at(End::Start, start, filter, start_areas)?;
        self.open_areas_at(End::Goal, goal, filter, goal_areas)?;
        let takes_links = self.takes_links(filter);
        start_areas
            .retain(|&from| goal_areas.iter().any(|&to| self.may_lead(from, to, takes_links)));
        if start_areas.is_empty() { Err(QueryError::Unreachable) } else { Ok(()) }
    }

    /// Returns true if a path may lead from one area to another, on foot or also over links.
    pub(crate) fn may_lead(&self, from: AreaId, to: AreaId, takes_links: bool) -> bool {
        if takes_links {
            self.may_reach(from, to)
        } else {
            self.component(from) == self.component(to)
        }
    }

    /// The error for a forbidden area.
    pub(super) fn forbidden(&self, end: End, area: AreaId, filter: &QueryFilter) -> QueryError {
        let terrain = self.terrain(area);
        if filter.allows(terrain) {
            QueryError::ForbiddenArea { end, area }
        } else {
            QueryError::Forbidden { end, terrain }
        }
    }

    /// Finds the areas at a location, on its floor if it has an elevation. They replace the
    /// contents of `areas`.
    #[doc(hidden)]
    pub fn areas_at_location(&self, location: Location, areas: &mut Vec<AreaId>) {
        match location.elevation {
            Some(elevation) => self.areas_on_floor(location.point, elevation, areas),
            None => {
                areas.clear();
                areas.extend(self.areas_at(location.point));
            }
        }
    }
}
