//! Integer grids of LDtk projects (`.ldtk`) as tile grids.
//!
//! One IntGrid layer of every level is read. By default, the value 0 (nothing painted) is walkable
//! and every other value is blocked, because LDtk users paint walls into an empty grid.
//! [`LdtkOptions`] changes this.
//!
//! ```
//! use tautline_formats::ldtk::{self, LdtkOptions};
//! use tautline_formats::no_files;
//!
//! let text = r#"{
//!   "defs": { "layers": [ { "uid": 7, "intGridValues": [
//!     { "value": 1, "identifier": "wall" }, { "value": 2, "identifier": "water" } ] } ] },
//!   "levels": [ { "identifier": "Cellar", "worldX": 64, "worldY": 0, "layerInstances": [
//!     { "__identifier": "Ground", "__type": "IntGrid", "layerDefUid": 7,
//!       "__cWid": 3, "__cHei": 1, "__gridSize": 16, "intGridCsv": [0, 1, 2] } ] } ]
//! }"#;
//! let mut options = LdtkOptions::default();
//! options.names.insert("water".to_owned(), Some(3));
//! let levels = ldtk::parse(text, &options, &mut no_files)?;
//! assert_eq!(levels[0].name, "Cellar");
//! assert_eq!(levels[0].grid.cells, [Some(0), None, Some(3)]);
//! assert_eq!(levels[0].grid.origin, [64.0, 0.0]);
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::error::{FormatError, Reason, SourceLocation};
use crate::grid::{MAX_CELLS, Projection, TileGrid};
use crate::interpretation::{Interpretation, RoleSource};
use crate::json_parse;
use crate::lexer::strip_bom;
use crate::load::{self, Load};
use crate::number::to_u64;
use crate::vector_map::Role;

/// The meaning of the values of a grid: a terrain class, or `None` for blocked. The number of a
/// value takes precedence over its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LdtkOptions {
    /// The name of a single level to read; if `None`, all. The layers of other levels are neither
    /// loaded nor checked.
    pub level: Option<String>,
    /// The name of the layer to read; if `None`, the uppermost layer of type IntGrid.
    pub layer: Option<String>,
    /// The meaning of values by number. Default: 0 is class 0.
    pub values: BTreeMap<i64, Option<u8>>,
    /// The meaning of values by name. If no name matches exactly, case is ignored.
    pub names: BTreeMap<String, Option<u8>>,
    /// The meaning of all other values. Default: blocked.
    pub other: Option<u8>,
}

impl LdtkOptions {
    /// Returns the meaning that the options give to values with a name.
    fn named(&self, name: &str) -> Option<Option<u8>> {
        let any_case = || self.names.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        self.names.get(name).or_else(|| any_case().map(|(_, meaning)| meaning)).copied()
    }
}

impl Default for LdtkOptions {
    fn default() -> Self {
        Self {
            level: None,
            layer: None,
            values: BTreeMap::from([(0, Some(0))]),
            names: BTreeMap::new(),
            other: None,
        }
    }
}

/// A level of a project.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// The name of the level.
    pub name: String,
    /// Its cells, in pixels of the world. In a linear world, where levels have no position, in pixels
    /// from the corner of the level.
    pub grid: TileGrid,
}

/// Reads the levels of all worlds of a project. `load` is called for levels in separate files; use
/// [`no_files`](crate::no_files) if there are none.
///
/// Takes O(n log n) time and O(n) memory for n bytes in all files.
///
/// # Errors
///
/// With line and column, if a text is not JSON or a field is missing or has another type. With the
/// path of the value, if a level does not have the layer, the number of cells is not
/// the declared one, is 0 or is more than [`MAX_CELLS`], or a file is not loaded. Also if no level
/// has the name in the options.
pub fn parse(
    text: &str,
    options: &LdtkOptions,
    load: &mut Load<'_>,
) -> Result<Vec<Level>, FormatError> {
    let project = Project::read(text)?;
    let reader = Reader::new(&project.defs, options);
    let is_wanted =
        |level: &RawLevel| options.level.as_ref().is_none_or(|name| level.identifier == *name);
    let wanted = project.levels().filter(|it| is_wanted(it.level));
    let levels: Vec<Level> =
        wanted.map(|level| reader.level(&level, load)).collect::<Result<_, _>>()?;
    match &options.level {
        Some(name) if levels.is_empty() => {
            let known = project.levels().map(|it| &it.level.identifier);
            Err(FormatError::whole(Reason::unknown_name("level", name, known)))
        }
        _ => Ok(levels),
    }
}

