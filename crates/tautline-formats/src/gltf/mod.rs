//! glTF 2.0 models, as JSON (`.gltf`) or binary (`.glb`).
//!
//! The triangles of all meshes of the scene (lists, strips and fans) are read and
//! transformed by their nodes. Skins, morph targets, animations and everything
//! that only concerns appearance are ignored.
//!
//! Buffers may be in the binary chunk, in base64 within the text, or in separate files,
//! which the caller loads. Coordinates may be floats or, by the
//! extension `KHR_mesh_quantization`, integers. Meshes that are compressed
//! by Draco or meshoptimizer are rejected.
//!
//! ```
//! use tautline_formats::{gltf, no_files};
//!
//! // Three corners of three numbers in base64.
//! let text = r#"{ "asset": { "version": "2.0" },
//!   "scenes": [ { "nodes": [0] } ],
//!   "nodes": [ { "name": "ramp", "mesh": 0, "translation": [0, 5, 0] } ],
//!   "meshes": [ { "primitives": [ { "attributes": { "POSITION": 0 } } ] } ],
//!   "accessors": [ { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" } ],
//!   "bufferViews": [ { "buffer": 0, "byteLength": 36 } ],
//!   "buffers": [ { "byteLength": 36, "uri": "data:application/octet-stream;base64,
//!     AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC/" } ] }"#;
//! # let text = text.replace("base64,\n    ", "base64,");
//! # let text = text.as_str();
//! let model = gltf::parse(text.as_bytes(), &mut no_files)?;
//! assert_eq!(model.triangles, [[0, 1, 2]]);
//! assert_eq!(model.vertices[1], [1.0, 0.0, 5.0], "x, y and elevation");
//! assert_eq!(&*model.parts[0].name, "ramp");
//!
//! let error = gltf::parse(text.replace("count\": 3", "count\": 4").as_bytes(), &mut no_files);
//! assert_eq!(
//!     error.unwrap_err().to_string(),
//!     "accessors[0]: the data reaches to byte 48, but the buffer view has only 36",
//! );
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

mod accessor;
mod buffers;
mod scene;

use gltf::json::{
    Accessor, Asset, Buffer, Extras, Index, Material, Mesh, Node, Root, Scene, buffer,
};
use serde::Deserialize;

use crate::byte_reader::ByteReader;
use crate::error::{FormatError, Reason};
use crate::found::{Found, excerpt};
use crate::json_parse;
use crate::load::Load;
use crate::model::Model;

/// Reads a model. The [module](crate::gltf) describes the supported content. `load` is called for
/// buffers in separate files, with the URI in the file, whose percent escapes are decoded; use
/// [`no_files`](crate::no_files) if there are none.
///
/// A [`Part`](crate::Part) is one primitive of one node. It is named after the node or, if the
/// node has no name, after its mesh. If the transform of a node mirrors, the corners of its
/// triangles are reversed, so that front faces stay front faces.
///
/// Takes O(n + m) time and memory for n bytes in all files and a model of size
/// m, which is limited by [`MAX_MODEL_SIZE`](crate::MAX_MODEL_SIZE) because many nodes can draw one
/// mesh.
///
/// # Errors
///
/// With line and column, if the JSON is not well-formed or a field is missing or has another type.
/// With the path of the value, if an index is out of range, an accessor reaches
/// beyond its buffer or has an unexpected type, a vertex is not
/// finite, a node has two parents, a buffer is missing or damaged, the file
/// requires an extension that changes the geometry, or the model is too large.
pub fn parse(bytes: &[u8], load: &mut Load<'_>) -> Result<Model, FormatError> {
    let (text, binary) = open(bytes)?;
    let json = Root::from(json_parse::object::<Geometry>(text)?);
    check_version(&json)?;
    let document = gltf::Document::from_json_without_validation(json);
    let buffers = buffers::read(document.as_json(), binary, load)?;
    scene::model(&document, &buffers)
}

