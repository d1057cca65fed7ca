//! What all corners see.

use tautline_navmesh::{AreaId, NavMesh};

use super::progress::report;
use super::{BakeError, BakeProgress, BakeStage};
use crate::labels::parallel;
use crate::labels::tables::cones::Cones;
use crate::taut::corners::{Corners, Node, Wedge};
use crate::taut::flood::{Flood, FloodScratch, Limit, View, Witness};

/// What one wedge of a corner sees of an area through the border by which its
/// sight enters: what lies between two rays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub(super) area: AreaId,
    pub(super) node: Node,
    /// The vertices that the rays on the right and on the left lead through, or
    /// [`Self::REFLECTED`].
    pub(super) limits: [u32; 2],
    /// Whether the area reaches beyond them.
    pub(super) cuts: [bool; 2],
}

impl Cone {
    /// The ray away from the far end of a wall: [`Limit::Reflected`].
    pub(super) const REFLECTED: u32 = u32::MAX;
}

/// What all corners see.
#[derive(Debug, Default)]
pub(super) struct Views {
    pub(super) cones: Vec<Cone>,
    /// The corners that were seen from a wedge and see it from one of theirs.
    pub(super) sightings: Vec<(Node, Node)>,
}

/// Notes what the wedges of corners see, one after the other.
struct Surveyor<'a> {
    mesh: &'a NavMesh,
    node: Node,
    views: Views,
}

impl Witness for Surveyor<'_> {
    fn enter(&mut self, View { area, limits, cuts }: View) {
        let limits = limits.map(|limit| match limit {
            Limit::Through(fan) => self.mesh.fan(fan).vertex().0,
            Limit::Reflected => Cone::REFLECTED,
        });
        self.views.cones.push(Cone { area, node: self.node, limits, cuts });
    }

    fn see(&mut self, arrival: Node) {
        self.views.sightings.push((self.node, arrival));
    }
}

impl<'a> Surveyor<'a> {
    /// Adds what a corner sees.
    fn look_from(&mut self, corner: u32, corners: &'a Corners, scratch: &mut FloodScratch) {
        let first = self.views.sightings.len();
        for wedge in Wedge::BOTH {
            self.node = Node::new(corner, wedge);
            Flood::look_into(self.node, (self.mesh, corners), scratch, self);
        }
        // Vertices are met in each of their areas.
        let sightings = &mut self.views.sightings;
        sightings[first..].sort_unstable();
        let mut kept = first;
        for index in first..sightings.len() {
            let sighting = sightings[index];
            if kept == first || sightings[kept - 1] != sighting {
                sightings[kept] = sighting;
                kept += 1;
            }
        }
        sightings.truncate(kept);
    }
}

impl Views {
    /// How many corners are looked from at a time, whatever the number of threads.
    const CORNERS_AT_ONCE: usize = 64;

    /// Adds what some corners see; no more than that once there is too much of it.
    fn add(&mut self, mesh: &NavMesh, corners: &Corners, chosen: &[u32], most: usize) {
        let chunks: Vec<&[u32]> = chosen.chunks(Self::CORNERS_AT_ONCE).collect();
        let parts = parallel::map(
            chunks.len(),
            || (),
            |(), chunk| {
                let mut scratch = FloodScratch::default();
                let (node, views) = (Node::default(), Self::default());
                let mut surveyor = Surveyor { mesh, node, views };
                for &corner in chunks[chunk] {
                    if !surveyor.views.are_too_many(most) {
                        surveyor.look_from(corner, corners, &mut scratch);
                    }
                }
                surveyor.views
            },
        );
        for part in parts {
            self.cones.extend(part.cones);
            self.sightings.extend(part.sightings);
        }
    }

    /// Whether there are more cones than so many bytes have room for; or far more
    /// corners that see each other, which take memory for a while.
    fn are_too_many(&self, most: usize) -> bool {
        Self::bytes_of(self.cones.len()) > most || Self::bytes_of(self.sightings.len()) / 2 > most
    }

    /// The bytes of so many cones.
    const fn bytes_of(cones: usize) -> usize {
        cones.saturating_mul(Cones::BYTES_EACH)
    }
}

/// Looks from all corners, as long as what they see may fit into so many bytes.
pub(super) fn look_from_all(
    mesh: &NavMesh,
    corners: &Corners,
    most: usize,
    go_on: &mut dyn FnMut(&BakeProgress) -> bool,
) -> Result<Views, BakeError> {
    /// How many corners are looked from to estimate what all will see, at least.
    const SAMPLE: usize = 32;
    /// How many are looked from before memory is compared with what is allowed.
    const AT_ONCE: usize = 64 * Views::CORNERS_AT_ONCE;

    let all: Vec<u32> = (0..).take(corners.count()).collect();
    let (mut estimate, mut at_once) = (0, AT_ONCE);
    let stride = all.len() / SAMPLE;
    if stride > 1 {
        let chosen: Vec<u32> = all.iter().copied().step_by(stride).collect();
        let mut sample = Views::default();
        sample.add(mesh, corners, &chosen, most);
        let cones_each = sample.cones.len() / chosen.len() + 1;
        estimate = Views::bytes_of(cones_each.saturating_mul(all.len()));
        // Some corners see much more than others.
        if estimate / 2 > most || sample.are_too_many(most) {
            return Err(BakeError::OverBudget { bytes: estimate, most });
        }
        at_once = (most / Views::bytes_of(cones_each)).clamp(Views::CORNERS_AT_ONCE, AT_ONCE);
    }
    let mut views = Views::default();
    for (number, chosen) in all.chunks(at_once).enumerate() {
        report(go_on, BakeStage::Looking, [number * at_once, all.len()], estimate)?;
        views.add(mesh, corners, chosen, most);
        if views.are_too_many(most) {
            let bytes = Views::bytes_of(views.cones.len()).max(estimate);
            return Err(BakeError::OverBudget { bytes, most });
        }
    }
    Ok(views)
}
