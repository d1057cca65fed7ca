//! The options for reading files of other programs.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use tautline::formats::geojson::GeoJsonOptions;
use tautline::formats::ldtk::LdtkOptions;
use tautline::formats::obj::ObjOptions;
use tautline::formats::png::PngOptions;
use tautline::formats::svg::SvgOptions;
use tautline::formats::tiled::TiledOptions;
use tautline::formats::{Role, TileGrid, UpAxis};
use tautline::geometry::DVec2;
use tautline::import::DetourFilter;

use super::voxels::VoxelRules;

/// The number of terrain classes.
const CLASSES: usize = 256;

/// The accepted scales. They keep the coordinates of any sensible file within `f32`. With others,
/// coordinates would become infinite or equal, and the errors would be about the file.
const SCALES: RangeInclusive<f64> = 1e-12..=1e12;

/// The options for reading files of other programs.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options for files of other programs")]
pub(crate) struct Rules {
    /// Name of a terrain class; give it once for each class, from class 0 on
    #[arg(long = "terrain", value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) terrains: Vec<String>,
    /// Layer to read (Tiled, LDtk); may be given several times for Tiled
    #[arg(long = "layer", value_name = "NAME")]
    layers: Vec<String>,
    /// Layer whose tiles all block (Tiled); may be given several times
    #[arg(long = "collision-layer", value_name = "NAME")]
    collision_layers: Vec<String>,
    /// Level to read, required if there are several (LDtk)
    #[arg(long, value_name = "NAME")]
    pub(crate) level: Option<String>,
    /// Meaning of a grid value (LDtk) or of a colour such as 4caf50 (PNG): a terrain class from 0
    /// to 255, or `blocked`; may be given several times
    #[arg(long = "key", value_name = "VALUE=CLASS")]
    keys: Vec<Key>,
    /// World units for each unit of the file: a pixel, a degree, the side of a .map cell (SVG,
    /// GeoJSON, tile maps); from 1e-12 to 1e12 [default: 1]
    #[arg(long, value_name = "N", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<f64>,
    /// Convert degrees to metres around this position, which becomes the origin (GeoJSON)
    #[arg(long, value_name = "LON,LAT", allow_hyphen_values = true)]
    metres_around: Option<Place>,
    /// Greatest distance between a curve and the line segments that replace it, in world units
    /// (SVG) [default: 0.05]
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// Role of shapes that name none (SVG, GeoJSON) [default: ground]
    #[arg(long, value_enum)]
    unlabelled: Option<Unlabelled>,
    /// Axis that points up (OBJ) [default: y]
    #[arg(long, value_enum)]
    up: Option<Up>,
    /// Greatest slope of walkable ground, as rise over run (OBJ, glTF) [default: 1, which is 45
    /// degrees]
    #[arg(long, value_name = "N", value_parser = slope, allow_negative_numbers = true)]
    max_slope: Option<f32>,
    /// Import polygons and connections with any of these flags, a decimal or hexadecimal number
    /// such as 31 or 0x1f (Detour) [default: all]
    #[arg(long, value_name = "FLAGS", value_parser = flags)]
    include_flags: Option<u16>,
    /// Leave out polygons and connections with any of these flags (Detour) [default: none]
    #[arg(long, value_name = "FLAGS", value_parser = flags)]
    exclude_flags: Option<u16>,
    #[command(flatten)]
    pub(crate) voxels: VoxelRules,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Unlabelled {
    /// Ground of terrain class 0
    #[default]
    Ground,
    /// Holes in the ground
    Hole,
    /// Decoration, which is ignored
    Nothing,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Up {
    /// The export default of most modelling programs
    #[default]
    Y,
    /// Usual for terrain and building data
    Z,
}

/// The meaning of a value in a file.
#[derive(Clone, Debug)]
struct Key {
    value: String,
    /// The terrain class; `None` if the value blocks.
    class: Option<u8>,
}

/// A position on Earth: longitude and latitude, in degrees.
#[derive(Clone, Copy, Debug)]
struct Place([f64; 2]);

impl std::str::FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (value, class) =
            text.split_once('=').ok_or("expected VALUE=CLASS, such as water=1 or 3=blocked")?;
        let class = match class {
            "blocked" => None,
            number => Some(number.parse().map_err(|_| {
                format!("{number:?} is neither `blocked` nor a terrain class from 0 to 255")
            })?),
        };
        Ok(Self { value: value.to_owned(), class })
    }
}

