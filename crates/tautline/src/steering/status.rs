//! The state of an agent after a tick.

use tautline_geometry::Vec2;
use tautline_navmesh::LinkId;

/// A link that an agent takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LinkStep {
    /// The link: [`NavMesh::link`](crate::NavMesh::link) has its kind and its cost.
    pub link: LinkId,
    /// True if it is taken from its first end to its second one.
    pub forwards: bool,
    /// The point where it departs: the position of the agent.
    pub from: Vec2,
    /// The point where it arrives.
    pub to: Vec2,
}

/// The state of an agent on its path, after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SteeringStatus {
    /// The agent sees the next corner of its path.
    Walking,
    /// The agent was pushed to where it did not see the next corner, and now follows a path
    /// back to it. [Find a new path](super::Steering::replan) when there is time: this one may be a
    /// detour.
    Repaired,
    /// The agent stands where a link departs. [Take it](super::Steering::take_link), and animate the
    /// agent from one end to the other.
    AtLink(LinkStep),
    /// The agent takes a link. Call [`Steering::finish_link`](super::Steering::finish_link) when it has arrived.
    OnLink(LinkStep),
    /// The agent is at its goal.
    Arrived,
    /// The path is no longer open: the filter forbids ground or a link on it, or an obstacle
    /// covers it. [Find a new path](super::Steering::replan). If the path opens again before that, the
    /// agent walks on.
    Blocked,
    /// There is no allowed ground at the agent: an obstacle covers it, or its area was closed.
    /// It does not move. [Find a new path](super::Steering::replan) with
    /// [snapping](crate::PathOptions::with_snap), which moves the agent to the nearest ground.
    OffMesh,
}
