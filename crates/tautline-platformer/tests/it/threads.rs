//! The same plans with any number of threads.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::exact::{Goal, Plan, PlanError, Planner, PlannerOptions};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};

fn plans(threads: usize) -> Vec<Result<Plan, PlanError>> {
    let rows = levels::open_field(3, 60, 30);
    let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
    let character = Character::new(&Physics::default(), Body::default()).unwrap();
    let mut planner = Planner::new(tiles, character, PlannerOptions::default()).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| planner.bake());
    assert_eq!(planner.stale_count(), 0);
    planner.place_landmarks(4);
    let mut random = SplitMix64::new(5);
    let mut asked = Vec::new();
    for _ in 0..300 {
        let start = State::standing(random.between(0, 2_800), 57_600);
        let cell = |random: &mut SplitMix64| (random.between(0, 59), random.between(1, 29));
        let (column, row) = cell(&mut random);
        asked.push((start, Goal::Cell { column, row }));
    }
    asked.into_iter().map(|(start, goal)| planner.plan(start, goal)).collect()
}

#[test]
fn the_plans_are_the_same_with_one_two_and_eight_threads() {
    let alone = plans(1);
    assert!(alone.iter().filter(|plan| plan.is_ok()).count() > 20);
    assert_eq!(alone, plans(2));
    assert_eq!(alone, plans(8));
}
