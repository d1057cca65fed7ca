//! The cost of walking along straight legs.

use tautline_geometry::{DVec2, Segment, Vec2};

use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

impl NavMesh {
    /// Returns the cost of walking along `points` through a row of areas: lengths times the
    /// factors of the terrain, in world units.
    ///
    /// `borders` are the sides that lead from each area to the next one. The walker changes
    /// from area to area where the way first meets the border between them. A stretch along
    /// a border costs what the cheaper side does, if that may be walked on. Nothing checks
    /// that the way leads through the areas.
    ///
    /// O(n + m) for n points and m sides of the areas.
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, QueryFilter, NavMesh, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(6, 1, |x, _| Some(Terrain((x >= 2).into())));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
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
        let mut legs = points.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
        let mut leg = legs.next();
        // How much of the leg is behind the walker, as a fraction of it.
        let mut walked = 0.0;
        let borders = borders.into_iter().map(|edge| Some(self.segment(edge)));
        for (border, &area) in borders.chain([None]).zip(areas) {
            while let Some(straight) = leg {
                let meeting = border.and_then(|border| fraction_before(straight, border));
                let fraction = meeting.map_or(1.0, |fraction| fraction.max(walked));
                cost += self.cost_within(area, straight, [walked, fraction], filter);
                if fraction < 1.0 {
                    walked = fraction;
                    break;
                }
                // The next leg may lead back over borders that this one meets
                // too, but behind the walker.
                leg = legs.next();
                walked = 0.0;
                if meeting.is_some() {
                    break;
                }
            }
        }
        cost
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
            if cheaper < factor && filter.allows_area(edge.across()) {
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

/// How much of a leg lies before a border that is on the way, as a fraction of it;
/// nothing if the leg ends before it. All of it only where the leg's end is what
/// meets the border. A leg along the border's line meets it where the border
/// begins, not where the line does.
fn fraction_before(leg: Segment, border: Segment) -> Option<f64> {
    // Exact: a leg may end on the border's line and still not at the border.
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

/// Between which fractions of a leg's line a border lies, seen from beside it.
fn fractions_along(leg: Segment, border: Segment) -> [f64; 2] {
    let [from, to, a, b] = [leg.a, leg.b, border.a, border.b].map(DVec2::from);
    let step = to - from;
    let fraction = |end: DVec2| (end - from).dot(step) / step.dot(step);
    [fraction(a).min(fraction(b)), fraction(a).max(fraction(b))]
}

/// Whether a leg and a border are on one line. Exact.
fn runs_along(leg: Segment, border: Segment) -> bool {
    [border.a, border.b].iter().all(|&end| leg.side_of(end).is_collinear())
}
