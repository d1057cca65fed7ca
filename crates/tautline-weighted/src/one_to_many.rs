//! One-to-many searches over weighted terrain.

use tautline_navmesh::internal::{LinkEstimate, OneToManyEnds};
use tautline_navmesh::{Location, NavMesh, PathQuery, QueryError, RayCast};

use crate::WeightedPath;
use crate::end_points::EndPoints;
use crate::known_paths::KnownPaths;
use crate::search::{Bounds, Heuristic, Search};
use crate::space::{ManyGoals, Space};
use crate::{OneToManyQuery, Refraction, to_u32};
use crate::{path, straight};

/// The place of a goal without a path.
const NO_PATH: u32 = u32::MAX;

/// The share by which the search continues beyond the cost of the last wanted goal, or beyond the limit. Refraction
/// lowers costs, so a goal that is reached later may turn out to be cheaper. Takes a fifth more expansions.
const LEEWAY: f64 = 0.1;

/// The outcome of a search.
enum Outcome {
    /// All nodes or all goals were reached.
    AllReached,
    /// The next node costs more than the goals that are wanted.
    BeyondWanted,
    BudgetExhausted,
}

/// A one-to-many search over weighted terrain: paths from one start to many goals, to the k goals that are the
/// cheapest to reach, or to the goals up to a cost ([`OneToManyQuery::with_limit`]). Holds the paths, and the
/// memory for the next search on any mesh. Allocates nothing once that memory has grown.
///
/// The paths are as cheap as the paths of [`weighted_path`](crate::weighted_path), but not always the same. One
/// search finds them all: Dijkstra's algorithm from the start, until all wanted goals are reached, then
/// refraction of each path. Supports any filter, with links. On ground of uniform cost, the crate
/// `tautline-anyangle` is exact.
///
/// O(n k log n) for n vertices and Steiner points, of which an area has k.
///
/// ```
/// use tautline_weighted::{OneToManyQuery, WeightedOneToManySearch};
/// use tautline_navmesh::{QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // A road along the lower edge of a field.
/// let mesh = rectangles_from_cells(20, 9, |_, y| Some(Terrain((y == 0).into()))).build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(0), 4.0)?;
///
/// let here = OneToManyQuery::new(Vec2::new(1.0, 0.5)).with_filter(&filter);
/// let chests = [Vec2::new(1.0, 8.5), Vec2::new(19.0, 0.5), Vec2::new(3.0, 4.0)].map(Into::into);
/// let mut search = WeightedOneToManySearch::new();
/// search.cheapest(&mesh, &here, &chests, 2)?;
/// let order: Vec<usize> = search.found().map(|(goal, _)| goal).collect();
/// assert_eq!(order, [2, 1], "the one along the road is far, but cheap");
/// assert!((search.path_to(1).map_or(0.0, |path| path.cost) - 18.0).abs() < 1e-5);
/// assert_eq!(search.path_to(0), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WeightedOneToManySearch {
    ends: OneToManyEnds,
    end_points: EndPoints,
    known: KnownPaths,
    nodes: Vec<u32>,
    refraction: Refraction,
    ray: RayCast,
    /// The paths that were found, and behind them the memory of earlier ones.
    paths: Vec<WeightedPath>,
    /// The goals that were found, with the places of their paths, cheapest first.
    found: Vec<(usize, u32)>,
    /// The place of the path to each goal.
    places: Vec<u32>,
}

