//! Vectors in `f64`, in which lengths and areas are computed.

use std::ops::{Add, Mul, Sub};

use glam::Vec2;

/// A vector in `f64`. Widening a [`Vec2`] loses nothing; lengths and costs are
/// added up in this precision.
///
/// ```
/// use tautline_geometry::{Vec2, Wide};
///
/// let (a, b) = (Wide::from(Vec2::new(1.0, 1.0)), Wide::from(Vec2::new(4.0, 5.0)));
/// assert_eq!(a.distance(b), 5.0);
/// assert_eq!((b - a).cross(Wide::new(0.0, 1.0)), 3.0);
/// assert_eq!(<[f64; 2]>::from(b), [4.0, 5.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wide {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

impl Wide {
    /// The origin.
    pub const ZERO: Self = Self { x: 0.0, y: 0.0 };

    /// A vector from its coordinates.
    #[inline]
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The scalar product.
    #[inline]
    #[must_use]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: positive if `other` points to the left of `self`.
    #[inline]
    #[must_use]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The vector turned left by a right angle.
    #[inline]
    #[must_use]
    pub fn turned_left(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// The square of the length.
    #[inline]
    #[must_use]
    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    /// The length.
    #[inline]
    #[must_use]
    pub fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    /// The distance between two points.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        (other - self).length()
    }

    /// The nearest vector in `f32`, coordinate by coordinate.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what the caller asks for")]
    pub fn narrowed(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32)
    }
}

impl From<Vec2> for Wide {
    #[inline]
    fn from(narrow: Vec2) -> Self {
        Self::new(f64::from(narrow.x), f64::from(narrow.y))
    }
}

impl From<Wide> for [f64; 2] {
    #[inline]
    fn from(Wide { x, y }: Wide) -> Self {
        [x, y]
    }
}

impl Add for Wide {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Wide {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Wide {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}
