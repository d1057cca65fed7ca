//! `draw`: a picture of a mesh.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tautline::{Path, Query};

use crate::commands::path::find;
use crate::file_name::file_name;
use crate::filter::FilterOptions;
use crate::picture_file::PictureFile;
use crate::position::{Trip, distance};
use crate::{input, picture};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked mesh
    #[arg(value_parser = file_name())]
    asset: PathBuf,
    #[command(flatten)]
    file: PictureFile,
    /// Path to draw, with elevations as X1,Y1,Z1,X2,Y2,Z2; may be given several times
    #[arg(long = "path", value_name = "X1,Y1,X2,Y2", allow_hyphen_values = true)]
    paths: Vec<Trip>,
    /// Agent radius, in world units [default: the smallest radius of the asset]
    #[arg(long, value_name = "R", value_parser = distance, allow_negative_numbers = true)]
    radius: Option<f32>,
    /// Snap starts and goals that are off the mesh, and goals that are unreachable, to the nearest
    /// valid point, at most this far away
    #[arg(long, value_name = "DISTANCE", value_parser = distance, allow_negative_numbers = true)]
    snap: Option<f32>,
    #[command(flatten)]
    filter: FilterOptions,
    /// Mark the places that were repaired when the map was baked
    #[arg(long)]
    repairs: bool,
    /// Draw y downwards; the default for tile maps
    #[arg(long)]
    y_down: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    arguments.file.check(&arguments.asset)?;
    let asset = input::load(&arguments.asset)?;
    let ground = asset.ground_for(arguments.radius)?;
    let mesh = ground.mesh();
    let filter = arguments.filter.filter(&asset.baked, mesh)?;
    let found: Result<Vec<Path>> = arguments
        .paths
        .iter()
        .map(|trip| {
            let [start, goal] = trip.0;
            let mut query = Query::new(start, goal).with_filter(&filter);
            query.options.snap = arguments.snap;
            // For the storeys that a path is on. Labels leave the areas out otherwise.
            query.options.areas = true;
            find(ground, &query).with_context(|| format!("--path {trip}"))
        })
        .collect();
    let options = picture::Options {
        title: arguments.file.title.as_deref(),
        repairs: arguments.repairs,
        y_down: arguments.y_down,
    };
    arguments.file.write(&picture::draw(&asset.baked, mesh, &found?, &options))
}
