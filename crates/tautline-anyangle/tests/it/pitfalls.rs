//! Cases that exact searches are known to get wrong, one test each. **All** pairs of points
//! on small maps are compared with brute force.

#![expect(clippy::panic, clippy::unwrap_used, reason = "helpers of tests are tests")]

use tautline_anyangle::{
    AnyAngleScratch, AnyAngleSearch, Counters, ExactError, shortest_path, shortest_path_below,
};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{
    Cells, PlainMesh, checkerboard, is_walkable_path, maze, named, open, random_blocks,
    random_mesh, rooms, shortest_length,
};
use tautline_navmesh::{
    AreaId, Budget, BuildOptions, End, LinkKind, Location, NavMesh, PathQuery, QueryError,
    QueryFilter, RawLink, RawMesh, Terrain, Vec2, VertexId, rectangles_from_cells,
};

use crate::line_of_sight::place;
use crate::support::{build, find, raw_mesh};

type Answer = Result<(f64, Vec<Vec2>), ExactError>;

fn ask(mesh: &NavMesh, start: [f32; 2], goal: [f32; 2]) -> Answer {
    let mut scratch = AnyAngleScratch::new();
    let ends = [start, goal].map(Vec2::from);
    find(mesh, ends, &QueryFilter::uniform(), Budget::UNLIMITED, &mut scratch)
}

/// Queries a path from floor to floor.
fn ask_on_floors(mesh: &NavMesh, [start, goal]: [[f32; 3]; 2]) -> Answer {
    let end = |[x, y, elevation]: [f32; 3]| Location {
        point: Vec2::new(x, y),
        elevation: Some(elevation),
    };
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let query = PathQuery::new(end(start), end(goal));
    let length = shortest_path(mesh, &query, &mut scratch, &mut points)?;
    Ok((length, points))
}

#[track_caller]
fn assert_length(answer: &Answer, expected: f64) {
    let length = answer.as_ref().unwrap().0;
    assert!((length - expected).abs() <= 1e-12 * expected, "{answer:?} instead of {expected}");
}

fn mesh_of(plain: &PlainMesh) -> NavMesh {
    build(&raw_mesh(plain, &[])).unwrap()
}

/// Meshes of the same map: unit squares, rectangles with collinear corners, random
/// polygons, triangles.
fn meshes(cells: &Cells) -> Vec<NavMesh> {
    let shapes = [(1, 0), (9, 0), (9, 50), (9, 100), (2, 100)];
    let options = shapes.map(|(longest, cut)| RandomMeshOptions { longest, cut });
    (1..)
        .zip(options)
        .map(|(seed, options)| mesh_of(&random_mesh(seed, cells, |_| 0, options).0))
        .collect()
}

/// Points of the doubled lattice, on which a cell is 2 wide.
fn lattice(cells: &Cells) -> Vec<[i32; 2]> {
    let [width, height] = [cells.width, cells.height].map(|size| 2 * i32::from(size));
    (0..=height).flat_map(|y| (0..=width).map(move |x| [x, y])).collect()
}

/// A map, and the lengths of the shortest paths between all its points, by brute force.
struct Solved<'a> {
    cells: &'a Cells,
    lengths: Vec<([[i32; 2]; 2], Option<f64>)>,
}

impl<'a> Solved<'a> {
    fn new(cells: &'a Cells) -> Self {
        let points = lattice(cells);
        let mut lengths = Vec::new();
        for (index, &start) in points.iter().enumerate() {
            for &goal in &points[index..] {
                let length = shortest_length(cells, start, goal);
                lengths.extend([([start, goal], length), ([goal, start], length)]);
            }
        }
        Self { cells, lengths }
    }

    /// Compares the answers of a mesh. Returns the sum of the counters.
    #[track_caller]
    fn compare(&self, mesh: &NavMesh, filter: &QueryFilter) -> Counters {
        let cells = self.cells;
        let mut scratch = AnyAngleScratch::new();
        let mut total = Counters::default();
        for &(ends, expected) in &self.lengths {
            let answer = find(mesh, ends.map(place), filter, Budget::UNLIMITED, &mut scratch);
            total.dominated += scratch.counters().dominated;
            total.block_cut_pruned += scratch.counters().block_cut_pruned;
            let Some(expected) = expected else {
                assert!(answer.is_err(), "{ends:?}: {answer:?}\n{cells}");
                continue;
            };
            let Ok((length, path)) = &answer else { panic!("{ends:?}: {answer:?}\n{cells}") };
            #[expect(clippy::cast_possible_truncation, reason = "points of the lattice")]
            let point = |point: &Vec2| (*point * 2.0).to_array().map(|value| value as i32);
            let path: Vec<[i32; 2]> = path.iter().map(point).collect();
            assert!(
                (length - expected).abs() <= 1e-12 * expected && is_walkable_path(cells, &path),
                "{ends:?}: {answer:?} for {expected}\n{cells}"
            );
        }
        total
    }
}

/// Compares all meshes of a map.
#[track_caller]
fn compare_all(cells: &Cells) {
    let solved = Solved::new(cells);
    for mesh in meshes(cells) {
        solved.compare(&mesh, &QueryFilter::uniform());
    }
}

