//! Corridor search: A* over the borders of a mesh.

use tautline_geometry::Vec2;
use tautline_search::{Budget, Node, Outcome, Progress, Scratch, SearchError, begin, step};

use super::corridor_graph::{CorridorGraph, Entry};
use super::crossing::Crossing;
use super::{Location, PathQuery, QueryError};
use crate::link_graph::{LinkArc, LinkEstimate};
use crate::{AreaId, MeshIdentity, NavMesh, QueryFilter};

/// A sequence of areas from a start to a goal, with the crossings between them:
/// `crossings[i]` leads from `areas[i]` to `areas[i + 1]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corridor {
    /// The areas. The first one holds the start, the last one the goal.
    pub areas: Vec<AreaId>,
    /// The crossings, one fewer than areas.
    pub crossings: Vec<Crossing>,
}

/// Memory of corridor searches, for reuse. It serves any mesh.
#[derive(Clone, Debug, Default)]
pub struct CorridorScratch {
    search: Scratch<f64, Vec2>,
    start_areas: Vec<AreaId>,
    goal_areas: Vec<AreaId>,
    nodes: Vec<Node>,
    estimate: LinkEstimate,
    rules: Rules,
    expanded: u64,
}

/// The parts of the mesh that a search may use, and how.
#[derive(Clone, Copy, Debug, Default)]
struct Rules {
    takes_links: bool,
    prunes: bool,
    least_factor: f64,
}

impl Rules {
    fn new(mesh: &NavMesh, filter: &QueryFilter) -> Self {
        let takes_links = mesh.takes_links(filter);
        let links = mesh.link_graph().filter(|_| takes_links);
        // On terrain of uniform cost no cheapest path returns to an area, because areas are
        // convex.
        let prunes = mesh
            .uniform_factor(filter)
            .is_some_and(|factor| links.is_none_or(|links| links.prunes(factor)));
        Self { takes_links, prunes, least_factor: mesh.least_factor(filter) }
    }
}

impl Corridor {
    /// Removes all areas and crossings, and keeps their memory.
    pub fn clear(&mut self) {
        self.areas.clear();
        self.crossings.clear();
    }
}

impl CorridorScratch {
    /// Unused memory. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            search: Scratch::new(),
            start_areas: Vec::new(),
            goal_areas: Vec::new(),
            nodes: Vec::new(),
            estimate: LinkEstimate::new(),
            rules: Rules { takes_links: false, prunes: false, least_factor: 1.0 },
            expanded: 0,
        }
    }

    /// The number of nodes that the last search expanded; 0 if its ends had an error.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The lower bound over links of the last search.
    #[doc(hidden)]
    #[must_use]
    pub const fn estimate(&self) -> &LinkEstimate {
        &self.estimate
    }
}

/// Finds the corridor of a cheap path from the start of `query` to its goal: A* over
/// the borders of the mesh. The corridor replaces the contents of `corridor`. Returns the cost
/// of one path through it. The taut path through the corridor costs no more if all
/// terrain costs the same; otherwise it may, because the shortest path through a corridor
/// need not be the cheapest.
///
/// The corridor is not always that of the *cheapest* path, because each border is entered at
/// one point only.
///
/// O(n log n) for n borders. Allocates nothing once the memory has grown. Goals in another
/// connected component are refused without a search.
///
/// # Errors
///
/// A [`QueryError`]; `corridor` is then empty.
///
/// ```
/// use tautline_navmesh::{
///     Corridor, CorridorScratch, PathQuery, RawMesh, Vec2, find_corridor,
/// };
///
/// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
/// raw.push_area(&[0, 1, 2, 3]);
/// raw.push_area(&[1, 4, 2]);
/// let mesh = raw.build()?;
///
/// let query = PathQuery::new(Vec2::new(1.0, 1.0), Vec2::new(6.0, 1.0));
/// let mut corridor = Corridor::default();
/// find_corridor(&mesh, &query, &mut CorridorScratch::new(), &mut corridor)?;
/// assert_eq!(corridor.areas.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_corridor(
    mesh: &NavMesh,
    query: &PathQuery<'_>,
    scratch: &mut CorridorScratch,
    corridor: &mut Corridor,
) -> Result<f64, QueryError> {
    corridor.clear();
    prepare(mesh, query, scratch)?;
    loop {
        if let Some(cost) = advance(mesh, query, u64::MAX, scratch, corridor)? {
            return Ok(cost);
        }
    }
}

