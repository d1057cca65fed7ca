//! Searches reuse their memory.

use allocation_counter::measure;
use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::classic::{Cell, Follower, Jumper, Level, Options, Path, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};

#[test]
fn thousands_of_searches_on_two_levels_allocate_nothing_after_the_first_round() {
    let large = Tiles::from_rows(&levels::one_way_platforms(3, 61, 31), Outside::Solid).unwrap();
    let small = Tiles::from_rows(&levels::caves(4, 33, 17), Outside::Deadly).unwrap();
    let (mut scratch, mut path, mut way) = (Scratch::new(), Path::default(), Vec::new());
    let mut found = 0;
    let mut round = || {
        let mut random = SplitMix64::new(5);
        for index in (0..200_u8).cycle().take(1000) {
            let tiles = if index % 2 == 0 { &large } else { &small };
            let jumper = Jumper::new(1 + index % 3, 1 + index % 2, 3 + index % 3).unwrap();
            let level = Level::new(tiles, jumper);
            let mut cell = || Cell::new(random.between(0, 32), random.between(0, 16));
            let (start, goal) = (level.start(cell()), cell());
            let Ok(start) = start else { continue };
            let options = Options::default();
            if level.path_in(start, goal, &options, &mut scratch, &mut path).is_ok() {
                level.filter_in(&path, &mut way);
                found += 1;
            }
        }
    };
    assert!(measure(&mut round).count_total > 0, "allocations are counted");
    for _ in 0..5 {
        let allocations = measure(&mut round);
        assert_eq!((allocations.count_total, allocations.bytes_max), (0, 0));
    }
    assert!(found > 300, "{found}");
}

#[test]
fn following_allocates_nothing_between_plans() {
    let tiles = Tiles::from_rows(&levels::platforms(5, 40, 20), Outside::Solid).unwrap();
    let character = Character::new(&Physics::default(), Body::default()).unwrap();
    let level = Level::new(&tiles, Jumper::of(&character).unwrap());
    let mut scratch = Scratch::new();
    let mut state = State::standing(0, 57_600);
    let goal = Cell::new(39, 1);
    let options = Options::default();
    let mut follower =
        Follower::new(&level, &character, state, goal, options, &mut scratch).unwrap();
    let allocations = measure(|| {
        for _ in 0..1000 {
            match follower.input(&level, &character, state, &mut scratch) {
                Ok(Some(input)) => state = character.step(state, input, &tiles),
                _ => break,
            }
        }
    });
    assert_eq!(follower.replans(), 0);
    assert_eq!(allocations.count_total, 0);
    assert_eq!(state, State::standing(39 * 48, 57_600));
}
