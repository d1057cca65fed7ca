//! Ground with labels: the same answers as without.
#![expect(clippy::unwrap_used, reason = "a helper of tests")]

use std::error::Error;

use crate::support::queries::random_queries;
use crate::support::{build, raw_mesh};
use tautline::baked::{BakedError, BakedMap, LabelStorage};
use tautline::dynamic::DynamicNavMesh;
use tautline::labels::{BakeOptions, Hubs, Labels};
use tautline::navmesh::{
    AreaId, LinkKind, Location, QueryFilter, RawLink, Terrain, rectangles_from_cells,
};
use tautline::{
    BakedVersion, Budget, Ground, NavMesh, Path, PathError, PathOptions, Query, Scratch, Tier,
    Vec2, lengths, next_corners_to, path_in, paths, paths_to,
};
use tautline_fixtures::{SplitMix64, random_blocks};

/// Blocks at random, and the mesh between them.
fn maze(seed: u64) -> (tautline_fixtures::Cells, NavMesh) {
    let mut cells = random_blocks(seed, 24, 20, 30);
    cells.set(0, 0, true);
    let mesh = build(&raw_mesh(&cells)).unwrap();
    (cells, mesh)
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-12 * one.max(other)
}

#[test]
fn batches_with_labels_give_the_lengths_of_the_search() {
    for seed in 0..20 {
        let (cells, mesh) = maze(seed);
        let queries = random_queries(&cells, seed, 700);
        let searched = paths(&mesh, &queries);
        for hubs in [Hubs::All, Hubs::AtMost(3), Hubs::AtMost(0)] {
            let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs)).unwrap();
            let ground = Ground::of(&mesh).with_labels(&labels);
            let looked_up = paths(ground, &queries);
            let only_lengths = lengths(ground, &queries);
            for ((searched, found), length) in searched.iter().zip(&looked_up).zip(&only_lengths) {
                match (searched, found) {
                    (Ok(searched), Ok(found)) => {
                        assert!(is_same(searched.length, found.length), "{searched:?} {found:?}");
                        assert_eq!(found.tier, Tier::Exact);
                        assert_eq!(length, &Ok(found.length));
                    }
                    (searched, found) => {
                        assert_eq!(searched.as_ref().err(), found.as_ref().err());
                        assert_eq!(length.as_ref().err(), found.as_ref().err());
                    }
                }
            }
        }
    }
}

#[test]
fn a_goal_can_be_shared_by_few_or_many() {
    for (seed, agents) in [(1, 5), (2, 600), (3, 1500)] {
        let (cells, mesh) = maze(seed);
        let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
        let ground = Ground::of(&mesh).with_labels(&labels);
        let queries = random_queries(&cells, seed, agents);
        let starts: Vec<_> = queries.iter().map(|query| query.start).collect();
        let goal = queries[0].goal;
        let (found, next) = (
            paths_to(ground, &starts, goal, &PathOptions::default()),
            next_corners_to(ground, &starts, goal, &PathOptions::default()),
        );
        let (searched, next_searched) = (
            paths_to(&mesh, &starts, goal, &PathOptions::default()),
            next_corners_to(&mesh, &starts, goal, &PathOptions::default()),
        );
        for index in 0..starts.len() {
            match (&found[index], &searched[index]) {
                (Ok(found), Ok(searched)) => {
                    assert!(is_same(found.length, searched.length), "{found:?} {searched:?}");
                    let next = next[index].as_ref().unwrap();
                    assert!(is_same(next.distance, found.length), "{next:?} {found:?}");
                    let leg = f64::from(starts[index].point.distance(next.point));
                    assert!(leg <= found.length * 1.000_001, "{next:?}");
                }
                (found, searched) => {
                    assert_eq!(found, searched);
                    assert_eq!(next[index].err(), found.as_ref().err().copied());
                }
            }
            assert_eq!(next_searched[index].is_ok(), searched[index].is_ok());
        }
    }
}

