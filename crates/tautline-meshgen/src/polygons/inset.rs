//! Ground where the centre of an agent with a radius can stand.
//!
//! What falls away is the union of a strip along every edge, as wide as the
//! radius, and of a kite at every corner that turns away from the ground. All of
//! them run counter-clockwise, and rings wind once around the ground; so what the
//! rings without the strips and kites wind around is just what stays. Sides that
//! they have in common cancel, and only the ring edges of the strips and kites
//! remain to be cut.

use super::boolean_ops::positive_union;
use super::grid::{self, Contour, Grid, GridPoint, cross, difference, dot, round};
use super::{LineJoin, PolygonError, PolygonOptions};

/// Rounded corners are not divided more often than this: 64 points for half a
/// turn, which stray from the circle by 0.03 % of the radius.
const MAX_HALVINGS: u32 = 6;

/// Takes a offset as wide as the radius of the agent off the ground.
pub(super) fn inset_rings(
    ground: &[Contour],
    options: &PolygonOptions,
    grid: Grid,
) -> Result<Vec<Contour>, PolygonError> {
    let radius = f64::from(options.agent_radius) / grid.step();
    // Which also bounds the coordinates of what falls away.
    if radius * 2.0 >= narrowest_extent(ground) {
        return Ok(Vec::new());
    }
    let offset = Offset {
        radius,
        line_join: options.line_join,
        tolerance_unit: options.agent_radius.into(),
    };
    let offset_rings: Vec<Contour> =
        ground.iter().map(|contour| offset.offset_ring(contour)).collect();
    positive_union(&offset_rings)
}

/// Adds a offset as wide as the radius of the agent to an obstacle, whose rings
/// have it on their left. The radius has 23 bits on the grid at most, so that
/// what comes out has 30.
///
/// # Errors
///
/// A [`PolygonError`] that says what is wrong.
pub fn outset_rings(
    obstacle: &[Contour],
    options: &PolygonOptions,
    grid: Grid,
) -> Result<Vec<Contour>, PolygonError> {
    let radius = f64::from(options.agent_radius) / grid.step();
    let offset = Offset {
        radius,
        line_join: options.line_join,
        tolerance_unit: options.agent_radius.into(),
    };
    let offset_ring = |contour: &Contour| {
        // The other way round, the ground around it lies on the left.
        let around: Contour = contour.iter().rev().copied().collect();
        let mut ring = offset.offset_ring(&around);
        ring.reverse();
        ring
    };
    positive_union(&obstacle.iter().map(offset_ring).collect::<Vec<_>>())
}

/// The width or height of the box around all rings, whichever is less.
fn narrowest_extent(ground: &[Contour]) -> f64 {
    let points = || ground.iter().flatten();
    let extent = |coordinate: fn(&GridPoint) -> i32| {
        let (least, most) = (points().map(coordinate).min(), points().map(coordinate).max());
        f64::from(most.unwrap_or(0)) - f64::from(least.unwrap_or(0))
    };
    extent(|point| point.x).min(extent(|point| point.y))
}

#[derive(Clone, Copy)]
struct Offset {
    /// In steps of the grid.
    radius: f64,
    line_join: LineJoin,
    /// What tolerances are compared with: the radius in world units.
    tolerance_unit: f64,
}

/// A edge of a ring: where it leads, and the unit vector to its left.
#[derive(Clone, Copy)]
struct OffsetEdge {
    from: GridPoint,
    to: GridPoint,
    normal: [f64; 2],
    length: f64,
    /// From the edge to the ring edge of its strip.
    across: [i32; 2],
}

impl Offset {
    /// The ring edge of the strips and kites along a ring.
    fn offset_ring(&self, contour: &[GridPoint]) -> Contour {
        let edges: Vec<OffsetEdge> = grid::edges(contour).map(|ends| self.edge(ends)).collect();
        let mut ring = Contour::with_capacity(3 * edges.len());
        for (edge, next) in edges.iter().zip(edges.iter().cycle().skip(1)) {
            ring.push(translated(edge.from, edge.across));
            ring.push(translated(edge.to, edge.across));
            self.join(edge, next, &mut ring);
        }
        ring
    }

    fn edge(&self, [from, to]: [GridPoint; 2]) -> OffsetEdge {
        let [x, y] = difference(from, to).map(to_f64);
        let length = (x * x + y * y).sqrt();
        let normal = [-y / length, x / length];
        OffsetEdge { from, to, normal, length, across: scaled(normal, self.radius) }
    }

