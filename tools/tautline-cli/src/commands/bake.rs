//! `bake`: from a map file to an asset.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Error, Result, anyhow, bail};
use clap::Args;
use tautline::bake::{CostProfile, LabelChoice, Stage, Warning, files_beside};
use tautline::labels::{BakeProgress, BakeStage};
use tautline::meshgen::LineJoin;
use tautline::navmesh::LinkKind;
use tautline::weighted::{CostBakeProgress, CostBakeStage};

use crate::choices::{LandmarkChoice, bytes, label_choice, link_layer, profile};
use crate::file_name::file_name;
use crate::input::{self, InputOptions};
use crate::output;
use crate::position::distance;
use crate::progress::Progress;
use crate::summary::{summary, with_option};
use crate::table::{elapsed, plain, thousands};

/// The size of an input, in bytes, above which a spinner is shown.
const LONG_INPUT: usize = 4 << 20;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The map. Navigation meshes: .mesh (Polyanya formats 2 and 3), .json (tautline's own), .navmesh or
    /// .bin (Detour). Tile maps: .map (MovingAI octile grid), .tmx, .tmj or .json (Tiled), .ldtk,
    /// .png. Vector maps: .svg, .geojson or .json (GeoJSON). Models: .obj, .gltf, .glb
    #[arg(value_parser = file_name())]
    input: PathBuf,
    /// The asset to write
    #[arg(short, long, value_name = "OUT.nav", value_parser = file_name())]
    output: PathBuf,
    /// Agent radius: the distance that the mesh keeps from walls, in world units; give it several
    /// times for several sizes of agents [default: 0]
    #[arg(long = "radius", value_name = "R", value_parser = distance, allow_negative_numbers = true)]
    radii: Vec<f32>,
    /// With --radius, round the mesh off at corners, to this tolerance in world units [default:
    /// mitred corners]
    #[arg(
        long,
        value_name = "TOLERANCE",
        requires = "radii",
        conflicts_with = "voxels",
        allow_negative_numbers = true
    )]
    rounded: Option<f32>,
    /// Hub labels, which answer exact queries 13 to 45 times faster than a search: `auto` bakes as
    /// many as are worth their memory; `off` none; a number sets their limit in bytes, as for --memory,
    /// for each radius; `order` stores only 2 to 4 bytes for each corner, and loading bakes them again
    #[arg(
        long,
        value_name = "auto|off|order|BYTES",
        default_value = "auto",
        value_parser = label_choice,
        allow_negative_numbers = true
    )]
    labels: LabelChoice,
    /// The memory in which the labels of a mesh may be baked, by an estimate: bytes, or a number with
    /// K, M or G for 2^10, 2^20 or 2^30 bytes. If all labels need more, fewer are baked. Half of it
    /// is for the labels of each profile [default: no limit, and 2 KiB for each node of a profile]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_negative_numbers = true)]
    memory: Option<usize>,
    /// Bake labels for agents that take links of these kinds alone (jump, ladder, teleport, other),
    /// which otherwise search where the best path takes others; may be given several times
    #[arg(long = "link-layer", value_name = "KIND,...", value_parser = link_layer)]
    link_layers: Vec<Vec<LinkKind>>,
    /// Landmarks (ALT), which cut the time of exact searches on large maps to 0.4 to 0.8 of it, for
    /// 32 bytes for each vertex; auto: where there are no labels, but not on open ground of many triangles, where
    /// they save nothing
    #[arg(long, value_enum, value_name = "auto|on|off", default_value_t)]
    landmarks: LandmarkChoice,
    /// Bake labels for these costs of terrain, by name or class number, so that paths over weighted terrain
    /// with these costs take no search; `forbid` closes a terrain. The name, such as `heavy:`, is for `--profile` of
    /// other commands; may be given several times
    #[arg(long = "profile", value_name = "[NAME:]TERRAIN=FACTOR,...", value_parser = profile)]
    profiles: Vec<CostProfile>,
    /// Report concave areas as errors instead of splitting them
    #[arg(long)]
    strict: bool,
    /// Keep the areas of the file with their numbers, instead of merging those that form a convex area
    /// (.mesh, Detour); for radius 0, because insets have areas of their own
    #[arg(long)]
    keep_areas: bool,
    /// Fail if there are warnings, and write no asset: for automatic builds
    #[arg(long)]
    deny_warnings: bool,
    #[command(flatten)]
    input_options: InputOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    let Arguments { input, output, radii, rounded, labels, memory, .. } = arguments;
    let Arguments { link_layers, landmarks, profiles, strict, keep_areas, input_options, .. } =
        arguments;
    output::check(output, &[input])?;
    if !link_layers.is_empty() && *labels == LabelChoice::Off {
        bail!("--link-layer bakes labels, but --labels off bakes none; leave one of them out");
    }
    let started = Instant::now();
    let bytes = input::read_bytes(input)?;
    let progress = Progress::for_stages(bytes.len() > LONG_INPUT);
    let mut baker = input_options.baker()?;
    baker.radii.clone_from(radii);
    baker.line_join =
        rounded.map_or(LineJoin::default(), |tolerance| LineJoin::Round { tolerance });
    (baker.labels, baker.landmarks) = (*labels, (*landmarks).into());
    (baker.strict, baker.keep_areas) = (*strict, *keep_areas);
    baker.max_memory = *memory;
    baker.link_layers.clone_from(link_layers);
    baker.profiles.clone_from(profiles);
    let mut show = |stage: Stage<'_>| {
        progress.stage(described(stage, input));
        true
    };
    let name = input.to_string_lossy();
    let baked = baker.bake_with(&name, &bytes, &mut files_beside(input), &mut show);
    let baked = baked.map_err(|error| input::advise(input, error))?;
    if arguments.deny_warnings && !baked.report.warnings.is_empty() {
        drop(progress);
        return Err(denied(input, &baked.report.warnings));
    }
    progress.stage(format!("writing {}", output.display()));
    let bytes = baked.map.encode().with_context(|| input.display().to_string())?;
    output::write(output, &bytes)?;
    drop(progress);
    let mut table = summary(&baked);
    table
        .row("time", elapsed(started))
        .row("bytes", thousands(bytes.len()))
        .row("written to", output.display());
    Ok(table.text())
}

