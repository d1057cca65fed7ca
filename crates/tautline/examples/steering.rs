//! An agent that walks, is pushed aside, and walks on.
//!
//! A path is out of date as soon as something bumps into the agent. `Steering`
//! keeps the corridor of areas instead and pulls only the next corners out of
//! it, every tick, from wherever the agent is.
//!
//! ```text
//! cargo run -p tautline --example steering
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline::navmesh::{BuildOptions, CorridorScratch, RayCast, Terrain, rectangles_from_cells};
use tautline::{NavMesh, Query, QueryFilter, Steering, SteeringStatus, Vec2};

/// The distance that the agent walks per tick.
const STRIDE: f32 = 0.25;

fn main() -> Result<(), Box<dyn Error>> {
    // A wall with a gate at y = 3..4.
    let raw = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0)));
    let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    let query = Query::new(Vec2::new(2.0, 15.0), Vec2::new(18.0, 15.0));
    let (mut scratch, mut ray) = (CorridorScratch::new(), RayCast::new());
    let filter = QueryFilter::uniform();
    let mut steering = Steering::new(&mesh, &query, &mut scratch)?;

    let (mut position, goal) = (query.start.point, query.goal.point);
    let mut ticks = 0;
    while position != goal {
        ticks += 1;
        if ticks % 20 == 0 {
            println!("tick {ticks}: at {position:.2}");
        }
        // Two corners are enough to walk to the first and to look ahead at the
        // second, to take bends smoothly.
        let corner = steering.next_corners(&mesh, 2)[0];
        let way = corner - position;
        let mut wished =
            if way.length() > STRIDE { position + way.normalize() * STRIDE } else { corner };
        if ticks == 30 {
            // A crowd.
            wished.x -= 3.0;
        }
        // Wherever that leads, the agent stays on the ground and slides along its walls:
        // on its own floor, if others lie above or below.
        let area = steering.corridor().areas[0];
        position = mesh.slide_from(area, position, wished, &filter, &mut ray)?.point;
        match steering.advance(&mesh, position) {
            // The corridor was mended where needed; walk on.
            SteeringStatus::OnCorridor | SteeringStatus::Repaired => {}
            // Only now is a new search worth its time.
            SteeringStatus::OffCorridor => {
                let query = Query::new(position, goal).with_snap(1.0);
                steering = Steering::new(&mesh, &query, &mut scratch)?;
                position = steering.position();
            }
        }
    }
    println!("arrived after {ticks} ticks");
    assert!(ticks < 200);

    // Nothing is ahead any more, and far away is far away.
    assert!(steering.corridor().crossings.is_empty());
    assert_eq!(steering.advance(&mesh, Vec2::new(-50.0, 0.0)), SteeringStatus::OffCorridor);
    Ok(())
}
