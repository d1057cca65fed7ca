//! The orientation test: is a point left of, right of, or on a line? All other predicates use it.

use glam::Vec2;

use crate::DVec2;

/// The orientation of three points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Orientation {
    /// A right turn: the third point lies to the right of the line through
    /// the first two.
    Clockwise,
    /// The three points lie on one line, or two of them are equal.
    Collinear,
    /// A left turn: the third point lies to the left of the line through the
    /// first two.
    CounterClockwise,
}

impl Orientation {
    /// Returns the opposite orientation.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Clockwise => Self::CounterClockwise,
            Self::Collinear => Self::Collinear,
            Self::CounterClockwise => Self::Clockwise,
        }
    }

    /// Returns true for a left turn.
    #[must_use]
    pub const fn is_left(self) -> bool {
        matches!(self, Self::CounterClockwise)
    }

    /// Returns true for a right turn.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Self::Clockwise)
    }

    /// Returns true if the points lie on one line.
    #[must_use]
    pub const fn is_collinear(self) -> bool {
        matches!(self, Self::Collinear)
    }

    #[inline]
    fn of_sign(value: f64) -> Self {
        if value > 0.0 {
            Self::CounterClockwise
        } else if value < 0.0 {
            Self::Clockwise
        } else {
            Self::Collinear
        }
    }
}

/// The relative error bound of the determinant in `f64` (Shewchuk's `ccwerrboundA`): (3 + 16 e) e
/// with e = 2^-53. A larger value would only send more cases to the slow test; a
/// smaller one would return wrong signs.
const FILTER: f64 = 3.330_669_073_875_471_6e-16;

/// Returns the orientation of `a`, `b` and `c`: the side of the directed line `a` → `b` that `c`
/// lies on.
///
/// Exact for all finite input. Costs two multiplications and a comparison
/// in nearly all cases. If `f64` cannot decide, the two products are compared exactly; if
/// even the differences of the coordinates are rounded, Shewchuk's adaptive test decides.
///
/// ```
/// use tautline_geometry::{Orientation, Vec2, orient2d};
///
/// let (a, b) = (Vec2::ZERO, Vec2::new(16_777_213.0, 16_777_215.0));
/// assert_eq!(orient2d(a, b, b / 2.0), Orientation::Collinear);
/// assert_eq!(orient2d(b, a, Vec2::new(0.0, 1.0)), Orientation::Clockwise);
/// ```
#[inline]
#[must_use]
pub fn orient2d(a: Vec2, b: Vec2, c: Vec2) -> Orientation {
    Orientation::of_sign(orient2d_sign(a, b, c))
}

/// Returns a number with the sign of [`orient2d`]: positive for counter-clockwise, negative for
/// clockwise. For comparisons without a branch, where branch prediction would fail.
#[inline]
#[must_use]
pub fn orient2d_sign(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let (acx, bcx) = (f64::from(a.x) - f64::from(c.x), f64::from(b.x) - f64::from(c.x));
    let (acy, bcy) = (f64::from(a.y) - f64::from(c.y), f64::from(b.y) - f64::from(c.y));
    let (left, right) = (acx * bcy, acy * bcx);
    let determinant = left - right;
    // If the products have opposite signs, |determinant| equals the sum of magnitudes:
    // the test succeeds, and the sign is certain. If both sides are 0, the products are
    // exactly 0, because differences of f32 do not underflow when multiplied.
    if determinant.abs() >= FILTER * (left.abs() + right.abs()) {
        return determinant;
    }
    match orient2d_exact(a, b, c) {
        Orientation::CounterClockwise => 1.0,
        Orientation::Collinear => 0.0,
        Orientation::Clockwise => -1.0,
    }
}

/// A directed line for orientation tests of many points: [`orient2d`] with fixed first two
/// points, at half the cost.
///
/// ```
/// use tautline_geometry::{DirectedLine, Orientation, Vec2};
///
/// let line = DirectedLine::through(Vec2::ZERO, Vec2::new(3.0, 1.0));
/// assert_eq!(line.side_of(Vec2::new(6.0, 2.0)), Orientation::Collinear);
/// assert_eq!(line.side_of(Vec2::new(6.0, 3.0)), Orientation::CounterClockwise);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DirectedLine {
    a: Vec2,
    b: Vec2,
    direction: DVec2,
}

impl DirectedLine {
    /// Creates the line from `a` to `b`.
    #[inline]
    #[must_use]
    pub fn through(a: Vec2, b: Vec2) -> Self {
        Self { a, b, direction: DVec2::from(b) - DVec2::from(a) }
    }

    /// Returns the first point.
    #[inline]
    #[must_use]
    pub const fn a(&self) -> Vec2 {
        self.a
    }

    /// Returns the vector from the first point to the second, rounded to `f64`.
    #[inline]
    #[must_use]
    pub const fn direction(&self) -> DVec2 {
        self.direction
    }

