//! The slow oracle: every input in every frame, judged by the step alone.

use std::collections::BTreeMap;

use tautline_platformer::{Character, Input, Stance, State, Tiles};

/// The time at which each ground position is first reached, by a frame-by-frame search from a
/// state. Shares only the step with the planner.
#[derive(Debug)]
pub(crate) struct Arrivals {
    width: usize,
    first: Vec<u32>,
}

impl Arrivals {
    pub(crate) fn new(start: State, character: &Character, tiles: &Tiles, digital: bool) -> Self {
        let [tile, _] = character.tile_size();
        let width = usize::from(tiles.columns()) * usize::try_from(tile).unwrap_or(0);
        let mut arrivals = Self { width, first: vec![u32::MAX; width * usize::from(tiles.rows())] };
        let step = character.walk_step();
        let walks: Vec<i32> = if digital { vec![-step, 0, step] } else { (-step..=step).collect() };
        let mut frontier = Frontier::new(width);
        frontier.insert(start);
        if start.is_grounded() {
            arrivals.note(start, 0, character);
        }
        let mut frame = 0;
        while !frontier.positions.is_empty() {
            frame += 1;
            let mut next = Frontier::new(width);
            frontier.for_each(|state| {
                let (jumps, downs) = worth_pressing(state, character);
                for &walk in &walks {
                    for &jump in jumps {
                        for &down in downs {
                            let input = Input::walking(walk).with_jump(jump).with_down(down);
                            let moved = character.step(state, input, tiles);
                            // Drop dead states, and states on ground that was reached earlier.
                            let lives = match moved.stance {
                                Stance::Dead => false,
                                Stance::Ground => arrivals.note(moved, frame, character),
                                Stance::Air { .. } => true,
                            };
                            if lives {
                                next.insert(moved);
                            }
                        }
                    }
                }
            });
            frontier = next;
        }
        arrivals
    }

    /// Returns the time at which a position is first reached; `None` if never.
    pub(crate) fn at(&self, [x, y]: [i32; 2], character: &Character) -> Option<u32> {
        let first = self.first[self.index([x, y], character)];
        (first != u32::MAX).then_some(first)
    }

    fn note(&mut self, state: State, frame: u32, character: &Character) -> bool {
        let index = self.index([state.x, state.y], character);
        let is_first = self.first[index] == u32::MAX;
        if is_first {
            self.first[index] = frame;
        }
        is_first
    }

    fn index(&self, [x, y]: [i32; 2], character: &Character) -> usize {
        let row = y / character.tile_size()[1];
        usize::try_from(row).unwrap_or(0) * self.width + usize::try_from(x).unwrap_or(0)
    }
}

/// All states of one frame: the positions in x for each height, speed and stance.
struct Frontier {
    width: usize,
    index: BTreeMap<(i32, i32, Stance), usize>,
    positions: Vec<((i32, i32, Stance), Vec<u64>)>,
    last: usize,
}

impl Frontier {
    fn new(width: usize) -> Self {
        Self { width, index: BTreeMap::new(), positions: Vec::new(), last: 0 }
    }

    fn insert(&mut self, state: State) {
        let key = (state.y, state.speed, state.stance);
        if self.positions.get(self.last).is_none_or(|(last, _)| *last != key) {
            self.last = *self.index.entry(key).or_insert(self.positions.len());
            if self.last == self.positions.len() {
                self.positions.push((key, vec![0; self.width / 64 + 1]));
            }
        }
        let x = usize::try_from(state.x).unwrap_or(0);
        self.positions[self.last].1[x / 64] |= 1 << (x % 64);
    }

    fn for_each(&self, mut visit: impl FnMut(State)) {
        for &((y, speed, stance), ref words) in &self.positions {
            for (index, &word) in words.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    let bit = usize::try_from(left.trailing_zeros()).unwrap_or(0);
                    left &= left - 1;
                    let x = i32::try_from(index * 64 + bit).unwrap_or(0);
                    visit(State { x, y, speed, stance });
                }
            }
        }
    }
}

/// Returns the buttons that can make a difference: down does nothing in the air, and the jump
/// button does nothing there without coyote time, unless a rise would be cut.
fn worth_pressing(state: State, character: &Character) -> (&'static [bool], &'static [bool]) {
    match state.stance {
        Stance::Ground => (&[false, true], &[false, true]),
        Stance::Air { grace } => {
            let is_cut = state.speed - character.gravity_step() > character.cut_step();
            if grace > 0 || is_cut { (&[false, true], &[false]) } else { (&[false], &[false]) }
        }
        Stance::Dead => (&[false], &[false]),
    }
}

/// Returns all positions on the ground, row by row from below.
pub(crate) fn ground_positions(character: &Character, tiles: &Tiles) -> Vec<[i32; 2]> {
    let [width, height] = character.tile_size();
    let last = i32::from(tiles.columns()) * width - character.body_size()[0];
    let mut positions = Vec::new();
    for row in 0..i32::from(tiles.rows()) {
        for x in 0..=last {
            let position = [x, row * height];
            if character.fits(position, tiles) && character.is_supported(position, tiles) {
                positions.push(position);
            }
        }
    }
    positions
}
