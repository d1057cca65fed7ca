//! Draws the figures of the glossary into a folder. The default is `docs` of this crate. The files
//! only change if the code does.
//!
//! ```text
//! cargo run -p tautline-fixtures --example glossary [-- FOLDER]
//! ```

mod block_cut;
mod fan;
mod funnel;
mod half_edge;
mod ink;
mod inset;
mod visibility;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from(docs), PathBuf::from);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("half-edge.svg"), half_edge::figure())?;
    fs::write(folder.join("fan.svg"), fan::figure())?;
    fs::write(folder.join("funnel.svg"), funnel::figure())?;
    fs::write(folder.join("visibility.svg"), visibility::figure())?;
    fs::write(folder.join("block-cut.svg"), block_cut::figure())?;
    fs::write(folder.join("inset.svg"), inset::figure())?;
    Ok(())
}
