//! One goal for all: one search backwards serves every agent.

use super::ends::Start;
use super::label::{Label, LabelId, Labels, NO_LINK, NONE};
use super::scratch::Scratch;
use crate::State;
use crate::exact::moves::Link;
use crate::exact::plan::{Goal, Plan, PlanError};
use crate::exact::planner::{Identity, Planner};
use crate::exact::terrain::{Interval, NEVER, SpanId, Terrain};
use tautline_search::HeapQueue;

/// How far it is to one goal from everywhere.
///
/// It belongs to the planner that made it (and its clones), and to its level as it
/// was then: make a new one when a tile has changed.
#[derive(Debug, Clone)]
pub struct Field {
    labels: Labels,
    /// The planner's, when it was made.
    planner: Identity,
    identity: Identity,
}

impl Planner {
    /// Searches backwards from a goal, over all the level. With a digital axis
    /// it does not use walks into walls, so that a plan may be missing or
    /// longer than that of [`plan`](Self::plan).
    ///
    /// O(n log n) for n links; makes all moves that are not known yet.
    ///
    /// # Errors
    ///
    /// The errors of [`PlanError`] that concern the goal.
    pub fn field(&self, goal: Goal) -> Result<Field, PlanError> {
        let mut scratch = Scratch::new();
        self.set_targets(goal, &mut scratch)?;
        let mut labels = Labels::default();
        labels.begin(self.terrain.ground.spans.len());
        let mut queue = HeapQueue::new();
        for target in &scratch.targets {
            let classes = if self.terrain.digital { 0..self.terrain.walk.step } else { 0..1 };
            for class in classes {
                if let Some(places) = self.places_of_class(target.places, class) {
                    let label = Label::new(target.span, places, 0, class, NONE, NO_LINK);
                    self.add_backwards(label, &mut labels, &mut queue);
                }
            }
        }
        let reverse = self.reverse();
        while let Some((_, id)) = queue.pop() {
            let label = *labels.label(id);
            for &(source, index) in reverse.to(label.span) {
                if labels.is_covered(source, label.time) {
                    continue;
                }
                let link = self.links_of(source, &mut scratch.workspace).links[index as usize];
                let Some(link) = self.of_class(&link, label.class) else { continue };
                let link = Link { from: link.to, to: link.from, ..link };
                if let Some((time, places)) = label.through(&link, self.terrain.walk) {
                    let before = Label::new(source, places, time, label.class, id, index);
                    self.add_backwards(before, &mut labels, &mut queue);
                }
            }
        }
        Ok(Field { labels, planner: self.identity, identity: Identity::new() })
    }

    fn add_backwards(
        &self,
        label: Label,
        labels: &mut Labels,
        queue: &mut HeapQueue<(u32, LabelId)>,
    ) {
        let Terrain { ground, walk, digital, .. } = &self.terrain;
        let (span, walk, digital) = (ground.span(label.span).places, *walk, *digital);
        let class = digital.then_some(label.class);
        if labels.reach(label.span, label.places, label.time, walk, class) {
            return;
        }
        if let Some(id) = labels.add(label, span, walk, digital) {
            queue.push((label.time, id));
        }
    }
}

/// The best way into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    frames: u32,
    /// The label to go by.
    label: LabelId,
    /// For a start in the air, which link it lands by, and where.
    landing: Option<(u32, i32)>,
}

impl Field {
    pub(super) const fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Which field it is; that of clones is equal.
    pub(in crate::exact) const fn own_identity(&self) -> Identity {
        self.identity
    }

    /// Frames from a state to the goal.
    ///
    /// # Errors
    ///
    /// The errors of [`PlanError`] that concern the start;
    /// [`PlanError::Unreachable`]; [`PlanError::StaleField`].
    pub fn frames(
        &self,
        planner: &Planner,
        start: State,
        scratch: &mut Scratch,
    ) -> Result<u32, PlanError> {
        let from = self.start(planner, start, scratch)?;
        let best = self.best(planner, start, &from);
        best.map(|entry| entry.frames).ok_or(PlanError::Unreachable)
    }

