//! Laws of plans that hold in every level.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use proptest::prelude::*;
use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::exact::{Axis, Goal, PlanError, Planner, PlannerOptions, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tile, Tiles};

#[derive(Debug, Clone)]
struct World {
    rows: Vec<String>,
    outside: Outside,
    character: Character,
    seed: u64,
}

impl World {
    fn planner(&self, rows: &[String], axis: Axis) -> Planner {
        let mut options = PlannerOptions::default();
        options.axis = axis;
        let tiles = Tiles::from_rows(rows, self.outside).unwrap();
        Planner::new(tiles, self.character.clone(), options).unwrap()
    }
}

fn world() -> impl Strategy<Value = World> {
    let sizes = prop::sample::select(vec![5.0, 8.0, 12.0, 16.0, 18.0, 30.0]);
    let jumps = prop::sample::select(vec![210.0, 350.0, 410.0]);
    (any::<u64>(), 0..5_u8, 6_usize..28, 5_usize..16, sizes.clone(), sizes, jumps, any::<bool>())
        .prop_map(|(seed, kind, columns, rows, width, height, jump, is_deadly)| World {
            rows: match kind {
                0 => levels::platforms(seed, columns, rows),
                1 => levels::one_way_platforms(seed, columns, rows),
                2 => levels::caves(seed, columns, rows),
                3 => levels::open_field(seed, columns, rows),
                _ => levels::deadly_platforms(seed, columns, rows),
            },
            outside: if is_deadly { Outside::Deadly } else { Outside::Solid },
            character: Character::new(
                &Physics { jump, ..Physics::default() },
                Body { width, height },
            )
            .unwrap(),
            seed,
        })
}

/// Returns pairs of random positions on the ground.
fn pairs(planner: &Planner, seed: u64) -> Vec<[[i32; 2]; 2]> {
    let spans: Vec<_> = planner.spans().collect();
    let mut random = SplitMix64::new(seed);
    let mut position = || {
        let index = random.below(spans.len().max(1) as u64);
        let span = spans.get(usize::try_from(index).unwrap())?;
        Some([random.between(span.low, span.high), span.y])
    };
    (0..12).filter_map(|_| Some([position()?, position()?])).collect()
}

fn frames(planner: &Planner, [from, to]: [[i32; 2]; 2]) -> Result<u32, PlanError> {
    let goal = Goal::At { x: to[0], y: to[1] };
    let start = State::standing(from[0], from[1]);
    planner.frames_in(start, goal, u32::MAX, &mut Scratch::new())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_mirrored_level_takes_the_same_frames(world in world()) {
        let planner = world.planner(&world.rows, Axis::Analog);
        let rows: Vec<String> = world.rows.iter().map(|row| row.chars().rev().collect()).collect();
        let mirrored = world.planner(&rows, Axis::Analog);
        let [tile, _] = world.character.tile_size();
        let width = i32::from(planner.tiles().columns()) * tile - world.character.body_size()[0];
        for pair in pairs(&planner, world.seed) {
            let other = pair.map(|[x, y]| [width - x, y]);
            prop_assert_eq!(frames(&planner, pair), frames(&mirrored, other));
        }
    }

    #[test]
    fn a_frame_of_rock_around_a_level_in_rock_changes_nothing(world in world()) {
        prop_assume!(world.outside == Outside::Solid);
        let planner = world.planner(&world.rows, Axis::Analog);
        let columns = world.rows[0].len();
        let thick = 3;
        let rock = "#".repeat(columns + 2 * thick);
        let mut rows = vec![rock.clone(); thick];
        let side = "#".repeat(thick);
        rows.extend(world.rows.iter().map(|row| format!("{side}{row}{side}")));
        rows.extend(vec![rock; thick]);
        let framed = world.planner(&rows, Axis::Analog);
        let thick = i32::try_from(thick).unwrap();
        let [width, height] = world.character.tile_size();
        for pair in pairs(&planner, world.seed) {
            let other = pair.map(|[x, y]| [x + thick * width, y + thick * height]);
            prop_assert_eq!(frames(&planner, pair), frames(&framed, other));
        }
    }

    #[test]
    fn a_detour_over_a_third_position_is_no_shorter(world in world()) {
        let planner = world.planner(&world.rows, Axis::Analog);
        let pairs = pairs(&planner, world.seed);
        for two in pairs.windows(2) {
            let [[from, over], [_, to]] = [two[0], two[1]];
            if let (Ok(first), Ok(second)) =
                (frames(&planner, [from, over]), frames(&planner, [over, to]))
            {
                prop_assert!(frames(&planner, [from, to])? <= first + second);
            }
        }
    }

    #[test]
    fn a_cross_is_no_faster_than_a_stick(world in world()) {
        let stick = world.planner(&world.rows, Axis::Analog);
        let cross = world.planner(&world.rows, Axis::Digital);
        let [width, height] = world.character.tile_size();
        for [[x, y], to] in pairs(&stick, world.seed) {
            let goal = Goal::Cell { column: to[0] / width, row: to[1] / height };
            let start = State::standing(x, y);
            if let Ok(plan) = cross.plan(start, goal) {
                let best = stick.plan(start, goal);
                prop_assert!(best.is_ok_and(|best| best.frames <= plan.frames));
            }
        }
    }

    #[test]
    fn without_grace_nothing_is_reached_earlier(world in world()) {
        let planner = world.planner(&world.rows, Axis::Analog);
        let mut options = PlannerOptions::default();
        options.grace = false;
        let without =
            Planner::new(planner.tiles().clone(), world.character.clone(), options).unwrap();
        for pair in pairs(&planner, world.seed) {
            if let Ok(later) = frames(&without, pair) {
                prop_assert!(frames(&planner, pair)? <= later);
            }
        }
    }

    #[test]
    fn a_tile_put_and_taken_away_leaves_every_answer(world in world()) {
        let planner = world.planner(&world.rows, Axis::Analog);
        let mut changed = world.planner(&world.rows, Axis::Analog);
        changed.bake_sequential();
        let mut random = SplitMix64::new(world.seed);
        for _ in 0..5 {
            let column = random.between(0, i32::from(planner.tiles().columns()) - 1);
            let row = random.between(0, i32::from(planner.tiles().rows()) - 1);
            let old = changed.set_tile(column, row, Tile::Solid).unwrap();
            changed.bake_sequential();
            changed.set_tile(column, row, old);
        }
        for [[x, y], to] in pairs(&planner, world.seed) {
            let (start, goal) = (State::standing(x, y), Goal::At { x: to[0], y: to[1] });
            prop_assert_eq!(planner.plan(start, goal), changed.plan(start, goal));
        }
    }
}
