//! The funnel algorithm for an agent with a radius.
//!
//! The centre of the agent keeps the distance `r` from all portal ends that it passes. The
//! shortest such path consists of arcs of radius `r` around portal ends, and of common tangents
//! of successive discs between them:
//!
//! ```text
//!    start o                  C                   o goal
//!            - _              *             _ -       C: left end of a portal, the
//!                - _          | r       _ -              centre of a disc
//!        tangent     - o      |      o -   tangent    o: tangent points
//!                         -  _|_  -
//!                            arc
//!                             :
//!                             :  portal, free below C
//! ```
//!
//! Two discs on the same side of the path are joined by an outer tangent. Discs on opposite
//! sides are joined by an inner tangent, which crosses the line through their centres; there is
//! none if the discs overlap, and then the agent does not fit between them.
//!
//! The corners of a point's shortest path are the first discs. Then two corrections are repeated
//! until neither applies: remove a disc around which the path would turn the wrong way (it would
//! not be taut), and add the disc that the path violates most, on a tangent or on an arc.

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2, to_f32};
use thiserror::Error;

use crate::angle::counter_clockwise;
use crate::disc::{Disc, Tangent};
use crate::{Funnel, Portal, pull};

/// A straight or circular segment of the path of an agent's centre.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathSegment {
    /// A straight segment.
    Line {
        /// The first point.
        from: DVec2,
        /// The last point.
        to: DVec2,
    },
    /// An arc around a portal end, at the distance of the radius.
    Arc(Arc),
}

/// A circular arc.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Arc {
    /// The centre of the circle: a portal end.
    pub center: Vec2,
    /// The first point.
    pub from: DVec2,
    /// The last point.
    pub to: DVec2,
    /// True if the agent turns left (counter-clockwise) around the centre.
    pub turns_left: bool,
    /// The angle of the arc in radians, at least 0.
    pub angle: f64,
}

/// The reason why there is no path for an agent with a radius.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RadiusError {
    /// The radius is negative or not finite.
    #[error("the agent radius is {radius}, but must be finite and at least 0")]
    InvalidRadius {
        /// The offending radius.
        radius: f32,
    },
    /// A coordinate of the start, the goal or a portal is infinite or not a number.
    #[error("the corridor has the point ({x}, {y}), but coordinates must be finite")]
    NotFinite {
        /// Its x.
        x: f32,
        /// Its y.
        y: f32,
    },
    /// The agent does not fit between two corners of the corridor.
    #[error(
        "the corridor is {} wide at portal {portal}, but the agent needs {}",
        to_f32(*width), to_f32(*needed)
    )]
    TooNarrow {
        /// The portal, counted from 0, at which the agent is stuck.
        portal: usize,
        /// The distance between the corners.
        width: f64,
        /// Twice the radius.
        needed: f64,
    },
    /// The corners of the corridor are so close that the iteration did not converge.
    #[error(
        "the path of radius {radius} through {portals} portals did not converge; use a smaller radius"
    )]
    NotConverged {
        /// The radius.
        radius: f64,
        /// The number of portals.
        portals: usize,
    },
    /// The start or the goal is closer to a corner than the radius.
    #[error(
        "the {end} is {} away from a corner of portal {portal}, but the agent needs {}",
        to_f32(*distance), to_f32(*needed)
    )]
    EndTooNear {
        /// "start" or "goal".
        end: &'static str,
        /// The portal, counted from 0.
        portal: usize,
        /// The distance to the corner.
        distance: f64,
        /// The radius.
        needed: f64,
    },
}

impl RadiusError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::InvalidRadius { .. } => (1, "invalid_radius"),
            Self::NotFinite { .. } => (2, "not_finite"),
            Self::TooNarrow { .. } => (3, "too_narrow"),
            Self::NotConverged { .. } => (4, "not_converged"),
            Self::EndTooNear { .. } => (5, "end_too_near"),
        }
    }
}

/// The memory of [`pull_with_radius`]. Reuse it, for any corridor.
#[derive(Clone, Debug, Default)]
pub struct RadiusFunnel {
    point_funnel: Funnel,
    point_path: Vec<Vec2>,
    /// The discs around which the path bends, from the start to the goal.
    discs: Vec<Disc>,
}

impl RadiusFunnel {
    /// Creates an empty funnel. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { point_funnel: Funnel::new(), point_path: Vec::new(), discs: Vec::new() }
    }
}

