//! Meshes with terrain, costs for it, and a check of paths.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests may fail as tests do, and their numbers are small"
)]

use tautline_fixtures::{SplitMix64, WeightedTiles, random_blocks};
use tautline_navmesh::{
    AreaId, NavMesh, QueryFilter, RandomPoints, RawLink, RawMesh, Terrain, rectangles_from_cells,
};

/// The factors of meadow, road, mud and shallows.
pub(crate) const FACTORS: [f32; 4] = [2.0, 1.0, 5.0, 3.0];

pub(crate) fn mesh(tiles: &WeightedTiles) -> NavMesh {
    let terrain = |x: u32, y: u32| tiles.class(x.cast_signed(), y.cast_signed()).map(Terrain);
    let raw = rectangles_from_cells(tiles.side, tiles.side, terrain);
    raw.build().unwrap()
}

pub(crate) fn filter() -> QueryFilter {
    let mut filter = QueryFilter::uniform();
    for (class, factor) in (0..).zip(FACTORS) {
        filter.set(Terrain(class), factor).unwrap();
    }
    filter
}

/// Checks that each area of a path is connected to the next one by a border, or by one of a number of links.
pub(crate) fn check_areas(mesh: &NavMesh, areas: &[AreaId], mut links: usize) {
    for pair in areas.windows(2) {
        let mut edges = mesh.half_edges_in(pair[0]).iter();
        if !edges.any(|edge| edge.twin().is_some() && edge.across() == pair[1]) {
            assert!(links > 0, "{:?} are not connected", pair);
            links -= 1;
        }
    }
}

/// Squares with a random terrain each, whose vertices are moved a bit, at an offset from the origin.
pub(crate) fn oblique_mesh(random: &mut SplitMix64, seed: u64, offset: f32) -> NavMesh {
    let mut plain = random_blocks(seed, 14, 14, 25).to_unit_mesh();
    for at in plain.vertices.iter_mut().flatten() {
        *at += (0.4 * random.unit() - 0.2) as f32 + offset;
    }
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| raw.push_area(area));
    raw.terrains = plain.areas.iter().map(|_| Terrain(random.below(4) as u8)).collect();
    raw.build().unwrap()
}

/// A mesh of random blocks with some random links.
pub(crate) fn linked_mesh(random: &mut SplitMix64, seed: u64) -> NavMesh {
    let plain = random_blocks(seed, 12, 12, 30).to_unit_mesh();
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| raw.push_area(area));
    raw.terrains = plain.areas.iter().map(|_| Terrain(random.below(4) as u8)).collect();
    let bare = raw.build().unwrap();
    let ground = RandomPoints::new(&bare);
    let mut state = seed;
    let mut end = || ground.draw(&bare, &mut state).unwrap().1.to_array();
    raw.links = (0..6)
        .map(|at| RawLink {
            from: end(),
            to: end(),
            cost: (at % 2 == 0).then_some(1.5),
            both_ways: at % 3 == 0,
            ..RawLink::default()
        })
        .collect();
    raw.build().unwrap()
}

/// Ground of one of three kinds; for odd seeds, a filter that forbids every fifth area.
pub(crate) fn ground(seed: u64) -> (NavMesh, QueryFilter) {
    let mut random = SplitMix64::new(seed);
    let mesh = match seed % 3 {
        0 => mesh(&WeightedTiles::random(seed, 40)),
        1 => oblique_mesh(&mut random, seed, 0.0),
        // Links, many contacts at vertices, and many parts.
        _ => linked_mesh(&mut random, seed),
    };
    let mut filter = filter();
    if seed % 2 == 1 {
        let fifth = mesh.areas().filter(|area| (u64::from(area.0) + seed).is_multiple_of(5));
        fifth.for_each(|area| filter.forbid_area(area));
    }
    (mesh, filter)
}

/// The same mesh, built again.
pub(crate) fn built_again(mesh: &NavMesh) -> NavMesh {
    mesh.to_raw().build().unwrap()
}
