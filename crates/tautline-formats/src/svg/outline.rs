//! From lines and curves to rings of corners.

use std::cmp::Ordering;

use super::transform::Transform;
use crate::error::{Reason, rounded};
use crate::plan::MAX_CORNERS;

/// More chords than this for one curve would hardly be seen, and let a short
/// path make millions.
const MAX_CHORDS: u32 = 1024;

/// Halving a quarter turn this often makes [`MAX_CHORDS`] chords of a full one.
const MAX_HALVINGS: u32 = 8;

/// The rings of one shape, in world units, while they are drawn.
pub(super) struct Outline {
    transform: Transform,
    tolerance: f64,
    rings: Vec<Vec<[f32; 2]>>,
    ring: Vec<[f32; 2]>,
    /// How many more corners there may be.
    left: u64,
}

/// An ellipse as an affine image of the circle of radius 1, in user units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ellipse {
    pub(super) centre: [f64; 2],
    /// The images of (1, 0) and (0, 1).
    pub(super) axes: [[f64; 2]; 2],
}

impl Outline {
    /// An outline in user units that `transform` takes to world units.
    pub(super) fn new(transform: Transform, tolerance: f64, left: u64) -> Self {
        Self { transform, tolerance, rings: Vec::new(), ring: Vec::new(), left }
    }

    /// The rings, and how many more corners there may be.
    pub(super) fn finish(mut self) -> (Vec<Vec<[f32; 2]>>, u64) {
        self.close();
        (self.rings, self.left)
    }

    /// Ends the ring. One without an inside is dropped.
    pub(super) fn close(&mut self) {
        let mut ring = std::mem::take(&mut self.ring);
        while ring.len() > 1 && same(ring[0], ring[ring.len() - 1]) {
            ring.pop();
        }
        if ring.len() >= 3 {
            self.rings.push(ring);
        }
    }

    /// Draws a straight line to a place, or begins a ring there.
    pub(super) fn line_to(&mut self, place: [f64; 2]) -> Result<(), Reason> {
        self.corner(self.transform.point(place))
    }

    /// Draws a Bézier curve of degree 3 from the place before.
    pub(super) fn curve_to(
        &mut self,
        from: [f64; 2],
        controls: [[f64; 2]; 2],
        to: [f64; 2],
    ) -> Result<(), Reason> {
        let [a, b, c, d] =
            [from, controls[0], controls[1], to].map(|place| self.transform.point(place));
        let bend = second_difference(a, b, c).max(second_difference(b, c, d));
        // Wang's bound for the distance of a curve from its chords.
        let chords = chords((0.75 * bend / self.tolerance).sqrt());
        for step in 1..chords {
            let t = f64::from(step) / f64::from(chords);
            let s = 1.0 - t;
            let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
            self.corner([0, 1].map(|axis: usize| {
                weights[0] * a[axis]
                    + weights[1] * b[axis]
                    + weights[2] * c[axis]
                    + weights[3] * d[axis]
            }))?;
        }
        self.corner(d)
    }

    /// Draws along an ellipse from the image of (1, 0) by way of that of (0, 1)
    /// to the image of `end`, a place on the circle of radius 1. The place of the
    /// start is not drawn. The end is drawn at `to`.
    pub(super) fn arc(
        &mut self,
        mut ellipse: Ellipse,
        mut end: [f64; 2],
        to: [f64; 2],
    ) -> Result<(), Reason> {
        // At most three quarters before the last one.
        for _ in 0..3 {
            if end[0] >= 0.0 && end[1] >= 0.0 {
                break;
            }
            self.quarter(ellipse, [0.0, 1.0])?;
            self.line_to(ellipse.at([0.0, 1.0]))?;
            let [x, y] = ellipse.axes;
            ellipse.axes = [y, x.map(|part| -part)];
            end = [end[1], -end[0]];
        }
        self.quarter(ellipse, end)?;
        self.line_to(to)
    }

    /// Draws a whole ellipse as a ring.
    pub(super) fn ellipse(&mut self, ellipse: Ellipse) -> Result<(), Reason> {
        let start = ellipse.at([1.0, 0.0]);
        self.line_to(start)?;
        self.arc(ellipse, [1.0, -f64::MIN_POSITIVE], start)?;
        self.close();
        Ok(())
    }

