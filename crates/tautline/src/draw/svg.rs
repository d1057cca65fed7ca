//! Pictures as SVG.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use tautline_geometry::{Aabb, Segment, Vec2};
use tautline_navmesh::{AreaId, Link, Terrain};

use super::holes::{Hole, Outlines};
use super::path_data::PathData;
use super::words::Words;
use super::{BorderKind, Draw, DrawnArea, DrawnBorder, Marker, Style};
use crate::Path;

/// A picture as SVG text, with y up, that shows all that was drawn on it.
///
/// Stands alone: no scripts, fonts or other files. Equal drawings give equal
/// text. Areas and borders of one look are one element, so that a mesh of
/// 20,000 areas makes about a megabyte.
///
/// Fit for documents: it has a background of its own and so looks the same on
/// light and dark pages, shrinks to the width of its page, and tells a title and
/// what is on it to those who cannot see it.
///
/// See [the module](super) for an example.
#[derive(Clone, Debug)]
pub struct Svg {
    style: Style,
    title: String,
    areas: Vec<Area>,
    borders: Vec<DrawnBorder>,
    outlines: Vec<Vec<DrawnBorder>>,
    links: Vec<Link>,
    paths: Vec<Path>,
    /// Each with the number of paths before it.
    markers: Vec<(Vec2, Marker, usize)>,
    y_down: bool,
}

#[derive(Clone, Debug)]
struct Area {
    id: AreaId,
    terrain: Terrain,
    elevation: f32,
    corners: Vec<Vec2>,
}

/// What is drawn of one floor.
#[derive(Default)]
struct Floor {
    terrains: BTreeMap<Terrain, PathData>,
    portals: PathData,
    boundaries: PathData,
    walls: PathData,
}

/// Widths of lines, in world units.
struct Pens {
    /// For borders: fine enough for small areas.
    fine: f32,
    /// For all else: a thousandth of the picture.
    broad: f32,
}

impl Draw for Svg {
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

    /// Draws a point, in the colour of the path that comes next.
    fn marker(&mut self, point: Vec2, marker: Marker) {
        self.markers.push((point, marker, self.paths.len()));
    }
}

