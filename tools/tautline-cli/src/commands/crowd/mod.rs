//! `crowd`: agents that make room for each other.

mod scenario;
mod simulation;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use tautline::crowd::CrowdOptions;

use self::simulation::{Records, Simulation};
use crate::file_name::file_name;
use crate::filter::FilterOptions;
use crate::position::distance;
use crate::progress::Progress;
use crate::table::{Table, as_f64};
use crate::{input, output, picture, picture_file};

/// The number of agents times steps from which a progress bar is shown.
const LONG: u64 = 1_000_000;

/// The value of `--preset`.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Preset {
    /// Agents overlap as little as possible; slow through doors
    Strict,
    /// Agents that press against each other touch, and overlap a little
    #[default]
    Mixed,
    /// Agents press through doors, and overlap more deeply for moments
    Dense,
}

impl From<Preset> for CrowdOptions {
    fn from(preset: Preset) -> Self {
        match preset {
            Preset::Strict => Self::strict(),
            Preset::Mixed => Self::mixed(),
            Preset::Dense => Self::dense(),
        }
    }
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked mesh
    #[arg(value_parser = file_name())]
    asset: PathBuf,
    /// The agents and their goals: a .json; the README of the tool shows one
    #[arg(long, value_name = "FILE.json", value_parser = file_name())]
    scenario: PathBuf,
    /// Simulate at most this time; ends earlier if all have arrived
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        value_parser = clap::value_parser!(u32).range(1..=86_400),
        allow_negative_numbers = true
    )]
    seconds: u32,
    /// Steps in each second
    #[arg(
        long,
        value_name = "N",
        default_value_t = 30,
        value_parser = clap::value_parser!(u16).range(1..=1_000),
        allow_negative_numbers = true
    )]
    rate: u16,
    /// Distance that agents keep from each other
    #[arg(long, value_enum, default_value_t)]
    preset: Preset,
    /// Write the position of each agent after each step
    #[arg(long, value_name = "OUT.csv", value_parser = file_name())]
    csv: Option<PathBuf>,
    /// Draw the trajectories of the agents, and where they are at the end
    #[arg(long, value_name = "OUT.svg", value_parser = file_name())]
    svg: Option<PathBuf>,
    /// Title of the picture, for screen readers [default: the name of the map]
    #[arg(long, value_name = "TEXT", requires = "svg")]
    title: Option<String>,
    /// Radius of the mesh to walk on, in world units [default: the smallest radius of the asset]
    #[arg(long, value_name = "R", value_parser = distance, allow_negative_numbers = true)]
    radius: Option<f32>,
    #[command(flatten)]
    filter: FilterOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    let inputs = [arguments.asset.as_path(), arguments.scenario.as_path()];
    if let Some(file) = &arguments.csv {
        output::check(file, &inputs)?;
    }
    if let Some(file) = &arguments.svg {
        picture_file::check(file, None, &inputs)?;
    }
    if let (Some(csv), Some(svg)) = (&arguments.csv, &arguments.svg)
        && csv == svg
    {
        bail!("--csv and --svg name the same file {}; name two", csv.display());
    }
    let asset = input::load(&arguments.asset)?;
    let ground = asset.ground_for(arguments.radius)?;
    let filter = arguments.filter.filter(&asset.baked, ground.mesh())?;
    let agents = scenario::read(&arguments.scenario, ground.mesh(), &filter)?;

    let records = Records { positions: arguments.csv.is_some(), trails: arguments.svg.is_some() };
    let (options, tick) = (arguments.preset.into(), 1.0 / f32::from(arguments.rate));
    let mut crowd = Simulation::new(ground, &filter, options, tick, &agents, records)
        .with_context(|| arguments.scenario.display().to_string())?;
    let ticks = u64::from(arguments.seconds) * u64::from(arguments.rate);
    let is_long = ticks.saturating_mul(agents.len() as u64) >= LONG;
    let progress = Progress::for_steps(is_long, ticks, "steps");
    for _ in 0..ticks {
        if crowd.is_over() {
            break;
        }
        crowd.step()?;
        progress.advance(1);
    }
    drop(progress);

    if let Some(file) = &arguments.csv {
        output::write(file, crowd.csv.as_bytes())?;
    }
    if let Some(file) = &arguments.svg {
        let options =
            picture::Options { title: arguments.title.as_deref(), ..picture::Options::default() };
        let trails = crowd.agents.iter().map(|agent| (agent.trail.as_slice(), agent.radius));
        let svg = picture::draw_crowd(&asset.baked, ground.mesh(), trails, &options);
        picture_file::write(file, &svg, None)?;
    }
    Ok(summary(&crowd))
}

fn summary(crowd: &Simulation<'_>) -> String {
    let mut ratios: Vec<f64> = Vec::new();
    for agent in &crowd.agents {
        if let (&Ok(alone), Some(arrived)) = (&agent.alone, agent.arrived)
            && alone > 0.0
        {
            ratios.push(arrived / alone);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let arrived = crowd.agents.iter().filter(|agent| agent.arrived.is_some()).count();
    let mut table = Table::default();
    table.row("agents", crowd.agents.len());
    table.row("arrived", arrived);
    let mut stuck = crowd.agents.iter().filter_map(|agent| agent.alone.err());
    if let Some(error) = stuck.next() {
        table.row("without a path", format!("{}, first: {error}", 1 + stuck.count()));
    }
    table.row("seconds", format!("{:.1}", crowd.seconds()));
    if let Some(late) = ratios.get(ratios.len() * 19 / 20) {
        let mean = ratios.iter().sum::<f64>() / as_f64(ratios.len());
        table.row(
            "time over that alone",
            format!("{mean:.2} on average, at most {late:.2} for 95 %"),
        );
    }
    let figures = &crowd.figures;
    let percent = |share: f64| format!("{:.2} % of the time", 100.0 * share);
    table.row("overlaps above 5 %", percent(figures.overlaps()));
    table.row("overlaps above 25 %", percent(figures.deep_overlaps()));
    table.row("standing", percent(figures.standing()));
    table.row("turning", format!("{:.2} radians per second", figures.turning()));
    table.row("off the mesh", format!("{} agent-steps", figures.off_mesh()));
    let steps = as_f64(crowd.agents.len()) * f64::from(crowd.ticks);
    if steps > 0.0 {
        let micros = crowd.spent.as_secs_f64() * 1e6 / steps;
        table.row("time", format!("{micros:.2} us per agent and step, paths included"));
    }
    table.text()
}
