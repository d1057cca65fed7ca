//! One path between two points.

use tautline_navmesh::PathQuery;

use crate::request::Request;
use crate::{WeightedError, WeightedMesh, WeightedPath, WeightedScratch};

/// Finds a cheap path over weighted terrain and links, and writes it to `path`. On the maps that were
/// measured, paths cost at most 0.04 % more than the cheapest on average.
///
/// A\* finds a cheap path over the vertices of the mesh and a few *Steiner points* on its borders. It may cross
/// a border anywhere near such a point, about where Snell's law holds. [`Refraction`](crate::Refraction) then moves these
/// crossings to the cheapest place. Supports any filter. A share that the query allows ([`PathQuery::within`]) makes
/// no difference here: [`prove_weighted_path`](crate::prove_weighted_path) proves it.
///
/// O(n k log n) for n vertices and Steiner points, of which an area has k. Allocates nothing once the memory has grown.
/// The first search on a mesh places the Steiner points, in O(n).
///
/// # Errors
///
/// A [`WeightedError`]: a [`QueryError`](tautline_navmesh::QueryError), or tables of another
/// mesh. `path` is then empty.
///
/// ```
/// use tautline_weighted::{WeightedPath, WeightedScratch, weighted_path};
/// use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // A road along the lower edge of a field.
/// let mesh = rectangles_from_cells(20, 4, |_, y| Some(Terrain((y == 0).into()))).build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(0), 4.0)?;
///
/// let query = PathQuery::new(Vec2::new(1.0, 2.0), Vec2::new(19.0, 2.0));
/// let mut path = WeightedPath::default();
/// weighted_path(&mesh, &query.with_filter(&filter), &mut WeightedScratch::new(), &mut path)?;
/// // Down to the road, along it, and up again, each at the critical angle.
/// assert_eq!(path.points.len(), 4);
/// assert!((path.cost - (18.0 + 2.0 * f64::sqrt(15.0))).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn weighted_path<'a>(
    mesh: impl Into<WeightedMesh<'a>>,
    query: &PathQuery<'_>,
    scratch: &mut WeightedScratch,
    path: &mut WeightedPath,
) -> Result<(), WeightedError> {
    path.clear();
    let request = Request { mesh: mesh.into().verified()?, query };
    request.begin(scratch)?;
    while !request.advance(u64::MAX, scratch, path)? {}
    Ok(())
}
