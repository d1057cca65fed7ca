//! Paths that may be too long by a share, in all tiers.

use std::error::Error;

use tautline::labels::{BakeOptions, Labels};
use tautline::navmesh::{RawLink, Terrain, rectangles_from_cells};
use tautline::{
    Ground, NavMesh, Path, PathError, PathOptions, Query, QueryFilter, Scratch, Tier, Vec2,
    path_in, paths, paths_to,
};
use tautline_fixtures::random_blocks;

/// A field of small obstacles with some mud, and links if asked for.
fn field(links: &[RawLink]) -> Result<NavMesh, Box<dyn Error>> {
    let cells = random_blocks(3, 40, 40, 12);
    let raw = rectangles_from_cells(40, 40, |x, y| {
        let is_mud = (x / 5 + y / 7) % 3 == 0;
        cells.is_walkable([x, y].map(u32::cast_signed)).then_some(Terrain(is_mud.into()))
    });
    let mut raw = raw;
    raw.links = links.to_vec();
    Ok(raw.build()?)
}

/// Queries from the left side to the right side that have a path.
fn queries(mesh: &NavMesh) -> Vec<Query<'static>> {
    let across = |y: u8| {
        Query::new(Vec2::new(0.5, f32::from(y) + 0.5), Vec2::new(39.5, 39.5 - f32::from(y)))
    };
    let answers = (0..40).map(across);
    answers.filter(|query| tautline::path(mesh, query.start, query.goal).is_ok()).collect()
}

/// A teleport that costs nearly nothing.
fn teleport(from: [f32; 2], to: [f32; 2]) -> RawLink {
    RawLink { from, to, cost: Some(0.5), both_ways: true, ..RawLink::default() }
}

#[test]
fn every_tier_states_a_lower_bound() -> Result<(), Box<dyn Error>> {
    let mesh = field(&[])?;
    let starts = queries(&mesh);
    let ends = [starts[0].start.point, starts[5].goal.point].map(<[f32; 2]>::from);
    let mut mud = QueryFilter::uniform();
    mud.set(Terrain(1), 3.0)?;
    let mut cheap = QueryFilter::uniform();
    for class in [0, 1] {
        cheap.set(Terrain(class), 0.25)?;
    }
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for mesh in [mesh, field(&[teleport(ends[0], ends[1])])?] {
        for query in &starts {
            for filter in [&QueryFilter::uniform(), &cheap, &mud] {
                let query = query.with_filter(filter);
                path_in(&mesh, &query, &mut scratch, &mut path)?;
                let best = path.cost;
                assert!(path.lower_bound <= best && path.lower_bound > 0.0, "{path:?}");
                if path.tier == Tier::Exact {
                    assert_eq!(path.lower_bound.to_bits(), best.to_bits());
                }
                path_in(&mesh, &query.within(0.01), &mut scratch, &mut path)?;
                assert!(path.lower_bound <= best * (1.0 + 1e-11));
                assert!(path.tier == Tier::Weighted || path.cost <= 1.01 * best * (1.0 + 1e-11));
                path_in(&mesh, &query.with_tier(Tier::Classic), &mut scratch, &mut path)?;
                assert!(path.lower_bound <= best && path.lower_bound > 0.0, "{path:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn labels_answer_with_the_shortest_path_all_the_same() -> Result<(), Box<dyn Error>> {
    let mesh = field(&[])?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let ground = Ground::of(&mesh).with_labels(&labels);
    let queries = queries(&mesh);
    let within: Vec<Query<'_>> = queries.iter().map(|query| query.within(0.1)).collect();
    assert_eq!(paths(ground, &queries), paths(ground, &within));
    for path in paths(ground, &within).into_iter().flatten() {
        assert_eq!(path.lower_bound.to_bits(), path.cost.to_bits());
    }
    let starts: Vec<Vec2> = queries.iter().map(|query| query.start.point).collect();
    let goal = queries[0].goal;
    let to = |options| paths_to(ground, &starts, goal, &options);
    assert_eq!(to(PathOptions::new()), to(PathOptions::new().within(0.1)));
    Ok(())
}

#[test]
fn a_share_that_is_none_is_refused_by_all_tiers() -> Result<(), Box<dyn Error>> {
    let mesh = field(&[])?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let query = queries(&mesh)[0];
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for share in [-1.0, f64::NAN, f64::INFINITY] {
        for ground in [Ground::of(&mesh), Ground::of(&mesh).with_labels(&labels)] {
            for tier in [Tier::Exact, Tier::Weighted, Tier::Classic] {
                let query = query.with_tier(tier).within(share);
                let refused = path_in(ground, &query, &mut scratch, &mut path);
                assert!(matches!(refused, Err(PathError::InvalidShare { .. })), "{refused:?}");
                assert_eq!(path, Path { tier: path.tier, ..Path::default() });
            }
            let options = PathOptions::new().within(share);
            let refused = paths_to(ground, &[query.start], query.goal, &options);
            assert!(matches!(refused[..], [Err(PathError::InvalidShare { .. })]), "{refused:?}");
        }
    }
    Ok(())
}
