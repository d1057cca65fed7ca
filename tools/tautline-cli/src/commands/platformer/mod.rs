//! `platformer`: side-view levels, for a character that runs, jumps and falls.

mod bake;
mod batch;
mod cell;
mod draw;
mod file;
mod inspect;
mod path;
mod plan_arguments;
mod script;
mod watch;

use anyhow::Result;
use clap::Subcommand;

pub(super) use inspect::inspect;

/// The commands for side-view levels.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Bake a level and the physics of a character into an asset
    Bake(bake::Arguments),
    /// Find one plan: the inputs to press, frame by frame
    Path(path::Arguments),
    /// Find many plans, on all cores
    Batch(batch::Arguments),
    /// Draw a level, its spans, and plans
    Draw(draw::Arguments),
    /// Play a plan in the terminal, frame by frame
    Watch(watch::Arguments),
}

pub(crate) fn run(command: &Command) -> Result<String> {
    match command {
        Command::Bake(arguments) => bake::run(arguments),
        Command::Path(arguments) => path::run(arguments),
        Command::Batch(arguments) => batch::run(arguments),
        Command::Draw(arguments) => draw::run(arguments),
        Command::Watch(arguments) => watch::run(arguments),
    }
}
