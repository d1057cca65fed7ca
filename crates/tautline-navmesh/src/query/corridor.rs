//! Choosing the areas that a way leads through.

use tautline_geometry::Vec2;
use tautline_search::{Budget, Node, Outcome, Progress, Scratch, SearchError, begin, step};

use super::corridor_graph::CorridorGraph;
use super::crossing::Crossing;
use super::{End, QueryError};
use crate::{AreaId, Costs, NavMesh};

/// A row of areas from a start to a goal, and how one is entered from the
/// other: `crossings[i]` leads from `areas[i]` to `areas[i + 1]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corridor {
    /// The areas, first that of the start, last that of the goal.
    pub areas: Vec<AreaId>,
    /// One less than areas.
    pub crossings: Vec<Crossing>,
}

/// Where a corridor begins or ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorridorEnd {
    /// The position.
    pub point: Vec2,
    /// The elevation, where floors overlap; without one, any floor will do.
    pub elevation: Option<f32>,
}

impl From<Vec2> for CorridorEnd {
    fn from(point: Vec2) -> Self {
        Self { point, elevation: None }
    }
}

/// The memory of a corridor search. Reuse it; it serves any mesh.
#[derive(Clone, Debug, Default)]
pub struct CorridorScratch {
    search: Scratch<f64, Vec2>,
    start_areas: Vec<AreaId>,
    goal_areas: Vec<AreaId>,
    nodes: Vec<Node>,
}

impl CorridorScratch {
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            search: Scratch::new(),
            start_areas: Vec::new(),
            goal_areas: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// How many nodes the last search expanded.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.search.expanded()
    }
}

/// Finds the corridor of a cheap way from `start` to `goal`: A* over the borders
/// of the mesh. The corridor replaces what is in `corridor`; its cost is
/// returned, that of one way through it. For uniform costs the taut path costs
/// no more; for others it may, because what is shorter need not be cheaper.
///
/// Not always the corridor of the *cheapest* way: each border is entered at one
/// point only. A start or goal on a border or vertex belongs to all areas there.
///
/// O(n log n) for n borders; nothing is allocated once the memory has grown.
/// That no way leads to another part of the mesh is known without a search.
///
/// # Errors
///
/// A [`QueryError`].
///
/// ```
/// use tautline_navmesh::{BuildOptions, CorridorScratch, Costs, NavMesh, RawMesh, Vec2, find_corridor};
/// use tautline_search::Budget;
///
/// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
/// raw.push_area(&[0, 1, 2, 3]);
/// raw.push_area(&[1, 4, 2]);
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
///
/// let mut corridor = Default::default();
/// let (start, goal) = (Vec2::new(1.0, 1.0).into(), Vec2::new(6.0, 1.0).into());
/// find_corridor(&mesh, start, goal, &Costs::uniform(), Budget::UNLIMITED, &mut CorridorScratch::new(), &mut corridor)?;
/// assert_eq!(corridor.areas.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_corridor(
    mesh: &NavMesh,
    start: CorridorEnd,
    goal: CorridorEnd,
    costs: &Costs,
    budget: Budget,
    scratch: &mut CorridorScratch,
    corridor: &mut Corridor,
) -> Result<f64, QueryError> {
    prepare(mesh, start, goal, costs, budget, scratch)?;
    loop {
        if let Some(cost) = advance(mesh, start, goal, costs, u64::MAX, scratch, corridor)? {
            return Ok(cost);
        }
    }
}

/// A corridor search that is carried on a slice at a time, so that a game can
/// spread it over frames.
///
/// ```
/// # use tautline_navmesh::{BuildOptions, Costs, CorridorSearch, NavMesh, RawMesh, Vec2};
/// # use tautline_search::Budget;
/// # let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
/// # raw.push_area(&[0, 1, 2, 3]);
/// # raw.push_area(&[1, 4, 2]);
/// # let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let (start, goal) = (Vec2::new(1.0, 1.0).into(), Vec2::new(6.0, 1.0).into());
/// let mut search = CorridorSearch::begin(&mesh, start, goal, Costs::uniform(), Budget::UNLIMITED)?;
/// let mut corridor = Default::default();
/// while search.step(&mesh, 1, &mut corridor)?.is_none() {
///     // draw a frame
/// }
/// assert_eq!(corridor.areas.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CorridorSearch {
    start: CorridorEnd,
    goal: CorridorEnd,
    costs: Costs,
    scratch: CorridorScratch,
}

impl CorridorSearch {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// A [`QueryError`] that is known without searching.
    pub fn begin(
        mesh: &NavMesh,
        start: CorridorEnd,
        goal: CorridorEnd,
        costs: Costs,
        budget: Budget,
    ) -> Result<Self, QueryError> {
        let mut scratch = CorridorScratch::new();
        prepare(mesh, start, goal, &costs, budget, &mut scratch)?;
        Ok(Self { start, goal, costs, scratch })
    }

