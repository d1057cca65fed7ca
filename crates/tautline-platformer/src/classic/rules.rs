//! The rules of the jump value.

use super::{Jumper, Step};

/// The contact of a body with the tiles below and above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub enum Surroundings {
    /// A solid or one-way tile below any of its columns, whatever is above.
    Ground,
    /// No ground, and a solid tile above any of its columns.
    Ceiling,
    /// No ground and no ceiling.
    Open,
}

/// The jump value of the cell past a ledge, in which a jump may begin in coyote time.
const PAST_LEDGE: u16 = 1;

/// Rows below the top of a jump, in half cells, from which a fall is fast.
const FAST_FALL: u16 = 6;

/// # The rules of the jump value
///
/// The **jump value** J is the progress of a jump, in half cells: 0 on the ground, then rising by 2
/// per row, to M = 2m at the top of a jump of m cells, and further in a fall. An odd J means that
/// the step sideways in this row was used: only steps up and down may follow.
///
/// | step | new value | |
/// |---|---|---|
/// | onto the ground | 0 | whatever is above |
/// | up to a ceiling | max(M, J + 2), rounded up to even | a fall begins, with a step sideways |
/// | sideways to a ceiling | max(M + 1, J + 1) | |
/// | up | 3 if J < 2; J + 2 if even; J + 1 if odd | 3 forces a second cell up |
/// | down | max(M, J + 2 if even, else J + 1) | |
/// | sideways from the ground | M + 1 | over a ledge: it falls |
/// | the same, with coyote time | 1 | a jump may begin there, otherwise it falls: M + 2 |
/// | sideways in the air | J + 1 | |
///
/// Not allowed: sideways with an odd J; up with J >= M; and sideways in a fast fall, where the new
/// value (before a landing makes it 0) is M + 6 or more, except in one row in four: (value - (M +
/// 6)) mod 8 = 3.
///
/// For a jump of a single cell, the first step up gives 2 instead of 3, since there is no second
/// cell.
impl Jumper {
    /// Returns M, the jump value of a character that begins to fall.
    #[must_use]
    pub fn top(self) -> u16 {
        2 * u16::from(self.jump_height())
    }

    /// Returns the jump value of the first cell of a jump.
    pub(super) fn take_off(self) -> u16 {
        self.top().min(3)
    }

    /// Returns the jump value after a step from a cell with value `jump` into a cell with these
    /// surroundings; `None` if the step is not allowed.
    ///
    /// ```
    /// use tautline_platformer::classic::{Jumper, Step, Surroundings};
    ///
    /// let jumper = Jumper::new(1, 1, 3)?;
    /// let two_up = jumper
    ///     .next(0, Step::Up, Surroundings::Open)
    ///     .and_then(|jump| jumper.next(jump, Step::Up, Surroundings::Open));
    /// assert_eq!(two_up, Some(4));
    /// assert_eq!(jumper.next(4, Step::Right, Surroundings::Open), Some(5));
    /// assert_eq!(jumper.next(5, Step::Right, Surroundings::Open), None);
    /// # Ok::<(), tautline_platformer::classic::ClassicError>(())
    /// ```
    #[must_use]
    pub fn next(self, jump: u16, step: Step, surroundings: Surroundings) -> Option<u16> {
        let has_turned = !jump.is_multiple_of(2);
        if step.is_sideways() && has_turned || step == Step::Up && jump >= self.top() {
            return None;
        }
        let value = self.before_landing(jump, step, surroundings);
        if step.is_sideways() && !self.may_drift(value) {
            return None;
        }
        Some(if surroundings == Surroundings::Ground { 0 } else { value })
    }

