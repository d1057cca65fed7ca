//! Bounds on the distances of a point from landmarks.

use tautline_geometry::DVec2;
use tautline_navmesh::{AreaId, NavMesh};

use super::{COUNT, LandmarkVector, Landmarks};

/// Bounds on the distances between a point and each landmark, in units: lower bounds on the distances
/// from the landmarks, and upper bounds on the distances to them. The two distances differ only where
/// links lead in one direction.
#[derive(Clone, Copy, Debug)]
pub struct LandmarkBounds {
    lower: LandmarkVector,
    upper: LandmarkVector,
}

impl LandmarkBounds {
    /// No bounds.
    pub const UNKNOWN: Self = Self { lower: [0; COUNT], upper: [u16::MAX; COUNT] };

    /// Extends the bounds by the paths over a vertex that the point sees, `away` units off. `row` has
    /// the distances of the vertex.
    ///
    /// Join all vertices that the point sees tautly: the last corner of a shortest path from a
    /// landmark is among them. The bounds then hold for paths that bend. Only the lower bound on the
    /// distance of a landmark that the point sees may be too high, because that path bends at no
    /// corner.
    #[inline(always)]
    pub fn join(&mut self, row: &LandmarkVector, away: u16) {
        for ((lower, upper), units) in self.lower.iter_mut().zip(&mut self.upper).zip(row) {
            *lower = (*lower).min(units.saturating_add(away));
            // `units` and `away` are both rounded down.
            *upper = (*upper).min(units.saturating_add(away).saturating_add(2));
        }
    }

    /// Returns an upper bound on the distance to another point, in units: a path over a
    /// landmark.
    #[inline]
    pub fn upper_bound_to(&self, other: &Self) -> u16 {
        let sums =
            self.upper.iter().zip(&other.upper).map(|(&one, &other)| one.saturating_add(other));
        sums.min().unwrap_or(u16::MAX)
    }

    /// Returns a lower bound on the distance to a vertex, in units: the greatest difference
    /// of the distances from one landmark (the ALT bound).
    #[inline(always)]
    pub fn lower_bound_to(&self, row: &LandmarkVector) -> u16 {
        self.lower_bound_of_path_from(row, row)
    }

    /// Returns a lower bound on the distance of this point from a vertex v, in units, by the
    /// distances of v from and to the landmarks:
    ///
    /// ```text
    ///     d(L, p) <= d(L, v) + d(v, p)     so  d(v, p) >= d(L, p) - d(L, v)
    ///     d(v, L) <= d(v, p) + d(p, L)     so  d(v, p) >= d(v, L) - d(p, L)
    /// ```
    #[inline(always)]
    pub(super) fn lower_bound_of_path_from(
        &self,
        from: &LandmarkVector,
        to: &LandmarkVector,
    ) -> u16 {
        let columns = from.iter().zip(to).zip(&self.lower).zip(&self.upper);
        let units = columns.fold(0_u16, |units, (((&from, &to), &lower), &upper)| {
            units.max(lower.saturating_sub(from)).max(to.saturating_sub(upper))
        });
        // The distance of the vertex is rounded down by up to a unit.
        units.saturating_sub(1)
    }

    /// Returns the bounds for a point in one area, by its distances from the vertices of the area.
    pub(super) fn within(
        landmarks: &Landmarks,
        mesh: &NavMesh,
        point: DVec2,
        area: AreaId,
    ) -> Self {
        let mut bounds = Self::UNKNOWN;
        for edge in mesh.half_edges_in(area) {
            // Rounded up, like the upper bound on the vertex below.
            let away =
                floor_units(point.distance(edge.start().into()), landmarks.unit).saturating_add(1);
            let row = edge.fan().index();
            let (from, to) = (&landmarks.rows[row], &landmarks.rows[landmarks.first_row_to + row]);
            for (landmark, (&from, &to)) in from.iter().zip(to).enumerate() {
                let [lower, upper] = [&mut bounds.lower[landmark], &mut bounds.upper[landmark]];
                *lower = (*lower).max(from.saturating_sub(away));
                *upper = (*upper).min(to.saturating_add(away).saturating_add(1));
            }
        }
        bounds
    }

    /// The bounds of a point before any vertex is [joined](Self::join).
    pub const FARTHEST: Self = Self { lower: [u16::MAX; COUNT], upper: [u16::MAX; COUNT] };

    /// Returns the bounds for a point to which either these or the other bounds apply.
    pub fn or(mut self, other: &Self) -> Self {
        for landmark in 0..COUNT {
            self.lower[landmark] = self.lower[landmark].min(other.lower[landmark]);
            self.upper[landmark] = self.upper[landmark].max(other.upper[landmark]);
        }
        self
    }
}

impl Default for LandmarkBounds {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

/// Returns a length in whole units, rounded down.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "no length is negative, and lengths beyond 16 bits saturate"
)]
#[inline]
pub fn floor_units(length: f64, unit: f64) -> u16 {
    (length / unit) as u16
}

/// Returns a length of at most this number of units: an admissible bound in spite of
/// rounding.
#[inline]
pub fn length_lower_bound(units: u16, unit: f64) -> f64 {
    /// The relative rounding error that is allowed for; more than can occur.
    const ROUNDING: f64 = 1e-6;
    f64::from(units) * unit * (1.0 - ROUNDING)
}
