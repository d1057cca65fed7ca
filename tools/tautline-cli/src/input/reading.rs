//! The readers of the formats: from a file to ground.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tautline::formats::{
    FormatError, Model, Reason, TileGrid, VectorMap, detour, geojson, gltf, json, ldtk, obj, png,
    polyanya, svg, tiled,
};
use tautline::import;
use tautline::meshgen::ModelOptions;
use tautline::navmesh::{BuildOptions, RawMesh, TJunctions};

use super::ground::Ground;
use super::ldtk_level::{check_level, only_level};
#[cfg(feature = "recast")]
use super::voxels::VoxelGround;
use super::{Rules, Source, damaged, read, read_relative, read_text};
use crate::table::thousands;

/// A file that is being read.
pub(super) struct Reading<'a> {
    pub(super) path: &'a Path,
    /// True if concave areas are errors instead of being split.
    pub(super) strict: bool,
    pub(super) rules: &'a Rules,
    /// The name of the map, if the file has one.
    pub(super) name: Option<String>,
    /// The names of the terrain classes, from class 0 on: those of the options, unless the file
    /// has its own.
    pub(super) terrain_names: Vec<String>,
    /// Parts of the file that were left out, as rows of the summary.
    pub(super) notes: Vec<(&'static str, String)>,
}

