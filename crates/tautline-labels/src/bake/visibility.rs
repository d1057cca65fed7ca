//! The areas and corners that each corner of a mesh sees.

use tautline_navmesh::internal::parallel_map;
use tautline_navmesh::{AreaId, NavMesh};

use super::memory::{Limits, graph_building};
use super::progress::{KeepGoing, report};
use super::{BakeError, BakeStage};
use crate::tables::cones::Cones;
use crate::taut::corners::{Corners, TautNode, Wedge};
use crate::taut::visibility::{
    AreaView, ConeLimit, CornerVisibility, VisibilityScratch, VisibilityVisitor,
};

/// A *visibility cone*: the part of an area that a corner sees from one of its wedges through one
/// border of the area. It lies between two rays, each stored as the vertex that it leads through.
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
    /// The vertices that the right and the left ray lead through, or away from ([`Cones::AWAY`]).
    pub(super) limits: [u32; 2],
    /// True if the area extends beyond them.
    pub(super) cuts: [bool; 2],
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
    corners: &'a Corners,
    node: TautNode,
    visibility: Visibility,
}

impl VisibilityVisitor for ConeRecorder<'_> {
    fn visit_area(&mut self, AreaView { area, limits, cuts }: AreaView) {
        let limits = limits.map(|limit| match limit {
            ConeLimit::Through(fan) => self.mesh.fan(fan).vertex().0,
            ConeLimit::Reflected => Cones::AWAY + self.wall_vertex(),
        });
        self.visibility.cones.push(Cone { area, node: self.node, limits, cuts });
    }

    fn visit_corner(&mut self, arrival: TautNode) {
        self.visibility.taut_pairs.push((self.node, arrival));
    }
}

impl ConeRecorder<'_> {
    /// Returns the vertex at the far end of the wall at the opposite wedge.
    fn wall_vertex(&self) -> u32 {
        let fan = self.mesh.fan(self.corners.get(self.node.corner()).fan);
        let edge = match self.node.wedge() {
            Wedge::First => self.mesh.previous_half_edge(fan.last_half_edge()),
            Wedge::Last => self.mesh.next_half_edge(fan.first_half_edge()),
        };
        self.mesh.fan(self.mesh.half_edge(edge).fan()).vertex().0
    }

    /// Adds what a corner sees.
    fn sweep_from(&mut self, corner: u32, scratch: &mut VisibilityScratch) {
        let first = self.visibility.taut_pairs.len();
        for wedge in Wedge::BOTH {
            self.node = TautNode::new(corner, wedge);
            let ground = (self.mesh, self.corners);
            CornerVisibility::explore(self.node, ground, scratch, self);
        }
        // A vertex is met in each of its areas: remove duplicates.
        let taut_pairs = &mut self.visibility.taut_pairs;
        let mut own = taut_pairs.split_off(first);
        own.sort_unstable();
        own.dedup();
        taut_pairs.append(&mut own);
    }
}

impl Visibility {
    /// Returns what some corners see, or only part of it once that exceeds `max_bytes`.
    fn of(mesh: &NavMesh, corners: &Corners, chosen: &[u32], max_bytes: usize) -> Self {
        let mut scratch = VisibilityScratch::default();
        let (node, visibility) = (TautNode::default(), Self::default());
        let mut recorder = ConeRecorder { mesh, corners, node, visibility };
        for &corner in chosen {
            if !recorder.visibility.size().exceeds(max_bytes) {
                recorder.sweep_from(corner, &mut scratch);
            }
        }
        let Self { mut cones, mut taut_pairs } = recorder.visibility;
        cones.shrink_to_fit();
        taut_pairs.shrink_to_fit();
        Self { cones, taut_pairs }
    }

    fn size(&self) -> Size {
        Size { cones: self.cones.len(), taut_pairs: self.taut_pairs.len() }
    }
}

/// The size of what corners see.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    cones: usize,
    taut_pairs: usize,
}

