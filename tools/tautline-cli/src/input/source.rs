//! From an author's file, known by its ending, to ground that can be built.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tautline::formats::{
    FormatError, Model, Plan, Reason, TileGrid, geojson, gltf, json, ldtk, moving_ai, obj, png,
    polyanya, svg, tiled,
};
use tautline::import;
use tautline::navmesh::{BuildOptions, ModelOptions, Outlines, PartialBorders, RawMesh};

use super::json_kind::JsonKind;
#[cfg(feature = "recast")]
use super::voxels::VoxelGround;
use super::{Rules, damaged, read, read_beside, read_text};
use crate::table::thousands;

/// The endings of the files that can be read.
const ENDINGS: &str =
    ".mesh, .map, .json, .svg, .geojson, .tmx, .tmj, .ldtk, .png, .obj, .gltf or .glb";

/// Ground as somebody drew it.
pub(crate) struct Source {
    pub(crate) ground: Ground,
    pub(crate) name: Option<String>,
    pub(crate) terrain_names: Vec<String>,
    /// What was left out, as rows of a table.
    pub(crate) notes: Vec<(&'static str, String)>,
}

/// What kind of thing it is.
pub(crate) enum Ground {
    /// Areas.
    Mesh { raw: Box<RawMesh>, options: BuildOptions },
    /// Outlines, of which areas have to be made.
    Outlines(Outlines),
    /// A model in which an agent of some size has to find its ground.
    #[cfg(feature = "recast")]
    Voxels(Box<VoxelGround>),
}

impl Source {
    /// Reads a file.
    pub(crate) fn read(path: &Path, strict: bool, rules: &Rules) -> Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let ending = ending.as_deref().unwrap_or_default();
        let text = || read_text(path);
        // Files that a file names stand beside it.
        let mut beside = |name: &str| read_beside(path, name);
        let mut notes = Vec::new();
        let areas = |raw| {
            let options = BuildOptions { strict, partial_borders: PartialBorders::Ignore };
            Ground::Mesh { raw: Box::new(raw), options }
        };
        let tiles = |grid: TileGrid| {
            let grid = rules.scaled(grid);
            import::from_grid(&grid).map(areas).with_context(|| path.display().to_string())
        };
        let mut model = |model: Model| {
            if model.triangles.is_empty() {
                bail!("{}: there are no triangles in it", path.display());
            }
            rules.voxels.check()?;
            #[cfg(feature = "recast")]
            if rules.voxels.voxels {
                return Ok(Ground::Voxels(Box::new(VoxelGround::new(model, rules))));
            }
            walkable(&model, rules, &mut notes)
                .map(areas)
                .with_context(|| path.display().to_string())
        };
        let plan = |plan: &Plan, shapes: &str| {
            if plan.shapes.is_empty() {
                bail!("{}: there is no ground in it: {shapes}", path.display());
            }
            Ok(Ground::Outlines(import::from_plan(plan)))
        };
        let geo = |text: &str| {
            let read = sound(path, geojson::parse(text, &rules.for_geojson()))?;
            plan(&read, "points and lines are passed over; draw polygons")
        };
        let mut tiled = |text: &str| {
            let layers = || sound(path, tiled::layer_names(text));
            let rules = rules.for_tiled(layers).with_context(|| path.display().to_string())?;
            tiles(sound(path, tiled::parse(text, &rules, &mut beside))?)
        };
        let ground = match ending {
            "mesh" => areas(import::from_polyanya(&sound(path, polyanya::parse(&text()?))?)),
            "map" => tiles(TileGrid::from(&sound(path, moving_ai::parse_map(&text()?))?))?,
            "json" => {
                let text = text()?;
                let kind = JsonKind::of(&text);
                rules.check(path, kind.ending())?;
                match kind {
                    JsonKind::Drawing => {
                        return Ok(Self::of_drawing(
                            &json::parse(&text).map_err(|error| damaged(path, &error))?,
                            strict,
                        ));
                    }
                    JsonKind::GeoJson => geo(&text)?,
                    JsonKind::Tiled => tiled(&text)?,
                }
            }
            "svg" => plan(
                &sound(path, svg::parse(&text()?, &rules.for_svg()))?,
                "lines and strokes are passed over, and shapes without a fill unless a class, id \
                 or label says what they are; draw areas",
            )?,
            "geojson" => geo(&text()?)?,
            "tmx" | "tmj" => tiled(&text()?)?,
            "ldtk" => {
                let text = text()?;
                check_level(path, &text, rules.level.as_deref())?;
                let names = || sound(path, ldtk::value_names(&text));
                let rules = rules.for_ldtk(names).with_context(|| path.display().to_string())?;
                let levels = sound(path, ldtk::parse(&text, &rules, &mut beside))?;
                tiles(only_level(path, levels)?.grid)?
            }
            "png" => tiles(sound(path, png::parse(&read(path)?, &rules.for_png()?))?)?,
            "obj" => model(sound(path, obj::parse(&text()?, &rules.for_obj()))?)?,
            "gltf" | "glb" => model(sound(path, gltf::parse(&read(path)?, &mut beside))?)?,
            _ => bail!(
                "{}: cannot tell what this is by its ending; give a {ENDINGS} file",
                path.display()
            ),
        };
        if ending != "json" {
            rules.check(path, ending)?;
        }
        Ok(Self { ground, name: None, terrain_names: rules.terrains.clone(), notes })
    }