    /// The corners between the image of (1, 0) and that of `end`, which is at
    /// most a quarter turn further.
    fn quarter(&mut self, ellipse: Ellipse, end: [f64; 2]) -> Result<(), Reason> {
        let size: f64 = ellipse
            .axes
            .map(|axis| self.transform.direction(axis))
            .iter()
            .flatten()
            .map(|part| part * part)
            .sum();
        // No half axis is longer than this.
        let radius = size.sqrt();
        let mut directions = vec![[1.0, 0.0], end];
        // The cosine of half the angle of a chord tells its distance from the
        // arc.
        let mut cosine = half_angle(end[0]);
        for _ in 0..MAX_HALVINGS {
            if radius * (1.0 - cosine) <= self.tolerance {
                break;
            }
            cosine = half_angle(cosine);
            directions = halved(&directions);
        }
        for &direction in &directions[1..directions.len() - 1] {
            self.line_to(ellipse.at(direction))?;
        }
        Ok(())
    }

    fn corner(&mut self, place: [f64; 2]) -> Result<(), Reason> {
        let corner = rounded(place)?;
        if self.ring.last().is_some_and(|&last| same(last, corner)) {
            return Ok(());
        }
        let limit = Reason::Limit { what: "corners", limit: MAX_CORNERS };
        self.left = self.left.checked_sub(1).ok_or(limit)?;
        self.ring.push(corner);
        Ok(())
    }
}

impl Ellipse {
    /// The image of a place on the circle of radius 1.
    pub(super) fn at(self, [x, y]: [f64; 2]) -> [f64; 2] {
        [0, 1]
            .map(|axis: usize| self.centre[axis] + x * self.axes[0][axis] + y * self.axes[1][axis])
    }
}

/// The cosine of half an angle of at most a half turn.
fn half_angle(cosine: f64) -> f64 {
    ((1.0 + cosine) / 2.0).max(0.0).sqrt()
}

/// Directions with one more between each two.
fn halved(directions: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut finer = Vec::with_capacity(2 * directions.len());
    for pair in directions.windows(2) {
        let [x, y] = [pair[0][0] + pair[1][0], pair[0][1] + pair[1][1]];
        let length = (x * x + y * y).sqrt();
        finer.extend([pair[0], [x / length, y / length]]);
    }
    finer.extend(directions.last());
    finer
}

fn second_difference(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    let [x, y] = [0, 1].map(|axis: usize| a[axis] - 2.0 * b[axis] + c[axis]);
    (x * x + y * y).sqrt()
}

/// The next whole number within what is sensible.
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
#[expect(clippy::cast_sign_loss, reason = "clamped before")]
fn chords(wanted: f64) -> u32 {
    wanted.ceil().clamp(1.0, f64::from(MAX_CHORDS)) as u32
}

fn same(a: [f32; 2], b: [f32; 2]) -> bool {
    a.partial_cmp(&b) == Some(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(radius: f64, tolerance: f64) -> Vec<[f32; 2]> {
        let mut outline = Outline::new(Transform::IDENTITY, tolerance, 10_000);
        let axes = [[radius, 0.0], [0.0, radius]];
        outline.ellipse(Ellipse { centre: [0.0, 0.0], axes }).unwrap();
        outline.finish().0.remove(0)
    }

    #[test]
    fn chords_stay_near_the_circle() {
        for tolerance in [1.0, 0.1, 0.01, 0.001] {
            let ring = circle(10.0, tolerance);
            for (place, &[x, y]) in ring.iter().enumerate() {
                let [next_x, next_y] = ring[(place + 1) % ring.len()];
                let middle = [(x + next_x) / 2.0, (y + next_y) / 2.0];
                let distance = (middle[0] * middle[0] + middle[1] * middle[1]).sqrt();
                assert!(f64::from(10.0 - distance) < tolerance + 1e-5, "{tolerance}");
                assert!(((x * x + y * y).sqrt() - 10.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_circle_has_at_most_1024_corners() {
        assert_eq!(circle(1e6, 0.0).len(), 1024);
        assert_eq!(circle(1.0, 10.0).len(), 4);
    }

    #[test]
    fn a_tolerance_that_is_no_number_is_survived() {
        assert_eq!(circle(1.0, f64::NAN).len(), 1024);
    }
}
