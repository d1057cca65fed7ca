//! `platformer draw`: a picture of a level.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use tautline_picture::LevelPicture;

use super::cell::{Cell, start_and_goal};
use super::file;
use crate::file_name::file_name;
use crate::picture_file::PictureFile;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked level
    #[arg(value_parser = file_name())]
    asset: PathBuf,
    #[command(flatten)]
    file: PictureFile,
    /// Plan to draw, from cell to cell; may be given several times
    #[arg(
        long = "path",
        value_name = "SX,SY,GX,GY",
        value_parser = start_and_goal,
        allow_hyphen_values = true
    )]
    paths: Vec<[Cell; 2]>,
    /// Cell with ground under it, to draw all links that leave its span; may be given several times
    #[arg(long = "links", value_name = "X,Y", allow_hyphen_values = true)]
    links: Vec<Cell>,
    /// Leave out the spans (the walkable intervals)
    #[arg(long)]
    no_spans: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    arguments.file.check(&arguments.asset)?;
    let level = file::load(&arguments.asset)?;
    let planner = level.planner().with_context(|| arguments.asset.display().to_string())?;
    let title = arguments.file.title.as_ref().or(level.name.as_ref());
    let mut picture = LevelPicture::new(planner.tiles(), planner.character())
        .with_title(title.map_or("", String::as_str));
    if !arguments.no_spans {
        picture.spans(planner.spans());
    }
    for cell in &arguments.links {
        let state = cell.state(&planner);
        let position = [state.x, state.y];
        if !planner.character().fits(position, planner.tiles()) {
            bail!(
                "--links {cell}: the body does not fit there; choose a cell with ground under it"
            );
        }
        if !state.is_grounded() {
            bail!("--links {cell}: the cell is in the air; choose a cell with ground under it");
        }
        picture.links(&planner.links_from(position));
    }
    for [start, goal] in &arguments.paths {
        let (state, plan) = file::plan(&planner, *start, *goal)
            .with_context(|| format!("--path {start},{goal}"))?;
        picture.flight(state, plan.inputs);
    }
    arguments.file.write(&picture.finish())
}