impl WeightedOneToManySearch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds paths to all goals. Read them with [`Self::path_to`].
    ///
    /// # Errors
    ///
    /// A [`QueryError`], also for the first goal that is off the mesh. A goal that is unreachable or
    /// on forbidden ground is not an error; there is no path to it. After an error there are no paths.
    pub fn all(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        goals: &[Location],
    ) -> Result<(), QueryError> {
        self.cheapest(mesh, query, goals, goals.len())
    }

    /// Finds paths to the `wanted` goals that are the cheapest to reach. Read them with
    /// [`Self::found`]. A goal of nearly the same cost may be found instead of a cheaper one. On random maps of 25
    /// cells, one goal in 2,500 cost more than 1 % more than the right one; on larger maps, none. Likewise, a goal whose
    /// cost is nearly the limit of the query may be left out.
    ///
    /// # Errors
    ///
    /// Like [`Self::all`].
    pub fn cheapest(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        goals: &[Location],
        wanted: usize,
    ) -> Result<(), QueryError> {
        self.known.forget();
        self.found.clear();
        self.places.clear();
        self.ends.locate(mesh, query, goals)?;
        let Self { ends, end_points, .. } = self;
        let start = (query.start.point, &*ends.start_areas);
        let goals_in = ends.goals_by_area.iter();
        let goals_in = goals_in.map(|&(area, goal)| (Some(goal), ends.points[goal as usize], area));
        end_points.find_many(mesh, query.filter, start, goals_in);
        self.places.resize(goals.len(), NO_PATH);
        // No cost is below 0, and none compares with NaN.
        let is_limit = query.limit >= 0.0;
        let wanted = if is_limit { wanted.min(self.ends.reachable.len()) } else { 0 };
        // Paths that cross borders between the nodes are cheaper, but may leave out some goals.
        for slides in [true, false] {
            if self.found.len() >= wanted {
                break;
            }
            match self.search(mesh, query, wanted, slides) {
                Outcome::AllReached => {}
                Outcome::BeyondWanted => break,
                Outcome::BudgetExhausted => {
                    self.found.clear();
                    self.places.fill(NO_PATH);
                    return Err(QueryError::BudgetExhausted { expanded: self.expanded() });
                }
            }
        }
        let Self { found, places, paths, .. } = self;
        let within_limit = |&(_, place): &(usize, u32)| paths[place as usize].cost <= query.limit;
        let kept = found.partition_point(within_limit).min(wanted);
        for (goal, _) in found.drain(kept..) {
            places[goal] = NO_PATH;
        }
        Ok(())
    }

    /// Returns the path to a goal, given by its index. `None` if the goal is unreachable, costs more than the limit of
    /// the query, or was not among the cheapest.
    #[must_use]
    pub fn path_to(&self, goal: usize) -> Option<&WeightedPath> {
        let place = *self.places.get(goal)?;
        (place != NO_PATH).then(|| &self.paths[place as usize])
    }

    /// Returns the goals that the last search found, by index, with their paths, cheapest first.
    pub fn found(&self) -> impl ExactSizeIterator<Item = (usize, &WeightedPath)> + '_ {
        self.found.iter().map(|&(goal, place)| (goal, &self.paths[place as usize]))
    }

    /// The number of nodes that the last search expanded.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.known.expanded()
    }

    /// Searches until the cheapest goals are found, or no more can be reached.
    fn search(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        wanted: usize,
        slides: bool,
    ) -> Outcome {
        let OneToManyQuery { start, filter, budget, limit } = *query;
        let Self { ends, end_points, known, nodes, refraction, ray, paths, found, places } = self;
        let to_itself = PathQuery::new(start, start).with_filter(filter);
        let space = Space::new(mesh, &to_itself, &ends.start_areas, &[]);
        let mut space = space.with_end_points(end_points);
        space.goals = ManyGoals { points: &ends.points, by_area: &ends.goals_by_area };
        let estimate = LinkEstimate::new();
        let heuristic = Heuristic { estimate: &estimate, least_factor: 0.0, bounds: Bounds::None };
        let mut search = Search { space, heuristic, known, slides };
        search.begin();
        while found.len() < ends.reachable.len()
            && let Some(node) = search.known.next()
        {
            let last =
                found.get(wanted - 1).map_or(limit, |&(_, place)| paths[place as usize].cost);
            if search.known.get(node).cost > (1.0 + LEEWAY) * last.min(limit) {
                return Outcome::BeyondWanted;
            }
            if search.known.expanded() >= budget.0 {
                return Outcome::BudgetExhausted;
            }
            search.expand(node);
            let Some(goal) = space.goal_at(node).map(|goal| goal as usize) else { continue };
            if places[goal] != NO_PATH {
                continue;
            }
            if paths.len() == found.len() {
                paths.push(WeightedPath::default());
            }
            let place = found.len();
            paths[place].clear();
            search.known.read_nodes(space.start_node(), node, nodes);
            let mut to_goal = space;
            to_goal.goal = ends.points[goal];
            let path = &mut paths[place];
            path::read(&to_goal, search.known, nodes, refraction, path);
            let holds_goal = |area| space.has_goal_in(area, goal);
            straight::take_if_cheaper(&to_goal, holds_goal, ray, refraction, path);
            places[goal] = to_u32(place);
            let cost = paths[place].cost;
            let is_before = |&(other, place): &(usize, u32)| {
                paths[place as usize].cost.total_cmp(&cost).then(other.cmp(&goal)).is_lt()
            };
            found.insert(found.partition_point(is_before), (goal, to_u32(place)));
        }
        Outcome::AllReached
    }
}
