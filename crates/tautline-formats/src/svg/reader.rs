//! Traversal of the elements of a drawing, from the lowest to the topmost.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DAffine2, DVec2};
use roxmltree::{Document, Node};

use super::SvgOptions;
use super::annotation::{Annotation, LabelPlace, annotation, inkscape_label, name};
use super::attributes::{Axis, length, property};
use super::flatten::Flattener;
use super::frame::{self, Frame};
use super::{shapes, transform};
use crate::error::{FormatError, Reason};
use crate::found::excerpt;
use crate::interpretation::{RoleSource, UnreadKind, looks_like_label};
use crate::link::LinkProperties;
use crate::number::to_u64;
use crate::vector_map::{FillRule, MAX_CORNERS, Shape, VectorMap};
use crate::xml::{error_at, error_at_attribute, unexpected};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The largest depth of nested elements, including those repeated by `use`. Each level
/// takes space on the stack.
const MAX_DEPTH: u64 = 200;

/// The largest total size of repeated elements, in bytes. The number of repetitions is
/// exponential in the depth of nested `use` elements.
const MAX_REPEATED: u64 = 16 << 20;

/// The largest total size, in bytes, of the classes and ids that are searched for labels. The
/// classes and ids of a group are searched again for each shape in it.
const MAX_SEARCHED: usize = 64 << 20;

/// The state that elements inherit from the elements around them.
#[derive(Clone, Copy)]
struct Context {
    frame: Frame,
    /// The annotation of the innermost element that has one.
    annotation: Option<(Annotation, LabelPlace)>,
    fill: FillRule,
    is_filled: bool,
    depth: u64,
    is_repeated: bool,
}

impl Context {
    /// Returns the context one level deeper, or an error if that is too deep.
    fn deeper(self, node: Node<'_, '_>) -> Result<Self, FormatError> {
        if self.depth < MAX_DEPTH {
            return Ok(Self { depth: self.depth + 1, ..self });
        }
        Err(error_at(node, Reason::Limit { what: "levels of nested elements", limit: MAX_DEPTH }))
    }

    /// Returns the context with the properties of an element that concern its fill.
    fn with_fill_of(self, node: Node<'_, '_>) -> Self {
        let fill = match property(node, "fill-rule") {
            Some("evenodd") => FillRule::EvenOdd,
            Some("nonzero") => FillRule::NonZero,
            _ => self.fill,
        };
        let is_filled = match property(node, "fill") {
            None | Some("inherit") => self.is_filled,
            Some(paint) => paint != "none",
        };
        Self { fill, is_filled, ..self }
    }
}

struct Reader<'t, 'r> {
    options: &'r SvgOptions,
    by_id: BTreeMap<&'t str, Node<'t, 't>>,
    map: VectorMap,
    corners_left: u64,
    repeats_left: u64,
    searches_left: usize,
}

pub(super) fn vector_map<'t>(
    document: &'t Document<'t>,
    options: &SvgOptions,
) -> Result<VectorMap, FormatError> {
    let root = document.root_element();
    if element_name(root) != Some("svg") {
        let found = root.tag_name().name();
        return Err(error_at(root, Reason::unknown_name("element", found, ["svg"])));
    }
    let ids = document.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
    let mut reader = Reader {
        options,
        by_id: ids.collect(),
        map: VectorMap::default(),
        corners_left: MAX_CORNERS,
        repeats_left: MAX_REPEATED,
        searches_left: MAX_SEARCHED,
    };
    let context = Context {
        frame: frame::of_drawing(root, options)?,
        annotation: annotation(root, &options.terrains)?,
        fill: FillRule::NonZero,
        is_filled: true,
        depth: 0,
        is_repeated: false,
    };
    // A transform of the root is ignored: it places the drawing in a page.
    let context = context.with_fill_of(root);
    reader.children(root, context)?;
    reader.notice_style_sheets(root);
    Ok(reader.map)
}

