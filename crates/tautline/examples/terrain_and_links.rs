//! Ground that costs more, ground that is forbidden, and off-mesh links.
//!
//! The mesh stores only the terrain class of each area. Each query has its own
//! costs for the classes: a cart and a swimmer use the same mesh.
//!
//! ```text
//! cargo run -p tautline --example terrain_and_links
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline::formats::json;
use tautline::navmesh::{LinkKind, Terrain};
use tautline::{Path, Query, QueryFilter, Scratch, Vec2, import, path_in};

/// A river from south to north with a ford in it, a road around its spring, and
/// a jump from stone to stone.
const MAP: &str = r#"{
  "tautline": 1,
  "terrains": ["grass", "road", "water"],
  "areas": [
    { "terrain": "grass", "corners": [[0, 0], [4, 0], [4, 6], [4, 10], [0, 10]] },
    { "terrain": "water", "corners": [[4, 0], [8, 0], [8, 6], [4, 6]] },
    { "terrain": "grass", "corners": [[8, 0], [12, 0], [12, 10], [8, 10], [8, 6]] },
    { "terrain": "road",  "corners": [[0, 10], [4, 10], [8, 10], [12, 10], [12, 12], [0, 12]] }
  ],
  "links": [
    { "from": [3.5, 1], "to": [8.5, 1], "kind": "jump", "cost": 9 }
  ]
}"#;

const GRASS: Terrain = Terrain(0);
const ROAD: Terrain = Terrain(1);
const WATER: Terrain = Terrain(2);

fn main() -> Result<(), Box<dyn Error>> {
    let raw = import::from_json_map(&json::parse(MAP)?);
    let mesh = raw.build()?;
    let query = Query::new(Vec2::new(2.0, 2.0), Vec2::new(10.0, 2.0));
    let mut scratch = Scratch::new();
    let mut find = |filter: &QueryFilter| -> Result<Path, Box<dyn Error>> {
        let mut path = Path::default();
        path_in(&mesh, &query.with_filter(filter), &mut scratch, &mut path)?;
        Ok(path)
    };

    // With uniform costs, the straight line is the shortest path.
    let straight = find(&QueryFilter::uniform())?;
    println!("anywhere: length {:.2}, cost {:.2}", straight.length, straight.cost);
    assert_eq!(straight.points.len(), 2);

    // For an agent on foot, water is slow. The jump costs as much as 9 units of grass.
    let mut walker = QueryFilter::uniform();
    walker.set(WATER, 4.0)?;
    let jump = find(&walker)?;
    println!(
        "a walker: length {:.2}, cost {:.2}, {} jump",
        jump.length,
        jump.cost,
        jump.links.len()
    );
    assert_eq!(jump.links.len(), 1);
    assert!(jump.cost < 4.0 * 4.0 + 4.0, "cheaper than wading");

    // A cart can neither jump nor swim, and is slow on grass.
    let mut cart = QueryFilter::uniform();
    cart.set(GRASS, 3.0)?;
    cart.forbid(WATER);
    cart.forbid_links(LinkKind::Jump);
    let road = find(&cart)?;
    println!("a cart: length {:.2}, cost {:.2}, over {:?}", road.length, road.cost, road.points);
    assert!(road.areas.iter().any(|&area| mesh.terrain(area) == ROAD));
    assert!(road.links.is_empty() && road.cost < 3.0 * road.length);
    Ok(())
}
