//! The table of the formats that the tool reads.
//!
//! To add a format, add a row here, with a reader in `reading.rs` unless it is a single line.

use std::path::Path;

use anyhow::{Result, bail};
use tautline::formats::{TileGrid, moving_ai};

use super::ground::Ground;
use super::reading::Reading;

/// A format of maps.
pub(super) struct Format {
    /// The extensions of its files, in lower case. The format of a `.json` file depends on its
    /// content: see [`json_extension`].
    endings: &'static [&'static str],
    /// The options that apply to it. Any other is an error.
    pub(super) options: &'static [&'static str],
    /// Its reader.
    pub(super) read: fn(&mut Reading<'_>) -> Result<Ground>,
}

const FORMATS: [Format; 11] = [
    // Polyanya
    Format { endings: &["mesh"], options: &["--strict", "--terrain"], read: |it| it.polyanya() },
    // MovingAI
    Format {
        endings: &["map"],
        options: &["--terrain", "--scale"],
        read: |it| it.tiles(TileGrid::from(&it.sound(moving_ai::parse_map(&it.text()?))?)),
    },
    // Tautline's own format
    Format { endings: &["json"], options: &["--strict"], read: |it| it.drawing() },
    // Tiled
    Format {
        endings: &["tmx", "tmj"],
        options: &["--terrain", "--layer", "--collision-layer", "--scale"],
        read: |it| it.tiled(),
    },
    // LDtk
    Format {
        endings: &["ldtk"],
        options: &["--terrain", "--layer", "--level", "--key", "--scale"],
        read: |it| it.ldtk(),
    },
    // PNG, one pixel for each cell
    Format { endings: &["png"], options: &["--terrain", "--key", "--scale"], read: |it| it.png() },
    // SVG
    Format {
        endings: &["svg"],
        options: &["--terrain", "--scale", "--tolerance", "--unlabelled"],
        read: |it| it.svg(),
    },
    // GeoJSON
    Format {
        endings: &["geojson"],
        options: &["--terrain", "--scale", "--metres-around", "--unlabelled"],
        read: |it| it.geo_json(),
    },
    // Wavefront OBJ
    Format {
        endings: &["obj"],
        options: &["--terrain", "--up", "--max-slope", "--voxels"],
        read: |it| it.obj(),
    },
    // glTF
    Format {
        endings: &["gltf", "glb"],
        options: &["--terrain", "--max-slope", "--voxels"],
        read: |it| it.gltf(),
    },
    // Detour
    Format {
        endings: &["navmesh", "bin"],
        options: &["--terrain", "--include-flags", "--exclude-flags"],
        read: |it| it.detour(),
    },
];

impl Format {
    /// Returns the format with this extension.
    fn with_ending(ending: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.endings.contains(&ending))
    }

    /// Returns the format of a file, by its extension. `json` reads the text of a `.json` file.
    pub(super) fn of(path: &Path, json: impl FnOnce() -> Result<String>) -> Result<&'static Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let found = match ending.as_deref() {
            Some("json") => Self::with_ending(json_extension(&json()?)),
            Some(ending) => Self::with_ending(ending),
            None => None,
        };
        if let Some(format) = found {
            return Ok(format);
        }
        let mut endings: Vec<_> = endings(|_| true).collect();
        let last = endings.pop().unwrap_or_default();
        bail!(
            "{}: unknown file extension; give a .{} or .{last} file",
            path.display(),
            endings.join(", .")
        )
    }

    /// Checks that all given options apply to this format. An ignored option would silently give
    /// a wrong map.
    pub(super) fn check_options_apply(
        &self,
        path: &Path,
        given: impl IntoIterator<Item = &'static str>,
    ) -> Result<()> {
        match given.into_iter().find(|option| !self.options.contains(option)) {
            None => Ok(()),
            Some(option) => {
                let applies_to = endings(|format| format.options.contains(&option)).collect();
                Err(super::does_not_apply(path, option, applies_to))
            }
        }
    }
}

/// Returns the extensions of the formats that satisfy a condition.
fn endings(condition: impl Fn(&Format) -> bool) -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(move |&it| condition(it)).flat_map(|it| it.endings).copied()
}

/// Returns the specific extension for the text of a `.json` file: such files hold maps in
/// tautline's own format, maps exported by Tiled, or GeoJSON. They differ in their member `type`.
/// Text that is not JSON counts as tautline's own format, whose parser reports the error.
fn json_extension(text: &str) -> &'static str {
    #[derive(serde::Deserialize)]
    struct Typed {
        r#type: String,
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str(text) {
        Ok(Typed { r#type }) if r#type == "map" => "tmj",
        Ok(Typed { .. }) => "geojson",
        Err(_) => "json",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_of_json_depends_on_its_type() {
        assert_eq!(json_extension(r#"{ "tiledversion": "1.11", "type": "map" }"#), "tmj");
        assert_eq!(json_extension("\u{feff}{ \"type\": \"Polygon\" }"), "geojson");
        for own in [r#"{ "tautline": 1, "areas": [] }"#, "[1]", "", r#"{ "type": 3 }"#] {
            assert_eq!(json_extension(own), "json", "{own}");
        }
    }

    #[test]
    fn no_two_formats_have_the_same_extension() {
        let mut all: Vec<_> = endings(|_| true).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn the_options_are_those_that_the_tool_has() {
        use clap::Args;
        let command = crate::input::Rules::augment_args(clap::Command::new("bake"));
        let known: Vec<_> = command.get_arguments().filter_map(|it| it.get_long()).collect();
        for option in FORMATS.iter().flat_map(|format| format.options) {
            let name = option.trim_start_matches("--");
            assert!(name == "strict" || known.contains(&name), "{option}");
        }
    }
}
