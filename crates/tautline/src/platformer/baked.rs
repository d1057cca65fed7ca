//! Baked levels: a level and its character as bytes.

use serde::{Deserialize, Serialize};
use tautline_asset::{Asset, AssetError, Limits, decode, encode, packed};
use tautline_platformer::exact::{
    Axis, Planner, PlannerError, PlannerOptions, StoredLinks, StoredLinksError,
};
use tautline_platformer::{
    Body, Character, Outside, Physics, PhysicsError, Tile, Tiles, TilesError,
};

use super::rounding::{RoundedValue, rounded_values};

/// A level, its character, and the options of its planners.
///
/// The file takes far less than a byte per tile. It can also contain all links and landmarks, found
/// [in advance](Self::with_links), at about ten bytes per link. Without them, a planner finds links
/// when it first needs them, or all of them by [`Planner::bake`], which takes milliseconds, and a
/// few hundred on large and open levels.
///
/// ```
/// use tautline::platformer::exact::{Goal, PlannerOptions};
/// use tautline::platformer::{BakedLevel, Body, Outside, Physics, State, Tiles};
///
/// let tiles = Tiles::from_rows(&["....", "..##", "####"], Outside::Solid)?;
/// let level = BakedLevel::new(tiles, Physics::default(), Body::default(), PlannerOptions::default())?;
/// let level = level.with_links()?;
/// let bytes = level.encode()?;
///
/// let loaded = BakedLevel::decode(&bytes)?;
/// assert_eq!(loaded, level);
/// let planner = loaded.planner()?;
/// assert_eq!(planner.stale_count(), 0);
/// let plan = planner.plan(State::standing(0, 57_600), Goal::Cell { column: 3, row: 2 })?;
/// assert!(plan.frames > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BakedLevel {
    /// The name of the level.
    pub name: Option<String>,
    tiles: Tiles,
    physics: Physics,
    body: Body,
    character: Character,
    options: PlannerOptions,
    landmarks: u8,
    links: Option<StoredLinks>,
}

impl BakedLevel {
    /// Creates a level without a name, landmarks and links.
    ///
    /// # Errors
    ///
    /// [`BakedLevelError::Physics`] and [`BakedLevelError::Planner`] for invalid physics or
    /// options.
    pub fn new(
        tiles: Tiles,
        physics: Physics,
        body: Body,
        options: PlannerOptions,
    ) -> Result<Self, BakedLevelError> {
        let character = Character::new(&physics, body).map_err(BakedLevelError::Physics)?;
        // The requirements of a planner on its character do not depend on the level.
        let nowhere = Tiles::from_fn(0, 0, tiles.outside(), |_, _| Tile::Empty)
            .map_err(BakedLevelError::Tiles)?;
        Planner::new(nowhere, character.clone(), options).map_err(BakedLevelError::Planner)?;
        let (name, landmarks, links) = (None, 0, None);
        Ok(Self { name, tiles, physics, body, character, options, landmarks, links })
    }

    /// Returns the level with a number of landmarks for its planners, at most 16, and without
    /// links. Landmarks take time to place and make searches on large levels faster. With a digital
    /// axis there are none.
    #[must_use]
    pub fn with_landmarks(self, count: u8) -> Self {
        let most = match self.options.axis {
            Axis::Analog => MAX_LANDMARKS,
            Axis::Digital => 0,
        };
        Self { landmarks: count.min(most), links: None, ..self }
    }

    /// Returns the level with all its links and landmarks, which are found now, on all cores with
    /// the feature `rayon`.
    ///
    /// # Errors
    ///
    /// Like [`planner`](Self::planner).
    pub fn with_links(self) -> Result<Self, BakedLevelError> {
        let links = self.planner()?.to_stored_links();
        Ok(self.with_known_links(links))
    }

    /// Returns the level with the links and landmarks from a planner of it.
    /// [`planner`](Self::planner) rejects those of another level.
    #[must_use]
    pub fn with_known_links(self, links: StoredLinks) -> Self {
        let landmarks = u8::try_from(links.landmark_count()).unwrap_or(MAX_LANDMARKS);
        Self { landmarks, links: Some(links), ..self }
    }

    /// Returns the tiles.
    #[must_use]
    pub const fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// Returns the physics of the character, as passed in.
    #[must_use]
    pub const fn physics(&self) -> &Physics {
        &self.physics
    }

    /// Returns the size of the character, as passed in.
    #[must_use]
    pub const fn body(&self) -> Body {
        self.body
    }

