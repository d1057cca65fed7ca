//! Unreachable goals, of which a [`Scratch`] remembers what earlier searches have visited.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::exact::{Axis, Goal, Plan, PlanError, Planner, PlannerOptions, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tile, Tiles};

fn planner<S: AsRef<str>>(rows: &[S], axis: Axis, jump: f64) -> Planner {
    let tiles = Tiles::from_rows(rows, Outside::Deadly).unwrap();
    let physics = Physics { jump, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    let mut options = PlannerOptions::default();
    options.axis = axis;
    Planner::new(tiles, character, options).unwrap()
}

/// Asks in turn for plans in a level that changes and in another one, from the ground and from the
/// air, with one memory for all and with a new one for each.
#[test]
fn answers_do_not_depend_on_the_searches_before() {
    let (mut plans, mut unreachable, mut known) = (0, 0, 0);
    for seed in 0..24 {
        let mut random = SplitMix64::new(seed);
        let axis = if seed % 2 == 0 { Axis::Analog } else { Axis::Digital };
        let mut planners = [210.0, 350.0].map(|jump| {
            planner(
                &levels::deadly_platforms(seed, 24, 14),
                axis,
                if seed < 4 { 0.0 } else { jump },
            )
        });
        let mut memory = Scratch::new();
        for round in 0..60 {
            let planner = &mut planners[usize::from(round % 20 >= 15)];
            if round % 7 == 6 {
                planner.set_tile(random.between(0, 23), random.between(0, 13), Tile::Solid);
            }
            if round == 30 && axis == Axis::Analog {
                planner.place_landmarks(2);
            }
            let spans: Vec<_> = planner.spans().collect();
            let mut position = || {
                let span = spans[usize::try_from(random.below(spans.len() as u64)).unwrap()];
                [random.between(span.low, span.high), span.y]
            };
            let ([x, y], to) = (position(), position());
            let start = if round % 5 == 4 {
                State::flying(x, y + 20_000, 0)
            } else {
                State::standing(x, y)
            };
            let [width, height] = planner.character().tile_size();
            let goal = Goal::Cell { column: to[0] / width, row: to[1] / height };
            for budget in [u32::MAX, 3] {
                let answer = |scratch: &mut Scratch| {
                    let mut plan = Plan::default();
                    planner.plan_in(start, goal, budget, scratch, &mut plan).map(|()| plan)
                };
                let mut new = Scratch::new();
                let (alone, after) = (answer(&mut new), answer(&mut memory));
                assert_eq!(alone, after, "seed {seed}, round {round}: {start:?} to {goal:?}");
                plans += u32::from(alone.is_ok());
                let has_no_plan = alone == Err(PlanError::Unreachable);
                unreachable += u32::from(has_no_plan);
                known += u32::from(has_no_plan && new.expanded() > 0 && memory.expanded() == 0);
            }
        }
    }
    assert!(plans > 300 && unreachable > 300 && known > 100, "{plans} {unreachable} {known}");
}

#[test]
fn only_the_first_of_many_searches_visits_all_that_can_be_reached() {
    let rows = [
        "................",
        "................",
        "................",
        "............####",
        "............#..#",
        "######..########",
        "######..########",
    ];
    for axis in [Axis::Analog, Axis::Digital] {
        let planner = planner(&rows, axis, 350.0);
        let [_, height] = planner.character().tile_size();
        let (mut scratch, mut plan) = (Scratch::new(), Plan::default());
        let mut expanded = |x, column| {
            let start = State::standing(x, 2 * height);
            let goal = Goal::Cell { column, row: 2 };
            let answer = planner.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan);
            assert_eq!(answer, Err(PlanError::Unreachable));
            scratch.expanded()
        };
        assert!(expanded(0, 13) > 0);
        for (x, column) in [(0, 13), (1, 13), (200, 14), (9 * 48, 13)] {
            assert_eq!(expanded(x, column), 0, "{x} {column}");
        }
    }
}
