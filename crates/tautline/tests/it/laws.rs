//! Laws that every path obeys, on maps of cells that proptest draws. Starts,
//! goals and bends are points of the doubled lattice, so that every leg is
//! judged in exact integers.

use crate::support::{build, position, raw_mesh};
use proptest::prelude::*;
use tautline::geometry::DVec2;
use tautline::navmesh::{Faults, LinkKind, RawLink, RawMesh, Terrain, rectangles_from_cells};
use tautline::{
    Barrier, End, NavMesh, Path, PathError, Query, QueryFilter, Scratch, Vec2, path, path_in,
};
use tautline_fixtures::sight::fans_at;
use tautline_fixtures::{Cells, checkerboard, maze, rooms, sees, shortest_length};

/// The rounding error that a sum of lengths may have, in cells.
const ROUNDING: f64 = 1e-9;

type Point = [i32; 2];

/// Maps of up to 9 x 9 cells, most of them rich in contacts at corners.
fn maps() -> impl Strategy<Value = Cells> {
    let drawn =
        (1_u16..10, 1_u16..10, 0.5..1.0).prop_flat_map(|(width, height, share)| {
            let count = usize::from(width * height);
            prop::collection::vec(prop::bool::weighted(share), count)
                .prop_map(move |walkable| Cells { width, height, walkable, ..Cells::default() })
        });
    prop_oneof![
        6 => drawn,
        1 => (any::<u64>(), 3_u16..10, 3_u16..10).prop_map(|(seed, width, height)| maze(seed, width, height)),
        1 => (any::<u64>(), 7_u16..12, 7_u16..12).prop_map(|(seed, width, height)| rooms(seed, width, height)),
        1 => (1_u16..6, 1_u16..6).prop_map(|(width, height)| checkerboard(width, height)),
    ]
    .prop_map(with_ground)
}

/// The map with some ground at least, without which there is no mesh.
fn with_ground(mut cells: Cells) -> Cells {
    if cells.walkable_cells().next().is_none() {
        cells.set(0, 0, true);
    }
    cells
}

/// A map and `count` points of its doubled lattice; they hit middles, sides and
/// corners of cells, contacts, and blocked cells.
fn maps_with_points(count: usize) -> impl Strategy<Value = (Cells, Vec<Point>)> {
    maps().prop_flat_map(move |cells| {
        let (right, top) = (2 * i32::from(cells.width), 2 * i32::from(cells.height));
        let point = (0..=right, 0..=top).prop_map(|(x, y)| [x, y]);
        (Just(cells), prop::collection::vec(point, count))
    })
}

/// The point of the doubled lattice at a position, if one is there.
fn lattice_point(position: Vec2) -> Option<Point> {
    let doubled = position * 2.0;
    #[expect(clippy::cast_possible_truncation, reason = "compared with what it came from")]
    let point = doubled.to_array().map(|value| value as i32);
    (crate::support::position(point) == position).then_some(point)
}

/// Checks all that has to hold for a path between two points of a map.
fn check_path(cells: &Cells, path: &Path, [start, goal]: [Point; 2]) -> Result<(), TestCaseError> {
    prop_assert_eq!(path.points.first().copied(), Some(position(start)));
    prop_assert_eq!(path.points.last().copied(), Some(position(goal)));
    prop_assert_eq!(path.points.len() == 1, start == goal);
    let mut points = Vec::new();
    for &place in &path.points {
        let point = lattice_point(place);
        prop_assert!(point.is_some(), "{} is no corner", place);
        points.extend(point);
    }
    for leg in points.windows(2) {
        prop_assert!(leg[0] != leg[1] && sees(cells, leg[0], leg[1]), "{leg:?} leaves the ground");
    }
    for bend in points.iter().skip(1).rev().skip(1) {
        prop_assert!(bend.iter().all(|value| value % 2 == 0), "{bend:?} is no corner");
        prop_assert_eq!(fans_at(cells, *bend).len(), 1, "{:?} is squeezed through", bend);
    }
    let sum: f64 = path.walked_segments().map(|leg| length(leg.a, leg.b)).sum();
    prop_assert!((path.length - sum).abs() < ROUNDING);
    Ok(())
}

