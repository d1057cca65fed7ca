//! The funnel for an agent with a radius.

use std::ops::Range;

use tautline_geometry::{DVec2, Segment, Vec2};
use thiserror::Error;

use crate::angle::counter_clockwise;
use crate::{Funnel, Portal, pull};

/// A piece of the way that an agent's centre takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Piece {
    /// Straight on.
    Leg {
        /// Where it begins.
        from: DVec2,
        /// Where it ends.
        to: DVec2,
    },
    /// Round a portal's end, at the distance of the radius.
    Arc(Arc),
}

/// A piece of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Arc {
    /// The portal's end in the middle of the circle.
    pub center: Vec2,
    /// Where the arc begins.
    pub from: DVec2,
    /// Where it ends.
    pub to: DVec2,
    /// Whether the walker turns left (counter-clockwise) round the centre.
    pub turns_left: bool,
    /// By how much the walker turns, in radians, at least 0.
    pub angle: f64,
}

/// Why a corridor cannot be walked with a radius.
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
    #[error("the corridor leads by ({x}, {y}), but coordinates must be finite")]
    NotFinite {
        /// Where it is.
        x: f32,
        /// Where it is.
        y: f32,
    },
    /// The agent does not fit between two corners of the corridor.
    #[error("the corridor is {width} wide at portal {portal}, but the agent needs {needed}")]
    TooNarrow {
        /// The portal, counted from 0, at which the agent is stuck.
        portal: usize,
        /// The distance between the corners.
        width: f64,
        /// Twice the radius.
        needed: f64,
    },
    /// The corners of the corridor stand so close that no path settled.
    #[error("no path of radius {radius} settled between the corners of {portals} portals")]
    Unsettled {
        /// The radius.
        radius: f64,
        /// How many portals there are.
        portals: usize,
    },
    /// The start or the goal is nearer to a corner than the radius.
    #[error(
        "the {end} is {distance} away from a corner of portal {portal}, but the agent needs {needed}"
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

/// The memory of [`pull_with_radius`]. Reuse it; it serves any corridor.
#[derive(Clone, Debug)]
pub struct RadiusFunnel {
    point_funnel: Funnel,
    point_path: Vec<Vec2>,
    /// What the path winds round, from the start to the goal.
    discs: Vec<Disc>,
}

impl Default for RadiusFunnel {
    fn default() -> Self {
        Self::new()
    }
}

impl RadiusFunnel {
    /// An empty funnel. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { point_funnel: Funnel::new(), point_path: Vec::new(), discs: Vec::new() }
    }
}

/// Pulls the path of an agent's centre taut, at least `radius` away from all
/// portal ends that it passes. The pieces, legs and arcs in turn, replace what
/// is in `pieces`; the length is returned.
///
/// Shortest for a disc in that corridor. The corridor's only obstacles are the
/// portals' ends: whatever else stands in the ground must not reach in. A
/// radius of 0 gives what [`pull`] gives.
///
/// The way of a point is pulled first; then every corner becomes a disc, a
/// disc that a leg cuts is added, and one that the path does not wind round is
/// dropped, until neither is left. Turns are decided in `f64`, and a turn of
/// three quarters of a circle or more round one corner (on a winding stair
/// without a well) is not told from a turn the other way. O(n) for n
/// portals each time a disc comes or goes, which seldom happens where corners
/// are farther apart than the agent is wide.
///
/// # Errors
///
/// A [`RadiusError`] if the agent does not fit; it names the portal. Or if a number is
/// not finite.
///
/// ```
/// use tautline_funnel::{Piece, Portal, RadiusFunnel, Vec2, pull_with_radius};
///
/// let gate = [Portal::new(Vec2::new(0.0, 9.0), Vec2::new(0.0, 0.0))];
/// let (start, goal) = (Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0));
/// let mut pieces = Vec::new();
/// let length =
///     pull_with_radius(start, &gate, goal, 3.0, &mut RadiusFunnel::new(), &mut pieces)?;
/// assert!(matches!(pieces[..], [Piece::Leg { .. }, Piece::Arc(_), Piece::Leg { .. }]));
/// // Two legs of 4, and an arc of the circle of radius 3.
/// assert!((length - (8.0 + 3.0 * 2.0 * 0.6_f64.asin())).abs() < 1e-12);
/// # Ok::<(), tautline_funnel::RadiusError>(())
/// ```
pub fn pull_with_radius(
    start: Vec2,
    portals: &[Portal],
    goal: Vec2,
    radius: f32,
    funnel: &mut RadiusFunnel,
    pieces: &mut Vec<Piece>,
) -> Result<f64, RadiusError> {
    pieces.clear();
    if !radius.is_finite() || radius < 0.0 {
        return Err(RadiusError::InvalidRadius { radius });
    }
    let ends = portals.iter().flat_map(|portal| [portal.left, portal.right]);
    if let Some(place) = [start, goal].into_iter().chain(ends).find(|place| !place.is_finite()) {
        return Err(RadiusError::NotFinite { x: place.x, y: place.y });
    }
    let radius = f64::from(radius);
    let RadiusFunnel { point_funnel, point_path, discs } = funnel;
    let length = pull(start, portals, goal, point_funnel, point_path);
    if radius <= 0.0 {
        let leg = |ends: &[Vec2]| Piece::Leg { from: ends[0].into(), to: ends[1].into() };
        pieces.extend(point_path.windows(2).map(leg));
        return Ok(length);
    }
    check_widths(start, portals, goal, radius)?;
    place_discs(point_path, portals, radius, discs);
    settle(discs, portals, radius)?;
    write_pieces(discs, radius, pieces)
}

