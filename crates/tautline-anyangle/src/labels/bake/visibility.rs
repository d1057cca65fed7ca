//! What all corners see.

use tautline_navmesh::{AreaId, NavMesh};

use super::progress::report;
use super::{BakeError, BakeProgress, BakeStage};
use crate::labels::parallel;
use crate::labels::tables::cones::Cones;
use crate::taut::corners::{Corners, TautNode, Wedge};
use crate::taut::visibility::{
    AreaView, ConeLimit, CornerVisibility, VisibilityScratch, VisibilityVisitor,
};

/// What one wedge of a corner sees of an area through the border by which its
/// sight enters: what lies between two rays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub(super) area: AreaId,
    pub(super) node: TautNode,
    /// The vertices that the rays on the right and on the left lead through, or
    /// [`Self::REFLECTED`].
    pub(super) limits: [u32; 2],
    /// Whether the area row_counts beyond them.
    pub(super) cuts: [bool; 2],
}

impl Cone {
    /// The ray away from the far end of a wall: [`ConeLimit::Reflected`].
    pub(super) const REFLECTED: u32 = u32::MAX;
}

/// What all corners see.
#[derive(Debug, Default)]
pub(super) struct Visibility {
    pub(super) cones: Vec<Cone>,
    /// The corners that were seen from a wedge and see it from one of theirs.
    pub(super) taut_pairs: Vec<(TautNode, TautNode)>,
}

/// Notes what the wedges of corners see, one after the other.
struct ConeRecorder<'a> {
    mesh: &'a NavMesh,
    node: TautNode,
    views: Visibility,
}

impl VisibilityVisitor for ConeRecorder<'_> {
    fn visit_area(&mut self, AreaView { area, limits, cuts }: AreaView) {
        let limits = limits.map(|limit| match limit {
            ConeLimit::Through(fan) => self.mesh.fan(fan).vertex().0,
            ConeLimit::Reflected => Cone::REFLECTED,
        });
        self.views.cones.push(Cone { area, node: self.node, limits, cuts });
    }

    fn visit_corner(&mut self, arrival: TautNode) {
        self.views.taut_pairs.push((self.node, arrival));
    }
}

impl<'a> ConeRecorder<'a> {
    /// Adds what a corner sees.
    fn sweep_from(&mut self, corner: u32, corners: &'a Corners, scratch: &mut VisibilityScratch) {
        let first = self.views.taut_pairs.len();
        for wedge in Wedge::BOTH {
            self.node = TautNode::new(corner, wedge);
            CornerVisibility::explore(self.node, (self.mesh, corners), scratch, self);
        }
        // Vertices are met in each of their areas.
        let taut_pairs = &mut self.views.taut_pairs;
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
    /// How many corners are looked from at a time, whatever the number of threads.
    const CORNERS_AT_ONCE: usize = 64;

    /// Adds what some corners see; no more than that once there is too much of it.
    fn add(&mut self, mesh: &NavMesh, corners: &Corners, chosen: &[u32], most: usize) {
        let chunks: Vec<&[u32]> = chosen.chunks(Self::CORNERS_AT_ONCE).collect();
        let parts = parallel::map(
            chunks.len(),
            || (),
            |(), chunk| {
                let mut scratch = VisibilityScratch::default();
                let (node, views) = (TautNode::default(), Self::default());
                let mut recorder = ConeRecorder { mesh, node, views };
                for &corner in chunks[chunk] {
                    if !recorder.views.are_too_many(most) {
                        recorder.sweep_from(corner, corners, &mut scratch);
                    }
                }
                recorder.views
            },
        );
        for part in parts {
            self.cones.extend(part.cones);
            self.taut_pairs.extend(part.taut_pairs);
        }
    }

    /// Whether there are more cones than so many bytes have room for; or far more
    /// corners that see each other, which take memory for a while.
    fn are_too_many(&self, most: usize) -> bool {
        Self::bytes_of(self.cones.len()) > most || Self::bytes_of(self.taut_pairs.len()) / 2 > most
    }

    /// The bytes of so many cones.
    const fn bytes_of(cones: usize) -> usize {
        cones.saturating_mul(Cones::BYTES_EACH)
    }
}

/// Looks from all corners, as long as what they see may fit into so many bytes.
pub(super) fn visibility_of_all(
    mesh: &NavMesh,
    corners: &Corners,
    most: usize,
    keep_going: &mut dyn FnMut(&BakeProgress) -> bool,
) -> Result<Visibility, BakeError> {
    /// How many corners are looked from to estimate what all will see, at least.
    const SAMPLE: usize = 32;
    /// How many are looked from before memory is compared with what is allowed.
    const AT_ONCE: usize = 64 * Visibility::CORNERS_AT_ONCE;

    let all: Vec<u32> = (0..).take(corners.count()).collect();
    let (mut estimate, mut at_once) = (0, AT_ONCE);
    let stride = all.len() / SAMPLE;
    if stride > 1 {
        let chosen: Vec<u32> = all.iter().copied().step_by(stride).collect();
        let mut sample = Visibility::default();
        sample.add(mesh, corners, &chosen, most);
        let cones_each = sample.cones.len() / chosen.len() + 1;
        estimate = Visibility::bytes_of(cones_each.saturating_mul(all.len()));
        // Some corners see much more than others.
        if estimate / 2 > most || sample.are_too_many(most) {
            return Err(BakeError::OverBudget { bytes: estimate, most });
        }
        at_once =
            (most / Visibility::bytes_of(cones_each)).clamp(Visibility::CORNERS_AT_ONCE, AT_ONCE);
    }
    let mut views = Visibility::default();
    for (number, chosen) in all.chunks(at_once).enumerate() {
        report(keep_going, BakeStage::Visibility, [number * at_once, all.len()], estimate)?;
        views.add(mesh, corners, chosen, most);
        if views.are_too_many(most) {
            let bytes = Visibility::bytes_of(views.cones.len()).max(estimate);
            return Err(BakeError::OverBudget { bytes, most });
        }
    }
    Ok(views)
}
