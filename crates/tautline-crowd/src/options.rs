//! Options for the way in which agents make room for each other.

use crate::CrowdError;
use crate::error::{check_finite, check_not_negative, check_positive};

/// The largest number of neighbours that an agent can avoid at once:
/// [`CrowdOptions::max_neighbors`].
pub const MAX_NEIGHBORS: usize = 16;

/// Options for the way in which agents make room for each other.
///
/// There are three presets. With [`mixed`](Self::mixed), the default, a crowd flows well, and agents overlap
/// a little where they press against each other. [`strict`](Self::strict) keeps them apart, and is slower through
/// doors. [`dense`](Self::dense) is quickest through doors, with deeper overlaps. The lengths and times of the presets
/// are for people, in metres and seconds: with other world units, [scale](Self::scaled) the lengths.
///
/// ```
/// use tautline_crowd::{Crowd, CrowdOptions};
///
/// let options = CrowdOptions { horizon: 0.8, ..CrowdOptions::strict() };
/// let crowd = Crowd::with_options(options)?;
/// # Ok::<(), tautline_crowd::CrowdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdOptions {
    /// The distance within which agents see each other, in world units. Choose at least twice
    /// their greatest speed times the [horizon](Self::horizon), plus the radii of two agents: with
    /// less, agents turn aside later than the horizon says.
    pub range: f32,
    /// The number of neighbours that an agent avoids: the nearest ones. At most
    /// [`MAX_NEIGHBORS`].
    pub max_neighbors: usize,
    /// The time for which a velocity must be free of collisions with other agents, in seconds.
    /// Longer: agents turn aside earlier, and wait where they could pass.
    pub horizon: f32,
    /// The same time for walls, in seconds. Agents never cross walls, whatever this value is.
    pub wall_horizon: f32,
    /// The distance within which an agent sees walls, in world units.
    pub wall_range: f32,
    /// The share of their radii that agents keep free when they choose a velocity, from 0 to 1. Agents that
    /// come closer than their radii are [pushed apart](Self::push_rounds). A lower value makes a dense
    /// crowd flow better, and overlap more.
    pub firmness: f32,
    /// The number of times per step that overlapping agents are pushed apart. More makes overlaps
    /// in a dense crowd less deep, and costs time only there.
    pub push_rounds: u8,
    /// The time in which overlapping agents part, in seconds. Shorter: they part sooner, and jitter.
    pub parting_time: f32,
    /// The tangent of the angle by which an agent turns to its right if another one comes straight
    /// towards it. 1 is 45°, 0 turns this off, negative values keep to the left. In a dense crowd, agents
    /// also turn aside for oncoming agents that their neighbours see, and then a little further.
    pub keep_right: f32,
    /// The precedence of the agent that has less of its path left, from 0 (both
    /// make equal room) to 1 (only the other one makes room). It breaks the symmetry between two agents
    /// that would otherwise wait for each other.
    pub precedence: f32,
    /// True if agents queue in front of passages that are too narrow for two of them, go through one after the
    /// other, and give way to agents that come out. Otherwise they press towards such a passage from all sides, and
    /// may jam.
    pub queues: bool,
    /// The distance from its last target within which an agent has arrived, in world units.
    pub arrival_distance: f32,
    /// The greatest distance by which an agent is moved to the nearest ground if the ground
    /// under it disappears, in world units. If there is none within it, the agent becomes [`AgentState::OffMesh`].
    ///
    /// [`AgentState::OffMesh`]: crate::AgentState::OffMesh
    pub rescue_distance: f32,
}

impl Default for CrowdOptions {
    fn default() -> Self {
        Self::mixed()
    }
}

impl CrowdOptions {
    /// Agents that press against each other touch, and overlap a little: the default.
    ///
    /// | Field | Value | Field | Value |
    /// |---|---|---|---|
    /// | `range` | 3 | `push_rounds` | 6 |
    /// | `max_neighbors` | 8 | `parting_time` | 0.25 |
    /// | `horizon` | 0.5 | `keep_right` | 1 |
    /// | `wall_horizon` | 0.1 | `precedence` | 0.9 |
    /// | `wall_range` | 1 | `arrival_distance` | 0.1 |
    /// | `firmness` | 0.75 | `rescue_distance` | 5 |
    /// | `queues` | true | | |
    #[must_use]
    pub const fn mixed() -> Self {
        Self {
            range: 3.0,
            max_neighbors: 8,
            horizon: 0.5,
            wall_horizon: 0.1,
            wall_range: 1.0,
            firmness: 0.75,
            push_rounds: 6,
            parting_time: 0.25,
            keep_right: 1.0,
            precedence: 0.9,
            queues: true,
            arrival_distance: 0.1,
            rescue_distance: 5.0,
        }
    }

    /// Agents overlap as little as possible. Slower through doors. Like [`mixed`](Self::mixed), with
    /// `firmness` 1.
    #[must_use]
    pub const fn strict() -> Self {
        Self { firmness: 1.0, ..Self::mixed() }
    }

    /// Agents press through doors, and overlap more deeply for moments. Like [`mixed`](Self::mixed),
    /// with `firmness` 0.5 and 4 `push_rounds`.
    #[must_use]
    pub const fn dense() -> Self {
        Self { firmness: 0.5, push_rounds: 4, ..Self::mixed() }
    }

    /// The same options with all lengths multiplied by a factor. For a preset, that is the number of world units in
    /// a metre. [`Body::scaled`](crate::Body::scaled) does the same for bodies.
    ///
    /// ```
    /// use tautline_crowd::{Body, Crowd, CrowdOptions};
    ///
    /// // A metre is 32 pixels.
    /// let crowd = Crowd::with_options(CrowdOptions::mixed().scaled(32.0))?;
    /// assert_eq!((crowd.options().range, crowd.options().horizon), (96.0, 0.5));
    /// assert_eq!(Body::default().scaled(32.0).speed, 32.0 * 1.4);
    /// # Ok::<(), tautline_crowd::CrowdError>(())
    /// ```
    #[must_use]
    pub const fn scaled(self, factor: f32) -> Self {
        Self {
            range: self.range * factor,
            wall_range: self.wall_range * factor,
            arrival_distance: self.arrival_distance * factor,
            rescue_distance: self.rescue_distance * factor,
            ..self
        }
    }

    /// Checks all values.
    pub(crate) fn check(&self) -> Result<(), CrowdError> {
        check_positive([
            ("range", self.range),
            ("horizon", self.horizon),
            ("wall_horizon", self.wall_horizon),
            ("parting_time", self.parting_time),
        ])?;
        check_not_negative([
            ("wall_range", self.wall_range),
            ("arrival_distance", self.arrival_distance),
            ("rescue_distance", self.rescue_distance),
        ])?;
        let shares = [("firmness", self.firmness), ("precedence", self.precedence)];
        if let Some(&(field, value)) = shares.iter().find(|(_, value)| !(0.0..=1.0).contains(value))
        {
            return Err(CrowdError::NotAShare { field, value });
        }
        check_finite([("keep_right", self.keep_right)])?;
        if self.max_neighbors > MAX_NEIGHBORS {
            return Err(CrowdError::TooManyNeighbors { number: self.max_neighbors });
        }
        Ok(())
    }
}
