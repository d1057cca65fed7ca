//! Maps from Bevy's meshes.

use bevy_math::Affine3A;
use bevy_mesh::{Indices, Mesh, MeshAccessError, PrimitiveTopology, VertexAttributeValues};
use tautline::baked::{BakedError, BakedMap};
use tautline::meshgen::{
    InsetError, ModelError, ModelOptions, PolygonOptions, inset, walkable_triangles,
};
use tautline::navmesh::{BuildOptions, Faults, NavMesh, RawMesh, TJunctions, Terrain};
use thiserror::Error;

use crate::map::NavMap;

/// A part of the ground, for [`NavMap::from_meshes`], which also accepts tuples of the fields.
#[derive(Clone, Copy, Debug)]
pub struct GroundPart<'a> {
    /// The mesh, a list of triangles.
    pub mesh: &'a Mesh,
    /// Its transform: `affine()` of a `GlobalTransform`, `compute_affine()` of a `Transform`.
    pub transform: Affine3A,
    /// Its terrain class, for [`NavCosts`](crate::NavCosts). A tuple without it has class 0.
    pub terrain: Terrain,
}

impl<'a> From<(&'a Mesh, Affine3A)> for GroundPart<'a> {
    fn from((mesh, transform): (&'a Mesh, Affine3A)) -> Self {
        Self { mesh, transform, terrain: Terrain(0) }
    }
}

impl<'a> From<(&'a Mesh, Affine3A, Terrain)> for GroundPart<'a> {
    fn from((mesh, transform, terrain): (&'a Mesh, Affine3A, Terrain)) -> Self {
        Self { mesh, transform, terrain }
    }
}

/// The reason why meshes cannot become a map.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MapFromMeshesError {
    /// The data of a mesh is not in main memory.
    #[error(
        "mesh {mesh} has no positions in main memory: {source}; keep it in `RenderAssetUsages::MAIN_WORLD`"
    )]
    NoData {
        /// The index of the mesh.
        mesh: usize,
        /// The error of Bevy.
        source: MeshAccessError,
    },
    /// A mesh does not consist of triangles, or its positions are not `Float32x3`.
    #[error("mesh {mesh} is not a list of triangles with positions of three floats")]
    NoTriangles {
        /// The index of the mesh.
        mesh: usize,
    },
    /// An index of a mesh names a vertex that it does not have.
    #[error("mesh {mesh} has an index of vertex {vertex}, but only {vertices} vertices")]
    NoVertex {
        /// The index of the mesh.
        mesh: usize,
        /// The vertex.
        vertex: u32,
        /// The number of its vertices.
        vertices: u32,
    },
    /// There are more vertices than an index can address.
    #[error("the meshes have more than 4294967295 vertices together")]
    TooMany,
    /// No triangle is walkable, or a coordinate is out of range.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The triangles are not a valid mesh.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The ground has no inset for a radius: nothing is left of it, or it has floors above each other.
    #[error("there is no ground for the radius {radius}: {source}")]
    Inset {
        /// The radius.
        radius: f32,
        /// The error of the inset.
        source: InsetError,
    },
    /// A radius is not finite, below 0, or given twice.
    #[error(transparent)]
    Radius(#[from] BakedError),
}

