//! Batches give what single requests give.

use std::collections::BTreeSet;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support::queries::random_queries;
use crate::support::{build, raw_mesh};
use tautline::labels::{BakeOptions, Labels};
use tautline::navmesh::{Terrain, rectangles_from_cells};
use tautline::{
    Barrier, Budget, End, FlatPaths, Ground, Location, Path, PathError, PathOptions, Query,
    QueryFilter, Scratch, Tier, Vec2, lengths_flat, next_corners_to, path_in, paths, paths_flat,
    paths_to,
};
use tautline_fixtures::{open, random_blocks};

#[test]
fn flat_paths_are_those_of_paths() -> Result<(), Box<dyn Error>> {
    let cells = random_blocks(5, 50, 40, 30);
    let mesh = build(&raw_mesh(&cells))?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let mut queries = random_queries(&cells, 2, 2_000);
    queries.insert(700, Query::new(Vec2::NAN, Vec2::ONE));
    let ends: Vec<_> = queries.iter().map(|query| [query.start, query.goal]).collect();
    let mut flat = FlatPaths::new();
    for ground in [Ground::of(&mesh), Ground::of(&mesh).with_labels(&labels)] {
        let expected = paths(ground, &queries);
        // Buffers that hold the answers of another batch serve as well.
        paths_flat(ground, &ends[..3], &PathOptions::default(), &mut flat);
        paths_flat(ground, &ends, &PathOptions::default(), &mut flat);
        assert_eq!(flat.offsets.len(), queries.len() + 1);
        assert_eq!(flat.offsets.last(), Some(&flat.points.len()));
        for (index, expected) in expected.iter().enumerate() {
            match (flat.path(index), expected) {
                (Ok(points), Ok(path)) => {
                    assert_eq!(points, path.points);
                    assert_eq!(flat.lengths[index].to_bits(), path.length.to_bits());
                    assert_eq!(flat.costs[index].to_bits(), path.cost.to_bits());
                    assert_eq!(flat.lower_bounds[index].to_bits(), path.lower_bound.to_bits());
                    assert_eq!(flat.outcomes[index], Ok(path.tier));
                }
                (Err(error), Err(expected)) => {
                    assert_eq!(error.to_string(), expected.to_string());
                    assert_eq!(flat.lengths[index].to_bits(), 0);
                }
                (found, _) => panic!("query {index}: {found:?} and {expected:?}"),
            }
        }
    }
    paths_flat::<Vec2>(&mesh, &[], &PathOptions::default(), &mut flat);
    assert_eq!((flat.offsets, flat.points, flat.outcomes), (vec![0], vec![], vec![]));
    Ok(())
}

#[test]
fn flat_lengths_are_flat_paths_without_points() -> Result<(), Box<dyn Error>> {
    let cells = random_blocks(5, 50, 40, 30);
    let mesh = build(&raw_mesh(&cells))?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let mut queries = random_queries(&cells, 2, 600);
    queries.insert(70, Query::new(Vec2::NAN, Vec2::ONE));
    queries.insert(80, Query::new(Vec2::new(-3.0, -4.0), Vec2::ONE));
    let ends: Vec<_> = queries.iter().map(|query| [query.start, query.goal]).collect();
    let ground = Ground::of(&mesh).with_labels(&labels);
    let options = PathOptions::new().with_snap(50.0);
    let (mut whole, mut lengths) = (FlatPaths::new(), FlatPaths::new());
    paths_flat(ground, &ends, &options, &mut whole);
    lengths_flat(ground, &ends, &options, &mut lengths);
    assert!(
        whole.snaps[80][0] >= 5.0 && whole.snaps[0].iter().all(|&snap| snap <= 0.0),
        "{:?}",
        whole.snaps[80]
    );
    assert_eq!(lengths.offsets, vec![0; ends.len() + 1]);
    whole.offsets.clone_from(&lengths.offsets);
    whole.points.clear();
    // The error for NaN holds it, and so is not equal to itself.
    assert!(whole.outcomes[70].is_err() && lengths.outcomes[70].is_err());
    (whole.outcomes[70], lengths.outcomes[70]) = (Ok(Tier::Exact), Ok(Tier::Exact));
    assert_eq!(whole, lengths);
    Ok(())
}

