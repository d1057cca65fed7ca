//! The start and the goal of a search.

use super::label::{Label, NO_LINK, NONE};
use super::scratch::{Scratch, Target};
use crate::exact::flights::{BodyRows, Flights};
use crate::exact::index::index_of;
use crate::exact::moves::{Link, Links};
use crate::exact::plan::{Goal, Move, PlanError};
use crate::exact::planner::Planner;
use crate::exact::terrain::{Interval, Rows, SpanId, Terrain};
use crate::{Stance, State};

/// A checked start.
#[derive(Debug)]
pub(super) enum Start {
    Standing(SpanId),
    Flying(Box<AirStart>),
}

/// A start in the air: its flights and their landings.
#[derive(Debug)]
pub(super) struct AirStart {
    flights: Flights,
    links: Links,
    body: BodyRows,
}

impl AirStart {
    /// Returns the move by the landing with an index, between two positions.
    pub(super) fn landing(&self, index: u32, from: i32, to: i32) -> Move<'_> {
        let link = self.links.links[index as usize];
        Move { flights: &self.flights, link, body: self.body, from, to }
    }
}

impl Planner {
    /// Adds the first labels of a search.
    pub(super) fn seed_start(&self, x: i32, from: &Start, scratch: &mut Scratch) {
        let residue = self.residue_of(x);
        match from {
            Start::Standing(span) => {
                self.add(Label::new(*span, Interval::point(x), 0, residue, NONE, NO_LINK), scratch);
            }
            Start::Flying(air) => {
                for (index, span, link) in self.landings_of(air, residue) {
                    self.add(Label::new(span, link.to, link.time, residue, NONE, index), scratch);
                }
            }
        }
    }

    /// Returns the spans on which a start stands or lands.
    pub(super) fn first_spans<'a>(
        &'a self,
        x: i32,
        from: &'a Start,
    ) -> impl Iterator<Item = SpanId> + 'a {
        let (standing, air) = match from {
            Start::Standing(span) => (Some(*span), None),
            Start::Flying(air) => (None, Some(self.landings_of(air, self.residue_of(x)))),
        };
        standing.into_iter().chain(air.into_iter().flatten().map(|(_, span, _)| span))
    }

    /// Returns the landings that are possible with a residue: the index of each, its span, and the
    /// link.
    pub(super) fn landings_of<'a>(
        &'a self,
        air: &'a AirStart,
        residue: i32,
    ) -> impl Iterator<Item = (u32, SpanId, Link)> + 'a {
        let groups = air.links.groups.iter().enumerate();
        let links = groups
            .flat_map(|(index, group)| air.links.of_group(index).map(|link| (link, group.to)));
        links.filter_map(move |(index, span)| {
            Some((index_of(index), span, self.with_residue(&air.links.links[index], residue)?))
        })
    }

    /// Returns the residue of a position modulo the walk step; 0 on an analog axis.
    pub(super) fn residue_of(&self, x: i32) -> i32 {
        if self.terrain.digital { x.rem_euclid(self.terrain.walk.step) } else { 0 }
    }

    /// Checks a start. Simulates its flights if it is in the air.
    pub(super) fn start(&self, start: State, scratch: &mut Scratch) -> Result<Start, PlanError> {
        let State { x, y, speed, stance } = start;
        if stance == Stance::Dead {
            return Err(PlanError::StartDead { x, y });
        }
        self.check_start([x, y])?;
        let tile = self.character.tile[1];
        let (row, height) = (y / tile, y % tile);
        match stance {
            Stance::Air { grace } => {
                let max = Flights::max_grace_in_the_air(&self.character);
                if grace > max {
                    return Err(PlanError::StartHasTooMuchGrace { grace, max });
                }
                // The flights depend on the height within the row, on the speed and on the grace
                // frames, so that none of those from the ground fits.
                let flights = Flights::from_air(
                    &self.character,
                    self.terrain.rows.count,
                    height,
                    speed.clamp(1 - tile, tile - 1),
                    grace,
                );
                let top = (y + self.character.size[1] - 1) / tile;
                let extra = top - row + 1 > self.terrain.rows.body_rows;
                let body = BodyRows { lowest: row, extra };
                let links = self.terrain.landings(&flights, x, body, &mut scratch.workspace);
                Ok(Start::Flying(Box::new(AirStart { flights, links, body })))
            }
            Stance::Ground | Stance::Dead => {
                let span = self.terrain.spans.span_at([x, y], tile);
                span.map(Start::Standing).ok_or(PlanError::StartNotOnGround { x, y })
            }
        }
    }

    /// Checks that the body fits at the position of a start.
    pub(crate) fn check_start(&self, [x, y]: [i32; 2]) -> Result<(), PlanError> {
        if !self.is_within([x, y]) {
            return Err(PlanError::StartOffLevel { x, y });
        }
        if !self.character.fits([x, y], &self.tiles) {
            return Err(PlanError::StartDoesNotFit { x, y });
        }
        Ok(())
    }

    /// Returns true if the body can stand with its lower left corner in a cell.
    pub(crate) fn can_stand_in(&self, column: i32, row: i32) -> bool {
        (0..self.terrain.rows.columns).contains(&column)
            && self.terrain.spans.overlapping(row, self.positions_in(column)).next().is_some()
    }

    /// Returns the positions of a body with its lower left corner in a column of the level.
    fn positions_in(&self, column: i32) -> Interval {
        let [width, _] = self.character.tile;
        Interval::new(column * width, column * width + width - 1)
    }

    /// Returns true if a body at a position is within the level.
    fn is_within(&self, [x, y]: [i32; 2]) -> bool {
        let top = self.terrain.rows.count * self.character.tile[1];
        (0..=self.terrain.columns.last_x).contains(&x)
            && y >= 0
            && i64::from(y) + i64::from(self.character.size[1]) <= i64::from(top)
    }

    /// Finds the parts of spans that a goal consists of.
    pub(super) fn set_targets(&self, goal: Goal, scratch: &mut Scratch) -> Result<(), PlanError> {
        let [_, height] = self.character.tile;
        let (row, positions, is_aligned) = match goal {
            Goal::At { x, y } => {
                if !self.is_within([x, y]) {
                    return Err(PlanError::GoalOffLevel { goal });
                }
                if !self.character.fits([x, y], &self.tiles) {
                    return Err(PlanError::GoalDoesNotFit { goal });
                }
                (y / height, Interval::point(x), y % height == 0)
            }
            Goal::Cell { column, row } => {
                // Check first: the products below would overflow.
                let Rows { columns, count, .. } = self.terrain.rows;
                if !(0..columns).contains(&column) || !(0..count).contains(&row) {
                    return Err(PlanError::GoalOffLevel { goal });
                }
                (row, self.positions_in(column), true)
            }
        };
        let Terrain { spans, obstacles, .. } = &self.terrain;
        scratch.targets.clear();
        if is_aligned {
            scratch.targets.extend(spans.overlapping(row, positions).map(|span| Target {
                span: span.id,
                row,
                positions: span.positions.intersection(positions),
            }));
        }
        if !scratch.targets.is_empty() {
            return Ok(());
        }
        // Nowhere to stand. Find out whether the body fits at all, for the error.
        let gaps = obstacles.gaps(BodyRows::standing(row));
        if gaps.iter().any(|gap| gap.overlaps(positions)) {
            Err(PlanError::GoalInTheAir { goal })
        } else {
            Err(PlanError::GoalDoesNotFit { goal })
        }
    }
}
