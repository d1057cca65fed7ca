//! Labels give the answers of the online search.

use std::path::Path;

use tautline_anyangle::{AnyAngleScratch, ExactError, shortest_path};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::real_data::{data, files, meshes_with_references, references};
use tautline_fixtures::{SplitMix64, named, random_blocks, random_mesh};
use tautline_labels::{
    BakeError, BakeOptions, BakeStage, Hubs, LabelCounters, LabelScratch, Labels, PreparedGoal,
    StoredLabels, StoredLabelsError,
};
use tautline_navmesh::{
    Budget, Location, NavMesh, PathQuery, QueryFilter, RandomPoints, RawMesh, RayCast, Terrain,
    Vec2, rectangles_from_cells,
};

use crate::mesh_files::{Fallible, plain_mesh};
use crate::random_map::random_map;
use crate::support::{build, find, raw_mesh};

/// The relative difference between lengths that count as equal.
const ROUNDING: f64 = 1e-12;

fn length_of(points: &[Vec2]) -> f64 {
    let leg = |leg: &[Vec2]| {
        let [dx, dy] = [0, 1].map(|axis| f64::from(leg[1][axis]) - f64::from(leg[0][axis]));
        (dx * dx + dy * dy).sqrt()
    };
    points.windows(2).map(leg).sum()
}

/// Options with a number of hubs, with or without landmarks.
fn options(hubs: Hubs, random: &mut SplitMix64) -> BakeOptions {
    let mut options = BakeOptions::with_hubs(hubs);
    options.landmarks = Some(random.chance(50));
    options
}

/// The starts and goals of a file of references.
fn pairs(path: &Path) -> Fallible<Vec<[Vec2; 2]>> {
    let ends = references(path)?.into_iter().map(|reference| reference.ends.map(Vec2::from));
    Ok(ends.collect())
}

/// Random connected pairs, the same on every run.
fn random_pairs(mesh: &NavMesh, count: usize) -> Fallible<Vec<[Vec2; 2]>> {
    let (everywhere, mut seed) = (RandomPoints::new(mesh), 7);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let start = everywhere.draw(mesh, &mut seed).ok_or("no ground")?;
        let goal = everywhere.draw(mesh, &mut seed).ok_or("no ground")?;
        if mesh.component(start.0) == mesh.component(goal.0) {
            pairs.push([start.1, goal.1]);
        }
    }
    Ok(pairs)
}

/// Returns a description of a wrong answer; `None` if it is right.
fn fault(
    mesh: &NavMesh,
    labels: &Labels,
    [start, goal]: [Vec2; 2],
    scratch: &mut (LabelScratch, AnyAngleScratch),
) -> Option<String> {
    let mut points = Vec::new();
    let answer = labels.shortest_path(mesh, start, goal, &mut scratch.0, &mut points);
    let filter = QueryFilter::uniform();
    let expected = find(mesh, [start, goal], &filter, Budget::UNLIMITED, &mut scratch.1);
    let report = || Some(format!("{start} to {goal}: {answer:?} {points:?} for {expected:?}"));
    let (length, wanted) = match (&answer, &expected) {
        (Ok(length), Ok((expected, _))) => (*length, *expected),
        (Err(error), Err(expected)) => return if error == expected { None } else { report() },
        _ => return report(),
    };
    let is_close = |length: f64| (length - wanted).abs() <= ROUNDING * wanted;
    let has_ends = points.first() == Some(&start) && points.last() == Some(&goal);
    let sees = |leg: &[Vec2]| -> Result<bool, ExactError> {
        Ok(mesh.sees(leg[0], leg[1], &filter, &mut RayCast::new())?)
    };
    let is_walkable = points.windows(2).all(|leg| sees(leg) == Ok(true));
    if is_close(length) && is_close(length_of(&points)) && has_ends && is_walkable {
        None
    } else {
        report()
    }
}