fn length(a: Vec2, b: Vec2) -> f64 {
    DVec2::from(a).distance(b.into())
}

/// Checks all that has to hold for a path over weighted terrain, which also bends on the borders of
/// cells. That its legs lie on the ground follows from their cost.
fn check_refracted_path(
    _: &Cells,
    path: &Path,
    [start, goal]: [Point; 2],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(path.points.first().copied(), Some(position(start)));
    prop_assert_eq!(path.points.last().copied(), Some(position(goal)));
    prop_assert_eq!(path.points.len() == 1, start == goal);
    for bend in path.points.iter().skip(1).rev().skip(1) {
        prop_assert!(bend.x.fract() == 0.0 || bend.y.fract() == 0.0, "{bend} is on no border");
    }
    let sum: f64 = path.walked_segments().map(|leg| length(leg.a, leg.b)).sum();
    prop_assert!((path.length - sum).abs() < ROUNDING);
    Ok(())
}

/// Checks an answer against the shortest path that there is, if any.
fn check_answer(
    cells: &Cells,
    answer: Result<Path, PathError>,
    ends: [Point; 2],
) -> Result<Option<Path>, TestCaseError> {
    check_answer_by(check_path, cells, answer, ends)
}

fn check_answer_by(
    check_path: fn(&Cells, &Path, [Point; 2]) -> Result<(), TestCaseError>,
    cells: &Cells,
    answer: Result<Path, PathError>,
    ends: [Point; 2],
) -> Result<Option<Path>, TestCaseError> {
    let shortest = shortest_length(cells, ends[0], ends[1]);
    match answer {
        Ok(path) => {
            check_path(cells, &path, ends)?;
            prop_assert!(shortest.is_some(), "there is no way");
            prop_assert!(path.length >= shortest.unwrap_or(f64::INFINITY) - ROUNDING);
            Ok(Some(path))
        }
        Err(error) => {
            prop_assert_eq!(shortest, None, "{}", error);
            let is_off = |end| fans_at(cells, end).is_empty();
            let expected = match error {
                PathError::StartOffMesh { .. } => is_off(ends[0]),
                PathError::GoalOffMesh { .. } => is_off(ends[1]),
                other => matches!(other, PathError::Unreachable { .. }),
            };
            prop_assert!(expected, "{}", error);
            Ok(None)
        }
    }
}