impl std::str::FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (longitude, latitude) =
            text.split_once(',').ok_or("expected LON,LAT, such as 13.37,52.51")?;
        let degrees = |text: &str, most: f64| match text.trim().parse::<f64>() {
            Ok(degrees) if degrees.abs() <= most => Ok(degrees),
            _ => Err(format!("{text:?} is not a number of degrees from -{most} to {most}")),
        };
        Ok(Self([degrees(longitude, 360.0)?, degrees(latitude, 89.0)?]))
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("expected a number above 0".to_owned()),
    }
}

fn scale(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if SCALES.contains(&value) => Ok(value),
        _ => Err("expected a number from 1e-12 to 1e12".to_owned()),
    }
}

fn slope(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if value >= 0.0 => Ok(value),
        _ => Err("expected a number of at least 0".to_owned()),
    }
}

fn flags(text: &str) -> Result<u16, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u16::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| "expected a number from 0 to 65535, or from 0x0 to 0xffff".to_owned())
}

/// Checks that all given options apply to a file with this extension. An option is a name, true
/// if it was given, and the extensions that it applies to.
pub(crate) fn check_options_apply(
    path: &Path,
    extension: &str,
    options: &[(&str, bool, &[&str])],
) -> Result<()> {
    let does_not_apply = |&&(_, is_given, applies_to): &&(&str, bool, &[&str])| {
        is_given && !applies_to.contains(&extension)
    };
    match options.iter().find(does_not_apply) {
        Some((option, _, applies_to)) => {
            Err(super::does_not_apply(path, option, applies_to.to_vec()))
        }
        None => Ok(()),
    }
}

impl Rules {
    /// Returns the names of the options that were given.
    pub(super) fn given(&self, strict: bool) -> impl Iterator<Item = &'static str> {
        let options = [
            ("--strict", strict),
            ("--terrain", !self.terrains.is_empty()),
            ("--layer", !self.layers.is_empty()),
            ("--collision-layer", !self.collision_layers.is_empty()),
            ("--level", self.level.is_some()),
            ("--key", !self.keys.is_empty()),
            ("--scale", self.scale.is_some()),
            ("--metres-around", self.metres_around.is_some()),
            ("--tolerance", self.tolerance.is_some()),
            ("--unlabelled", self.unlabelled.is_some()),
            ("--up", self.up.is_some()),
            ("--max-slope", self.max_slope.is_some()),
            ("--voxels", self.voxels.voxels),
            ("--include-flags", self.include_flags.is_some()),
            ("--exclude-flags", self.exclude_flags.is_some()),
        ];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Checks that the terrain names are different and not too many.
    pub(super) fn check_terrains(&self) -> Result<()> {
        let names = &self.terrains;
        if names.len() > CLASSES {
            bail!(
                "--terrain is given {} times, but there are only {CLASSES} terrain classes",
                names.len()
            );
        }
        for (class, name) in names.iter().enumerate() {
            // The readers of formats compare names without regard to case.
            if names[..class].iter().any(|before| before.eq_ignore_ascii_case(name)) {
                bail!("--terrain {name} is given twice; give each class a different name");
            }
        }
        Ok(())
    }

    fn scale(&self) -> f64 {
        self.scale.unwrap_or(1.0)
    }

    /// Returns the greatest slope of walkable ground in a model, as rise over run.
    pub(crate) fn max_slope(&self) -> f32 {
        self.max_slope.unwrap_or(1.0)
    }