#[test]
fn a_shared_goal_takes_the_options_of_single_requests() -> Result<(), Box<dyn Error>> {
    let cells = random_blocks(7, 40, 40, 25);
    let mesh = build(&raw_mesh(&cells))?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let starts: Vec<Vec2> = random_queries(&cells, 3, 60).iter().map(|q| q.start.point).collect();
    let goal = random_queries(&cells, 4, 1)[0].goal;
    let mut closed = QueryFilter::uniform();
    mesh.areas().step_by(7).for_each(|area| closed.forbid_area(area));
    let plain = PathOptions::new();
    let all = [
        plain,
        plain.with_filter(&closed),
        plain.with_budget(Budget(3)),
        plain.with_tier(Tier::Classic),
        plain.with_tier(Tier::Weighted),
        plain.with_snap(3.0),
        plain.with_areas(),
    ];
    for ground in [Ground::of(&mesh), Ground::of(&mesh).with_labels(&labels)] {
        for options in all {
            let found = paths_to(ground, &starts, goal, &options);
            let next = next_corners_to(ground, &starts, goal, &options);
            for ((&start, found), next) in starts.iter().zip(found).zip(next) {
                let mut path = Path::default();
                let query = Query::new(start, goal).with_options(options);
                let alone = path_in(ground, &query, &mut Scratch::new(), &mut path).map(|()| path);
                let length = |path: &Path| path.length;
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.max(1.0);
                match (found.as_ref().map(length), alone.as_ref().map(length), &next) {
                    (Ok(found), Ok(alone), Ok(next)) => {
                        assert!(close(found, alone) && close(next.distance, alone), "{options:?}");
                    }
                    (Err(found), Err(alone), Err(next)) => {
                        assert_eq!((found, next), (alone, alone), "{options:?}");
                    }
                    answers => panic!("{start} {options:?}: {answers:?}"),
                }
            }
        }
    }
    Ok(())
}

/// A fixed bug: the costs from everywhere to the goal were measured, whatever the budget.
#[test]
fn with_a_budget_agents_on_weighted_terrain_get_the_answers_of_single_agents()
-> Result<(), Box<dyn Error>> {
    let cells = random_blocks(5, 30, 30, 15);
    let mut raw = raw_mesh(&cells);
    raw.terrains = (0..raw.area_count()).map(|area| Terrain((area % 3 == 0).into())).collect();
    let mesh = build(&raw)?;
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 3.0)?;
    let queries = random_queries(&cells, 6, 40);
    let starts: Vec<Location> = queries.iter().map(|query| query.start).collect();
    let goal = queries[0].goal;
    let options = PathOptions::new().with_filter(&filter).with_budget(Budget(300));
    let found = paths_to(&mesh, &starts, goal, &options);
    let (mut paths, mut exhausted) = (0, 0);
    for (&start, found) in starts.iter().zip(found) {
        let mut path = Path::default();
        let query = Query::new(start, goal).with_options(options);
        let alone = path_in(&mesh, &query, &mut Scratch::new(), &mut path).map(|()| path);
        assert_eq!(found, alone);
        paths += usize::from(found.is_ok());
        exhausted += usize::from(matches!(found, Err(PathError::BudgetExhausted { .. })));
    }
    assert!(paths > 3 && exhausted > 3, "{paths} {exhausted}");
    Ok(())
}

/// Sixteen agents and more share one search. Some are off the mesh, cut off, at the goal, or on forbidden ground.
#[test]
fn agents_of_a_group_get_the_paths_of_single_agents() -> Result<(), Box<dyn Error>> {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (mut found, mut refused) = (0, 0);
    for (seed, percent) in (0..40).zip([10, 20, 30, 40].into_iter().cycle()) {
        let cells = random_blocks(seed, 30, 24, percent);
        let mut raw = raw_mesh(&cells);
        raw.terrains = (0..raw.area_count()).map(|area| Terrain((area % 7 == 3).into())).collect();
        let mesh = build(&raw)?;
        let mut filter = QueryFilter::uniform();
        match seed % 3 {
            0 => {}
            1 => filter.forbid(Terrain(1)),
            _ => [0, 1].into_iter().try_for_each(|class| filter.set(Terrain(class), 2.5))?,
        }
        let within = if seed % 2 == 0 { 0.0 } else { 0.01 };
        let mut options = PathOptions::new().with_filter(&filter);
        options.within = within;
        let queries = random_queries(&cells, seed, 40);
        let mut starts: Vec<Location> = queries.iter().map(|query| query.start).collect();
        let goal = queries[0].goal;
        starts.extend([goal, Vec2::new(-3.0, 2.0).into(), Vec2::new(f32::NAN, 2.0).into()]);
        starts.extend(starts[0..2].to_vec());
        let (paths, next) = (
            paths_to(&mesh, &starts, goal, &options),
            next_corners_to(&mesh, &starts, goal, &options),
        );
        for ((&start, of_group), next) in starts.iter().zip(&paths).zip(&next) {
            let exact = Query::new(start, goal).with_filter(&filter);
            match (of_group, path_in(&mesh, &exact, &mut scratch, &mut path)) {
                (Ok(of_group), Ok(())) => {
                    let is_close =
                        |one: f64, other: f64| (one - other).abs() <= 1e-9 * other.max(1.0);
                    assert!(is_close(of_group.length, path.length), "{of_group:?} for {path:?}");
                    assert!(is_close(of_group.cost, path.cost) && of_group.tier == path.tier);
                    assert!(is_close(of_group.lower_bound, of_group.cost));
                    let walked: f64 = of_group.walked_segments().map(|leg| leg.length()).sum();
                    assert!(is_close(walked, path.length));
                    assert_eq!(
                        [of_group.points.first(), of_group.points.last()],
                        [Some(&start.point), Some(&goal.point)]
                    );
                    let mut ray = tautline::navmesh::RayCast::new();
                    assert!(mesh.can_walk(of_group.points.iter().copied(), &filter, &mut ray)?);
                    let next = next.as_ref().map_err(|error| *error)?;
                    assert_eq!(
                        Some(&next.point),
                        of_group.points.get(1).or(of_group.points.first())
                    );
                    found += 1;
                }
                (of_group, alone) => {
                    // One of them contains NaN.
                    let alone = format!("{:?}", alone.err());
                    let errors = [of_group.as_ref().err(), next.as_ref().err()];
                    assert_eq!(
                        errors.map(|error| format!("{:?}", error.copied())),
                        [alone.clone(), alone]
                    );
                    refused += 1;
                }
            }
        }
    }
    assert!(found > 300 && refused > 150, "{found} {refused}");
    Ok(())
}

