//! Fixed-point lengths.

use super::entries::EntryFormat;

/// A fixed-point format for lengths: whole numbers of a small unit, in 48 bits or less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FixedPoint {
    pub(crate) units_per_length: f64,
}

impl FixedPoint {
    /// The greatest code: 48 bits, as many as a narrow entry has.
    const MAX_UNITS: f64 = 281_474_976_710_655.0;

    /// Returns the format for lengths up to `longest` in entries of a format. The number of
    /// units in a length of 1 is a power of two, so that whole lengths are represented exactly.
    pub(crate) fn for_lengths_up_to(longest: f64, entries: EntryFormat) -> Self {
        // One bit less than an entry has: in narrow entries, twice a length is at most 2^48, and the
        // sum of four lengths is below 2^50, as `merge` needs.
        let max_encoded_length =
            f64::from(1_u32 << 16) * f64::from(1_u32 << (entries.distance_bits() - 17));
        let units_per_length = max_encoded_length / longest;
        let power_of_two = f64::from_bits(units_per_length.to_bits() & f64::INFINITY.to_bits());
        let is_usable = power_of_two.is_finite() && power_of_two > 0.0;
        Self { units_per_length: if is_usable { power_of_two } else { 1.0 } }
    }

    /// Returns the code of a length, rounded to the nearest, at most [`Self::MAX_UNITS`].
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "48 bits, above 0")]
    #[inline(always)]
    pub(crate) fn encode(self, length: f64) -> u64 {
        (length * self.units_per_length + 0.5).min(Self::MAX_UNITS) as u64
    }

    /// Returns the length of a sum of codes, which is below 2^50.
    #[expect(clippy::cast_precision_loss, reason = "50 bits fit")]
    pub(crate) fn decode(self, units: u64) -> f64 {
        units as f64 / self.units_per_length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_lengths_never_overflow() {
        for longest in [0.0, 1e-30, 1.0, 3000.0, 1e38] {
            let fixed_point = FixedPoint::for_lengths_up_to(longest, EntryFormat::NARROW);
            assert!(fixed_point.encode(longest) <= 1 << 47, "{longest}");
            assert!(fixed_point.encode(f64::MAX) < 1 << 48);
            assert!(
                (fixed_point.decode(fixed_point.encode(longest)) - longest).abs()
                    <= 1e-13 * longest
            );
        }
        let fixed_point = FixedPoint::for_lengths_up_to(1000.0, EntryFormat::NARROW);
        assert_eq!(fixed_point.decode(fixed_point.encode(7.0)).to_bits(), 7.0_f64.to_bits());
    }
}
