//! Drops through one-way tiles.

use super::DROP;
use crate::Character;
use crate::exact::flights::{Buttons, VerticalProfile};
use crate::exact::moves::{Propagation, ReachInterval, Trajectory};
use crate::exact::terrain::overlap::clear_parts;

/// Falls from the first frame on, in which down is pressed.
pub(super) fn profile(character: &Character) -> VerticalProfile {
    let speed = -character.drop_step();
    let buttons = Buttons { down: true, ..Buttons::default() };
    VerticalProfile { height: speed, speed, time: 1, buttons, jump: None }
}

impl Propagation<'_> {
    /// Launches wherever only one-way tiles support the body.
    pub(super) fn drop_through(&mut self, start: ReachInterval, row: i32) {
        let terrain = self.terrain;
        let columns = &terrain.columns;
        let (floor, solid) = (terrain.rows.floor.row(row - 1), terrain.rows.solid.row(row - 1));
        self.note_read(row - 1, start.at);
        let mut intervals = self.take_buffer();
        clear_parts(solid, columns, start.at, |positions| {
            // Without any floor there is nothing to drop through.
            if columns.touch(floor, positions) {
                intervals.push(ReachInterval::start(positions));
            }
        });
        self.fly_from(Trajectory::new(DROP, row), 0, intervals);
    }
}