// Corners

#[test]
fn the_end_of_a_zero_width_wall_is_a_corner() {
    let plain = named::zero_width_wall();
    let by_neighbours = raw_mesh(&plain, &[]);
    let glued = PlainMesh::from_areas(plain.vertices.clone(), plain.areas.clone());
    let mut by_walls = raw_mesh(&glued, &[]);
    by_walls.neighbours.clear();
    let at = |x: f32, y: f32| {
        let wanted = [x, y].map(f32::to_bits);
        let index = plain.vertices.iter().position(|vertex| vertex.map(f32::to_bits) == wanted);
        u32::try_from(index.unwrap()).unwrap()
    };
    by_walls.walls.push([at(2.0, 0.0), at(2.0, 2.0)]);
    for raw in [by_neighbours, by_walls] {
        let mesh = build(&raw).unwrap();
        assert_length(&ask(&mesh, [1.0, 0.0], [3.0, 0.0]), 20_f64.sqrt());
        assert_length(&ask(&mesh, [1.0, 1.0], [3.0, 1.0]), 8_f64.sqrt());
        assert_length(&ask(&mesh, [2.0, 1.0], [3.0, 1.0]), 1.0);
        assert_length(&ask(&mesh, [2.0, 1.0], [1.0, 1.0]), 1.0);
        assert_length(&ask(&mesh, [2.0, 0.0], [2.0, 4.0]), 4.0);
    }
}

#[test]
fn a_path_turns_at_the_end_of_a_zero_width_wall_that_it_came_along() {
    // A wall from (0, 1) to (1, 1), and on to (1, 2): up along the second leg and around
    // its end, where both walls lie back along the leg.
    let mut cells = open(2, 3);
    cells.put_wall([0, 0], [0, 1]);
    cells.put_wall([0, 1], [1, 1]);
    let mesh = mesh_of(&cells.to_unit_mesh());
    let answer = ask(&mesh, [1.0, 0.0], [0.5, 1.5]);
    assert_length(&answer, 2.0 + 0.5_f64.sqrt());
    assert_eq!(answer.unwrap().1[1], Vec2::new(1.0, 2.0));
    compare_all(&cells);
}

#[test]
fn zero_width_walls_that_branch_and_cross_are_walked_around() {
    let mut cells = open(4, 4);
    for (one, other) in [
        ([1, 1], [2, 1]),
        ([1, 2], [2, 2]),
        ([1, 1], [1, 2]),
        ([2, 1], [2, 2]),
        ([0, 3], [1, 3]),
        ([3, 0], [3, 1]),
        ([0, 0], [0, 1]),
    ] {
        cells.put_wall(one, other);
    }
    compare_all(&cells);
}

#[test]
fn corners_in_a_row_on_both_sides_are_passed_straight() {
    for rows in [
        ["......", "#.#.#.", "......", ".#.#.#", "......"],
        ["......", ".#....", "..#...", "...#..", "......"],
        ["..#...", "......", "#.#.#.", "......", "...#.."],
    ] {
        compare_all(&Cells::from_rows(&rows));
    }
}

#[test]
fn corners_at_minus_zero_are_corners() {
    // The block's corners lie on both axes.
    let cells = Cells::from_rows(&["...", ".#.", "..."]);
    let mut raw = raw_mesh(&cells.to_unit_mesh(), &[]);
    let signs = [[1.0, 1.0], [1.0, 2.0], [2.0, 1.0], [2.0, 2.0]];
    for origin in signs {
        for vertex in &mut raw.vertices {
            *vertex = [0, 1].map(|axis| {
                let moved = vertex[axis] - origin[axis];
                if moved == 0.0 { -0.0 } else { moved }
            });
        }
        let mesh = build(&raw).unwrap();
        for (start, goal) in
            [([0, 1], [6, 5]), ([1, 6], [5, 0]), ([2, 0], [2, 6]), ([0, 3], [6, 3])]
        {
            let expected = shortest_length(&cells, start, goal).unwrap();
            let [start, goal] =
                [start, goal].map(|end| (place(end) - Vec2::from(origin)).to_array());
            let negative = |end: [f32; 2]| end.map(|value| if value == 0.0 { -0.0 } else { value });
            assert_length(&ask(&mesh, start, goal), expected);
            assert_length(&ask(&mesh, negative(start), negative(goal)), expected);
        }
        for vertex in &mut raw.vertices {
            *vertex = [0, 1].map(|axis| vertex[axis] + origin[axis]);
        }
    }
}

#[test]
fn needles_between_the_lines_of_sight_are_seen_through() {
    // All areas are fans of triangles from one corner.
    let cells = Cells::from_rows(&["........", ".#......", "......#.", "........"]);
    let solved = Solved::new(&cells);
    for seed in 0..4 {
        let options = RandomMeshOptions { longest: 9, cut: 100 };
        solved.compare(
            &mesh_of(&random_mesh(seed, &cells, |_| 0, options).0),
            &QueryFilter::uniform(),
        );
    }
}

// Contacts

