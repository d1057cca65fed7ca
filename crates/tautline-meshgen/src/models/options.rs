//! Options for extracting the ground of a model.

use super::ModelError;

/// The axis of a model that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UpAxis {
    /// y, as glTF prescribes and as most modelling programs export. The ground
    /// has the coordinates x and -z.
    #[default]
    Y,
    /// z, as terrain and building data has it, and as the readers of
    /// `tautline-formats` give models. The ground has the coordinates x and y.
    Z,
}

impl UpAxis {
    /// Rotates a position of a model into the frame of the ground; returns it with its
    /// elevation. Never mirrors.
    ///
    /// ```
    /// use tautline_meshgen::UpAxis;
    ///
    /// assert_eq!(UpAxis::Y.to_ground([1.0, 2.0, 3.0]), ([1.0, -3.0], 2.0));
    /// assert_eq!(UpAxis::Z.to_ground([1.0, 2.0, 3.0]), ([1.0, 2.0], 3.0));
    /// ```
    #[must_use]
    pub fn to_ground(self, [x, y, z]: [f32; 3]) -> ([f32; 2], f32) {
        match self {
            Self::Y => ([x, -z], y),
            Self::Z => ([x, y], z),
        }
    }

    /// Rotates a point of the ground, with an elevation, into the frame of the model: the inverse
    /// of [`to_ground`](Self::to_ground).
    ///
    /// ```
    /// use tautline_meshgen::UpAxis;
    ///
    /// assert_eq!(UpAxis::Y.from_ground([1.0, -3.0], 2.0), [1.0, 2.0, 3.0]);
    /// assert_eq!(UpAxis::Z.from_ground([1.0, 2.0], 3.0), [1.0, 2.0, 3.0]);
    /// ```
    #[must_use]
    pub fn from_ground(self, [x, y]: [f32; 2], elevation: f32) -> [f32; 3] {
        match self {
            Self::Y => [x, elevation, -y],
            Self::Z => [x, y, elevation],
        }
    }
}

/// Options for extracting the ground of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelOptions {
    /// The axis of the model that points up. [`UpAxis::Z`] for models from the readers of
    /// `tautline-formats`, whatever axis points up in the file: with y, such a model lies on its side.
    pub up: UpAxis,
    /// The maximum slope of walkable ground, as rise over run: 1 is 45 degrees. At least 0;
    /// infinite allows all that is not vertical. The comparison is made in `f64` between
    /// squares of rise and run, without roots or angles.
    pub max_slope: f32,
    /// The distance within which a vertex is welded to an earlier one, in world units: for
    /// components that were meant to meet. Finite and at least 0; 0 welds vertices at the same
    /// position. If not 0, at least 2⁻⁴⁰ of the largest coordinate.
    pub weld_distance: f32,
    /// If true, level neighbours of the same terrain are merged into larger convex areas.
    pub merge: bool,
}

impl Default for ModelOptions {
    /// y up, slopes of up to 1, welding at equal positions, and merging.
    fn default() -> Self {
        Self { up: UpAxis::Y, max_slope: 1.0, weld_distance: 0.0, merge: true }
    }
}

impl ModelOptions {
    pub(super) fn check(&self) -> Result<(), ModelError> {
        let Self { max_slope, weld_distance, .. } = *self;
        if !is_slope(max_slope) {
            return Err(ModelError::MaxSlope { max_slope });
        }
        if !(weld_distance.is_finite() && weld_distance >= 0.0) {
            return Err(ModelError::WeldDistance { weld_distance, least: 0.0 });
        }
        Ok(())
    }
}

/// Returns true if a number is a valid maximum slope.
pub(crate) fn is_slope(max_slope: f32) -> bool {
    max_slope >= 0.0
}
