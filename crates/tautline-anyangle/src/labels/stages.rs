//! Parts of queries, for those who measure them.

use tautline_navmesh::{CorridorEnd, NavMesh, QueryError};

use super::query::Target;
use super::{LabelScratch, Labels};
use crate::labels::signs::Signs;

/// A part of a query, in order; each stands for those before it as well.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The areas of both ends.
    Locate,
    /// Whether the straight way is free.
    Sight,
    /// Which corners both ends see.
    Scan,
    /// Where their labels meet.
    Meet,
}
