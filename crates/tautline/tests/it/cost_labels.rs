//! Labels for the costs of terrain, compared with searches and with sums over tiles.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests may fail as tests do, and their numbers are small"
)]

use tautline::bake::{CostLabelOutcome, CostProfile, MapBaker, MapError, ProfileError, Warning};
use tautline::baked::BakedMap;
use tautline::formats::no_files;
use tautline::navmesh::{LinkId, LinkKind, RandomPoints, RayCast, Terrain};
use tautline::weighted::CostLabels;
use tautline::{
    Ground, NavMesh, Path, PathError, Query, QueryFilter, Scratch, Tier, Vec2, path_in,
};
use tautline_fixtures::linked::random_point;
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{SplitMix64, WeightedTiles, maze, random_blocks, random_mesh, rooms};

use crate::support::maps;
use crate::terrain::{filter, linked_mesh, mesh};
use crate::weighted::check_sums;

/// A mesh of four classes, with areas of up to 4 cells and vertices on their sides.
fn irregular_mesh(seed: u64) -> (NavMesh, impl FnMut() -> Vec2) {
    let cells = match seed % 3 {
        0 => maze(seed, 16, 12),
        1 => rooms(seed, 40, 30),
        _ => random_blocks(seed, 30, 30, 38),
    };
    let class = |[x, y]: [i32; 2]| ((x / 3 + y / 2) * 7 % 4).unsigned_abs() as u8;
    let options = RandomMeshOptions { longest: 4, cut: 50 };
    let (plain, classes) = random_mesh(seed, &cells, class, options);
    let mut raw = tautline::navmesh::RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| raw.push_area(area));
    raw.terrains = classes.into_iter().map(Terrain).collect();
    let mut random = SplitMix64::new(seed);
    (raw.build().unwrap(), move || Vec2::from(random_point(&mut random, &cells)))
}

#[test]
fn labels_answer_at_the_costs_of_searches() {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (mut excess, mut found) = (0.0, 0);
    for seed in 0..12 {
        let tiles = WeightedTiles::random(seed, 32);
        let (mesh, filter) = (mesh(&tiles), filter());
        let labels = [CostLabels::bake(&mesh, &filter).unwrap()];
        let ground = Ground::of(&mesh).with_cost_labels(&labels);
        let points = RandomPoints::new(&mesh);
        let mut state = seed;
        for number in 0..60 {
            let mut point = || {
                let point = points.draw(&mesh, &mut state).unwrap().1;
                // On vertices and borders, too.
                if number % 3 == 0 { point.round() } else { point }
            };
            let query = Query::new(point(), point()).with_filter(&filter);
            let searched = path_in(&mesh, &query, &mut scratch, &mut path);
            let cost = path.cost;
            assert_eq!(path_in(ground, &query, &mut scratch, &mut path), searched);
            if searched.is_ok() {
                assert_eq!((path.tier, scratch.expanded()), (Tier::Weighted, 0));
                check_sums(&tiles, &path);
                assert!(path.cost <= 1.06 * cost, "seed {seed}: {cost} became {}", path.cost);
                excess += path.cost / cost - 1.0;
                found += 1;
            }
        }
    }
    assert!(found > 300 && excess < 0.0005 * f64::from(found), "{excess} in {found}");
}

/// `TAUTLINE_MAPS` is the number of maps, of three kinds in turns.
#[test]
fn labels_reach_all_goals_by_paths_that_can_be_walked() {
    let (mut scratch, mut path, mut ray) = (Scratch::new(), Path::default(), RayCast::new());
    let (maps, mut found) = (maps(9), 0);
    let mut forbidding = filter();
    forbidding.forbid(Terrain(2));
    for seed in 0..maps {
        let (mesh, mut point) = irregular_mesh(seed);
        for filter in [filter(), forbidding.clone()] {
            let labels = [CostLabels::bake(&mesh, &filter).unwrap()];
            let ground = Ground::of(&mesh).with_cost_labels(&labels);
            let mut closing = filter.clone();
            mesh.areas().step_by(9).for_each(|area| closing.forbid_area(area));
            for filter in [&filter, &closing] {
                for _ in 0..30 {
                    let query = Query::new(point(), point());
                    let query = query.with_filter(filter).with_tier(Tier::Weighted);
                    let searched = path_in(&mesh, &query, &mut scratch, &mut path);
                    let cost = path.cost;
                    assert_eq!(path_in(ground, &query, &mut scratch, &mut path), searched);
                    if searched.is_ok() {
                        let walked = mesh.can_walk(path.points.iter().copied(), filter, &mut ray);
                        assert_eq!(walked, Ok(true), "seed {seed}: {:?}", path.points);
                        assert!(path.cost <= 1.1 * cost + 1e-9, "{seed}: {} {cost}", path.cost);
                        found += 1;
                    }
                }
            }
        }
    }
    assert!(found > 25 * maps, "{found}");
}

