//! The platformer through the facade: batches, assets, levels from text.

use tautline::formats::level;
use tautline::platformer::classic::{Cell, Jumper, Level, Options};
use tautline::platformer::exact::{Axis, Goal, Planner, PlannerOptions};
use tautline::platformer::{
    BakedLevel, BakedLevelError, Body, Character, ClassicQuery, Outside, Physics, Query, State,
    Tiles, classic_paths, classic_runs, plans, plans_to, tiles_from_level,
};

const LEVEL: &str = "\
............
............
....==..####
............
..##....====
......^.....
############
";

fn planner(options: PlannerOptions) -> Result<Planner, Box<dyn std::error::Error>> {
    let tiles = tiles_from_level(&level::parse(LEVEL)?, Outside::Solid)?;
    let character = Character::new(&Physics::default(), Body::default())?;
    Ok(Planner::new(tiles, character, options)?)
}

/// From everywhere on the ground to every cell, and to some outside.
fn queries() -> Vec<Query> {
    let starts = (0..12).map(|column| State::standing(column * 48, 57_600));
    let goals = (-1..8).flat_map(|row| (0..13).map(move |column| Goal::Cell { column, row }));
    starts.flat_map(|start| goals.clone().map(move |goal| Query::new(start, goal))).collect()
}

#[test]
fn a_batch_is_what_single_plans_are_on_any_number_of_threads() {
    let queries = queries();
    let single: Vec<_> = {
        let planner = planner(PlannerOptions::default()).unwrap();
        queries.iter().map(|query| planner.plan(query.start, query.goal)).collect()
    };
    assert!(single.iter().any(Result::is_ok) && single.iter().any(Result::is_err));
    for threads in [1, 2, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let planner = planner(PlannerOptions::default()).unwrap();
        assert_eq!(pool.install(|| plans(&planner, &queries)), single);
    }
}

#[test]
fn plans_to_one_goal_take_as_long_as_plans_for_each() {
    let planner = planner(PlannerOptions::default()).unwrap();
    let goal = Goal::Cell { column: 9, row: 5 };
    let starts: Vec<State> = (0..40).map(|x| State::standing(x * 5, 57_600)).collect();
    let queries: Vec<Query> = starts.iter().map(|&start| Query::new(start, goal)).collect();
    let frames = |answers: Vec<Result<tautline::platformer::exact::Plan, _>>| -> Vec<_> {
        answers.into_iter().map(|answer| answer.map(|plan| plan.frames)).collect()
    };
    assert_eq!(frames(plans_to(&planner, goal, &starts)), frames(plans(&planner, &queries)));
    let nowhere = Goal::Cell { column: 99, row: 5 };
    assert!(plans_to(&planner, nowhere, &starts).iter().all(Result::is_err));
}

#[test]
fn runs_of_the_published_method_are_recorded() {
    let planner = planner(PlannerOptions::default()).unwrap();
    let (tiles, character) = (planner.tiles(), planner.character());
    let level = Level::new(tiles, Jumper::of(character).unwrap());
    let query = |column, row| ClassicQuery {
        start: State::standing(0, 57_600),
        goal: Cell::new(column, row),
    };
    let queries = [query(3, 3), query(2, 2)];
    let options = Options::default();
    let paths = classic_paths(&level, character, &queries, &options);
    assert!(paths[0].is_ok() && paths[1].is_err());
    let flights = classic_runs(&level, character, &queries, &options, 3600);
    let flight = flights[0].as_ref().unwrap();
    assert!(flight.has_arrived);
    let mut state = queries[0].start;
    for &(input, frames) in &flight.inputs {
        for _ in 0..frames {
            state = character.step(state, input, tiles);
        }
    }
    assert_eq!(state, flight.end);
    assert_eq!(flight.inputs.iter().map(|(_, frames)| frames).sum::<u32>(), flight.frames);
}

fn baked() -> Result<BakedLevel, Box<dyn std::error::Error>> {
    let tiles = tiles_from_level(&level::parse(LEVEL)?, Outside::Deadly)?;
    let mut options = PlannerOptions::default();
    options.axis = Axis::Digital;
    let physics = Physics { jump: 380.0, ..Physics::default() };
    let level = BakedLevel::new(tiles, physics, Body { width: 10.0, height: 20.0 }, options)?;
    let mut level = level.with_landmarks(3);
    level.name = Some("Steps".to_owned());
    Ok(level)
}

