//! SVG drawings as vector maps.
//!
//! The outlines of rectangles, circles, ellipses, polygons, polylines
//! and paths (open ones are closed) are read, including those in groups, with their
//! transforms, and those repeated by `use`. Curves are approximated by chords.
//! Texts, images, lines that are not links, elements that are not displayed (`display: none`),
//! definitions, style sheets, clipping and strokes are ignored. So a wall must be an area, not a
//! thick line.
//!
//! # Roles
//!
//! A word of [`Role::from_word`](crate::Role::from_word) (`ground`, `hole`, `obstacle`, `wall`,
//! `terrain-3`, or `terrain-` with a name) defines the role of a shape. `ignore`
//! leaves it out. The word can be, in order of precedence,
//!
//! * one of its classes (`class="terrain-3"`); an unknown terrain is an error;
//! * the beginning of its `id` or of its Inkscape label. These must be unique, so the word may
//!   be followed by more text, as in `hole2`, `hole-sofa` and `terrain-3-carpet`;
//! * any of these of the group or `use` element around it.
//!
//! Other shapes are ground if they are filled. [`SvgOptions::default_role`] changes this.
//!
//! # Links
//!
//! A `line`, `polyline` or open `path` with the attribute `data-link` is a [link](crate::Link) from
//! its first to its last point. The value is the kind: `jump`, `ladder`, `teleport` or `other`.
//! `data-cost="20"` is the cost, in world units (by default, the straight-line distance), and
//! `data-both-ways="true"` makes it bidirectional.
//!
//! # Coordinates
//!
//! By default, one user unit of the drawing is one world unit, y points up, and the
//! lower left corner of the drawing is at (0, 0). [`SvgOptions`] changes this. If y points
//! down, the upper left corner is at (0, 0).
//!
//! ```
//! use tautline_formats::Role;
//! use tautline_formats::svg::{self, SvgOptions};
//!
//! let text = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60">
//!   <rect class="ground" width="80" height="60"/>
//!   <g class="hole" transform="translate(10 10)">
//!     <path id="table" d="M 0 0 h 20 v 10 h -20 z"/>
//!   </g>
//!   <line data-link="jump" x1="5" y1="40" x2="40" y2="40"/>
//! </svg>"#;
//! let map = svg::parse(text, &SvgOptions::default())?;
//! assert_eq!(map.links[0].to, [40.0, 20.0, 0.0]);
//! assert_eq!(map.shapes[0].role, Role::Ground);
//! assert_eq!(map.shapes[1].role, Role::Hole);
//! assert_eq!(map.shapes[1].name.as_deref(), Some("table"));
//! assert_eq!(map.shapes[1].rings, [[[10.0, 50.0], [30.0, 50.0], [30.0, 40.0], [10.0, 40.0]]]);
//!
//! let error = svg::parse(&text.replace("v 10", "v ten"), &SvgOptions::default()).unwrap_err();
//! assert_eq!(error.to_string(), "line 4, column 38: expected path data, found \"ten h -20 z\"");
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

mod annotation;
mod attributes;
mod flatten;
mod frame;
mod path;
mod reader;
mod shapes;
mod transform;

use crate::error::FormatError;
use crate::vector_map::{Role, VectorMap};

/// Options that are not in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgOptions {
    /// World units per unit of the drawing. Finite and positive. Default: 1.
    pub scale: f64,
    /// The unit of the drawing. Default: user units.
    pub unit: SvgUnit,
    /// True if y points up in the world. In the drawing it points down. Default: true.
    pub y_up: bool,
    /// The largest distance of a curve from its chords, in world units, at least 0. Default: 0.05.
    /// No curve gets more than 1024 chords.
    pub tolerance: f64,
    /// The names of terrain classes; the position is the class number. Case is ignored.
    pub terrains: Vec<String>,
    /// The role of filled shapes without a role; `None` ignores them. Default: ground.
    pub default_role: Option<Role>,
}

impl SvgOptions {
    /// Rejects invalid numbers.
    fn check(&self) -> Result<(), FormatError> {
        let Self { scale, tolerance, .. } = *self;
        let is_scale = scale.is_finite() && scale > 0.0;
        FormatError::check_option("scale", scale, is_scale, "a finite number above 0")?;
        FormatError::check_option(
            "tolerance",
            tolerance,
            tolerance >= 0.0,
            "a number of at least 0",
        )
    }
}

/// The unit of a drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SvgUnit {
    /// User units: the numbers in the drawing.
    #[default]
    User,
    /// Millimetres on paper. The width and height of the drawing define their size; a drawing
    /// without them has 96 units per inch. With a scale of 0.1, a map drawn at 1:100 is in metres.
    Millimetre,
}

impl Default for SvgOptions {
    fn default() -> Self {
        Self {
            scale: 1.0,
            unit: SvgUnit::User,
            y_up: true,
            tolerance: 0.05,
            terrains: Vec::new(),
            default_role: Some(Role::Ground),
        }
    }
}

/// Reads a vector map. The [module](crate::svg) describes the supported content.
///
/// Takes O(n + c) time and memory for a text of n bytes and a map of c corners. c is limited by
/// [`MAX_CORNERS`](crate::MAX_CORNERS), because `use` and curves make more corners than the text
/// has. The map has the same bits on all platforms.
///
/// # Errors
///
/// With line and column, if the text is not XML, a number, path or
/// transform is not well-formed, a length is relative to a font, a class
/// names an unknown terrain, or a corner is not a finite number in 32 bits. Also if
/// elements nest deeper than 200 levels, `use` repeats more than 16 megabytes,
/// there are more than [`MAX_CORNERS`](crate::MAX_CORNERS) corners, 128
/// namespace declarations or 1000 attributes in one element, or the document
/// type declares entities. At [`SourceLocation::Option`](crate::SourceLocation::Option) for an
/// invalid scale or tolerance.
pub fn parse(text: &str, options: &SvgOptions) -> Result<VectorMap, FormatError> {
    options.check()?;
    let document = crate::xml::parse(text)?;
    reader::vector_map(&document, options)
}