/// A corridor search in slices, so that a game can distribute it over frames.
///
/// ```
/// # use tautline_navmesh::{Corridor, CorridorSearch, PathQuery, RawMesh, Vec2};
/// # let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
/// # raw.push_area(&[0, 1, 2, 3]);
/// # raw.push_area(&[1, 4, 2]);
/// # let mesh = raw.build()?;
/// let query = PathQuery::new(Vec2::new(1.0, 1.0), Vec2::new(6.0, 1.0));
/// let mut search = CorridorSearch::begin(&mesh, &query)?;
/// let mut corridor = Corridor::default();
/// while search.step(&mesh, 1, &mut corridor)?.is_none() {
///     // draw a frame
/// }
/// assert_eq!(corridor.areas.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CorridorSearch {
    mesh: MeshIdentity,
    start: Location,
    goal: Location,
    filter: QueryFilter,
    budget: Budget,
    scratch: CorridorScratch,
}

impl CorridorSearch {
    /// Begins a search. Copies the filter, and allocates memory proportional to the number
    /// of borders.
    ///
    /// # Errors
    ///
    /// A [`QueryError`] that is found before searching.
    pub fn begin(mesh: &NavMesh, query: &PathQuery<'_>) -> Result<Self, QueryError> {
        let mut scratch = CorridorScratch::new();
        prepare(mesh, query, &mut scratch)?;
        let PathQuery { start, goal, filter, budget, .. } = *query;
        let (mesh, filter) = (mesh.identity(), filter.clone());
        Ok(Self { mesh, start, goal, filter, budget, scratch })
    }

    /// Continues the search by at most `slice` expansions (0 counts as 1, so that every search
    /// ends). When the search ends, the corridor replaces the contents of `corridor`, and its cost is
    /// returned. Before that, `None` is returned, and `corridor` is empty. Pass the same mesh every
    /// time, or clones of it.
    ///
    /// # Errors
    ///
    /// A [`QueryError`]: [`OtherMesh`](QueryError::OtherMesh) for any other mesh. `corridor` is
    /// then empty.
    pub fn step(
        &mut self,
        mesh: &NavMesh,
        slice: u64,
        corridor: &mut Corridor,
    ) -> Result<Option<f64>, QueryError> {
        corridor.clear();
        if mesh.identity() != self.mesh {
            return Err(QueryError::OtherMesh);
        }
        let Self { start, goal, filter, budget, scratch, .. } = self;
        let query = PathQuery::new(*start, *goal).with_filter(filter).with_budget(*budget);
        advance(mesh, &query, slice, scratch, corridor)
    }
}

/// Finds the areas at both ends and begins the search.
fn prepare(
    mesh: &NavMesh,
    query: &PathQuery<'_>,
    scratch: &mut CorridorScratch,
) -> Result<(), QueryError> {
    let CorridorScratch { search, start_areas, goal_areas, estimate, rules, expanded, .. } =
        scratch;
    *expanded = 0;
    mesh.open_ends(query, start_areas, goal_areas)?;
    *rules = Rules::new(mesh, query.filter);
    estimate.prepare(mesh, query);
    let graph = graph(mesh, query, *rules, estimate, [start_areas, goal_areas]);
    begin(&graph, graph.start_node(), query.budget, search).map_err(impossible_error)
}