/// Finds the shortest path of the centre of an agent that keeps at least `radius` away from all
/// portal ends that it passes. Replaces the contents of `segments` by alternating lines and
/// arcs, and returns the length.
///
/// The only obstacles of the corridor are the portal ends: no others may reach into it. With a
/// radius of 0, the path is that of [`pull`].
///
/// Turns are decided in `f64`. A turn by 270 degrees or more around one corner (on a spiral
/// staircase without a well) is not distinguished from a turn in the opposite direction. Takes
/// O(n) for n portals each time a disc is added or removed, which is rare where corners
/// are farther apart than the diameter of the agent.
///
/// # Errors
///
/// A [`RadiusError`] if the agent does not fit, which names the portal, or if a number is
/// not finite. `segments` is then empty.
///
/// ```
/// use tautline_funnel::{PathSegment, Portal, RadiusFunnel, Vec2, pull_with_radius};
///
/// let portals = [Portal::new(Vec2::new(0.0, 9.0), Vec2::new(0.0, 0.0))];
/// let (start, goal) = (Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0));
/// let mut segments = Vec::new();
/// let length =
///     pull_with_radius(start, &portals, goal, 3.0, &mut RadiusFunnel::new(), &mut segments)?;
/// assert!(matches!(segments[..], [PathSegment::Line { .. }, PathSegment::Arc(_), PathSegment::Line { .. }]));
/// // Two lines of length 4, and an arc of radius 3.
/// assert!((length - (8.0 + 3.0 * 2.0 * 0.6_f64.asin())).abs() < 1e-12);
/// # Ok::<(), tautline_funnel::RadiusError>(())
/// ```
pub fn pull_with_radius(
    start: Vec2,
    portals: &[Portal],
    goal: Vec2,
    radius: f32,
    funnel: &mut RadiusFunnel,
    segments: &mut Vec<PathSegment>,
) -> Result<f64, RadiusError> {
    segments.clear();
    if !radius.is_finite() || radius < 0.0 {
        return Err(RadiusError::InvalidRadius { radius });
    }
    let ends = portals.iter().flat_map(|portal| [portal.left, portal.right]);
    if let Some(point) = [start, goal].into_iter().chain(ends).find(|point| !point.is_finite()) {
        return Err(RadiusError::NotFinite { x: point.x, y: point.y });
    }
    let radius = f64::from(radius);
    let RadiusFunnel { point_funnel, point_path, discs } = funnel;
    // A first approximation: a disc bends at most of the corners at which a point bends.
    let length = pull(start, portals, goal, point_funnel, point_path);
    if radius <= 0.0 {
        let line = |ends: &[Vec2]| PathSegment::Line { from: ends[0].into(), to: ends[1].into() };
        segments.extend(point_path.windows(2).map(line));
        return Ok(length);
    }
    // Rejects the obvious cases with the most helpful errors. `tangent_to` finds the others.
    check_widths(start, portals, goal, radius)?;
    discs_of_path(point_path, portals, radius, discs);
    relax_discs(discs, portals, radius)?;
    let length = write_segments(discs, radius, segments);
    if length.is_err() {
        segments.clear();
    }
    length
}

/// Rejects portals that are too narrow by themselves, and a start or goal too close to the
/// first or last one.
fn check_widths(
    start: Vec2,
    portals: &[Portal],
    goal: Vec2,
    radius: f64,
) -> Result<(), RadiusError> {
    for (index, portal) in portals.iter().enumerate() {
        let width = DVec2::from(portal.left).distance(portal.right.into());
        if width < 2.0 * radius {
            return Err(RadiusError::TooNarrow { portal: index, width, needed: 2.0 * radius });
        }
    }
    let last = portals.len().saturating_sub(1);
    for (end, point, index) in [("start", start, 0), ("goal", goal, last)] {
        let Some(portal) = portals.get(index) else {
            continue;
        };
        for corner in [portal.left, portal.right] {
            let distance = DVec2::from(point).distance(corner.into());
            if distance < radius {
                let needed = radius;
                return Err(RadiusError::EndTooNear { end, portal: index, distance, needed });
            }
        }
    }
    Ok(())
}

/// Replaces `discs` by one disc for each point of a point agent's path.
fn discs_of_path(path: &[Vec2], portals: &[Portal], radius: f64, discs: &mut Vec<Disc>) {
    discs.clear();
    let [start, corners @ .., goal] = path else { return };
    discs.push(Disc::at_end(*start, 0));
    let mut next = 0;
    for &corner in corners {
        // Corners are portal ends, in the order of the portals. A corner of several
        // portals belongs to the first of them.
        let is_here = |portal: &Portal| portal.left == corner || portal.right == corner;
        next += portals[next..].iter().position(is_here).unwrap_or(0);
        let is_left = portals[next].left == corner;
        let disc = Disc::at_portal(portals, next, is_left, radius);
        discs.push(disc.with_shared_portals(portals));
    }
    discs.push(Disc::at_end(*goal, portals.len()));
}

