//! Plans on two levels of a real game demo, found through `TAUTLINE_DATA`.

use std::error::Error;

use tautline_fixtures::SplitMix64;
use tautline_fixtures::data::real_data;
use tautline_platformer::exact::{Axis, Goal, Plan, PlanError, Planner, PlannerOptions, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};

/// Plans between random cells and plays each plan. Returns the number of arrivals.
fn arrivals(tiles: &Tiles, character: &Character, axis: Axis) -> Result<u32, Box<dyn Error>> {
    let mut options = PlannerOptions::default();
    options.axis = axis;
    let mut planner = Planner::new(tiles.clone(), character.clone(), options)?;
    planner.bake();
    planner.place_landmarks(4);
    let [width, height] = character.tile_size();
    let cells = (0..i32::from(tiles.rows()))
        .flat_map(|row| (0..i32::from(tiles.columns())).map(move |column| [column, row]));
    let cells: Vec<[i32; 2]> = cells
        .filter(|[column, row]| {
            let position = [column * width, row * height];
            character.fits(position, tiles) && character.is_supported(position, tiles)
        })
        .collect();
    let mut random = SplitMix64::new(1);
    let mut pick = || -> Result<[i32; 2], Box<dyn Error>> {
        Ok(cells[usize::try_from(random.below(cells.len() as u64))?])
    };
    let (mut scratch, mut plan) = (Scratch::new(), Plan::default());
    let mut arrived = 0;
    for _ in 0..400 {
        let ([column, row], [to_column, to_row]) = (pick()?, pick()?);
        let start = State::standing(column * width, row * height);
        let goal = Goal::Cell { column: to_column, row: to_row };
        match planner.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan) {
            Ok(()) => {}
            Err(PlanError::Unreachable) => continue,
            Err(error) => return Err(error.into()),
        }
        let end = plan.replay(start, character, tiles).last().unwrap_or(start);
        assert!(end.is_grounded(), "{start:?} to {goal:?}");
        assert_eq!(Some([end.x, end.y]), plan.end(), "{start:?} to {goal:?}");
        assert_eq!([end.x / width, end.y / height], [to_column, to_row]);
        arrived += 1;
    }
    Ok(arrived)
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn every_plan_on_the_real_levels_arrives() -> Result<(), Box<dyn Error>> {
    let Some(folder) = real_data("platformer") else { return Ok(()) };
    for name in ["solid-163x132.txt", "oneway-163x132.txt"] {
        let text = std::fs::read_to_string(folder.join(name))?;
        let rows: Vec<&str> = text.lines().collect();
        let tiles = Tiles::from_rows(&rows, Outside::Solid)?;
        for (width, height) in [(12.0, 12.0), (16.0, 30.0), (46.0, 46.0)] {
            let character = Character::new(&Physics::default(), Body { width, height })?;
            for axis in [Axis::Analog, Axis::Digital] {
                let arrived = arrivals(&tiles, &character, axis)?;
                println!("{name}, body {width}x{height}, {axis:?}: {arrived} of 400 reached");
                assert!(arrived > 50);
            }
        }
    }
    Ok(())
}