#[test]
fn a_shared_goal_is_reached_by_links_with_labels_too() -> Result<(), Box<dyn Error>> {
    // Two islands, and a ferry.
    let mut raw = rectangles_from_cells(9, 2, |x, _| (x != 4).then_some(Terrain(0)));
    let ferry = RawLink {
        from: [3.5, 1.0],
        to: [5.5, 1.0],
        cost: Some(3.0),
        kind: LinkKind::Other,
        both_ways: true,
        ..RawLink::default()
    };
    raw.links.push(ferry);
    let mesh = raw.build()?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let ground = Ground::of(&mesh).with_labels(&labels);
    let starts = [[1.0, 1.0], [8.0, 0.5]].map(|start| Location::from(Vec2::from(start)));
    let goal = Vec2::new(7.0, 1.0);

    let with_areas = PathOptions::default().with_areas();
    let found = paths_to(ground, &starts, goal, &with_areas);
    assert_eq!(found[0].as_ref().map(|path| path.links.len()), Ok(1));
    assert_eq!(found, paths_to(&mesh, &starts, goal, &PathOptions::default()));
    let queries = starts.map(|start| Query::new(start.point, goal).with_areas());
    assert_eq!(found, paths(ground, &queries));
    let next = next_corners_to(ground, &starts, goal, &PathOptions::default());
    assert_eq!(next, next_corners_to(&mesh, &starts, goal, &PathOptions::default()));
    Ok(())
}

/// Labels know nothing of what is forbidden; where that does not concern their paths, they
/// answer all the same.
#[test]
fn labels_answer_where_some_ground_is_forbidden() {
    let mut looked_up = 0;
    for seed in 0..30 {
        let (cells, mesh) = maze(seed);
        let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
        let ground = Ground::of(&mesh).with_labels(&labels);
        let mut random = SplitMix64::new(seed);
        let mut filter = QueryFilter::uniform();
        for area in mesh.areas() {
            if random.chance([2, 10, 40][usize::try_from(seed % 3).unwrap()]) {
                filter.forbid_area(area);
            }
        }
        let [mut scratch, mut searching] = [Scratch::new(), Scratch::new()];
        let [mut found, mut searched] = [Path::default(), Path::default()];
        for query in random_queries(&cells, seed, 300) {
            let query =
                query.with_filter(&filter).with_snap(if random.chance(50) { 2.0 } else { 0.0 });
            let outcome = path_in(ground, &query, &mut scratch, &mut found);
            assert_eq!(outcome, path_in(&mesh, &query, &mut searching, &mut searched));
            if outcome.is_ok() {
                assert!(is_same(found.length, searched.length), "{found:?} {searched:?}");
                assert_eq!(found.goal_snap.to_bits(), searched.goal_snap.to_bits());
                let is_long = searching.expanded() > 20;
                looked_up += u32::from(is_long && found.areas.is_empty());
            }
        }
    }
    assert!(looked_up > 500, "{looked_up}");
}

#[test]
fn the_error_of_a_start_comes_before_that_of_a_shared_goal() {
    let (_, mesh) = maze(4);
    let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
    let off = Vec2::new(-1.0, 0.5);
    let starts = [Vec2::new(0.5, 0.5), off, Vec2::new(f32::NAN, 0.0)];
    for goal in [off, Vec2::new(0.0, f32::INFINITY)] {
        let expected = paths_to(&mesh, &starts, goal, &PathOptions::default());
        assert!(matches!(expected[1], Err(PathError::StartOffMesh { .. })));
        // Not all of them are equal to themselves.
        let told = |errors: Vec<Option<PathError>>| format!("{errors:?}");
        let expected = told(expected.into_iter().map(Result::err).collect());
        let ground = Ground::of(&mesh).with_labels(&labels);
        let found = paths_to(ground, &starts, goal, &PathOptions::default())
            .into_iter()
            .map(Result::err)
            .collect();
        assert_eq!(told(found), expected);
        let next = next_corners_to(ground, &starts, goal, &PathOptions::default())
            .into_iter()
            .map(Result::err)
            .collect();
        assert_eq!(told(next), expected);
    }
}

#[test]
fn queries_that_labels_cannot_answer_are_searched() {
    let (cells, mesh) = maze(7);
    let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
    let ground = Ground::of(&mesh).with_labels(&labels);
    let mut forbidding = QueryFilter::uniform();
    forbidding.forbid_area(mesh.locate(Vec2::new(0.5, 0.5)).unwrap());
    let (mut scratch, mut path, mut expected) = (Scratch::new(), Path::default(), Path::default());
    for query in random_queries(&cells, 7, 200) {
        let query = query.with_tier(Tier::Classic);
        for query in [query.with_filter(&forbidding), query] {
            let found = path_in(ground, &query, &mut scratch, &mut path);
            assert_eq!(found, path_in(&mesh, &query, &mut scratch, &mut expected));
            assert_eq!(path, expected);
        }
    }
}

