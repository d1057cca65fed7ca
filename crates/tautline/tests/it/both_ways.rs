//! A classic path is searched for from both ends where that may help.

use std::error::Error;

use crate::support::queries::random_queries;
use crate::support::{build, raw_mesh};
use tautline::funnel::{Funnel, Portal, pull};
use tautline::geometry::DVec2;
use tautline::navmesh::{
    Corridor, CorridorScratch, Crossing, PathQuery, QueryError, find_corridor,
};
use tautline::{Budget, NavMesh, Path, PathError, PathOptions, Query, Scratch, Tier, path_in};
use tautline_fixtures::{Cells, maze, random_blocks, rooms};

/// The ratio to the straight line up to which one search is enough.
const NEARLY_STRAIGHT: f64 = 1.01;

fn maps() -> [Cells; 4] {
    [
        random_blocks(21, 50, 40, 25),
        random_blocks(22, 30, 30, 35),
        rooms(23, 41, 41),
        maze(24, 31, 31),
    ]
}

fn answer(mesh: &NavMesh, query: &Query<'_>, scratch: &mut Scratch) -> Result<Path, PathError> {
    let mut path = Path::default();
    path_in(mesh, &query.with_tier(Tier::Classic), scratch, &mut path).map(|()| path)
}

fn exchanged(query: &Query<'static>) -> Query<'static> {
    Query { start: query.goal, goal: query.start, ..*query }
}

fn straight(query: &Query<'_>) -> f64 {
    DVec2::from(query.start.point).distance(query.goal.point.into())
}

/// The length of the way that one search, from the start, leads to, and how
/// many nodes it expanded.
fn single_search(mesh: &NavMesh, query: &Query<'_>) -> Result<(f64, u64), QueryError> {
    let mut corridor = Corridor::default();
    let mut scratch = CorridorScratch::new();
    let Query { start, goal, options: PathOptions { budget, .. } } = *query;
    let query = PathQuery::new(start, goal).with_budget(budget);
    find_corridor(mesh, &query, &mut scratch, &mut corridor)?;
    let portal = |crossing: &Crossing| match *crossing {
        Crossing::Border(side) => {
            let border = mesh.segment(side);
            Some(Portal::new(border.b, border.a))
        }
        Crossing::Link { .. } => None,
    };
    let portals: Vec<Portal> = corridor.crossings.iter().filter_map(portal).collect();
    let mut points = Vec::new();
    let length = pull(start.point, &portals, goal.point, &mut Funnel::new(), &mut points);
    // A sum over nothing is -0.
    Ok((length + 0.0, scratch.expanded()))
}

#[test]
fn a_path_is_the_shorter_one_of_two_unless_the_first_is_nearly_straight()
-> Result<(), Box<dyn Error>> {
    let mut shortened = 0;
    for (seed, cells) in (0..).zip(maps()) {
        let mesh = build(&raw_mesh(&cells))?;
        for query in random_queries(&cells, seed, 600) {
            let Ok(path) = answer(&mesh, &query, &mut Scratch::new()) else {
                assert!(single_search(&mesh, &query).is_err());
                continue;
            };
            let (there, _) = single_search(&mesh, &query)?;
            let (back, _) = single_search(&mesh, &exchanged(&query))?;
            let is_enough = there <= NEARLY_STRAIGHT * straight(&query);
            let expected = if is_enough { there } else { there.min(back) };
            assert_eq!(path.length.to_bits(), expected.to_bits(), "{query:?}");
            shortened += usize::from(path.length < there);
        }
    }
    assert!(shortened > 20, "{shortened} were shortened");
    Ok(())
}

#[test]
fn there_is_as_far_as_back_unless_both_are_nearly_straight() -> Result<(), Box<dyn Error>> {
    for (seed, cells) in (10..).zip(maps()) {
        let mesh = build(&raw_mesh(&cells))?;
        let mut compared = 0;
        for query in random_queries(&cells, seed, 600) {
            let ways = [query, exchanged(&query)].map(|q| answer(&mesh, &q, &mut Scratch::new()));
            let [Ok(there), Ok(back)] = ways else { continue };
            if there.length.max(back.length) > NEARLY_STRAIGHT * straight(&query) {
                assert_eq!(there.length.to_bits(), back.length.to_bits(), "{query:?}");
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared} were compared");
    }
    Ok(())
}

#[test]
fn a_path_that_was_turned_round_is_one_like_any_other() -> Result<(), Box<dyn Error>> {
    for (seed, cells) in (20..).zip(maps()) {
        let mesh = build(&raw_mesh(&cells))?;
        for query in random_queries(&cells, seed, 600) {
            let Ok(path) = answer(&mesh, &query, &mut Scratch::new()) else { continue };
            assert_eq!(path.points.first(), Some(&query.start.point));
            assert_eq!(path.points.last(), Some(&query.goal.point));
            assert_eq!(path.cost.to_bits(), path.length.to_bits());
            let ends = [path.areas.first(), path.areas.last()];
            for (area, end) in ends.into_iter().zip([query.start, query.goal]) {
                assert!(area.is_some_and(|&area| mesh.contains(area, end.point)));
            }
            for pair in path.areas.windows(2) {
                let mut across = mesh.half_edges_of(pair[0]).filter_map(|side| mesh.twin(side));
                assert!(across.any(|twin| mesh.area_of(twin) == pair[1]), "{pair:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn both_searches_share_the_budget_and_the_first_path_stands() -> Result<(), Box<dyn Error>> {
    let [cells, ..] = maps();
    let mesh = build(&raw_mesh(&cells))?;
    let mut scratch = Scratch::new();
    let mut second_ran_out = 0;
    for query in random_queries(&cells, 30, 300) {
        let Ok(whole) = answer(&mesh, &query, &mut scratch) else { continue };
        let (there, first) = single_search(&mesh, &query)?;
        let both = scratch.expanded();
        for budget in [first, first + (both - first) / 2, both] {
            let path = answer(&mesh, &query.with_budget(Budget(budget)), &mut scratch)?;
            assert!(scratch.expanded() <= budget, "{} of {budget}", scratch.expanded());
            let expected = if budget == both { whole.length } else { there };
            assert_eq!(path.length.to_bits(), expected.to_bits(), "{query:?}, {budget} of {both}");
        }
        let short = answer(&mesh, &query.with_budget(Budget(first - 1)), &mut scratch);
        assert_eq!(short.err(), Some(PathError::BudgetExhausted { expanded: first - 1 }));
        second_ran_out += usize::from(both > first);
    }
    assert!(second_ran_out > 20, "{second_ran_out} were searched for twice");
    Ok(())
}
