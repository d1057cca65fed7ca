//! Reports about a baked file.

use tautline_formats::Interpretation;
use tautline_labels::{BakeError, LabelStats};
use tautline_meshgen::ModelReport;
use tautline_navmesh::{BuildReport, LinkId};
use tautline_weighted::CostBakeError;

use super::Warning;

/// A report of how a map file was understood, and what was built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapReport {
    /// The name of the format, such as `"Tiled"`.
    pub format: &'static str,
    /// The items that the interpretation counts.
    pub items: Items,
    /// The number of items that became ground, holes and each terrain, by the source of that meaning,
    /// such as a property or a layer. Empty for formats whose files consist of areas.
    pub interpretation: Interpretation,
    /// The source of the terrain names.
    pub terrain_names: TerrainNames,
    /// Suspicious things: the map may not be what its author meant.
    pub warnings: Vec<Warning>,
    /// The triangles of a model that were left out.
    pub model: Option<ModelReport>,
    /// The number of off-mesh connections of a Detour mesh that were left out, because an end is
    /// off the mesh.
    pub lost_connections: usize,
    /// The areas that were split, and T-junctions. Ids of areas are those before areas were merged.
    pub build: BuildReport,
    /// The numbers of the areas that were split, as in the file.
    pub split_numbers: Vec<u32>,
    /// True if T-junctions of a model were not linked, because some areas overlap.
    pub overlapping_model: bool,
    /// The number of repairs. [`BakedMap::repairs`](crate::baked::BakedMap::repairs) has the first
    /// 1,000 of them.
    pub repairs: usize,
    /// A report about the mesh for each radius, in increasing order of radii.
    pub meshes: Vec<MeshReport>,
}

/// The items of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Items {
    /// The areas of a mesh.
    Areas,
    /// The cells of a tile map or picture.
    Cells,
    /// The shapes of a drawing.
    Shapes,
    /// The triangles of a model.
    Triangles,
}

impl Items {
    /// Returns the name, in the plural.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Areas => "areas",
            Self::Cells => "cells",
            Self::Shapes => "shapes",
            Self::Triangles => "triangles",
        }
    }
}

/// The source of the terrain names of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TerrainNames {
    /// There are none.
    None,
    /// The options.
    Options,
    /// The file, which defines them in order.
    File,
    /// The labels in the file, in the order in which they were read.
    Labels,
}

/// A report about the mesh for a radius.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshReport {
    /// The agent radius, in world units.
    pub radius: f32,
    /// The links whose ends such agents cannot reach.
    pub lost_links: Vec<LinkId>,
    /// The labels.
    pub labels: LabelOutcome,
    /// The size of the landmarks in memory; 0 if there are none.
    pub landmark_bytes: usize,
    /// The labels for each [profile](super::MapBaker::profiles).
    pub cost_labels: Vec<CostLabelReport>,
    /// Statistics of the voxelisation.
    #[cfg(feature = "recast")]
    pub voxels: Option<tautline_meshgen::VoxelReport>,
}

/// The result of baking labels for a mesh.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LabelOutcome {
    /// None were asked for.
    Off,
    /// None, for this reason. Queries search instead; their paths are as exact.
    Failed(BakeError),
    /// Labels of this size.
    Baked(LabelStats),
}

/// A report about labels for the costs of a profile.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CostLabelReport {
    /// The name of the profile.
    pub profile: String,
    /// The labels.
    pub outcome: CostLabelOutcome,
}

/// The result of baking labels for the costs of a profile. The map has its costs by name in any case.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CostLabelOutcome {
    /// None, because all terrain that the profile allows on this mesh costs the same: the shortest path is the
    /// cheapest.
    Uniform,
    /// None, for this reason. Queries search instead.
    Failed(CostBakeError),
    /// Labels of this number of bytes.
    Baked(usize),
}

impl MeshReport {
    pub(super) const fn new(radius: f32) -> Self {
        Self {
            radius,
            lost_links: Vec::new(),
            labels: LabelOutcome::Off,
            landmark_bytes: 0,
            cost_labels: Vec::new(),
            #[cfg(feature = "recast")]
            voxels: None,
        }
    }
}