impl Svg {
    /// A picture with nothing on it.
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
            markers: Vec::new(),
            y_down: false,
        }
    }

    /// The same picture with y growing downwards, as for meshes made of tile
    /// maps.
    #[must_use]
    pub fn with_y_down(self) -> Self {
        Self { y_down: true, ..self }
    }

    /// The same picture with a title, which is read aloud and shown as a hint, but
    /// not drawn. Without one, it is "Navigation mesh".
    #[must_use]
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The text of the picture.
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
        let larger = size.x.max(size.y).max(f32::MIN_POSITIVE);
        let pens = self.pens(larger);
        let margin = larger * 0.04;
        let (min, size) = (bounds.min - margin, size + 2.0 * margin);
        let top = if self.y_down { min.y } else { -bounds.max.y - margin };
        let flip = if self.y_down { "1" } else { "-1" };
        /// The longer side of the picture, in pixels, where nothing else is asked.
        const PIXELS: f32 = 1200.0;
        let pixels = size * (PIXELS / size.x.max(size.y));
        writeln!(
            text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{:.0}" height="{:.0}" viewBox="{} {top} {} {}" style="max-width:100%;height:auto">"#,
            pixels.x, pixels.y, min.x, size.x, size.y
        )?;
        self.write_words(text)?;
        writeln!(
            text,
            r#"<defs><marker id="arrow" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8Z" fill="{}"/></marker></defs>"#,
            self.style.link
        )?;
        // Larger than the view, whose ratio is not quite that of its whole pixels.
        let rim = larger * 0.01;
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
            r#"<g transform="scale(1 {flip})" fill="none" stroke-linecap="round" stroke-linejoin="round">"#
        )?;
        self.write_ground(text, &bounds, &pens)?;
        self.write_links(text, pens.broad)?;
        self.write_ends(text, pens.broad)?;
        text.push_str("</g>\n</svg>\n");
        Ok(())
    }

    /// What is told to those who cannot see the picture.
    fn write_words(&self, text: &mut String) -> fmt::Result {
        let title = if self.title.is_empty() { "Navigation mesh" } else { self.title.as_str() };
        writeln!(text, "<title>{}</title>", Words(title))?;
        let counts =
            [(self.areas.len(), "area"), (self.links.len(), "link"), (self.paths.len(), "path")];
        let told = counts.iter().filter(|(count, what)| *count > 0 || *what == "area");
        let told: Vec<String> = told
            .map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" }))
            .collect();
        writeln!(text, "<desc>{}</desc>", told.join(", "))
    }

    /// The box of everything that is drawn.
    fn bounds(&self) -> Aabb {
        let corners = self.areas.iter().flat_map(|area| area.corners.iter().copied());
        let points = self.paths.iter().flat_map(|path| path.points.iter().copied());
        let markers = self.markers.iter().map(|&(point, ..)| point);
        let all = corners.chain(points).chain(markers).filter(|point| point.is_finite());
        let nothing = Aabb { min: Vec2::ZERO, max: Vec2::ONE };
        Aabb::around(all).unwrap_or(nothing)
    }

    fn pens(&self, larger: f32) -> Pens {
        let broad = larger / 1000.0;
        let (mut total, mut count) = (0.0, 0.0);
        for area in self.areas.iter().filter_map(|area| Aabb::around(area.corners.iter().copied()))
        {
            total += area.size().max_element();
            count += 1.0;
        }
        let fine = if count > 0.0 { total / count / 40.0 } else { broad };
        Pens { fine: broad.min(fine), broad }
    }

    /// The elevations at which floors begin, from the second on.
    fn storeys(&self) -> Vec<f32> {
        let mut elevations: Vec<f32> = self.areas.iter().map(|area| area.elevation).collect();
        elevations.sort_by(f32::total_cmp);
        let mut storeys = Vec::new();
        let mut floor = elevations.first().copied().unwrap_or(0.0);
        for elevation in elevations {
            if elevation - floor >= self.style.storey {
                storeys.push(elevation);
                floor = elevation;
            }
        }
        storeys
    }

    fn write_ground(&self, text: &mut String, bounds: &Aabb, pens: &Pens) -> fmt::Result {
        let storeys = self.storeys();
        let storey_of = |elevation: f32| storeys.partition_point(|&storey| storey <= elevation);
        let mut floors: Vec<Floor> = Vec::new();
        floors.resize_with(storeys.len() + 1, Floor::default);
        let mut shadows = PathData::default();
        for area in &self.areas {
            let storey = storey_of(area.elevation);
            floors[storey].terrains.entry(area.terrain).or_default().ring(area.corners.clone());
            if storey > 0 {
                shadows.ring(area.corners.clone());
            }
        }
        for border in &self.borders {
            let floor = &mut floors[storey_of(border.elevation)];
            match border.kind {
                BorderKind::Portal => floor.portals.line(border.segment),
                BorderKind::Boundary => floor.boundaries.line(border.segment),
                BorderKind::Wall => floor.walls.line(border.segment),
            }
        }
        let is_ground = |border: &DrawnBorder| storey_of(border.elevation) == 0;
        let outlines = Outlines::sort(&self.outlines, bounds, &self.style, is_ground);
        self.write_surf(text, &outlines.shore, pens.broad)?;
        let path_storeys = self.path_storeys(storey_of);
        for (storey, floor) in floors.iter().enumerate() {
            self.write_floor(text, floor, pens)?;
            if storey == 0 {
                self.write_holes(text, &outlines.holes, shadows.clone(), pens)?;
            }
            for (index, path) in self.paths.iter().enumerate() {
                if path_storeys[index] == storey {
                    self.write_legs(text, path, self.style.path(index), pens.broad)?;
                }
            }
        }
        Ok(())
    }

    /// The highest floor that each path comes to: below the floors above it, it
    /// cannot be seen.
    fn path_storeys(&self, storey_of: impl Fn(f32) -> usize) -> Vec<usize> {
        let mut storeys: Vec<(AreaId, usize)> =
            self.areas.iter().map(|area| (area.id, storey_of(area.elevation))).collect();
        storeys.sort_unstable();
        let storey = |area: &AreaId| {
            let found = storeys.binary_search_by_key(area, |entry| entry.0);
            found.map_or(0, |index| storeys[index].1)
        };
        self.paths.iter().map(|path| path.areas.iter().map(storey).max().unwrap_or(0)).collect()
    }

    fn write_surf(&self, text: &mut String, shore: &PathData, pen: f32) -> fmt::Result {
        let Some(surf) = &self.style.surf else { return Ok(()) };
        for (width, opacity) in [(40.0, 0.13), (24.0, 0.2), (10.0, 0.45)] {
            writeln!(
                text,
                r#"<path stroke="{surf}" stroke-opacity="{opacity}" stroke-width="{}" d="{}"/>"#,
                width * pen,
                shore.text()
            )?;
        }
        Ok(())
    }

    fn write_floor(&self, text: &mut String, floor: &Floor, pens: &Pens) -> fmt::Result {
        for (&terrain, areas) in &floor.terrains {
            let colour = self.style.terrain(terrain);
            // The line closes the hair between areas of one colour.
            let width = 0.5 * pens.fine;
            writeln!(
                text,
                r#"<path fill="{colour}" stroke="{colour}" stroke-width="{width}" d="{}"/>"#,
                areas.text()
            )?;
        }
        let Style { portal, boundary, wall, .. } = &self.style;
        let lines = [
            (&floor.portals, portal, 0.45, 0.55),
            (&floor.boundaries, boundary, 1.5, 1.0),
            (&floor.walls, wall, 4.0, 1.0),
        ];
        for (lines, colour, width, opacity) in lines {
            if !lines.is_empty() {
                writeln!(
                    text,
                    r#"<path stroke="{colour}" stroke-width="{}" stroke-opacity="{opacity}" d="{}"/>"#,
                    width * pens.fine,
                    lines.text()
                )?;
            }
        }
        Ok(())
    }

    /// Houses and trees, and the shadows of all that stands above the ground.
    fn write_holes(
        &self,
        text: &mut String,
        holes: &[Hole],
        mut shadows: PathData,
        pens: &Pens,
    ) -> fmt::Result {
        let (mut buildings, mut ridges, mut trees) =
            (PathData::default(), PathData::default(), PathData::default());
        for hole in holes {
            let Hole { corners, ridge, is_tree } = hole;
            shadows.ring(corners.iter().copied());
            if *is_tree {
                trees.ring(corners.iter().copied());
            } else {
                buildings.ring(corners.iter().copied());
                ridge.iter().for_each(|&line| ridges.line(line));
            }
        }
        if !shadows.is_empty() {
            let offset = 5.0 * pens.broad;
            let down = if self.y_down { offset } else { -offset };
            writeln!(
                text,
                r##"<path transform="translate({offset} {down})" fill="#1d1408" fill-opacity="0.28" d="{}"/>"##,
                shadows.text()
            )?;
        }
        let width = 1.6 * pens.fine;
        for (shapes, colour) in [(&buildings, &self.style.building), (&trees, &self.style.tree)] {
            if let Some(colour) = colour.as_ref().filter(|_| !shapes.is_empty()) {
                writeln!(
                    text,
                    r##"<path fill="{colour}" stroke="#2b1a12" stroke-opacity="0.7" stroke-width="{width}" d="{}"/>"##,
                    shapes.text()
                )?;
            }
        }
        if !ridges.is_empty() {
            writeln!(
                text,
                r##"<path stroke="#2b1a12" stroke-opacity="0.35" stroke-width="{}" d="{}"/>"##,
                0.6 * width,
                ridges.text()
            )?;
        }
        Ok(())
    }

    fn write_links(&self, text: &mut String, pen: f32) -> fmt::Result {
        for link in &self.links {
            let mut line = PathData::default();
            let (from, to) = (link.from.point, link.to.point);
            line.bow(Segment::new(from, to));
            let arrow = if link.both_ways { "" } else { r#" marker-end="url(#arrow)""# };
            writeln!(
                text,
                r#"<path stroke="{}" stroke-width="{}" stroke-dasharray="{} {}"{arrow} d="{}"/>"#,
                self.style.link,
                2.0 * pen,
                5.0 * pen,
                4.5 * pen,
                line.text()
            )?;
            let ends = [from, to];
            for end in &ends[..if link.both_ways { 2 } else { 1 }] {
                self.write_dot(text, *end, 3.2 * pen, &self.style.link)?;
            }
        }
        Ok(())
    }

    /// What is walked of a path.
    fn write_legs(&self, text: &mut String, path: &Path, colour: &str, pen: f32) -> fmt::Result {
        let mut legs = PathData::default();
        path.legs().for_each(|leg| legs.line(leg));
        for (colour, width) in [(self.style.casing.as_str(), 7.0), (colour, 3.6)] {
            writeln!(
                text,
                r#"<path stroke="{colour}" stroke-width="{}" d="{}"/>"#,
                width * pen,
                legs.text()
            )?;
        }
        Ok(())
    }

    /// The links that paths take, and the markers.
    fn write_ends(&self, text: &mut String, pen: f32) -> fmt::Result {
        for (index, path) in self.paths.iter().enumerate() {
            let mut hops = PathData::default();
            for hop in &path.hops {
                // Bowed as the link is drawn, whichever way it is taken.
                match path.points.get(hop.point..) {
                    Some(&[from, to, ..]) if hop.forwards => hops.bow(Segment::new(from, to)),
                    Some(&[from, to, ..]) => hops.bow(Segment::new(to, from)),
                    _ => {}
                }
            }
            if !hops.is_empty() {
                writeln!(
                    text,
                    r#"<path stroke="{}" stroke-width="{}" stroke-dasharray="{dash} {dash}" d="{}"/>"#,
                    self.style.path(index),
                    3.6 * pen,
                    hops.text(),
                    dash = 7.0 * pen,
                )?;
            }
        }
        for &(point, marker, index) in &self.markers {
            let colour = self.style.path(index);
            match marker {
                Marker::Start => self.write_dot(text, point, 6.0 * pen, colour)?,
                Marker::Goal => {
                    self.write_dot(text, point, 9.0 * pen, colour)?;
                    self.write_dot(text, point, 3.5 * pen, &self.style.casing)?;
                }
                Marker::Repair => self.write_ring(text, point, 9.0 * pen)?,
            }
        }
        Ok(())
    }

    /// A ring around a place.
    fn write_ring(&self, text: &mut String, at: Vec2, radius: f32) -> fmt::Result {
        writeln!(
            text,
            r#"<circle cx="{}" cy="{}" r="{radius}" fill="none" stroke="{}" stroke-width="{}"/>"#,
            at.x,
            at.y,
            self.style.path(0),
            0.25 * radius
        )
    }

    /// A disc with a rim.
    fn write_dot(&self, text: &mut String, at: Vec2, radius: f32, colour: &str) -> fmt::Result {
        writeln!(
            text,
            r#"<circle cx="{}" cy="{}" r="{radius}" fill="{colour}" stroke="{}" stroke-width="{}"/>"#,
            at.x,
            at.y,
            self.style.casing,
            0.3 * radius
        )
    }
}
