//! The file format of baked maps.

use serde::{Deserialize, Serialize};
use tautline_anyangle::StoredLandmarks;
use tautline_asset::{Asset, packed};
use tautline_labels::{BakeOptions, HubOrder, Hubs, Labels, StoredLabels, StoredLinkLayer};
use tautline_navmesh::{LinkKind, NavMesh, RawLink, StoredMesh, Terrain};
use tautline_weighted::StoredCostLabels;

use super::{BakedError, BakedRepair, LabelStorage, RadiusMesh};

/// The payload of the file.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    pub(super) name: Option<String>,
    pub(super) terrain_names: Vec<String>,
    pub(super) repairs: Vec<BakedRepair>,
    pub(super) y_down: bool,
    pub(super) merged_from: Option<u32>,
    pub(super) meshes: Vec<StoredRadiusMesh>,
}

/// A mesh with its radius, labels, landmarks and labels for costs.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredRadiusMesh {
    radius: f32,
    #[serde(with = "PackedMesh")]
    mesh: StoredMesh,
    labels: Option<LabelsInFile>,
    landmarks: Option<LandmarksInFile>,
    cost_labels: Vec<CostLabelsInFile>,
}

impl StoredRadiusMesh {
    pub(super) fn of(of_radius: &RadiusMesh) -> Self {
        let RadiusMesh { radius, mesh, labels, landmarks, cost_labels } = of_radius;
        let landmarks = landmarks.as_ref().map(|landmarks| landmarks.to_stored(mesh));
        Self {
            radius: *radius,
            mesh: mesh.to_stored(),
            labels: labels.as_ref().map(LabelsInFile::of),
            landmarks: landmarks.map(LandmarksInFile),
            cost_labels: cost_labels
                .iter()
                .map(|labels| CostLabelsInFile(labels.to_stored(mesh)))
                .collect(),
        }
    }

    /// Checks the mesh, the labels and the landmarks.
    pub(super) fn load(self) -> Result<RadiusMesh, BakedError> {
        let mesh = self.mesh.verify().map_err(BakedError::Mesh)?;
        let labels = self.labels.map(|labels| labels.load(&mesh)).transpose()?;
        let landmarks = self.landmarks.map(|LandmarksInFile(landmarks)| landmarks.verify(&mesh));
        let landmarks = landmarks.transpose().map_err(BakedError::Landmarks)?;
        let cost_labels =
            self.cost_labels.into_iter().map(|CostLabelsInFile(labels)| labels.verify(&mesh));
        let cost_labels = cost_labels.collect::<Result<_, _>>().map_err(BakedError::CostLabels)?;
        Ok(RadiusMesh { radius: self.radius, mesh, labels, landmarks, cost_labels })
    }
}

#[derive(Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "one for each mesh, to be written or read at once")]
enum LabelsInFile {
    Full {
        #[serde(with = "PackedLabels")]
        labels: StoredLabels,
        layers: Vec<LinkLayerInFile>,
    },
    HubOrder {
        order: HubOrder,
        hubs: u32,
        /// The kinds of links of each layer.
        layers: Vec<Vec<LinkKind>>,
    },
}

