//! Goal cells that are rejected, and the reasons.

use tautline_fixtures::levels;
use tautline_platformer::exact::{Goal, PlanError, Planner, PlannerOptions};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tile, Tiles};

#[test]
fn a_cell_is_in_the_air_if_the_body_fits_anywhere_in_it_and_too_small_if_not() {
    let (mut in_the_air, mut too_small) = (0, 0);
    for (seed, width, height) in [(1, 12.0, 12.0), (2, 16.0, 16.0), (3, 20.0, 30.0), (4, 40.0, 5.0)]
    {
        let rows = levels::noise(seed, 24, 14, 20);
        for outside in [Outside::Solid, Outside::Deadly] {
            let tiles = Tiles::from_rows(&rows, outside).unwrap();
            let character = Character::new(&Physics::default(), Body { width, height }).unwrap();
            let options = PlannerOptions::default();
            let planner = Planner::new(tiles.clone(), character.clone(), options).unwrap();
            let span = planner.spans().next().unwrap();
            let start = State::standing(span.low, span.y);
            let [tile, tile_height] = character.tile_size();
            let fits = |column, row| {
                let most = [24 * tile, 14 * tile_height];
                let is_within = |[x, y]: [i32; 2]| {
                    let [body, body_height] = character.body_size();
                    x + body <= most[0] && y + body_height <= most[1]
                };
                (column * tile..(column + 1) * tile)
                    .map(|x| [x, row * tile_height])
                    .any(|position| is_within(position) && character.fits(position, &tiles))
            };
            for (column, row) in (0..24).flat_map(|column| (0..14).map(move |row| (column, row))) {
                match planner.plan(start, Goal::Cell { column, row }) {
                    Err(PlanError::GoalInTheAir { .. }) => {
                        assert!(fits(column, row), "{column},{row} of\n{tiles}");
                        in_the_air += 1;
                    }
                    Err(PlanError::GoalDoesNotFit { .. }) => {
                        assert!(!fits(column, row), "{column},{row} of\n{tiles}");
                        too_small += 1;
                    }
                    _ => assert!(fits(column, row), "{column},{row} of\n{tiles}"),
                }
            }
        }
    }
    assert!(in_the_air > 100 && too_small > 100, "{in_the_air} {too_small}");
}

/// This would take minutes if every position of the cell were tested with all tiles of the body.
#[test]
fn a_cell_of_many_subpixels_is_refused_at_once_for_a_large_body() {
    let is_solid = |column, row| row == 0 || (column, row) == (750, 750);
    let solid = |column, row| if is_solid(column, row) { Tile::Solid } else { Tile::Empty };
    let tiles = Tiles::from_fn(1000, 1000, Outside::Solid, solid).unwrap();
    let physics = Physics {
        tile: 4.0,
        max_fall: 200.0,
        walk: 100.0,
        jump: 200.0,
        subpixels: [65_536, 3600],
        ..Physics::default()
    };
    let body = Body { width: 4.0 * 500.0, height: 4.0 * 500.0 };
    let character = Character::new(&physics, body).unwrap();
    let planner = Planner::new(tiles, character, PlannerOptions::default()).unwrap();
    let goal = Goal::Cell { column: 300, row: 300 };
    let refused = planner.plan(State::standing(0, 4 * 3600), goal);
    assert_eq!(refused, Err(PlanError::GoalDoesNotFit { goal }));
}
