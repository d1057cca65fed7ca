//! The reachable place nearest to one that may not be.

use super::Ended;
use super::scratch::Scratch;
use crate::State;
use crate::exact::bounds::Aim;
use crate::exact::plan::PlanError;
use crate::exact::planner::Planner;
use crate::exact::terrain::Interval;

/// A place to stand that can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reachable {
    /// Where, in subpixels.
    pub place: [i32; 2],
    /// In how many frames it can be reached.
    pub frames: u32,
}

impl Planner {
    /// Of all places that can be reached from a state, the one nearest to a
    /// place in subpixels (as the crow flies, in pixels); of several, the one
    /// reached first.
    ///
    /// O(n log n) for the n links that can be reached.
    ///
    /// # Errors
    ///
    /// The errors of [`PlanError`] that concern the start;
    /// [`PlanError::Unreachable`] if a start in the air never lands;
    /// [`PlanError::BudgetExhausted`].
    pub fn nearest_reachable(
        &self,
        start: State,
        place: [i32; 2],
        budget: u32,
        scratch: &mut Scratch,
    ) -> Result<Reachable, PlanError> {
        let from = self.start(start, scratch)?;
        scratch.targets.clear();
        scratch.aim = Aim::default();
        scratch.begin(self.terrain.ground.spans.len());
        self.seed_start(start.x, &from, scratch);
        if self.search(budget, scratch) == Ended::Exhausted {
            return Err(PlanError::BudgetExhausted { budget });
        }
        let height = self.character.tile[1];
        let mut best: Option<(i128, Reachable)> = None;
        for id in self.terrain.ground.ids() {
            let span = self.terrain.ground.span(id);
            for (_, label) in scratch.labels.of_span(id) {
                let can_walk = self.terrain.walk.step > 0;
                let places = if can_walk { span.places } else { label.places };
                let Some(places) = self.places_of_class(places, label.class) else { continue };
                // Of the two of a class beside the place, the nearer.
                let step = if self.terrain.digital { self.terrain.walk.step } else { 1 };
                let before = places.nearest(place[0]);
                let before = before - (before - places.low) % step;
                for x in [before, (before + step).min(places.high)] {
                    let at = [x, span.row * height];
                    let distance = self.distance_squared(at, place);
                    let frames = label.arrival(Interval::at(x), self.terrain.walk);
                    let found = (distance, Reachable { place: at, frames });
                    if best.is_none_or(|best| key(&found) < key(&best)) {
                        best = Some(found);
                    }
                }
            }
        }
        best.map(|(_, reachable)| reachable).ok_or(PlanError::Unreachable)
    }

    /// Squared distance in pixels, times a constant.
    fn distance_squared(&self, one: [i32; 2], other: [i32; 2]) -> i128 {
        let [units_x, units_y] = self.character.subpixels.map(i128::from);
        let x = (i128::from(one[0]) - i128::from(other[0])) * units_y;
        let y = (i128::from(one[1]) - i128::from(other[1])) * units_x;
        x * x + y * y
    }
}

fn key((distance, reachable): &(i128, Reachable)) -> (i128, u32, [i32; 2]) {
    (*distance, reachable.frames, reachable.place)
}
