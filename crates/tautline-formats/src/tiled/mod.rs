//! Tile maps of the editor Tiled, as XML (`.tmx`) or JSON (`.tmj`).
//!
//! Orthogonal and isometric maps are read, finite and infinite ones, with layers
//! as CSV, as elements or as base64, the latter plain or compressed with zlib,
//! gzip or zstd. Tile sets stand in the map or in files of their own (`.tsx`,
//! `.tsj`). Flipping a tile does not change what it means. Layers that are
//! hidden in the editor are read like others, because collision layers often
//! are; shifts of layers by pixels are ignored, and so are images. Object layers
//! are a plan of their own: see [`parse_objects`].
//!
//! # What can be walked on
//!
//! Tiles say it by custom properties: `walkable`, true or false, and `terrain`, a
//! class number from 0 to 255 or a name. A tile set and a layer can have the same
//! properties: they hold for those of their tiles that have neither. The layers
//! lie on top of each other, and the topmost tile that says something
//! decides:
//!
//! * `walkable` is false: the cell is blocked.
//! * `terrain` is given: the cell can be walked on and has this class.
//! * `walkable` is true: the cell can be walked on; it keeps its class if it has
//!   one, and has class 0 otherwise. A bridge over water is such a tile.
//! * A tile that says nothing is ground of class 0 where it is the lowest, and
//!   decoration above others.
//! * A cell without any tile is blocked.
//! * Any tile of a layer named `collision` blocks, whatever lies above.
//!
//! [`TiledRules`] has these choices.
//!
//! ```
//! use tautline_formats::no_files;
//! use tautline_formats::tiled::{self, TiledRules};
//!
//! let text = r#"<map orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
//!   <tileset firstgid="1">
//!     <tile id="1"><properties><property name="terrain" type="int" value="2"/></properties></tile>
//!     <tile id="2"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
//!   </tileset>
//!   <layer name="ground" width="3" height="1"><data encoding="csv">1,2,3</data></layer>
//! </map>"#;
//! let grid = tiled::parse(text, &TiledRules::default(), &mut no_files)?;
//! assert_eq!(grid.cells, [Some(0), Some(2), None]);
//! assert_eq!(grid.cell_size, [16.0, 16.0]);
//!
//! let error = tiled::parse(&text.replace("2,3<", "2,x<"), &TiledRules::default(), &mut no_files);
//! assert_eq!(
//!     error.unwrap_err().to_string(),
//!     "line 6, column 70: expected the number of a tile, found \"x\"",
//! );
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

mod cells;
mod compose;
mod map;
mod objects;
mod tree;

use crate::error::FormatError;
use crate::grid::TileGrid;
use crate::load::Load;
use crate::piece::without_mark;
use crate::plan::Plan;
use tree::{File, LayerKind};

/// What the tiles of a map mean. The [module](crate::tiled#what-can-be-walked-on)
/// describes how they are combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiledRules {
    /// The names of the layers to read, collision layers included; if `None`,
    /// all.
    pub layers: Option<Vec<String>>,
    /// The names of layers in which any tile blocks; upper and lower case are
    /// the same. `collision` unless set.
    pub collision_layers: Vec<String>,
    /// The name of the property that says whether a tile can be walked on.
    /// `walkable` unless set; if empty, none does.
    pub walkable_property: String,
    /// The name of the property that gives the class of the terrain. `terrain`
    /// unless set; if empty, none does.
    pub terrain_property: String,
    /// The names that the terrain property can have instead of a number; the
    /// position is the class number. Upper and lower case are the same.
    pub terrains: Vec<String>,
    /// Whether the terrain property can be a class number. True unless set; if
    /// not, it has to be one of the names.
    pub class_numbers: bool,
    /// What a cell is that has only tiles that say nothing: the class of the
    /// terrain, or `None` for blocked. Class 0 unless set.
    pub plain: Option<u8>,
    /// What a cell without tiles is. Blocked unless set.
    pub empty: Option<u8>,
}

impl Default for TiledRules {
    fn default() -> Self {
        Self {
            layers: None,
            collision_layers: vec!["collision".to_owned()],
            walkable_property: "walkable".to_owned(),
            terrain_property: "terrain".to_owned(),
            terrains: Vec::new(),
            class_numbers: true,
            plain: Some(0),
            empty: None,
        }
    }
}

