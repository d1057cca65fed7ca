//! Tile maps of the editor Tiled, as XML (`.tmx`) or JSON (`.tmj`).
//!
//! Orthogonal and isometric maps are read, finite and infinite, with layer data
//! as CSV, as elements or as base64, which may be compressed with zlib,
//! gzip or zstd. Tile sets may be in the map or in separate files (`.tsx`,
//! `.tsj`). A flipped tile means the same as the tile itself. Hidden layers are read like
//! others, because collision layers are often hidden. Pixel offsets of layers and
//! images and the collision shapes of tiles are ignored. Offsets of layers are
//! [reported](crate::UnreadKind::Offset), and so are shapes of [tiles without
//! properties](crate::UnreadKind::TileShape).
//! A cell of an isometric map is a square whose side is the height of a tile, as in Tiled's coordinates of
//! objects: see [`Projection`](crate::Projection).
//! [`parse_objects`] reads object layers as a vector map, and [`parse_with_objects`] reads both.
//!
//! # Walkable cells
//!
//! Custom properties define the meaning of tiles: `walkable`, true or false, and `terrain`, a
//! class number from 0 to 255 or a name. A tile without both has the properties of its tile set or,
//! if that has none, of its layer. The topmost tile with a property decides:
//!
//! * If `walkable` is false, the cell is blocked.
//! * If `terrain` is given, the cell is walkable and has this class.
//! * If `walkable` is true, the cell is walkable. It keeps the class of the tile below, or has
//!   class 0 if there is none. A bridge over water is such a tile.
//! * Tiles without properties are decoration. A cell with no other tiles is ground of
//!   class 0.
//! * A cell without tiles is blocked.
//! * Any tile of a layer named `collision` blocks its cell, whatever lies above.
//!
//! [`TiledOptions`] changes this.
//!
//! # Links
//!
//! A polyline in an object layer with the custom property `link` is a [link](crate::Link) from its
//! first to its last point. The value is the kind: `jump`, `ladder`, `teleport` or `other`. The
//! property `cost` is its cost, in world units (by default, the straight-line distance), and `both_ways`
//! is true if it is bidirectional.
//!
//! ```
//! use tautline_formats::no_files;
//! use tautline_formats::tiled::{self, TiledOptions};
//!
//! let text = r#"<map orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
//!   <tileset firstgid="1">
//!     <tile id="1"><properties><property name="terrain" type="int" value="2"/></properties></tile>
//!     <tile id="2"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
//!   </tileset>
//!   <layer name="ground" width="3" height="1"><data encoding="csv">1,2,3</data></layer>
//! </map>"#;
//! let grid = tiled::parse(text, &TiledOptions::default(), &mut no_files)?;
//! assert_eq!(grid.cells, [Some(0), Some(2), None]);
//! assert_eq!(grid.cell_size, [16.0, 16.0]);
//!
//! let error = tiled::parse(&text.replace("2,3<", "2,x<"), &TiledOptions::default(), &mut no_files);
//! assert_eq!(
//!     error.unwrap_err().to_string(),
//!     "line 6, column 70: expected the number of a tile, found \"x\"",
//! );
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

mod attributes;
mod cells;
mod compose;
mod map;
mod objects;
mod properties;
pub(crate) mod reason;
mod tree;

use crate::error::FormatError;
use crate::grid::TileGrid;
use crate::lexer::strip_bom;
use crate::load::Load;
use crate::vector_map::{Shape, VectorMap};
pub use reason::TiledReason;
use tree::{File, LayerKind};

/// The meaning of tiles. The [module](crate::tiled#walkable-cells) describes how tiles are
/// combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiledOptions {
    /// The names of the layers to read, including collision layers; if `None`,
    /// all.
    pub layers: Option<Vec<String>>,
    /// The names of collision layers, in which any tile blocks its cell. Case is ignored. Default:
    /// `collision`.
    pub collision_layers: Vec<String>,
    /// True if tiles of collision layers with a property of their own, or of their tile set, keep its
    /// meaning. Default: false.
    pub labels_in_collision_layers: bool,
    /// The name of the property that is true for walkable tiles. Default: `walkable`. Empty for
    /// no such property.
    pub walkable_property: String,
    /// The name of the property with the terrain class. Default: `terrain`. Empty for
    /// no such property.
    pub terrain_property: String,
    /// The names of terrain classes; the position is the class number. Case is ignored.
    pub terrains: Vec<String>,
    /// True if the terrain property may be a class number; otherwise it must be one of the
    /// names. Default: true.
    pub class_numbers: bool,
    /// The terrain class of cells that only have tiles without properties, or `None` for blocked.
    /// Default: class 0.
    pub untagged: Option<u8>,
    /// The terrain class of cells without tiles, or `None` for blocked. Default: blocked.
    pub empty_cell: Option<u8>,
}

impl Default for TiledOptions {
    fn default() -> Self {
        Self {
            layers: None,
            collision_layers: vec!["collision".to_owned()],
            labels_in_collision_layers: false,
            walkable_property: "walkable".to_owned(),
            terrain_property: "terrain".to_owned(),
            terrains: Vec::new(),
            class_numbers: true,
            untagged: Some(0),
            empty_cell: None,
        }
    }
}

