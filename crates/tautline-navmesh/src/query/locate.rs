//! Point location: from positions to areas.

use tautline_geometry::Vec2;

use crate::{AreaId, NavMesh};

impl NavMesh {
    /// The area that contains a point: the one with the lowest number if several do, on
    /// borders and where floors overlap. `None` off the mesh, and for a point that is not
    /// finite. Exact.
    ///
    /// Looks into one cell of the index and tests the areas there.
    #[must_use]
    pub fn locate(&self, point: Vec2) -> Option<AreaId> {
        self.areas_at(point).next()
    }

    /// All areas that contain a point, including their borders, in order.
    pub fn areas_at(&self, point: Vec2) -> impl Iterator<Item = AreaId> + '_ {
        self.candidate_areas(point).iter().copied().filter(move |&area| self.contains(area, point))
    }

    /// A few areas around a point, in order, among them all that contain it. One access to the
    /// index, without any test of the areas.
    #[inline]
    fn candidate_areas(&self, point: Vec2) -> &[AreaId] {
        // Also false for a point that is not finite.
        let is_in_bounds = self.bounds().contains(point);
        if is_in_bounds { self.locator.candidates(point) } else { &[] }
    }

    /// The area that contains a point and whose elevation there is nearest to a given
    /// one; the lowest number among equals.
    #[must_use]
    pub fn locate_at(&self, point: Vec2, elevation: f32) -> Option<AreaId> {
        if self.elevations().is_empty() {
            return self.locate(point);
        }
        let gap = |&area: &AreaId| (self.elevation_at(area, point) - elevation).abs();
        self.areas_at(point).min_by(|a, b| gap(a).total_cmp(&gap(b)))
    }

    /// Finds the areas that contain a point on one floor: that of [`Self::locate_at`] and
    /// those that touch it there. They replace the contents of `areas`.
    #[doc(hidden)]
    pub fn areas_on_floor(&self, point: Vec2, elevation: f32, areas: &mut Vec<AreaId>) {
        areas.clear();
        if self.elevations().is_empty() {
            return areas.extend(self.areas_at(point));
        }
        let Some(first) = self.locate_at(point, elevation) else { return };
        areas.push(first);
        self.add_around(point, areas, |areas, area| !areas.contains(&area));
        let floor = self.elevation_at(first, point);
        for area in self.areas_at(point) {
            #[expect(clippy::float_cmp, reason = "areas on one floor agree, up to the sign of 0")]
            let is_level = self.elevation_at(area, point) == floor;
            if is_level && !areas.contains(&area) {
                areas.push(area);
            }
        }
        areas.sort_unstable();
    }

    /// Divides areas that contain a point, in order, into parts that are connected there. O(n log n): a file may
    /// have tens of thousands of areas at one vertex, and links to it.
    #[doc(hidden)]
    #[must_use]
    pub fn connected_parts(&self, point: Vec2, areas: &[AreaId]) -> Vec<Vec<AreaId>> {
        let mut is_left = vec![true; areas.len()];
        let mut parts = Vec::new();
        for first in (0..areas.len()).rev() {
            if !std::mem::replace(&mut is_left[first], false) {
                continue;
            }
            let mut part = vec![areas[first]];
            self.add_around(point, &mut part, |_, across| {
                let across = areas.binary_search(&across);
                across.is_ok_and(|across| std::mem::replace(&mut is_left[across], false))
            });
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// Adds, to areas that contain a point, all areas that are connected with them at that
    /// point and that `is_wanted`. It is called with the areas so far and must return false for an
    /// area that is among them.
    pub(crate) fn add_around(
        &self,
        point: Vec2,
        areas: &mut Vec<AreaId>,
        mut is_wanted: impl FnMut(&[AreaId], AreaId) -> bool,
    ) {
        let mut next = 0;
        while let Some(&area) = areas.get(next) {
            next += 1;
            for edge in self.half_edges_of(area) {
                let Some(twin) = self.twin(edge) else { continue };
                let across = self.area_of(twin);
                if self.segment(edge).contains(point) && is_wanted(areas, across) {
                    areas.push(across);
                }
            }
        }
    }
}
