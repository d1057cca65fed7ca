//! Telling meshes apart.

use tautline_navmesh::NavMesh;

use super::Labels;

/// A number that two meshes share only if they are equal, as far as paths go, or
/// by a chance of one in 2^64. No protection against forgery. O(sides).
pub(super) fn of(mesh: &NavMesh) -> u64 {
    let mut hash = Hash(0x9e37_79b9_7f4a_7c15);
    for &vertex in mesh.vertices() {
        hash.add(u64::from(vertex.x.to_bits()) << 32 | u64::from(vertex.y.to_bits()));
    }
    for area in mesh.areas() {
        let sides = mesh.sides_in(area);
        hash.add(sides.len() as u64);
        for side in sides {
            let twin = side.twin().map_or(u32::MAX, |twin| twin.0);
            hash.add(u64::from(side.fan().0) << 32 | u64::from(twin));
        }
    }
    hash.0
}

/// A number for labels that only equal ones share, as far as their entries are
/// looked at.
pub(super) fn of_labels(labels: &Labels) -> u64 {
    /// Every so manieth entry is looked at.
    const STRIDE: usize = 61;
    let mut hash = Hash(labels.fingerprint);
    hash.add(u64::from(labels.hub_count));
    hash.add(labels.units.per_length.to_bits());
    hash.add(labels.entries.len() as u64);
    labels.entries.iter().step_by(STRIDE).for_each(|&entry| hash.add(entry));
    labels.fans.iter().step_by(STRIDE).for_each(|&fan| hash.add(fan.into()));
    hash.0
}

struct Hash(u64);

impl Hash {
    fn add(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ mixed >> 32;
    }
}
