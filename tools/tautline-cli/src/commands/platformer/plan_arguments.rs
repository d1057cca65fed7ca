//! The arguments of commands that find one plan (level, start and goal), and that plan.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tautline::platformer::exact::{Plan, Planner};
use tautline::platformer::{BakedLevel, State};

use super::cell::Cell;
use super::file;
use crate::file_name::file_name;

/// The arguments of a command that finds one plan.
#[derive(Args)]
pub(super) struct PlanArguments {
    /// A baked level
    #[arg(value_parser = file_name())]
    pub(super) asset: PathBuf,
    /// The start: the cell of the lower left corner of the body, with rows counted from the bottom
    #[arg(value_name = "SX,SY", allow_hyphen_values = true)]
    start: Cell,
    /// The goal: a cell with ground under it
    #[arg(value_name = "GX,GY", allow_hyphen_values = true)]
    pub(super) goal: Cell,
}

/// A plan with its level, planner and first state.
pub(super) struct Planned {
    pub(super) level: BakedLevel,
    pub(super) planner: Planner,
    pub(super) start: State,
    pub(super) plan: Plan,
}

impl PlanArguments {
    /// Loads the level and finds the plan.
    pub(super) fn plan(&self) -> Result<Planned> {
        let level = file::load(&self.asset)?;
        let in_file = || self.asset.display().to_string();
        let planner = level.planner().with_context(in_file)?;
        let (start, plan) = file::plan(&planner, self.start, self.goal).with_context(in_file)?;
        Ok(Planned { level, planner, start, plan })
    }
}
