//! All moves of a planner as plain data.
//!
//! They are written here. `restore.rs` checks what is read and takes it over; `error.rs`
//! says what can be wrong.

mod error;
mod restore;

pub use error::{LinkFault, StoredMovesError};

use super::bounds::Landmarks;
use super::index::{index as index_of, narrow};
use super::moves::{Link, Workspace};
use super::planner::Planner;
use super::terrain::{Span, SpanId};

/// All moves that a planner has found, as plain data: what is baked.
///
/// A planner finds its moves again in milliseconds, on large levels in some
/// hundred; [`Planner::restore_moves`] reads these in a small part of the time.
///
/// Flat lists. Spans are counted from 0, by row from below and then from the
/// left; groups of links by span and then by destination, and links by group.
/// Where something ends is counted from the beginning of the next list.
///
/// ```
/// use tautline_platformer::exact::{Goal, Planner, PlannerOptions};
/// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
///
/// let tiles = Tiles::from_rows(&["....", "..##", "####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let new_planner = || Planner::new(tiles.clone(), character.clone(), PlannerOptions::default());
/// let stored = new_planner()?.to_stored_moves();
///
/// let mut planner = new_planner()?;
/// planner.restore_moves(&stored)?;
/// assert_eq!((planner.stale_count(), planner.link_count()), (0, stored.times.len()));
///
/// // Of another level they are refused.
/// planner.set_tile(0, 2, tautline_platformer::Tile::Solid);
/// assert!(planner.restore_moves(&stored).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredMoves {
    /// Tells levels, characters and options apart.
    pub fingerprint: u64,
    /// Where the groups of each span end.
    pub group_ends: Vec<u32>,
    /// The span to which the links of each group lead.
    pub destinations: Vec<u32>,
    /// Where the links of each group end.
    pub link_ends: Vec<u32>,
    /// Frames that each link takes.
    pub times: Vec<u32>,
    /// The number of each link's vertical course.
    pub flights: Vec<u16>,
    /// The event of the course in which a link bumps into a ceiling;
    /// `u16::MAX` for none.
    pub bumps: Vec<u16>,
    /// Four for each link, in subpixels: how far its first launch is from the
    /// first place of the span, its last launch from the last place; and the same
    /// of its landings.
    pub places: Vec<u32>,
    /// With a digital axis, the remainders of x by the walk step for each link, a
    /// bit each; otherwise nothing.
    pub classes: Vec<u64>,
    /// For each span the first row that its moves looked at, counted from the one
    /// below the level.
    pub first_rows: Vec<u16>,
    /// Where the rows that each span's moves looked at end.
    pub looked_ends: Vec<u32>,
    /// Two for each such row: the first column that was looked at, and the last; the
    /// first is above the last where there is none.
    pub looked: Vec<u16>,
    /// Frames from and to landmarks, by span; or nothing.
    pub landmarks: Vec<u16>,
    /// Whether a time from or to a landmark was too long to be kept.
    pub landmarks_overflowed: bool,
}

impl Planner {
    /// All moves and landmarks as plain data; finds what is not known yet.
    #[must_use]
    pub fn to_stored_moves(&self) -> StoredMoves {
        self.bake();
        let ground = &self.terrain.ground;
        let ids: Vec<SpanId> = ground.ids().collect();
        let mut ranks = vec![0; ground.spans.len()];
        for (rank, &id) in (0..).zip(&ids) {
            ranks[id as usize] = rank;
        }
        let mut stored = StoredMoves { fingerprint: self.fingerprint(), ..StoredMoves::default() };
        let mut workspace = Workspace::default();
        for &id in &ids {
            let links = self.links_of(id, &mut workspace);
            for (index, group) in links.groups.iter().enumerate() {
                stored.destinations.push(ranks[group.to as usize]);
                let spans = [id, group.to].map(|id| ground.span(id));
                for link in &links.links[links.of_group(index)] {
                    stored.push_link(link, spans, self.terrain.digital);
                }
                stored.link_ends.push(index_of(stored.times.len()));
            }
            stored.group_ends.push(index_of(stored.destinations.len()));
            stored.first_rows.push(narrow(links.first_row + 1));
            let looked = links.looked.iter().flat_map(|looked| [looked.first, looked.last]);
            stored.looked.extend(looked);
            stored.looked_ends.push(index_of(stored.looked.len() / 2));
        }
        if let Some(landmarks) = &self.landmarks {
            stored.landmarks_overflowed = landmarks.overflowed;
            stored.landmarks = ids.iter().flat_map(|&id| landmarks.times_of(id)).collect();
        }
        stored
    }

    /// A number that differs for most other levels, characters and options.
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

impl StoredMoves {
    /// How many landmarks there are.
    #[must_use]
    pub fn landmark_count(&self) -> usize {
        Landmarks::count_in(&self.landmarks)
    }

    fn push_link(&mut self, link: &Link, [from, to]: [Span; 2], digital: bool) {
        self.times.push(link.time);
        self.flights.push(link.flight);
        self.bumps.push(link.bump);
        for (part, whole) in [(link.from, from.places), (link.to, to.places)] {
            let margins = [part.low - whole.low, whole.high - part.high];
            self.places.extend(margins.map(i32::cast_unsigned));
        }
        if digital {
            self.classes.push(link.classes);
        }
    }
}
