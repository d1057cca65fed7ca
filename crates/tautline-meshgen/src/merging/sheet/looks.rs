//! How many looks each side costs.

use super::flips::Quadrangle;
use super::survey::Survey;

/// How often searches have looked through each side of raw triangles.
pub(super) struct Looks {
    /// For each side, the looks that were counted or are expected.
    counts: Vec<f64>,
    /// For each side, the searches that have counted them.
    searches: Vec<f64>,
}

impl Looks {
    pub(super) fn none(side_count: usize) -> Self {
        Self { counts: vec![0.0; side_count], searches: vec![0.0; side_count] }
    }

    /// Adds what a survey has counted.
    pub(super) fn add(&mut self, survey: &Survey<'_>) {
        let searches = f64::from(survey.searches());
        self.counts.iter_mut().zip(&survey.looks).for_each(|(count, looks)| *count += looks);
        self.searches.iter_mut().for_each(|sum| *sum += searches);
    }

    /// How often each search looks through a side, in the mean.
    pub(super) fn through(&self, side: u32) -> f64 {
        self.counts[side as usize] / self.searches[side as usize].max(1.0)
    }

    /// Guesses at the looks through the side that comes with a flip, as if as many searches had
    /// counted them as those through the one that goes.
    pub(super) fn flip(&mut self, quadrangle: &Quadrangle) {
        let searches = self.searches[quadrangle.inner[0] as usize];
        let count = self.through_other_diagonal(quadrangle) * searches;
        quadrangle.flip_in(&mut self.counts, [count; 2]);
        quadrangle.flip_in(&mut self.searches, [searches; 2]);
    }

    /// Looks that come into a triangle leave it around one of its corners. So those through its
    /// sides tell how many go around each. Those around the two corners that the other diagonal
    /// joins cross it; and so do those through the inner side, but for those that go around the
    /// same end of it in both triangles. As if the triangles had nothing to do with each other,
    /// the share of these is the product of the shares in each.
    fn through_other_diagonal(&self, Quadrangle { inner, around }: &Quadrangle) -> f64 {
        let inner = self.through(inner[0]);
        let [a, b, c, d] = around.map(|side| self.through(side));
        let around = |x: f64, y: f64, across: f64| ((x + y - across) / 2.0).max(0.0);
        let share = |x: f64, across: f64| {
            if inner > 0.0 { (around(x, inner, across) / inner).min(1.0) } else { 0.0 }
        };
        let stay_aside = share(a, b) * share(d, c) + share(b, a) * share(c, d);
        around(a, b, inner) + around(c, d, inner) + inner * (1.0 - stay_aside).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_through_the_other_diagonal_follow_from_those_around() {
        // The inner side is 2, or 3. Three looks go around its start in both triangles, two
        // around the corner across it, and four straight on through both.
        let quadrangle = Quadrangle { inner: [2, 3], around: [0, 1, 4, 5] };
        let counts = vec![2.0, 9.0, 7.0, 7.0, 3.0, 4.0];
        let mut looks = Looks { counts, searches: vec![1.0; 6] };
        looks.flip(&quadrangle);
        assert_eq!(looks.counts, [6.0, 9.0, 3.0, 2.0, 6.0, 4.0]);
    }

    #[test]
    fn no_looks_are_expected_where_there_were_none() {
        let mut looks = Looks::none(6);
        looks.flip(&Quadrangle { inner: [2, 3], around: [0, 1, 4, 5] });
        assert!((0..6).all(|side| looks.through(side) == 0.0));
    }
}
