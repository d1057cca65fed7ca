//! Passages between the walls near an agent that are too narrow for two agents side by side.
//!
//! ```text
//!     ▒▒▒▒▒▒▒▒▒▒▒▒▒
//!     ○ → ×┄┄┄┄┄┄┄┄×      A passage is the line in the middle of a gap between two walls,
//!     ▒▒▒▒▒▒▒▒▒▒▒▒▒       from one end to the other.
//! ```
//!
//! The mesh is inset by the radius: the walls limit the *centres* of agents. So two agents fit side by side if the gap
//! is a diameter wide.

use tautline_geometry::{DVec2, Segment, Vec2, to_f32};

/// The largest number of passages that an agent knows.
const MAX_PASSAGES: usize = 4;

/// The width below which a passage is too narrow for two agents, in diameters.
const NARROW: f64 = 0.95;

/// The distance up to which an agent counts as at the end of a passage, in radii.
const AT_END: f64 = 0.3;

/// Two walls are on opposite sides of a point if the cosine of the angle between the direction to one of them and the
/// reverse of the direction to the other is at least this.
const OPPOSITE: f64 = 0.7;

/// The width below which a passage is too narrow for two agents of a radius.
pub(crate) fn narrow_width(radius: f32) -> f64 {
    NARROW * 2.0 * f64::from(radius)
}

/// Returns a normal of a wall that points to the ground, which is on its left.
fn normal(wall: &Segment) -> DVec2 {
    (DVec2::from(wall.b) - DVec2::from(wall.a)).perp()
}

/// The narrow passages near an agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passages {
    count: usize,
    lines: [Segment; MAX_PASSAGES],
}

impl Passages {
    pub(crate) const NONE: Self =
        Self { count: 0, lines: [Segment::new(Vec2::ZERO, Vec2::ZERO); MAX_PASSAGES] };

    /// Finds the passages between walls that are too narrow for two agents of a radius.
    pub(crate) fn between(walls: &[Segment], radius: f32) -> Self {
        let width = narrow_width(radius);
        let pairs = walls.iter().enumerate().flat_map(|(index, one)| {
            walls[..index].iter().filter_map(move |other| passage(one, other, width))
        });
        let mut found = Self::NONE;
        for (line, passage) in found.lines.iter_mut().zip(pairs) {
            *line = passage;
            found.count += 1;
        }
        found
    }

    /// Returns true if a point lies in one of the passages.
    pub(crate) fn hold(&self, point: Vec2, radius: f32) -> bool {
        let point = DVec2::from(point);
        let limit = f64::from(radius) * f64::from(radius);
        self.lines[..self.count].iter().any(|line| {
            let (a, b) = (DVec2::from(line.a), DVec2::from(line.b));
            let is_between = (point - a).dot(b - a) >= 0.0 && (point - b).dot(a - b) >= 0.0;
            is_between && line.distance_squared(point) < limit
        })
    }

    /// Returns the end at which an agent that walks to a target leaves the nearest passage, and the
    /// distance to that end; `None` if it walks through no passage.
    pub(crate) fn exit(&self, from: Vec2, target: Vec2, radius: f32) -> Option<(Vec2, f32)> {
        let at_end = AT_END * f64::from(radius);
        let beside = NARROW * f64::from(radius) + at_end;
        let path = Segment::new(from, target);
        let ahead = (DVec2::from(target) - DVec2::from(from)).normalize_or_zero();
        let offset = |end: Vec2| DVec2::from(end) - DVec2::from(from);
        let exit = |line: &Segment| {
            let ends = [line.a, line.b].into_iter();
            let end = ends.filter(|&end| ahead.dot(offset(end)) >= -at_end).max_by(|&a, &b| {
                offset(a).length_squared().total_cmp(&offset(b).length_squared())
            })?;
            // Either the straight line to the target passes this end, or the target is a corner in the
            // passage, where the path bends into it or out of it.
            let gap = path.distance_squared(end.into()).min(line.distance_squared(target.into()));
            (gap <= beside * beside).then(|| (end, to_f32(offset(end).length())))
        };
        let exits = self.lines[..self.count].iter().filter_map(exit);
        exits.min_by(|(_, one), (_, other)| one.total_cmp(other))
    }
}

/// Returns the width of the passage at a point: the distance between the nearest wall, which is the first one, and the
/// nearest wall that faces it; infinite if none does. Pass all walls in range, not only those that an agent keeps: if
/// walls consist of short segments, the nearest few can all be on one side.
///
/// ```text
///     ▒▒▒▒▒×▒▒▒▒▒▒
///          ○            The nearest points × of both walls are on opposite sides.
///     ▒▒▒▒▒×▒▒▒▒▒▒
/// ```
pub(crate) fn gap_at(mut walls: impl Iterator<Item = Segment>, point: Vec2) -> f64 {
    let point = DVec2::from(point);
    let Some(nearest) = walls.next() else { return f64::INFINITY };
    let one = nearest.nearest_point_f64(point) - point;
    let gaps = walls.filter_map(|wall| {
        let other = wall.nearest_point_f64(point) - point;
        let is_between = one.dot(other) <= -OPPOSITE * one.length() * other.length();
        let across = other - one;
        let they_face = normal(&nearest).dot(across) > 0.0 && normal(&wall).dot(across) < 0.0;
        (is_between && they_face).then(|| across.length())
    });
    gaps.fold(f64::INFINITY, f64::min)
}

