//! Errors of a crowd.

use tautline_navmesh::QueryError;
use thiserror::Error;

use crate::AgentId;

/// The reason why a crowd refuses a call. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// The agent was removed, or belongs to another crowd.
    #[error("agent {} was removed, or belongs to another crowd", id.index())]
    NoSuchAgent {
        /// Its id.
        id: AgentId,
    },
    /// A [walker](crate::Crowd::add_walker) is moved by the game, and has no target.
    #[error("agent {} is a walker, which the game moves: use move_walker", id.index())]
    IsWalker {
        /// Its id.
        id: AgentId,
    },
    /// Only a [walker](crate::Crowd::add_walker) can be moved by the game.
    #[error("agent {} is no walker; use place to move it to another location", id.index())]
    IsNoWalker {
        /// Its id.
        id: AgentId,
    },
    /// There is no allowed ground at the location of an agent.
    #[error("there is no ground for the agent: {0}")]
    NoGround(QueryError),
    /// A value must be finite.
    #[error("{field} is {value}, but must be finite")]
    NotFinite {
        /// The name of the value.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// A value must be finite and above 0.
    #[error("{field} is {value}, but must be finite and above 0")]
    NotPositive {
        /// The name of the value.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// A value must be finite and not below 0.
    #[error("{field} is {value}, but must be finite and at least 0")]
    Negative {
        /// The name of the value.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// A value must be from 0 to 1.
    #[error("{field} is {value}, but must be from 0 to 1")]
    NotAShare {
        /// The name of the value.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// An agent avoids at most [`MAX_NEIGHBORS`](crate::MAX_NEIGHBORS) neighbours.
    #[error("max_neighbors is {number}, but must be at most {}", crate::MAX_NEIGHBORS)]
    TooManyNeighbors {
        /// The number that was asked for.
        number: usize,
    },
    /// A crowd holds fewer than 2³² agents.
    #[error("a crowd holds fewer than 4294967296 agents")]
    Full,
}

/// Not `#[from]`: the text of [`CrowdError::NoGround`] already contains that of the query error. As a source, it
/// would be printed twice.
impl From<QueryError> for CrowdError {
    fn from(error: QueryError) -> Self {
        Self::NoGround(error)
    }
}

/// The name of a value, and the value.
type Field = (&'static str, f32);

/// Checks that all values are finite.
pub(crate) fn check_finite<const N: usize>(fields: [Field; N]) -> Result<(), CrowdError> {
    let invalid = fields.into_iter().find(|(_, value)| !value.is_finite());
    invalid.map_or(Ok(()), |(field, value)| Err(CrowdError::NotFinite { field, value }))
}

/// Checks that all values are finite and above 0.
pub(crate) fn check_positive<const N: usize>(fields: [Field; N]) -> Result<(), CrowdError> {
    let invalid = fields.into_iter().find(|(_, value)| !(value.is_finite() && *value > 0.0));
    invalid.map_or(Ok(()), |(field, value)| Err(CrowdError::NotPositive { field, value }))
}

/// Checks that all values are finite and at least 0.
pub(crate) fn check_not_negative<const N: usize>(fields: [Field; N]) -> Result<(), CrowdError> {
    let invalid = fields.into_iter().find(|(_, value)| !(value.is_finite() && *value >= 0.0));
    invalid.map_or(Ok(()), |(field, value)| Err(CrowdError::Negative { field, value }))
}

impl CrowdError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::NoSuchAgent { .. } => (1, "no_such_agent"),
            Self::IsWalker { .. } => (2, "is_walker"),
            Self::IsNoWalker { .. } => (3, "is_no_walker"),
            Self::NoGround(_) => (4, "no_ground"),
            Self::NotFinite { .. } => (5, "not_finite"),
            Self::NotPositive { .. } => (6, "not_positive"),
            Self::Negative { .. } => (7, "negative"),
            Self::NotAShare { .. } => (8, "not_a_share"),
            Self::TooManyNeighbors { .. } => (9, "too_many_neighbors"),
            Self::Full => (10, "full"),
        }
    }
}
