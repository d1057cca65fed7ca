//! From the label at the goal back to the start, and forth to a plan.

use super::ends::Start;
use super::label::{LabelId, NO_LINK, NONE};
use super::scratch::Scratch;
use super::stop::Stop;
use crate::State;
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
        let walk = self.terrain.walk;
        let mut id = found;
        // Where the label being looked at is to be entered.
        let mut x = {
            let [low, high] = scratch.labels.label(found).places;
            let before = scratch.labels.label(found).previous;
            let near = if before == NONE { start } else { scratch.labels.label(before).places[0] };
            near.clamp(low, high)
        };
        while id != NONE {
            let label = *scratch.labels.label(id);
            let previous = (label.previous != NONE).then(|| *scratch.labels.label(label.previous));
            let link = (label.link != NO_LINK)
                .then(|| previous.map(|previous| (previous, label.link)))
                .flatten();
            let stop = match (link, previous) {
                (Some((previous, index)), _) => {
                    let links = self.links_of(previous.span, &mut scratch.workspace);
                    let mut link = links.links[index as usize];
                    if self.terrain.digital {
                        link = self.of_class(&link, label.class).unwrap_or(link);
                    }
                    let waited = label.time - link.time - previous.time;
                    let walked = walk.reach(waited);
                    let low = link.from[0].max(previous.places[0] - walked);
                    let high = link.from[1].min(previous.places[1] + walked);
                    let from = x.clamp(low, high);
                    let stop = Stop {
                        span: label.span,
                        source: Some(previous.span),
                        link: index,
                        frames_before: waited,
                        from,
                        to: x,
                    };
                    x = from.clamp(previous.places[0], previous.places[1]);
                    stop
                }
                (None, Some(previous)) => {
                    let stop = Stop {
                        span: previous.span,
                        source: None,
                        link: NO_LINK,
                        frames_before: label.time - previous.time,
                        from: x,
                        to: x,
                    };
                    x = x.clamp(previous.places[0], previous.places[1]);
                    stop
                }
                (None, None) => {
                    // The start: in the air, the landing; on the ground, nothing.
                    if label.link == NO_LINK {
                        break;
                    }
                    Stop {
                        span: label.span,
                        source: None,
                        link: label.link,
                        frames_before: 0,
                        from: start,
                        to: x,
                    }
                }
            };
            scratch.chain.push(stop);
            id = label.previous;
        }
        scratch.chain.reverse();
    }
}
