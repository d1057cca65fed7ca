//! Models as glTF 2.0, as JSON (`.gltf`) or binary (`.glb`).
//!
//! Read are the triangles of every mesh of the scene (lists, strips and fans),
//! each where its nodes put it. Skins, morph targets, animations and everything
//! that only concerns looks are passed over.
//!
//! Buffers may be in the binary part, in base64 within the text, or in files of
//! their own, which are asked of the caller. Coordinates may be floats or, as the
//! extension `KHR_mesh_quantization` has them, whole numbers; meshes that are packed
//! by Draco or meshoptimizer are refused.
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

use gltf::json::Root;

use crate::bytes::Bytes;
use crate::error::{FormatError, Found, Reason, excerpt};
use crate::json_shape;
use crate::load::Load;
use crate::model::Model;

/// Reads a model. The [module](crate::gltf) describes what is read. Buffers in
/// files of their own are asked of `load`, with the URI as it is written;
/// [`no_files`](crate::no_files) does without.
///
/// A [`Part`](crate::Part) is one primitive of one node. Its name is that of
/// the node or else of the mesh. A node that mirrors turns its triangles, so that
/// their fronts stay in front.
///
/// Takes O(n + m) time and memory for n bytes in all files and a model of size
/// m, which [`MAX_MODEL_SIZE`](crate::MAX_MODEL_SIZE) bounds: a mesh can be
/// drawn by many nodes.
///
/// # Errors
///
/// When the JSON is not well-formed or a field is missing or has another type:
/// with line and column. When an index refers to nothing, an accessor reaches
/// beyond its buffer or has another type than it must have, a vertex is not
/// finite, a node has two parents, a buffer is not given or is damaged, the file
/// requires an extension that changes the geometry, or the model is too large:
/// with the path of the value.
pub fn parse(bytes: &[u8], load: &mut Load<'_>) -> Result<Model, FormatError> {
    let (text, binary) = open(bytes)?;
    let json: Root = json_shape::object(text)?;
    check_version(&json)?;
    let document = gltf::Document::from_json_without_validation(json);
    let buffers = buffers::read(document.as_json(), binary, load)?;
    scene::model(&document, &buffers)
}

/// The text, and the bytes of the first buffer if the file is binary and has them.
fn open(file: &[u8]) -> Result<(&str, Option<&[u8]>), FormatError> {
    let mut rest = Bytes::new(file);
    if !file.starts_with(b"glTF") {
        return Ok((rest.text()?, None));
    }
    rest.u32()?;
    rest.version("2")?;
    // The length of the whole file says nothing that the chunks do not say.
    rest.u32()?;
    let mut chunk = || -> Result<_, FormatError> {
        let length = rest.count()?;
        let kind = rest;
        Ok((kind, rest.array()?, rest.take(length)?, rest.rest.len()))
    };
    let (place, kind, json, left) = chunk()?;
    if kind != *b"JSON" {
        let found = Found::text(&String::from_utf8_lossy(&kind));
        return Err(place.refuse(Reason::unexpected("a JSON chunk", found)));
    }
    let binary = if left > 0 { Some(chunk()?) } else { None };
    let binary = binary.filter(|(_, kind, ..)| kind == b"BIN\0");
    Ok((json.text()?, binary.map(|(_, _, content, _)| content.rest)))
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

fn check_version(json: &Root) -> Result<(), FormatError> {
    if !json.asset.version.starts_with("2.") {
        let found = excerpt(&json.asset.version);
        return Err(FormatError::at_value(
            "asset.version",
            Reason::Version { found, supported: "2.0" },
        ));
    }
    let mut required = json.extensions_required.iter().enumerate();
    match required.find(|(_, name)| !UNDERSTOOD.iter().any(|start| name.starts_with(start))) {
        None => Ok(()),
        Some((number, name)) => {
            let reason = Reason::unsupported(format!("the extension {:?}", excerpt(name)));
            Err(FormatError::at_value(format!("extensionsRequired[{number}]"), reason))
        }
    }
}

/// The element that an index refers to, or an error at the path of the index.
fn entry<'l, T>(
    list: &'l [T],
    what: &'static str,
    index: usize,
    path: impl FnOnce() -> String,
) -> Result<&'l T, FormatError> {
    let refuse = || FormatError::at_value(path(), Reason::index(what, index, list.len()));
    list.get(index).ok_or_else(refuse)
}
