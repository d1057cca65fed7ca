//! Meshes baked into bytes.
//!
//! ```
//! use tautline::baked::BakedMesh;
//! use tautline::navmesh::{BuildOptions, NavMesh, RawMesh};
//!
//! let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
//! raw.push_area(&[0, 1, 2]);
//! let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
//!
//! let bytes = BakedMesh::from(mesh.clone()).encode()?;
//! let loaded = BakedMesh::decode(&bytes)?;
//! assert_eq!(loaded.mesh, mesh);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};
use tautline_asset::{Asset, AssetError, Limits, decode, encode, packed};
use tautline_navmesh::{NavMesh, RawLink, StoredMesh, StoredMeshError, Terrain};

/// A mesh with what is known of it beside its geometry: what an asset holds.
#[derive(Clone, Debug, PartialEq)]
pub struct BakedMesh {
    /// The mesh.
    pub mesh: NavMesh,
    /// What the map is called.
    pub name: Option<String>,
    /// The names of the terrain classes, by class; may be shorter than the
    /// classes in use.
    pub terrain_names: Vec<String>,
}

/// Why bytes are no baked mesh.
#[derive(Debug)]
#[non_exhaustive]
pub enum BakedError {
    /// The file is damaged, foreign or of another version.
    Asset(AssetError),
    /// The file is sound, but what it holds is no valid mesh.
    Mesh(StoredMeshError),
}

impl From<NavMesh> for BakedMesh {
    fn from(mesh: NavMesh) -> Self {
        Self { mesh, name: None, terrain_names: Vec::new() }
    }
}

impl BakedMesh {
    /// Makes bytes of it.
    ///
    /// # Errors
    ///
    /// An [`AssetError`] for a mesh that is too large for the format.
    pub fn encode(&self) -> Result<Vec<u8>, AssetError> {
        let StoredMesh {
            vertices,
            elevations,
            vertex_order,
            fan_vertices,
            side_fans,
            twins,
            side_ends,
            terrains,
            numbers,
            gate_numbers,
            links,
        } = self.mesh.to_stored();
        encode(&Stored {
            name: self.name.clone(),
            terrain_names: self.terrain_names.clone(),
            vertices,
            elevations,
            vertex_order,
            fan_vertices,
            side_fans,
            twins,
            side_ends,
            terrains,
            numbers,
            gate_numbers,
            links,
        })
    }

    /// Makes a mesh of bytes. They are trusted in nothing: after the checks of
    /// the file, [`StoredMesh::verify`] checks all that makes a mesh valid.
    ///
    /// # Errors
    ///
    /// A [`BakedError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, BakedError> {
        let stored: Stored = decode(bytes, &Limits::default()).map_err(BakedError::Asset)?;
        let Stored {
            name,
            terrain_names,
            vertices,
            elevations,
            vertex_order,
            fan_vertices,
            side_fans,
            twins,
            side_ends,
            terrains,
            numbers,
            gate_numbers,
            links,
        } = stored;
        let mesh = StoredMesh {
            vertices,
            elevations,
            vertex_order,
            fan_vertices,
            side_fans,
            twins,
            side_ends,
            terrains,
            numbers,
            gate_numbers,
            links,
        };
        let mesh = mesh.verify().map_err(BakedError::Mesh)?;
        Ok(Self { mesh, name, terrain_names })
    }
}

/// What stands in the file.
#[derive(Serialize, Deserialize)]
struct Stored {
    name: Option<String>,
    terrain_names: Vec<String>,
    #[serde(with = "packed")]
    vertices: Vec<[f32; 2]>,
    #[serde(with = "packed")]
    elevations: Vec<f32>,
    #[serde(with = "packed")]
    vertex_order: Vec<u32>,
    #[serde(with = "packed")]
    fan_vertices: Vec<u32>,
    #[serde(with = "packed")]
    side_fans: Vec<u32>,
    #[serde(with = "packed")]
    twins: Vec<u32>,
    #[serde(with = "packed")]
    side_ends: Vec<u32>,
    terrains: Vec<Terrain>,
    #[serde(with = "packed")]
    numbers: Vec<u32>,
    #[serde(with = "packed")]
    gate_numbers: Vec<u32>,
    links: Vec<RawLink>,
}

impl Asset for Stored {
    const KIND: [u8; 4] = *b"MESH";
    const FORMAT_VERSION: u16 = 2;
    const BUILDER_REVISION: u32 = 1;
}

impl fmt::Display for BakedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asset(error) => error.fmt(formatter),
            Self::Mesh(error) => write!(formatter, "the asset holds no valid mesh: {error}"),
        }
    }
}

impl std::error::Error for BakedError {}
