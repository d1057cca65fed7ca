//! The boundary of a mesh.

use crate::{HalfEdgeId, NavMesh};

impl NavMesh {
    /// The boundary loops of the mesh: closed sequences of half-edges without twins, each with
    /// the areas on its left. Outer boundaries run counter-clockwise, holes clockwise.
    ///
    /// A loop follows connected areas. So overlapping floors have separate loops, and at a
    /// non-manifold vertex each loop stays within its fan. Sorted by the first
    /// half-edge. O(n).
    ///
    /// ```
    /// use tautline_navmesh::{Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 3, |x, y| ((x, y) != (1, 1)).then_some(Terrain(0)));
    /// let mesh = raw.build()?;
    /// assert_eq!(mesh.boundary_loops().len(), 2, "around the square, and around the hole");
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub fn boundary_loops(&self) -> Vec<Vec<HalfEdgeId>> {
        let mut is_listed = vec![false; self.half_edge_count()];
        let mut loops = Vec::new();
        for first in (0..self.half_edge_count()).map(HalfEdgeId::from_index) {
            let mut boundary_loop = Vec::new();
            let mut current = first;
            while self.twin(current).is_none() && !is_listed[current.index()] {
                is_listed[current.index()] = true;
                boundary_loop.push(current);
                // The loop continues with the wall that starts at the fan where `current` ends.
                let end = self.half_edge(self.next_half_edge(current)).fan();
                current = self.fan(end).first_half_edge();
            }
            if !boundary_loop.is_empty() {
                loops.push(boundary_loop);
            }
        }
        loops
    }
}
