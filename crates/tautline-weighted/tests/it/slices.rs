//! Searches in slices.

use tautline_fixtures::{SplitMix64, WeightedTiles};
use tautline_navmesh::{Budget, LinkKind, PathQuery, QueryError, RandomPoints, Vec2};
use tautline_weighted::{
    CostLandmarks, GoalCosts, WeightedError, WeightedMesh, WeightedPath, WeightedScratch,
    WeightedSearch, weighted_path,
};

use crate::terrain::{built_again, filter, linked_mesh, mesh};

#[test]
fn a_search_in_slices_finds_the_same_path_and_keeps_to_its_budget() {
    let mesh = mesh(&WeightedTiles::random(3, 24));
    let filter = filter();
    let query = PathQuery::new(Vec2::new(1.0, 1.0), Vec2::new(22.0, 20.0)).with_filter(&filter);
    let (mut scratch, mut whole) = (WeightedScratch::new(), WeightedPath::default());
    weighted_path(&mesh, &query, &mut scratch, &mut whole).unwrap();
    let expanded = scratch.expanded();
    assert!(expanded > 20, "{expanded}");
    let mut sliced = WeightedPath::default();
    let mut search = WeightedSearch::begin(&mesh, &query).unwrap();
    let mut slices = 1;
    while !search.step(&mesh, 7, &mut sliced).unwrap() {
        slices += 1;
    }
    assert_eq!((slices, &sliced), (expanded.div_ceil(7), &whole));
    let mut within = |budget| {
        weighted_path(&mesh, &query.with_budget(Budget(budget)), &mut scratch, &mut sliced)
    };
    assert_eq!(within(expanded), Ok(()));
    let expanded = expanded - 1;
    assert_eq!(within(expanded), Err(QueryError::BudgetExhausted { expanded }.into()));
    let other = built_again(&mesh);
    assert_eq!(
        search.step(&other, 1, &mut sliced),
        Err(WeightedError::Query(QueryError::OtherMesh))
    );
}

#[test]
fn slices_may_have_other_landmarks_and_costs_to_the_goal() {
    let mesh = linked_mesh(&mut SplitMix64::new(4), 4);
    let (filter, points, mut state) = (filter(), RandomPoints::new(&mesh), 4);
    let mut walking = filter.clone();
    LinkKind::ALL.into_iter().for_each(|kind| walking.forbid_links(kind));
    let landmarks = [&filter, &walking].map(|filter| CostLandmarks::choose(&mesh, filter));
    let (mut scratch, mut whole) = (WeightedScratch::new(), WeightedPath::default());
    let (mut found, mut costs_of_all) = (0, [0.0; 2]);
    for _ in 0..60 {
        let [start, goal] = [(); 2].map(|()| points.draw(&mesh, &mut state).unwrap().1);
        let query = PathQuery::new(start, goal).with_filter(&filter);
        if weighted_path(&mesh, &query, &mut scratch, &mut whole).is_err() {
            continue;
        }
        // Those of this goal, of another one, and on foot.
        let costs = [(goal, &filter), (start, &filter), (goal, &walking)]
            .map(|(goal, filter)| GoalCosts::measure(&mesh, goal, filter).unwrap());
        let bare = WeightedMesh::of(&mesh);
        let guided = costs.iter().map(|costs| bare.with_goal_costs(costs));
        let guided = guided.chain(landmarks.iter().map(|it| bare.with_landmarks(it)));
        let mut meshes = guided.chain([bare]).cycle();
        let mut search = WeightedSearch::begin(bare, &query).unwrap();
        let mut path = WeightedPath::default();
        while !search.step(meshes.next().unwrap(), 3, &mut path).unwrap() {}
        // Expanded nodes stay as they are, so other bounds of costs can make a path dearer.
        assert!(path.cost <= 2.0 * whole.cost, "{} instead of {}", path.cost, whole.cost);
        costs_of_all = [costs_of_all[0] + path.cost, costs_of_all[1] + whole.cost];
        found += 1;
    }
    let [sliced, whole] = costs_of_all;
    assert!(found > 30 && sliced <= 1.02 * whole, "{found}: {sliced} instead of {whole}");
}