#[derive(Serialize, Deserialize)]
struct LinkLayerInFile(#[serde(with = "PackedLinkLayer")] StoredLinkLayer);

impl LabelsInFile {
    #[expect(clippy::expect_used, reason = "no input, but an invariant of labels")]
    fn of((labels, form): &(Labels, LabelStorage)) -> Self {
        match form {
            LabelStorage::Full => {
                let mut labels = labels.to_stored();
                let layers = std::mem::take(&mut labels.links);
                Self::Full { labels, layers: layers.into_iter().map(LinkLayerInFile).collect() }
            }
            LabelStorage::HubOrder => Self::HubOrder {
                order: labels.hub_order(),
                hubs: u32::try_from(labels.stats().hubs)
                    .expect("hubs are vertices, of which there are fewer than 2^32"),
                layers: labels.link_layers().skip(1).collect(),
            },
        }
    }

    fn load(self, mesh: &NavMesh) -> Result<(Labels, LabelStorage), BakedError> {
        match self {
            Self::Full { mut labels, layers } => {
                labels.links = layers.into_iter().map(|LinkLayerInFile(layer)| layer).collect();
                let labels = labels.verify(mesh).map_err(BakedError::Labels)?;
                Ok((labels, LabelStorage::Full))
            }
            Self::HubOrder { order, hubs, layers } => {
                let mut options = BakeOptions::with_hubs(Hubs::AtMost(hubs as usize));
                options.order = Some(order);
                options.link_layers = layers;
                let labels = Labels::bake(mesh, &options).map_err(BakedError::Bake)?;
                Ok((labels, LabelStorage::HubOrder))
            }
        }
    }
}

/// The serialisation of labels: long lists as packed bytes.
#[derive(Serialize, Deserialize)]
#[serde(remote = "StoredLabels")]
struct PackedLabels {
    fingerprint: u64,
    #[serde(with = "packed")]
    fans: Vec<u32>,
    #[serde(with = "packed")]
    ranks: Vec<u32>,
    hub_count: u32,
    units_per_length: f64,
    #[serde(with = "packed")]
    cone_starts: Vec<u32>,
    #[serde(with = "packed")]
    cone_nodes: Vec<u32>,
    #[serde(with = "packed")]
    cone_limits: Vec<u32>,
    #[serde(with = "packed")]
    cone_row_counts: Vec<u32>,
    #[serde(with = "packed")]
    row_starts: Vec<u32>,
    landmark_unit: f64,
    #[serde(with = "packed")]
    landmark_distances: Vec<u16>,
    #[serde(with = "packed")]
    entries: Vec<u64>,
    #[serde(with = "packed")]
    nexts: Vec<u32>,
    #[serde(with = "packed")]
    arc_starts: Vec<u32>,
    #[serde(with = "packed")]
    arc_ends: Vec<u32>,
    #[serde(with = "packed")]
    arc_successor_counts: Vec<u32>,
    #[serde(with = "packed")]
    arc_middles: Vec<u32>,
    /// Stored separately, because its lists are packed, too.
    #[serde(skip)]
    links: Vec<StoredLinkLayer>,
}

/// The serialisation of a link layer: long lists as packed bytes.
#[derive(Serialize, Deserialize)]
#[serde(remote = "StoredLinkLayer")]
struct PackedLinkLayer {
    fingerprint: u64,
    #[serde(with = "packed")]
    arcs: Vec<u32>,
    #[serde(with = "packed")]
    arc_ends: Vec<u32>,
    #[serde(with = "packed")]
    cone_starts: Vec<u32>,
    #[serde(with = "packed")]
    cone_ends: Vec<u32>,
    #[serde(with = "packed")]
    cone_limits: Vec<u32>,
    #[serde(with = "packed")]
    row_starts: Vec<u32>,
    #[serde(with = "packed")]
    distances: Vec<u64>,
    #[serde(with = "packed")]
    entry_arcs: Vec<u32>,
    #[serde(with = "packed")]
    nexts: Vec<u32>,
    #[serde(with = "packed")]
    taut_counts: Vec<u16>,
}

#[derive(Serialize, Deserialize)]
struct LandmarksInFile(#[serde(with = "PackedLandmarks")] StoredLandmarks);

/// The serialisation of landmarks: long lists as packed bytes.
#[derive(Serialize, Deserialize)]
#[serde(remote = "StoredLandmarks")]
struct PackedLandmarks {
    fingerprint: u64,
    unit: f64,
    #[serde(with = "packed")]
    distances: Vec<u16>,
}

#[derive(Serialize, Deserialize)]
struct CostLabelsInFile(#[serde(with = "PackedCostLabels")] StoredCostLabels);

/// The serialisation of labels for the costs of a filter: long lists as packed bytes.
#[derive(Serialize, Deserialize)]
#[serde(remote = "StoredCostLabels")]
struct PackedCostLabels {
    fingerprint: u64,
    name: String,
    #[serde(with = "packed")]
    factors: Vec<f32>,
    #[serde(with = "packed")]
    row_starts: Vec<u32>,
    #[serde(with = "packed")]
    hubs: Vec<u32>,
    #[serde(with = "packed")]
    costs: Vec<f32>,
    #[serde(with = "packed")]
    nexts: Vec<u32>,
}

/// The serialisation of a mesh: long lists as packed bytes.
#[derive(Serialize, Deserialize)]
#[serde(remote = "StoredMesh")]
struct PackedMesh {
    #[serde(with = "packed")]
    vertices: Vec<[f32; 2]>,
    #[serde(with = "packed")]
    elevations: Vec<f32>,
    #[serde(with = "packed")]
    vertex_order: Vec<u32>,
    #[serde(with = "packed")]
    fan_vertices: Vec<u32>,
    #[serde(with = "packed")]
    half_edge_fans: Vec<u32>,
    #[serde(with = "packed")]
    twins: Vec<u32>,
    #[serde(with = "packed")]
    half_edge_ends: Vec<u32>,
    terrains: Vec<Terrain>,
    #[serde(with = "packed")]
    numbers: Vec<u32>,
    #[serde(with = "packed")]
    block_cut_numbers: Vec<u32>,
    links: Vec<RawLink>,
}

impl Asset for Stored {
    const KIND: [u8; 4] = *b"MESH";
    const FORMAT_VERSION: u16 = 14;
    const BUILDER_REVISION: u32 = 3;
}
