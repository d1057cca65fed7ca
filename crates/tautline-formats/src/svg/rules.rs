//! How to read a drawing.

use crate::FormatError;
use crate::plan::Role;

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
    pub(super) fn check(&self) -> Result<(), FormatError> {
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
