//! Walks with elevations.

use tautline_geometry::{DVec2, Segment, Vec2};

use crate::{AreaId, NavMesh};

impl NavMesh {
    /// Appends the points of a walk, and between them those where it crosses from one area into the next, each as x,
    /// y and elevation. Returns the index of the area that holds the last point.
    ///
    /// `points` are those of a path on foot, `areas` the areas that it passes through, in order. More areas may
    /// follow. Points may be rounded, and so lie next to the borders on which the path bends. Appends nothing, and
    /// returns 0, if there are no points or no areas.
    ///
    /// ```text
    ///          ____                 The path has the points a and b only. The ground rises and falls
    ///     a---x    x---b            at x, where the path crosses borders.
    /// ```
    ///
    /// O(n + m) for n points and m corners of the areas.
    #[doc(hidden)]
    pub fn walk_in_space(
        &self,
        points: &[Vec2],
        areas: &[AreaId],
        walk: &mut Vec<[f32; 3]>,
    ) -> usize {
        let (Some(&start), false) = (points.first(), areas.is_empty()) else { return 0 };
        let in_space = |area, point: Vec2| [point.x, point.y, self.elevation_at(area, point)];
        let mut index = 0;
        walk.push(in_space(areas[0], start));
        for ends in points.windows(2) {
            let leg = Segment::new(ends[0], ends[1]);
            index += self.turn(leg, &areas[index..]);
            // The fraction of the leg that has been walked.
            let mut walked = 0.0;
            while let Some((next, fraction)) = self.next_crossing(leg, areas, index) {
                if fraction > walked && fraction < 1.0 && !self.elevations().is_empty() {
                    let crossing = DVec2::from(leg.a).lerp(leg.b.into(), fraction).as_vec2();
                    // Next to another point of the walk, it can be rounded to that one.
                    let is_new = walk.last().is_none_or(|&[x, y, _]| Vec2::new(x, y) != crossing);
                    if is_new && crossing != leg.b {
                        walk.push(in_space(areas[index], crossing));
                    }
                    walked = fraction;
                }
                index = next;
            }
            walk.push(in_space(areas[index], leg.b));
        }
        index
    }

    /// Returns the number of areas that a path leaves while it turns around the start of a leg: the first of
    /// `areas`, which touch the leg only there.
    fn turn(&self, leg: Segment, areas: &[AreaId]) -> usize {
        let touches =
            |pair: &&[AreaId]| self.contains(pair[1], leg.a) && self.are_adjacent(pair[0], pair[1]);
        let passed = areas.windows(2).take_while(touches).count();
        let along = areas[..=passed].iter().rposition(|&area| self.contains(area, leg.b));
        along.unwrap_or(passed)
    }

    /// Returns the borders between two areas, with the first one on their left.
    fn borders_between(&self, area: AreaId, next: AreaId) -> impl Iterator<Item = Segment> + '_ {
        let edges = self.half_edges_of(area).filter(move |&edge| {
            let edge = self.half_edge(edge);
            edge.twin().is_some() && edge.across() == next
        });
        edges.map(|edge| self.segment(edge))
    }

    /// Returns the index of the area into which a leg leaves another one, and the fraction of the leg before that;
    /// `None` if the leg ends there.
    fn next_crossing(&self, leg: Segment, areas: &[AreaId], index: usize) -> Option<(usize, f64)> {
        let here = areas[index];
        if self.contains(here, leg.b) {
            return None;
        }
        // Where a path runs along a border, it may have crossed it and come back: its areas are a, b, a.
        let visits =
            (index + 1..).zip(areas[index..].windows(2)).filter(|(_, pair)| pair[0] == here);
        let mut crossings = visits.filter_map(|(next, pair)| {
            let fraction = self.fraction_before_border(leg, here, pair[1])?;
            Some((next, fraction))
        });
        crossings.next().or_else(|| {
            // Rounded next to a vertex, a leg can miss all borders there.
            let later =
                areas[index..].windows(2).take_while(|pair| self.are_adjacent(pair[0], pair[1]));
            let mut later = (index + 1..).zip(later.map(|pair| pair[1]));
            later.find(|&(_, area)| self.contains(area, leg.b)).map(|(next, _)| (next, 0.0))
        })
    }

    /// Returns true if two areas have a border in common.
    #[doc(hidden)]
    #[must_use]
    pub fn are_adjacent(&self, one: AreaId, other: AreaId) -> bool {
        self.borders_between(one, other).next().is_some()
    }

    /// Returns the fraction of a leg before the border between two areas; `None` if it leaves the first one elsewhere.
    fn fraction_before_border(&self, leg: Segment, area: AreaId, next: AreaId) -> Option<f64> {
        // A rounded leg may not meet the border.
        let borders = self
            .borders_between(area, next)
            .filter(|border| border.side_of(leg.b).is_right() || leg.intersects(border));
        // Two areas may have several borders in common.
        let crossings = borders.map(|border| crossing(leg, border));
        crossings.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, fraction)| fraction)
    }
}

/// Returns how far beyond the ends of a border a leg crosses the border's line, as a share of the border's length, and
/// the fraction of the leg before that.
fn crossing(leg: Segment, border: Segment) -> (f64, f64) {
    let [from, to, a, b] = [leg.a, leg.b, border.a, border.b].map(DVec2::from);
    let (step, along) = (to - from, b - a);
    let [before, beyond] = [from, to].map(|point| along.perp_dot(point - a));
    let fraction = if before > beyond {
        before / (before - beyond)
    } else {
        // Along the border.
        let fraction = |end: DVec2| (end - from).dot(step) / step.length_squared();
        fraction(a).min(fraction(b))
    };
    // Not a number for a leg without length.
    let fraction = if fraction.is_nan() { 0.0 } else { fraction.clamp(0.0, 1.0) };
    let share = (from + fraction * step - a).dot(along) / along.length_squared();
    ((-share).max(share - 1.0).max(0.0), fraction)
}
