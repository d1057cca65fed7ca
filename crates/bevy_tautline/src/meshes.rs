//! Maps from Bevy's meshes.

use bevy_math::Affine3A;
use bevy_mesh::{Indices, Mesh, MeshAccessError, PrimitiveTopology, VertexAttributeValues};
use tautline::meshgen::{ModelError, ModelOptions, walkable_triangles};
use tautline::navmesh::{BuildOptions, Faults, NavMesh, RawMesh, TJunctions};
use thiserror::Error;

use crate::map::NavMap;

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
    #[error("mesh {mesh} is no list of triangles with positions of three floats")]
    NoTriangles {
        /// The index of the mesh.
        mesh: usize,
    },
    /// There are more vertices than indices.
    #[error("the meshes have more than 4294967295 vertices together")]
    TooMany,
    /// No triangle is walkable, or a coordinate is out of range.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The triangles are not a valid mesh.
    #[error(transparent)]
    Faults(#[from] Faults),
}

impl NavMap {
    /// Creates a map from triangle meshes that were drawn as walkable ground, each with its
    /// transform: floors, ramps, terrain. Triangles that are too steep are left out.
    ///
    /// The map is for agents of radius 0: draw the ground as far as agents' centres may come. Without
    /// floors above each other, [`inset`] makes the meshes for radii. Meshes are connected where their
    /// edges touch at the same height, such as the foot of a ramp and the edge of a floor. Positions are
    /// rounded to 2⁻²² of the largest coordinate, so that obstacles can be cut out of the ground.
    ///
    /// Do not pass rocks, walls or houses on the ground: their tops would be ground, too, and
    /// agents would walk through them. Give their entities a [`NavObstacle`](crate::NavObstacle).
    ///
    /// ```
    /// use bevy_math::{Affine3A, Vec3};
    /// use bevy_mesh::{Mesh, PlaneMeshBuilder};
    /// use bevy_tautline::NavMap;
    /// use bevy_tautline::tautline::baked::BakedMap;
    /// use bevy_tautline::tautline::meshgen::{ModelOptions, PolygonOptions, inset};
    ///
    /// let floor = Mesh::from(PlaneMeshBuilder::from_size([20.0, 20.0].into()));
    /// let parts = [0.0, 20.0].map(|x| (&floor, Affine3A::from_translation(Vec3::X * x)));
    /// let map = NavMap::from_meshes(parts, &ModelOptions::default())?;
    ///
    /// // The same ground for agents of two radii.
    /// let mesh_for = |agent_radius| {
    ///     let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
    ///     inset(map.baked().mesh(), &options).map(|inset| inset.mesh)
    /// };
    /// let map = BakedMap::for_radius(0.3, mesh_for(0.3)?)?.with_mesh_for(0.8, mesh_for(0.8)?)?;
    /// assert_eq!(NavMap::from(map).baked().meshes().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`inset`]: tautline::meshgen::inset
    ///
    /// # Errors
    ///
    /// A [`MapFromMeshesError`].
    pub fn from_meshes<'a>(
        meshes: impl IntoIterator<Item = (&'a Mesh, Affine3A)>,
        options: &ModelOptions,
    ) -> Result<Self, MapFromMeshesError> {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (index, (mesh, transform)) in meshes.into_iter().enumerate() {
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
            let corner = |corner: u32| corner.saturating_add(first);
            triangles.extend(chunks.iter().map(|triangle| triangle.map(corner)));
        }
        round(&mut vertices);
        let model = walkable_triangles(&vertices, &triangles, &[], options)?;
        Ok(joined(&model.mesh)?.into())
    }
}

/// Builds a mesh, connected also where meshes touch along parts of edges, unless areas overlap so that it is
/// not clear which of them belong together.
fn joined(raw: &RawMesh) -> Result<NavMesh, Faults> {
    let t_junctions = TJunctions::Link { max_step: 0.0 };
    let linked = NavMesh::build(raw, &BuildOptions { t_junctions, ..BuildOptions::default() });
    linked.map(|build| build.mesh).or_else(|_| raw.build())
}

/// Rounds all coordinates to multiples of a power of two: of 2⁻²² of a bound of the largest one.
fn round(vertices: &mut [[f32; 3]]) {
    let largest = vertices.iter().flatten().fold(0.0_f32, |most, at| most.max(at.abs()));
    // Coordinates that are not finite are reported by the next step.
    if !(largest.is_finite() && largest > 0.0) {
        return;
    }
    let mut step = f64::from(f32::MIN_POSITIVE);
    while step * 4_194_304.0 < f64::from(largest) {
        step *= 2.0;
    }
    for at in vertices.iter_mut().flatten() {
        #[expect(clippy::cast_possible_truncation, reason = "a multiple of the step is an f32")]
        let rounded = ((f64::from(*at) / step).round() * step) as f32;
        *at = rounded;
    }
}
