//! XML that may be hostile.

use roxmltree::{Document, Node, ParsingOptions};

use crate::error::{FormatError, Found, Place, Reason, one_line, wide};

/// Every element copies the namespaces of its parent if it declares one
/// itself: a text of 200 kilobytes that does nothing else took two minutes.
/// Drawings have about ten.
const MAX_NAMESPACES: usize = 128;

/// Every attribute is compared with those before it in the same element.
/// Elements have a few dozen.
const MAX_ATTRIBUTES: usize = 1000;

/// Reads a text in time and memory proportional to its length.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, FormatError> {
    let limit =
        |what, limit: usize| Err(FormatError::whole(Reason::Limit { what, limit: wide(limit) }));
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
            reason: Reason::Syntax { message: one_line(&message) },
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

/// An error at the beginning of an element.
pub(crate) fn refuse(node: Node<'_, '_>, reason: Reason) -> FormatError {
    refuse_byte(node, node.range().start, reason)
}

/// An error at a byte of the text.
pub(crate) fn refuse_byte(node: Node<'_, '_>, byte: usize, reason: Reason) -> FormatError {
    // Where entities are resolved, a position in a value is only near that in the text.
    FormatError { place: Place::in_text(node.document().input_text(), byte), reason }
}

/// An error in the value of an attribute.
pub(crate) fn refuse_attribute(node: Node<'_, '_>, name: &str, reason: Reason) -> FormatError {
    let value = node.attribute_node(name).map(|attribute| attribute.range_value().start);
    refuse_byte(node, value.unwrap_or_else(|| node.range().start), reason)
}

/// The error that an attribute should have another value.
pub(crate) fn unexpected(node: Node<'_, '_>, name: &str, expected: &str) -> FormatError {
    let found = Found::text(node.attribute(name).unwrap_or_default());
    refuse_attribute(node, name, Reason::unexpected(expected, found))
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
