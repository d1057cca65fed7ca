//! Maps of shapes in the plane, the result of all readers of vector drawings.

use std::sync::Arc;

use crate::interpretation::Interpretation;
use crate::link::Link;

/// The largest number of corners that the readers of vector maps accept. A small SVG drawing can
/// repeat one shape thousands of times.
pub const MAX_CORNERS: u64 = 1 << 22;

/// A map of shapes in the plane, as opposed to a [`TileGrid`](crate::TileGrid).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VectorMap {
    /// The shapes, each with at least one ring, in the order of the file. A later shape lies on top of
    /// earlier ones.
    pub shapes: Vec<Shape>,
    /// The off-mesh links, in the order of the file. Their elevations are 0.
    pub links: Vec<Link>,
    /// A report of what the file says about its shapes.
    pub interpretation: Interpretation,
}

/// A shape of a [`VectorMap`]. Its geometry is not checked: it may have zero area, cross itself and
/// overlap other shapes.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// The meaning of the shape.
    pub role: Role,
    /// The rings, each of at least 3 corners, without the first one repeated at the end.
    /// All coordinates are finite.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// The rule that decides which points are inside.
    pub fill: FillRule,
    /// The name in the file.
    pub name: Option<Arc<str>>,
}

/// The meaning of a shape of a [`VectorMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Walkable ground, terrain of class 0.
    Ground,
    /// A hole or obstacle: not walkable, whatever lies below.
    Hole,
    /// Walkable ground, terrain of this class.
    Terrain(u8),
}

/// The rule that decides which points are inside a shape, as in SVG.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FillRule {
    /// A point is inside if an odd number of rings enclose it. An inner ring is a hole, whatever its
    /// direction.
    #[default]
    EvenOdd,
    /// A point is inside if its winding number is not 0. An inner ring is a hole if its direction is
    /// opposite to the direction of the outer ring.
    NonZero,
}

impl Role {
    /// Parses a role: `ground` or `walkable`; `hole`, `obstacle` or `wall`; `terrain-` with a
    /// class number from 0 to 255, or with one of the given names, whose position is the class
    /// number. Case is ignored. `None` for other words.
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

    /// Returns the role of a cell of a grid, given its terrain class, or `None` for a blocked cell.
    pub(crate) const fn of_cell(terrain: Option<u8>) -> Self {
        match terrain {
            None => Self::Hole,
            Some(0) => Self::Ground,
            Some(class) => Self::Terrain(class),
        }
    }
}

/// Parses a terrain class: a number or one of the given names.
pub(crate) fn class_of(text: &str, terrains: &[String]) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(class) = text.parse()
    {
        return Some(class);
    }
    class_named(text, terrains)
}

/// Returns the class number of one of the given names.
pub(crate) fn class_named(name: &str, terrains: &[String]) -> Option<u8> {
    let position = terrains.iter().position(|known| known.eq_ignore_ascii_case(name))?;
    u8::try_from(position).ok()
}