/// If `TAUTLINE_MAPS` is set, all queries are asked at four numbers of hubs on each map.
#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn reference_queries_are_answered_as_online() -> Fallible<()> {
    let is_thorough = std::env::var_os("TAUTLINE_MAPS").is_some();
    let mut wrong = Vec::new();
    for folder in ["maps", "float"] {
        let Some(folder) = data(folder) else { return Ok(()) };
        for mesh_file in meshes_with_references(&folder)? {
            let name = mesh_file.file_name().unwrap_or_default().to_string_lossy();
            let reference_file = mesh_file.with_extension("reference.csv");
            let mesh = build(&raw_mesh(&plain_mesh(&mesh_file)?, &[]))?;
            let pairs = pairs(&reference_file)?;
            let mut scratch = Default::default();
            let none = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::AtMost(0)))?;
            let corners = none.stats().corners;
            // Many queries at one hub count, some at others.
            let dial = [(corners, 4), (0, 9), (corners / 100, 9), (corners / 10, 9)];
            let settings = if is_thorough || corners < 2000 { 4 } else { 1 };
            for (hubs, stride) in dial.into_iter().take(settings) {
                let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::AtMost(hubs)))?;
                let before = wrong.len();
                let asked = pairs.iter().step_by(if is_thorough { 1 } else { stride });
                wrong.extend(asked.filter_map(|&pair| fault(&mesh, &labels, pair, &mut scratch)));
                println!("{name}: {hubs} hubs, {} wrong", wrong.len() - before);
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    Ok(())
}

/// `TAUTLINE_PAIRS` is the number of pairs on each map. If it is set, four hub counts are tested instead of
/// one, and also the maps with the most corners, whose labels take most of the time to bake.
/// [`reference_queries_are_answered_as_online`] always includes these maps.
#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn random_pairs_on_real_maps_are_answered_as_online() -> Fallible<()> {
    let asked = std::env::var("TAUTLINE_PAIRS").ok();
    let count = asked.as_ref().map_or(Ok(500), |count| count.parse())?;
    let most_corners = if asked.is_some() { usize::MAX } else { 5_000 };
    let (mut answers, mut wrong) = (0, Vec::new());
    for folder in ["maps", "float"] {
        let Some(folder) = data(folder) else { return Ok(()) };
        for mesh_file in files(&folder, "mesh")? {
            let mesh = build(&raw_mesh(&plain_mesh(&mesh_file)?, &[]))?;
            if mesh.corner_count() > most_corners {
                continue;
            }
            let name = mesh_file.file_name().unwrap_or_default().to_string_lossy();
            let mut scratch = Default::default();
            let pairs = random_pairs(&mesh, count)?;
            let mut labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::All))?;
            let (corners, order) = (labels.stats().corners, labels.hub_order());
            let rest = [corners / 10, corners / 100, 0];
            for next in rest.map(Some).into_iter().chain([None]) {
                let before = wrong.len();
                wrong.extend(
                    pairs.iter().filter_map(|&pair| fault(&mesh, &labels, pair, &mut scratch)),
                );
                answers += pairs.len();
                let hubs = labels.stats().hubs;
                println!(
                    "{name}: {count} random pairs, {hubs} hubs, {} wrong",
                    wrong.len() - before
                );
                let Some(hubs) = next.filter(|_| asked.is_some()) else { break };
                let mut options = BakeOptions::with_hubs(Hubs::AtMost(hubs));
                options.order = Some(order.clone());
                labels = Labels::bake(&mesh, &options)?;
            }
        }
    }
    println!("{answers} answers, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    Ok(())
}

#[test]
fn any_number_of_hubs_gives_the_online_answer() -> Fallible<()> {
    let maps = std::env::var("TAUTLINE_MAPS").ok().map_or(Ok(400), |maps| maps.parse())?;
    let mut scratch: (LabelScratch, AnyAngleScratch) = Default::default();
    let (mut asked, mut wrong) = (0, Vec::new());
    for seed in 0..maps {
        let mut random = SplitMix64::new(seed);
        let (mesh, cells, place) = random_map(&mut random)?;
        let all = Labels::bake(&mesh, &options(Hubs::All, &mut random))?;
        let corners = all.stats().corners;
        let mut dial = vec![all];
        for hubs in [0, 1, corners / 10, corners / 3] {
            dial.push(Labels::bake(&mesh, &options(Hubs::AtMost(hubs), &mut random))?);
        }
        let [width, height] = [cells.width, cells.height].map(i32::from);
        for _ in 0..40 {
            let mut point = || place([random.between(0, 2 * width), random.between(0, 2 * height)]);
            let pair = [point(), point()];
            for labels in &dial {
                asked += 1;
                let fault = fault(&mesh, labels, pair, &mut scratch);
                wrong.extend(fault.map(|fault| {
                    format!("seed {seed}, {} hubs: {fault}\n{cells}", labels.stats().hubs)
                }));
            }
        }
    }
    println!("{asked} answers, {} wrong", wrong.len());
    assert!(
        wrong.is_empty(),
        "{} wrong: {}",
        wrong.len(),
        wrong.iter().min_by_key(|fault| fault.len()).ok_or("none")?
    );
    Ok(())
}