#[test]
fn no_path_squeezes_through_a_contact() {
    let mesh = mesh_of(&named::pinch());
    assert_eq!(ask(&mesh, [0.5, 0.5], [1.5, 1.5]), Err(QueryError::Unreachable.into()));
    let mesh = mesh_of(&named::pinch_with_detour());
    assert_length(&ask(&mesh, [1.5, 0.5], [0.5, 1.5]), 2.0 + 2_f64.sqrt());
    for rows in [["...#", "..#.", ".#..", "...."], ["#..#", ".##.", ".##.", "#..."]] {
        compare_all(&Cells::from_rows(&rows));
    }
}

#[test]
fn a_path_may_begin_or_end_in_a_contact_on_either_side() {
    let mesh = mesh_of(&named::pinch());
    for end in [[0.0, 0.0], [2.0, 2.0]] {
        assert_length(&ask(&mesh, [1.0, 1.0], end), 2_f64.sqrt());
        assert_length(&ask(&mesh, end, [1.0, 1.0]), 2_f64.sqrt());
    }
    assert_length(&ask(&mesh, [1.0, 1.0], [1.0, 1.0]), 0.0);
    compare_all(&checkerboard(4, 4));
    // From contact to contact, with components on all sides.
    compare_all(&Cells::from_rows(&[".#.#", "#.#.", "....", "#.#."]));
}

// Convexity

#[test]
fn an_area_that_is_concave_by_an_ulp_is_split_and_bent_around() {
    for middle in [10_f32.next_down(), 10.0, 10_f32.next_up()] {
        let mut raw = RawMesh::from_vertices(&[
            [0.0, 0.0],
            [10.0, 0.0],
            [10.0, 10.0],
            [5.0, middle],
            [0.0, 10.0],
        ]);
        raw.push_area(&[0, 1, 2, 3, 4]);
        let built = NavMesh::build(&raw, &BuildOptions::default()).unwrap();
        let is_concave = middle < 10.0;
        assert_eq!(built.report.split_areas.len(), usize::from(is_concave));
        let (length, points) = ask(&built.mesh, [0.0, 10.0], [10.0, 10.0]).unwrap();
        let expected: &[[f32; 2]] = if is_concave {
            &[[0.0, 10.0], [5.0, middle], [10.0, 10.0]]
        } else {
            &[[0.0, 10.0], [10.0, 10.0]]
        };
        assert_eq!(points, expected.iter().map(|&point| Vec2::from(point)).collect::<Vec<_>>());
        assert!((length - 10.0).abs() < 1e-11);
    }
}

#[test]
fn an_area_of_ten_thousand_corners_is_walked_straight() {
    // A circle by the rational parametrisation of each quarter; rounding makes it concave
    // in places, and it is split.
    let quarter: Vec<[f64; 2]> = (0..2_500)
        .map(|step| {
            let t = f64::from(step) / 2_500.0;
            [(1.0 - t * t) / (1.0 + t * t) * 1000.0, 2.0 * t / (1.0 + t * t) * 1000.0]
        })
        .collect();
    let mut circle = quarter.clone();
    circle.extend(quarter.iter().map(|&[x, y]| [-y, x]));
    circle.extend(quarter.iter().map(|&[x, y]| [-x, -y]));
    circle.extend(quarter.iter().map(|&[x, y]| [y, -x]));
    #[expect(clippy::cast_possible_truncation, reason = "the circle is to be rounded")]
    let vertices: Vec<[f32; 2]> =
        circle.iter().map(|corner| corner.map(|value| value as f32)).collect();
    let mut raw = RawMesh::from_vertices(&vertices);
    raw.push_area(&(0..10_000).collect::<Vec<_>>());
    let mesh = build(&raw).unwrap();
    assert_length(&ask(&mesh, [-700.0, 0.0], [700.0, 0.0]), 1400.0);
    assert_length(&ask(&mesh, [0.0, 0.0], [300.0, 400.0]), 500.0);
    for (from, to) in [(0, 5_000), (1, 2), (17, 3_000), (9_999, 2_500), (100, 104)] {
        let [a, b] = [from, to].map(|index: usize| vertices[index]);
        let [dx, dy] = [0, 1].map(|axis| f64::from(b[axis]) - f64::from(a[axis]));
        let straight = (dx * dx + dy * dy).sqrt();
        let length = ask(&mesh, a, b).unwrap().0;
        assert!(length >= straight && length < straight * (1.0 + 1e-6), "{length} {straight}");
    }
}

// The search

#[test]
fn of_two_paths_to_a_corner_in_a_line_the_one_that_can_turn_is_kept() {
    for (seed, width, height, percent) in TIES {
        compare_all(&random_blocks(seed, width, height, percent));
    }
}

/// Maps on which a search loses answers if it drops a corner that was reached by a path of
/// the same length before.
const TIES: [(u64, u16, u16, u8); 4] = [(1, 6, 5, 25), (2, 6, 5, 25), (3, 6, 5, 35), (4, 5, 6, 15)];