/// The cost of a path over links, summed over many short pieces.
fn sampled_cost(mesh: &NavMesh, filter: &QueryFilter, path: &Path) -> f64 {
    const PIECES: u8 = 200;
    let (mut cost, mut factor) = (0.0, 1.0);
    for (index, ends) in path.points.windows(2).enumerate() {
        if let Some(taken) = path.links.iter().find(|taken| taken.point == index) {
            cost += mesh.links()[taken.link.index()].cost;
            continue;
        }
        let piece = f64::from(ends[0].distance(ends[1])) / f64::from(PIECES);
        for number in 0..PIECES {
            let middle = (f32::from(number) + 0.5) / f32::from(PIECES);
            // Rounding may move a point off the border that the path follows, or off the mesh.
            let offsets = [[0.0, 0.0], [1e-5, 0.0], [-1e-5, 0.0], [0.0, 1e-5], [0.0, -1e-5]];
            let at = |offset| mesh.areas_at(ends[0].lerp(ends[1], middle) + Vec2::from(offset));
            let open = offsets.into_iter().flat_map(at).filter(|&area| filter.allows_area(area));
            let factors = open.map(|area| filter.factor(mesh.terrain(area)));
            factor = factors.reduce(f64::min).unwrap_or(factor);
            cost += piece * factor;
        }
    }
    cost
}

/// Asserts that a path over links can be walked, and that its links are open.
fn check_links(mesh: &NavMesh, filter: &QueryFilter, path: &Path, ray: &mut RayCast) {
    let mut begin = 0;
    for taken in &path.links {
        let link = &mesh.links()[taken.link.index()];
        assert!(link.both_ways || taken.forwards, "{taken:?}");
        assert!(filter.allows_link(taken.link) && filter.allows_links(link.kind), "{taken:?}");
        let ends = if taken.forwards { [&link.from, &link.to] } else { [&link.to, &link.from] };
        assert_eq!(path.points[taken.point..][..2], ends.map(|end| end.point), "{taken:?}");
        let stretch = path.points[begin..=taken.point].iter().copied();
        assert_eq!(mesh.can_walk(stretch, filter, ray), Ok(true), "{:?}", path.points);
        begin = taken.point + 1;
    }
    let rest = path.points[begin..].iter().copied();
    assert_eq!(mesh.can_walk(rest, filter, ray), Ok(true), "{:?}", path.points);
}

