//! The rules of a step on which the planner relies, one test each.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use tautline_platformer::{Body, Character, Input, Outside, Physics, Stance, State, Tile, Tiles};

/// Height of a tile in subpixels of y with the default physics.
const TILE: i32 = 57_600;

fn character() -> Character {
    with_body(12.0, 12.0)
}

fn with_body(width: f64, height: f64) -> Character {
    Character::new(&Physics::default(), Body { width, height }).unwrap()
}

fn tiles(rows: &[&str]) -> Tiles {
    Tiles::from_rows(rows, Outside::Solid).unwrap()
}

fn walk(walk: i32) -> Input {
    Input::walking(walk)
}

fn jump(walk: i32) -> Input {
    Input::walking(walk).with_jump(true)
}

fn down(walk: i32) -> Input {
    Input::walking(walk).with_down(true)
}

/// Converts a rise in subpixels of y to tenths of a pixel, rounded (halves down).
fn tenths(rise: i32) -> i32 {
    (rise + 179).div_euclid(360)
}

#[test]
fn the_apex_of_a_jump_is_that_of_the_table() {
    let tiles = tiles(&["...", "...", "...", "...", "...", "...", "...", "...", "...", "###"]);
    let character = character();
    for (held, apex) in
        [(1, 279), (2, 345), (3, 408), (5, 524), (10, 766), (13, 850), (14, 850), (40, 850)]
    {
        let mut state = State::standing(0, TILE);
        let mut highest = state.y;
        let mut frames = 0;
        while frames == 0 || !state.is_grounded() {
            let input = if frames < held { jump(0) } else { walk(0) };
            state = character.step(state, input, &tiles);
            frames += 1;
            highest = highest.max(state.y);
        }
        assert_eq!(tenths(highest - TILE), apex, "held {held}");
        if held == 13 {
            assert_eq!(frames, 49);
            assert_eq!(frames * character.walk_step() / 3, 130, "131 px flat, cut to whole pixels");
        }
    }
}

#[test]
fn a_jump_comes_as_high_as_the_character_says() {
    let sky = Tiles::from_fn(1, 100, Outside::Solid, |_, _| Tile::Empty).unwrap();
    let physics = Physics::default();
    for physics in [
        physics,
        Physics { jump: 0.0, ..physics },
        Physics { jump: 10.0, ..physics },
        Physics { jump_cut: 0.0, ..physics },
        Physics { jump_cut: 900.0, ..physics },
        Physics { gravity: 300.0, jump: 500.0, ..physics },
        Physics { steps_per_second: 240, subpixels: [12, 14_400], ..physics },
    ] {
        let character = Character::new(&physics, Body::default()).unwrap();
        let longest = character.different_holds();
        for held in 0..longest + 3 {
            let mut state = State::standing(0, 0);
            let mut highest = 0;
            for frame in 0..600 {
                let input = if frame < held { jump(0) } else { walk(0) };
                state = character.step(state, input, &sky);
                highest = highest.max(state.y);
                if state.is_grounded() {
                    break;
                }
            }
            assert_eq!(character.jump_height(held), highest, "{physics:?} held {held}");
        }
        assert_eq!(character.jump_height(u32::MAX), character.jump_height(longest));
    }
}

#[test]
fn holding_for_longer_than_the_different_holds_changes_nothing() {
    let tiles = tiles(&[".", ".", ".", ".", ".", ".", ".", ".", "#"]);
    let character = character();
    let flight = |held: u32| {
        let mut state = State::standing(0, TILE);
        let flown = (0..48).map(|frame| {
            state = character.step(state, if frame < held { jump(0) } else { walk(0) }, &tiles);
            state
        });
        flown.collect::<Vec<_>>()
    };
    let holds = character.different_holds();
    for held in 1..holds {
        assert_ne!(flight(held), flight(held + 1), "{held}");
    }
    assert_eq!(flight(holds), flight(holds + 1));
    assert_eq!(flight(holds), flight(48));
}

