//! XML that may be hostile.

#[cfg(feature = "tiled")]
use std::str::FromStr;

use roxmltree::{Document, Node, ParsingOptions};

use crate::error::{FormatError, Found, Place, Reason, excerpt, one_line};

/// Every element copies the namespaces of its parent if it declares one
/// itself: a text of 200 kilobytes that does nothing else took two minutes.
/// Drawings have about ten.
const MAX_NAMESPACES: usize = 128;

/// Every attribute is compared with those before it in the same element.
/// Elements have a few dozen.
const MAX_ATTRIBUTES: usize = 1000;

/// Reads a text in time and memory proportional to its length.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, FormatError> {
    let limit = |what, limit: usize| {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        Err(FormatError { place: Place::Whole, reason: Reason::Limit { what, limit } })
    };
    if text.matches("xmlns").nth(MAX_NAMESPACES).is_some() {
        return limit("namespace declarations", MAX_NAMESPACES);
    }
    // No '<' can stand in the value of an attribute, so every tag is within one of
    // these pieces.
    if text.split('<').any(|piece| attributes(piece) > MAX_ATTRIBUTES) {
        return limit("attributes in one element", MAX_ATTRIBUTES);
    }
    // A document type is harmless until it declares entities, which can grow
    // without bound where they are used.
    let allow_dtd = !text.contains("<!ENTITY");
    let options = ParsingOptions { allow_dtd, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        let message = error.to_string().replace(&format!(" at {position}"), "");
        FormatError {
            place: Place::Text { line: position.row.into(), column: position.col.into() },
            reason: Reason::Xml { message: one_line(&message) },
        }
    })
}

/// How many attributes there are in a tag, of which its `<` is left out. What follows
/// the tag is text, such as a style sheet.
fn attributes(tag: &str) -> usize {
    let mut quote = None;
    let mut count = 0;
    for byte in tag.bytes() {
        match (quote, byte) {
            (None, b'>') => break,
            (None, b'=') => count += 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    count
}

/// The outermost element, which has to have this name.
#[cfg(feature = "tiled")]
pub(crate) fn root<'t>(
    document: &'t Document<'t>,
    name: &str,
) -> Result<Node<'t, 't>, FormatError> {
    let root = document.root_element();
    if root.has_tag_name(name) {
        return Ok(root);
    }
    Err(refuse(root, Reason::unknown_name("element", root.tag_name().name(), &[name])))
}

/// An error at the beginning of an element.
pub(crate) fn refuse(node: Node<'_, '_>, reason: Reason) -> FormatError {
    FormatError { place: place(node), reason }
}

/// Where an element begins.
pub(crate) fn place(node: Node<'_, '_>) -> Place {
    text_place(node.document(), node.range().start)
}

/// The line and column of a byte.
pub(crate) fn text_place(document: &Document<'_>, byte: usize) -> Place {
    // Where entities are resolved, a position in a value is only near that in
    // the text, and may be within a character.
    let text = document.input_text();
    let near = (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    let position = document.text_pos_at(near.unwrap_or(0));
    Place::Text { line: position.row.into(), column: position.col.into() }
}

/// An error in the value of an attribute.
pub(crate) fn refuse_attribute(node: Node<'_, '_>, name: &str, reason: Reason) -> FormatError {
    let place = match node.attribute_node(name) {
        Some(attribute) => text_place(node.document(), attribute.range_value().start),
        None => place(node),
    };
    FormatError { place, reason }
}

/// The error that an attribute should have another value.
pub(crate) fn unexpected(node: Node<'_, '_>, name: &str, expected: &str) -> FormatError {
    let found = Found::Text(excerpt(node.attribute(name).unwrap_or_default()));
    refuse_attribute(node, name, Reason::Unexpected { expected: expected.to_owned(), found })
}

/// The value of an attribute, if it is there.
#[cfg(feature = "tiled")]
pub(crate) fn optional<T: FromStr>(
    node: Node<'_, '_>,
    name: &str,
    expected: &str,
) -> Result<Option<T>, FormatError> {
    let Some(value) = node.attribute(name) else {
        return Ok(None);
    };
    value.trim().parse().map(Some).map_err(|_| unexpected(node, name, expected))
}

/// The value of an attribute that must be there.
#[cfg(feature = "tiled")]
pub(crate) fn required<T: FromStr>(
    node: Node<'_, '_>,
    name: &str,
    expected: &str,
) -> Result<T, FormatError> {
    optional(node, name, expected)?.ok_or_else(|| {
        let what = format!("the attribute {name:?} of {:?}", node.tag_name().name());
        refuse(node, Reason::Absent { what })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_in_tags_and_nowhere_else() {
        for (tag, count) in [
            ("g a='1' b=\"2\"/>", 2),
            ("g a='x > y = z' b=\"it's = \">c=d", 2),
            ("style>a[href='=']=b", 0),
            ("g", 0),
        ] {
            assert_eq!(attributes(tag), count, "{tag}");
        }
        let sheet = format!("<svg><style>{}</style></svg>", "a = b;".repeat(2 * MAX_ATTRIBUTES));
        assert!(parse(&sheet).is_ok());
        let many: String = (0..=MAX_ATTRIBUTES).map(|number| format!(" a{number}='>'")).collect();
        let crowded = format!("<svg{many}/>");
        let refused = parse(&crowded);
        assert!(refused.is_err_and(|error| matches!(error.reason, Reason::Limit { .. })));
    }
}
