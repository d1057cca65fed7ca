//! A crowd chases a runner through a small level. All pursuers share one field.
//!
//! ```text
//! cargo run --release -p tautline-platformer --example chase
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline_platformer::exact::{
    Field, FieldFollower, Follower, Goal, PlanError, Planner, PlannerOptions, Scratch,
};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};

const LEVEL: [&str; 10] = [
    "............................",
    "............................",
    ".......................#####",
    "............................",
    "................====........",
    "............................",
    ".........====...............",
    "............................",
    "######........####..########",
    "######^^^^^^^^####^^########",
];

/// The goals of the runner, in order.
const STOPS: [[i32; 2]; 3] = [[25, 8], [10, 4], [0, 2]];

fn main() -> Result<(), Box<dyn Error>> {
    let tiles = Tiles::from_rows(&LEVEL, Outside::Solid)?;
    let character = Character::new(&Physics::default(), Body { width: 12.0, height: 20.0 })?;
    let planner = Planner::new(tiles, character, PlannerOptions::default())?;
    planner.bake();
    let mut scratch = Scratch::new();
    let at = |[column, row]: [i32; 2]| Goal::Cell { column, row };

    let mut stops = STOPS.into_iter().map(at);
    let mut runner = standing(&planner, [5, 2]);
    let first = stops.next().ok_or("a runner needs somewhere to go")?;
    let mut escape = Follower::new(first);

    let mut crowd: Vec<(State, FieldFollower)> =
        (0..4).map(|column| (standing(&planner, [column, 2]), FieldFollower::new())).collect();
    let mut chased = cell(&planner, runner);
    let mut field = planner.field(at(chased))?;
    let mut fields = 1;

    for frame in 1_u32.. {
        match escape.input(&planner, runner, &mut scratch)? {
            Some(input) => runner = planner.character().step(runner, input, planner.tiles()),
            None => match stops.next() {
                Some(goal) => escape.set_goal(goal),
                None => break,
            },
        }
        // Search again, backwards from the runner, whenever it has reached another cell.
        if runner.is_grounded() && cell(&planner, runner) != chased {
            chased = cell(&planner, runner);
            field = planner.field(at(chased))?;
            fields += 1;
        }
        step(&mut crowd, &planner, &field, &mut scratch)?;
        if frame % 60 == 0 {
            let behind: Vec<u32> = crowd
                .iter()
                .map(|(state, _)| field.frames(&planner, *state, &mut scratch))
                .collect::<Result<_, _>>()?;
            println!(
                "{:3} s  the runner at {chased:?}, the crowd {behind:?} frames behind",
                frame / 60
            );
        }
    }

    // The runner stays where it is until all have arrived.
    let mut frames = 0;
    while crowd.iter().any(|(state, _)| cell(&planner, *state) != chased || !state.is_grounded()) {
        step(&mut crowd, &planner, &field, &mut scratch)?;
        frames += 1;
    }
    println!("caught at {chased:?} after {frames} more frames, by {fields} fields");
    Ok(())
}

/// Advances all pursuers by a frame.
fn step(
    crowd: &mut [(State, FieldFollower)],
    planner: &Planner,
    field: &Field,
    scratch: &mut Scratch,
) -> Result<(), PlanError> {
    for (state, follower) in crowd {
        let input = follower.input(planner, field, *state, scratch)?;
        *state = planner.character().step(*state, input.unwrap_or_default(), planner.tiles());
    }
    Ok(())
}

/// Returns a character on the floor of a cell.
fn standing(planner: &Planner, [column, row]: [i32; 2]) -> State {
    let [width, height] = planner.character().tile_size();
    State::standing(column * width, row * height)
}

/// Returns the cell of a body's lower left corner.
fn cell(planner: &Planner, state: State) -> [i32; 2] {
    let [width, height] = planner.character().tile_size();
    [state.x.div_euclid(width), state.y.div_euclid(height)]
}
