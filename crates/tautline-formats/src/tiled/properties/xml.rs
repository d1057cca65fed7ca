//! Properties as XML.

use roxmltree::Node;

use super::Properties;
use crate::error::FormatError;
use crate::tiled::rules::TiledRules;
use crate::xml::refuse_attribute;

/// What the properties of an element say.
pub(in crate::tiled) fn properties(
    node: Node<'_, '_>,
    rules: &TiledRules,
) -> Result<Properties, FormatError> {
    let mut found = Properties::default();
    let lists = node.children().filter(|node| node.has_tag_name("properties"));
    // Between properties there may be white space and comments.
    let all = lists.flat_map(|list| list.children()).filter(|node| node.has_tag_name("property"));
    for property in all {
        // A value of several lines is the text of the element.
        let value = property.attribute("value").or_else(|| property.text()).unwrap_or_default();
        let name = property.attribute("name").unwrap_or_default();
        found
            .set(name, value, rules)
            .map_err(|reason| refuse_attribute(property, "value", reason))?;
    }
    Ok(found)
}