#[test]
fn a_goal_on_a_corner_is_reached_along_its_wall() {
    let mesh = mesh_of(&Cells::from_rows(&[".....", ".###.", "....."]).to_unit_mesh());
    // Along the block, to its far corner, and around to the next.
    assert_length(&ask(&mesh, [1.0, 1.0], [4.0, 1.0]), 3.0);
    assert_length(&ask(&mesh, [0.0, 1.0], [4.0, 1.0]), 4.0);
    assert_length(&ask(&mesh, [1.0, 1.0], [4.0, 2.0]), 4.0);
    assert_length(&ask(&mesh, [1.0, 2.0], [4.0, 1.0]), 4.0);
    assert_length(&ask(&mesh, [2.0, 1.0], [2.0, 2.0]), 3.0);
    compare_all(&Cells::from_rows(&[".....", ".###.", "....."]));
}

#[test]
fn a_view_between_two_corners_in_a_line_may_have_no_width() {
    // From (1, 0), the blocks leave only the line x = 1 open above.
    let cells = Cells::from_rows(&["...", ".#.", "...", "#..", "..."]);
    compare_all(&cells);
    let cells = Cells::from_rows(&["..", "#.", ".#", "..", ".#"]);
    compare_all(&cells);
}

#[test]
fn borders_that_are_seen_edge_on_from_the_start_hide_no_corner() {
    // The start lies on the line of a border, on a border and on a vertex.
    let mesh = mesh_of(&Cells::from_rows(&["..#", "...", "#.."]).to_unit_mesh());
    assert_length(&ask(&mesh, [0.0, 1.0], [3.0, 1.0]), 3.0);
    assert_length(&ask(&mesh, [0.0, 2.0], [3.0, 2.0]), 3.0);
    assert_length(&ask(&mesh, [0.5, 2.0], [3.0, 2.0]), 2.5);
    assert_length(&ask(&mesh, [1.0, 2.0], [1.0, 0.0]), 2.0);
    assert_length(&ask(&mesh, [0.0, 1.0], [2.0, 0.0]), 1.0 + 2_f64.sqrt());
    compare_all(&Cells::from_rows(&["..#", "...", "#.."]));
}

#[test]
fn dominated_windows_are_pruned_and_no_path_is_lost() {
    let cells = Cells::from_rows(&["......", ".#.##.", "......", ".##.#.", "......"]);
    let solved = Solved::new(&cells);
    let dropped: u64 = meshes(&cells)
        .iter()
        .map(|mesh| solved.compare(mesh, &QueryFilter::uniform()).dominated)
        .sum();
    assert!(dropped > 0);
}

#[test]
fn block_cut_pruning_closes_dead_ends_and_loses_no_path() {
    for cells in [maze(5, 7, 7), rooms(5, 8, 7)] {
        let mesh = mesh_of(&cells.to_unit_mesh());
        assert!(Solved::new(&cells).compare(&mesh, &QueryFilter::uniform()).block_cut_pruned > 0);
    }
}

// Forbidden areas

#[test]
fn a_path_bends_at_corners_of_forbidden_ground_in_the_open() {
    let blocked = Cells::from_rows(&[".....", "..##.", ".#...", ".#.#.", "....."]);
    let class = |cell: [i32; 2]| u8::from(!blocked.is_walkable(cell));
    let all = open(5, 5);
    let [solved, solved_all] = [&blocked, &all].map(Solved::new);
    for (seed, longest, cut) in [(1, 1, 0), (2, 5, 0), (3, 5, 60), (4, 5, 100)] {
        let options = RandomMeshOptions { longest, cut };
        let (plain, classes) = random_mesh(seed, &all, class, options);
        let mesh = build(&raw_mesh(&plain, &classes)).unwrap();
        let mut by_terrain = QueryFilter::uniform();
        by_terrain.forbid(Terrain(1));
        let mut by_area = QueryFilter::uniform();
        for area in mesh.areas().filter(|&area| mesh.terrain(area) == Terrain(1)) {
            by_area.forbid_area(area);
        }
        solved.compare(&mesh, &by_terrain);
        solved.compare(&mesh, &by_area);
        solved_all.compare(&mesh, &QueryFilter::uniform());
    }
}

#[test]
fn block_cut_pruning_is_safe_when_areas_are_forbidden() {
    // Forbidding areas makes connected components that the mesh does not know of.
    let blocked = Cells::from_rows(&[".#...", ".#.#.", ".#.#.", "...#."]);
    let all = Cells::from_rows(&[".....", ".#.#.", ".#.#.", "....."]);
    let class = |cell: [i32; 2]| u8::from(!blocked.is_walkable(cell));
    let solved = Solved::new(&blocked);
    for cut in [0, 100] {
        let options = RandomMeshOptions { longest: 4, cut };
        let (plain, classes) = random_mesh(1, &all, class, options);
        let mesh = build(&raw_mesh(&plain, &classes)).unwrap();
        let mut filter = QueryFilter::uniform();
        filter.forbid(Terrain(1));
        solved.compare(&mesh, &filter);
    }
    let mesh = mesh_of(&open(3, 1).to_unit_mesh());
    let mut filter = QueryFilter::uniform();
    filter.forbid_area(AreaId(1));
    let ends = [[0.5, 0.5], [2.5, 0.5]].map(Vec2::from);
    let answer = find(&mesh, ends, &filter, Budget::UNLIMITED, &mut AnyAngleScratch::new());
    assert_eq!(answer, Err(QueryError::Unreachable.into()));
}

