//! Extraction of the plan from the labels.

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
        // Backwards first: launches and landings are chosen towards the goal, then written in
        // order.
        self.choose_positions(found, start.x, scratch);
        let State { mut x, mut y, .. } = start;
        plan.mark([x, y]);
        for index in 0..scratch.chain.len() {
            let stop = scratch.chain[index];
            let label = *scratch.labels.label(stop.label);
            let previous = scratch.labels.before(&label).copied();
            let movement = match (previous, from) {
                _ if label.link == NO_LINK => None,
                (Some(previous), _) => {
                    let (span, workspace) = (previous.span, &mut scratch.workspace);
                    Some(self.move_by(span, label.link, stop.from, stop.to, workspace))
                }
                (None, Start::Flying(air)) => Some(air.landing(label.link, stop.from, stop.to)),
                (None, Start::Standing(_)) => None,
            };
            let flown = movement.map_or(0, |movement| movement.link.time);
            // A label's time includes walking to the launch, or waiting until the flight is due.
            let waited = label.time - previous.map_or(0, |previous| previous.time) - flown;
            if waited > 0 || movement.is_none() {
                self.terrain.push_walk(x, stop.from, waited, plan);
                plan.mark([stop.from, y]);
            }
            x = stop.to;
            if let Some(movement) = movement {
                self.terrain.script(&movement, &mut scratch.script, plan)?;
                y = self.terrain.spans.span(label.span).row * self.character.tile[1];
                plan.mark([x, y]);
            }
        }
        Ok(())
    }

    /// Returns the move by a link of a span, between two positions.
    pub(super) fn move_by(
        &self,
        span: SpanId,
        link: u32,
        from: i32,
        to: i32,
        workspace: &mut Workspace,
    ) -> Move<'_> {
        let link = self.links_of(span, workspace).links[link as usize];
        let body = BodyRows::standing(self.terrain.spans.span(span).row);
        Move { flights: &self.terrain.flights, link, body, from, to }
    }

    /// Chooses all launches and landings, from the goal back to the start.
    fn choose_positions(&self, found: LabelId, start: i32, scratch: &mut Scratch) {
        scratch.chain.clear();
        // In the last label, choose the position nearest to the label before it, or to the start.
        let label = scratch.labels.label(found);
        let near = scratch.labels.before(label).map_or(start, |before| before.positions.low);
        let mut to = label.positions.nearest(near);
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
            to = previous.map_or(from, |previous| previous.positions.nearest(from));
            id = label.previous;
        }
        scratch.chain.reverse();
    }

    /// Returns the launch of the link between two labels, for a landing at `to`: as near to it as
    /// the link and the walk before it allow.
    fn take_off(&self, label: &Label, previous: &Label, to: i32, workspace: &mut Workspace) -> i32 {
        let link = self.links_of(previous.span, workspace).links[label.link as usize];
        let link = self.with_residue(&link, label.residue).unwrap_or(link);
        let waited = label.time - link.time - previous.time;
        let walked = previous.positions.grown(self.terrain.walk.reach(waited));
        link.from.intersection(walked).nearest(to)
    }
}
