//! Which ground may be walked on.

use super::{CorridorEnd, End, QueryError};
use crate::{AreaId, Costs, NavMesh};

impl NavMesh {
    /// Whether an area may be walked on: neither its class of ground nor the
    /// area itself is forbidden.
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, BuildOptions, Costs, NavMesh, Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 1, |x, _| Some(Terrain(x as u8)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let mut costs = Costs::uniform();
    /// costs.forbid(Terrain(1));
    /// costs.forbid_area(AreaId(2));
    /// let open: Vec<bool> = mesh.areas().map(|area| mesh.is_open(area, &costs)).collect();
    /// assert_eq!(open, [true, false, false]);
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_open(&self, area: AreaId, costs: &Costs) -> bool {
        costs.allows(self.terrain(area)) && costs.allows_area(area)
    }

    /// The open areas at one end of a question, on its floor: all of them where
    /// it lies on a border or vertex. They replace what is in `areas`, and there
    /// is one at least. `end` is for the errors.
    ///
    /// # Errors
    ///
    /// Not finite, off the mesh, or on forbidden ground.
    pub fn open_areas_at(
        &self,
        end: End,
        place: CorridorEnd,
        costs: &Costs,
        areas: &mut Vec<AreaId>,
    ) -> Result<(), QueryError> {
        let (x, y) = (place.point.x, place.point.y);
        if !place.point.is_finite() {
            return Err(QueryError::NotFinite { end, x, y });
        }
        self.areas_at_end(place, areas);
        let Some(&area) = areas.first() else {
            return Err(match end {
                End::Start => QueryError::StartOffMesh { x, y },
                End::Goal => QueryError::GoalOffMesh { x, y },
            });
        };
        if costs.forbids_ground() {
            areas.retain(|&area| self.is_open(area, costs));
        }
        if areas.is_empty() {
            let terrain = self.terrain(area);
            return Err(if costs.allows(terrain) {
                QueryError::ForbiddenArea { end, area }
            } else {
                QueryError::Forbidden { end, terrain }
            });
        }
        Ok(())
    }

    /// The areas at a place, on its floor if it names one. They replace what is
    /// in `areas`.
    pub(crate) fn areas_at_end(&self, place: CorridorEnd, areas: &mut Vec<AreaId>) {
        match place.elevation {
            Some(elevation) => self.areas_on_floor(place.point, elevation, areas),
            None => {
                areas.clear();
                areas.extend(self.areas_at(place.point));
            }
        }
    }
}
