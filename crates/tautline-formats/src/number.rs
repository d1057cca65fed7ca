//! Shortest decimal representation of numbers, and conversion of sizes.

use std::fmt;

/// A number, displayed with the fewest digits that are read back as the same number. Very large and
/// very small numbers get an exponent instead of dozens of zeros.
pub(crate) struct Shortest(pub(crate) f32);

impl fmt::Display for Shortest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size > 0.0 && !(1e-5..1e16).contains(&size) && size.is_finite() {
            write!(out, "{:e}", self.0)
        } else {
            write!(out, "{}", self.0)
        }
    }
}

/// Converts a size to 64 bits. No platform has larger sizes.
pub(crate) const fn to_u64(size: usize) -> u64 {
    size as u64
}

/// Converts an index of 32 bits. All supported platforms have sizes of at least 32 bits.
pub(crate) const fn to_usize(index: u32) -> usize {
    index as usize
}

#[cfg(test)]
mod tests {
    use super::Shortest;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (48.0, "48"),
            (0.1, "0.1"),
            (-95.299_35, "-95.29935"),
            (1e15, "1000000000000000"),
            (1e16, "1e16"),
            (1e-45, "1e-45"),
            (f32::MAX, "3.4028235e38"),
            (f32::INFINITY, "inf"),
            (f32::NAN, "NaN"),
        ];
        for (number, text) in cases {
            assert_eq!(Shortest(number).to_string(), text);
        }
    }
}