#[test]
fn a_level_comes_back_from_its_bytes_as_it_was() {
    let level = baked().unwrap().with_links().unwrap();
    let bytes = level.encode().unwrap();
    assert_eq!(&bytes[8..12], b"PLAT");
    assert_eq!(BakedLevel::decode(&bytes).unwrap(), level);
    assert_eq!(level.encode().unwrap(), bytes);
    for (columns, rows) in [(0, 0), (1, 1), (17, 1), (0, 5)] {
        let tiles = Tiles::from_fn(columns, rows, Outside::Solid, |column, row| {
            if (column + row) % 2 == 0 { "^" } else { "=" }
                .chars()
                .next()
                .and_then(tautline::platformer::Tile::from_letter)
                .unwrap()
        });
        let level = BakedLevel::new(
            tiles.unwrap(),
            Physics::default(),
            Body::default(),
            PlannerOptions::default(),
        );
        let level = level.unwrap();
        assert_eq!(BakedLevel::decode(&level.encode().unwrap()).unwrap(), level);
    }
}

#[test]
fn every_damaged_byte_of_a_level_is_refused() {
    let bytes = baked().unwrap().with_links().unwrap().encode().unwrap();
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0x41;
        assert!(BakedLevel::decode(&damaged).is_err(), "byte {index}");
        assert!(BakedLevel::decode(&bytes[..index]).is_err(), "{index} bytes");
    }
}

#[test]
fn a_level_with_links_has_planners_that_are_baked() {
    for landmarks in [0, 3] {
        let tiles = tiles_from_level(&level::parse(LEVEL).unwrap(), Outside::Solid).unwrap();
        let options = PlannerOptions::default();
        let level = BakedLevel::new(tiles, Physics::default(), Body::default(), options);
        let level = level.unwrap().with_landmarks(landmarks);
        let small = level.encode().unwrap();
        let level = level.with_links().unwrap();
        let bytes = level.encode().unwrap();
        assert!(bytes.len() > 2 * small.len());
        let loaded = BakedLevel::decode(&bytes).unwrap();
        assert!(loaded == level && loaded.has_links() && loaded.landmarks() == landmarks);
        let planner = loaded.planner().unwrap();
        assert_eq!(planner.stale_count(), 0);
        let found = BakedLevel::decode(&small).unwrap().planner().unwrap();
        assert_eq!(planner.to_stored_links(), found.to_stored_links());
        assert!(!loaded.with_landmarks(1).has_links(), "those had others");
    }
}

#[test]
fn the_number_of_landmarks_is_that_of_the_planner() {
    let digital = baked().unwrap();
    assert_eq!(digital.landmarks(), 0, "with a digital axis there are none");

    let tiles = tiles_from_level(&level::parse(LEVEL).unwrap(), Outside::Solid).unwrap();
    let options = PlannerOptions::default();
    let level = BakedLevel::new(tiles, Physics::default(), Body::default(), options).unwrap();
    let mut planner = level.planner().unwrap();
    let spans = u8::try_from(planner.span_count()).unwrap();
    for (asked, placed) in [(0, 0), (2, 2), (16, spans)] {
        planner.place_landmarks(asked);
        let level = level.clone().with_known_links(planner.to_stored_links());
        assert_eq!(level.landmarks(), placed, "{asked} of {spans} spans");
    }
}

#[test]
fn invalid_physics_is_not_baked() {
    let tiles = || tiles_from_level(&level::parse(LEVEL).unwrap(), Outside::Solid).unwrap();
    let physics = Physics { gravity: 0.0, ..Physics::default() };
    let refused = BakedLevel::new(tiles(), physics, Body::default(), PlannerOptions::default());
    assert!(matches!(refused, Err(BakedLevelError::Physics(_))));
    let mut options = PlannerOptions::default();
    options.axis = Axis::Digital;
    let physics = Physics { walk: 0.0, ..Physics::default() };
    let refused = BakedLevel::new(tiles(), physics, Body::default(), options);
    assert!(matches!(refused, Err(BakedLevelError::Planner(_))));
}
