//! The colours of a picture.

use tautline::navmesh::Terrain;

/// The colours of a [`MapPicture`](crate::MapPicture). Each is an SVG colour, such as
/// `"#dcc596"`, and is written without checks or escapes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Style {
    /// The background: everything that is not ground.
    pub background: String,
    /// The ground, by terrain class. Further classes repeat the colours.
    pub terrains: Vec<String>,
    /// The wet terrain classes: a hole next to one of them is water, not a
    /// building.
    pub wet: Vec<Terrain>,
    /// The foam along shores. `None` for no foam.
    pub surf: Option<String>,
    /// The roofs of buildings in holes. `None` leaves holes empty.
    pub building: Option<String>,
    /// The trees in very small holes. `None` draws buildings there, too.
    pub tree: Option<String>,
    /// The boundary of the ground.
    pub boundary: String,
    /// Portals between areas.
    pub portal: String,
    /// Zero-width walls, with ground on both sides.
    pub wall: String,
    /// Links.
    pub link: String,
    /// Paths, in order. Further paths repeat the colours.
    pub paths: Vec<String>,
    /// The rim (casing) around paths and markers.
    pub casing: String,
    /// The height of a floor, in world units; above 0. An area that is at least this much higher than
    /// the lowest area of a floor belongs to the next floor.
    pub storey: f32,
}

/// The colours of common terrain names.
const NAMED: [(&str, &str); 18] = [
    ("ground", "#dcc596"),
    ("road", "#f6ead0"),
    ("paving", "#d3cbbd"),
    ("grass", "#a9c97f"),
    ("sand", "#f4e0a2"),
    ("mud", "#a98a66"),
    ("shallows", "#8fd0d6"),
    ("water", "#6db6cf"),
    ("planks", "#b98a58"),
    ("wood", "#b98a58"),
    ("rock", "#a49e97"),
    ("stone", "#b5aea4"),
    ("snow", "#f3f6f8"),
    ("ice", "#d4ebf2"),
    ("forest", "#7da565"),
    ("swamp", "#8f9a63"),
    ("field", "#d8cf7a"),
    ("lava", "#d9622f"),
];

/// The names of wet terrains.
const WET: [&str; 4] = ["shallows", "water", "ice", "swamp"];

/// The colours of terrains without a known name.
const UNNAMED: [&str; 8] =
    ["#dcc596", "#a9c97f", "#c9b3d1", "#e3b08c", "#9fc3c9", "#d6d07f", "#d3a0a6", "#b9bfa0"];

/// The background of a plain drawing.
const PLAIN_BACKGROUND: &str = "#39424c";

impl Style {
    /// Creates a style for terrain names, in order of classes. Names such as ground, road, grass,
    /// sand, mud, shallows and planks have their own colours; other names get a colour in turn.
    ///
    /// With names, the background is a sea, and holes are houses and trees.
    /// Without names, the drawing is plain: holes look like the background.
    ///
    /// ```
    /// use tautline_picture::Style;
    ///
    /// let style = Style::for_terrain_names(&["grass".to_owned(), "road".to_owned()]);
    /// assert_eq!(style.terrains[..2], ["#a9c97f", "#f6ead0"]);
    /// ```
    #[must_use]
    pub fn for_terrain_names(names: &[String]) -> Self {
        let mut unnamed = UNNAMED.iter().cycle();
        let mut colour = |name: &String| {
            let known = NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            known.map(|(_, colour)| *colour).or_else(|| unnamed.next().copied())
        };
        let mut terrains: Vec<String> =
            names.iter().filter_map(&mut colour).map(str::to_owned).collect();
        terrains.extend(UNNAMED.map(str::to_owned));
        let is_wet = |name: &String| WET.iter().any(|wet| wet.eq_ignore_ascii_case(name));
        let wet = (0..=u8::MAX).zip(names).filter(|(_, name)| is_wet(name));
        let is_landscape = !names.is_empty();
        let in_landscape = |colour: &str| is_landscape.then(|| colour.to_owned());
        Self {
            background: if is_landscape { "#4f9dba" } else { PLAIN_BACKGROUND }.to_owned(),
            terrains,
            wet: wet.map(|(class, _)| Terrain(class)).collect(),
            surf: in_landscape("#d9f2f2"),
            building: in_landscape("#b5573f"),
            tree: in_landscape("#4f8a4b"),
            boundary: "#4a4038".to_owned(),
            portal: "#6b5d4a".to_owned(),
            wall: "#7a4a2b".to_owned(),
            link: "#8b2a6b".to_owned(),
            paths: ["#d7263d", "#1f6fd1", "#e07a00", "#2a7f3f", "#7b3fb5", "#0d7f86"]
                .map(str::to_owned)
                .to_vec(),
            casing: "#ffffff".to_owned(),
            storey: 1.0,
        }
    }

    /// The same style without buildings, trees and surf: everything that is not ground looks the same,
    /// whether it is a hole in the ground or touches the edge of the map.
    #[must_use]
    pub fn with_plain_holes(self) -> Self {
        let background = PLAIN_BACKGROUND.to_owned();
        Self { background, surf: None, building: None, tree: None, ..self }
    }

    /// Returns the colour of a terrain class.
    pub(crate) fn terrain(&self, terrain: Terrain) -> &str {
        pick(&self.terrains, terrain.0.into())
    }

    /// Returns the colour of a path.
    pub(crate) fn path(&self, index: usize) -> &str {
        pick(&self.paths, index)
    }
}

impl Default for Style {
    /// The style of ground without terrain names: a plain drawing.
    fn default() -> Self {
        Self::for_terrain_names(&[])
    }
}

/// Returns the entry at an index, modulo the number of entries.
fn pick(colours: &[String], index: usize) -> &str {
    let index = index.checked_rem(colours.len()).unwrap_or(0);
    colours.get(index).map_or("none", String::as_str)
}