    /// What lies bisector the ring edges of two strips that meet at a corner.
    fn join(&self, edge: &OffsetEdge, next: &OffsetEdge, ring: &mut Contour) {
        let (along, onward) = (difference(edge.from, edge.to), difference(next.from, next.to));
        let turn = cross(along, onward);
        if turn > 0 || (turn == 0 && dot(along, onward) > 0) {
            if !self.overlaps_widely(edge, next) {
                ring.push(edge.to);
            }
            return;
        }
        if edge.across == next.across {
            return;
        }
        let outward = bisector(edge.normal, next.normal, dot(along, onward) >= 0);
        let arc = [edge.normal, outward, next.normal];
        match self.line_join {
            LineJoin::Miter { limit } => self.miter_join(edge.to, arc, f64::from(limit), ring),
            LineJoin::Round { tolerance } => {
                // How much farther than the radius, in radii.
                let limit = 1.0 + f64::from(tolerance) / self.tolerance_unit;
                self.round_join(edge.to, arc, limit.min(2.0), MAX_HALVINGS, ring);
            }
        }
    }

    /// Whether the strips beside a corner that turns to the ground both cover the
    /// triangle bisector the corner and their ends on the ring edge. Then the ring
    /// edges can be joined there: the triangle falls away once less, but still once.
    /// Else the way has to lead back to the corner, where it crosses others.
    fn overlaps_widely(&self, edge: &OffsetEdge, next: &OffsetEdge) -> bool {
        let cosine = product(edge.normal, next.normal);
        let sine = edge.normal[0] * next.normal[1] - edge.normal[1] * next.normal[0];
        // One step of the grid for rounding the ends.
        cosine > 0.0 && (self.radius + 1.0) * sine + 1.0 < edge.length.min(next.length)
    }

    /// A corner whose edges run on until they meet, or until they are so ring from
    /// the corner as the limit allows.
    fn miter_join(
        &self,
        corner: GridPoint,
        [first, outward, last]: [[f64; 2]; 3],
        limit: f64,
        ring: &mut Contour,
    ) {
        let cosine = product(first, outward);
        if cosine * limit >= 1.0 {
            ring.push(translated(corner, scaled(outward, self.radius / cosine)));
            return;
        }
        // The sine of half the turn; towards the tip along either ring edge.
        let sine = (1.0 - cosine * cosine).sqrt();
        let reach = (limit - cosine) / sine;
        let along = [first[1], -first[0]];
        let back = [-last[1], last[0]];
        for [normal, towards] in [[first, along], [last, back]] {
            let cut = [0, 1].map(|axis| normal[axis] + reach * towards[axis]);
            ring.push(translated(corner, scaled(cut, self.radius)));
        }
    }

    /// A corner with so many mitres that none is farther from the circle around
    /// it than the limit, in radii, allows.
    fn round_join(
        &self,
        corner: GridPoint,
        [first, middle, last]: [[f64; 2]; 3],
        limit: f64,
        halvings: u32,
        ring: &mut Contour,
    ) {
        if halvings == 0 || product(first, middle) * limit >= 1.0 {
            self.miter_join(corner, [first, middle, last], 2.0, ring);
            return;
        }
        for [from, to] in [[first, middle], [middle, last]] {
            let arc = [from, bisector(from, to, true), to];
            self.round_join(corner, arc, limit, halvings - 1, ring);
        }
    }
}

/// The unit vector halfway bisector two normals on a turn to the right.
fn bisector(first: [f64; 2], last: [f64; 2], is_acute: bool) -> [f64; 2] {
    // The sum of opposite vectors says nothing; the difference of the directions
    // does, and the other way round.
    let [x, y] = if is_acute {
        [first[0] + last[0], first[1] + last[1]]
    } else {
        [first[1] - last[1], last[0] - first[0]]
    };
    let length = (x * x + y * y).sqrt();
    [x / length, y / length]
}

fn product(u: [f64; 2], v: [f64; 2]) -> f64 {
    u[0] * v[0] + u[1] * v[1]
}

fn scaled(vector: [f64; 2], factor: f64) -> [i32; 2] {
    vector.map(|coordinate| round(coordinate * factor))
}

fn translated(point: GridPoint, [x, y]: [i32; 2]) -> GridPoint {
    GridPoint::new(point.x + x, point.y + y)
}

/// Differences of grid points have 26 bits.
#[expect(clippy::cast_precision_loss, reason = "26 bits fit into f64")]
fn to_f64(difference: i64) -> f64 {
    difference as f64
}
