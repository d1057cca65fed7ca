//! Faces by their half-edges: topology that knows no positions.

use std::ops::Range;

/// Faces by their half-edges, those of each face in a row, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfEdges {
    /// The vertex at which each half-edge begins.
    pub origins: Vec<u32>,
    /// The same edge as a half-edge of the face across, or [`Self::NO_TWIN`].
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
    /// Stands for the twin of a half-edge at which the ground ends.
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

    /// The half-edges of a face.
    #[must_use]
    pub fn face_loop(&self, face: u32) -> Range<u32> {
        self.first_edges[face as usize]..self.first_edges[face as usize + 1]
    }

    /// Ends a face after the half-edges that were added last.
    pub fn close_face(&mut self) {
        self.first_edges.push(self.edge_count());
    }

    /// Adds other faces after these. Returns the number of half-edges before them, which is
    /// added to all of theirs.
    pub fn append(&mut self, other: &Self) -> u32 {
        let before = self.edge_count();
        self.origins.extend(&other.origins);
        // Stays what it is where there is no twin.
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

    /// The vertices at which each half-edge begins and ends.
    pub fn vertices(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.first_edges.windows(2).flat_map(|range| {
            let ring = &self.origins[range[0] as usize..range[1] as usize];
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).map(|(&from, &to)| [from, to])
        })
    }

    /// The half-edges without twins, and the vertices at their ends.
    pub fn outer(&self) -> impl Iterator<Item = (u32, [u32; 2])> + '_ {
        let is_outer = |&(edge, _): &(u32, _)| self.twins[edge as usize] == Self::NO_TWIN;
        (0..).zip(self.vertices()).filter(is_outer)
    }

    /// All half-edges by the two vertices that each joins, the lower one first: those that
    /// join the same ones follow each other. O(n log n).
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

    /// Makes twins of half-edges that are the same edge: two that have a key in common.
    pub fn pair<K: Ord>(&mut self, mut keyed: Vec<(K, u32)>) {
        keyed.sort_unstable();
        for same in keyed.chunk_by(|one, other| one.0 == other.0) {
            if let &[(_, one), (_, other)] = same {
                self.join(one, other);
            }
        }
    }
}

/// The number of a half-edge, a face or a vertex by its index.
///
/// # Panics
///
/// If there are 2^32 of them or more: larger meshes are refused before.
#[inline]
#[must_use]
#[expect(clippy::expect_used, reason = "larger meshes are refused before")]
pub fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 half-edges, checked with the lists of the mesh")
}
