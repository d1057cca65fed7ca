//! The part of an area that a path may reach from a Steiner point.

use tautline_geometry::DVec2;

/// The part of an area that a path may reach at the least cost over a Steiner point u on its border.
///
/// Points v outside of it are cheaper to reach over a neighbour of u on the border. *Proof.* For a given v, the
/// cost of a path from p to v is convex in the place where it crosses the border. If the cost still falls at the
/// neighbour u+, crossing there is cheaper than at u. The cost falls at u+ if v lies to the right of the ray by which
/// a path from p leaves u+ according to Snell's law. So v must lie to the left of that ray, and likewise to the
/// right of the ray from u-:
///
/// ```text
///                     \\   v   /
///             area      \\     /
///     ------------u- ----u----u+ ------  border
///                       /
///             before   p
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wedge {
    apexes: [DVec2; 2],
    /// The directions of the rays from both apexes; zero for no limit.
    rays: [DVec2; 2],
}

impl Wedge {
    pub(crate) const ALL: Self = Self { apexes: [DVec2::ZERO; 2], rays: [DVec2::ZERO; 2] };

    /// Creates the wedge of a point on a border between two neighbours, counter-clockwise along the border of
    /// the entered area, for a path that comes straight from `before`. `ratio` is the factor of the ground
    /// before the border, divided by the factor behind it. `None` if the wedge is empty.
    pub(crate) fn between(before: DVec2, neighbours: [DVec2; 2], ratio: f64) -> Option<Self> {
        let left = Self::left_of(before, neighbours, ratio)?;
        let right = Self::right_of(before, neighbours, ratio)?;
        Some(Self { apexes: neighbours, rays: [left.rays[0], right.rays[1]] })
    }

    /// The part of the wedge that the first neighbour limits.
    pub(crate) fn left_of(before: DVec2, ends: [DVec2; 2], ratio: f64) -> Option<Self> {
        let Some((along, cosine)) = refracted(before, ends[0], ends, ratio) else {
            return Some(Self::ALL);
        };
        let ray = if cosine > -1.0 { ray(along, cosine) } else { DVec2::ZERO };
        (cosine < 1.0).then_some(Self { apexes: ends, rays: [ray, DVec2::ZERO] })
    }

    /// The part of the wedge that the second neighbour limits.
    pub(crate) fn right_of(before: DVec2, ends: [DVec2; 2], ratio: f64) -> Option<Self> {
        let Some((along, cosine)) = refracted(before, ends[1], ends, ratio) else {
            return Some(Self::ALL);
        };
        let ray = if cosine < 1.0 { ray(along, cosine) } else { DVec2::ZERO };
        (cosine > -1.0).then_some(Self { apexes: ends, rays: [DVec2::ZERO, ray] })
    }

    /// Returns true if a point may be reached.
    #[inline]
    pub(crate) fn contains(&self, point: DVec2) -> bool {
        let Self { apexes, rays } = self;
        rays[0].perp_dot(point - apexes[0]) <= 0.0 && rays[1].perp_dot(point - apexes[1]) >= 0.0
    }
}

/// The direction of a border, and the cosine to it of the ray that leaves it at a point by Snell's law.
/// `None` if rounding has made both ends one point.
fn refracted(before: DVec2, at: DVec2, ends: [DVec2; 2], ratio: f64) -> Option<(DVec2, f64)> {
    let along = ends[1] - ends[0];
    let (width, leg) = (along.length(), at - before);
    let length = leg.length();
    // A path that begins at the neighbour itself has no direction there. A right angle to the border is safe:
    // it excludes no point that is cheaper to reach over the node.
    let cosine = if length > 0.0 { ratio * leg.dot(along) / (length * width) } else { 0.0 };
    (width > 0.0).then(|| (along / width, cosine))
}

fn ray(along: DVec2, cosine: f64) -> DVec2 {
    along * cosine + along.perp() * (1.0 - cosine * cosine).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_is_cheaper_over_a_neighbour() {
        let mut random = tautline_fixtures::SplitMix64::new(3);
        let (mut outside, mut inside) = (0, 0);
        for _ in 0..20_000 {
            let mut number = || random.unit();
            let ratio = if number() < 0.3 { 1.0 } else { 4.0 * number() + 0.05 };
            let before = DVec2::new(6.0 * number() - 3.0, -2.0 * number());
            let behind = DVec2::new(6.0 * number() - 3.0, 2.0 * number());
            let ends = [DVec2::ZERO, DVec2::X];
            let at = DVec2::new(0.2 + 0.6 * number(), 0.0);
            let cost = |at: DVec2| ratio * before.distance(at) + at.distance(behind);
            let wedge = Wedge::between(before, ends, ratio);
            if wedge.is_some_and(|wedge| wedge.contains(behind)) {
                inside += 1;
            } else {
                assert!(ends.map(cost).into_iter().fold(f64::INFINITY, f64::min) < cost(at));
                outside += 1;
            }
        }
        assert!(inside > 2_000 && outside > 2_000, "{inside}, {outside}");
    }
}
