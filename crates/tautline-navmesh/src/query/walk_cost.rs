//! The cost of walking along straight legs.

use tautline_geometry::{DVec2, Segment, Vec2};

use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

impl NavMesh {
    /// Returns the cost of walking along `points` through a sequence of areas: the sum of
    /// lengths times terrain factors, in world units.
    ///
    /// `borders` are the half-edges that lead from each area to the next one. The path changes
    /// areas where it first meets the border between them. A stretch along a border has the
    /// cost of the cheaper area, if the filter allows that area and its agent fits through the
    /// border. The caller must make sure that the path leads through the areas, and that the
    /// filter allows all of them.
    ///
    /// O(n + m) for n points and m half-edges of the areas.
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(6, 1, |x, _| Some(Terrain((x >= 2).into())));
    /// let mesh = raw.build()?;
    /// let mut filter = QueryFilter::uniform();
    /// filter.set(Terrain(1), 3.0)?;
    ///
    /// let (start, goal) = (Vec2::new(0.0, 0.5), Vec2::new(6.0, 0.5));
    /// let areas = [start, goal].map(|end| mesh.locate(end).unwrap());
    /// let border = mesh.half_edges_of(areas[0]).find(|&edge| mesh.half_edge(edge).across() == areas[1]);
    /// let cost = mesh.walk_cost(&areas, border, &[start, goal], &filter);
    /// assert_eq!(cost, 2.0 + 4.0 * 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn walk_cost(
        &self,
        areas: &[AreaId],
        borders: impl IntoIterator<Item = HalfEdgeId>,
        points: &[Vec2],
        filter: &QueryFilter,
    ) -> f64 {
        let mut cost = 0.0;
        self.visit_pieces(areas, borders, points, |area, leg, part| {
            cost += self.cost_within(area, leg, part, filter);
        });
        cost
    }

    /// Divides a path at the borders that it crosses: calls `visit` for each piece, with its
    /// area, the leg that it is a part of, and the fractions of the leg where it begins and ends.
    ///
    /// The parameters are those of [`Self::walk_cost`]. An area that the path only touches gets
    /// a piece without length, or none after the end of the path. O(n + m).
    #[doc(hidden)]
    pub fn visit_pieces(
        &self,
        areas: &[AreaId],
        borders: impl IntoIterator<Item = HalfEdgeId>,
        points: &[Vec2],
        mut visit: impl FnMut(AreaId, Segment, [f64; 2]),
    ) {
        let mut legs = points.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
        let mut leg = legs.next();
        // The fraction of the leg that has been walked.
        let mut walked = 0.0;
        let borders = borders.into_iter().map(|edge| Some(self.segment(edge)));
        for (border, &area) in borders.chain([None]).zip(areas) {
            while let Some(straight) = leg {
                let meeting = border.and_then(|border| fraction_before(straight, border));
                let fraction = meeting.map_or(1.0, |fraction| fraction.max(walked));
                visit(area, straight, [walked, fraction]);
                if fraction < 1.0 {
                    walked = fraction;
                    break;
                }
                // The next leg may lead back across borders that this leg met, but these are
                // behind the walker.
                leg = legs.next();
                walked = 0.0;
                if meeting.is_some() {
                    break;
                }
            }
        }
    }

    /// Returns the cost of a part of a leg within an area, given as fractions of the leg.
    fn cost_within(
        &self,
        area: AreaId,
        leg: Segment,
        [from, to]: [f64; 2],
        filter: &QueryFilter,
    ) -> f64 {
        let factor_in = |area| filter.factor(self.terrain(area));
        let factor = factor_in(area);
        let mut cost = (to - from) * factor;
        for (edge, id) in self.half_edges_in(area).iter().zip(self.half_edges_of(area)) {
            let cheaper = factor_in(edge.across());
            if cheaper < factor && filter.allows_area(edge.across()) && filter.admits(id) {
                let border = self.segment(id);
                if runs_along(leg, border) {
                    let [first, last] = fractions_along(leg, border);
                    cost -= (last.min(to) - first.max(from)).max(0.0) * (factor - cheaper);
                }
            }
        }
        cost * leg.length()
    }
}

/// The fraction of a leg before a border that it meets; `None` if the leg ends before the border.
/// It is 1 only if the leg's end meets the border. A leg along the line of the border
/// meets it at the border's end, not where it meets the line.
fn fraction_before(leg: Segment, border: Segment) -> Option<f64> {
    // Exact: a leg may end on the line of the border without touching the border.
    if !leg.intersects(&border) {
        return None;
    }
    let [first, last] = fractions_along(leg, border);
    let fraction = if runs_along(leg, border) {
        first
    } else if border.contains(leg.b) {
        1.0
    } else {
        let [from, to, a, b] = [leg.a, leg.b, border.a, border.b].map(DVec2::from);
        let along = b - a;
        let crossing = -along.perp_dot(from - a) / along.perp_dot(to - from);
        crossing.max(first).min(last).min(1.0 - f64::EPSILON)
    };
    Some(fraction.clamp(0.0, 1.0))
}

/// The fractions of a leg's line between which a border lies, projected on the line.
fn fractions_along(leg: Segment, border: Segment) -> [f64; 2] {
    let [from, to, a, b] = [leg.a, leg.b, border.a, border.b].map(DVec2::from);
    let step = to - from;
    let fraction = |end: DVec2| (end - from).dot(step) / step.dot(step);
    [fraction(a).min(fraction(b)), fraction(a).max(fraction(b))]
}

/// Returns true if a leg and a border lie on one line. Exact.
fn runs_along(leg: Segment, border: Segment) -> bool {
    [border.a, border.b].iter().all(|&end| leg.side_of(end).is_collinear())
}