#[test]
fn an_agent_at_the_snapped_goal_stays_there() -> Result<(), Box<dyn Error>> {
    let raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    let mesh = raw.build()?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let (starts, goal) = ([[4.0, 2.0], [1.0, 2.0]], [7.0, 2.0]);
    for ground in [Ground::of(&mesh), Ground::of(&mesh).with_labels(&labels)] {
        for corner in next_corners_to(ground, &starts, goal, &PathOptions::new().with_snap(9.0)) {
            assert_eq!(corner?.point, Vec2::new(4.0, 2.0));
        }
    }
    Ok(())
}

#[test]
fn after_an_error_the_path_is_empty() -> Result<(), Box<dyn Error>> {
    let mesh = build(&raw_mesh(&open(9, 9)))?;
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (here, off) = (Vec2::new(1.0, 1.0), Vec2::splat(-5.0));
    for tier in [Tier::Exact, Tier::Weighted, Tier::Classic] {
        let query = |goal| Query::new(here, goal).with_tier(tier);
        path_in(&mesh, &query(Vec2::new(8.0, 5.0)), &mut scratch, &mut path)?;
        assert!(path.length > 1.0);
        assert!(path_in(&mesh, &query(off), &mut scratch, &mut path).is_err());
        assert_eq!(path, Path { tier, ..Path::default() });
    }
    Ok(())
}

#[test]
fn every_error_has_a_code_and_a_name_of_its_own() {
    let (end, x, y) = (End::Start, 0.0, 0.0);
    let area = tautline::navmesh::AreaId(0);
    let all = [
        PathError::Unreachable { barrier: Barrier::Walls },
        PathError::StartOffMesh { x, y, nearest: Vec2::ZERO },
        PathError::GoalOffMesh { x, y, nearest: Vec2::ZERO },
        PathError::BudgetExhausted { expanded: 0 },
        PathError::Forbidden { end, terrain: tautline::navmesh::Terrain(0) },
        PathError::ForbiddenArea { end, area },
        PathError::NotFinite { end, x, y },
        PathError::ElevationNotFinite { end, elevation: 0.0 },
        PathError::WeightedTerrain,
        PathError::AgentSize,
        PathError::OtherMesh,
        PathError::BakedForOtherMesh,
        PathError::InvalidShare { share: -1.0 },
        PathError::Cancelled,
    ];
    let codes: Vec<u8> = all.iter().map(|error| error.code().0).collect();
    assert_eq!(
        codes,
        (1..=15).filter(|&code| code != 10).collect::<Vec<_>>(),
        "files and bindings rely on them"
    );
    assert_eq!(all.iter().map(|error| error.code().1).collect::<BTreeSet<_>>().len(), all.len());
}