fn between(mesh: &NavMesh, [start, goal]: [Point; 2]) -> Result<Path, PathError> {
    path(mesh, position(start), position(goal))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn a_path_lies_on_the_mesh_and_is_there_exactly_if_a_way_is((cells, ends) in maps_with_points(2)) {
        let ends = [ends[0], ends[1]];
        let mesh = build(&raw_mesh(&cells)).unwrap();
        if let Some(path) = check_answer(&cells, between(&mesh, ends), ends)? {
            prop_assert_eq!(path.cost.to_bits(), path.length.to_bits(), "uniform costs are lengths");
            prop_assert!(path.links.is_empty());
        }
    }

    #[test]
    fn unit_squares_lead_as_well_as_rectangles((cells, ends) in maps_with_points(2)) {
        let ends = [ends[0], ends[1]];
        let plain = cells.to_unit_mesh();
        let mut raw = RawMesh::from_vertices(&plain.vertices);
        plain.areas.iter().for_each(|area| raw.push_area(area));
        check_answer(&cells, between(&build(&raw).unwrap(), ends), ends)?;
    }

    #[test]
    fn there_is_a_way_back((cells, ends) in maps_with_points(2)) {
        let mesh = build(&raw_mesh(&cells)).unwrap();
        let there = between(&mesh, [ends[0], ends[1]]);
        let back = check_answer(&cells, between(&mesh, [ends[1], ends[0]]), [ends[1], ends[0]])?;
        prop_assert_eq!(there.is_ok(), back.is_some());
    }

    #[test]
    fn a_path_to_where_one_is_is_a_point((cells, ends) in maps_with_points(1)) {
        let ends = [ends[0], ends[0]];
        let mesh = build(&raw_mesh(&cells)).unwrap();
        if let Some(path) = check_answer(&cells, between(&mesh, ends), ends)? {
            prop_assert_eq!(path.points, [position(ends[0])]);
            prop_assert_eq!((path.length.to_bits(), path.cost.to_bits()), (0, 0));
            prop_assert_eq!(path.areas.len(), 1);
        }
    }

    #[test]
    fn moving_the_map_moves_the_path(
        (cells, ends) in maps_with_points(2),
        (x, y) in (-1_000_i16..1_000, -1_000_i16..1_000),
    ) {
        let offset = Vec2::new(x.into(), y.into());
        let mut raw = raw_mesh(&cells);
        for vertex in &mut raw.vertices {
            *vertex = (Vec2::from(*vertex) + offset).into();
        }
        let [start, goal] = [ends[0], ends[1]].map(position);
        let mut answer = path(&build(&raw).unwrap(), start + offset, goal + offset);
        if let Ok(path) = &mut answer {
            path.points.iter_mut().for_each(|point| *point -= offset);
        }
        check_answer(&cells, answer, [ends[0], ends[1]])?;
    }

    #[test]
    fn turning_and_mirroring_keep_what_can_be_reached((cells, ends) in maps_with_points(2)) {
        let (width, height) = (i32::from(cells.width), i32::from(cells.height));
        let turned = Cells::from_fn(cells.height, cells.width, |x, y| {
            cells.is_walkable([i32::from(y), height - 1 - i32::from(x)])
        });
        let mirrored = Cells::from_fn(cells.width, cells.height, |x, y| {
            cells.is_walkable([width - 1 - i32::from(x), i32::from(y)])
        });
        let turn = |[x, y]: Point| [2 * height - y, x];
        let mirror = |[x, y]: Point| [2 * width - x, y];
        let expected = shortest_length(&cells, ends[0], ends[1]).is_some();
        for (cells, ends) in [
            (turned, [turn(ends[0]), turn(ends[1])]),
            (mirrored, [mirror(ends[0]), mirror(ends[1])]),
        ] {
            let mesh = build(&raw_mesh(&cells)).unwrap();
            let path = check_answer(&cells, between(&mesh, ends), ends)?;
            prop_assert_eq!(path.is_some(), expected);
        }
    }

    #[test]
    fn scaling_by_a_power_of_two_scales_every_bit(
        (cells, ends) in maps_with_points(2),
        exponent in -20_i32..20,
    ) {
        let scale = 2_f32.powi(exponent);
        let mut raw = raw_mesh(&cells);
        let [start, goal] = [ends[0], ends[1]].map(position);
        let expected = path(&build(&raw).unwrap(), start, goal);
        raw.vertices.iter_mut().flatten().for_each(|value| *value *= scale);
        let scaled = path(&build(&raw).unwrap(), start * scale, goal * scale);
        prop_assert_eq!(scaled.is_ok(), expected.is_ok());
        if let (Ok(scaled), Ok(expected)) = (scaled, expected) {
            let points: Vec<Vec2> = expected.points.iter().map(|&point| point * scale).collect();
            prop_assert_eq!(scaled.points, points);
            prop_assert_eq!(scaled.areas, expected.areas);
            prop_assert_eq!(scaled.length.to_bits(), (expected.length * f64::from(scale)).to_bits());
        }
    }
}

/// Returns the terrain of a cell.
fn terrain_of(seed: u64, [x, y]: [i32; 2]) -> Terrain {
    let mixed = seed ^ (i64::from(x) * 7 + i64::from(y) * 13).unsigned_abs();
    Terrain(
        u8::from(tautline_fixtures::SplitMix64::new(mixed).chance(50))
            + u8::from(mixed.is_multiple_of(5)),
    )
}

