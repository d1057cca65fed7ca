//! The order in which questions about neighbours follow each other.

use tautline_geometry::{Vec2, morton_code};
use tautline_navmesh::NavMesh;

/// How few questions are not worth ordering.
const FEW: usize = 512;

/// The numbers of some pairs of places, ordered by where the first one lies and
/// then by where the second one does, both only roughly; nothing for so few that
/// it does not pay.
pub(super) fn by_place(
    mesh: &NavMesh,
    places: impl ExactSizeIterator<Item = [Vec2; 2]>,
) -> Option<Vec<u32>> {
    /// Into so many columns and rows the mesh is divided.
    const CELLS: f32 = 64.0;
    if places.len() < FEW {
        return None;
    }
    let bounds = mesh.bounds();
    let scale = Vec2::splat(CELLS) / bounds.size().max(Vec2::splat(f32::MIN_POSITIVE));
    // Places off the mesh, or nowhere, come first or last.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what is out of range is rounded to the range"
    )]
    let cell = |place: Vec2| {
        let place = (place - bounds.min) * scale;
        morton_code((place.x as u8).into(), (place.y as u8).into())
    };
    let mut order: Vec<(u32, u32)> = (0..)
        .zip(places)
        .map(|(index, [first, second])| (cell(first) << 16 | cell(second), index))
        .collect();
    #[cfg(feature = "rayon")]
    rayon::slice::ParallelSliceMut::par_sort_unstable(&mut order[..]);
    #[cfg(not(feature = "rayon"))]
    order.sort_unstable();
    Some(order.into_iter().map(|(_, index)| index).collect())
}
