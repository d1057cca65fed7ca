//! Six guesses of the cost to go.

/// A guess of the cost to go, from the distances in columns and rows, `dx` and
/// `dy`, and the weight e. A path found with a guess that is **admissible**,
/// never more than the true cost, is a cheapest one; with others it may be dearer,
/// and is often found sooner.
///
/// A step costs at least the least cost of a cell and moves by one cell, so
/// that `least cost * (dx + dy)` is a bound.
///
/// | | | admissible |
/// |---|---|---|
/// | [`Manhattan`](Self::Manhattan) | e (dx + dy) | for e up to the least cost |
/// | [`MaxDxDy`](Self::MaxDxDy) | e max(dx, dy) | for e up to the least cost |
/// | [`DiagonalShortcut`](Self::DiagonalShortcut) | 2 e min(dx, dy) + e (dx + dy - 2 min(dx, dy)) | for e up to the least cost: it is `Manhattan` |
/// | [`Euclidean`](Self::Euclidean) | e sqrt(dx² + dy²), rounded down | for e up to the least cost |
/// | [`EuclideanNoSqrt`](Self::EuclideanNoSqrt) | e (dx² + dy²) | never, from two cells on |
/// | [`Custom`](Self::Custom) | e (max(dx, dy) + dx + dy) | for e up to half the least cost |
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Heuristic {
    /// e (dx + dy).
    #[default]
    Manhattan,
    /// e max(dx, dy).
    MaxDxDy,
    /// 2 e min(dx, dy) + e (dx + dy - 2 min(dx, dy)). Meant for steps that go
    /// diagonally at a cost of 2; there are none, and it equals `Manhattan`.
    DiagonalShortcut,
    /// e sqrt(dx² + dy²), rounded down.
    Euclidean,
    /// e (dx² + dy²). Rushes to the goal; the path may be much dearer.
    EuclideanNoSqrt,
    /// e (max(dx, dy) + dx + dy): up to twice `Manhattan`.
    Custom,
}

impl Heuristic {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::Manhattan,
        Self::MaxDxDy,
        Self::DiagonalShortcut,
        Self::Euclidean,
        Self::EuclideanNoSqrt,
        Self::Custom,
    ];

    /// The guess for a distance of `dx` columns and `dy` rows (less than 2^15
    /// each in any level).
    ///
    /// ```
    /// use tautline_platformer::classic::Heuristic;
    ///
    /// let guesses = Heuristic::ALL.map(|heuristic| heuristic.estimate(1, 3, 4));
    /// assert_eq!(guesses, [7, 4, 7, 5, 25, 11]);
    /// ```
    #[must_use]
    pub fn estimate(self, weight: u16, dx: u32, dy: u32) -> u64 {
        let [e, dx, dy] = [u64::from(weight), u64::from(dx), u64::from(dy)];
        let (sum, least, most) = (dx + dy, dx.min(dy), dx.max(dy));
        let square = dx.saturating_mul(dx).saturating_add(dy.saturating_mul(dy));
        match self {
            Self::Manhattan => e * sum,
            Self::MaxDxDy => e * most,
            Self::DiagonalShortcut => 2 * e * least + e * (sum - 2 * least),
            Self::Euclidean => (e * e).saturating_mul(square).isqrt(),
            Self::EuclideanNoSqrt => e.saturating_mul(square),
            Self::Custom => e * (most + sum),
        }
    }

    /// The largest weight with which the guess is admissible, when the least
    /// cost of an open cell is `least_cost`.
    ///
    /// ```
    /// use tautline_platformer::classic::Heuristic;
    ///
    /// assert_eq!(Heuristic::Euclidean.largest_admissible_weight(1), 1);
    /// assert_eq!(Heuristic::EuclideanNoSqrt.largest_admissible_weight(1), 0);
    /// ```
    #[must_use]
    pub fn largest_admissible_weight(self, least_cost: u8) -> u16 {
        match self {
            Self::Manhattan | Self::MaxDxDy | Self::DiagonalShortcut | Self::Euclidean => {
                u16::from(least_cost)
            }
            Self::EuclideanNoSqrt => 0,
            Self::Custom => u16::from(least_cost / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_its_largest_admissible_weight_a_guess_is_at_most_the_bound() {
        for heuristic in Heuristic::ALL {
            for least in [1, 2, 3, 8] {
                let weight = heuristic.largest_admissible_weight(least);
                for (dx, dy) in (0..12).flat_map(|dx| (0..12).map(move |dy| (dx, dy))) {
                    let bound = u64::from(least) * u64::from(dx + dy);
                    assert!(heuristic.estimate(weight, dx, dy) <= bound, "{heuristic:?}");
                }
            }
        }
    }

    #[test]
    fn with_more_weight_a_guess_exceeds_the_bound_somewhere() {
        for heuristic in Heuristic::ALL {
            let weight = heuristic.largest_admissible_weight(2) + 1;
            assert!((1..12).any(|dx| heuristic.estimate(weight, dx, 0) > 2 * u64::from(dx)));
        }
    }

    #[test]
    fn the_largest_distances_and_weights_stay_in_range() {
        for heuristic in Heuristic::ALL {
            let guess = heuristic.estimate(u16::MAX, u32::MAX, u32::MAX);
            assert!(guess >= u64::from(u32::MAX) || heuristic == Heuristic::Euclidean);
        }
    }
}
