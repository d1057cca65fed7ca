//! The readers of the formats: from a file to ground.

#[cfg(any(feature = "svg", feature = "geojson", feature = "tiled"))]
use tautline_formats::VectorMap;
use tautline_formats::{Load, TileGrid, json, moving_ai, polyanya};
#[cfg(any(feature = "gltf", feature = "obj"))]
use tautline_formats::{Model, Role};
use tautline_geometry::to_f32;
use tautline_navmesh::{BuildOptions, RawMesh, TJunctions};

use super::ground::Ground;
use super::source::Found;
#[cfg(feature = "recast")]
use super::voxel_ground::VoxelGround;
use super::{MapBaker, MapError, links};
use crate::import;

/// A file that is being read.
pub(super) struct Reading<'a, 'l> {
    pub(super) baker: &'a MapBaker,
    pub(super) bytes: &'a [u8],
    #[cfg_attr(
        not(any(feature = "tiled", feature = "ldtk", feature = "gltf")),
        expect(dead_code, reason = "used by readers whose features are off")
    )]
    pub(super) load: &'a mut Load<'l>,
    /// The names of the terrain classes, from class 0 on.
    pub(super) terrains: Vec<String>,
    /// True if the file defines the classes itself.
    pub(super) defines_terrains: bool,
    pub(super) found: Found,
}

/// Returns the text of a file.
pub(super) fn text(bytes: &[u8]) -> Result<&str, MapError> {
    std::str::from_utf8(bytes).map_err(|error| MapError::NotUtf8 { byte: error.valid_up_to() })
}

impl<'a, 'l> Reading<'a, 'l> {
    pub(super) fn new(
        baker: &'a MapBaker,
        bytes: &'a [u8],
        load: &'a mut Load<'l>,
        terrains: Vec<String>,
    ) -> Self {
        Self { baker, bytes, load, terrains, defines_terrains: false, found: Found::default() }
    }

