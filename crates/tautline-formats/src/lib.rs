//! What authors draw, read into plain data and written back.
//!
//! Each format has a reader that says where a file is wrong, at which line and
//! column if it is text. The formats of path finding have a writer, too:
//!
//! | Module | File | Read into |
//! |---|---|---|
//! | [`polyanya`] | `.mesh`, Polyanya's format 2 | a mesh of convex polygons |
//! | [`moving_ai`] | `.map` and `.scen` of the MovingAI benchmarks | a tile map, a list of problems |
//! | `json` (feature `json`) | tautline's own `.json`, to be written by hand | a drawing: areas, walls, links |
//! | [`level`] | `.txt`, a side-view level drawn in characters | its tiles |
//! | [`queries`] | `.csv` with the header `sx,sy,gx,gy` | a list of starts and goals |
//!
//! What other programs draw is only read. Readers of one kind give the same
//! type:
//!
//! | Module and feature | File | Read into |
//! |---|---|---|
//! | `tiled` | `.tmx` and `.tmj` of Tiled, with `.tsx` and `.tsj` | [`TileGrid`], its objects as a [`Plan`] |
//! | `ldtk` | `.ldtk` and `.ldtkl` of LDtk | a [`TileGrid`] for each level |
//! | `png` | `.png`, one pixel for each cell | [`TileGrid`] |
//! | `obj` | `.obj` of Wavefront | [`Model`] |
//! | `gltf` | `.gltf` and `.glb`, glTF 2.0 | [`Model`] |
//! | `detour` | Detour's tiles, often `.navmesh` or `.bin` | a mesh of convex polygons, tile by tile |
//! | `geojson` | `.geojson`, RFC 7946 | [`Plan`] |
//! | `svg` | `.svg` | [`Plan`] |
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
//!   length of its file, whatever the file claims.
//! * Where a format lets a short file stand for much (compressed layers,
//!   pictures, a mesh or symbol drawn at many places), a fixed limit holds
//!   instead: [`MAX_CELLS`], [`MAX_MODEL_SIZE`], [`MAX_CORNERS`]. More is an
//!   error, before memory is taken for it.
//! * Nothing here opens files. Formats of several files ask their caller for the
//!   others (`Load`).
//! * What is read has finite numbers only, and indices that exist.
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
//! One for each format that needs it, named like its module. Only `json` is on
//! by default.
//!
//! | Feature | Brings |
//! |---|---|
//! | `json`, `ldtk`, `geojson` | serde, `serde_json` |
//! | `tiled` | roxmltree, serde, `serde_json`, base64, flate2, ruzstd |
//! | `png` | png |
//! | `obj` | nothing |
//! | `gltf` | gltf, glam, base64, serde, `serde_json` |
//! | `detour` | nothing |
//! | `svg` | roxmltree, svgtypes, glam |
//!
//! # Sources
//!
//! * Cui, Harabor, Grastien, *Compromise-free Pathfinding on a Navigation
//!   Mesh*, IJCAI 2017: the `.mesh` format.
//! * Sturtevant, *Benchmarks for Grid-Based Pathfinding*, IEEE Transactions on
//!   Computational Intelligence and AI in Games 4(2), 2012: `.map` and `.scen`.
//! * *TMX Map Format* and *JSON Map Format* in the manual of Tiled; *LDtk JSON
//!   schema*; *glTF 2.0 Specification*, Khronos; RFC 7946, *The GeoJSON Format*;
//!   *Scalable Vector Graphics 2*, W3C, with appendix B.2 for arcs;
//!   `DetourNavMesh.h` and the demo of recastnavigation, for how tiles are laid out.

#![cfg_attr(
    not(all(
        feature = "tiled",
        feature = "gltf",
        feature = "detour",
        feature = "geojson",
        feature = "svg"
    )),
    allow(dead_code, reason = "readers that are turned off share it")
)]

mod angle;
mod bytes;
mod error;
mod grid;
#[cfg(any(
    feature = "json",
    feature = "tiled",
    feature = "ldtk",
    feature = "gltf",
    feature = "geojson"
))]
mod json_shape;
mod load;
mod model;
mod number;
#[cfg(any(feature = "tiled", feature = "gltf"))]
mod packed;
mod piece;
mod plan;
#[cfg(any(feature = "tiled", feature = "svg"))]
mod xml;

#[cfg(feature = "detour")]
pub mod detour;
#[cfg(feature = "geojson")]
pub mod geojson;
#[cfg(feature = "gltf")]
pub mod gltf;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "ldtk")]
pub mod ldtk;
pub mod level;
pub mod moving_ai;
#[cfg(feature = "obj")]
pub mod obj;
#[cfg(feature = "png")]
pub mod png;
pub mod polyanya;
pub mod queries;
#[cfg(feature = "svg")]
pub mod svg;
#[cfg(feature = "tiled")]
pub mod tiled;

pub use error::{FormatError, Found, Place, Reason};
pub use grid::{MAX_CELLS, Projection, TileGrid};
pub use load::{Load, no_files};
pub use model::{MAX_MODEL_SIZE, Model, Part, UpAxis};
pub use plan::{Fill, MAX_CORNERS, Plan, PlanShape, Role};

#[cfg(all(doctest, feature = "json"))]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
