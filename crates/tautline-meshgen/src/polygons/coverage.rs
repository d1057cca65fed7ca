//! Labels of noded segments: the shapes that cover their left and right sides, found by a sweep
//! line from left to right.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::PolygonError;
use super::grid::{GridPoint, cross, difference, turn};
use super::noding::Segment;

/// The maximum number of labels stored at once for all segments on the sweep line: 64 MiB,
/// enough for 4,096 nested shapes. Input could ask for any number.
const MAX_STORED_LABELS: usize = 1 << 24;

/// Calls `visit` for each segment with the shapes that cover its left side, seen from its
/// lesser end, and those that cover its right side. Segments meet only at their ends.
///
/// O(n log n) steps, each of which copies the labels of one point.
///
/// # Errors
///
/// [`PolygonError::TooManyOverlaps`].
pub fn sweep(
    segments: &mut [Segment],
    mut visit: impl FnMut(&Segment, &[u32], &[u32]),
) -> Result<(), PolygonError> {
    segments.sort_unstable_by(|one, other| {
        one.from.cmp(&other.from).then_with(|| angle_order(one, other))
    });
    // The sweep line passes a vertical segment at once, so it is never active.
    let mut by_end: Vec<&Segment> =
        segments.iter().filter(|segment| !segment.is_vertical()).collect();
    by_end.sort_unstable_by_key(|segment| segment.to);
    let mut ending = by_end.into_iter().peekable();

    // The segments on the sweep line from bottom to top, each with the shapes that cover
    // the space above it.
    let mut active: BTreeMap<Active, Vec<u32>> = BTreeMap::new();
    let mut stored_labels = 0;
    for group in segments.chunk_by(|one, other| one.from == other.from) {
        let at = group[0].from;
        while let Some(segment) = ending.next_if(|segment| segment.to <= at) {
            stored_labels -= active.remove(&Active::from(segment)).map_or(0, |above| above.len());
        }
        let below = active.range(..Active { from: at, to: at }).next_back();
        let mut covering = below.map(|(_, above)| above.clone()).unwrap_or_default();
        for segment in group {
            // Around a point, from bottom to top: what covers the space below the segment
            // lies on its right, and crossing it toggles its shapes.
            let right = covering.clone();
            toggle(&mut covering, &segment.shapes);
            visit(segment, &covering, &right);
            if !segment.is_vertical() {
                stored_labels += covering.len();
                if stored_labels > MAX_STORED_LABELS {
                    let depth = covering.len();
                    return Err(PolygonError::TooManyOverlaps { depth, limit: MAX_STORED_LABELS });
                }
                active.insert(Active::from(segment), covering.clone());
            }
        }
    }
    Ok(())
}

/// Orders two segments that begin at one point from bottom to top.
fn angle_order(one: &Segment, other: &Segment) -> Ordering {
    let directions = [one, other].map(|segment| difference(segment.from, segment.to));
    0.cmp(&cross(directions[0], directions[1]))
}

/// Adds the shapes that are missing and removes those that are present.
fn toggle(covering: &mut Vec<u32>, shapes: &[u32]) {
    for shape in shapes {
        match covering.binary_search(shape) {
            Ok(index) => {
                covering.remove(index);
            }
            Err(index) => covering.insert(index, *shape),
        }
    }
}

/// A segment on the sweep line, or a single point of it, ordered from bottom to top. The order
/// is total as long as segments do not cross.
#[derive(Clone, Copy, Debug)]
struct Active {
    from: GridPoint,
    to: GridPoint,
}

impl From<&Segment> for Active {
    fn from(segment: &Segment) -> Self {
        Self { from: segment.from, to: segment.to }
    }
}

impl Ord for Active {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.from <= other.from {
            // The start of the other segment is above or below this one. If it is on
            // this one, the end decides.
            let above = |point| 0.cmp(&turn(self.from, self.to, point));
            above(other.from).then_with(|| above(other.to))
        } else {
            other.cmp(self).reverse()
        }
    }
}

impl PartialOrd for Active {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Active {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Active {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shapes_on_both_sides_of_every_segment_are_reported() {
        let point = |x, y| GridPoint::new(x, y);
        let square = |low: i32, high: i32, shape| {
            let corners = [point(low, low), point(high, low), point(high, high), point(low, high)];
            [0, 1, 2, 3].map(|side| Segment::new(corners[side], corners[(side + 1) % 4], shape))
        };
        let mut segments = [square(0, 9, 0), square(2, 7, 1), square(3, 5, 2)].concat();
        let mut visited = 0;
        sweep(&mut segments, |segment, left, right| {
            let shape = segment.shapes[0];
            // Bottom and right sides have their square above or to the left.
            let is_low = segment.from.y == segment.to.y && segment.from.y <= 3;
            let is_right = segment.from.x == segment.to.x && segment.from.x >= 5;
            let (inside, outside) = if is_low || is_right { (left, right) } else { (right, left) };
            assert_eq!(inside, (0..=shape).collect::<Vec<_>>(), "{segment:?}");
            assert_eq!(outside, (0..shape).collect::<Vec<_>>(), "{segment:?}");
            visited += 1;
        })
        .unwrap();
        assert_eq!(visited, 12);
    }
}
