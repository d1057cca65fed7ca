//! Landmarks: lower bounds on distances by the triangle inequality (ALT).
//!
//! ```text
//!      L ----------- 70 ---------- p          d(L, p) = 70 and d(L, g) = 100, measured once.
//!       \                         .           The way from L to g is no longer than that over p:
//!        \                      . d(p, g)     100 <= 70 + d(p, g), so d(p, g) >= 30,
//!         `------- 100 ------ g               however short the straight line from p to g is.
//! ```
//!
//! The greatest bound by any landmark is an admissible heuristic: never above the length of a
//! shortest path. Distances are stored in 16 bits, rounded down, and each bound allows for that.

mod one_to_all;
mod stored;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::internal::LinkGraph;
use tautline_navmesh::{AreaId, FanId, NavMesh};

use crate::binding::Binding;
use crate::{CostLabels, CostLandmarks, ExactError, GoalCosts};

pub(crate) use one_to_all::OneToAll;
pub use stored::{StoredLandmarks, StoredLandmarksError};

/// The number of landmarks of each connected component.
const COUNT: usize = 16;

/// A value for each landmark of a component.
pub(crate) type LandmarkVector = [u16; COUNT];

/// The distances of all vertices of a mesh from a few of them, the *landmarks*. A search
/// with landmarks (ALT: A\*, landmarks, triangle inequality) does not expand directions
/// that lead away from the goal.
///
/// If a point is 70 from a landmark and the goal is 100 from it, the two are at least 30
/// apart, however short the straight line between them is. Vertices at the far ends of the
/// map make good landmarks, because many shortest paths run towards them.
///
/// Path lengths stay the same except for rounding; of several shortest paths, another one
/// may be found. Searches of large game maps take 0.4 to 0.8 of the time. Connected components of
/// fewer than 256 vertices get no landmarks: they would cost more than they save there.
/// Landmarks also help where [`Labels`](crate::Labels) do not apply: with forbidden areas,
/// and in little memory.
///
/// ```
/// use tautline_anyangle::{AnyAngleScratch, Landmarks, SearchMesh, shortest_path};
/// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// // Walls from the top and from the bottom, alternately.
/// let is_open = |x, y| x % 4 != 3 || (if x % 8 == 3 { y > 60 } else { y < 3 });
/// let raw = rectangles_from_cells(256, 64, |x, y| is_open(x, y).then_some(Terrain(0)));
/// let mesh = raw.build()?;
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
    /// The distances of each fan from the landmarks of its component, in whole units,
    /// rounded down; `u16::MAX` if the component has none. Then those of the exit of each arc.
    /// Where links lead only in one direction, followed by the distances *to* the landmarks.
    /// Empty if no component has any landmarks.
    rows: Vec<LandmarkVector>,
    /// The row of the first exit.
    first_exit: usize,
    /// The row of the first distances to landmarks: 0 if they are those from landmarks.
    first_row_to: usize,
    /// The length of a unit.
    pub(crate) unit: f64,
}

/// Lower bounds on the distances of a point from each landmark, and upper bounds on those to
/// each, in units. The two distances differ only where links lead in one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LandmarkBounds {
    lower: LandmarkVector,
    upper: LandmarkVector,
}

impl LandmarkBounds {
    /// No bounds.
    pub(crate) const UNKNOWN: Self = Self { lower: [0; COUNT], upper: [u16::MAX; COUNT] };

    /// Extends the bounds by the paths of a point over a visible vertex, which is `away`
    /// units off. For a point, the vertices that it sees tautly are joined: the last corner
    /// of a shortest path from a landmark is among them. A lower bound may be above the
    /// distance to a landmark that is visible itself, but not above that over a corner, so
    /// lower bounds on paths that bend are right.
    #[inline(always)]
    pub(crate) fn join(&mut self, row: &LandmarkVector, away: u16) {
        for ((lower, upper), units) in self.lower.iter_mut().zip(&mut self.upper).zip(row) {
            *lower = (*lower).min(units.saturating_add(away));
            // `units` and `away` are both rounded down.
            *upper = (*upper).min(units.saturating_add(away).saturating_add(2));
        }
    }

