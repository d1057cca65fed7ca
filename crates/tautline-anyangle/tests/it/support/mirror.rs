//! Mirrored meshes.

use tautline_navmesh::RawMesh;

/// Turns all areas round: the corners of each in reversed order, as a mirrored
/// mesh needs them.
pub(crate) fn reverse_areas(raw: &mut RawMesh) {
    let mut start = 0;
    for &end in &raw.corner_ends {
        let ring = start..end as usize;
        raw.corners[ring.clone()].reverse();
        if let Some(neighbours) = raw.neighbours.get_mut(ring) {
            // The side from corner i to the next is now the one before it.
            neighbours.reverse();
            neighbours.rotate_left(1);
        }
        start = end as usize;
    }
}
