//! Draws the largest map that the mesh page offers: `caves > caves.map`.
//!
//! A file of a megabyte in MovingAI's format. It is not kept in the repository, because the
//! same seed draws the same caves.

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
