//! Flattening: approximates curves by chords, and collects rings of corners.
//!
//! An elliptical arc is the affine image of an arc of the unit circle. Each quarter of
//! the circle is halved until the sagitta `s` of its chords is within the tolerance:
//!
//! ```text
//!            _ - - _
//!        _ -    |s   - _           s = r (1 - cos(a / 2))
//!       o - - - - - - - o  chord
//!        `.            .'
//!          `.  angle .'
//!         r  `.  a .'  r
//!              `.'
//! ```
//!
//! The directions of the corners are computed by halving angles, with `+ - * / sqrt` only, so
//! that all platforms get the same bits.

use std::cmp::Ordering;

use glam::{DAffine2, DMat2, DVec2};

use crate::error::{Reason, rounded};
use crate::vector_map::MAX_CORNERS;

/// The largest number of chords per curve. More would hardly be visible, and a short
/// path could result in millions of them.
const MAX_CHORDS: u32 = 1024;

/// The number of halvings of a quarter circle that results in [`MAX_CHORDS`] chords per circle.
const MAX_HALVINGS: u32 = 8;

/// A builder of the rings of one shape, in world units.
pub(super) struct Flattener {
    transform: DAffine2,
    tolerance: f64,
    rings: Vec<Vec<[f32; 2]>>,
    ring: Vec<[f32; 2]>,
    /// True if another line or ring came before `ring`.
    has_ended: bool,
    /// The number of corners that may still be added.
    corners_left: u64,
}

impl Flattener {
    /// Creates a builder for points in user units, which `transform` converts to world units.
    pub(super) fn new(transform: DAffine2, tolerance: f64, corners_left: u64) -> Self {
        let (rings, ring, has_ended) = (Vec::new(), Vec::new(), false);
        Self { transform, tolerance, rings, ring, has_ended, corners_left }
    }

    /// Returns the rings, and the number of corners that may still be added to the map.
    pub(super) fn finish(mut self) -> (Vec<Vec<[f32; 2]>>, u64) {
        self.close();
        (self.rings, self.corners_left)
    }

    /// Returns the points of the only line, which must be open, and the number of corners that may
    /// still be added to the map.
    pub(super) fn into_line(self) -> Result<(Vec<[f32; 2]>, u64), Reason> {
        if self.has_ended {
            return Err(Reason::unsupported(
                "a link along a path that is closed or has several parts",
            ));
        }
        Ok((self.ring, self.corners_left))
    }

    /// Ends the ring, and drops it if it has fewer than 3 different corners.
    pub(super) fn close(&mut self) {
        let mut ring = std::mem::take(&mut self.ring);
        self.has_ended |= !ring.is_empty();
        while ring.len() > 1 && same(ring[0], ring[ring.len() - 1]) {
            ring.pop();
        }
        if ring.len() >= 3 {
            self.rings.push(ring);
        }
    }

    /// Adds a straight line to a point, or begins a ring there.
    pub(super) fn line_to(&mut self, point: DVec2) -> Result<(), Reason> {
        self.corner(self.transform.transform_point2(point))
    }

    /// Adds a cubic Bézier curve, given by its control points. The first one has been added
    /// already.
    pub(super) fn curve_to(&mut self, points: [DVec2; 4]) -> Result<(), Reason> {
        let [a, b, c, d] = points.map(|point| self.transform.transform_point2(point));
        let bend = (a - 2.0 * b + c).length().max((b - 2.0 * c + d).length());
        // Wang's bound: `n` chords of equal parameter length deviate by at most
        // (3 * 2 / 8) * bend / n^2, where `bend` is the largest second difference.
        let chords = chords((0.75 * bend / self.tolerance).sqrt());
        for step in 1..chords {
            let t = f64::from(step) / f64::from(chords);
            let s = 1.0 - t;
            let (first, second) = (3.0 * s * s * t, 3.0 * s * t * t);
            self.corner(s * s * s * a + first * b + second * c + t * t * t * d)?;
        }
        self.corner(d)
    }

    /// Adds an arc of an ellipse, which is given as the affine image of the unit circle. The arc
    /// runs from the image of (1, 0), through that of (0, 1), to the image of `end`, a point on
    /// the circle. Its start has been added already; its end is added exactly at `to`.
    pub(super) fn arc(
        &mut self,
        mut ellipse: DAffine2,
        mut end: DVec2,
        to: DVec2,
    ) -> Result<(), Reason> {
        // At most three whole quarters, after each of which the circle is rotated so that the
        // next quarter begins at (1, 0).
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

    /// Adds a whole ellipse as a ring.
    pub(super) fn ellipse(&mut self, ellipse: DAffine2) -> Result<(), Reason> {
        let start = ellipse.transform_point2(DVec2::X);
        self.line_to(start)?;
        // The end is just before the start, so that the arc is a full turn.
        self.arc(ellipse, DVec2::new(1.0, -f64::MIN_POSITIVE), start)?;
        self.close();
        Ok(())
    }

    /// Adds the corners strictly between the image of (1, 0) and that of `end`, which is at
    /// most a quarter turn away.
    fn quarter(&mut self, ellipse: DAffine2, end: DVec2) -> Result<(), Reason> {
        let DMat2 { x_axis, y_axis } = self.transform.matrix2 * ellipse.matrix2;
        // An upper bound of both semi-axes.
        let radius = (x_axis.length_squared() + y_axis.length_squared()).sqrt();
        let mut directions = vec![DVec2::X, end];
        // The cosine of half the angle of a chord, which determines its sagitta.
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

    fn corner(&mut self, point: DVec2) -> Result<(), Reason> {
        let corner = rounded(point.into())?;
        if self.ring.last().is_some_and(|&last| same(last, corner)) {
            return Ok(());
        }
        let limit = Reason::Limit { what: "corners", limit: MAX_CORNERS };
        self.corners_left = self.corners_left.checked_sub(1).ok_or(limit)?;
        self.ring.push(corner);
        Ok(())
    }
}

/// The cosine of half an angle, given the cosine of the angle, of at most 180 degrees.
fn half_angle(cosine: f64) -> f64 {
    ((1.0 + cosine) / 2.0).max(0.0).sqrt()
}

/// Inserts the bisector between each two successive directions.
fn halved(directions: &[DVec2]) -> Vec<DVec2> {
    let mut finer = Vec::with_capacity(2 * directions.len());
    for pair in directions.windows(2) {
        let sum = pair[0] + pair[1];
        finer.extend([pair[0], sum / sum.length()]);
    }
    finer.extend(directions.last());
    finer
}

/// Rounds up to a number of chords within the limits.
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
        let mut flattener = Flattener::new(DAffine2::IDENTITY, tolerance, 10_000);
        flattener.ellipse(DAffine2::from_scale(DVec2::splat(radius))).unwrap();
        flattener.finish().0.remove(0)
    }

    #[test]
    fn chords_stay_near_the_circle() {
        for tolerance in [1.0, 0.1, 0.01, 0.001] {
            let ring = circle(10.0, tolerance);
            for (point, &[x, y]) in ring.iter().enumerate() {
                let [next_x, next_y] = ring[(point + 1) % ring.len()];
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
    fn a_tolerance_of_nan_results_in_the_most_chords() {
        assert_eq!(circle(1.0, f64::NAN).len(), 1024);
    }
}