    /// A drawing in tautline's own format.
    pub(crate) fn of_drawing(drawing: &json::Drawing, strict: bool) -> Self {
        let partial_borders = PartialBorders::Link { max_step: 0.0 };
        let options = BuildOptions { strict, partial_borders };
        Self {
            ground: Ground::Mesh { raw: Box::new(import::from_drawing(drawing)), options },
            name: drawing.name.clone(),
            terrain_names: drawing.terrains.clone(),
            notes: Vec::new(),
        }
    }
}

/// What was read, unless the file is damaged.
fn sound<T>(path: &Path, read: Result<T, FormatError>) -> Result<T> {
    read.map_err(|error| match error.reason {
        // Only tautline's own files can name terrains themselves.
        Reason::UnknownName { what: "terrain", .. } => {
            anyhow!(
                "{}: {error}; name it with --terrain, or correct the file there",
                path.display()
            )
        }
        Reason::UnknownName { what: "tile layer" | "IntGrid layer", .. } => {
            anyhow!("{}: {error}; correct --layer, or the file there", path.display())
        }
        _ => damaged(path, &error),
    })
}

/// Refuses a project of LDtk unless it has the level that is asked for, or only one.
pub(crate) fn check_level(path: &Path, text: &str, name: Option<&str>) -> Result<()> {
    let names = ldtk::level_names(text).map_err(|error| damaged(path, &error))?;
    let is_clear = match name {
        Some(name) => names.iter().any(|level| level == name),
        None => names.len() == 1,
    };
    if is_clear {
        return Ok(());
    }
    if names.is_empty() {
        bail!("{}: there is no level in it", path.display());
    }
    bail!("{}: choose a level with --level: {}", path.display(), names.join(", "))
}

/// The level that is left of a project after [`check_level`].
pub(crate) fn only_level<T>(path: &Path, levels: Vec<T>) -> Result<T> {
    let mut levels = levels.into_iter();
    levels.next().with_context(|| format!("{}: there is no level", path.display()))
}

/// The ground of a model; notes what was left out.
fn walkable(
    model: &Model,
    rules: &Rules,
    notes: &mut Vec<(&'static str, String)>,
) -> Result<RawMesh> {
    let options = ModelOptions { max_slope: rules.max_slope(), ..ModelOptions::default() };
    let ground = import::from_model(model, &rules.terrains, &options)?;
    for dropped in &ground.report.dropped {
        let [x, y, z] = dropped.at;
        let count = thousands(dropped.count);
        notes.push((
            "left out",
            format!("{count} triangles: one {} at {x} {y} {z}", dropped.reason),
        ));
    }
    if let Some(crowded) = &ground.report.crowded_sides {
        let [[x, y, z], _] = crowded.first;
        let count = thousands(crowded.count);
        notes.push((
            "walls",
            format!("{count} sides where more than two triangles meet, as at {x} {y} {z}"),
        ));
    }
    Ok(ground.mesh)
}
