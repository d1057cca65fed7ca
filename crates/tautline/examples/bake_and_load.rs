//! A mesh as bytes: baked by a tool, loaded by a game.
//!
//! Loading validates everything. A damaged file is an error with a reason, never
//! a wrong mesh.
//!
//! ```text
//! cargo run -p tautline --example bake_and_load
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline::baked::BakedMap;
use tautline::navmesh::{Terrain, rectangles_from_cells};
use tautline::{Vec2, path};

fn main() -> Result<(), Box<dyn Error>> {
    // In the tool: build, name, bake.
    let raw = rectangles_from_cells(64, 64, |x, y| {
        let is_wall = x % 8 == 7 && y % 16 != 3;
        let terrain = if y < 20 { Terrain(1) } else { Terrain(0) };
        (!is_wall).then_some(terrain)
    });
    let mesh = raw.build()?;
    let (start, goal) = (Vec2::new(1.0, 60.0), Vec2::new(63.0, 60.0));
    let expected = path(&mesh, start, goal)?;
    let mut baked = BakedMap::from(mesh);
    baked.name = Some("Halls".to_owned());
    baked.terrain_names = vec!["stone".to_owned(), "sand".to_owned()];
    let bytes = baked.encode()?;
    println!("{} areas in {} bytes", baked.mesh().area_count(), bytes.len());

    // In the game: load, ask. Equal meshes give equal bits.
    let loaded = BakedMap::decode(&bytes)?;
    assert_eq!(loaded, baked);
    let found = path(loaded.mesh(), start, goal)?;
    println!("in {:?}, {:.3} long", loaded.name, found.length);
    assert_eq!(found, expected);

    // One flipped bit in the middle.
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let error = BakedMap::decode(&damaged).err().ok_or("damage went unnoticed")?;
    println!("damaged: {error}");
    Ok(())
}
