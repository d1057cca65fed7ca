//! Where drawings and drawings within drawings lie.

use std::str::FromStr;

use roxmltree::Node;
use svgtypes::ViewBox;

use super::attributes::{Axis, absolute_length, length};
use super::transform::Transform;
use super::{SvgRules, SvgUnit};
use crate::error::FormatError;
use crate::xml::unexpected;

/// A frame for elements: what takes them to the world, and what percentages
/// refer to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) transform: Transform,
    pub(super) viewport: [f64; 2],
}

/// The frame of a whole drawing.
pub(super) fn of_drawing(root: Node<'_, '_>, rules: &SvgRules) -> Result<Frame, FormatError> {
    let view = view_box(root)?;
    let paper = [absolute_length(root, "width")?, absolute_length(root, "height")?];
    let seen = view.map_or([0.0; 4], |view| [view.x, view.y, view.w, view.h]);
    let [x, y, width, height] = match (view, paper) {
        (Some(_), _) => seen,
        (None, [width, height]) => [0.0, 0.0, width.unwrap_or(0.0), height.unwrap_or(0.0)],
    };
    let unit = match rules.unit {
        SvgUnit::User => 1.0,
        SvgUnit::Millimetre => 25.4 / 96.0 * enlargement(view, paper),
    };
    let scale = rules.scale * unit;
    let transform = if rules.y_up {
        let flip = Transform::scaling(scale, -scale);
        flip.then(Transform::translation(-x, -(y + height)))
    } else {
        Transform::scaling(scale, scale).then(Transform::translation(-x, -y))
    };
    Ok(Frame { transform, viewport: [width, height] })
}

/// By how much a view is enlarged to fit on its paper.
fn enlargement(view: Option<ViewBox>, paper: [Option<f64>; 2]) -> f64 {
    let Some(view) = view else {
        return 1.0;
    };
    match paper {
        [Some(width), Some(height)] => (width / view.w).min(height / view.h),
        [Some(width), None] => width / view.w,
        [None, Some(height)] => height / view.h,
        [None, None] => 1.0,
    }
}

/// The frame within an `svg` element in a drawing, or within a `symbol`, the
/// size of which the `use` element may state.
pub(super) fn of_inner(
    node: Node<'_, '_>,
    sized: Node<'_, '_>,
    outer: Frame,
) -> Result<Frame, FormatError> {
    let measure = |name, axis| length(sized, name, axis, outer.viewport);
    // The use element has moved by its place already.
    let corner = if node == sized {
        [measure("x", Axis::X)?.unwrap_or(0.0), measure("y", Axis::Y)?.unwrap_or(0.0)]
    } else {
        [0.0, 0.0]
    };
    let width = measure("width", Axis::X)?.unwrap_or(outer.viewport[0]);
    let height = measure("height", Axis::Y)?.unwrap_or(outer.viewport[1]);
    let moved = outer.transform.then(Transform::translation(corner[0], corner[1]));
    let Some(view) = view_box(node)? else {
        return Ok(Frame { transform: moved, viewport: [width, height] });
    };
    let scale = (width / view.w).min(height / view.h);
    // In the middle of what is left over.
    let [left, top] = [(width - scale * view.w) / 2.0, (height - scale * view.h) / 2.0];
    let transform = moved
        .then(Transform::translation(left, top))
        .then(Transform::scaling(scale, scale))
        .then(Transform::translation(-view.x, -view.y));
    Ok(Frame { transform, viewport: [view.w, view.h] })
}

fn view_box(node: Node<'_, '_>) -> Result<Option<ViewBox>, FormatError> {
    let expected = "4 numbers, the last two of which are positive";
    let Some(text) = node.attribute("viewBox") else {
        return Ok(None);
    };
    ViewBox::from_str(text).map(Some).map_err(|_| unexpected(node, "viewBox", expected))
}