/// Adds and removes discs until the path keeps its distance from all corners and is taut
/// around all its discs.
fn relax_discs(discs: &mut Vec<Disc>, portals: &[Portal], radius: f64) -> Result<(), RadiusError> {
    // Each corner is added for good at most once. The bound only ends cycles that are
    // caused by rounding between corners that nearly touch.
    for _ in 0..4 * portals.len() + 16 {
        if remove_slack_disc(discs)? {
            continue;
        }
        let Some((position, disc)) = deepest_violation(discs, portals, radius)? else {
            return Ok(());
        };
        discs.insert(position, disc);
    }
    Err(RadiusError::NotConverged { radius, portals: portals.len() })
}

/// Removes the first disc around which the path is not taut. Returns false if there is none.
fn remove_slack_disc(discs: &mut Vec<Disc>) -> Result<bool, RadiusError> {
    for index in 1..discs.len().saturating_sub(1) {
        let before = discs[index - 1].tangent_to(discs[index])?;
        let after = discs[index].tangent_to(discs[index + 1])?;
        if !discs[index].is_taut_around(before, after) {
            discs.remove(index);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the disc of the corner that the path violates most, and its index among the discs;
/// `None` if the path keeps the radius from all corners.
fn deepest_violation(
    discs: &[Disc],
    portals: &[Portal],
    radius: f64,
) -> Result<Option<(usize, Disc)>, RadiusError> {
    // A tangent touches its own disc, up to rounding: the tolerance is relative to the
    // radius for tangents, and to the largest coordinate for points.
    let extent = discs.iter().map(|disc| disc.center.x.abs().max(disc.center.y.abs()));
    let mut least_clearance = radius * (1.0 - 1e-9) - 1e-14 * extent.fold(0.0, f64::max);
    let mut deepest = None;
    let mut arrived: Option<Tangent> = None;
    for (index, pair) in discs.windows(2).enumerate() {
        let tangent = pair[0].tangent_to(pair[1])?;
        for portal in portals_within_reach(discs, index, tangent, portals, radius) {
            // A portal that ends at a disc of this tangent may be crossed on the arc
            // instead: then either side of its ends is right.
            let is_passed = pair[0].last_portal < portal && portal < pair[1].portal;
            for is_left in [true, false] {
                let disc = Disc::at_portal(portals, portal, is_left, radius);
                if pair.iter().any(|end| end.is_corner() && end.center == disc.center) {
                    continue;
                }
                let clearance = tangent.clearance(disc, is_passed);
                if clearance < least_clearance {
                    least_clearance = clearance;
                    deepest = Some((index + 1, disc));
                }
            }
        }
        if let Some(before) = arrived.replace(tangent) {
            for disc in pair[0].overlapping(portals) {
                let clearance = pair[0].arc_clearance(before, tangent, disc);
                if clearance < least_clearance {
                    least_clearance = clearance;
                    let is_behind = pair[0].last_portal < disc.portal;
                    deepest = Some((index + usize::from(is_behind), disc));
                }
            }
        }
    }
    Ok(deepest.map(|(index, disc)| (index, disc.with_shared_portals(portals))))
}

/// The range of portals whose ends the agent may touch while its centre moves along a tangent: the
/// portals of this tangent and of its two neighbours, and further portals in both directions as long
/// as they are within the radius. (Later portals that come near again may be on another floor.)
fn portals_within_reach(
    discs: &[Disc],
    index: usize,
    tangent: Tangent,
    portals: &[Portal],
    radius: f64,
) -> Range<usize> {
    let around = &discs[index.saturating_sub(1)..discs.len().min(index + 3)];
    let first = around.iter().map(|disc| disc.portal).min().unwrap_or(0).min(portals.len());
    let last = around.iter().map(|disc| disc.last_portal).max().unwrap_or(0);
    let end = portals.len().min(last + 1);
    let is_reached = |portal: &&Portal| tangent.is_nearer_than(portal, radius);
    let before = portals[..first].iter().rev().take_while(is_reached).count();
    let after = portals[end..].iter().take_while(is_reached).count();
    first - before..end + after
}

/// Writes the tangents between the discs and the arcs around them. Returns the length.
fn write_segments(
    discs: &[Disc],
    radius: f64,
    segments: &mut Vec<PathSegment>,
) -> Result<f64, RadiusError> {
    let mut length = 0.0;
    let mut arrived: Option<Tangent> = None;
    for pair in discs.windows(2) {
        let tangent = pair[0].tangent_to(pair[1])?;
        if let Some(before) = arrived {
            let turns_left = pair[0].offset < 0.0;
            let turn = before.direction.perp_dot(tangent.direction);
            let turn = if turns_left { turn } else { -turn };
            let angle = counter_clockwise(before.direction.dot(tangent.direction), turn);
            length += radius * angle;
            let center = pair[0].center.as_vec2();
            let (from, to) = (before.to, tangent.from);
            segments.push(PathSegment::Arc(Arc { center, from, to, turns_left, angle }));
        }
        length += tangent.from.distance(tangent.to);
        segments.push(PathSegment::Line { from: tangent.from, to: tangent.to });
        arrived = Some(tangent);
    }
    Ok(length)
}