impl<'t> Reader<'t, '_> {
    fn children(&mut self, node: Node<'t, 't>, context: Context) -> Result<(), FormatError> {
        let context = context.deeper(node)?;
        node.children().try_for_each(|child| self.element(child, context))
    }

    fn element(&mut self, node: Node<'t, 't>, outer: Context) -> Result<(), FormatError> {
        let Some(kind) = element_name(node) else {
            return Ok(());
        };
        // Before anything else, so that hidden elements count, too.
        if outer.is_repeated {
            self.count_repeated(node)?;
        }
        if property(node, "display") == Some("none") {
            return Ok(());
        }
        let context = self.within(node, outer)?;
        if let Some((None, place)) = context.annotation {
            if shapes::is_shape(kind) {
                self.map.interpretation.count(None, place.source(), 1);
            }
            return Ok(());
        }
        if shapes::is_line(kind)
            && let Some(link) = link_properties(node)?
        {
            return self.link(node, context.frame, link);
        }
        match kind {
            "g" | "a" | "switch" => self.children(node, context),
            "svg" => {
                let frame = frame::of_inner(node, node, context.frame)?;
                self.children(node, Context { frame, ..context })
            }
            "use" => self.repeat(node, context),
            _ if shapes::is_shape(kind) => self.shape(node, context),
            // Definitions, texts, and elements of other programs.
            _ => Ok(()),
        }
    }

    /// Returns the context within an element.
    fn within(&self, node: Node<'t, 't>, outer: Context) -> Result<Context, FormatError> {
        let transform = outer.frame.transform * transform::of(node)?;
        let inherited = outer.annotation.map(|(found, _)| (found, LabelPlace::Group));
        Ok(Context {
            frame: Frame { transform, ..outer.frame },
            annotation: annotation(node, &self.options.terrains)?.or(inherited),
            ..outer.with_fill_of(node)
        })
    }

    /// Reads the target of a `use` element.
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
            return Err(error_at_attribute(node, "href", Reason::missing(what)));
        };
        let context = Context { frame, is_repeated: true, ..context.deeper(node)? };
        match element_name(target) {
            Some("symbol") => {
                self.count_repeated(target)?;
                let context = self.within(target, context)?;
                let frame = frame::of_inner(target, node, context.frame)?;
                self.children(target, Context { frame, ..context })
            }
            _ => self.element(target, context),
        }
    }

    fn shape(&mut self, node: Node<'t, 't>, context: Context) -> Result<(), FormatError> {
        let (role, source) = match context.annotation {
            Some((role, place)) => (role, place.source()),
            // A line without a fill is no shape at all.
            None if !context.is_filled => return Ok(()),
            None => {
                self.notice_labels(node);
                (self.options.default_role, RoleSource::Unlabelled)
            }
        };
        self.map.interpretation.count(role, source, 1);
        let Some(role) = role else {
            return Ok(());
        };
        let Frame { transform, viewport } = context.frame;
        let mut flattener = Flattener::new(transform, self.options.tolerance, self.corners_left);
        shapes::draw(node, viewport, &mut flattener)?;
        let (rings, corners_left) = flattener.finish();
        self.corners_left = corners_left;
        if !rings.is_empty() {
            let name = name(node).map(Arc::from);
            self.map.shapes.push(Shape { role, rings, fill: context.fill, name });
        }
        Ok(())
    }

    /// Reads a line that is a link.
    fn link(
        &mut self,
        node: Node<'t, 't>,
        Frame { transform, viewport }: Frame,
        link: LinkProperties,
    ) -> Result<(), FormatError> {
        let mut flattener = Flattener::new(transform, self.options.tolerance, self.corners_left);
        shapes::draw(node, viewport, &mut flattener)?;
        let (line, corners_left) =
            flattener.into_line().map_err(|reason| error_at(node, reason))?;
        self.corners_left = corners_left;
        self.map.links.push(link.along(&line).map_err(|reason| error_at(node, reason))?);
        Ok(())
    }

    /// Reports names that look like labels, for a shape without a role: its classes, id and `data-`
    /// attributes, and the classes and ids of the elements around it.
    fn notice_labels(&mut self, node: Node<'_, '_>) {
        let found = &mut self.map.interpretation;
        for node in node.ancestors() {
            let classes = node.attribute("class").unwrap_or_default();
            let ids = [node.attribute("id"), inkscape_label(node)];
            let length: usize = ids.iter().flatten().map(|id| id.len()).sum();
            let Some(left) = self.searches_left.checked_sub(1 + classes.len() + length) else {
                break;
            };
            self.searches_left = left;
            for class in classes.split_whitespace() {
                if looks_like_label(class) {
                    found.notice(UnreadKind::Class, class);
                }
            }
            for id in ids.into_iter().flatten() {
                let word = id.split(['-', '_', ' ']).next().unwrap_or_default();
                if looks_like_label(word) {
                    found.notice(UnreadKind::Id, id);
                }
            }
        }
        // Attributes of editors, such as `sodipodi:type`, are not labels.
        for attribute in node.attributes().filter(|it| it.namespace().is_none()) {
            let name = attribute.name();
            if looks_like_label(name.strip_prefix("data-").unwrap_or(name)) && name != "class" {
                found.notice(UnreadKind::Property, name);
            }
        }
    }

    /// Reports style sheets that contain `none`, as in `fill: none` or `display: none`. They only
    /// matter if the role of some shape was assumed from its fill.
    fn notice_style_sheets(&mut self, root: Node<'_, '_>) {
        let found = &mut self.map.interpretation;
        if !found.meanings().iter().any(|meaning| meaning.source.is_assumed()) {
            return;
        }
        for node in root.descendants().filter(|&node| element_name(node) == Some("style")) {
            let text = node.text().unwrap_or_default().trim();
            if text.contains("none") {
                found.notice(UnreadKind::StyleSheet, &excerpt(text));
            }
        }
    }

    /// Adds the size of a repeated element to the total, or returns an error if that is too large.
    fn count_repeated(&mut self, node: Node<'t, 't>) -> Result<(), FormatError> {
        /// The approximate size of an element without attributes.
        const ELEMENT: usize = 64;
        let attributes: usize = node.attributes().map(|attribute| attribute.value().len()).sum();
        let title = name(node).map_or(0, str::len);
        // The number of children includes comments, which take time, too.
        let bytes = to_u64(ELEMENT + attributes + title + node.children().count());
        self.repeats_left = self.repeats_left.checked_sub(bytes).ok_or_else(|| {
            let what = "bytes of repeated elements";
            error_at(node, Reason::Limit { what, limit: MAX_REPEATED })
        })?;
        Ok(())
    }
}

/// Returns the `data-` attributes of a line that make it a link.
fn link_properties(node: Node<'_, '_>) -> Result<Option<LinkProperties>, FormatError> {
    let attribute = |property| match property {
        "link" => "data-link",
        "cost" => "data-cost",
        _ => "data-both-ways",
    };
    LinkProperties::read(|property| node.attribute(attribute(property)).map(Cow::Borrowed))
        .map_err(|(property, reason)| error_at_attribute(node, attribute(property), reason))
}

/// The name of an SVG element. Elements without a namespace count as SVG, because some drawings
/// lack the declaration.
fn element_name<'t>(node: Node<'t, '_>) -> Option<&'t str> {
    let name = node.tag_name();
    let is_svg = name.namespace().is_none_or(|space| space == SVG);
    (node.is_element() && is_svg).then(|| name.name())
}
