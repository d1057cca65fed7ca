//! Ground that an agent can walk on, from arbitrary triangles.
//!
//! The steps are those of Recast: rasterization into solid spans, a compact heightfield of walkable
//! spans, removal of small regions, layers, contours, and areas. Then come links over the edges of the ground.

mod areas;
mod compact_heightfield;
mod contours;
mod error;
mod grid;
mod jumps;
mod layers;
mod options;
mod rasterization;
mod small_regions;
mod vertices;

use crate::models::Triangles;
use tautline_navmesh::{RawMesh, Terrain};

pub use error::VoxelError;
pub use options::VoxelOptions;

use compact_heightfield::CompactHeightfield;
use grid::VoxelGrid;
use options::Agent;
use rasterization::{Surface, rasterize};

/// The ground that an agent can walk on, with a report.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VoxelMesh {
    /// The ground, with elevations; it names its neighbours.
    /// [`NavMesh::build`](tautline_navmesh::NavMesh::build) accepts it as it is.
    pub mesh: RawMesh,
    /// Statistics of the steps.
    pub report: VoxelReport,
}

/// Statistics of the steps from triangles to ground.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct VoxelReport {
    /// The cell size that was used, in world units: that of the options, rounded down to 8
    /// significant bits.
    pub cell_size: f32,
    /// The number of columns of voxels along x and along y.
    pub columns: [u32; 2],
    /// The number of walkable spans: cells of ground, with each floor counted.
    pub spans: usize,
    /// The number of connected regions of ground.
    pub regions: usize,
    /// The number of regions that were dropped for being too small.
    pub dropped_regions: usize,
    /// A position in the first dropped region, and its elevation.
    pub first_dropped: Option<([f32; 2], f32)>,
    /// The number of layers, none of which lies above itself.
    pub layers: usize,
    /// The number of layers whose contours had to follow the cells more closely than
    /// [`VoxelOptions::max_deviation`] allows, because they would have crossed.
    pub refined_layers: usize,
}

/// Finds the ground of a model on which an agent of some size can stand and walk. The
/// triangles may intersect, overlap and leave gaps, like those of models made for rendering.
///
/// Space is divided into voxels, and all triangles are rasterized. Solid voxels of triangles
/// that face up and are not too steep are ground if there is clearance for the height of the
/// agent above and for its radius around. An agent steps up and down by as much as
/// [`VoxelOptions::max_step`]. So stairs, kerbs and the tops of objects are ground, and there is
/// a second floor below a bridge. The contours of the ground are simplified, and the ground within
/// them is divided into convex areas exactly. For models that *are* the walkable ground,
/// [`walkable_triangles`](crate::walkable_triangles) is faster and rounds nothing.
///
/// `terrains` has the class of each triangle, at most 254; it may be empty. Where triangles
/// of several classes fill the same voxels, the highest class counts.
///
/// With [`VoxelOptions::max_drop`] and [`VoxelOptions::max_jump`], links lead down over the edges of the ground
/// and across gaps, wherever nothing is in the way of the agent's body and walking is more than three times as
/// far. They are straight along x or y, and at least ten cells apart.
///
/// Elevations are given at corners and are right to about [`VoxelOptions::layer_rise`] in
/// between: enough to distinguish floors.
///
/// Spaces that agents cannot enter, such as the inside of a hill, are ground as well if there
/// is clearance; see [`NavMesh::reachable_areas`](tautline_navmesh::NavMesh::reachable_areas).
///
/// Time grows with the number of columns below each triangle. Memory grows with the number of
/// columns (at most 4,194,304) and of solid spans in them (at most 8,388,608), some hundred
/// bytes for each: up to about 1 GiB. The same model gives the same mesh on every platform.
///
/// # Examples
///
/// A floor of 10 by 10 with a box on it, y up; the triangles of the box run
/// through the floor.
///
/// ```
/// use tautline_navmesh::Vec2;
/// use tautline_meshgen::{VoxelOptions, walkable_voxels};
///
/// let mut vertices = vec![[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 0.0, 10.0], [0.0, 0.0, 10.0]];
/// let mut triangles = vec![[0, 2, 1], [0, 3, 2]];
/// let foot = [[4.0, -1.0, 4.0], [6.0, -1.0, 4.0], [6.0, -1.0, 6.0], [4.0, -1.0, 6.0]];
/// vertices.extend(foot);
/// vertices.extend(foot.map(|[x, _, z]| [x, 1.5, z]));
/// triangles.extend([[8, 10, 9], [8, 11, 10]]);
/// for (a, b) in [(4, 5), (5, 6), (6, 7), (7, 4)] {
///     triangles.extend([[a, b, b + 4], [a, b + 4, a + 4]]);
/// }
///
/// let model = walkable_voxels(&vertices, &triangles, &[], &VoxelOptions::default())?;
/// let mesh = model.mesh.build()?;
/// let is_ground = |x, y| mesh.locate(Vec2::new(x, y)).is_some();
/// assert!(is_ground(2.0, -5.0) && is_ground(8.0, -5.0));
/// assert!(!is_ground(3.8, -5.0), "too near to the box");
/// assert!(!is_ground(9.9, -5.0), "too near to the edge");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`VoxelError`] names the fault of the model or of the options, the limit that is exceeded, or
/// says that nothing is walkable.
///
/// # Sources
///
/// M. Mononen's Recast, whose Rust port `rerecast` decides on which voxels an agent can stand;
/// I. Sutherland and G. Hodgman, "Reentrant polygon clipping" (1974); D. Douglas and T. Peucker,
/// "Algorithms for the reduction of the number of points" (1973); for links, M. Mononen, "Automatic annotations in
/// Killzone 3 and beyond" (2011).
pub fn walkable_voxels(
    vertices: &[[f32; 3]],
    triangles: &[[u32; 3]],
    terrains: &[Terrain],
    options: &VoxelOptions,
) -> Result<VoxelMesh, VoxelError> {
    let agent = Agent::of(options)?;
    let model = Triangles::check(vertices, triangles, terrains, options.up)?;
    let grid = VoxelGrid::around(&model, options)?;
    let surface = Surface { model: &model, triangles, terrains, max_slope: options.max_slope };
    let columns = rasterize(&surface, &agent, &grid)?;
    let mut heightfield = CompactHeightfield::of(&columns, &agent, &grid)?;
    // Small regions go first, so that they make no layers.
    let regions = small_regions::drop_small(&mut heightfield, agent.min_region_size);
    let layers = layers::grow(&heightfield, agent.layer_rise);
    if layers.count == 0 {
        return Err(VoxelError::NothingWalkable { triangles: triangles.len() });
    }
    let (edges, corners) = vertices::boundary_edges(&heightfield, &layers);
    let arcs = contours::trace(&edges, &corners);
    let (mut mesh, refined_layers) =
        areas::build(&arcs, &corners, &layers, agent.max_deviation, &grid)?;
    let jumps = jumps::find(&heightfield, &columns, &agent);
    jumps::link(&mut mesh, &jumps, &heightfield, &grid, options);
    let report = VoxelReport {
        cell_size: grid.cell_size(),
        columns: grid.columns(),
        spans: layers.of_span.iter().filter(|&&layer| layer != layers::NO_LAYER).count(),
        regions: regions.kept,
        dropped_regions: regions.dropped,
        first_dropped: regions.first_dropped.map(|span| {
            let [x, y] = heightfield.cell_of(span);
            (grid.position([x, y]), grid.elevation(heightfield.elevations[span as usize]))
        }),
        layers: layers.count as usize,
        refined_layers,
    };
    Ok(VoxelMesh { mesh, report })
}
