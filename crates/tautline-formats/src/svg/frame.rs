//! Coordinate systems of drawings, nested `svg` elements and symbols.

use std::str::FromStr;

use glam::{DAffine2, DVec2};
use roxmltree::Node;
use svgtypes::ViewBox;

use super::attributes::{Axis, absolute_length, length};
use super::{SvgOptions, SvgUnit};
use crate::error::FormatError;
use crate::xml::unexpected;

/// The user coordinate system of elements.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// The transform from user units to world units.
    pub(super) transform: DAffine2,
    /// The size that percentages refer to.
    pub(super) viewport: DVec2,
}

/// The coordinate system of a drawing.
pub(super) fn of_drawing(root: Node<'_, '_>, options: &SvgOptions) -> Result<Frame, FormatError> {
    let view = view_box(root)?;
    let paper = [absolute_length(root, "width")?, absolute_length(root, "height")?];
    let (corner, viewport) = match view {
        Some(view) => (DVec2::new(view.x, view.y), DVec2::new(view.w, view.h)),
        None => (DVec2::ZERO, DVec2::from(paper.map(Option::unwrap_or_default))),
    };
    let unit = match options.unit {
        SvgUnit::User => 1.0,
        SvgUnit::Millimetre => 25.4 / 96.0 * page_scale(view, paper),
    };
    let scale = options.scale * unit;
    let (scale, origin) = if options.y_up {
        (DVec2::new(scale, -scale), corner + DVec2::new(0.0, viewport.y))
    } else {
        (DVec2::splat(scale), corner)
    };
    let transform = DAffine2::from_scale(scale) * DAffine2::from_translation(-origin);
    Ok(Frame { transform, viewport })
}

/// The factor that fits a view box to the page.
fn page_scale(view: Option<ViewBox>, paper: [Option<f64>; 2]) -> f64 {
    let Some(view) = view else {
        return 1.0;
    };
    let [width, height] = paper;
    let scales = [width.map(|width| width / view.w), height.map(|height| height / view.h)];
    scales.into_iter().flatten().reduce(f64::min).unwrap_or(1.0)
}

/// The coordinate system within a nested `svg` element or a `symbol`. `sized` is the element with
/// the size: the `svg` element itself, or the `use` element that refers to the symbol.
pub(super) fn of_inner(
    node: Node<'_, '_>,
    sized: Node<'_, '_>,
    outer: Frame,
) -> Result<Frame, FormatError> {
    let measure = |name, axis| length(sized, name, axis, outer.viewport);
    let or_default = |x: Option<f64>, y: Option<f64>, or: DVec2| {
        DVec2::new(x.unwrap_or(or.x), y.unwrap_or(or.y))
    };
    // The position of a `use` element is part of its transform.
    let corner = if node == sized {
        or_default(measure("x", Axis::X)?, measure("y", Axis::Y)?, DVec2::ZERO)
    } else {
        DVec2::ZERO
    };
    let size = or_default(measure("width", Axis::X)?, measure("height", Axis::Y)?, outer.viewport);
    let moved = outer.transform * DAffine2::from_translation(corner);
    let Some(view) = view_box(node)? else {
        return Ok(Frame { transform: moved, viewport: size });
    };
    let viewport = DVec2::new(view.w, view.h);
    let scale = (size / viewport).min_element();
    // Centred, as `preserveAspectRatio` is by default.
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
