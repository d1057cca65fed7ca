//! The published method: each of its corrections, its filter, and its follower.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

use tautline_platformer::classic::{
    Cell, ClassicError, Follower, Jumper, Level, Options, Path, PathNode, Scratch, Surroundings,
};
use tautline_platformer::{Body, Character, Outside, Physics, Stance, State, Tile, Tiles};

fn tiles(rows: &[&str]) -> Tiles {
    Tiles::from_rows(rows, Outside::Solid).unwrap()
}

fn jumper(width: u8, height: u8, jump_height: u8) -> Jumper {
    Jumper::new(width, height, jump_height).unwrap()
}

fn character() -> Character {
    Character::new(&Physics::default(), Body::default()).unwrap()
}

fn path(level: &Level<'_>, start: [i32; 2], goal: [i32; 2]) -> Result<Path, ClassicError> {
    let [start, goal] = [start, goal].map(|[column, row]| Cell::new(column, row));
    level.path(level.start(start)?, goal, &Options::default())
}

fn jump_values(path: &Path) -> Vec<u16> {
    path.nodes.iter().map(|node| node.jump_value).collect()
}

/// A ledge under a low roof, before a shaft that leads five cells up: only a
/// jump that begins past the ledge gets there.
const SHAFT: [&str; 11] = [
    "......", //
    "......", //
    "##....", //
    "##.###", //
    "##.###", //
    "##.###", //
    "##.###", //
    "...###", //
    "##.###", //
    "##.###", //
    "##^###", //
];

mod mends {
    use super::*;

    #[test]
    fn ground_is_tested_before_ceiling() {
        let tiles = tiles(&["####", "....", "####"]);
        let level = Level::new(&tiles, jumper(1, 1, 3));
        assert_eq!(level.surroundings(Cell::new(1, 1)), Surroundings::Ground);
        let path = path(&level, [0, 1], [3, 1]).unwrap();
        assert_eq!((jump_values(&path), path.cost), (vec![0, 0, 0, 0], 3));
    }

    #[test]
    fn leaving_a_ledge_is_falling() {
        let tiles = super::tiles(&SHAFT);
        let goal = Cell::new(3, 8);
        let falling = Level::new(&tiles, jumper(1, 1, 5));
        assert_eq!(
            path(&falling, [1, 3], [3, 8]),
            Err(ClassicError::Unreachable { cell: goal }),
            "published: a jump begins in mid-air"
        );
        let with_grace = Level::new(&tiles, jumper(1, 1, 5).with_grace(true));
        let path = path(&with_grace, [1, 3], [3, 8]).unwrap();
        assert_eq!(jump_values(&path), [0, 1, 3, 4, 6, 8, 10, 0]);
    }

    #[test]
    fn grace_is_counted_in_frames() {
        for (grace_frames, has_grace) in [(0, false), (1, true), (4, true)] {
            let physics = Physics { grace_frames, ..Physics::default() };
            let character = Character::new(&physics, Body::default()).unwrap();
            assert_eq!(Jumper::of(&character).unwrap().has_grace(), has_grace);
        }
    }

    #[test]
    fn a_ceiling_leaves_a_step_sideways() {
        // Up one cell, with the head under the roof. The published value is 5.
        let tiles = tiles(&["#####", ".....", "..###", "#####"]);
        let level = Level::new(&tiles, jumper(1, 1, 2));
        let path = path(&level, [1, 1], [2, 2]).unwrap();
        assert_eq!(jump_values(&path), [0, 4, 0]);
    }

    #[test]
    fn landings_obey_the_fast_fall_rule() {
        // A shaft next to a column of holes: which of them can a fall enter?
        let mut rows = vec!["..#"; 24];
        rows.push("###");
        let mut tiles = tiles(&rows);
        let entered: Vec<i32> = (2..24)
            .filter(|&row| {
                let hole = Cell::new(1, row);
                for other in 1..25 {
                    tiles.set(1, other, Tile::Solid);
                }
                tiles.set(1, row, Tile::Empty);
                let level = Level::new(&tiles, jumper(1, 1, 0));
                level
                    .path(level.start(Cell::new(0, 24)).unwrap(), hole, &Options::default())
                    .is_ok()
            })
            .map(|row| 24 - row)
            .collect();
        assert_eq!(entered, [20, 16, 12, 8, 4, 2, 1]);
    }