    /// Returns the new value, ignoring the ground.
    fn before_landing(self, jump: u16, step: Step, surroundings: Surroundings) -> u16 {
        let whole_row = jump.saturating_add(2 - jump % 2);
        match (step, surroundings) {
            (Step::Left | Step::Right, Surroundings::Ceiling) => {
                jump.saturating_add(1).max(self.top() + 1)
            }
            (Step::Left | Step::Right, _) if jump == 0 && self.has_grace() => PAST_LEDGE,
            (Step::Left | Step::Right, _) if jump == 0 => self.top() + 1,
            (Step::Left | Step::Right, _) => jump.saturating_add(1),
            (Step::Up, Surroundings::Ceiling) => {
                jump.saturating_add(2).max(self.top()).saturating_add(1) & !1
            }
            (Step::Up, _) if jump < 2 => self.take_off(),
            (Step::Up, _) => whole_row,
            (Step::Down, _) if jump == PAST_LEDGE => self.top() + 2,
            (Step::Down, _) => whole_row.max(self.top()),
        }
    }

    /// Returns true if a fall with this new value is slow enough, or in the right row, for a step
    /// sideways.
    fn may_drift(self, value: u16) -> bool {
        value.checked_sub(self.top() + FAST_FALL).is_none_or(|fast| fast % 8 == 3)
    }

