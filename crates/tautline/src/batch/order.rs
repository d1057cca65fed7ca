//! The order of queries in a batch: along a space-filling curve (Morton order).

use tautline_geometry::{Vec2, morton_code};
use tautline_navmesh::NavMesh;

use crate::Ground;

/// The number of queries below which sorting takes longer than it saves.
const FEW: usize = 512;

/// Returns the order in which queries with these ends are answered faster: with labels, neighbouring
/// queries follow each other, because they read the same labels. `None` without labels, because the
/// order does not matter to searches.
pub(super) fn order_for(
    ground: Ground<'_>,
    ends: impl ExactSizeIterator<Item = [Vec2; 2]>,
) -> Option<Vec<u32>> {
    if ground.has_labels() { morton_order(ground.mesh, ends) } else { None }
}

/// Returns the indices of pairs of points, sorted by the cells of the first points and then of
/// the second ones in Morton order. `None` if there are too few to save time.
pub(super) fn morton_order(
    mesh: &NavMesh,
    points: impl ExactSizeIterator<Item = [Vec2; 2]>,
) -> Option<Vec<u32>> {
    /// The number of columns and rows of the grid of cells.
    const CELLS: f32 = 64.0;
    if points.len() < FEW {
        return None;
    }
    let bounds = mesh.bounds();
    let scale = Vec2::splat(CELLS) / bounds.size().max(Vec2::splat(f32::MIN_POSITIVE));
    // Points off the mesh come first or last; NaN becomes 0.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what is out of range is rounded to the range"
    )]
    let cell = |point: Vec2| {
        let cell = (point - bounds.min) * scale;
        morton_code((cell.x as u8).into(), (cell.y as u8).into())
    };
    let mut order: Vec<(u32, u32)> = (0..)
        .zip(points)
        .map(|(index, [first, second])| (cell(first) << 16 | cell(second), index))
        .collect();
    #[cfg(feature = "rayon")]
    rayon::slice::ParallelSliceMut::par_sort_unstable(&mut order[..]);
    #[cfg(not(feature = "rayon"))]
    order.sort_unstable();
    Some(order.into_iter().map(|(_, index)| index).collect())
}
