//! A picture as SVG text, with y up.

use std::fmt::Write as _;

use tautline_geometry::Wide;

/// The colours, as attributes.
pub(crate) mod ink {
    pub(crate) const GROUND: &str = r##"fill="#f3efe4""##;
    pub(crate) const CLOSED: &str = r##"fill="#d5d1c8""##;
    pub(crate) const BORDER: &str = r##"fill="none" stroke="#c9c0aa" stroke-width="1.5""##;
    pub(crate) const WALL: &str = r##"fill="none" stroke="#4a4a4a" stroke-width="4""##;
    pub(crate) const VIEW: &str = r##"fill="#4f9dba" fill-opacity="0.28""##;
    pub(crate) const LATER_VIEW: &str = r##"fill="#e0862f" fill-opacity="0.2""##;
    pub(crate) const RAY: &str =
        r##"fill="none" stroke="#2f6f8a" stroke-width="1.5" stroke-dasharray="7 4""##;
    pub(crate) const WINDOW: &str = r##"fill="none" stroke="#2f6f8a" stroke-width="6""##;
    pub(crate) const PATH: &str = r##"fill="none" stroke="#b3261e" stroke-width="3.5""##;
    pub(crate) const SHORTCUT: &str =
        r##"fill="none" stroke="#2f7a3c" stroke-width="3" stroke-dasharray="8 5""##;
    pub(crate) const CORNER: &str = r##"fill="#e0862f" stroke="#ffffff" stroke-width="1.5""##;
    pub(crate) const END: &str = r##"fill="#b3261e" stroke="#ffffff" stroke-width="1.5""##;
    pub(crate) const OBSTACLE: &str = r##"fill="#8d8779""##;
}

/// Where a text stands beside its point.
#[derive(Clone, Copy)]
pub(crate) enum Beside {
    Left,
    Right,
    Middle,
}

pub(crate) struct Picture {
    min: Wide,
    max: Wide,
    /// Pixels per unit.
    scale: f64,
    body: String,
}

impl Picture {
    /// An empty picture of what lies between two points.
    pub(crate) fn new(min: [f64; 2], max: [f64; 2], scale: f64) -> Self {
        let [min, max] = [min, max].map(|[x, y]| Wide::new(x, y));
        Self { min, max, scale, body: String::new() }
    }

    pub(crate) fn polygon(&mut self, points: &[Wide], ink: &str) {
        let data = self.data(points);
        self.element(&format!(r#"<path d="{data}Z" {ink}/>"#));
    }

    pub(crate) fn line(&mut self, points: &[Wide], ink: &str) {
        let data = self.data(points);
        self.element(&format!(r#"<path d="{data}" {ink}/>"#));
    }

    /// Rectangles of one look, each given by two opposite corners.
    pub(crate) fn rectangles(&mut self, rectangles: &[[Wide; 2]], ink: &str) {
        let mut data = String::new();
        for &[min, max] in rectangles {
            let ring = [min, Wide::new(max.x, min.y), max, Wide::new(min.x, max.y)];
            data.push_str(&self.data(&ring));
            data.push('Z');
        }
        self.element(&format!(r#"<path d="{data}" {ink}/>"#));
    }

    pub(crate) fn dot(&mut self, at: Wide, ink: &str) {
        let [x, y] = self.place(at);
        self.element(&format!(r#"<circle cx="{x}" cy="{y}" r="7" {ink}/>"#));
    }

    /// A line of text beside a point.
    pub(crate) fn text(&mut self, at: Wide, beside: Beside, text: &str) {
        let [x, y] = self.place(at);
        let anchor = match beside {
            Beside::Left => "end",
            Beside::Right => "start",
            Beside::Middle => "middle",
        };
        self.element(&format!(r#"<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#));
    }

    /// The text of the picture.
    pub(crate) fn finish(self) -> String {
        let [width, height] =
            [self.max.x - self.min.x, self.max.y - self.min.y].map(|side| side * self.scale);
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

    fn data(&self, points: &[Wide]) -> String {
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
    fn place(&self, point: Wide) -> [String; 2] {
        let x = (point.x - self.min.x) * self.scale;
        let y = (self.max.y - point.y) * self.scale;
        [x, y].map(|value| {
            let text = format!("{value:.1}");
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        })
    }
}