/// Continues the search. Reads the corridor when the search has ended.
fn advance(
    mesh: &NavMesh,
    query: &PathQuery<'_>,
    slice: u64,
    scratch: &mut CorridorScratch,
    corridor: &mut Corridor,
) -> Result<Option<f64>, QueryError> {
    let CorridorScratch { search, start_areas, goal_areas, nodes, estimate, rules, expanded } =
        scratch;
    let graph = graph(mesh, query, *rules, estimate, [start_areas, goal_areas]);
    let heuristic = |_, point| graph.heuristic(point);
    let progress = step(&graph, graph.goal_node(), heuristic, slice, search);
    *expanded = search.expanded();
    match progress.map_err(impossible_error)? {
        Progress::Running => Ok(None),
        Progress::Done(Outcome::Unreachable) => Err(QueryError::Unreachable),
        Progress::Done(Outcome::BudgetExhausted) => {
            Err(QueryError::BudgetExhausted { expanded: *expanded })
        }
        Progress::Done(Outcome::Found { cost }) => {
            search.path_to(graph.goal_node(), nodes);
            read_corridor(&graph, nodes, corridor);
            Ok(Some(cost))
        }
    }
}

/// The graph of a search, given the areas at the start and at the goal.
fn graph<'a>(
    mesh: &'a NavMesh,
    query: &PathQuery<'a>,
    rules: Rules,
    estimate: &'a LinkEstimate,
    [start_areas, goal_areas]: [&'a [AreaId]; 2],
) -> CorridorGraph<'a> {
    CorridorGraph {
        mesh,
        filter: query.filter,
        start: query.start.point,
        start_areas,
        goal: query.goal.point,
        goal_areas,
        links: mesh.link_graph().filter(|_| rules.takes_links),
        prunes: rules.prunes,
        estimate,
        least_factor: rules.least_factor,
    }
}

/// Converts the nodes of a path into areas and crossings. They are added to an empty corridor.
fn read_corridor(graph: &CorridorGraph<'_>, nodes: &[Node], corridor: &mut Corridor) {
    let Corridor { areas, crossings } = corridor;
    // The start and the exit of a link may lie in several areas, of which the path uses one that
    // the next crossing leaves. Across a border there is one only.
    let (mut across, mut several) = ([AreaId(0)], Some(graph.start_areas));
    for &node in nodes.iter().filter(|&&node| node < graph.start_node()) {
        match (graph.entry(node), graph.links) {
            (Entry::Arc(arc), Some(links)) => {
                let entrances = links.entrance_areas(arc);
                areas.extend(cheapest_common(graph, several.unwrap_or(&across), entrances));
                let LinkArc { link, forwards, .. } = links.arcs()[arc as usize];
                crossings.push(Crossing::Link { link, forwards });
                several = Some(links.exit_areas(arc));
            }
            (Entry::Border(edge), _) => {
                areas.push(graph.mesh.area_of(edge));
                crossings.push(Crossing::Border(edge));
                (across, several) = ([graph.mesh.half_edge(edge).across()], None);
            }
            (Entry::Arc(_), None) => {}
        }
    }
    areas.extend(cheapest_common(graph, several.unwrap_or(&across), graph.goal_areas));
}

/// The area of both lists whose terrain costs least, among those that may be entered.
fn cheapest_common(graph: &CorridorGraph<'_>, one: &[AreaId], other: &[AreaId]) -> Option<AreaId> {
    let factor = |area: AreaId| graph.filter.factor(graph.mesh.terrain(area));
    let common = one.iter().copied().filter(|area| other.contains(area));
    common
        .filter(|&area| graph.mesh.is_open(area, graph.filter))
        .min_by(|&a, &b| factor(a).total_cmp(&factor(b)))
}

/// Converts an error of the search, which does not occur: the graph of a valid mesh is valid, because
/// costs between `f32` points are in the range of `f64`.
fn impossible_error(_: SearchError) -> QueryError {
    QueryError::Unreachable
}
