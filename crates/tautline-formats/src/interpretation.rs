//! Reports of how a reader understood a file.

use std::borrow::Cow;
use std::fmt;

use crate::Role;

/// A report of how a reader understood a file. It has the number of shapes, cells or triangles for
/// each meaning and each source of that meaning, and the names that look like labels but were not
/// read.
///
/// ```
/// use tautline_formats::{Interpretation, Role, RoleSource, UnreadKind};
///
/// let mut found = Interpretation::default();
/// found.count(Some(Role::Hole), RoleSource::Property("role".into()), 2);
/// found.count(Some(Role::Ground), RoleSource::Unlabelled, 1);
/// found.count(Some(Role::Ground), RoleSource::Unlabelled, 4);
/// found.notice(UnreadKind::Property, "kind");
/// let counts: Vec<_> = found.meanings().iter().map(|it| (it.role, it.count)).collect();
/// assert_eq!(counts, [(Some(Role::Ground), 5), (Some(Role::Hole), 2)]);
/// assert!(found.meanings()[0].source.is_assumed());
/// assert_eq!(found.unread()[0].name, "kind");
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Interpretation {
    meanings: Vec<Meaning>,
    unread: Vec<UnreadName>,
}

/// A number of shapes, cells or triangles with one meaning, and the source of the meaning.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Meaning {
    /// The meaning; `None` if they were ignored.
    pub role: Option<Role>,
    /// The source of the meaning.
    pub source: RoleSource,
    /// The number of shapes, cells or triangles.
    pub count: u64,
}

/// The source of the meaning of a shape, cell or triangle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RoleSource {
    /// A property with this name, of the item itself or of the tile set or layer that it is in.
    Property(Cow<'static, str>),
    /// Its class.
    Class,
    /// Its id or label.
    Id,
    /// A class, id or label of a group around it.
    Group,
    /// A layer whose tiles all block.
    CollisionLayer,
    /// A property or class of an object that is drawn over tiles, or the name or class of its layer.
    Object,
    /// The name of its material.
    Material,
    /// The name of its object.
    Name,
    /// A grid value or colour to which the options give a meaning.
    Key(String),
    /// Nothing: the default of the options.
    Unlabelled,
    /// A grid value to which the options give no meaning: the default.
    OtherValue(String),
    /// The brightness or transparency of a pixel whose colour has no meaning in the options.
    Brightness,
    /// The absence of any tile.
    Empty,
    /// Any source, after the first 1024 meanings of a file.
    Others,
}

impl RoleSource {
    /// Returns true if the file says nothing about the meaning, so that a default was assumed.
    #[must_use]
    pub const fn is_assumed(&self) -> bool {
        matches!(self, Self::Unlabelled | Self::OtherValue(_) | Self::Brightness | Self::Empty)
    }

    /// Returns true if this is, or may be, the value or colour of a key in the options, which names it by its number
    /// or name.
    #[must_use]
    #[doc(hidden)]
    pub fn may_be_key(&self, key: &str) -> bool {
        let Self::Key(found) = self else { return *self == Self::Others };
        // A value with a name is counted as `2 (water)`.
        let (number, name) = found.split_once(' ').unwrap_or((found, ""));
        let is_same = |found: &str| {
            found.eq_ignore_ascii_case(key.trim_start_matches('#'))
                || key.parse::<i64>().is_ok_and(|key| found.parse() == Ok(key))
        };
        let name = name.strip_prefix('(').and_then(|name| name.strip_suffix(')'));
        is_same(number) || name.is_some_and(is_same)
    }

    /// Returns the values of all cells, each with its name, in order. None if pixels have no value, but a
    /// brightness.
    #[must_use]
    #[doc(hidden)]
    pub fn values<'s>(sources: impl Iterator<Item = &'s Self> + Clone) -> Vec<String> {
        if sources.clone().any(|source| *source == Self::Brightness) {
            return Vec::new();
        }
        let mut values: Vec<String> = sources
            .filter_map(|source| match source {
                Self::Key(value) | Self::OtherValue(value) => Some(value.clone()),
                _ => None,
            })
            .collect();
        let number = |value: &str| value.split(' ').next().and_then(|it| it.parse::<i64>().ok());
        values.sort_by(|one, other| (number(one), one).cmp(&(number(other), other)));
        values.dedup();
        values
    }
}

impl fmt::Display for RoleSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Property(name) => write!(out, "property {name:?}"),
            Self::Class => out.write_str("class"),
            Self::Id => out.write_str("id or label"),
            Self::Group => out.write_str("label of a group"),
            Self::CollisionLayer => out.write_str("collision layer"),
            Self::Object => out.write_str("in an object layer"),
            Self::Material => out.write_str("material"),
            Self::Name => out.write_str("object name"),
            Self::Key(value) => write!(out, "key for {value}"),
            Self::Unlabelled => out.write_str("without a label"),
            Self::OtherValue(value) => write!(out, "value {value} without a key"),
            Self::Brightness => out.write_str("by brightness"),
            Self::Empty => out.write_str("without a tile"),
            Self::Others => out.write_str("further values or labels"),
        }
    }
}