    /// The plan in least frames from a state to the goal.
    ///
    /// # Errors
    ///
    /// As [`frames`](Self::frames); [`PlanError::ImpossibleMove`].
    pub fn plan(
        &self,
        planner: &Planner,
        start: State,
        scratch: &mut Scratch,
    ) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        self.plan_in(planner, start, scratch, &mut plan)?;
        Ok(plan)
    }

    /// As [`plan`](Self::plan), written over an old plan. What it holds after an error
    /// means nothing.
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan).
    pub fn plan_in(
        &self,
        planner: &Planner,
        start: State,
        scratch: &mut Scratch,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        let from = self.start(planner, start, scratch)?;
        let Entry { label, landing, .. } =
            self.best(planner, start, &from).ok_or(PlanError::Unreachable)?;
        let terrain = &planner.terrain;
        let height = planner.character.tile[1];
        plan.clear();
        let mut x = start.x;
        plan.mark([x, start.y]);
        let mut label = self.labels.label(label);
        if let (Start::Flying(air), Some((index, to))) = (&from, landing) {
            terrain.script(&air.landing(index, x, to), &mut scratch.script, plan)?;
            x = to;
            plan.mark([x, terrain.ground.span(label.span).row * height]);
        }
        loop {
            let row = terrain.ground.span(label.span).row;
            let from = label.places.nearest(x);
            terrain.stroll(x, from, terrain.walk.frames(from.abs_diff(x).cast_signed()), plan);
            x = from;
            plan.mark([x, row * height]);
            if label.previous == NONE {
                return Ok(());
            }
            let next = self.labels.label(label.previous);
            let mut made = planner.made(label.span, label.link, x, x, &mut scratch.workspace);
            made.to = landing_towards(planner, &made.link, x, next);
            terrain.script(&made, &mut scratch.script, plan)?;
            x = made.to;
            label = next;
            plan.mark([x, terrain.ground.span(label.span).row * height]);
        }
    }

    fn start(
        &self,
        planner: &Planner,
        start: State,
        scratch: &mut Scratch,
    ) -> Result<Start, PlanError> {
        if self.planner == planner.identity {
            planner.start(start, scratch)
        } else {
            Err(PlanError::StaleField)
        }
    }

    /// How to begin, from a start that was checked.
    fn best(&self, planner: &Planner, start: State, from: &Start) -> Option<Entry> {
        let walk = planner.terrain.walk;
        let class = planner.class_of(start.x);
        let labels =
            |span: SpanId| self.labels.of_span(span).filter(move |(_, label)| label.class == class);
        let best = match from {
            Start::Standing(span) => labels(*span)
                .map(|(label, known)| {
                    let frames = known.arrival(Interval::at(start.x), walk);
                    Entry { frames, label, landing: None }
                })
                .min(),
            Start::Flying(air) => {
                let landings = planner.landings_of(air, class);
                let entries = landings.flat_map(|(index, span, landing)| {
                    labels(span).map(move |(label, known)| {
                        let landed = nearest(landing.to, known.places, start.x);
                        let frames = landing.time + known.arrival(Interval::at(landed), walk);
                        Entry { frames, label, landing: Some((index, landed)) }
                    })
                });
                entries.min()
            }
        };
        best.filter(|entry| entry.frames < NEVER)
    }
}

/// Where a link from `x` lands, if it is to go on with a label.
fn landing_towards(planner: &Planner, link: &Link, x: i32, next: &Label) -> i32 {
    let reach = planner.terrain.walk.reach(link.time);
    let to = link.to.intersection(Interval::at(x).grown(reach));
    nearest(planner.places_of_class(to, next.class).unwrap_or(to), next.places, x)
}

/// The place of `from` that is nearest to `to`, and of those nearest to `x`.
fn nearest(from: Interval, to: Interval, x: i32) -> i32 {
    from.nearest(to.nearest(x))
}
