//! Readers and writers of map formats: navigation meshes, tile maps, vector drawings and models,
//! as plain data.
//!
//! Each format has a reader whose errors name a location: line and column in a text
//! file. The formats of path finding also have a writer:
//!
//! | Module | File | Read into |
//! |---|---|---|
//! | [`polyanya`] | `.mesh`, Polyanya's formats 2 and 3 | a mesh of convex polygons |
//! | [`moving_ai`] | `.map` and `.scen` of the MovingAI benchmarks | a tile map, a list of problems |
//! | `json` (feature `json`) | tautline's own `.json`, designed to be written by hand | a map of areas, walls and links |
//! | [`level`] | `.txt`, a side-view level with a character for each tile | a grid of tiles |
//! | [`queries`] | `.csv` with the columns `sx,sy,gx,gy` | a list of starts and goals |
//!
//! The formats of other programs are only read. Readers of similar formats return the same
//! type:
//!
//! | Module and feature | File | Read into |
//! |---|---|---|
//! | `tiled` | `.tmx` and `.tmj` of Tiled, with `.tsx` and `.tsj` | [`TileGrid`], its objects as a [`VectorMap`] |
//! | `ldtk` | `.ldtk` and `.ldtkl` of LDtk | a [`TileGrid`] for each level |
//! | `png` | `.png`, one pixel for each cell | [`TileGrid`] |
//! | `obj` | `.obj` of Wavefront | [`Model`] |
//! | `gltf` | `.gltf` and `.glb`, glTF 2.0 | [`Model`] |
//! | `detour` | Detour's tiles, often `.navmesh` or `.bin` | a mesh of convex polygons, tile by tile |
//! | `geojson` | `.geojson`, RFC 7946 | [`VectorMap`] |
//! | `svg` | `.svg` | [`VectorMap`] |
//!
//! # When to use another crate
//!
//! This crate has no geometry. To build a navigation mesh, use `tautline-meshgen` and
//! `tautline-navmesh`. To store a finished mesh, use `tautline-asset`. The facade
//! `tautline` does all of it and converts the types of this crate.
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
//! * Readers never panic. They take memory proportional to the length of the file, whatever counts
//!   it declares. The time is limited as well; each reader documents it.
//! * Where a short file can represent much data (compressed layers,
//!   images, a repeated mesh or symbol), fixed limits apply
//!   instead: [`MAX_CELLS`], [`MAX_MODEL_SIZE`], [`MAX_CORNERS`]. Larger data is rejected
//!   before memory is allocated for it.
//! * No files are opened. Readers of formats with several files call back for the
//!   other files ([`Load`]).
//! * All numbers are finite, except in lists of queries, and all indices are valid.
//! * Written values are read back bit for bit.
//!   Numbers are rounded once, from their decimal digits to their type.
//! * Writers never fail. The reader rejects the text of an invalid value, so that mistakes are
//!   found and not corrected silently. The exception is [`level::write`], because a text level does
//!   not declare its size.
//! * A [`FormatError`] is displayed in one line.
//! * A byte order mark at the beginning of a text is ignored, and lines may end
//!   with a carriage return and a line feed.
//!
//! # Features
//!
//! One feature for each format that needs it, with the name of its module. Only `json` is on
//! by default.
//!
//! | Feature | Dependencies |
//! |---|---|
//! | `json`, `ldtk`, `geojson` | serde, `serde_json` |
//! | `tiled` | roxmltree, serde, `serde_json`, base64, flate2, ruzstd |
//! | `png` | png |
//! | `obj` | none |
//! | `gltf` | gltf, glam, base64, serde, `serde_json` |
//! | `detour` | none |
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
//!   `DetourNavMesh.h` and the demo of recastnavigation, for the layout of tiles.

#![cfg_attr(
    not(all(
        feature = "tiled",
        feature = "gltf",
        feature = "detour",
        feature = "geojson",
        feature = "svg"
    )),
    allow(dead_code, reason = "used by readers whose features are off")
)]

mod angle;
#[cfg(any(feature = "tiled", feature = "gltf"))]
mod base64_text;
mod byte_reader;
mod error;
#[cfg(feature = "obj")]
mod face_triangles;
mod found;
mod grid;
mod interpretation;
#[cfg(any(
    feature = "json",
    feature = "tiled",
    feature = "ldtk",
    feature = "gltf",
    feature = "geojson"
))]
mod json_parse;
mod lexer;
mod link;
mod load;
mod model;
mod number;
mod vector_map;
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

pub use error::{FormatError, Reason, SourceLocation};
pub use found::Found;
pub use grid::{MAX_CELLS, Projection, TileGrid};
pub use interpretation::{
    Interpretation, Meaning, RoleSource, UnreadKind, UnreadName, looks_like_label,
};
pub use link::{Link, LinkKind};
pub use load::{Load, no_files};
pub use model::{MAX_MODEL_SIZE, Model, Part};
pub use vector_map::{FillRule, MAX_CORNERS, Role, Shape, VectorMap};

#[cfg(all(doctest, feature = "json"))]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
