//! A long search in small slices.
//!
//! A game that must draw a frame every few milliseconds cannot wait for the
//! longest path. `CorridorSearch` expands a bounded number of nodes at a time. Its
//! result is a corridor, through which the funnel then pulls the path, in linear
//! time.
//!
//! ```text
//! cargo run -p tautline --example spread_over_frames
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline::funnel::{Funnel, Portal, pull};
use tautline::navmesh::{
    Corridor, CorridorSearch, Crossing, PathQuery, QueryError, Terrain, rectangles_from_cells,
};
use tautline::{Budget, Vec2, path};

/// The number of nodes that are expanded per frame.
const SLICE: u64 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    // Walls with gates at alternating ends.
    let raw = rectangles_from_cells(80, 40, |x, y| {
        let gate = if x % 4 == 1 { y < 2 } else { y > 37 };
        (x % 2 == 0 || gate).then_some(Terrain(0))
    });
    let mesh = raw.build()?;
    let (start, goal) = (Vec2::new(0.5, 20.0), Vec2::new(78.5, 20.0));

    let query = PathQuery::new(start, goal);
    let mut search = CorridorSearch::begin(&mesh, &query)?;
    let mut corridor = Corridor::default();
    let mut frames = 1;
    while search.step(&mesh, SLICE, &mut corridor)?.is_none() {
        frames += 1; // Here the game draws a frame.
    }
    println!("{} areas, found in {frames} frames", corridor.areas.len());
    assert!(frames > 1);

    // The corridor has the borders to cross; the funnel pulls the path taut. For an
    // agent that leaves an area, a half-edge runs from right to left.
    let portals: Vec<Portal> = corridor
        .crossings
        .iter()
        .filter_map(|crossing| match *crossing {
            Crossing::Border(half_edge) => Some(mesh.segment(half_edge)),
            Crossing::Link { .. } => None,
        })
        .map(|segment| Portal::new(segment.b, segment.a))
        .collect();
    let mut points = Vec::new();
    let length = pull(start, &portals, goal, &mut Funnel::new(), &mut points);
    println!("{length:.2} long, {} points", points.len());
    assert_eq!(points, path(&mesh, start, goal)?.points, "as if searched in one go");

    // A budget limits the whole search, for slices of any size.
    let mut bounded = CorridorSearch::begin(&mesh, &query.with_budget(Budget(10)))?;
    let outcome = bounded.step(&mesh, u64::MAX, &mut corridor);
    assert_eq!(outcome, Err(QueryError::BudgetExhausted { expanded: 10 }));
    Ok(())
}
