//! Builds a navigation mesh from arbitrary input, runs queries on it, and loads it again after
//! changing its stored form.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline_anyangle::{AnyAngleScratch, shortest_path};
use tautline_fuzz::{Bytes, assert_one_line};
use tautline_geometry::{Vec2, polygon};
use tautline_navmesh::{
    AreaId, BorderDictionary, BuildOptions, Corridor, CorridorScratch, LinkKind, NavMesh,
    PathQuery, QueryFilter, RawLink, RawMesh, TJunctions, Terrain, find_corridor,
};

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let options = options(&mut bytes);
    let raw = raw_mesh(&mut bytes);
    match NavMesh::build(&raw, &options) {
        Ok(build) => {
            assert_eq!(rebuilt(&build.mesh), build.mesh);
            check(&build.mesh, &mut bytes);
            check_stored(&build.mesh, &mut bytes);
        }
        Err(faults) => {
            assert!(!faults.all().is_empty());
            for fault in faults.all() {
                assert_one_line(fault);
            }
        }
    }
});

fn options(bytes: &mut Bytes) -> BuildOptions {
    let choice = bytes.byte();
    let t_junctions = match choice & 3 {
        0 => TJunctions::Ignore,
        1 => TJunctions::Report,
        2 => TJunctions::Link { max_step: 1.0 },
        _ => TJunctions::Link { max_step: bytes.float() },
    };
    BuildOptions { strict: choice & 4 != 0, t_junctions }
}

/// Reads a raw mesh: the vertices, the areas, and the optional lists, each after its length.
fn raw_mesh(bytes: &mut Bytes) -> RawMesh {
    let mut raw = RawMesh {
        vertices: (0..bytes.byte()).map(|_| bytes.point()).collect(),
        ..RawMesh::default()
    };
    for _ in 0..bytes.byte() % 64 {
        let corners = bytes.byte() % 16;
        let corners: Vec<u32> = (0..corners).map(|_| bytes.index()).collect();
        raw.push_area(&corners);
    }
    let choice = bytes.byte();
    let (areas, corners) = (raw.area_count(), raw.corners.len());
    raw.elevations = bytes.list(raw.vertices.len(), |bytes| match bytes.byte() {
        0xff => bytes.float(),
        byte => f32::from(byte / 16),
    });
    raw.terrains = bytes.list(areas, |bytes| Terrain(bytes.byte() % 4));
    raw.numbers = bytes.list(areas, Bytes::index);
    raw.neighbours = bytes.list(corners, |bytes| match bytes.byte() {
        0xff => RawMesh::NO_NEIGHBOUR,
        byte => u32::from(byte),
    });
    raw.walls = bytes.list(1, |bytes| [bytes.index(), bytes.index()]);
    raw.links = bytes.list(1, |bytes| {
        let choice = bytes.byte();
        RawLink {
            from: bytes.point(),
            from_elevation: f32::from(choice & 7),
            to: bytes.point(),
            to_elevation: if choice & 8 != 0 { bytes.float() } else { 0.0 },
            cost: (choice & 16 != 0).then(|| bytes.float()),
            kind: LinkKind::ALL[usize::from(choice >> 6)],
            both_ways: choice & 32 != 0,
            disabled: choice & 7 == 7,
        }
    });
    if choice & 1 != 0 {
        raw.weld();
    }
    if choice & 2 != 0 {
        raw.corner_ends = bytes.list(areas, Bytes::index);
    }
    raw
}

fn rebuilt(mesh: &NavMesh) -> NavMesh {
    let options = BuildOptions { strict: true, ..BuildOptions::default() };
    NavMesh::build(&mesh.to_raw(), &options).expect("a valid mesh").mesh
}

/// Checks the invariants of a valid mesh, and queries on it.
fn check(mesh: &NavMesh, bytes: &mut Bytes) {
    // Only the order of fans may differ, because a stored mesh has its own.
    let again = rebuilt(mesh);
    assert_eq!(again.to_raw(), mesh.to_raw());
    assert_eq!(again.fan_count(), mesh.fan_count());
    check_areas(mesh);
    let points: Vec<Vec2> = (0..4).map(|_| bytes.point().into()).collect();
    for &point in &points {
        check_nearest(mesh, point);
    }
    check_paths(mesh, points.into_iter().chain(mesh.vertices().iter().copied().take(8)));
}

