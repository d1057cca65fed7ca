//! The random number generator of the tests. It is part of this crate, so that no update of a
//! dependency changes the map of a seed.

/// The SplitMix64 generator: 64 bits of state, period 2^64, the same numbers
/// on every platform.
///
/// Suitable for test data, not for cryptography.
///
/// ```
/// use tautline_fixtures::SplitMix64;
///
/// let mut random = SplitMix64::new(7);
/// let dice = random.between(1, 6);
/// assert!((1..=6).contains(&dice));
/// assert_eq!(SplitMix64::new(7).between(1, 6), dice);
/// ```
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Creates a generator whose numbers depend only on `seed`. Every seed is valid, including 0.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number in `0..limit`; 0 if `limit` is 0.
    ///
    /// Probabilities differ by a factor of at most `1 + limit / 2^64`.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(limit)) >> 64) as u64
    }

    /// Returns a number from `low` to `high`, both included; `low` if `high` is less.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the sum lies between two numbers that are i32"
    )]
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = u64::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(0);
        (i64::from(low) + self.below(span).cast_signed()) as i32
    }

    /// Returns a number in `0.0..1.0`, a multiple of 2^-53.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit an f64 exactly")]
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.next_u64() >> 11) as f64 * STEP
    }

    /// Returns true with a probability of `percent` in 100.
    pub fn chance(&mut self, percent: u8) -> bool {
        self.below(100) < u64::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let mut random = SplitMix64::new(1_234_567);
        let numbers: Vec<u64> = (0..5).map(|_| random.next_u64()).collect();
        let reference = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(numbers, reference);
    }

    #[test]
    fn numbers_stay_in_their_ranges_and_reach_both_ends() {
        let mut random = SplitMix64::new(1);
        let mut seen = [false; 5];
        for _ in 0..200 {
            let number = random.between(-2, 2);
            seen[usize::try_from(number + 2).unwrap()] = true;
            let unit = random.unit();
            assert!((0.0..1.0).contains(&unit));
        }
        assert_eq!(seen, [true; 5]);
    }

    #[test]
    fn empty_ranges_result_in_their_lower_end() {
        let mut random = SplitMix64::new(1);
        assert_eq!(random.below(0), 0);
        assert_eq!(random.between(3, 2), 3);
        assert_eq!(random.between(i32::MAX, i32::MIN), i32::MAX);
        random.between(i32::MIN, i32::MAX);
    }

    #[test]
    fn a_probability_of_zero_is_never_and_of_one_always() {
        let mut random = SplitMix64::new(1);
        assert!((0..100).all(|_| !random.chance(0) && random.chance(100)));
    }
}
