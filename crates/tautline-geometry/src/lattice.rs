//! Grids on which plain `f64` arithmetic is exact.

use glam::Vec2;

use crate::DVec2;

/// A square grid on which the orientation test is exact in plain `f64`: coordinates are
/// integer multiples of a power of two, the *step*, and at most 2^25 steps from 0.
///
/// Differences of coordinates then have at most 26 bits, their products 52, and the
/// differences of those 53, which `f64` represents exactly. So
/// [`orient2d`](crate::orient2d) needs no filter on such points: use
/// [`orient2d_on_lattice`](crate::orient2d_on_lattice) or
/// [`DirectedLine::side_of_on_lattice`](crate::DirectedLine::side_of_on_lattice).
/// The corners of tile maps lie on a lattice, and so do drawings that snap to a grid.
///
/// ```
/// use tautline_geometry::{Lattice, Vec2};
///
/// let corners = [[0.0, 0.0], [1000.0, 0.25], [512.0, 300.0]].map(Vec2::from);
/// let lattice = Lattice::of(&corners).unwrap();
/// assert!(lattice.contains(Vec2::new(-0.5, 1000.0)));
/// assert!(!lattice.contains(Vec2::new(0.1, 0.0)));
/// assert_eq!(Lattice::of(&[Vec2::new(1e6, 1e-6)]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct Lattice {
    /// A power of two.
    steps_per_unit: f64,
}

impl Lattice {
    /// The largest absolute value of a coordinate, in steps: 2^25.
    const MAX_STEPS: f64 = 33_554_432.0;

    /// Returns a lattice that contains all points, or `None` if there is none. O(n).
    #[must_use]
    pub fn of(points: &[Vec2]) -> Option<Self> {
        // Ignores NaN, which `contains` rejects below.
        let larger = |most: f32, number: f32| if number > most { number } else { most };
        let largest = points.iter().fold(Vec2::ZERO, |most, point| {
            Vec2::new(larger(most.x, point.x.abs()), larger(most.y, point.y.abs()))
        });
        let largest = largest.max_element();
        // The smallest step with which the largest coordinate is surely within bounds. A larger
        // step would contain fewer points. Masking keeps the exponent: the largest power of
        // two that is not above the coordinate.
        let power_of_two = f64::from_bits(f64::from(largest).to_bits() & f64::INFINITY.to_bits());
        let steps_per_unit = if largest > 0.0 { Self::MAX_STEPS / 2.0 / power_of_two } else { 1.0 };
        let lattice = Self { steps_per_unit };
        // In chunks and without a branch for each point: that is faster.
        let contains_all =
            |points: &[Vec2]| points.iter().fold(true, |all, &point| all & lattice.contains(point));
        points.chunks(64).all(contains_all).then_some(lattice)
    }

    /// Returns true if a point lies on the lattice and within its bounds.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        let point = DVec2::from(point);
        self.contains_coordinate(point.x) & self.contains_coordinate(point.y)
    }

    #[inline]
    fn contains_coordinate(&self, coordinate: f64) -> bool {
        /// 1.5 * 2^52: adding it rounds to an integer, because `f64` has no fraction bits there.
        const ROUNDER: f64 = 6_755_399_441_055_744.0;
        let steps = coordinate * self.steps_per_unit;
        #[expect(clippy::float_cmp, reason = "integers are tested, not nearly integers")]
        let is_integer = (steps + ROUNDER) - ROUNDER == steps;
        is_integer & (steps.abs() <= Self::MAX_STEPS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_coordinates_lie_on_a_lattice_of_their_own() {
        for largest in [f32::from_bits(1), 1e-6, 1.0, 16_777_216.0, f32::MAX] {
            let lattice = Lattice::of(&[Vec2::new(-largest, largest)]).unwrap();
            assert!(lattice.contains(Vec2::new(largest / 2.0, 0.0)), "{largest}");
            assert!(!lattice.contains(Vec2::new(0.0, largest * 4.0)), "{largest}");
        }
    }

    #[test]
    fn points_that_are_not_finite_lie_on_no_lattice() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(Lattice::of(&[Vec2::ONE, Vec2::new(0.0, bad)]), None);
            assert!(!Lattice::of(&[Vec2::ONE]).unwrap().contains(Vec2::splat(bad)));
        }
    }

    #[test]
    fn an_empty_set_lies_on_some_lattice() {
        assert!(Lattice::of(&[]).unwrap().contains(Vec2::ONE));
        assert!(Lattice::of(&[Vec2::ZERO]).unwrap().contains(Vec2::ZERO));
    }
}
