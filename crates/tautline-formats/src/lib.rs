//! What authors draw, read into plain data and written back.
//!
//! Four formats, each with a reader that says at which line and column a file
//! is wrong, and a writer:
//!
//! | Module | File | Read into |
//! |---|---|---|
//! | [`polyanya`] | `.mesh`, Polyanya's format 2 | a mesh of convex polygons |
//! | [`moving_ai`] | `.map` and `.scen` of the MovingAI benchmarks | a tile map, a list of problems |
//! | `json` (feature `json`) | tautline's own `.json`, to be written by hand | a drawing: areas, walls, links |
//! | [`queries`] | `.csv` with the header `sx,sy,gx,gy` | a list of starts and goals |
//!
//! # When to use another room
//!
//! Nothing here knows geometry. To turn what was read into a mesh that is
//! checked and can be searched, use `tautline-navmesh`. To store a finished
//! mesh, use `tautline-asset`. To do all of it with one dependency, use
//! `tautline`.
//!
//! # Example
//!
//! ```
//! use tautline_formats::moving_ai;
//!
//! let text = "type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n";
//! let error = moving_ai::parse_map(text).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 6, column 2: expected a cell '.', 'G', 'S' (free) or '@', 'O', 'T', 'W' (blocked), \
//!      found 'x'",
//! );
//! let map = moving_ai::parse_map(&text.replace('x', "@"))?;
//! assert_eq!((map.width, map.height), (3, 2));
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```
//!
//! # Guarantees
//!
//! * A reader never panics and takes time and memory in proportion to the
//!   length of its text, whatever the text claims.
//! * What a writer writes is read back as the same values, bit for bit.
//!   Numbers are rounded once, from their decimal digits to their type.
//! * A writer never fails. Of a value that its reader would refuse, it writes
//!   a text that the reader refuses: mistakes come to light and are not mended
//!   in silence.
//! * A [`FormatError`] is displayed in one line.
//! * A byte order mark at the beginning of a text is ignored, and lines may end
//!   with a carriage return and a line feed.
//!
//! # Features
//!
//! `json` (on by default): the module `json`, with serde and `serde_json`.
//!
//! # Sources
//!
//! * Cui, Harabor, Grastien, *Compromise-free Pathfinding on a Navigation
//!   Mesh*, IJCAI 2017: the `.mesh` format.
//! * Sturtevant, *Benchmarks for Grid-Based Pathfinding*, IEEE Transactions on
//!   Computational Intelligence and AI in Games 4(2), 2012: `.map` and `.scen`.

mod error;
mod number;
mod piece;

#[cfg(feature = "json")]
pub mod json;
pub mod moving_ai;
pub mod polyanya;
pub mod queries;

pub use error::{FormatError, Found, Place, Reason};

#[cfg(all(doctest, feature = "json"))]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