/// Returns the names of the levels of a project, in the order of [`parse`], including levels that
/// have no IntGrid layer.
///
/// ```
/// let text = r#"{ "levels": [ { "identifier": "Cellar" }, { "identifier": "Attic" } ] }"#;
/// assert_eq!(tautline_formats::ldtk::level_names(text)?, ["Cellar", "Attic"]);
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// With line and column, if the text is not a project.
pub fn level_names(text: &str) -> Result<Vec<String>, FormatError> {
    let project = Project::read(text)?;
    Ok(project.levels().map(|it| it.level.identifier.clone()).collect())
}

/// Returns the names of the values of all IntGrid layers of a project, sorted and without
/// duplicates.
///
/// ```
/// let text = r#"{ "levels": [], "defs": { "layers": [ { "uid": 7, "intGridValues": [
///   { "value": 1, "identifier": "rock" }, { "value": 2, "identifier": null } ] } ] } }"#;
/// assert_eq!(tautline_formats::ldtk::value_names(text)?, ["rock"]);
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// With line and column, if the text is not a project.
pub fn value_names(text: &str) -> Result<Vec<String>, FormatError> {
    let layers = Project::read(text)?.defs.layers;
    let values = layers.into_iter().flat_map(|layer| layer.int_grid_values);
    let mut names: Vec<String> = values.filter_map(|value| value.identifier).collect();
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

#[derive(Deserialize)]
struct Project {
    #[serde(default)]
    defs: Definitions,
    #[serde(default, rename = "worldLayout")]
    layout: Option<String>,
    levels: Vec<RawLevel>,
    #[serde(default)]
    worlds: Vec<World>,
}

impl Project {
    fn read(text: &str) -> Result<Self, FormatError> {
        json_parse::object(strip_bom(text))
    }

    /// The levels of all worlds.
    fn levels(&self) -> impl Iterator<Item = LevelOfWorld<'_>> {
        let worlds = self.worlds.iter().enumerate();
        let of_worlds = worlds.flat_map(|(number, world)| {
            levels_of_world(format!("worlds[{number}].levels"), &world.levels, &world.layout)
        });
        levels_of_world("levels".to_owned(), &self.levels, &self.layout).chain(of_worlds)
    }
}

/// A level, before its layers are read.
struct LevelOfWorld<'p> {
    level: &'p RawLevel,
    /// Its path, for errors.
    path: String,
    /// True if its world is a row or column of levels. In such worlds, levels have no position: LDtk
    /// writes -1 for both coordinates.
    is_in_line: bool,
}

fn levels_of_world<'p>(
    list: String,
    levels: &'p [RawLevel],
    layout: &Option<String>,
) -> impl Iterator<Item = LevelOfWorld<'p>> + use<'p> {
    let is_in_line = matches!(layout.as_deref(), Some("LinearHorizontal" | "LinearVertical"));
    levels.iter().enumerate().map(move |(number, level)| LevelOfWorld {
        level,
        path: format!("{list}[{number}]"),
        is_in_line,
    })
}

#[derive(Deserialize)]
struct World {
    #[serde(default, rename = "worldLayout")]
    layout: Option<String>,
    levels: Vec<RawLevel>,
}

#[derive(Default, Deserialize)]
struct Definitions {
    layers: Vec<LayerDefinition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayerDefinition {
    uid: i64,
    #[serde(default)]
    int_grid_values: Vec<ValueDefinition>,
}

#[derive(Deserialize)]
struct ValueDefinition {
    value: i64,
    identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawLevel {
    identifier: String,
    #[serde(default)]
    world_x: i32,
    #[serde(default)]
    world_y: i32,
    external_rel_path: Option<String>,
    layer_instances: Option<Vec<Layer>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Layer {
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__type")]
    kind: String,
    layer_def_uid: i64,
    #[serde(rename = "__cWid")]
    width: u32,
    #[serde(rename = "__cHei")]
    height: u32,
    #[serde(rename = "__gridSize")]
    cell_size: u16,
    #[serde(default, rename = "__pxTotalOffsetX")]
    offset_x: i32,
    #[serde(default, rename = "__pxTotalOffsetY")]
    offset_y: i32,
    #[serde(default)]
    int_grid_csv: Vec<i64>,
}

/// The data that all levels of a project share.
struct Reader<'p> {
    options: &'p LdtkOptions,
    /// The names of all values, by layer definition and value. Collected once, because a project
    /// may have many levels and many values.
    names: BTreeMap<(i64, i64), &'p str>,
    /// The meaning of the values with a name in the options.
    named: BTreeMap<(i64, i64), Option<u8>>,
}

impl<'p> Reader<'p> {
    fn new(definitions: &'p Definitions, options: &'p LdtkOptions) -> Self {
        let names = definitions.layers.iter().flat_map(|layer| {
            let values = layer.int_grid_values.iter();
            values.filter_map(|it| Some(((layer.uid, it.value), it.identifier.as_deref()?)))
        });
        let named = names.clone().filter_map(|(value, name)| Some((value, options.named(name)?)));
        Self { options, named: named.collect(), names: names.collect() }
    }