fn terrain_mesh(cells: &Cells, seed: u64) -> Result<NavMesh, Faults> {
    let class = |x: u32, y: u32| {
        let cell = [x, y].map(|value| i32::try_from(value).unwrap_or(-1));
        cells.is_walkable(cell).then(|| terrain_of(seed, cell))
    };
    build(&rectangles_from_cells(cells.width.into(), cells.height.into(), class))
}

/// Returns the cost of the legs of a path. A leg between two terrains costs what the cheaper
/// one does. Infinite if a leg leaves the ground by more than the rounding error of its ends.
fn cost_of_ground(cells: &Cells, seed: u64, filter: &QueryFilter, path: &Path) -> f64 {
    let mut cost = 0.0;
    for leg in path.walked_segments() {
        let (from, step) = (DVec2::from(leg.a), DVec2::from(leg.b) - DVec2::from(leg.a));
        // Where the leg crosses lines of the lattice, as shares of it.
        let mut stops = vec![0.0, 1.0];
        for (from, step) in [(from.x, step.x), (from.y, step.y)] {
            let lines = (0..=12_u8).map(|line| (f64::from(line) - from) / step);
            stops.extend(lines.filter(|share| (0.0..=1.0).contains(share)));
        }
        stops.sort_by(f64::total_cmp);
        for piece in stops.windows(2) {
            let middle = from + step * f64::midpoint(piece[0], piece[1]);
            let mut factors = Vec::new();
            for [x, y] in cells.walkable_cells() {
                let [columns, rows] =
                    [x, y].map(|at| f64::from(at) - 1e-6..=f64::from(at) + 1.0 + 1e-6);
                if columns.contains(&middle.x) && rows.contains(&middle.y) {
                    factors.push(filter.factor(terrain_of(seed, [x, y])));
                }
            }
            let walked = length(leg.a, leg.b) * (piece[1] - piece[0]);
            if walked > 0.0 {
                cost += walked * factors.iter().copied().fold(f64::INFINITY, f64::min);
            }
        }
    }
    cost
}