    /// Returns an upper bound on the distance to another point, in units: a path over a
    /// landmark.
    #[inline]
    pub(crate) fn upper_bound_to(&self, other: &Self) -> u16 {
        let sums =
            self.upper.iter().zip(&other.upper).map(|(&one, &other)| one.saturating_add(other));
        sums.min().unwrap_or(u16::MAX)
    }

    /// Returns a lower bound on the distance to a vertex, in units: the greatest difference
    /// of the distances from one landmark (the ALT bound).
    #[inline(always)]
    pub(crate) fn lower_bound_to(&self, row: &LandmarkVector) -> u16 {
        self.lower_bound_of_way_from(row, row)
    }

    /// Returns a lower bound on the distance of this point from a vertex v, in units, by the
    /// distances of v from and to the landmarks:
    ///
    /// ```text
    ///     d(L, p) <= d(L, v) + d(v, p)     so  d(v, p) >= d(L, p) - d(L, v)
    ///     d(v, L) <= d(v, p) + d(p, L)     so  d(v, p) >= d(v, L) - d(p, L)
    /// ```
    #[inline(always)]
    fn lower_bound_of_way_from(&self, from: &LandmarkVector, to: &LandmarkVector) -> u16 {
        let columns = from.iter().zip(to).zip(&self.lower).zip(&self.upper);
        let units = columns.fold(0_u16, |units, (((&from, &to), &lower), &upper)| {
            units.max(lower.saturating_sub(from)).max(to.saturating_sub(upper))
        });
        // The distance of the vertex is rounded down by up to a unit.
        units.saturating_sub(1)
    }

    /// Returns the bounds for a point in one area, by its distances from the vertices of
    /// the area: lower bounds on the distances from landmarks, upper bounds on those to them.
    fn within(landmarks: &Landmarks, mesh: &NavMesh, point: DVec2, area: AreaId) -> Self {
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

    /// The bounds of a point without any path, to be joined with others.
    pub(crate) const FARTHEST: Self = Self { lower: [u16::MAX; COUNT], upper: [u16::MAX; COUNT] };

    /// Returns the bounds for a point that may be in one place or in the other.
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
    /// The least number of vertices of a component with landmarks: a search in a smaller
    /// one ends before they pay off.
    pub(crate) const MIN_VERTICES: usize = 256;

    /// Chooses landmarks far from each other in each connected component, and measures
    /// their distances. Runs 17 one-to-all searches: a quarter of a second for 35,000
    /// vertices of a game map; in the worst case, where thousands of borders are visible
    /// from everywhere, quadratic in the corners. Deterministic.
    #[must_use]
    pub fn choose(mesh: &NavMesh) -> Self {
        Self::measure(mesh, mesh.link_graph(), &[], Self::MIN_VERTICES)
    }

    /// Measures distances on foot from the given fans, then from further ones that are chosen,
    /// in each component of at least `min_vertices` vertices.
    pub(crate) fn on_foot(mesh: &NavMesh, given: &[FanId], min_vertices: usize) -> Self {
        Self::measure(mesh, None, given, min_vertices)
    }

    fn measure(
        mesh: &NavMesh,
        links: Option<&LinkGraph>,
        given: &[FanId],
        min_vertices: usize,
    ) -> Self {
        let binding = Binding::to(mesh);
        let component_of = |&fan: &FanId| {
            let area = mesh.area_of(mesh.fan(fan).first_half_edge());
            links.map_or_else(|| mesh.component(area), |links| links.component(area))
        };
        let mut fans: Vec<FanId> = (0..).map(FanId).take(mesh.fan_count()).collect();
        // Grouped by component, so that each gets landmarks of its own.
        fans.sort_by_key(component_of);
        let mut one_to_all = OneToAll::new(mesh, links);
        let reversed = links.filter(|links| links.has_one_way_links()).map(LinkGraph::reversed);
        let mut all_to_one = reversed.as_ref().map(|links| OneToAll::new(mesh, Some(links)));
        let points = fans.len() + links.map_or(0, |links| links.arcs().len());
        let tables = 1 + usize::from(all_to_one.is_some());
        let mut distances = vec![f64::INFINITY; tables * COUNT * points];
        let mut has_landmarks = false;
        for component in fans.chunk_by(|one, other| component_of(one) == component_of(other)) {
            if component.len() >= min_vertices {
                let is_here = |fan: &&FanId| component_of(fan) == component_of(&component[0]);
                let given: Vec<FanId> = given.iter().filter(is_here).copied().collect();
                let (from, to) = distances.split_at_mut(COUNT * points);
                let landmarks = choose_in_component(component, &given, &mut one_to_all, from);
                if let Some(all_to_one) = &mut all_to_one {
                    for (landmark, &fan) in landmarks.iter().enumerate() {
                        all_to_one.record(fan, component, landmark, to);
                    }
                }
                has_landmarks = true;
            }
        }
        if !has_landmarks {
            return Self {
                binding,
                rows: Vec::new(),
                first_exit: fans.len(),
                first_row_to: 0,
                unit: 1.0,
            };
        }
        let finite = distances.iter().copied().filter(|distance| distance.is_finite());
        let farthest = finite.fold(0.0, f64::max);
        // The unit makes the farthest distance fit into 16 bits, with room for rounding up.
        let unit = if farthest > 0.0 { farthest / f64::from(u16::MAX - 3) } else { 1.0 };
        let first_row_to = (tables - 1) * points;
        let first_exit = fans.len();
        let mut landmarks = Self { binding, rows: Vec::new(), first_exit, first_row_to, unit };
        let (rows, _) = distances.as_chunks::<COUNT>();
        landmarks.rows = rows.iter().map(|row| row.map(|far| floor_units(far, unit))).collect();
        landmarks
    }

    /// Returns true if no component is large enough to have landmarks.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the memory used, in bytes: 32 for each vertex and each direction of a link, twice
    /// as much where some link leads only in one direction.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice())
    }