/// A name that looks like a label but was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnreadName {
    /// The kind of the name.
    pub kind: UnreadKind,
    /// The name, as in the file.
    pub name: String,
    /// The number of items with this name.
    pub count: u64,
}

/// The kind of an [`UnreadName`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UnreadKind {
    /// A property, of a feature, tile, tile set or layer.
    Property,
    /// A class.
    Class,
    /// An id or label.
    Id,
    /// A tile layer that is named like an obstacle, or its class or a group around it is; its tiles have no label.
    Layer,
    /// A layer of objects.
    ObjectLayer,
    /// The shape that a tile without a label has in the collision editor of Tiled, by the name of its tile set.
    TileShape,
    /// The offset in pixels of a layer, by the name of the layer.
    Offset,
    /// An object or material of a model.
    Part,
    /// A style sheet of a drawing that leaves shapes without a fill or hides them. Its name is the
    /// beginning of its text.
    StyleSheet,
}

impl UnreadKind {
    /// Returns the kind in words, in the singular.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Property => "property",
            Self::Class => "class",
            Self::Id => "id or label",
            Self::Layer => "layer",
            Self::ObjectLayer => "object layer",
            Self::TileShape => "collision shape in the tile set",
            Self::Offset => "offset of the layer",
            Self::Part => "object or material",
            Self::StyleSheet => "style sheet",
        }
    }
}

impl Interpretation {
    /// Returns the number of items for each role and source, in this order. Ignored items are first.
    #[must_use]
    pub fn meanings(&self) -> &[Meaning] {
        &self.meanings
    }

    /// Returns the names that look like labels but were not read, ordered by kind and name.
    #[must_use]
    pub fn unread(&self) -> &[UnreadName] {
        &self.unread
    }

    /// Adds a number of items with a meaning; `None` if they were ignored. O(log n) for n
    /// different meanings, plus O(n) for a new one.
    pub fn count(&mut self, role: Option<Role>, source: RoleSource, count: u64) {
        /// The number of entries after which a new source is counted as `Others`, so that a
        /// file with many sources gives a short report.
        const MOST: usize = 1024;
        if count == 0 {
            return;
        }
        let order = |it: &Meaning| (it.role, &it.source).cmp(&(role, &source));
        match self.meanings.binary_search_by(order) {
            Ok(index) => self.meanings[index].count += count,
            Err(_) if self.meanings.len() >= MOST && source != RoleSource::Others => {
                self.count(role, RoleSource::Others, count);
            }
            Err(index) => self.meanings.insert(index, Meaning { role, source, count }),
        }
    }

    /// Adds a report about objects that are drawn over tiles.
    #[cfg(feature = "tiled")]
    pub(crate) fn add_objects(&mut self, objects: &Self) {
        for &Meaning { role, count, .. } in &objects.meanings {
            self.count(role, RoleSource::Object, count);
        }
        for UnreadName { kind, name, count } in &objects.unread {
            (0..*count).for_each(|_| self.notice(*kind, name));
        }
    }

    /// Adds an item with a name that was not read. O(log n) for n different names, plus
    /// O(n) for a new one.
    #[doc(hidden)]
    pub fn notice(&mut self, kind: UnreadKind, name: &str) {
        /// The largest number of different names. Further names are not reported.
        const MOST: usize = 256;
        let order = |it: &UnreadName| (it.kind, it.name.as_str()).cmp(&(kind, name));
        match self.unread.binary_search_by(order) {
            Ok(index) => self.unread[index].count += 1,
            Err(_) if self.unread.len() == MOST => {}
            Err(index) => {
                self.unread.insert(index, UnreadName { kind, name: name.to_owned(), count: 1 });
            }
        }
    }
}

/// Returns true for a name that people use to mark ground or obstacles, such as `kind`,
/// `Obstacles` or `wall_2`.
///
/// ```
/// use tautline_formats::looks_like_label;
///
/// assert!(looks_like_label("Walls 2") && looks_like_label("kind"));
/// assert!(!looks_like_label("height") && !looks_like_label("wallpaper"));
/// ```
#[must_use]
#[doc(hidden)]
pub fn looks_like_label(name: &str) -> bool {
    const WORDS: [&str; 14] = [
        "category", "class", "collider", "collides", "ground", "kind", "label", "passable", "role",
        "surface", "terrain", "type", "walk", "walkable",
    ];
    looks_like_obstacle(name) || is_one_of(name, &WORDS)
}

/// Returns true for a name that people use for obstacles, such as `Walls` or `collision_2`.
pub(crate) fn looks_like_obstacle(name: &str) -> bool {
    const WORDS: [&str; 11] = [
        "block",
        "blocked",
        "blocking",
        "collision",
        "hole",
        "impassable",
        "obstacle",
        "solid",
        "unwalkable",
        "wall",
        "water",
    ];
    is_one_of(name, &WORDS)
}

/// Returns true if a name is one of the words, in the singular or plural, or with a number.
fn is_one_of(name: &str, words: &[&str]) -> bool {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit() || " -_.".contains(c));
    let is = |word: &str| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    is(word) || word.strip_suffix(['s', 'S']).is_some_and(is)
}