#[test]
fn ends_on_forbidden_ground_are_refused_and_ends_on_its_border_are_not() {
    let mesh = mesh_of(&open(3, 1).to_unit_mesh());
    let mut filter = QueryFilter::uniform();
    filter.forbid_area(AreaId(0));
    let mut scratch = AnyAngleScratch::new();
    let mut ask = |start: [f32; 2], goal: [f32; 2]| {
        let ends = [start, goal].map(Vec2::from);
        find(&mesh, ends, &filter, Budget::UNLIMITED, &mut scratch)
    };
    let refusal = |end| Err(QueryError::ForbiddenArea { end, area: AreaId(0) }.into());
    assert_eq!(ask([0.5, 0.5], [2.5, 0.5]), refusal(End::Start));
    assert_eq!(ask([2.5, 0.5], [0.5, 0.5]), refusal(End::Goal));
    assert_length(&ask([1.0, 0.5], [2.5, 0.5]), 1.5);
}

// Floors

#[test]
fn a_path_leads_over_a_bridge_and_not_through_it() {
    let (plain, elevations) = named::bridge();
    let mesh = build(&RawMesh { elevations, ..raw_mesh(&plain, &[]) }).unwrap();
    let expected = 4.0 + 2.0 * 10_f64.sqrt();
    assert_length(&ask_on_floors(&mesh, [[3.0, 3.0, 0.0], [3.0, 3.0, 2.0]]), expected);
    assert_length(&ask_on_floors(&mesh, [[3.0, 3.0, 2.0], [3.0, 3.0, 0.0]]), expected);
    assert_length(&ask_on_floors(&mesh, [[3.0, 3.0, 0.0], [3.0, 3.0, 0.0]]), 0.0);
    assert_length(&ask(&mesh, [3.0, 3.0], [3.0, 3.0]), 0.0);
    assert_length(&ask_on_floors(&mesh, [[0.0, 3.0, 0.0], [5.0, 3.0, 0.0]]), 5.0);
}

/// A ramp of quarter turns around the origin, each a triangle, and each spoke one higher
/// than the one before.
fn winding_ramp(quarters: u16) -> NavMesh {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    raw.elevations.push(0.0);
    for spoke in 0..=quarters {
        let cross = [[4.0, 0.0], [0.0, 4.0], [-4.0, 0.0], [0.0, -4.0]];
        raw.vertices.push(cross[usize::from(spoke % 4)]);
        raw.elevations.push(f32::from(spoke));
    }
    for spoke in 0..quarters {
        raw.push_area(&[0, u32::from(spoke) + 1, u32::from(spoke) + 2]);
    }
    build(&raw).unwrap()
}

#[test]
fn a_ramp_that_winds_around_a_vertex_is_walked_past_it() {
    for quarters in 5..=11 {
        let mesh = winding_ramp(quarters);
        let edges: Vec<_> = mesh.areas().flat_map(|area| mesh.half_edges_of(area)).collect();
        assert!(edges.iter().any(|&edge| mesh.fan(mesh.half_edge(edge).fan()).exceeds_full_turn()));
        // From half way out on a spoke to half way out on another.
        let spot = |spoke: u16| {
            let cross = [[2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]];
            let [x, y] = cross[usize::from(spoke % 4)];
            [x, y, f32::from(spoke) / 2.0]
        };
        for from in 0..=quarters {
            for to in 0..=quarters {
                let expected = match from.abs_diff(to) {
                    0 => 0.0,
                    1 => 8_f64.sqrt(),
                    _ => 4.0,
                };
                assert_length(&ask_on_floors(&mesh, [spot(from), spot(to)]), expected);
            }
        }
    }
}

#[test]
fn a_ramp_that_winds_is_walked_from_its_axis_and_between_quarters() {
    let mesh = winding_ramp(9);
    for quarter in 0_u16..9 {
        // The middle of the outer side of each quarter, seen from the axis.
        let mids = [[2.0, 2.0], [-2.0, 2.0], [-2.0, -2.0], [2.0, -2.0]];
        let [x, y] = mids[usize::from(quarter % 4)];
        let mid = [x, y, f32::from(quarter) + 0.5];
        assert_length(&ask_on_floors(&mesh, [mid, [0.0, 0.0, 0.0]]), 8_f64.sqrt());
        assert_length(&ask_on_floors(&mesh, [[0.0, 0.0, 0.0], mid]), 8_f64.sqrt());
        for other in 0_u16..9 {
            let [x, y] = mids[usize::from(other % 4)];
            let goal = [x, y, f32::from(other) + 0.5];
            let expected = match quarter.abs_diff(other) {
                0 => 0.0,
                1 => 4.0,
                _ => 2.0 * 8_f64.sqrt(),
            };
            assert_length(&ask_on_floors(&mesh, [mid, goal]), expected);
        }
    }
}

// Bounds and memory