/// Checks that a path costs what the ground under it does, where the classes of
/// ground have these factors.
fn check_cost(
    cells: &Cells,
    ends: [Point; 2],
    seed: u64,
    factors: [f32; 3],
) -> Result<Option<Path>, TestCaseError> {
    let mut filter = QueryFilter::uniform();
    for (class, factor) in (0..).zip(factors) {
        filter
            .set(Terrain(class), factor)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
    }
    let mesh =
        terrain_mesh(cells, seed).map_err(|faults| TestCaseError::fail(faults.to_string()))?;
    let query = Query::new(position(ends[0]), position(ends[1])).with_filter(&filter);
    let mut path = Path::default();
    let answer = path_in(&mesh, &query, &mut Scratch::new(), &mut path);
    let path = check_answer_by(check_refracted_path, cells, answer.map(|()| path), ends)?;
    if let Some(path) = &path {
        let expected = cost_of_ground(cells, seed, &filter, path);
        // Bends on borders are rounded to `f32`.
        let is_right = (path.cost - expected).abs() < 1e-5 * expected.max(1.0);
        prop_assert!(is_right, "{}, not {}", path.cost, expected);
        prop_assert!(path.cost >= filter.least_factor() * path.length - ROUNDING);
    }
    Ok(path)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_path_costs_what_the_ground_under_it_costs(
        (cells, ends) in maps_with_points(2),
        seed in any::<u64>(),
        factors in [0.25_f32..8.0, 0.25_f32..8.0, 0.25_f32..8.0],
    ) {
        check_cost(&cells, [ends[0], ends[1]], seed, factors)?;
    }

    #[test]
    fn forbidden_ground_is_as_good_as_a_wall((cells, ends) in maps_with_points(2), seed in any::<u64>()) {
        let mut filter = QueryFilter::uniform();
        filter.forbid(Terrain(1));
        let ends = [ends[0], ends[1]];
        let query = Query::new(position(ends[0]), position(ends[1])).with_filter(&filter);
        let mut path = Path::default();
        let answer = path_in(&terrain_mesh(&cells, seed).unwrap(), &query, &mut Scratch::new(), &mut path);
        let allowed = Cells::from_fn(cells.width, cells.height, |x, y| {
            let cell = [x, y].map(i32::from);
            cells.is_walkable(cell) && terrain_of(seed, cell) != Terrain(1)
        });
        match answer {
            Err(PathError::Forbidden { end, terrain }) => {
                prop_assert_eq!(terrain, Terrain(1));
                let end = ends[usize::from(end == End::Goal)];
                prop_assert!(fans_at(&allowed, end).is_empty() && !fans_at(&cells, end).is_empty());
            }
            answer => {
                check_answer(&allowed, answer.map(|()| path), ends)?;
            }
        }
    }

    #[test]
    fn a_link_is_taken_from_end_to_end_and_only_as_it_may(
        (cells, ends) in maps_with_points(2),
        (first, second) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        cost in prop::option::of(0.0_f32..6.0),
        both_ways in any::<bool>(),
    ) {
        let ground: Vec<[i32; 2]> = cells.walkable_cells().collect();
        prop_assume!(!ground.is_empty());
        let centre = |[x, y]: [i32; 2]| [2 * x + 1, 2 * y + 1];
        let [from, to] = [first, second].map(|index| centre(*index.get(&ground)));
        let mut raw = raw_mesh(&cells);
        raw.links.push(RawLink {
            from: position(from).into(),
            to: position(to).into(),
            cost,
            kind: LinkKind::Teleport,
            both_ways,
            ..RawLink::default()
        });
        let mesh = build(&raw).unwrap();
        let [link] = mesh.links() else { return Err(TestCaseError::fail("one link")) };
        let [start, goal] = [ends[0], ends[1]];

        let by_link = |from, to| {
            let walked = shortest_length(&cells, start, from)? + shortest_length(&cells, to, goal)?;
            Some(walked + link.cost)
        };
        let forwards = by_link(from, to);
        let backwards = by_link(to, from).filter(|_| both_ways);
        let ways = [shortest_length(&cells, start, goal), forwards, backwards];
        let cheapest = ways.into_iter().flatten().min_by(f64::total_cmp);

        let answer = between(&mesh, [start, goal]);
        prop_assert_eq!(answer.is_ok(), cheapest.is_some(), "{:?}", answer);
        if let (Ok(path), Some(cheapest)) = (answer, cheapest) {
            prop_assert!(path.cost >= cheapest - ROUNDING, "{} < {}", path.cost, cheapest);
            let hops: f64 = path.links.iter().map(|_| link.cost).sum();
            prop_assert!((path.cost - path.length - hops).abs() < ROUNDING);
            for hop in &path.links {
                prop_assert!(hop.forwards || both_ways);
                prop_assert_eq!(path.points[hop.point], link.departure(hop.forwards).point);
                prop_assert_eq!(path.points[hop.point + 1], link.arrival(hop.forwards).point);
            }
            // Between hops it is a path like any other.
            let mut first = 0;
            let stretches = path.links.iter().map(|hop| hop.point).chain([path.points.len() - 1]);
            for last in stretches {
                for leg in path.points[first..=last].windows(2) {
                    let leg = [lattice_point(leg[0]), lattice_point(leg[1])];
                    let [Some(a), Some(b)] = leg else { return Err(TestCaseError::fail("no corner")) };
                    prop_assert!(sees(&cells, a, b));
                }
                first = last + 1;
            }
        }
    }
}

