//! What to press to pass the nodes of a way one after the other.

use super::{Cell, Level, Surroundings};
use crate::{Character, Input, State};

/// Frames for which the jump button stays held after the take-off frame, for a
/// rise of 1 to 6 cells.
const HOLDS: [u32; 6] = [1, 2, 6, 9, 15, 21];

/// The same for a higher rise.
const LONGEST_HOLD: u32 = 30;

/// A node counts as reached from this near, in pixels.
const NEAR: u32 = 1;

/// From this near, in pixels, a node that was passed is gone back to: otherwise
/// a body may hang on by a pixel to the ledge that it was to leave.
const OVERSHOT: u32 = 3;

/// After so many frames at one place the character is stuck.
const STUCK_FRAMES: u32 = 20;

/// A character on its way along cells.
#[derive(Debug, Clone, Default)]
pub(super) struct Steering {
    way: Vec<Cell>,
    /// Index of the cell that it is going to.
    next: usize,
    /// Frames for which the jump button is yet to be held.
    hold: u32,
    last_place: Option<[i32; 2]>,
    frames_at_place: u32,
}

/// What to do in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    Press(Input),
    Arrived,
    Stuck,
}

/// Where a character is with respect to the cell that it is going to.
struct Approach {
    has_reached_x: bool,
    has_reached_y: bool,
    is_ground: bool,
}

impl Steering {
    /// Begins a new way, of at least one cell; the first is where the character
    /// is.
    pub(super) fn begin(&mut self, way: impl Iterator<Item = Cell>, level: &Level<'_>, on: State) {
        self.way.clear();
        self.way.extend(way);
        self.next = usize::from(self.way.len() > 1);
        self.hold = if on.is_grounded() { self.hold_from(0, level) } else { 0 };
        self.last_place = None;
        self.frames_at_place = 0;
    }

    pub(super) fn command(
        &mut self,
        level: &Level<'_>,
        character: &Character,
        state: State,
    ) -> Command {
        let Some(approach) = self.advance(level, character, state) else {
            return Command::Arrived;
        };
        if self.is_stuck([state.x, state.y]) {
            return Command::Stuck;
        }
        let goes_on_to = self.next + 1 < self.way.len()
            && approach.has_reached_x
            && !approach.is_ground
            && self.is_way_on_free(level, character, state);
        let target = if goes_on_to { self.next + 1 } else { self.next };
        let walk = self.walk_to(target, approach.has_reached_x && !goes_on_to, character, state);

        // A jump begins below its first node, or at once if that is ground.
        let is_grounded = state.is_grounded();
        let may_jump = !is_grounded || approach.is_ground || approach.has_reached_x;
        let jump = self.hold > 0 && may_jump;
        if jump && !is_grounded {
            self.hold -= 1;
        }
        let [_, tile] = character.tile_size();
        let height = state.y - self.way[self.next].row * tile;
        let down = is_grounded && !jump && height > near(character, 1, NEAR);
        Command::Press(Input { walk, jump, down })
    }

    /// Passes all nodes that are reached; `None` at the end of the way.
    fn advance(
        &mut self,
        level: &Level<'_>,
        character: &Character,
        state: State,
    ) -> Option<Approach> {
        loop {
            let before = self.next.saturating_sub(1);
            let approach = self.approach(before, self.next, level, character, state)?;
            let mut is_passed = approach.has_reached_x && approach.has_reached_y;
            if !is_passed
                && approach.has_reached_x
                && !approach.is_ground
                && self.next + 1 < self.way.len()
                && self.is_way_on_free(level, character, state)
            {
                // Its height was missed, but the node after it is reached.
                let on = self.approach(self.next, self.next + 1, level, character, state)?;
                is_passed = on.has_reached_x && on.has_reached_y;
            }
            if !is_passed {
                return Some(approach);
            }
            self.next += 1;
            if state.is_grounded() {
                self.hold = self.hold_from(self.next - 1, level);
            }
        }
    }

    /// A coordinate is reached when it was passed, coming from the node before,
    /// or is near; a height above ground only by standing on it.
    fn approach(
        &self,
        from: usize,
        to: usize,
        level: &Level<'_>,
        character: &Character,
        state: State,
    ) -> Option<Approach> {
        let [from, to] = [*self.way.get(from)?, *self.way.get(to)?];
        let [width, height] = character.tile_size();
        let is_reached = |axis: usize, from: i32, to: i32, place: i32| {
            from <= to && place >= to
                || from >= to && place <= to
                || (place - to).abs() <= near(character, axis, NEAR)
        };
        let is_ground = level.surroundings(to) == Surroundings::Ground;
        let at_height = is_reached(1, from.row * height, to.row * height, state.y);
        Some(Approach {
            has_reached_x: is_reached(0, from.column * width, to.column * width, state.x),
            has_reached_y: at_height && (!is_ground || state.is_grounded()),
            is_ground,
        })
    }

    /// Whether no solid tile beside the body, between its height and that of the
    /// node after the next, bars the way to that node's column.
    fn is_way_on_free(&self, level: &Level<'_>, character: &Character, state: State) -> bool {
        let [next, after] = [self.way[self.next], self.way[self.next + 1]];
        let [width, height] = character.tile_size();
        let column = (state.x + width / 2).div_euclid(width);
        let row = (state.y + height / 2).div_euclid(height);
        let beside = match after.column.cmp(&next.column) {
            std::cmp::Ordering::Less => column - 1,
            std::cmp::Ordering::Equal => return false,
            std::cmp::Ordering::Greater => column + i32::from(level.jumper().width()),
        };
        !level.is_column_solid(beside, [row, after.row])
    }

    /// A step towards a node; once its column is reached, only back to it from
    /// nearby.
    fn walk_to(&self, target: usize, is_reached: bool, character: &Character, state: State) -> i32 {
        let [width, _] = character.tile_size();
        let distance = self.way[target].column * width - state.x;
        if is_reached && distance.abs() >= near(character, 0, OVERSHOT) {
            return 0;
        }
        distance.clamp(-character.walk_step(), character.walk_step())
    }

    /// For how long to hold the jump that begins at a node, or past the ledge
    /// there: as long as it takes to the highest node before the next ground or
    /// descent.
    fn hold_from(&self, from: usize, level: &Level<'_>) -> u32 {
        let mut highest = 0;
        for cell in &self.way[from + 1..] {
            let rise = cell.row - self.way[from].row;
            if rise < highest {
                break;
            }
            highest = rise;
            if level.surroundings(*cell) == Surroundings::Ground {
                break;
            }
        }
        match usize::try_from(highest) {
            Ok(0) | Err(_) => 0,
            Ok(rise) => HOLDS.get(rise - 1).copied().unwrap_or(LONGEST_HOLD),
        }
    }

    fn is_stuck(&mut self, place: [i32; 2]) -> bool {
        if self.last_place == Some(place) {
            self.frames_at_place += 1;
        } else {
            self.last_place = Some(place);
            self.frames_at_place = 1;
        }
        self.frames_at_place > STUCK_FRAMES
    }
}

/// So many pixels along an axis, in subpixels.
fn near(character: &Character, axis: usize, pixels: u32) -> i32 {
    (character.subpixels[axis] * pixels).cast_signed()
}
