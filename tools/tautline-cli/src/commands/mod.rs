//! The commands. Each returns the text for the standard output.

pub(crate) mod bake;
pub(crate) mod batch;
pub(crate) mod crowd;
pub(crate) mod demo;
pub(crate) mod draw;
pub(crate) mod inspect;
pub(crate) mod path;
pub(crate) mod platformer;
pub(crate) mod serve;

use clap::{Subcommand, ValueEnum};

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Bake and load the map that comes with the tool, find paths for 10,000 agents, draw some
    Demo(demo::Arguments),
    /// Bake a map into an asset: a navigation mesh that loads fast
    Bake(bake::Arguments),
    /// Find one path
    Path(path::Arguments),
    /// Find many paths, on all cores
    Batch(batch::Arguments),
    /// Let a crowd walk: agents that make room for each other
    Crowd(crowd::Arguments),
    /// Show what an asset contains: counts, terrains, labels, bytes
    Inspect(inspect::Arguments),
    /// Draw an asset, and paths on it
    Draw(draw::Arguments),
    /// Plan for characters that run, jump and fall in side-view levels
    #[command(subcommand)]
    Platformer(platformer::Command),
    /// Serve the web pages to browsers on this machine
    Serve(serve::Arguments),
}

/// The value of `--tier`.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Tier {
    /// The shortest path; does not support weighted terrain
    Exact,
    /// A nearly cheapest path over terrain of different costs
    Weighted,
    /// A* over borders and links, then the shortest path through the corridor
    Classic,
}

impl From<Tier> for tautline::Tier {
    fn from(tier: Tier) -> Self {
        match tier {
            Tier::Exact => Self::Exact,
            Tier::Weighted => Self::Weighted,
            Tier::Classic => Self::Classic,
        }
    }
}