/// Writes warnings to the standard error, and returns the error that they are.
fn denied(input: &Path, warnings: &[Warning]) -> Error {
    let file = input.display();
    for warning in warnings {
        output::notice(&plain(&format!("warning: {file}: {}", with_option(warning))));
    }
    let warnings = match warnings.len() {
        1 => "1 warning".to_owned(),
        count => format!("{count} warnings"),
    };
    anyhow!(
        "{file}: {warnings}, so nothing is written; correct the file or the options, or leave out --deny-warnings"
    )
}

/// Describes a stage, for the progress display.
fn described(stage: Stage<'_>, input: &Path) -> String {
    match stage {
        Stage::Reading => format!("reading {}", input.display()),
        Stage::Building { radius } => {
            format!("building the mesh of {} for radius {radius}", input.display())
        }
        Stage::Labels(progress) => {
            let stage = match progress.stage {
                BakeStage::Visibility => "computing visibility from corners",
                BakeStage::Ordering => "ordering corners as hubs",
                BakeStage::Labelling => "labelling corners",
                BakeStage::Packing => "laying out labels",
                BakeStage::Linking => "labelling links",
                _ => "baking labels",
            };
            let BakeProgress { done, total, bytes, .. } = *progress;
            let [done, total, bytes] = [done, total, bytes].map(thousands);
            format!("{stage}: {done} of {total}, about {bytes} bytes")
        }
        Stage::CostLabels(profile, CostBakeProgress { stage: CostBakeStage::Ordering, .. }) => {
            format!("ordering the nodes of profile {profile} as hubs")
        }
        Stage::CostLabels(profile, CostBakeProgress { done, total, bytes, .. }) => {
            let [done, total, bytes] = [*done, *total, *bytes].map(thousands);
            format!("labelling nodes for profile {profile}: {done} of {total}, about {bytes} bytes")
        }
        _ => "computing distances to landmarks".to_owned(),
    }
}