    /// Returns the values of the physics and the body that the character changes by more than 1 %,
    /// since it rounds them to whole subpixels and frames. Plans are for the rounded values.
    ///
    /// ```
    /// use tautline::platformer::exact::PlannerOptions;
    /// use tautline::platformer::{BakedLevel, Body, Outside, Physics, Tiles};
    ///
    /// let tiles = Tiles::from_rows(&["...", "###"], Outside::Solid)?;
    /// let physics = Physics { walk: 137.0, ..Physics::default() };
    /// let level = BakedLevel::new(tiles, physics, Body::default(), PlannerOptions::default())?;
    /// let rounded = level.rounded_values();
    /// assert_eq!((rounded[0].name, rounded[0].rounded), ("walk", 140.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rounded_values(&self) -> Vec<RoundedValue> {
        rounded_values(&self.physics, self.body, &self.character)
    }

    /// Returns the options of its planners.
    #[must_use]
    pub const fn options(&self) -> PlannerOptions {
        self.options
    }

    /// Returns the number of landmarks of its planners. Before the links are known, this is the
    /// number asked for, although there are never more landmarks than spans.
    #[must_use]
    pub const fn landmarks(&self) -> u8 {
        self.landmarks
    }

    /// Returns true if its links and landmarks are known.
    #[must_use]
    pub const fn has_links(&self) -> bool {
        self.links.is_some()
    }

    /// Creates a planner. With links, this takes O(tiles + links), and [`Planner::restore_links`]
    /// documents what is checked. Without, it takes O(tiles), and the planner finds links when it
    /// needs them; placing landmarks finds all of them.
    ///
    /// # Errors
    ///
    /// [`BakedLevelError::Links`] for invalid links. Other errors do not occur, since
    /// [`new`](Self::new) has checked everything else.
    pub fn planner(&self) -> Result<Planner, BakedLevelError> {
        let mut planner = Planner::new(self.tiles.clone(), self.character.clone(), self.options)
            .map_err(BakedLevelError::Planner)?;
        if let Some(links) = &self.links {
            planner.restore_links(links).map_err(BakedLevelError::Links)?;
        } else if self.landmarks > 0 {
            planner.bake();
            planner.place_landmarks(self.landmarks.into());
        }
        Ok(planner)
    }

    /// Encodes the level as bytes.
    ///
    /// # Errors
    ///
    /// An [`AssetError`] for a level that is too large for the format.
    pub fn encode(&self) -> Result<Vec<u8>, AssetError> {
        let [columns, rows] = [self.tiles.columns(), self.tiles.rows()];
        let tiles = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (column, row)))
            .map(|(column, row)| code(self.tiles.tile(column.into(), row.into())))
            .collect();
        encode(&Stored {
            name: self.name.clone(),
            columns,
            rows,
            outside: self.tiles.outside(),
            tiles,
            physics: self.physics,
            body: self.body,
            options: self.options,
            landmarks: self.landmarks,
            links: self.links.clone().map(LinksInFile),
        })
    }

    /// Decodes a level. The bytes are not trusted: after the checks of the file, the level and the
    /// character are validated. Links are validated when a planner is created.
    ///
    /// # Errors
    ///
    /// A [`BakedLevelError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, BakedLevelError> {
        let stored: Stored = decode(bytes, &Limits::default()).map_err(BakedLevelError::Asset)?;
        let Stored { columns, rows, tiles, landmarks, .. } = stored;
        if landmarks > MAX_LANDMARKS {
            return Err(BakedLevelError::Landmarks { count: landmarks });
        }
        let (found, expected) = (tiles.len(), usize::from(columns) * usize::from(rows));
        if found != expected {
            return Err(BakedLevelError::TileCount { columns, rows, found, expected });
        }
        let tiles = (0..).zip(tiles).map(|(index, code)| {
            let [column, row] = [index % u32::from(columns), index / u32::from(columns)];
            tile(code).ok_or(BakedLevelError::TileCode { column, row, code })
        });
        let tiles = tiles.collect::<Result<Vec<Tile>, _>>()?;
        let tiles = Tiles::from_fn(columns.into(), rows.into(), stored.outside, |column, row| {
            tiles[usize::from(row) * usize::from(columns) + usize::from(column)]
        })
        .map_err(BakedLevelError::Tiles)?;
        let level = Self::new(tiles, stored.physics, stored.body, stored.options)?;
        let links = stored.links.map(|LinksInFile(links)| links);
        Ok(Self { name: stored.name, landmarks, links, ..level })
    }
}

/// The limit of a planner.
const MAX_LANDMARKS: u8 = 16;

/// Returns the code of a tile in the file. [`tile`] is the inverse: a new kind of tile takes a line
/// in both.
const fn code(tile: Tile) -> u8 {
    match tile {
        Tile::Empty => 0,
        Tile::Solid => 1,
        Tile::OneWay => 2,
        Tile::Deadly => 3,
    }
}

const fn tile(code: u8) -> Option<Tile> {
    match code {
        0 => Some(Tile::Empty),
        1 => Some(Tile::Solid),
        2 => Some(Tile::OneWay),
        3 => Some(Tile::Deadly),
        _ => None,
    }
}

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct Stored {
    name: Option<String>,
    columns: u16,
    rows: u16,
    outside: Outside,
    /// A code for each tile, row by row from the bottom.
    #[serde(with = "packed")]
    tiles: Vec<u8>,
    physics: Physics,
    body: Body,
    options: PlannerOptions,
    landmarks: u8,
    links: Option<LinksInFile>,
}

