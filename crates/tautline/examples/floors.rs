//! A bridge over a passage: two floors at the same place.
//!
//! A mesh may overlap itself in the plane. Areas are connected along common
//! borders, not where they merely overlap, so the bridge is not connected to the
//! passage below it. In a query, elevations choose the floor.
//!
//! ```text
//! cargo run -p tautline --example floors
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline::navmesh::RawMesh;
use tautline::{Location, Path, Query, Scratch, Vec2, path, path_in};

fn main() -> Result<(), Box<dyn Error>> {
    // x, y and the elevation of each vertex.
    let vertices = [
        // The passage runs east along y = 4..6, on the ground.
        [0.0, 4.0, 0.0],
        [10.0, 4.0, 0.0],
        [14.0, 4.0, 0.0],
        [14.0, 6.0, 0.0],
        [10.0, 6.0, 0.0],
        [0.0, 6.0, 0.0],
        // At its east end a ramp rises northwards,
        [10.0, 12.0, 3.0],
        [14.0, 12.0, 3.0],
        [10.0, 14.0, 3.0],
        [14.0, 14.0, 3.0],
        // then the way leads west,
        [6.0, 12.0, 3.0],
        [4.0, 12.0, 3.0],
        [4.0, 14.0, 3.0],
        // and back south over the passage.
        [4.0, 0.0, 3.0],
        [6.0, 0.0, 3.0],
    ];
    let mut raw = RawMesh::from_vertices(&vertices.map(|[x, y, _]| [x, y]));
    raw.elevations = vertices.map(|[_, _, elevation]| elevation).to_vec();
    raw.push_area(&[0, 1, 4, 5]); // the passage
    raw.push_area(&[1, 2, 3, 4]); // its end
    raw.push_area(&[4, 3, 7, 6]); // the ramp
    raw.push_area(&[6, 7, 9, 8]); // the top
    raw.push_area(&[11, 10, 6, 8, 12]); // west
    raw.push_area(&[13, 14, 10, 11]); // the bridge
    let mesh = raw.build()?;

    // Where the floors overlap, a point is in two areas.
    let crossing = Vec2::new(5.0, 5.0);
    assert_eq!(mesh.areas_at(crossing).count(), 2);

    let (mut scratch, mut up) = (Scratch::new(), Path::default());
    let query =
        Query::new(Location::at_elevation(crossing, 0.0), Location::at_elevation(crossing, 3.0));
    path_in(&mesh, &query, &mut scratch, &mut up)?;
    println!("from under the bridge onto it: {:.2} over {:?}", up.length, up.points);
    assert_eq!(up.areas.len(), 6, "all the way round");
    assert!(up.length > 20.0);

    // Without elevations, the ends can be on any floor: here, start and goal are the same point.
    assert_eq!(path(&mesh, crossing, crossing)?.points, [crossing]);
    Ok(())
}
