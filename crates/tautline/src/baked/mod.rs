//! Maps baked into bytes.
//!
//! ```
//! use tautline::baked::BakedMap;
//! use tautline::navmesh::{BuildOptions, NavMesh, RawMesh};
//!
//! let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
//! raw.push_area(&[0, 1, 2]);
//! let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
//!
//! let bytes = BakedMap::from(mesh.clone()).encode()?;
//! let loaded = BakedMap::decode(&bytes)?;
//! assert_eq!(loaded.mesh(), &mesh);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;

use std::fmt;

use serde::{Deserialize, Serialize};
use tautline_anyangle::{BakeError, Labels, Landmarks, StoredLabelsError, StoredLandmarksError};
use tautline_asset::{AssetError, Limits, decode, encode};
use tautline_navmesh::{NavMesh, StoredMeshError};

use crate::Ground;
use file::{Stored, StoredRadiusMesh};

/// What an asset holds: the mesh of a map, or one for each of several agent
/// radii, and what is known of it beside its geometry.
///
/// ```
/// use tautline::baked::BakedMap;
/// use tautline::navmesh::{BuildOptions, NavMesh};
/// use tautline::meshgen::{Polygons, PolygonOptions, Role};
///
/// let mut outlines = Polygons::default();
/// outlines.push(Role::Ground, [vec![[0.0, 0.0], [9.0, 0.0], [9.0, 6.0], [0.0, 6.0]]]);
/// let mesh_for = |agent_radius| {
///     let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
///     Ok::<_, Box<dyn std::error::Error>>(NavMesh::build(&outlines.build(&options)?.mesh, &BuildOptions::default())?.mesh)
/// };
/// let map = BakedMap::from(mesh_for(0.0)?).with_mesh_for(0.5, mesh_for(0.5)?)?;
/// assert_eq!(map.mesh_for(0.25).map(|found| found.radius()), Some(0.5), "wide enough for a smaller one");
/// assert!(map.mesh_for(2.0).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BakedMap {
    /// What the map is called.
    pub name: Option<String>,
    /// The names of the terrain classes, by class; may be shorter than the
    /// classes in use.
    pub terrain_names: Vec<String>,
    /// What was mended in the author's drawing.
    pub repairs: Vec<BakedRepair>,
    /// At least one; by radius, all different.
    meshes: Vec<RadiusMesh>,
}

/// Something that was not as it should be in an author's drawing, and has been
/// mended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BakedRepair {
    /// What it was, in one line.
    pub what: String,
    /// Where it was, if it was anywhere.
    pub at: Option<[f32; 2]>,
}

/// A mesh, and for whom it is; and its labels and landmarks, if any were baked.
#[derive(Clone, Debug, PartialEq)]
pub struct RadiusMesh {
    radius: f32,
    mesh: NavMesh,
    labels: Option<(Labels, LabelForm)>,
    landmarks: Option<Landmarks>,
}

/// How labels stand in an asset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelForm {
    /// As they are: loading them takes no work.
    #[default]
    Whole,
    /// Two to four bytes for each corner, and loading them bakes them again, in
    /// half the time: for maps that are sent over a network.
    Order,
}

impl RadiusMesh {
    const fn new(radius: f32, mesh: NavMesh) -> Self {
        Self { radius, mesh, labels: None, landmarks: None }
    }

    /// How far the mesh stays away from all walls, in world units: for agents
    /// with at most this radius. Finite and at least 0.
    #[must_use]
    pub const fn radius(&self) -> f32 {
        self.radius
    }

    /// Where their centres can be.
    #[must_use]
    pub const fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// The labels of the mesh.
    #[must_use]
    pub const fn labels(&self) -> Option<&Labels> {
        match &self.labels {
            Some((labels, _)) => Some(labels),
            None => None,
        }
    }

    /// Gives the mesh labels, which were baked for it, to be stored in some form.
    pub fn set_labels(&mut self, labels: Labels, form: LabelForm) {
        self.labels = Some((labels, form));
    }

    /// The landmarks of the mesh.
    #[must_use]
    pub const fn landmarks(&self) -> Option<&Landmarks> {
        self.landmarks.as_ref()
    }

    /// Gives the mesh landmarks, which were chosen for it.
    pub fn set_landmarks(&mut self, landmarks: Landmarks) {
        self.landmarks = Some(landmarks);
    }

    /// The mesh with its labels, or else with its landmarks, to find paths on.
    #[must_use]
    pub const fn ground(&self) -> Ground<'_> {
        let ground = Ground::of(&self.mesh);
        match (self.labels(), self.landmarks()) {
            (Some(labels), _) => ground.with_labels(labels),
            (None, Some(landmarks)) => ground.with_landmarks(landmarks),
            (None, None) => ground,
        }
    }
}

impl<'a> From<&'a RadiusMesh> for Ground<'a> {
    fn from(mesh: &'a RadiusMesh) -> Self {
        mesh.ground()
    }
}

impl<'a> From<&'a BakedMap> for Ground<'a> {
    /// For the smallest agents.
    fn from(map: &'a BakedMap) -> Self {
        map.meshes[0].ground()
    }
}

