//! Paths to many goals, compared with single ones, and with exact distances.

use tautline_anyangle::OneToManySearch;
use tautline_fixtures::WeightedTiles;
use tautline_navmesh::{
    Budget, Location, OneToManyQuery, PathQuery, QueryError, QueryFilter, RandomPoints, Terrain,
    Vec2, rectangles_from_cells,
};
use tautline_weighted::{WeightedOneToManySearch, WeightedPath, WeightedScratch, weighted_path};

use crate::terrain::{check_areas, ground, mesh};

#[test]
fn refraction_decides_which_goal_is_the_cheapest() {
    // Over the nodes alone, the first goal is cheaper.
    let costs = [1, 2, 1, 1, 1, 0, 1, 2, 0, 0, 0, 2, 1, 2, 1, 2];
    let mesh = rectangles_from_cells(4, 4, |x, y| Some(Terrain(costs[(4 * y + x) as usize])));
    let mesh = mesh.build().unwrap();
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 3.0).unwrap();
    filter.set(Terrain(2), 9.0).unwrap();
    let here = OneToManyQuery::new(Vec2::new(2.25, 1.25)).with_filter(&filter);
    let goals = [Vec2::new(1.0, 2.0), Vec2::new(2.25, 0.75)].map(Location::from);
    let mut search = WeightedOneToManySearch::new();
    search.cheapest(&mesh, &here, &goals, 1).unwrap();
    let found: Vec<_> = search.found().map(|(goal, path)| (goal, path.cost)).collect();
    assert_eq!(found, [(1, 1.5)]);
    assert_eq!(search.path_to(0), None);
}

#[test]
fn one_search_finds_the_paths_to_many_goals() {
    let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
    let mut many = WeightedOneToManySearch::new();
    let (mut costs, mut taken) = ([0.0, 0.0], [0.0, 0.0]);
    let (mut found, mut unreachable, mut by_link) = (0, 0, 0);
    let mut saved = [0, 0];
    for seed in 0..36 {
        let (mesh, filter) = ground(seed);
        let points = RandomPoints::new(&mesh);
        let mut state = seed;
        let mut point = || points.draw(&mesh, &mut state).unwrap().1;
        let start = point();
        // The start itself, vertices, and the same goal twice.
        let mut goals = vec![start, start.round(), start];
        goals.extend([(); 40].map(|()| point()).into_iter().flat_map(|goal| [goal, goal.round()]));
        goals.retain(|&goal| mesh.locate(goal).is_some());
        let goals: Vec<Location> = goals.into_iter().map(Location::from).collect();
        let here = OneToManyQuery::new(start).with_filter(&filter);
        if let Err(error) = many.all(&mesh, &here, &goals) {
            assert!(matches!(error, QueryError::ForbiddenArea { .. }), "{error}");
            continue;
        }
        for (index, &goal) in goals.iter().enumerate() {
            let query = PathQuery::new(start, goal).with_filter(&filter);
            let alone = weighted_path(&mesh, &query, &mut scratch, &mut path);
            let together = many.path_to(index);
            assert_eq!(together.is_some(), alone.is_ok(), "seed {seed}, goal {index}: {alone:?}");
            let Some(together) = together else {
                unreachable += 1;
                continue;
            };
            assert!(
                together.cost <= 1.08 * path.cost,
                "seed {seed}, goal {index}: {} of {}",
                together.cost,
                path.cost
            );
            check_areas(&mesh, &together.areas, together.links.len());
            assert_eq!(together.points.first(), Some(&start));
            assert_eq!(together.points.last(), Some(&goal.point));
            costs = [costs[0] + path.cost, costs[1] + together.cost];
            (found, by_link) = (found + 1, by_link + together.links.len());
        }
        let order: Vec<(usize, WeightedPath)> =
            many.found().map(|(goal, path)| (goal, path.clone())).collect();
        assert!(order.is_sorted_by(|one, other| one.1.cost <= other.1.cost));
        let expanded_for_all = many.expanded();
        for wanted in [0, 1, 3] {
            many.cheapest(&mesh, &here, &goals, wanted).unwrap();
            assert_eq!(many.found().len(), wanted.min(order.len()));
            for ((_, path), (_, expected)) in many.found().zip(&order) {
                assert!(path.cost <= 1.001 * expected.cost, "seed {seed}: {}", path.cost);
                taken = [taken[0] + expected.cost, taken[1] + path.cost];
            }
        }
        let expanded = many.expanded();
        assert!(expanded > 0);
        let limit = order[order.len() / 3].1.cost;
        many.all(&mesh, &here.with_limit(limit), &goals).unwrap();
        let within = order.iter().filter(|(_, path)| path.cost <= limit);
        let within: Vec<_> = within.map(|(goal, path)| (*goal, path)).collect();
        assert_eq!(many.found().collect::<Vec<_>>(), within, "seed {seed}: up to {limit}");
        saved = [saved[0] + expanded_for_all, saved[1] + many.expanded()];
        for limit in [f64::NAN, -1.0] {
            many.all(&mesh, &here.with_limit(limit), &goals).unwrap();
            assert_eq!((many.found().len(), many.path_to(0)), (0, None));
        }
        let refused = many.all(&mesh, &here.with_budget(Budget(expanded / 2)), &goals);
        assert!(matches!(refused, Err(QueryError::BudgetExhausted { .. })), "{refused:?}");
        assert_eq!((many.found().len(), many.path_to(0)), (0, None));
    }
    assert!((costs[1] / costs[0] - 1.0).abs() < 1e-3, "{found}: {costs:?}");
    assert!(2 * saved[1] < saved[0], "{saved:?}");
    assert!(
        found > 1_000 && unreachable > 100 && by_link > 100,
        "{found}, {unreachable}, {by_link}"
    );
}

#[test]
fn on_uniform_ground_costs_to_many_goals_are_exact() {
    let (mut exact, mut many) = (OneToManySearch::new(), WeightedOneToManySearch::new());
    let (mut sums, mut found) = ([0.0, 0.0], 0);
    for seed in 0..8 {
        let mesh = mesh(&WeightedTiles::random(seed, 40));
        let points = RandomPoints::new(&mesh);
        let mut state = seed;
        let mut point = || points.draw(&mesh, &mut state).unwrap().1;
        let here = OneToManyQuery::new(point());
        let goals = [(); 60].map(|()| point().into());
        exact.all(&mesh, &here, &goals).unwrap();
        many.all(&mesh, &here, &goals).unwrap();
        for goal in 0..goals.len() {
            let cost = many.path_to(goal).map_or(f64::INFINITY, |path| path.cost);
            let distance = exact.distance_to(goal);
            assert!(cost >= distance * (1.0 - 1e-6), "{cost} is below {distance}");
            if cost.is_finite() {
                assert!(cost <= distance * 1.05, "{cost} of {distance}");
                sums = [sums[0] + distance, sums[1] + cost];
                found += 1;
            } else {
                assert!(distance.is_infinite(), "{distance}");
            }
        }
    }
    assert!(found > 300 && sums[1] < 1.001 * sums[0], "{found}: {sums:?}");
}