    /// Returns `orient2d(a, b, point)`. Exact.
    #[inline]
    #[must_use]
    pub fn side_of(&self, point: Vec2) -> Orientation {
        let offset = DVec2::from(point) - DVec2::from(self.a);
        // The error bound of the filter does not depend on the point that is subtracted.
        let (left, right) = (self.direction.x * offset.y, self.direction.y * offset.x);
        let determinant = left - right;
        if determinant.abs() >= FILTER * (left.abs() + right.abs()) {
            return Orientation::of_sign(determinant);
        }
        // The most frequent case that the filter cannot decide.
        if point == self.b {
            return Orientation::Collinear;
        }
        orient2d_exact(self.a, self.b, point)
    }
}

/// The orientation, for cases that the filter cannot decide.
#[cold]
fn orient2d_exact(a: Vec2, b: Vec2, c: Vec2) -> Orientation {
    let differences = [
        Difference::of(a.x, c.x),
        Difference::of(b.y, c.y),
        Difference::of(a.y, c.y),
        Difference::of(b.x, c.x),
    ];
    if differences.iter().all(|difference| difference.is_exact) {
        let [acx, bcy, acy, bcx] = differences.map(|difference| difference.value);
        // Nearly always: coordinates would have to differ by a factor of more than 2^29.
        return compare_products(acx, bcy, acy, bcx);
    }
    let coord = |point: Vec2| robust::Coord { x: f64::from(point.x), y: f64::from(point.y) };
    Orientation::of_sign(robust::orient2d(coord(a), coord(b), coord(c)))
}

/// A difference of two coordinates, rounded to `f64`.
struct Difference {
    value: f64,
    /// True if the difference was not rounded.
    is_exact: bool,
}

impl Difference {
    /// Subtracts with Knuth's two-sum, which computes the rounding error exactly.
    fn of(minuend: f32, subtrahend: f32) -> Self {
        let (minuend, subtrahend) = (f64::from(minuend), f64::from(subtrahend));
        let value = minuend - subtrahend;
        // The two operands, as far as the rounded difference contains them.
        let rounded_subtrahend = minuend - value;
        let rounded_minuend = value + rounded_subtrahend;
        let error = (minuend - rounded_minuend) + (rounded_subtrahend - subtrahend);
        Self { value, is_exact: error == 0.0 }
    }
}

/// The sign of `a * b - c * d`, exactly.
fn compare_products(a: f64, b: f64, c: f64, d: f64) -> Orientation {
    let (first, first_error) = product_with_error(a, b);
    let (second, second_error) = product_with_error(c, d);
    if first > second {
        Orientation::CounterClockwise
    } else if first < second {
        Orientation::Clockwise
    } else {
        Orientation::of_sign(first_error - second_error)
    }
}

/// Dekker's two-product: the rounded product and its rounding error, whose sum is
/// exactly `a * b`. Neither overflows nor underflows for differences of `f32`.
fn product_with_error(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, error)
}

/// Veltkamp's split of a number into two halves of at most 26 bits each.
fn split(value: f64) -> (f64, f64) {
    /// 2^27 + 1: multiplying by it makes rounding keep the upper half of the 53 bits.
    const SPLITTER: f64 = 134_217_729.0;
    let shifted = SPLITTER * value;
    let high = shifted - (shifted - value);
    (high, value - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_of_a_product_add_up() {
        let (product, error) = product_with_error(134_217_729.0, 134_217_731.0);
        let exact = 134_217_729_i128 * 134_217_731_i128;
        #[expect(clippy::cast_possible_truncation, reason = "both parts are whole numbers")]
        let sum = product as i128 + error as i128;
        assert_eq!(sum, exact);
    }

    #[test]
    fn points_far_apart_in_magnitude_are_decided() {
        let tiny = Vec2::new(0.0, f32::from_bits(1));
        let (a, b) = (Vec2::new(-1.0e30, 0.0), Vec2::new(1.0e30, 0.0));
        assert_eq!(orient2d(a, b, tiny), Orientation::CounterClockwise);
        assert_eq!(orient2d(a, b, -tiny), Orientation::Clockwise);
        assert_eq!(orient2d(a, b, Vec2::ZERO), Orientation::Collinear);
    }

    #[test]
    fn the_largest_coordinates_do_not_overflow() {
        let m = f32::MAX;
        let (a, b) = (Vec2::new(-m, -m), Vec2::new(m, m));
        assert_eq!(orient2d(a, b, Vec2::ZERO), Orientation::Collinear);
        assert_eq!(orient2d(a, b, Vec2::new(-m, m)), Orientation::CounterClockwise);
    }

    #[test]
    fn input_that_is_not_finite_does_not_panic() {
        let _ = orient2d(Vec2::NAN, Vec2::ZERO, Vec2::ONE);
        let _ = orient2d(Vec2::INFINITY, Vec2::ZERO, Vec2::ONE);
    }
}
