//! Planning beyond the shortest path from standing to standing.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use crate::support::{Arrivals, ground_positions};
use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::exact::{
    Axis, Follower, Goal, Plan, PlanError, Planner, PlannerOptions, Scratch,
};
use tautline_platformer::{Body, Character, Input, Outside, Physics, Stance, State, Tile, Tiles};

const TILE: i32 = 57_600;

fn coarse(width: f64, height: f64) -> Character {
    let physics = Physics { subpixels: [1, 3600], ..Physics::default() };
    Character::new(&physics, Body { width, height }).unwrap()
}

fn tiles(rows: &[impl AsRef<str>]) -> Tiles {
    Tiles::from_rows(rows, Outside::Solid).unwrap()
}

fn planner(tiles: &Tiles, character: &Character) -> Planner {
    Planner::new(tiles.clone(), character.clone(), PlannerOptions::default()).unwrap()
}

fn pick<T: Clone>(random: &mut SplitMix64, list: &[T]) -> T {
    list[usize::try_from(random.below(list.len() as u64)).unwrap()].clone()
}

fn level(seed: u64) -> Tiles {
    tiles(&match seed % 5 {
        0 => levels::platforms(seed, 16, 10),
        1 => levels::one_way_platforms(seed, 16, 10),
        2 => levels::caves(seed, 18, 11),
        3 => levels::noise(seed, 14, 9, 25),
        _ => levels::deadly_platforms(seed, 16, 10),
    })
}

#[test]
fn starts_in_the_air_take_exactly_the_frames_of_a_search_frame_by_frame() {
    let mut random = SplitMix64::new(77);
    let mut reached = 0;
    for seed in 0..6 {
        let tiles = level(seed);
        let character =
            pick(&mut random, &[coarse(12.0, 12.0), coarse(16.0, 16.0), coarse(20.0, 30.0)]);
        let planner = planner(&tiles, &character);
        let positions = ground_positions(&character, &tiles);
        let mut scratch = Scratch::new();
        for _ in 0..2 {
            let x = random.between(0, i32::from(tiles.columns()) * 16 - 20);
            let y = random.between(0, (i32::from(tiles.rows()) - 1) * TILE);
            if !character.fits([x, y], &tiles) {
                continue;
            }
            let grace = pick(&mut random, &[0, 0, 0, 1, 4]);
            let speed =
                if grace > 0 { -random.between(0, 5_000) } else { random.between(-54_000, 30_000) };
            let start = State { x, y, speed, stance: Stance::Air { grace } };
            let arrivals = Arrivals::new(start, &character, &tiles, false);
            for &[x, y] in &positions {
                let goal = Goal::At { x, y };
                let mut plan = Plan::default();
                let answer = planner.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan);
                let expected = arrivals.at([x, y], &character);
                let frames = answer.is_ok().then_some(plan.frames);
                assert_eq!(frames, expected, "seed {seed}: {start:?} to {goal:?}\n{tiles}");
                if answer.is_ok() {
                    reached += 1;
                    let end = plan.replay(start, &character, &tiles).last();
                    assert_eq!(end, Some(State::standing(x, y)));
                } else {
                    assert_eq!(answer, Err(PlanError::Unreachable));
                }
            }
        }
    }
    assert!(reached > 100, "{reached}");
}

