//! Paths that may be too long by a share, compared with the shortest ones.
//!
//! `TAUTLINE_WITHIN_QUERIES` is the number of queries; without it, about 3,000. A full run:
//!
//! ```text
//! TAUTLINE_WITHIN_QUERIES=100000 cargo test --release -p tautline-anyangle --test it within
//! ```

use std::env;
use std::error::Error;

use tautline_anyangle::{
    AnyAngleScratch, AnyAngleSearch, ExactError, Landmarks, SearchMesh, shortest_path,
    shortest_path_below,
};
use tautline_fixtures::linked::{random_links, random_point};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{SplitMix64, random_blocks, random_mesh};
use tautline_navmesh::{
    DVec2, NavMesh, PathQuery, QueryError, QueryFilter, Terrain, Vec2, rectangles_from_cells,
};

use crate::support::{build, raw_link, raw_mesh};

/// The relative rounding of lengths.
const ROUNDING: f64 = 1e-11;

/// The shares to allow. With the last one, any path is good.
const SHARES: [f64; 5] = [0.0, 0.001, 0.01, 0.2, f64::MAX];

/// The number of pairs of points on each map.
const PAIRS_PER_MAP: u64 = 20;

/// A mesh, and pairs of points on it.
struct Case {
    mesh: NavMesh,
    pairs: Vec<[Vec2; 2]>,
}

/// A random mesh, one in three with links.
fn random_case(seed: u64) -> Result<Case, Box<dyn Error>> {
    let mut random = SplitMix64::new(seed);
    let size = u16::try_from(random.between(8, 30))?;
    let blocked = u8::try_from(random.between(3, 45))?;
    let mut cells = random_blocks(random.next_u64(), size, size, blocked);
    cells.set(0, 0, true);
    for cell in cells.clone().walkable_cells() {
        if random.chance(5) {
            cells.put_wall(cell, [cell[0] + 1, cell[1]]);
        }
    }
    let options = RandomMeshOptions { longest: 9, cut: 50 };
    let class = |[x, y]: [i32; 2]| u8::from((3 * x + 5 * y) % 11 == 0);
    let (plain, classes) = random_mesh(random.next_u64(), &cells, class, options);
    let mut raw = raw_mesh(&plain, &classes);
    if random.chance(33) {
        raw.links = random_links(&mut random, &cells, 5).iter().map(raw_link).collect();
    }
    let point = |random: &mut SplitMix64| random_point(random, &cells).into();
    let pairs = (0..PAIRS_PER_MAP).map(|_| [point(&mut random), point(&mut random)]).collect();
    Ok(Case { mesh: build(&raw)?, pairs })
}

/// Checks the answers between two points at all shares.
fn check(
    ground: &NavMesh,
    mesh: SearchMesh<'_>,
    [start, goal]: [Vec2; 2],
    filter: &QueryFilter,
    scratch: &mut AnyAngleScratch,
) -> Result<(), Box<dyn Error>> {
    let query = PathQuery::new(start, goal).with_filter(filter);
    let mut points = Vec::new();
    let shortest = match shortest_path(mesh, &query, scratch, &mut points) {
        Ok(length) => length,
        Err(error) => {
            let refused = shortest_path(mesh, &query.within(0.01), scratch, &mut points);
            assert_eq!(refused, Err(error), "for the same reason");
            return Ok(());
        }
    };
    assert_eq!(scratch.lower_bound().to_bits(), shortest.to_bits());
    for share in SHARES {
        let query = query.within(share);
        let length = shortest_path(mesh, &query, scratch, &mut points)?;
        let bound = scratch.lower_bound();
        let greatest = (1.0 + share) * shortest * (1.0 + ROUNDING);
        assert!(length <= greatest, "{length} instead of {shortest} at {share}: {query:?}");
        assert!(length >= shortest * (1.0 - ROUNDING), "{query:?}");
        assert!(bound <= shortest * (1.0 + ROUNDING) && bound <= length, "{query:?}");
        assert!(length <= bound * (1.0 + share) * (1.0 + ROUNDING), "{query:?}");
        if share == 0.0 {
            assert_eq!(length.to_bits(), shortest.to_bits());
        }
        let legs = points.windows(2).map(|leg| DVec2::from(leg[0]).distance(leg[1].into()));
        let mut links = Vec::new();
        scratch.read_links(ground, &mut links);
        if links.is_empty() {
            let sum: f64 = legs.sum();
            assert!((sum - length).abs() <= ROUNDING * length, "{query:?}");
        }
        // No path is shorter than the one before by more than the share.
        let shorter = shortest_path_below(mesh, &query, length, scratch, &mut points)?;
        assert!(shorter.is_none_or(|shorter| shorter >= bound * (1.0 - ROUNDING)));
        assert!(scratch.lower_bound() <= shortest * (1.0 + ROUNDING));
    }
    Ok(())
}