#[test]
fn another_component_is_rejected_without_a_search() {
    let mesh = mesh_of(&checkerboard(100, 100).to_unit_mesh());
    assert_eq!(mesh.area_count(), 5_000);
    let mut scratch = AnyAngleScratch::new();
    let mut ask = |start: [f32; 2], goal: [f32; 2]| {
        let ends = [start, goal].map(Vec2::from);
        let answer = find(&mesh, ends, &QueryFilter::uniform(), Budget::UNLIMITED, &mut scratch);
        (answer, scratch.counters())
    };
    assert_length(&ask([0.5, 0.5], [1.0, 0.0]).0, 0.5_f64.sqrt());
    for (start, goal) in [([0.5, 0.5], [99.5, 99.5]), ([1.0, 1.0], [50.5, 50.5])] {
        let (answer, counters) = ask(start, goal);
        assert_eq!(answer, Err(QueryError::Unreachable.into()));
        assert_eq!(counters.expanded, 0);
    }
}

#[test]
fn counters_are_those_of_the_last_search_even_if_it_was_refused() {
    let mesh = mesh_of(&Cells::from_rows(&[".....#.", ".###.#.", ".....#."]).to_unit_mesh());
    let mut scratch = AnyAngleScratch::new();
    let mut expanded = |goal: [f32; 2]| {
        let ends = [[0.5, 1.5], goal].map(Vec2::from);
        let answer = find(&mesh, ends, &QueryFilter::uniform(), Budget::UNLIMITED, &mut scratch);
        (answer.is_ok(), scratch.counters().expanded)
    };
    assert!(expanded([4.5, 1.5]).1 > 0);
    assert_eq!(expanded([6.5, 1.5]), (false, 0), "another part");
    assert!(expanded([4.5, 1.5]).1 > 0);
    assert_eq!(expanded([9.5, 1.5]), (false, 0), "off the mesh");
}

#[test]
fn a_search_ends_with_its_budget() {
    let mesh = mesh_of(&maze(3, 21, 21).to_unit_mesh());
    let ends = [[0.5, 0.5], [20.5, 20.5]].map(Vec2::from);
    let mut scratch = AnyAngleScratch::new();
    let mut ask = |budget| find(&mesh, ends, &QueryFilter::uniform(), Budget(budget), &mut scratch);
    assert_eq!(ask(0), Err(QueryError::BudgetExhausted { expanded: 0 }.into()));
    assert_eq!(ask(3), Err(QueryError::BudgetExhausted { expanded: 3 }.into()));
    let enough = (4..100_000).step_by(7).find(|&budget| ask(budget).is_ok()).unwrap();
    assert_eq!(ask(enough), ask(u64::MAX));
    // An answer without expansions needs no budget.
    let near = [[0.5, 0.5], [0.75, 0.5]].map(Vec2::from);
    assert!(
        find(&mesh, near, &QueryFilter::uniform(), Budget(0), &mut AnyAngleScratch::new()).is_ok()
    );
}

#[test]
fn slices_of_any_size_give_the_bits_of_one_run() {
    let cells = random_blocks(8, 20, 20, 25);
    let mut scratch = AnyAngleScratch::new();
    for mesh in meshes(&cells) {
        for (start, goal) in [([0, 0], [39, 40]), ([1, 39], [40, 1]), ([20, 1], [21, 38])] {
            let ends = [place(start), place(goal)];
            let whole = find(&mesh, ends, &QueryFilter::uniform(), Budget::UNLIMITED, &mut scratch);
            for slice in [0, 1, 2, 7, 1000] {
                let begun = AnyAngleSearch::begin(&mesh, &PathQuery::new(ends[0], ends[1]));
                let answer = begun.and_then(|mut search| {
                    let mut points = Vec::new();
                    loop {
                        if let Some(length) = search.step(&mesh, slice, &mut points)? {
                            break Ok((length, points));
                        }
                    }
                });
                assert_eq!(answer, whole, "slices of {slice}");
            }
        }
    }
}

#[test]
fn slices_of_another_mesh_are_refused() {
    let mesh = mesh_of(&rooms(1, 20, 20).to_unit_mesh());
    let query = PathQuery::new(Vec2::splat(0.5), Vec2::splat(19.5));
    let mut search = AnyAngleSearch::begin(&mesh, &query).unwrap();
    let mut points = Vec::new();
    assert_eq!(search.step(&mesh, 1, &mut points), Ok(None));
    let other = mesh_of(&open(1, 1).to_unit_mesh());
    assert_eq!(search.step(&other, 1, &mut points), Err(QueryError::OtherMesh.into()));
    let length = search.step(&mesh.clone(), u64::MAX, &mut points).unwrap();
    assert!(length.is_some(), "a clone is the same mesh, and no harm was done");
}