/// Checks that areas are convex and located at their corners, and that twins agree.
fn check_areas(mesh: &NavMesh) {
    for area in mesh.areas() {
        let corners: Vec<Vec2> = mesh.corners(area).collect();
        assert!(polygon::is_convex(&corners));
        for &corner in &corners {
            assert!(mesh.areas_at(corner).any(|found| found == area));
            let scanned = mesh.areas().filter(|&area| mesh.contains(area, corner));
            assert!(mesh.areas_at(corner).eq(scanned));
        }
        for half_edge in mesh.half_edges_of(area) {
            let Some(twin) = mesh.twin(half_edge) else { continue };
            let [start, end] = mesh.ends(half_edge);
            assert_eq!(mesh.twin(twin), Some(half_edge));
            assert_eq!(mesh.ends(twin), [end, start]);
            assert_ne!(mesh.area_of(twin), area);
            assert_eq!(mesh.component(area), mesh.component(mesh.area_of(twin)));
        }
    }
    let borders = BorderDictionary::new(mesh);
    assert_eq!(borders.boundary().count() + 2 * borders.portals().count(), mesh.half_edge_count());
    let corners = (0..).take(mesh.vertices().len()).map(tautline_navmesh::VertexId);
    let listed =
        corners.flat_map(|vertex| mesh.fans_at(vertex)).flat_map(|fan| mesh.half_edges_at(fan));
    assert_eq!(listed.count(), mesh.half_edge_count());
}

/// Checks that the nearest point is on the mesh, and is found unless it is too far away.
fn check_nearest(mesh: &NavMesh, point: Vec2) {
    let Ok(near) = mesh.nearest(point, f32::MAX, &QueryFilter::uniform()) else {
        assert!(!point.is_finite());
        return;
    };
    if point.abs().max_element() < 1e30 && mesh.bounds().size().is_finite() {
        assert!(near.is_some() || mesh.bounds().distance_squared(point).sqrt() > 1e38);
    }
    if let Some(near) = near {
        assert!(mesh.areas_at(near.point).any(|area| area == near.area));
    }
}

/// Checks that corridors and exact paths reach the same goals, and that exact paths are not longer.
fn check_paths(mesh: &NavMesh, goals: impl Iterator<Item = Vec2>) {
    let start = mesh.corners(AreaId(0)).next().expect("an area has corners");
    let (mut scratch, mut exact) = (CorridorScratch::new(), AnyAngleScratch::new());
    let (mut path, mut areas) = (Vec::new(), Vec::new());
    for goal in goals {
        let mut corridor = Corridor::default();
        let query = PathQuery::new(start, goal);
        let found = find_corridor(mesh, &query, &mut scratch, &mut corridor);
        if mesh.links().is_empty() {
            let length = shortest_path(mesh, &query, &mut exact, &mut path);
            assert_eq!(length.is_ok(), found.is_ok(), "{length:?} {found:?}");
            if let (Ok(length), Ok(bound)) = (length, found) {
                assert!(length <= bound * (1.0 + 1e-9) + 1e-30, "{length} {bound}");
                exact.read_areas(mesh, &mut areas);
                assert!(mesh.contains(areas[0], start));
                assert!(mesh.contains(areas[areas.len() - 1], goal));
            }
        }
        if found.is_ok() {
            assert!(mesh.contains(corridor.areas[0], start));
            assert!(mesh.contains(corridor.areas[corridor.crossings.len()], goal));
        }
    }
}

/// Stores a mesh and loads it. Then changes the stored form, and checks the mesh if it is still
/// accepted.
fn check_stored(mesh: &NavMesh, bytes: &mut Bytes) {
    let mut stored = mesh.to_stored();
    assert_eq!(&stored.clone().verify().expect("a valid mesh"), mesh);
    for _ in 0..bytes.byte() % 8 {
        let list = match bytes.byte() % 6 {
            0 => &mut stored.vertex_order,
            1 => &mut stored.fan_vertices,
            2 => &mut stored.half_edge_fans,
            3 => &mut stored.twins,
            4 => &mut stored.half_edge_ends,
            _ => &mut stored.block_cut_numbers,
        };
        let (index, entry) = (usize::from(bytes.byte()), bytes.index());
        match list.len() {
            0 => list.push(entry),
            length => list[index % length] = entry,
        }
    }
    match stored.verify() {
        Ok(accepted) => check(&accepted, bytes),
        Err(error) => assert_one_line(&error),
    }
}
