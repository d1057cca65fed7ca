//! Affine maps of the plane.

use roxmltree::Node;
use svgtypes::{TransformListParser, TransformListToken};

use super::attributes::syntax_error;
use crate::angle::sine_and_cosine;
use crate::error::FormatError;

/// The images of both axes and of the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Transform {
    pub(super) x: [f64; 2],
    pub(super) y: [f64; 2],
    pub(super) origin: [f64; 2],
}

impl Transform {
    pub(super) const IDENTITY: Self = Self::scaling(1.0, 1.0);

    pub(super) const fn scaling(x: f64, y: f64) -> Self {
        Self { x: [x, 0.0], y: [0.0, y], origin: [0.0, 0.0] }
    }

    pub(super) const fn translation(x: f64, y: f64) -> Self {
        Self { origin: [x, y], ..Self::IDENTITY }
    }

    /// The attribute `transform` of an element.
    pub(super) fn of(node: Node<'_, '_>) -> Result<Self, FormatError> {
        let mut whole = Self::IDENTITY;
        for token in TransformListParser::from(node.attribute("transform").unwrap_or_default()) {
            let token = token.map_err(|error| {
                syntax_error(node, "transform", "a list of transformations", &error)
            })?;
            whole = whole.then(Self::from_token(token));
        }
        Ok(whole)
    }

    fn from_token(token: TransformListToken) -> Self {
        match token {
            TransformListToken::Matrix { a, b, c, d, e, f } => {
                Self { x: [a, b], y: [c, d], origin: [e, f] }
            }
            TransformListToken::Translate { tx, ty } => Self::translation(tx, ty),
            TransformListToken::Scale { sx, sy } => Self::scaling(sx, sy),
            TransformListToken::Rotate { angle } => Self::rotation(angle),
            TransformListToken::SkewX { angle } => {
                let (sine, cosine) = sine_and_cosine(angle);
                Self { y: [sine / cosine, 1.0], ..Self::IDENTITY }
            }
            TransformListToken::SkewY { angle } => {
                let (sine, cosine) = sine_and_cosine(angle);
                Self { x: [1.0, sine / cosine], ..Self::IDENTITY }
            }
        }
    }

    /// From the x axis to the y axis, by this many degrees.
    pub(super) fn rotation(degrees: f64) -> Self {
        let (sine, cosine) = sine_and_cosine(degrees);
        Self { x: [cosine, sine], y: [-sine, cosine], origin: [0.0, 0.0] }
    }

    /// What an inner element does, done within this.
    pub(super) fn then(self, inner: Self) -> Self {
        Self {
            x: self.direction(inner.x),
            y: self.direction(inner.y),
            origin: self.point(inner.origin),
        }
    }

    pub(super) fn point(self, point: [f64; 2]) -> [f64; 2] {
        let [x, y] = self.direction(point);
        [x + self.origin[0], y + self.origin[1]]
    }

    pub(super) fn direction(self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x * self.x[0] + y * self.y[0], x * self.x[1] + y * self.y[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quarter turns are exact.
    fn is(found: [f64; 2], expected: [f64; 2]) -> bool {
        found.partial_cmp(&expected) == Some(std::cmp::Ordering::Equal)
    }

    #[test]
    fn the_last_of_a_list_is_done_first() {
        let text = r#"<g transform="translate(10, 0) scale(2) rotate(90)"/>"#;
        let document = roxmltree::Document::parse(text).unwrap();
        let transform = Transform::of(document.root_element()).unwrap();
        assert!(is(transform.point([1.0, 0.0]), [10.0, 2.0]));
    }

    #[test]
    fn a_rotation_around_a_point_keeps_the_point() {
        let document = roxmltree::Document::parse(r#"<g transform="rotate(90 3 4)"/>"#).unwrap();
        let transform = Transform::of(document.root_element()).unwrap();
        assert!(is(transform.point([3.0, 4.0]), [3.0, 4.0]));
        assert!(is(transform.point([4.0, 4.0]), [3.0, 5.0]));
    }
}
