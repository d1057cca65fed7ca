//! The planner: a level, a character, and the links between spans.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::heuristic::Heuristic;
use super::landmarks::Landmarks;
use super::moves::kinds::flights;
use super::moves::{Links, Reverse, Workspace};
use super::plan::PlannerError;
use super::terrain::{Columns, Obstacles, Rows, SpanId, Spans, Terrain, Walk};
use crate::{Character, Tiles};

/// The identity of a planner with its current tiles, or of a field. Clones are equal until one of
/// them changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity(u64);

impl Identity {
    /// Returns an identity that differs from all others.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// The horizontal input device.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// A stick: any whole number of subpixels up to the walk step. Plans are complete, and optimal
    /// to the frame.
    #[default]
    Analog,
    /// A d-pad or keys: full left, none, full right. Every plan can be executed, and it is optimal
    /// among the plans that do not touch a wall in mid-air to realign.
    Digital,
}

/// Options of a planner.
///
/// ```
/// use tautline_platformer::exact::{Axis, PlannerOptions};
///
/// let mut options = PlannerOptions::default();
/// options.axis = Axis::Digital; // keys instead of a stick
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PlannerOptions {
    /// The horizontal input device.
    pub axis: Axis,
    /// True to plan jumps in coyote time, the grace frames after a ledge. Without them, baking
    /// takes about 0.4 of the time, 1 to 2 % of the goals become unreachable, and about 10 % are
    /// reached later.
    pub grace: bool,
}

impl Default for PlannerOptions {
    fn default() -> Self {
        Self { axis: Axis::Analog, grace: true }
    }
}

/// A planner for one character in one level. Each kind of character, with its own body or physics,
/// has a planner of its own, which has its own copy of the tiles.
///
/// A new planner only knows the spans on which the body can stand. A search finds the links from a
/// span when it first needs them; [`bake`](Self::bake) finds all of them in advance. Both give the
/// same answers.
///
/// Many threads can use one planner at the same time, each with its own
/// [`Scratch`](super::Scratch).
///
/// ```
/// use tautline_platformer::exact::{Goal, Plan, Planner, PlannerOptions, Scratch};
/// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
///
/// let tiles = Tiles::from_rows(&["....", "..##", "####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let planner = Planner::new(tiles, character, PlannerOptions::default())?;
/// planner.bake();
///
/// // Reusable memory.
/// let (mut scratch, mut plan) = (Scratch::new(), Plan::default());
/// let (start, goal) = (State::standing(0, 57_600), Goal::Cell { column: 3, row: 2 });
/// planner.plan_in(start, goal, 10_000, &mut scratch, &mut plan)?;
/// assert!(plan.inputs.iter().any(|(input, _)| input.jump));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Planner {
    pub(super) tiles: Tiles,
    pub(super) character: Character,
    pub(super) options: PlannerOptions,
    pub(super) terrain: Terrain,
    pub(super) heuristic: Heuristic,
    pub(super) links: Vec<OnceLock<Links>>,
    /// The links by destination, computed when first needed.
    pub(super) reverse: OnceLock<Reverse>,
    pub(super) landmarks: Option<Landmarks>,
    pub(super) identity: Identity,
}

impl Planner {
    /// Creates a planner for a character in a level. Finds the spans in O(tiles), and simulates the
    /// vertical profile of each different jump in O(rows).
    ///
    /// # Errors
    ///
    /// [`PlannerError::DigitalStep`] for a walk step that a digital axis does not support.
    pub fn new(
        tiles: Tiles,
        character: Character,
        options: PlannerOptions,
    ) -> Result<Self, PlannerError> {
        let digital = options.axis == Axis::Digital;
        // Residues modulo the walk step are the bits of a `u64`.
        if digital && !(1..=63).contains(&character.walk) {
            return Err(PlannerError::DigitalStep { step: character.walk });
        }
        let rows = Rows::new(&tiles, &character);
        let columns = Columns::new(&character, rows.columns);
        let obstacles = Obstacles::new(&rows, &columns);
        let grace = if options.grace { character.grace_frames } else { 0 };
        let flights = flights(&character, rows.count, grace);
        let spans = Spans::new(&rows, &columns, &obstacles);
        let heuristic = Heuristic::new(&flights, rows.count);
        let links = vec![OnceLock::new(); spans.by_id.len()];
        let walk = Walk { step: character.walk };
        let terrain = Terrain { rows, obstacles, columns, walk, digital, flights, spans };
        Ok(Self {
            tiles,
            character,
            options,
            terrain,
            heuristic,
            links,
            reverse: OnceLock::new(),
            landmarks: None,
            identity: Identity::new(),
        })
    }

    /// Returns the level.
    #[must_use]
    pub const fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// Returns the character.
    #[must_use]
    pub const fn character(&self) -> &Character {
        &self.character
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> PlannerOptions {
        self.options
    }

    /// Returns the number of spans: maximal intervals on which the body can stand and walk.
    #[must_use]
    pub fn span_count(&self) -> usize {
        self.terrain.spans.ids().count()
    }

    /// Returns the number of links known so far.
    #[must_use]
    pub fn link_count(&self) -> usize {
        self.links.iter().filter_map(OnceLock::get).map(|links| links.links.len()).sum()
    }

    /// Finds all links that are not known yet, on all cores with the feature `rayon`. The result
    /// does not depend on the number of threads.
    pub fn bake(&self) {
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            let ids: Vec<SpanId> = self.terrain.spans.ids().collect();
            ids.into_par_iter().for_each_init(Workspace::default, |workspace, id| {
                self.links_of(id, workspace);
            });
        }
        #[cfg(not(feature = "rayon"))]
        self.bake_sequential();
    }

    /// [`bake`](Self::bake) on the calling thread only.
    pub fn bake_sequential(&self) {
        let mut workspace = Workspace::default();
        for id in self.terrain.spans.ids() {
            self.links_of(id, &mut workspace);
        }
    }

    /// Returns the links from a span; finds them if they are not known.
    pub(super) fn links_of(&self, span: SpanId, workspace: &mut Workspace) -> &Links {
        self.links[span as usize].get_or_init(|| self.terrain.links(span, workspace))
    }

    /// Returns the links by destination; finds all that are not known.
    pub(super) fn reverse(&self) -> &Reverse {
        self.reverse.get_or_init(|| {
            let mut workspace = Workspace::default();
            let ids = self.terrain.spans.ids();
            let links: Vec<_> = ids.map(|id| (id, self.links_of(id, &mut workspace))).collect();
            Reverse::new(self.links.len(), &links)
        })
    }

    /// Drops everything derived from the set of all links, after some of them changed.
    pub(super) fn invalidate_derived(&mut self) {
        self.identity = Identity::new();
        self.reverse.take();
        self.landmarks = None;
    }
}
