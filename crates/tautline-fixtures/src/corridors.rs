//! Random corridors of portals on an integer lattice, and the length of the
//! taut path through one by brute force.

use crate::SplitMix64;

/// A way through a row of convex areas, as a funnel takes it.
///
/// The walker starts in the triangle before the first portal, goes through
/// each portal from back to front, and ends in the triangle behind the last.
/// Between portals `i` and `i + 1` lies the convex area with the corners
/// `right[i]`, `right[i + 1]`, `left[i + 1]`, `left[i]`, counter-clockwise.
/// One of its sides may have no length, and corners may lie in one line. The
/// corridor may wind over itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corridor {
    /// Where the walker starts, perhaps on the first portal.
    pub start: [i32; 2],
    /// The borders to walk through, in order.
    pub portals: Vec<Gateway>,
    /// Where the walker ends.
    pub goal: [i32; 2],
}

/// A border to walk through, with its ends as the walker sees them; they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gateway {
    /// The end on the walker's left.
    pub left: [i32; 2],
    /// The end on the walker's right.
    pub right: [i32; 2],
}

/// The largest width of a portal along an axis.
const WIDEST: u32 = 12;
/// The largest step of a portal's end along an axis.
const STRIDE: i32 = 6;

/// A corridor of so many portals, the same for the same seed.
///
/// Coordinates stay within `16 + 12 * portals` of 0.
///
/// ```
/// use tautline_fixtures::random_corridor;
///
/// let corridor = random_corridor(1, 20);
/// assert_eq!(corridor.portals.len(), 20);
/// assert_eq!(corridor, random_corridor(1, 20));
/// ```
#[must_use]
pub fn random_corridor(seed: u64, portals: u16) -> Corridor {
    let mut random = SplitMix64::new(seed);
    let mut last =
        Gateway { left: [-random.between(1, STRIDE), 0], right: [random.between(0, STRIDE), 0] };
    let start = match random.between(0, STRIDE) {
        0 => [random.between(last.left[0], last.right[0]), 0],
        behind => [random.between(-STRIDE, STRIDE), -behind],
    };
    let mut corridor = Corridor { start, portals: Vec::new(), goal: start };
    for _ in 0..portals {
        corridor.portals.push(last);
        last = next_gateway(&mut random, last);
    }
    if let Some(gateway) = corridor.portals.last() {
        corridor.goal = random_goal(&mut random, *gateway);
    }
    corridor
}

/// How often chance may fail before the plain choice is taken.
const ATTEMPTS: usize = 32;

/// A portal that closes a convex area with the one before.
fn next_gateway(random: &mut SplitMix64, last: Gateway) -> Gateway {
    for _ in 0..ATTEMPTS {
        let mut moved = |end: [i32; 2]| match random.below(4) {
            0 => end,
            _ => end.map(|value| value + random.between(-STRIDE, STRIDE)),
        };
        let next = Gateway { left: moved(last.left), right: moved(last.right) };
        let is_narrow =
            [0, 1].iter().all(|&axis| next.left[axis].abs_diff(next.right[axis]) <= WIDEST);
        if next.left != next.right && is_narrow && is_convex(last, next) {
            return next;
        }
    }
    let [forward_x, forward_y] = last.forward();
    let ahead = |[x, y]: [i32; 2]| [x + forward_x, y + forward_y];
    Gateway { left: ahead(last.left), right: ahead(last.right) }
}

fn random_goal(random: &mut SplitMix64, last: Gateway) -> [i32; 2] {
    for _ in 0..ATTEMPTS {
        let goal = last.right.map(|value| value + random.between(-2 * STRIDE, 2 * STRIDE));
        if turn(last.right, goal, last.left) > 0 {
            return goal;
        }
    }
    let [forward_x, forward_y] = last.forward();
    [last.right[0] + forward_x, last.right[1] + forward_y]
}