#[test]
fn no_path_is_too_long_by_more_than_its_share() -> Result<(), Box<dyn Error>> {
    let wanted = env::var("TAUTLINE_WITHIN_QUERIES").ok().and_then(|number| number.parse().ok());
    let maps = wanted.unwrap_or(3_000) / PAIRS_PER_MAP / SHARES.len() as u64;
    let mut scratch = AnyAngleScratch::new();
    for seed in 0..maps {
        let Case { mesh, pairs } = random_case(seed)?;
        let landmarks = Landmarks::choose(&mesh);
        let mut closed = QueryFilter::uniform();
        closed.forbid(Terrain(1));
        let open = QueryFilter::uniform();
        for (index, &ends) in pairs.iter().enumerate() {
            let searched = match index % 2 {
                0 => SearchMesh::of(&mesh),
                _ => SearchMesh::of(&mesh).with_landmarks(&landmarks),
            };
            check(
                &mesh,
                searched,
                ends,
                if index % 4 < 2 { &open } else { &closed },
                &mut scratch,
            )?;
        }
    }
    Ok(())
}

/// A field with small obstacles, of which a straight path would touch many.
fn field() -> Result<NavMesh, Box<dyn Error>> {
    let cells = random_blocks(1, 100, 100, 10);
    let is_open = |x: u32, y: u32| cells.is_walkable([x, y].map(u32::cast_signed));
    let raw = rectangles_from_cells(100, 100, |x, y| is_open(x, y).then_some(Terrain(0)));
    Ok(raw.build()?)
}

#[test]
fn a_small_share_saves_most_of_the_work_among_small_obstacles() -> Result<(), Box<dyn Error>> {
    let mesh = field()?;
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let mut expanded = [0; 2];
    for y in 1..100_u8 {
        let query = PathQuery::new(Vec2::new(1.0, 50.0), Vec2::new(99.0, f32::from(y)));
        for (share, sum) in [0.0, 0.01].into_iter().zip(&mut expanded) {
            if shortest_path(&mesh, &query.within(share), &mut scratch, &mut points).is_ok() {
                *sum += scratch.counters().expanded;
            }
        }
    }
    assert!(2 * expanded[1] < expanded[0], "{expanded:?}");
    Ok(())
}

#[test]
fn a_search_in_slices_keeps_its_share() -> Result<(), Box<dyn Error>> {
    let mesh = field()?;
    let query = PathQuery::new(Vec2::new(1.0, 50.0), Vec2::new(99.0, 33.0)).within(0.02);
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let at_once = shortest_path(&mesh, &query, &mut scratch, &mut points)?;
    let mut search = AnyAngleSearch::begin(&mesh, &query)?;
    let straight = search.lower_bound();
    let length = loop {
        if let Some(length) = search.step(&mesh, 3, &mut points)? {
            break length;
        }
        assert_eq!(search.lower_bound().to_bits(), straight.to_bits(), "until it has ended");
    };
    assert_eq!(length.to_bits(), at_once.to_bits());
    assert_eq!(search.lower_bound().to_bits(), scratch.lower_bound().to_bits());
    Ok(())
}

#[test]
fn shares_that_are_no_shares_are_refused() -> Result<(), Box<dyn Error>> {
    let mesh = field()?;
    let query = PathQuery::new(Vec2::new(1.0, 50.0), Vec2::new(99.0, 33.0));
    let (mut scratch, mut points) = (AnyAngleScratch::new(), vec![Vec2::ZERO]);
    for bad in [-0.01, f64::NEG_INFINITY, f64::INFINITY, f64::NAN] {
        let refused = shortest_path(&mesh, &query.within(bad), &mut scratch, &mut points);
        let Err(ExactError::Query(QueryError::InvalidShare { share })) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(share.to_bits(), bad.to_bits());
        assert!(points.is_empty());
        assert!(AnyAngleSearch::begin(&mesh, &query.within(bad)).is_err());
    }
    for good in [-0.0, f64::MIN_POSITIVE, f64::MAX] {
        assert!(shortest_path(&mesh, &query.within(good), &mut scratch, &mut points).is_ok());
    }
    Ok(())
}
