//! The legend of a picture: the colours of terrains, and links.

use std::fmt::{self, Write as _};

use tautline::geometry::Vec2;
use tautline::navmesh::Terrain;

use super::MapPicture;
use crate::escaped::Escaped;

/// The height of a line, relative to the longer side of the map.
const LINE: f32 = 0.032;

/// The width of a letter, relative to the height of a line. Fonts differ: this is a wide one.
const LETTER: f32 = 0.42;

/// The entries of a legend, in lines below the map.
pub(super) struct Legend {
    entries: Vec<Entry>,
    /// The height of a line.
    line: f32,
    /// The height of the whole legend, in world units; 0 if it is empty.
    pub(super) height: f32,
}

struct Entry {
    colour: String,
    is_link: bool,
    name: String,
    /// The upper left corner, relative to that of the legend.
    at: Vec2,
}

impl MapPicture {
    /// Returns the legend of everything that is drawn. Its lines are at most `width` long, and their
    /// height depends on the longer side of the map.
    pub(super) fn legend(&self, width: f32, longer_side: f32) -> Legend {
        let line = LINE * longer_side;
        let mut legend = Legend { entries: Vec::new(), line, height: 0.0 };
        let Some(names) = &self.legend_names else { return legend };
        let mut used = [false; 256];
        self.areas.iter().for_each(|area| used[usize::from(area.terrain.0)] = true);
        for class in (0..=u8::MAX).filter(|&class| used[usize::from(class)]) {
            let name = names.get(usize::from(class)).cloned();
            let name = name.unwrap_or_else(|| match class {
                0 => "ground".to_owned(),
                class => format!("class {class}"),
            });
            legend.push(self.style.terrain(Terrain(class)), false, name, width);
        }
        legend.push(&self.style.background, false, "not walkable".to_owned(), width);
        if !self.links.is_empty() {
            legend.push(&self.style.link, true, "link".to_owned(), width);
        }
        legend
    }
}

impl Legend {
    /// Adds an entry to the last line, or to a new one if that is full.
    fn push(&mut self, colour: &str, is_link: bool, name: String, width: f32) {
        let mut at = Vec2::ZERO;
        if let Some(last) = self.entries.last() {
            at = Vec2::new(last.at.x + self.width(&last.name), last.at.y);
            if at.x + self.width(&name) > width {
                at = Vec2::new(0.0, at.y + self.line);
            }
        }
        self.height = at.y + 1.5 * self.line;
        self.entries.push(Entry { colour: colour.to_owned(), is_link, name, at });
    }

    /// Returns the width of an entry: the swatch, the name and a space.
    #[expect(clippy::cast_precision_loss, reason = "names are short")]
    fn width(&self, name: &str) -> f32 {
        self.line * (2.4 + LETTER * name.chars().count() as f32)
    }

    /// Writes the legend with its upper left corner at a point. Here, y points down.
    pub(super) fn write(
        &self,
        text: &mut String,
        corner: Vec2,
        style: &crate::Style,
    ) -> fmt::Result {
        if self.entries.is_empty() {
            return Ok(());
        }
        let size = 0.66 * self.line;
        writeln!(text, r#"<g font-family="sans-serif" font-size="{size}">"#)?;
        for Entry { colour, is_link, name, at } in &self.entries {
            let Vec2 { x, y } = corner + *at;
            let (casing, pen) = (&style.casing, 0.06 * self.line);
            if *is_link {
                let middle = y + size / 2.0;
                writeln!(
                    text,
                    r#"<path d="M{x} {middle}h{}" stroke="{colour}" stroke-width="{}" stroke-dasharray="{dash} {dash}"/>"#,
                    1.4 * self.line,
                    2.0 * pen,
                    dash = 0.2 * self.line,
                )?;
            } else {
                writeln!(
                    text,
                    r#"<rect x="{x}" y="{y}" width="{}" height="{size}" fill="{colour}" stroke="{casing}" stroke-width="{pen}"/>"#,
                    1.4 * self.line
                )?;
            }
            writeln!(
                text,
                r#"<text x="{}" y="{}" fill="{casing}">{}</text>"#,
                x + 1.7 * self.line,
                y + 0.85 * size,
                Escaped(name)
            )?;
        }
        text.push_str("</g>\n");
        Ok(())
    }
}