/// `TAUTLINE_MAPS` is the number of maps.
#[test]
fn labels_lead_over_links() {
    let (mut scratch, mut path, mut ray) = (Scratch::new(), Path::default(), RayCast::new());
    let (maps, mut counts, mut excess) = (maps(12), [0_u32; 3], 0.0);
    for seed in 0..maps {
        let mut random = SplitMix64::new(seed);
        let mesh = linked_mesh(&mut random, seed);
        let baked = CostLabels::bake(&mesh, &filter()).unwrap();
        let stored = baked.to_stored(&mesh);
        let labels = [stored.verify(&mesh).unwrap()];
        assert!(labels[0] == baked);
        let ground = Ground::of(&mesh).with_cost_labels(&labels);
        let points = RandomPoints::new(&mesh);
        let mut state = seed;
        for number in 0..100 {
            let mut point = || {
                let point = points.draw(&mesh, &mut state).unwrap().1;
                // On vertices, borders and point contacts, too.
                if number % 3 == 0 { point.round() } else { point }
            };
            let mut filter = filter();
            if number % 5 == 1 {
                // Twice as dear, so that links are cheaper.
                for class in (0..4).map(Terrain) {
                    filter.set(class, 2.0 * filter.factor(class) as f32).unwrap();
                }
            }
            if number % 5 == 2 {
                filter.forbid_link(LinkId(random.below(6) as u32));
            }
            if number % 5 == 3 {
                mesh.areas().step_by(7).for_each(|area| filter.forbid_area(area));
            }
            if number % 5 == 4 {
                LinkKind::ALL.into_iter().for_each(|kind| filter.forbid_links(kind));
            }
            let query = Query::new(point(), point()).with_filter(&filter);
            let query = query.with_tier(Tier::Weighted);
            let searched = path_in(&mesh, &query, &mut scratch, &mut path);
            let cost = path.cost;
            let place = format!("seed {seed}, number {number}: {cost}");
            assert_eq!(path_in(ground, &query, &mut scratch, &mut path), searched, "{place}");
            if searched.is_err() {
                continue;
            }
            check_links(&mesh, &filter, &path, &mut ray);
            assert!(path.cost <= 1.15 * cost + 1e-9, "{place} became {}", path.cost);
            // The search may be the dearer one.
            let sampled = sampled_cost(&mesh, &filter, &path);
            let error = (path.cost - sampled).abs();
            assert!(error <= 0.05 * sampled + 1e-6, "{place}: {} for {sampled}", path.cost);
            excess += if cost > 0.0 { path.cost / cost - 1.0 } else { 0.0 };
            counts[0] += 1;
            counts[1] += u32::from(!path.links.is_empty());
            counts[2] += u32::from(scratch.expanded() == 0);
        }
    }
    let [found, over_links, looked_up] = counts;
    assert!(over_links * 4 > found && looked_up * 10 > found * 9, "{counts:?}");
    assert!(excess < 0.002 * f64::from(found), "{excess} in {found}");
}

/// Whatever passes the check ends, and yields paths over the ground.
#[test]
fn forged_labels_that_pass_give_paths_that_can_be_walked() {
    let mesh = mesh(&WeightedTiles::random(7, 16));
    let filter = filter();
    let stored = CostLabels::bake(&mesh, &filter).unwrap().to_stored(&mesh);
    let mut random = SplitMix64::new(1);
    let points = RandomPoints::new(&mesh);
    let (mut scratch, mut path, mut ray) = (Scratch::new(), Path::default(), RayCast::new());
    let mut passed = 0;
    for seed in 0..150 {
        let mut stored = stored.clone();
        // Rows without some of their entries.
        let (mut hubs, mut costs, mut nexts) = (Vec::new(), Vec::new(), Vec::new());
        let starts = stored.row_starts.clone();
        stored.row_starts = vec![0];
        for bounds in starts.windows(2) {
            for index in bounds[0] as usize..bounds[1] as usize {
                let is_first = stored.hubs[index] < 3;
                if is_first || random.below(1 + 2 * seed) > 0 {
                    hubs.push(stored.hubs[index]);
                    costs.push(stored.costs[index]);
                    nexts.push(stored.nexts[index]);
                }
            }
            stored.row_starts.push(hubs.len() as u32);
        }
        (stored.hubs, stored.costs, stored.nexts) = (hubs, costs, nexts);
        let Ok(labels) = stored.verify(&mesh) else { continue };
        passed += 1;
        let labels = [labels];
        let ground = Ground::of(&mesh).with_cost_labels(&labels);
        let mut state = seed;
        for _ in 0..20 {
            let mut point = || points.draw(&mesh, &mut state).unwrap().1;
            let query = Query::new(point(), point()).with_filter(&filter);
            let searched = path_in(&mesh, &query, &mut scratch, &mut path);
            assert_eq!(path_in(ground, &query, &mut scratch, &mut path), searched);
            if searched.is_ok() {
                let walked = mesh.can_walk(path.points.iter().copied(), &filter, &mut ray);
                assert_eq!(walked, Ok(true), "seed {seed}");
            }
        }
    }
    assert!(passed > 0, "no forged labels passed");
}

/// Meadow and mud side by side.
const MAP: &[u8] = br#"{"tautline": 1, "terrains": ["meadow", "mud"],
    "areas": [{"id": 0, "terrain": "meadow", "corners": [[0, 0], [4, 0], [4, 3], [0, 3]]},
        {"id": 1, "terrain": "mud", "corners": [[4, 0], [8, 0], [8, 3], [4, 3]]}]}"#;

