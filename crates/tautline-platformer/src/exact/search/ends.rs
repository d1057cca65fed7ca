//! Where a search begins and where it is to end.

use super::label::{Label, NO_LINK, NONE};
use super::scratch::{Scratch, Target};
use crate::exact::flights::Flights;
use crate::exact::index::index as index_of;
use crate::exact::moves::{Link, Links};
use crate::exact::plan::{Goal, PlanError};
use crate::exact::planner::Planner;
use crate::exact::terrain::SpanId;
use crate::{Stance, State};

/// Where a search begins.
#[derive(Debug)]
pub(super) enum Start {
    Standing(SpanId),
    Flying(Box<Air>),
}

/// A start in the air: its flights, and where they land.
#[derive(Debug)]
pub(super) struct Air {
    pub(super) flights: Flights,
    pub(super) links: Links,
    pub(super) row: i32,
    pub(super) one_more: bool,
}

impl Planner {
    /// Adds the labels where a search begins.
    pub(super) fn seed_start(&self, x: i32, from: &Start, scratch: &mut Scratch) {
        let class = self.class_of(x);
        match from {
            Start::Standing(span) => {
                let label = Label::new(*span, [x, x], 0, NONE, NO_LINK).with_class(class);
                self.seed(label, scratch);
            }
            Start::Flying(air) => {
                for (index, span, link) in self.landings_of(air, class) {
                    let index = index_of(index);
                    let label = Label::new(span, link.to, link.time, NONE, index);
                    self.seed(label.with_class(class), scratch);
                }
            }
        }
    }

    /// The landings of a start in the air that a class can make: the index of
    /// each, its span, and the link.
    pub(super) fn landings_of<'a>(
        &'a self,
        air: &'a Air,
        class: i32,
    ) -> impl Iterator<Item = (usize, SpanId, Link)> + 'a {
        let groups = air.links.groups.iter().enumerate();
        let links = groups
            .flat_map(|(index, group)| air.links.of_group(index).map(|link| (link, group.to)));
        links.filter_map(move |(index, span)| {
            let link = air.links.links[index];
            let link = if self.terrain.digital { self.of_class(&link, class)? } else { link };
            Some((index, span, link))
        })
    }

    /// The remainder by the walk step; 0 where the axis is analog.
    pub(super) fn class_of(&self, x: i32) -> i32 {
        if self.terrain.digital { x.rem_euclid(self.terrain.walk.step) } else { 0 }
    }

    /// Checks a start and finds where it is.
    pub(super) fn start(&self, start: State, scratch: &mut Scratch) -> Result<Start, PlanError> {
        let State { x, y, speed, stance } = start;
        if stance == Stance::Dead {
            return Err(PlanError::StartDead { x, y });
        }
        if !self.is_within([x, y]) {
            return Err(PlanError::StartOffLevel { x, y });
        }
        if !self.character.fits([x, y], &self.tiles) {
            return Err(PlanError::StartDoesNotFit { x, y });
        }
        let tile = self.character.tile[1];
        let (row, height) = (y / tile, y % tile);
        match stance {
            Stance::Air { grace } => {
                let most = Flights::most_grace_in_the_air(&self.character);
                if grace > most {
                    return Err(PlanError::StartHasTooMuchGrace { grace, most });
                }
                let flights = Flights::from_air(
                    &self.character,
                    self.terrain.rows.count,
                    height,
                    speed.clamp(1 - tile, tile - 1),
                    grace,
                );
                let top = (y + self.character.size[1] - 1) / tile;
                let one_more = top - row + 1 > self.terrain.rows.standing();
                let workspace = &mut scratch.workspace;
                let links = self.terrain.landings(&flights, x, row, one_more, workspace);
                Ok(Start::Flying(Box::new(Air { flights, links, row, one_more })))
            }
            Stance::Ground | Stance::Dead => {
                let span = self.terrain.ground.meeting(row, x, x).next();
                match span.filter(|_| height == 0) {
                    Some(span) => Ok(Start::Standing(span.id)),
                    None => Err(PlanError::StartNotOnGround { x, y }),
                }
            }
        }
    }

    /// Whether a body at a place is within the level.
    fn is_within(&self, [x, y]: [i32; 2]) -> bool {
        let top = self.terrain.rows.count * self.character.tile[1];
        (0..=self.terrain.columns.last_x).contains(&x)
            && y >= 0
            && i64::from(y) + i64::from(self.character.size[1]) <= i64::from(top)
    }

    /// Finds the parts of spans that a goal means.
    pub(super) fn set_targets(&self, goal: Goal, scratch: &mut Scratch) -> Result<(), PlanError> {
        let [width, height] = self.character.tile;
        let (row, low, high, aligned) = match goal {
            Goal::At { x, y } => (y.div_euclid(height), x, x, y.rem_euclid(height) == 0),
            Goal::Cell { column, row } => {
                let within = (0..self.terrain.rows.columns).contains(&column)
                    && (0..self.terrain.rows.count).contains(&row);
                if !within {
                    return Err(PlanError::GoalOffLevel { goal });
                }
                (row, column * width, column * width + width - 1, true)
            }
        };
        if let Goal::At { x, y } = goal {
            if !self.is_within([x, y]) {
                return Err(PlanError::GoalOffLevel { goal });
            }
            if !self.character.fits([x, y], &self.tiles) {
                return Err(PlanError::GoalDoesNotFit { goal });
            }
        }
        scratch.targets.clear();
        if aligned {
            scratch.targets.extend(self.terrain.ground.meeting(row, low, high).map(|span| {
                let places = [span.low.max(low), span.high.min(high)];
                Target { span: span.id, row, places }
            }));
        }
        if scratch.targets.is_empty() {
            let fits = self.terrain.obstacles.leave_room(row, [low, high]);
            return Err(if fits {
                PlanError::GoalInTheAir { goal }
            } else {
                PlanError::GoalDoesNotFit { goal }
            });
        }
        Ok(())
    }
}
