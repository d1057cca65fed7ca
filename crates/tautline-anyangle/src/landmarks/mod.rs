//! Bounds on distances, from what is known about a few places.

mod one_to_all;
mod stored;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, FanId, NavMesh};

use crate::ExactError;
use crate::binding::Binding;

pub(crate) use one_to_all::OneToAll;
pub use stored::{StoredLandmarks, StoredLandmarksError};

/// The number of landmarks of each connected component of the space.
const COUNT: usize = 16;

/// A number for each landmark of a part of the space.
pub(crate) type LandmarkVector = [u16; COUNT];

/// How far each vertex of a mesh is from a few others, the *landmarks*. A search
/// that knows does not set out in directions that lead away from the goal.
///
/// Of a place that is 70 from a landmark and a goal that is 100 from it, one knows
/// that they are 30 apart at lower_bound, however straight the way between them may look.
/// The farthest vertices of the ground make good landmarks: much lies on the way
/// to them.
///
/// Paths stay as short, but for the rounding of their lengths; of several that are
/// equally short, another one may be found. Large maps of games are searched in half the
/// time; small parts of the space, of fewer than 256 vertices, get no landmarks, for
/// there they would cost more than they save. They are of use too where
/// [`Labels`](crate::Labels) are not: on forbidden space, and in few bytes.
///
/// ```
/// use tautline_anyangle::{AnyAngleScratch, Landmarks, SearchMesh, shortest_path};
/// use tautline_navmesh::{BuildOptions, NavMesh, PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// // Walls from the top and from the bottom, in turn.
/// let is_open = |x, y| x % 4 != 3 || (if x % 8 == 3 { y > 60 } else { y < 3 });
/// let raw = rectangles_from_cells(256, 64, |x, y| is_open(x, y).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let landmarks = Landmarks::choose(&mesh);
///
/// let query = PathQuery::new(Vec2::new(1.0, 1.0), Vec2::new(200.0, 60.0));
/// let mut scratch = AnyAngleScratch::new();
/// let mut search = |mesh: SearchMesh<'_>| {
///     let mut points = Vec::new();
///     let found = shortest_path(mesh, &query, &mut scratch, &mut points);
///     (found, scratch.counters().expanded)
/// };
/// let (plain, expanded) = search(SearchMesh::of(&mesh));
/// let (guided, expanded_with_landmarks) = search(SearchMesh::of(&mesh).with_landmarks(&landmarks));
/// assert_eq!(guided, plain);
/// assert!(expanded_with_landmarks <= expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Landmarks {
    pub(crate) binding: Binding,
    /// The distance of each fan from each landmark of its component in whole units,
    /// rounded down; `u16::MAX` if the component has none. Empty if no component has any.
    rows: Vec<LandmarkVector>,
    /// The length of a unit.
    pub(crate) unit: f64,
}

/// Bounds on the distances of a point from each landmark, in units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LandmarkBounds {
    lower: LandmarkVector,
    upper: LandmarkVector,
}

impl LandmarkBounds {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self { lower: [0; COUNT], upper: [u16::MAX; COUNT] };

    /// Joins the way of a point over a vertex, which is some units away, to those that are
    /// known. A point may seem to be farther from a landmark than it is; but not than over the
    /// last corner of a shortest path to it, so lower bounds on that path's length are right.
    #[inline(always)]
    pub(crate) fn join(&mut self, row: &LandmarkVector, away: u16) {
        for ((lower, upper), units) in self.lower.iter_mut().zip(&mut self.upper).zip(row) {
            *lower = (*lower).min(units.saturating_add(away));
            // Both numbers are rounded down.
            *upper = (*upper).min(units.saturating_add(away).saturating_add(2));
        }
    }

    /// Returns an upper bound on the distance to another point, in units: a way over a landmark.
    #[inline]
    pub(crate) fn upper_bound_to(&self, other: &Self) -> u16 {
        let sums =
            self.upper.iter().zip(&other.upper).map(|(&one, &other)| one.saturating_add(other));
        sums.min().unwrap_or(u16::MAX)
    }