/// Whether the area between two portals has an inside, and no corner of it
/// turns right.
fn is_convex(from: Gateway, to: Gateway) -> bool {
    let mut ring = vec![from.right, to.right, to.left, from.left];
    ring.dedup();
    let mut turns = Vec::with_capacity(4);
    for i in 0..ring.len() {
        let [a, b, c] = [0, 1, 2].map(|step| ring[(i + step) % ring.len()]);
        // A spike turns back in one line: collinear, and against its own way.
        if turn(a, b, c) == 0 && dot(a, b, c) < 0 {
            return false;
        }
        turns.push(turn(a, b, c));
    }
    turns.iter().all(|&turn| turn >= 0) && turns.iter().any(|&turn| turn > 0)
}

impl Gateway {
    /// The direction through the portal, at right angles to it.
    fn forward(self) -> [i32; 2] {
        [self.left[1] - self.right[1], self.right[0] - self.left[0]]
    }

    /// Whether a segment meets the portal, not from its front to its back.
    ///
    /// Meeting it is asked for because a winding corridor can come round to a
    /// portal from behind, where the left end is on the left once more.
    fn lets_through(self, from: [i32; 2], to: [i32; 2]) -> bool {
        let is_between_the_ends = turn(from, to, self.left) >= 0 && turn(from, to, self.right) <= 0;
        let [before, behind] = [from, to].map(|point| turn(self.left, self.right, point));
        let meets_the_line = before.signum() * behind.signum() <= 0;
        // Decides for segments along the portal and for those of no length.
        let boxes_meet = [0, 1].iter().all(|&axis| {
            from[axis].min(to[axis]) <= self.left[axis].max(self.right[axis])
                && self.left[axis].min(self.right[axis]) <= from[axis].max(to[axis])
        });
        is_between_the_ends && meets_the_line && boxes_meet
    }
}

impl Corridor {
    /// The length of the shortest path through the corridor, by brute force:
    /// two points are joined if the segment between them meets every portal in
    /// between, with its left end on the left and its right end on the right.
    /// O(portals³).
    ///
    /// Decided in exact integers; only the sum is rounded as f64.
    ///
    /// ```
    /// use tautline_fixtures::corridors::{Corridor, Gateway};
    ///
    /// let bend = Corridor {
    ///     start: [0, 0],
    ///     portals: vec![Gateway { left: [0, 4], right: [3, 4] }],
    ///     goal: [6, 8],
    /// };
    /// assert_eq!(bend.shortest_length(), 5.0 + 5.0);
    /// ```
    #[must_use]
    pub fn shortest_length(&self) -> f64 {
        // Places in the order of the walk, with the portals before and behind.
        let mut places = vec![(self.start, 0, 0)];
        for (i, gateway) in self.portals.iter().enumerate() {
            places.push((gateway.left, i, i + 1));
            places.push((gateway.right, i, i + 1));
        }
        places.push((self.goal, self.portals.len(), self.portals.len()));

        let mut lengths = vec![0.0];
        for (to_index, &(to, portals_before, _)) in places.iter().enumerate().skip(1) {
            let ways = places[..to_index].iter().zip(&lengths).filter_map(
                |(&(from, _, portals_done), length)| {
                    // The other end of the same portal is no way: nothing is behind.
                    let between = self.portals.get(portals_done..portals_before)?;
                    let is_free = between.iter().all(|gateway| gateway.lets_through(from, to));
                    is_free.then(|| length + distance(from, to))
                },
            );
            let shortest = ways.fold(f64::INFINITY, f64::min);
            lengths.push(shortest);
        }
        lengths.last().copied().unwrap_or(0.0)
    }
}

/// Twice the signed area of the triangle: above 0 if it turns left.
fn turn(a: [i32; 2], b: [i32; 2], c: [i32; 2]) -> i64 {
    let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|point| point.map(i64::from));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// The dot product of the steps a → b and b → c.
fn dot(a: [i32; 2], b: [i32; 2], c: [i32; 2]) -> i64 {
    let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|point| point.map(i64::from));
    (bx - ax) * (cx - bx) + (by - ay) * (cy - by)
}