    /// Carries the search on by at most `slice` expansions. Once it has ended,
    /// the corridor replaces what is in `corridor`, and its cost is returned.
    /// Pass the same mesh every time.
    ///
    /// # Errors
    ///
    /// A [`QueryError`].
    pub fn step(
        &mut self,
        mesh: &NavMesh,
        slice: u64,
        corridor: &mut Corridor,
    ) -> Result<Option<f64>, QueryError> {
        let Self { start, goal, costs, scratch } = self;
        advance(mesh, *start, *goal, costs, slice, scratch, corridor)
    }
}

/// Finds the areas at both ends, and begins the search.
fn prepare(
    mesh: &NavMesh,
    start: CorridorEnd,
    goal: CorridorEnd,
    costs: &Costs,
    budget: Budget,
    scratch: &mut CorridorScratch,
) -> Result<(), QueryError> {
    let CorridorScratch { search, start_areas, goal_areas, .. } = scratch;
    for (end, place, areas) in
        [(End::Start, start, &mut *start_areas), (End::Goal, goal, &mut *goal_areas)]
    {
        mesh.open_areas_at(end, place, costs, areas)?;
    }
    let may_reach = |&from: &AreaId| goal_areas.iter().any(|&to| mesh.may_reach(from, to));
    start_areas.retain(may_reach);
    if start_areas.is_empty() {
        return Err(QueryError::Unreachable);
    }
    let graph = CorridorGraph {
        mesh,
        costs,
        start: start.point,
        start_areas,
        goal: goal.point,
        goal_areas,
        may_come_back: may_come_back(mesh, costs),
    };
    begin(&graph, graph.start_node(), budget, search).map_err(broken_promise)
}

/// Carries the search on; reads the corridor when it has ended.
fn advance(
    mesh: &NavMesh,
    start: CorridorEnd,
    goal: CorridorEnd,
    costs: &Costs,
    slice: u64,
    scratch: &mut CorridorScratch,
    corridor: &mut Corridor,
) -> Result<Option<f64>, QueryError> {
    let CorridorScratch { search, start_areas, goal_areas, nodes } = scratch;
    let (start, goal) = (start.point, goal.point);
    let may_come_back = may_come_back(mesh, costs);
    let graph = CorridorGraph { mesh, costs, start, start_areas, goal, goal_areas, may_come_back };
    let estimate = |_, point| graph.estimate(point);
    match step(&graph, graph.goal_node(), estimate, slice, search).map_err(broken_promise)? {
        Progress::Running => Ok(None),
        Progress::Done(Outcome::Unreachable) => Err(QueryError::Unreachable),
        Progress::Done(Outcome::BudgetExhausted) => {
            Err(QueryError::BudgetExhausted { expanded: search.expanded() })
        }
        Progress::Done(Outcome::Found { cost }) => {
            search.path_to(graph.goal_node(), nodes);
            read_corridor(&graph, nodes, corridor);
            Ok(Some(cost))
        }
    }
}

/// Whether a cheapest way may come back to an area that it has left. On uniform
/// ground without links it does not, because areas are convex.
fn may_come_back(mesh: &NavMesh, costs: &Costs) -> bool {
    !mesh.links().is_empty() || !costs.is_uniform()
}

/// Turns the nodes of the way that was found into areas and crossings.
fn read_corridor(graph: &CorridorGraph<'_>, nodes: &[Node], corridor: &mut Corridor) {
    let mesh = graph.mesh;
    corridor.areas.clear();
    corridor.crossings.clear();
    for &node in nodes.iter().filter(|&&node| node < graph.start_node()) {
        let crossing = graph.crossing(node);
        let (from, to) = match crossing {
            Crossing::Side(side) => (mesh.area_of(side), mesh.side(side).across()),
            Crossing::Link { link, forwards } => {
                // Only links that stand are taken.
                let Some([from, to]) = mesh.links()[link.index()].areas() else { continue };
                if forwards { (from, to) } else { (to, from) }
            }
        };
        if corridor.areas.is_empty() {
            corridor.areas.push(from);
        }
        corridor.areas.push(to);
        corridor.crossings.push(crossing);
    }
    if corridor.areas.is_empty() {
        // Start and goal may share several areas; the cheapest was counted.
        let factor = |area: AreaId| graph.costs.factor(mesh.terrain(area));
        let shared = graph.start_areas.iter().filter(|area| graph.goal_areas.contains(area));
        corridor.areas.extend(shared.min_by(|&&a, &&b| factor(a).total_cmp(&factor(b))));
    }
}

/// A valid mesh keeps the promises of a graph; only lengths beyond what `f64`
/// can hold could break them, and those do not occur between `f32` points.
fn broken_promise(_: SearchError) -> QueryError {
    QueryError::Unreachable
}
