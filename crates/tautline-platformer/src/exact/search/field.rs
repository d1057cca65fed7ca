//! Cost-to-go from everywhere to one goal, by one search backwards (one-to-all).

use super::ends::Start;
use super::label::{Label, LabelId, Labels, NO_LINK, NONE};
use super::scratch::{Scratch, Target};
use crate::State;
use crate::exact::moves::{Link, Workspace};
use crate::exact::plan::{Goal, Plan, PlanError};
use crate::exact::planner::{Identity, Planner};
use crate::exact::terrain::{Interval, NEVER, SpanId, Terrain};
use tautline_search::HeapQueue;

/// The least time to one goal from every position of a level, for any number of agents. Also known
/// as a flow field or Dijkstra map.
///
/// Valid for the planner that made it (and its clones) with its current tiles: make a new one after
/// a tile has changed.
#[derive(Debug, Clone)]
pub struct Field {
    labels: Labels,
    /// The identity of the planner at that time.
    planner: Identity,
    identity: Identity,
}

impl Planner {
    /// Searches the whole level backwards from a goal. With a digital axis, walks into walls are
    /// not used, so that a plan may be missing or longer than that of [`plan`](Self::plan).
    ///
    /// O(n log n) for n links. Finds all links that are not known yet.
    ///
    /// # Errors
    ///
    /// [`PlanError`], if the goal is invalid.
    pub fn field(&self, goal: Goal) -> Result<Field, PlanError> {
        let mut scratch = Scratch::new();
        self.set_targets(goal, &mut scratch)?;
        Ok(self.field_to(&scratch.targets))
    }

    /// Searches the whole level backwards from the parts of spans that belong to a goal.
    pub(super) fn field_to(&self, targets: &[Target]) -> Field {
        let mut workspace = Workspace::default();
        let mut labels = Labels::default();
        labels.begin(self.terrain.spans.by_id.len());
        let mut queue = HeapQueue::new();
        for target in targets {
            let residues = if self.terrain.digital { 0..self.terrain.walk.step } else { 0..1 };
            for residue in residues {
                if let Some(positions) = self.positions_with_residue(target.positions, residue) {
                    let label = Label::new(target.span, positions, 0, residue, NONE, NO_LINK);
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
                let link = self.links_of(source, &mut workspace).links[index as usize];
                let Some(link) = self.with_residue(&link, label.residue) else { continue };
                // Links are symmetric in launches and landings, so that a reversed link works like
                // any other.
                let link = Link { from: link.to, to: link.from, ..link };
                if let Some((time, positions)) = label.through(&link, self.terrain.walk) {
                    let before = Label::new(source, positions, time, label.residue, id, index);
                    self.add_backwards(before, &mut labels, &mut queue);
                }
            }
        }
        Field { labels, planner: self.identity, identity: Identity::new() }
    }

    fn add_backwards(
        &self,
        label: Label,
        labels: &mut Labels,
        queue: &mut HeapQueue<(u32, LabelId)>,
    ) {
        let Terrain { spans, walk, digital, .. } = &self.terrain;
        if !labels.is_dominated(&label, *walk) {
            let span = spans.span(label.span).positions;
            queue.push((label.time, labels.add(label, span, *walk, *digital)));
        }
    }
}

/// The first label of a path through the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    frames: u32,
    /// The label to start with.
    label: LabelId,
    /// For a start in the air, the index of its landing and the position there.
    landing: Option<(u32, i32)>,
}

impl Field {
    pub(super) const fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The identity of the field, equal for clones.
    pub(in crate::exact) const fn own_identity(&self) -> Identity {
        self.identity
    }

    /// Returns the number of frames from a state to the goal.
    ///
    /// # Errors
    ///
    /// [`PlanError`], if the start is invalid; [`PlanError::Unreachable`];
    /// [`PlanError::StaleField`].
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

    /// Returns the plan with the least frames from a state to the goal.
    ///
    /// # Errors
    ///
    /// Like [`frames`](Self::frames); [`PlanError::ImpossibleMove`].
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

    /// Like [`plan`](Self::plan), but overwrites an old plan.
    ///
    /// # Errors
    ///
    /// Like [`plan`](Self::plan); `plan` is then empty.
    pub fn plan_in(
        &self,
        planner: &Planner,
        start: State,
        scratch: &mut Scratch,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        plan.clear();
        self.write_plan(planner, start, scratch, plan).inspect_err(|_| plan.clear())
    }

    /// Adds the plan from a state to the goal to an empty plan.
    fn write_plan(
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
        let mut x = start.x;
        plan.mark([x, start.y]);
        // The labels point towards the goal, so that the plan is written in order.
        let mut label = self.labels.label(label);
        if let (Start::Flying(air), Some((index, to))) = (&from, landing) {
            terrain.script(&air.landing(index, x, to), &mut scratch.script, plan)?;
            x = to;
            plan.mark([x, terrain.spans.span(label.span).row * height]);
        }
        loop {
            let row = terrain.spans.span(label.span).row;
            let from = label.positions.nearest(x);
            terrain.push_walk(x, from, terrain.walk.frames(from.abs_diff(x).cast_signed()), plan);
            x = from;
            plan.mark([x, row * height]);
            // Only the labels at the goal have no next one.
            let Some(next) = self.labels.before(label) else { return Ok(()) };
            let mut movement =
                planner.move_by(label.span, label.link, x, x, &mut scratch.workspace);
            movement.to = landing_towards(planner, &movement.link, x, next);
            terrain.script(&movement, &mut scratch.script, plan)?;
            x = movement.to;
            label = next;
            plan.mark([x, terrain.spans.span(label.span).row * height]);
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

    /// Finds the best entry for a checked start; `None` if the goal cannot be reached.
    fn best(&self, planner: &Planner, start: State, from: &Start) -> Option<Entry> {
        let walk = planner.terrain.walk;
        let residue = planner.residue_of(start.x);
        let labels = |span: SpanId| {
            self.labels.of_span(span).filter(move |(_, label)| label.residue == residue)
        };
        let best = match from {
            Start::Standing(span) => labels(*span)
                .map(|(label, known)| {
                    let frames = known.arrival(Interval::point(start.x), walk);
                    Entry { frames, label, landing: None }
                })
                .min(),
            Start::Flying(air) => {
                let landings = planner.landings_of(air, residue);
                let entries = landings.flat_map(|(index, span, landing)| {
                    labels(span).map(move |(label, known)| {
                        let landed = nearest(landing.to, known.positions, start.x);
                        let frames = landing.time + known.arrival(Interval::point(landed), walk);
                        Entry { frames, label, landing: Some((index, landed)) }
                    })
                });
                entries.min()
            }
        };
        best.filter(|entry| entry.frames < NEVER)
    }
}

/// Returns the landing of a link from `x` from which the next label is reached soonest.
fn landing_towards(planner: &Planner, link: &Link, x: i32, next: &Label) -> i32 {
    let reach = planner.terrain.walk.reach(link.time);
    let to = link.to.intersection(Interval::point(x).grown(reach));
    nearest(planner.positions_with_residue(to, next.residue).unwrap_or(to), next.positions, x)
}

/// Returns the position of `from` nearest to `to`; among several, the one nearest to `x`.
fn nearest(from: Interval, to: Interval, x: i32) -> i32 {
    from.nearest(to.nearest(x))
}