    /// Returns the options for a Tiled map. `layer_names` returns the names of its tile layers;
    /// it is called only for `--collision-layer`.
    pub(crate) fn for_tiled(
        &self,
        layer_names: impl FnOnce() -> Result<Vec<String>>,
    ) -> Result<TiledOptions> {
        let mut rules = TiledOptions {
            layers: (!self.layers.is_empty()).then(|| self.layers.clone()),
            terrains: self.terrains.clone(),
            ..TiledOptions::default()
        };
        if self.collision_layers.is_empty() {
            return Ok(rules);
        }
        let known = layer_names()?;
        for wanted in &self.collision_layers {
            let is_wanted = |name: &&String| name.eq_ignore_ascii_case(wanted);
            // A misspelt name would otherwise silently open walls.
            if !known.iter().any(|name| is_wanted(&name)) {
                bail!(
                    "--collision-layer {wanted}: the map has no tile layer of this name, only {}",
                    known.join(", ")
                );
            }
            // With --layer, only the chosen layers are read: add the collision layers to them.
            if let Some(chosen) = &mut rules.layers {
                chosen.extend(known.iter().filter(is_wanted).cloned());
            }
            rules.collision_layers.push(wanted.clone());
        }
        Ok(rules)
    }

    /// Returns the options for an LDtk project. `value_names` returns the names of its grid
    /// values; it is called only for a `--key` with a name.
    pub(crate) fn for_ldtk(
        &self,
        value_names: impl Fn() -> Result<Vec<String>>,
    ) -> Result<LdtkOptions> {
        let mut rules = LdtkOptions {
            level: self.level.clone(),
            layer: self.layers.first().cloned(),
            ..LdtkOptions::default()
        };
        for Key { value, class } in &self.keys {
            if let Ok(number) = value.parse() {
                rules.values.insert(number, *class);
                continue;
            }
            let known = value_names()?;
            if !known.iter().any(|name| name.eq_ignore_ascii_case(value)) {
                bail!(
                    "--key {value}: the project has no grid value of this name, only {}",
                    known.join(", ")
                );
            }
            rules.names.insert(value.clone(), *class);
        }
        Ok(rules)
    }

    pub(crate) fn for_png(&self) -> Result<PngOptions> {
        let mut rules = PngOptions::default();
        for Key { value, class } in &self.keys {
            let digits = value.trim_start_matches('#');
            let colour = u32::from_str_radix(digits, 16)
                .ok()
                .filter(|_| digits.len() == 6)
                .ok_or_else(|| {
                    anyhow!(
                        "--key {value}: expected a colour of 6 hexadecimal digits, such as 4caf50"
                    )
                })?;
            let [_, red, green, blue] = colour.to_be_bytes();
            rules.colours.push(([red, green, blue], *class));
        }
        Ok(rules)
    }

    pub(crate) fn for_svg(&self) -> SvgOptions {
        SvgOptions {
            scale: self.scale(),
            tolerance: self.tolerance.unwrap_or(0.05),
            terrains: self.terrains.clone(),
            default_role: self.unlabelled(),
            ..SvgOptions::default()
        }
    }

    pub(crate) fn for_geojson(&self) -> GeoJsonOptions {
        let rules = match self.metres_around {
            Some(Place(place)) => GeoJsonOptions::metres_around(place),
            None => GeoJsonOptions::default(),
        };
        GeoJsonOptions {
            scale: rules.scale.map(|scale| scale * self.scale()),
            terrains: self.terrains.clone(),
            default_role: self.unlabelled(),
            ..rules
        }
    }

    /// Scales a tile map to world units.
    pub(crate) fn scaled(&self, grid: TileGrid) -> TileGrid {
        let scale = |lengths: [f32; 2]| {
            lengths.map(|length| DVec2::new(f64::from(length) * self.scale(), 0.0).as_vec2().x)
        };
        TileGrid { cell_size: scale(grid.cell_size), origin: scale(grid.origin), ..grid }
    }

    pub(crate) fn for_obj(&self) -> ObjOptions {
        ObjOptions {
            up: match self.up.unwrap_or_default() {
                Up::Y => UpAxis::Y,
                Up::Z => UpAxis::Z,
            },
        }
    }

    /// Returns the filter for a Detour navigation mesh.
    pub(crate) fn for_detour(&self) -> DetourFilter {
        let all = DetourFilter::default();
        DetourFilter {
            include: self.include_flags.unwrap_or(all.include),
            exclude: self.exclude_flags.unwrap_or(all.exclude),
        }
    }

    fn unlabelled(&self) -> Option<Role> {
        match self.unlabelled.unwrap_or_default() {
            Unlabelled::Ground => Some(Role::Ground),
            Unlabelled::Hole => Some(Role::Hole),
            Unlabelled::Nothing => None,
        }
    }
}
