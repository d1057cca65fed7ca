//! The two syntaxes of Tiled as one tree of nodes with attributes.
//!
//! Attributes in XML are members of objects in JSON, and child elements are lists of objects. The other
//! differences are handled here: the kinds of layers, the tile data, and the shapes of objects.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::FromStr;

use roxmltree::Document;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::{FormatError, Reason, SourceLocation};
use crate::found::Found;
use crate::json_parse;
use crate::lexer::Words;
use crate::xml;

/// A parsed file.
pub(super) enum File<'t> {
    Xml(Document<'t>),
    Json { text: &'t str, members: Members<'t> },
}

type Members<'t> = BTreeMap<String, &'t RawValue>;

/// An element of XML or an object of JSON.
#[derive(Clone)]
pub(super) enum Node<'t> {
    Xml(roxmltree::Node<'t, 't>),
    Json(Object<'t>),
}

#[derive(Clone)]
pub(super) struct Object<'t> {
    /// The name of the corresponding XML element.
    kind: &'static str,
    file: &'t str,
    /// The text of the object.
    source: &'t str,
    members: Members<'t>,
}

type Nodes<'t> = Box<dyn Iterator<Item = Result<Node<'t>, FormatError>> + 't>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerKind {
    Tiles,
    Objects,
    Group,
    Other,
}

/// The tile data of a layer or chunk, row by row, before decoding.
pub(super) enum Data<'t> {
    Numbers(Vec<u32>),
    Csv(&'t str),
    Base64(Cow<'t, str>),
}

impl Data<'_> {
    /// Returns true if there is no data at all.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Numbers(numbers) => numbers.is_empty(),
            Self::Csv(text) => text.trim().is_empty(),
            Self::Base64(text) => text.trim().is_empty(),
        }
    }
}

pub(super) enum ObjectShape {
    Rectangle,
    Ellipse,
    Polygon(Vec<[f64; 2]>),
}

/// A position in a file. Its line and column are only computed for an error.
#[derive(Clone, Copy)]
pub(super) struct TextPosition<'t> {
    file: &'t str,
    byte: usize,
}

impl TextPosition<'_> {
    /// Returns the position some bytes later.
    pub(super) fn after(self, bytes: usize) -> Self {
        Self { byte: self.byte + bytes, ..self }
    }

    pub(super) fn location(self) -> SourceLocation {
        SourceLocation::in_text(self.file, self.byte)
    }

    pub(super) fn error(self, reason: impl Into<Reason>) -> FormatError {
        FormatError { location: self.location(), reason: reason.into() }
    }
}

impl<'t> File<'t> {
    /// Parses XML or JSON, depending on the first character. A text that begins with neither `{` nor
    /// `<` is rejected here: the message of either parser would mislead users of the other syntax.
    pub(super) fn parse(text: &'t str) -> Result<Self, FormatError> {
        let first = Words::new(text).word();
        match first.text().chars().next() {
            Some('{') => Ok(Self::Json { text, members: json_parse::object(text)? }),
            Some('<') => xml::parse(text).map(Self::Xml),
            _ => Err(first.unexpected("XML or an object of JSON")),
        }
    }

    /// Returns the root node. An XML element must have the name `kind`.
    pub(super) fn root(&self, kind: &'static str) -> Result<Node<'_>, FormatError> {
        let root = match self {
            Self::Xml(document) => document.root_element(),
            Self::Json { text, members } => {
                let (source, members) = (text.trim(), members.clone());
                return Ok(Node::Json(Object { kind, file: text, source, members }));
            }
        };
        if root.has_tag_name(kind) {
            return Ok(Node::Xml(root));
        }
        Err(xml::error_at(root, Reason::unknown_name("element", root.tag_name().name(), [kind])))
    }
}

impl<'t> Node<'t> {
    fn object(kind: &'static str, file: &'t str, source: &'t str) -> Result<Self, FormatError> {
        let members = json_parse::part(file, source)?;
        Ok(Self::Json(Object { kind, file, source, members }))
    }

