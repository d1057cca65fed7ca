//! An answer that is passed by `&mut` is empty after an error.

use tautline::anyangle::Landmarks;
use tautline::labels::{BakeOptions, Hubs, Labels};
use tautline::navmesh::{NavMesh, RawLink, Terrain, rectangles_from_cells};
use tautline::weighted::CostLandmarks;
use tautline::{
    Budget, FlatPaths, Ground, Path, PathOptions, Query, QueryFilter, Scratch, Tier, Vec2, path_in,
    paths_flat,
};
use tautline_fixtures::linked::random_point;
use tautline_fixtures::{SplitMix64, random_blocks};

use crate::support::raw_mesh;

const START: Vec2 = Vec2::new(1.0, 2.5);
const GOAL: Vec2 = Vec2::new(4.0, 2.5);
const OFF_MESH: Vec2 = Vec2::new(5.5, 1.0);
const OTHER_ROOM: Vec2 = Vec2::new(8.0, 1.0);

/// Two rooms with a gap between them. The left one has a pillar between the start and the goal.
#[expect(clippy::unwrap_used, reason = "the map is valid")]
fn rooms() -> NavMesh {
    let is_ground = |x, y| x != 5 && (x, y) != (2, 2);
    rectangles_from_cells(9, 5, |x, y| is_ground(x, y).then_some(Terrain(0))).build().unwrap()
}

#[test]
fn no_path_is_left() {
    let (mesh, mut scratch, mut path) = (rooms(), Scratch::new(), Path::default());
    let mut forbidden = QueryFilter::uniform();
    forbidden.forbid(Terrain(0));
    let query = Query::new(START, GOAL);
    for tier in [Tier::Exact, Tier::Classic] {
        for refused in [
            Query::new(OFF_MESH, GOAL),
            Query::new(START, OFF_MESH),
            Query::new(START, OTHER_ROOM),
            Query::new(Vec2::NAN, GOAL),
            query.with_budget(Budget(1)),
            query.with_filter(&forbidden),
        ] {
            path_in(&mesh, &query.with_tier(tier), &mut scratch, &mut path).unwrap();
            assert_ne!(path, Path::default());
            path_in(&mesh, &refused.with_tier(tier), &mut scratch, &mut path).unwrap_err();
            assert_eq!(path, Path { tier: path.tier, ..Path::default() });
        }
    }

    let mut found = FlatPaths::new();
    for ends in [[START, GOAL], [START, OTHER_ROOM]] {
        paths_flat(&mesh, &[ends], &PathOptions::default(), &mut found);
    }
    assert_eq!((&found.points[..], &found.lengths[..]), (&[][..], &[0.0][..]));
}

/// Regression: after an error that takes no search, the count was that of an earlier query.
#[test]
fn no_count_of_expanded_nodes_is_left() {
    let (mesh, mut scratch, mut path) = (rooms(), Scratch::new(), Path::default());
    let other = rectangles_from_cells(3, 3, |_, _| Some(Terrain(0))).build().unwrap();
    let landmarks = Landmarks::choose(&other);
    let for_costs = CostLandmarks::choose(&other, &QueryFilter::uniform());
    let of_other = Ground::of(&mesh).with_landmarks(&landmarks).with_cost_landmarks(&for_costs);
    let mut forbidden = QueryFilter::uniform();
    forbidden.forbid(Terrain(0));
    let query = Query::new(START, GOAL);
    for tier in [Tier::Exact, Tier::Weighted, Tier::Classic] {
        for (refused, ground) in [
            (Query::new(OFF_MESH, GOAL), Ground::of(&mesh)),
            (Query::new(START, OTHER_ROOM), Ground::of(&mesh)),
            (Query::new(Vec2::NAN, GOAL), Ground::of(&mesh)),
            (query.within(-1.0), Ground::of(&mesh)),
            (query.with_filter(&forbidden), Ground::of(&mesh)),
            (query, of_other),
        ] {
            path_in(&mesh, &query.with_tier(tier), &mut scratch, &mut path).unwrap();
            assert!(scratch.expanded() > 0);
            if path_in(ground, &refused.with_tier(tier), &mut scratch, &mut path).is_err() {
                assert_eq!(scratch.expanded(), 0, "{tier:?}: {refused:?}");
            } else {
                assert_eq!(tier, Tier::Classic, "it takes no landmarks");
            }
        }
    }
}

/// Regression: where labels cannot answer, the nodes that they expanded for an earlier query were taken from the budget
/// of the search.
#[test]
fn no_count_of_nodes_that_labels_expanded_is_left() -> Result<(), Box<dyn std::error::Error>> {
    let cells = random_blocks(3, 14, 14, 30);
    let mut random = SplitMix64::new(1);
    let mut point = || random_point(&mut random, &cells);
    let mut raw = raw_mesh(&cells);
    raw.links.push(RawLink { from: point(), to: point(), ..RawLink::default() });
    let mesh = raw.build()?;
    let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::AtMost(0)))?;
    let ground = Ground::of(&mesh).with_labels(&labels);
    let mut dear = QueryFilter::uniform();
    dear.set(Terrain(0), 2.5)?;
    let (mut scratch, mut path, mut expanding) = (Scratch::new(), Path::default(), 0);
    for _ in 0..40 {
        let [start, goal] = [(); 2].map(|()| Vec2::from(point()));
        let query = Query::new(start, goal);
        for other in [
            Query::new(Vec2::NAN, goal),
            Query::new(start, Vec2::splat(-9.0)),
            query.with_filter(&dear),
        ] {
            let mut unused = Scratch::new();
            let expected = path_in(ground, &other, &mut unused, &mut path).is_ok();
            if path_in(ground, &query, &mut scratch, &mut path).is_err() || scratch.expanded() == 0
            {
                continue;
            }
            expanding += 1;
            let budget = Budget(unused.expanded());
            let found = path_in(ground, &other.with_budget(budget), &mut scratch, &mut path);
            assert_eq!(found.is_ok(), expected, "{found:?}");
            assert_eq!(scratch.expanded(), unused.expanded());
        }
    }
    assert!(expanding > 10, "{expanding}");
    Ok(())
}
