//! A* search for the plan with the least frames.
//!
//! A label (`label.rs`) says that a part of a span is reached at a time. The queue is ordered by
//! that time plus a lower bound on the rest (`lower_bound.rs`): the larger of the heuristic by
//! distance and height and the bound by landmarks, if any were placed (`place_landmarks.rs`). The
//! bounds are *admissible*, so that the first label popped at the goal is optimal. `ends.rs` turns
//! a start and a goal into labels. `closed.rs` remembers which goals cannot be reached.
//!
//! Searches: a plan (`request.rs`), extracted from the labels (`write.rs`); the reachable position
//! nearest to another one (`nearest.rs`); the cost-to-go from everywhere (`field.rs`); strongly
//! connected components (`components.rs`).

mod closed;
mod components;
mod ends;
mod field;
mod label;
mod lower_bound;
mod nearest;
mod place_landmarks;
mod request;
mod scratch;
mod write;

pub use components::Components;
pub use field::Field;
pub use nearest::Reachable;
pub use scratch::Scratch;

use crate::exact::index::index_of;
use crate::exact::moves::{Link, Links};
use crate::exact::planner::Planner;
use crate::exact::terrain::{Interval, NEVER, SpanId, Terrain};
use label::{Label, LabelId, NO_LINK, NONE};

/// A label is expanded in two phases: first only the links by which the goal may be reached within
/// this many frames of the label's own bound, then the others, if the search gets that far. Most
/// labels are never expanded, and most of these come from links of the second phase.
///
/// Without this, searches in open fields take almost half as long again. Values of 4 to 32 differ
/// little.
const NEAR: u32 = 16;

/// The outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The label at the goal: its positions are those at which the goal is entered, its time is the
    /// arrival.
    Found(LabelId),
    Unreachable,
    Exhausted,
}

impl Planner {
    /// Searches from the labels in the queue to `scratch.targets`. Without targets, it visits
    /// everything that can be reached.
    fn search(&self, budget: u32, scratch: &mut Scratch) -> Outcome {
        while let Some(key) = scratch.queue.pop() {
            let (time, id) = unpack(key);
            let label = *scratch.labels.label(id);
            if label.span == AT_GOAL {
                return Outcome::Found(id);
            }
            // Other labels have reached the whole span earlier.
            if label.time > 0 && scratch.labels.is_covered(label.span, label.time - 1) {
                continue;
            }
            let is_new = label.expanded_until == 0;
            let mut until = NEVER;
            if is_new {
                if scratch.expanded >= budget {
                    return Outcome::Exhausted;
                }
                scratch.expanded += 1;
                self.try_goal(id, &label, scratch);
                if self.terrain.digital {
                    self.walk_to_walls(id, &label, scratch);
                }
                if !scratch.targets.is_empty() {
                    until = time + NEAR;
                }
            }
            let links = self.links_of(label.span, &mut scratch.workspace);
            let next = self.expand(id, &label, links, until, scratch);
            // The second phase waits in the queue with the bound of its best link.
            if next < scratch.best {
                scratch.labels.set_expanded_until(id, until);
                scratch.queue.push(pack(next, id));
            }
        }
        Outcome::Unreachable
    }

    /// Adds the labels that the links of a label lead to, if they may reach the goal by `until` and
    /// were not added before. Returns a lower bound on the arrival by the remaining links.
    fn expand(
        &self,
        id: LabelId,
        label: &Label,
        links: &Links,
        until: u32,
        scratch: &mut Scratch,
    ) -> u32 {
        let mut next = NEVER;
        for (index, group) in links.groups.iter().enumerate() {
            if scratch.labels.is_covered(group.to, label.time + group.fastest) {
                continue;
            }
            let goal = label.time + group.fastest + self.span_lower_bound(group.to, scratch);
            // Already followed in the first phase.
            if goal <= label.expanded_until {
                continue;
            }
            if goal > until {
                next = next.min(goal);
                continue;
            }
            for index in links.of_group(index) {
                let link = &links.links[index];
                if scratch.labels.is_covered(group.to, label.time + link.time) {
                    // Links are sorted by time: the others take longer.
                    break;
                }
                let Some((time, positions)) = self.through(label, link) else { continue };
                let (residue, index) = (label.residue, index_of(index));
                self.add(Label::new(group.to, positions, time, residue, id, index), scratch);
            }
        }
        next
    }

