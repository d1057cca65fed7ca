//! The command line of tautline. Its commands are documented in `README.md`.

mod choices;
mod commands;
mod file_name;
mod filter;
mod input;
mod no_answer;
mod output;
mod picture;
mod picture_file;
mod position;
mod progress;
mod summary;
mod table;
mod workload;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::commands::{Command, bake, batch, crowd, demo, draw, inspect, path, platformer, serve};

/// Bakes navigation meshes, finds shortest paths on them, and draws them.
#[derive(Parser)]
#[command(name = "tautline", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    // Wrong usage ends here, with status 2.
    let answer = match Arguments::parse().command {
        Command::Demo(arguments) => demo::run(&arguments),
        Command::Bake(arguments) => bake::run(&arguments),
        Command::Path(arguments) => path::run(&arguments),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Crowd(arguments) => crowd::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Platformer(command) => platformer::run(&command),
        Command::Serve(arguments) => serve::run(&arguments),
    };
    match answer.and_then(|text| print(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // File names may contain line breaks and terminal commands; `plain` removes them.
            output::notice(&table::plain(&format!("error: {error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// Writes to the standard output. A reader that closes the pipe early is not an error.
fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow::anyhow!("cannot write to the standard output: {error}"))
        }
        _ => Ok(()),
    }
}
