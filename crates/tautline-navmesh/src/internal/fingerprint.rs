//! Fingerprints of meshes.

use crate::NavMesh;

/// Returns a hash of everything in a mesh that paths without links depend on. Different meshes share one
/// with a probability of 2^-64. It does not protect against forgery. O(half-edges).
pub fn of(mesh: &NavMesh) -> u64 {
    let mut hash = Hash::default();
    for &vertex in mesh.vertices() {
        hash.add(u64::from(vertex.x.to_bits()) << 32 | u64::from(vertex.y.to_bits()));
    }
    for area in mesh.areas() {
        let edges = mesh.half_edges_in(area);
        hash.add(edges.len() as u64);
        for edge in edges {
            let twin = edge.twin().map_or(u32::MAX, |twin| twin.0);
            hash.add(u64::from(edge.fan().0) << 32 | u64::from(twin));
        }
    }
    hash.0
}

/// Returns a hash of a mesh with its links, except for their kinds; without links, that of the mesh
/// alone. O(half-edges + links).
pub fn with_links(mesh: &NavMesh) -> u64 {
    let mut hash = Hash(of(mesh));
    if !mesh.links().is_empty() {
        hash.add(of_links(mesh));
    }
    hash.0
}

/// Returns a hash of all links of a mesh, except for their kinds. O(vertices + links).
pub fn of_links(mesh: &NavMesh) -> u64 {
    let mut hash = Hash::default();
    // They decide on which floor the end of a link lies.
    for elevation in mesh.elevations() {
        hash.add(elevation.to_bits().into());
    }
    for link in mesh.links() {
        for end in [link.from, link.to] {
            let point = u64::from(end.point.x.to_bits()) << 32 | u64::from(end.point.y.to_bits());
            hash.add(point);
            hash.add(end.elevation.to_bits().into());
        }
        hash.add(link.cost.to_bits());
        hash.add(u64::from(link.both_ways) << 1 | u64::from(link.is_enabled()));
    }
    hash.0
}

/// A hash in progress.
#[derive(Debug)]
pub struct Hash(pub u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Hash {
    pub fn add(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ mixed >> 32;
    }
}
