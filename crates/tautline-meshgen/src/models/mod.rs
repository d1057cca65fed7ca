//! The walkable ground of a model made of triangles.

mod error;
mod options;
mod report;
mod shared_edges;
mod triangles;
mod welding;

use crate::merge_areas;
use tautline_navmesh::{RawMesh, Terrain};

pub use error::ModelError;
#[cfg(feature = "recast")]
pub(crate) use options::is_slope;
pub use options::{ModelOptions, UpAxis};
pub use report::{CloseVertices, DropReason, DroppedTriangles, ModelReport, NonManifoldEdges};

pub(crate) use triangles::Triangles;

/// The share of the largest coordinate below which different positions are probably one that was
/// rounded: 8 to 16 steps of `f32`. A rotation in `f32` makes an error of 1 to 2 steps.
const CLOSE: f32 = 1.0 / 1_048_576.0;

/// The ground of a model, and a report of the triangles that were dropped.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModelMesh {
    /// The ground, with elevations. [`NavMesh::build`](tautline_navmesh::NavMesh::build)
    /// accepts it as it is.
    pub mesh: RawMesh,
    /// The triangles that were dropped, and why.
    pub report: ModelReport,
}

/// Returns the walkable triangles of a model as areas with elevations.
///
/// For models that were drawn as walkable ground: floors, roads, bridges, terrain. The areas
/// are the triangles themselves and nothing is rounded. Two triangles are connected where
/// they share an edge, that is, two vertices. So floors above each other stay apart although
/// they overlap in the plane. If walls intersect floors, or objects are only placed on top of
/// each other, use `walkable_voxels` (feature `recast`).
///
/// Seen from the front, triangles run counter-clockwise, as in glTF. [`ModelOptions::up`] is
/// the axis that points up; the ground has the frame of [`tautline_geometry`], so that y up
/// turns a vertex `p` into `Vec2::new(p.x, -p.z)` with the elevation `p.y`.
///
/// * Triangles that face down, that are vertical, that are steeper than
///   [`ModelOptions::max_slope`] or that have no area are dropped.
/// * Vertices at the same position are welded, and so are those within
///   [`ModelOptions::weld_distance`].
/// * A *non-manifold edge*, of more than two walkable triangles or of two that lie on the same
///   side of it, is one of the [`walls`](RawMesh::walls) of the mesh.
/// * Level neighbours of the same terrain are merged ([`merge_areas`](crate::merge_areas)).
///
/// `terrains` has the class of each triangle; it may be empty. O(n log n).
///
/// # Components that only touch
///
/// Components of a model that were drawn one by one often touch without sharing vertices: the
/// end of a bridge lies somewhere on the edge of the road, which makes a *T-junction*. Build
/// with [`TJunctions::Link`](tautline_navmesh::TJunctions::Link), whose `max_step` is the
/// difference of elevations that can be stepped over. It works where vertices lie exactly on
/// the edges of the other component.
///
/// # Examples
///
/// A ramp that leads up to a floor, and the wall below the floor:
///
/// ```
/// use tautline_navmesh::{AreaId, Vec2};
/// use tautline_meshgen::{DropReason, ModelOptions, walkable_triangles};
///
/// // y is up.
/// let vertices = [
///     [0.0, 0.0, 0.0], [0.0, 0.0, 2.0], // the foot of the ramp
///     [4.0, 1.0, 0.0], [4.0, 1.0, 2.0], // its top
///     [9.0, 1.0, 0.0], [9.0, 1.0, 2.0], // the end of the floor
///     [4.0, 0.0, 0.0], // on the ground below
/// ];
/// let triangles = [[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4], [2, 6, 3]];
/// let model = walkable_triangles(&vertices, &triangles, &[], &ModelOptions::default())?;
///
/// assert_eq!(model.report.dropped.len(), 1);
/// assert_eq!(model.report.dropped[0].reason, DropReason::Vertical);
/// assert_eq!(model.report.dropped[0].first, 4);
///
/// let mesh = model.mesh.build()?;
/// assert_eq!(mesh.area_count(), 3, "the two halves of the floor are one area");
/// let on_the_floor = mesh.locate_at(Vec2::new(5.0, -1.0), 1.0);
/// assert_eq!(on_the_floor, Some(AreaId(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ModelError`] names the first coordinate that is not finite, the first index or the option
/// that is out of range, or says that no triangle is walkable.
pub fn walkable_triangles(
    vertices: &[[f32; 3]],
    triangles: &[[u32; 3]],
    terrains: &[Terrain],
    options: &ModelOptions,
) -> Result<ModelMesh, ModelError> {
    options.check()?;
    let model = Triangles::check(vertices, triangles, terrains, options.up)?;
    let (welded, welded_vertices) = welding::weld(&model, options.weld_distance)?;
    let mut report = ModelReport { welded_vertices, ..ModelReport::default() };
    let mut ground = triangles::Ground::default();
    for (triangle, named) in triangles.iter().enumerate() {
        let corners = named.map(|vertex| welded[vertex as usize]);
        match model.drop_reason(corners, options.max_slope) {
            Some(reason) => report.drop(reason, triangle, vertices[corners[0] as usize]),
            None => ground.push(triangle, corners),
        }
    }
    // A triangle that is drawn twice would make all of its edges non-manifold.
    for triangle in ground.take_repeated() {
        let first_corner = triangles[triangle][0] as usize;
        report.drop(DropReason::Repeated, triangle, vertices[first_corner]);
    }
    report.dropped.sort_by_key(|dropped| dropped.first);
    if ground.triangles.is_empty() {
        let dropped = |reason| report.count(reason);
        return Err(ModelError::NothingWalkable {
            triangles: triangles.len(),
            steep: dropped(DropReason::Steep),
            facing_down: dropped(DropReason::FacesDown),
            vertical: dropped(DropReason::Vertical) + dropped(DropReason::NoArea),
        });
    }
    let shared = shared_edges::join(&ground.corners);
    report.non_manifold_edges = shared.non_manifold.first().map(|ends| NonManifoldEdges {
        count: shared.non_manifold.len(),
        first: ends.map(|vertex| vertices[vertex as usize]),
    });
    report.close_vertices = close_vertices(&model, &ground, &shared, vertices);
    // Building finds the same neighbours, and T-junctions can be linked as well.
    let mut mesh = ground.mesh(&model, terrains, &shared.non_manifold);
    if options.merge {
        mesh = merge_areas(&mesh)?;
    }
    Ok(ModelMesh { mesh, report })
}

/// Returns the vertices at the boundary of the ground that almost meet.
fn close_vertices(
    model: &Triangles,
    ground: &triangles::Ground,
    shared: &shared_edges::SharedEdges,
    vertices: &[[f32; 3]],
) -> Option<CloseVertices> {
    let mut boundary = Vec::new();
    for (corners, neighbours) in ground.corners.iter().zip(shared.neighbours.as_chunks::<3>().0) {
        let ends = |edge: usize| [corners[edge], corners[(edge + 1) % 3]];
        let is_wall = |&edge: &usize| neighbours[edge] == RawMesh::NO_NEIGHBOUR;
        boundary.extend((0..3).filter(is_wall).flat_map(ends));
    }
    boundary.sort_unstable();
    boundary.dedup();
    let corners = boundary.iter().flat_map(|&vertex| vertices[vertex as usize]);
    let largest = corners.fold(0.0, |largest: f32, coordinate| largest.max(coordinate.abs()));
    // The product is 0 for tiny coordinates.
    let distance = largest * CLOSE;
    let close =
        if distance > 0.0 { welding::close(model, &boundary, distance) } else { Vec::new() };
    let first = vertices[*close.first()? as usize];
    Some(CloseVertices { count: close.len(), first, distance })
}
