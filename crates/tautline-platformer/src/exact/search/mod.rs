//! The way in least frames, label by label.
//!
//! A search leads from where it begins to where it is to end (`ends.rs`). A label
//! (`label.rs`) says when a part of a span is reached, and the one that promises the
//! soonest arrival is followed next, here. How long the rest takes at least (`left.rs`)
//! is told by the bounds that the planner has, the landmarks among them that were placed
//! (`landmarks.rs`), once for each span.
//!
//! What is asked: a plan (`request.rs`), which is written from the labels (`write.rs`);
//! the reachable place nearest to another (`nearest.rs`); how far it is to one goal from
//! everywhere (`field.rs`); and from where one can come back (`parts.rs`).

mod ends;
mod field;
mod label;
mod landmarks;
mod left;
mod nearest;
mod parts;
mod request;
mod scratch;
mod write;

pub use field::Field;
pub use nearest::Reachable;
pub use parts::Parts;
pub use scratch::Scratch;

use crate::exact::index::index as index_of;
use crate::exact::moves::{Link, Links};
use crate::exact::planner::Planner;
use crate::exact::terrain::{Interval, NEVER, SpanId, Terrain, Walk};
use label::{Label, LabelId, NO_LINK, NONE};

/// A label is expanded twice: first the links by which the goal may be reached
/// no more than so many frames later than the label promised, then, if the
/// search comes to that, the others. Most labels that a search makes are never
/// expanded, and by far the most of these come by links of the second kind.
///
/// Without it searches in open fields take almost half as long again; 4 to 32
/// differ little.
const NEAR: u32 = 16;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// The label at the goal: its places are where the goal is entered, its
    /// time is that of arriving.
    Found(LabelId),
    Unreachable,
    Exhausted,
}

impl Planner {
    /// Searches from the labels that were added to `scratch.targets`.
    fn search(&self, budget: u32, scratch: &mut Scratch) -> Ended {
        while let Some(key) = scratch.queue.pop() {
            let (time, id) = unpack(key);
            let label = *scratch.labels.label(id);
            if label.span == AT_GOAL {
                return Ended::Found(id);
            }
            // Others have come everywhere before it.
            if label.time > 0 && scratch.labels.is_covered(label.span, label.time - 1) {
                continue;
            }
            let is_new = label.followed == 0;
            let mut until = NEVER;
            if is_new {
                if scratch.expanded >= budget {
                    return Ended::Exhausted;
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
            if next < scratch.best {
                scratch.labels.set_followed(id, until);
                scratch.queue.push(pack(next, id));
            }
        }
        Ended::Unreachable
    }

    /// Adds what the links make of a label that may lead to the goal by the time
    /// `until`, unless it was added before. Gives back when the others may lead
    /// there at the earliest.
    fn expand(
        &self,
        id: LabelId,
        label: &Label,
        links: &Links,
        until: u32,
        scratch: &mut Scratch,
    ) -> u32 {
        let mut next = NEVER;
        let walk = self.terrain.walk;
        let class = self.terrain.digital.then_some(label.class);
        for (index, group) in links.groups.iter().enumerate() {
            if scratch.labels.is_covered(group.to, label.time + group.least) {
                continue;
            }
            let goal = label.time + group.least + self.least_from(group.to, scratch);
            if goal <= label.followed {
                continue;
            }
            if goal > until {
                next = next.min(goal);
                continue;
            }
            for index in links.of_group(index) {
                let link = &links.links[index];
                if scratch.labels.is_covered(group.to, label.time + link.time) {
                    // Those that follow take longer.
                    break;
                }
                let Some((time, places)) = self.through(label, link, walk) else { continue };
                if scratch.labels.reach(group.to, places, time, walk, class) {
                    continue;
                }
                let index = index_of(index);
                let made = Label::new(group.to, places, time, label.class, id, index);
                self.add_new(made, scratch);
            }
        }
        next
    }

    #[inline]
    fn through(&self, label: &Label, link: &Link, walk: Walk) -> Option<(u32, Interval)> {
        if self.terrain.digital {
            label.through(&self.of_class(link, label.class)?, walk)
        } else {
            label.through(link, walk)
        }
    }

    /// The part of a link that starts and ends in a class; all of it where the axis is
    /// analog.
    fn of_class(&self, link: &Link, class: i32) -> Option<Link> {
        let fits = !self.terrain.digital || link.classes >> class & 1 == 1;
        let from = self.places_of_class(link.from, class)?;
        let to = self.places_of_class(link.to, class)?;
        fits.then_some(Link { from, to, ..*link })
    }

    /// Walks into a wall change the class.
    fn walk_to_walls(&self, id: LabelId, label: &Label, scratch: &mut Scratch) {
        let span = self.terrain.ground.span(label.span);
        for (end, side) in [(span.places.low, -1), (span.places.high, 1)] {
            if self.terrain.is_at_wall(span.row, end, side) {
                let (place, class) = (Interval::at(end), self.class_of(end));
                let time = label.arrival(place, self.terrain.walk);
                self.add(Label::new(label.span, place, time, class, id, NO_LINK), scratch);
            }
        }
    }

    fn try_goal(&self, id: LabelId, label: &Label, scratch: &mut Scratch) {
        for index in 0..scratch.targets.len() {
            let target = scratch.targets[index];
            if target.span != label.span {
                continue;
            }
            let Some(places) = self.places_of_class(target.places, label.class) else { continue };
            let time = label.arrival(places, self.terrain.walk);
            if time >= NEVER {
                continue;
            }
            let arrived = Label::new(AT_GOAL, places, time, label.class, id, NO_LINK);
            if time < scratch.best
                && let Some(id) = scratch.labels.append(arrived)
            {
                scratch.best = time;
                scratch.queue.push(pack(time, id));
            }
        }
    }

    /// The places of an interval that a class can be at; all of them where the
    /// axis is analog.
    fn places_of_class(&self, places: Interval, class: i32) -> Option<Interval> {
        if self.terrain.digital {
            places.aligned(class, self.terrain.walk.step)
        } else {
            Some(places)
        }
    }

    /// Adds a label, if it reaches something new.
    fn add(&self, label: Label, scratch: &mut Scratch) {
        let class = self.terrain.digital.then_some(label.class);
        if !scratch.labels.reach(label.span, label.places, label.time, self.terrain.walk, class) {
            self.add_new(label, scratch);
        }
    }

    /// Adds a label that reaches something new.
    #[inline(never)]
    fn add_new(&self, label: Label, scratch: &mut Scratch) {
        if label.time >= NEVER {
            return;
        }
        let Terrain { ground, walk, digital, .. } = &self.terrain;
        let places = ground.span(label.span).places;
        let Some(id) = scratch.labels.add(label, places, *walk, *digital) else { return };
        let left = self.left_from(&label, scratch);
        let total = label.time.saturating_add(left);
        if left < NEVER && total < scratch.best {
            scratch.queue.push(pack(total, id));
        }
    }
}

/// The span of labels that have arrived.
const AT_GOAL: SpanId = SpanId::MAX;

/// Earlier ends first; among equals the label that was made last, which is
/// nearer to the goal.
fn pack(time: u32, id: LabelId) -> u64 {
    u64::from(time) << 32 | u64::from(NONE - id)
}

#[expect(clippy::cast_possible_truncation, reason = "the halves are taken apart")]
const fn unpack(key: u64) -> (u32, LabelId) {
    ((key >> 32) as u32, NONE - key as u32)
}
