//! Line segments.

use std::cmp::Ordering;

use glam::Vec2;

use crate::{Aabb, DVec2, Orientation, orient2d};

/// A directed line segment from `a` to `b`, both ends included. If they are equal, it is a
/// single point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Segment {
    /// The first end.
    pub a: Vec2,
    /// The second end.
    pub b: Vec2,
}

/// The intersection of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SegmentIntersection {
    /// The segments are disjoint.
    Disjoint,
    /// A single point, within the bounding boxes of both segments. It is exact if
    /// it is an end of one of them. Otherwise it is computed in `f64` and
    /// rounded: usually to the nearest `f32` in each coordinate, but less accurate
    /// if the segments are nearly parallel and a coordinate is much smaller
    /// than those of their ends.
    Point(Vec2),
    /// A segment of positive length: the segments are collinear and overlap.
    Overlap(Segment),
}

impl Segment {
    /// Creates the segment from `a` to `b`.
    #[must_use]
    pub const fn new(a: Vec2, b: Vec2) -> Self {
        Self { a, b }
    }

    /// Returns the distance between the ends.
    #[must_use]
    pub fn length(&self) -> f64 {
        DVec2::from(self.a).distance(self.b.into())
    }

    /// Returns true if the point lies on the segment, ends included. Exact.
    ///
    /// ```
    /// use tautline_geometry::{Segment, Vec2};
    ///
    /// let segment = Segment::new(Vec2::new(1.0, 1.0), Vec2::new(7.0, 4.0));
    /// assert!(segment.contains(Vec2::new(3.0, 2.0)));
    /// assert!(segment.contains(segment.b));
    /// assert!(!segment.contains(Vec2::new(9.0, 5.0)), "on the line, but beyond the end");
    /// ```
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        self.bounds().contains(point) && orient2d(self.a, self.b, point).is_collinear()
    }

    /// Compares two points on the line through the segment by their position along the direction
    /// from `a` to `b`. Exact, because it compares coordinates: x, or y if the segment is vertical.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use tautline_geometry::{Segment, Vec2};
    ///
    /// let down = Segment::new(Vec2::new(0.0, 4.0), Vec2::new(0.0, 0.0));
    /// assert_eq!(down.compare_along(Vec2::new(0.0, 1.0), Vec2::new(0.0, 3.0)), Ordering::Greater);
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn compare_along(&self, one: Vec2, other: Vec2) -> Ordering {
        let compare = |one: f32, other: f32| one.partial_cmp(&other).unwrap_or(Ordering::Equal);
        let by = |from: f32, to: f32, one: f32, other: f32| match compare(from, to) {
            Ordering::Less => compare(one, other),
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => compare(other, one),
        };
        by(self.a.x, self.b.x, one.x, other.x).then_with(|| by(self.a.y, self.b.y, one.y, other.y))
    }

    /// Returns true if the segments have a point in common, ends included. Exact.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        if !self.bounds().intersects(&other.bounds()) {
            return false;
        }
        // The ends of `two` are not strictly on one side of the line through `one`. If all
        // four points are collinear, overlapping boxes are enough.
        let divides = |one: &Self, two: &Self| {
            let (a, b) = (orient2d(one.a, one.b, two.a), orient2d(one.a, one.b, two.b));
            a != b || a.is_collinear()
        };
        divides(self, other) && divides(other, self)
    }

    /// Returns the intersection of the segments. The variant is exact; for the accuracy of
    /// the point, see [`SegmentIntersection::Point`].
    ///
    /// ```
    /// use tautline_geometry::{Segment, SegmentIntersection, Vec2};
    ///
    /// let across = Segment::new(Vec2::new(0.0, 0.0), Vec2::new(2.0, 2.0));
    /// let down = Segment::new(Vec2::new(0.0, 2.0), Vec2::new(2.0, 0.0));
    /// assert_eq!(across.intersection(&down), SegmentIntersection::Point(Vec2::ONE));
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Self) -> SegmentIntersection {
        if !self.intersects(other) {
            return SegmentIntersection::Disjoint;
        }
        // Ends on the other segment first: they need no rounding.
        let mut shared = [self.a, self.b]
            .into_iter()
            .filter(|&end| other.contains(end))
            .chain([other.a, other.b].into_iter().filter(|&end| self.contains(end)));
        let Some(first) = shared.next() else {
            return SegmentIntersection::Point(self.crossing(other));
        };
        match shared.find(|&end| end != first) {
            Some(second) => SegmentIntersection::Overlap(Self::new(first, second)),
            None => SegmentIntersection::Point(first),
        }
    }

    /// Returns the point of the segment nearest to `point`, rounded to `f32`;
    /// an end is returned exactly.
    #[must_use]
    pub fn nearest_point(&self, point: Vec2) -> Vec2 {
        let bounds = self.bounds();
        self.nearest_point_f64(point.into()).as_vec2().clamp(bounds.min, bounds.max)
    }

    /// Returns the point of the segment nearest to `point`, in `f64`; an end is
    /// returned exactly.
    #[must_use]
    #[doc(hidden)]
    pub fn nearest_point_f64(&self, point: DVec2) -> DVec2 {
        let (a, b) = (DVec2::from(self.a), DVec2::from(self.b));
        let along = b - a;
        let fraction = (point - a).dot(along) / along.length_squared();
        if fraction >= 1.0 {
            b
        } else if fraction > 0.0 {
            a + along * fraction
        } else {
            // Also for NaN, which is the result of a segment of zero length.
            a
        }
    }

    /// Returns the squared distance from a point to the segment.
    #[must_use]
    pub fn distance_squared(&self, point: DVec2) -> f64 {
        // Like `nearest_point_f64`, but without branches: this makes searches for the
        // nearest of many segments 25 % faster.
        let a = DVec2::from(self.a);
        let along = DVec2::from(self.b) - a;
        let fraction = ((point - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let nearest = if fraction.is_nan() { a } else { a + along * fraction };
        (point - nearest).length_squared()
    }

    /// Returns the bounding box of the segment.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb { min: self.a.min(self.b), max: self.a.max(self.b) }
    }

    /// Returns the orientation of `a`, `b` and `point`: the side of the segment that the point lies
    /// on. Exact.
    #[must_use]
    pub fn side_of(&self, point: Vec2) -> Orientation {
        orient2d(self.a, self.b, point)
    }

    /// The crossing of two segments that are known to cross at an interior point of both.
    fn crossing(&self, other: &Self) -> Vec2 {
        let (p, q) = (DVec2::from(self.a), DVec2::from(other.a));
        let (r, s) = (DVec2::from(self.b) - p, DVec2::from(other.b) - q);
        let quotient = (q - p).perp_dot(s) / r.perp_dot(s);
        // If the segments are nearly parallel, rounding can make the quotient infinite or NaN.
        let fraction = match quotient {
            1.0.. => 1.0,
            0.0.. => quotient,
            _ => 0.0,
        };
        let (mine, theirs) = (self.bounds(), other.bounds());
        // Rounding can move the point far out of a small box.
        (p + r * fraction).as_vec2().max(mine.min.max(theirs.min)).min(mine.max.min(theirs.max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(ax: f32, ay: f32, bx: f32, by: f32) -> Segment {
        Segment::new(Vec2::new(ax, ay), Vec2::new(bx, by))
    }

    #[test]
    fn a_segment_of_zero_length_contains_only_its_point() {
        let point = segment(2.0, 3.0, 2.0, 3.0);
        assert!(point.contains(point.a));
        assert!(!point.contains(Vec2::new(2.0, 3.5)));
        assert_eq!(point.nearest_point(Vec2::ZERO), point.a);
        assert_eq!(
            point.intersection(&segment(1.0, 3.0, 5.0, 3.0)),
            SegmentIntersection::Point(point.a)
        );
        assert_eq!(point.intersection(&segment(1.0, 2.0, 5.0, 2.0)), SegmentIntersection::Disjoint);
    }

    #[test]
    fn segments_on_one_line_overlap_touch_or_miss() {
        let base = segment(0.0, 0.0, 4.0, 4.0);
        assert_eq!(
            base.intersection(&segment(2.0, 2.0, 6.0, 6.0)),
            SegmentIntersection::Overlap(segment(4.0, 4.0, 2.0, 2.0))
        );
        assert_eq!(
            base.intersection(&segment(4.0, 4.0, 6.0, 6.0)),
            SegmentIntersection::Point(base.b)
        );
        assert_eq!(base.intersection(&segment(5.0, 5.0, 6.0, 6.0)), SegmentIntersection::Disjoint);
    }

    #[test]
    fn a_crossing_lies_in_the_boxes_around_both_segments() {
        let next = 1.0_f32.next_up();
        let tiny = segment(1.0, next, next, 1.0);
        let long = segment(-1e12, -1e12, 1e12, 1e12);
        for (one, other) in [(&long, &tiny), (&tiny, &long)] {
            let SegmentIntersection::Point(crossing) = one.intersection(other) else {
                panic!("{one:?} crosses {other:?}")
            };
            assert!(tiny.bounds().contains(crossing) && long.bounds().contains(crossing));
        }
    }

    #[test]
    fn an_end_on_the_other_segment_is_returned_exactly() {
        let stem = segment(1.0, 5.0, 1.0, 1.0);
        let bar = segment(-2.0, 0.0, 4.0, 2.0);
        assert_eq!(stem.intersection(&bar), SegmentIntersection::Point(stem.b));
    }
}
