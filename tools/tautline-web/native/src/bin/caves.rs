//! Generates the largest map of the mesh page: `caves > caves.map`.
//!
//! A map in MovingAI's format. It is not in the repository, because the same seed always generates the same caves.

use std::io::{self, Write, stdout};

use tautline_fixtures::levels::caves;

const SEED: u64 = 20;
const COLUMNS: usize = 480;
const ROWS: usize = 360;

fn main() -> io::Result<()> {
    let mut out = stdout().lock();
    write!(out, "type octile\nheight {ROWS}\nwidth {COLUMNS}\nmap\n")?;
    for row in caves(SEED, COLUMNS, ROWS) {
        writeln!(out, "{}", row.replace('#', "@"))?;
    }
    Ok(())
}
