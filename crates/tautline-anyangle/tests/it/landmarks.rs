//! Searches with and without landmarks give the same answers.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use tautline_anyangle::{
    AnyAngleScratch, AnyAngleSearch, ExactError, Landmarks, SearchMesh, StoredLandmarksError,
    shortest_path,
};
use tautline_fixtures::linked::{random_links, random_point};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{Cells, SplitMix64, maze, random_blocks, random_mesh, rooms};
use tautline_navmesh::{
    Budget, LinkId, LinkKind, Location, NavMesh, PathQuery, QueryFilter, RawLink, RawMesh, Terrain,
    Vec2,
};

use crate::laws::are_equal;
use crate::support::{build, find, raw_link, raw_mesh};

/// The tolerance for equal lengths that are summed in different orders.
const ROUNDING: f64 = 1e-12;

/// Maps with components that are large enough for landmarks: a maze, rooms, and blocks that
/// cut off small components.
fn maps(seed: u64) -> [Cells; 3] {
    [maze(seed, 40, 30), rooms(seed, 90, 70), random_blocks(seed, 70, 60, 38)]
}

fn mesh_of(cells: &Cells, seed: u64) -> NavMesh {
    let class = |[x, y]: [i32; 2]| u8::from((x / 5 + y / 7) % 6 == 0);
    let options = RandomMeshOptions { longest: 4, cut: 50 };
    let (plain, classes) = random_mesh(seed, cells, class, options);
    build(&raw_mesh(&plain, &classes)).unwrap()
}

/// Points on the mesh: vertices, points on borders and points within areas.
fn points(mesh: &NavMesh, random: &mut SplitMix64, count: usize) -> Vec<Location> {
    let vertices = mesh.vertices();
    let point = |_| {
        let vertex = vertices[usize::try_from(random.below(vertices.len() as u64)).unwrap()];
        let mut offset =
            || [0.0, 0.5, 1.0][usize::from(random.chance(50)) + usize::from(random.chance(50))];
        let place = vertex + Vec2::new(offset(), offset());
        Location::from(if mesh.locate(place).is_some() { place } else { vertex })
    };
    (0..count).map(point).collect()
}

fn length(
    mesh: SearchMesh<'_>,
    ends: [Location; 2],
    filter: &QueryFilter,
    scratch: &mut AnyAngleScratch,
) -> Option<f64> {
    find(mesh, ends, filter, Budget::UNLIMITED, scratch).ok().map(|(length, _)| length)
}

#[test]
fn landmarks_change_no_answer_and_save_work() {
    let (mut plain_work, mut guided_work) = (0, 0);
    for seed in 0..4 {
        for cells in maps(seed) {
            let mesh = mesh_of(&cells, seed);
            let landmarks = Landmarks::choose(&mesh);
            let plain = SearchMesh::of(&mesh);
            let guided = plain.with_landmarks(&landmarks);
            let mut random = SplitMix64::new(seed);
            let ends = points(&mesh, &mut random, 60);
            let mut scratch = AnyAngleScratch::new();
            let mut forbidding = QueryFilter::uniform();
            forbidding.forbid(Terrain(1));
            for pair in ends.windows(2) {
                let pair = [pair[0], pair[1]];
                for filter in [&QueryFilter::uniform(), &forbidding] {
                    let expected = length(plain, pair, filter, &mut scratch);
                    plain_work += scratch.counters().expanded;
                    let found = length(guided, pair, filter, &mut scratch);
                    guided_work += scratch.counters().expanded;
                    assert!(are_equal(expected, found), "{pair:?}: {found:?} for {expected:?}");
                }
            }
        }
    }
    assert!(guided_work * 100 < plain_work * 95, "{guided_work} expansions for {plain_work}");
}