#[test]
fn a_contact_is_an_end_but_no_passage() {
    let cells = Cells::from_rows(&["#.", ".#"]);
    let mesh = build(&raw_mesh(&cells)).unwrap();
    let contact = Vec2::new(1.0, 1.0);
    let (low, high) = (Vec2::new(0.5, 0.5), Vec2::new(1.5, 1.5));
    for [start, goal] in [[low, contact], [contact, low], [contact, high], [high, contact]] {
        assert_eq!(path(&mesh, start, goal).map(|path| path.points), Ok(vec![start, goal]));
    }
    let walls = Err(PathError::Unreachable { barrier: Barrier::Walls });
    assert_eq!(path(&mesh, low, high), walls);
}

#[test]
fn every_end_in_a_ring_has_a_way_to_every_other() {
    let cells = Cells::from_rows(&["...", ".#.", "..."]);
    let mesh = build(&raw_mesh(&cells)).unwrap();
    let points: Vec<Point> = (0..=6).flat_map(|y| (0..=6).map(move |x| [x, y])).collect();
    for &start in &points {
        for &goal in &points {
            let answer = check_answer(&cells, between(&mesh, [start, goal]), [start, goal]);
            let inside = [start, goal].contains(&[3, 3]);
            assert_eq!(answer.unwrap().is_none(), inside, "{start:?} to {goal:?}");
        }
    }
}

#[test]
fn a_path_along_a_border_pays_for_the_cheaper_ground() {
    // Mud, and a road of one cell in it; the path runs along the road's side.
    let class = |x, y| Some(Terrain(u8::from((x, y) == (2, 0))));
    let mesh = build(&rectangles_from_cells(5, 2, class)).unwrap();
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(0), 4.0).unwrap();
    let [start, goal] = [Vec2::new(0.0, 1.0), Vec2::new(5.0, 1.0)];
    let mut path = Path::default();
    for [start, goal] in [[start, goal], [goal, start]] {
        let query = Query::new(start, goal).with_filter(&filter);
        path_in(&mesh, &query, &mut Scratch::new(), &mut path).unwrap();
        // Straight on, with points where the cheaper ground begins and ends.
        assert_eq!((path.points[0], path.points.last()), (start, Some(&goal)));
        assert!((path.length - 5.0).abs() < ROUNDING, "{:?}", path.points);
        assert!((path.cost - 17.0).abs() < ROUNDING, "{}", path.cost);
    }

    let road = mesh.areas().find(|&area| mesh.terrain(area) == Terrain(1)).unwrap();
    filter.forbid_area(road);
    let query = Query::new(start, goal).with_filter(&filter);
    path_in(&mesh, &query, &mut Scratch::new(), &mut path).unwrap();
    assert!((path.cost - 20.0).abs() < ROUNDING, "{}: the road is closed", path.cost);
}

#[test]
fn a_path_that_leads_back_over_borders_pays_for_each_leg() {
    // From (3, 9) the path leads out over cheap ground to (5, 7), and back by
    // (4, 8) to (3, 8), over the borders that it came by.
    let cells = Cells::from_rows(&[
        "...#....", "........", "...#....", "...#....", ".#######", "...#....", "...#....",
        "...#....", "...#....", "........",
    ]);
    let (seed, factors) = (496_751_402_804_839_178, [4.073_530_7, 0.493_546_22, 1.871_661_4]);
    let path = check_cost(&cells, [[6, 19], [6, 0]], seed, factors).unwrap().unwrap();
    assert!(path.cost < 19.363, "{}", path.cost);
}

#[test]
fn a_path_pays_where_it_runs_along_a_border_to_a_vertex() {
    // From the top down the line x = 2: it meets the vertex (2, 3) of three areas within a leg.
    let cells = Cells::from_rows(&["...", "...", "##.", "#.#"]);
    let (seed, factors) = (1_652_049_221_197_552_423, [1.663_481_4, 2.700_336_7, 5.208_306_3]);
    let path = check_cost(&cells, [[4, 7], [4, 2]], seed, factors).unwrap().unwrap();
    assert!(path.cost > 6.232, "{}", path.cost);
}
