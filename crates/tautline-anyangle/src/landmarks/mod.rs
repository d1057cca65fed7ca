//! Landmarks: lower bounds on distances by the triangle inequality (ALT).
//!
//! ```text
//!      L ----------- 70 ---------- p          d(L, p) = 70 and d(L, g) = 100, measured once.
//!       \                         .           A shortest path from L to g is no longer than over p:
//!        \                      . d(p, g)     100 <= 70 + d(p, g), so d(p, g) >= 30,
//!         `------- 100 ------ g               however short the straight line from p to g is.
//! ```
//!
//! The greatest bound by any landmark is an admissible heuristic: never above the length of a
//! shortest path. Distances are stored in 16 bits, rounded down, and each bound allows for that.

mod bounds;
mod one_to_all;
mod stored;

use tautline_geometry::Vec2;
use tautline_navmesh::internal::{Binding, LinkGraph};
use tautline_navmesh::{AreaId, Budget, FanId, NavMesh};

use one_to_all::OneToAll;

pub use bounds::{LandmarkBounds, floor_units, length_lower_bound};
pub use stored::{StoredLandmarks, StoredLandmarksError};

/// The number of landmarks of each connected component.
const COUNT: usize = 16;

/// A value for each landmark of a component.
pub type LandmarkVector = [u16; COUNT];

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
/// Landmarks also help where labels (`tautline-labels`) do not apply: with forbidden areas,
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
    /// The distances from the landmarks, in whole units, rounded down: a row for each fan, then one
    /// for the exit of each arc. If some link leads only in one direction, the same rows follow for the
    /// distances *to* the landmarks. `u16::MAX` in components without landmarks; empty if no
    /// component has any.
    rows: Vec<LandmarkVector>,
    /// The row of the first exit.
    first_exit: usize,
    /// The first row of distances to landmarks: 0 if they are the same as from landmarks.
    first_row_to: usize,
    /// The length of a unit.
    pub(crate) unit: f64,
}

impl Landmarks {
    /// The least number of vertices of a component with landmarks: a search in a smaller
    /// one ends before they pay off.
    #[doc(hidden)]
    pub const MIN_VERTICES: usize = 256;

