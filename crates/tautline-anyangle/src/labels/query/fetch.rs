//! Beginning to fetch what a query will read.
//!
//! On large maps a query waits for memory, mostly: for one thing after the other, each
//! of which tells where the next one is. Here all that is known to be needed is touched
//! at once, for both ends, before any of it is worked on. Nothing depends on it but
//! time.

use std::hint::black_box;

use tautline_geometry::Vec2;
use tautline_navmesh::NavMesh;

use super::end::EndScratch;
use crate::labels::Labels;

impl Labels {
    /// Whether most of what is read is far away, so that it pays to ask for all of it
    /// early. Small labels stay in a processor's cache.
    const fn are_far(&self) -> bool {
        self.has_beacons
    }

    /// What locating some points reads, and where the lists of their areas begin.
    #[inline]
    pub(super) fn fetch_surroundings<const N: usize>(&self, mesh: &NavMesh, points: [Vec2; N]) {
        if !self.are_far() {
            return;
        }
        let around = points.map(|point| mesh.areas_about(point));
        let areas = || around.iter().copied().flatten().copied();
        black_box(areas().fold(0, |sum, area| sum ^ mesh.ring(area).0.0));
        let ends = areas().filter_map(|area| mesh.sides_in(area).split_first());
        black_box(ends.fold(0, |sum, (first, rest)| {
            sum ^ first.start().x.to_bits() ^ rest.last().map_or(0, |side| side.start().x.to_bits())
        }));
        black_box(areas().fold(0, |sum, area| {
            sum ^ self.areas[area.index()].bounds[0] ^ self.sieve.touch_frame(area)
        }));
    }

    /// The corners of the cones that were found.
    #[inline]
    pub(super) fn fetch_corners(&self, end: &EndScratch) {
        if !self.are_far() {
            return;
        }
        let corners = end.hits().iter().map(|&cone| self.layout.node(cone).corner());
        black_box(corners.fold(0, |sum, corner| sum ^ self.corners[corner as usize].first_row));
    }

    /// What a scan of the areas of an end reads.
    #[inline]
    pub(super) fn fetch_cones(&self, end: &EndScratch) {
        /// Cones in a line of the processor's cache.
        const LINE: usize = 8;
        let mut sum = 0;
        for area in &end.areas {
            let [first, _, _, _, end, ..] = self.areas[area.index()].bounds;
            let cones = self.cones.get(first as usize..end as usize).unwrap_or_default();
            sum ^= cones.iter().step_by(LINE).fold(0, |sum, cone| sum ^ cone);
            sum ^= self.sieve.touch(*area);
        }
        black_box(sum);
    }
}
