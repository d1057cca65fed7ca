//! Ground where the centre of an agent with a radius can stand.
//!
//! What falls away is the union of a strip along every side, as wide as the
//! radius, and of a kite at every corner that turns away from the ground. All of
//! them run counter-clockwise, and rings wind once around the ground; so what the
//! rings without the strips and kites wind around is just what stays. Sides that
//! they have in common cancel, and only the far sides of the strips and kites
//! remain to be cut.

use super::grid::{Contour, Grid, GridPoint, cross, difference, dot, edges, round};
use super::ground::wound_around;
use super::{Corners, PolygonError, PolygonOptions};

/// Rounded corners are not divided more often than this: 64 points for half a
/// turn, which stray from the circle by 0.03 % of the radius.
const MOST_HALVINGS: u32 = 6;

/// Takes a margin as wide as the radius of the agent off the ground.
pub(super) fn shrink(
    ground: &[Contour],
    options: &PolygonOptions,
    grid: Grid,
) -> Result<Vec<Contour>, PolygonError> {
    let radius = f64::from(options.agent_radius) / grid.step();
    // Which also bounds the coordinates of what falls away.
    if radius * 2.0 >= narrowest_extent(ground) {
        return Ok(Vec::new());
    }
    let margin =
        Margin { radius, corners: options.corners, tolerance_unit: options.agent_radius.into() };
    let far_sides: Vec<Contour> = ground.iter().map(|contour| margin.far_side(contour)).collect();
    wound_around(&far_sides)
}

/// Adds a margin as wide as the radius of the agent to an obstacle, whose rings
/// have it on their left. The radius has 23 bits on the grid at most, so that
/// what comes out has 30.
///
/// # Errors
///
/// A [`PolygonError`] that says what is wrong.
pub fn grow(
    obstacle: &[Contour],
    options: &PolygonOptions,
    grid: Grid,
) -> Result<Vec<Contour>, PolygonError> {
    let radius = f64::from(options.agent_radius) / grid.step();
    let margin =
        Margin { radius, corners: options.corners, tolerance_unit: options.agent_radius.into() };
    let far_side = |contour: &Contour| {
        // The other way round, the ground around it lies on the left.
        let around: Contour = contour.iter().rev().copied().collect();
        let mut far = margin.far_side(&around);
        far.reverse();
        far
    };
    wound_around(&obstacle.iter().map(far_side).collect::<Vec<_>>())
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
struct Margin {
    /// In steps of the grid.
    radius: f64,
    corners: Corners,
    /// What tolerances are compared with: the radius in world units.
    tolerance_unit: f64,
}

/// A side of a ring: where it leads, and the unit vector to its left.
#[derive(Clone, Copy)]
struct Side {
    from: GridPoint,
    to: GridPoint,
    normal: [f64; 2],
    length: f64,
    /// From the side to the far side of its strip.
    across: [i32; 2],
}

impl Margin {
    /// The far side of the strips and kites along a ring.
    fn far_side(&self, contour: &[GridPoint]) -> Contour {
        let sides: Vec<Side> = edges(contour).map(|ends| self.side(ends)).collect();
        let mut far = Contour::with_capacity(3 * sides.len());
        for (side, next) in sides.iter().zip(sides.iter().cycle().skip(1)) {
            far.push(moved(side.from, side.across));
            far.push(moved(side.to, side.across));
            self.join(side, next, &mut far);
        }
        far
    }

    fn side(&self, [from, to]: [GridPoint; 2]) -> Side {
        let [x, y] = difference(from, to).map(small);
        let length = (x * x + y * y).sqrt();
        let normal = [-y / length, x / length];
        Side { from, to, normal, length, across: scaled(normal, self.radius) }
    }

    /// What lies between the far sides of two strips that meet at a corner.
    fn join(&self, side: &Side, next: &Side, far: &mut Contour) {
        let (along, onward) = (difference(side.from, side.to), difference(next.from, next.to));
        let turn = cross(along, onward);
        if turn > 0 || (turn == 0 && dot(along, onward) > 0) {
            if !self.overlaps_widely(side, next) {
                far.push(side.to);
            }
            return;
        }
        if side.across == next.across {
            return;
        }
        let outward = between(side.normal, next.normal, dot(along, onward) >= 0);
        let arc = [side.normal, outward, next.normal];
        match self.corners {
            Corners::Mitred { limit } => self.mitre(side.to, arc, f64::from(limit), far),
            Corners::Rounded { tolerance } => {
                // How much farther than the radius, in radii.
                let limit = 1.0 + f64::from(tolerance) / self.tolerance_unit;
                self.round(side.to, arc, limit.min(2.0), MOST_HALVINGS, far);
            }
        }
    }

    /// Whether the strips beside a corner that turns to the ground both cover the
    /// triangle between the corner and their ends on the far side. Then the far
    /// sides can be joined there: the triangle falls away once less, but still once.
    /// Else the way has to lead back to the corner, where it crosses others.
    fn overlaps_widely(&self, side: &Side, next: &Side) -> bool {
        let cosine = product(side.normal, next.normal);
        let sine = side.normal[0] * next.normal[1] - side.normal[1] * next.normal[0];
        // One step of the grid for rounding the ends.
        cosine > 0.0 && (self.radius + 1.0) * sine + 1.0 < side.length.min(next.length)
    }

    /// A corner whose sides run on until they meet, or until they are so far from
    /// the corner as the limit allows.
    fn mitre(
        &self,
        corner: GridPoint,
        [first, outward, last]: [[f64; 2]; 3],
        limit: f64,
        far: &mut Contour,
    ) {
        let cosine = product(first, outward);
        if cosine * limit >= 1.0 {
            far.push(moved(corner, scaled(outward, self.radius / cosine)));
            return;
        }
        // The sine of half the turn; towards the tip along either far side.
        let sine = (1.0 - cosine * cosine).sqrt();
        let reach = (limit - cosine) / sine;
        let along = [first[1], -first[0]];
        let back = [-last[1], last[0]];
        for [normal, towards] in [[first, along], [last, back]] {
            let cut = [0, 1].map(|axis| normal[axis] + reach * towards[axis]);
            far.push(moved(corner, scaled(cut, self.radius)));
        }
    }

    /// A corner with so many mitres that none is farther from the circle around
    /// it than the limit, in radii, allows.
    fn round(
        &self,
        corner: GridPoint,
        [first, middle, last]: [[f64; 2]; 3],
        limit: f64,
        halvings: u32,
        far: &mut Contour,
    ) {
        if halvings == 0 || product(first, middle) * limit >= 1.0 {
            self.mitre(corner, [first, middle, last], 2.0, far);
            return;
        }
        for [from, to] in [[first, middle], [middle, last]] {
            let arc = [from, between(from, to, true), to];
            self.round(corner, arc, limit, halvings - 1, far);
        }
    }
}

/// The unit vector halfway between two normals on a turn to the right.
fn between(first: [f64; 2], last: [f64; 2], is_acute: bool) -> [f64; 2] {
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

fn moved(point: GridPoint, [x, y]: [i32; 2]) -> GridPoint {
    GridPoint::new(point.x + x, point.y + y)
}

/// Differences of grid points have 26 bits.
#[expect(clippy::cast_precision_loss, reason = "26 bits fit into f64")]
fn small(difference: i64) -> f64 {
    difference as f64
}