    /// Returns the meaning that the options give to a value in a layer with a definition.
    fn keyed(&self, definition: i64, value: i64) -> Option<Option<u8>> {
        let meaning = self.options.values.get(&value);
        meaning.or_else(|| self.named.get(&(definition, value))).copied()
    }

    /// Counts the cells of each value of a layer.
    fn interpretation(&self, layer: &Layer) -> Interpretation {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        layer.int_grid_csv.iter().for_each(|value| *counts.entry(*value).or_default() += 1);
        let mut found = Interpretation::default();
        for (value, count) in counts {
            let name = self.names.get(&(layer.layer_def_uid, value));
            let name = name.map_or(String::new(), |name| format!(" ({name})"));
            let (name, keyed) = (format!("{value}{name}"), self.keyed(layer.layer_def_uid, value));
            let source =
                if keyed.is_some() { RoleSource::Key(name) } else { RoleSource::OtherValue(name) };
            found.count(Some(Role::of_cell(keyed.unwrap_or(self.options.other))), source, count);
        }
        found
    }

    /// Reads a level, which may be in a separate file.
    fn level(
        &self,
        LevelOfWorld { level, path, is_in_line }: &LevelOfWorld<'_>,
        load: &mut Load<'_>,
    ) -> Result<Level, FormatError> {
        if let (None, Some(file)) = (&level.layer_instances, &level.external_rel_path) {
            let location = || SourceLocation::Value { path: format!("{path}.externalRelPath") };
            let text = load::text(load, file, location)?;
            let level = json_parse::object(&text);
            let level =
                level.and_then(|level| self.loaded_level("layerInstances", &level, *is_in_line));
            return level.map_err(|error| load::in_file(file, error));
        }
        self.loaded_level(&format!("{path}.layerInstances"), level, *is_in_line)
    }

    fn loaded_level(
        &self,
        path: &str,
        level: &RawLevel,
        is_in_line: bool,
    ) -> Result<Level, FormatError> {
        let (number, layer) = self.layer(path, level)?;
        check_size(layer)
            .map_err(|reason| FormatError::at_value(format!("{path}[{number}]"), reason))?;
        let meaning =
            |value: &i64| self.keyed(layer.layer_def_uid, *value).unwrap_or(self.options.other);
        let side = f32::from(layer.cell_size);
        let [x, y] = if is_in_line { [0, 0] } else { [level.world_x, level.world_y] };
        let origin = [pixels(x, layer.offset_x), pixels(y, layer.offset_y)];
        Ok(Level {
            name: level.identifier.clone(),
            grid: TileGrid {
                width: layer.width,
                height: layer.height,
                cells: layer.int_grid_csv.iter().map(meaning).collect(),
                cell_size: [side, side],
                origin,
                projection: Projection::Orthogonal,
                links: Vec::new(),
                interpretation: self.interpretation(layer),
            },
        })
    }

    /// The layer to read, and its index in the level.
    fn layer<'l>(
        &self,
        path: &str,
        level: &'l RawLevel,
    ) -> Result<(usize, &'l Layer), FormatError> {
        let layers = level.layer_instances.iter().flatten().enumerate();
        let mut grids = layers.filter(|(_, layer)| layer.kind == "IntGrid");
        let Some(name) = &self.options.layer else {
            let missing = || FormatError::at_value(path, Reason::missing("an IntGrid layer"));
            return grids.next().ok_or_else(missing);
        };
        grids.clone().find(|(_, layer)| layer.identifier == *name).ok_or_else(|| {
            let known = grids.map(|(_, layer)| &layer.identifier);
            FormatError::at_value(path, Reason::unknown_name("IntGrid layer", name, known))
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "far coordinates are rounded to 32 bits on purpose"
)]
fn pixels(world: i32, offset: i32) -> f32 {
    (f64::from(world) + f64::from(offset)) as f32
}

fn check_size(layer: &Layer) -> Result<(), Reason> {
    let found = to_u64(layer.int_grid_csv.len());
    let expected = u64::from(layer.width) * u64::from(layer.height);
    if expected > MAX_CELLS {
        return Err(Reason::Limit { what: "cells", limit: MAX_CELLS });
    }
    if found != expected {
        return Err(Reason::CellCount { found, expected });
    }
    if found == 0 {
        return Err(Reason::missing("a cell"));
    }
    if layer.cell_size == 0 {
        return Err(Reason::missing("the size of a cell"));
    }
    Ok(())
}
