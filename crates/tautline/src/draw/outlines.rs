//! Where the ground ends.

use tautline_navmesh::{NavMesh, SideId};

/// The outlines of the ground: closed rows of sides that cannot be crossed, each
/// with the ground on its left. Around the ground they run counter-clockwise,
/// around a hole clockwise.
///
/// They are followed from area to area, so that floors are kept apart, and an
/// outline that passes a point where obstacles touch stays on its side of it.
/// Ordered by their first sides. O(n), if no vertex has very many areas around it.
///
/// ```
/// use tautline::draw::outlines;
/// use tautline::navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};
///
/// let raw = rectangles_from_cells(3, 3, |x, y| ((x, y) != (1, 1)).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// assert_eq!(outlines(&mesh).len(), 2, "around the square, and around the hole");
/// # Ok::<(), tautline::navmesh::Faults>(())
/// ```
#[must_use]
pub fn outlines(mesh: &NavMesh) -> Vec<Vec<SideId>> {
    let mut is_listed = vec![false; mesh.side_count()];
    let mut outlines = Vec::new();
    for first in mesh.areas().flat_map(|area| mesh.sides_of(area)) {
        let mut outline = Vec::new();
        let mut current = first;
        while mesh.twin(current).is_none() && !is_listed[current.index()] {
            is_listed[current.index()] = true;
            outline.push(current);
            current = following(mesh, current);
        }
        if !outline.is_empty() {
            outlines.push(outline);
        }
    }
    outlines
}

/// The side at which the ground ends after another one: around the areas at the
/// corner between them.
fn following(mesh: &NavMesh, side: SideId) -> SideId {
    let mut current = mesh.next_side(side);
    while let Some(twin) = mesh.twin(current) {
        current = mesh.next_side(twin);
    }
    current
}