    /// Chooses landmarks far from each other in each connected component, and measures
    /// their distances. Runs 17 one-to-all searches: a quarter of a second for 35,000
    /// vertices of a game map; in the worst case, where thousands of borders are visible
    /// from everywhere, quadratic in the corners. Deterministic.
    #[must_use]
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "searches without a limit end"
    )]
    pub fn choose(mesh: &NavMesh) -> Self {
        Self::choose_within(mesh, Budget::UNLIMITED).expect("searches without a limit end")
    }

    /// Like [`Self::choose`], but returns `None` if one of the searches would expand more nodes than the budget
    /// allows.
    ///
    /// On game maps, a search expands less than one node for each half-edge. On open ground of many
    /// triangles, such as a terrain of 28,000 triangles with few obstacles, it expands 20, and there landmarks
    /// save no time: straight lines are good estimates already.
    ///
    /// ```
    /// use tautline_anyangle::Landmarks;
    /// use tautline_navmesh::{Budget, Terrain, rectangles_from_cells};
    ///
    /// let is_open = |x, y| x % 4 != 3 || (if x % 8 == 3 { y > 60 } else { y < 3 });
    /// let raw = rectangles_from_cells(512, 64, |x, y| is_open(x, y).then_some(Terrain(0)));
    /// let mesh = raw.build()?;
    /// assert!(Landmarks::choose_within(&mesh, Budget(4 * mesh.half_edge_count() as u64)).is_some());
    /// assert!(Landmarks::choose_within(&mesh, Budget(10)).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn choose_within(mesh: &NavMesh, budget: Budget) -> Option<Self> {
        Self::measure(mesh, mesh.link_graph(), &[], Self::MIN_VERTICES, budget)
    }

    /// Measures distances on foot from the given fans, then from further ones that are chosen,
    /// in each component of at least `min_vertices` vertices.
    #[doc(hidden)]
    #[must_use]
    #[expect(clippy::expect_used, reason = "searches without a limit end")]
    pub fn on_foot(mesh: &NavMesh, given: &[FanId], min_vertices: usize) -> Self {
        let landmarks = Self::measure(mesh, None, given, min_vertices, Budget::UNLIMITED);
        landmarks.expect("searches without a limit end")
    }

    fn measure(
        mesh: &NavMesh,
        links: Option<&LinkGraph>,
        given: &[FanId],
        min_vertices: usize,
        budget: Budget,
    ) -> Option<Self> {
        let binding = Binding::to(mesh);
        let component_of = |&fan: &FanId| {
            let area = mesh.area_of(mesh.fan(fan).first_half_edge());
            links.map_or_else(|| mesh.component(area), |links| links.component(area))
        };
        let mut fans: Vec<FanId> = (0..).map(FanId).take(mesh.fan_count()).collect();
        // Grouped by component, so that each gets landmarks of its own.
        fans.sort_by_key(component_of);
        let mut one_to_all = OneToAll::new(mesh, links, budget);
        let reversed = links.filter(|links| links.has_one_way_links()).map(LinkGraph::reversed);
        let mut all_to_one =
            reversed.as_ref().map(|links| OneToAll::new(mesh, Some(links), budget));
        let points = fans.len() + links.map_or(0, |links| links.arcs().len());
        let tables = 1 + usize::from(all_to_one.is_some());
        let mut distances = vec![f64::INFINITY; tables * COUNT * points];
        let mut has_landmarks = false;
        for component in fans.chunk_by(|one, other| component_of(one) == component_of(other)) {
            if component.len() >= min_vertices {
                let is_here = |fan: &&FanId| component_of(fan) == component_of(&component[0]);
                let given: Vec<FanId> = given.iter().filter(is_here).copied().collect();
                let (from, to) = distances.split_at_mut(COUNT * points);
                let landmarks = choose_in_component(component, &given, &mut one_to_all, from)?;
                if let Some(all_to_one) = &mut all_to_one {
                    for (landmark, &fan) in landmarks.iter().enumerate() {
                        all_to_one.record(fan, component, landmark, to)?;
                    }
                }
                has_landmarks = true;
            }
        }
        if !has_landmarks {
            distances.clear();
        }
        let finite = distances.iter().copied().filter(|distance| distance.is_finite());
        let farthest = finite.fold(0.0, f64::max);
        // The unit makes the farthest distance fit into 16 bits, with room for rounding up.
        let unit = if farthest > 0.0 { farthest / f64::from(u16::MAX - 3) } else { 1.0 };
        let rows = distances.as_chunks::<COUNT>().0.iter();
        let rows: Vec<LandmarkVector> =
            rows.map(|row| row.map(|far| floor_units(far, unit))).collect();
        let first_row_to = rows.len().saturating_sub(points);
        Some(Self { binding, rows, first_exit: fans.len(), first_row_to, unit })
    }

    /// Returns the length of a unit of distances.
    #[doc(hidden)]
    #[must_use]
    pub const fn unit(&self) -> f64 {
        self.unit
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

    /// Returns bounds on the distances of a point in `areas` from each landmark.
    pub(crate) fn bounds_of(&self, mesh: &NavMesh, at: Vec2, areas: &[AreaId]) -> LandmarkBounds {
        let ranges = areas.iter().map(|&area| LandmarkBounds::within(self, mesh, at.into(), area));
        ranges.reduce(|one, other| one.or(&other)).unwrap_or_default()
    }

    /// Returns the distances of a vertex from the landmarks.
    #[doc(hidden)]
    #[must_use]
    pub fn row(&self, fan: FanId) -> &LandmarkVector {
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
        length_lower_bound(point.lower_bound_of_path_from(from, to), self.unit)
    }
}

/// Chooses the landmarks of one component, records the distances of its fans from them, and
/// returns them. The given fans come first. Each further landmark is the fan that is farthest from all
/// landmarks so far; if none is given, the first one is the fan farthest from an arbitrary fan. `None` if the
/// budget of a search is exhausted.
fn choose_in_component(
    component: &[FanId],
    given: &[FanId],
    one_to_all: &mut OneToAll<'_>,
    distances: &mut [f64],
) -> Option<Vec<FanId>> {
    let farthest = |distances: &[f64]| {
        let with_distance = component.iter().zip(distances);
        with_distance.max_by(|one, other| one.1.total_cmp(other.1)).map(|(&fan, _)| fan)
    };
    let mut landmarks = Vec::new();
    let Some(&anywhere) = component.first() else { return Some(landmarks) };
    one_to_all.measure(anywhere, component)?;
    let from_anywhere: Vec<f64> =
        component.iter().map(|&fan| one_to_all.distance_to(fan)).collect();
    let mut to_nearest = vec![f64::INFINITY; component.len()];
    let mut next = farthest(&from_anywhere);
    for landmark in 0..COUNT {
        let Some(chosen) = given.get(landmark).copied().or(next) else { break };
        one_to_all.record(chosen, component, landmark, distances)?;
        for (&fan, nearest) in component.iter().zip(&mut to_nearest) {
            *nearest = nearest.min(one_to_all.distance_to(fan));
        }
        landmarks.push(chosen);
        next = farthest(&to_nearest);
    }
    Some(landmarks)
}
