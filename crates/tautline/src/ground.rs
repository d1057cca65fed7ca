//! The ground of queries: a mesh with optional labels and landmarks.

use tautline_anyangle::{Landmarks, SearchMesh};
#[cfg(feature = "build")]
use tautline_dynamic::DynamicNavMesh;
use tautline_labels::Labels;
use tautline_navmesh::{AreaId, Location, NavMesh, QueryFilter};
use tautline_weighted::{CostLabels, CostLandmarks, GoalCosts, WeightedMesh};

#[cfg(feature = "build")]
use crate::baked_version::{BakedVersion, Before};

/// Ground to find paths on: a mesh, with its baked [`Labels`] and [`Landmarks`] if there are any.
///
/// Every function that finds paths accepts a `Ground`, and everything that converts into one: a
/// `&NavMesh`, a `&DynamicNavMesh`, a `&BakedMap`, or a mesh of it.
///
/// ```
/// use tautline::labels::{BakeOptions, Labels};
/// use tautline::navmesh::{Terrain, rectangles_from_cells};
/// use tautline::{Ground, Vec2, path};
///
/// let raw = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0)));
/// let mesh = raw.build()?;
/// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
/// let (start, goal) = (Vec2::new(1.0, 9.0), Vec2::new(19.0, 9.5));
/// let searched = path(&mesh, start, goal)?;
/// let looked_up = path(Ground::of(&mesh).with_labels(&labels), start, goal)?;
/// assert_eq!(looked_up.points, searched.points);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) labels: Option<&'a Labels>,
    pub(crate) landmarks: Option<&'a Landmarks>,
    cost_landmarks: Option<&'a CostLandmarks>,
    goal_costs: Option<&'a GoalCosts>,
    cost_labels: &'a [CostLabels],
    #[cfg(feature = "build")]
    pub(crate) dynamic: Option<&'a DynamicNavMesh>,
    #[cfg(feature = "build")]
    pub(crate) before: Option<Before<'a>>,
}

impl<'a> Ground<'a> {
    /// Ground from a mesh without labels and landmarks.
    #[must_use]
    pub const fn of(mesh: &'a NavMesh) -> Self {
        Self {
            mesh,
            labels: None,
            landmarks: None,
            cost_landmarks: None,
            goal_costs: None,
            cost_labels: &[],
            #[cfg(feature = "build")]
            dynamic: None,
            #[cfg(feature = "build")]
            before: None,
        }
    }

    /// Ground from a dynamic mesh in its current version.
    #[cfg(feature = "build")]
    #[must_use]
    pub fn of_dynamic(ground: &'a DynamicNavMesh) -> Self {
        Self { dynamic: Some(ground), ..Self::of(ground.mesh()) }
    }

    /// The same dynamic ground with labels that were baked for an earlier version of
    /// it. Paths are still the shortest ones. The labels answer if later changes do not affect
    /// the path, many times faster than a search. Otherwise the query searches. Where
    /// obstacles were removed, the length of the path from the labels bounds the search.
    ///
    /// Ignored on ground that is not [dynamic](Self::of_dynamic).
    #[cfg(feature = "build")]
    #[must_use]
    pub const fn with_version(self, baked: &'a BakedVersion) -> Self {
        let before = match self.dynamic {
            Some(ground) => Some(Before { ground, baked }),
            None => None,
        };
        Self { before, ..self }
    }

    /// The same ground with the labels that were baked for its mesh. They answer exact queries
    /// with uniform cost many times faster. Where the filter forbids ground, they answer
    /// if their path avoids it.
    ///
    /// Lengths are the same up to rounding. Among paths of equal length, which are frequent on
    /// grids, labels may return a different one than the search.
    ///
    /// With labels of another mesh, each query that they would answer returns
    /// [`BakedForOtherMesh`](crate::PathError::BakedForOtherMesh).
    #[must_use]
    pub const fn with_labels(self, labels: &'a Labels) -> Self {
        Self { labels: Some(labels), ..self }
    }

    /// The same ground without labels: exact queries search.
    #[must_use]
    pub const fn without_labels(self) -> Self {
        Self {
            labels: None,
            #[cfg(feature = "build")]
            before: None,
            ..self
        }
    }

    /// The same ground with the landmarks (ALT) that were chosen for its mesh. Exact searches on
    /// large maps take 0.4 to 0.8 of the time. Paths are still the shortest ones. With
    /// [labels](Self::with_labels), they serve the queries that search, as around forbidden ground.
    ///
    /// With landmarks of another mesh, each exact query that searches returns
    /// [`BakedForOtherMesh`](crate::PathError::BakedForOtherMesh).
    #[must_use]
    pub const fn with_landmarks(self, landmarks: &'a Landmarks) -> Self {
        Self { landmarks: Some(landmarks), ..self }
    }

