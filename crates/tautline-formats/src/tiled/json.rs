//! Maps as JSON.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};

use super::at::At;
use super::map::{Chunk, Compression, Data, RawLayer, RawMap, projection};
use super::objects::{Group, Object, Objects, Outline};
use super::properties::json::{JsonProperty, properties};
use super::rules::TiledRules;
use super::tile_sets::json::JsonTileSet;
use super::tile_sets::{self, TileSets};
use crate::error::{FormatError, Place, Reason};
use crate::json_shape;
use crate::load::Load;

#[derive(Deserialize)]
pub(super) struct JsonMap {
    orientation: String,
    #[serde(default)]
    infinite: bool,
    width: u32,
    height: u32,
    #[serde(rename = "tilewidth")]
    tile_width: NonZeroU32,
    #[serde(rename = "tileheight")]
    tile_height: NonZeroU32,
    layers: Vec<JsonLayer>,
    #[serde(rename = "tilesets")]
    tile_sets: Vec<JsonTileSet>,
}

#[derive(Deserialize)]
struct JsonLayer {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    properties: Vec<JsonProperty>,
    #[serde(default)]
    width: u32,
    #[serde(default)]
    height: u32,
    data: Option<JsonData>,
    chunks: Option<Vec<JsonChunk>>,
    compression: Option<String>,
    #[serde(default)]
    class: String,
    #[serde(default)]
    objects: Vec<JsonObject>,
    /// Of a group; serde limits how deep they nest.
    #[serde(default)]
    layers: Vec<JsonLayer>,
}

#[derive(Deserialize)]
struct JsonChunk {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    data: JsonData,
}

#[derive(Deserialize)]
struct JsonObject {
    #[serde(default)]
    name: String,
    /// Versions of Tiled differ in how they call it.
    #[serde(default, alias = "type")]
    class: String,
    #[serde(default)]
    properties: Vec<JsonProperty>,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    rotation: f64,
    #[serde(default)]
    ellipse: bool,
    polygon: Option<Vec<JsonPoint>>,
    #[serde(default)]
    point: bool,
    #[serde(default)]
    capsule: bool,
    polyline: Option<IgnoredAny>,
    text: Option<IgnoredAny>,
    gid: Option<IgnoredAny>,
    template: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct JsonPoint {
    x: f64,
    y: f64,
}

enum JsonData {
    Numbers(Vec<u32>),
    Base64(String),
}

impl<'de> Deserialize<'de> for JsonData {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct DataVisitor;
        impl<'de> Visitor<'de> for DataVisitor {
            type Value = JsonData;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a list of tile numbers or a base64 text")
            }

            fn visit_str<E>(self, text: &str) -> Result<JsonData, E> {
                Ok(JsonData::Base64(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<JsonData, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element()? {
                    numbers.push(number);
                }
                Ok(JsonData::Numbers(numbers))
            }
        }
        from.deserialize_any(DataVisitor)
    }
}

pub(super) fn read(text: &str) -> Result<JsonMap, FormatError> {
    json_shape::object(text)
}

pub(super) fn map<'t>(
    file: &'t JsonMap,
    rules: &TiledRules,
    load: &mut Load<'_>,
) -> Result<RawMap<'t>, FormatError> {
    let mut layers = Vec::new();
    collect_layers(&file.layers, "layers", rules, &mut layers)?;
    let mut tile_sets = TileSets::default();
    for (number, json) in file.tile_sets.iter().enumerate() {
        let path = format!("tilesets[{number}]");
        let first = json.first.ok_or_else(|| {
            At::Json(path.clone()).refuse(Reason::Absent { what: "\"firstgid\"".to_owned() })
        })?;
        let set = match &json.source {
            Some(source) => {
                let place = || Place::Value { path: format!("{path}.source") };
                tile_sets::file::load(load, source, rules, place)?
            }
            None => tile_sets::json::read(json, &format!("{path}."), rules)?,
        };
        tile_sets.push(first, set).map_err(|reason| At::Json(path).refuse(reason))?;
    }
    Ok(RawMap {
        projection: projection(&file.orientation)
            .map_err(|reason| At::Json("orientation".to_owned()).refuse(reason))?,
        size: (!file.infinite).then_some([file.width, file.height]),
        tile_size: [file.tile_width, file.tile_height],
        layers,
        tile_sets,
    })
}

/// The names of the tile layers of a map.
pub(super) fn layer_names(file: &JsonMap) -> Vec<String> {
    // A stack with the next layer on top: layers nest in groups.
    let mut names = Vec::new();
    let mut waiting: Vec<&JsonLayer> = file.layers.iter().rev().collect();
    while let Some(layer) = waiting.pop() {
        if layer.kind == "tilelayer" {
            names.push(layer.name.clone());
        }
        waiting.extend(layer.layers.iter().rev());
    }
    names
}

