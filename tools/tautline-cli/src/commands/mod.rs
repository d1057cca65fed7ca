//! What the tool can do. A command returns the text for the standard output.

pub(crate) mod bake;
pub(crate) mod batch;
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
    /// Bake the map that comes with the tool, load it, answer 10,000 agents
    Demo(demo::Arguments),
    /// Bake a mesh or map into an asset
    Bake(bake::Arguments),
    /// Find one path
    Path(path::Arguments),
    /// Find very many paths, on all cores
    Batch(batch::Arguments),
    /// Tell what an asset holds
    Inspect(inspect::Arguments),
    /// Draw an asset, and paths on it
    Draw(draw::Arguments),
    /// Characters that run, jump and fall: bake, plan, draw and watch side-view levels
    #[command(subcommand)]
    Platformer(platformer::Command),
    /// Show the pages for the browser, on this machine only
    Serve(serve::Arguments),
}

/// How a path is found.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Tier {
    /// The shortest path; refuses links and ground that costs differently
    Exact,
    /// A* over the borders, then the taut path through the corridor
    Classic,
}

impl From<Tier> for tautline::Tier {
    fn from(tier: Tier) -> Self {
        match tier {
            Tier::Exact => Self::Exact,
            Tier::Classic => Self::Classic,
        }
    }
}