#[test]
fn profiles_are_baked_and_stored() {
    let baker = MapBaker::new()
        .with_profile(CostProfile::new("heavy", [("mud", Some(6.0))]))
        .with_profile(CostProfile::new("light", [("mud", Some(1.0)), ("0", Some(1.0))]))
        .with_profile(CostProfile::new("clean", [("1", None)]));
    let baked = baker.bake_bytes("map.json", MAP, &mut no_files).unwrap();
    let outcomes = &baked.report.meshes[0].cost_labels;
    assert!(matches!(outcomes[0].outcome, CostLabelOutcome::Baked(_)), "{outcomes:?}");
    // All ground that is left costs the same.
    assert_eq!(outcomes[1].outcome, CostLabelOutcome::Uniform);
    assert_eq!(outcomes[2].outcome, CostLabelOutcome::Uniform);
    let loaded = BakedMap::decode(&baked.map.encode().unwrap()).unwrap();
    assert!(loaded == baked.map);
    assert_eq!(loaded.profile("dark"), None);
    let query = Query::new(Vec2::new(1.0, 1.0), Vec2::new(7.0, 2.5));
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut find = |name| {
        let query = query.with_filter(loaded.profile(name).unwrap());
        path_in(&loaded, &query, &mut scratch, &mut path)?;
        Ok((path.tier, scratch.expanded() == 0))
    };
    assert_eq!(find("heavy"), Ok((Tier::Weighted, true)));
    assert_eq!(find("light").map(|(tier, _)| tier), Ok(Tier::Exact));
    assert!(matches!(find("clean"), Err(PathError::Forbidden { .. })));

    // Labels that would be too large leave the costs of the profile.
    let mut baker = MapBaker::new().with_profile(CostProfile::new("heavy", [("mud", Some(6.0))]));
    baker.max_memory = Some(64);
    let baked = baker.bake_bytes("map.json", MAP, &mut no_files).unwrap();
    let outcome = &baked.report.meshes[0].cost_labels[0].outcome;
    let CostLabelOutcome::Failed(error) = *outcome else { panic!("{outcome:?}") };
    let (radius, profile) = (0.0, "heavy".to_owned());
    assert!(baked.report.warnings.contains(&Warning::NoCostLabels { radius, profile, error }));
    let loaded = BakedMap::decode(&baked.map.encode().unwrap()).unwrap();
    let query = query.with_filter(loaded.profile("heavy").unwrap());
    path_in(&loaded, &query, &mut scratch, &mut path).unwrap();
    assert!(path.tier == Tier::Weighted && scratch.expanded() > 0);
}

#[test]
fn profiles_that_do_not_suit_the_map_are_refused() {
    let refusal = |costs: &[(&str, Option<f32>)]| {
        let profile = CostProfile::new("heavy", costs.iter().copied());
        let baker = MapBaker::new().with_profile(profile);
        match baker.bake_bytes("map.json", MAP, &mut no_files) {
            Err(MapError::Profile(error)) => Some(error),
            _ => None,
        }
    };
    for terrain in ["lava", "7", "-1", "256", ""] {
        let error = refusal(&[(terrain, Some(2.0))]);
        assert!(matches!(error, Some(ProfileError::UnknownTerrain { .. })), "{terrain}: {error:?}");
    }
    for factor in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = refusal(&[("mud", Some(factor))]);
        let is_named = error.as_ref().is_some_and(|error| error.to_string().contains("\"mud\""));
        let is_factor = matches!(error, Some(ProfileError::Factor { .. }));
        assert!(is_factor && is_named, "{factor}: {error:?}");
    }
    let error = refusal(&[("mud", None), ("meadow", None)]);
    assert!(matches!(error, Some(ProfileError::NoGround { .. })), "{error:?}");
    let twice = MapBaker::new()
        .with_profile(CostProfile::new("heavy", [("mud", Some(6.0))]))
        .with_profile(CostProfile::new("heavy", [("mud", Some(7.0))]));
    let refused = twice.bake_bytes("map.json", MAP, &mut no_files);
    assert!(matches!(refused, Err(MapError::Profile(ProfileError::Duplicate { .. }))));
    // Factors that differ by 1e12.
    let profile = CostProfile::new("wide", [("mud", Some(1e6)), ("meadow", Some(1e-6))]);
    let map = MapBaker::new().with_profile(profile).bake_bytes("map.json", MAP, &mut no_files);
    assert!(map.unwrap().map.profile("wide").is_some());
}
