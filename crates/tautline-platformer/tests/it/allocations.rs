//! Planning allocates nothing after warm-up.

use allocation_counter::measure;
use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::exact::{Goal, Plan, Planner, PlannerOptions, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};

#[test]
fn the_second_round_of_plans_allocates_nothing() {
    let rows = levels::one_way_platforms(3, 60, 30);
    let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
    let character = Character::new(&Physics::default(), Body::default()).unwrap();
    let mut planner = Planner::new(tiles, character, PlannerOptions::default()).unwrap();
    planner.bake_sequential();
    for landmarks in [0, 4] {
        planner.place_landmarks(landmarks);
        let (mut scratch, mut plan) = (Scratch::new(), Plan::default());
        let mut round = || {
            let mut random = SplitMix64::new(5);
            for _ in 0..300 {
                let start = State::standing(random.between(0, 2_800), 57_600);
                let goal = Goal::Cell { column: random.between(0, 59), row: random.between(1, 29) };
                // Goals may be unreachable here.
                let _ = planner.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan);
            }
        };
        assert!(measure(&mut round).count_total > 0, "allocations are counted");
        assert_eq!(measure(&mut round).count_total, 0);
    }
}
