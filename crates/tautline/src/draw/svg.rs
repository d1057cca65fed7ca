//! SVG plans of meshes.

use std::fmt::Write as _;

use tautline_geometry::{Aabb, Vec2};
use tautline_navmesh::Link;

use super::{BorderKind, Draw, DrawnArea, DrawnBorder, Marker};
use crate::Path;

/// The colours of the terrain classes. Further classes repeat them.
const FILLS: [&str; 8] =
    ["#dcc596", "#a9c97f", "#c9b3d1", "#e3b08c", "#9fc3c9", "#d6d07f", "#d3a0a6", "#b9bfa0"];

/// The longer side of a plan, in pixels.
const PIXELS: f32 = 1200.0;

/// An SVG plan. Elements are in the order of the calls. The y axis points up, or down after
/// [`with_y_down`](Self::with_y_down).
///
/// Line widths are in pixels. Equal calls give equal text. [The module](super) has an example.
/// [`disc`](Self::disc) and [`polyline`](Self::polyline) add what is not part of a mesh or a path:
///
/// ```
/// use tautline::draw::{Svg, draw_mesh};
/// use tautline::navmesh::{Terrain, rectangles_from_cells};
/// use tautline::{Vec2, path};
///
/// let mesh = rectangles_from_cells(9, 4, |x, y| (x != 4 || y == 0).then_some(Terrain(0))).build()?;
/// let mut picture = Svg::new();
/// draw_mesh(&mesh, &mut picture);
/// for (y, colour) in [(1.0, [0x1f, 0x6f, 0xb4]), (3.0, [0x2a, 0x9d, 0x5c])] {
///     let (start, goal) = (Vec2::new(1.0, y), Vec2::new(8.0, y));
///     picture.polyline(&path(&mesh, start, goal)?.points, 3.0, colour);
///     picture.disc(start, 0.3, colour); // an agent
/// }
/// assert!(picture.finish().contains("fill=\"#1f6fb4\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Svg {
    elements: String,
    bounds: Option<Aabb>,
    y_down: bool,
}

impl Svg {
    /// Creates an empty plan.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same plan with y pointing down, as is usual for tile maps.
    #[must_use]
    pub fn with_y_down(self) -> Self {
        Self { y_down: true, ..self }
    }

    /// Returns the text of the plan.
    #[must_use]
    pub fn finish(&self) -> String {
        let Aabb { min, max } = self.bounds.unwrap_or(Aabb { min: Vec2::ZERO, max: Vec2::ONE });
        let larger = (max - min).max_element();
        // A single point has no size.
        let margin = if larger > 0.0 { 0.04 * larger } else { 1.0 };
        let size = max - min + 2.0 * margin;
        let pixels = size * (PIXELS / size.max_element());
        let (flip, top) = if self.y_down { (1, min.y) } else { (-1, -max.y) };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" \
             viewBox=\"{} {} {} {}\">\n\
             <style>path{{vector-effect:non-scaling-stroke}}</style>\n\
             <g transform=\"scale(1 {flip})\" fill=\"none\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n{}</g>\n</svg>\n",
            pixels.x,
            pixels.y,
            min.x - margin,
            top - margin,
            size.x,
            size.y,
            self.elements,
        )
    }

    /// Draws a disc, such as an agent: its centre and radius in world units, its colour as red, green
    /// and blue.
    pub fn disc(&mut self, center: Vec2, radius: f32, colour: [u8; 3]) {
        let (Vec2 { x, y }, fill) = (center, hex(colour));
        let _ = writeln!(
            self.elements,
            "<circle fill=\"{fill}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        );
        self.include([center - radius, center + radius]);
    }

    /// Draws a line through some points: its width in pixels, its colour as red, green and blue.
    pub fn polyline(&mut self, points: &[Vec2], width: f32, colour: [u8; 3]) {
        let stroke = hex(colour);
        self.line(points, &format!("stroke=\"{stroke}\" stroke-width=\"{width}\""));
    }

    /// Makes room for some points.
    fn include(&mut self, points: impl IntoIterator<Item = Vec2>) {
        let finite = points.into_iter().filter(|point| point.is_finite());
        let corners = self.bounds.into_iter().flat_map(|bounds| [bounds.min, bounds.max]);
        self.bounds = Aabb::around(finite.chain(corners));
    }

    /// Adds a line through some points, with these attributes.
    fn line(&mut self, points: &[Vec2], attributes: &str) {
        let mut data = String::new();
        for (index, point) in points.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            // Writing into a String cannot fail.
            let _ = write!(data, "{command}{} {}", point.x, point.y);
        }
        let _ = writeln!(self.elements, "<path {attributes} d=\"{data}\"/>");
        self.include(points.iter().copied());
    }
}

/// A colour as it is written in SVG.
fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl Draw for Svg {
    fn area(&mut self, area: &DrawnArea<'_>) {
        let fill = FILLS[usize::from(area.terrain.0) % FILLS.len()];
        self.line(area.corners, &format!("fill=\"{fill}\""));
    }

    fn border(&mut self, border: &DrawnBorder) {
        let attributes = match border.kind {
            BorderKind::Portal => r##"stroke="#6b5d4a" stroke-opacity="0.4""##,
            BorderKind::Boundary => r##"stroke="#4a4038" stroke-width="2""##,
            BorderKind::Wall => r##"stroke="#7a4a2b" stroke-width="4""##,
        };
        self.line(&[border.segment.a, border.segment.b], attributes);
    }

    fn link(&mut self, link: &Link) {
        let attributes = r##"stroke="#8b2a6b" stroke-width="2" stroke-dasharray="5 5""##;
        self.line(&[link.from.point, link.to.point], attributes);
    }

    /// Draws the legs of a path, with markers at its ends.
    fn path(&mut self, path: &Path) {
        for leg in path.walked_segments() {
            self.line(&[leg.a, leg.b], r##"stroke="#d7263d" stroke-width="4""##);
        }
        if let [start, .., goal] = path.points[..] {
            self.marker(start, Marker::Start);
            self.marker(goal, Marker::Goal);
        }
    }

    fn marker(&mut self, point: Vec2, marker: Marker) {
        // A line of no length is a dot.
        let attributes = match marker {
            Marker::Start => r##"stroke="#d7263d" stroke-width="12""##,
            Marker::Goal => r##"stroke="#d7263d" stroke-width="18""##,
            Marker::Repair => r##"stroke="#e07a00" stroke-width="18" stroke-opacity="0.5""##,
        };
        self.line(&[point, point], attributes);
    }
}
