//! Insets: the ground where the centre of an agent with a radius can be.
//!
//! The inset is the ground without a strip along each edge, as wide as the radius, and
//! without a wedge at each reflex corner, which is where the line join is made:
//!
//! ```text
//!                  ground
//!   a' ────────────p───────────m      a, b    edges of a ring, the ground on their left
//!      strip of a  │   miter   │      a', b'  the same edges, moved by the radius
//!   a ────────────▶c   wedge   q      c       a reflex corner: the ring turns right
//!       obstacle   ├───────────┤      m       the tip of the miter
//!                  │ strip of b│
//!                  b           b'
//! ```
//!
//! The offset ring runs along a', from p over m to q, and along b'. It can cross itself and
//! other rings. The *winding number* removes the surplus: a point of the ground has the winding
//! number 1, and each strip or wedge that covers the point lowers it by 1. So the inset is where
//! the number is still positive: the *fill rule* "positive". Edges that a strip shares with a ring
//! or with a wedge cancel, so that only the offset ring is left.
//!
//! The outline builder of `i_overlay` is not used, because it calls trigonometric
//! functions, whose last bits differ between platforms.

use tautline_geometry::polygon;

use super::boolean_ops::positive_union;
use super::grid::{Contour, Grid, GridPoint, cross, difference, dot, round};
use super::{Extent, LineJoin, PolygonError, PolygonOptions};

/// The maximum depth to which a round join is halved: 64 points for half a turn, which
/// deviate from the circle by 0.03 % of the radius. One more doubles the corners of the
/// mesh for a gain that `f32` positions hardly show.
const MAX_HALVINGS: u32 = 6;

/// Returns the ground without a strip along its boundary as wide as the agent's radius.
pub(super) fn inset_rings(
    ground: &[Contour],
    options: &PolygonOptions,
    grid: Grid,
) -> Result<Vec<Contour>, PolygonError> {
    let radius = f64::from(options.agent_radius) / grid.step();
    // Nothing would be left. This also bounds the coordinates of the offset rings.
    if radius * 2.0 >= narrowest_extent(ground) {
        return Ok(Vec::new());
    }
    let offset = Offset { radius, options };
    let offset_rings: Vec<Contour> =
        ground.iter().map(|contour| offset.offset_ring(contour)).collect();
    positive_union(&offset_rings)
}

/// Returns an obstacle dilated by the agent's radius. The rings have the obstacle on their
/// left. The radius has at most 23 bits in grid steps, so that the result has at most 30.
///
/// # Errors
///
/// A [`PolygonError`] if edges cross too often.
pub fn outset_rings(
    obstacle: &[Contour],
    options: &PolygonOptions,
    grid: Grid,
) -> Result<Vec<Contour>, PolygonError> {
    let radius = f64::from(options.agent_radius) / grid.step();
    let offset = Offset { radius, options };
    let offset_ring = |contour: &Contour| {
        // Reversed, the ring has the ground around the obstacle on its left.
        let around: Contour = contour.iter().rev().copied().collect();
        let mut ring = offset.offset_ring(&around);
        ring.reverse();
        ring
    };
    positive_union(&obstacle.iter().map(offset_ring).collect::<Vec<_>>())
}

/// Returns the lesser of the width and the height of the bounding box of all rings.
fn narrowest_extent(ground: &[Contour]) -> f64 {
    Extent::of(ground.iter().flatten().copied())
        .map_or(0.0, |Extent { least, most }| f64::from((most.x - least.x).min(most.y - least.y)))
}

/// The radius and the line join of an inset.
#[derive(Clone, Copy)]
struct Offset<'a> {
    /// In grid steps.
    radius: f64,
    options: &'a PolygonOptions,
}

/// An edge of a ring with its strip.
#[derive(Clone, Copy)]
struct OffsetEdge {
    from: GridPoint,
    to: GridPoint,
    /// The unit vector to its left.
    normal: [f64; 2],
    length: f64,
    /// The vector from the edge to the moved edge.
    across: [i32; 2],
}