#[cfg(feature = "rayon")]
fn same_answers(mesh: &NavMesh, labels: [&Labels; 2], pairs: &[[Vec2; 2]]) {
    let mut scratch = LabelScratch::new();
    let mut ask = |labels: &Labels, [start, goal]: [Vec2; 2]| {
        let mut points = Vec::new();
        let length = labels.shortest_path(mesh, start, goal, &mut scratch, &mut points);
        (length.map(f64::to_bits), points)
    };
    for &pair in pairs {
        assert_eq!(ask(labels[0], pair), ask(labels[1], pair));
    }
}

#[test]
fn paths_to_a_prepared_goal_are_those_of_single_queries() -> Fallible<()> {
    let mut scratch: (LabelScratch, LabelScratch) = Default::default();
    let mut goal = PreparedGoal::new();
    let (mut points, mut alone_points) = (Vec::new(), Vec::new());
    for seed in 0..200 {
        let mut random = SplitMix64::new(seed);
        let (mesh, cells, place) = random_map(&mut random)?;
        let hubs = [Hubs::All, Hubs::AtMost(5), Hubs::AtMost(0)][usize::try_from(seed % 3)?];
        let labels = Labels::bake(&mesh, &options(hubs, &mut random))?;
        let [width, height] = [cells.width, cells.height].map(i32::from);
        let mut point = || place([random.between(0, 2 * width), random.between(0, 2 * height)]);
        for round in 0..6 {
            let end = point();
            if labels.prepare_goal(&mesh, end, &mut goal).is_err() {
                continue;
            }
            if round % 2 == 0 {
                labels.one_to_all(&mut goal);
            }
            for _ in 0..20 {
                let start = point();
                let (memory, found) = (&mut scratch.1, &mut alone_points);
                let alone = labels.shortest_path(&mesh, start, end, memory, found);
                let shared =
                    labels.shortest_path_to(&mesh, start, &goal, &mut scratch.0, &mut points);
                let next = labels.next_corner_to(&mesh, start, &goal, &mut scratch.0);
                let next_alone = labels.next_corner(&mesh, start, end, &mut scratch.0);
                let Ok(length) = alone else {
                    assert_eq!(alone, shared);
                    assert_eq!(next.err(), alone.err());
                    continue;
                };
                let is_close = |other: f64| (other - length).abs() <= ROUNDING * length.max(1.0);
                assert!(is_close(shared?) && is_close(length_of(&points)), "seed {seed}");
                assert!(is_close(next?.distance) && is_close(next_alone?.distance), "seed {seed}");
                assert_eq!(next?.point, points.get(1).copied().unwrap_or(end));
                assert_eq!(next_alone?.point, alone_points.get(1).copied().unwrap_or(end));
            }
        }
    }
    Ok(())
}

#[test]
fn stored_labels_are_the_same_labels() -> Fallible<()> {
    for seed in 0..100 {
        let (mesh, ..) = random_map(&mut SplitMix64::new(seed))?;
        for hubs in [Hubs::All, Hubs::Auto, Hubs::AtMost(0), Hubs::AtMost(3)] {
            let mut options = options(hubs, &mut SplitMix64::new(seed));
            let labels = Labels::bake(&mesh, &options)?;
            assert_eq!(labels.to_stored().verify(&mesh)?, labels);
            options.order = Some(labels.hub_order());
            assert_eq!(Labels::bake(&mesh, &options)?, labels, "by its order");
        }
    }
    Ok(())
}

