//! Plans against a frame-by-frame search that shares only the step.
//!
//! `TAUTLINE_LEVELS` is the number of levels; by default it is small.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use crate::support::{Arrivals, ground_positions};
use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::exact::{Axis, Goal, Plan, PlanError, Planner, PlannerOptions, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};

/// The results of many goals.
#[derive(Debug, Default)]
struct Tally {
    goals: u64,
    reached: u64,
    /// Reachable, but no plan was found.
    missed: u64,
    /// The plan takes more frames than needed.
    later: u64,
    /// The sum of the frames needed, and of the frames taken.
    needed: u64,
    taken: u64,
    /// Plans that do not arrive, arrive where no path leads, or arrive earlier than possible.
    faults: Vec<String>,
}

/// Returns a level of changing kind and size. The first are small, because the oracle is slow.
fn level(seed: u64) -> Vec<String> {
    let mut random = SplitMix64::new(seed ^ 0x5eed);
    let [widest, highest] = if seed < 12 { [22, 14] } else { [30, 18] };
    let columns = usize::try_from(random.between(6, widest)).unwrap();
    let rows = usize::try_from(random.between(5, highest)).unwrap();
    match seed % 6 {
        0 => levels::platforms(seed, columns, rows),
        1 => levels::one_way_platforms(seed, columns, rows),
        2 => levels::caves(seed, columns, rows),
        3 => levels::open_field(seed, columns, rows),
        4 => levels::deadly_platforms(seed, columns, rows),
        _ => levels::noise(seed, columns, rows, 25),
    }
}

/// Returns a character: bodies from a fifth of a tile to three tiles, jumps of one to six tiles,
/// slow and fast walks, coarse subpixels to keep the oracle fast.
fn character(seed: u64, thirds: bool) -> Character {
    let mut random = SplitMix64::new(seed ^ 0xb0d7);
    let sizes = [3.0, 8.0, 12.0, 12.0, 14.0, 15.0, 16.0, 17.0, 20.0, 30.0, 48.0];
    let size = |random: &mut SplitMix64| sizes[usize::try_from(random.below(11)).unwrap()];
    let body = Body { width: size(&mut random), height: size(&mut random) };
    let jump = Physics::jump_for_tiles(u8::try_from(random.between(1, 6)).unwrap()).unwrap();
    let walk = [60.0, 120.0, 160.0, 160.0, 240.0][usize::try_from(random.below(5)).unwrap()];
    let subpixels = if thirds { [3, 3600] } else { [1, 3600] };
    let grace_frames = [0, 2, 4, 4][usize::try_from(random.below(4)).unwrap()];
    let physics = Physics { jump, walk, subpixels, grace_frames, ..Physics::default() };
    Character::new(&physics, body).unwrap()
}

/// Returns a level so high that falls reach full speed and fall on, past several ledges.
fn high_level(seed: u64) -> Vec<String> {
    let mut random = SplitMix64::new(seed ^ 0x5eed);
    let columns = usize::try_from(random.between(8, 20)).unwrap();
    match seed % 4 {
        0 => levels::open_field(seed, columns, 70),
        1 => levels::noise(seed, columns, 70, 6),
        2 => levels::platforms(seed, columns, 70),
        _ => levels::one_way_platforms(seed, columns, 70),
    }
}

/// Returns a character for high levels: some fall slower than by default, and some at full speed
/// from the first frame on.
fn falling_character(seed: u64) -> Character {
    let mut random = SplitMix64::new(seed ^ 0xb0d7);
    let mut one_of = |values: [f64; 3]| values[usize::try_from(random.below(3)).unwrap()];
    let body = Body { width: one_of([8.0, 12.0, 20.0]), height: one_of([8.0, 12.0, 20.0]) };
    let (max_fall, walk) = (one_of([240.0, 500.0, 900.0]), one_of([60.0, 120.0, 160.0]));
    let gravity = if seed % 8 == 3 { 54_000.0 } else { 1030.0 };
    let jump = Physics::jump_for_tiles(3).unwrap();
    let subpixels = [1, 3600];
    let physics = Physics { gravity, jump, walk, max_fall, subpixels, ..Physics::default() };
    Character::new(&physics, body).unwrap()
}

/// The planner and the level of one comparison.
struct Case {
    tiles: Tiles,
    character: Character,
    planner: Planner,
    digital: bool,
}

impl Case {
    fn new(seed: u64, axis: Axis) -> Self {
        let digital = axis == Axis::Digital;
        Self::of(seed, &level(seed), character(seed, digital), axis)
    }

    fn of(seed: u64, rows: &[String], character: Character, axis: Axis) -> Self {
        let digital = axis == Axis::Digital;
        let outside = if seed.is_multiple_of(5) { Outside::Deadly } else { Outside::Solid };
        let tiles = Tiles::from_rows(rows, outside).unwrap();
        let mut options = PlannerOptions::default();
        options.axis = axis;
        let planner = Planner::new(tiles.clone(), character.clone(), options).unwrap();
        Self { tiles, character, planner, digital }
    }