/// Refuses gates that are too narrow by themselves, and ends too near to them.
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

/// What the path must keep clear of: a corner, or the point where it ends.
#[derive(Clone, Copy, Debug)]
struct Disc {
    center: DVec2,
    /// How far to the walker's left of the centre the path passes: -r for the
    /// left end of a portal, +r for the right end, 0 for start and goal.
    offset: f64,
    /// The first of the successive portals that end here; for the goal, one
    /// past the last portal.
    portal: usize,
    /// The last of them.
    last_portal: usize,
}

/// The way from one disc to the next, touching both.
#[derive(Clone, Copy, Debug)]
struct Tangent {
    direction: DVec2,
    from: DVec2,
    to: DVec2,
}

impl Disc {
    /// The disc without extent at the start or the goal.
    fn at_end(point: Vec2, portal: usize) -> Self {
        Self { center: point.into(), offset: 0.0, portal, last_portal: portal }
    }

    /// The disc round one end of a portal.
    fn at_portal(portals: &[Portal], portal: usize, is_left: bool, radius: f64) -> Self {
        let end = |portal: &Portal| if is_left { portal.left } else { portal.right };
        let corner = end(&portals[portal]);
        let shared = portals[portal..].iter().take_while(|portal| end(portal) == corner).count();
        Self {
            center: corner.into(),
            offset: if is_left { -radius } else { radius },
            portal,
            last_portal: portal + shared - 1,
        }
    }

    fn is_corner(self) -> bool {
        self.offset.abs() > 0.0
    }

    /// The directed common tangent that passes both discs on their sides.
    fn tangent_to(self, other: Self) -> Result<Tangent, RadiusError> {
        let between = other.center - self.center;
        let distance_squared = between.length_squared();
        let shift = self.offset - other.offset;
        let along_squared = distance_squared - shift * shift;
        // With one centre there is no direction, whatever the offsets.
        if along_squared < 0.0 || distance_squared <= 0.0 {
            return Err(self.overlap(other, distance_squared.sqrt(), shift.abs()));
        }
        let along = along_squared.sqrt();
        let direction = (between * along - between.perp() * shift) * (1.0 / distance_squared);
        let normal = direction.perp();
        let (from, to) = (self.center + normal * self.offset, other.center + normal * other.offset);
        Ok(Tangent { direction, from, to })
    }

    fn overlap(self, other: Self, distance: f64, needed: f64) -> RadiusError {
        match (self.is_corner(), other.is_corner()) {
            (false, _) => {
                RadiusError::EndTooNear { end: "start", portal: other.portal, distance, needed }
            }
            (true, false) => {
                RadiusError::EndTooNear { end: "goal", portal: self.portal, distance, needed }
            }
            _ => RadiusError::TooNarrow { portal: other.portal, width: distance, needed },
        }
    }

    /// Whether a path that comes along one tangent and goes on along another
    /// winds round the disc the right way. Only turns of less than a right
    /// angle can go wrong; larger ones are the way round the end of a wall.
    fn is_wound_round(self, before: Tangent, after: Tangent) -> bool {
        let turn = before.direction.perp_dot(after.direction);
        turn * self.offset <= 0.0 || before.direction.dot(after.direction) < 0.0
    }
}

/// Makes a disc of every point of the point's path.
fn place_discs(path: &[Vec2], portals: &[Portal], radius: f64, discs: &mut Vec<Disc>) {
    discs.clear();
    let [start, corners @ .., goal] = path else { return };
    discs.push(Disc::at_end(*start, 0));
    let mut next = 0;
    for &corner in corners {
        let is_here = |portal: &Portal| portal.left == corner || portal.right == corner;
        next += portals[next..].iter().position(is_here).unwrap_or(0);
        let is_left = portals[next].left == corner;
        discs.push(Disc::at_portal(portals, next, is_left, radius));
    }
    discs.push(Disc::at_end(*goal, portals.len()));
}

