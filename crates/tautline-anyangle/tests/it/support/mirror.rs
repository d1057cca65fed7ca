//! Mirrored meshes.

use tautline_navmesh::RawMesh;

/// Reverses the corners of all areas, as a mirrored mesh needs it.
pub(crate) fn reverse_areas(raw: &mut RawMesh) {
    let mut start = 0;
    for &end in &raw.corner_ends {
        let ring = start..end as usize;
        raw.corners[ring.clone()].reverse();
        if let Some(neighbours) = raw.neighbours.get_mut(ring) {
            // The half-edge from corner i to the next is now the one before it.
            neighbours.reverse();
            neighbours.rotate_left(1);
        }
        start = end as usize;
    }
}