    fn text(&self) -> Result<&'a str, MapError> {
        text(self.bytes)
    }

    /// Returns ground that consists of areas. They may be merged if they have no meaning of their own.
    fn areas(&self, raw: RawMesh, t_junctions: TJunctions, may_merge: bool) -> Ground {
        let options = BuildOptions { strict: self.baker.strict, t_junctions };
        Ground::Mesh { raw: Box::new(raw), options, may_merge }
    }

    /// Returns the ground of a navigation mesh, whose areas have no meaning of their own.
    fn mesh_areas(&self, raw: RawMesh) -> Ground {
        self.areas(raw, TJunctions::Ignore, !self.baker.keep_areas)
    }

    /// Returns the ground of a tile map.
    pub(super) fn tiles(&mut self, grid: TileGrid) -> Result<Ground, MapError> {
        let mut raw = self.raw_tiles(grid)?;
        let largest = raw.vertices.iter().flatten().fold(0.0, |most: f32, it| most.max(it.abs()));
        links::move_to_ground(&mut raw, f64::from(largest.next_up() - largest), 0.0)?;
        Ok(self.areas(raw, TJunctions::Ignore, false))
    }

    /// Returns the areas and links of a tile map.
    fn raw_tiles(&mut self, grid: TileGrid) -> Result<RawMesh, MapError> {
        let scaled = self.scaled();
        let (cell_size, origin) = (grid.cell_size.map(&scaled), grid.origin.map(&scaled));
        let mut grid = TileGrid { cell_size, origin, ..grid };
        for link in &mut grid.links {
            (link.from, link.to) = (link.from.map(&scaled), link.to.map(&scaled));
        }
        self.found.interpretation = std::mem::take(&mut grid.interpretation);
        self.found.cell_size = Some(cell_size[0].min(cell_size[1]));
        let mut raw = import::from_grid(&grid)?;
        if self.baker.flip_y {
            import::mirror(&mut raw);
        }
        Ok(raw)
    }

    /// Returns the function that scales a coordinate of the file.
    fn scaled(&self) -> impl Fn(f32) -> f32 + use<> {
        let scale = self.baker.scale.unwrap_or(1.0);
        move |length| to_f32(f64::from(length) * scale)
    }

    /// Returns the ground of a tile map with shapes drawn over it, in the coordinates of the file.
    #[cfg(feature = "tiled")]
    fn drawn_tiles(
        &mut self,
        grid: TileGrid,
        mut drawn: Vec<tautline_formats::Shape>,
    ) -> Result<Ground, MapError> {
        let (raw, scaled) = (self.raw_tiles(grid)?, self.scaled());
        for [x, y] in drawn.iter_mut().flat_map(|shape| shape.rings.iter_mut().flatten()) {
            let upright = scaled(*y);
            (*x, *y) = (scaled(*x), if self.baker.flip_y { 0.0 - upright } else { upright });
        }
        let plan = VectorMap {
            shapes: import::rectangles_of(&raw).chain(drawn).collect(),
            ..VectorMap::default()
        };
        let (polygons, links) = (import::from_vector_map(&plan), raw.links);
        Ok(Ground::Polygons { polygons, links, deviation: 0.0 })
    }

    pub(super) fn polyanya(&mut self) -> Result<Ground, MapError> {
        let mesh = polyanya::parse(self.text()?)?;
        Ok(self.mesh_areas(import::from_polyanya(&mesh)))
    }

    pub(super) fn moving_ai(&mut self) -> Result<Ground, MapError> {
        let map = moving_ai::parse_map(self.text()?)?;
        self.tiles(TileGrid::from(&map))
    }

    /// Reads a map in tautline's own format.
    pub(super) fn json(&mut self) -> Result<Ground, MapError> {
        let map = json::parse(self.text()?)?;
        let (raw, misplaced) = import::with_misplaced_walls(&map);
        if !misplaced.is_empty() {
            let ends = misplaced.iter().map(|&wall| map.walls[wall]).collect();
            return Err(MapError::Walls { walls: misplaced, ends });
        }
        self.defines_terrains = true;
        self.found.expects_no_overlap = !map.has_elevation;
        (self.found.name, self.terrains) = (map.name, map.terrains);
        Ok(self.areas(raw, TJunctions::Link { max_step: 0.0 }, false))
    }

    #[cfg(feature = "tiled")]
    pub(super) fn tiled(&mut self) -> Result<Ground, MapError> {
        use super::{MapOption, Unlabelled};
        use tautline_formats::tiled::{self, TiledOptions};

        let text = self.text()?;
        let mut options = TiledOptions {
            layers: (!self.baker.layers.is_empty()).then(|| self.baker.layers.clone()),
            terrains: self.terrains.clone(),
            ..TiledOptions::default()
        };
        if self.baker.unlabelled.unwrap_or_default() != Unlabelled::Ground {
            options.untagged = None;
        }
        if !self.baker.collision_layers.is_empty() {
            let known = tiled::layer_names(text)?;
            let objects = tiled::object_layer_names(text)?;
            for wanted in &self.baker.collision_layers {
                let is_wanted = |name: &&String| name.eq_ignore_ascii_case(wanted);
                // A misspelt name would otherwise silently open walls.
                if !known.iter().chain(&objects).any(|name| is_wanted(&name)) {
                    let (option, name) = (MapOption::CollisionLayers, wanted.clone());
                    let known = [known, objects].concat();
                    return Err(MapError::UnknownName { option, name, known });
                }
                // If only some layers are read, the collision layers are added to them.
                if let Some(chosen) = &mut options.layers {
                    chosen.extend(known.iter().filter(is_wanted).cloned());
                }
                options.collision_layers.push(wanted.clone());
            }
        }
        match tiled::parse_with_objects(text, &options, self.load)? {
            (grid, shapes) if shapes.is_empty() => self.tiles(grid),
            (grid, shapes) => self.drawn_tiles(grid, shapes),
        }
    }

    /// Reads a level of an LDtk project.
    #[cfg(feature = "ldtk")]
    pub(super) fn ldtk(&mut self) -> Result<Ground, MapError> {
        use super::{Key, MapOption};
        use tautline_formats::ldtk::{self, LdtkOptions};

        let text = self.text()?;
        let known = ldtk::level_names(text)?;
        if known.is_empty() {
            return Err(MapError::NoGround { reason: "the project has no level; add one" });
        }
        match self.baker.level.clone() {
            Some(name) if !known.contains(&name) => {
                return Err(MapError::UnknownName { option: MapOption::Level, name, known });
            }
            None if known.len() > 1 => return Err(MapError::Level { known }),
            _ => {}
        }
        if self.baker.layers.len() > 1 {
            return Err(MapError::SeveralLayers);
        }
        let mut options = LdtkOptions {
            level: self.baker.level.clone(),
            layer: self.baker.layers.first().cloned(),
            ..LdtkOptions::default()
        };
        for Key { value, class } in &self.baker.keys {
            if let Ok(number) = value.parse() {
                options.values.insert(number, *class);
                continue;
            }
            let known = ldtk::value_names(text)?;
            if !known.iter().any(|name| name.eq_ignore_ascii_case(value)) {
                let (option, name) = (MapOption::Keys, value.clone());
                return Err(MapError::UnknownName { option, name, known });
            }
            options.names.insert(value.clone(), *class);
        }
        let levels = ldtk::parse(text, &options, self.load)?;
        let level = levels.into_iter().next();
        let level = level.ok_or(MapError::NoGround { reason: "the project has no level" })?;
        self.found.name = Some(level.name);
        self.tiles(level.grid)
    }

    #[cfg(feature = "png")]
    pub(super) fn png(&mut self) -> Result<Ground, MapError> {
        use tautline_formats::png::{self, PngOptions};

        let mut options = PngOptions::default();
        for key in &self.baker.keys {
            let digits = key.value.trim_start_matches('#');
            // A sign would be parsed, too.
            let is_colour = digits.len() == 6 && !digits.starts_with('+');
            let colour = u32::from_str_radix(digits, 16).ok().filter(|_| is_colour);
            let colour = colour.ok_or_else(|| MapError::Colour { value: key.value.clone() })?;
            let [_, red, green, blue] = colour.to_be_bytes();
            options.colours.push(([red, green, blue], key.class));
        }
        self.tiles(png::parse(self.bytes, &options)?)
    }

    #[cfg(feature = "svg")]
    pub(super) fn svg(&mut self) -> Result<Ground, MapError> {
        use tautline_formats::svg::{self, SvgOptions};

        let mut options = SvgOptions::default();
        options.scale = self.baker.scale.unwrap_or(1.0);
        options.tolerance = self.baker.tolerance.unwrap_or(options.tolerance);
        options.terrains.clone_from(&self.terrains);
        options.default_role = self.default_role();
        let plan = svg::parse(self.text()?, &options)?;
        self.plan(
            plan,
            options.tolerance,
            "lines and strokes are no ground, and so are shapes without a fill, unless a class, id \
             or label gives them a role; draw filled shapes",
        )
    }

    #[cfg(feature = "geojson")]
    pub(super) fn geo_json(&mut self) -> Result<Ground, MapError> {
        use tautline_formats::geojson::{self, GeoJsonOptions};

        let metres = self.baker.metres_around.map(GeoJsonOptions::metres_around);
        let mut options = metres.unwrap_or_default();
        options.scale = options.scale.map(|scale| scale * self.baker.scale.unwrap_or(1.0));
        options.terrains.clone_from(&self.terrains);
        options.default_role = self.default_role();
        let plan = geojson::parse(self.text()?, &options)?;
        self.plan(plan, 0.0, "points and lines are no ground; draw polygons")
    }

    #[cfg(any(feature = "svg", feature = "geojson"))]
    fn default_role(&self) -> Option<tautline_formats::Role> {
        use super::Unlabelled;
        use tautline_formats::Role;

        match self.baker.unlabelled.unwrap_or_default() {
            Unlabelled::Ground => Some(Role::Ground),
            Unlabelled::Hole => Some(Role::Hole),
            Unlabelled::Ignored => None,
        }
    }

    /// Returns the ground of a vector map, whose line segments are at most `deviation` from its curves.
    /// `reason` is for the error if it has no shapes.
    #[cfg(any(feature = "svg", feature = "geojson"))]
    fn plan(
        &mut self,
        mut plan: VectorMap,
        deviation: f64,
        reason: &'static str,
    ) -> Result<Ground, MapError> {
        self.found.interpretation = std::mem::take(&mut plan.interpretation);
        if plan.shapes.is_empty() {
            return Err(MapError::NoGround { reason });
        }
        let links = import::raw_links(&plan.links);
        Ok(Ground::Polygons { polygons: import::from_vector_map(&plan), links, deviation })
    }

    #[cfg(feature = "obj")]
    pub(super) fn obj(&mut self) -> Result<Ground, MapError> {
        use tautline_formats::obj::{self, ObjOptions};
        use tautline_meshgen::UpAxis;

        let options = ObjOptions { z_up: self.baker.up == Some(UpAxis::Z) };
        let model = obj::parse(self.text()?, &options)?;
        self.model(model)
    }

    #[cfg(feature = "gltf")]
    pub(super) fn gltf(&mut self) -> Result<Ground, MapError> {
        let model = tautline_formats::gltf::parse(self.bytes, self.load)?;
        self.model(model)
    }

    #[cfg(any(feature = "gltf", feature = "obj"))]
    fn model(&mut self, model: Model) -> Result<Ground, MapError> {
        use tautline_meshgen::ModelOptions;

        if model.triangles.is_empty() {
            let reason = "the model has no triangles; export it with its faces";
            return Err(MapError::NoGround { reason });
        }
        self.found.interpretation = import::interpretation_of(&model, &self.terrains);
        if self.found.interpretation.meanings().iter().all(|it| it.role == Some(Role::Hole)) {
            let reason = "all its objects or materials are named `hole`, `wall` or `obstacle`; \
                          rename those to walk on";
            return Err(MapError::NoGround { reason });
        }
        let max_slope = self.baker.max_slope.unwrap_or(1.0);
        #[cfg(feature = "recast")]
        if let Some(agent) = self.baker.voxels {
            let terrains = self.terrains.clone();
            let ground = VoxelGround::new(model, terrains, agent, max_slope);
            return Ok(Ground::Voxels(Box::new(ground)));
        }
        #[cfg(not(feature = "recast"))]
        if self.baker.voxels.is_some() {
            return Err(MapError::MissingFeature { what: "voxelisation", feature: "recast" });
        }
        let weld_distance = self.baker.weld.unwrap_or(0.0);
        let options = ModelOptions { max_slope, weld_distance, ..ModelOptions::default() };
        let found = import::from_model(&model, &self.terrains, &options)?;
        self.found.model = Some(found.report);
        Ok(Ground::Model(Box::new(found.mesh)))
    }

    #[cfg(feature = "detour")]
    pub(super) fn detour(&mut self) -> Result<Ground, MapError> {
        use crate::import::DetourFilter;
        use tautline_formats::detour;

        let mesh = &detour::parse(self.bytes)?;
        let all = DetourFilter::default();
        let filter = DetourFilter {
            include: self.baker.include_flags.unwrap_or(all.include),
            exclude: self.baker.exclude_flags.unwrap_or(all.exclude),
        };
        let is_included = |flags: u16| filter.takes(flags);
        if !mesh.tiles.iter().flat_map(|tile| &tile.polygons).any(|it| is_included(it.flags)) {
            let reason = "no polygon has the flags that are asked for";
            return Err(MapError::NoGround { reason });
        }
        let raw = import::from_detour(mesh, filter)?;
        let connections = mesh.tiles.iter().flat_map(|tile| &tile.connections);
        let included = connections.filter(|connection| is_included(connection.flags)).count();
        self.found.lost_connections = included - raw.links.len();
        Ok(self.mesh_areas(raw))
    }
}
