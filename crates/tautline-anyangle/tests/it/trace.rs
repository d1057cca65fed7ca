//! A trace is the search itself: the same path, and the same work.
#![expect(clippy::unwrap_used, reason = "meshes and ends are known to be good")]

use tautline_anyangle::{AnyAngleScratch, DropReason, SearchTrace, TraceMoment, shortest_path};
use tautline_fixtures::SplitMix64;
use tautline_navmesh::{
    Budget, BuildOptions, NavMesh, PathQuery, QueryError, Terrain, Vec2, rectangles_from_cells,
};

fn field(seed: u64) -> NavMesh {
    let mut random = SplitMix64::new(seed);
    let blocks: Vec<bool> = (0..144).map(|_| random.below(100) < 30).collect();
    let raw = rectangles_from_cells(12, 12, |x, y| {
        (!blocks[y as usize * 12 + x as usize]).then_some(Terrain(0))
    });
    NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh
}

#[test]
fn a_trace_tells_of_the_same_path_and_the_same_work() {
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let (mut found, mut searched) = (0, 0);
    for seed in 0..200 {
        let mesh = field(seed);
        let mut random = SplitMix64::new(seed + 1_000);
        let mut place = || f32::from(i16::try_from(random.between(0, 24)).unwrap()) / 2.0;
        let [start, goal] = [0, 1].map(|_| Vec2::new(place(), place()));
        let query = PathQuery::new(start, goal);
        let trace = SearchTrace::record(&mesh, &query);
        let length = shortest_path(&mesh, &query, &mut scratch, &mut points);
        let (Ok(trace), Ok(length)) = (&trace, &length) else {
            assert_eq!(trace.err(), length.err());
            continue;
        };
        found += 1;
        let counters = scratch.counters();
        let taken = trace.moments.iter().filter(|moment| moment.taken.is_some()).count() as u64;
        if counters.expanded == 0 {
            assert!(points.len() <= 2, "only what is in sight needs no search");
            assert!((trace.length - length).abs() <= 1e-12 * length);
            continue;
        }
        assert_eq!((&trace.points, trace.length.to_bits()), (&points, length.to_bits()));
        searched += 1;
        assert_eq!(taken, counters.expanded);
        let added: usize = trace.moments.iter().map(|moment| moment.added.len()).sum();
        assert_eq!(added, trace.items.len());
        let dropped = |why| {
            let all = trace.moments.iter().flat_map(|moment: &TraceMoment| &moment.dropped);
            all.filter(|dropped| dropped.why == why).count() as u64
        };
        // Each is told once; a vertex and a side can be met twice in one look.
        assert!(dropped(DropReason::Farther) <= counters.farther);
        assert_eq!(dropped(DropReason::Farther) > 0, counters.farther > 0);
        assert_eq!(dropped(DropReason::NotTaut) > 0, counters.not_taut > 0);
        assert_eq!(dropped(DropReason::Dominated) > 0, counters.dominated > 0);
        assert_eq!(dropped(DropReason::ClosedGate) > 0, counters.closed_gates > 0);
        assert_eq!(trace.moments.last().unwrap().best.as_ref(), Some(&points));
        for item in &trace.items {
            assert!(item.least >= item.way_length && item.way[0] == points[0]);
        }
    }
    assert!(found > 60 && searched > 20, "{found}, {searched}");
}

#[test]
fn a_budget_ends_a_trace() {
    let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 0).then_some(Terrain(0)));
    let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
    let query = PathQuery::new(Vec2::new(0.5, 8.5), Vec2::new(8.5, 8.5));
    let record = |budget| SearchTrace::record(&mesh, &query.with_budget(budget));
    assert_eq!(record(Budget(1)), Err(QueryError::BudgetExhausted { expanded: 1 }.into()));
    assert_eq!(record(Budget(100)), record(Budget::UNLIMITED));
}
