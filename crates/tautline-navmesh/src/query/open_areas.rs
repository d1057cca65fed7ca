//! Which ground may be walked on.

use super::{End, Location, QueryError};
use crate::{AreaId, NavMesh, QueryFilter};

impl NavMesh {
    /// Whether an area may be walked on: neither its class of ground nor the
    /// area itself is forbidden.
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, BuildOptions, QueryFilter, NavMesh, Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 1, |x, _| Some(Terrain(x as u8)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
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

    /// Whether all of its areas may be walked on. Classes that none of them has do not
    /// matter. O(1) for costs that forbid nothing; else it looks at each class that the
    /// mesh has.
    #[must_use]
    pub fn is_all_open(&self, filter: &QueryFilter) -> bool {
        !filter.forbids_ground()
            || !filter.forbids_areas() && self.classes.iter().all(|class| filter.allows(class))
    }

    /// What a unit of way costs, if that is the same on all ground that may be walked on:
    /// then the shortest way is the cheapest. Classes that no area has do not matter; 1 if
    /// no class may be walked on. As fast as [`Self::is_all_open`].
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, QueryFilter, NavMesh, Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 1, |x, _| Some(Terrain(x as u8)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
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

    /// The least that a unit of way costs on any class of its ground.
    pub(crate) fn least_factor(&self, filter: &QueryFilter) -> f64 {
        if filter.is_uniform() {
            return filter.least_factor();
        }
        self.classes.iter().map(|class| filter.factor(class)).fold(f64::INFINITY, f64::min)
    }

    /// The open areas at one end of a question, on its floor: all of them where
    /// it lies on a border or vertex. They replace what is in `areas`, and there
    /// is one at least. `end` is for the errors.
    ///
    /// # Errors
    ///
    /// A coordinate or the elevation is not finite; off the mesh; on forbidden ground.
    pub fn open_areas_at(
        &self,
        end: End,
        place: Location,
        filter: &QueryFilter,
        areas: &mut Vec<AreaId>,
    ) -> Result<(), QueryError> {
        let (x, y) = (place.point.x, place.point.y);
        if !place.point.is_finite() {
            return Err(QueryError::NotFinite { end, x, y });
        }
        if let Some(elevation) = place.elevation.filter(|elevation| !elevation.is_finite()) {
            return Err(QueryError::ElevationNotFinite { end, elevation });
        }
        self.areas_at_location(place, areas);
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

    /// Why an area may not be walked on.
    pub(super) fn forbidden(&self, end: End, area: AreaId, filter: &QueryFilter) -> QueryError {
        let terrain = self.terrain(area);
        if filter.allows(terrain) {
            QueryError::ForbiddenArea { end, area }
        } else {
            QueryError::Forbidden { end, terrain }
        }
    }

    /// The areas at a place, on its floor if it names one. They replace what is
    /// in `areas`.
    #[doc(hidden)]
    pub fn areas_at_location(&self, place: Location, areas: &mut Vec<AreaId>) {
        match place.elevation {
            Some(elevation) => self.areas_on_floor(place.point, elevation, areas),
            None => {
                areas.clear();
                areas.extend(self.areas_at(place.point));
            }
        }
    }
}