#[test]
fn cancelled_queries_fail_and_others_do_not_change() -> Result<(), Box<dyn Error>> {
    let cells = random_blocks(5, 50, 40, 30);
    let uniform = build(&raw_mesh(&cells))?;
    let labels = Labels::bake(&uniform, &BakeOptions::default())?;
    let weighted =
        rectangles_from_cells(40, 30, |x, y| Some(Terrain(u8::from((x / 3 + y / 5) % 2 == 0))));
    let weighted = weighted.build()?;
    let mut costs = QueryFilter::uniform();
    costs.set(Terrain(1), 3.0)?;
    let queries = random_queries(&cells, 2, 1_000);
    let ends: Vec<_> = queries.iter().map(|query| [query.start, query.goal]).collect();
    let starts: Vec<_> = queries.iter().map(|query| query.start).collect();
    let goal = queries[0].goal;
    let everything = |ground: Ground<'_>, options: PathOptions<'_>| {
        let queries: Vec<_> = queries.iter().map(|query| query.with_options(options)).collect();
        let [mut flat, mut flat_lengths] = [FlatPaths::new(), FlatPaths::new()];
        paths_flat(ground, &ends, &options, &mut flat);
        lengths_flat(ground, &ends, &options, &mut flat_lengths);
        (
            paths(ground, &queries),
            (flat, flat_lengths),
            paths_to(ground, &starts, goal, &options),
            next_corners_to(ground, &starts, goal, &options),
        )
    };
    for (ground, filter) in [
        (Ground::of(&uniform), None),
        (Ground::of(&uniform).with_labels(&labels), None),
        (Ground::of(&weighted), Some(&costs)),
    ] {
        let mut options = PathOptions::new();
        options.filter = filter;
        let flag = AtomicBool::new(false);
        let with_flag = options.with_cancel_flag(&flag);
        assert_eq!(everything(ground, with_flag), everything(ground, options));

        flag.store(true, Ordering::Relaxed);
        let (all, (flat, flat_lengths), to, corners) = everything(ground, with_flag);
        assert!(all.iter().chain(&to).all(|it| *it == Err(PathError::Cancelled)));
        assert!(corners.iter().all(|it| *it == Err(PathError::Cancelled)));
        for flat in [flat, flat_lengths] {
            assert_eq!((flat.points.len(), flat.outcomes.len()), (0, ends.len()));
            assert!(flat.outcomes.iter().all(|it| *it == Err(PathError::Cancelled)));
        }
    }
    Ok(())
}

/// Runs a batch, and cancels it after a short time. Returns its answers.
fn cancelled_soon<A: Send>(
    batch: impl FnOnce(&AtomicBool) -> A + Send,
) -> Result<A, Box<dyn Error>> {
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let batch = scope.spawn(|| batch(&flag));
        std::thread::sleep(Duration::from_millis(50));
        flag.store(true, Ordering::Relaxed);
        batch.join().map_err(|_| "the batch panicked".into())
    })
}

#[test]
fn a_running_batch_stops_when_its_flag_is_set() -> Result<(), Box<dyn Error>> {
    let cells = random_blocks(5, 50, 40, 30);
    let mesh = build(&raw_mesh(&cells))?;
    // The whole batch takes many seconds.
    let queries = random_queries(&cells, 2, 1_000).repeat(200);
    let found = cancelled_soon(|flag| {
        let queries: Vec<_> = queries.iter().map(|query| query.with_cancel_flag(flag)).collect();
        paths(&mesh, &queries)
    })?;
    assert_eq!(found.len(), queries.len());
    let cancelled = found.iter().filter(|it| **it == Err(PathError::Cancelled)).count();
    assert!(cancelled > queries.len() / 2, "{cancelled}");
    for (found, query) in found.iter().zip(&queries).filter(|it| it.0.is_ok()).take(50) {
        assert_eq!(paths(&mesh, &[*query]), std::slice::from_ref(found));
    }

    // Starts that share a prepared goal.
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let ground = Ground::of(&mesh).with_labels(&labels);
    let starts: Vec<_> = queries.iter().map(|query| query.start).collect();
    let found = cancelled_soon(|flag| {
        let options = PathOptions::new().with_cancel_flag(flag);
        next_corners_to(ground, &starts, queries[0].goal, &options)
    })?;
    assert_eq!(found.len(), starts.len());
    assert!(found.contains(&Err(PathError::Cancelled)));
    Ok(())
}

#[test]
fn a_group_with_a_set_flag_is_cancelled() -> Result<(), Box<dyn Error>> {
    let mesh = build(&raw_mesh(&open(9, 9)))?;
    let flag = AtomicBool::new(true);
    let options = PathOptions::new().with_cancel_flag(&flag);
    let starts = [Location::from(Vec2::new(1.0, 1.0)); 20];
    let goal = Vec2::new(8.0, 5.0);
    for found in tautline::Steering::group(&mesh, &starts, goal, &options, &mut Scratch::new()) {
        assert_eq!(found.err(), Some(PathError::Cancelled));
    }
    for found in paths_to(&mesh, &starts, goal, &options) {
        assert_eq!(found.err(), Some(PathError::Cancelled));
    }
    Ok(())
}

#[test]
fn options_with_different_flags_differ() {
    let flags = [AtomicBool::new(false), AtomicBool::new(false)];
    let [first, second] = flags.each_ref().map(|flag| PathOptions::new().with_cancel_flag(flag));
    assert_eq!(first, PathOptions::new().with_cancel_flag(&flags[0]));
    assert_ne!(first, second);
    assert_ne!(first, PathOptions::new());
    assert_ne!(first, first.with_snap(1.0));
}
