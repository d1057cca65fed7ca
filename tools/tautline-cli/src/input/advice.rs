//! Errors of baking, with the options of the tool and advice.

use std::path::Path;

use anyhow::{Error, anyhow};
use tautline::bake::{MapError, MapOption};
use tautline::formats::{FormatError, Reason, SourceLocation};
use tautline::meshgen::{ModelError, PolygonError};

use super::{damaged, does_not_apply};
use crate::file_name::extension;

/// Adds the file name, the names of options, and advice to an error.
pub(crate) fn advise(path: &Path, error: MapError) -> Error {
    let (file, extension) = (path.display(), extension(path));
    match error {
        MapError::DoesNotApply { option, applies_to, .. } => {
            does_not_apply(path, option_name(option), applies_to)
        }
        MapError::UnknownName { option, name, known } => anyhow!(
            "{file}: {} {name}: the file has no such name, only {}",
            option_name(option),
            known.join(", ")
        ),
        MapError::OutOfRange { option, value, allowed } => {
            anyhow!("{} is {value}, but must be {allowed}", option_name(option))
        }
        MapError::TooManyTerrains { count } => {
            anyhow!("--terrain is given {count} times, but there are only 256 terrain classes")
        }
        MapError::DuplicateTerrain { name } => {
            anyhow!("--terrain {name} is given twice; give each class a different name")
        }
        MapError::Colour { value } => {
            anyhow!("--key {value}: expected a colour of 6 hexadecimal digits, such as 4caf50")
        }
        MapError::Level { known } => {
            anyhow!("{file}: choose one of its levels with --level: {}", known.join(", "))
        }
        MapError::UnknownExtension { .. } if extension.as_deref() == Some("txt") => {
            anyhow!("{file}: side-view levels have this extension; use `tautline platformer bake`")
        }
        MapError::UnknownExtension { .. } if extension.as_deref() == Some("nav") => anyhow!(
            "{file}: this map is baked already; use it with `tautline path` or `tautline batch`, or bake its \
             source again"
        ),
        MapError::SeveralLayers => {
            anyhow!("{file}: only one LDtk layer can be read; give --layer once")
        }
        MapError::MissingFeature { what, feature } => anyhow!(
            "{what} is not supported: this tool was built without it; build the tool with \
             `--features {feature}`"
        ),
        MapError::Format(error) => match error.reason {
            // Only tautline's own format defines terrain names; other files get them by options.
            Reason::UnknownName { what: "terrain", .. } => {
                anyhow!("{file}: {error}; name it with --terrain, or correct the file there")
            }
            Reason::UnknownName { what: "tile layer" | "IntGrid layer", .. } => {
                anyhow!("{file}: {}; correct --layer, or the file", in_named_file(&error))
            }
            Reason::Syntax { ref message } if message.starts_with("unknown field `agents`") => {
                anyhow!(
                    "{file}: this is a scenario of a crowd, not a map; use it with `tautline crowd \
                 MAP.nav --scenario {file}`"
                )
            }
            Reason::Unsupported { .. } if is_extension(&error.location) => {
                anyhow!("{file}: {error}; export the model without it")
            }
            _ => damaged(path, &in_named_file(&error)),
        },
        MapError::Polygons(error @ PolygonError::NothingLeft { .. })
            if extension.as_deref() == Some("geojson") =>
        {
            anyhow!("{file}: {error}; if its coordinates are degrees, give --metres-around LON,LAT")
        }
        MapError::Model(error @ ModelError::NothingWalkable { .. })
            if extension.as_deref() == Some("obj") =>
        {
            anyhow!("{file}: {error}; see --up")
        }
        MapError::Faults(faults) => {
            anyhow!(
                "{file}: {faults} (counted from 0, areas with an id by that); correct \
                 the file and bake again"
            )
        }
        error => anyhow!("{file}: {error}"),
    }
}

/// Returns true for the location of an extension that a glTF file requires, such as compression.
fn is_extension(location: &SourceLocation) -> bool {
    matches!(location, SourceLocation::Value { path } if path.starts_with("extensionsRequired"))
}

/// Describes an error after the name of its file, which is not repeated.
fn in_named_file(error: &FormatError) -> String {
    match error.location {
        SourceLocation::Whole => error.reason.to_string(),
        _ => error.to_string(),
    }
}

/// Returns the name of an option of the tool.
pub(crate) const fn option_name(option: MapOption) -> &'static str {
    match option {
        MapOption::Strict => "--strict",
        MapOption::KeepAreas => "--keep-areas",
        MapOption::Terrains => "--terrain",
        MapOption::Layers => "--layer",
        MapOption::CollisionLayers => "--collision-layer",
        MapOption::Level => "--level",
        MapOption::Keys => "--key",
        MapOption::Scale => "--scale",
        MapOption::FlipY => "--flip-y",
        MapOption::MetresAround => "--metres-around",
        MapOption::Tolerance => "--tolerance",
        MapOption::Unlabelled => "--unlabelled",
        MapOption::Up => "--up",
        MapOption::MaxSlope => "--max-slope",
        MapOption::Voxels => "--voxels",
        MapOption::IncludeFlags => "--include-flags",
        MapOption::ExcludeFlags => "--exclude-flags",
        MapOption::Weld => "--weld",
        _ => "an option",
    }
}

#[cfg(test)]
mod tests {
    use clap::Args;

    use super::*;
    use crate::input::InputOptions;

    #[test]
    fn the_options_are_those_that_the_tool_has() {
        let command = InputOptions::augment_args(clap::Command::new("bake"));
        let known: Vec<_> = command.get_arguments().filter_map(|it| it.get_long()).collect();
        for option in [
            MapOption::Terrains,
            MapOption::Layers,
            MapOption::CollisionLayers,
            MapOption::Level,
            MapOption::Keys,
            MapOption::Scale,
            MapOption::FlipY,
            MapOption::MetresAround,
            MapOption::Tolerance,
            MapOption::Unlabelled,
            MapOption::Up,
            MapOption::MaxSlope,
            MapOption::Voxels,
            MapOption::IncludeFlags,
            MapOption::ExcludeFlags,
            MapOption::Weld,
        ] {
            let name = option_name(option).trim_start_matches("--");
            assert!(known.contains(&name), "{option}");
        }
    }
}