impl Asset for Stored {
    const KIND: [u8; 4] = *b"PLAT";
    const FORMAT_VERSION: u16 = 3;
    const BUILDER_REVISION: u32 = 4;
}

#[derive(Serialize, Deserialize)]
struct LinksInFile(#[serde(with = "PackedLinks")] StoredLinks);

/// The file format of the links: their lists as runs of bytes.
#[derive(Serialize, Deserialize)]
#[serde(remote = "StoredLinks")]
struct PackedLinks {
    fingerprint: u64,
    #[serde(with = "packed")]
    group_ends: Vec<u32>,
    #[serde(with = "packed")]
    destinations: Vec<u32>,
    #[serde(with = "packed")]
    link_ends: Vec<u32>,
    #[serde(with = "packed")]
    times: Vec<u32>,
    #[serde(with = "packed")]
    flights: Vec<u16>,
    #[serde(with = "packed")]
    bumps: Vec<u16>,
    #[serde(with = "packed")]
    margins: Vec<u32>,
    #[serde(with = "packed")]
    residues: Vec<u64>,
    #[serde(with = "packed")]
    first_read_rows: Vec<u16>,
    #[serde(with = "packed")]
    read_ends: Vec<u32>,
    #[serde(with = "packed")]
    read_columns: Vec<u16>,
    #[serde(with = "packed")]
    landmarks: Vec<u16>,
    landmarks_overflowed: bool,
}

/// The reason why there is no baked level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BakedLevelError {
    /// The file is damaged, not a baked level, or has another version.
    #[error(transparent)]
    Asset(AssetError),
    /// The level is too large.
    #[error(transparent)]
    Tiles(TilesError),
    /// The number of tiles does not match the declared size.
    #[error("the asset has {found} tiles instead of {columns} x {rows} = {expected}")]
    TileCount {
        /// The declared number of columns.
        columns: u16,
        /// The declared number of rows.
        rows: u16,
        /// The number of tiles found.
        found: usize,
        /// The number of tiles expected.
        expected: usize,
    },
    /// The file has a tile of an unknown kind.
    #[error(
        "the tile in column {column}, row {row} of the asset is of kind {code}, but only kinds 0 \
         to 3 are known"
    )]
    TileCode {
        /// The tile's column, from the left.
        column: u32,
        /// The tile's row, from the bottom.
        row: u32,
        /// The code of its kind.
        code: u8,
    },
    /// The file declares more landmarks than planners support.
    #[error("the asset declares {count} landmarks, but at most {MAX_LANDMARKS} are allowed")]
    Landmarks {
        /// The declared number of landmarks.
        count: u8,
    },
    /// The physics or the body is invalid.
    #[error(transparent)]
    Physics(PhysicsError),
    /// The character is not valid for the options of the planner.
    #[error(transparent)]
    Planner(PlannerError),
    /// The links do not belong to the level.
    #[error(transparent)]
    Links(StoredLinksError),
}

impl BakedLevelError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Asset(_) => (1, "asset"),
            Self::Tiles(_) => (2, "tiles"),
            Self::TileCount { .. } => (3, "tile_count"),
            Self::TileCode { .. } => (4, "tile_code"),
            Self::Landmarks { .. } => (5, "landmarks"),
            Self::Physics(_) => (6, "physics"),
            Self::Planner(_) => (7, "planner"),
            Self::Links(_) => (8, "links"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(tiles: Vec<u8>) -> Vec<u8> {
        stored_with(tiles, 0)
    }

    fn stored_with(tiles: Vec<u8>, landmarks: u8) -> Vec<u8> {
        let (physics, body) = (Physics::default(), Body::default());
        encode(&Stored {
            name: None,
            columns: 2,
            rows: 2,
            outside: Outside::Solid,
            tiles,
            physics,
            body,
            options: PlannerOptions::default(),
            landmarks,
            links: None,
        })
        .unwrap()
    }

    #[test]
    fn a_tile_of_an_unknown_kind_is_named() {
        assert!(BakedLevel::decode(&stored(vec![0, 1, 2, 3])).is_ok());
        let error = BakedLevel::decode(&stored(vec![0, 1, 4, 3])).unwrap_err();
        assert!(matches!(error, BakedLevelError::TileCode { column: 0, row: 1, code: 4 }));
    }

    #[test]
    fn a_file_with_too_few_tiles_is_refused() {
        let error = BakedLevel::decode(&stored(vec![0; 3])).unwrap_err();
        assert!(matches!(error, BakedLevelError::TileCount { found: 3, expected: 4, .. }));
    }

    #[test]
    fn a_file_with_too_many_landmarks_is_refused() {
        let stored = |landmarks| stored_with(vec![0; 4], landmarks);
        assert_eq!(BakedLevel::decode(&stored(16)).unwrap().landmarks(), 16);
        let error = BakedLevel::decode(&stored(17)).unwrap_err();
        assert!(matches!(error, BakedLevelError::Landmarks { count: 17 }));
    }
}