impl TiledOptions {
    fn is_collision_layer(&self, name: &str) -> bool {
        self.collision_layers.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Reads a map, as JSON if it begins with `{` and as XML if it begins with `<`.
/// `load` is called for tile sets in separate files; use
/// [`no_files`](crate::no_files) if there are none.
///
/// The grid of an infinite map is the bounding box of its chunks.
///
/// Takes O(n + c) time for n bytes in all files and c cells in all layers. The memory is O(n) for
/// the text, 2 bytes for every cell of the grid, and 4 bytes for every cell of the largest layer or
/// chunk.
///
/// # Errors
///
/// With line and column, if a text is not XML or JSON, an attribute is missing or is not a number,
/// the size of a tile is 0, a layer does not have the declared number of tiles,
/// or a tile belongs to no tile set.
/// Also if the map is neither orthogonal nor isometric, has no tile layer (with one of the
/// given names), has more than [`MAX_CELLS`](crate::MAX_CELLS) cells or 16
/// times as many in all its layers, or more than 1024 tile sets.
pub fn parse(
    text: &str,
    options: &TiledOptions,
    load: &mut Load<'_>,
) -> Result<TileGrid, FormatError> {
    let file = File::parse(strip_bom(text))?;
    compose::compose(map::Map::read(&file.root("map")?, options, false, load)?, options)
}

/// Like [`parse`], also with the shapes of the object layers that are drawn over the tiles: those to which
/// [`parse_objects`] gives a role. They are in the coordinates of the grid. If only some [layers](TiledOptions::layers)
/// are read, only objects in collision layers are.
///
/// ```
/// use tautline_formats::{Role, no_files};
/// use tautline_formats::tiled::{self, TiledOptions};
///
/// let text = r#"<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
///   <tileset firstgid="1"/>
///   <layer name="ground" width="2" height="1"><data encoding="csv">1,1</data></layer>
///   <objectgroup name="collision"><object x="4" y="4" width="8" height="8"/></objectgroup>
/// </map>"#;
/// let (grid, shapes) = tiled::parse_with_objects(text, &TiledOptions::default(), &mut no_files)?;
/// assert_eq!(grid.cells, [Some(0), Some(0)]);
/// assert_eq!(shapes[0].role, Role::Hole);
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// Those of [`parse`] and [`parse_objects`].
pub fn parse_with_objects(
    text: &str,
    options: &TiledOptions,
    load: &mut Load<'_>,
) -> Result<(TileGrid, Vec<Shape>), FormatError> {
    let file = File::parse(strip_bom(text))?;
    let mut map = map::Map::read(&file.root("map")?, options, true, load)?;
    let shapes = std::mem::take(&mut map.shapes);
    Ok((compose::compose(map, options)?, shapes))
}

/// Returns the names of the tile layers of a map, from the lowest to the topmost, including those in
/// layer groups. Does not read their tiles.
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
/// With line and column, if the text is neither XML nor JSON, or not a map.
pub fn layer_names(text: &str) -> Result<Vec<String>, FormatError> {
    names_of(text, LayerKind::Tiles)
}

/// Returns the names of the object layers of a map, like [`layer_names`].
///
/// # Errors
///
/// Those of [`layer_names`].
pub fn object_layer_names(text: &str) -> Result<Vec<String>, FormatError> {
    names_of(text, LayerKind::Objects)
}

fn names_of(text: &str, kind: LayerKind) -> Result<Vec<String>, FormatError> {
    let file = File::parse(strip_bom(text))?;
    let layers = attributes::layers(&file.root("map")?, kind)?;
    Ok(layers.iter().map(|layer| attributes::name(&layer.node).into_owned()).collect())
}

/// Reads the object layers of a map as a vector map, in the coordinates of the tile grid of the
/// same map: pixels, y down.
///
/// Rectangles, ellipses (as 32 corners) and polygons are read, with their rotation.
/// Polylines with the property `link` are [links](crate::tiled#links). Points, other open lines,
/// texts, capsules, tile objects and objects from templates are ignored. The role of an object is given by, in order of precedence,
///
/// * the properties `walkable` and `terrain` of the object,
/// * its class, a word of [`Role::from_word`](crate::Role::from_word),
/// * the properties and the class of its layer,
/// * the name of its layer: such a word, or `collision` for a hole.
///
/// Objects without a role are ignored.
///
/// Takes O(n) time and memory for a text of n bytes.
///
/// ```
/// use tautline_formats::Role;
/// use tautline_formats::tiled::{self, TiledOptions};
///
/// let text = r#"<map orientation="orthogonal" tilewidth="16" tileheight="16">
///   <objectgroup name="collision">
///     <object name="rock" x="32" y="16"><polygon points="0,0 16,0 0,16"/></object>
///     <object class="terrain-2" width="16" height="32"/>
///   </objectgroup>
/// </map>"#;
/// let map = tiled::parse_objects(text, &TiledOptions::default())?;
/// assert_eq!(map.shapes[0].role, Role::Hole);
/// assert_eq!(map.shapes[0].rings, [[[32.0, 16.0], [48.0, 16.0], [32.0, 32.0]]]);
/// assert_eq!(map.shapes[1].role, Role::Terrain(2));
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// With line and column, if a text is not XML or JSON, a number or a property is invalid, the size of
/// a tile is 0, a polygon has fewer than 3 corners, a corner is not finite in 32 bits, or there are
/// more than [`MAX_CORNERS`](crate::MAX_CORNERS) corners.
pub fn parse_objects(text: &str, options: &TiledOptions) -> Result<VectorMap, FormatError> {
    let file = File::parse(strip_bom(text))?;
    objects::vector_map(&file.root("map")?, options)
}
