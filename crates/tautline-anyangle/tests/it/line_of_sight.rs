//! Goals that are visible from the start need no search, and only those.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use crate::support::{build, find, raw_mesh};
use tautline_anyangle::AnyAngleScratch;
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::sight::sees;
use tautline_fixtures::{Cells, SplitMix64, random_blocks, random_mesh};
use tautline_navmesh::{AreaId, Budget, NavMesh, QueryFilter, Vec2};

/// Points of the doubled lattice, on which a cell is 2 wide.
pub(crate) fn place(point: [i32; 2]) -> Vec2 {
    let [x, y] = point.map(|value| f32::from(i16::try_from(value).unwrap()) / 2.0);
    Vec2::new(x, y)
}

/// The same map as unit squares, as large polygons, and as triangles.
fn meshes(cells: &Cells, seed: u64) -> Vec<NavMesh> {
    [(1, 0), (6, 0), (6, 50), (3, 100)]
        .map(|(longest, cut)| RandomMeshOptions { longest, cut })
        .map(|options| {
            let (plain, _) = random_mesh(seed, cells, |_| 0, options);
            build(&raw_mesh(&plain, &[])).unwrap()
        })
        .into()
}

/// Returns true if the areas are connected, from one that holds the start to one that holds
/// the goal, and the straight line meets each of them.
fn is_way_along(mesh: &NavMesh, areas: &[AreaId], [start, goal]: [Vec2; 2]) -> bool {
    let are_joined =
        |pair: &[AreaId]| mesh.half_edges_in(pair[0]).iter().any(|edge| edge.across() == pair[1]);
    let meets_line = |&area: &AreaId| {
        let cross = |corner: Vec2| (goal - start).perp_dot(corner - start);
        let most = mesh.corners(area).map(cross).fold(f32::MIN, f32::max);
        let least = mesh.corners(area).map(cross).fold(f32::MAX, f32::min);
        least <= 0.0 && most >= 0.0
    };
    mesh.contains(areas[0], start)
        && mesh.contains(areas[areas.len() - 1], goal)
        && areas.windows(2).all(are_joined)
        && areas.iter().all(meets_line)
}

#[test]
fn visible_goals_need_no_search_and_only_those() {
    let (mut scratch, mut areas) = (AnyAngleScratch::new(), Vec::new());
    let mut in_sight = 0;
    for seed in 0..60 {
        let cells = random_blocks(seed, 9, 7, 5 + u8::try_from(seed % 30).unwrap());
        for mesh in meshes(&cells, seed) {
            let mut random = SplitMix64::new(seed);
            for _ in 0..300 {
                let ends = [0, 1].map(|_| [random.between(0, 18), random.between(0, 14)]);
                let [start, goal] = ends.map(place);
                let filter = QueryFilter::uniform();
                let found = find(&mesh, [start, goal], &filter, Budget::UNLIMITED, &mut scratch);
                let Ok((length, points)) = found else {
                    assert!(!sees(&cells, ends[0], ends[1]), "{ends:?} of {seed}");
                    continue;
                };
                let needs_search = scratch.counters().expanded > 0 || points.len() > 2;
                assert_eq!(!needs_search, sees(&cells, ends[0], ends[1]), "{ends:?} of {seed}");
                if !needs_search {
                    in_sight += 1;
                    let straight = f64::from(start.distance(goal));
                    assert!((length - straight).abs() < 1e-5);
                    scratch.read_areas(&mesh, &mut areas);
                    assert!(
                        is_way_along(&mesh, &areas, [start, goal]),
                        "{ends:?} of {seed}: {areas:?}"
                    );
                }
            }
        }
    }
    assert!(in_sight > 10_000, "{in_sight}");
}

#[test]
fn it_is_found_without_any_budget_and_slice_by_slice() {
    let cells = Cells::from_rows(&["...", ".#.", "..."]);
    for mesh in meshes(&cells, 1) {
        let ask = |ends: [[i32; 2]; 2], budget| {
            let scratch = &mut AnyAngleScratch::new();
            find(&mesh, ends.map(place), &QueryFilter::uniform(), Budget(budget), scratch)
        };
        // Along the block, from corner to corner of the room.
        assert_eq!(ask([[0, 4], [6, 4]], 0).unwrap().1.len(), 2);
        assert!(ask([[1, 3], [5, 3]], 0).is_err());
    }
}
