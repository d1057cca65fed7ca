//! Half planes of velocities that avoid a collision.
//!
//! Optimal reciprocal collision avoidance: J. van den Berg, S. Guy, M. Lin, D. Manocha,
//! "Reciprocal n-body collision avoidance", 2011, section 4. The relative velocities that lead to
//! a collision within the horizon `t` fill a cone whose tip is cut off by a disc:
//!
//! ```text
//!          ╲       ╱        p  the position of the other agent, relative to this one
//!           ╲  p  ╱         r  the sum of the radii
//!            ╲   ╱          The disc around p / t has the radius r / t. The vector u moves the
//!             ╲ ╱           relative velocity to the nearest point of the boundary. Each agent
//!        p/t  (•)           adds its share of u to its velocity, and may go further in the
//!              ○ 0          direction of u: that is its half plane.
//! ```

use tautline_geometry::DVec2;

/// The velocities `v` with `normal · v >= offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HalfPlane {
    /// The unit normal.
    pub(crate) normal: DVec2,
    pub(crate) offset: f64,
}

/// A change of the relative velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Change {
    /// Its direction: a unit vector.
    pub(crate) normal: DVec2,
    /// Its length. Negative if there is no collision: then the velocity may change by that much in the opposite direction.
    pub(crate) length: f64,
}

impl Change {
    /// The half plane of an agent that makes a share of this change.
    pub(crate) fn half_plane(self, velocity: DVec2, share: f64) -> HalfPlane {
        let Self { normal, length } = self;
        HalfPlane { normal, offset: normal.dot(velocity) + share * length }
    }
}

/// Returns the smallest change of the relative velocity that avoids a collision within a time.
///
/// `offset` is the position of the other agent relative to this one, `velocity` the velocity of this
/// agent relative to the other one, `radii` the sum of the radii. If the two overlap already, the
/// change parts them within `parting_time`. `None` if no direction is better than another.
pub(crate) fn smallest_change(
    offset: DVec2,
    velocity: DVec2,
    radii: f64,
    horizon: f64,
    parting_time: f64,
) -> Option<Change> {
    let distance_squared = offset.length_squared();
    let overlaps = distance_squared <= radii * radii;
    let time = if overlaps { parting_time } else { horizon };
    let from_disc = velocity - offset / time;
    let towards = from_disc.dot(offset);
    let is_at_disc = overlaps
        || (towards < 0.0 && towards * towards > radii * radii * from_disc.length_squared());
    if is_at_disc {
        let length = from_disc.length();
        let normal = from_disc / length;
        return normal.is_finite().then_some(Change { normal, length: radii / time - length });
    }
    // The nearer side of the cone. Its direction is that of `offset`, turned by the angle whose sine
    // is radii / distance.
    let along = (distance_squared - radii * radii).sqrt();
    let side = if offset.perp_dot(from_disc) > 0.0 { 1.0 } else { -1.0 };
    let direction = (offset * along + offset.perp() * (side * radii)) / distance_squared;
    let normal = direction.perp() * side;
    normal.is_finite().then_some(Change { normal, length: -velocity.dot(normal) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The smallest distance between two points in straight motion within a time.
    fn least_distance(offset: DVec2, velocity: DVec2, time: f64) -> f64 {
        let speed = velocity.length_squared();
        let at = if speed > 0.0 { (offset.dot(velocity) / speed).clamp(0.0, time) } else { 0.0 };
        (offset - velocity * at).length()
    }

    fn vector(size: f64) -> impl Strategy<Value = DVec2> {
        (-size..size, -size..size).prop_map(|(x, y)| DVec2::new(x, y))
    }

    proptest! {
        /// Two agents that both keep to their half planes do not collide within the horizon.
        #[test]
        fn two_agents_that_keep_to_their_half_planes_do_not_collide(
            offset in vector(4.0),
            mine in vector(2.0),
            theirs in vector(2.0),
            my_share in 0.0..1.0_f64,
            spare in (0.0..1.0_f64, -2.0..2.0_f64, 0.0..1.0_f64, -2.0..2.0_f64),
        ) {
            let (radii, horizon) = (0.6, 0.5);
            prop_assume!(offset.length() > radii + 1e-9);
            let change = smallest_change(offset, mine - theirs, radii, horizon, 0.25);
            let Some(change) = change else { return Ok(()) };
            let my_plane = change.half_plane(mine, my_share);
            // The other one sees all of it from the other side.
            let seen_by_them = Change { normal: -change.normal, ..change };
            let their_plane = seen_by_them.half_plane(theirs, 1.0 - my_share);
            let inside = |plane: HalfPlane, beyond: f64, along: f64| {
                plane.normal * (plane.offset + beyond) + plane.normal.perp() * along
            };
            let relative =
                inside(my_plane, spare.0, spare.1) - inside(their_plane, spare.2, spare.3);
            prop_assert!(least_distance(offset, relative, horizon) >= radii - 1e-9);
        }

        #[test]
        fn the_change_is_the_smallest_one(offset in vector(3.0), velocity in vector(3.0)) {
            let (radii, horizon) = (0.6, 0.5);
            prop_assume!(offset.length() > radii + 1e-9);
            let Some(change) = smallest_change(offset, velocity, radii, horizon, 0.25) else {
                return Ok(());
            };
            // It leads to the boundary: a bit less collides, a bit more does not.
            let after = |length: f64| velocity + change.normal * length;
            let distance = |velocity| least_distance(offset, velocity, horizon);
            prop_assert!(distance(after(change.length + 1e-6)) >= radii - 1e-9);
            let collides = distance(velocity) < radii;
            prop_assert_eq!(collides, change.length > 0.0);
            // No shorter change in any of many directions avoids the collision.
            for step in 0..64 {
                let angle = f64::from(step) * 0.1;
                let direction = DVec2::new(1.0 - angle * 0.3, angle - 3.0).normalize_or_zero();
                for direction in [direction, direction.perp(), -direction, -direction.perp()] {
                    let shorter = velocity + direction * (change.length - 1e-6);
                    prop_assert!(!collides || distance(shorter) < radii);
                }
            }
        }
    }

    #[test]
    fn agents_on_one_spot_have_no_change_unless_they_move() {
        let change = smallest_change(DVec2::ZERO, DVec2::ZERO, 0.6, 0.5, 0.25);
        assert_eq!(change, None);
        let parting = smallest_change(DVec2::ZERO, DVec2::X, 0.6, 0.5, 0.25);
        assert_eq!(parting.map(|change| change.normal), Some(DVec2::X));
    }
}
