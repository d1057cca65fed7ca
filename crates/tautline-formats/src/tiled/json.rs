//! Maps and tile sets as JSON.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;

use super::map::{
    At, Chunk, Compression, Data, RawLayer, RawMap, TileSets, load_tile_set, projection, unknown,
};
use super::objects::{Group, Object, Objects, Outline};
use super::properties::{Properties, TileSet};
use crate::error::{FormatError, Place, Reason};
use crate::json_shape::shape_error;
use crate::load::Load;
use crate::tiled::TiledRules;

#[derive(Deserialize)]
pub(super) struct JsonMap {
    orientation: String,
    #[serde(default)]
    infinite: bool,
    width: u32,
    height: u32,
    #[serde(rename = "tilewidth")]
    tile_width: u32,
    #[serde(rename = "tileheight")]
    tile_height: u32,
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

#[derive(Deserialize)]
struct JsonProperty {
    name: String,
    #[serde(default)]
    value: Value,
}

/// A tile set, or within a map only where to find it.
#[derive(Deserialize)]
struct JsonTileSet {
    #[serde(rename = "firstgid")]
    first: Option<u32>,
    source: Option<String>,
    #[serde(default)]
    properties: Vec<JsonProperty>,
    #[serde(default)]
    tiles: Vec<JsonTile>,
}

#[derive(Deserialize)]
struct JsonTile {
    id: u32,
    #[serde(default)]
    properties: Vec<JsonProperty>,
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
    serde_json::from_str(text).map_err(|error| shape_error(text, &error))
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
            refuse(path.clone(), Reason::Absent { what: "\"firstgid\"".to_owned() })
        })?;
        let set = match &json.source {
            Some(source) => {
                let place = || Place::Value { path: format!("{path}.source") };
                load_tile_set(load, source, rules, place)?
            }
            None => read_tile_set(json, &format!("{path}."), rules)?,
        };
        tile_sets.push(first, set).map_err(|reason| refuse(path, reason))?;
    }
    Ok(RawMap {
        projection: projection(&file.orientation)
            .map_err(|reason| refuse("orientation".to_owned(), reason))?,
        size: (!file.infinite).then_some([file.width, file.height]),
        tile_size: [file.tile_width, file.tile_height],
        layers,
        tile_sets,
    })
}

/// A tile set in a file of its own.
pub(super) fn tile_set(text: &str, rules: &TiledRules) -> Result<TileSet, FormatError> {
    let file: JsonTileSet =
        serde_json::from_str(text).map_err(|error| shape_error(text, &error))?;
    read_tile_set(&file, "", rules)
}

fn read_tile_set(
    file: &JsonTileSet,
    path: &str,
    rules: &TiledRules,
) -> Result<TileSet, FormatError> {
    let all = properties(&file.properties, path, rules)?;
    let mut set = TileSet { all, ..TileSet::default() };
    for (number, tile) in file.tiles.iter().enumerate() {
        let properties = properties(&tile.properties, &format!("{path}tiles[{number}]."), rules)?;
        if properties != Properties::default() {
            set.tiles.insert(tile.id, properties);
        }
    }
    Ok(set)
}

fn properties(
    list: &[JsonProperty],
    path: &str,
    rules: &TiledRules,
) -> Result<Properties, FormatError> {
    let mut found = Properties::default();
    for (number, property) in list.iter().enumerate() {
        let value = match &property.value {
            Value::String(text) => Cow::Borrowed(text.as_str()),
            Value::Bool(_) | Value::Number(_) => Cow::Owned(property.value.to_string()),
            _ => Cow::Borrowed(""),
        };
        found
            .set(&property.name, &value, rules)
            .map_err(|reason| refuse(format!("{path}properties[{number}].value"), reason))?;
    }
    Ok(found)
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
                return Err(refuse(format!("{path}.type"), unknown("layer type", other, &known)));
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
        .map_err(|reason| refuse(format!("{path}.compression"), reason))?;
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
            .map_err(|reason| refuse("orientation".to_owned(), reason))?,
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

fn refuse(path: String, reason: Reason) -> FormatError {
    FormatError { place: Place::Value { path }, reason }
}