    /// Returns a lower bound on the distance to a vertex, in units.
    #[inline(always)]
    pub(crate) fn lower_bound_to(&self, row: &LandmarkVector) -> u16 {
        let columns = row.iter().zip(&self.lower).zip(&self.upper);
        let units = columns.fold(0_u16, |units, ((&there, &lower), &upper)| {
            units.max(lower.saturating_sub(there)).max(there.saturating_sub(upper))
        });
        // The vertex is up to a unit farther from the landmark than it says.
        units.saturating_sub(1)
    }

    /// The range for a point in one area, at a distance from each of its vertices.
    fn within(landmarks: &Landmarks, mesh: &NavMesh, point: DVec2, area: AreaId) -> Self {
        let mut bounds = Self::UNKNOWN;
        for edge in mesh.half_edges_in(area) {
            // All lengths are up to a unit longer than they say.
            let away =
                floor_units(point.distance(edge.start().into()), landmarks.unit).saturating_add(1);
            let row = &landmarks.rows[edge.fan().0 as usize];
            for (landmark, &units) in row.iter().enumerate() {
                let [lower, upper] = [&mut bounds.lower[landmark], &mut bounds.upper[landmark]];
                *lower = (*lower).max(units.saturating_sub(away));
                *upper = (*upper).min(units.saturating_add(away).saturating_add(1));
            }
        }
        bounds
    }

    /// No way is known.
    pub(crate) const FARTHEST: Self = Self { lower: [u16::MAX; COUNT], upper: [u16::MAX; COUNT] };

    /// The range for a point that may be in one or in another.
    pub(crate) fn or(mut self, other: &Self) -> Self {
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

impl Landmarks {
    /// Components with fewer vertices have none: searches there are over before landmarks
    /// have told anything.
    pub(crate) const MIN_VERTICES: usize = 256;

    /// Chooses landmarks far from each other in every part of the space, and
    /// measures. 17 searches over all space: a quarter of a second for 35,000
    /// vertices of a game map; in the worst case, where thousands of borders are seen
    /// from everywhere, they grow with the square of the corners. The same mesh gets the
    /// same landmarks.
    #[must_use]
    pub fn choose(mesh: &NavMesh) -> Self {
        Self::with_given(mesh, &[], Self::MIN_VERTICES)
    }

    /// Measures from some given fans, and from further ones that are chosen; only in
    /// components with so many vertices.
    pub(crate) fn with_given(mesh: &NavMesh, given: &[FanId], min_vertices: usize) -> Self {
        let binding = Binding::to(mesh);
        let component_of =
            |&fan: &FanId| mesh.component(mesh.area_of(mesh.fan(fan).first_half_edge()));
        let mut fans: Vec<FanId> = (0..).map(FanId).take(mesh.fan_count()).collect();
        fans.sort_by_key(component_of);
        let mut one_to_all = OneToAll::new(mesh);
        let mut distances = vec![f64::INFINITY; COUNT * fans.len()];
        let mut has_landmarks = false;
        for component in fans.chunk_by(|one, other| component_of(one) == component_of(other)) {
            if component.len() >= min_vertices {
                let is_here = |fan: &&FanId| component_of(fan) == component_of(&component[0]);
                let given: Vec<FanId> = given.iter().filter(is_here).copied().collect();
                choose_in_component(component, &given, &mut one_to_all, &mut distances);
                has_landmarks = true;
            }
        }
        if !has_landmarks {
            return Self { binding, rows: Vec::new(), unit: 1.0 };
        }
        let finite = distances.iter().copied().filter(|distance| distance.is_finite());
        let farthest = finite.fold(0.0, f64::max);
        let unit = if farthest > 0.0 { farthest / f64::from(u16::MAX - 3) } else { 1.0 };
        let mut landmarks = Self { binding, rows: Vec::new(), unit };
        let (rows, _) = distances.as_chunks::<COUNT>();
        landmarks.rows = rows.iter().map(|row| row.map(|far| floor_units(far, unit))).collect();
        landmarks
    }

    /// Whether no part of the ground is large enough to have any.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The memory that they take, in bytes: 32 for each vertex.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice())
    }

    /// All distances, by fan.
    pub(crate) fn distances(&self) -> impl Iterator<Item = u16> + '_ {
        self.rows.as_flattened().iter().copied()
    }

