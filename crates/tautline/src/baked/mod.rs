//! Baked maps: assets of meshes, labels and landmarks.
//!
//! ```
//! use tautline::baked::BakedMap;
//! use tautline::navmesh::RawMesh;
//!
//! let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
//! raw.push_area(&[0, 1, 2]);
//! let mesh = raw.build()?;
//!
//! let bytes = BakedMap::from(mesh.clone()).encode()?;
//! let loaded = BakedMap::decode(&bytes)?;
//! assert_eq!(loaded.mesh(), &mesh);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;

use serde::{Deserialize, Serialize};
use tautline_anyangle::{Landmarks, StoredLandmarksError};
use tautline_asset::{AssetError, Limits, decode, encode};
use tautline_labels::{BakeError, Labels, StoredLabelsError};
use tautline_navmesh::{NavMesh, QueryFilter, StoredMeshError};
use tautline_weighted::{CostLabels, StoredCostLabelsError};

use crate::Ground;
use file::{Stored, StoredRadiusMesh};

/// A baked map: one mesh for each agent radius, with names and a list of repairs.
///
/// ```
/// use tautline::baked::BakedMap;
/// use tautline::meshgen::{Polygons, PolygonOptions, Role};
///
/// let mut outlines = Polygons::default();
/// outlines.push(Role::Ground, [vec![[0.0, 0.0], [9.0, 0.0], [9.0, 6.0], [0.0, 6.0]]]);
/// let mesh_for = |agent_radius| {
///     let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
///     Ok::<_, Box<dyn std::error::Error>>(outlines.build(&options)?.mesh.build()?)
/// };
/// let map = BakedMap::from(mesh_for(0.0)?).with_mesh_for(0.5, mesh_for(0.5)?)?;
/// assert_eq!(map.mesh_for(0.25).map(|found| found.radius()), Some(0.5), "wide enough for a smaller one");
/// assert!(map.mesh_for(2.0).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BakedMap {
    /// The name of the map.
    pub name: Option<String>,
    /// The names of the terrain classes, in order of classes. Not all classes in use need a
    /// name.
    pub terrain_names: Vec<String>,
    /// The repairs of the input.
    pub repairs: Vec<BakedRepair>,
    /// True if y grows downwards, as in tile maps. Pictures and `bevy_tautline` depend on it.
    pub y_down: bool,
    /// The number of areas in the source, if some of them were merged into larger ones.
    pub merged_from: Option<u32>,
    /// At least one; in increasing order of radii, which are all different.
    meshes: Vec<RadiusMesh>,
}

/// A fault of the input that was repaired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BakedRepair {
    /// A description in one line.
    pub what: String,
    /// Its position. `None` if it has none.
    pub at: Option<[f32; 2]>,
}

/// A mesh for an agent radius, with its labels and landmarks, if any were baked.
#[derive(Clone, Debug, PartialEq)]
pub struct RadiusMesh {
    radius: f32,
    mesh: NavMesh,
    labels: Option<(Labels, LabelStorage)>,
    landmarks: Option<Landmarks>,
    cost_labels: Vec<CostLabels>,
}

/// The form in which an asset stores labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelStorage {
    /// The labels themselves: fast to load.
    #[default]
    Full,
    /// Only the order of the hubs, 2 to 4 bytes for each corner. Loading bakes the labels again,
    /// in 25 to 50 % of the time of the first bake. For maps that are sent over a network.
    HubOrder,
}

impl RadiusMesh {
    const fn new(radius: f32, mesh: NavMesh) -> Self {
        Self { radius, mesh, labels: None, landmarks: None, cost_labels: Vec::new() }
    }

    /// Returns the agent radius: the distance of the mesh from all walls, in world units. Finite
    /// and at least 0.
    #[must_use]
    pub const fn radius(&self) -> f32 {
        self.radius
    }

    /// Returns the mesh for the centres of agents.
    #[must_use]
    pub const fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// Returns the labels of the mesh.
    #[must_use]
    pub const fn labels(&self) -> Option<&Labels> {
        match &self.labels {
            Some((labels, _)) => Some(labels),
            None => None,
        }
    }

    /// Sets the labels, which must have been baked for the mesh, and the form in which they are
    /// stored.
    pub fn set_labels(&mut self, labels: Labels, form: LabelStorage) {
        self.labels = Some((labels, form));
    }

