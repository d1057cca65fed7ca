//! The reachable position nearest to another one, which may not be reachable.

use super::Outcome;
use super::scratch::Scratch;
use crate::State;
use crate::exact::landmarks::GoalVector;
use crate::exact::plan::PlanError;
use crate::exact::planner::Planner;
use crate::exact::terrain::Interval;

/// A reachable position on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reachable {
    /// The position, in subpixels.
    pub position: [i32; 2],
    /// The least number of frames to reach it.
    pub frames: u32,
}

impl Planner {
    /// Returns the reachable position that is nearest to another one; among several, the one that is
    /// reached first. Distances are Euclidean, in pixels.
    ///
    /// O(n log n) for the n links that can be reached.
    ///
    /// # Errors
    ///
    /// [`PlanError`], if the start is invalid; [`PlanError::Unreachable`] if a start in the air
    /// never lands; [`PlanError::BudgetExhausted`].
    pub fn nearest_reachable(
        &self,
        start: State,
        position: [i32; 2],
        budget: u32,
        scratch: &mut Scratch,
    ) -> Result<Reachable, PlanError> {
        let from = self.start(start, scratch)?;
        scratch.targets.clear();
        scratch.goal_vector = GoalVector::default();
        scratch.begin(self.terrain.spans.by_id.len());
        self.seed_start(start.x, &from, scratch);
        // Without targets, the search visits everything that can be reached.
        if self.search(budget, scratch) == Outcome::Exhausted {
            return Err(PlanError::BudgetExhausted { budget });
        }
        let height = self.character.tile[1];
        let mut best: Option<(i128, u32, [i32; 2])> = None;
        for id in self.terrain.spans.ids() {
            let span = self.terrain.spans.span(id);
            for (_, label) in scratch.labels.of_span(id) {
                // Once a part of a span is reached, walking reaches the rest.
                let can_walk = self.terrain.walk.step > 0;
                let positions = if can_walk { span.positions } else { label.positions };
                let Some(positions) = self.positions_with_residue(positions, label.residue) else {
                    continue;
                };
                // On a digital axis, the positions with the residue are a walk step apart: compare
                // the two around `position`.
                let step = if self.terrain.digital { self.terrain.walk.step } else { 1 };
                let before = positions.nearest(position[0]);
                let before = before - (before - positions.low) % step;
                for x in [before, (before + step).min(positions.high)] {
                    let at = [x, span.row * height];
                    let distance = self.distance_squared(at, position);
                    let frames = label.arrival(Interval::point(x), self.terrain.walk);
                    let found = (distance, frames, at);
                    if best.is_none_or(|best| found < best) {
                        best = Some(found);
                    }
                }
            }
        }
        best.map(|(_, frames, position)| Reachable { position, frames })
            .ok_or(PlanError::Unreachable)
    }

    /// Returns the squared distance in pixels, times a constant.
    fn distance_squared(&self, one: [i32; 2], other: [i32; 2]) -> i128 {
        let [units_x, units_y] = self.character.subpixels.map(i128::from);
        let x = (i128::from(one[0]) - i128::from(other[0])) * units_y;
        let y = (i128::from(one[1]) - i128::from(other[1])) * units_x;
        x * x + y * y
    }
}
