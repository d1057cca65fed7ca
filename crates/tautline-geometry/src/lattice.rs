//! Points for which plain arithmetic is exact.

use glam::Vec2;

use crate::DVec2;

/// A square lattice that points lie on, coarse enough for `f64` to be exact:
/// coordinates are whole multiples of a power of two, at most 2^25 of them.
///
/// Differences then have at most 26 bits, their products 52 and the differences
/// of those 53, which is what `f64` holds. So [`orient2d`](crate::orient2d) needs
/// no filter: ask [`orient2d_on_lattice`](crate::orient2d_on_lattice) or
/// [`DirectedLine::side_of_on_lattice`](crate::DirectedLine::side_of_on_lattice).
/// Tile maps, and whatever was drawn with a snapping pen, lie on one.
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
pub struct Lattice {
    /// A power of two.
    steps_per_unit: f64,
}

impl Lattice {
    /// How far from 0 a coordinate may be, in steps.
    const MOST_STEPS: f64 = 33_554_432.0;

    /// A lattice that holds all points, if there is one. O(n).
    #[must_use]
    pub fn of(points: &[Vec2]) -> Option<Self> {
        // Numbers that are not are on no lattice, however great the greatest is.
        let greater = |most: f32, number: f32| if number > most { number } else { most };
        let greatest = points.iter().fold(Vec2::ZERO, |most, point| {
            Vec2::new(greater(most.x, point.x.abs()), greater(most.y, point.y.abs()))
        });
        let greatest = greatest.max_element();
        // A larger step than this would hold fewer points, a smaller one none
        // that is as large as the greatest.
        let power_of_two = f64::from_bits(f64::from(greatest).to_bits() & f64::INFINITY.to_bits());
        let steps_per_unit =
            if greatest > 0.0 { Self::MOST_STEPS / 2.0 / power_of_two } else { 1.0 };
        let lattice = Self { steps_per_unit };
        // A few points at once, without short cuts: that is faster.
        let contains_all =
            |points: &[Vec2]| points.iter().fold(true, |all, &point| all & lattice.contains(point));
        points.chunks(64).all(contains_all).then_some(lattice)
    }

    /// Whether a point lies on the lattice, and within its bounds.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        let point = DVec2::from(point);
        self.contains_coordinate(point.x) & self.contains_coordinate(point.y)
    }

    #[inline]
    fn contains_coordinate(&self, coordinate: f64) -> bool {
        /// 1.5 * 2^52: adding it rounds to a whole number.
        const ROUNDER: f64 = 6_755_399_441_055_744.0;
        let steps = coordinate * self.steps_per_unit;
        #[expect(clippy::float_cmp, reason = "whole numbers are meant, not nearly whole ones")]
        let is_whole = (steps + ROUNDER) - ROUNDER == steps;
        is_whole & (steps.abs() <= Self::MOST_STEPS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_coordinates_lie_on_a_lattice_of_their_own() {
        for greatest in [f32::from_bits(1), 1e-6, 1.0, 16_777_216.0, f32::MAX] {
            let lattice = Lattice::of(&[Vec2::new(-greatest, greatest)]).unwrap();
            assert!(lattice.contains(Vec2::new(greatest / 2.0, 0.0)), "{greatest}");
            assert!(!lattice.contains(Vec2::new(0.0, greatest * 4.0)), "{greatest}");
        }
    }

    #[test]
    fn points_that_are_not_finite_lie_on_none() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(Lattice::of(&[Vec2::ONE, Vec2::new(0.0, bad)]), None);
            assert!(!Lattice::of(&[Vec2::ONE]).unwrap().contains(Vec2::splat(bad)));
        }
    }

    #[test]
    fn nothing_lies_on_some_lattice() {
        assert!(Lattice::of(&[]).unwrap().contains(Vec2::ONE));
        assert!(Lattice::of(&[Vec2::ZERO]).unwrap().contains(Vec2::ZERO));
    }
}
