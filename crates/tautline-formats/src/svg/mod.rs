//! Plans as SVG drawings.
//!
//! Read are the outlines of rectangles, circles, ellipses, polygons, polylines
//! and paths (open ones are closed), as deep as they nest in groups, with their
//! transformations, and again wherever `use` repeats them. Curves become chords.
//! Texts, images, lines, what is not displayed (`display: none`) and what is only
//! defined for later use are passed over, and so are style sheets, clipping and
//! strokes: a wall must be an area, not a thick line.
//!
//! # What a shape means
//!
//! The words of [`Role::from_word`](crate::Role::from_word), `ground`, `hole`, `obstacle`, `wall`,
//! `terrain-3` and `terrain-` with a name, say what a shape means, and `ignore`
//! passes over it. They are looked for, in this order,
//!
//! * among its classes (`class="terrain-3"`), where an unknown terrain is an
//!   error;
//! * in its `id` and in its label in Inkscape. These have to be unique, so that
//!   more may follow: `hole2`, `hole-sofa` and `terrain-3-carpet` are understood;
//! * at the group or `use` around it, so that a whole layer can be labelled.
//!
//! Shapes that say nothing are ground if they are filled, unless
//! [`SvgRules::unlabelled`] says otherwise.
//!
//! # Where a shape lies
//!
//! One user unit of the drawing is one unit of the world, y points up, and the
//! lower left corner of the drawing is at (0, 0), or the upper left one if y is
//! to point down. [`SvgRules`] changes this.
//!
//! ```
//! use tautline_formats::Role;
//! use tautline_formats::svg::{self, SvgRules};
//!
//! let text = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60">
//!   <rect class="ground" width="80" height="60"/>
//!   <g class="hole" transform="translate(10 10)">
//!     <path id="table" d="M 0 0 h 20 v 10 h -20 z"/>
//!   </g>
//! </svg>"#;
//! let plan = svg::parse(text, &SvgRules::default())?;
//! assert_eq!(plan.shapes[0].role, Role::Ground);
//! assert_eq!(plan.shapes[1].role, Role::Hole);
//! assert_eq!(plan.shapes[1].name.as_deref(), Some("table"));
//! assert_eq!(plan.shapes[1].rings, [[[10.0, 50.0], [30.0, 50.0], [30.0, 40.0], [10.0, 40.0]]]);
//!
//! let error = svg::parse(&text.replace("v 10", "v ten"), &SvgRules::default()).unwrap_err();
//! assert_eq!(error.to_string(), "line 4, column 38: expected path data, found \"ten h -20 z\"");
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

mod attributes;
mod frame;
mod label;
mod outline;
mod path;
mod shapes;
mod transform;
mod walk;

use crate::error::FormatError;
use crate::plan::{Plan, Role};

/// What a drawing does not say.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgRules {
    /// World units per unit of the drawing. Finite and positive; 1 unless set.
    pub scale: f64,
    /// What is a unit of the drawing. User units unless set.
    pub unit: SvgUnit,
    /// Whether y grows upwards in the world; in the drawing it grows downwards.
    /// True unless set.
    pub y_up: bool,
    /// How far a chord may stray from the curve that it replaces, in world
    /// units; not negative. 0.05 unless set. No curve gets more than 1024 chords.
    pub tolerance: f64,
    /// The names that terrains can have instead of a number; the position is the
    /// class number. Upper and lower case are the same.
    pub terrains: Vec<String>,
    /// What filled shapes are that do not say it; `None` passes over them. Ground
    /// unless set.
    pub unlabelled: Option<Role>,
}

impl SvgRules {
    /// Whether a drawing can be read by these rules.
    fn check(&self) -> Result<(), FormatError> {
        let Self { scale, tolerance, .. } = *self;
        let is_scale = scale.is_finite() && scale > 0.0;
        FormatError::check_rule("scale", scale, is_scale, "a finite number above 0")?;
        FormatError::check_rule("tolerance", tolerance, tolerance >= 0.0, "a number of at least 0")
    }
}

/// What is a unit of the drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SvgUnit {
    /// The numbers as they stand in the drawing.
    #[default]
    User,
    /// Millimetres on paper, by the width and height of the drawing; a drawing
    /// without them has 96 units to the inch. A plan at 1:100 is in metres with
    /// a scale of 0.1.
    Millimetre,
}

impl Default for SvgRules {
    fn default() -> Self {
        Self {
            scale: 1.0,
            unit: SvgUnit::User,
            y_up: true,
            tolerance: 0.05,
            terrains: Vec::new(),
            unlabelled: Some(Role::Ground),
        }
    }
}

/// Reads a plan. The [module](crate::svg) describes what is read.
///
/// Takes O(n + c) time and memory for a text of n bytes and a plan of c corners,
/// which [`MAX_CORNERS`](crate::MAX_CORNERS) bounds: `use` and curves make more
/// corners than the text has. All platforms get the same bits.
///
/// # Errors
///
/// At the line and column where the text is not XML, a number, path or
/// transformation is not well-formed, a length is relative to a font, a class
/// names an unknown terrain, or a corner is not a finite number in 32 bits. When
/// elements nest deeper than 200 levels or `use` repeats more than 16 megabytes,
/// there are more than [`MAX_CORNERS`](crate::MAX_CORNERS) corners, 128 name
/// space declarations or 1000 attributes in one element, and when the document
/// type declares entities. At [`Place::Rule`](crate::Place::Rule) for rules that name
/// another scale or tolerance than they may.
pub fn parse(text: &str, rules: &SvgRules) -> Result<Plan, FormatError> {
    rules.check()?;
    let document = crate::xml::parse(text)?;
    walk::plan(&document, rules)
}
