//! Sine and cosine with the same bits on every platform.

/// Returns the sine and cosine of an angle in degrees. Uses `+ - * /` only, because the last
/// bits of the platforms' functions differ. Exact for multiples of 90 degrees; otherwise the
/// error is at most 1e-15. NaN for an angle that is not finite.
pub(crate) fn sine_and_cosine(degrees: f64) -> (f64, f64) {
    // `%` of floats is exact. The angle minus its nearest quarter turn is at most 45 degrees.
    let turn = degrees % 360.0;
    let quarter = (turn / 90.0).round();
    let (sine, cosine) = taylor_series((turn - quarter * 90.0).to_radians());
    // From -4 to 4 quarters. NaN matches the last arm, and results in NaN.
    match quarter.rem_euclid(4.0) {
        quarter if quarter < 0.5 => (sine, cosine),
        quarter if quarter < 1.5 => (cosine, -sine),
        quarter if quarter < 2.5 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// The sine and cosine of an angle from -pi/4 to pi/4 by their Taylor series, up to the last
/// term that affects the result.
fn taylor_series(radians: f64) -> (f64, f64) {
    const TERMS: u32 = 18;
    let (mut sine, mut cosine) = (0.0, 0.0);
    let mut term = 1.0;
    for power in 0..TERMS {
        match power % 4 {
            0 => cosine += term,
            1 => sine += term,
            2 => cosine -= term,
            _ => sine -= term,
        }
        term *= radians / f64::from(power + 1);
    }
    (sine, cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact() {
        for (degrees, expected) in [
            (0.0, (0.0, 1.0)),
            (90.0, (1.0, 0.0)),
            (180.0, (0.0, -1.0)),
            (-90.0, (-1.0, 0.0)),
            (-180.0, (0.0, -1.0)),
            (270.0, (-1.0, 0.0)),
            (450.0, (1.0, 0.0)),
            (-360.0, (0.0, 1.0)),
        ] {
            let (sine, cosine) = sine_and_cosine(degrees);
            assert!((sine - expected.0).abs() < 1e-300, "{degrees}");
            assert!((cosine - expected.1).abs() < 1e-300, "{degrees}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the platform is the oracle here")]
    fn other_angles_agree_with_the_platform() {
        for step in -4000_i32..4000 {
            let degrees = f64::from(step) * 0.37;
            let (sine, cosine) = sine_and_cosine(degrees);
            let radians = degrees.to_radians();
            assert!((sine - radians.sin()).abs() < 1e-14, "{degrees}");
            assert!((cosine - radians.cos()).abs() < 1e-14, "{degrees}");
        }
        assert!(sine_and_cosine(f64::NAN).0.is_nan());
        assert!(sine_and_cosine(f64::INFINITY).0.is_nan());
    }
}