fn collect_layers<'t>(
    layers: &'t [JsonLayer],
    path: &str,
    rules: &TiledRules,
    found: &mut Vec<RawLayer<'t>>,
) -> Result<(), FormatError> {
    for (number, layer) in layers.iter().enumerate() {
        let path = format!("{path}[{number}]");
        match layer.kind.as_str() {
            "tilelayer" => found.push(tile_layer(layer, &path, rules)?),
            "group" => collect_layers(&layer.layers, &format!("{path}.layers"), rules, found)?,
            "objectgroup" | "imagelayer" => {}
            other => {
                let known = ["tilelayer", "group", "objectgroup", "imagelayer"];
                let reason = Reason::unknown_name("layer type", other, &known);
                return Err(At::Json(format!("{path}.type")).refuse(reason));
            }
        }
    }
    Ok(())
}

fn tile_layer<'t>(
    layer: &'t JsonLayer,
    path: &str,
    rules: &TiledRules,
) -> Result<RawLayer<'t>, FormatError> {
    let compression = Compression::named(layer.compression.as_deref())
        .map_err(|reason| At::Json(format!("{path}.compression")).refuse(reason))?;
    let mut chunks = Vec::new();
    for (number, chunk) in layer.chunks.iter().flatten().enumerate() {
        chunks.push(Chunk {
            corner: [chunk.x, chunk.y],
            size: [chunk.width, chunk.height],
            data: packed(&chunk.data, compression),
            at: At::Json(format!("{path}.chunks[{number}].data")),
        });
    }
    if let Some(content) = &layer.data {
        chunks.push(Chunk {
            corner: [0, 0],
            size: [layer.width, layer.height],
            data: packed(content, compression),
            at: At::Json(format!("{path}.data")),
        });
    }
    Ok(RawLayer {
        name: Cow::Borrowed(&layer.name),
        properties: properties(&layer.properties, &format!("{path}."), rules)?,
        chunks,
    })
}

fn packed(data: &JsonData, compression: Compression) -> Data<'_> {
    match data {
        JsonData::Numbers(numbers) => Data::Numbers(Cow::Borrowed(numbers)),
        JsonData::Base64(text) => Data::Base64(text, compression),
    }
}

/// The objects of a map.
pub(super) fn objects<'t>(
    file: &'t JsonMap,
    rules: &TiledRules,
) -> Result<Objects<'t>, FormatError> {
    let mut groups = Vec::new();
    collect_groups(&file.layers, "layers", rules, &mut groups)?;
    Ok(Objects {
        projection: projection(&file.orientation)
            .map_err(|reason| At::Json("orientation".to_owned()).refuse(reason))?,
        tile_size: [file.tile_width, file.tile_height],
        groups,
    })
}

fn collect_groups<'t>(
    layers: &'t [JsonLayer],
    path: &str,
    rules: &TiledRules,
    found: &mut Vec<Group<'t>>,
) -> Result<(), FormatError> {
    for (number, layer) in layers.iter().enumerate() {
        let path = format!("{path}[{number}]");
        collect_groups(&layer.layers, &format!("{path}.layers"), rules, found)?;
        if layer.objects.is_empty() {
            continue;
        }
        let mut objects = Vec::new();
        for (number, json) in layer.objects.iter().enumerate() {
            objects.extend(object(json, format!("{path}.objects[{number}]"), rules)?);
        }
        found.push(Group {
            name: Cow::Borrowed(&layer.name),
            class: Cow::Borrowed(&layer.class),
            properties: properties(&layer.properties, &format!("{path}."), rules)?,
            objects,
        });
    }
    Ok(())
}

/// An object, if it has an area.
fn object<'t>(
    json: &'t JsonObject,
    path: String,
    rules: &TiledRules,
) -> Result<Option<Object<'t>>, FormatError> {
    let other = [&json.polyline, &json.text, &json.gid, &json.template];
    if json.point || json.capsule || other.into_iter().any(Option::is_some) {
        return Ok(None);
    }
    let size = [json.width, json.height];
    let outline = match &json.polygon {
        Some(points) => Outline::Polygon(points.iter().map(|point| [point.x, point.y]).collect()),
        None if json.ellipse => Outline::Ellipse(size),
        None if size.iter().all(|side| *side > 0.0) => Outline::Rectangle(size),
        None => return Ok(None),
    };
    Ok(Some(Object {
        name: Cow::Borrowed(&json.name),
        class: Cow::Borrowed(&json.class),
        properties: properties(&json.properties, &format!("{path}."), rules)?,
        place: [json.x, json.y],
        rotation: json.rotation,
        outline,
        at: At::Json(path),
    }))
}