    /// Plays a plan. Returns what is wrong with it.
    fn fault(&self, start: State, plan: &Plan, arrived: &[[i32; 2]]) -> Option<String> {
        let states: Vec<State> = plan.replay(start, &self.character, &self.tiles).collect();
        let end = states.last().copied().unwrap_or(start);
        if !end.is_grounded() || !arrived.contains(&[end.x, end.y]) {
            return Some(format!("it ends at {end:?}"));
        }
        if u32::try_from(states.len()) != Ok(plan.frames) || plan.end() != Some([end.x, end.y]) {
            return Some("it says where or when it ends, and does not".into());
        }
        let step = self.character.walk_step();
        let is_digital = plan.inputs.iter().all(|(input, _)| input.walk.abs() % step == 0);
        (self.digital && !is_digital).then(|| "it walks by part of a step".into())
    }
}

fn compare(seed: u64, axis: Axis, tally: &mut Tally) {
    compare_case(seed, &Case::new(seed, axis), tally);
}

fn compare_case(seed: u64, case: &Case, tally: &mut Tally) {
    let Case { tiles, character, planner, digital } = case;
    let positions = ground_positions(character, tiles);
    if positions.is_empty() {
        return;
    }
    let mut scratch = Scratch::new();
    let mut plan = Plan::default();
    let mut random = SplitMix64::new(seed);
    for _ in 0..2 {
        let position = positions[usize::try_from(random.below(positions.len() as u64)).unwrap()];
        let start = State::standing(position[0], position[1]);
        let arrivals = Arrivals::new(start, character, tiles, *digital);
        for (goal, cell) in goals(&positions, character, *digital) {
            let best = cell.iter().filter_map(|&position| arrivals.at(position, character)).min();
            let answer = planner.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan);
            tally.goals += 1;
            let fault = match (best, answer) {
                (None, Err(PlanError::Unreachable)) => None,
                (Some(_), Err(PlanError::Unreachable)) => {
                    tally.missed += 1;
                    None
                }
                (Some(best), Ok(())) => {
                    tally.reached += 1;
                    tally.later += u64::from(plan.frames > best);
                    tally.needed += u64::from(best);
                    tally.taken += u64::from(plan.frames);
                    let early = || (plan.frames < best).then(|| "it is too early".into());
                    case.fault(start, &plan, &cell).or_else(early)
                }
                (None, Ok(())) => Some("there is no way".into()),
                (_, Err(error)) => Some(error.to_string()),
            };
            if let Some(fault) = fault {
                let about = format!("seed {seed}, {start:?} to {goal:?}: {fault}\n{tiles}{plan:?}");
                tally.faults.push(about);
            }
        }
    }
}

/// Returns every position on the ground, or every cell with a digital axis, with the positions that
/// count as arrived.
fn goals(
    positions: &[[i32; 2]],
    character: &Character,
    digital: bool,
) -> Vec<(Goal, Vec<[i32; 2]>)> {
    if !digital {
        return positions.iter().map(|&[x, y]| (Goal::At { x, y }, vec![[x, y]])).collect();
    }
    let [width, height] = character.tile_size();
    let cell = |&[x, y]: &[i32; 2]| [x / width, y / height];
    let cells = positions.chunk_by(|one, other| cell(one) == cell(other));
    let goal = |[column, row]: [i32; 2]| Goal::Cell { column, row };
    cells.map(|positions| (goal(cell(&positions[0])), positions.to_vec())).collect()
}

fn seeds(default: u64) -> u64 {
    std::env::var("TAUTLINE_LEVELS").ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

#[test]
fn analog_plans_take_exactly_the_frames_of_a_search_frame_by_frame() {
    let mut tally = Tally::default();
    for seed in 0..seeds(8) {
        compare(seed, Axis::Analog, &mut tally);
    }
    println!("analog: {tally:?}");
    assert!(tally.reached > 0);
    assert_eq!((tally.faults.first(), tally.missed, tally.later), (None, 0, 0));
}

#[test]
fn plans_in_high_levels_take_exactly_the_frames_of_a_search_frame_by_frame() {
    let mut tally = Tally::default();
    for seed in 0..seeds(4) {
        let case = Case::of(seed, &high_level(seed), falling_character(seed), Axis::Analog);
        compare_case(seed, &case, &mut tally);
    }
    println!("high levels: {tally:?}");
    assert!(tally.reached > 0);
    assert_eq!((tally.faults.first(), tally.missed, tally.later), (None, 0, 0));
}

/// Regression: flights that come closer to an earlier one on the way down were not flown to their
/// ends, and plans on these levels came a frame late.
#[test]
fn flights_that_catch_up_with_others_are_flown() {
    let mut tally = Tally::default();
    for seed in [21, 25] {
        compare(seed, Axis::Analog, &mut tally);
    }
    assert!(tally.reached > 1_000);
    assert_eq!((tally.faults.first(), tally.missed, tally.later), (None, 0, 0));
}

#[test]
fn digital_plans_arrive_and_are_seldom_late() {
    let mut tally = Tally::default();
    for seed in 0..seeds(6) {
        compare(seed, Axis::Digital, &mut tally);
    }
    println!("digital: {tally:?}");
    assert!(tally.reached > 0);
    assert_eq!(tally.faults.first(), None);
    assert!(tally.missed * 50 <= tally.goals);
}