#[test]
fn the_take_off_frame_has_the_full_speed_and_no_gravity() {
    let tiles = tiles(&["..", "..", "##"]);
    let state = character().step(State::standing(0, TILE), jump(8), &tiles);
    assert_eq!(state, State::flying(8, TILE + 24_600, 24_600));
}

#[test]
fn one_subpixel_of_overlap_supports() {
    let tiles = tiles(&["...", "#.."]);
    let character = character();
    let state = character.step(State::standing(40, TILE), walk(7), &tiles);
    assert_eq!(state, State::standing(47, TILE));
    let state = character.step(State::standing(40, TILE), walk(8), &tiles);
    assert_eq!(state, State { x: 48, y: TILE, speed: 0, stance: Stance::Air { grace: 4 } });
}

#[test]
fn the_frame_that_leaves_a_ledge_has_no_gravity_and_the_next_has() {
    let tiles = tiles(&["...", "#.."]);
    let character = character();
    let off = character.step(State::standing(47, TILE), walk(8), &tiles);
    assert_eq!((off.y, off.speed), (TILE, 0));
    let falling = character.step(off, walk(8), &tiles);
    assert_eq!((falling.y, falling.speed), (TILE - 1030, -1030));
    assert_eq!(falling.stance, Stance::Air { grace: 3 });
}

#[test]
fn a_jump_can_begin_in_each_frame_of_grace_and_in_no_later_one() {
    let tiles = tiles(&["......", "......", "#.....", "......", "......"]);
    let character = character();
    for waited in 0..6 {
        let mut state = character.step(State::standing(47, 3 * TILE), walk(8), &tiles);
        for _ in 0..waited {
            state = character.step(state, walk(8), &tiles);
        }
        let jumped = character.step(state, jump(8), &tiles);
        assert_eq!(jumped.speed > 0, waited < 4, "waited {waited}");
    }
}

#[test]
fn a_small_body_runs_over_a_gap_of_one_tile() {
    let tiles = tiles(&["...", "#.#"]);
    let character = character();
    let mut state = State::standing(7, TILE);
    let mut airborne = 0;
    while state.x < 96 {
        state = character.step(state, walk(8), &tiles);
        assert!(state.y == TILE);
        airborne += u32::from(!state.is_grounded());
    }
    assert_eq!(airborne, 1, "it left the ground and fell onto the next tile's top");
}

#[test]
fn a_body_wider_than_a_tile_less_a_step_never_leaves_the_ground_over_a_gap() {
    let tiles = tiles(&["...", "#.#"]);
    let character = with_body(14.0, 12.0);
    let mut state = State::standing(7, TILE);
    while state.x < 96 {
        state = character.step(state, walk(8), &tiles);
        assert!(state.is_grounded(), "{state:?}");
    }
}

#[test]
fn down_drops_only_where_no_tile_below_is_solid() {
    let character = character();
    let level = tiles(&["...", "==#", "..."]);
    let over_both = State::standing(90, 2 * TILE);
    assert_eq!(character.step(over_both, down(0), &level), over_both);
    let over_one_way = State::standing(20, 2 * TILE);
    let dropped = character.step(over_one_way, down(0), &level);
    assert_eq!(dropped, State::flying(20, 2 * TILE - 1030, -1030));
    assert_eq!(character.step(dropped, down(0), &level).speed, -2060, "passed the tile's top");
}

#[test]
fn a_drop_is_decided_at_the_old_position_and_lands_at_the_new() {
    let character = character();
    let level = tiles(&["...", "==#", "..."]);
    let beside = State::standing(60, 2 * TILE);
    assert_eq!(character.step(beside, down(8), &level), State::standing(68, 2 * TILE));
}

