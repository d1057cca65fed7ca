//! Parsing of attribute values.

use std::str::FromStr;

use glam::DVec2;
use roxmltree::Node;
use svgtypes::{Length, LengthUnit, NumberListParser};

use crate::error::{FormatError, Reason};
use crate::found::Found;
use crate::xml;

/// CSS pixels, the default user units, per inch.
const PER_INCH: f64 = 96.0;

/// The length of the viewport that a percentage refers to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Axis {
    X,
    Y,
    Diagonal,
}

/// Returns a length in user units, or `None` if there is no such attribute.
pub(super) fn length(
    node: Node<'_, '_>,
    name: &str,
    axis: Axis,
    viewport: DVec2,
) -> Result<Option<f64>, FormatError> {
    let Some(length) = raw_length(node, name)? else {
        return Ok(None);
    };
    let unit = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::In => PER_INCH,
        LengthUnit::Cm => PER_INCH / 2.54,
        LengthUnit::Mm => PER_INCH / 25.4,
        LengthUnit::Pt => PER_INCH / 72.0,
        LengthUnit::Pc => PER_INCH / 6.0,
        LengthUnit::Percent => match axis {
            Axis::X => viewport.x / 100.0,
            Axis::Y => viewport.y / 100.0,
            // As specified for lengths that are neither horizontal nor vertical.
            Axis::Diagonal => (viewport.length_squared() / 2.0).sqrt() / 100.0,
        },
        LengthUnit::Em | LengthUnit::Ex => {
            let reason = Reason::unsupported("a length relative to a font");
            return Err(xml::error_at_attribute(node, name, reason));
        }
    };
    Ok(Some(length.number * unit))
}

/// Returns a length in user units that does not depend on the viewport; `None` for a percentage or
/// if there is no such attribute.
pub(super) fn absolute_length(node: Node<'_, '_>, name: &str) -> Result<Option<f64>, FormatError> {
    match raw_length(node, name)? {
        Some(length) if length.unit != LengthUnit::Percent => {
            self::length(node, name, Axis::X, DVec2::ZERO)
        }
        _ => Ok(None),
    }
}

fn raw_length(node: Node<'_, '_>, name: &str) -> Result<Option<Length>, FormatError> {
    match node.attribute(name).map(str::trim) {
        None | Some("auto") => Ok(None),
        Some(text) => Length::from_str(text)
            .map(Some)
            .map_err(|error| syntax_error(node, name, "a length", &error)),
    }
}

/// Returns the points of a polygon.
pub(super) fn points(node: Node<'_, '_>) -> Result<Vec<DVec2>, FormatError> {
    const NAME: &str = "points";
    let numbers = NumberListParser::from(node.attribute(NAME).unwrap_or_default());
    let numbers: Vec<f64> = numbers
        .collect::<Result<_, _>>()
        .map_err(|error| syntax_error(node, NAME, "a list of coordinates", &error))?;
    match numbers.as_chunks() {
        (points, []) => Ok(points.iter().copied().map(DVec2::from_array).collect()),
        _ => Err(xml::unexpected(node, NAME, "an even number of coordinates")),
    }
}

/// Returns a property of the `style` attribute, or otherwise the attribute of that name.
pub(super) fn property<'t>(node: Node<'t, '_>, name: &str) -> Option<&'t str> {
    let style = node.attribute("style").unwrap_or_default();
    let mut declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    // The last of several declarations counts.
    let styled = declarations.rfind(|(property, _)| property.trim() == name);
    styled.map(|(_, value)| value.trim()).or_else(|| node.attribute(name))
}

/// Converts an error of svgtypes, with the position that it refers to.
pub(super) fn syntax_error(
    node: Node<'_, '_>,
    name: &str,
    expected: &str,
    error: &svgtypes::Error,
) -> FormatError {
    let value = node.attribute(name).unwrap_or_default();
    // Characters count from 1.
    let character = match error {
        svgtypes::Error::UnexpectedData(at)
        | svgtypes::Error::InvalidChar(_, at)
        | svgtypes::Error::InvalidString(_, at)
        | svgtypes::Error::InvalidNumber(at) => at.saturating_sub(1),
        svgtypes::Error::UnexpectedEndOfStream => value.len(),
        _ => 0,
    };
    let byte = value.char_indices().nth(character).map_or(value.len(), |(byte, _)| byte);
    let found = match &value[byte..] {
        "" => Found::EndOfLine,
        rest => Found::text(rest),
    };
    let reason = Reason::unexpected(expected, found);
    match node.attribute_node(name) {
        Some(attribute) => xml::error_at_byte(node, attribute.range_value().start + byte, reason),
        None => xml::error_at(node, reason),
    }
}
