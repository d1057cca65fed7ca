//! From an author's file, known by its ending, to ground that can be built.

use std::path::Path;

use anyhow::{Result, bail};
use tautline::formats::{TileGrid, detour, gltf, json, moving_ai, obj, png, polyanya};
use tautline::import;
use tautline::navmesh::{BuildOptions, PartialBorders};

use super::ground::Ground;
use super::json_kind::JsonKind;
use super::reading::{Reading, sound};
use super::{Rules, damaged, read, read_text};

/// The endings of the files that can be read.
const ENDINGS: [&str; 14] = [
    "mesh", "map", "json", "svg", "geojson", "tmx", "tmj", "ldtk", "png", "obj", "gltf", "glb",
    "navmesh", "bin",
];

/// Ground as somebody drew it.
pub(crate) struct Source {
    pub(crate) ground: Ground,
    pub(crate) name: Option<String>,
    pub(crate) terrain_names: Vec<String>,
    /// What was left out, as rows of a table.
    pub(crate) notes: Vec<(&'static str, String)>,
}

impl Source {
    /// Reads a file.
    pub(crate) fn read(path: &Path, strict: bool, rules: &Rules) -> Result<Self> {
        let ending = known_ending(path)?;
        let text = || read_text(path);
        // Only the text tells whose JSON it is.
        let json = if ending == "json" { text()? } else { String::new() };
        let kind = (ending == "json").then(|| JsonKind::of(&json));
        rules.check(path, kind.as_ref().map_or(ending, JsonKind::ending), strict)?;
        if kind == Some(JsonKind::Drawing) {
            let drawing = json::parse(&json).map_err(|error| damaged(path, &error))?;
            return Ok(Self::of_drawing(&drawing, strict));
        }
        let mut reading = Reading { path, strict, rules, notes: Vec::new() };
        let ground = match ending {
            "mesh" => {
                let mesh = sound(path, polyanya::parse(&text()?))?;
                reading.areas(import::from_polyanya(&mesh))
            }
            "map" => {
                let map = sound(path, moving_ai::parse_map(&text()?))?;
                reading.tiles(TileGrid::from(&map))?
            }
            "json" if kind == Some(JsonKind::Tiled) => reading.tiled(&json)?,
            "json" => reading.geo_json(&json)?,
            "svg" => reading.svg(&text()?)?,
            "geojson" => reading.geo_json(&text()?)?,
            "tmx" | "tmj" => reading.tiled(&text()?)?,
            "ldtk" => reading.ldtk(&text()?)?,
            "png" => reading.tiles(sound(path, png::parse(&read(path)?, &rules.for_png()?))?)?,
            "obj" => reading.model(sound(path, obj::parse(&text()?, &rules.for_obj()))?)?,
            "navmesh" | "bin" => reading.detour(&sound(path, detour::parse(&read(path)?))?)?,
            _ => {
                let model = gltf::parse(&read(path)?, &mut reading.beside());
                reading.model(sound(path, model)?)?
            }
        };
        let notes = reading.notes;
        Ok(Self { ground, name: None, terrain_names: rules.terrains.clone(), notes })
    }

    /// A drawing in tautline's own format.
    pub(crate) fn of_drawing(drawing: &json::Drawing, strict: bool) -> Self {
        let partial_borders = PartialBorders::Link { max_step: 0.0 };
        let options = BuildOptions { strict, partial_borders };
        Self {
            ground: Ground::Mesh { raw: Box::new(import::from_drawing(drawing)), options },
            name: drawing.name.clone(),
            terrain_names: drawing.terrains.clone(),
            notes: Vec::new(),
        }
    }
}

/// The ending of a file, if that is one of those that can be read.
fn known_ending(path: &Path) -> Result<&'static str> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let known = ENDINGS.into_iter().find(|&known| Some(known) == ending.as_deref());
    let [rest @ .., last] = &ENDINGS;
    match known {
        Some(ending) => Ok(ending),
        None => bail!(
            "{}: cannot tell what this is by its ending; give a .{} or .{last} file",
            path.display(),
            rest.join(", .")
        ),
    }
}
