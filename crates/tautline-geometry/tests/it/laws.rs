//! Laws of the predicates, checked against integer arithmetic.

use proptest::prelude::*;
use tautline_geometry::{DirectedLine, Orientation, Segment, Vec2, orient2d};

/// The orientation in exact integers, for points whose coordinates are integer
/// multiples of a power of two.
fn integer_orientation(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> Orientation {
    let [a, b, c] = [a, b, c].map(|point| point.map(i128::from));
    let determinant = (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
    match determinant.signum() {
        1 => Orientation::CounterClockwise,
        0 => Orientation::Collinear,
        _ => Orientation::Clockwise,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the generators stay within 24 bits times a power of two"
)]
fn point([x, y]: [i64; 2], scale: f32) -> Vec2 {
    Vec2::new(x as f32 * scale, y as f32 * scale)
}

/// Integers that `f32` represents exactly although their range is 2^60: the
/// differences of such coordinates do not fit `f64`.
fn wide_coordinate() -> impl Strategy<Value = i64> {
    (-(1_i64 << 24)..=(1 << 24), 0_u32..=36).prop_map(|(mantissa, shift)| mantissa << shift)
}

fn lattice_point(reach: i64) -> impl Strategy<Value = [i64; 2]> {
    [-reach..=reach, -reach..=reach]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, max_global_rejects: 200_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orientation_equals_integer_arithmetic_on_wide_coordinates(
        a in [wide_coordinate(), wide_coordinate()],
        b in [wide_coordinate(), wide_coordinate()],
        c in [wide_coordinate(), wide_coordinate()],
    ) {
        let [p, q, r] = [a, b, c].map(|x| point(x, 1.0));
        prop_assert_eq!(orient2d(p, q, r), integer_orientation(a, b, c));
        prop_assert_eq!(DirectedLine::through(p, q).side_of(r), orient2d(p, q, r));
    }

    #[test]
    fn nearly_collinear_points_are_decided_exactly(
        a in lattice_point(1 << 11), step in lattice_point(1 << 10), along in 1_i64..1024, off in lattice_point(1),
        exponent in -120_i32..60,
    ) {
        let b = [a[0] + step[0] * 1024, a[1] + step[1] * 1024];
        let c = [a[0] + step[0] * along + off[0], a[1] + step[1] * along + off[1]];
        let scale = 2.0_f32.powi(exponent);
        let expected = integer_orientation(a, b, c);
        let [p, q, r] = [a, b, c].map(|x| point(x, scale));
        prop_assert_eq!(orient2d(p, q, r), expected);
        prop_assert_eq!(orient2d(q, p, r), expected.reversed());
        prop_assert_eq!(orient2d(q, r, p), expected);
    }

    #[test]
    fn segment_intersection_equals_integer_arithmetic(
        a in lattice_point(4), b in lattice_point(4), c in lattice_point(4), d in lattice_point(4),
    ) {
        let on = |p: [i64; 2], q: [i64; 2], r: [i64; 2]| {
            integer_orientation(p, q, r) == Orientation::Collinear
                && (0..2).all(|k| p[k].min(q[k]) <= r[k] && r[k] <= p[k].max(q[k]))
        };
        let strictly_between = |p, q, r, s| {
            let (left, right) = (integer_orientation(p, q, r), integer_orientation(p, q, s));
            left != Orientation::Collinear && left == right.reversed()
        };
        let expected = on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)
            || (strictly_between(a, b, c, d) && strictly_between(c, d, a, b));
        let [p, q, r, s] = [a, b, c, d].map(|x| point(x, 1.0));
        prop_assert_eq!(Segment::new(p, q).intersects(&Segment::new(r, s)), expected);
        prop_assert_eq!(Segment::new(p, q).contains(r), on(a, b, c));
    }
}
