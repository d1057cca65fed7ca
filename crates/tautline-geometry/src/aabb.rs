//! Axis-aligned boxes.

use glam::Vec2;

/// An axis-aligned box: all points between `min` and `max`, both included.
///
/// ```
/// use tautline_geometry::{Aabb, Vec2};
///
/// let bounds = Aabb::around([Vec2::new(3.0, 1.0), Vec2::new(-1.0, 2.0)]).unwrap();
/// assert_eq!((bounds.min, bounds.max), (Vec2::new(-1.0, 1.0), Vec2::new(3.0, 2.0)));
/// assert!(bounds.contains(Vec2::new(3.0, 1.5)));
/// assert_eq!(bounds.distance_squared(Vec2::new(6.0, 6.0)), 25.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb {
    /// The lower left corner.
    pub min: Vec2,
    /// The upper right corner.
    pub max: Vec2,
}

impl Aabb {
    /// Returns the smallest box that contains all points; `None` if there are none.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let start = Self { min: first, max: first };
        Some(points.fold(start, |bounds, point| Self {
            min: bounds.min.min(point),
            max: bounds.max.max(point),
        }))
    }

    /// Returns the square around `center` with sides of length 2 `reach`. Its corners are rounded to
    /// `f32`; because rounding is monotone, it still contains every `f32` point whose coordinates
    /// differ from those of `center` by at most `reach`.
    #[must_use]
    pub fn square_around(center: Vec2, reach: f32) -> Self {
        Self { min: center - Vec2::splat(reach), max: center + Vec2::splat(reach) }
    }

    /// Returns the width and height.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// Returns true if the point lies in the box or on its border.
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns true if the two boxes have a point in common.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns the smallest box that contains both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns the squared distance from a point to the box; 0 inside.
    #[must_use]
    pub fn distance_squared(&self, point: Vec2) -> f64 {
        let gap = |low: f32, value: f32, high: f32| {
            (f64::from(low) - f64::from(value)).max(f64::from(value) - f64::from(high)).max(0.0)
        };
        let dx = gap(self.min.x, point.x, self.max.x);
        let dy = gap(self.min.y, point.y, self.max.y);
        dx * dx + dy * dy
    }
}