    #[test]
    fn levels_of_any_size_end_at_their_sides() {
        for (rows, columns) in [(0, 0), (1, 1), (3, 5), (7, 1), (1, 13), (33, 31)] {
            let free = vec![".".repeat(columns); rows];
            for outside in [Outside::Solid, Outside::Deadly] {
                let tiles = Tiles::from_rows(&free, outside).unwrap();
                let level = Level::new(&tiles, jumper(1, 1, 3));
                let [right, top] = [columns, rows].map(|side| i32::try_from(side).unwrap());
                for [column, row] in [[-1, 0], [0, -1], [right, 0], [0, top], [i32::MIN, i32::MAX]]
                {
                    let cell = Cell::new(column, row);
                    assert_eq!(level.start(cell), Err(ClassicError::StartDoesNotFit { cell }));
                }
                let Ok(start) = level.start(Cell::new(0, 0)) else { continue };
                // Solid outside is ground to walk on, deadly outside is not.
                let end = Cell::new(right - 1, 0);
                let found = level.path(start, end, &Options::default()).is_ok();
                assert_eq!(found, outside == Outside::Solid || columns == 1);
            }
        }
    }

    #[test]
    fn the_search_limit_and_no_path_have_names_of_their_own() {
        let tiles = tiles(&["...#..", "...#..", "######"]);
        let level = Level::new(&tiles, jumper(1, 1, 2));
        let start = level.start(Cell::new(0, 1)).unwrap();
        let search = |goal: [i32; 2], search_limit| {
            let options = Options { search_limit, ..Options::default() };
            level.path(start, Cell::new(goal[0], goal[1]), &options).map(|path| path.nodes.len())
        };
        assert_eq!(search([2, 1], 2), Ok(3));
        assert_eq!(search([2, 1], 1), Err(ClassicError::SearchLimit { limit: 1 }));
        assert_eq!(search([2, 1], 0), Err(ClassicError::SearchLimit { limit: 0 }));
        assert_eq!(search([0, 1], 0), Ok(1), "there is nothing to search for");
        let cell = Cell::new(5, 1);
        assert_eq!(search([5, 1], u32::MAX), Err(ClassicError::Unreachable { cell }));
        assert_eq!(search([5, 1], 3), Err(ClassicError::SearchLimit { limit: 3 }));
    }

    #[test]
    fn a_start_that_is_the_goal_is_a_path_of_one_cell() {
        let tiles = tiles(&["...", "...", "###"]);
        let level = Level::new(&tiles, jumper(1, 1, 2));
        for cell in [[1, 1], [1, 2]] {
            let path = path(&level, cell, cell).unwrap();
            assert_eq!((path.nodes.len(), path.cost), (1, 0));
            let mut way = vec![Cell::new(7, 7)];
            level.filter_in(&path, &mut way);
            assert_eq!(way, [Cell::new(cell[0], cell[1])]);
        }
    }

    #[test]
    fn starts_and_goals_in_walls_are_errors_and_not_moved() {
        let tiles = tiles(&["...#", "...^", "####"]);
        let level = Level::new(&tiles, jumper(2, 1, 2));
        // Published: a goal that does not fit is tried again w - 1 cells to the left.
        let goal = Cell::new(2, 1);
        assert_eq!(path(&level, [0, 1], [2, 1]), Err(ClassicError::GoalDoesNotFit { cell: goal }));
        let start = Cell::new(2, 2);
        assert_eq!(
            path(&level, [2, 2], [0, 1]),
            Err(ClassicError::StartDoesNotFit { cell: start })
        );
    }

    #[test]
    fn a_start_in_the_air_counts_its_speed() {
        let rows = vec!["..."; 40];
        let tiles = tiles(&rows);
        let character = character();
        let level = Level::new(&tiles, Jumper::of(&character).unwrap());
        let start = |state| level.start_of(&character, state).unwrap();
        let at = |speed| start(State::flying(48, 20 * 57_600, speed)).jump_value;
        assert_eq!(at(0), 10);
        // The frame after take-off, with more than four whole rows left to rise.
        assert_eq!(at(410 * 60), 2);
        assert_eq!(at(300 * 60), 6);
        // A fall of 16 pixels reaches 182 pixels per second.
        assert_eq!(at(-150 * 60), 10);
        assert_eq!(at(-182 * 60), 12);
        assert_eq!(at(-900 * 60), 58);
        assert_eq!(start(State::standing(48, 0)).jump_value, 0);
        assert_eq!(start(State::flying(48, 0, -60)).jump_value, 0, "it lands");
        let dead = State { stance: Stance::Dead, ..State::standing(48, 0) };
        assert_eq!(level.start_of(&character, dead), Err(ClassicError::StartDead));
    }
}

