//! Lengths as whole numbers.

/// Distances as whole numbers of a small unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::labels) struct FixedPoint {
    pub(in crate::labels) units_per_length: f64,
}

impl FixedPoint {
    /// Twice a length is below 2^48, and four lengths are below 2^50.
    const MAX_ENCODED_LENGTH: f64 = 140_737_488_355_328.0;
    /// As much as an entry has room for.
    const MAX_UNITS: f64 = 281_474_976_710_655.0;

    /// FixedPoint for lengths up to a longest one: a power of two of them in one, so that
    /// whole lengths stay whole.
    pub(in crate::labels) fn for_lengths_up_to(longest: f64) -> Self {
        let units_per_length = Self::MAX_ENCODED_LENGTH / longest;
        let power_of_two = f64::from_bits(units_per_length.to_bits() & f64::INFINITY.to_bits());
        let is_usable = power_of_two.is_finite() && power_of_two > 0.0;
        Self { units_per_length: if is_usable { power_of_two } else { 1.0 } }
    }

    /// A length in units, rounded; no more than there is room for.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "48 bits, above 0")]
    #[inline(always)]
    pub(in crate::labels) fn encode(self, length: f64) -> u64 {
        (length * self.units_per_length + 0.5).min(Self::MAX_UNITS) as u64
    }

    /// The length of a number of units, of which no more than 2^50 come together.
    #[expect(clippy::cast_precision_loss, reason = "50 bits fit")]
    pub(in crate::labels) fn decode(self, units: u64) -> f64 {
        units as f64 / self.units_per_length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_lengths_never_overflow() {
        for longest in [0.0, 1e-30, 1.0, 3000.0, 1e38] {
            let fixed_point = FixedPoint::for_lengths_up_to(longest);
            assert!(fixed_point.encode(longest) <= 1 << 47, "{longest}");
            assert!(fixed_point.encode(f64::MAX) < 1 << 48);
            assert!(
                (fixed_point.decode(fixed_point.encode(longest)) - longest).abs()
                    <= 1e-13 * longest
            );
        }
        let fixed_point = FixedPoint::for_lengths_up_to(1000.0);
        assert_eq!(fixed_point.decode(fixed_point.encode(7.0)).to_bits(), 7.0_f64.to_bits());
    }
}
