//! From the label at the goal back to the start, and forth to a plan.

use super::ends::Start;
use super::label::{Label, LabelId, NO_LINK, NONE};
use super::scratch::{Scratch, Stop};
use crate::State;
use crate::exact::flights::BodyRows;
use crate::exact::moves::Workspace;
use crate::exact::plan::{Move, Plan, PlanError};
use crate::exact::planner::Planner;
use crate::exact::terrain::SpanId;

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
        let State { mut x, mut y, .. } = start;
        plan.mark([x, y]);
        for index in 0..scratch.chain.len() {
            let stop = scratch.chain[index];
            let label = *scratch.labels.label(stop.label);
            let previous = scratch.labels.before(&label).copied();
            let made = match (previous, from) {
                _ if label.link == NO_LINK => None,
                (Some(previous), _) => {
                    let (span, workspace) = (previous.span, &mut scratch.workspace);
                    Some(self.made(span, label.link, stop.from, stop.to, workspace))
                }
                (None, Start::Flying(air)) => Some(air.landing(label.link, stop.from, stop.to)),
                (None, Start::Standing(_)) => None,
            };
            let flown = made.map_or(0, |made| made.link.time);
            let waited = label.time - previous.map_or(0, |previous| previous.time) - flown;
            if waited > 0 || made.is_none() {
                self.terrain.stroll(x, stop.from, waited, plan);
                plan.mark([stop.from, y]);
            }
            x = stop.to;
            if let Some(made) = made {
                self.terrain.script(&made, &mut scratch.script, plan)?;
                y = self.terrain.ground.span(label.span).row * self.character.tile[1];
                plan.mark([x, y]);
            }
        }
        Ok(())
    }

    /// A move by a link of a span, from a place to a place.
    pub(super) fn made(
        &self,
        span: SpanId,
        link: u32,
        from: i32,
        to: i32,
        workspace: &mut Workspace,
    ) -> Move<'_> {
        let link = self.links_of(span, workspace).links[link as usize];
        let body = BodyRows::standing(self.terrain.ground.span(span).row);
        Move { flights: &self.terrain.flights, link, body, from, to }
    }

    /// Chooses, from the goal back to the start, where to take off and land.
    fn choose_places(&self, found: LabelId, start: i32, scratch: &mut Scratch) {
        scratch.chain.clear();
        // A plan ends at that place of its last label which is nearest to the low end of the
        // label before, or to the start.
        let label = scratch.labels.label(found);
        let near = scratch.labels.before(label).map_or(start, |before| before.places.low);
        let mut to = label.places.nearest(near);
        let mut id = found;
        while id != NONE {
            let label = *scratch.labels.label(id);
            let previous = scratch.labels.before(&label).copied();
            let from = match &previous {
                None if label.link == NO_LINK => break,
                None => start,
                Some(_) if label.link == NO_LINK => to,
                Some(previous) => self.take_off(&label, previous, to, &mut scratch.workspace),
            };
            scratch.chain.push(Stop { label: id, from, to });
            to = previous.map_or(from, |previous| previous.places.nearest(from));
            id = label.previous;
        }
        scratch.chain.reverse();
    }

    /// Where the link from one label to the next takes off to land at a place: as
    /// near to there as the link and the walk before it allow.
    fn take_off(&self, label: &Label, previous: &Label, to: i32, workspace: &mut Workspace) -> i32 {
        let link = self.links_of(previous.span, workspace).links[label.link as usize];
        let link = self.of_class(&link, label.class).unwrap_or(link);
        let waited = label.time - link.time - previous.time;
        let walked = previous.places.grown(self.terrain.walk.reach(waited));
        link.from.intersection(walked).nearest(to)
    }
}