#[test]
fn forged_labels_are_refused_or_harmless() -> Fallible<()> {
    let rounds = std::env::var("TAUTLINE_MAPS").ok().map_or(Ok(300), |maps| maps.parse())?;
    let (mut refused, mut harmless) = (0, 0);
    let mut scratch = LabelScratch::new();
    let mut points = Vec::new();
    for seed in 0..rounds {
        let mut random = SplitMix64::new(seed);
        let (mesh, cells, place) = random_map(&mut random)?;
        let hubs = [Hubs::All, Hubs::AtMost(4), Hubs::AtMost(0)][usize::try_from(seed % 3)?];
        let stored = Labels::bake(&mesh, &options(hubs, &mut random))?.to_stored();
        for _ in 0..20 {
            let mut forged = stored.clone();
            forge(&mut forged, &mut random);
            let Ok(labels) = forged.verify(&mesh) else {
                refused += 1;
                continue;
            };
            harmless += 1;
            let [width, height] = [cells.width, cells.height].map(i32::from);
            for _ in 0..20 {
                let mut point =
                    || place([random.between(0, 2 * width), random.between(0, 2 * height)]);
                let (start, goal) = (point(), point());
                let _ = labels.shortest_path(&mesh, start, goal, &mut scratch, &mut points);
            }
        }
    }
    println!("{refused} refused, {harmless} harmless");
    assert!(refused > harmless);
    Ok(())
}

/// Changes one number of stored labels.
fn forge(stored: &mut StoredLabels, random: &mut SplitMix64) {
    let (kind, bits) = (random.below(18), random.next_u64());
    let narrow = |list: &mut Vec<u32>, random: &mut SplitMix64| {
        if list.is_empty() {
            return;
        }
        let at = usize::try_from(random.below(list.len() as u64)).unwrap_or(0);
        let bits = u32::try_from(bits >> 32).unwrap_or(0);
        match random.below(4) {
            0 => list[at] = bits,
            1 => list[at] ^= 1 << (bits % 32),
            2 => list[at] = list[at].wrapping_add(1),
            _ => drop(list.pop()),
        }
    };
    let wide = |list: &mut Vec<u64>, random: &mut SplitMix64| {
        if list.is_empty() {
            return;
        }
        let at = usize::try_from(random.below(list.len() as u64)).unwrap_or(0);
        match random.below(3) {
            0 => list[at] = bits,
            1 => list[at] ^= 1 << (bits % 64),
            _ => drop(list.pop()),
        }
    };
    match kind {
        0 => narrow(&mut stored.fans, random),
        1 => stored.hub_count = u32::try_from(bits % 9).unwrap_or(0),
        2 => stored.units_per_length = f64::from_bits(bits),
        3 => narrow(&mut stored.cone_starts, random),
        4 => narrow(&mut stored.cone_nodes, random),
        12 => narrow(&mut stored.cone_limits, random),
        13 => narrow(&mut stored.cone_row_counts, random),
        5 => narrow(&mut stored.row_starts, random),
        6 => wide(&mut stored.entries, random),
        7 => narrow(&mut stored.nexts, random),
        8 => narrow(&mut stored.arc_ends, random),
        9 => narrow(&mut stored.ranks, random),
        10 => {
            let distances = &mut stored.landmark_distances;
            distances.truncate(distances.len().saturating_sub(usize::from(bits.is_multiple_of(4))));
            let number = |_: &u16| u16::try_from(random.below(1 << 16)).unwrap_or(0);
            *distances = distances.iter().map(number).collect();
        }
        14 => narrow(&mut stored.arc_starts, random),
        15 | 16 => narrow(&mut stored.arc_middles, random),
        _ => narrow(&mut stored.arc_successor_counts, random),
    }
}

