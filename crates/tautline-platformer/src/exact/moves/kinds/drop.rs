//! Drops through one-way tiles.

use super::DROP;
use crate::Character;
use crate::exact::flights::{Buttons, Course};
use crate::exact::moves::{Piece, Propagation, Route};
use crate::exact::terrain::overlap::clear_parts;

/// Sinks in the first frame, in which down is pressed.
pub(super) fn course(character: &Character) -> Course {
    let speed = -character.drop_step();
    let buttons = Buttons { down: true, ..Buttons::default() };
    Course { height: speed, speed, time: 1, buttons, jump: None }
}

impl Propagation<'_> {
    /// Launches wherever no solid tile is below the body.
    pub(super) fn drop_through(&mut self, start: Piece, row: i32) {
        let terrain = self.terrain;
        let columns = &terrain.columns;
        let (floor, solid) = (terrain.rows.floor.row(row - 1), terrain.rows.solid.row(row - 1));
        self.look(row - 1, start.at);
        let mut pieces = self.take();
        clear_parts(solid, columns, start.at, |places| {
            // One-way tiles, or there is nothing to drop through.
            if columns.touch(floor, places) {
                pieces.push(Piece::start(places));
            }
        });
        self.fly_from(Route::new(DROP, row), 0, pieces);
    }
}
