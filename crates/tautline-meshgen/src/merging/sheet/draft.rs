//! Joining areas such that searches look through few borders.

use tautline_geometry::Wide;

use super::exchange::Exchange;
use super::looks::Looks;
use super::survey::Survey;
use super::{NO_SIDE, Sheet};
use crate::lot::lot;

/// What a side counts that no search looks through: so little that only such sides are told
/// apart by their lengths alone.
const NO_LOOKS: f64 = 1e-9;

/// How often areas are joined at first, at most: on small maps much may depend on a few
/// borders, and one of several guesses at them is good.
const GUESSES: usize = 4;

/// How often triangles are cut anew: on small maps, where it takes little time, and on large
/// ones.
const CUTS: [usize; 2] = [3, 7];

/// How often each side is looked at for a flip, each time triangles are cut anew. Once leaves
/// most triangles much as they were, and searches expand a hundredth more.
const FLIPS: usize = 3;

/// Triangles, and which of their sides are to stay as borders.
struct Draft<'a, 'm> {
    raw: Sheet<'a>,
    /// Whether two raw triangles may become one area.
    may_join: &'m dyn Fn(u32, u32) -> bool,
    is_kept: Vec<bool>,
    looks: Looks,
    /// How many pairs of places have been searched between.
    pairs: u32,
    /// How many lots have been drawn.
    lots: u32,
}

impl Sheet<'_> {
    /// Joins raw triangles as [`join`](Self::join) does, but such that searches look through few
    /// borders. The sheet has other triangles then.
    ///
    /// Searches are counted from place to place, in some steps and one more for each side; and
    /// areas are joined by what they look through. But most inner corners see many others, and
    /// the triangles have borders to a few of them. So then, again and again, areas are cut into
    /// other triangles, some more searches are counted, and borders are exchanged for others
    /// that are looked through less.
    pub(crate) fn join_by_survey(&mut self, steps: u32, may_join: &dyn Fn(u32, u32) -> bool) {
        let steps = steps as usize;
        let sides = self.side_count();
        let cuts = (steps.saturating_mul(4) / sides.max(1)).clamp(CUTS[0], CUTS[1]);
        let mut draft = Draft {
            raw: self.clone(),
            may_join,
            is_kept: vec![true; sides],
            looks: Looks::none(sides),
            pairs: 0,
            lots: 0,
        };
        draft.guess(steps.saturating_add(sides));
        for _ in 0..cuts {
            draft.cut_anew();
            draft.exchange((steps / 4).max(2 * sides));
        }
        *self = draft.joined(&draft.is_kept);
    }
}

impl<'a> Draft<'a, '_> {
    /// Joined areas close gates that are open between triangles, which no count of looks
    /// foresees. So areas are joined several times, after more and more searches, where that
    /// takes less time than these; those are chosen on which searches take the fewest steps.
    fn guess(&mut self, steps: usize) {
        let mut survey = Survey::of_sheet(&self.raw, self.pairs);
        let count = (steps / (2 * self.raw.side_count()).max(1)).clamp(1, GUESSES);
        let mut guesses = Vec::with_capacity(count);
        for _ in 0..count {
            survey.go_on(steps / count);
            let mut looks = Looks::none(self.raw.side_count());
            looks.add(&survey);
            guesses.push(self.exchanged(&looks));
            self.looks = looks;
        }
        // Of equally good ones, the last, which knows most.
        let mut least = usize::MAX;
        let mut best = Vec::new();
        for is_kept in guesses.into_iter().rev() {
            let steps = if count == 1 { 0 } else { survey.steps_on(&self.joined(&is_kept)) };
            if steps < least {
                (least, best) = (steps, is_kept);
            }
        }
        self.pairs = survey.pairs.end;
        self.is_kept = best;
    }

    /// Cuts the areas into other triangles, by lot.
    fn cut_anew(&mut self) {
        for _ in 0..FLIPS {
            for side in (0..).take(self.raw.side_count()) {
                if self.is_kept[side as usize] || self.raw.twin(side) < side {
                    continue;
                }
                self.lots = self.lots.wrapping_add(1);
                if lot(self.lots).is_multiple_of(2) {
                    self.flip(side);
                }
            }
        }
    }

    fn flip(&mut self, side: u32) {
        if let Some(quadrangle) = self.raw.quadrangle(side) {
            self.looks.flip(&quadrangle);
            quadrangle.flip_in(&mut self.is_kept, [false; 2]);
            self.raw.flip(&quadrangle);
        }
    }

    /// Counts searches for some more steps, and exchanges borders.
    fn exchange(&mut self, steps: usize) {
        let mut survey = Survey::of_sheet(&self.raw, self.pairs);
        survey.go_on(steps);
        self.looks.add(&survey);
        self.pairs = survey.pairs.end;
        self.is_kept = self.exchanged(&self.looks);
    }

    /// What is better kept than what is, by looks.
    fn exchanged(&self, looks: &Looks) -> Vec<bool> {
        let raw = &self.raw;
        let cost = |side: u32| {
            let length = Wide::from(raw.start(side)).distance(raw.end(side).into());
            (looks.through(side) + NO_LOOKS) * length.sqrt().sqrt()
        };
        let may_vanish = |side: u32| {
            let twin = raw.twin(side);
            let source = |side: u32| raw.sources[side as usize];
            twin != NO_SIDE && (self.may_join)(source(side), source(twin))
        };
        let sides = || (0..).take(raw.side_count());
        let costs: Vec<f64> = sides().map(cost).collect();
        let may_vanish = sides().map(may_vanish).collect();
        let mut exchange = Exchange::new(raw, &costs, may_vanish, self.is_kept.clone());
        exchange.give_up_greedily();
        exchange.improve();
        exchange.is_kept
    }

    fn joined(&self, is_kept: &[bool]) -> Sheet<'a> {
        let mut joined = self.raw.clone();
        joined.join_but_for(is_kept, self.may_join);
        joined
    }
}
