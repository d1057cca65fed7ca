//! Navigation meshes of Detour.

#![cfg(feature = "detour")]

use proptest::prelude::*;
use tautline_fixtures::detour::{DetourPolygon, detour_file, detour_tiles};
use tautline_formats::FormatError;
use tautline_formats::detour::{self, Edge, OffMeshConnection, Polygon, TileSide};

#[test]
fn tiles_are_read_whether_references_are_long_or_short() {
    let tiles = detour_tiles();
    let short = detour::parse(&detour_file(&tiles, false)).unwrap();
    assert_eq!(short, detour::parse(&detour_file(&tiles, true)).unwrap());
    let [left, right] = &short.tiles[..] else { panic!("two tiles") };
    assert_eq!((left.position, right.position), ([0, 0], [1, 0]));
    assert_eq!((left.min, left.max), ([0.0, 0.0, -2.0], [4.0, 0.0, 4.0]));
    assert_eq!(
        (left.climb.to_bits(), left.radius.to_bits()),
        (0.9_f32.to_bits(), 0.5_f32.to_bits())
    );
    assert_eq!(left.vertices, tiles[0].vertices);
    let polygon = |corners: [u32; 4], edges: [Edge; 4], area, flags| Polygon {
        corners: corners.to_vec(),
        edges: edges.to_vec(),
        area,
        flags,
    };
    let (wall, max_x) = (Edge::Wall, Edge::Portal(TileSide::MaxX));
    let expected = [
        polygon([0, 1, 2, 3], [wall, wall, max_x, Edge::Polygon(1)], 0, 1),
        polygon([4, 0, 3, 5], [wall, Edge::Polygon(0), max_x, wall], 0, 0),
    ];
    assert_eq!(left.polygons, expected);
    assert_eq!(right.polygons[0].edges[0], Edge::Portal(TileSide::MinX));
    assert_eq!(right.polygons[2], polygon([6, 7, 8, 9], [wall; 4], 5, 8));
    let connection = OffMeshConnection {
        from: [2.0, 0.25, 2.0],
        to: [7.25, 6.0, 2.0],
        radius: 0.5,
        bidirectional: false,
        area: 7,
        flags: 2,
    };
    assert_eq!((&left.connections[..], &right.connections[..]), (&[connection][..], &[][..]));
}

#[test]
fn a_single_tile_and_a_list_that_ends_early_are_read() {
    let [left, right] = detour_tiles();
    for long in [false, true] {
        let single = detour::parse(&right.bytes(long)).unwrap();
        assert_eq!(
            single.tiles,
            detour::parse(&detour_file(std::slice::from_ref(&right), long)).unwrap().tiles
        );
        // A tile without a reference ends the list.
        let mut file = detour_file(&[left.clone(), right.clone()], long);
        let second = detour_file(std::slice::from_ref(&left), long).len();
        file[second] = 0;
        assert_eq!(detour::parse(&file).unwrap().tiles.len(), 1);
    }
    assert_eq!(detour::parse(&detour_file(&[], false)).unwrap().tiles.len(), 0);
}

#[test]
fn errors_have_their_location() {
    let file = detour_file(&detour_tiles(), false);
    let second_tile = detour_file(&detour_tiles()[..1], false).len();
    let damage = |offset: usize, bytes: &[u8]| {
        let mut file = file.clone();
        file.splice(offset..offset + bytes.len(), bytes.iter().copied());
        file
    };
    let with_polygon = |change: &dyn Fn(&mut DetourPolygon)| {
        let mut tiles = detour_tiles();
        change(&mut tiles[1].polygons[1]);
        detour_file(&tiles, true)
    };
    let cases = [
        ("nothing", Vec::new()),
        ("another kind", b"PNG\r".to_vec()),
        ("a tile cache", b"TEST\x01\0\0\0".to_vec()),
        ("big-endian", b"MSET\0\0\0\x01".to_vec()),
        ("version of the list", damage(4, &[2])),
        ("cut off in the header", file[..30].to_vec()),
        ("cut off in a tile", file[..300].to_vec()),
        ("no tile", damage(48, b"DNAV")),
        ("version of a tile", damage(52, &[6])),
        ("too many polygons", damage(48 + 24, &[0xff; 4])),
        ("more ground than polygons", damage(48 + 56, &[9])),
        ("a coordinate", damage(148, &f32::NAN.to_le_bytes())),
        ("two corners", with_polygon(&|polygon| polygon.corners.truncate(2))),
        ("seven corners", with_polygon(&|polygon| polygon.corners.resize(7, 0))),
        ("a vertex", with_polygon(&|polygon| polygon.corners[3] = 10)),
        ("a neighbour", with_polygon(&|polygon| polygon.edges[3] = 4)),
        ("a side", with_polygon(&|polygon| polygon.edges[3] = 0x8001)),
        ("a connection's polygon", damage(second_tile - 36 + 28, &[1])),
    ];
    let mut messages = String::new();
    for (name, bytes) in cases {
        let message = match detour::parse(&bytes) {
            Ok(_) => "is read".to_owned(),
            Err(error) => error.to_string(),
        };
        messages.push_str(&format!("{name}: {message}\n"));
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn every_truncation_is_an_error() {
    for long in [false, true] {
        let file = detour_file(&detour_tiles(), long);
        for length in 0..file.len() {
            assert!(detour::parse(&file[..length]).is_err(), "{length}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn damaged_files_are_read_or_rejected(
        long: bool,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut file = detour_file(&detour_tiles(), long);
        for (index, byte) in damage {
            let index = index.index(file.len());
            file[index] = byte;
        }
        match detour::parse(&file) {
            Ok(mesh) => {
                for tile in &mesh.tiles {
                    let corners = tile.polygons.iter().flat_map(|polygon| &polygon.corners);
                    prop_assert!(corners.copied().all(|corner| (corner as usize) < tile.vertices.len()));
                    prop_assert!(tile.vertices.iter().flatten().all(|number| number.is_finite()));
                }
            }
            Err(error) => prop_assert!(FormatError::to_string(&error).len() < 300),
        }
    }
}
