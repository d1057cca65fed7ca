//! Parsing of transforms.

use glam::{DAffine2, DMat2, DVec2};
use roxmltree::Node;
use svgtypes::{TransformListParser, TransformListToken};

use super::attributes::syntax_error;
use crate::angle::sine_and_cosine;
use crate::error::FormatError;

/// Returns the `transform` attribute of an element.
pub(super) fn of(node: Node<'_, '_>) -> Result<DAffine2, FormatError> {
    let mut whole = DAffine2::IDENTITY;
    for token in TransformListParser::from(node.attribute("transform").unwrap_or_default()) {
        let expected = "a list of transformations";
        let token = token.map_err(|error| syntax_error(node, "transform", expected, &error))?;
        let tangent = |degrees| {
            let (sine, cosine) = sine_and_cosine(degrees);
            sine / cosine
        };
        // The last transform of the list is applied to points first.
        whole *= match token {
            TransformListToken::Matrix { a, b, c, d, e, f } => {
                DAffine2::from_cols_array(&[a, b, c, d, e, f])
            }
            TransformListToken::Translate { tx, ty } => {
                DAffine2::from_translation(DVec2::new(tx, ty))
            }
            TransformListToken::Scale { sx, sy } => DAffine2::from_scale(DVec2::new(sx, sy)),
            TransformListToken::Rotate { angle } => DAffine2::from_mat2(rotation(angle)),
            TransformListToken::SkewX { angle } => {
                DAffine2::from_cols(DVec2::X, DVec2::new(tangent(angle), 1.0), DVec2::ZERO)
            }
            TransformListToken::SkewY { angle } => {
                DAffine2::from_cols(DVec2::new(1.0, tangent(angle)), DVec2::Y, DVec2::ZERO)
            }
        };
    }
    Ok(whole)
}

/// A rotation in degrees, from the x axis towards the y axis.
pub(super) fn rotation(degrees: f64) -> DMat2 {
    let (sine, cosine) = sine_and_cosine(degrees);
    DMat2::from_cols_array(&[cosine, sine, -sine, cosine])
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    /// Quarter turns are exact.
    fn is(transform: DAffine2, from: [f64; 2], to: [f64; 2]) -> bool {
        transform.transform_point2(DVec2::from(from)) == DVec2::from(to)
    }

    #[test]
    fn the_last_of_a_list_is_applied_first() {
        let text = r#"<g transform="translate(10, 0) scale(2) rotate(90)"/>"#;
        let document = roxmltree::Document::parse(text).unwrap();
        let transform = of(document.root_element()).unwrap();
        assert!(is(transform, [1.0, 0.0], [10.0, 2.0]));
    }

    #[test]
    fn a_rotation_around_a_point_keeps_the_point() {
        let document = roxmltree::Document::parse(r#"<g transform="rotate(90 3 4)"/>"#).unwrap();
        let transform = of(document.root_element()).unwrap();
        assert!(is(transform, [3.0, 4.0], [3.0, 4.0]));
        assert!(is(transform, [4.0, 4.0], [3.0, 5.0]));
    }
}
