//! Links, paths and markers of a picture.

use std::fmt::{self, Write as _};

use tautline::Path;
use tautline::draw::Marker;
use tautline::geometry::{Segment, Vec2};

use super::MapPicture;
use crate::path_data::PathData;

impl MapPicture {
    /// Writes all links: dashed curves, with an arrow if they lead in one direction only.
    pub(super) fn write_links(&self, text: &mut String, pen: f32) -> fmt::Result {
        for link in &self.links {
            let mut line = PathData::default();
            let (from, to) = (link.from.point, link.to.point);
            line.curve(Segment::new(from, to));
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

    /// Writes the walked segments of a path.
    pub(super) fn write_walked_segments(
        &self,
        text: &mut String,
        path: &Path,
        colour: &str,
        pen: f32,
    ) -> fmt::Result {
        let mut line = PathData::default();
        path.walked_segments().for_each(|segment| line.line(segment));
        for (colour, width) in [(self.style.casing.as_str(), 7.0), (colour, 3.6)] {
            writeln!(
                text,
                r#"<path stroke="{colour}" stroke-width="{}" d="{}"/>"#,
                width * pen,
                line.text()
            )?;
        }
        Ok(())
    }

    /// Writes the tracks of all agents and then the agents, so that no track hides an agent.
    pub(super) fn write_trails(&self, text: &mut String, pen: f32) -> fmt::Result {
        for (index, (points, _)) in self.trails.iter().enumerate() {
            let mut track = PathData::default();
            points.windows(2).for_each(|ends| track.line(Segment::new(ends[0], ends[1])));
            if !track.is_empty() {
                writeln!(
                    text,
                    r#"<path stroke="{}" stroke-width="{}" stroke-opacity="0.5" d="{}"/>"#,
                    self.style.path(index),
                    1.4 * pen,
                    track.text()
                )?;
            }
        }
        for (index, (points, radius)) in self.trails.iter().enumerate() {
            if let Some(&last) = points.last() {
                // The rim of a dot adds 15 % to its radius.
                self.write_dot(text, last, radius / 1.15, self.style.path(index))?;
            }
        }
        Ok(())
    }

    /// Writes the links that paths take, and the markers.
    pub(super) fn write_ends(&self, text: &mut String, pen: f32) -> fmt::Result {
        for (index, path) in self.paths.iter().enumerate() {
            let mut links = PathData::default();
            for link in &path.links {
                // The same curve as the link, in either direction.
                match path.points.get(link.point..) {
                    Some(&[from, to, ..]) if link.forwards => links.curve(Segment::new(from, to)),
                    Some(&[from, to, ..]) => links.curve(Segment::new(to, from)),
                    _ => {}
                }
            }
            if !links.is_empty() {
                writeln!(
                    text,
                    r#"<path stroke="{}" stroke-width="{}" stroke-dasharray="{dash} {dash}" d="{}"/>"#,
                    self.style.path(index),
                    3.6 * pen,
                    links.text(),
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

    /// Writes a ring around a point.
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

    /// Writes a disc with a rim.
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
