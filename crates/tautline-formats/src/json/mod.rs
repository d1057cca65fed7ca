//! Tautline's own JSON map format, designed to be written by hand.
//!
//! A map is a JSON object. Coordinates are in world units, and the y axis points up. The third
//! number of a point is its elevation.
//!
//! ```
//! # let text = r#"
//! {
//!   "tautline": 1,
//!   "name": "Harbour",
//!   "terrains": ["ground", "road", "mud"],
//!   "areas": [
//!     { "id": 1, "terrain": "road", "corners": [[0, 0], [4, 0], [4, 3, 1.5]] },
//!     { "corners": [[4, 0], [9, 0], [9, 9, 2], [4, 3, 1.5]] }
//!   ],
//!   "walls": [
//!     [[4, 0], [4, 3]]
//!   ],
//!   "links": [
//!     { "from": [1, 0.5], "to": [8, 7, 2], "kind": "jump", "cost": 3.5, "both_ways": true }
//!   ]
//! }
//! # "#;
//! use tautline_formats::json::{self, LinkKind};
//!
//! let map = json::parse(text)?;
//! assert_eq!(map.name.as_deref(), Some("Harbour"));
//! assert_eq!(map.areas[0].terrain, 1, "road");
//! assert_eq!(map.areas[1].id, 2, "none given: its position, from 1");
//! assert_eq!(map.areas[1].terrain, 0, "none given: the first");
//! assert_eq!(map.areas[1].corners[0], [4.0, 0.0, 0.0]);
//! assert!(map.has_elevation);
//! assert_eq!(map.walls, [[[4.0, 0.0], [4.0, 3.0]]]);
//! assert_eq!(map.links[0].kind, LinkKind::Jump);
//! assert_eq!(map.links[0].cost, Some(3.5));
//! assert_eq!(json::parse(&json::write(&map))?, map);
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```
//!
//! # The map
//!
//! | Field | Value | Default |
//! |---|---|---|
//! | `tautline` | the version of the format: `1` | required |
//! | `name` | a text | no name |
//! | `terrains` | up to 256 names, each once. The position of a name, from 0, is the class number of the terrain | every area has class 0 |
//! | `areas` | a list of areas | required |
//! | `walls` | a list of walls | none |
//! | `links` | a list of links | none |
//!
//! # An area
//!
//! | Field | Value | Default |
//! |---|---|---|
//! | `id` | a unique integer from 0 to 4294967295 | the position of the area, from 1 |
//! | `terrain` | one of the `terrains` | class 0, the first of them |
//! | `corners` | at least 3 points, in counter-clockwise order along the outline | required |
//!
//! # A wall
//!
//! A list of two points `[x, y]`: a zero-width wall, which agents can touch and walk
//! along, but not cross. It lies on an edge of an area: its ends are successive corners of that
//! area. For a wall through the middle of an area, split the area into two. For a wall along a part
//! of an edge, add corners at the ends of the wall. Walls have no elevation.
//!
//! # A link
//!
//! An off-mesh link: a connection between two points that is not walked, such as a jump. Links are
//! numbered in their order, from 0.
//!
//! | Field | Value | Default |
//! |---|---|---|
//! | `from`, `to` | a point each | required |
//! | `kind` | `"jump"`, `"ladder"`, `"teleport"` or `"other"` | `"other"` |
//! | `cost` | a number of at least 0 | the straight-line distance |
//! | `both_ways` | `true` if the link is bidirectional | `false` |
//!
//! # A point
//!
//! `[x, y]` or `[x, y, elevation]`. The elevation defaults to 0.
//!
//! # Errors
//!
//! Text that is not JSON, unknown or repeated fields, `null`, and numbers that do not fit
//! into 32-bit floating point are rejected, with line and column. For values of
//! well-formed JSON that are invalid, the error has the path of the value:
//!
//! ```
//! let text = r#"{ "tautline": 1, "terrains": ["mud"], "areas": [
//!   { "terrain": "road", "corners": [[0, 0], [1, 0], [0, 1]] }
//! ] }"#;
//! assert_eq!(
//!     tautline_formats::json::parse(text).unwrap_err().to_string(),
//!     r#"areas[0].terrain: unknown terrain "road"; expected "mud""#,
//! );
//! ```
//!
//! The geometry is not checked: outlines may cross themselves or each other. Building
//! a mesh checks this.
//!
//! # Schema
//!
//! [`SCHEMA`] is a JSON Schema: with it, editors complete and check a map
//! while it is typed. It cannot express that ids are unique and terrains are defined.

mod read;
pub(crate) mod reason;
mod write;

pub use crate::link::{Link, LinkKind};
pub use read::parse;
pub use reason::JsonMapReason;
pub use write::write;

/// Returns the member `type` of a text that is a JSON object. Maps of this format have no such
/// member, but maps of Tiled and GeoJSON do, and their names may end in `.json`, too.
///
/// ```
/// use tautline_formats::json::root_type;
///
/// let text = r#"{ "type": "FeatureCollection", "features": [] }"#;
/// assert_eq!(root_type(text).as_deref(), Some("FeatureCollection"));
/// assert_eq!(root_type(r#"{ "tautline": 1, "areas": [] }"#), None);
/// ```
#[must_use]
#[doc(hidden)]
pub fn root_type(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Typed {
        r#type: String,
    }
    let typed: Typed = crate::json_parse::object(crate::lexer::strip_bom(text)).ok()?;
    Some(typed.r#type)
}

/// A JSON Schema (draft 2020-12) of the format, the text of
/// `schema/tautline-map.schema.json`.
///
/// ```
/// assert!(tautline_formats::json::SCHEMA.contains("https://json-schema.org/draft/2020-12/schema"));
/// ```
pub const SCHEMA: &str = include_str!("../../schema/tautline-map.schema.json");

/// A map in tautline's own JSON format. Names are resolved, the geometry is not
/// checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JsonMap {
    /// The name of the map.
    pub name: Option<String>,
    /// The names of the terrain classes, at most 256; the position is the class
    /// number. Empty if all areas have class 0.
    pub terrains: Vec<String>,
    /// The walkable areas.
    pub areas: Vec<Area>,
    /// The zero-width walls by their two ends; x and y in world units.
    pub walls: Vec<[[f32; 2]; 2]>,
    /// The off-mesh links.
    pub links: Vec<Link>,
    /// True if any corner or link end has an explicit elevation. If not, all
    /// elevations are 0.
    pub has_elevation: bool,
}

/// A walkable area of a [`JsonMap`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Area {
    /// The unique number of the area.
    pub id: u32,
    /// The terrain class, a position in [`JsonMap::terrains`].
    pub terrain: u8,
    /// The outline: x, y and elevation in world units.
    pub corners: Vec<[f32; 3]>,
}