/// Links that are one-way and two-way, free, cheap and dear, queries that close some of them or
/// take none, forbidden areas, and other costs of a unit of distance. The answers without
/// landmarks are those of brute force: see `links.rs`.
#[test]
fn landmarks_change_no_answer_over_links_and_save_work() {
    let (mut plain_work, mut guided_work, mut over_links) = (0, 0, 0);
    for seed in 0..12 {
        for (cells, links) in maps(seed).into_iter().zip([3, 12, 40]) {
            let mut random = SplitMix64::new(seed);
            let mut raw = mesh_of(&cells, seed).to_raw();
            let mut links = random_links(&mut random, &cells, links);
            if seed % 3 == 0 {
                links.iter_mut().for_each(|link| link.both_ways = true);
            }
            raw.links = links.iter().map(raw_link).collect();
            let mesh = build(&raw).unwrap();
            let landmarks = Landmarks::choose(&mesh);
            let stored = landmarks.to_stored(&mesh);
            assert_eq!(stored.verify(&mesh).as_ref(), Ok(&landmarks));
            let plain = SearchMesh::of(&mesh);
            let guided = plain.with_landmarks(&landmarks);
            let (mut scratch, mut taken) = (AnyAngleScratch::new(), Vec::new());
            for _ in 0..60 {
                let mut filter = QueryFilter::uniform();
                let factor = [1.0, 1.0, 0.4, 2.5][usize::try_from(random.below(4)).unwrap()];
                for terrain in [0, 1] {
                    filter.set(Terrain(terrain), factor).unwrap();
                }
                if random.chance(20) {
                    filter.forbid(Terrain(1));
                }
                for link in (0..).map(LinkId).take(links.len()) {
                    if random.chance(20) {
                        filter.forbid_link(link);
                    }
                }
                if random.chance(10) {
                    LinkKind::ALL.into_iter().for_each(|kind| filter.forbid_links(kind));
                }
                let ends = [(); 2].map(|()| Vec2::from(random_point(&mut random, &cells)).into());
                let expected = length(plain, ends, &filter, &mut scratch);
                plain_work += scratch.counters().expanded;
                scratch.read_links(&mesh, &mut taken);
                over_links += usize::from(!taken.is_empty());
                let found = length(guided, ends, &filter, &mut scratch);
                guided_work += scratch.counters().expanded;
                assert!(are_equal(expected, found), "{ends:?}: {found:?} for {expected:?}");
            }
        }
    }
    assert!(over_links > 500, "only {over_links} paths over links");
    assert!(guided_work * 100 < plain_work * 80, "{guided_work} expansions for {plain_work}");
}

#[test]
fn slices_with_landmarks_give_the_bits_of_one_run() {
    let mesh = mesh_of(&maze(7, 40, 30), 7);
    let landmarks = Landmarks::choose(&mesh);
    let guided = SearchMesh::of(&mesh).with_landmarks(&landmarks);
    let ends = points(&mesh, &mut SplitMix64::new(1), 20);
    let filter = QueryFilter::uniform();
    for pair in ends.windows(2) {
        let expected = length(guided, [pair[0], pair[1]], &filter, &mut AnyAngleScratch::new());
        let begun = AnyAngleSearch::begin(guided, &PathQuery::new(pair[0], pair[1]));
        let Ok(mut search) = begun else { continue };
        let mut points = Vec::new();
        let found = loop {
            if let Some(length) = search.step(guided, 5, &mut points).unwrap() {
                break length;
            }
        };
        assert_eq!(Some(found), expected);

        // Landmarks that come and go change no length.
        let mut search = AnyAngleSearch::begin(&mesh, &PathQuery::new(pair[0], pair[1])).unwrap();
        let mut steps = [SearchMesh::of(&mesh), guided].into_iter().cycle();
        let found = steps.find_map(|mesh| search.step(mesh, 5, &mut points).unwrap());
        assert!((found.unwrap() - expected.unwrap()).abs() < 1e-6, "{found:?} {expected:?}");
    }
}

#[test]
fn small_ground_has_no_landmarks() {
    let mesh = mesh_of(&rooms(1, 8, 8), 1);
    let landmarks = Landmarks::choose(&mesh);
    assert!(landmarks.is_empty());
    assert_eq!(landmarks.to_stored(&mesh).verify(&mesh), Ok(landmarks));
}