#[test]
fn memory_serves_meshes_of_any_size_in_any_order() {
    let mut scratch = AnyAngleScratch::new();
    let maps = [open(1, 1), maze(2, 41, 41), open(2, 2), rooms(1, 30, 30), maze(4, 11, 11)];
    for round in 0..3 {
        for (index, cells) in maps.iter().enumerate() {
            let mesh = mesh_of(&cells.to_unit_mesh());
            let far = [cells.width, cells.height].map(|size| f32::from(size) - 0.5);
            let ends = [Vec2::new(0.5, 0.5), far.into()];
            let mut filter = QueryFilter::uniform();
            if (round + index) % 2 == 1 {
                // Forbidden areas are avoided with a table of another size.
                filter.forbid(Terrain(9));
            }
            let reused = find(&mesh, ends, &filter, Budget::UNLIMITED, &mut scratch);
            let fresh = find(&mesh, ends, &filter, Budget::UNLIMITED, &mut AnyAngleScratch::new());
            assert_eq!(reused, fresh);
            assert!(reused.is_ok(), "{cells}");
        }
    }
}

// Bad input

#[test]
fn weighted_terrain_is_refused() {
    let raw = raw_mesh(&open(3, 1).to_unit_mesh(), &[0, 1, 0]);
    let mesh = build(&raw).unwrap();
    let ends = [[0.5, 0.5], [2.5, 0.5]].map(Vec2::from);
    let mut scratch = AnyAngleScratch::new();
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(0), 2.0).unwrap();
    let answer = find(&mesh, ends, &filter, Budget::UNLIMITED, &mut scratch);
    assert_eq!(answer, Err(ExactError::WeightedTerrain));
    // Terrain of equal costs is not weighted.
    let alike = mesh_of(&open(3, 1).to_unit_mesh());
    assert_length(&find(&alike, ends, &filter, Budget::UNLIMITED, &mut scratch), 2.0);
}

#[test]
fn components_that_only_a_forbidden_link_connects_are_unreachable() {
    let mut raw = raw_mesh(&Cells::from_rows(&[".#."]).to_unit_mesh(), &[]);
    raw.links.push(RawLink {
        from: [0.5, 0.5],
        from_elevation: 0.0,
        to: [2.5, 0.5],
        to_elevation: 0.0,
        cost: None,
        kind: LinkKind::Ladder,
        both_ways: true,
        disabled: false,
    });
    let mut filter = QueryFilter::uniform();
    filter.forbid_links(LinkKind::Ladder);
    let ends = [[0.5, 0.5], [2.5, 0.5]].map(Vec2::from);
    let mut scratch = AnyAngleScratch::new();
    let answer = find(&build(&raw).unwrap(), ends, &filter, Budget::UNLIMITED, &mut scratch);
    assert_eq!((answer, scratch.counters().expanded), (Err(QueryError::Unreachable.into()), 0));
}

#[test]
fn ends_that_are_nowhere_are_refused() {
    let mesh = mesh_of(&open(2, 2).to_unit_mesh());
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for place in [[bad, 1.0], [1.0, bad]] {
            let start = ask(&mesh, place, [1.0, 1.0]);
            assert!(matches!(
                start,
                Err(ExactError::Query(QueryError::NotFinite { end: End::Start, .. }))
            ));
            let goal = ask(&mesh, [1.0, 1.0], place);
            assert!(matches!(
                goal,
                Err(ExactError::Query(QueryError::NotFinite { end: End::Goal, .. }))
            ));
        }
    }
    for [x, y] in [[-0.1, 1.0], [2.0_f32.next_up(), 1.0], [f32::MAX, f32::MIN], [1.0, -1e-40]] {
        assert_eq!(ask(&mesh, [x, y], [1.0, 1.0]), Err(QueryError::StartOffMesh { x, y }.into()));
        assert_eq!(ask(&mesh, [1.0, 1.0], [x, y]), Err(QueryError::GoalOffMesh { x, y }.into()));
    }
}

#[test]
fn a_path_from_a_point_to_itself_is_that_point() {
    let cells = Cells::from_rows(&["..#", ".#.", "..."]);
    for mesh in meshes(&cells) {
        for [x, y] in [[0.25, 0.75], [1.0, 0.5], [1.0, 1.0], [2.0, 1.0], [0.0, 0.0], [2.0, 2.0]] {
            let (length, points) = ask(&mesh, [x, y], [x, y]).unwrap();
            assert_eq!(length.to_bits(), 0.0_f64.to_bits());
            assert!(!points.is_empty() && points.iter().all(|&point| point == Vec2::new(x, y)));
        }
    }
}

#[test]
fn a_mesh_of_one_area_is_walked_straight() {
    let mesh = mesh_of(&named::square());
    assert_length(&ask(&mesh, [0.0, 0.0], [4.0, 4.0]), 32_f64.sqrt());
    assert_length(&ask(&mesh, [0.0, 4.0], [4.0, 4.0]), 4.0);
    assert_length(&ask(&mesh, [1.0, 1.0], [4.0, 5.0 - 1.0]), 18_f64.sqrt());
    let mut triangle = RawMesh::from_vertices(&[[0.0, 0.0], [1e-30, 0.0], [0.0, 1e-30]]);
    triangle.push_area(&[0, 1, 2]);
    let (length, _) = ask(&build(&triangle).unwrap(), [0.0, 0.0], [1e-30, 0.0]).unwrap();
    assert!((length / 1e-30 - 1.0).abs() < 1e-6);
}

