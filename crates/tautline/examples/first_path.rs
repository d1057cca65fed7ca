//! From a map drawn as text to a path over it.
//!
//! A mesh consists of convex areas. `rectangles_from_cells` covers the free cells of
//! a grid with few large rectangles, and `NavMesh::build` validates them once, so
//! that queries need not.
//!
//! ```text
//! cargo run -p tautline --example first_path
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline::navmesh::{Terrain, rectangles_from_cells};
use tautline::{PathError, QueryFilter, Vec2, path};

/// `.` is walkable. The last line is the row at y = 0.
const MAP: [&str; 6] = [
    "............",
    "..########..",
    "..#......#..",
    "..#......#..",
    "..####.###..",
    "............",
];

fn main() -> Result<(), Box<dyn Error>> {
    let raw = rectangles_from_cells(12, 6, |x, y| {
        let row = MAP[5 - y as usize].as_bytes();
        (row[x as usize] == b'.').then_some(Terrain(0))
    });
    let mesh = raw.build()?;
    println!("{} rectangles", mesh.area_count());

    // From above the house to its far corner inside. The door is at x = 6..7.
    let (start, goal) = (Vec2::new(0.5, 5.5), Vec2::new(3.5, 3.5));
    let found = path(&mesh, start, goal)?;
    println!("{:.3} long, over {:?}", found.length, found.points);

    // It bends at corners of the walls and nowhere else.
    let [house, door_outside, door_inside] =
        [Vec2::new(2.0, 1.0), Vec2::new(6.0, 1.0), Vec2::new(6.0, 2.0)];
    assert_eq!(found.points, [start, house, door_outside, door_inside, goal]);

    // If there is no path, the error has the reason.
    let error = path(&mesh, start, Vec2::new(2.5, 2.5));
    assert_eq!(error, Err(PathError::GoalOffMesh { x: 2.5, y: 2.5, nearest: Vec2::new(2.0, 2.5) }));
    // `nearest` finds a goal that is on the mesh.
    let near = mesh.nearest([2.5, 2.5], 1.0, &QueryFilter::uniform())?.ok_or("nothing is near")?;
    println!("instead of a wall, go to {}", near.point);
    assert!(path(&mesh, start, near.point).is_ok());
    Ok(())
}