#[test]
fn a_body_at_the_edge_of_a_cell_starts_where_it_fits_and_has_ground() {
    let tiles = tiles(&["....", "....", "##..", "##.#"]);
    let character = character();
    let level = Level::new(&tiles, Jumper::of(&character).unwrap());
    // Its middle is past the ledge, its left side is on it.
    let start = level.start_of(&character, State::standing(95, 2 * 57_600)).unwrap();
    assert_eq!(start.cell, Cell::new(1, 2));
    let inside = level.start_of(&character, State::standing(0, 57_600));
    assert_eq!(inside, Err(ClassicError::StartDoesNotFit { cell: Cell::new(0, 1) }));
}

#[test]
fn a_body_in_a_wall_does_not_start_in_the_next_cell() {
    let tiles = tiles(&["....", "#...", "####"]);
    let character = character();
    let level = Level::new(&tiles, Jumper::of(&character).unwrap());
    let [width, height] = character.tile_size();
    for cell in [Cell::new(0, 1), Cell::new(-1, 2), Cell::new(4, 1), Cell::new(1, 3)] {
        let [x, y] = [cell.column * width, cell.row * height];
        for state in [State::standing(x, y), State::flying(x, y, 0)] {
            let answer = level.start_of(&character, state);
            assert_eq!(answer, Err(ClassicError::StartDoesNotFit { cell }));
        }
    }
}

#[test]
fn a_jump_rises_as_many_cells_as_its_height_and_no_more() {
    for height in 1..=6_u8 {
        let rows = [["...."; 8].as_slice(), &["..##"; 8], &["####"]].concat();
        let mut tiles = tiles(&rows);
        for row in 9 - i32::from(height)..=8 {
            for column in 0..2 {
                tiles.set(column, row - i32::from(height > 8), Tile::Empty);
            }
        }
        for row in 1..=8 - i32::from(height) {
            for column in 0..2 {
                tiles.set(column, row, Tile::Solid);
            }
        }
        let floor = 9 - i32::from(height);
        let level = |jump_height| Level::new(&tiles, jumper(1, 1, jump_height));
        assert!(path(&level(height), [0, floor], [2, 9]).is_ok(), "{height}");
        assert!(path(&level(height - 1), [0, floor], [2, 9]).is_err(), "{height}");
    }
}

#[test]
fn large_bodies_pass_where_they_fit() {
    let tiles = tiles(&[".......", ".......", "...#...", "...#...", ".......", "#######"]);
    for (width, height, passes) in [(1, 1, true), (3, 1, true), (1, 2, false), (2, 2, false)] {
        let level = Level::new(&tiles, jumper(width, height, 0));
        let found = path(&level, [0, 1], [7 - i32::from(width), 1]);
        assert_eq!(found.is_ok(), passes, "{width} x {height}");
    }
    let larger = Level::new(&tiles, jumper(8, 1, 3));
    assert!(matches!(path(&larger, [0, 1], [0, 1]), Err(ClassicError::StartDoesNotFit { .. })));
}

#[test]
fn one_way_tiles_are_passed_from_below_and_dropped_through() {
    let tiles = tiles(&["...", "...", "===", "...", "...", "###"]);
    let level = Level::new(&tiles, jumper(1, 1, 4));
    let up = path(&level, [1, 1], [1, 4]).unwrap();
    assert_eq!(jump_values(&up), [0, 3, 4, 0]);
    let down = path(&level, [1, 4], [1, 1]).unwrap();
    assert_eq!(jump_values(&down), [0, 8, 10, 0]);
}

#[test]
fn deadly_tiles_are_not_entered() {
    let tiles = tiles(&["#####", "..^..", "#####"]);
    let level = Level::new(&tiles, jumper(1, 1, 3));
    let cell = Cell::new(4, 1);
    assert_eq!(path(&level, [0, 1], [4, 1]), Err(ClassicError::Unreachable { cell }));
}

mod filter {
    use super::*;

    /// Returns the kept nodes of a made-up path.
    fn kept(tiles: &Tiles, nodes: &[([i32; 2], u16)]) -> Vec<[i32; 2]> {
        let level = Level::new(tiles, jumper(1, 1, 5));
        let nodes = nodes.iter().map(|&([column, row], jump_value)| PathNode {
            cell: Cell::new(column, row),
            jump_value,
        });
        let mut way = Vec::new();
        level.filter_in(&Path { nodes: nodes.collect(), cost: 0 }, &mut way);
        way.iter().map(|cell| [cell.column, cell.row]).collect()
    }

