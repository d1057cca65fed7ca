//! A half-edge mesh without positions: topology only.

use std::ops::Range;

use tautline_geometry::polygon;

use crate::RawMesh;

/// A half-edge mesh: the half-edges of each face are stored in a row, counter-clockwise.
///
/// ```text
///     3 ───────── 2                    face 0       face 1
///     │ face 1 ╱  │      half-edge     0  1  2      3  4  5
///     │     ╱     │      origins       0  1  2      0  2  3
///     │  ╱ face 0 │      twins         -  -  3      2  -  -      (-: NO_TWIN)
///     0 ───────── 1      first_edges   0, 3, 6
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HalfEdges {
    /// The vertex at which each half-edge starts.
    pub origins: Vec<u32>,
    /// The half-edge of the neighbouring face along the same edge, or [`Self::NO_TWIN`].
    pub twins: Vec<u32>,
    /// The first half-edge of each face, and the end of the last face.
    pub first_edges: Vec<u32>,
}

impl Default for HalfEdges {
    fn default() -> Self {
        Self { origins: Vec::new(), twins: Vec::new(), first_edges: vec![0] }
    }
}

impl HalfEdges {
    /// The twin of a half-edge on the boundary.
    pub const NO_TWIN: u32 = u32::MAX;

    /// The number of faces.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.first_edges.len() - 1
    }

    /// The number of half-edges.
    #[must_use]
    pub fn edge_count(&self) -> u32 {
        number(self.origins.len())
    }

    /// The half-edges of a face: its face loop.
    #[must_use]
    pub fn face_loop(&self, face: u32) -> Range<u32> {
        self.first_edges[face as usize]..self.first_edges[face as usize + 1]
    }

    /// Ends a face after the half-edges that were added last.
    pub fn close_face(&mut self) {
        self.first_edges.push(self.edge_count());
    }

    /// Appends other faces. Returns the offset that their half-edges get.
    pub fn append(&mut self, other: &Self) -> u32 {
        let before = self.edge_count();
        self.origins.extend(&other.origins);
        // `NO_TWIN` is the maximum, so the saturating sum keeps it.
        self.twins.extend(other.twins.iter().map(|twin| twin.saturating_add(before)));
        self.first_edges.extend(other.first_edges[1..].iter().map(|end| before + end));
        before
    }

    /// The face of each half-edge.
    #[must_use]
    pub fn faces(&self) -> Vec<u32> {
        let mut faces = Vec::with_capacity(self.origins.len());
        for (face, &end) in (0..).zip(&self.first_edges[1..]) {
            faces.resize(end as usize, face);
        }
        faces
    }

    /// The face across each half-edge, or [`Self::NO_TWIN`].
    #[must_use]
    pub fn neighbours(&self) -> Vec<u32> {
        let faces = self.faces();
        let across = |&twin: &u32| faces.get(twin as usize).copied().unwrap_or(Self::NO_TWIN);
        self.twins.iter().map(across).collect()
    }

    /// The faces as areas of a raw mesh that names its neighbours, without vertices.
    #[must_use]
    pub fn into_raw(self) -> RawMesh {
        RawMesh {
            neighbours: self.neighbours(),
            corner_ends: self.first_edges[1..].to_vec(),
            corners: self.origins,
            ..RawMesh::default()
        }
    }

    /// The start and end vertex of each half-edge.
    pub fn vertices(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.first_edges
            .windows(2)
            .flat_map(|range| polygon::edges(&self.origins[range[0] as usize..range[1] as usize]))
    }

    /// The boundary half-edges, each with its start and end vertex.
    pub fn outer(&self) -> impl Iterator<Item = (u32, [u32; 2])> + '_ {
        let is_outer = |&(edge, _): &(u32, _)| self.twins[edge as usize] == Self::NO_TWIN;
        (0..).zip(self.vertices()).filter(is_outer)
    }

    /// All half-edges, sorted by their two vertices, the lower one first: half-edges between
    /// the same vertices are adjacent. O(n log n).
    #[must_use]
    pub fn by_border(&self) -> Vec<([u32; 2], u32)> {
        let borders = self.vertices().map(|[from, to]| [from.min(to), from.max(to)]);
        let mut sorted: Vec<([u32; 2], u32)> = borders.zip(0..).collect();
        sorted.sort_unstable();
        sorted
    }

    /// Makes two half-edges twins.
    pub fn join(&mut self, one: u32, other: u32) {
        self.twins[one as usize] = other;
        self.twins[other as usize] = one;
    }

    /// Makes two half-edges twins if they have the same key and no third one has it.
    pub fn pair<K: Ord>(&mut self, mut keyed: Vec<(K, u32)>) {
        keyed.sort_unstable();
        for same in keyed.chunk_by(|one, other| one.0 == other.0) {
            if let &[(_, one), (_, other)] = same {
                self.join(one, other);
            }
        }
    }
}

/// Converts an index of a half-edge, a face or a vertex.
///
/// # Panics
///
/// If there are 2^32 of them or more: callers refuse larger meshes before.
#[inline]
#[must_use]
#[expect(clippy::expect_used, reason = "larger meshes are refused before")]
pub fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 half-edges, checked with the lists of the mesh")
}
