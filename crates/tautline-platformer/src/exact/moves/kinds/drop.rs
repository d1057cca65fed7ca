//! Drops through one-way tiles.

use crate::exact::flights::{DROP, NO_BUMP};
use crate::exact::moves::pass::Moment;
use crate::exact::moves::{Piece, Propagation, Route};
use crate::exact::terrain::overlap::clear_parts;

impl Propagation<'_> {
    /// Launches wherever no solid tile is below the body.
    pub(super) fn drop_through(&mut self, start: Piece, row: i32) {
        let terrain = self.terrain;
        let columns = &terrain.columns;
        let (floor, solid) = (terrain.rows.floor(row - 1), terrain.rows.solid(row - 1));
        self.look(row - 1, start.at);
        let mut pieces = self.take();
        clear_parts(solid, columns, start.at, |low, high| {
            // One-way tiles, or there is nothing to drop through.
            if columns.touch(floor, [low, high]) {
                pieces.push(Piece::start(low, high));
            }
        });
        let moment = Moment { last: 0, lowest: row, one_more: false };
        let route = Route { flight: DROP, bump: NO_BUMP, row, time: 0 };
        self.fly(route, pieces, moment);
    }
}