    #[test]
    fn a_walk_keeps_its_ends() {
        let tiles = tiles(&["....", "####"]);
        let walk = [([0, 1], 0), ([1, 1], 0), ([2, 1], 0), ([3, 1], 0)];
        assert_eq!(kept(&tiles, &walk), [[0, 1], [3, 1]]);
        assert_eq!(kept(&tiles, &walk[..1]), [[0, 1]]);
        assert!(kept(&tiles, &[]).is_empty());
    }

    #[test]
    fn a_jump_keeps_its_take_off_its_first_cell_its_top_and_its_landing() {
        let tiles = tiles(&["......", "......", "......", "......", "######"]);
        let jump = [
            ([0, 1], 0),
            ([1, 1], 0),
            ([1, 2], 3),
            ([1, 3], 4),
            ([2, 3], 5),
            ([2, 2], 10),
            ([3, 2], 11),
            ([3, 1], 0),
            ([4, 1], 0),
        ];
        assert_eq!(kept(&tiles, &jump), [[0, 1], [1, 1], [1, 2], [1, 3], [3, 1], [4, 1],]);
    }

    #[test]
    fn a_fall_keeps_the_node_next_to_an_obstacle_where_it_turns() {
        let tiles = tiles(&["......", "......", "..#...", "......", "......", "......"]);
        let fall =
            [([0, 4], 10), ([1, 4], 11), ([1, 3], 12), ([1, 2], 14), ([2, 2], 15), ([2, 1], 16)];
        assert_eq!(kept(&tiles, &fall), [[0, 4], [1, 3], [2, 1]]);
    }

    #[test]
    fn a_walk_keeps_one_way_tiles_and_the_solid_one_before_them() {
        let tiles = tiles(&["......", "##==##"]);
        let walk: Vec<_> = (0..6).map(|column| ([column, 1], 0)).collect();
        assert_eq!(kept(&tiles, &walk), [[0, 1], [1, 1], [2, 1], [3, 1], [5, 1],]);
    }

    #[test]
    fn a_low_point_is_kept() {
        // No jump value allows it, but ladders and the like may.
        let tiles = tiles(&["....", "....", "....", "...."]);
        let dip = [([1, 3], 10), ([1, 2], 12), ([2, 2], 13), ([2, 3], 14)];
        assert_eq!(kept(&tiles, &dip), [[1, 3], [1, 2], [2, 3]]);
    }
}

mod following {
    use super::*;

    /// Follows to a goal. Returns the number of frames and of replans.
    fn follow(
        tiles: &Tiles,
        physics: &Physics,
        body: Body,
        start: [i32; 2],
        goal: [i32; 2],
    ) -> Result<(u32, u32), ClassicError> {
        let character = Character::new(physics, body).unwrap();
        let level = Level::new(tiles, Jumper::of(&character)?);
        let [width, height] = character.tile_size();
        let mut state = State::standing(start[0] * width, start[1] * height);
        let (goal, mut scratch) = (Cell::new(goal[0], goal[1]), Scratch::new());
        let options = Options::default();
        let mut follower = Follower::new(&level, &character, state, goal, options, &mut scratch)?;
        for frame in 0..2000 {
            match follower.input(&level, &character, state, &mut scratch)? {
                Some(input) => state = character.step(state, input, tiles),
                None => {
                    let far = (state.x - goal.column * width).abs();
                    assert!(far <= 3 && state == State::standing(state.x, goal.row * height));
                    return Ok((frame, follower.replans()));
                }
            }
        }
        panic!("not there yet: {state:?}");
    }

    #[test]
    fn the_table_of_holds_lifts_onto_ledges_of_1_to_6_cells() {
        for height in 1..=6_u8 {
            let jump = Physics::jump_for_tiles(height).unwrap();
            let physics = Physics { jump, ..Physics::default() };
            let mut tiles = tiles(&["........"; 12]);
            for row in 0..i32::from(height) {
                for column in 4..8 {
                    tiles.set(column, row, Tile::Solid);
                }
            }
            let goal = [6, i32::from(height)];
            let followed = follow(&tiles, &physics, Body::default(), [0, 0], goal);
            assert!(matches!(followed, Ok((_, 0))), "{height}: {followed:?}");
        }
    }

