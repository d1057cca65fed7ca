//! What tiles say about themselves.

pub(super) mod json;
pub(super) mod xml;

use super::rules::TiledRules;
use crate::error::{Found, Reason, excerpt};
use crate::plan::{class_named, class_of};

/// What a tile, a tile set or a layer says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Properties {
    pub(super) walkable: Option<bool>,
    pub(super) terrain: Option<u8>,
}

impl Properties {
    /// These, or where nothing is said, those of what the tile belongs to.
    ///
    /// A tile that says either does not inherit the other: water that is a
    /// terrain of its own in a set of walls can be walked on.
    pub(super) fn or(self, outer: Self) -> Self {
        if self == Self::default() { outer } else { self }
    }

    /// Takes a property of the file, if it is one that matters. One without a name does
    /// not: rules without a name for a property do not ask for it.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        rules: &TiledRules,
    ) -> Result<(), Reason> {
        let unexpected = |expected: &str| Reason::Unexpected {
            expected: expected.to_owned(),
            found: Found::Text(excerpt(value)),
        };
        if name.is_empty() {
            return Ok(());
        }
        if name == rules.walkable_property {
            self.walkable = Some(value.parse().map_err(|_| unexpected("true or false"))?);
        } else if name == rules.terrain_property {
            let class = if rules.class_numbers {
                class_of(value, &rules.terrains)
            } else {
                class_named(value, &rules.terrains)
            };
            self.terrain = Some(class.ok_or_else(|| unexpected(&known_classes(rules)))?);
        }
        Ok(())
    }
}

/// What the terrain property can be, for a message.
fn known_classes(rules: &TiledRules) -> String {
    let names = rules.terrains.join(", ");
    match (rules.terrains.is_empty(), rules.class_numbers) {
        (true, _) => "a terrain class from 0 to 255".to_owned(),
        (false, true) => format!("one of {names}, or a class from 0 to 255"),
        (false, false) => format!("one of {names}"),
    }
}
