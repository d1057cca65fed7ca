//! Where drawings and drawings within drawings lie.

use std::str::FromStr;

use glam::{DAffine2, DVec2};
use roxmltree::Node;
use svgtypes::ViewBox;

use super::attributes::{Axis, absolute_length, length};
use super::{SvgRules, SvgUnit};
use crate::error::FormatError;
use crate::xml::unexpected;

/// A frame for elements: what takes them to the world, and what percentages
/// refer to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) transform: DAffine2,
    pub(super) viewport: DVec2,
}

/// The frame of a whole drawing.
pub(super) fn of_drawing(root: Node<'_, '_>, rules: &SvgRules) -> Result<Frame, FormatError> {
    let view = view_box(root)?;
    let paper = [absolute_length(root, "width")?, absolute_length(root, "height")?];
    let (corner, viewport) = match view {
        Some(view) => (DVec2::new(view.x, view.y), DVec2::new(view.w, view.h)),
        None => (DVec2::ZERO, DVec2::from(paper.map(Option::unwrap_or_default))),
    };
    let unit = match rules.unit {
        SvgUnit::User => 1.0,
        SvgUnit::Millimetre => 25.4 / 96.0 * enlargement(view, paper),
    };
    let scale = rules.scale * unit;
    let (scale, lowest) = if rules.y_up {
        (DVec2::new(scale, -scale), corner + DVec2::new(0.0, viewport.y))
    } else {
        (DVec2::splat(scale), corner)
    };
    let transform = DAffine2::from_scale(scale) * DAffine2::from_translation(-lowest);
    Ok(Frame { transform, viewport })
}

/// By how much a view is enlarged to fit on its paper.
fn enlargement(view: Option<ViewBox>, paper: [Option<f64>; 2]) -> f64 {
    let Some(view) = view else {
        return 1.0;
    };
    let [width, height] = paper;
    let scales = [width.map(|width| width / view.w), height.map(|height| height / view.h)];
    scales.into_iter().flatten().reduce(f64::min).unwrap_or(1.0)
}

/// The frame within an `svg` element in a drawing, or within a `symbol`, the
/// size of which the `use` element may state.
pub(super) fn of_inner(
    node: Node<'_, '_>,
    sized: Node<'_, '_>,
    outer: Frame,
) -> Result<Frame, FormatError> {
    let measure = |name, axis| length(sized, name, axis, outer.viewport);
    let place = |x: Option<f64>, y: Option<f64>, or: DVec2| {
        DVec2::new(x.unwrap_or(or.x), y.unwrap_or(or.y))
    };
    // The use element has moved by its place already.
    let corner = if node == sized {
        place(measure("x", Axis::X)?, measure("y", Axis::Y)?, DVec2::ZERO)
    } else {
        DVec2::ZERO
    };
    let size = place(measure("width", Axis::X)?, measure("height", Axis::Y)?, outer.viewport);
    let moved = outer.transform * DAffine2::from_translation(corner);
    let Some(view) = view_box(node)? else {
        return Ok(Frame { transform: moved, viewport: size });
    };
    let viewport = DVec2::new(view.w, view.h);
    let scale = (size / viewport).min_element();
    // In the middle of what is left over.
    let margin = (size - scale * viewport) / 2.0;
    let transform = moved
        * DAffine2::from_translation(margin)
        * DAffine2::from_scale(DVec2::splat(scale))
        * DAffine2::from_translation(-DVec2::new(view.x, view.y));
    Ok(Frame { transform, viewport })
}

fn view_box(node: Node<'_, '_>) -> Result<Option<ViewBox>, FormatError> {
    let expected = "4 numbers, the last two of which are positive";
    let Some(text) = node.attribute("viewBox") else {
        return Ok(None);
    };
    ViewBox::from_str(text).map(Some).map_err(|_| unexpected(node, "viewBox", expected))
}
