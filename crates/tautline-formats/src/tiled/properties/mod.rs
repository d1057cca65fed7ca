//! What tiles say about themselves.

pub(super) mod json;
pub(super) mod xml;

use super::rules::TiledRules;
use crate::error::{Found, Reason, excerpt};
use crate::plan::class_of;

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
            let class = class_of(value, &rules.terrains);
            let expected = if rules.terrains.is_empty() {
                "a terrain class from 0 to 255".to_owned()
            } else {
                format!("one of {}, or a class from 0 to 255", rules.terrains.join(", "))
            };
            self.terrain = Some(class.ok_or_else(|| unexpected(&expected))?);
        }
        Ok(())
    }
}
