//! Approximating paths that have arcs by polylines.

use tautline_geometry::DVec2;

use crate::{Arc, PathSegment};

/// The greatest number of times that an arc is halved: into 1,024 pieces. Even the pieces of a full
/// circle then deviate by less than 1/200,000 of the radius, which is less than the spacing of `f32`
/// positions a hundred radii from the origin.
const MAX_HALVINGS: u32 = 10;

impl PathSegment {
    /// Appends the corners of a polyline along this segment. The first point is left out if
    /// `points` ends with it, so calls for all segments of a path give one polyline.
    ///
    /// Arcs are cut into equal pieces until no piece is farther than `max_deviation` from its chord,
    /// in world units, but into at most 1,024 pieces. A chord comes nearer to the portal end than the
    /// radius, by up to `max_deviation`. To keep the full distance, pull the path with a radius that is
    /// larger by that much.
    ///
    /// Only `+ - * / sqrt` are used: the same bits on every platform.
    ///
    /// ```
    /// use tautline_funnel::{Portal, RadiusFunnel, Vec2, pull_with_radius};
    ///
    /// let portals = [Portal::new(Vec2::new(0.0, 9.0), Vec2::new(0.0, 0.0))];
    /// let (start, goal) = (Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0));
    /// let (mut funnel, mut segments) = (RadiusFunnel::new(), Vec::new());
    /// let length = pull_with_radius(start, &portals, goal, 3.0, &mut funnel, &mut segments)?;
    ///
    /// let mut points = Vec::new();
    /// for segment in &segments {
    ///     segment.flatten(0.01, &mut points);
    /// }
    /// assert_eq!(points.len(), 11, "the start, 9 points on the arc, the goal");
    /// let walked: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    /// assert!(walked < length && walked > 0.999 * length);
    /// # Ok::<(), tautline_funnel::RadiusError>(())
    /// ```
    pub fn flatten(&self, max_deviation: f64, points: &mut Vec<DVec2>) {
        let from = match self {
            Self::Line { from, .. } => *from,
            Self::Arc(arc) => arc.from,
        };
        if points.last() != Some(&from) {
            points.push(from);
        }
        match self {
            Self::Line { to, .. } => points.push(*to),
            Self::Arc(arc) => {
                let pieces = Pieces { arc, max_deviation };
                pieces.append([arc.from, arc.to], arc.angle, MAX_HALVINGS, points);
            }
        }
    }
}

/// An arc that is being cut into pieces.
struct Pieces<'a> {
    arc: &'a Arc,
    max_deviation: f64,
}

impl Pieces<'_> {
    /// Appends the points of a piece after its first one. All pieces with equal `halvings_left`
    /// have the same angle, and so are halved or kept together, but for rounding.
    fn append(&self, ends: [DVec2; 2], angle: f64, halvings_left: u32, points: &mut Vec<DVec2>) {
        let middle = self.middle(ends, angle);
        let deviation = middle.distance((ends[0] + ends[1]) / 2.0);
        if halvings_left == 0 || deviation <= self.max_deviation {
            points.push(ends[1]);
            return;
        }
        self.append([ends[0], middle], angle / 2.0, halvings_left - 1, points);
        self.append([middle, ends[1]], angle / 2.0, halvings_left - 1, points);
    }

    /// The point in the middle of a piece.
    ///
    /// ```text
    ///            m              The sum of the directions to both ends is the direction to the
    ///         .  |  .           middle m, or its opposite if the angle is above pi. Near pi, the
    ///     from   |   to         sum is too short to be precise; the direction at right angles to
    ///         \  |  /           the chord, which is the same for any angle, is used instead.
    ///          center
    /// ```
    fn middle(&self, [from, to]: [DVec2; 2], angle: f64) -> DVec2 {
        let center = DVec2::from(self.arc.center);
        let radius = from.distance(center);
        let (sum, chord) = ((from - center) + (to - center), to - from);
        let outwards = if sum.length_squared() >= chord.length_squared() {
            if angle > std::f64::consts::PI { -sum } else { sum }
        } else if self.arc.turns_left {
            -chord.perp()
        } else {
            chord.perp()
        };
        center + outwards.normalize_or_zero() * radius
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use tautline_geometry::Vec2;

    use super::*;

    fn flattened(arc: Arc, max_deviation: f64) -> Vec<DVec2> {
        let mut points = Vec::new();
        PathSegment::Arc(arc).flatten(max_deviation, &mut points);
        points
    }

    /// An arc of radius 2 around (1, 1) that begins at (3, 1).
    fn arc(to: [f64; 2], turns_left: bool, angle: f64) -> Arc {
        let (center, from) = (Vec2::ONE, DVec2::new(3.0, 1.0));
        Arc { center, from, to: to.into(), turns_left, angle }
    }

    #[test]
    fn arcs_of_all_sizes_and_both_turns_keep_the_radius_and_their_length() {
        for (top, turns_left) in [(3.0, true), (-1.0, false)] {
            let bottom = 2.0 - top;
            let arcs =
                [([1.0, top], FRAC_PI_2), ([-1.0, 1.0], PI), ([1.0, bottom], 3.0 * FRAC_PI_2)];
            for (to, angle) in arcs {
                let points = flattened(arc(to, turns_left, angle), 1e-3);
                assert!(
                    points.iter().all(|point| (point.distance(DVec2::ONE) - 2.0).abs() < 1e-12)
                );
                let walked: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
                assert!(walked < 2.0 * angle && walked > 1.998 * angle, "{walked} for {angle}");
                let second = points[1] - points[0];
                assert_eq!(second.y > 0.0, turns_left);
            }
        }
    }

    #[test]
    fn no_point_of_an_arc_is_farther_from_its_chord_than_allowed() {
        for max_deviation in [1.0, 0.1, 0.01] {
            let points = flattened(arc([-1.0, 1.0], true, PI), max_deviation);
            for leg in points.windows(2) {
                let nearest = ((leg[0] + leg[1]) / 2.0).distance(DVec2::ONE);
                assert!(2.0 - nearest <= max_deviation);
            }
        }
    }

    #[test]
    fn a_deviation_that_cannot_be_kept_gives_a_bounded_number_of_points() {
        for max_deviation in [0.0, -1.0, f64::NAN] {
            assert_eq!(flattened(arc([-1.0, 1.0], true, PI), max_deviation).len(), 1025);
        }
        assert_eq!(flattened(arc([-1.0, 1.0], true, PI), f64::INFINITY).len(), 2);
    }

    #[test]
    fn segments_of_a_path_share_their_ends() {
        let [a, b, c] = [0.0, 1.0, 2.0].map(|x| DVec2::new(x, 0.0));
        let mut points = Vec::new();
        PathSegment::Line { from: a, to: b }.flatten(0.1, &mut points);
        PathSegment::Line { from: b, to: c }.flatten(0.1, &mut points);
        assert_eq!(points, [a, b, c]);
    }
}
