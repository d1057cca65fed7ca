//! From `f64` to `f32`.

/// Returns the `f32` nearest to a value, with ties to even; infinite beyond the range of `f32`.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
pub const fn to_f32(value: f64) -> f32 {
    value as f32
}
