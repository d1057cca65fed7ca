//! The data of a path.

use roxmltree::Node;
use svgtypes::{PathParser, PathSegment};

use super::attributes::syntax_error;
use super::outline::{Ellipse, Outline};
use super::transform::Transform;
use crate::error::{FormatError, Reason};
use crate::xml::refuse_attribute;

const NAME: &str = "d";

/// Draws the path of an element.
pub(super) fn draw(node: Node<'_, '_>, outline: &mut Outline) -> Result<(), FormatError> {
    let mut pen = Pen::default();
    for segment in PathParser::from(node.attribute(NAME).unwrap_or_default()) {
        let segment = segment.map_err(|error| syntax_error(node, NAME, "path data", &error))?;
        pen.draw(segment, outline).map_err(|reason| refuse_attribute(node, NAME, reason))?;
    }
    Ok(())
}

/// Where the path has come to.
#[derive(Default)]
struct Pen {
    place: [f64; 2],
    /// Where the ring began.
    start: [f64; 2],
    /// Whether the next segment begins a ring.
    is_up: bool,
    /// The last control point, if the segment before was a curve of degree 3 or
    /// of degree 2.
    cubic: Option<[f64; 2]>,
    quadratic: Option<[f64; 2]>,
}

impl Pen {
    fn draw(&mut self, segment: PathSegment, outline: &mut Outline) -> Result<(), Reason> {
        let base = if segment.is_abs() { [0.0, 0.0] } else { self.place };
        let at = |x: f64, y: f64| [base[0] + x, base[1] + y];
        let (cubic, quadratic) = (self.cubic.take(), self.quadratic.take());
        match segment {
            PathSegment::MoveTo { x, y, .. } => {
                outline.close();
                self.place = at(x, y);
                self.start = self.place;
                self.is_up = true;
                return Ok(());
            }
            PathSegment::ClosePath { .. } => {
                outline.close();
                self.place = self.start;
                self.is_up = true;
                return Ok(());
            }
            _ if self.is_up => {
                outline.line_to(self.place)?;
                self.is_up = false;
            }
            _ => {}
        }
        match segment {
            PathSegment::LineTo { x, y, .. } => self.line_to(at(x, y), outline),
            PathSegment::HorizontalLineTo { x, .. } => {
                self.line_to([base[0] + x, self.place[1]], outline)
            }
            PathSegment::VerticalLineTo { y, .. } => {
                self.line_to([self.place[0], base[1] + y], outline)
            }
            PathSegment::CurveTo { x1, y1, x2, y2, x, y, .. } => {
                self.curve_to(at(x1, y1), at(x2, y2), at(x, y), outline)
            }
            PathSegment::SmoothCurveTo { x2, y2, x, y, .. } => {
                self.curve_to(self.mirrored(cubic), at(x2, y2), at(x, y), outline)
            }
            PathSegment::Quadratic { x1, y1, x, y, .. } => {
                self.quadratic_to(at(x1, y1), at(x, y), outline)
            }
            PathSegment::SmoothQuadratic { x, y, .. } => {
                self.quadratic_to(self.mirrored(quadratic), at(x, y), outline)
            }
            PathSegment::EllipticalArc {
                rx, ry, x_axis_rotation, large_arc, sweep, x, y, ..
            } => {
                let arc = Arc { radii: [rx, ry], rotation: x_axis_rotation, large_arc, sweep };
                let from = std::mem::replace(&mut self.place, at(x, y));
                arc.draw(from, self.place, outline)
            }
            // Done above.
            PathSegment::MoveTo { .. } | PathSegment::ClosePath { .. } => Ok(()),
        }
    }

    /// The control point opposite to the last one.
    fn mirrored(&self, control: Option<[f64; 2]>) -> [f64; 2] {
        let [x, y] = self.place;
        control.map_or(self.place, |control| [2.0 * x - control[0], 2.0 * y - control[1]])
    }

    fn line_to(&mut self, to: [f64; 2], outline: &mut Outline) -> Result<(), Reason> {
        self.place = to;
        outline.line_to(to)
    }

    fn curve_to(
        &mut self,
        first: [f64; 2],
        second: [f64; 2],
        to: [f64; 2],
        outline: &mut Outline,
    ) -> Result<(), Reason> {
        let from = std::mem::replace(&mut self.place, to);
        self.cubic = Some(second);
        outline.curve_to(from, [first, second], to)
    }

    /// The same curve of degree 3 has its control points at two thirds of the
    /// way.
    fn quadratic_to(
        &mut self,
        control: [f64; 2],
        to: [f64; 2],
        outline: &mut Outline,
    ) -> Result<(), Reason> {
        let from = std::mem::replace(&mut self.place, to);
        self.quadratic = Some(control);
        let two_thirds = |end: [f64; 2]| {
            [0, 1].map(|axis: usize| end[axis] + (control[axis] - end[axis]) * 2.0 / 3.0)
        };
        outline.curve_to(from, [two_thirds(from), two_thirds(to)], to)
    }
}

/// An elliptical arc as a path states it.
struct Arc {
    radii: [f64; 2],
    rotation: f64,
    large_arc: bool,
    sweep: bool,
}

impl Arc {
    /// SVG 2, appendix B.2.4: from end points to a centre.
    fn draw(self, from: [f64; 2], to: [f64; 2], outline: &mut Outline) -> Result<(), Reason> {
        let turn = Transform::rotation(self.rotation);
        let [mut rx, mut ry] = self.radii.map(f64::abs);
        let half = [(from[0] - to[0]) / 2.0, (from[1] - to[1]) / 2.0];
        // In the frame of the axes of the ellipse.
        let along = |axis: [f64; 2]| half[0] * axis[0] + half[1] * axis[1];
        let [x, y] = [along(turn.x), along(turn.y)];
        if !(rx > 0.0 && ry > 0.0) || (x * x + y * y) <= 0.0 {
            return outline.line_to(to);
        }
        // Where the end is too far for the radii, they grow until it is not.
        let stretch = (x / rx) * (x / rx) + (y / ry) * (y / ry);
        if stretch > 1.0 {
            rx *= stretch.sqrt();
            ry *= stretch.sqrt();
        }
        // On the circle of radius 1, the start is at `chord` from the middle of
        // both, and the centre beside it.
        let chord = [x / rx, y / ry];
        let square = chord[0] * chord[0] + chord[1] * chord[1];
        let side = if self.large_arc == self.sweep { -1.0 } else { 1.0 };
        let height = side * ((1.0 - square) / square).max(0.0).sqrt();
        let centre = [height * chord[1], -height * chord[0]];
        let start = [chord[0] - centre[0], chord[1] - centre[1]];
        let end = [-chord[0] - centre[0], -chord[1] - centre[1]];
        let image = |[x, y]: [f64; 2]| turn.direction([x * rx, y * ry]);
        let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
        let offset = image(centre);
        let direction = if self.sweep { 1.0 } else { -1.0 };
        let ellipse = Ellipse {
            centre: [middle[0] + offset[0], middle[1] + offset[1]],
            // Turned, so that the arc begins at (1, 0) and goes on to (0, 1).
            axes: [image(start), image([-start[1] * direction, start[0] * direction])],
        };
        let end = [
            start[0] * end[0] + start[1] * end[1],
            (start[0] * end[1] - start[1] * end[0]) * direction,
        ];
        outline.arc(ellipse, end, to)
    }
}
