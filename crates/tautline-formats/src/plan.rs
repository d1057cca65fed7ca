//! What every reader of drawings in the plane gives.

use std::sync::Arc;

/// The most corners that a reader of plans accepts. A small drawing can repeat
/// one shape at thousands of places.
pub const MAX_CORNERS: u64 = 1 << 22;

/// Shapes in the plane, in the order of the file. A later shape lies on top of
/// earlier ones.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The shapes, each with at least one ring.
    pub shapes: Vec<PlanShape>,
}

/// A shape of a [`Plan`]. It may have no area, cross itself and overlap others:
/// the geometry is not looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanShape {
    /// What it means.
    pub role: Role,
    /// Its outlines, each of at least 3 corners and without repeating the first
    /// one at the end. All coordinates are finite.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// Which places the rings enclose.
    pub fill: Fill,
    /// What the author calls it.
    pub name: Option<Arc<str>>,
}

/// What a shape of a [`Plan`] means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Can be walked on; terrain of class 0.
    Ground,
    /// Cannot be walked on, whatever lies below.
    Hole,
    /// Can be walked on; terrain of this class.
    Terrain(u8),
}

/// Which places belong to a shape of several rings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fill {
    /// Those that an odd number of rings encloses: an inner ring is a hole,
    /// whichever way it runs.
    #[default]
    EvenOdd,
    /// Those around which the rings do not wind as often one way as the other:
    /// an inner ring is a hole if it runs against the outer one.
    NonZero,
}

impl Role {
    /// The role that a word stands for: `ground` or `walkable`; `hole`,
    /// `obstacle` or `wall`; `terrain-` and a class number from 0 to 255 or one
    /// of the given names, the position of which is the class number. Upper and
    /// lower case are the same.
    ///
    /// ```
    /// use tautline_formats::Role;
    ///
    /// let terrains = ["paving".to_owned(), "mud".to_owned()];
    /// assert_eq!(Role::from_word("ground", &terrains), Some(Role::Ground));
    /// assert_eq!(Role::from_word("Obstacle", &terrains), Some(Role::Hole));
    /// assert_eq!(Role::from_word("terrain-7", &terrains), Some(Role::Terrain(7)));
    /// assert_eq!(Role::from_word("terrain-mud", &terrains), Some(Role::Terrain(1)));
    /// assert_eq!(Role::from_word("terrain-ice", &terrains), None);
    /// ```
    #[must_use]
    pub fn from_word(word: &str, terrains: &[String]) -> Option<Self> {
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        if is("ground") || is("walkable") {
            return Some(Self::Ground);
        }
        if is("hole") || is("obstacle") || is("wall") {
            return Some(Self::Hole);
        }
        let (start, class) = word.split_at_checked("terrain-".len())?;
        if !start.eq_ignore_ascii_case("terrain-") {
            return None;
        }
        class_of(class, terrains).map(Self::Terrain)
    }
}

/// The class number that a text stands for: the number itself or a known name.
pub(crate) fn class_of(text: &str, terrains: &[String]) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(class) = text.parse()
    {
        return Some(class);
    }
    class_named(text, terrains)
}

/// The class number of a known name.
pub(crate) fn class_named(name: &str, terrains: &[String]) -> Option<u8> {
    let position = terrains.iter().position(|known| known.eq_ignore_ascii_case(name))?;
    u8::try_from(position).ok()
}
