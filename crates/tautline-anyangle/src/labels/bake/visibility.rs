//! All that the corners of a mesh see.

use tautline_navmesh::{AreaId, NavMesh};

use super::progress::report;
use super::{BakeError, BakeProgress, BakeStage};
use crate::labels::parallel;
use crate::labels::tables::cones::Cones;
use crate::taut::corners::{Corners, TautNode, Wedge};
use crate::taut::visibility::{
    AreaView, ConeLimit, CornerVisibility, VisibilityScratch, VisibilityVisitor,
};

/// A *visibility cone*: what one wedge of a corner sees of an area through the border by which
/// it looks in. It lies between two rays, each kept as the vertex that it leads through.
///
/// ```text
///         \    in the   /
///          \    cone   /        The corner v looks through the border d-e into the area
///    -------d=========e------   above. Its cone there: the corner, the wedge, and the
///            \       /          vertices d (left) and e (right). A point of the area sees
///    /////////\     /           v from that wedge if it lies between the rays: two exact
///    obstacle//\   /            signs.
///    ///////////\ /
///    ////////////v
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub(super) area: AreaId,
    pub(super) node: TautNode,
    /// The vertices that the right and the left ray lead through, or [`Self::REFLECTED`].
    pub(super) limits: [u32; 2],
    /// True if the area extends beyond them.
    pub(super) cuts: [bool; 2],
}

impl Cone {
    /// The ray away from the far end of a wall: [`ConeLimit::Reflected`].
    pub(super) const REFLECTED: u32 = u32::MAX;
}

/// The cones of corners, and the pairs that see each other tautly.
#[derive(Debug, Default)]
pub(super) struct Visibility {
    pub(super) cones: Vec<Cone>,
    /// Pairs of corners that see each other, each from one of its wedges.
    pub(super) taut_pairs: Vec<(TautNode, TautNode)>,
}

/// Records what the wedges of corners see.
struct ConeRecorder<'a> {
    mesh: &'a NavMesh,
    node: TautNode,
    visibility: Visibility,
}

impl VisibilityVisitor for ConeRecorder<'_> {
    fn visit_area(&mut self, AreaView { area, limits, cuts }: AreaView) {
        let limits = limits.map(|limit| match limit {
            ConeLimit::Through(fan) => self.mesh.fan(fan).vertex().0,
            ConeLimit::Reflected => Cone::REFLECTED,
        });
        self.visibility.cones.push(Cone { area, node: self.node, limits, cuts });
    }

    fn visit_corner(&mut self, arrival: TautNode) {
        self.visibility.taut_pairs.push((self.node, arrival));
    }
}

impl<'a> ConeRecorder<'a> {
    /// Adds what a corner sees.
    fn sweep_from(&mut self, corner: u32, corners: &'a Corners, scratch: &mut VisibilityScratch) {
        let first = self.visibility.taut_pairs.len();
        for wedge in Wedge::BOTH {
            self.node = TautNode::new(corner, wedge);
            CornerVisibility::explore(self.node, (self.mesh, corners), scratch, self);
        }
        // A vertex is met in each of its areas: remove duplicates.
        let taut_pairs = &mut self.visibility.taut_pairs;
        taut_pairs[first..].sort_unstable();
        let mut kept = first;
        for index in first..taut_pairs.len() {
            let pair = taut_pairs[index];
            if kept == first || taut_pairs[kept - 1] != pair {
                taut_pairs[kept] = pair;
                kept += 1;
            }
        }
        taut_pairs.truncate(kept);
    }
}

impl Visibility {
    /// The number of corners in a unit of parallel work, whatever the number of threads.
    const CORNERS_AT_ONCE: usize = 64;

    /// Adds what some corners see, or only part of it once that exceeds `max_bytes`.
    fn add(&mut self, mesh: &NavMesh, corners: &Corners, chosen: &[u32], max_bytes: usize) {
        let chunks: Vec<&[u32]> = chosen.chunks(Self::CORNERS_AT_ONCE).collect();
        let chunks_seen = parallel::map(
            chunks.len(),
            || (),
            |(), chunk| {
                let mut scratch = VisibilityScratch::default();
                let (node, visibility) = (TautNode::default(), Self::default());
                let mut recorder = ConeRecorder { mesh, node, visibility };
                for &corner in chunks[chunk] {
                    if !recorder.visibility.are_too_many(max_bytes) {
                        recorder.sweep_from(corner, corners, &mut scratch);
                    }
                }
                recorder.visibility
            },
        );
        for seen in chunks_seen {
            self.cones.extend(seen.cones);
            self.taut_pairs.extend(seen.taut_pairs);
        }
    }

    /// Returns true if the cones exceed a number of bytes, or the pairs, which take memory
    /// for a while, exceed it by far.
    fn are_too_many(&self, max_bytes: usize) -> bool {
        Self::bytes_of(self.cones.len()) > max_bytes
            || Self::bytes_of(self.taut_pairs.len()) / 2 > max_bytes
    }

    /// Returns the bytes of a number of cones.
    const fn bytes_of(cones: usize) -> usize {
        cones.saturating_mul(Cones::BYTES_EACH)
    }
}

/// Finds what all corners see, as long as it may fit into `max_bytes`.
pub(super) fn visibility_of_all(
    mesh: &NavMesh,
    corners: &Corners,
    max_bytes: usize,
    keep_going: &mut dyn FnMut(&BakeProgress) -> bool,
) -> Result<Visibility, BakeError> {
    /// The least number of corners in the sample that estimates what all will see.
    const SAMPLE: usize = 32;
    /// The number of corners between two checks of the memory.
    const AT_ONCE: usize = 64 * Visibility::CORNERS_AT_ONCE;

    let all: Vec<u32> = (0..).take(corners.count()).collect();
    let (mut estimate, mut at_once) = (0, AT_ONCE);
    let stride = all.len() / SAMPLE;
    if stride > 1 {
        let chosen: Vec<u32> = all.iter().copied().step_by(stride).collect();
        let mut sample = Visibility::default();
        sample.add(mesh, corners, &chosen, max_bytes);
        let cones_each = sample.cones.len() / chosen.len() + 1;
        estimate = Visibility::bytes_of(cones_each.saturating_mul(all.len()));
        // A factor of 2, because some corners see much more than others.
        if estimate / 2 > max_bytes || sample.are_too_many(max_bytes) {
            return Err(BakeError::OverBudget { bytes: estimate, max_bytes });
        }
        at_once = (max_bytes / Visibility::bytes_of(cones_each))
            .clamp(Visibility::CORNERS_AT_ONCE, AT_ONCE);
    }
    let mut visibility = Visibility::default();
    for (number, chosen) in all.chunks(at_once).enumerate() {
        report(keep_going, BakeStage::Visibility, [number * at_once, all.len()], estimate)?;
        visibility.add(mesh, corners, chosen, max_bytes);
        if visibility.are_too_many(max_bytes) {
            let bytes = Visibility::bytes_of(visibility.cones.len()).max(estimate);
            return Err(BakeError::OverBudget { bytes, max_bytes });
        }
    }
    Ok(visibility)
}
