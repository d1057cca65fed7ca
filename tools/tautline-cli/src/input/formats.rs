//! The table of the formats that the tool reads.
//!
//! A new format is one row here. Its reader is in the row if it is as short as that of `.map`,
//! and in `reading.rs` otherwise.

use std::path::Path;

use anyhow::{Result, bail};
use tautline::formats::{TileGrid, moving_ai};

use super::ground::Ground;
use super::reading::Reading;

/// A format of authors' files.
pub(super) struct Format {
    /// The endings of its files, in lower case. Of files that end in `.json`, the text tells the
    /// format: see [`json_ending`].
    endings: &'static [&'static str],
    /// The options that its reader asks. Any other is refused.
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
    // Tautline's own drawings
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
    // One pixel for each cell
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
    // Wavefront
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
    /// The format with this ending.
    fn with_ending(ending: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.endings.contains(&ending))
    }

    /// The format of a file, by its ending. `json` gives the text of one that ends in `.json`.
    pub(super) fn of(path: &Path, json: impl FnOnce() -> Result<String>) -> Result<&'static Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let found = match ending.as_deref() {
            Some("json") => Self::with_ending(json_ending(&json()?)),
            Some(ending) => Self::with_ending(ending),
            None => None,
        };
        if let Some(format) = found {
            return Ok(format);
        }
        let mut endings: Vec<_> = endings(|_| true).collect();
        let last = endings.pop().unwrap_or_default();
        bail!(
            "{}: cannot tell what this is by its ending; give a .{} or .{last} file",
            path.display(),
            endings.join(", .")
        )
    }

    /// Refuses options that are given and that the reader does not ask: unnoticed, they would
    /// leave a map as it should not be.
    pub(super) fn refuse_lost(
        &self,
        path: &Path,
        given: impl IntoIterator<Item = &'static str>,
    ) -> Result<()> {
        match given.into_iter().find(|option| !self.options.contains(option)) {
            None => Ok(()),
            Some(option) => {
                let about = endings(|format| format.options.contains(&option)).collect();
                Err(super::lost(path, option, about))
            }
        }
    }
}

/// The endings of some formats.
fn endings(are_meant: impl Fn(&Format) -> bool) -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(move |&it| are_meant(it)).flat_map(|it| it.endings).copied()
}

/// The ending that a text would have if its author had not called it `.json`: not only
/// tautline's own drawings end so, but also maps that Tiled exports, and much GeoJSON. Their
/// member `type` tells them apart. Text that is not JSON is taken for a drawing, whose reader
/// tells where it is wrong.
fn json_ending(text: &str) -> &'static str {
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
    fn the_type_tells_whose_json_it_is() {
        assert_eq!(json_ending(r#"{ "tiledversion": "1.11", "type": "map" }"#), "tmj");
        assert_eq!(json_ending("\u{feff}{ \"type\": \"Polygon\" }"), "geojson");
        for drawing in [r#"{ "tautline": 1, "areas": [] }"#, "[1]", "", r#"{ "type": 3 }"#] {
            assert_eq!(json_ending(drawing), "json", "{drawing}");
        }
    }

    #[test]
    fn no_ending_is_that_of_two_formats() {
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
