//! `platformer path`: one plan.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use tautline::platformer::exact::{Plan, Planner};
use tautline_picture::LevelPicture;

use super::plan_arguments::{PlanArguments, Planned};
use super::script::script;
use crate::file_name::file_name;
use crate::no_answer::with_reason;
use crate::picture_file;
use crate::table::Table;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    query: PlanArguments,
    /// Print JSON, also if there is no plan
    #[arg(long)]
    json: bool,
    /// Also draw the plan, as a .svg, or a .png if the tool has the feature `png`
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    if let Some(file) = &arguments.svg {
        picture_file::check(file, None, &[&arguments.query.asset])?;
    }
    let Planned { level, planner, start, plan } =
        with_reason(arguments.query.plan(), arguments.json)?;
    if let Some(file) = &arguments.svg {
        let mut picture = LevelPicture::new(planner.tiles(), planner.character())
            .with_title(level.name.as_deref().unwrap_or_default());
        picture.spans(planner.spans());
        picture.flight(start, plan.inputs.iter().copied());
        picture_file::write(file, &picture.finish(), None)?;
    }
    let seconds = f64::from(plan.frames) / f64::from(level.physics().steps_per_second);
    if arguments.json {
        return Ok(format!("{}\n", as_json(&planner, &plan, seconds)));
    }
    let mut table = Table::default();
    table.row("frames", format_args!("{} ({seconds:.2} s)", plan.frames));
    for waypoint in &plan.waypoints {
        let [x, y] = planner.character().to_pixels(waypoint.position);
        table.row(format!("frame {}", waypoint.frame), format_args!("{x:.2} {y:.2}"));
    }
    table.row("plan", script(&plan.inputs, planner.character().walk_step()));
    Ok(table.text())
}

fn as_json(planner: &Planner, plan: &Plan, seconds: f64) -> serde_json::Value {
    let inputs: Vec<_> = plan
        .inputs
        .iter()
        .map(|(input, frames)| {
            json!({
                "walk": input.walk, "jump": input.jump, "down": input.down, "frames": frames,
            })
        })
        .collect();
    let waypoints: Vec<_> = plan
        .waypoints
        .iter()
        .map(|waypoint| {
            json!({
                "frame": waypoint.frame,
                "subpixels": waypoint.position,
                "pixels": planner.character().to_pixels(waypoint.position),
            })
        })
        .collect();
    json!({
        "status": "ok",
        "frames": plan.frames,
        "seconds": seconds,
        "walk_step": planner.character().walk_step(),
        "inputs": inputs,
        "waypoints": waypoints,
        "plan": script(&plan.inputs, planner.character().walk_step()),
    })
}
