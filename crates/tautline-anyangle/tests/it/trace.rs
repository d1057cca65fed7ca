//! A trace is the search itself: the same path, and the same work.
#![expect(clippy::unwrap_used, reason = "meshes and ends are known to be good")]

use tautline_anyangle::{AnyAngleScratch, PruneReason, SearchTrace, TraceStep, shortest_path};
use tautline_fixtures::SplitMix64;
use tautline_navmesh::{
    Budget, NavMesh, PathQuery, QueryError, Terrain, Vec2, rectangles_from_cells,
};

fn field(seed: u64) -> NavMesh {
    let mut random = SplitMix64::new(seed);
    let blocks: Vec<bool> = (0..144).map(|_| random.below(100) < 30).collect();
    let raw = rectangles_from_cells(12, 12, |x, y| {
        (!blocks[y as usize * 12 + x as usize]).then_some(Terrain(0))
    });
    raw.build().unwrap()
}

#[test]
fn a_trace_has_the_same_path_and_the_same_work() {
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let (mut found, mut searched) = (0, 0);
    for seed in 0..200 {
        let mesh = field(seed);
        let mut random = SplitMix64::new(seed + 1_000);
        let mut place = || f32::from(i16::try_from(random.between(0, 24)).unwrap()) / 2.0;
        let [start, goal] = [0, 1].map(|_| Vec2::new(place(), place()));
        let share = if seed % 2 == 0 { 0.0 } else { 0.3 };
        let query = PathQuery::new(start, goal).within(share);
        let trace = SearchTrace::record(&mesh, &query);
        let length = shortest_path(&mesh, &query, &mut scratch, &mut points);
        let (Ok(trace), Ok(length)) = (&trace, &length) else {
            assert_eq!(trace.err(), length.err());
            continue;
        };
        found += 1;
        let counters = scratch.counters();
        let expanded = trace.steps.iter().filter(|step| step.expanded.is_some()).count() as u64;
        if counters.expanded == 0 {
            assert!(points.len() <= 2, "only visible goals need no search");
            assert!(trace.length >= length * (1.0 - 1e-12));
            assert!(trace.length <= length * (1.0 + share + 1e-12));
            continue;
        }
        assert_eq!((&trace.points, trace.length.to_bits()), (&points, length.to_bits()));
        searched += 1;
        assert_eq!(expanded, counters.expanded);
        let successors: usize = trace.steps.iter().map(|step| step.successors.len()).sum();
        assert_eq!(successors, trace.nodes.len());
        let pruned = |reason| {
            let all = trace.steps.iter().flat_map(|step: &TraceStep| &step.pruned);
            all.filter(|node| node.reason == reason).count() as u64
        };
        // Each is recorded once; a sweep can meet a vertex and a half-edge twice.
        assert!(pruned(PruneReason::NotShortest) <= counters.not_shortest);
        assert_eq!(pruned(PruneReason::NotShortest) > 0, counters.not_shortest > 0);
        assert_eq!(pruned(PruneReason::NotTaut) > 0, counters.not_taut > 0);
        assert_eq!(pruned(PruneReason::Dominated) > 0, counters.dominated > 0);
        assert_eq!(pruned(PruneReason::BlockCut) > 0, counters.block_cut_pruned > 0);
        assert_eq!(trace.steps.last().unwrap().best.as_ref(), Some(&points));
        for node in &trace.nodes {
            assert!(node.lower_bound >= node.root_distance && node.root_path[0] == points[0]);
        }
    }
    assert!(found > 60 && searched > 20, "{found}, {searched}");
}

#[test]
fn a_budget_ends_a_trace() {
    let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 0).then_some(Terrain(0)));
    let mesh = raw.build().unwrap();
    let query = PathQuery::new(Vec2::new(0.5, 8.5), Vec2::new(8.5, 8.5));
    let record = |budget| SearchTrace::record(&mesh, &query.with_budget(budget));
    assert_eq!(record(Budget(1)), Err(QueryError::BudgetExhausted { expanded: 1 }.into()));
    assert_eq!(record(Budget(100)), record(Budget::UNLIMITED));
}
