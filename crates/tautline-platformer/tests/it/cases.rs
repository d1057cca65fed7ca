//! Plans in generated levels, each played through the step.
//!
//! The full run: `TAUTLINE_CASES=10000 cargo test --release -p tautline-platformer --test it cases`.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::exact::{Axis, Goal, Plan, PlanError, Planner, PlannerOptions, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};

/// The number of pairs of positions per level.
const PAIRS: u64 = 10;

fn cases() -> u64 {
    std::env::var("TAUTLINE_CASES").map_or(400, |cases| cases.parse().unwrap())
}

/// Platforms, one-way platforms, caves or an open field.
fn level(seed: u64, random: &mut SplitMix64) -> Tiles {
    let columns = usize::try_from(random.between(8, 64)).unwrap();
    let rows = usize::try_from(random.between(6, 40)).unwrap();
    let rows = match seed % 4 {
        0 => levels::platforms(seed, columns, rows),
        1 => levels::one_way_platforms(seed, columns, rows),
        2 => levels::caves(seed, columns, rows),
        _ => levels::open_field(seed, columns, rows),
    };
    Tiles::from_rows(&rows, Outside::Solid).unwrap()
}

/// Bodies from a quarter of a tile to three tiles, jumps of one to six tiles.
fn character(random: &mut SplitMix64) -> Character {
    let sizes = [4.0, 8.0, 12.0, 15.0, 16.0, 20.0, 30.0, 32.0, 44.0, 48.0];
    let side = |random: &mut SplitMix64| sizes[usize::try_from(random.below(10)).unwrap()];
    let body = Body { width: side(random), height: side(random) };
    let jump = Physics::jump_for_tiles(u8::try_from(random.between(1, 6)).unwrap()).unwrap();
    Character::new(&Physics { jump, ..Physics::default() }, body).unwrap()
}

/// Returns the cells at whose left side the body can stand.
fn cells(character: &Character, tiles: &Tiles) -> Vec<[i32; 2]> {
    let [width, height] = character.tile_size();
    let all = (0..i32::from(tiles.rows()))
        .flat_map(|row| (0..i32::from(tiles.columns())).map(move |column| [column, row]));
    all.filter(|[column, row]| {
        let position = [column * width, row * height];
        character.fits(position, tiles) && character.is_supported(position, tiles)
    })
    .collect()
}

#[test]
fn every_plan_arrives_on_its_subpixel_in_its_frame() {
    let mut random = SplitMix64::new(0xca5e);
    let (mut asked, mut arrived) = ([0_u64; 2], [0_u64; 2]);
    let mut seed = 0;
    while asked[0] < cases() {
        seed += 1;
        let tiles = level(seed, &mut random);
        let character = character(&mut random);
        let cells = cells(&character, &tiles);
        if cells.is_empty() {
            continue;
        }
        let [width, height] = character.tile_size();
        for (index, axis) in [Axis::Analog, Axis::Digital].into_iter().enumerate() {
            let mut options = PlannerOptions::default();
            options.axis = axis;
            let planner = Planner::new(tiles.clone(), character.clone(), options).unwrap();
            let (mut scratch, mut plan) = (Scratch::new(), Plan::default());
            let mut pick = SplitMix64::new(seed);
            for _ in 0..PAIRS {
                let mut cell = || cells[usize::try_from(pick.below(cells.len() as u64)).unwrap()];
                let ([column, row], [to_column, to_row]) = (cell(), cell());
                let start = State::standing(column * width, row * height);
                let goal = Goal::Cell { column: to_column, row: to_row };
                asked[index] += 1;
                let about = format!("level {seed}, {axis:?}, {start:?} to {goal:?}\n{tiles}");
                match planner.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan) {
                    Ok(()) => {}
                    Err(PlanError::Unreachable) => continue,
                    Err(error) => panic!("{error}: {about}"),
                }
                arrived[index] += 1;
                let mut states = plan.replay(start, &character, &tiles);
                let end = states.by_ref().last().unwrap_or(start);
                let frames: u32 = plan.inputs.iter().map(|(_, frames)| frames).sum();
                assert_eq!(frames, plan.frames, "{about}");
                assert!(end.is_grounded(), "{about}");
                assert_eq!(Some([end.x, end.y]), plan.end(), "{about}");
                assert_eq!([end.x / width, end.y / height], [to_column, to_row], "{about}");
                let step = character.walk_step();
                let whole = |walk: i32| axis == Axis::Analog || walk % step == 0;
                assert!(plan.inputs.iter().all(|(input, _)| whole(input.walk)), "{about}");
            }
        }
    }
    println!("in {seed} levels: {asked:?} pairs, {arrived:?} with a plan; all arrived");
    assert!(arrived.iter().all(|&arrived| arrived * 4 > cases()), "{arrived:?}");
}

/// Pins the bits of many trajectories, so that any change of the physics or of the plans is
/// noticed, on every platform.
#[test]
fn the_hash_of_planned_trajectories_is_pinned() {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut put = |value: i32| {
        for byte in value.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for axis in [Axis::Analog, Axis::Digital] {
        let tiles = Tiles::from_rows(&levels::one_way_platforms(5, 40, 24), Outside::Solid);
        let tiles = tiles.unwrap();
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        let mut options = PlannerOptions::default();
        options.axis = axis;
        let planner = Planner::new(tiles.clone(), character.clone(), options).unwrap();
        let cells = cells(&character, &tiles);
        for (index, &[column, row]) in cells.iter().enumerate() {
            let [from, from_row] = cells[index * 7 % cells.len()];
            let [width, height] = character.tile_size();
            let start = State::standing(from * width, from_row * height);
            let Ok(plan) = planner.plan(start, Goal::Cell { column, row }) else { continue };
            for state in plan.replay(start, &character, &tiles) {
                put(state.x);
                put(state.y);
            }
        }
    }
    assert_eq!(hash, 0x136c_5bcd_8e1a_0734, "{hash:#x}");
}
