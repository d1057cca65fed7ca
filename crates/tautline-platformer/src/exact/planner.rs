//! The planner: a level, a character, and the moves between spans.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bounds::{Estimate, Landmarks};
use super::moves::kinds::flights;
use super::moves::{Links, Reverse, Workspace};
use super::plan::PlannerError;
use super::terrain::{Columns, Ground, Obstacles, Rows, SpanId, Terrain, Walk};
use crate::{Character, Tiles};

/// Which planner a planner is, with which tiles: that of clones is equal until a tile of
/// one of them changes. Or which field a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity(u64);

impl Identity {
    /// One that nothing else has had.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// What the player can do sideways.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// A stick: any whole number of subpixels up to the walk step. Plans are
    /// complete, and optimal to the frame.
    #[default]
    Analog,
    /// A cross: full left, nothing, full right. Every plan can be executed, and
    /// is optimal among those that do not touch a wall in the air to align
    /// themselves anew.
    Digital,
}

/// How a planner plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PlannerOptions {
    /// What the player can do sideways.
    pub axis: Axis,
    /// Whether jumps in the frames of grace after a ledge are planned. Without
    /// them baking takes some 0.4 of the time, one or two percent of the goals
    /// are not reached, and about a tenth are reached later.
    pub grace: bool,
}

impl Default for PlannerOptions {
    fn default() -> Self {
        Self { axis: Axis::Analog, grace: true }
    }
}

/// Plans moves of one character in one level.
///
/// A new planner knows where the body can stand. The moves from a span are
/// found when a search first needs them; [`bake`](Self::bake) finds them all
/// beforehand. The answers are the same.
///
/// It can be asked by many threads at once, each with its own
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
/// // Memory that is used again.
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
    pub(super) estimate: Estimate,
    pub(super) links: Vec<OnceLock<Links>>,
    /// The links turned around, once they were needed.
    pub(super) reverse: OnceLock<Reverse>,
    pub(super) landmarks: Option<Landmarks>,
    pub(super) identity: Identity,
}

impl Planner {
    /// A planner for a character in a level. Finds the spans, in O(tiles), and how each
    /// different jump goes, in O(rows) for each.
    ///
    /// # Errors
    ///
    /// [`PlannerError::DigitalStep`].
    pub fn new(
        tiles: Tiles,
        character: Character,
        options: PlannerOptions,
    ) -> Result<Self, PlannerError> {
        let digital = options.axis == Axis::Digital;
        if digital && !(1..=63).contains(&character.walk) {
            return Err(PlannerError::DigitalStep { step: character.walk });
        }
        let rows = Rows::new(&tiles, &character);
        let columns = Columns::new(&character, rows.columns);
        let obstacles = Obstacles::new(&rows, &columns);
        let grace = if options.grace { character.grace_frames } else { 0 };
        let flights = flights(&character, rows.count, grace);
        let ground = Ground::new(&rows, &columns, &obstacles);
        let estimate = Estimate::new(&flights, rows.count);
        let links = vec![OnceLock::new(); ground.spans.len()];
        let walk = Walk { step: character.walk };
        let terrain = Terrain { rows, obstacles, columns, walk, digital, flights, ground };
        Ok(Self {
            tiles,
            character,
            options,
            terrain,
            estimate,
            links,
            reverse: OnceLock::new(),
            landmarks: None,
            identity: Identity::new(),
        })
    }

    /// The level.
    #[must_use]
    pub const fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// The character.
    #[must_use]
    pub const fn character(&self) -> &Character {
        &self.character
    }

    /// How it plans.
    #[must_use]
    pub const fn options(&self) -> PlannerOptions {
        self.options
    }

    /// The number of spans: unbroken stretches on which the body can stand.
    #[must_use]
    pub fn span_count(&self) -> usize {
        self.terrain.ground.ids().count()
    }

    /// The number of links that are known.
    #[must_use]
    pub fn link_count(&self) -> usize {
        self.links.iter().filter_map(OnceLock::get).map(|links| links.links.len()).sum()
    }

    /// Finds all moves that are not known yet, on all cores with the feature
    /// `rayon`. The result does not depend on the number of threads.
    pub fn bake(&self) {
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            let ids: Vec<SpanId> = self.terrain.ground.ids().collect();
            ids.into_par_iter().for_each_init(Workspace::default, |workspace, id| {
                self.links_of(id, workspace);
            });
        }
        #[cfg(not(feature = "rayon"))]
        self.bake_alone();
    }

    /// [`bake`](Self::bake) on the calling thread.
    pub fn bake_alone(&self) {
        let mut workspace = Workspace::default();
        for id in self.terrain.ground.ids() {
            self.links_of(id, &mut workspace);
        }
    }

    /// The moves from a span.
    pub(super) fn links_of(&self, span: SpanId, workspace: &mut Workspace) -> &Links {
        self.links[span as usize].get_or_init(|| self.terrain.links(span, workspace))
    }

    /// The links turned around; makes all that are not known.
    pub(super) fn reverse(&self) -> &Reverse {
        self.reverse.get_or_init(|| {
            let mut workspace = Workspace::default();
            let ids = self.terrain.ground.ids();
            let links: Vec<_> = ids.map(|id| (id, self.links_of(id, &mut workspace))).collect();
            Reverse::new(self.links.len(), &links)
        })
    }

    /// Forgets what holds for all links, because some have changed.
    pub(super) fn forget_derived(&mut self) {
        self.identity = Identity::new();
        self.reverse.take();
        self.landmarks = None;
    }
}
