//! The options for reading files of other programs.

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use tautline::bake::{self, MapBaker};
use tautline::meshgen::UpAxis;

use super::voxels::VoxelOptions;

/// The options for reading files of other programs.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options for files of other programs")]
pub(crate) struct InputOptions {
    /// Name of a terrain class; give it once for each class, from class 0 on, which is also the
    /// class of everything without a label [default: `ground`, then the names in the file, in the
    /// order in which they occur]
    #[arg(long = "terrain", value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    terrains: Vec<String>,
    /// Layer to read (Tiled, LDtk); may be given several times for Tiled
    #[arg(long = "layer", value_name = "NAME")]
    layers: Vec<String>,
    /// Layer whose tiles and objects all block (Tiled); may be given several times
    #[arg(long = "collision-layer", value_name = "NAME")]
    collision_layers: Vec<String>,
    /// Level to read, required if there are several (LDtk)
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// Meaning of a grid value (LDtk) or of a colour such as 4caf50 (PNG): a terrain class from 0
    /// to 255 or one that --terrain names, or `blocked`; may be given several times
    #[arg(long = "key", value_name = "VALUE=CLASS")]
    keys: Vec<Key>,
    /// World units for each unit of the file: a pixel, a degree, the side of a .map cell (SVG,
    /// GeoJSON, tile maps); from 1e-12 to 1e12 [default: 1]
    #[arg(long, value_name = "N", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<f64>,
    /// Make y grow upwards, as in Bevy and Unity: y becomes -y, and the upper left corner of the map
    /// stays where it is (tile maps, whose y grows downwards)
    #[arg(long)]
    flip_y: bool,
    /// Convert degrees to metres around this position, which becomes the origin (GeoJSON)
    #[arg(long, value_name = "LON,LAT", value_parser = longitude_latitude, allow_hyphen_values = true)]
    metres_around: Option<[f64; 2]>,
    /// Greatest distance between a curve and the line segments that replace it, in world units
    /// (SVG) [default: 0.05]
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// Meaning of shapes and tiles without a label (SVG, GeoJSON, Tiled) [default: ground]
    #[arg(long, value_enum)]
    unlabelled: Option<Unlabelled>,
    /// Axis that points up (OBJ) [default: y]
    #[arg(long, value_enum)]
    up: Option<Up>,
    /// Greatest slope of walkable ground, as rise over run (OBJ, glTF) [default: 1, which is 45
    /// degrees]
    #[arg(long, value_name = "N", value_parser = not_negative, allow_negative_numbers = true)]
    max_slope: Option<f32>,
    /// Weld vertices within this distance, in world units: for objects that were meant to meet (OBJ,
    /// glTF) [default: 0, which welds vertices at the same position]
    #[arg(
        long,
        value_name = "N",
        value_parser = not_negative,
        conflicts_with = "voxels",
        allow_negative_numbers = true
    )]
    weld: Option<f32>,
    /// Import polygons and connections with any of these flags, a decimal or hexadecimal number
    /// such as 31 or 0x1f (Detour) [default: all]
    #[arg(long, value_name = "FLAGS", value_parser = flags, allow_negative_numbers = true)]
    include_flags: Option<u16>,
    /// Leave out polygons and connections with any of these flags (Detour) [default: none]
    #[arg(long, value_name = "FLAGS", value_parser = flags, allow_negative_numbers = true)]
    exclude_flags: Option<u16>,
    #[command(flatten)]
    voxels: VoxelOptions,
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
    class: KeyClass,
}

#[derive(Clone, Debug)]
enum KeyClass {
    Blocked,
    Number(u8),
    /// The name of a `--terrain`.
    Name(String),
}

impl std::str::FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (value, class) =
            text.split_once('=').ok_or("expected VALUE=CLASS, such as water=1 or 3=blocked")?;
        let class = match class {
            "blocked" => KeyClass::Blocked,
            // Never a name, so that a class that is out of range is reported as such.
            number if number.bytes().all(|it| it.is_ascii_digit()) => {
                KeyClass::Number(number.parse().map_err(|_| {
                    format!("{number:?} is neither `blocked` nor a terrain class from 0 to 255")
                })?)
            }
            name => KeyClass::Name(name.to_owned()),
        };
        Ok(Self { value: value.to_owned(), class })
    }
}

impl Key {
    /// Returns the key with the class number of its terrain, which has one of these names.
    fn numbered(&self, terrains: &[String]) -> Result<bake::Key> {
        let class = match &self.class {
            KeyClass::Blocked => None,
            KeyClass::Number(class) => Some(*class),
            KeyClass::Name(name) => {
                let mut named = (0..=u8::MAX).zip(terrains);
                let named = named.find(|(_, known)| *known == name);
                Some(named.map(|(class, _)| class).ok_or_else(|| {
                    anyhow!(
                        "--key {}={name}: {name:?} is neither `blocked`, nor a class from 0 to 255, nor \
                         named by --terrain",
                        self.value
                    )
                })?)
            }
        };
        Ok(bake::Key { value: self.value.clone(), class })
    }
}

/// Parses a position on Earth: longitude and latitude, in degrees.
fn longitude_latitude(text: &str) -> Result<[f64; 2], String> {
    let (longitude, latitude) =
        text.split_once(',').ok_or("expected LON,LAT, such as 13.37,52.51")?;
    let degrees = |text: &str, most: f64| match text.trim().parse::<f64>() {
        Ok(degrees) if degrees.abs() <= most => Ok(degrees),
        _ => Err(format!("{text:?} is not a number of degrees from -{most} to {most}")),
    };
    Ok([degrees(longitude, 360.0)?, degrees(latitude, 89.0)?])
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("expected a number above 0".to_owned()),
    }
}

fn scale(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if MapBaker::SCALES.contains(&value) => Ok(value),
        _ => Err("expected a number from 1e-12 to 1e12".to_owned()),
    }
}

/// Parses a number of at least 0.
fn not_negative(text: &str) -> Result<f32, String> {
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

impl InputOptions {
    /// Returns a baker with these options.
    ///
    /// # Errors
    ///
    /// If a key has a terrain that is not named.
    pub(crate) fn baker(&self) -> Result<MapBaker> {
        let mut baker = MapBaker::new();
        baker.terrains.clone_from(&self.terrains);
        baker.layers.clone_from(&self.layers);
        baker.collision_layers.clone_from(&self.collision_layers);
        baker.level.clone_from(&self.level);
        let keys = self.keys.iter().map(|key| key.numbered(&self.terrains));
        baker.keys = keys.collect::<Result<_>>()?;
        (baker.scale, baker.flip_y) = (self.scale, self.flip_y);
        (baker.metres_around, baker.tolerance) = (self.metres_around, self.tolerance);
        baker.unlabelled = self.unlabelled.map(|unlabelled| match unlabelled {
            Unlabelled::Ground => bake::Unlabelled::Ground,
            Unlabelled::Hole => bake::Unlabelled::Hole,
            Unlabelled::Nothing => bake::Unlabelled::Ignored,
        });
        baker.up = self.up.map(|up| match up {
            Up::Y => UpAxis::Y,
            Up::Z => UpAxis::Z,
        });
        (baker.max_slope, baker.weld) = (self.max_slope, self.weld);
        (baker.include_flags, baker.exclude_flags) = (self.include_flags, self.exclude_flags);
        baker.voxels = self.voxels.agent();
        Ok(baker)
    }
}
