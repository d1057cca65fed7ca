//! A picture as SVG text, with y up.

use std::fmt::Write as _;

/// The colours, as attributes.
pub(crate) mod ink {
    pub(crate) const SOLID: &str = r##"fill="#8d8779""##;
    pub(crate) const ONE_WAY: &str = r##"fill="none" stroke="#8d8779" stroke-width="5""##;
    pub(crate) const HEIGHT: &str =
        r##"fill="none" stroke="#c9c0aa" stroke-width="1" stroke-dasharray="3 4""##;
    pub(crate) const COURSE: &str =
        r##"fill="none" stroke="#4f9dba" stroke-width="1.5" stroke-opacity="0.8""##;
    pub(crate) const LONGEST: &str = r##"fill="none" stroke="#b3261e" stroke-width="3""##;
    pub(crate) const SPAN: &str = r##"fill="none" stroke="#2f7a3c" stroke-width="6""##;
    pub(crate) const LINK: &str = r##"fill="#4f9dba" fill-opacity="0.12" stroke="#2f6f8a" stroke-width="0.8" stroke-opacity="0.5""##;
    pub(crate) const PLACES: &str = r##"fill="none" stroke="#4f9dba" stroke-width="3""##;
    pub(crate) const LANDED: &str = r##"fill="none" stroke="#e0862f" stroke-width="7""##;
}

/// Where a text stands beside its point.
#[derive(Clone, Copy)]
pub(crate) enum Beside {
    Left,
    Middle,
}

pub(crate) struct Picture {
    min: [f64; 2],
    max: [f64; 2],
    /// Pixels per unit.
    scale: f64,
    body: String,
}

impl Picture {
    /// An empty picture of what lies between two points.
    pub(crate) fn new(min: [f64; 2], max: [f64; 2], scale: f64) -> Self {
        Self { min, max, scale, body: String::new() }
    }

    pub(crate) fn polygon(&mut self, points: &[[f64; 2]], ink: &str) {
        let data = self.data(points);
        self.element(&format!(r#"<path d="{data}Z" {ink}/>"#));
    }

    pub(crate) fn line(&mut self, points: &[[f64; 2]], ink: &str) {
        let data = self.data(points);
        self.element(&format!(r#"<path d="{data}" {ink}/>"#));
    }

    /// Rectangles of one look, each given by two opposite corners.
    pub(crate) fn rectangles(&mut self, rectangles: &[[[f64; 2]; 2]], ink: &str) {
        let mut data = String::new();
        for &[min, max] in rectangles {
            let ring = [min, [max[0], min[1]], max, [min[0], max[1]]];
            data.push_str(&self.data(&ring));
            data.push('Z');
        }
        self.element(&format!(r#"<path d="{data}" {ink}/>"#));
    }

    /// A line of text beside a point.
    pub(crate) fn text(&mut self, at: [f64; 2], beside: Beside, text: &str) {
        let [x, y] = self.place(at);
        let anchor = match beside {
            Beside::Left => "end",
            Beside::Middle => "middle",
        };
        self.element(&format!(r##"<text x="{x}" y="{y}" text-anchor="{anchor}" paint-order="stroke" stroke="#ffffff" stroke-width="4">{text}</text>"##));
    }

    /// The text of the picture.
    pub(crate) fn finish(self) -> String {
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

    fn data(&self, points: &[[f64; 2]]) -> String {
        let mut data = String::new();
        for (number, &point) in points.iter().enumerate() {
            let [x, y] = self.place(point);
            let letter = if number == 0 { 'M' } else { 'L' };
            // Writing into a String cannot fail.
            let _ = write!(data, "{letter}{x} {y}");
        }
        data
    }

    /// Pixels, to a tenth: as many digits as are seen.
    fn place(&self, point: [f64; 2]) -> [String; 2] {
        let x = (point[0] - self.min[0]) * self.scale;
        let y = (self.max[1] - point[1]) * self.scale;
        [x, y].map(|value| {
            let text = format!("{value:.1}");
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        })
    }
}
