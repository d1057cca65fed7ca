//! The table of the formats.
//!
//! To add a format, add a row here, with a reader in `reading.rs`.

use tautline_formats::json;

use super::MapOption::{self, *};
use super::reading::Reading;
use super::report::Items;
use super::{MapBaker, MapError, ground::Ground};

/// A format of maps.
pub(super) struct Format {
    pub(super) name: &'static str,
    /// The extensions of its files, in lower case. The format of a `.json` file depends on its
    /// content: see [`json_extension`].
    extensions: &'static [&'static str],
    /// The options that apply to it. Any other is an error.
    options: &'static [MapOption],
    /// The feature of this crate, and the reader if it is on.
    feature: &'static str,
    read: Option<Reader>,
    pub(super) items: Items,
    /// True if y grows downwards.
    pub(super) y_down: bool,
}

type Reader = fn(&mut Reading<'_, '_>) -> Result<Ground, MapError>;

/// Returns a reader if the feature is on.
macro_rules! reader {
    ($feature:literal, $method:ident) => {{
        #[cfg(feature = $feature)]
        let read: Option<Reader> = Some(|it| it.$method());
        #[cfg(not(feature = $feature))]
        let read: Option<Reader> = None;
        read
    }};
}

const FORMATS: [Format; 11] = [
    Format {
        name: "Polyanya",
        extensions: &["mesh"],
        options: &[Strict, KeepAreas, Terrains],
        feature: "formats",
        read: reader!("formats", polyanya),
        items: Items::Areas,
        y_down: false,
    },
    Format {
        name: "MovingAI",
        extensions: &["map"],
        options: &[Terrains, Scale, FlipY],
        feature: "formats",
        read: reader!("formats", moving_ai),
        items: Items::Cells,
        y_down: true,
    },
    Format {
        name: "tautline's own",
        extensions: &["json"],
        options: &[Strict],
        feature: "formats",
        read: reader!("formats", json),
        items: Items::Areas,
        y_down: false,
    },
    Format {
        name: "Tiled",
        extensions: &["tmx", "tmj"],
        options: &[Terrains, Layers, CollisionLayers, Scale, FlipY, Unlabelled],
        feature: "tiled",
        read: reader!("tiled", tiled),
        items: Items::Cells,
        y_down: true,
    },
    Format {
        name: "LDtk",
        extensions: &["ldtk"],
        options: &[Terrains, Layers, Level, Keys, Scale, FlipY],
        feature: "ldtk",
        read: reader!("ldtk", ldtk),
        items: Items::Cells,
        y_down: true,
    },
    Format {
        name: "PNG",
        extensions: &["png"],
        options: &[Terrains, Keys, Scale, FlipY],
        feature: "png",
        read: reader!("png", png),
        items: Items::Cells,
        y_down: true,
    },
    Format {
        name: "SVG",
        extensions: &["svg"],
        options: &[Terrains, Scale, Tolerance, Unlabelled],
        feature: "svg",
        read: reader!("svg", svg),
        items: Items::Shapes,
        y_down: false,
    },
    Format {
        name: "GeoJSON",
        extensions: &["geojson"],
        options: &[Terrains, Scale, MetresAround, Unlabelled],
        feature: "geojson",
        read: reader!("geojson", geo_json),
        items: Items::Shapes,
        y_down: false,
    },
    Format {
        name: "Wavefront OBJ",
        extensions: &["obj"],
        options: &[Terrains, Up, MaxSlope, Weld, Voxels],
        feature: "obj",
        read: reader!("obj", obj),
        items: Items::Triangles,
        y_down: false,
    },
    Format {
        name: "glTF",
        extensions: &["gltf", "glb"],
        options: &[Terrains, MaxSlope, Weld, Voxels],
        feature: "gltf",
        read: reader!("gltf", gltf),
        items: Items::Triangles,
        y_down: false,
    },
    Format {
        name: "Detour",
        extensions: &["navmesh", "bin"],
        options: &[KeepAreas, Terrains, IncludeFlags, ExcludeFlags],
        feature: "detour",
        read: reader!("detour", detour),
        items: Items::Areas,
        y_down: false,
    },
];

impl Format {
    /// Returns the format of a file, by the extension of its name or, for `.json`, by its text.
    pub(super) fn of(
        name: &str,
        text: impl FnOnce() -> Result<String, MapError>,
    ) -> Result<&'static Self, MapError> {
        let mut extension = extension(name);
        if extension == "json" {
            extension = json_extension(&text()?).to_owned();
        }
        let found = FORMATS.iter().find(|format| format.extensions.contains(&&*extension));
        found.ok_or_else(|| MapError::UnknownExtension { known: extensions(|_| true).collect() })
    }

    /// Returns the reader. Checks that all options that were set apply to this format.
    pub(super) fn reader(&self, baker: &MapBaker, name: &str) -> Result<Reader, MapError> {
        let (what, feature) = (self.name, self.feature);
        let read = self.read.ok_or(MapError::MissingFeature { what, feature })?;
        match baker.given().find(|option| !self.options.contains(option)) {
            None => Ok(read),
            Some(option) => Err(MapError::DoesNotApply {
                option,
                extension: extension(name),
                applies_to: extensions(|format| format.options.contains(&option)).collect(),
            }),
        }
    }

    /// Returns true if terrain classes can be named by options.
    pub(super) fn has_named_terrains(&self) -> bool {
        self.options.contains(&Terrains)
    }
}

/// Returns the extension of a file name in lower case, without the dot; empty if it has none.
fn extension(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase()
}

/// Returns the extensions of the formats that satisfy a condition.
fn extensions(condition: impl Fn(&Format) -> bool) -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(move |&it| condition(it)).flat_map(|it| it.extensions).copied()
}

/// Returns the specific extension for the text of a `.json` file: such files hold maps in
/// tautline's own format, maps exported by Tiled, or GeoJSON. They differ in their member `type`.
/// Text that is not JSON counts as tautline's own format, whose parser reports the error.
fn json_extension(text: &str) -> &'static str {
    match json::root_type(text).as_deref() {
        Some("map") => "tmj",
        Some(_) => "geojson",
        None => "json",
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
        let mut all: Vec<_> = extensions(|_| true).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn an_extension_is_that_of_the_file_and_not_of_a_folder() {
        assert_eq!(extension("maps.d/town"), "");
        assert_eq!(extension("a/b.c/TOWN.TMX"), "tmx");
    }
}
