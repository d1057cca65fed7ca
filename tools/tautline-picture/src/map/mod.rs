//! SVG pictures of maps. This file collects what is drawn and writes the frame of the picture;
//! `ground.rs` writes the ground, `paths.rs` links, paths and markers, and `legend.rs` the legend.

mod ground;
mod holes;
mod legend;
mod paths;

use std::fmt::{self, Write as _};

use tautline::Path;
use tautline::draw::{Draw, DrawnArea, DrawnBorder, Marker};
use tautline::geometry::{Aabb, Vec2};
use tautline::navmesh::{AreaId, Link, Terrain};

use crate::Style;
use crate::escaped::Escaped;

/// An SVG picture of a map, with y up.
///
/// The picture needs no scripts, fonts or other files. The same calls always give the same text.
/// Areas and borders that look alike share an element, so that a mesh of 20,000 areas gives about a
/// megabyte.
///
/// It fits into documents: its background makes it look the same on light and dark pages, it shrinks
/// to the width of the page, and it has a title and a description for screen readers.
///
/// [The crate](crate) has an example.
#[derive(Clone, Debug)]
pub struct MapPicture {
    style: Style,
    title: String,
    areas: Vec<Area>,
    borders: Vec<DrawnBorder>,
    outlines: Vec<Vec<DrawnBorder>>,
    links: Vec<Link>,
    paths: Vec<Path>,
    /// The track of each agent, and its radius.
    trails: Vec<(Vec<Vec2>, f32)>,
    /// Markers, each with the number of paths before it.
    markers: Vec<(Vec2, Marker, usize)>,
    y_down: bool,
    /// The names of the terrains, if there is a legend.
    legend_names: Option<Vec<String>>,
}

#[derive(Clone, Debug)]
struct Area {
    id: AreaId,
    terrain: Terrain,
    elevation: f32,
    corners: Vec<Vec2>,
}

/// Line widths, in world units.
struct Pens {
    /// For borders: fine enough for small areas.
    fine: f32,
    /// For all other lines: 0.1 % of the picture.
    broad: f32,
}

impl Draw for MapPicture {
    fn area(&mut self, area: &DrawnArea<'_>) {
        let DrawnArea { id, terrain, elevation, corners } = *area;
        self.areas.push(Area { id, terrain, elevation, corners: corners.to_vec() });
    }

    fn border(&mut self, border: &DrawnBorder) {
        self.borders.push(*border);
    }

    fn outline(&mut self, outline: &[DrawnBorder]) {
        self.outlines.push(outline.to_vec());
    }

    fn link(&mut self, link: &Link) {
        self.links.push(*link);
    }

    /// Draws a path, with markers at its ends.
    fn path(&mut self, path: &Path) {
        if let [start, .., goal] = path.points[..] {
            self.marker(start, Marker::Start);
            self.marker(goal, Marker::Goal);
        }
        self.paths.push(path.clone());
    }

    /// Draws a point in the colour of the next path.
    fn marker(&mut self, point: Vec2, marker: Marker) {
        self.markers.push((point, marker, self.paths.len()));
    }
}

impl MapPicture {
    /// Creates an empty picture.
    #[must_use]
    pub const fn new(style: Style) -> Self {
        Self {
            style,
            title: String::new(),
            areas: Vec::new(),
            borders: Vec::new(),
            outlines: Vec::new(),
            links: Vec::new(),
            paths: Vec::new(),
            trails: Vec::new(),
            markers: Vec::new(),
            y_down: false,
            legend_names: None,
        }
    }

    /// The same picture with y pointing down, as is usual for tile maps.
    #[must_use]
    pub fn with_y_down(self) -> Self {
        Self { y_down: true, ..self }
    }

    /// The same picture with a legend below it. The legend shows the colours of the terrains in use,
    /// of what is not walkable, and of links. The names of terrains are in order of their classes.
    /// The font depends on the viewer.
    #[must_use]
    pub fn with_legend(self, terrain_names: &[String]) -> Self {
        Self { legend_names: Some(terrain_names.to_vec()), ..self }
    }

    /// The same picture with a title for screen readers and tooltips, which is
    /// not drawn. The default is "Navigation mesh".
    #[must_use]
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Draws the track of an agent, and the agent as a disc at its end. Without points, draws neither.
    pub fn trail(&mut self, points: &[Vec2], radius: f32) {
        self.trails.push((points.to_vec(), radius));
    }