/// The members of a document that a model depends on. All others are ignored, even if the crate
/// `gltf` would reject them, such as the animations of the extension `KHR_animation_pointer`,
/// which name no node.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Geometry {
    asset: Asset,
    #[serde(default)]
    extensions_required: Vec<String>,
    #[serde(default)]
    accessors: Vec<Accessor>,
    #[serde(default)]
    buffers: Vec<Buffer>,
    #[serde(default)]
    buffer_views: Vec<buffer::View>,
    #[serde(default)]
    materials: Vec<NamedMaterial>,
    #[serde(default)]
    meshes: Vec<Mesh>,
    #[serde(default)]
    nodes: Vec<Node>,
    scene: Option<Index<Scene>>,
    #[serde(default)]
    scenes: Vec<RootNodes>,
}

#[derive(Deserialize)]
struct NamedMaterial {
    name: Option<String>,
}

/// A scene. The crate `gltf` requires the list of nodes, but an empty scene may lack it.
#[derive(Deserialize)]
struct RootNodes {
    #[serde(default)]
    nodes: Vec<Index<Node>>,
}

impl From<Geometry> for Root {
    fn from(geometry: Geometry) -> Self {
        let material = |NamedMaterial { name }| Material { name, ..Material::default() };
        let scene = |RootNodes { nodes }| Scene {
            nodes,
            name: None,
            extensions: None,
            extras: Extras::default(),
        };
        Self {
            asset: geometry.asset,
            extensions_required: geometry.extensions_required,
            accessors: geometry.accessors,
            buffers: geometry.buffers,
            buffer_views: geometry.buffer_views,
            materials: geometry.materials.into_iter().map(material).collect(),
            meshes: geometry.meshes,
            nodes: geometry.nodes,
            scene: geometry.scene,
            scenes: geometry.scenes.into_iter().map(scene).collect(),
            ..Self::default()
        }
    }
}

/// Splits a file into its JSON text and, for a binary file, the binary chunk if there is one.
fn open(file: &[u8]) -> Result<(&str, Option<&[u8]>), FormatError> {
    let mut rest = ByteReader::new(file);
    if !file.starts_with(b"glTF") {
        return Ok((rest.text()?, None));
    }
    rest.u32()?;
    rest.version("2")?;
    // The length of the file, which follows from the chunks.
    rest.u32()?;
    let (kind, json) = chunk(&mut rest)?;
    if kind != *b"JSON" {
        let found = Found::text(&String::from_utf8_lossy(&kind));
        // The kind follows the header of 12 bytes and the length of the chunk.
        return Err(FormatError::at_byte(16, Reason::unexpected("a JSON chunk", found)));
    }
    let binary = if rest.rest.is_empty() { None } else { Some(chunk(&mut rest)?) };
    let binary = binary.filter(|(kind, _)| kind == b"BIN\0");
    Ok((json.text()?, binary.map(|(_, content)| content.rest)))
}

/// Reads a chunk of a binary file: its length, its kind and its content.
fn chunk<'f>(rest: &mut ByteReader<'f>) -> Result<([u8; 4], ByteReader<'f>), FormatError> {
    let length = rest.count()?;
    Ok((rest.array()?, rest.take(length)?))
}

/// The beginnings of the names of required extensions that are supported: the extensions that only
/// concern appearance, and integer coordinates. Other extensions may change the positions of vertices.
const SUPPORTED_EXTENSIONS: [&str; 6] = [
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "KHR_lights_",
    "KHR_xmp",
    "KHR_mesh_quantization",
];

fn check_version(json: &Root) -> Result<(), FormatError> {
    if !json.asset.version.starts_with("2.") {
        let found = excerpt(&json.asset.version);
        return Err(FormatError::at_value(
            "asset.version",
            Reason::Version { found, supported: "2.0" },
        ));
    }
    let mut required = json.extensions_required.iter().enumerate();
    match required
        .find(|(_, name)| !SUPPORTED_EXTENSIONS.iter().any(|prefix| name.starts_with(prefix)))
    {
        None => Ok(()),
        Some((number, name)) => {
            let reason = Reason::unsupported(format!("the extension {:?}", excerpt(name)));
            Err(FormatError::at_value(format!("extensionsRequired[{number}]"), reason))
        }
    }
}

/// Returns the element at an index, or an error at the path of the index.
fn entry<'l, T>(
    list: &'l [T],
    what: &'static str,
    index: usize,
    path: impl FnOnce() -> String,
) -> Result<&'l T, FormatError> {
    let error_at = || FormatError::at_value(path(), Reason::index(what, index, list.len()));
    list.get(index).ok_or_else(error_at)
}
