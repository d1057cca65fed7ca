//! Parsing of XML that is not trusted.

use roxmltree::{Document, Node, ParsingOptions};

use crate::error::{FormatError, Reason, SourceLocation};
use crate::found::{Found, one_line};
use crate::number::to_u64;

/// The largest number of namespace declarations. roxmltree copies the namespaces of the parent
/// for each element that declares one: a text of 200 kilobytes that only does this took two
/// minutes. Drawings have about ten.
const MAX_NAMESPACES: usize = 128;

/// The largest number of attributes of an element. roxmltree compares each attribute with those
/// before it. Elements have a few dozen.
const MAX_ATTRIBUTES: usize = 1000;

/// Parses a text in time and memory proportional to its length.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, FormatError> {
    let limit =
        |what, limit: usize| Err(FormatError::whole(Reason::Limit { what, limit: to_u64(limit) }));
    if text.matches("xmlns").nth(MAX_NAMESPACES).is_some() {
        return limit("namespace declarations", MAX_NAMESPACES);
    }
    // An attribute value cannot contain '<', so each part has at most one tag, at its beginning.
    if text.split('<').any(|part| attribute_count(part) > MAX_ATTRIBUTES) {
        return limit("attributes in one element", MAX_ATTRIBUTES);
    }
    // A document type is harmless unless it declares entities, which can expand
    // without bound.
    let entity = text.find("<!ENTITY");
    let options = ParsingOptions { allow_dtd: entity.is_none(), ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        if let (roxmltree::Error::DtdDetected, Some(entity)) = (&error, entity) {
            let what = "a DTD with entities (Illustrator writes one to preserve its editing \
                        capabilities: save the drawing without them)";
            let location = SourceLocation::in_text(text, entity);
            return FormatError { location, reason: Reason::unsupported(what) };
        }
        let position = error.pos();
        let message = error.to_string().replace(&format!(" at {position}"), "");
        FormatError {
            location: SourceLocation::Text {
                line: position.row.into(),
                column: position.col.into(),
            },
            reason: Reason::Syntax { message: one_line(&message) },
        }
    })
}

/// Counts the attributes of the tag at the beginning of a text, without its `<`. The rest, such as a
/// style sheet, is ignored.
fn attribute_count(tag: &str) -> usize {
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
pub(crate) fn error_at(node: Node<'_, '_>, reason: Reason) -> FormatError {
    error_at_byte(node, node.range().start, reason)
}

/// An error at a byte of the text.
pub(crate) fn error_at_byte(node: Node<'_, '_>, byte: usize, reason: Reason) -> FormatError {
    // The position is approximate if a value has character references, such as `&lt;`.
    FormatError { location: SourceLocation::in_text(node.document().input_text(), byte), reason }
}

/// An error in the value of an attribute.
pub(crate) fn error_at_attribute(node: Node<'_, '_>, name: &str, reason: Reason) -> FormatError {
    let value = node.attribute_node(name).map(|attribute| attribute.range_value().start);
    error_at_byte(node, value.unwrap_or_else(|| node.range().start), reason)
}

/// The error that an attribute has another value than expected.
pub(crate) fn unexpected(node: Node<'_, '_>, name: &str, expected: &str) -> FormatError {
    let found = Found::text(node.attribute(name).unwrap_or_default());
    error_at_attribute(node, name, Reason::unexpected(expected, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_in_tags_only() {
        for (tag, count) in [
            ("g a='1' b=\"2\"/>", 2),
            ("g a='x > y = z' b=\"it's = \">c=d", 2),
            ("style>a[href='=']=b", 0),
            ("g", 0),
        ] {
            assert_eq!(attribute_count(tag), count, "{tag}");
        }
        let sheet = format!("<svg><style>{}</style></svg>", "a = b;".repeat(2 * MAX_ATTRIBUTES));
        assert!(parse(&sheet).is_ok());
        let names: String = (0..=MAX_ATTRIBUTES).map(|number| format!(" a{number}='>'")).collect();
        let crowded = format!("<svg{names}/>");
        let rejected = parse(&crowded);
        assert!(rejected.is_err_and(|error| matches!(error.reason, Reason::Limit { .. })));
    }
}
