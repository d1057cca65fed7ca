//! The discs that the path of an agent with a radius touches, and their common tangents.
//!
//! The path passes a corner at the distance of the radius, so along a circle around it:
//!
//! ```text
//!          . - .                      . - .
//!        /   *   \                  /   *   \       *: left ends of portals
//!        \ offset/                  \       /
//!    - - - o - - - - - - - - - - - - - o - - - - >   o: tangent points
//!                    tangent
//! ```

use tautline_geometry::{DVec2, Segment, Vec2};

use crate::angle::counter_clockwise;
use crate::{Portal, RadiusError};

/// A circle that the path touches: around a corner, or of radius 0 at the start or the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub(crate) center: DVec2,
    /// The signed distance by which the path passes to the left of the centre: -r for the
    /// left end of a portal, +r for the right end, 0 for the start and the goal.
    pub(crate) offset: f64,
    /// The first of the successive portals that share this end; for the goal, the number
    /// of portals.
    pub(crate) portal: usize,
    /// The last of them.
    pub(crate) last_portal: usize,
}

/// A directed common tangent of two discs, between its tangent points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tangent {
    pub(crate) direction: DVec2,
    pub(crate) from: DVec2,
    pub(crate) to: DVec2,
}

impl Disc {
    /// Creates the disc of radius 0 at the start or the goal.
    pub(crate) fn at_end(point: Vec2, portal: usize) -> Self {
        Self { center: point.into(), offset: 0.0, portal, last_portal: portal }
    }

    /// Creates the disc around one end of a portal, without further portals that share the end.
    pub(crate) fn at_portal(portals: &[Portal], portal: usize, is_left: bool, radius: f64) -> Self {
        let Portal { left, right } = portals[portal];
        let (corner, offset) = if is_left { (left, -radius) } else { (right, radius) };
        Self { center: corner.into(), offset, portal, last_portal: portal }
    }

    /// The same disc with the successive portals that share its end.
    pub(crate) fn with_shared_portals(self, portals: &[Portal]) -> Self {
        let is_left = self.offset < 0.0;
        let end = |portal: &Portal| if is_left { portal.left } else { portal.right };
        let corner = end(&portals[self.portal]);
        let shared = portals[self.portal..].iter().take_while(|portal| end(portal) == corner);
        Self { last_portal: self.portal + shared.count() - 1, ..self }
    }

    pub(crate) fn is_corner(self) -> bool {
        self.offset.abs() > 0.0
    }

    /// Returns the directed common tangent that passes each disc on its side: an outer tangent
    /// if the offsets have the same sign, otherwise an inner one.
    pub(crate) fn tangent_to(self, other: Self) -> Result<Tangent, RadiusError> {
        let between = other.center - self.center;
        let distance_squared = between.length_squared();
        let shift = self.offset - other.offset;
        let along_squared = distance_squared - shift * shift;
        // Discs on opposite sides of the path have no tangent if they overlap; discs with the same
        // centre never have one.
        if along_squared < 0.0 || distance_squared <= 0.0 {
            return Err(self.overlap(other, distance_squared.sqrt(), shift.abs()));
        }
        // The tangent is the line through the centres, turned clockwise by the angle whose sine is
        // shift / distance; `along` is its length between the tangent points.
        let along = along_squared.sqrt();
        let direction = (between * along - between.perp() * shift) * (1.0 / distance_squared);
        let normal = direction.perp();
        let (from, to) = (self.center + normal * self.offset, other.center + normal * other.offset);
        Ok(Tangent { direction, from, to })
    }

    /// The error for two discs without a common tangent.
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

    /// Returns true if a path that arrives along one tangent and leaves along another turns
    /// towards the disc, so that it is taut around it. Turns by more than 90 degrees lead around
    /// the end of a wall, and are always taut.
    pub(crate) fn is_taut_around(self, before: Tangent, after: Tangent) -> bool {
        let turn = before.direction.perp_dot(after.direction);
        turn * self.offset <= 0.0 || before.direction.dot(after.direction) < 0.0
    }

    /// Returns the other discs that overlap this one: those of its portals, and of further
    /// portals in both directions as long as they are within the diameter.
    pub(crate) fn overlapping(self, portals: &[Portal]) -> impl Iterator<Item = Self> + '_ {
        let radius = self.offset.abs();
        let is_reached = |portal: &&Portal| {
            let door = Segment::new(portal.left, portal.right);
            door.distance_squared(self.center) < 4.0 * radius * radius
        };
        let before = portals[..self.portal].iter().rev().take_while(is_reached).count();
        let after = portals[self.last_portal + 1..].iter().take_while(is_reached).count();
        let reached = self.portal - before..self.last_portal + 1 + after;
        reached
            .flat_map(move |portal| {
                [true, false].map(|is_left| Self::at_portal(portals, portal, is_left, radius))
            })
            .filter(move |disc| {
                let distance = disc.center.distance(self.center);
                0.0 < distance && distance < 2.0 * radius
            })
    }

    /// The distance from another corner to the arc around this disc, between two tangents. Infinite if
    /// the nearest point is an end of the arc: ends belong to the tangents, which are checked as well.
    pub(crate) fn arc_clearance(self, before: Tangent, after: Tangent, other: Self) -> f64 {
        let outwards = |point: DVec2| point - self.center;
        let (from, to, towards) =
            (outwards(before.to), outwards(after.from), outwards(other.center));
        // Angles in the direction in which the path turns.
        let turn = |vector: DVec2| {
            let side = from.perp_dot(vector);
            counter_clockwise(from.dot(vector), if self.offset < 0.0 { side } else { -side })
        };
        if turn(towards) < turn(to) {
            (towards.length() - self.offset.abs()).abs()
        } else {
            f64::INFINITY
        }
    }
}

impl Tangent {
    /// Returns true if some point of the tangent is closer to the portal than `distance`.
    pub(crate) fn is_nearer_than(self, portal: &Portal, distance: f64) -> bool {
        // In `f64`: tangent points rounded to `f32` could move by more than the distance.
        let door = Segment::new(portal.left, portal.right);
        let (left, right) = (DVec2::from(portal.left), DVec2::from(portal.right));
        let divides = |from: DVec2, to: DVec2, [one, other]: [DVec2; 2]| {
            let side = |point: DVec2| (to - from).perp_dot(point - from);
            side(one) * side(other) < 0.0
        };
        // The closest points of two segments that do not cross include an end of one of them.
        divides(self.from, self.to, [left, right]) && divides(left, right, [self.from, self.to])
            || [self.from, self.to]
                .into_iter()
                .any(|end| door.distance_squared(end) < distance * distance)
            || [portal.left, portal.right]
                .into_iter()
                .any(|corner| self.clearance(Disc::at_end(corner, 0), false) < distance)
    }

    /// The distance of the tangent from a corner; negative if it passes on the wrong side of
    /// it and `has_side` is true.
    pub(crate) fn clearance(self, disc: Disc, has_side: bool) -> f64 {
        let to_center = disc.center - self.from;
        let along = to_center.dot(self.direction);
        if along < 0.0 {
            return disc.center.distance(self.from);
        }
        if along > self.from.distance(self.to) {
            return disc.center.distance(self.to);
        }
        // The foot of the perpendicular lies on the tangent: the distance is that of the line.
        let to_the_left = self.direction.perp_dot(to_center);
        let outwards = if disc.offset < 0.0 { to_the_left } else { -to_the_left };
        if has_side { outwards } else { outwards.abs() }
    }
}
