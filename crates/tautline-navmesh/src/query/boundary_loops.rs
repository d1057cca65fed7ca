//! Where the ground ends.

use crate::{HalfEdgeId, NavMesh};

impl NavMesh {
    /// The outlines of the ground: closed rows of sides that cannot be crossed,
    /// each with the ground on its left. Around the ground they run
    /// counter-clockwise, around a hole clockwise.
    ///
    /// They are followed from area to area, so that floors are kept apart, and an
    /// outline that passes a point where obstacles touch stays on its side of it.
    /// Ordered by their first sides. O(n).
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 3, |x, y| ((x, y) != (1, 1)).then_some(Terrain(0)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// assert_eq!(mesh.boundary_loops().len(), 2, "around the square, and around the hole");
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub fn boundary_loops(&self) -> Vec<Vec<HalfEdgeId>> {
        let mut is_listed = vec![false; self.half_edge_count()];
        let mut outlines = Vec::new();
        for first in (0..self.half_edge_count()).map(HalfEdgeId::from_index) {
            let mut outline = Vec::new();
            let mut current = first;
            while self.twin(current).is_none() && !is_listed[current.index()] {
                is_listed[current.index()] = true;
                outline.push(current);
                // Around the ground at the corner between them.
                let corner = self.half_edge(self.next_half_edge(current)).fan();
                current = self.fan(corner).first_half_edge();
            }
            if !outline.is_empty() {
                outlines.push(outline);
            }
        }
        outlines
    }

    /// How many corners of the ground a path may bend at: the fans that reach
    /// around more than half a turn ([`Fan::is_corner`](crate::Fan::is_corner)).
    /// With it grows what a search for a shortest path has to look at. O(n).
    ///
    /// ```
    /// # use tautline_navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};
    /// let raw = rectangles_from_cells(3, 3, |x, y| ((x, y) != (1, 1)).then_some(Terrain(0)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// assert_eq!(mesh.corner_count(), 4, "of the hole; a path does not bend at the others");
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub fn corner_count(&self) -> usize {
        self.fans().iter().filter(|fan| fan.is_corner()).count()
    }
}
