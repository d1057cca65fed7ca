//! An SVG writer for the figures of the documentation.

use std::fmt::Write as _;

/// The position of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextAnchor {
    /// To the left: the text ends at the point.
    End,
    /// To the right: the text begins at the point.
    Start,
    /// Centred on the point.
    Middle,
}

/// A figure as SVG text, with y up. The style of a shape (`ink`) is given as SVG
/// attributes. Equal calls write equal text.
///
/// ```
/// use tautline_fixtures::{TextAnchor, Figure};
///
/// let mut figure = Figure::new([0.0, 0.0], [4.0, 3.0], 10.0);
/// figure.line(&[[0.0, 0.0], [4.0, 3.0]], r#"stroke="black""#);
/// figure.text([2.0, 2.5], TextAnchor::Middle, "5 units");
/// let svg = figure.finish();
/// assert!(svg.contains(r#"<path d="M0 30L40 0" stroke="black"/>"#));
/// ```
#[derive(Debug, Clone)]
pub struct Figure {
    min: [f64; 2],
    max: [f64; 2],
    /// Pixels per unit.
    scale: f64,
    body: String,
}

impl Figure {
    /// Creates an empty figure of the rectangle between two points, with `scale` pixels per unit.
    #[must_use]
    pub const fn new(min: [f64; 2], max: [f64; 2], scale: f64) -> Self {
        Self { min, max, scale, body: String::new() }
    }

    /// Draws a closed line through points.
    pub fn polygon(&mut self, points: &[impl Into<[f64; 2]> + Copy], ink: &str) {
        let data = self.data(points);
        self.element(&format!(r#"<path d="{data}Z" {ink}/>"#));
    }

    /// Draws an open line through points.
    pub fn line(&mut self, points: &[impl Into<[f64; 2]> + Copy], ink: &str) {
        let data = self.data(points);
        self.element(&format!(r#"<path d="{data}" {ink}/>"#));
    }

    /// Draws rectangles of the same style, each given by its least and its largest corner.
    pub fn rectangles(&mut self, rectangles: &[[impl Into<[f64; 2]> + Copy; 2]], ink: &str) {
        let mut data = String::new();
        for corners in rectangles {
            let [[left, low], [right, high]] = corners.map(Into::into);
            data.push_str(&self.data(&[[left, low], [right, low], [right, high], [left, high]]));
            data.push('Z');
        }
        self.element(&format!(r#"<path d="{data}" {ink}/>"#));
    }

    /// Draws a dot with a radius of 7 pixels at a point.
    pub fn dot(&mut self, at: impl Into<[f64; 2]>, ink: &str) {
        let [x, y] = self.to_pixels(at.into());
        self.element(&format!(r#"<circle cx="{x}" cy="{y}" r="7" {ink}/>"#));
    }

    /// Draws a line of text next to a point, with a white outline so that it is readable on any
    /// background.
    pub fn text(&mut self, at: impl Into<[f64; 2]>, anchor: TextAnchor, text: &str) {
        let [x, y] = self.to_pixels(at.into());
        let anchor = match anchor {
            TextAnchor::End => "end",
            TextAnchor::Start => "start",
            TextAnchor::Middle => "middle",
        };
        self.element(&format!(
            r##"<text x="{x}" y="{y}" text-anchor="{anchor}" paint-order="stroke" stroke="#ffffff" stroke-width="4">{text}</text>"##
        ));
    }

    /// Returns the SVG text.
    #[must_use]
    pub fn finish(self) -> String {
        let [width, height] = [0, 1].map(|axis| (self.max[axis] - self.min[axis]) * self.scale);
        let body = self.body;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" style="max-width:100%;height:auto">
<rect width="{width:.0}" height="{height:.0}" fill="#ffffff"/>
<g font-family="sans-serif" font-size="16" fill="#222222" stroke-linecap="round" stroke-linejoin="round">
{body}</g>
</svg>
"##
        )
    }

    fn element(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    fn data(&self, points: &[impl Into<[f64; 2]> + Copy]) -> String {
        let mut data = String::new();
        for (number, &point) in points.iter().enumerate() {
            let [x, y] = self.to_pixels(point.into());
            let letter = if number == 0 { 'M' } else { 'L' };
            // Writing to a String cannot fail.
            let _ = write!(data, "{letter}{x} {y}");
        }
        data
    }

    /// Converts a point to pixels, rounded to 0.1.
    fn to_pixels(&self, [x, y]: [f64; 2]) -> [String; 2] {
        let pixels = [(x - self.min[0]) * self.scale, (self.max[1] - y) * self.scale];
        pixels.map(|value| {
            let text = format!("{value:.1}");
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        })
    }
}
