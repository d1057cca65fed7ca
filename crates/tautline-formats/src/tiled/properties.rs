//! Custom properties of tiles, tile sets, layers and objects.

use std::borrow::Cow;

use super::TiledOptions;
use super::attributes::name;
use super::tree::Node;
use crate::error::{FormatError, Reason};
use crate::found::Found;
use crate::interpretation::{Interpretation, UnreadKind, looks_like_label};
use crate::vector_map::{class_named, class_of};

/// The properties of a tile, a tile set, a layer or an object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Properties {
    pub(super) walkable: Option<bool>,
    pub(super) terrain: Option<u8>,
}

impl Properties {
    /// Reads the properties of a node. Reports those that are not read but look like labels.
    pub(super) fn read(
        node: &Node<'_>,
        options: &TiledOptions,
        unread: &mut Interpretation,
    ) -> Result<Self, FormatError> {
        let mut found = Self::default();
        for property in node.children("property")? {
            let property = property?;
            // An empty name in the options must not match a property without a name.
            let name = name(&property);
            if name.is_empty() {
                continue;
            }
            // Members of a class that have its default are not in the file: reading the others would
            // give tiles of one class different meanings.
            for member in property.member_names()? {
                if looks_like_label(&member) || options.reads_in_some_case(&member) {
                    unread.notice(UnreadKind::Property, &format!("{name}.{member}"));
                }
            }
            // In XML, a multi-line value is the text of the element.
            let value = property.attribute("value").or_else(|| match &property {
                Node::Xml(node) => node.text().map(Cow::Borrowed),
                Node::Json(_) => None,
            });
            let value = value.unwrap_or_default();
            let unexpected = |expected: &str| {
                let reason = Reason::unexpected(expected, Found::text(&value));
                property.error("value", reason)
            };
            if name == options.walkable_property {
                let walkable = value.parse().map_err(|_| unexpected("true or false"))?;
                found.walkable = Some(walkable);
            } else if name == options.terrain_property {
                let class = if options.class_numbers { class_of } else { class_named };
                let class = class(&value, &options.terrains);
                let is_name =
                    options.class_numbers && !value.is_empty() && value.parse::<f64>().is_err();
                let unknown = || {
                    let known = &options.terrains;
                    property.error("value", Reason::unknown_name("terrain", &value, known))
                };
                found.terrain = Some(class.ok_or_else(|| {
                    if is_name { unknown() } else { unexpected(&known_classes(options)) }
                })?);
            } else if looks_like_label(&name)
                || class_named(&name, &options.terrains).is_some()
                || options.reads_in_some_case(&name)
            {
                unread.notice(UnreadKind::Property, &name);
            }
        }
        Ok(found)
    }

    /// Returns these properties, or those of the container if there are none.
    ///
    /// A tile with one property does not inherit the other: in a tile set that is not walkable, a
    /// tile with a terrain class is.
    pub(super) fn or(self, outer: Self) -> Self {
        if self == Self::default() { outer } else { self }
    }
}

impl TiledOptions {
    /// Returns true for a property that is read, or would be if its letters had another case.
    fn reads_in_some_case(&self, name: &str) -> bool {
        [&self.walkable_property, &self.terrain_property]
            .into_iter()
            .any(|property| property.eq_ignore_ascii_case(name))
    }
}

/// The valid values of the terrain property, for a message.
fn known_classes(options: &TiledOptions) -> String {
    let names = options.terrains.join(", ");
    match (options.terrains.is_empty(), options.class_numbers) {
        (true, _) => "a terrain class from 0 to 255".to_owned(),
        (false, true) => format!("one of {names}, or a class from 0 to 255"),
        (false, false) => format!("one of {names}"),
    }
}
