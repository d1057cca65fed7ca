//! Meshes that were baked and loaded again.

use std::error::Error;

use crate::support::queries::random_queries;
use crate::support::{build, position, raw_mesh};
use proptest::prelude::*;
use tautline::anyangle::Landmarks;
use tautline::baked::{BakedMap, LabelStorage};
use tautline::labels::{BakeOptions, Labels};
use tautline::navmesh::{LinkKind, RawLink, RawMesh, Terrain};
use tautline::{Ground, Path, QueryFilter, Scratch, lengths, path_in, paths};
use tautline_fixtures::{Cells, random_blocks, rooms};

/// A raw mesh of several terrains, with elevations and a link, all made of the
/// map alone.
fn rich_mesh(cells: &Cells) -> RawMesh {
    let mut raw = raw_mesh(cells);
    raw.elevations = raw.vertices.iter().map(|&[x, y]| x / 4.0 - y / 8.0).collect();
    raw.terrains = [0, 1, 2].into_iter().cycle().map(Terrain).take(raw.area_count()).collect();
    let centre = |[x, y]: [i32; 2]| position([2 * x + 1, 2 * y + 1]);
    let (first, last) = (cells.walkable_cells().next(), cells.walkable_cells().last());
    if let (Some(from), Some(to)) = (first.map(centre), last.map(centre)) {
        let elevation = |[x, y]: [f32; 2]| x / 4.0 - y / 8.0;
        let (from, to) = (from.to_array(), to.to_array());
        raw.links.push(RawLink {
            from,
            from_elevation: elevation(from),
            to,
            to_elevation: elevation(to),
            kind: LinkKind::Ladder,
            ..RawLink::default()
        });
    }
    raw
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_was_baked_is_loaded_as_it_was_and_gives_the_same_answers(
        (seed, width, height, percent) in (any::<u64>(), 1_u16..16, 1_u16..16, 0_u8..50),
        name in proptest::option::of("[a-z]{0,8}"),
    ) {
        let mut cells = random_blocks(seed, width, height, percent);
        // Without any ground there is no mesh.
        cells.set(0, 0, true);
        let mesh = build(&rich_mesh(&cells)).unwrap();
        let mut baked = BakedMap::from(mesh.clone()).with_mesh_for(0.5, mesh).unwrap();
        baked.name = name;
        baked.terrain_names = vec!["road".to_owned(), "mud".to_owned()];
        let bytes = baked.encode().unwrap();
        let loaded = BakedMap::decode(&bytes).unwrap();
        prop_assert_eq!(&loaded, &baked);
        let queries = random_queries(&cells, seed, 20);
        prop_assert_eq!(paths(loaded.mesh(), &queries), paths(baked.mesh(), &queries));
        prop_assert_eq!(loaded.encode().unwrap(), bytes, "equal meshes have equal bytes");
    }
}

#[test]
fn every_flipped_byte_is_noticed() -> Result<(), Box<dyn Error>> {
    let mesh = build(&rich_mesh(&Cells::from_rows(&["...", ".#.", "..."])))?;
    let bytes = BakedMap::from(mesh).encode()?;
    for index in 0..bytes.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[index] ^= change;
            assert!(BakedMap::decode(&damaged).is_err(), "byte {index} with {change:#x}");
        }
    }
    Ok(())
}

#[test]
fn every_cut_and_every_addition_is_noticed() -> Result<(), Box<dyn Error>> {
    let mesh = build(&rich_mesh(&Cells::from_rows(&["..", ".#"])))?;
    let mut bytes = BakedMap::from(mesh).encode()?;
    for length in 0..bytes.len() {
        assert!(BakedMap::decode(&bytes[..length]).is_err(), "{length} bytes");
    }
    bytes.push(0);
    assert!(BakedMap::decode(&bytes).is_err());
    Ok(())
}

