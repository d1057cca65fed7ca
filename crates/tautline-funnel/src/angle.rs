//! Angles with the same bits on every platform.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The counter-clockwise angle from the x-axis to a vector, in radians, from 0 to a full
/// turn; 0 for the zero vector.
///
/// Uses `+ - * / sqrt` only, because the last bits of `atan2` differ between platforms. The
/// error is at most 1e-15.
pub(crate) fn counter_clockwise(x: f64, y: f64) -> f64 {
    // Reduces to a slope from 0 to 1, then unfolds octant, quadrant and half-plane.
    let is_steep = y.abs() > x.abs();
    let (longer, shorter) = if is_steep { (y.abs(), x.abs()) } else { (x.abs(), y.abs()) };
    let from_axis = if longer > 0.0 { arc_tangent(shorter / longer) } else { 0.0 };
    let in_quadrant = if is_steep { FRAC_PI_2 - from_axis } else { from_axis };
    let in_half = if x < 0.0 { PI - in_quadrant } else { in_quadrant };
    if y < 0.0 { TAU - in_half } else { in_half }
}

/// The arc tangent of a slope from 0 to 1. The angle is halved three times; then the Taylor
/// series converges so fast that the terms left out are below the last bit.
fn arc_tangent(slope: f64) -> f64 {
    const HALVINGS: u32 = 3;
    const TERMS: u32 = 8;
    // tan(a / 2) = tan(a) / (1 + sqrt(1 + tan(a)^2))
    let half = |slope: f64, _| slope / (1.0 + (1.0 + slope * slope).sqrt());
    let slope = (0..HALVINGS).fold(slope, half);
    let square = slope * slope;
    // Horner's scheme: from the smallest term to the largest, so that rounding errors are small.
    let series = |sum: f64, term: u32| 1.0 / f64::from(2 * term + 1) - square * sum;
    f64::from(1 << HALVINGS) * slope * (0..TERMS).rev().fold(0.0, series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the platform is the oracle here")]
    fn angles_agree_with_the_platform() {
        for numerator in -2000..=2000 {
            let share = f64::from(numerator) / 1000.0;
            for (x, y) in [(1.0, share), (-1.0, share), (share, 1.0), (share, -1.0)] {
                let angle = y.atan2(x);
                let expected = if angle < 0.0 { angle + TAU } else { angle };
                let found = counter_clockwise(x, y);
                assert!((found - expected).abs() < 1e-15 * expected.max(1.0), "{x} {y}");
            }
        }
    }

    #[test]
    fn a_small_angle_keeps_its_digits() {
        for exponent in 1..300 {
            let slope = 0.1_f64.powi(exponent).max(f64::MIN_POSITIVE);
            let expected = slope * (1.0 - slope * slope / 3.0 + slope.powi(4) / 5.0);
            let error = (counter_clockwise(1.0, slope) - expected).abs();
            assert!(exponent < 3 || error <= 1e-15 * expected, "{slope}");
        }
    }

    #[test]
    fn quarter_turns_are_the_nearest_numbers() {
        let turn = |x, y| counter_clockwise(x, y).to_bits();
        assert_eq!(turn(0.0, 0.0), 0.0_f64.to_bits());
        assert_eq!(turn(2.0, 0.0), 0.0_f64.to_bits());
        assert_eq!(turn(0.0, 2.0), FRAC_PI_2.to_bits());
        assert_eq!(turn(-2.0, 0.0), PI.to_bits());
        assert_eq!(turn(-2.0, -0.0), PI.to_bits());
        assert_eq!(turn(0.0, -2.0), (3.0 * FRAC_PI_2).to_bits());
    }
}