fn distance(a: [i32; 2], b: [i32; 2]) -> f64 {
    let [dx, dy] = [0, 1].map(|axis| f64::from(b[axis]) - f64::from(a[axis]));
    (dx * dx + dy * dy).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corridors() -> impl Iterator<Item = Corridor> {
        (0..300).map(|seed| random_corridor(seed, u16::try_from(seed % 20).unwrap()))
    }

    #[test]
    fn all_areas_of_a_corridor_are_convex() {
        for corridor in corridors() {
            for pair in corridor.portals.windows(2) {
                assert!(is_convex(pair[0], pair[1]), "{pair:?}");
            }
            if let (Some(first), Some(last)) = (corridor.portals.first(), corridor.portals.last()) {
                assert!(turn(first.left, corridor.start, first.right) >= 0);
                assert!(turn(last.right, corridor.goal, last.left) > 0);
            }
        }
    }

    #[test]
    fn corridors_bend_and_hold_the_peculiar_cases() {
        let all: Vec<Corridor> = corridors().collect();
        let pairs = || all.iter().flat_map(|corridor| corridor.portals.windows(2));
        assert!(pairs().any(|pair| pair[0].left == pair[1].left));
        assert!(pairs().any(|pair| pair[0].right == pair[1].right));
        assert!(pairs().any(|pair| turn(pair[0].left, pair[0].right, pair[1].left) == 0));
        let bent = all
            .iter()
            .filter(|corridor| {
                corridor.shortest_length() > distance(corridor.start, corridor.goal) + 1e-9
            })
            .count();
        assert!(bent > 200, "{bent}");
    }

    /// Every portal is cut into many points, and each is joined with all of
    /// the next portal: a path that is real, and hardly too long.
    fn sampled_length(corridor: &Corridor) -> f64 {
        let step =
            |a: [f64; 2], b: [f64; 2]| ((b[0] - a[0]).powi(2) + (b[1] - a[1]).powi(2)).sqrt();
        let mut reached = vec![(corridor.start.map(f64::from), 0.0)];
        // A start on the first portal is through it, and no sample of it.
        let starts_on_portal = usize::from(corridor.start[1] == 0);
        let samples = corridor.portals.iter().skip(starts_on_portal).map(|gateway| {
            let [left, right] = [gateway.left, gateway.right].map(|end| end.map(f64::from));
            (0..=64_u8)
                .map(|i| f64::from(i) / 64.0)
                .map(|t| [0, 1].map(|axis| left[axis] + t * (right[axis] - left[axis])))
                .collect()
        });
        for places in samples.chain([vec![corridor.goal.map(f64::from)]]) {
            let extended = |to: [f64; 2]| {
                let ways = reached.iter().map(|&(from, length)| length + step(from, to));
                (to, ways.fold(f64::INFINITY, f64::min))
            };
            reached = places.into_iter().map(extended).collect();
        }
        reached[0].1
    }

    #[test]
    fn the_exact_length_is_just_below_that_of_a_sampled_path() {
        for corridor in corridors() {
            let (exact, sampled) = (corridor.shortest_length(), sampled_length(&corridor));
            assert!(
                exact <= sampled + 1e-9 && sampled <= exact * 1.001 + 0.02,
                "exact {exact}, sampled {sampled}, {corridor:?}"
            );
        }
    }

    #[test]
    fn a_corridor_that_comes_round_to_its_start_is_walked_all_the_way() {
        let [left, far] = [[0, 0], [-3, 0]];
        let corridor = Corridor {
            start: [-1, 0],
            portals: vec![Gateway { left, right: [1, 0] }, Gateway { left, right: [0, 1] }],
            goal: far,
        };
        assert_eq!(corridor.shortest_length().to_bits(), 4.0_f64.to_bits());
    }

    #[test]
    fn a_corridor_without_portals_is_a_point() {
        let corridor = random_corridor(1, 0);
        assert_eq!(corridor.start, corridor.goal);
        assert_eq!(corridor.shortest_length().to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn the_longest_corridors_stay_within_their_bounds() {
        let corridor = random_corridor(3, u16::MAX);
        let bound = 16 + 12 * 65_535;
        assert!(corridor.goal.iter().all(|value| value.abs() <= bound));
    }
}