    #[test]
    fn it_drops_through_one_way_tiles_and_walks_off_ledges() {
        let tiles = tiles(&["......", "===...", "......", "......", "...###", "......", "######"]);
        let physics = Physics::default();
        assert!(matches!(follow(&tiles, &physics, Body::default(), [0, 6], [0, 1]), Ok((_, 0))));
        assert!(matches!(follow(&tiles, &physics, Body::default(), [0, 6], [5, 3]), Ok((_, 0))));
    }

    #[test]
    fn a_large_body_climbs_stairs() {
        let tiles = tiles(&[
            "............",
            "............",
            "............",
            "............",
            "........####",
            "....########",
            "############",
        ]);
        let body = Body { width: 28.0, height: 30.0 };
        assert!(matches!(follow(&tiles, &Physics::default(), body, [0, 1], [10, 3]), Ok((_, 0))));
    }

    #[test]
    fn a_jump_in_grace_begins_past_the_ledge() {
        let tiles = tiles(&SHAFT);
        let physics = Physics::default();
        let followed = follow(&tiles, &physics, Body::default(), [0, 3], [3, 8]);
        assert!(matches!(followed, Ok((_, 0))), "{followed:?}");
        let physics = Physics { grace_frames: 0, ..physics };
        let refused = follow(&tiles, &physics, Body::default(), [0, 3], [3, 8]);
        assert_eq!(refused, Err(ClassicError::Unreachable { cell: Cell::new(3, 8) }));
    }

    #[test]
    fn after_20_frames_at_one_place_it_plans_anew() {
        let mut tiles = tiles(&["......", "......", "......", "######"]);
        let character = character();
        let jumper = Jumper::of(&character).unwrap();
        let mut state = State::standing(0, 57_600);
        let (goal, mut scratch) = (Cell::new(5, 1), Scratch::new());
        let options = Options::default();
        let mut follower = {
            let level = Level::new(&tiles, jumper);
            Follower::new(&level, &character, state, goal, options, &mut scratch).unwrap()
        };
        // A wall appears in front of it.
        tiles.set(3, 1, Tile::Solid);
        let level = Level::new(&tiles, jumper);
        let mut frames_at_the_wall = 0;
        while let Some(input) = follower.input(&level, &character, state, &mut scratch).unwrap() {
            if follower.replans() == 0 {
                frames_at_the_wall += u32::from(state.x == 3 * 48 - 36);
            }
            state = character.step(state, input, &tiles);
        }
        assert_eq!((frames_at_the_wall, follower.replans()), (20, 1));
        assert_eq!(state, State::standing(5 * 48, 57_600));
    }

    #[test]
    fn a_follower_that_is_walled_in_says_so() {
        let mut tiles = tiles(&["......", "######"]);
        let character = character();
        let jumper = Jumper::of(&character).unwrap();
        let mut state = State::standing(0, 57_600);
        let (cell, mut scratch) = (Cell::new(5, 1), Scratch::new());
        let options = Options::default();
        let mut follower = {
            let level = Level::new(&tiles, jumper);
            Follower::new(&level, &character, state, cell, options, &mut scratch).unwrap()
        };
        tiles.set(3, 1, Tile::Solid);
        let level = Level::new(&tiles, jumper);
        let ended =
            (0..100).find_map(|_| match follower.input(&level, &character, state, &mut scratch) {
                Ok(Some(input)) => {
                    state = character.step(state, input, &tiles);
                    None
                }
                Ok(None) => Some(Ok(())),
                Err(error) => Some(Err(error)),
            });
        assert_eq!(ended, Some(Err(ClassicError::Unreachable { cell })));
    }

    #[test]
    fn a_character_that_is_thrown_far_out_of_the_level_is_stuck() {
        let tiles = tiles(&["......", "######"]);
        let character = character();
        let level = Level::new(&tiles, Jumper::of(&character).unwrap());
        let (start, mut scratch) = (State::standing(0, 57_600), Scratch::new());
        let (goal, options) = (Cell::new(5, 1), Options::default());
        let far = [i32::MIN, i32::MAX];
        for (x, y) in far.into_iter().flat_map(|x| far.map(|y| (x, y))) {
            let state = State::flying(x, y, 0);
            let mut follower =
                Follower::new(&level, &character, start, goal, options, &mut scratch).unwrap();
            let mut input = || follower.input(&level, &character, state, &mut scratch);
            let ended = (0..100).find_map(|_| input().err());
            assert!(matches!(ended, Some(ClassicError::StartDoesNotFit { .. })), "{ended:?}");
        }
    }
}
