//! Draws the figures of the documentation, into a folder or, by default, into the crate's `docs`.
//! The output is deterministic.
//!
//! ```text
//! cargo run -p tautline-platformer --example level_figures [-- FOLDER]
//! ```

mod ink;
mod interval;
mod jumps;
mod links;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use tautline_fixtures::Figure;
use tautline_platformer::{Body, Character, Physics, PhysicsError, Tile, Tiles};

/// The default physics, for a body of 12 x 12 pixels.
fn character() -> Result<Character, PhysicsError> {
    Character::new(&Physics::default(), Body::default())
}

/// Side of a tile, in pixels.
const TILE: f64 = 16.0;

/// Draws the tiles of a level.
fn draw_tiles(figure: &mut Figure, tiles: &Tiles) {
    let mut solid = Vec::new();
    for row in 0..i32::from(tiles.rows()) {
        for column in 0..i32::from(tiles.columns()) {
            let [x, y] = [column, row].map(|cell| f64::from(cell) * TILE);
            match tiles.tile(column, row) {
                Tile::Solid => solid.push([[x, y], [x + TILE, y + TILE]]),
                Tile::OneWay => {
                    let top = y + TILE - 1.5;
                    figure.line(&[[x, top], [x + TILE, top]], ink::ONE_WAY);
                }
                Tile::Empty | Tile::Deadly => {}
            }
        }
    }
    figure.rectangles(&solid, ink::SOLID);
}

fn main() -> Result<(), Box<dyn Error>> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from(docs), PathBuf::from);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("jumps.svg"), jumps::figure()?)?;
    fs::write(folder.join("interval.svg"), interval::figure()?)?;
    fs::write(folder.join("links.svg"), links::figure()?)?;
    Ok(())
}