    /// Returns all distances, by fan.
    pub(crate) fn distances(&self) -> impl Iterator<Item = u16> + '_ {
        self.rows.as_flattened().iter().copied()
    }

    /// Returns bounds on the distances of a point in `areas` from each landmark.
    pub(crate) fn bounds_of(&self, mesh: &NavMesh, at: Vec2, areas: &[AreaId]) -> LandmarkBounds {
        let ranges = areas.iter().map(|&area| LandmarkBounds::within(self, mesh, at.into(), area));
        ranges.reduce(|one, other| one.or(&other)).unwrap_or_default()
    }

    /// Returns the distances of a vertex from the landmarks.
    pub(crate) fn row(&self, fan: FanId) -> &LandmarkVector {
        &self.rows[fan.index()]
    }

    /// Returns a lower bound on the distance from a vertex to a point.
    #[inline]
    pub(crate) fn lower_bound(&self, fan: FanId, point: &LandmarkBounds) -> f64 {
        self.lower_bound_at(fan.index(), point)
    }

    /// Returns a lower bound on the distance from the exit of an arc to a point.
    pub(crate) fn lower_bound_at_exit(&self, arc: u32, point: &LandmarkBounds) -> f64 {
        self.lower_bound_at(self.first_exit + arc as usize, point)
    }

    #[inline]
    fn lower_bound_at(&self, row: usize, point: &LandmarkBounds) -> f64 {
        let (from, to) = (&self.rows[row], &self.rows[self.first_row_to + row]);
        length_lower_bound(point.lower_bound_of_way_from(from, to), self.unit)
    }
}

/// Returns a length in whole units, rounded down.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "no length is negative, and longer ones than can be told count as that long"
)]
#[inline]
pub(crate) fn floor_units(length: f64, unit: f64) -> u16 {
    (length / unit) as u16
}

/// Returns a length of at most this number of units: an admissible bound in spite of
/// rounding.
#[inline]
pub(crate) fn length_lower_bound(units: u16, unit: f64) -> f64 {
    /// The relative rounding error that is allowed for; more than can occur.
    const ROUNDING: f64 = 1e-6;
    f64::from(units) * unit * (1.0 - ROUNDING)
}