#[test]
fn vertices_that_no_area_uses_do_not_matter() {
    let plain = named::ring();
    let mut raw = raw_mesh(&plain, &[]);
    let before = ask(&build(&raw).unwrap(), [0.0, 3.0], [6.0, 3.0]);
    raw.vertices.extend([[3.0, 3.0], [-1e9, 0.0], [3.0, 2.0], [3.0, 1.0]]);
    assert_eq!(ask(&build(&raw).unwrap(), [0.0, 3.0], [6.0, 3.0]), before);
    assert_length(&before, 2.0 * 5_f64.sqrt() + 2.0);
}

#[test]
fn the_largest_and_smallest_coordinates_are_supported() {
    let cells = Cells::from_rows(&[".....", ".###.", "....."]);
    for exponent in [-120, -90, 90, 120] {
        let scale = 2_f64.powi(exponent);
        #[expect(clippy::cast_possible_truncation, reason = "powers of two round nothing")]
        let scaled = |value: f32| (f64::from(value) * scale) as f32;
        let mut raw = raw_mesh(&cells.to_unit_mesh(), &[]);
        for vertex in &mut raw.vertices {
            *vertex = vertex.map(scaled);
        }
        let mesh = build(&raw).unwrap();
        for (start, goal) in [([0, 3], [10, 3]), ([3, 2], [7, 4]), ([2, 2], [8, 4])] {
            let expected = shortest_length(&cells, start, goal).unwrap() * scale;
            let [start, goal] = [start, goal].map(|end| place(end).to_array().map(scaled));
            assert_length(&ask(&mesh, start, goal), expected);
        }
    }
}

/// Eight triangles around the origin, in two full turns whose ends are glued: there is no
/// wall, and still a path has to bend there.
#[test]
fn a_vertex_that_closed_ground_winds_around_twice_is_a_corner() {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    raw.elevations = vec![5.0];
    for (radius, elevation) in [(1.0, 0.0), (2.0, 10.0)] {
        raw.vertices.extend([[radius, 0.0], [0.0, radius], [-radius, 0.0], [0.0, -radius]]);
        raw.elevations.extend([elevation; 4]);
    }
    for spoke in 0..8 {
        raw.push_area(&[0, 1 + spoke, 1 + (spoke + 1) % 8]);
    }
    let mesh = build(&raw).unwrap();
    assert!(mesh.fans_at(VertexId(0)).all(|fan| mesh.fan(fan).exceeds_full_turn()));
    let mut filtered = QueryFilter::uniform();
    filtered.forbid(Terrain(9));
    let start = Location { point: Vec2::new(0.4, 0.4), elevation: Some(1.0) };
    for (goal, elevation) in [([0.8, 0.8], 9.0), ([0.3, -0.5], 2.5), ([-0.9, 0.6], 9.0)] {
        let goal = Location { point: goal.into(), elevation: Some(elevation) };
        let from_vertex = |end: Location| {
            let [x, y] = end.point.to_array().map(f64::from);
            (x * x + y * y).sqrt()
        };
        let over_the_vertex = from_vertex(start) + from_vertex(goal);
        for filter in [&QueryFilter::uniform(), &filtered] {
            let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
            let query = PathQuery::new(start, goal).with_filter(filter).with_budget(Budget(10_000));
            let length = shortest_path(&mesh, &query, &mut scratch, &mut points);
            assert_length(&length.map(|length| (length, points.clone())), over_the_vertex);
            assert_eq!(points, [start.point, Vec2::ZERO, goal.point]);
            let mut areas = Vec::new();
            scratch.read_areas(&mesh, &mut areas);
            assert!(areas.len() >= 3, "{areas:?}");
        }
    }
}

/// Numbers of areas and half-edges mean nothing on another mesh, which may have fewer.
#[test]
fn areas_are_read_on_the_mesh_of_the_search_only() {
    let hall = |width: u32| {
        let is_pillar = |x: u32, y: u32| x % 2 == 1 && y == 1;
        let raw = rectangles_from_cells(width, 3, |x, y| (!is_pillar(x, y)).then_some(Terrain(0)));
        raw.build().unwrap()
    };
    let (long, short) = (hall(9), hall(3));
    let (mut scratch, mut points, mut areas) = (AnyAngleScratch::new(), Vec::new(), Vec::new());
    let query = PathQuery::new(Vec2::new(0.5, 1.5), Vec2::new(8.5, 1.5));
    shortest_path(&long, &query, &mut scratch, &mut points).unwrap();
    scratch.read_areas(&long.clone(), &mut areas);
    assert!(!areas.is_empty());
    scratch.read_areas(&short, &mut areas);
    assert!(areas.is_empty());
}

#[test]
fn no_path_is_below_a_limit_that_is_no_number() {
    let mesh = rectangles_from_cells(5, 5, |_, _| Some(Terrain(0))).build().unwrap();
    let query = PathQuery::new(Vec2::ZERO, Vec2::new(3.0, 4.0));
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let found = shortest_path_below(&mesh, &query, f64::NAN, &mut scratch, &mut points);
    assert_eq!(found, Ok(None));
    assert_eq!(scratch.lower_bound().to_bits(), 5.0_f64.to_bits());
}