    /// Returns the landmarks of the mesh.
    #[must_use]
    pub const fn landmarks(&self) -> Option<&Landmarks> {
        self.landmarks.as_ref()
    }

    /// Sets the landmarks, which must have been chosen for the mesh.
    pub fn set_landmarks(&mut self, landmarks: Landmarks) {
        self.landmarks = Some(landmarks);
    }

    /// Returns the labels for the costs of some filters.
    #[must_use]
    pub const fn cost_labels(&self) -> &[CostLabels] {
        self.cost_labels.as_slice()
    }

    /// Sets the labels for the costs of some filters, which must have been baked for the mesh.
    pub fn set_cost_labels(&mut self, labels: Vec<CostLabels>) {
        self.cost_labels = labels;
    }

    /// Returns the mesh with its labels and landmarks, for queries.
    #[must_use]
    pub const fn ground(&self) -> Ground<'_> {
        let mut ground = Ground::of(&self.mesh).with_cost_labels(self.cost_labels());
        (ground.labels, ground.landmarks) = (self.labels(), self.landmarks());
        ground
    }
}

impl<'a> From<&'a RadiusMesh> for Ground<'a> {
    fn from(mesh: &'a RadiusMesh) -> Self {
        mesh.ground()
    }
}

impl<'a> From<&'a BakedMap> for Ground<'a> {
    /// Returns the ground for the smallest agents.
    fn from(map: &'a BakedMap) -> Self {
        map.meshes[0].ground()
    }
}