/// Chooses the landmarks of one component, records the distances of its fans from them, and
/// returns them. First the given ones, then always the fan that is farthest from all landmarks
/// so far; if none is given, the first one is the fan farthest from an arbitrary one.
fn choose_in_component(
    component: &[FanId],
    given: &[FanId],
    one_to_all: &mut OneToAll<'_>,
    distances: &mut [f64],
) -> Vec<FanId> {
    let farthest = |distances: &[f64]| {
        let with_distance = component.iter().zip(distances);
        with_distance.max_by(|one, other| one.1.total_cmp(other.1)).map(|(&fan, _)| fan)
    };
    let mut landmarks = Vec::new();
    let Some(&anywhere) = component.first() else { return landmarks };
    one_to_all.measure(anywhere, component);
    let from_anywhere: Vec<f64> =
        component.iter().map(|&fan| one_to_all.distance_to(fan)).collect();
    let mut to_nearest = vec![f64::INFINITY; component.len()];
    let mut next = farthest(&from_anywhere);
    for landmark in 0..COUNT {
        let Some(chosen) = given.get(landmark).copied().or(next) else { break };
        one_to_all.record(chosen, component, landmark, distances);
        for (&fan, nearest) in component.iter().zip(&mut to_nearest) {
            *nearest = nearest.min(one_to_all.distance_to(fan));
        }
        landmarks.push(chosen);
        next = farthest(&to_nearest);
    }
    landmarks
}

/// A mesh to search for exact paths, with or without [`Landmarks`].
///
/// Searches also accept a `&NavMesh`.
#[derive(Clone, Copy, Debug)]
pub struct SearchMesh<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) landmarks: Option<&'a Landmarks>,
    pub(crate) cost_landmarks: Option<&'a CostLandmarks>,
    pub(crate) goal_costs: Option<&'a GoalCosts>,
    pub(crate) cost_labels: &'a [CostLabels],
}

impl<'a> SearchMesh<'a> {
    /// Returns a mesh without landmarks.
    #[must_use]
    pub const fn of(mesh: &'a NavMesh) -> Self {
        Self { mesh, landmarks: None, cost_landmarks: None, goal_costs: None, cost_labels: &[] }
    }

    /// Returns the same mesh with landmarks that were chosen for it or verified against it.
    /// They count links at their costs where a unit of distance costs at most 1; searches over
    /// dearer ground that may take links ignore them.
    /// Searches reject landmarks of another mesh with
    /// [`BakedForOtherMesh`](ExactError::BakedForOtherMesh).
    #[must_use]
    pub const fn with_landmarks(self, landmarks: &'a Landmarks) -> Self {
        Self { landmarks: Some(landmarks), ..self }
    }

    /// Returns the same mesh with landmarks for the costs of a filter. Only searches over
    /// [weighted terrain](crate::weighted_path) use them.
    #[must_use]
    pub const fn with_cost_landmarks(self, landmarks: &'a CostLandmarks) -> Self {
        Self { cost_landmarks: Some(landmarks), ..self }
    }

    /// Returns the same mesh with the costs to one goal. Only searches over
    /// [weighted terrain](crate::weighted_path) to that very goal, with that very filter, use them.
    #[must_use]
    pub const fn with_goal_costs(self, costs: &'a GoalCosts) -> Self {
        Self { goal_costs: Some(costs), ..self }
    }

    /// Returns the same mesh with labels for the costs of some filters. Only searches over
    /// [weighted terrain](crate::weighted_path) use them: the first ones that are for the costs of the query.
    #[must_use]
    pub const fn with_cost_labels(self, labels: &'a [CostLabels]) -> Self {
        Self { cost_labels: labels, ..self }
    }

    /// Rejects labels, landmarks and costs of another mesh, and drops empty landmarks.
    pub(crate) fn verified(self) -> Result<Self, ExactError> {
        if let Some(landmarks) = self.landmarks {
            landmarks.binding.check(self.mesh)?;
        }
        if let Some(landmarks) = self.cost_landmarks {
            landmarks.check(self.mesh)?;
        }
        if let Some(costs) = self.goal_costs {
            costs.check(self.mesh)?;
        }
        self.cost_labels.iter().try_for_each(|labels| labels.check(self.mesh))?;
        Ok(Self { landmarks: self.landmarks.filter(|landmarks| !landmarks.is_empty()), ..self })
    }
}

impl<'a> From<&'a NavMesh> for SearchMesh<'a> {
    fn from(mesh: &'a NavMesh) -> Self {
        Self::of(mesh)
    }
}
