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

mod at;
mod cells;
mod compose;
mod json;
mod map;
mod objects;
mod properties;
mod rules;
mod syntax;
mod tile_sets;
mod xml;

use crate::error::FormatError;
use crate::grid::TileGrid;
use crate::load::Load;
use crate::piece::without_mark;
use crate::plan::Plan;

pub use rules::TiledRules;
use syntax::Syntax;

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
/// or a tile belongs to no tile set: with line and column in XML, and the path of
/// the value in JSON.
/// When the map is neither orthogonal nor isometric, has no tile layer (of the
/// chosen names), has more than [`MAX_CELLS`](crate::MAX_CELLS) cells or 16
/// times as many in all its layers, or more than 1024 tile sets.
pub fn parse(text: &str, rules: &TiledRules, load: &mut Load<'_>) -> Result<TileGrid, FormatError> {
    let text = without_mark(text);
    match Syntax::of(text)? {
        Syntax::Json => {
            let file = json::read(text)?;
            compose::compose(&json::map(&file, rules, load)?, rules)
        }
        Syntax::Xml => {
            let document = crate::xml::parse(text)?;
            compose::compose(&xml::map(&document, rules, load)?, rules)
        }
    }
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
    let text = without_mark(text);
    match Syntax::of(text)? {
        Syntax::Json => Ok(json::layer_names(&json::read(text)?)),
        Syntax::Xml => xml::layer_names(&crate::xml::parse(text)?),
    }
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
/// [`MAX_CORNERS`](crate::MAX_CORNERS): with line and column in XML, and the path
/// of the value in JSON.
pub fn parse_objects(text: &str, rules: &TiledRules) -> Result<Plan, FormatError> {
    let text = without_mark(text);
    match Syntax::of(text)? {
        Syntax::Json => {
            let file = json::read(text)?;
            objects::plan(&json::objects(&file, rules)?, rules)
        }
        Syntax::Xml => {
            let document = crate::xml::parse(text)?;
            objects::plan(&xml::objects(&document, rules)?, rules)
        }
    }
}