impl NavMap {
    /// Creates a map from triangle meshes that were drawn as walkable ground, each with its
    /// transform and, optionally, its terrain: floors, ramps, mud. Triangles that are too steep are
    /// left out.
    ///
    /// The map has a mesh for each agent radius. Without radii, it is for agents of radius 0, and the centre of an
    /// agent can reach every edge of the ground. Meshes are connected where their edges touch at the
    /// same height, such as the foot of a ramp and the edge of a floor: along parts of edges if these are
    /// parallel to an axis, and along whole edges in all directions.
    ///
    /// Positions are rounded to about 2⁻²² of the largest coordinate, so that obstacles can be cut out of the ground.
    /// Coordinates that differ by less than about 2⁻²⁰ of it become equal, so that rounded transforms leave no gaps.
    /// [`ModelOptions::weld_distance`] closes wider gaps.
    ///
    /// Do not pass rocks, walls or houses on the ground: their tops would become ground, and agents would
    /// walk through them. Give their entities a [`NavObstacle`](crate::NavObstacle) instead.
    /// Likewise, mud must fill a gap in the floor, not lie on top of it.
    ///
    /// Floors above each other cannot be inset by a radius: with radii, they are an error. Pass no radii
    /// then, or export the scene as glTF and bake it with `tautline bake --voxels`.
    ///
    /// ```
    /// use bevy_math::{Affine3A, Vec3};
    /// use bevy_mesh::{Mesh, PlaneMeshBuilder};
    /// use bevy_tautline::NavMap;
    /// use bevy_tautline::tautline::meshgen::ModelOptions;
    /// use bevy_tautline::tautline::navmesh::Terrain;
    ///
    /// // A floor of 20 by 20 around the origin, as deep mud to the right of it, for agents of two radii.
    /// const MUD: Terrain = Terrain(1);
    /// let floor = Mesh::from(PlaneMeshBuilder::from_size([20.0, 20.0].into()));
    /// let right = Affine3A::from_translation(Vec3::X * 20.0);
    /// let parts = [(&floor, Affine3A::IDENTITY, Terrain(0)), (&floor, right, MUD)];
    /// let map = NavMap::from_meshes(parts, &[0.3, 0.8], &ModelOptions::default())?;
    /// assert_eq!(map.baked().meshes().len(), 2);
    ///
    /// // All of one terrain, for agents of one radius.
    /// let parts = [(&floor, Affine3A::IDENTITY), (&floor, right)];
    /// let map = NavMap::from_meshes(parts, &[0.3], &ModelOptions::default())?;
    /// assert_eq!(map.baked().meshes()[0].radius(), 0.3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`MapFromMeshesError`].
    pub fn from_meshes<'a>(
        parts: impl IntoIterator<Item = impl Into<GroundPart<'a>>>,
        radii: &[f32],
        options: &ModelOptions,
    ) -> Result<Self, MapFromMeshesError> {
        let (mut vertices, mut triangles, mut terrains) = (Vec::new(), Vec::new(), Vec::new());
        for (index, part) in parts.into_iter().enumerate() {
            let GroundPart { mesh, transform, terrain } = part.into();
            let no_data = |source| MapFromMeshesError::NoData { mesh: index, source };
            let positions = mesh.try_attribute(Mesh::ATTRIBUTE_POSITION).map_err(no_data)?;
            let is_list = mesh.primitive_topology() == PrimitiveTopology::TriangleList;
            let (VertexAttributeValues::Float32x3(positions), true) = (positions, is_list) else {
                return Err(MapFromMeshesError::NoTriangles { mesh: index });
            };
            let first = u32::try_from(vertices.len()).map_err(|_| MapFromMeshesError::TooMany)?;
            let at =
                |position: &[f32; 3]| transform.transform_point3((*position).into()).to_array();
            vertices.extend(positions.iter().map(at));
            let last = u32::try_from(vertices.len()).map_err(|_| MapFromMeshesError::TooMany)?;
            let corners: Vec<u32> = match mesh.try_indices() {
                Ok(Indices::U16(corners)) => corners.iter().map(|&corner| corner.into()).collect(),
                Ok(Indices::U32(corners)) => corners.clone(),
                Err(_) => (0..last - first).collect(),
            };
            let (chunks, _) = corners.as_chunks::<3>();
            // Such an index would select a vertex of the next mesh.
            if let Some(&vertex) = corners.iter().find(|&&corner| corner >= last - first) {
                let vertices = last - first;
                return Err(MapFromMeshesError::NoVertex { mesh: index, vertex, vertices });
            }
            // A mirroring transform reverses the orientation of triangles.
            let mirrors = transform.matrix3.determinant() < 0.0;
            triangles.extend(chunks.iter().map(|&[a, b, c]| {
                let [b, c] = if mirrors { [c, b] } else { [b, c] };
                [a, b, c].map(|corner| first + corner)
            }));
            terrains.resize(triangles.len(), terrain);
        }
        let moved = round(&mut vertices);
        let model = walkable_triangles(&vertices, &triangles, &terrains, options)?;
        let bare = build_joined(&model.mesh, moved)?;
        let mesh_for = |radius: f32| -> Result<NavMesh, MapFromMeshesError> {
            // Bad radii are reported by the map.
            if !(radius > 0.0 && radius.is_finite()) {
                return Ok(bare.clone());
            }
            let options = PolygonOptions { agent_radius: radius, ..PolygonOptions::default() };
            let inset = inset(&bare, &options);
            Ok(inset.map_err(|source| MapFromMeshesError::Inset { radius, source })?.mesh)
        };
        let Some((&first, others)) = radii.split_first() else { return Ok(bare.into()) };
        let mut map = BakedMap::for_radius(first, mesh_for(first)?)?;
        for &radius in others {
            map = map.with_mesh_for(radius, mesh_for(radius)?)?;
        }
        Ok(map.into())
    }
}

/// Builds a mesh that is also connected along parts of edges. If areas overlap, so that these connections are
/// ambiguous, it is connected along whole edges only.
fn build_joined(raw: &RawMesh, max_step: f32) -> Result<NavMesh, Faults> {
    let t_junctions = TJunctions::Link { max_step };
    let linked = NavMesh::build(raw, &BuildOptions { t_junctions, ..BuildOptions::default() });
    linked.map(|build| build.mesh).or_else(|_| raw.build())
}

/// The width of the intervals in which coordinates become equal, in steps of the grid. Coordinates that should be
/// equal differ by less: a step is at least two units in the last place of any coordinate, and a transform takes few
/// operations.
const EQUAL_WITHIN: f64 = 4.0;

/// Rounds all coordinates to multiples of a step, a power of two of about 2⁻²² of the largest coordinate. On
/// each axis, coordinates that are close together become equal, so that parts that should touch do so exactly,
/// although their transforms were rounded. Returns a bound on the distance by which a coordinate moves.
fn round(vertices: &mut [[f32; 3]]) -> f32 {
    let largest = vertices.iter().flatten().fold(0.0_f32, |most, at| most.max(at.abs()));
    // Coordinates that are not finite are reported by the next step.
    let is_finite = vertices.iter().flatten().all(|at| at.is_finite());
    if !(is_finite && largest > 0.0) {
        return 0.0;
    }
    let mut step = f64::from(f32::MIN_POSITIVE);
    while step * 4_194_304.0 < f64::from(largest) {
        step *= 2.0;
    }
    let width = EQUAL_WITHIN * step;
    for axis in 0..3 {
        let on_grid = |at: f32| (f64::from(at) / step).round() * step;
        let mut firsts: Vec<f64> = vertices.iter().map(|at| on_grid(at[axis])).collect();
        firsts.sort_unstable_by(f64::total_cmp);
        // The first coordinate of each interval.
        firsts.dedup_by(|next, first| *next - *first <= width);
        for at in vertices.iter_mut().map(|at| &mut at[axis]) {
            let here = on_grid(*at);
            let interval = firsts.partition_point(|first| *first <= here);
            #[expect(clippy::cast_possible_truncation, reason = "a multiple of the step is an f32")]
            let rounded = firsts[interval - 1] as f32;
            *at = rounded;
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "a few steps, which are powers of two")]
    let moved = (width + step) as f32;
    moved
}
