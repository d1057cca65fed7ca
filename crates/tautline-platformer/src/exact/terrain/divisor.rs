//! Fast division by the same number over and over.

/// Division by a number that is known beforehand, for dividends in `0..2^31`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Divisor {
    factor: u64,
    shift: u32,
}

impl Divisor {
    /// `divisor` is 1 at least.
    pub(super) fn new(divisor: i32) -> Self {
        let divisor = u64::from(divisor.cast_unsigned().max(1));
        let shift = 32 + divisor.next_power_of_two().trailing_zeros();
        Self { factor: (1_u64 << shift).div_ceil(divisor), shift }
    }

    /// The quotient, rounded down.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the quotient is at most the dividend")]
    pub(super) fn divide(self, dividend: i32) -> i32 {
        debug_assert!(dividend >= 0, "dividends are not negative");
        ((u64::from(dividend.cast_unsigned()) * self.factor) >> self.shift) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_a_factor_is_division() {
        for divisor in [1, 2, 3, 7, 8, 48, 1_000, 57_600, 262_143, 262_144] {
            let by = Divisor::new(divisor);
            for base in [0, 1, divisor, 3 * divisor, 1 << 20, 1 << 30, i32::MAX - 3] {
                for dividend in [base.saturating_sub(1), base, base.saturating_add(1)] {
                    if dividend >= 0 {
                        assert_eq!(by.divide(dividend), dividend / divisor, "{dividend}/{divisor}");
                    }
                }
            }
        }
    }
}