#[test]
fn floors_above_each_other_are_distinguished() -> Fallible<()> {
    let (plain, elevations) = named::bridge();
    let mesh = build(&RawMesh { elevations: elevations.clone(), ..raw_mesh(&plain, &[]) })?;
    let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
    let (mut online, mut expected_points) = (AnyAngleScratch::new(), Vec::new());
    for hubs in [Hubs::All, Hubs::AtMost(0), Hubs::AtMost(1)] {
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs))?;
        let ends = || {
            let vertices = plain.vertices.iter().zip(&elevations);
            vertices.map(|(&point, &elevation)| Location {
                point: Vec2::from(point) * 0.75 + Vec2::splat(0.5),
                elevation: Some(elevation),
            })
        };
        for (start, goal) in ends().flat_map(|start| ends().map(move |goal| (start, goal))) {
            let answer = labels.shortest_path(&mesh, start, goal, &mut scratch, &mut points);
            let query = PathQuery::new(start, goal);
            let expected = shortest_path(&mesh, &query, &mut online, &mut expected_points);
            match (answer, expected) {
                (Ok(length), Ok(expected)) => {
                    assert!((length - expected).abs() <= ROUNDING * expected, "{start:?} {goal:?}");
                }
                (answer, expected) => assert_eq!(answer, expected),
            }
        }
    }
    Ok(())
}

#[test]
fn ground_that_winds_is_refused() -> Fallible<()> {
    // Nine quarters around a vertex, each above the one before.
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    raw.elevations.push(0.0);
    for (spoke, [x, y]) in
        (0..10).zip([[4.0, 0.0], [0.0, 4.0], [-4.0, 0.0], [0.0, -4.0]].into_iter().cycle())
    {
        raw.vertices.push([x, y]);
        raw.elevations.push(f32::from(u8::try_from(spoke)?));
    }
    for spoke in 1..10 {
        raw.push_area(&[0, spoke, spoke + 1]);
    }
    let refusal = Labels::bake(&build(&raw)?, &BakeOptions::default());
    assert_eq!(refusal.err(), Some(BakeError::WindingGround { vertex: 0 }));
    Ok(())
}

#[test]
fn ground_without_corners_needs_no_labels() -> Fallible<()> {
    let mesh = build(&rectangles_from_cells(3, 2, |_, _| Some(Terrain(0))))?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let stats = labels.stats();
    assert!(stats.to_string().starts_with("no hubs, because no path turns: "), "{stats}");
    assert_eq!(labels.stats().corners, 0);
    assert_eq!(labels.to_stored().verify(&mesh)?, labels);
    let mut scratch = Default::default();
    for goal in [Vec2::new(3.0, 2.0), Vec2::new(4.0, 2.0), Vec2::ZERO, Vec2::NAN] {
        let fault = fault(&mesh, &labels, [Vec2::ZERO, goal], &mut scratch);
        assert!(fault.is_none() || goal.is_nan());
    }
    Ok(())
}

#[test]
fn labels_of_another_mesh_are_refused() -> Fallible<()> {
    let ground = |blocked: u32| {
        let is_free = move |x, y| (x, y) != (blocked, 1);
        rectangles_from_cells(4, 3, move |x, y| is_free(x, y).then_some(Terrain(0)))
    };
    // The first two have equal numbers of vertices, half-edges and areas.
    let [one, other, open] = [build(&ground(1))?, build(&ground(2))?, build(&ground(9))?];
    let labels = Labels::bake(&one, &BakeOptions::with_hubs(Hubs::All))?;
    assert_eq!(labels.to_stored().verify(&other), Err(StoredLabelsError::OtherMesh));
    let (start, goal) = (Vec2::new(0.0, 1.5), Vec2::new(4.0, 1.5));
    let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
    let mut shared = PreparedGoal::new();
    labels.prepare_goal(&one, goal, &mut shared)?;
    for mesh in [&other, &open] {
        let refused = ExactError::BakedForOtherMesh;
        let answer = labels.shortest_path(mesh, start, goal, &mut scratch, &mut points);
        assert_eq!(answer, Err(refused));
        let answer = labels.next_corner(mesh, start, goal, &mut scratch);
        assert_eq!(answer.err(), Some(refused));
        let answer = labels.shortest_path_to(mesh, start, &shared, &mut scratch, &mut points);
        assert_eq!(answer, Err(refused));
        let answer = labels.next_corner_to(mesh, start, &shared, &mut scratch);
        assert_eq!(answer.err(), Some(refused));
        assert_eq!(labels.prepare_goal(mesh, goal, &mut shared.clone()), Err(refused));
    }
    // Clones are the same mesh, and equal ones are after their labels were verified.
    labels.shortest_path(&one.clone(), start, goal, &mut scratch, &mut points)?;
    let again = build(&ground(1))?;
    let verified = labels.to_stored().verify(&again)?;
    verified.shortest_path(&again, start, goal, &mut scratch, &mut points)?;
    let others = Labels::bake(&one, &BakeOptions::with_hubs(Hubs::AtMost(0)))?;
    let answer = others.shortest_path_to(&one, start, &shared, &mut scratch, &mut points);
    assert_eq!(answer, Err(ExactError::BakedForOtherMesh));
    Ok(())
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_bakes_the_same_bits() -> Fallible<()> {
    // In a dense visibility graph, contraction ends early.
    for percent in [5, 20] {
        let cells = random_blocks(3, 60, 60, percent);
        let (plain, _) = random_mesh(5, &cells, |_| 0, RandomMeshOptions { longest: 9, cut: 50 });
        let mesh = build(&raw_mesh(&plain, &[]))?;
        let bake = |threads| -> Fallible<Labels> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
            Ok(pool.install(|| Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::All)))?)
        };
        let one = bake(1)?;
        assert!(one.stats().corners > 400, "{:?}", one.stats());
        assert_eq!(bake(2)?, one);
        assert_eq!(bake(8)?, one);
        same_answers(&mesh, [&one, &bake(3)?], &random_pairs(&mesh, 100)?);
    }
    Ok(())
}