#[test]
fn a_drop_is_no_faster_than_the_fastest_fall() {
    let physics = Physics { gravity: 30_000.0, max_fall: 300.0, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    let fastest = character.max_fall_step();
    assert!(character.gravity_step() > fastest);
    let dropped = character.step(State::standing(0, TILE), down(0), &tiles(&["..", "=="]));
    assert_eq!(dropped, State::flying(0, TILE - fastest, -fastest));
}

#[test]
fn down_while_walking_off_a_one_way_ledge_saves_a_frame() {
    let character = character();
    let level = tiles(&["...", "=..", "..."]);
    let edge = State::standing(47, 2 * TILE);
    let walked = character.step(edge, walk(8), &level);
    let dropped = character.step(edge, down(8), &level);
    assert_eq!(character.step(walked, walk(0), &level).y, dropped.y);
    assert_eq!(dropped.stance, Stance::Air { grace: 0 });
}

#[test]
fn one_way_tiles_stop_a_fall_but_neither_a_rise_nor_a_walk() {
    let character = character();
    let level = tiles(&["..", "=.", "..", "##"]);
    let rising = State::flying(0, TILE + 40_000, 20_000);
    assert_eq!(character.step(rising, jump(0), &level).y, TILE + 40_000 + 20_000 - 1030);
    let within = State::flying(0, 2 * TILE + 500, -5_000);
    assert!(character.step(within, walk(0), &level).y < 2 * TILE, "its feet were below the top");
    let above = State::flying(0, 3 * TILE + 500, -5_000);
    assert_eq!(character.step(above, walk(0), &level), State::standing(0, 3 * TILE));
    let beside = State::flying(50, 2 * TILE + 500, -1_000);
    assert_eq!(character.step(beside, walk(-8), &level).x, 42);
}

#[test]
fn feet_exactly_on_a_top_are_still_in_the_air_until_the_next_frame() {
    let character = character();
    let level = tiles(&["..", "##"]);
    let state = character.step(State::flying(0, TILE + 2_000, -970), walk(0), &level);
    assert_eq!(state, State::flying(0, TILE, -2_000));
    assert_eq!(character.step(state, walk(0), &level), State::standing(0, TILE));
}

#[test]
fn a_rise_stops_under_the_first_solid_row_and_bumps_once() {
    let character = character();
    let level = tiles(&["#", ".", "#"]);
    let mut state = State::standing(0, TILE);
    let mut bumps = 0;
    for frame in 0..60 {
        state = character.step(state, jump(0), &level);
        if state.speed == 0 && !state.is_grounded() {
            assert_eq!(state.y, 2 * TILE - 43_200);
            bumps += 1;
        }
        if state.is_grounded() {
            assert!(frame > 1);
            break;
        }
    }
    assert_eq!(bumps, 1);
}

#[test]
fn walls_stop_a_walk_in_the_rows_overlapped_before_the_rise() {
    let character = character();
    let level = tiles(&["..#", "...", "###"]);
    let low = State::flying(58, TILE + 1_000, 20_000);
    let state = character.step(low, jump(8), &level);
    assert_eq!((state.x, state.speed), (66, 0), "it went in under the block and bumped");
    let high = State::flying(58, TILE + 15_000, 5_000);
    assert_eq!(character.step(high, jump(8), &level).x, 60, "it was stopped beside the block");
    assert_eq!(character.step(State::standing(90, TILE), walk(100), &level).x, 98);
    assert_eq!(character.step(State::standing(4, TILE), walk(-8), &level).x, 0, "outside is solid");
}

#[test]
fn a_push_ends_where_subpixel_by_subpixel_the_first_tile_stops_it() {
    let tiles = tiles(&["....^...#", "..#......", "....=....", "#######.#"]);
    for character in [character(), with_body(30.0, 20.0), with_body(0.4, 40.0)] {
        let [tile, _] = character.tile_size();
        let is_free = |x: i32, y: i32, in_the_way: &[Tile]| {
            let [width, height] = character.body_size();
            let rows = y.div_euclid(TILE)..=(y + height - 1).div_euclid(TILE);
            let mut columns = x.div_euclid(tile)..=(x + width - 1).div_euclid(tile);
            columns.all(|column| {
                rows.clone().all(|row| !in_the_way.contains(&tiles.tile(column, row)))
            })
        };
        for (start, y) in
            (0..9 * tile).step_by(7).flat_map(|x| [TILE, TILE + 9, 3 * TILE - 1].map(|y| (x, y)))
        {
            if !is_free(start, y, &[Tile::Solid, Tile::Deadly]) {
                continue;
            }
            for distance in [-1_000, 1 - tile, -20, -1, 0, 1, 20, tile - 1, tile, i32::MAX] {
                let mut expected = State::flying(start, y, 5);
                for _ in 0..distance.abs().min(tile - 1) {
                    let next = expected.x + distance.signum();
                    if is_free(next, y, &[Tile::Solid]) {
                        expected.x = next;
                    }
                }
                if !is_free(expected.x, y, &[Tile::Deadly]) {
                    expected.stance = Stance::Dead;
                }
                let pushed = character.push(State::flying(start, y, 5), distance, &tiles);
                assert_eq!(pushed, expected, "{distance} from {start} {y}");
                assert_eq!(character.push(expected, 0, &tiles), expected);
            }
        }
    }
}

#[test]
fn the_fastest_fall_passes_no_tile() {
    let rows: Vec<&str> = std::iter::repeat_n(".", 60).chain(["=", ".", "#"]).collect();
    let level = tiles(&rows);
    let character = character();
    for drop in 0..200 {
        let mut state = State::flying(0, 50 * TILE + 977 * drop, 0);
        while !state.is_grounded() {
            state = character.step(state, walk(0), &level);
        }
        assert_eq!(state.y, 3 * TILE);
    }
}

#[test]
fn deadly_tiles_kill_on_contact_and_support_no_body() {
    let character = character();
    let level = tiles(&["...", "..^", "##^"]);
    let state = character.step(State::standing(56, TILE), walk(8), &level);
    assert_eq!(state, State { x: 64, y: TILE, speed: 0, stance: Stance::Dead });
    assert_eq!(character.step(state, jump(-8), &level), state, "the dead stay where they are");
    let fall = character.step(State::flying(96, 2 * TILE, 0), walk(0), &level);
    assert_eq!(fall.stance, Stance::Dead);
}

#[test]
fn outside_can_be_deadly() {
    let level = Tiles::from_rows(&[".."], Outside::Deadly).unwrap();
    let character = character();
    let state = character.step(State::flying(0, 100, -500), walk(0), &level);
    assert_eq!(state.stance, Stance::Dead);
    let state = character.step(State::flying(2, 10_000, 0), walk(-8), &level);
    assert_eq!((state.x, state.stance), (-6, Stance::Dead));
}

#[test]
fn absurd_states_are_stepped_and_pushed_without_panic() {
    let level = tiles(&["..", "##"]);
    let character = character();
    let extremes = [i32::MIN, -1, 0, 1, i32::MAX];
    for x in extremes {
        for y in extremes {
            for speed in extremes {
                for stance in [Stance::Ground, Stance::Air { grace: 255 }, Stance::Dead] {
                    let state = State { x, y, speed, stance };
                    for input in [walk(i32::MIN), jump(i32::MAX), down(0)] {
                        let _ = character.step(state, input, &level);
                    }
                    for distance in extremes {
                        let _ = character.push(state, distance, &level);
                    }
                }
            }
        }
    }
}

/// Adds the numbers of a state to an FNV-1a hash.
fn hashed(mut hash: u64, state: State) -> u64 {
    let stance = match state.stance {
        Stance::Ground => -1,
        Stance::Air { grace } => i32::from(grace),
        Stance::Dead => -2,
    };
    for number in [state.x, state.y, state.speed, stance] {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

#[test]
fn the_hash_of_a_long_trajectory_is_pinned() {
    let level = tiles(&[
        "................",
        "..====....##....",
        "......#.......=.",
        "#...==....##....",
        "###......#####..",
        "....#..........#",
        "#######.########",
    ]);
    let character = character();
    let mut random = tautline_fixtures::SplitMix64::new(5);
    let mut state = State::standing(0, 4 * TILE);
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for _ in 0..3_000 {
        let input = Input::walking(random.between(-9, 9))
            .with_jump(random.chance(70))
            .with_down(random.chance(20));
        for _ in 0..random.between(1, 20) {
            state = character.step(state, input, &level);
            hash = hashed(hash, state);
        }
    }
    assert_eq!(hash, 0xf32f_bfd7_7be1_b48a, "{hash:#x}");
}
