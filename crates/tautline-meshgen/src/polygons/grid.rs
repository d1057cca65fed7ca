//! The integer grid on which polygons are cut, and exact predicates on it.

use i_overlay::i_float::int::point::IntPoint;

/// A point on the grid.
pub type GridPoint = IntPoint<i32>;

/// A closed ring of grid points; the last one is followed by the first.
pub type Contour = Vec<GridPoint>;

/// The maximum number of bits of a coordinate on the grid: as many as an `f32` holds, so that
/// each grid point is a position in the world without another rounding. With one bit more,
/// rings that were resolved could cross again.
const COORDINATE_BITS: i32 = 24;

/// The exponent of the least normal `f32`. The points of a finer grid would not be `f32`.
const LEAST_EXPONENT: i32 = -126;

/// A square grid around the origin whose step is a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    step: f64,
}

impl Grid {
    /// The finest grid that holds coordinates up to a magnitude, which is finite and at least
    /// 0.
    pub fn reaching(magnitude: f32) -> Self {
        let biased = (magnitude.to_bits() >> 23).cast_signed();
        // `magnitude < 2^top`, also for the subnormal ones.
        let top = biased - 126;
        Self { step: power_of_two((top - COORDINATE_BITS).max(LEAST_EXPONENT)) }
    }

    /// The distance of neighbouring grid points, in world units.
    pub fn step(self) -> f64 {
        self.step
    }

    /// The nearest grid point. The position must be within the magnitude of [`Grid::reaching`].
    pub fn snap(self, [x, y]: [f32; 2]) -> GridPoint {
        GridPoint::new(round(f64::from(x) / self.step), round(f64::from(y) / self.step))
    }

    /// The position of a grid point in world units. Exact.
    #[expect(clippy::cast_possible_truncation, reason = "24 bits times a power of two fit")]
    pub fn position(self, point: GridPoint) -> [f32; 2] {
        [point.x, point.y].map(|coordinate| (f64::from(coordinate) * self.step) as f32)
    }
}

/// The nearest integer.
#[expect(
    clippy::cast_possible_truncation,
    reason = "callers stay within 30 bits; else it saturates"
)]
pub fn round(value: f64) -> i32 {
    value.round() as i32
}

/// Twice the signed area of the triangle `a`, `b`, `c`, which is positive if it
/// runs counter-clockwise. Exact.
pub fn turn(a: GridPoint, b: GridPoint, c: GridPoint) -> i64 {
    cross(difference(a, b), difference(a, c))
}

/// The vector from one point to another.
pub fn difference(from: GridPoint, to: GridPoint) -> [i64; 2] {
    [i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y)]
}

/// The cross product.
pub fn cross(u: [i64; 2], v: [i64; 2]) -> i64 {
    u[0] * v[1] - u[1] * v[0]
}

/// The dot product.
pub fn dot(u: [i64; 2], v: [i64; 2]) -> i64 {
    u[0] * v[0] + u[1] * v[1]
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(u64::from((1023 + exponent).cast_unsigned()) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_that_fit_stay_as_they_are() {
        let grid = Grid::reaching(1000.0);
        for point in [[1000.0, -999.875], [0.0, 0.5], [-0.000_061_035_156, 512.25]] {
            assert_eq!(grid.position(grid.snap(point)).map(f32::to_bits), point.map(f32::to_bits));
        }
    }

    #[test]
    fn the_greatest_and_the_least_magnitudes_have_a_grid() {
        for magnitude in [f32::MAX, 1.0, f32::MIN_POSITIVE, 0.0] {
            let grid = Grid::reaching(magnitude);
            let corner = grid.snap([magnitude, -magnitude]);
            assert!(corner.x <= 1 << 24 && corner.y >= -(1 << 24), "{magnitude}: {corner:?}");
            let expected = [magnitude, 0.0 - magnitude].map(f32::to_bits);
            assert_eq!(grid.position(corner).map(f32::to_bits), expected);
        }
    }
}
