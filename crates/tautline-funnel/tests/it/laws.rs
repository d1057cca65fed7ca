//! Laws of the funnels, checked against brute force.

use proptest::prelude::*;
use tautline_funnel::{
    Funnel, PathSegment, Portal, RadiusError, RadiusFunnel, Vec2, next_corners, pull,
    pull_with_radius, simple, swapped_portal,
};
use tautline_geometry::{DVec2, polygon};

type Lattice = [i32; 2];

/// A corridor of convex polygons: the start, the portals between successive
/// polygons, the goal, all on the integer lattice.
#[derive(Clone)]
struct Corridor {
    start: Lattice,
    /// Left and right ends.
    portals: Vec<[Lattice; 2]>,
    goal: Lattice,
}

impl std::fmt::Debug for Corridor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?} -> {:?} -> {:?}", self.start, self.portals, self.goal)
    }
}

impl Corridor {
    fn portals(&self) -> Vec<Portal> {
        self.portals.iter().map(|&[left, right]| Portal::new(point(left), point(right))).collect()
    }
}

fn point([x, y]: Lattice) -> Vec2 {
    let narrow = |value: i32| f32::from(i16::try_from(value).unwrap_or(i16::MAX));
    Vec2::new(narrow(x), narrow(y))
}

fn cross(a: Lattice, b: Lattice, c: Lattice) -> i32 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Generates a corridor portal by portal. Each portal is joined to the previous one by a
/// convex quadrilateral (which may be degenerate on any side), so that their convex hull
/// is free.
fn corridor(reach: i32) -> impl Strategy<Value = Corridor> {
    let step = [-reach..=reach, -reach..=reach];
    let steps = prop::collection::vec((step.clone(), step, 0_u8..8), 1..14);
    (steps, any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(
        move |(steps, start, goal)| {
            let mut portals: Vec<[Lattice; 2]> = vec![[[0, 2], [0, 0]]];
            for (left_step, right_step, kind) in steps {
                let [left, right] = portals[portals.len() - 1];
                let moved = |from: Lattice, by: Lattice| [from[0] + by[0], from[1] + by[1]];
                let next = match kind {
                    0..=2 => [moved(left, left_step), right],
                    3..=5 => [left, moved(right, right_step)],
                    _ => [moved(left, left_step), moved(right, right_step)],
                };
                if is_free(left, right, next[1], next[0]) && next != [left, right] {
                    portals.push(next);
                }
            }
            // The start before the first portal, the goal behind the last one.
            let near = [[-3, 1], [0, 0], [0, 2], [0, 1], [-1, 0], [-4, 5], [-2, -3]];
            let last = portals[portals.len() - 1];
            let [left, right] = last;
            let ahead = [left[1] - right[1], right[0] - left[0]];
            let far: Vec<Lattice> = vec![
                left,
                right,
                [left[0] + ahead[0], left[1] + ahead[1]],
                [right[0] + 2 * ahead[0], right[1] + 2 * ahead[1]],
                [2 * left[0] - right[0] + ahead[0], 2 * left[1] - right[1] + ahead[1]],
            ];
            Corridor {
                start: near[start.index(near.len())],
                goal: far[goal.index(far.len())],
                portals,
            }
        },
    )
}

/// Returns true if left, right, next right, next left form a convex polygon that is
/// not clockwise, repeated corners allowed.
fn is_free(left: Lattice, right: Lattice, next_right: Lattice, next_left: Lattice) -> bool {
    let mut ring = [left, right, next_right, next_left].map(point).to_vec();
    ring.dedup();
    if ring.first() == ring.last() {
        ring.pop();
    }
    polygon::is_convex(&ring)
}

/// The length of the shortest path that passes the portals in order, by dynamic
/// programming over all portal ends. A straight leg is valid if it meets every portal
/// between its ends in order, in exact integers.
fn brute_force(corridor: &Corridor) -> f64 {
    let mut levels: Vec<Vec<Lattice>> = vec![vec![corridor.start]];
    levels.extend(corridor.portals.iter().map(|portal| portal.to_vec()));
    levels.push(vec![corridor.goal]);
    let mut best: Vec<Vec<f64>> =
        levels.iter().map(|level| vec![f64::INFINITY; level.len()]).collect();
    best[0][0] = 0.0;
    for to in 1..levels.len() {
        for from in 0..to {
            for (i, &a) in levels[from].iter().enumerate() {
                for (j, &b) in levels[to].iter().enumerate() {
                    let between = &corridor.portals[from..to - 1];
                    if passes_in_order(a, b, between) {
                        let (dx, dy) = (f64::from(b[0] - a[0]), f64::from(b[1] - a[1]));
                        let cost = best[from][i] + (dx * dx + dy * dy).sqrt();
                        best[to][j] = best[to][j].min(cost);
                    }
                }
            }
        }
    }
    best[levels.len() - 1][0]
}

/// Returns true if the straight line from `a` to `b` meets the portals in order.
fn passes_in_order(a: Lattice, b: Lattice, portals: &[[Lattice; 2]]) -> bool {
    // The least parameter along the leg at which the portals so far can have been met in
    // order, as a fraction; fractions are compared in i128.
    let mut reached = (0_i128, 1_i128);
    for &[p, q] in portals {
        let Some((low, high)) = meeting(a, b, p, q) else {
            return false;
        };
        if less(reached, low) {
            reached = low;
        }
        if less(high, reached) {
            return false;
        }
    }
    true
}

fn less(a: (i128, i128), b: (i128, i128)) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// The part of the leg a → b on the segment p q, as an interval of the leg's parameter.
fn meeting(a: Lattice, b: Lattice, p: Lattice, q: Lattice) -> Option<((i128, i128), (i128, i128))> {
    let (sp, sq) = (i128::from(cross(a, b, p)), i128::from(cross(a, b, q)));
    if a == b {
        let on =
            cross(p, q, a) == 0 && (0..2).all(|k| p[k].min(q[k]) <= a[k] && a[k] <= p[k].max(q[k]));
        return on.then_some(((0, 1), (1, 1)));
    }
    if sp == 0 && sq == 0 {
        let axis = usize::from(a[0] == b[0]);
        let along = |c: Lattice| {
            let (n, d) = (i128::from(c[axis] - a[axis]), i128::from(b[axis] - a[axis]));
            if d < 0 { (-n, -d) } else { (n, d) }
        };
        let (mut low, mut high) = (along(p), along(q));
        if less(high, low) {
            (low, high) = (high, low);
        }
        let low = if less(low, (0, 1)) { (0, 1) } else { low };
        let high = if less((1, 1), high) { (1, 1) } else { high };
        return (!less(high, low)).then_some((low, high));
    }
    if sp.signum() * sq.signum() > 0 {
        return None;
    }
    let (ra, rb) = (i128::from(cross(p, q, a)), i128::from(cross(p, q, b)));
    if ra.signum() * rb.signum() > 0 {
        return None;
    }
    let (mut n, mut d) = (ra, ra - rb);
    if d == 0 {
        return None;
    }
    if d < 0 {
        (n, d) = (-n, -d);
    }
    Some(((n, d), (n, d)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50_000, max_global_rejects: 10_000_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_pulled_path_is_as_short_as_that_of_brute_force(corridor in corridor(3)) {
        let mut path = Vec::new();
        let (start, goal) = (point(corridor.start), point(corridor.goal));
        let length = pull(start, &corridor.portals(), goal, &mut Funnel::new(), &mut path);
        let expected = brute_force(&corridor);
        prop_assert!((length - expected).abs() <= 1e-9 * expected.max(1.0), "{length} instead of {expected} by {path:?}");
        prop_assert!(path.windows(2).all(|leg| leg[0] != leg[1]), "repeated points in {path:?}");
        prop_assert_eq!((path[0], path[path.len() - 1]), (start, goal));
    }

    #[test]
    fn the_simple_funnel_agrees(corridor in corridor(4)) {
        let portals = corridor.portals();
        let (start, goal) = (point(corridor.start), point(corridor.goal));
        let (mut path, mut simple_path) = (Vec::new(), Vec::new());
        let length = pull(start, &portals, goal, &mut Funnel::new(), &mut path);
        if let Some(simple) = simple::pull(start, &portals, goal, 1000, &mut simple_path) {
            prop_assert!((length - simple).abs() <= 1e-9 * length.max(1.0), "{path:?} against {simple_path:?}");
        }
    }

    #[test]
    fn the_reversed_path_is_as_long(corridor in corridor(3)) {
        let portals = corridor.portals();
        let backwards: Vec<Portal> = portals.iter().rev().map(|portal| portal.reversed()).collect();
        let (start, goal) = (point(corridor.start), point(corridor.goal));
        let (mut path, mut funnel) = (Vec::new(), Funnel::new());
        let there = pull(start, &portals, goal, &mut funnel, &mut path);
        let back = pull(goal, &backwards, start, &mut funnel, &mut path);
        prop_assert!((there - back).abs() <= 1e-9 * there.max(1.0));
    }

    #[test]
    fn a_swapped_portal_is_found(corridor in corridor(3), swapped in any::<prop::sample::Index>()) {
        let (start, goal) = (point(corridor.start), point(corridor.goal));
        let mut portals = corridor.portals();
        prop_assert_eq!(swapped_portal(start, &portals, goal), None);

        let index = swapped.index(portals.len());
        portals[index] = portals[index].reversed();
        let [left, right] = corridor.portals[index];
        let before = if index == 0 { [corridor.start; 2] } else { corridor.portals[index - 1] };
        let after = corridor.portals.get(index + 1).copied().unwrap_or([corridor.goal; 2]);
        let is_on_line = before.iter().chain(&after).all(|&other| cross(left, right, other) == 0);
        prop_assert_eq!(swapped_portal(start, &portals, goal), (!is_on_line).then_some(index));
    }

    #[test]
    fn the_next_corners_begin_the_whole_path(corridor in corridor(3), count in 0_usize..6) {
        let portals = corridor.portals();
        let (start, goal) = (point(corridor.start), point(corridor.goal));
        let (mut path, mut corners, mut funnel) = (Vec::new(), Vec::new(), Funnel::new());
        pull(start, &portals, goal, &mut funnel, &mut path);
        next_corners(start, &portals, goal, count, &mut funnel, &mut corners);
        prop_assert_eq!(&corners[..], &path[..path.len().min(count + 1)]);
    }

    #[test]
    fn a_rounded_path_keeps_clear_and_is_taut(corridor in corridor(5), hundredths in 5_u8..90) {
        let radius = f32::from(hundredths) / 100.0;
        // All portal ends are obstacles for all tangents only if the corridor does not
        // overlap itself.
        prop_assume!(runs_straight_on(&corridor));
        let portals: Vec<Portal> = corridor.portals();
        let (start, goal) = (point([corridor.start[0] - 2, corridor.start[1]]), point(corridor.goal));
        let mut segments = Vec::new();
        let result = pull_with_radius(start, &portals, goal, radius, &mut RadiusFunnel::new(), &mut segments);
        let Ok(length) = result else { return Ok(()) };
        let mut path = Vec::new();
        let shortest = pull(start, &portals, goal, &mut Funnel::new(), &mut path);
        prop_assert!(length >= shortest - 1e-9);
        check_rounded(&segments, &portals, f64::from(radius))?;
    }

    #[test]
    fn with_a_tiny_radius_the_path_is_that_of_a_point(corridor in corridor(4), tiny in prop::sample::select(vec![0.0_f32, 1e-7])) {
        prop_assume!(runs_straight_on(&corridor));
        let portals = corridor.portals();
        let (start, goal) = (point(corridor.start), point(corridor.goal));
        let (mut path, mut segments) = (Vec::new(), Vec::new());
        let expected = pull(start, &portals, goal, &mut Funnel::new(), &mut path);
        let rounded = pull_with_radius(start, &portals, goal, tiny, &mut RadiusFunnel::new(), &mut segments);
        // A start or goal at a corner is too close to it for any radius, and a portal of
        // zero width is too narrow.
        let touches = portals.iter().any(|portal| {
            let ends = [portal.left, portal.right];
            portal.left == portal.right || ends.contains(&start) || ends.contains(&goal)
        });
        match rounded {
            Ok(length) => prop_assert!((length - expected).abs() <= 1e-5, "{length} {expected} {segments:?}"),
            Err(error) => prop_assert!(touches && tiny > 0.0, "{}", error),
        }
    }
}

/// Returns true if the portals are upright, and each lies to the right of the previous one.
fn runs_straight_on(corridor: &Corridor) -> bool {
    let is_upright = |portal: &[Lattice; 2]| portal[0][1] > portal[1][1];
    let follows = |pair: &[[Lattice; 2]]| (0..2).all(|end| pair[0][end][0] <= pair[1][end][0]);
    let last = corridor.portals[corridor.portals.len() - 1];
    corridor.portals.iter().all(is_upright)
        && corridor.portals.windows(2).all(follows)
        && last.iter().all(|end| end[0] <= corridor.goal[0])
}

/// Checks that a path keeps the radius from every portal end, is tangent where a
/// line meets an arc, and turns only around ends on the inner side: then it is the
/// shortest of its corridor.
fn check_rounded(
    segments: &[PathSegment],
    portals: &[Portal],
    radius: f64,
) -> Result<(), TestCaseError> {
    let corners: Vec<DVec2> =
        portals.iter().flat_map(|portal| [portal.left.into(), portal.right.into()]).collect();
    let mut before: Option<(DVec2, DVec2)> = None;
    let mut arrival: Option<DVec2> = None;
    for segment in segments {
        match *segment {
            PathSegment::Line { from, to } => {
                for &corner in &corners {
                    prop_assert!(
                        distance_to_leg(corner, from, to) >= radius - 1e-9,
                        "{:?} cuts {:?}",
                        segment,
                        corner
                    );
                }
                if let Some(end) = arrival {
                    prop_assert!(end.distance(from) < 1e-9, "a gap before {:?}", segment);
                }
                arrival = Some(to);
                before = Some((from, to));
            }
            PathSegment::Arc(arc) => {
                let center = DVec2::from(arc.center);
                prop_assert!((arc.from.distance(center) - radius).abs() < 1e-9);
                prop_assert!((arc.to.distance(center) - radius).abs() < 1e-9);
                if let Some((from, to)) = before {
                    prop_assert!(
                        (to - from).dot(center - to).abs() < 1e-6,
                        "not tangent at {:?}",
                        arc
                    );
                    let side = (to - from).perp_dot(center - to);
                    prop_assert!(
                        from.distance(to) < 1e-6 || (side > 0.0) == arc.turns_left,
                        "around the wrong side"
                    );
                }
                arrival = Some(arc.to);
            }
        }
    }
    Ok(())
}

fn distance_to_leg(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let t = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    point.distance(if t.is_nan() { from } else { from + along * t })
}

#[test]
fn an_agent_that_does_not_fit_gets_the_portal() {
    let portals = [
        Portal::new(Vec2::new(0.0, 9.0), Vec2::new(0.0, 0.0)),
        Portal::new(Vec2::new(5.0, 1.5), Vec2::new(5.0, 0.0)),
    ];
    let pull = |start: Vec2, radius| {
        let goal = Vec2::new(9.0, 1.0);
        pull_with_radius(start, &portals, goal, radius, &mut RadiusFunnel::new(), &mut Vec::new())
    };
    assert_eq!(
        pull(Vec2::new(-4.0, 3.0), 1.0),
        Err(RadiusError::TooNarrow { portal: 1, width: 1.5, needed: 2.0 })
    );
    assert!(matches!(pull(Vec2::ONE, f32::NAN), Err(RadiusError::InvalidRadius { .. })));
    assert!(matches!(pull(Vec2::ONE, -1.0), Err(RadiusError::InvalidRadius { .. })));
    let infinite = Vec2::new(1.0, f32::INFINITY);
    assert_eq!(pull(infinite, 0.0), Err(RadiusError::NotFinite { x: 1.0, y: f32::INFINITY }));
    let portal = [Portal::new(Vec2::new(0.0, 9.0), Vec2::NAN)];
    let mut memory = (RadiusFunnel::new(), Vec::new());
    let answer = pull_with_radius(Vec2::ONE, &portal, Vec2::X, 1.0, &mut memory.0, &mut memory.1);
    assert!(matches!(answer, Err(RadiusError::NotFinite { .. })));
}

#[test]
fn arcs_have_the_same_bits_on_every_platform() {
    let portals: Vec<Portal> = (0_u8..40)
        .map(|index| {
            let x = 3.0 * f32::from(index);
            let low = f32::from(u16::from(index) * 7 % 11) / 3.0 - 2.3;
            Portal::new(Vec2::new(x, low + 2.9), Vec2::new(x, low))
        })
        .collect();
    let (start, goal) = (Vec2::new(-3.0, 0.1), Vec2::new(121.0, 0.7));
    let (mut funnel, mut segments) = (RadiusFunnel::new(), Vec::new());
    let length = pull_with_radius(start, &portals, goal, 0.3, &mut funnel, &mut segments).unwrap();
    let angles = segments.iter().filter_map(|segment| match segment {
        PathSegment::Arc(arc) => Some(arc.angle.to_bits()),
        PathSegment::Line { .. } => None,
    });
    let bits = angles.fold(length.to_bits(), |mixed, angle| mixed.rotate_left(7) ^ angle);
    assert_eq!(bits, 3_625_087_148_503_066_399);
}

/// Regression test: where corners are close together, a path around one of them can come near
/// others, before and after it.
#[test]
fn a_tangent_keeps_clear_of_corners_of_other_portals() {
    let corridors = [
        Corridor {
            start: [-5, 1],
            portals: vec![[[0, 2], [0, 0]], [[0, 5], [1, 4]], [[2, 5], [1, 4]], [[2, 5], [1, 3]]],
            goal: [4, 4],
        },
        Corridor {
            start: [-5, 1],
            portals: vec![
                [[0, 2], [0, 0]],
                [[2, 5], [4, -3]],
                [[7, 0], [4, -3]],
                [[7, -2], [4, -3]],
                [[7, -2], [8, -4]],
                [[7, 2], [8, -4]],
                [[7, 2], [8, 0]],
            ],
            goal: [9, 3],
        },
    ];
    for (corridor, radius) in corridors.iter().zip([0.639_681_64_f32, 0.827_736_44]) {
        let (portals, mut segments) = (corridor.portals(), Vec::new());
        let (start, goal) = (point(corridor.start), point(corridor.goal));
        let mut funnel = RadiusFunnel::new();
        if pull_with_radius(start, &portals, goal, radius, &mut funnel, &mut segments).is_ok() {
            check_rounded(&segments, &portals, f64::from(radius)).unwrap();
        }
    }
}

/// Regression test: three portals within two radii of one another, one above the other. The last
/// tangent passes the first of the three again.
#[test]
fn a_tangent_keeps_clear_of_portals_that_it_passes_again() {
    let upright = |x: f32, low: f32, high: f32| Portal::new(Vec2::new(x, high), Vec2::new(x, low));
    let portals = [
        upright(1.284_487_4, 2.712_179_7, 5.171_711),
        upright(2.605_847_4, 0.334_255_22, 2.252_115_5),
        upright(3.343_111_8, 3.722_403_8, 5.767_660_6),
        upright(3.645_505, 3.273_774, 5.551_861_3),
        upright(3.695_614, 0.486_771_35, 2.564_584_5),
        upright(3.696_443_6, 3.119_566_4, 5.153_487),
    ];
    let (start, goal) = (Vec2::new(-2.0, 1.888_420_8), Vec2::new(3.792_328, 3.628_536_5));
    let (radius, mut segments) = (0.064_655_52_f32, Vec::new());
    pull_with_radius(start, &portals, goal, radius, &mut RadiusFunnel::new(), &mut segments)
        .unwrap();
    check_rounded(&segments, &portals, f64::from(radius)).unwrap();
}

/// Regression test: the arc around the last right end would come nearer than the radius to the left
/// end of the portal before, from which both of its tangents keep clear.
#[test]
fn an_arc_keeps_clear_of_corners_too() {
    let corridor = Corridor {
        start: [-5, -1],
        portals: vec![[[0, 3], [0, -2]], [[3, 3], [0, -2]], [[4, 4], [3, 0]]],
        goal: [8, -1],
    };
    let (start, goal) = (point(corridor.start), point(corridor.goal));
    let mut memory = (RadiusFunnel::new(), Vec::new());
    let mut pull = |radius| {
        pull_with_radius(start, &corridor.portals(), goal, radius, &mut memory.0, &mut memory.1)
    };
    assert!(pull(1.49).is_ok());
    let error = pull(1.52).unwrap_err();
    assert!(matches!(error, RadiusError::TooNarrow { width: 3.0, .. }), "{error}");
}

/// Regression test: far from the origin, tangent points are finer than `f32`.
#[test]
fn a_rounded_path_moves_with_its_corridor() {
    let corridor = Corridor {
        start: [-1, 0],
        portals: vec![
            [[0, 3], [0, -2]],
            [[0, 3], [2, 0]],
            [[0, 3], [4, 3]],
            [[1, 6], [4, 3]],
            [[1, 6], [3, 6]],
            [[2, 8], [3, 6]],
            [[5, 5], [3, 6]],
            [[5, 5], [2, 5]],
            [[5, 5], [4, 4]],
        ],
        goal: [4, 0],
    };
    let length = |offset: Vec2| {
        let moved = |portal: Portal| Portal::new(portal.left + offset, portal.right + offset);
        let portals: Vec<Portal> = corridor.portals().into_iter().map(moved).collect();
        let (start, goal) = (point(corridor.start) + offset, point(corridor.goal) + offset);
        let mut funnel = RadiusFunnel::new();
        pull_with_radius(start, &portals, goal, 0.281_25, &mut funnel, &mut Vec::new()).unwrap()
    };
    let (here, far) = (length(Vec2::ZERO), length(Vec2::new(4_194_304.0, -2_097_152.0)));
    assert!((here - far).abs() < 1e-6, "{here} {far}");
}

#[test]
fn a_path_leads_around_the_end_of_a_zero_width_wall() {
    // The wall runs from (0, 0) to (4, 0); the path leads from its upper to its
    // lower side around the end at (4, 0).
    let portals = [Portal::new(Vec2::new(6.0, 0.0), Vec2::new(4.0, 0.0))];
    let mut path = Vec::new();
    let (start, goal) = (Vec2::new(1.0, 0.0), Vec2::new(2.0, 0.0));
    let length = pull(start, &portals, goal, &mut Funnel::new(), &mut path);
    assert_eq!(path, [start, Vec2::new(4.0, 0.0), goal]);
    assert!((length - 5.0).abs() < 1e-12);
}

#[test]
fn start_equal_to_goal_is_one_point() {
    let mut path = Vec::new();
    let length = pull(Vec2::ONE, &[], Vec2::ONE, &mut Funnel::new(), &mut path);
    assert_eq!((path, length), (vec![Vec2::ONE], 0.0));
}