#[test]
fn the_areas_of_a_path_are_found_whatever_answers() {
    for seed in 0..20 {
        let (cells, mesh) = maze(seed);
        let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
        let ground = Ground::of(&mesh).with_labels(&labels);
        let mut forbidding = QueryFilter::uniform();
        (0..9).for_each(|area| forbidding.forbid_area(AreaId(5 * area)));
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        for query in random_queries(&cells, seed, 200) {
            let query = query.with_areas();
            for query in [query, query.with_filter(&forbidding)] {
                if path_in(ground, &query, &mut scratch, &mut path).is_err() {
                    continue;
                }
                let filter = query.options.filter.unwrap_or(&forbidding);
                let is_open =
                    |&area: &AreaId| query.options.filter.is_none() || mesh.is_open(area, filter);
                assert!(path.areas.iter().all(is_open));
                let borders = |pair: &[AreaId]| {
                    mesh.half_edges_in(pair[0]).iter().any(|edge| edge.across() == pair[1])
                };
                assert!(path.areas.windows(2).all(borders), "{:?}", path.areas);
                // The points lie in areas of the list, in its order.
                let mut rest = &path.areas[..];
                for &point in &path.points {
                    let next = rest.iter().position(|&area| mesh.contains(area, point));
                    rest = &rest[next.unwrap()..];
                }
                let goal = path.points.last().copied();
                let last = path.areas.last().copied();
                assert!(goal.zip(last).is_some_and(|(goal, last)| mesh.contains(last, goal)));
            }
        }
    }
}

#[test]
fn costs_of_ground_that_is_not_there_change_nothing() -> Result<(), Box<dyn Error>> {
    let (cells, mesh) = maze(7);
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let ground = Ground::of(&mesh).with_labels(&labels);
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(7), 0.5)?;
    filter.set(Terrain(200), 3.0)?;
    filter.forbid(Terrain(9));
    let (mut scratch, mut path, mut expected) = (Scratch::new(), Path::default(), Path::default());
    for query in random_queries(&cells, 7, 200) {
        let same = path_in(ground, &query, &mut scratch, &mut expected);
        let found = path_in(ground, &query.with_filter(&filter), &mut scratch, &mut path);
        assert_eq!((found, scratch.expanded()), (same, 0));
        assert_eq!(path, expected);
        let classic = query.with_tier(Tier::Classic);
        let same = path_in(ground, &classic, &mut scratch, &mut expected);
        let found = path_in(ground, &classic.with_filter(&filter), &mut scratch, &mut path);
        assert_eq!((found, &path), (same, &expected));
    }
    // What is there does matter.
    filter.forbid(Terrain(0));
    let query = Query::new(Vec2::splat(0.5), Vec2::splat(0.25));
    let found = path_in(ground, &query.with_filter(&filter), &mut scratch, &mut path);
    assert!(matches!(found, Err(PathError::Forbidden { .. })));
    Ok(())
}

#[test]
fn labels_are_stored_whole_or_baked_again() -> Result<(), Box<dyn Error>> {
    let (cells, mesh) = maze(11);
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let bare = BakedMap::from(mesh.clone()).encode()?.len();
    let queries = random_queries(&cells, 3, 100);
    for form in [LabelStorage::Full, LabelStorage::HubOrder] {
        let mut map = BakedMap::from(mesh.clone());
        map.meshes_mut().for_each(|mesh| mesh.set_labels(labels.clone(), form));
        let bytes = map.encode()?;
        let loaded = BakedMap::decode(&bytes)?;
        assert!(loaded.encode()? == bytes, "{form:?}");
        let expected = paths(Ground::of(&mesh).with_labels(&labels), &queries);
        for (found, expected) in paths(&loaded, &queries).iter().zip(&expected) {
            match (found, expected) {
                (Ok(found), Ok(expected)) => assert!(is_same(found.length, expected.length)),
                (found, expected) => assert_eq!(found, expected),
            }
        }
        if form == LabelStorage::Full {
            assert!(loaded == map);
        }
        if form == LabelStorage::HubOrder {
            assert!(bytes.len() < bare + bare / 4, "{} bytes for {bare}", bytes.len());
        }
    }
    Ok(())
}

#[test]
fn link_layers_are_stored_whole_or_baked_again() -> Result<(), Box<dyn Error>> {
    let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    for (y, kind) in [(2.0, LinkKind::Jump), (4.0, LinkKind::Ladder)] {
        raw.links.push(RawLink { from: [3.0, y], to: [6.0, y], kind, ..RawLink::default() });
    }
    let mesh = build(&raw)?;
    let mut options = BakeOptions::default();
    options.link_layers.push(vec![LinkKind::Ladder]);
    let labels = Labels::bake(&mesh, &options)?;
    assert_eq!(labels.stats().link_layers, 2);
    let mut filter = QueryFilter::uniform();
    filter.forbid_links(LinkKind::Jump);
    let query = Query::new(Vec2::new(2.0, 2.0), Vec2::new(7.0, 2.0)).with_filter(&filter);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for form in [LabelStorage::Full, LabelStorage::HubOrder] {
        let mut map = BakedMap::from(mesh.clone());
        map.meshes_mut().for_each(|mesh| mesh.set_labels(labels.clone(), form));
        let bytes = map.encode()?;
        let loaded = BakedMap::decode(&bytes)?;
        assert!(loaded.encode()? == bytes && loaded == map, "{form:?}");
        path_in(&loaded, &query, &mut scratch, &mut path)?;
        assert!(path.areas.is_empty(), "labels answer");
        assert_eq!(path.links.iter().map(|taken| taken.link.0).collect::<Vec<_>>(), [1]);
    }
    Ok(())
}