    /// Returns true if a label with value `jump` can do everything that a label of the same cell
    /// with value `other` can do, at no higher cost: now, and in every cell that may follow.
    ///
    /// A lower value alone is not enough. The step sideways of this row must be left if the other
    /// has it. In a fall, the rows that allow a step sideways must be the same, which is the case
    /// if both values are in the same quarter of 8. In a rise, two labels reach the top in
    /// different rows and therefore fall differently.
    pub(super) fn dominates(self, jump: u16, other: u16) -> bool {
        if jump == other {
            return true;
        }
        let keeps_step = jump.is_multiple_of(2) || !other.is_multiple_of(2);
        if jump < self.top() {
            // Excludes the last row of a jump, where a ceiling treats odd and even values
            // differently.
            jump.is_multiple_of(2) && other == jump + 1 && other + 1 < self.top()
        } else {
            jump < other && keeps_step && jump / 2 % 4 == other / 2 % 4
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Step::{Down, Left, Right, Up};
    use Surroundings::{Ceiling, Ground, Open};

    const M: u16 = 10;

    fn rules_for(jump_height: u8) -> Jumper {
        Jumper::new(1, 1, jump_height).unwrap()
    }

    fn rules() -> Jumper {
        rules_for(5)
    }

    #[test]
    fn ground_is_zero_whatever_the_step() {
        for step in Step::ALL {
            assert_eq!(rules().next(6, step, Ground), Some(0));
        }
    }

    #[test]
    fn a_jump_goes_two_cells_up_before_it_may_turn() {
        assert_eq!(rules().next(0, Up, Open), Some(3));
        assert_eq!(rules().next(3, Left, Open), None);
        assert_eq!(rules().next(3, Up, Open), Some(4));
        assert_eq!(rules().next(4, Left, Open), Some(5));
    }

    #[test]
    fn a_jump_of_one_cell_may_turn_after_it() {
        let rules = rules_for(1);
        assert_eq!(rules.next(0, Up, Open), Some(2));
        assert_eq!(rules.next(2, Up, Open), None);
        assert_eq!(rules.next(2, Right, Ground), Some(0));
    }

    #[test]
    fn up_adds_a_row_and_ends_at_the_top() {
        assert_eq!(rules().next(4, Up, Open), Some(6));
        assert_eq!(rules().next(5, Up, Open), Some(6));
        assert_eq!(rules().next(M - 1, Up, Open), Some(M));
        assert_eq!(rules().next(M, Up, Open), None);
        assert_eq!(rules_for(0).next(0, Up, Open), None);
    }

    #[test]
    fn down_ends_the_rise() {
        assert_eq!(rules().next(0, Down, Open), Some(M));
        assert_eq!(rules().next(4, Down, Open), Some(M));
        assert_eq!(rules().next(M, Down, Open), Some(M + 2));
        assert_eq!(rules().next(M + 1, Down, Open), Some(M + 2));
    }

    #[test]
    fn one_step_sideways_in_a_row() {
        assert_eq!(rules().next(6, Right, Open), Some(7));
        assert_eq!(rules().next(7, Right, Open), None);
        assert_eq!(rules().next(7, Right, Ground), None);
    }

    #[test]
    fn a_fast_fall_turns_in_one_row_of_four() {
        let turning: Vec<u16> = (M..M + 32)
            .step_by(2)
            .filter(|&jump| rules().next(jump, Left, Open).is_some())
            .collect();
        assert_eq!(turning, [M, M + 2, M + 4, M + 8, M + 16, M + 24]);
    }

    #[test]
    fn a_step_sideways_lands_on_ground_and_falls_under_a_ceiling() {
        // `Level::surroundings` decides which of them takes precedence.
        assert_eq!(rules().next(0, Right, Ground), Some(0));
        assert_eq!(rules().next(0, Right, Ceiling), Some(M + 1));
    }

    #[test]
    fn leaving_a_ledge_is_falling() {
        let over_the_ledge = rules().next(0, Right, Open);
        assert_eq!(over_the_ledge, Some(M + 1));
        assert_eq!(over_the_ledge.and_then(|jump| rules().next(jump, Up, Open)), None);
    }

    #[test]
    fn with_frames_of_grace_a_jump_begins_in_the_first_cell_past_the_ledge_alone() {
        let rules = rules().with_grace(true);
        assert_eq!(rules.next(0, Right, Open), Some(1));
        assert_eq!(rules.next(1, Up, Open), Some(3));
        assert_eq!(rules.next(1, Right, Open), None);
        let fallen = rules.next(1, Down, Open);
        assert_eq!(fallen, Some(M + 2), "as deep in a fall as without grace");
        assert_eq!(fallen.and_then(|jump| rules.next(jump, Up, Open)), None);
        assert_eq!(rules.next(0, Right, Ceiling), Some(M + 1));
    }

    #[test]
    fn a_ceiling_leaves_a_step_sideways() {
        for jump in (0..M).filter(|&jump| jump != 1) {
            let bumped = rules().next(jump, Up, Ceiling).unwrap();
            assert!(bumped.is_multiple_of(2) && bumped >= M, "{jump}");
            assert!(rules().next(bumped, Left, Open).is_some());
        }
        assert_eq!(rules().next(3, Up, Ceiling), Some(M));
        assert_eq!(rules().next(M - 1, Up, Ceiling), Some(M + 2));
        assert_eq!(rules().next(4, Left, Ceiling), Some(M + 1));
    }

    #[test]
    fn the_fast_fall_rule_sees_landings() {
        // A straight fall may land; a step sideways onto the ground needs the right row.
        assert_eq!(rules().next(M + 6, Down, Ground), Some(0));
        assert_eq!(rules().next(M + 6, Right, Ground), None);
        assert_eq!(rules().next(M + 8, Right, Ground), Some(0));
    }

    #[test]
    fn a_label_that_covers_another_follows_it_everywhere() {
        for (jump_height, has_grace) in (0..=8).flat_map(|m| [(m, false), (m, true)]) {
            let rules = rules_for(jump_height).with_grace(has_grace);
            let highest = rules.top() + 40;
            let pairs = (1..highest).flat_map(|a| (1..highest).map(move |b| (a, b)));
            for (a, b) in pairs.filter(|&(a, b)| rules.dominates(a, b)) {
                assert!(a <= b);
                for step in Step::ALL {
                    for surroundings in [Ground, Ceiling, Open] {
                        let Some(other) = rules.next(b, step, surroundings) else { continue };
                        let own = rules.next(a, step, surroundings);
                        assert!(
                            own.is_some_and(|own| rules.dominates(own, other)),
                            "{jump_height}: {a} dominates {b}, but not {step:?} to {surroundings:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_largest_values_do_not_overflow() {
        let rules = rules_for(u8::MAX);
        for step in Step::ALL {
            for surroundings in [Ground, Ceiling, Open] {
                for jump in [u16::MAX - 1, u16::MAX] {
                    let _ = rules.next(jump, step, surroundings);
                }
            }
        }
    }
}