impl Size {
    fn add(&mut self, other: Self) {
        self.cones += other.cones;
        self.taut_pairs += other.taut_pairs;
    }

    /// Returns true if the cones exceed a number of bytes, or if the pairs, which take memory only until
    /// the graph is built, exceed twice that number.
    const fn exceeds(self, max_bytes: usize) -> bool {
        Self::bytes_of(self.cones) > max_bytes || Self::bytes_of(self.taut_pairs) / 2 > max_bytes
    }

    /// Returns the bytes of a number of cones in labels.
    const fn bytes_of(cones: usize) -> usize {
        cones.saturating_mul(Cones::BYTES_EACH)
    }

    /// Returns the memory of a bake until the graph is built.
    const fn memory(self, corners: usize) -> usize {
        let cones = size_of::<Cone>().saturating_mul(self.cones);
        cones.saturating_add(graph_building(self.taut_pairs, corners))
    }
}

/// Finds what all corners see, in order, as long as it may fit into the limits.
pub(super) fn visibility_of_all(
    mesh: &NavMesh,
    corners: &Corners,
    limits: Limits,
    keep_going: KeepGoing<'_>,
) -> Result<Vec<Visibility>, BakeError> {
    /// The least number of corners in the sample that estimates what all will see.
    const SAMPLE: usize = 32;
    /// The number of corners in a unit of parallel work, whatever the number of threads.
    const CORNERS_AT_ONCE: usize = 64;
    /// The number of corners between two checks of the memory.
    const AT_ONCE: usize = 64 * CORNERS_AT_ONCE;

    let max_bytes = limits.bytes;
    let all: Vec<u32> = (0..).take(corners.count()).collect();
    let of_all = |size: usize, sample: usize| (size / sample + 1).saturating_mul(all.len());
    let (mut estimate, mut at_once) = (0, AT_ONCE);
    let stride = all.len() / SAMPLE;
    if stride > 1 {
        let chosen: Vec<u32> = all.iter().copied().step_by(stride).collect();
        let sample = Visibility::of(mesh, corners, &chosen, max_bytes).size();
        let cones = of_all(sample.cones, chosen.len());
        estimate = Size::bytes_of(cones);
        // A factor of 2, because some corners see much more than others.
        if estimate / 2 > max_bytes || sample.exceeds(max_bytes) {
            return Err(BakeError::OverBudget { bytes: estimate, max_bytes });
        }
        let whole = Size { cones, taut_pairs: of_all(sample.taut_pairs, chosen.len()) };
        limits.check_memory(whole.memory(all.len()) / 2)?;
        let [bytes_each, memory_each] =
            [Size::bytes_of(cones), whole.memory(all.len())].map(|bytes| bytes / all.len());
        // Chunks of at most an eighth of the memory, so that a check comes soon enough.
        let within = (max_bytes / bytes_each).min(limits.memory / (8 * memory_each));
        at_once = within.clamp(CORNERS_AT_ONCE, AT_ONCE);
    }
    let (mut seen, mut size) = (Vec::new(), Size::default());
    for (number, chosen) in all.chunks(at_once).enumerate() {
        report(keep_going, BakeStage::Visibility, [number * at_once, all.len()], estimate)?;
        let chunks: Vec<&[u32]> = chosen.chunks(CORNERS_AT_ONCE).collect();
        let of_chunk =
            |(): &mut (), chunk: usize| Visibility::of(mesh, corners, chunks[chunk], max_bytes);
        for chunk in parallel_map(chunks.len(), || (), of_chunk) {
            size.add(chunk.size());
            seen.push(chunk);
        }
        if size.exceeds(max_bytes) {
            let bytes = Size::bytes_of(size.cones).max(estimate);
            return Err(BakeError::OverBudget { bytes, max_bytes });
        }
        limits.check_memory(size.memory(all.len()))?;
    }
    Ok(seen)
}
