//! From lines and curves to rings of corners.

use std::cmp::Ordering;

use glam::{DAffine2, DMat2, DVec2};

use crate::error::{Reason, rounded};
use crate::plan::MAX_CORNERS;

/// More chords than this for one curve would hardly be seen, and let a short
/// path make millions.
const MAX_CHORDS: u32 = 1024;

/// Halving a quarter turn this often makes [`MAX_CHORDS`] chords of a full one.
const MAX_HALVINGS: u32 = 8;

/// The rings of one shape, in world units, while they are drawn.
pub(super) struct Outline {
    transform: DAffine2,
    tolerance: f64,
    rings: Vec<Vec<[f32; 2]>>,
    ring: Vec<[f32; 2]>,
    /// How many more corners there may be.
    left: u64,
}

impl Outline {
    /// An outline in user units that `transform` takes to world units.
    pub(super) fn new(transform: DAffine2, tolerance: f64, left: u64) -> Self {
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
    pub(super) fn line_to(&mut self, place: DVec2) -> Result<(), Reason> {
        self.corner(self.transform.transform_point2(place))
    }

    /// Draws a Bézier curve of degree 3 from the first place, which is not drawn, by way of two
    /// controls to the last.
    pub(super) fn curve_to(&mut self, places: [DVec2; 4]) -> Result<(), Reason> {
        let [a, b, c, d] = places.map(|place| self.transform.transform_point2(place));
        let bend = (a - 2.0 * b + c).length().max((b - 2.0 * c + d).length());
        // Wang's bound for the distance of a curve from its chords.
        let chords = chords((0.75 * bend / self.tolerance).sqrt());
        for step in 1..chords {
            let t = f64::from(step) / f64::from(chords);
            let s = 1.0 - t;
            let (first, second) = (3.0 * s * s * t, 3.0 * s * t * t);
            self.corner(s * s * s * a + first * b + second * c + t * t * t * d)?;
        }
        self.corner(d)
    }

    /// Draws along an ellipse, an affine image of the circle of radius 1: from the image of
    /// (1, 0) by way of that of (0, 1) to the image of `end`, a place on the circle. The place of
    /// the start is not drawn. The end is drawn at `to`.
    pub(super) fn arc(
        &mut self,
        mut ellipse: DAffine2,
        mut end: DVec2,
        to: DVec2,
    ) -> Result<(), Reason> {
        // At most three quarters before the last one.
        for _ in 0..3 {
            if end.x >= 0.0 && end.y >= 0.0 {
                break;
            }
            self.quarter(ellipse, DVec2::Y)?;
            self.line_to(ellipse.transform_point2(DVec2::Y))?;
            let DMat2 { x_axis, y_axis } = ellipse.matrix2;
            ellipse.matrix2 = DMat2::from_cols(y_axis, -x_axis);
            end = -end.perp();
        }
        self.quarter(ellipse, end)?;
        self.line_to(to)
    }

    /// Draws a whole ellipse as a ring.
    pub(super) fn ellipse(&mut self, ellipse: DAffine2) -> Result<(), Reason> {
        let start = ellipse.transform_point2(DVec2::X);
        self.line_to(start)?;
        self.arc(ellipse, DVec2::new(1.0, -f64::MIN_POSITIVE), start)?;
        self.close();
        Ok(())
    }

    /// The corners between the image of (1, 0) and that of `end`, which is at
    /// most a quarter turn further.
    fn quarter(&mut self, ellipse: DAffine2, end: DVec2) -> Result<(), Reason> {
        let DMat2 { x_axis, y_axis } = self.transform.matrix2 * ellipse.matrix2;
        // No half axis is longer than this.
        let radius = (x_axis.length_squared() + y_axis.length_squared()).sqrt();
        let mut directions = vec![DVec2::X, end];
        // The cosine of half the angle of a chord tells its distance from the
        // arc.
        let mut cosine = half_angle(end.x);
        for _ in 0..MAX_HALVINGS {
            if radius * (1.0 - cosine) <= self.tolerance {
                break;
            }
            cosine = half_angle(cosine);
            directions = halved(&directions);
        }
        for &direction in &directions[1..directions.len() - 1] {
            self.line_to(ellipse.transform_point2(direction))?;
        }
        Ok(())
    }

    fn corner(&mut self, place: DVec2) -> Result<(), Reason> {
        let corner = rounded(place.into())?;
        if self.ring.last().is_some_and(|&last| same(last, corner)) {
            return Ok(());
        }
        let limit = Reason::Limit { what: "corners", limit: MAX_CORNERS };
        self.left = self.left.checked_sub(1).ok_or(limit)?;
        self.ring.push(corner);
        Ok(())
    }
}

/// The cosine of half an angle of at most a half turn.
fn half_angle(cosine: f64) -> f64 {
    ((1.0 + cosine) / 2.0).max(0.0).sqrt()
}

/// Directions with one more between each two.
fn halved(directions: &[DVec2]) -> Vec<DVec2> {
    let mut finer = Vec::with_capacity(2 * directions.len());
    for pair in directions.windows(2) {
        let sum = pair[0] + pair[1];
        finer.extend([pair[0], sum / sum.length()]);
    }
    finer.extend(directions.last());
    finer
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
        let mut outline = Outline::new(DAffine2::IDENTITY, tolerance, 10_000);
        outline.ellipse(DAffine2::from_scale(DVec2::splat(radius))).unwrap();
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
