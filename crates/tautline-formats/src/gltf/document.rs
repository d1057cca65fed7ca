//! The JSON of a file, as far as it matters here.

use serde::Deserialize;

use super::fault::refuse;
use crate::error::{FormatError, Reason, excerpt};
use crate::json_shape;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    asset: Asset,
    #[serde(default)]
    extensions_required: Vec<String>,
    pub(super) scene: Option<usize>,
    #[serde(default)]
    pub(super) scenes: Vec<Scene>,
    #[serde(default)]
    pub(super) nodes: Vec<Node>,
    #[serde(default)]
    pub(super) meshes: Vec<Mesh>,
    #[serde(default)]
    pub(super) materials: Vec<Material>,
    #[serde(default)]
    pub(super) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(super) buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub(super) buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
struct Asset {
    version: String,
}

#[derive(Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

#[derive(Deserialize)]
pub(super) struct Node {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) children: Vec<usize>,
    pub(super) mesh: Option<usize>,
    /// Column by column.
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) translation: Option<[f64; 3]>,
    /// A quaternion: x, y, z, w.
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub(super) name: Option<String>,
    pub(super) primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    pub(super) material: Option<usize>,
    /// Points, lines or triangles; 4, a list of triangles, unless given.
    pub(super) mode: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub(super) position: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct Material {
    pub(super) name: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<usize>,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: u64,
    #[serde(rename = "type")]
    pub(super) shape: String,
    pub(super) sparse: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    pub(super) byte_stride: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) uri: Option<String>,
    pub(super) byte_length: u64,
}

/// Extensions that a file may require begin like this: those that only concern looks,
/// and whole numbers as coordinates, which can be read. Any other may change where
/// vertices are.
const UNDERSTOOD: [&str; 6] = [
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "KHR_lights_",
    "KHR_xmp",
    "KHR_mesh_quantization",
];

pub(super) fn read(text: &str) -> Result<Document, FormatError> {
    let document: Document = json_shape::object(text)?;
    if !document.asset.version.starts_with("2.") {
        let found = excerpt(&document.asset.version);
        return Err(refuse("asset.version", Reason::Version { found, supported: "2.0" }));
    }
    for (number, name) in document.extensions_required.iter().enumerate() {
        if !UNDERSTOOD.iter().any(|start| name.starts_with(start)) {
            let what = format!("the extension {:?}", excerpt(name));
            return Err(refuse(
                format!("extensionsRequired[{number}]"),
                Reason::Unsupported { what },
            ));
        }
    }
    Ok(document)
}
