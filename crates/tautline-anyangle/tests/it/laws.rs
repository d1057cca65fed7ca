//! Laws of exact paths, on generated maps.

use proptest::prelude::*;
use tautline_anyangle::AnyAngleScratch;
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::sight::fans_at;
use tautline_fixtures::{Cells, maze, random_mesh, rooms, sees};
use tautline_navmesh::{Budget, NavMesh, QueryFilter, RawMesh, Terrain, Vec2};

use crate::line_of_sight::place;
use crate::mirror::reverse_areas;
use crate::support::{build, find, raw_mesh};

/// A point of the doubled lattice, on which a cell is 2 wide.
type Point = [i32; 2];

/// The relative difference between lengths that count as equal.
const ROUNDING: f64 = 1e-12;

fn cell_maps() -> impl Strategy<Value = Cells> {
    let blocks = (2..12_u16, 2..12_u16, prop_oneof![Just(70_u32), Just(85), Just(95)])
        .prop_flat_map(|(width, height, percent)| {
            let count = usize::from(width) * usize::from(height);
            let cell = (0..100_u32).prop_map(move |chance| chance < percent);
            let walls = prop::collection::vec((0..width, 0..height, any::<bool>()), 0..12);
            (prop::collection::vec(cell, count), walls).prop_map(move |(walkable, walls)| {
                let mut cells = Cells { width, height, walkable, ..Cells::default() };
                cells.set(0, 0, true);
                for (x, y, is_upright) in walls {
                    let [x, y] = [x, y].map(i32::from);
                    cells.put_wall([x, y], if is_upright { [x + 1, y] } else { [x, y + 1] });
                }
                cells
            })
        });
    prop_oneof![
        6 => blocks,
        1 => (any::<u64>(), 5..16_u16).prop_map(|(seed, size)| maze(seed, size, size)),
        1 => (any::<u64>(), 8..20_u16).prop_map(|(seed, size)| rooms(seed, size, size)),
    ]
}

/// A map and some points of it.
fn maps_with_points(count: usize) -> impl Strategy<Value = (Cells, Vec<Point>)> {
    let point = (any::<prop::sample::Index>(), 0..=2_i32, 0..=2_i32);
    (cell_maps(), prop::collection::vec(point, count)).prop_map(|(cells, points)| {
        let walkable: Vec<Point> = cells.walkable_cells().collect();
        let place = |(cell, x, y): (prop::sample::Index, i32, i32)| {
            let cell = walkable[cell.index(walkable.len())];
            [2 * cell[0] + x, 2 * cell[1] + y]
        };
        let points = points.into_iter().map(place).collect();
        (cells, points)
    })
}

fn shapes() -> impl Strategy<Value = (u64, RandomMeshOptions)> {
    let options = (1..9_u16, prop_oneof![Just(0_u8), Just(50), Just(100)])
        .prop_map(|(longest, cut)| RandomMeshOptions { longest, cut });
    (any::<u64>(), options)
}

/// The mesh of a map with its lattice transformed.
fn raw_of(
    cells: &Cells,
    (seed, options): (u64, RandomMeshOptions),
    put: impl Fn(Vec2) -> Vec2,
) -> RawMesh {
    let class = |[x, y]: Point| u8::from((x * 7 + y * 3) % 5 == 0);
    let (plain, classes) = random_mesh(seed, cells, class, options);
    let mut raw = raw_mesh(&plain, &classes);
    for vertex in &mut raw.vertices {
        *vertex = put((*vertex).into()).into();
    }
    raw
}

fn length(mesh: &NavMesh, start: Vec2, goal: Vec2, filter: &QueryFilter) -> Option<f64> {
    let answer = find(mesh, [start, goal], filter, Budget::UNLIMITED, &mut AnyAngleScratch::new());
    Some(answer.ok()?.0)
}

