//! Annotations of elements: their role by class, id or label.

use roxmltree::Node;

use crate::error::{FormatError, Reason};
use crate::interpretation::RoleSource;
use crate::vector_map::Role;
use crate::xml;

const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// The place of an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelPlace {
    Class,
    /// The id or the label.
    Id,
    /// An element around the shape.
    Group,
}

impl LabelPlace {
    pub(super) const fn source(self) -> RoleSource {
        match self {
            Self::Class => RoleSource::Class,
            Self::Id => RoleSource::Id,
            Self::Group => RoleSource::Group,
        }
    }
}

/// The role that an annotation gives; `None` if it leaves the element out.
pub(super) type Annotation = Option<Role>;

/// Returns the annotation of an element itself, with its place, if it has one.
pub(super) fn annotation(
    node: Node<'_, '_>,
    terrains: &[String],
) -> Result<Option<(Annotation, LabelPlace)>, FormatError> {
    for class in node.attribute("class").unwrap_or_default().split_whitespace() {
        if let Some(annotation) = from_word(class, terrains) {
            return Ok(Some((annotation, LabelPlace::Class)));
        }
        if let Some(name) = class.strip_prefix("terrain-") {
            let reason = Reason::unknown_name("terrain", name, terrains);
            return Err(xml::error_at_attribute(node, "class", reason));
        }
    }
    let names = [node.attribute("id"), inkscape_label(node)];
    let found = names.into_iter().flatten().find_map(|name| from_name(name, terrains));
    Ok(found.map(|annotation| (annotation, LabelPlace::Id)))
}

/// Returns the name of an element, if it has one.
pub(super) fn name<'t>(node: Node<'t, '_>) -> Option<&'t str> {
    let title = node.children().find(|child| child.tag_name().name() == "title");
    let title = title.and_then(|title| title.text()).map(str::trim);
    title.or_else(|| inkscape_label(node)).or_else(|| node.attribute("id"))
}

pub(super) fn inkscape_label<'t>(node: Node<'t, '_>) -> Option<&'t str> {
    node.attribute((INKSCAPE, "label"))
}

fn from_word(word: &str, terrains: &[String]) -> Option<Annotation> {
    if word.eq_ignore_ascii_case("ignore") {
        return Some(None);
    }
    Role::from_word(word, terrains).map(Some)
}

/// Finds an annotation at the beginning of a name. Ids must be unique, so digits, or a separator and
/// any text, may follow the word: `hole2`, `hole-sofa`.
fn from_name(name: &str, terrains: &[String]) -> Option<Annotation> {
    const SEPARATORS: [char; 3] = ['-', '_', ' '];
    // No annotation is longer. The limit keeps the time of the loop below linear.
    const LONGEST: usize = 64;
    let end = name.char_indices().nth(LONGEST).map_or(name.len(), |(end, _)| end);
    // Tries ever shorter prefixes, because names of terrains may have separators, too.
    let mut prefix = &name[..end];
    loop {
        let without_digits = prefix.trim_end_matches(|c: char| c.is_ascii_digit());
        let found = from_word(prefix, terrains).or_else(|| from_word(without_digits, terrains));
        if found.is_some() {
            return found;
        }
        prefix = &prefix[..prefix.rfind(SEPARATORS)?];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_continue_after_the_word() {
        let terrains = ["grass".to_owned(), "deep-mud".to_owned()];
        let role = |name: &str| from_name(name, &terrains).flatten();
        assert_eq!(role("hole"), Some(Role::Hole));
        assert_eq!(role("hole12"), Some(Role::Hole));
        assert_eq!(role("Hole_12"), Some(Role::Hole));
        assert_eq!(role("wall - kitchen"), Some(Role::Hole));
        assert_eq!(role("wall-kitchen west"), Some(Role::Hole));
        assert_eq!(role("terrain-12"), Some(Role::Terrain(12)));
        assert_eq!(role("terrain-3-carpet 2"), Some(Role::Terrain(3)));
        assert_eq!(role("terrain-deep-mud-1"), Some(Role::Terrain(1)));
        assert_eq!(role("terrain-300"), None);
        assert_eq!(role("holes"), None);
        assert_eq!(role("rect-hole"), None);
        assert_eq!(from_name("ignore-legend", &terrains), Some(None));
    }
}