/// An error in loading or building a baked map.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BakedError {
    /// The file is damaged, foreign or of another version.
    #[error(transparent)]
    Asset(AssetError),
    /// The file is intact, but its mesh is invalid.
    #[error("the mesh of the asset is invalid: {0}; bake it again")]
    Mesh(#[source] StoredMeshError),
    /// The mesh is valid, but its labels are not.
    #[error("the labels of the asset are invalid: {0}; bake it again")]
    Labels(#[source] StoredLabelsError),
    /// The mesh is valid, but its landmarks are not.
    #[error("the landmarks of the asset are invalid: {0}; bake it again")]
    Landmarks(#[source] StoredLandmarksError),
    /// The mesh is valid, but its labels for the costs of a filter are not.
    #[error("the cost labels of the asset are invalid: {0}; bake it again")]
    CostLabels(#[source] StoredCostLabelsError),
    /// The labels cannot be baked from the hub order in the file.
    #[error("the labels cannot be baked: {0}")]
    Bake(#[source] BakeError),
    /// A radius is not finite, below 0, or equal to that of another mesh.
    #[error("the agent radius {radius} must be finite, at least 0, and different from all others")]
    Radius {
        /// The radius, in world units.
        radius: f32,
    },
    /// The file is intact, but has no mesh.
    #[error("the asset has no mesh; bake it again")]
    NoMesh,
}

impl BakedError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Asset(_) => (1, "asset"),
            Self::Mesh(_) => (2, "mesh"),
            Self::Labels(_) => (3, "labels"),
            Self::Landmarks(_) => (4, "landmarks"),
            Self::Bake(_) => (5, "bake"),
            Self::Radius { .. } => (6, "radius"),
            Self::NoMesh => (7, "no_mesh"),
            Self::CostLabels(_) => (8, "cost_labels"),
        }
    }
}

impl From<NavMesh> for BakedMap {
    /// Creates a map without a name from a mesh for radius 0: paths touch the walls.
    fn from(mesh: NavMesh) -> Self {
        let meshes = vec![RadiusMesh::new(0.0, mesh)];
        Self { meshes, ..Self::empty() }
    }
}

impl BakedMap {
    /// Creates a map with one mesh, for agents with a radius.
    ///
    /// # Errors
    ///
    /// [`BakedError::Radius`] for a radius that is not finite or below 0.
    pub fn for_radius(radius: f32, mesh: NavMesh) -> Result<Self, BakedError> {
        Self::empty().with_mesh_for(radius, mesh)
    }

    /// Creates a map without meshes. The caller adds at least one.
    const fn empty() -> Self {
        Self {
            name: None,
            terrain_names: Vec::new(),
            repairs: Vec::new(),
            y_down: false,
            merged_from: None,
            meshes: Vec::new(),
        }
    }

    /// The same map with a further mesh.
    ///
    /// # Errors
    ///
    /// [`BakedError::Radius`] for a radius that is not finite, below 0, or equal to that of
    /// another mesh.
    pub fn with_mesh_for(self, radius: f32, mesh: NavMesh) -> Result<Self, BakedError> {
        self.with(RadiusMesh::new(radius, mesh))
    }

    fn with(mut self, of_radius: RadiusMesh) -> Result<Self, BakedError> {
        let radius = of_radius.radius;
        let index = self.meshes.partition_point(|other| other.radius < radius);
        let is_taken = self.meshes.get(index).is_some_and(|other| other.radius <= radius);
        if is_taken || !(radius >= 0.0 && radius.is_finite()) {
            return Err(BakedError::Radius { radius });
        }
        self.meshes.insert(index, of_radius);
        Ok(self)
    }

    /// Returns all meshes, in increasing order of radii. There is at least one.
    #[must_use]
    pub fn meshes(&self) -> &[RadiusMesh] {
        &self.meshes
    }

    /// Returns all meshes mutably, to set their labels or landmarks.
    pub fn meshes_mut(&mut self) -> impl ExactSizeIterator<Item = &mut RadiusMesh> {
        self.meshes.iter_mut()
    }

    /// Returns the mesh for the smallest agents.
    #[must_use]
    pub fn mesh(&self) -> &NavMesh {
        &self.meshes[0].mesh
    }

    /// Returns the filter of the [cost profile](crate::bake::CostProfile) with a name. Queries with
    /// this filter read its [labels](RadiusMesh::cost_labels), if any were baked.
    ///
    /// ```
    /// use tautline::baked::BakedMap;
    /// use tautline::bake::{CostProfile, MapBaker};
    ///
    /// let json = br#"{"tautline": 1, "terrains": ["meadow", "mud"], "areas": [
    ///     {"id": 0, "terrain": "meadow", "corners": [[0, 0], [4, 0], [4, 3], [0, 3]]},
    ///     {"id": 1, "terrain": "mud", "corners": [[4, 0], [8, 0], [8, 3], [4, 3]]}]}"#;
    /// let heavy = CostProfile::new("heavy", [("mud", Some(6.0))]);
    /// let baker = MapBaker::new().with_profile(heavy);
    /// let map = baker.bake_bytes("map.json", json, &mut tautline::formats::no_files)?.map;
    /// assert!(map.profile("heavy").is_some() && map.profile("light").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn profile(&self, name: &str) -> Option<&QueryFilter> {
        let mut labels = self.meshes.iter().flat_map(RadiusMesh::cost_labels);
        labels.find(|labels| labels.name() == name).map(CostLabels::filter)
    }

    /// Returns the mesh for agents with a radius, or for the next greater radius. `None` if there
    /// is none.
    #[must_use]
    pub fn mesh_for(&self, radius: f32) -> Option<&RadiusMesh> {
        self.meshes.iter().find(|mesh| mesh.radius >= radius)
    }

    /// Encodes the map as an asset.
    ///
    /// # Errors
    ///
    /// An [`AssetError`] for a map that is too large for the format.
    pub fn encode(&self) -> Result<Vec<u8>, AssetError> {
        encode(&Stored {
            name: self.name.clone(),
            terrain_names: self.terrain_names.clone(),
            repairs: self.repairs.clone(),
            y_down: self.y_down,
            merged_from: self.merged_from,
            meshes: self.meshes.iter().map(StoredRadiusMesh::of).collect(),
        })
    }

    /// Decodes an asset. The bytes are not trusted: after the checks of the file,
    /// [`StoredMesh::verify`](tautline_navmesh::StoredMesh::verify) checks that the mesh is valid.
    ///
    /// # Errors
    ///
    /// A [`BakedError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, BakedError> {
        let stored: Stored = decode(bytes, &Limits::default()).map_err(BakedError::Asset)?;
        let Stored { name, terrain_names, repairs, y_down, merged_from, meshes } = stored;
        if meshes.is_empty() {
            return Err(BakedError::NoMesh);
        }
        let mut map =
            Self { name, terrain_names, repairs, y_down, merged_from, meshes: Vec::new() };
        for of_radius in meshes {
            map = map.with(of_radius.load()?)?;
        }
        Ok(map)
    }
}
