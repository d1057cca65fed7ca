//! The outlines of basic shapes.

use glam::{DAffine2, DMat2, DVec2};
use roxmltree::Node;

use super::attributes::{Axis, length, points};
use super::flatten::Flattener;
use super::path;
use crate::error::{FormatError, Reason};
use crate::xml::error_at;

/// Returns true if elements with this name may be open lines.
pub(super) fn is_line(name: &str) -> bool {
    matches!(name, "line" | "polyline" | "path")
}

/// Returns true if elements with this name have an area.
pub(super) fn is_shape(name: &str) -> bool {
    matches!(name, "rect" | "circle" | "ellipse" | "polygon" | "polyline" | "path")
}

/// Adds a shape or a line. `viewport` is the size that percentages refer to.
pub(super) fn draw(
    node: Node<'_, '_>,
    viewport: DVec2,
    flattener: &mut Flattener,
) -> Result<(), FormatError> {
    let at = |reason: Reason| error_at(node, reason);
    let optional = |name, axis| length(node, name, axis, viewport);
    let measure = |name, axis| Ok::<_, FormatError>(optional(name, axis)?.unwrap_or(0.0));
    // A missing radius defaults to the other one.
    let radii = || {
        let (rx, ry) = (optional("rx", Axis::X)?, optional("ry", Axis::Y)?);
        Ok::<_, FormatError>([rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0)])
    };
    match node.tag_name().name() {
        "rect" => {
            let corner = [measure("x", Axis::X)?, measure("y", Axis::Y)?];
            let size = [measure("width", Axis::X)?, measure("height", Axis::Y)?];
            rectangle(corner, size, radii()?, flattener).map_err(at)
        }
        name @ ("circle" | "ellipse") => {
            let centre = DVec2::new(measure("cx", Axis::X)?, measure("cy", Axis::Y)?);
            let is_circle = name == "circle";
            let radii = if is_circle { [measure("r", Axis::Diagonal)?; 2] } else { radii()? };
            // As specified, such a shape is not rendered.
            if radii.iter().any(|radius| *radius <= 0.0) {
                return Ok(());
            }
            let matrix2 = DMat2::from_diagonal(radii.into());
            flattener.ellipse(DAffine2 { matrix2, translation: centre }).map_err(at)
        }
        "line" => [["x1", "y1"], ["x2", "y2"]].into_iter().try_for_each(|[x, y]| {
            let end = DVec2::new(measure(x, Axis::X)?, measure(y, Axis::Y)?);
            flattener.line_to(end).map_err(at)
        }),
        "polygon" | "polyline" => {
            points(node)?.into_iter().try_for_each(|point| flattener.line_to(point)).map_err(at)
        }
        _ => path::draw(node, flattener),
    }
}

fn rectangle(
    [left, top]: [f64; 2],
    [width, height]: [f64; 2],
    [rx, ry]: [f64; 2],
    flattener: &mut Flattener,
) -> Result<(), Reason> {
    if width <= 0.0 || height <= 0.0 {
        return Ok(());
    }
    let [right, bottom] = [left + width, top + height];
    let (rx, ry) = (rx.min(width / 2.0), ry.min(height / 2.0));
    if rx <= 0.0 || ry <= 0.0 {
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        return corners.into_iter().try_for_each(|corner| flattener.line_to(corner.into()));
    }
    // For each rounded corner: its last point, its centre, and the direction from the centre
    // to its first point.
    let roundings = [
        ([right, top + ry], [right - rx, top + ry], [0.0, -1.0]),
        ([right - rx, bottom], [right - rx, bottom - ry], [1.0, 0.0]),
        ([left, bottom - ry], [left + rx, bottom - ry], [0.0, 1.0]),
        ([left + rx, top], [left + rx, top + ry], [-1.0, 0.0]),
    ];
    for (end, centre, [x, y]) in roundings {
        let matrix2 = DMat2::from_cols_array(&[x * rx, y * ry, -y * rx, x * ry]);
        let ellipse = DAffine2 { matrix2, translation: centre.into() };
        flattener.line_to(ellipse.transform_point2(DVec2::X))?;
        flattener.arc(ellipse, DVec2::Y, end.into())?;
    }
    Ok(())
}