#[test]
fn radii_are_kept_in_order_and_each_has_one_mesh() -> Result<(), Box<dyn Error>> {
    let mesh = build(&rich_mesh(&Cells::from_rows(&["...", ".#.", "..."])))?;
    let map = BakedMap::for_radius(2.0, mesh.clone())?.with_mesh_for(0.5, mesh.clone())?;
    let radii = |map: &BakedMap| map.meshes().iter().map(|mesh| mesh.radius()).collect::<Vec<_>>();
    assert_eq!(radii(&map), [0.5, 2.0]);
    assert_eq!(radii(&BakedMap::decode(&map.encode()?)?), [0.5, 2.0]);
    assert_eq!(map.mesh_for(0.0).map(|mesh| mesh.radius()), Some(0.5));
    assert_eq!(map.mesh_for(0.75).map(|mesh| mesh.radius()), Some(2.0));
    assert!(map.mesh_for(2.5).is_none() && map.mesh_for(f32::NAN).is_none());
    for bad in [-1.0, f32::NAN, f32::INFINITY, 2.0] {
        assert!(map.clone().with_mesh_for(bad, mesh.clone()).is_err(), "{bad}");
    }
    Ok(())
}

#[test]
fn landmarks_are_baked_and_change_no_length() -> Result<(), Box<dyn Error>> {
    let cells = rooms(5, 80, 60);
    let mesh = build(&raw_mesh(&cells))?;
    let landmarks = Landmarks::choose(&mesh);
    assert!(!landmarks.is_empty());
    let mut map = BakedMap::from(mesh.clone());
    for of_radius in map.meshes_mut() {
        of_radius.set_landmarks(landmarks.clone());
    }
    let loaded = BakedMap::decode(&map.encode()?)?;
    assert!(loaded == map);
    assert!(Ground::from(&loaded).landmarks() == Some(&landmarks));

    let queries = random_queries(&cells, 5, 300);
    let with_landmarks = lengths(&loaded, &queries);
    for (one, other) in with_landmarks.into_iter().zip(lengths(&mesh, &queries)) {
        match (one, other) {
            (Ok(one), Ok(other)) => assert!((one - other).abs() <= 1e-12 * other),
            (one, other) => assert_eq!(one, other),
        }
    }
    Ok(())
}

/// Regression: landmarks of a map with labels served no query.
#[test]
fn landmarks_serve_the_queries_that_labels_do_not_answer() -> Result<(), Box<dyn Error>> {
    let cells = random_blocks(5, 90, 70, 35);
    let mesh = build(&raw_mesh(&cells))?;
    let mut map = BakedMap::from(mesh.clone());
    for of_radius in map.meshes_mut() {
        of_radius.set_labels(Labels::bake(&mesh, &BakeOptions::default())?, LabelStorage::Full);
    }
    let labelled = map.clone();
    map.meshes_mut().for_each(|of_radius| of_radius.set_landmarks(Landmarks::choose(&mesh)));
    let mut scratch = Scratch::new();
    let mut expanded = [0, 0];
    for query in random_queries(&cells, 5, 100) {
        let mut path = Path::default();
        if path_in(&mesh, &query, &mut scratch, &mut path).is_err() {
            continue;
        }
        let mut filter = QueryFilter::uniform();
        filter.forbid_area(path.areas[path.areas.len() / 2]);
        let query = query.with_filter(&filter);
        let answers = [&labelled, &map].map(|map| {
            path_in(map, &query, &mut scratch, &mut path)
                .map(|()| (path.length, scratch.expanded()))
        });
        match answers {
            [Ok((one, few)), Ok((other, many))] => {
                assert!((one - other).abs() <= 1e-12 * other);
                expanded = [expanded[0] + few, expanded[1] + many];
            }
            [one, other] => assert_eq!(one, other),
        }
    }
    assert!(expanded[1] > 0 && expanded[1] < expanded[0] * 9 / 10, "{expanded:?}");
    Ok(())
}