#[test]
fn a_bake_reports_its_progress_and_can_be_cancelled_at_each_report() -> Fallible<()> {
    let mesh = build(&rectangles_from_cells(24, 24, |x, y| {
        (x % 3 != 1 || y % 4 != 2).then_some(Terrain(0))
    }))?;
    let options = BakeOptions::default();
    let mut stages = Vec::new();
    Labels::bake_with(&mesh, &options, &mut |progress| {
        assert!(progress.done <= progress.total, "{progress:?}");
        stages.push(progress.stage);
        true
    })?;
    for (last, &stage) in stages.iter().enumerate() {
        let (mut reports, mut reached) = (0, None);
        let cancelled = Labels::bake_with(&mesh, &options, &mut |progress| {
            reports += 1;
            reached = Some(progress.stage);
            reports <= last
        });
        assert_eq!((cancelled.err(), reached), (Some(BakeError::Cancelled), Some(stage)));
        assert_eq!(reports, last + 1, "no report after the cancelled one");
    }
    stages.dedup();
    let expected =
        [BakeStage::Visibility, BakeStage::Ordering, BakeStage::Labelling, BakeStage::Packing];
    assert_eq!(stages, expected);
    Ok(())
}

#[test]
fn a_byte_less_than_labels_need_is_an_error_or_bakes_fewer_hubs() -> Fallible<()> {
    let cells = random_blocks(3, 40, 40, 20);
    let (plain, _) = random_mesh(5, &cells, |_| 0, RandomMeshOptions { longest: 9, cut: 50 });
    let mesh = build(&raw_mesh(&plain, &[]))?;
    let bake = |hubs, max_bytes| {
        let mut options = BakeOptions::with_hubs(hubs);
        options.max_bytes = Some(max_bytes);
        Labels::bake(&mesh, &options)
    };
    let all = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::All))?.stats();
    assert_eq!(bake(Hubs::All, all.bytes)?.stats(), all);
    let max_bytes = all.bytes - 1;
    let refusal = BakeError::OverBudget { bytes: all.bytes, max_bytes };
    assert_eq!(bake(Hubs::All, max_bytes).err(), Some(refusal));
    let fewer = bake(Hubs::Auto, max_bytes)?.stats();
    assert!(fewer.bytes <= max_bytes && fewer.hubs < all.hubs, "{fewer}");
    for hubs in [Hubs::Auto, Hubs::All, Hubs::AtMost(0)] {
        assert!(matches!(bake(hubs, 0), Err(BakeError::OverBudget { .. })), "{hubs:?}");
    }
    Ok(())
}

