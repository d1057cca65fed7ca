//! The two syntaxes of Tiled.

/// Whether a text is JSON, and not XML.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}
