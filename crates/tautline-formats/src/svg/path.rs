//! Parsing of path data.

use glam::{DAffine2, DMat2, DVec2};
use roxmltree::Node;
use svgtypes::{PathParser, PathSegment};

use super::attributes::syntax_error;
use super::flatten::Flattener;
use super::transform::rotation;
use crate::error::{FormatError, Reason};
use crate::xml::error_at_attribute;

/// The attribute with the path data.
const ATTRIBUTE: &str = "d";

/// Adds the path of an element.
pub(super) fn draw(node: Node<'_, '_>, flattener: &mut Flattener) -> Result<(), FormatError> {
    let mut pen = Pen::default();
    for segment in PathParser::from(node.attribute(ATTRIBUTE).unwrap_or_default()) {
        let segment =
            segment.map_err(|error| syntax_error(node, ATTRIBUTE, "path data", &error))?;
        pen.draw(segment, flattener)
            .map_err(|reason| error_at_attribute(node, ATTRIBUTE, reason))?;
    }
    Ok(())
}

/// The state of a path between its segments.
#[derive(Default)]
struct Pen {
    point: DVec2,
    /// The first point of the ring.
    start: DVec2,
    /// True if the next segment begins a ring.
    is_up: bool,
    /// The last control point of the previous segment, if it was a cubic or a quadratic
    /// curve.
    cubic: Option<DVec2>,
    quadratic: Option<DVec2>,
}

impl Pen {
    fn draw(&mut self, segment: PathSegment, flattener: &mut Flattener) -> Result<(), Reason> {
        use PathSegment as S;
        let from = self.point;
        let base = if segment.is_abs() { DVec2::ZERO } else { from };
        let at = |x: f64, y: f64| base + DVec2::new(x, y);
        let to = match segment {
            S::HorizontalLineTo { x, .. } => DVec2::new(base.x + x, from.y),
            S::VerticalLineTo { y, .. } => DVec2::new(from.x, base.y + y),
            S::ClosePath { .. } => self.start,
            S::MoveTo { x, y, .. }
            | S::LineTo { x, y, .. }
            | S::CurveTo { x, y, .. }
            | S::SmoothCurveTo { x, y, .. }
            | S::Quadratic { x, y, .. }
            | S::SmoothQuadratic { x, y, .. }
            | S::EllipticalArc { x, y, .. } => at(x, y),
        };
        self.point = to;
        if let S::MoveTo { .. } | S::ClosePath { .. } = segment {
            flattener.close();
            self.start = to;
            self.is_up = true;
        } else if std::mem::take(&mut self.is_up) {
            flattener.line_to(from)?;
        }
        // The reflection of the last control point, for smooth curves.
        let mirrored = |control: Option<DVec2>| control.map_or(from, |it| 2.0 * from - it);
        let (cubic, quadratic) = (self.cubic.take(), self.quadratic.take());
        match segment {
            S::MoveTo { .. } | S::ClosePath { .. } => Ok(()),
            S::LineTo { .. } | S::HorizontalLineTo { .. } | S::VerticalLineTo { .. } => {
                flattener.line_to(to)
            }
            S::CurveTo { x1, y1, x2, y2, .. } => {
                self.cubic = Some(at(x2, y2));
                flattener.curve_to([from, at(x1, y1), at(x2, y2), to])
            }
            S::SmoothCurveTo { x2, y2, .. } => {
                self.cubic = Some(at(x2, y2));
                flattener.curve_to([from, mirrored(cubic), at(x2, y2), to])
            }
            S::Quadratic { x1, y1, .. } => self.quadratic_to(from, at(x1, y1), flattener),
            S::SmoothQuadratic { .. } => self.quadratic_to(from, mirrored(quadratic), flattener),
            S::EllipticalArc { rx, ry, x_axis_rotation, large_arc, sweep, .. } => {
                let radii = DVec2::new(rx, ry).abs();
                let turn = rotation(x_axis_rotation);
                arc([from, to], radii, turn, [large_arc, sweep], flattener)
            }
        }
    }

    /// Adds a quadratic curve as a cubic one, whose control points are two thirds of the way from
    /// the ends to the quadratic control point.
    fn quadratic_to(
        &mut self,
        from: DVec2,
        control: DVec2,
        flattener: &mut Flattener,
    ) -> Result<(), Reason> {
        self.quadratic = Some(control);
        let two_thirds = |end: DVec2| end + (control - end) * 2.0 / 3.0;
        flattener.curve_to([from, two_thirds(from), two_thirds(self.point), self.point])
    }
}

/// Adds an elliptical arc. Converts it from endpoint to centre parameterization, by SVG 2,
/// appendix B.2.4.
fn arc(
    [from, to]: [DVec2; 2],
    mut radii: DVec2,
    turn: DMat2,
    [large_arc, sweep]: [bool; 2],
    flattener: &mut Flattener,
) -> Result<(), Reason> {
    // Along the axes of the ellipse.
    let half = turn.transpose() * ((from - to) / 2.0);
    if !(radii.x > 0.0 && radii.y > 0.0) || half.length_squared() <= 0.0 {
        return flattener.line_to(to);
    }
    // Radii that are too small for the distance are scaled up.
    let stretch = (half / radii).length_squared();
    if stretch > 1.0 {
        radii *= stretch.sqrt();
    }
    // On the unit circle, relative to the midpoint of start and end: the start is at `chord`, the
    // end opposite, and the centre on their bisector.
    let chord = half / radii;
    let square = chord.length_squared();
    let side = if large_arc == sweep { -1.0 } else { 1.0 };
    let height = side * ((1.0 - square) / square).max(0.0).sqrt();
    let centre = -height * chord.perp();
    let (start, end) = (chord - centre, -chord - centre);
    let image = |point: DVec2| turn * (point * radii);
    let direction = if sweep { 1.0 } else { -1.0 };
    // Rotated so that the arc begins at (1, 0) and continues to (0, 1).
    let axes = DMat2::from_cols(image(start), image(start.perp() * direction));
    let ellipse = DAffine2 { matrix2: axes, translation: (from + to) / 2.0 + image(centre) };
    let end = DVec2::new(start.dot(end), start.perp_dot(end) * direction);
    flattener.arc(ellipse, end, to)
}
