//! Side-view levels from the editors Tiled and LDtk. They are read as tile grids whose terrain classes
//! stand for tiles.

use std::collections::BTreeMap;

use super::{Level, MAX_SIDE, Tile, TileMeaning};
use crate::error::{FormatError, Reason};
use crate::grid::{Projection, TileGrid};
use crate::interpretation::{Interpretation, UnreadKind, UnreadName, looks_like_obstacle};
use crate::load::Load;
use crate::vector_map::Role;

/// Options for reading levels of other programs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LevelOptions {
    /// The name of a single level of an LDtk project to read; if `None`, all.
    pub level: Option<String>,
    /// The names of the layers to read. If empty: all layers of a Tiled map, or the
    /// uppermost IntGrid layer of an LDtk level. Only the first name is used for LDtk.
    pub layers: Vec<String>,
    /// The tiles that the values of an LDtk grid stand for, by number or name of the value. Not used
    /// for Tiled, whose files define this.
    pub keys: BTreeMap<String, Tile>,
}

/// Reads a level of Tiled, `.tmx` or `.tmj`.
///
/// The custom property `platform` defines a tile: `solid`, `one-way` (or `one_way`), `deadly` or
/// `empty`; case is ignored. Save enumerations as strings: numbers are rejected, because
/// their order differs between projects. The property of a tile set or a layer applies to
/// its tiles without the property. The topmost tile with the property decides. Tiles
/// without it are decoration, and cells without tiles are empty. In a layer named `collision`, tiles
/// without it are solid, and all tiles override those of other layers. The level
/// of an infinite map begins at its leftmost and topmost chunks. Pixel offsets of layers, collision
/// shapes of tiles, classes and objects are ignored; [`Level::unread`] lists names among them that
/// look like labels, also a property `Platform`, since case matters in the names of properties.
///
/// There are no tiles for ladders and slopes: another value of `platform` is an error. Give the tiles
/// of a ladder the value `empty`, or `one-way` if characters may climb it by jumps.
///
/// ```
/// use tautline_formats::level::{self, LevelOptions};
/// use tautline_formats::no_files;
///
/// let text = r#"<map orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
///   <tileset firstgid="1">
///     <tile id="0"><properties><property name="platform" value="solid"/></properties></tile>
///     <tile id="1"><properties><property name="platform" value="one-way"/></properties></tile>
///   </tileset>
///   <layer name="ground" width="3" height="1"><data encoding="csv">1,0,2</data></layer>
/// </map>"#;
/// let level = level::from_tiled(text, &LevelOptions::default(), &mut no_files)?;
/// assert_eq!(level::write(&level), "#.=\n");
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// Those of [`tiled::parse`](crate::tiled::parse). Also if the map is isometric, or
/// has more than [`MAX_SIDE`](super::MAX_SIDE) columns or rows.
#[cfg(feature = "tiled")]
pub fn from_tiled(
    text: &str,
    options: &LevelOptions,
    load: &mut Load<'_>,
) -> Result<Level, FormatError> {
    let layers = (!options.layers.is_empty()).then(|| options.layers.clone());
    let options = crate::tiled::TiledOptions {
        layers,
        labels_in_collision_layers: true,
        // Not used: it describes ground seen from above.
        walkable_property: String::new(),
        terrain_property: "platform".to_owned(),
        terrains: NAMES.map(|(name, _)| name.to_owned()).to_vec(),
        // The order of enumerations differs between projects.
        class_numbers: false,
        untagged: Some(class(Tile::Empty)),
        empty_cell: Some(class(Tile::Empty)),
        ..crate::tiled::TiledOptions::default()
    };
    let grid = crate::tiled::parse(text, &options, load)?;
    level(&grid).map_err(FormatError::whole)
}

/// A level of an LDtk project with its name.
#[cfg(feature = "ldtk")]
#[derive(Debug, Clone, PartialEq)]
pub struct NamedLevel {
    /// The name in the project.
    pub name: String,
    /// The level.
    pub level: Level,
}

