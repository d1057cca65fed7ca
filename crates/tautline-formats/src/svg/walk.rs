//! Through the elements of a drawing, from the lowest to the topmost.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DAffine2, DVec2};
use roxmltree::{Document, Node};

use super::SvgRules;
use super::attributes::{Axis, length, property};
use super::frame::{self, Frame};
use super::label::{Label, label, name};
use super::outline::Outline;
use super::{shapes, transform};
use crate::error::{FormatError, Reason, excerpt, wide};
use crate::plan::{Fill, MAX_CORNERS, Plan, PlanShape};
use crate::xml::{refuse, refuse_attribute, unexpected};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// How deep elements may nest, those that `use` repeats included. Each level
/// takes place on the stack.
const MAX_DEPTH: u64 = 200;

/// How many bytes of elements may be read again. A few nested `use` elements can
/// repeat a shape more often than there are atoms.
const MAX_REPEATED: u64 = 16 << 20;

/// What elements inherit from those around them.
#[derive(Clone, Copy)]
struct Context {
    frame: Frame,
    label: Option<Label>,
    fill: Fill,
    is_filled: bool,
    depth: u64,
    is_repeated: bool,
}

impl Context {
    /// What holds one level further in.
    fn deeper(self, node: Node<'_, '_>) -> Result<Self, FormatError> {
        if self.depth < MAX_DEPTH {
            return Ok(Self { depth: self.depth + 1, ..self });
        }
        Err(refuse(node, Reason::Limit { what: "levels of nested elements", limit: MAX_DEPTH }))
    }
}

struct Walker<'t, 'r> {
    rules: &'r SvgRules,
    by_id: BTreeMap<&'t str, Node<'t, 't>>,
    plan: Plan,
    corners_left: u64,
    repeats_left: u64,
}

pub(super) fn plan<'t>(document: &'t Document<'t>, rules: &SvgRules) -> Result<Plan, FormatError> {
    let root = document.root_element();
    if element_name(root) != Some("svg") {
        let found = root.tag_name().name();
        return Err(refuse(root, Reason::unknown_name("element", found, ["svg"])));
    }
    let ids = document.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
    let mut walker = Walker {
        rules,
        by_id: ids.collect(),
        plan: Plan::default(),
        corners_left: MAX_CORNERS,
        repeats_left: MAX_REPEATED,
    };
    let context = Context {
        frame: frame::of_drawing(root, rules)?,
        label: label(root, &rules.terrains)?,
        fill: Fill::NonZero,
        is_filled: true,
        depth: 0,
        is_repeated: false,
    };
    walker.children(root, context)?;
    Ok(walker.plan)
}

impl<'t> Walker<'t, '_> {
    fn children(&mut self, node: Node<'t, 't>, context: Context) -> Result<(), FormatError> {
        let context = context.deeper(node)?;
        node.children().try_for_each(|child| self.element(child, context))
    }

    fn element(&mut self, node: Node<'t, 't>, outer: Context) -> Result<(), FormatError> {
        let Some(kind) = element_name(node) else {
            return Ok(());
        };
        if outer.is_repeated {
            self.charge(node)?;
        }
        if property(node, "display") == Some("none") {
            return Ok(());
        }
        let context = self.within(node, outer)?;
        if context.label == Some(Label::Ignore) {
            return Ok(());
        }
        match kind {
            "g" | "a" | "switch" => self.children(node, context),
            "svg" => {
                let frame = frame::of_inner(node, node, context.frame)?;
                self.children(node, Context { frame, ..context })
            }
            "use" => self.repeat(node, context),
            _ if shapes::is_shape(kind) => self.shape(node, context),
            // Definitions, texts, and what other programs add.
            _ => Ok(()),
        }
    }

    /// What holds within an element.
    fn within(&self, node: Node<'t, 't>, outer: Context) -> Result<Context, FormatError> {
        let transform = outer.frame.transform * transform::of(node)?;
        let fill = match property(node, "fill-rule") {
            Some("evenodd") => Fill::EvenOdd,
            Some("nonzero") => Fill::NonZero,
            _ => outer.fill,
        };
        let is_filled = match property(node, "fill") {
            None | Some("inherit") => outer.is_filled,
            Some(paint) => paint != "none",
        };
        Ok(Context {
            frame: Frame { transform, ..outer.frame },
            label: label(node, &self.rules.terrains)?.or(outer.label),
            fill,
            is_filled,
            ..outer
        })
    }

    /// Draws what a `use` element refers to.
    fn repeat(&mut self, node: Node<'t, 't>, context: Context) -> Result<(), FormatError> {
        let measure = |name, axis| length(node, name, axis, context.frame.viewport);
        let [x, y] = [measure("x", Axis::X)?, measure("y", Axis::Y)?];
        let shift = DVec2::new(x.unwrap_or(0.0), y.unwrap_or(0.0));
        let transform = context.frame.transform * DAffine2::from_translation(shift);
        let frame = Frame { transform, ..context.frame };
        let reference = node.attribute("href").or_else(|| node.attribute((XLINK, "href")));
        let Some(id) = reference.and_then(|reference| reference.trim().strip_prefix('#')) else {
            return Err(unexpected(node, "href", "a reference such as \"#table\""));
        };
        let Some(&target) = self.by_id.get(id) else {
            let what = format!("the element with the id {:?}", excerpt(id));
            return Err(refuse_attribute(node, "href", Reason::missing(what)));
        };
        let context = Context { frame, is_repeated: true, ..context.deeper(node)? };
        match element_name(target) {
            Some("symbol") => {
                self.charge(target)?;
                let context = self.within(target, context)?;
                let frame = frame::of_inner(target, node, context.frame)?;
                self.children(target, Context { frame, ..context })
            }
            _ => self.element(target, context),
        }
    }

    fn shape(&mut self, node: Node<'t, 't>, context: Context) -> Result<(), FormatError> {
        let role = match context.label {
            Some(Label::Role(role)) => Some(role),
            Some(Label::Ignore) => None,
            None => self.rules.unlabelled.filter(|_| context.is_filled),
        };
        let Some(role) = role else {
            return Ok(());
        };
        let Frame { transform, viewport } = context.frame;
        let mut outline = Outline::new(transform, self.rules.tolerance, self.corners_left);
        shapes::draw(node, viewport, &mut outline)?;
        let (rings, left) = outline.finish();
        self.corners_left = left;
        if !rings.is_empty() {
            let name = name(node).map(Arc::from);
            self.plan.shapes.push(PlanShape { role, rings, fill: context.fill, name });
        }
        Ok(())
    }

    /// Counts an element that is read again.
    fn charge(&mut self, node: Node<'t, 't>) -> Result<(), FormatError> {
        /// About what an element without attributes takes.
        const ELEMENT: usize = 64;
        let attributes: usize = node.attributes().map(|attribute| attribute.value().len()).sum();
        let title = name(node).map_or(0, str::len);
        let bytes = wide(ELEMENT + attributes + title);
        self.repeats_left = self.repeats_left.checked_sub(bytes).ok_or_else(|| {
            let what = "bytes of repeated elements";
            refuse(node, Reason::Limit { what, limit: MAX_REPEATED })
        })?;
        Ok(())
    }
}

/// The name of an SVG element. Some drawings forget the name space.
fn element_name<'t>(node: Node<'t, '_>) -> Option<&'t str> {
    let name = node.tag_name();
    let is_svg = name.namespace().is_none_or(|space| space == SVG);
    (node.is_element() && is_svg).then(|| name.name())
}