    /// Returns the text of the picture.
    #[must_use]
    pub fn finish(&self) -> String {
        let mut text = String::new();
        // Writing into a String cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        let bounds = self.bounds();
        let size = bounds.size();
        let longer_side = size.x.max(size.y).max(f32::MIN_POSITIVE);
        let pens = self.pens(longer_side);
        let margin = longer_side * 0.04;
        let (min, mut size) = (bounds.min - margin, size + 2.0 * margin);
        let top = if self.y_down { min.y } else { -bounds.max.y - margin };
        let legend = self.legend(size.x - 2.0 * margin, longer_side);
        let legend_corner = Vec2::new(bounds.min.x, top + size.y);
        size.y += legend.height;
        // In SVG, y points down.
        let y_scale = if self.y_down { "1" } else { "-1" };
        /// The longer side of the picture, in pixels.
        const PIXELS: f32 = 1200.0;
        let pixels = size * (PIXELS / size.x.max(size.y));
        writeln!(
            text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{:.0}" height="{:.0}" viewBox="{} {top} {} {}" style="max-width:100%;height:auto">"#,
            pixels.x, pixels.y, min.x, size.x, size.y
        )?;
        self.write_title_and_description(text)?;
        writeln!(
            text,
            r#"<defs><marker id="arrow" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8Z" fill="{}"/></marker></defs>"#,
            self.style.link
        )?;
        // The background is larger than the view box, because rounding to whole pixels changes the
        // aspect ratio a little.
        let rim = longer_side * 0.01;
        writeln!(
            text,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>"#,
            min.x - rim,
            top - rim,
            size.x + 2.0 * rim,
            size.y + 2.0 * rim,
            self.style.background
        )?;
        writeln!(
            text,
            r#"<g transform="scale(1 {y_scale})" fill="none" stroke-linecap="round" stroke-linejoin="round">"#
        )?;
        self.write_ground(text, &bounds, &pens)?;
        self.write_links(text, pens.broad)?;
        self.write_trails(text, pens.broad)?;
        self.write_ends(text, pens.broad)?;
        text.push_str("</g>\n");
        legend.write(text, legend_corner, &self.style)?;
        text.push_str("</svg>\n");
        Ok(())
    }

    /// Writes the title and the description, for screen readers.
    fn write_title_and_description(&self, text: &mut String) -> fmt::Result {
        let title = if self.title.is_empty() { "Navigation mesh" } else { self.title.as_str() };
        writeln!(text, "<title>{}</title>", Escaped(title))?;
        let counts = [
            (self.areas.len(), "area"),
            (self.links.len(), "link"),
            (self.paths.len(), "path"),
            (self.trails.len(), "agent"),
        ];
        let shown = counts.iter().filter(|(count, what)| *count > 0 || *what == "area");
        let shown: Vec<String> = shown
            .map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" }))
            .collect();
        writeln!(text, "<desc>{}</desc>", shown.join(", "))
    }

    /// Returns the bounding box of everything that is drawn; the unit square if nothing is.
    fn bounds(&self) -> Aabb {
        let corners = self.areas.iter().flat_map(|area| area.corners.iter().copied());
        let points = self.paths.iter().flat_map(|path| path.points.iter().copied());
        let trails = self.trails.iter().flat_map(|(points, _)| points.iter().copied());
        let markers = self.markers.iter().map(|&(point, ..)| point);
        let all =
            corners.chain(points).chain(trails).chain(markers).filter(|point| point.is_finite());
        let unit_square = Aabb { min: Vec2::ZERO, max: Vec2::ONE };
        Aabb::around(all).unwrap_or(unit_square)
    }

    /// Returns the line widths for a map with a longer side.
    fn pens(&self, longer_side: f32) -> Pens {
        let broad = longer_side / 1000.0;
        let (mut total, mut count) = (0.0, 0.0);
        for area in self.areas.iter().filter_map(|area| Aabb::around(area.corners.iter().copied()))
        {
            total += area.size().max_element();
            count += 1.0;
        }
        // A fraction of the mean size of areas.
        let fine = if count > 0.0 { total / count / 40.0 } else { broad };
        Pens { fine: broad.min(fine), broad }
    }
}
