//! All links of a planner as plain data.
//!
//! This file writes them. `restore.rs` checks and restores them.

mod error;
mod restore;

pub use error::{LinkFault, StoredLinksError};

use super::index::{index_of, narrow};
use super::landmarks::Landmarks;
use super::moves::{Link, Workspace};
use super::planner::Planner;
use super::terrain::{Span, SpanId};

/// All links and landmarks of a planner as plain data, for baked files.
///
/// Finding all links takes from milliseconds to a few hundred milliseconds on large levels.
/// [`Planner::restore_links`] takes a small fraction of that.
///
/// The lists are flat. Spans are counted from 0, by row from below and then from the left. Links
/// are grouped by span and destination. The end of an entry is an index into the next list.
///
/// ```
/// use tautline_platformer::exact::{Goal, Planner, PlannerOptions};
/// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
///
/// let tiles = Tiles::from_rows(&["....", "..##", "####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let new_planner = || Planner::new(tiles.clone(), character.clone(), PlannerOptions::default());
/// let stored = new_planner()?.to_stored_links();
///
/// let mut planner = new_planner()?;
/// planner.restore_links(&stored)?;
/// assert_eq!((planner.stale_count(), planner.link_count()), (0, stored.times.len()));
///
/// // Links of another level are rejected.
/// planner.set_tile(0, 2, tautline_platformer::Tile::Solid);
/// assert!(planner.restore_links(&stored).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredLinks {
    /// Identifies the level, the character and the options.
    pub fingerprint: u64,
    /// The end of each span's groups.
    pub group_ends: Vec<u32>,
    /// The destination span of each group.
    pub destinations: Vec<u32>,
    /// The end of each group's links.
    pub link_ends: Vec<u32>,
    /// The duration of each link in frames.
    pub times: Vec<u32>,
    /// The flight (vertical profile) of each link, by number.
    pub flights: Vec<u16>,
    /// The index of the event in which a link bumps into a ceiling; `u16::MAX` for none.
    pub bumps: Vec<u16>,
    /// Four distances for each link, in subpixels: from the low end of the span to the first
    /// launch, from the last launch to the high end, and the same for the landings.
    pub margins: Vec<u32>,
    /// With a digital axis, the residues of x modulo the walk step for each link, one bit each;
    /// otherwise empty.
    pub residues: Vec<u64>,
    /// The first row of each span's read set, counted from the row below the level.
    pub first_read_rows: Vec<u16>,
    /// The end of each span's rows in the read sets.
    pub read_ends: Vec<u32>,
    /// The first and the last column read, for each of these rows; the first is above the last if
    /// there is none.
    pub read_columns: Vec<u16>,
    /// The times from and to landmarks, by span; empty without landmarks.
    pub landmarks: Vec<u16>,
    /// True if a time from or to a landmark was too long to store.
    pub landmarks_overflowed: bool,
}

impl Planner {
    /// Returns all links and landmarks as plain data. Finds all links that are not known yet.
    #[must_use]
    pub fn to_stored_links(&self) -> StoredLinks {
        self.bake();
        let spans = &self.terrain.spans;
        let ids: Vec<SpanId> = spans.ids().collect();
        // Ids depend on earlier changes of tiles. Ranks only depend on the level.
        let mut ranks = vec![0; spans.by_id.len()];
        for (rank, &id) in (0..).zip(&ids) {
            ranks[id as usize] = rank;
        }
        let mut stored = StoredLinks { fingerprint: self.fingerprint(), ..StoredLinks::default() };
        let mut workspace = Workspace::default();
        for &id in &ids {
            let links = self.links_of(id, &mut workspace);
            for (index, group) in links.groups.iter().enumerate() {
                stored.destinations.push(ranks[group.to as usize]);
                let spans = [id, group.to].map(|id| spans.span(id));
                for link in &links.links[links.of_group(index)] {
                    stored.push_link(link, spans, self.terrain.digital);
                }
                stored.link_ends.push(index_of(stored.times.len()));
            }
            stored.group_ends.push(index_of(stored.destinations.len()));
            stored.first_read_rows.push(narrow(links.first_read_row + 1));
            let read = links.read.iter().flat_map(|read| [read.first, read.last]);
            stored.read_columns.extend(read);
            stored.read_ends.push(index_of(stored.read_columns.len() / 2));
        }
        if let Some(landmarks) = &self.landmarks {
            stored.landmarks_overflowed = landmarks.overflowed;
            stored.landmarks = ids.iter().flat_map(|&id| landmarks.times_of(id)).collect();
        }
        stored
    }

    /// Returns a hash of the level, the character and the options.
    fn fingerprint(&self) -> u64 {
        let character = &self.character;
        let of_character =
            [character.gravity, character.max_fall, character.walk, character.jump, character.cut];
        let of_character =
            character.tile.into_iter().chain(character.size).chain(of_character).map(i64::from);
        let of_options = [
            i64::from(character.grace_frames),
            i64::from(self.options.grace),
            i64::from(self.terrain.digital),
        ];
        let numbers = of_character.chain(of_options).map(i64::cast_unsigned);
        self.terrain.rows.words().chain(numbers).fold(0, |mixed: u64, number| {
            (mixed.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

impl StoredLinks {
    /// Returns the number of landmarks.
    #[must_use]
    pub fn landmark_count(&self) -> usize {
        Landmarks::count_in(&self.landmarks)
    }

    fn push_link(&mut self, link: &Link, [from, to]: [Span; 2], digital: bool) {
        self.times.push(link.time);
        self.flights.push(link.flight);
        self.bumps.push(link.bump);
        for (part, whole) in [(link.from, from.positions), (link.to, to.positions)] {
            let margins = [part.low - whole.low, whole.high - part.high];
            self.margins.extend(margins.map(i32::cast_unsigned));
        }
        if digital {
            self.residues.push(link.residues);
        }
    }
}