/// Adds and drops discs until the path keeps clear of all corners and winds
/// round all its discs.
fn settle(discs: &mut Vec<Disc>, portals: &[Portal], radius: f64) -> Result<(), RadiusError> {
    // Each corner comes at most once for good; the bound only ends a dance of
    // rounding errors between corners that all but touch.
    for _ in 0..4 * portals.len() + 16 {
        if drop_slack(discs)? {
            continue;
        }
        let Some((position, disc)) = deepest_cut(discs, portals, radius)? else {
            return Ok(());
        };
        discs.insert(position, disc);
    }
    Err(RadiusError::Unsettled { radius, portals: portals.len() })
}

/// Drops the first disc that the path does not wind round, if there is one.
fn drop_slack(discs: &mut Vec<Disc>) -> Result<bool, RadiusError> {
    for index in 1..discs.len().saturating_sub(1) {
        let before = discs[index - 1].tangent_to(discs[index])?;
        let after = discs[index].tangent_to(discs[index + 1])?;
        if !discs[index].is_wound_round(before, after) {
            discs.remove(index);
            return Ok(true);
        }
    }
    Ok(false)
}

/// The corner that a leg comes nearest to, if it is nearer than the radius,
/// and where it belongs among the discs.
fn deepest_cut(
    discs: &[Disc],
    portals: &[Portal],
    radius: f64,
) -> Result<Option<(usize, Disc)>, RadiusError> {
    // A tangent meets its corner at the radius, give or take the rounding of
    // tangents and of coordinates.
    let extent = discs.iter().map(|disc| disc.center.x.abs().max(disc.center.y.abs()));
    let mut least_clearance = radius * (1.0 - 1e-9) - 1e-14 * extent.fold(0.0, f64::max);
    let mut deepest = None;
    for (index, pair) in discs.windows(2).enumerate() {
        let tangent = pair[0].tangent_to(pair[1])?;
        for portal in portals_within_reach(discs, index, tangent, portals, radius) {
            // Portals that end at a disc of this leg may be passed while the
            // path winds round it: then the leg has no side of them to keep.
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
    }
    Ok(deepest)
}

/// The portals that the agent's body may meet while its centre walks along a leg
/// of the path: those of the leg itself and of both legs beside it, and from
/// there on all that it reaches into on this leg. (Portals
/// farther along may lie below or above, on another floor.)
fn portals_within_reach(
    discs: &[Disc],
    leg: usize,
    tangent: Tangent,
    portals: &[Portal],
    radius: f64,
) -> Range<usize> {
    let around = &discs[leg.saturating_sub(1)..discs.len().min(leg + 3)];
    let first = around.iter().map(|disc| disc.portal).min().unwrap_or(0).min(portals.len());
    let last = around.iter().map(|disc| disc.last_portal).max().unwrap_or(0);
    let end = portals.len().min(last + 1);
    let is_reached = |portal: &&Portal| tangent.comes_nearer(portal, radius);
    let before = portals[..first].iter().rev().take_while(is_reached).count();
    let after = portals[end..].iter().take_while(is_reached).count();
    first - before..end + after
}

impl Tangent {
    /// Whether the leg comes nearer to a portal than a distance, anywhere.
    fn comes_nearer(self, portal: &Portal, distance: f64) -> bool {
        let leg = Segment::new(self.from.as_vec2(), self.to.as_vec2());
        let gate = Segment::new(portal.left, portal.right);
        // Two segments that do not meet are nearest at an end of one of them.
        leg.intersects(&gate)
            || [self.from, self.to]
                .into_iter()
                .map(|end| gate.distance_squared(end))
                .chain([gate.a, gate.b].map(|end| leg.distance_squared(end.into())))
                .any(|squared| squared < distance * distance)
    }

    /// How far the leg stays away from a corner; negative if it passes on the
    /// wrong side of it, where that matters.
    fn clearance(self, disc: Disc, has_side: bool) -> f64 {
        let to_center = disc.center - self.from;
        let along = to_center.dot(self.direction);
        if along < 0.0 {
            return disc.center.distance(self.from);
        }
        if along > self.from.distance(self.to) {
            return disc.center.distance(self.to);
        }
        let to_the_left = self.direction.perp_dot(to_center);
        let outwards = if disc.offset < 0.0 { to_the_left } else { -to_the_left };
        if has_side { outwards } else { outwards.abs() }
    }
}

/// Joins the discs by tangents and arcs.
fn write_pieces(discs: &[Disc], radius: f64, pieces: &mut Vec<Piece>) -> Result<f64, RadiusError> {
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
            pieces.push(Piece::Arc(Arc { center, from, to, turns_left, angle }));
        }
        length += tangent.from.distance(tangent.to);
        pieces.push(Piece::Leg { from: tangent.from, to: tangent.to });
        arrived = Some(tangent);
    }
    Ok(length)
}
