//! A whole span that jumps at once: the positions of the body, frame by frame.

use std::collections::BTreeSet;
use std::error::Error;

use tautline_platformer::{Input, Outside, State, Tiles};

use crate::ink;
use crate::{TILE, character, draw_tiles};
use tautline_fixtures::{Figure, TextAnchor};

const LEVEL: [&str; 9] = [
    "....................",
    "....................",
    "..........##........",
    "....................",
    "..............=====.",
    "....................",
    ".######.............",
    "....................",
    "####################",
];

pub(crate) fn figure() -> Result<String, Box<dyn Error>> {
    let character = character()?;
    let tiles = Tiles::from_rows(&LEVEL, Outside::Solid)?;
    let mut figure = Figure::new([0.0, 4.0], [20.0 * TILE, 9.2 * TILE], 3.0);
    draw_tiles(&mut figure, &tiles);
    // Positions of the body's left side on the ledge in the lower left.
    let [low, y] = character.from_pixels([TILE - 11.0, 3.0 * TILE]).ok_or("a position")?;
    let [high, _] = character.from_pixels([7.0 * TILE - 1.0, 0.0]).ok_or("a position")?;
    let bar = |low: i32, high: i32, y: i32| {
        [[low, y], [high, y]].map(|position| {
            let [x, y] = character.to_pixels(position);
            [x + 6.0, y]
        })
    };
    let mut flying: BTreeSet<State> = (low..=high).map(|x| State::standing(x, y)).collect();
    for frame in 0..60 {
        let mut next = BTreeSet::new();
        for &state in &flying {
            for walk in [-character.walk_step(), 0, character.walk_step()] {
                let jump = frame < character.different_holds();
                next.insert(character.step(state, Input::walking(walk).with_jump(jump), &tiles));
            }
        }
        let (landed, left): (Vec<State>, Vec<State>) =
            next.into_iter().partition(State::is_grounded);
        for bunch in bunches(&landed) {
            figure.line(&bar(bunch[0], bunch[1], bunch[2]), ink::LANDED);
        }
        if frame % 3 == 2 {
            for bunch in bunches(&left) {
                figure.line(&bar(bunch[0], bunch[1], bunch[2]), ink::PLACES);
            }
        }
        flying = left.into_iter().collect();
    }
    figure.line(&bar(low, high, y), ink::SPAN);
    figure.text([4.0 * TILE, 2.2 * TILE], TextAnchor::Middle, "launches");
    figure.text([16.5 * TILE, 4.2 * TILE], TextAnchor::Middle, "landings");
    Ok(figure.finish())
}

/// Returns the intervals of x at one height without gaps of a walk step: low, high, height.
fn bunches(states: &[State]) -> Vec<[i32; 3]> {
    let mut positions: Vec<[i32; 2]> = states.iter().map(|state| [state.y, state.x]).collect();
    positions.sort_unstable();
    let bunches = positions.chunk_by(|one, other| one[0] == other[0] && other[1] - one[1] <= 8);
    bunches.map(|bunch| [bunch[0][1], bunch[bunch.len() - 1][1], bunch[0][0]]).collect()
}
