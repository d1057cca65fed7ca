//! The cheapest point of a border to cross.

use tautline_geometry::DVec2;

/// A point, as seen from the line of a border: the distance of its foot from the border's first
/// end, the distance from the line, and the weight of the ground between both.
///
/// ```text
///        P
///        |  height
///   a----+------------x-------b     walking from P to x costs weight * |P x|
///   |foot|
/// ```
#[derive(Clone, Copy, Debug)]
struct Side {
    foot: f64,
    height: f64,
    weight: f64,
}

impl Side {
    fn new(point: DVec2, from: DVec2, direction: DVec2, weight: f64) -> Self {
        let offset = point - from;
        Self { foot: offset.dot(direction), height: direction.perp_dot(offset).abs(), weight }
    }

    /// The cost at a position on the line, and its first and second derivative.
    fn derivatives(self, at: f64) -> [f64; 3] {
        let along = at - self.foot;
        let distance = (along * along + self.height * self.height).sqrt();
        if distance > 0.0 {
            let sine = along / distance;
            let cosine = self.height / distance;
            [distance, sine, cosine * cosine / distance].map(|part| part * self.weight)
        } else {
            [0.0; 3]
        }
    }
}

/// Returns the fraction of the border from `a` to `b` at which crossing it from `before` to
/// `after` is cheapest, given the weights of the ground on both sides.
///
/// The cost is convex along the border, and its derivative vanishes where Snell's law holds:
/// the sines of both angles to the normal are in the inverse ratio of the weights. Found by
/// Newton's method, with bisection where that leaves the bracket. `here` is a point of the border
/// to begin with; the closer it is, the fewer steps are taken.
pub(super) fn cheapest_fraction(
    [before, after]: [DVec2; 2],
    [a, b]: [DVec2; 2],
    weights: [f64; 2],
    here: DVec2,
) -> f64 {
    let length = a.distance(b);
    let direction = (b - a) / length;
    let sides =
        [Side::new(before, a, direction, weights[0]), Side::new(after, a, direction, weights[1])];
    let feet = [sides[0].foot, sides[1].foot].map(|foot| foot.clamp(0.0, length));
    let (mut low, mut high) = (feet[0].min(feet[1]), feet[0].max(feet[1]));
    // A point on the border itself attracts with its full weight, so its foot may be cheapest,
    // where the derivative jumps across zero.
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        let is_on_border = side.height == 0.0 && (0.0..=length).contains(&side.foot);
        if is_on_border && other.derivatives(side.foot)[1].abs() <= side.weight {
            return side.foot / length;
        }
    }
    // If the cost falls up to an end of the border, that end is the cheapest place. The steps below would approach
    // it without reaching it.
    let slope = |at: f64| sides[0].derivatives(at)[1] + sides[1].derivatives(at)[1];
    if low <= 0.0 && slope(0.0) >= 0.0 {
        return 0.0;
    }
    if high >= length && slope(length) <= 0.0 {
        return 1.0;
    }
    // Do not begin close to the feet: near the foot of a point that is close to the border, the curvature says
    // nothing about the rest of the border.
    let away = 1e-3 * (high - low);
    let mut at = (here - a).dot(direction).clamp(low + away, high - away);
    let mut last_step = high - low;
    for _ in 0..100 {
        let [one, other] = sides.map(|side| side.derivatives(at));
        let [cost, slope, curvature] = [0, 1, 2].map(|order| one[order] + other[order]);
        if slope > 0.0 {
            high = at;
        } else {
            low = at;
        }
        // The cost is flat where it is least: Newton's step would save half of this.
        if slope * slope <= 1e-14 * cost * curvature {
            break;
        }
        // Bisection where Newton's step leaves the bracket, or is not half as long as the last.
        let newton = at - slope / curvature;
        let is_good = newton > low && newton < high && (newton - at).abs() < 0.5 * last_step;
        let next = if is_good { newton } else { 0.5 * (low + high) };
        last_step = (next - at).abs();
        at = next;
        if last_step <= 1e-14 * length {
            break;
        }
    }
    // The bracket only narrows towards an end of the border, and never reaches it.
    let margin = 1e-12 * length;
    if at <= margin {
        0.0
    } else if at >= length - margin {
        1.0
    } else {
        at / length
    }
}

/// Returns the fractions of a border between which a path from `before` to `after`, both on one
/// side of it, goes along the border on the cheaper ground of the other side; `None` if it is
/// never cheaper to do so.
///
/// A ray that is *refracted critically* reaches the border at an angle to the normal whose sine
/// is the ratio of the weights, runs along it, and leaves it at the same angle:
///
/// ```text
///      P                         Q        weight
///        \ t                 t /
///    a-----x1===============x2------b     along the border: cheaper
/// ```
pub(super) fn along_border(
    [before, after]: [DVec2; 2],
    [a, b]: [DVec2; 2],
    [weight, cheaper]: [f64; 2],
) -> Option<[f64; 2]> {
    let length = a.distance(b);
    let direction = (b - a) / length;
    let [one, other] = [before, after].map(|point| Side::new(point, a, direction, weight));
    let tangent = cheaper / (weight * weight - cheaper * cheaper).sqrt();
    let sign = if one.foot <= other.foot { 1.0 } else { -1.0 };
    let reach = one.foot + sign * one.height * tangent;
    let leave = other.foot - sign * other.height * tangent;
    let ends = [reach, leave].map(|end| (end / length).clamp(0.0, 1.0));
    ((ends[1] - ends[0]) * sign > 0.0).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Golden-section search, which knows no derivative.
    fn by_sections(cost: impl Fn(f64) -> f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..200 {
            let [left, right] = [0.382, 0.618].map(|share| low + (high - low) * share);
            if cost(left) < cost(right) {
                high = right;
            } else {
                low = left;
            }
        }
        0.5 * (low + high)
    }

    #[test]
    fn the_cheapest_point_is_that_of_a_search_by_sections() {
        let mut random = tautline_fixtures::SplitMix64::new(7);
        let mut number = || random.unit() * 10.0 - 5.0;
        for case in 0..2000 {
            let [mut before, after, a, b] = [(); 4].map(|()| DVec2::new(number(), number()));
            if case % 5 == 0 {
                before = a.lerp(b, 0.3);
            }
            let weights = [number().abs() + 0.1, number().abs() + 0.1];
            let cost = |at: f64| {
                let point = a.lerp(b, at);
                weights[0] * before.distance(point) + weights[1] * point.distance(after)
            };
            let here = a.lerp(b, number() / 10.0 + 0.5);
            let found = cheapest_fraction([before, after], [a, b], weights, here);
            let expected = by_sections(cost);
            assert!(
                cost(found) <= cost(expected) * (1.0 + 1e-12),
                "case {case}: {found} {expected}"
            );
        }
    }
}
