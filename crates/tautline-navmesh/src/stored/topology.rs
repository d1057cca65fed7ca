//! Checks of a stored mesh that need its twins.

use std::hint::select_unpredictable;

use super::{StoredMesh, StoredMeshError};
use crate::derived::{BlockCutTree, FanBoundaries, areas_of_half_edges, ends_of_half_edges};
use crate::{AreaId, HalfEdgeId};

/// The checked topology: the connections of the areas.
pub(crate) struct CheckedTopology {
    /// The area of each half-edge.
    pub(crate) areas: Vec<AreaId>,
    /// The area across each half-edge, its own area at a wall.
    pub(crate) across: Vec<u32>,
    pub(crate) block_cuts: BlockCutTree,
    pub(crate) boundaries: FanBoundaries,
}

impl CheckedTopology {
    /// Checks the twins and block-cut numbers, and that no fan has several pairs of walls.
    /// Takes the first half-edge of each area; all half-edges must start at fans. O(n).
    pub(crate) fn new(
        stored: &StoredMesh,
        first_half_edges: &[u32],
    ) -> Result<Self, StoredMeshError> {
        let StoredMesh { fan_vertices, half_edge_fans, twins, .. } = stored;
        let areas = areas_of_half_edges(first_half_edges, half_edge_fans.len());
        let ends = ends_of_half_edges(first_half_edges, half_edge_fans);
        let boundaries = FanBoundaries::find(fan_vertices.len(), half_edge_fans, &ends, twins);
        let across = stored.across(&areas, ends)?;
        let block_cuts = stored.block_cuts(&across, first_half_edges)?;
        match boundaries.non_manifold(half_edge_fans, twins) {
            None => Ok(Self { areas, across, block_cuts, boundaries }),
            Some(fan) => Err(StoredMeshError::NonManifoldFan { fan }),
        }
    }
}

impl StoredMesh {
    /// The area across each half-edge (its own area at a wall), given the area of each and the
    /// fan at which it ends.
    ///
    /// Checks that twins refer to each other, belong to different areas and join the same fans in
    /// opposite directions. Then half-edges that follow each other around a vertex start
    /// at the same fan.
    fn across(&self, areas: &[AreaId], ends: Vec<u32>) -> Result<Vec<u32>, StoredMeshError> {
        // All lists have the same length. Slicing them removes the bounds checks.
        let count = areas.len();
        let (fans, twins) = (&self.half_edge_fans[..count], &self.twins[..count]);
        let mut unsound = u32::MAX;
        // Reuses the memory of `ends`: allocating costs as much as the checks.
        let mut column = ends;
        for ((edge, entry), (&area, &twin)) in (0..).zip(&mut column).zip(areas.iter().zip(twins)) {
            // A half-edge without a twin is its own here. Walls come in no predictable order,
            // so that this is faster than a branch.
            let other = select_unpredictable((twin as usize) < count, twin, edge) as usize;
            let (across, end) = (areas[other], *entry);
            let is_mutual = (across != area) & (twins[other] == edge) & (fans[other] == end);
            let is_sound = is_mutual | (twin == Self::NO_TWIN);
            unsound = unsound.min(select_unpredictable(is_sound, u32::MAX, edge));
            *entry = across.0;
        }
        match twins.get(unsound as usize) {
            None => Ok(column),
            Some(&twin) => {
                Err(StoredMeshError::Twin { edge: HalfEdgeId(unsound), twin: HalfEdgeId(twin) })
            }
        }
    }

    /// Checks that the block-cut numbers are a permutation of the area indices, and that they
    /// fit the block-cut tree.
    fn block_cuts(
        &self,
        across: &[u32],
        first_half_edges: &[u32],
    ) -> Result<BlockCutTree, StoredMeshError> {
        let mut is_taken = vec![false; self.block_cut_numbers.len()];
        for (area, &number) in self.block_cut_numbers.iter().enumerate() {
            match is_taken.get_mut(number as usize) {
                Some(is_taken) if !*is_taken => *is_taken = true,
                _ => {
                    let area = AreaId::from_index(area);
                    return Err(StoredMeshError::BlockCutNumber { area, number });
                }
            }
        }
        let block_cuts =
            BlockCutTree::from_numbers(across, first_half_edges, &self.block_cut_numbers);
        match block_cuts.misnumbered(&self.block_cut_numbers) {
            None => Ok(block_cuts),
            Some(area) => {
                let number = self.block_cut_numbers[area.index()];
                Err(StoredMeshError::BlockCutNumber { area, number })
            }
        }
    }
}