pub(crate) fn are_equal(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= ROUNDING * one.max(other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn lengths_are_a_metric((cells, points) in maps_with_points(3), shape in shapes()) {
        // Not through a point contact, which is two fans at once.
        prop_assume!(points.iter().all(|&point| fans_at(&cells, point).len() == 1));
        let mesh = build(&raw_of(&cells, shape, |point| point))?;
        let [a, b, c] = [0, 1, 2].map(|index: usize| place(points[index]));
        let between = |from, to| length(&mesh, from, to, &QueryFilter::uniform());
        prop_assert!(are_equal(between(a, b), between(b, a)));
        prop_assert_eq!(between(a, a), Some(0.0));
        if let (Some(first), Some(second)) = (between(a, b), between(b, c)) {
            let whole = between(a, c);
            prop_assert!(whole.is_some_and(|whole| whole <= (first + second) * (1.0 + ROUNDING)));
        }
    }

    #[test]
    fn a_path_is_straight_exactly_where_the_goal_is_seen(
        (cells, points) in maps_with_points(2),
        shape in shapes(),
    ) {
        let mesh = build(&raw_of(&cells, shape, |point| point))?;
        let ends = [points[0], points[1]].map(place);
        let straight = {
            let [dx, dy] = (ends[1] - ends[0]).to_array().map(f64::from);
            (dx * dx + dy * dy).sqrt()
        };
        let found = length(&mesh, ends[0], ends[1], &QueryFilter::uniform());
        if let Some(found) = found {
            prop_assert!(found >= straight * (1.0 - ROUNDING));
        }
        // A detour on a map this small is longer by more than rounding.
        let is_straight = found.is_some_and(|found| found <= straight * (1.0 + ROUNDING));
        prop_assert_eq!(is_straight, sees(&cells, points[0], points[1]));
    }

    #[test]
    fn a_path_moves_with_its_mesh((cells, points) in maps_with_points(2), shape in shapes()) {
        let [start, goal] = [points[0], points[1]].map(place);
        let mesh = build(&raw_of(&cells, shape, |point| point))?;
        let expected = length(&mesh, start, goal, &QueryFilter::uniform());
        type Put = fn(Vec2) -> Vec2;
        let puts: [(Put, bool); 6] = [
            (|point| Vec2::new(-point.x, point.y), true),
            (|point| Vec2::new(point.y, point.x), true),
            (|point| Vec2::new(-point.y, point.x), false),
            (|point| Vec2::new(-point.x, -point.y), false),
            (|point| point + Vec2::new(1_048_576.0, -262_144.0), false),
            (|point| point * 1024.0, false),
        ];
        for (index, (put, is_mirrored)) in puts.into_iter().enumerate() {
            let mut raw = raw_of(&cells, shape, put);
            if is_mirrored {
                reverse_areas(&mut raw);
            }
            let moved = length(&build(&raw)?, put(start), put(goal), &QueryFilter::uniform());
            let scale = if index == 5 { 1024.0 } else { 1.0 };
            prop_assert!(are_equal(moved, expected.map(|length| length * scale)), "{}: {:?}", index, moved);
        }
    }

    #[test]
    fn merged_and_unmerged_meshes_agree(
        (cells, points) in maps_with_points(2),
        one in shapes(),
        other in shapes(),
    ) {
        let [start, goal] = [points[0], points[1]].map(place);
        let lengths = [one, other].map(|shape| {
            let mesh = build(&raw_of(&cells, shape, |point| point));
            mesh.map(|mesh| length(&mesh, start, goal, &QueryFilter::uniform()))
        });
        let [one, other] = lengths;
        prop_assert!(are_equal(one?, other?));
    }

    #[test]
    fn forbidding_ground_never_shortens_a_path(
        (cells, points) in maps_with_points(2),
        shape in shapes(),
        forbidden in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        forbids_class in any::<bool>(),
    ) {
        let [start, goal] = [points[0], points[1]].map(place);
        let mesh = build(&raw_of(&cells, shape, |point| point))?;
        let areas: Vec<_> = mesh.areas().collect();
        let mut filter = QueryFilter::uniform();
        let mut before = length(&mesh, start, goal, &filter);
        if forbids_class {
            filter.forbid(Terrain(1));
        }
        for area in forbidden {
            filter.forbid_area(areas[area.index(areas.len())]);
            let after = length(&mesh, start, goal, &filter);
            if let Some(after) = after {
                prop_assert!(before.is_some_and(|before| after >= before * (1.0 - ROUNDING)));
            }
            before = after;
        }
    }

    #[test]
    fn the_same_question_has_the_same_bits(
        (cells, points) in maps_with_points(6),
        shape in shapes(),
    ) {
        let mesh = build(&raw_of(&cells, shape, |point| point))?;
        let again = build(&raw_of(&cells, shape, |point| point))?;
        let mut used = AnyAngleScratch::new();
        for pair in points.windows(2) {
            let ends = [pair[0], pair[1]].map(place);
            let ask = |mesh: &NavMesh, scratch: &mut AnyAngleScratch| {
                let answer = find(mesh, ends, &QueryFilter::uniform(), Budget::UNLIMITED, scratch);
                (answer.map(|(length, points)| (length.to_bits(), points)), scratch.counters())
            };
            let first = ask(&mesh, &mut AnyAngleScratch::new());
            prop_assert_eq!(&ask(&mesh, &mut used), &first);
            prop_assert_eq!(&ask(&again, &mut used), &first);
        }
    }
}