impl Offset<'_> {
    /// Returns the moved edges of a ring with their line joins, as one ring.
    fn offset_ring(&self, contour: &[GridPoint]) -> Contour {
        let edges: Vec<OffsetEdge> = polygon::edges(contour).map(|ends| self.edge(ends)).collect();
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

    /// Appends the line join between two moved edges that meet at a corner.
    fn join(&self, edge: &OffsetEdge, next: &OffsetEdge, ring: &mut Contour) {
        let (along, onward) = (difference(edge.from, edge.to), difference(next.from, next.to));
        let turn = cross(along, onward);
        // A left turn or none: the strips overlap, and there is no wedge.
        if turn > 0 || (turn == 0 && dot(along, onward) > 0) {
            if !self.overlaps_widely(edge, next) {
                ring.push(edge.to);
            }
            return;
        }
        // A turn that rounding to the grid has lost.
        if edge.across == next.across {
            return;
        }
        let outward = bisector(edge.normal, next.normal, dot(along, onward) >= 0);
        let arc = [edge.normal, outward, next.normal];
        match self.options.line_join {
            LineJoin::Miter { limit } => self.miter_join(edge.to, arc, f64::from(limit), ring),
            LineJoin::Round { tolerance } => {
                // The greatest distance from the corner, in radii.
                let limit = 1.0 + f64::from(tolerance) / f64::from(self.options.agent_radius);
                self.round_join(edge.to, arc, limit.min(2.0), MAX_HALVINGS, ring);
            }
        }
    }

    /// Returns true if both strips at a left turn cover the triangle between the corner
    /// and the ends of the two moved edges. Then the moved edges are joined directly: the
    /// triangle is subtracted once instead of twice, which is enough. Otherwise the ring goes
    /// back through the corner, which costs crossings.
    fn overlaps_widely(&self, edge: &OffsetEdge, next: &OffsetEdge) -> bool {
        let cosine = dot_f64(edge.normal, next.normal);
        let sine = edge.normal[0] * next.normal[1] - edge.normal[1] * next.normal[0];
        // One grid step for rounding of the ends.
        cosine > 0.0 && (self.radius + 1.0) * sine + 1.0 < edge.length.min(next.length)
    }

    /// Appends the tip of a miter; or, if it is farther than `limit` radii from the corner,
    /// the ends of the edge that cuts the miter off at that distance.
    fn miter_join(
        &self,
        corner: GridPoint,
        [first, outward, last]: [[f64; 2]; 3],
        limit: f64,
        ring: &mut Contour,
    ) {
        let cosine = dot_f64(first, outward);
        if cosine * limit >= 1.0 {
            ring.push(translated(corner, scaled(outward, self.radius / cosine)));
            return;
        }
        // `cosine` and `sine` are those of half the turn. The cut is `limit` radii from the
        // corner and square to the bisector: it meets either moved edge `reach` radii after
        // the end of its strip.
        let sine = (1.0 - cosine * cosine).sqrt();
        let reach = (limit - cosine) / sine;
        let along = [first[1], -first[0]];
        let back = [-last[1], last[0]];
        for [normal, towards] in [[first, along], [last, back]] {
            let cut = [0, 1].map(|axis| normal[axis] + reach * towards[axis]);
            ring.push(translated(corner, scaled(cut, self.radius)));
        }
    }

    /// Appends a round join: miters of halves of the arc, none of which has a tip farther
    /// from the corner than `limit` radii.
    fn round_join(
        &self,
        corner: GridPoint,
        [first, middle, last]: [[f64; 2]; 3],
        limit: f64,
        halvings: u32,
        ring: &mut Contour,
    ) {
        if halvings == 0 || dot_f64(first, middle) * limit >= 1.0 {
            self.miter_join(corner, [first, middle, last], 2.0, ring);
            return;
        }
        for [from, to] in [[first, middle], [middle, last]] {
            let arc = [from, bisector(from, to, true), to];
            self.round_join(corner, arc, limit, halvings - 1, ring);
        }
    }
}

/// Returns the unit vector halfway between two normals of a turn to the right.
fn bisector(first: [f64; 2], last: [f64; 2], is_acute: bool) -> [f64; 2] {
    // The sum of nearly opposite vectors cancels. For turns beyond a right angle, the
    // difference, turned by a right angle, has the same direction and does not cancel.
    let [x, y] = if is_acute {
        [first[0] + last[0], first[1] + last[1]]
    } else {
        [first[1] - last[1], last[0] - first[0]]
    };
    let length = (x * x + y * y).sqrt();
    [x / length, y / length]
}

fn dot_f64(u: [f64; 2], v: [f64; 2]) -> f64 {
    u[0] * v[0] + u[1] * v[1]
}

fn scaled(vector: [f64; 2], factor: f64) -> [i32; 2] {
    vector.map(|coordinate| round(coordinate * factor))
}

fn translated(point: GridPoint, [x, y]: [i32; 2]) -> GridPoint {
    GridPoint::new(point.x + x, point.y + y)
}

/// Converts a difference of grid points, which has 26 bits.
#[expect(clippy::cast_precision_loss, reason = "26 bits fit into f64")]
fn to_f64(difference: i64) -> f64 {
    difference as f64
}