/// Reads the levels of a project of LDtk, each by an IntGrid layer.
///
/// The value 0 (nothing painted) is empty. The tile of another value is given by its number or
/// name in [`LevelOptions::keys`]; otherwise by its name, if it is `solid`, `one_way`,
/// `deadly` or `empty`; otherwise it is solid.
///
/// ```
/// use tautline_formats::level::{self, LevelOptions, Tile};
/// use tautline_formats::no_files;
///
/// let text = r#"{
///   "defs": { "layers": [ { "uid": 7, "intGridValues": [
///     { "value": 2, "identifier": "one_way" }, { "value": 3, "identifier": "lava" } ] } ] },
///   "levels": [ { "identifier": "Cellar", "layerInstances": [
///     { "__identifier": "Ground", "__type": "IntGrid", "layerDefUid": 7,
///       "__cWid": 4, "__cHei": 1, "__gridSize": 16, "intGridCsv": [0, 1, 2, 3] } ] } ]
/// }"#;
/// let mut options = LevelOptions::default();
/// options.keys.insert("lava".to_owned(), Tile::Deadly);
/// let levels = level::from_ldtk(text, &options, &mut no_files)?;
/// assert_eq!(levels[0].name, "Cellar");
/// assert_eq!(level::write(&levels[0].level), ".#=^\n");
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// Those of [`ldtk::parse`](crate::ldtk::parse). Also if a key names no value of the project, or if
/// a level has more than [`MAX_SIDE`](super::MAX_SIDE) columns or rows.
#[cfg(feature = "ldtk")]
pub fn from_ldtk(
    text: &str,
    options: &LevelOptions,
    load: &mut Load<'_>,
) -> Result<Vec<NamedLevel>, FormatError> {
    let mut ldtk_options = crate::ldtk::LdtkOptions {
        level: options.level.clone(),
        layer: options.layers.first().cloned(),
        other: Some(class(Tile::Solid)),
        ..crate::ldtk::LdtkOptions::default()
    };
    // Names first, so that keys override them.
    for (name, tile) in NAMES {
        ldtk_options.names.insert(name.to_owned(), Some(class(tile)));
    }
    let mut key_names = Vec::new();
    for (key, tile) in &options.keys {
        // Numbers take precedence over names in the reader.
        if let Ok(number) = key.parse() {
            ldtk_options.values.insert(number, Some(class(*tile)));
        } else {
            ldtk_options.names.insert(key.clone(), Some(class(*tile)));
            key_names.push(key);
        }
    }
    check_names(text, &key_names)?;
    let levels = crate::ldtk::parse(text, &ldtk_options, load)?.into_iter();
    let named = levels.map(|found| {
        let path = || format!("level {:?}", crate::found::excerpt(&found.name));
        let level = level(&found.grid).map_err(|reason| FormatError::at_value(path(), reason))?;
        Ok(NamedLevel { name: found.name, level })
    });
    named.collect()
}

/// Rejects names that no value of the project has: with a misspelt key, its value would silently
/// stay solid.
#[cfg(feature = "ldtk")]
fn check_names(text: &str, names: &[&String]) -> Result<(), FormatError> {
    if names.is_empty() {
        return Ok(());
    }
    let known = crate::ldtk::value_names(text)?;
    let is_known = |name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
    match names.iter().find(|name| !is_known(name)) {
        Some(name) => Err(FormatError::whole(Reason::unknown_name("value", name, &known))),
        None => Ok(()),
    }
}

/// The names of tiles in the editors' files. The index of a name is the terrain class that stands
/// for its tile in the grid. The first four are in the order of [`Tile`], as [`class`] expects.
const NAMES: [(&str, Tile); 5] = [
    (Tile::Empty.name(), Tile::Empty),
    (Tile::Solid.name(), Tile::Solid),
    (Tile::OneWay.name(), Tile::OneWay),
    (Tile::Deadly.name(), Tile::Deadly),
    ("one_way", Tile::OneWay),
];

/// The terrain class that stands for a tile in the grid.
const fn class(tile: Tile) -> u8 {
    tile as u8
}

fn level(grid: &TileGrid) -> Result<Level, Reason> {
    if grid.projection != Projection::Orthogonal {
        return Err(Reason::unsupported("a level that is not orthogonal"));
    }
    for (what, found) in [("width", grid.width), ("height", grid.height)] {
        if found > MAX_SIDE {
            return Err(Reason::Size { what, found: found.into(), limit: MAX_SIDE });
        }
    }
    Ok(Level {
        width: grid.width,
        height: grid.height,
        tiles: grid.cells.iter().map(|cell| tile(*cell)).collect(),
        tile_size: Some(grid.cell_size),
        meanings: meanings(&grid.interpretation),
        unread: grid
            .interpretation
            .unread()
            .iter()
            .filter(|name| is_warning(name))
            .cloned()
            .collect(),
    })
}

/// The tile that a terrain class stands for.
const fn tile(cell: Option<u8>) -> Tile {
    match cell {
        // A tile of a collision layer.
        None => Tile::Solid,
        // Readers return no other classes, because the options have only these names.
        Some(class) => NAMES[class as usize].1,
    }
}

/// Returns the meanings of a grid, with tiles in place of terrain classes.
fn meanings(found: &Interpretation) -> Vec<TileMeaning> {
    let mut counts = BTreeMap::new();
    for meaning in found.meanings() {
        let cell = match meaning.role {
            Some(Role::Terrain(class)) => Some(class),
            Some(Role::Hole) => None,
            Some(Role::Ground) | None => Some(class(Tile::Empty)),
        };
        // Two names can stand for one tile.
        *counts.entry((tile(cell), meaning.source.clone())).or_default() += meaning.count;
    }
    counts.into_iter().map(|((tile, source), count)| TileMeaning { tile, source, count }).collect()
}

/// Returns true if an unread name may describe tiles. Most levels have object layers, for spawn points and
/// the like.
fn is_warning(UnreadName { kind, name, .. }: &UnreadName) -> bool {
    *kind != UnreadKind::ObjectLayer || looks_like_obstacle(name)
}
