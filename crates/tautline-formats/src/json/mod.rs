//! Drawings: tautline's own map format, made to be written by hand.
//!
//! A drawing is a JSON object. Everything is measured in world units, in a
//! plane whose y axis points up; a third number of a point is its elevation.
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
//! let drawing = json::parse(text)?;
//! assert_eq!(drawing.name.as_deref(), Some("Harbour"));
//! assert_eq!(drawing.areas[0].terrain, 1, "road");
//! assert_eq!(drawing.areas[1].id, 2, "none given: its position, from 1");
//! assert_eq!(drawing.areas[1].terrain, 0, "none given: the first");
//! assert_eq!(drawing.areas[1].corners[0], [4.0, 0.0, 0.0]);
//! assert!(drawing.has_elevation);
//! assert_eq!(drawing.walls, [[[4.0, 0.0], [4.0, 3.0]]]);
//! assert_eq!(drawing.links[0].kind, LinkKind::Jump);
//! assert_eq!(drawing.links[0].cost, Some(3.5));
//! assert_eq!(json::parse(&json::write(&drawing))?, drawing);
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```
//!
//! # The drawing
//!
//! | Field | Value | Left out |
//! |---|---|---|
//! | `tautline` | the version of the format: `1` | an error |
//! | `name` | a text of the author's choice | no name |
//! | `terrains` | up to 256 names, each once. The position of a name, from 0, is the class number of the terrain | every area has class 0 |
//! | `areas` | a list of areas | an error |
//! | `walls` | a list of walls | none |
//! | `links` | a list of links | none |
//!
//! # An area
//!
//! | Field | Value | Left out |
//! |---|---|---|
//! | `id` | a whole number from 0 to 4294967295 that no other area has | the position of the area, from 1 |
//! | `terrain` | one of the `terrains` | class 0, the first of them |
//! | `corners` | at least 3 points, in order along the outline | an error |
//!
//! # A wall
//!
//! A list of two points `[x, y]`: a border of no width that can be touched and
//! walked along, but not crossed. Walls lie in the plane and have no elevation.
//!
//! # A link
//!
//! A connection that is not walked.
//!
//! | Field | Value | Left out |
//! |---|---|---|
//! | `from`, `to` | a point each | an error |
//! | `kind` | `"jump"`, `"ladder"`, `"teleport"` or `"other"` | `"other"` |
//! | `cost` | a number of at least 0 | the straight distance |
//! | `both_ways` | whether it leads back as well: `true` or `false` | `false` |
//!
//! # A point
//!
//! `[x, y]` or `[x, y, elevation]`. When one corner or end of a link has an
//! elevation, the drawing has, and all points without one are at 0.
//!
//! # What is refused
//!
//! Text that is not JSON, fields that are not in these tables, fields given
//! twice, `null`, and numbers that do not fit into 32-bit floating point. Such
//! errors name a line and a column. Where the JSON is well-formed, but its
//! meaning is not, an error names the value:
//!
//! ```
//! let text = r#"{ "tautline": 1, "terrains": ["mud"], "areas": [
//!   { "terrain": "road", "corners": [[0, 0], [1, 0], [0, 1]] }
//! ] }"#;
//! assert_eq!(
//!     tautline_formats::json::parse(text).unwrap_err().to_string(),
//!     r#"areas[0].terrain: unknown terrain "road"; known are "mud""#,
//! );
//! ```
//!
//! The geometry is not looked at: whether outlines cross themselves or each
//! other is left to whoever builds a mesh of them.
//!
//! # Schema
//!
//! [`SCHEMA`] is a JSON Schema that editors use to complete and check drawings
//! while they are typed. It cannot express that ids and terrains must match.

mod read;
mod write;

pub use read::parse;
pub use write::write;

/// A JSON Schema (draft 2020-12) of the format, the text of
/// `schema/tautline-map.schema.json`.
///
/// ```
/// assert!(tautline_formats::json::SCHEMA.contains("https://json-schema.org/draft/2020-12/schema"));
/// ```
pub const SCHEMA: &str = include_str!("../../schema/tautline-map.schema.json");

/// A drawing as its author made it: names are resolved, the geometry is not
/// looked at.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// What the author calls it.
    pub name: Option<String>,
    /// The names of the terrain classes, at most 256; the position is the class
    /// number. Empty when the drawing has only class 0.
    pub terrains: Vec<String>,
    /// Walkable ground.
    pub areas: Vec<Area>,
    /// Borders of no width that cannot be crossed, from one end to the other;
    /// x and y in world units.
    pub walls: Vec<[[f32; 2]; 2]>,
    /// Connections that are not walked.
    pub links: Vec<Link>,
    /// Whether any corner or end of a link was given an elevation. If not, all
    /// elevations are 0.
    pub has_elevation: bool,
}

/// An area of a [`Drawing`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Area {
    /// The number by which the author knows it; no other area has the same.
    pub id: u32,
    /// The class of its terrain, a position in [`Drawing::terrains`].
    pub terrain: u8,
    /// Its outline: x, y and elevation in world units.
    pub corners: Vec<[f32; 3]>,
}

/// A connection of a [`Drawing`] that is not walked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Link {
    /// Where it begins: x, y and elevation in world units.
    pub from: [f32; 3],
    /// Where it ends.
    pub to: [f32; 3],
    /// How it is used.
    pub kind: LinkKind,
    /// What it costs to use it, finite and at least 0; if `None`, the straight
    /// distance between its ends.
    pub cost: Option<f32>,
    /// Whether it can be used from `to` to `from` as well.
    pub both_ways: bool,
}

/// How a [`Link`] is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LinkKind {
    /// A leap, or a drop from a ledge.
    Jump,
    /// A climb.
    Ladder,
    /// A change of place without a way between.
    Teleport,
    /// Anything else.
    #[default]
    Other,
}

impl LinkKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Jump, Self::Ladder, Self::Teleport, Self::Other];

    /// The word for this kind in a drawing.
    ///
    /// ```
    /// assert_eq!(tautline_formats::json::LinkKind::Jump.name(), "jump");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jump => "jump",
            Self::Ladder => "ladder",
            Self::Teleport => "teleport",
            Self::Other => "other",
        }
    }
}

/// A fault that only drawings can have.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingReason {
    /// Two areas have the same number.
    #[error("the id {id} is already that of areas[{first}]")]
    DuplicateId {
        /// The number.
        id: u32,
        /// The position of the earlier area, from 0.
        first: u64,
    },
    /// A cost is negative.
    #[error("expected a cost of at least 0, found {found}")]
    NegativeCost {
        /// The cost.
        found: f32,
    },
}

/// How many terrains can be told apart by a class number.
const MAX_TERRAINS: usize = 256;