    /// The same ground with landmarks for the costs of a filter, in addition to its labels and landmarks. They
    /// speed up [`Tier::Weighted`](crate::Tier::Weighted): see [`CostLandmarks`].
    ///
    /// With landmarks of another mesh, each weighted query returns
    /// [`BakedForOtherMesh`](crate::PathError::BakedForOtherMesh).
    ///
    /// ```
    /// use tautline::weighted::CostLandmarks;
    /// use tautline::navmesh::{Terrain, rectangles_from_cells};
    /// use tautline::{Ground, Path, Query, QueryFilter, Scratch, Tier, Vec2, path_in};
    ///
    /// let raw = rectangles_from_cells(20, 20, |x, y| Some(Terrain((x * y % 5 == 3).into())));
    /// let mesh = raw.build()?;
    /// let mut filter = QueryFilter::uniform();
    /// filter.set(Terrain(1), 6.0)?;
    /// let landmarks = CostLandmarks::choose(&mesh, &filter); // once for each map and filter
    /// let ground = Ground::of(&mesh).with_cost_landmarks(&landmarks);
    ///
    /// let query = Query::new(Vec2::new(1.0, 9.0), Vec2::new(19.0, 9.5)).with_filter(&filter);
    /// let mut path = Path::default();
    /// path_in(ground, &query, &mut Scratch::new(), &mut path)?;
    /// assert_eq!(path.tier, Tier::Weighted);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_cost_landmarks(self, landmarks: &'a CostLandmarks) -> Self {
        Self { cost_landmarks: Some(landmarks), ..self }
    }

    /// The same ground with labels for the costs of some filters, in addition to its labels and landmarks. They
    /// answer [`Tier::Weighted`](crate::Tier::Weighted) many times faster where a query has the costs of one of
    /// them: see [`CostLabels`].
    ///
    /// With labels of another mesh, each weighted query returns
    /// [`BakedForOtherMesh`](crate::PathError::BakedForOtherMesh).
    ///
    /// ```
    /// use tautline::weighted::CostLabels;
    /// use tautline::navmesh::{Terrain, rectangles_from_cells};
    /// use tautline::{Ground, Path, Query, QueryFilter, Scratch, Tier, Vec2, path_in};
    ///
    /// let raw = rectangles_from_cells(20, 20, |x, y| Some(Terrain((x * y % 5 == 3).into())));
    /// let mesh = raw.build()?;
    /// let mut filter = QueryFilter::uniform();
    /// filter.set(Terrain(1), 6.0)?;
    /// let labels = [CostLabels::bake(&mesh, &filter)?]; // once for each map and filter
    /// let ground = Ground::of(&mesh).with_cost_labels(&labels);
    ///
    /// let query = Query::new(Vec2::new(1.0, 9.0), Vec2::new(19.0, 9.5)).with_filter(&filter);
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default());
    /// path_in(ground, &query, &mut scratch, &mut path)?;
    /// assert_eq!((path.tier, scratch.expanded()), (Tier::Weighted, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_cost_labels(self, labels: &'a [CostLabels]) -> Self {
        Self { cost_labels: labels, ..self }
    }

    /// The same ground with the costs to one goal: see [`GoalCosts`]. [`paths_to`](crate::paths_to) measures
    /// them itself.
    ///
    /// With costs on another mesh, each weighted query returns
    /// [`BakedForOtherMesh`](crate::PathError::BakedForOtherMesh).
    #[must_use]
    pub const fn with_goal_costs(self, costs: &'a GoalCosts) -> Self {
        Self { goal_costs: Some(costs), ..self }
    }

    /// Returns the mesh.
    #[must_use]
    pub const fn mesh(&self) -> &'a NavMesh {
        self.mesh
    }

    /// Returns the labels, if there are any.
    #[must_use]
    pub const fn labels(&self) -> Option<&'a Labels> {
        self.labels
    }

    /// Returns the landmarks, if there are any.
    #[must_use]
    pub const fn landmarks(&self) -> Option<&'a Landmarks> {
        self.landmarks
    }

    /// Finds the areas at a finite location, on its floor if it has an elevation. There are none
    /// where a dynamic obstacle covers that floor, even if another floor lies below.
    pub(crate) fn areas_at(&self, location: Location, areas: &mut Vec<AreaId>) {
        #[cfg(feature = "build")]
        if let Some(dynamic) = self.dynamic {
            return dynamic.areas_at(location, areas);
        }
        self.mesh.areas_at_location(location, areas);
    }

    /// Returns true if there are labels, of this version or an earlier one.
    pub(crate) const fn has_labels(&self) -> bool {
        #[cfg(feature = "build")]
        if self.before.is_some() {
            return true;
        }
        self.labels.is_some()
    }

    /// Returns true if labels for the costs of a filter answer queries with it.
    pub(crate) fn has_cost_labels(&self, filter: &QueryFilter) -> bool {
        self.cost_labels.iter().any(|labels| labels.are_for(self.mesh, filter))
    }

    /// Returns the mesh with its landmarks, for exact searches.
    pub(crate) fn search_mesh(&self) -> SearchMesh<'a> {
        let mesh = SearchMesh::of(self.mesh);
        self.landmarks.map_or(mesh, |landmarks| mesh.with_landmarks(landmarks))
    }

    /// Returns the mesh with its tables for costs of terrain.
    pub(crate) fn weighted_mesh(&self) -> WeightedMesh<'a> {
        let mesh = WeightedMesh::of(self.mesh).with_labels(self.cost_labels);
        let mesh = self.cost_landmarks.map_or(mesh, |landmarks| mesh.with_landmarks(landmarks));
        self.goal_costs.map_or(mesh, |costs| mesh.with_goal_costs(costs))
    }
}

impl<'a> From<&'a NavMesh> for Ground<'a> {
    fn from(mesh: &'a NavMesh) -> Self {
        Self::of(mesh)
    }
}

#[cfg(feature = "build")]
impl<'a> From<&'a DynamicNavMesh> for Ground<'a> {
    fn from(ground: &'a DynamicNavMesh) -> Self {
        Self::of_dynamic(ground)
    }
}