    /// Returns the value of an attribute, or `None` if it is missing or `null`.
    pub(super) fn attribute(&self, name: &str) -> Option<Cow<'t, str>> {
        match self {
            Self::Xml(node) => node.attribute(name).map(Cow::Borrowed),
            Self::Json(object) => match object.members.get(name)?.get() {
                "null" => None,
                // JSON can escape half a surrogate pair, which no text can contain. Such a value
                // stays undecoded.
                text if text.starts_with('"') => {
                    Some(serde_json::from_str(text).map_or(Cow::Borrowed(text), Cow::Owned))
                }
                other => Some(Cow::Borrowed(other)),
            },
        }
    }

    /// Returns the position of an attribute's value, or of the node if it has no such attribute.
    pub(super) fn at(&self, attribute: &str) -> TextPosition<'t> {
        match self {
            Self::Xml(node) => {
                let value = node.attribute_node(attribute).map(|it| it.range_value().start);
                let byte = value.unwrap_or_else(|| node.range().start);
                TextPosition { file: node.document().input_text(), byte }
            }
            Self::Json(Object { file, source, members, .. }) => {
                let part = members.get(attribute).map_or(*source, |value| value.get());
                TextPosition { file, byte: json_parse::offset(file, part) }
            }
        }
    }

    /// An error in the value of an attribute.
    pub(super) fn error(&self, attribute: &str, reason: impl Into<Reason>) -> FormatError {
        self.at(attribute).error(reason)
    }

    /// The error that an attribute has another value than expected.
    pub(super) fn unexpected(&self, attribute: &str, expected: &str) -> FormatError {
        let found = Found::text(&self.attribute(attribute).unwrap_or_default());
        self.error(attribute, Reason::unexpected(expected, found))
    }

    /// Parses an attribute; `None` if it is missing.
    pub(super) fn optional<T: FromStr>(
        &self,
        attribute: &str,
        expected: &str,
    ) -> Result<Option<T>, FormatError> {
        let value = self.attribute(attribute).map(|value| value.trim().parse());
        value.transpose().map_err(|_| self.unexpected(attribute, expected))
    }

    /// Parses a required attribute.
    pub(super) fn required<T: FromStr>(
        &self,
        attribute: &str,
        expected: &str,
    ) -> Result<T, FormatError> {
        self.optional(attribute, expected)?.ok_or_else(|| self.missing(attribute))
    }

    /// The error for JSON of Tiled before version 1.2. There, `properties` and `tiles` are objects
    /// instead of lists, and the properties of tiles are in `tileproperties`.
    pub(super) fn in_old_json(&self, attribute: &str) -> FormatError {
        let what =
            "JSON of Tiled before version 1.2 (open the map in a newer version and export it)";
        self.error(attribute, Reason::unsupported(what))
    }

    fn missing(&self, attribute: &str) -> FormatError {
        let kind = match self {
            Self::Xml(node) => node.tag_name().name(),
            Self::Json(object) => object.kind,
        };
        self.error("", Reason::missing(format!("the attribute {attribute:?} of {kind:?}")))
    }

    /// Parses a flag, which is false if the attribute is missing.
    pub(super) fn is_set(&self, attribute: &str) -> Result<bool, FormatError> {
        match self.attribute(attribute).as_deref() {
            None | Some("0" | "false") => Ok(false),
            Some("1" | "true") => Ok(true),
            Some(_) => Err(self.unexpected(attribute, "0, 1, true or false")),
        }
    }

    /// Returns the child nodes of a kind, in order.
    pub(super) fn children(&self, kind: &'static str) -> Result<Nodes<'t>, FormatError> {
        match self {
            Self::Xml(node) => {
                // Properties are in a separate element.
                let lists = node.children().filter(|node| node.has_tag_name("properties"));
                let children = node.children().chain(lists.flat_map(|list| list.children()));
                Ok(elements(children.filter(move |node| node.has_tag_name(kind))))
            }
            Self::Json(object) => match kind {
                "property" => object.list("properties", kind),
                _ => object.list(&format!("{kind}s"), kind),
            },
        }
    }

    /// Returns the layers of a map or a layer group.
    pub(super) fn layers(&self) -> Result<Nodes<'t>, FormatError> {
        match self {
            Self::Xml(node) => Ok(elements(node.children())),
            Self::Json(object) => {
                object.member("layers")?;
                object.list("layers", "layer")
            }
        }
    }

    pub(super) fn layer_kind(&self) -> Result<LayerKind, FormatError> {
        let kind = match self {
            Self::Xml(node) => Cow::Borrowed(node.tag_name().name()),
            Self::Json(_) => self.attribute("type").unwrap_or_default(),
        };
        match (&*kind, self) {
            ("layer", Self::Xml(_)) | ("tilelayer", Self::Json(_)) => Ok(LayerKind::Tiles),
            ("objectgroup", _) => Ok(LayerKind::Objects),
            ("group", _) => Ok(LayerKind::Group),
            (_, Self::Xml(_)) | ("imagelayer", _) => Ok(LayerKind::Other),
            (other, _) => {
                let known = ["tilelayer", "group", "objectgroup", "imagelayer"];
                Err(self.error("type", Reason::unknown_name("layer type", other, known)))
            }
        }
    }

    /// Returns the node with the tiles or chunks of a layer and their encoding.
    pub(super) fn data(&self) -> Option<Self> {
        match self {
            Self::Xml(node) => node.children().find(|it| it.has_tag_name("data")).map(Self::Xml),
            Self::Json(_) => Some(self.clone()),
        }
    }

    /// Returns true if the tiles are in the node itself, not in chunks.
    pub(super) fn has_tiles(&self) -> bool {
        matches!(self, Self::Xml(_)) || self.attribute("data").is_some()
    }

    /// Returns the tile data of a node and its position.
    pub(super) fn tiles(
        &self,
        encoding: Option<&str>,
    ) -> Result<(Data<'t>, TextPosition<'t>), FormatError> {
        match self {
            Self::Xml(node) => {
                // Comments split a text into several nodes. The first that is not blank has the data.
                let is_filled = |text: &str| !text.trim().is_empty();
                let mut texts = node.children().filter(roxmltree::Node::is_text);
                let text = texts.find(|node| node.text().is_some_and(is_filled));
                let content = text.and_then(|node| node.text()).unwrap_or_default();
                let data = match encoding {
                    Some("csv") => Data::Csv(content),
                    Some(_) => Data::Base64(Cow::Borrowed(content)),
                    None => {
                        // An empty cell has no GID.
                        let number = |tile: Result<Self, _>| {
                            Ok(tile?.optional("gid", "the number of a tile")?.unwrap_or(0))
                        };
                        let tiles = self.children("tile")?.map(number);
                        Data::Numbers(tiles.collect::<Result<_, FormatError>>()?)
                    }
                };
                Ok((data, Self::Xml(text.unwrap_or(*node)).at("")))
            }
            Self::Json(object) => {
                let tiles = object.member("data")?;
                let data = match self.attribute("data") {
                    Some(text) if tiles.starts_with('"') => Data::Base64(text),
                    _ => Data::Numbers(json_parse::part(object.file, tiles)?),
                };
                Ok((data, self.at("data")))
            }
        }
    }

    /// Returns true for a tile with shapes of the collision editor.
    pub(super) fn has_collision_shape(&self) -> Result<bool, FormatError> {
        const GROUP: &str = "objectgroup";
        let group = match self {
            Self::Xml(node) => node.children().find(|it| it.has_tag_name(GROUP)).map(Self::Xml),
            Self::Json(object) => {
                let group = object.members.get(GROUP).map(|group| group.get());
                let group = group.filter(|group| *group != "null");
                group.map(|group| Self::object(GROUP, object.file, group)).transpose()?
            }
        };
        Ok(group
            .is_some_and(|group| group.children("object").is_ok_and(|mut it| it.next().is_some())))
    }

    /// Returns the names of the members of a property that has a class.
    pub(super) fn member_names(&self) -> Result<Vec<Cow<'t, str>>, FormatError> {
        match self {
            Self::Xml(_) => {
                let members = self.children("property")?;
                members.map(|member| Ok(super::attributes::name(&member?))).collect()
            }
            Self::Json(object) => match object.members.get("value").map(|value| value.get()) {
                Some(value) if value.starts_with('{') => {
                    let members: Members<'_> = json_parse::part(object.file, value)?;
                    Ok(members.into_keys().map(Cow::Owned).collect())
                }
                _ => Ok(Vec::new()),
            },
        }
    }

    /// Returns true for an object that is an open line.
    pub(super) fn is_polyline(&self) -> bool {
        match self {
            Self::Xml(node) => node.children().any(|child| child.has_tag_name("polyline")),
            Self::Json(_) => self.attribute("polyline").is_some(),
        }
    }

    /// Returns the points of an open line.
    pub(super) fn polyline(&self) -> Result<Vec<[f64; 2]>, FormatError> {
        match self {
            Self::Xml(node) => {
                let line = node.children().find(|child| child.has_tag_name("polyline"));
                line.map_or(Ok(Vec::new()), points)
            }
            Self::Json(object) => {
                let line = object.members.get("polyline");
                line.map_or(Ok(Vec::new()), |line| points_of_json(object.file, line))
            }
        }
    }

    /// Returns the shape of an object; `None` for lines, points, texts and other objects without an
    /// area.
    pub(super) fn shape(&self) -> Result<Option<ObjectShape>, FormatError> {
        let is_given = |attribute| self.attribute(attribute).is_some();
        // Tile objects, templates, open lines and texts.
        if ["gid", "template", "polyline", "text"].into_iter().any(is_given) {
            return Ok(None);
        }
        match self {
            Self::Xml(node) => {
                let mut children = node.children().filter(roxmltree::Node::is_element);
                let shape = children.find(|child| !child.has_tag_name("properties"));
                match shape.map(|shape| (shape, shape.tag_name().name())) {
                    Some((shape, "polygon")) => points(shape).map(ObjectShape::Polygon).map(Some),
                    Some((_, "ellipse")) => Ok(Some(ObjectShape::Ellipse)),
                    None => Ok(Some(ObjectShape::Rectangle)),
                    _ => Ok(None),
                }
            }
            Self::Json(object) => {
                if self.is_set("point")? || self.is_set("capsule")? {
                    return Ok(None);
                }
                if let Some(polygon) = object.members.get("polygon") {
                    let points = points_of_json(object.file, polygon)?;
                    return Ok(Some(ObjectShape::Polygon(points)));
                }
                let is_ellipse = self.is_set("ellipse")?;
                Ok(Some(if is_ellipse { ObjectShape::Ellipse } else { ObjectShape::Rectangle }))
            }
        }
    }
}

