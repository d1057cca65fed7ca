//! The ways from all corners to a goal, to be followed step by step.

use tautline_geometry::{DVec2, Vec2};

/// For each corner, where it is and which one is next: all that following a way
/// reads, in few bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    steps: Vec<Step>,
    /// How long the way is from each corner.
    lengths: Vec<f64>,
    goal: Vec2,
    waiting: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) point: Vec2,
    /// The next corner, or [`Self::GOAL`] or [`Self::UNKNOWN`].
    pub(super) next: u32,
}

impl Step {
    pub(super) const GOAL: u32 = u32::MAX;
    pub(super) const UNKNOWN: u32 = u32::MAX - 1;
}

impl Steps {
    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }

    /// Of all corners, each with a next one that is nearer to the goal. O(n).
    pub(super) fn replace(&mut self, steps: impl Iterator<Item = Step>, goal: Vec2) {
        let Self { steps: all, lengths, waiting, .. } = self;
        self.goal = goal;
        all.clear();
        all.extend(steps);
        lengths.clear();
        lengths.resize(all.len(), f64::NAN);
        for first in (0..).take(all.len()) {
            // Down to what is known, and back.
            let mut corner: u32 = first;
            while let Some(length) =
                lengths.get_mut(corner as usize).filter(|length| length.is_nan())
            {
                // Nothing that comes round to itself is a way.
                *length = f64::INFINITY;
                waiting.push(corner);
                corner = all[corner as usize].next;
            }
            let (mut next, mut length) = match all.get(corner as usize) {
                Some(step) => (step.point, lengths[corner as usize]),
                None if corner == Step::GOAL => (goal, 0.0),
                None => (goal, f64::INFINITY),
            };
            while let Some(corner) = waiting.pop() {
                let point = all[corner as usize].point;
                length += DVec2::from(point).distance(next.into());
                lengths[corner as usize] = length;
                next = point;
            }
        }
    }

    /// The points of the way from a start by a corner, and its length; nothing if it
    /// is not known here.
    pub(super) fn read(&self, start: Vec2, mut corner: u32, points: &mut Vec<Vec2>) -> Option<f64> {
        let first = self.steps.get(corner as usize)?;
        let rest = *self.lengths.get(corner as usize)?;
        if !rest.is_finite() {
            return None;
        }
        points.clear();
        points.push(start);
        let mut last = start;
        while let Some(&Step { point, next }) = self.steps.get(corner as usize) {
            if point != last {
                points.push(point);
                last = point;
            }
            corner = next;
        }
        if self.goal != last {
            points.push(self.goal);
        }
        Some(DVec2::from(start).distance(first.point.into()) + rest)
    }
}
