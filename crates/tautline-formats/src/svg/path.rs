//! The data of a path.

use glam::{DAffine2, DMat2, DVec2};
use roxmltree::Node;
use svgtypes::{PathParser, PathSegment};

use super::attributes::syntax_error;
use super::outline::Outline;
use super::transform::rotation;
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
    place: DVec2,
    /// Where the ring began.
    start: DVec2,
    /// Whether the next segment begins a ring.
    is_up: bool,
    /// The last control point, if the segment before was a curve of degree 3 or
    /// of degree 2.
    cubic: Option<DVec2>,
    quadratic: Option<DVec2>,
}

impl Pen {
    fn draw(&mut self, segment: PathSegment, outline: &mut Outline) -> Result<(), Reason> {
        use PathSegment as S;
        let from = self.place;
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
        self.place = to;
        if let S::MoveTo { .. } | S::ClosePath { .. } = segment {
            outline.close();
            self.start = to;
            self.is_up = true;
        } else if std::mem::take(&mut self.is_up) {
            outline.line_to(from)?;
        }
        // The control point opposite to the last one.
        let mirrored = |control: Option<DVec2>| control.map_or(from, |it| 2.0 * from - it);
        let (cubic, quadratic) = (self.cubic.take(), self.quadratic.take());
        match segment {
            S::MoveTo { .. } | S::ClosePath { .. } => Ok(()),
            S::LineTo { .. } | S::HorizontalLineTo { .. } | S::VerticalLineTo { .. } => {
                outline.line_to(to)
            }
            S::CurveTo { x1, y1, x2, y2, .. } => {
                self.cubic = Some(at(x2, y2));
                outline.curve_to([from, at(x1, y1), at(x2, y2), to])
            }
            S::SmoothCurveTo { x2, y2, .. } => {
                self.cubic = Some(at(x2, y2));
                outline.curve_to([from, mirrored(cubic), at(x2, y2), to])
            }
            S::Quadratic { x1, y1, .. } => self.quadratic_to(from, at(x1, y1), outline),
            S::SmoothQuadratic { .. } => self.quadratic_to(from, mirrored(quadratic), outline),
            S::EllipticalArc { rx, ry, x_axis_rotation, large_arc, sweep, .. } => {
                let radii = DVec2::new(rx, ry).abs();
                let turn = rotation(x_axis_rotation);
                arc([from, to], radii, turn, [large_arc, sweep], outline)
            }
        }
    }

    /// The same curve of degree 3 has its control points at two thirds of the
    /// way.
    fn quadratic_to(
        &mut self,
        from: DVec2,
        control: DVec2,
        outline: &mut Outline,
    ) -> Result<(), Reason> {
        self.quadratic = Some(control);
        let two_thirds = |end: DVec2| end + (control - end) * 2.0 / 3.0;
        outline.curve_to([from, two_thirds(from), two_thirds(self.place), self.place])
    }
}

/// SVG 2, appendix B.2.4: from end points to a centre.
fn arc(
    [from, to]: [DVec2; 2],
    mut radii: DVec2,
    turn: DMat2,
    [large_arc, sweep]: [bool; 2],
    outline: &mut Outline,
) -> Result<(), Reason> {
    // In the frame of the axes of the ellipse.
    let half = turn.transpose() * ((from - to) / 2.0);
    if !(radii.x > 0.0 && radii.y > 0.0) || half.length_squared() <= 0.0 {
        return outline.line_to(to);
    }
    // Where the end is too far for the radii, they grow until it is not.
    let stretch = (half / radii).length_squared();
    if stretch > 1.0 {
        radii *= stretch.sqrt();
    }
    // On the circle of radius 1, the start is at `chord` from the middle of
    // both, and the centre beside it.
    let chord = half / radii;
    let square = chord.length_squared();
    let side = if large_arc == sweep { -1.0 } else { 1.0 };
    let height = side * ((1.0 - square) / square).max(0.0).sqrt();
    let centre = -height * chord.perp();
    let (start, end) = (chord - centre, -chord - centre);
    let image = |place: DVec2| turn * (place * radii);
    let direction = if sweep { 1.0 } else { -1.0 };
    // Turned, so that the arc begins at (1, 0) and goes on to (0, 1).
    let axes = DMat2::from_cols(image(start), image(start.perp() * direction));
    let ellipse = DAffine2 { matrix2: axes, translation: (from + to) / 2.0 + image(centre) };
    let end = DVec2::new(start.dot(end), start.perp_dot(end) * direction);
    outline.arc(ellipse, end, to)
}