impl<'a> Reading<'a> {
    /// Returns the loader of files that this file names by relative paths.
    fn loader(&self) -> impl FnMut(&str) -> Result<Vec<u8>, String> + use<'a> {
        let path = self.path;
        move |name| read_relative(path, name)
    }

    pub(super) fn text(&self) -> Result<String> {
        read_text(self.path)
    }

    /// Adds the file name and advice to the error of a parser.
    pub(super) fn sound<T>(&self, read: Result<T, FormatError>) -> Result<T> {
        let path = self.path.display();
        read.map_err(|error| match error.reason {
            // Only tautline's own format defines terrain names; other files get them by options.
            Reason::UnknownName { what: "terrain", .. } => {
                anyhow!("{path}: {error}; name it with --terrain, or correct the file there")
            }
            Reason::UnknownName { what: "tile layer" | "IntGrid layer", .. } => {
                anyhow!("{path}: {error}; correct --layer, or the file there")
            }
            _ => damaged(self.path, &error),
        })
    }

    fn areas(&self, raw: RawMesh) -> Ground {
        let t_junctions = TJunctions::Ignore;
        let options = BuildOptions { strict: self.strict, t_junctions };
        Ground::Mesh { raw: Box::new(raw), options }
    }

    /// Returns the ground of a tile map.
    pub(super) fn tiles(&self, grid: TileGrid) -> Result<Ground> {
        let raw = import::from_grid(&self.rules.scaled(grid));
        raw.map(|raw| self.areas(raw)).with_context(|| self.path.display().to_string())
    }

    pub(super) fn polyanya(&mut self) -> Result<Ground> {
        let mesh = self.sound(polyanya::parse(&self.text()?))?;
        Ok(self.areas(import::from_polyanya(&mesh)))
    }

    /// Reads a map in tautline's own format.
    pub(super) fn drawing(&mut self) -> Result<Ground> {
        let drawing = json::parse(&self.text()?).map_err(|error| damaged(self.path, &error))?;
        let source = Source::of_drawing(&drawing, self.strict);
        (self.name, self.terrain_names) = (source.name, source.terrain_names);
        Ok(source.ground)
    }

    /// Reads a Tiled map.
    pub(super) fn tiled(&mut self) -> Result<Ground> {
        let text = &self.text()?;
        let layers = || self.sound(tiled::layer_names(text));
        let rules = self.rules.for_tiled(layers);
        let rules = rules.with_context(|| self.path.display().to_string())?;
        self.tiles(self.sound(tiled::parse(text, &rules, &mut self.loader()))?)
    }

    /// Reads a level of an LDtk project.
    pub(super) fn ldtk(&mut self) -> Result<Ground> {
        let text = &self.text()?;
        check_level(self.path, text, self.rules.level.as_deref())?;
        let rules = self.rules.for_ldtk(|| self.sound(ldtk::value_names(text)));
        let rules = rules.with_context(|| self.path.display().to_string())?;
        let levels = self.sound(ldtk::parse(text, &rules, &mut self.loader()))?;
        self.tiles(only_level(self.path, levels)?.grid)
    }

    pub(super) fn png(&mut self) -> Result<Ground> {
        let rules = self.rules.for_png()?;
        self.tiles(self.sound(png::parse(&read(self.path)?, &rules))?)
    }

    /// Reads a Detour navigation mesh. Adds a note about off-mesh connections that are left out.
    pub(super) fn detour(&mut self) -> Result<Ground> {
        let mesh = &self.sound(detour::parse(&read(self.path)?))?;
        let filter = self.rules.for_detour();
        let is_included = |flags: u16| filter.takes(flags);
        if !mesh.tiles.iter().flat_map(|tile| &tile.polygons).any(|it| is_included(it.flags)) {
            bail!(
                "{}: no polygon has the flags that are asked for; correct --include-flags and \
                 --exclude-flags, or the file",
                self.path.display()
            );
        }
        let raw = import::from_detour(mesh, filter);
        let raw = raw.map_err(|faults| damaged(self.path, &faults))?;
        let connections = mesh.tiles.iter().flat_map(|tile| &tile.connections);
        let included = connections.filter(|connection| is_included(connection.flags)).count();
        let lost = included - raw.links.len();
        if lost > 0 {
            let count = thousands(lost);
            let note = format!("{count} off-mesh connections with an end off the mesh");
            self.notes.push(("left out", note));
        }
        Ok(self.areas(raw))
    }

    pub(super) fn geo_json(&mut self) -> Result<Ground> {
        let plan = self.sound(geojson::parse(&self.text()?, &self.rules.for_geojson()))?;
        self.plan(&plan, "points and lines are ignored; draw polygons")
    }

    pub(super) fn svg(&mut self) -> Result<Ground> {
        self.plan(
            &self.sound(svg::parse(&self.text()?, &self.rules.for_svg()))?,
            "lines and strokes are ignored, and so are shapes without a fill, unless a class, id \
             or label gives them a role; draw filled shapes",
        )
    }

    /// Returns the ground of a vector map. `advice` is for the error if it has no shapes.
    fn plan(&self, plan: &VectorMap, advice: &str) -> Result<Ground> {
        if plan.shapes.is_empty() {
            bail!("{}: the file has no walkable ground: {advice}", self.path.display());
        }
        Ok(Ground::Polygons(import::from_vector_map(plan)))
    }

    pub(super) fn obj(&mut self) -> Result<Ground> {
        let model = self.sound(obj::parse(&self.text()?, &self.rules.for_obj()))?;
        self.model(model)
    }

    pub(super) fn gltf(&mut self) -> Result<Ground> {
        let model = self.sound(gltf::parse(&read(self.path)?, &mut self.loader()))?;
        self.model(model)
    }

    fn model(&mut self, model: Model) -> Result<Ground> {
        if model.triangles.is_empty() {
            bail!("{}: the model has no triangles; export it with its faces", self.path.display());
        }
        self.rules.voxels.check()?;
        #[cfg(feature = "recast")]
        if self.rules.voxels.voxels {
            return Ok(Ground::Voxels(Box::new(VoxelGround::new(model, self.rules))));
        }
        let raw = walkable(&model, self.rules, &mut self.notes);
        let raw = raw.with_context(|| self.path.display().to_string())?;
        Ok(Ground::Model(Box::new(raw)))
    }
}

/// Returns the walkable triangles of a model. Adds notes about the triangles that are left out.
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
            format!("{count} triangles; the first, at {x} {y} {z}, {}", dropped.reason),
        ));
    }
    if let Some(crowded) = &ground.report.non_manifold_edges {
        let [[x, y, z], _] = crowded.first;
        let count = thousands(crowded.count);
        notes.push((
            "walls",
            format!("{count} non-manifold edges became walls; the first is at {x} {y} {z}"),
        ));
    }
    Ok(ground.mesh)
}