#[test]
fn one_search_backwards_serves_every_start() {
    let mut random = SplitMix64::new(3);
    let mut compared = 0;
    for seed in 0..25 {
        let tiles = level(seed);
        let character = coarse(12.0, 12.0);
        let planner = planner(&tiles, &character);
        let positions = ground_positions(&character, &tiles);
        if positions.is_empty() {
            continue;
        }
        let mut scratch = Scratch::new();
        for _ in 0..3 {
            let [x, y] = pick(&mut random, &positions);
            let goal = Goal::At { x, y };
            let field = planner.field(goal).unwrap();
            for round in 0..60 {
                let [x, y] = pick(&mut random, &positions);
                let mut start = State::standing(x, y);
                if round % 3 == 0 {
                    start = State::flying(x, y, random.between(-9_000, 20_000));
                }
                let single = planner.frames_in(start, goal, u32::MAX, &mut scratch);
                assert_eq!(
                    field.frames(&planner, start, &mut scratch),
                    single,
                    "seed {seed} {start:?} {goal:?}"
                );
                let plan = field.plan(&planner, start, &mut scratch);
                if let (Ok(frames), Ok(plan)) = (single, plan) {
                    compared += 1;
                    assert_eq!(plan.frames, frames, "seed {seed} {start:?} {goal:?}\n{tiles}");
                    let end = plan.replay(start, &character, &tiles).last().unwrap_or(start);
                    assert_eq!(Goal::At { x: end.x, y: end.y }, goal);
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_digital_field_leads_to_the_goal_cell() {
    let mut random = SplitMix64::new(4);
    let mut arrived = 0;
    for seed in 0..25 {
        let tiles = level(seed);
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        let mut options = PlannerOptions::default();
        options.axis = Axis::Digital;
        let planner = Planner::new(tiles.clone(), character.clone(), options).unwrap();
        let positions = ground_positions(&character, &tiles);
        let mut scratch = Scratch::new();
        for _ in 0..3 {
            let [x, y] = pick(&mut random, &positions);
            let (column, row) = (x / 48, y / TILE);
            let field = planner.field(Goal::Cell { column, row }).unwrap();
            for _ in 0..40 {
                let [x, y] = pick(&mut random, &positions);
                let start = State::standing(x, y);
                let Ok(plan) = field.plan(&planner, start, &mut scratch) else { continue };
                let frames =
                    planner.frames_in(start, Goal::Cell { column, row }, u32::MAX, &mut scratch);
                assert!(frames.unwrap() <= plan.frames);
                let end = plan.replay(start, &character, &tiles).last().unwrap_or(start);
                assert!(end.is_grounded());
                assert_eq!((end.x / 48, end.y / TILE), (column, row));
                arrived += 1;
            }
        }
    }
    assert!(arrived > 300, "{arrived}");
}

#[test]
fn a_character_that_is_pushed_still_arrives() {
    let mut random = SplitMix64::new(12);
    let mut pushed = 0;
    for seed in 0..30 {
        let tiles = level(5 * seed);
        let character = coarse(12.0, 12.0);
        let planner = planner(&tiles, &character);
        let positions = ground_positions(&character, &tiles);
        let mut scratch = Scratch::new();
        let (from, to) = (pick(&mut random, &positions), pick(&mut random, &positions));
        let goal = Goal::At { x: to[0], y: to[1] };
        let mut state = State::standing(from[0], from[1]);
        let mut follower = Follower::new(goal);
        let mut frames = 0;
        loop {
            match follower.input(&planner, state, &mut scratch) {
                Ok(Some(input)) => state = character.step(state, input, &tiles),
                Ok(None) => {
                    assert_eq!(state, State::standing(to[0], to[1]));
                    break;
                }
                Err(error) => {
                    assert_eq!(error, PlanError::Unreachable);
                    break;
                }
            }
            frames += 1;
            assert!(frames < 5_000);
            let shoved = State { x: state.x + random.between(-6, 6), ..state };
            if frames < 200 && random.chance(5) && character.fits([shoved.x, shoved.y], &tiles) {
                let stands = character.is_supported([shoved.x, shoved.y], &tiles);
                if !shoved.is_grounded() || stands {
                    state = shoved;
                    pushed += 1;
                }
            }
        }
    }
    assert!(pushed > 20, "{pushed}");
}

#[test]
fn an_undisturbed_character_never_plans_again() {
    let tiles = tiles(&levels::platforms(8, 30, 14));
    let character = coarse(12.0, 12.0);
    let planner = planner(&tiles, &character);
    let positions = ground_positions(&character, &tiles);
    let mut random = SplitMix64::new(1);
    let mut scratch = Scratch::new();
    for _ in 0..50 {
        let (from, to) = (pick(&mut random, &positions), pick(&mut random, &positions));
        let mut state = State::standing(from[0], from[1]);
        let goal = Goal::At { x: to[0], y: to[1] };
        if planner.plan(state, goal).is_err() {
            continue;
        }
        let mut follower = Follower::new(goal);
        while let Some(input) = follower.input(&planner, state, &mut scratch).unwrap() {
            state = character.step(state, input, &tiles);
        }
        assert_eq!(follower.replans(), 0);
        assert_eq!(state, State::standing(to[0], to[1]));
    }
}

#[test]
fn components_are_where_plans_lead_both_ways() {
    for seed in 0..15 {
        let tiles = level(seed);
        let character = coarse(12.0, 12.0);
        let planner = planner(&tiles, &character);
        let parts = planner.components();
        let positions = ground_positions(&character, &tiles);
        let mut random = SplitMix64::new(seed);
        let mut scratch = Scratch::new();
        for _ in 0..60 {
            let (one, other) = (pick(&mut random, &positions), pick(&mut random, &positions));
            let mut leads = |from: [i32; 2], to: [i32; 2]| {
                let goal = Goal::At { x: to[0], y: to[1] };
                let start = State::standing(from[0], from[1]);
                planner.frames_in(start, goal, u32::MAX, &mut scratch).is_ok()
            };
            let both_ways = leads(one, other) && leads(other, one);
            assert_eq!(parts.can_return(&planner, one, other), both_ways, "seed {seed}");
        }
    }
}

#[test]
fn the_nearest_reachable_position_is_the_nearest_of_all() {
    for seed in 0..15 {
        let tiles = level(seed);
        let character = coarse(12.0, 12.0);
        let planner = planner(&tiles, &character);
        let positions = ground_positions(&character, &tiles);
        let mut random = SplitMix64::new(seed);
        let mut scratch = Scratch::new();
        for _ in 0..5 {
            let from = pick(&mut random, &positions);
            let start = State::standing(from[0], from[1]);
            let wish = [random.between(-50, 300), random.between(-50_000, 9 * TILE)];
            let found = planner.nearest_reachable(start, wish, u32::MAX, &mut scratch).unwrap();
            let distance = |position: [i32; 2]| {
                let [x, y] = [position[0] - wish[0], position[1] - wish[1]].map(i64::from);
                x * x * 3600 * 3600 + y * y
            };
            let mut frames_to = |[x, y]: [i32; 2]| {
                planner.frames_in(start, Goal::At { x, y }, u32::MAX, &mut scratch).ok()
            };
            let best = positions
                .iter()
                .filter_map(|&position| Some((distance(position), frames_to(position)?)))
                .min()
                .unwrap();
            assert_eq!((distance(found.position), found.frames), best, "seed {seed}");
        }
    }
}

#[test]
fn failures_are_named() {
    let level = tiles(&["#....#", "#.==.#", "#....#", "##.^##", "######"]);
    let character = coarse(12.0, 12.0);
    let planner = planner(&level, &character);
    let stand = State::standing(18, 2 * TILE);
    let cell = |column, row| Goal::Cell { column, row };
    let failure = |start, goal| planner.plan(start, goal).unwrap_err();
    assert_eq!(failure(stand, cell(0, 2)), PlanError::GoalDoesNotFit { goal: cell(0, 2) });
    assert_eq!(failure(stand, cell(1, 3)), PlanError::GoalInTheAir { goal: cell(1, 3) });
    assert_eq!(failure(stand, cell(9, 2)), PlanError::GoalOffLevel { goal: cell(9, 2) });
    assert_eq!(failure(stand, cell(9, 2)).to_string(), "the goal cell 9,2 is outside of the level");
    assert_eq!(
        failure(stand, cell(2, i32::MAX)),
        PlanError::GoalOffLevel { goal: cell(2, i32::MAX) }
    );
    let far = Goal::At { x: i32::MIN, y: i32::MAX };
    assert_eq!(failure(stand, far), PlanError::GoalOffLevel { goal: far });
    let high = Goal::At { x: 20, y: 3 * TILE + 1 };
    assert_eq!(
        failure(stand, high).to_string(),
        "the goal at (20, 172801) subpixels is in the air: no ground supports the body"
    );
    assert_eq!(
        failure(State::standing(0, 2 * TILE), cell(1, 2)),
        PlanError::StartDoesNotFit { x: 0, y: 2 * TILE }
    );
    assert_eq!(
        failure(State::standing(18, 2 * TILE + 5), cell(1, 2)),
        PlanError::StartNotOnGround { x: 18, y: 2 * TILE + 5 }
    );
    assert_eq!(
        failure(State::standing(i32::MIN, i32::MAX), cell(1, 2)),
        PlanError::StartOffLevel { x: i32::MIN, y: i32::MAX }
    );
    let dead = State { stance: Stance::Dead, ..stand };
    assert_eq!(failure(dead, cell(1, 2)), PlanError::StartDead { x: 18, y: 2 * TILE });
    let plan = planner.plan_in(stand, cell(4, 2), 0, &mut Scratch::new(), &mut Plan::default());
    assert_eq!(plan, Err(PlanError::BudgetExhausted { budget: 0 }));
    let high = coarse(12.0, 12.0);
    let walled = tiles(&["..#..", "..#..", "#####"]);
    let planner = Planner::new(walled, high, PlannerOptions::default()).unwrap();
    let goal = cell(3, 1);
    assert_eq!(planner.plan(State::standing(0, TILE), goal), Err(PlanError::Unreachable));
}

#[test]
fn a_start_at_the_goal_is_a_plan_of_no_frames() {
    let level = tiles(&["...", "###"]);
    let planner = planner(&level, &coarse(12.0, 12.0));
    let plan = planner.plan(State::standing(5, TILE), Goal::At { x: 5, y: TILE }).unwrap();
    assert_eq!((plan.frames, plan.inputs.len(), plan.end()), (0, 0, Some([5, TILE])));
}

#[test]
fn a_character_that_cannot_walk_or_jump_still_falls() {
    let physics = Physics { walk: 0.0, jump: 0.0, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    let level = tiles(&["..", "==", "..", "##"]);
    let planner = planner(&level, &character);
    let start = State::standing(10, 3 * TILE);
    let plan = planner.plan(start, Goal::At { x: 10, y: TILE }).unwrap();
    let end = plan.replay(start, &character, &level).last();
    assert_eq!(end, Some(State::standing(10, TILE)));
    let aside = planner.plan(start, Goal::At { x: 11, y: TILE });
    assert_eq!(aside, Err(PlanError::Unreachable));
}

#[test]
fn fields_and_nearest_positions_respect_characters_that_cannot_walk() {
    let physics = Physics { walk: 0.0, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    let planner = planner(&tiles(&["....", "...."]), &character);
    let (start, mut scratch) = (State::standing(10, 0), Scratch::new());
    let field = planner.field(Goal::At { x: 30, y: 0 }).unwrap();
    assert_eq!(field.frames(&planner, start, &mut scratch), Err(PlanError::Unreachable));
    assert_eq!(field.plan(&planner, start, &mut scratch), Err(PlanError::Unreachable));
    let nearest = planner.nearest_reachable(start, [30, 0], u32::MAX, &mut scratch).unwrap();
    assert_eq!((nearest.position, nearest.frames), ([10, 0], 0));
}

#[test]
fn where_gravity_is_stronger_than_the_fastest_fall_drops_are_planned_in_least_frames() {
    let physics = Physics {
        tile: 1.0,
        gravity: 810.0,
        max_fall: 3.0,
        walk: 18.0,
        jump: 11.1,
        jump_cut: 28.5,
        grace_frames: 1,
        steps_per_second: 30,
        subpixels: [3, 900],
    };
    let character = Character::new(&physics, Body { width: 1.9, height: 1.0 }).unwrap();
    let rows = [
        "..^==...^=..",
        "^....=...##.",
        "..=..=......",
        "#.=#....=.^#",
        ".=.=#..^=^^.",
        "############",
    ];
    let tiles = Tiles::from_rows(&rows, Outside::Deadly).unwrap();
    let planner = planner(&tiles, &character);
    let start = State::standing(7, 3600);
    let arrivals = Arrivals::new(start, &character, &tiles, false);
    let mut scratch = Scratch::new();
    for [x, y] in ground_positions(&character, &tiles) {
        let frames = planner.frames_in(start, Goal::At { x, y }, u32::MAX, &mut scratch).ok();
        assert_eq!(frames, arrivals.at([x, y], &character), "{x}, {y}");
    }
}

/// Regression: falls that were shared from the row of these one-way tiles on did not know of any
/// body among the tiles, and a body that dropped into the row at full speed was lost.
#[test]
fn drops_that_begin_at_full_speed_pass_one_way_tiles_in_any_row() {
    let physics = Physics { gravity: 54_000.0, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    assert_eq!(character.gravity_step(), character.max_fall_step());
    for height in 2..40 {
        let mut rows = vec!["..", "..", "=="];
        rows.resize(height + 2, "..");
        let level = tiles(&rows);
        let start = State::standing(10, i32::try_from(height).unwrap() * TILE);
        let mut landed = character.step(start, Input::default().with_down(true), &level);
        let mut frames = 1;
        while !landed.is_grounded() {
            landed = character.step(landed, Input::default(), &level);
            frames += 1;
        }
        let plan = planner(&level, &character).plan(start, Goal::At { x: 10, y: 0 });
        assert_eq!((landed.y, plan.map(|plan| plan.frames)), (0, Ok(frames)), "{height}");
    }
}

#[test]
fn a_lazy_planner_and_a_baked_one_give_the_same_plans() {
    let level = tiles(&levels::one_way_platforms(3, 40, 20));
    let character = Character::new(&Physics::default(), Body::default()).unwrap();
    let (lazy, baked) = (planner(&level, &character), planner(&level, &character));
    baked.bake();
    assert_eq!((baked.stale_count(), lazy.stale_count()), (0, lazy.span_count()));
    let positions = ground_positions(&character, &level);
    let mut random = SplitMix64::new(2);
    for _ in 0..200 {
        let (from, to) = (pick(&mut random, &positions), pick(&mut random, &positions));
        let start = State::standing(from[0], from[1]);
        let goal = Goal::At { x: to[0], y: to[1] };
        assert_eq!(lazy.plan(start, goal), baked.plan(start, goal));
    }
}

#[test]
fn a_planner_with_changed_tiles_plans_like_a_new_one() {
    let mut random = SplitMix64::new(6);
    for seed in 0..6 {
        let mut level = level(seed);
        let character = coarse(12.0, 12.0);
        let mut changed = planner(&level, &character);
        changed.bake();
        for _ in 0..25 {
            let column = random.between(-1, i32::from(level.columns()));
            let row = random.between(0, i32::from(level.rows()) - 1);
            let tile = pick(&mut random, &[Tile::Empty, Tile::Solid, Tile::OneWay, Tile::Deadly]);
            assert_eq!(changed.set_tile(column, row, tile), level.set(column, row, tile));
            let fresh = planner(&level, &character);
            let positions = ground_positions(&character, &level);
            for _ in 0..10 {
                let (from, to) = (pick(&mut random, &positions), pick(&mut random, &positions));
                let start = State::standing(from[0], from[1]);
                let goal = Goal::At { x: to[0], y: to[1] };
                assert_eq!(changed.plan(start, goal), fresh.plan(start, goal), "{level}");
            }
        }
    }
}

#[test]
fn a_field_of_another_planner_says_so() {
    let small = planner(&tiles(&["....", "####"]), &coarse(12.0, 12.0));
    let large = planner(&tiles(&["....", "=..=", "....", "####"]), &coarse(12.0, 12.0));
    let field = small.field(Goal::Cell { column: 0, row: 1 }).unwrap();
    let start = State::standing(20, TILE);
    let mut scratch = Scratch::new();
    let answer = field.plan(&large, start, &mut scratch);
    assert_eq!(answer, Err(PlanError::StaleField));
    assert!(field.plan(&small.clone(), start, &mut scratch).is_ok());
}

#[test]
fn landmarks_change_no_frame_and_know_what_is_unreachable() {
    for seed in 0..24 {
        let (count, open) = ([8, 16][usize::from(seed % 2 == 1)], seed >= 12);
        let generator = if open { levels::open_field } else { levels::platforms };
        let rows = generator(seed, 50, 30);
        let tiles = tiles(&rows);
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        let plain = planner(&tiles, &character);
        let mut guided = planner(&tiles, &character);
        guided.place_landmarks(count);
        let positions = ground_positions(&character, &tiles);
        let mut random = SplitMix64::new(seed);
        let mut scratch = Scratch::new();
        for _ in 0..150 {
            let ([x, y], [to_x, to_y]) =
                (pick(&mut random, &positions), pick(&mut random, &positions));
            let (start, goal) = (State::standing(x, y), Goal::At { x: to_x, y: to_y });
            let expected = plain.frames_in(start, goal, u32::MAX, &mut scratch);
            assert_eq!(guided.frames_in(start, goal, u32::MAX, &mut scratch), expected, "{seed}");
        }
    }
}

/// Many games start a jump when the button is pressed, not while it is held.
#[test]
fn a_plan_releases_the_button_before_each_jump() {
    // The first jump bumps into the ceiling and lands while its button could still be held.
    let tiles = tiles(&["....", ".#..", ".#..", "####"]);
    let character = coarse(12.0, 12.0);
    let start = State::standing(0, TILE);
    let plan = planner(&tiles, &character).plan(start, Goal::Cell { column: 2, row: 1 }).unwrap();
    let (mut state, mut held, mut jumps) = (start, false, 0);
    for &(input, frames) in &plan.inputs {
        for _ in 0..frames {
            if input.jump && state.is_grounded() {
                assert!(!held, "jump {jumps}");
                jumps += 1;
            }
            state = character.step(state, input, &tiles);
            held = input.jump;
        }
    }
    assert_eq!(jumps, 2);
    assert_eq!(Some([state.x, state.y]), plan.end());
}