impl<'t> Object<'t> {
    /// Returns the text of a required member.
    fn member(&self, name: &str) -> Result<&'t str, FormatError> {
        let missing = || Node::Json(self.clone()).missing(name);
        self.members.get(name).map(|value| value.get()).ok_or_else(missing)
    }

    fn list(&self, name: &str, kind: &'static str) -> Result<Nodes<'t>, FormatError> {
        let file = self.file;
        let objects: Vec<&RawValue> = match self.members.get(name) {
            None => Vec::new(),
            Some(object) if object.get().starts_with('{') => {
                return Err(Node::Json(self.clone()).in_old_json(name));
            }
            Some(list) => json_parse::part(file, list.get())?,
        };
        Ok(Box::new(objects.into_iter().map(move |object| Node::object(kind, file, object.get()))))
    }
}

fn elements<'t>(nodes: impl Iterator<Item = roxmltree::Node<'t, 't>> + 't) -> Nodes<'t> {
    Box::new(nodes.map(|node| Ok(Node::Xml(node))))
}

fn points(node: roxmltree::Node<'_, '_>) -> Result<Vec<[f64; 2]>, FormatError> {
    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some([x.parse().ok()?, y.parse().ok()?])
    };
    let words = node.attribute("points").unwrap_or_default().split_ascii_whitespace();
    let points = words.map(point).collect::<Option<_>>();
    points.ok_or_else(|| xml::unexpected(node, "points", "a list of points such as 0,0 8,0 8,8"))
}

fn points_of_json(file: &str, list: &RawValue) -> Result<Vec<[f64; 2]>, FormatError> {
    #[derive(Deserialize)]
    struct Point {
        x: f64,
        y: f64,
    }
    let points: Vec<Point> = json_parse::part(file, list.get())?;
    Ok(points.into_iter().map(|point| [point.x, point.y]).collect())
}