#[test]
fn stored_landmarks_are_those_of_their_mesh_alone() {
    let (mesh, other) = (mesh_of(&maze(1, 40, 30), 1), mesh_of(&maze(2, 40, 30), 2));
    let landmarks = Landmarks::choose(&mesh);
    assert_eq!(landmarks.bytes(), 32 * mesh.fan_count());
    let stored = landmarks.to_stored(&mesh);
    assert_eq!(stored.clone().verify(&mesh).as_ref(), Ok(&landmarks));
    assert_eq!(stored.clone().verify(&other), Err(StoredLandmarksError::OtherMesh));

    let mut short = stored.clone();
    short.distances.pop();
    let (length, needed) = (16 * mesh.fan_count() - 1, 16 * mesh.fan_count());
    assert_eq!(short.verify(&mesh), Err(StoredLandmarksError::Length { length, needed }));
    for unit in [0.0, -1.0, f64::INFINITY] {
        let mut forged = stored.clone();
        forged.unit = unit;
        assert_eq!(forged.verify(&mesh), Err(StoredLandmarksError::Unit { unit }));
    }
}

#[test]
fn landmarks_of_another_mesh_are_refused() {
    // Equal numbers of vertices, but the wall is open at the other end.
    let with_gap = |gap| {
        let cells = Cells::from_fn(9, 30, |x, y| x != 4 || y == gap);
        build(&raw_mesh(&cells.to_unit_mesh(), &[])).unwrap()
    };
    let (mesh, other) = (with_gap(1), with_gap(28));
    assert_eq!(mesh.fan_count(), other.fan_count());
    let landmarks = Landmarks::choose(&mesh);
    let [start, goal] = [Vec2::new(0.5, 0.5), Vec2::new(8.5, 0.5)];
    let query = PathQuery::new(start, goal);
    let search = |mesh: &NavMesh| {
        let guided = SearchMesh::of(mesh).with_landmarks(&landmarks);
        shortest_path(guided, &query, &mut AnyAngleScratch::new(), &mut Vec::new())
    };
    assert!(search(&mesh).is_ok() && search(&mesh.clone()).is_ok());
    assert_eq!(search(&other), Err(ExactError::BakedForOtherMesh));
    let begun = AnyAngleSearch::begin(SearchMesh::of(&other).with_landmarks(&landmarks), &query);
    assert_eq!(begun.err(), Some(ExactError::BakedForOtherMesh));
}

#[test]
fn landmarks_of_the_same_ground_with_other_links_are_refused() {
    // The distances count links: those over a cheap link are no lower bounds with a dear one.
    let ground = mesh_of(&maze(1, 40, 30), 1);
    let with_link = |cost| {
        let (from, to) = (ground.vertices()[0].into(), ground.vertices()[500].into());
        let link = RawLink { from, to, cost: Some(cost), both_ways: true, ..RawLink::default() };
        build(&RawMesh { links: vec![link], ..ground.to_raw() }).unwrap()
    };
    let (cheap, dear) = (with_link(1.0), with_link(900.0));
    let stored = Landmarks::choose(&cheap).to_stored(&cheap);
    assert_eq!(stored.clone().verify(&dear).err(), Some(StoredLandmarksError::OtherMesh));
    assert!(stored.verify(&cheap).is_ok());
}

#[test]
fn searches_with_forged_distances_end() {
    let mesh = mesh_of(&rooms(3, 90, 70), 3);
    let mut forged = Landmarks::choose(&mesh).to_stored(&mesh);
    let mut random = SplitMix64::new(9);
    for distance in &mut forged.distances {
        *distance = u16::try_from(random.below(65536)).unwrap();
    }
    let landmarks = forged.verify(&mesh).unwrap();
    let guided = SearchMesh::of(&mesh).with_landmarks(&landmarks);
    let ends = points(&mesh, &mut random, 100);
    for pair in ends.windows(2) {
        let pair = [pair[0], pair[1]];
        let (filter, scratch) = (QueryFilter::uniform(), &mut AnyAngleScratch::new());
        let found = length(guided, pair, &filter, scratch);
        let least = length(SearchMesh::of(&mesh), pair, &filter, scratch);
        assert!(found.is_some() == least.is_some());
        assert!(found.unwrap_or(0.0) >= least.unwrap_or(0.0) * (1.0 - ROUNDING));
    }
}