/// Fields of scattered obstacles: a bake stays within its bytes or fails, and answers are
/// exact.
/// Without `TAUTLINE_MAPS`, the largest map for which labels are baked is left out, because finding its number
/// of hubs takes most of the time.
#[test]
fn scattered_obstacles_stay_within_the_budget() -> Fallible<()> {
    for (size, percent) in [(64, 2), (64, 10), (128, 2), (128, 10), (256, 2)] {
        if (size, percent) == (128, 10) && std::env::var_os("TAUTLINE_MAPS").is_none() {
            continue;
        }
        let cells = random_blocks(1, size, size, percent);
        let is_ground = |x, y| cells.is_walkable([x, y].map(|at| i32::try_from(at).unwrap_or(-1)));
        let ground = |x, y| is_ground(x, y).then_some(Terrain(0));
        let mesh = build(&rectangles_from_cells(size.into(), size.into(), ground))?;
        let budget = Labels::default_max_bytes(&mesh);
        match Labels::bake(&mesh, &BakeOptions::default()) {
            Ok(labels) => {
                let stats = labels.stats();
                println!("{size}, {percent} %: {stats} of {budget}");
                assert!(stats.bytes <= budget);
                let mut scratch = Default::default();
                for pair in random_pairs(&mesh, 100)? {
                    assert_eq!(fault(&mesh, &labels, pair, &mut scratch), None);
                }
            }
            Err(error) => println!("{size}, {percent} %: {error}"),
        }
    }
    Ok(())
}

/// Bakes labels with and without landmarks, checks that they give the same lengths, also to
/// prepared goals, and returns the sums of a counter.
fn with_and_without_landmarks(hubs: Hubs, count: fn(LabelCounters) -> u64) -> Fallible<[u64; 2]> {
    // Few walls, so that there are detours; and a separate component.
    let is_free =
        |x, y| x != 45 && ((3 * x + 5 * y) % 7 != 0 || (x + 2 * y) % 5 == 0) && x * y % 11 != 5;
    let mesh = build(&rectangles_from_cells(64, 41, |x, y| is_free(x, y).then_some(Terrain(0))))?;
    let bake = |landmarks| {
        let mut options = BakeOptions::with_hubs(hubs);
        options.landmarks = Some(landmarks);
        Labels::bake(&mesh, &options)
    };
    let [guided, plain] = [bake(true)?, bake(false)?];
    let places: Vec<Vec2> = mesh
        .areas()
        .flat_map(|area| mesh.corners(area).zip(mesh.corners(area).skip(1)).step_by(2))
        .map(|(a, b)| a.lerp(b, 0.3))
        .collect();
    let (mut scratch, mut goal) = (LabelScratch::new(), PreparedGoal::new());
    let (mut points, mut counted) = (Vec::new(), [0; 2]);
    for &to in places.iter().step_by(37) {
        guided.prepare_goal(&mesh, to, &mut goal)?;
        for &from in places.iter().step_by(5) {
            let [start, end] = [from, to];
            let mut lengths = [0.0; 2];
            for ((length, sum), labels) in
                lengths.iter_mut().zip(&mut counted).zip([&guided, &plain])
            {
                let found = labels.shortest_path(&mesh, start, end, &mut scratch, &mut points);
                *length = found.unwrap_or(-1.0);
                *sum += count(scratch.counters());
            }
            let shared = guided.shortest_path_to(&mesh, start, &goal, &mut scratch, &mut points);
            let ([length, expected], shared) = (lengths, shared.unwrap_or(-1.0));
            assert!((length - expected).abs() < 1e-9, "{from} {to}");
            assert!((shared - expected).abs() < 1e-9, "{from} {to}");
        }
    }
    Ok(counted)
}

#[test]
fn what_landmarks_rule_out_begins_no_shortest_path() -> Fallible<()> {
    let [entries, plain] = with_and_without_landmarks(Hubs::All, |counters| counters.entries)?;
    assert!(10 * entries < 7 * plain, "{entries} {plain}");
    Ok(())
}

#[test]
fn landmarks_lead_the_search_among_other_corners_to_the_goal() -> Fallible<()> {
    for hubs in [0, 16] {
        let count = |counters: LabelCounters| counters.expanded;
        let [expanded, plain] = with_and_without_landmarks(Hubs::AtMost(hubs), count)?;
        assert!(5 * expanded < 4 * plain, "{hubs} hubs: {expanded} {plain}");
    }
    Ok(())
}