    #[inline]
    fn through(&self, label: &Label, link: &Link) -> Option<(u32, Interval)> {
        // The whole link on an analog axis, without a copy.
        if !self.terrain.digital {
            return label.through(link, self.terrain.walk);
        }
        label.through(&self.with_residue(link, label.residue)?, self.terrain.walk)
    }

    /// Returns the part of a link between positions with a residue; the whole link on an analog
    /// axis. `None` if it is empty.
    fn with_residue(&self, link: &Link, residue: i32) -> Option<Link> {
        if link.residues >> residue & 1 == 0 {
            return None;
        }
        let from = self.positions_with_residue(link.from, residue)?;
        let to = self.positions_with_residue(link.to, residue)?;
        Some(Link { from, to, ..*link })
    }

    /// Adds labels for walks into a wall, which change the residue.
    fn walk_to_walls(&self, id: LabelId, label: &Label, scratch: &mut Scratch) {
        let span = self.terrain.spans.span(label.span);
        for (end, side) in [(span.positions.low, -1), (span.positions.high, 1)] {
            if self.terrain.is_at_wall(span.row, end, side) {
                let (position, residue) = (Interval::point(end), self.residue_of(end));
                let time = label.arrival(position, self.terrain.walk);
                self.add(Label::new(label.span, position, time, residue, id, NO_LINK), scratch);
            }
        }
    }

    fn try_goal(&self, id: LabelId, label: &Label, scratch: &mut Scratch) {
        for index in 0..scratch.targets.len() {
            let target = scratch.targets[index];
            if target.span != label.span {
                continue;
            }
            let Some(positions) = self.positions_with_residue(target.positions, label.residue)
            else {
                continue;
            };
            let time = label.arrival(positions, self.terrain.walk);
            if time >= NEVER {
                continue;
            }
            let arrived = Label::new(AT_GOAL, positions, time, label.residue, id, NO_LINK);
            if time < scratch.best {
                scratch.best = time;
                scratch.queue.push(pack(time, scratch.labels.append(arrived)));
            }
        }
    }

    /// Returns the part of an interval from the first to the last position with a residue; all of
    /// it on an analog axis.
    fn positions_with_residue(&self, positions: Interval, residue: i32) -> Option<Interval> {
        if self.terrain.digital {
            positions.aligned(residue, self.terrain.walk.step)
        } else {
            Some(positions)
        }
    }

    /// Adds a label unless another one dominates it.
    #[inline]
    fn add(&self, label: Label, scratch: &mut Scratch) {
        if !scratch.labels.is_dominated(&label, self.terrain.walk) {
            self.add_new(label, scratch);
        }
    }

    /// Adds a label that no other dominates.
    #[inline(never)]
    fn add_new(&self, label: Label, scratch: &mut Scratch) {
        if label.time >= NEVER {
            return;
        }
        let Terrain { spans, walk, digital, .. } = &self.terrain;
        let positions = spans.span(label.span).positions;
        let id = scratch.labels.add(label, positions, *walk, *digital);
        let left = self.lower_bound(&label, scratch);
        let total = label.time.saturating_add(left);
        if left < NEVER && total < scratch.best {
            scratch.queue.push(pack(total, id));
        }
    }
}

/// Stands for the span of a label at the goal.
const AT_GOAL: SpanId = SpanId::MAX;

/// Packs a queue key: least total time first; among equals the latest label, which is nearer to the
/// goal.
fn pack(time: u32, id: LabelId) -> u64 {
    u64::from(time) << 32 | u64::from(NONE - id)
}

#[expect(clippy::cast_possible_truncation, reason = "the halves are taken apart")]
const fn unpack(key: u64) -> (u32, LabelId) {
    ((key >> 32) as u32, NONE - key as u32)
}
