//! Draws the figures of the documentation into a folder; by default, into the `docs` of the
//! crate. Equal programs draw equal files.
//!
//! ```text
//! cargo run --release -p tautline-anyangle --example figures [-- FOLDER]
//! ```

mod bend;
mod ink;
mod meshes;
mod reach;
mod window;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from(docs), PathBuf::from);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("window.svg"), window::figure()?)?;
    fs::write(folder.join("bend.svg"), bend::figure()?)?;
    fs::write(folder.join("reach.svg"), reach::figure()?)?;
    Ok(())
}
