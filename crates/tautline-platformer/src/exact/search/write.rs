//! From the label at the goal back to the start, and forth to a plan.

use super::ends::Start;
use super::label::{Label, LabelId, Labels, NO_LINK, NONE};
use super::scratch::Scratch;
use super::stop::Stop;
use crate::State;
use crate::exact::moves::Workspace;
use crate::exact::plan::{Move, Plan, PlanError};
use crate::exact::planner::Planner;

impl Planner {
    /// Writes the plan that ends with a label.
    ///
    /// # Errors
    ///
    /// [`PlanError::ImpossibleMove`].
    pub(super) fn write_plan(
        &self,
        start: State,
        from: &Start,
        found: LabelId,
        scratch: &mut Scratch,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        self.choose_places(found, start.x, scratch);
        let mut x = start.x;
        let mut y = start.y;
        plan.mark([x, y]);
        for index in 0..scratch.chain.len() {
            let stop = scratch.chain[index];
            if stop.frames_before > 0 || stop.link == NO_LINK {
                self.terrain.stroll(x, stop.from, stop.frames_before, plan);
                plan.mark([stop.from, y]);
            }
            x = stop.from;
            if stop.link == NO_LINK {
                continue;
            }
            let made = match (stop.source, from) {
                (Some(span), _) => {
                    let links = self.links_of(span, &mut scratch.workspace);
                    Move {
                        flights: &self.terrain.flights,
                        link: links.links[stop.link as usize],
                        row: self.terrain.ground.span(span).row,
                        one_more: false,
                        from: x,
                        to: stop.to,
                    }
                }
                (None, Start::Flying(air)) => Move {
                    flights: &air.flights,
                    link: air.links.links[stop.link as usize],
                    row: air.row,
                    one_more: air.one_more,
                    from: x,
                    to: stop.to,
                },
                (None, Start::Standing(_)) => continue,
            };
            self.terrain.script(&made, &mut scratch.script, plan)?;
            x = stop.to;
            y = self.terrain.ground.span(stop.span).row * self.character.tile[1];
            plan.mark([x, y]);
        }
        Ok(())
    }

    /// Chooses, from the goal back to the start, where to take off and land.
    fn choose_places(&self, found: LabelId, start: i32, scratch: &mut Scratch) {
        scratch.chain.clear();
        let mut id = found;
        // Where the label being looked at is to be entered.
        let mut x = place_of_arrival(&scratch.labels, found, start);
        while id != NONE {
            let label = *scratch.labels.label(id);
            let previous = scratch.labels.before(&label).copied();
            let stop = match &previous {
                Some(previous) if label.link != NO_LINK => {
                    self.flight(&label, previous, x, &mut scratch.workspace)
                }
                Some(previous) => Stop::walk(&label, previous, x),
                None if label.link != NO_LINK => Stop::landing(&label, start, x),
                None => break,
            };
            scratch.chain.push(stop);
            if let Some(previous) = previous {
                x = stop.from.clamp(previous.places[0], previous.places[1]);
            }
            id = label.previous;
        }
        scratch.chain.reverse();
    }

    /// The link from one label to the next, landing at `x`: it takes off as
    /// near to there as the link and the walk before it allow.
    fn flight(&self, label: &Label, previous: &Label, x: i32, workspace: &mut Workspace) -> Stop {
        let links = self.links_of(previous.span, workspace);
        let mut link = links.links[label.link as usize];
        if self.terrain.digital {
            link = self.of_class(&link, label.class).unwrap_or(link);
        }
        let waited = label.time - link.time - previous.time;
        let walked = self.terrain.walk.reach(waited);
        let low = link.from[0].max(previous.places[0] - walked);
        let high = link.from[1].min(previous.places[1] + walked);
        Stop {
            span: label.span,
            source: Some(previous.span),
            link: label.link,
            frames_before: waited,
            from: x.clamp(low, high),
            to: x,
        }
    }
}

/// Where a plan ends: of the places of its last label, the one nearest to the low
/// end of the label before, or to the start.
fn place_of_arrival(labels: &Labels, found: LabelId, start: i32) -> i32 {
    let label = labels.label(found);
    let near = labels.before(label).map_or(start, |before| before.places[0]);
    near.clamp(label.places[0], label.places[1])
}
