//! Draws the figures of the documentation into a folder; by default, into the `docs` of the
//! crate. Equal programs draw equal files.
//!
//! ```text
//! cargo run --release -p tautline-labels --example label_figures [-- FOLDER]
//! ```

mod cone;
mod hub;
#[path = "../../../tautline-anyangle/examples/figures/ink.rs"]
#[expect(dead_code, reason = "the figures of searches use the rest")]
mod ink;
#[path = "../../../tautline-anyangle/examples/figures/meshes.rs"]
#[expect(dead_code, reason = "the figures of searches use the rest")]
mod meshes;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from(docs), PathBuf::from);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("cone.svg"), cone::figure()?)?;
    fs::write(folder.join("hub.svg"), hub::figure()?)?;
    Ok(())
}