#[test]
fn labels_of_another_mesh_are_refused() -> Result<(), Box<dyn Error>> {
    let (one, other) = (maze(1).1, maze(2).1);
    let mut map = BakedMap::from(one);
    let labels = Labels::bake(&other, &BakeOptions::default())?;
    map.meshes_mut().for_each(|mesh| mesh.set_labels(labels.clone(), LabelStorage::Full));
    assert!(matches!(BakedMap::decode(&map.encode()?), Err(BakedError::Labels(_))));
    Ok(())
}

#[test]
fn a_budget_counts_labels_and_the_search_after_them_together() -> Result<(), Box<dyn Error>> {
    let (cells, mesh) = maze(3);
    // Where few corners are hubs, labels expand corners, too.
    let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::AtMost(0)))?;
    let ground = Ground::of(&mesh).with_labels(&labels);
    let mut closed = QueryFilter::uniform();
    mesh.areas().step_by(9).for_each(|area| closed.forbid_area(area));
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut both = 0;
    for query in random_queries(&cells, 3, 300) {
        let mut expand = |ground: Ground<'_>, query: &Query<'_>| {
            let found = path_in(ground, query, &mut scratch, &mut path);
            (found, scratch.expanded())
        };
        let (found, by_labels) = expand(ground, &query);
        let query = query.with_filter(&closed);
        let (_, by_search) = expand(Ground::of(&mesh), &query);
        let (answer, total) = expand(ground, &query);
        if found.is_err() || answer.is_err() || by_labels * by_search == 0 || total == by_labels {
            continue;
        }
        both += 1;
        assert_eq!(total, by_labels + by_search);
        assert_eq!(expand(ground, &query.with_budget(Budget(total))), (Ok(()), total));
        let expanded = total - 1;
        let short = expand(ground, &query.with_budget(Budget(expanded)));
        assert_eq!(short, (Err(PathError::BudgetExhausted { expanded }), expanded));
        let refused = expand(ground, &query.within(-1.0));
        assert_eq!(refused, (Err(PathError::InvalidShare { share: -1.0 }), 0));
    }
    assert!(both > 20, "{both}");
    Ok(())
}

/// Regression: where ground was forbidden, and with labels of an earlier version, queries searched instead.
#[test]
fn labels_of_another_mesh_are_refused_whatever_is_forbidden() -> Result<(), Box<dyn Error>> {
    let (_, mesh) = maze(3);
    let (_, other) = maze(4);
    let labels = Labels::bake(&other, &BakeOptions::default())?;
    let mut raw = mesh.to_raw();
    let [from, to] = [mesh.vertices()[0], mesh.vertices()[1]].map(Into::into);
    raw.links.push(RawLink { from, to, ..RawLink::default() });
    let mut closed = QueryFilter::uniform();
    closed.forbid_area(AreaId(0));
    let dynamic = DynamicNavMesh::new(mesh.clone())?;
    let version = BakedVersion::new(dynamic.version(), mesh.clone(), labels.clone());
    let last = AreaId(u32::try_from(mesh.area_count() - 1)?);
    let inside = mesh.corners(last).next().ok_or("no corner")?;
    let query = Query::new(inside, inside);
    let with_links = raw.build()?;
    for (ground, filter) in [
        (Ground::of(&mesh).with_labels(&labels), &QueryFilter::uniform()),
        (Ground::of(&mesh).with_labels(&labels), &closed),
        (Ground::of(&with_links).with_labels(&labels), &QueryFilter::uniform()),
        (Ground::of(&with_links).with_labels(&labels), &closed),
        (Ground::of_dynamic(&dynamic).with_version(&version), &QueryFilter::uniform()),
    ] {
        let mut path = Path::default();
        let refused = path_in(ground, &query.with_filter(filter), &mut Scratch::new(), &mut path);
        assert_eq!(refused, Err(PathError::BakedForOtherMesh));
    }
    Ok(())
}