/// Why there is no baked map.
#[derive(Debug)]
#[non_exhaustive]
pub enum BakedError {
    /// The file is damaged, foreign or of another version.
    Asset(AssetError),
    /// The file is sound, but what it holds is no valid mesh.
    Mesh(StoredMeshError),
    /// The mesh is valid, but its labels are not.
    Labels(StoredLabelsError),
    /// The mesh is valid, but its landmarks are not.
    Landmarks(StoredLandmarksError),
    /// The labels, which the file says how to bake, cannot be.
    Bake(BakeError),
    /// A radius that is not finite or below 0, or that there is a mesh for
    /// already.
    Radius {
        /// The radius, in world units.
        radius: f32,
    },
    /// The file is sound, but holds no mesh.
    NoMesh,
}

impl From<NavMesh> for BakedMap {
    /// A map without a name, whose mesh is for agents of any size: paths touch
    /// the walls.
    fn from(mesh: NavMesh) -> Self {
        let meshes = vec![RadiusMesh::new(0.0, mesh)];
        Self { name: None, terrain_names: Vec::new(), repairs: Vec::new(), meshes }
    }
}

impl BakedMap {
    /// A map with one mesh, for agents with a radius.
    ///
    /// # Errors
    ///
    /// [`BakedError::Radius`] for a radius that is not finite or below 0.
    pub fn for_radius(radius: f32, mesh: NavMesh) -> Result<Self, BakedError> {
        let empty =
            Self { name: None, terrain_names: Vec::new(), repairs: Vec::new(), meshes: Vec::new() };
        empty.with_mesh_for(radius, mesh)
    }

    /// The same map with a further mesh.
    ///
    /// # Errors
    ///
    /// [`BakedError::Radius`] for a radius that is not finite or below 0, or that
    /// there is a mesh for already.
    pub fn with_mesh_for(self, radius: f32, mesh: NavMesh) -> Result<Self, BakedError> {
        self.with(RadiusMesh::new(radius, mesh))
    }

    fn with(mut self, of_radius: RadiusMesh) -> Result<Self, BakedError> {
        let radius = of_radius.radius;
        let place = self.meshes.partition_point(|other| other.radius < radius);
        let is_taken = self.meshes.get(place).is_some_and(|other| other.radius <= radius);
        if is_taken || !(radius >= 0.0 && radius.is_finite()) {
            return Err(BakedError::Radius { radius });
        }
        self.meshes.insert(place, of_radius);
        Ok(self)
    }

    /// All meshes, by radius. There is at least one.
    #[must_use]
    pub fn meshes(&self) -> &[RadiusMesh] {
        &self.meshes
    }

    /// The same, to be given labels or landmarks.
    pub fn meshes_mut(&mut self) -> impl ExactSizeIterator<Item = &mut RadiusMesh> {
        self.meshes.iter_mut()
    }

    /// The mesh for the smallest agents: the only one, if there is one.
    #[must_use]
    pub fn mesh(&self) -> &NavMesh {
        &self.meshes[0].mesh
    }

    /// The same, without the rest of the map.
    #[must_use]
    pub fn into_mesh(mut self) -> NavMesh {
        self.meshes.swap_remove(0).mesh
    }

    /// The mesh for agents with a radius, or with the next greater one that there
    /// is a mesh for; nothing if they are larger than all.
    #[must_use]
    pub fn mesh_for(&self, radius: f32) -> Option<&RadiusMesh> {
        self.meshes.iter().find(|mesh| mesh.radius >= radius)
    }

    /// Makes bytes of it.
    ///
    /// # Errors
    ///
    /// An [`AssetError`] for a map that is too large for the format.
    pub fn encode(&self) -> Result<Vec<u8>, AssetError> {
        encode(&Stored {
            name: self.name.clone(),
            terrain_names: self.terrain_names.clone(),
            repairs: self.repairs.clone(),
            meshes: self.meshes.iter().map(StoredRadiusMesh::of).collect(),
        })
    }

    /// Makes a map of bytes. They are trusted in nothing: after the checks of
    /// the file, [`StoredMesh::verify`](tautline_navmesh::StoredMesh::verify) checks all that makes a mesh valid.
    ///
    /// # Errors
    ///
    /// A [`BakedError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, BakedError> {
        let stored: Stored = decode(bytes, &Limits::default()).map_err(BakedError::Asset)?;
        let Stored { name, terrain_names, repairs, meshes } = stored;
        if meshes.is_empty() {
            return Err(BakedError::NoMesh);
        }
        let mut map = Self { name, terrain_names, repairs, meshes: Vec::new() };
        for of_radius in meshes {
            map = map.with(of_radius.load()?)?;
        }
        Ok(map)
    }
}

impl fmt::Display for BakedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asset(error) => error.fmt(formatter),
            Self::Mesh(error) => write!(formatter, "the asset holds no valid mesh: {error}"),
            Self::Labels(error) => write!(formatter, "the asset holds no valid labels: {error}"),
            Self::Landmarks(error) => {
                write!(formatter, "the asset holds no valid landmarks: {error}")
            }
            Self::Bake(error) => write!(formatter, "the labels cannot be baked: {error}"),
            Self::Radius { radius } => write!(
                formatter,
                "an agent radius of {radius} was given, but each has to be finite, at least 0, \
                 and unlike all others"
            ),
            Self::NoMesh => formatter.write_str("the asset holds no mesh"),
        }
    }
}

impl std::error::Error for BakedError {}
