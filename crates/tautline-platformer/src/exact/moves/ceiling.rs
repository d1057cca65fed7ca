//! Falls from under ceilings.

use super::pass::Moment;
use super::piece::Piece;
use super::{Propagation, Route};
use crate::exact::flights::BodyRows;
use crate::exact::terrain::Walk;

/// A piece under a ceiling.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bumped {
    row: i32,
    time: u32,
    piece: Piece,
}

impl Bumped {
    /// Whether another fall from under the same ceiling is never better: its
    /// course is the same, but it begins no earlier, even if one first walks
    /// to this one's launches.
    fn dominates(&self, other: &Self, walk: Walk) -> bool {
        self.row == other.row
            && self.time <= other.time
            && self.piece.at.contains(other.piece.at)
            && self.piece.from.excess(other.piece.from) <= walk.reach(other.time - self.time)
    }
}

impl Propagation<'_> {
    /// Falls from under the ceiling `route.row`.
    pub(super) fn fall_from(&mut self, route: Route, mut pieces: Vec<Piece>) {
        let body = BodyRows::standing(route.row - self.terrain.rows.standing);
        let moment = Moment { last: route.time, body };
        self.drop_late_bumps(route, &mut pieces);
        self.let_fall(route, 0, pieces, moment);
    }

    /// Drops the pieces under a ceiling that another fall from there makes
    /// useless, and remembers the rest.
    fn drop_late_bumps(&mut self, route: Route, pieces: &mut Vec<Piece>) {
        if self.digital.is_some() {
            return;
        }
        let walk = self.terrain.walk;
        let known = &mut self.workspace.bumped;
        pieces.retain(|&piece| {
            let bumped = Bumped { row: route.row, time: route.time, piece };
            let is_late = known.iter().any(|known| known.dominates(&bumped, walk));
            if !is_late {
                known.push(bumped);
            }
            !is_late
        });
    }
}
