//! Levels of the editors Tiled and LDtk, through their readers.

use std::collections::BTreeMap;

use super::{Level, MAX_SIDE, Tile};
use crate::error::{FormatError, Reason};
use crate::grid::{Projection, TileGrid};
use crate::load::Load;

/// How to read levels of other programs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LevelRules {
    /// The only level of an LDtk project to read, by its name; if `None`, all.
    pub level: Option<String>,
    /// The names of the layers to read; if empty, all of Tiled, and the
    /// uppermost of type IntGrid of LDtk, which reads one.
    pub layers: Vec<String>,
    /// What the values of an LDtk grid mean, by number or name. Tiled files say
    /// it themselves.
    pub keys: BTreeMap<String, Tile>,
}

/// Reads a level of Tiled, `.tmx` or `.tmj`.
///
/// Tiles say what they are by the custom property `platform`: `solid`,
/// `one-way` (or `one_way`), `deadly` or `empty`; upper and lower case are the same. An
/// enumeration has to be saved as strings: numbers are refused, because each author's
/// have an order of their own. A tile set and a layer can have the property, too, for
/// those of their tiles that do not. The topmost tile that says something decides;
/// tiles that say nothing are decoration, and cells without tiles are empty. Any tile
/// of a layer named `collision` is solid, whatever lies above. Of an infinite map, the
/// level begins at the leftmost and topmost of its chunks.
///
/// ```
/// use tautline_formats::level::{self, LevelRules};
/// use tautline_formats::no_files;
///
/// let text = r#"<map orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
///   <tileset firstgid="1">
///     <tile id="0"><properties><property name="platform" value="solid"/></properties></tile>
///     <tile id="1"><properties><property name="platform" value="one-way"/></properties></tile>
///   </tileset>
///   <layer name="ground" width="3" height="1"><data encoding="csv">1,0,2</data></layer>
/// </map>"#;
/// let level = level::from_tiled(text, &LevelRules::default(), &mut no_files)?;
/// assert_eq!(level::write(&level), "#.=\n");
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// Those of [`tiled::parse`](crate::tiled::parse); when a map is isometric, or
/// has more than [`MAX_SIDE`](super::MAX_SIDE) columns or rows.
#[cfg(feature = "tiled")]
pub fn from_tiled(
    text: &str,
    rules: &LevelRules,
    load: &mut Load<'_>,
) -> Result<Level, FormatError> {
    let layers = (!rules.layers.is_empty()).then(|| rules.layers.clone());
    let rules = crate::tiled::TiledRules {
        layers,
        // Whether ground seen from above can be walked on says nothing here.
        walkable_property: String::new(),
        terrain_property: "platform".to_owned(),
        terrains: NAMES.map(|(name, _)| name.to_owned()).to_vec(),
        // An author's enumeration may have another order.
        class_numbers: false,
        plain: Some(class(Tile::Empty)),
        empty: Some(class(Tile::Empty)),
        ..crate::tiled::TiledRules::default()
    };
    let grid = crate::tiled::parse(text, &rules, load)?;
    level(&grid).map_err(FormatError::whole)
}

/// A level of a project, and what it is called there.
#[cfg(feature = "ldtk")]
#[derive(Debug, Clone, PartialEq)]
pub struct NamedLevel {
    /// What the author calls it.
    pub name: String,
    /// Its tiles.
    pub level: Level,
}

/// Reads the levels of a project of LDtk, each by an IntGrid layer.
///
/// The value 0 (nothing painted) is empty. Other values mean what the
/// [keys](LevelRules::keys) say of their number or their name; else what their
/// name says, if it is `solid`, `one_way`, `deadly` or `empty`; else they are
/// solid.
///
/// ```
/// use tautline_formats::level::{self, LevelRules, Tile};
/// use tautline_formats::no_files;
///
/// let text = r#"{
///   "defs": { "layers": [ { "uid": 7, "intGridValues": [
///     { "value": 2, "identifier": "one_way" }, { "value": 3, "identifier": "lava" } ] } ] },
///   "levels": [ { "identifier": "Cellar", "layerInstances": [
///     { "__identifier": "Ground", "__type": "IntGrid", "layerDefUid": 7,
///       "__cWid": 4, "__cHei": 1, "__gridSize": 16, "intGridCsv": [0, 1, 2, 3] } ] } ]
/// }"#;
/// let mut rules = LevelRules::default();
/// rules.keys.insert("lava".to_owned(), Tile::Deadly);
/// let levels = level::from_ldtk(text, &rules, &mut no_files)?;
/// assert_eq!(levels[0].name, "Cellar");
/// assert_eq!(level::write(&levels[0].level), ".#=^\n");
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// Those of [`ldtk::parse`](crate::ldtk::parse); when a key is a name that no value
/// has; when a level has more than [`MAX_SIDE`](super::MAX_SIDE) columns or rows, with
/// its name.
#[cfg(feature = "ldtk")]
pub fn from_ldtk(
    text: &str,
    rules: &LevelRules,
    load: &mut Load<'_>,
) -> Result<Vec<NamedLevel>, FormatError> {
    let mut grids = crate::ldtk::LdtkRules {
        level: rules.level.clone(),
        layer: rules.layers.first().cloned(),
        other: Some(class(Tile::Solid)),
        ..crate::ldtk::LdtkRules::default()
    };
    for (name, tile) in NAMES {
        grids.names.insert(name.to_owned(), Some(class(tile)));
    }
    let mut keys = Vec::new();
    for (key, tile) in &rules.keys {
        if let Ok(number) = key.parse() {
            grids.values.insert(number, Some(class(*tile)));
        } else {
            grids.names.insert(key.clone(), Some(class(*tile)));
            keys.push(key);
        }
    }
    check_names(text, &keys)?;
    let levels = crate::ldtk::parse(text, &grids, load)?.into_iter();
    let named = levels.map(|found| {
        let path = || format!("level {:?}", crate::error::excerpt(&found.name));
        let level = level(&found.grid).map_err(|reason| FormatError::at_value(path(), reason))?;
        Ok(NamedLevel { name: found.name, level })
    });
    named.collect()
}

/// Refuses names that no value has: the value that was meant would be solid.
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

/// What tiles are called in the editors' files, by the class by which the readers of tile
/// maps pass them on: the first four in the order of the tiles.
const NAMES: [(&str, Tile); 5] = [
    (Tile::Empty.name(), Tile::Empty),
    (Tile::Solid.name(), Tile::Solid),
    (Tile::OneWay.name(), Tile::OneWay),
    (Tile::Deadly.name(), Tile::Deadly),
    ("one_way", Tile::OneWay),
];

/// The first class that stands for a tile.
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
    let tile = |cell: &Option<u8>| match *cell {
        // Of a collision layer.
        None => Tile::Solid,
        // There are no classes but those of the names.
        Some(class) => NAMES.get(usize::from(class)).map_or(Tile::Empty, |&(_, tile)| tile),
    };
    Ok(Level {
        width: grid.width,
        height: grid.height,
        tiles: grid.cells.iter().map(tile).collect(),
        tile_size: Some(grid.cell_size),
    })
}