/// Returns the line in the middle of the gap between two walls that face each other, if the gap is
/// narrower than a width.
fn passage(one: &Segment, other: &Segment, width: f64) -> Option<Segment> {
    if normal(one).dot(normal(other)) >= 0.0 {
        return None;
    }
    let middle = |wall: &Segment, end: Vec2, opposite: &Segment| {
        let end = DVec2::from(end);
        let across = opposite.nearest_point_f64(end) - end;
        let is_ground = normal(wall).dot(across) > 0.0 && normal(opposite).dot(across) < 0.0;
        (is_ground && across.length() < width).then(|| end + across * 0.5)
    };
    let mut middles = [(one, other), (other, one)]
        .into_iter()
        .flat_map(|(wall, opposite)| [wall.a, wall.b].map(|end| middle(wall, end, opposite)))
        .flatten();
    let first = middles.next()?;
    // The points lie nearly on a line. Find its ends.
    let [mut a, mut b] = [first; 2];
    for point in middles {
        let distances = [a.distance(point), b.distance(point)];
        if distances[0].max(distances[1]) > a.distance(b) {
            *(if distances[0] > distances[1] { &mut b } else { &mut a }) = point;
        }
    }
    Some(Segment::new(a.as_vec2(), b.as_vec2()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RADIUS: f32 = 0.3;

    /// Walls from point to point, with the ground on the left.
    fn passages(chains: &[&[[f32; 2]]]) -> Passages {
        let walls: Vec<_> = chains
            .iter()
            .flat_map(|chain| chain.windows(2))
            .map(|ends| Segment::new(ends[0].into(), ends[1].into()))
            .collect();
        Passages::between(&walls, RADIUS)
    }

    /// A door of a width in a wall that is two units thick, from left to right around x = 5.
    fn door(width: f32) -> Passages {
        let half = width / 2.0;
        passages(&[
            &[[6.0, 3.0], [6.0, half], [4.0, half], [4.0, 3.0]],
            &[[4.0, -3.0], [4.0, -half], [6.0, -half], [6.0, -3.0]],
        ])
    }

    fn exit(passages: &Passages, from: [f32; 2], target: [f32; 2]) -> Option<[f32; 2]> {
        passages.exit(from.into(), target.into(), RADIUS).map(|(end, _)| end.into())
    }

    #[test]
    fn a_passage_is_narrow_if_two_have_no_room_side_by_side() {
        assert_eq!(exit(&door(0.56), [3.0, 0.0], [9.0, 0.0]), Some([6.0, 0.0]));
        assert_eq!(exit(&door(0.58), [3.0, 0.0], [9.0, 0.0]), None);
    }

    #[test]
    fn the_exit_is_the_end_that_is_reached_last() {
        let door = door(0.4);
        // Into the door, around its corner; in it; out of it, around a corner.
        assert_eq!(exit(&door, [3.0, 2.0], [4.0, 0.2]), Some([6.0, 0.0]));
        assert_eq!(exit(&door, [4.0, -2.0], [4.0, -0.2]), Some([6.0, 0.0]));
        assert_eq!(exit(&door, [5.0, 0.1], [9.0, 0.1]), Some([6.0, 0.0]));
        assert_eq!(exit(&door, [5.5, 0.2], [6.0, 0.2]), Some([6.0, 0.0]));
        // The other way.
        assert_eq!(exit(&door, [5.5, 0.2], [1.0, 0.0]), Some([4.0, 0.0]));
        // Through it already, and past it.
        assert_eq!(exit(&door, [6.2, 0.0], [9.0, 0.0]), None);
        assert_eq!(exit(&door, [4.0, -3.0], [4.0, 3.0]), None);
        let distance = door.exit(Vec2::new(3.0, 0.0), Vec2::new(9.0, 0.0), RADIUS);
        assert_eq!(distance.map(|(_, distance)| distance), Some(3.0));
    }

    #[test]
    fn corners_and_walls_behind_each_other_are_no_passages() {
        // A convex corner, a pillar thinner than an agent, a step, and a wall of two pieces.
        let corners = passages(&[
            &[[0.0, 0.0], [0.0, 2.0], [2.0, 2.0]],
            &[[5.0, 0.0], [5.0, 0.2], [5.2, 0.2], [5.2, 0.0], [5.0, 0.0]],
            &[[9.0, 0.0], [9.2, 0.0], [9.2, 0.2], [9.4, 0.2]],
            &[[12.0, 0.0], [12.1, 0.0], [12.2, 0.0]],
        ]);
        assert_eq!(corners.count, 0, "{corners:?}");
    }

    #[test]
    fn two_pillars_that_face_each_other_with_a_corner_leave_a_passage() {
        let above = [[0.0, 0.2], [-1.0, 1.2], [1.0, 1.2], [0.0, 0.2]];
        let below = above.map(|[x, y]| [-x, -y]);
        let pillars = passages(&[&above, &below]);
        assert!(pillars.count > 0, "{pillars:?}");
        assert_eq!(exit(&pillars, [-2.0, 0.0], [4.0, 0.0]), Some([0.0, 0.0]));
    }
}