    /// Bounds the distances of a point in some areas from each landmark.
    pub(crate) fn bounds_of(&self, mesh: &NavMesh, at: Vec2, areas: &[AreaId]) -> LandmarkBounds {
        let ranges = areas.iter().map(|&area| LandmarkBounds::within(self, mesh, at.into(), area));
        ranges.reduce(|one, other| one.or(&other)).unwrap_or_default()
    }

    /// What is known of a vertex.
    pub(crate) fn row(&self, fan: FanId) -> &LandmarkVector {
        &self.rows[fan.index()]
    }

    /// Returns a lower bound on the distance between a vertex and a point.
    #[inline]
    pub(crate) fn distance_between(&self, fan: FanId, point: &LandmarkBounds) -> f64 {
        length_lower_bound(point.lower_bound_to(self.row(fan)), self.unit)
    }
}

/// A length in whole units, rounded down.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "no length is negative, and longer ones than can be told count as that long"
)]
#[inline]
pub(crate) fn floor_units(length: f64, unit: f64) -> u16 {
    (length / unit) as u16
}

/// The length of so many units, or a little less.
#[inline]
pub(crate) fn length_lower_bound(units: u16, unit: f64) -> f64 {
    /// More than what rounding can come to, as a share.
    const ROUNDING: f64 = 1e-6;
    f64::from(units) * unit * (1.0 - ROUNDING)
}

/// Chooses the landmarks of one component: after those that are given, each as far as can be
/// from those before, and the first one, from anywhere. Notes the distances of its fans from them.
fn choose_in_component(
    component: &[FanId],
    given: &[FanId],
    one_to_all: &mut OneToAll<'_>,
    distances: &mut [f64],
) {
    let farthest = |distances: &[f64]| {
        let with_distance = component.iter().zip(distances);
        with_distance.max_by(|one, other| one.1.total_cmp(other.1)).map(|(&fan, _)| fan)
    };
    let Some(&anywhere) = component.first() else { return };
    one_to_all.measure(anywhere, component);
    let from_anywhere: Vec<f64> =
        component.iter().map(|&fan| one_to_all.distance_to(fan)).collect();
    let mut to_nearest = vec![f64::INFINITY; component.len()];
    let mut next = farthest(&from_anywhere);
    for landmark in 0..COUNT {
        let Some(place) = given.get(landmark).copied().or(next) else { return };
        one_to_all.measure(place, component);
        for (&fan, nearest) in component.iter().zip(&mut to_nearest) {
            let distance = one_to_all.distance_to(fan);
            *nearest = nearest.min(distance);
            distances[COUNT * fan.0 as usize + landmark] = distance;
        }
        next = farthest(&to_nearest);
    }
}

/// A mesh to search for exact paths, with its [`Landmarks`] if there are any.
///
/// Searches take a `&NavMesh` in its place.
#[derive(Clone, Copy, Debug)]
pub struct SearchMesh<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) landmarks: Option<&'a Landmarks>,
}

impl<'a> SearchMesh<'a> {
    /// A mesh without landmarks.
    #[must_use]
    pub const fn of(mesh: &'a NavMesh) -> Self {
        Self { mesh, landmarks: None }
    }

    /// The same mesh with the landmarks that were chosen for it or verified against it.
    /// Searches refuse those of another mesh:
    /// [`BakedForOtherMesh`](ExactError::BakedForOtherMesh).
    #[must_use]
    pub const fn with_landmarks(self, landmarks: &'a Landmarks) -> Self {
        Self { landmarks: Some(landmarks), ..self }
    }

    /// Refuses landmarks of another mesh, and leaves empty ones out.
    pub(crate) fn verified(self) -> Result<Self, ExactError> {
        if let Some(landmarks) = self.landmarks {
            landmarks.binding.check(self.mesh)?;
        }
        Ok(Self { landmarks: self.landmarks.filter(|landmarks| !landmarks.is_empty()), ..self })
    }
}

impl<'a> From<&'a NavMesh> for SearchMesh<'a> {
    fn from(mesh: &'a NavMesh) -> Self {
        Self::of(mesh)
    }
}