impl TiledRules {
    fn is_collision_layer(&self, name: &str) -> bool {
        self.collision_layers.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// A fault that only maps of Tiled can have.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TiledReason {
    /// A cell has a tile that no tile set has.
    #[error("tile {id} belongs to no tile set")]
    Tile {
        /// The global number of the tile, without the flags for flipping.
        id: u32,
    },
}

/// Reads a map. What begins with `{` is read as JSON, and what begins with `<` as XML.
/// Tile sets in files of their own are asked of `load`;
/// [`no_files`](crate::no_files) does without.
///
/// The grid of an infinite map is the smallest that has all its chunks.
///
/// Takes O(n + c) time for n bytes and the c cells of all layers, which may be
/// compressed, and O(n) memory for the text, 2 bytes for every cell of the grid
/// and 4 for every cell of the largest layer or chunk.
///
/// # Errors
///
/// When a text is not XML or JSON, an attribute is missing or is not a number,
/// the size of a tile is 0, a layer has another number of tiles than it claims,
/// or a tile belongs to no tile set: with line and column.
/// When the map is neither orthogonal nor isometric, has no tile layer (of the
/// chosen names), has more than [`MAX_CELLS`](crate::MAX_CELLS) cells or 16
/// times as many in all its layers, or more than 1024 tile sets.
pub fn parse(text: &str, rules: &TiledRules, load: &mut Load<'_>) -> Result<TileGrid, FormatError> {
    let file = File::parse(without_mark(text))?;
    compose::compose(&map::Map::read(&file.root("map")?, rules, load)?, rules)
}

/// The names of the tile layers of a map, from the lowest to the topmost, those in groups of
/// layers, too. What they hold does not matter.
///
/// ```
/// use tautline_formats::tiled;
///
/// let text = r#"<map><layer name="ground"/><group><layer name="walls"/></group></map>"#;
/// assert_eq!(tiled::layer_names(text)?, ["ground", "walls"]);
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// When the text is neither XML nor JSON, or no map: with line and column.
pub fn layer_names(text: &str) -> Result<Vec<String>, FormatError> {
    let file = File::parse(without_mark(text))?;
    let layers = map::layers(&file.root("map")?, LayerKind::Tiles)?;
    Ok(layers.iter().map(|layer| map::name(layer).into_owned()).collect())
}

/// Reads the object layers of a map as a plan, in the frame of the grid of the
/// same map: pixels, y downwards.
///
/// Read are rectangles, ellipses (as 32 corners) and polygons, rotated as they
/// are. Points, open lines, texts, capsules, tiles placed as objects and objects
/// from templates are passed over. What an object means is told by the first of
/// these that says it, and objects about which nothing is said are passed over:
///
/// * the properties `walkable` and `terrain` of the object,
/// * its class, a word of [`Role::from_word`](crate::Role::from_word),
/// * the properties and the class of its layer,
/// * the name of its layer, such a word or `collision`, which is a hole.
///
/// Takes O(n) time and memory for a text of n bytes.
///
/// ```
/// use tautline_formats::Role;
/// use tautline_formats::tiled::{self, TiledRules};
///
/// let text = r#"<map orientation="orthogonal" tilewidth="16" tileheight="16">
///   <objectgroup name="collision">
///     <object name="rock" x="32" y="16"><polygon points="0,0 16,0 0,16"/></object>
///     <object class="terrain-2" width="16" height="32"/>
///   </objectgroup>
/// </map>"#;
/// let plan = tiled::parse_objects(text, &TiledRules::default())?;
/// assert_eq!(plan.shapes[0].role, Role::Hole);
/// assert_eq!(plan.shapes[0].rings, [[[32.0, 16.0], [48.0, 16.0], [32.0, 32.0]]]);
/// assert_eq!(plan.shapes[1].role, Role::Terrain(2));
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// When a text is not XML or JSON, a number is not one, the size of a tile is 0 or
/// a property has another value than it can have; when a polygon has fewer than 3
/// corners, a corner is not finite in 32 bits, or there are more than
/// [`MAX_CORNERS`](crate::MAX_CORNERS): with line and column.
pub fn parse_objects(text: &str, rules: &TiledRules) -> Result<Plan, FormatError> {
    let file = File::parse(without_mark(text))?;
    objects::plan(&file.root("map")?, rules)
}
