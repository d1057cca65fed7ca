//! Plans a path through a small level, disturbs the character by a gust of wind, and arrives all
//! the same.
//!
//! ```text
//! cargo run --release -p tautline-platformer --example plan_and_follow
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline_platformer::exact::{Follower, Goal, Planner, PlannerOptions, Scratch};
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

fn main() -> Result<(), Box<dyn Error>> {
    let tiles = Tiles::from_rows(&LEVEL, Outside::Solid)?;
    let character = Character::new(&Physics::default(), Body { width: 12.0, height: 20.0 })?;
    let planner = Planner::new(tiles, character, PlannerOptions::default())?;
    planner.bake();
    println!("{} spans, {} links", planner.span_count(), planner.link_count());

    // From the ground on the left to the ledge above on the right.
    let [width, height] = planner.character().tile_size();
    let start = State::standing(width, 2 * height);
    let goal = Goal::Cell { column: 25, row: 8 };

    let plan = planner.plan(start, goal)?;
    println!("\nplanned: {} frames", plan.frames);
    for waypoint in &plan.waypoints {
        print_place(waypoint.frame, &planner, waypoint.position);
    }

    // The follower gives the same inputs, until the character is pushed.
    let mut scratch = Scratch::new();
    let mut follower = Follower::new(goal);
    let mut state = start;
    let mut frame = 0;
    println!("\nfollowed:");
    while let Some(input) = follower.input(&planner, state, &mut scratch)? {
        state = planner.character().step(state, input, planner.tiles());
        frame += 1;
        if frame == 60 {
            state.x -= width / 2;
            println!("frame {frame:4}  a gust of wind");
            print_place(frame, &planner, [state.x, state.y]);
        }
    }
    print_place(frame, &planner, [state.x, state.y]);
    println!("planned again {} time", follower.replans());
    assert!(state.is_grounded() && state.y == 8 * height);
    Ok(())
}

fn print_place(frame: u32, planner: &Planner, position: [i32; 2]) {
    let [x, y] = planner.character().to_pixels(position);
    println!("frame {frame:4}  {x:6.1} {y:6.1} pixels");
}
