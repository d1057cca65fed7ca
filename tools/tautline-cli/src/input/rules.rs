//! What files of other programs do not say of themselves.

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

/// How many classes of terrain there are.
const CLASSES: usize = 256;

/// Scales that leave the coordinates of any sensible file well within those of 32 bits. With others,
/// they would become infinite, or all the same, and the file would get the blame.
const SCALES: RangeInclusive<f64> = 1e-12..=1e12;

/// How to read files of other programs.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "How to read files of other programs")]
pub(crate) struct Rules {
    /// A terrain class by name, from class 0 on; may be given several times
    #[arg(long = "terrain", value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) terrains: Vec<String>,
    /// The layer to read (Tiled, LDtk); may be given several times for Tiled
    #[arg(long = "layer", value_name = "NAME")]
    layers: Vec<String>,
    /// A layer of which any tile blocks (Tiled)
    #[arg(long = "collision-layer", value_name = "NAME")]
    collision_layers: Vec<String>,
    /// The level to read, if there are several (LDtk)
    #[arg(long, value_name = "NAME")]
    pub(crate) level: Option<String>,
    /// What a value of a grid (LDtk) or a colour such as 4caf50 (PNG) means: a
    /// class, or `blocked`; may be given several times
    #[arg(long = "key", value_name = "VALUE=CLASS")]
    keys: Vec<Key>,
    /// World units per unit of the file: a pixel, a degree, the side of a .map cell (SVG, GeoJSON,
    /// tile maps); from 1e-12 to 1e12, and 1 if not given
    #[arg(long, value_name = "N", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<f64>,
    /// Degrees become metres around this place (GeoJSON)
    #[arg(long, value_name = "LON,LAT", allow_hyphen_values = true)]
    metres_around: Option<Place>,
    /// How far chords may stray from curves, in world units (SVG); 0.05 if not given
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// What shapes are that do not say it (SVG, GeoJSON); ground if not given
    #[arg(long, value_enum)]
    unlabelled: Option<Unlabelled>,
    /// Which axis points up (OBJ); y if not given
    #[arg(long, value_enum)]
    up: Option<Up>,
    /// How steep ground may be, in height per length (OBJ, glTF): 1, which is 45 degrees, if not
    /// given
    #[arg(long, value_name = "N", value_parser = slope, allow_negative_numbers = true)]
    max_slope: Option<f32>,
    /// Take polygons and connections with any of these flags, as a sum or as 0x1f (Detour); any
    /// at all if not given
    #[arg(long, value_name = "FLAGS", value_parser = flags)]
    include_flags: Option<u16>,
    /// Leave out those with any of these flags (Detour); none if not given
    #[arg(long, value_name = "FLAGS", value_parser = flags)]
    exclude_flags: Option<u16>,
    #[command(flatten)]
    pub(crate) voxels: VoxelRules,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Unlabelled {
    /// Ground of class 0.
    #[default]
    Ground,
    /// Holes.
    Hole,
    /// Decoration, to be passed over.
    Nothing,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Up {
    /// As most modelling programs export.
    #[default]
    Y,
    /// As terrain and building data has it.
    Z,
}

/// What something in a file means.
#[derive(Clone, Debug)]
struct Key {
    value: String,
    class: Option<u8>,
}

/// A place on Earth, in degrees.
#[derive(Clone, Copy, Debug)]
struct Place([f64; 2]);

impl std::str::FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (value, class) = text.split_once('=').ok_or("give it as VALUE=CLASS")?;
        let class = match class {
            "blocked" => None,
            number => Some(number.parse().map_err(|_| {
                format!("{number:?} is neither `blocked` nor a class from 0 to 255")
            })?),
        };
        Ok(Self { value: value.to_owned(), class })
    }
}

impl std::str::FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (longitude, latitude) = text.split_once(',').ok_or("give it as LON,LAT")?;
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
        _ => Err("it has to be a number above 0".to_owned()),
    }
}

fn scale(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if SCALES.contains(&value) => Ok(value),
        _ => Err("it has to be a number from 1e-12 to 1e12".to_owned()),
    }
}

fn slope(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if value >= 0.0 => Ok(value),
        _ => Err("it has to be a number, at least 0".to_owned()),
    }
}

fn flags(text: &str) -> Result<u16, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u16::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| "it has to be a number from 0 to 65535, or 0x0 to 0xffff".to_owned())
}

/// Refuses options that are given and say nothing about files with an ending: by name,
/// with the endings that they do say something about.
pub(crate) fn refuse_lost(
    path: &Path,
    ending: &str,
    options: &[(&str, bool, &[&str])],
) -> Result<()> {
    match options.iter().find(|(_, is_given, about)| *is_given && !about.contains(&ending)) {
        Some((option, _, about)) => Err(super::lost(path, option, about.to_vec())),
        None => Ok(()),
    }
}

impl Rules {
    /// The options that were given, by name.
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

    /// Refuses names of terrains that do not tell classes apart.
    pub(super) fn check_terrains(&self) -> Result<()> {
        let names = &self.terrains;
        if names.len() > CLASSES {
            bail!("--terrain is given {} times, but there are {CLASSES} classes", names.len());
        }
        for (class, name) in names.iter().enumerate() {
            // Readers take upper and lower case for the same.
            if names[..class].iter().any(|before| before.eq_ignore_ascii_case(name)) {
                bail!("--terrain {name} is given twice; give each class a name of its own");
            }
        }
        Ok(())
    }

    fn scale(&self) -> f64 {
        self.scale.unwrap_or(1.0)
    }

    /// How steep the ground of a model may be.
    pub(crate) fn max_slope(&self) -> f32 {
        self.max_slope.unwrap_or(1.0)
    }

    /// For a map of Tiled, whose tile layers are asked for where their names matter.
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
            // Unnoticed, a typing error would open walls.
            if !known.iter().any(|name| is_wanted(&name)) {
                bail!(
                    "--collision-layer {wanted}: there is no tile layer of this name, only {}",
                    known.join(", ")
                );
            }
            // Where layers are chosen, no others are read.
            if let Some(chosen) = &mut rules.layers {
                chosen.extend(known.iter().filter(is_wanted).cloned());
            }
            rules.collision_layers.push(wanted.clone());
        }
        Ok(rules)
    }

    /// For a project of LDtk, whose names of values are asked for where they matter.
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
                bail!("--key {value}: no value has this name, only {}", known.join(", "));
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
                .ok_or_else(|| anyhow!("--key {value}: give a colour by 6 digits, as in 4caf50"))?;
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

    /// A tile map in world units.
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

    /// For a navigation mesh of Detour.
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
