//! Whose JSON a file is. Not only tautline's own drawings end in `.json`: so do maps
//! that Tiled exports, and much GeoJSON.

use serde::Deserialize;

/// The formats whose files may end in `.json`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum JsonKind {
    Drawing,
    GeoJson,
    Tiled,
}

/// The member that tells them apart: drawings have none of this name.
#[derive(Deserialize)]
struct Typed {
    r#type: String,
}

impl JsonKind {
    /// The format of a text. What is not JSON, or says nothing, is taken for a drawing,
    /// whose reader tells where it is wrong.
    pub(super) fn of(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match serde_json::from_str(text) {
            Ok(Typed { r#type }) if r#type == "map" => Self::Tiled,
            Ok(Typed { .. }) => Self::GeoJson,
            Err(_) => Self::Drawing,
        }
    }

    /// The ending of files that have nothing else in them.
    pub(super) const fn ending(&self) -> &'static str {
        match self {
            Self::Drawing => "json",
            Self::GeoJson => "geojson",
            Self::Tiled => "tmj",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_tells() {
        assert_eq!(JsonKind::of(r#"{ "tiledversion": "1.11", "type": "map" }"#), JsonKind::Tiled);
        assert_eq!(JsonKind::of("\u{feff}{ \"type\": \"Polygon\" }"), JsonKind::GeoJson);
        for drawing in [r#"{ "tautline": 1, "areas": [] }"#, "[1]", "", r#"{ "type": 3 }"#] {
            assert_eq!(JsonKind::of(drawing), JsonKind::Drawing, "{drawing}");
        }
    }
}
