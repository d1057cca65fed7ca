//! Shortest paths from what earlier queries have found out about the mesh.

mod counters;
mod ends;
mod known;
mod rows;
mod seen;
mod survey;

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, CorridorEnd, End, MeshIdentity, NavMesh, QueryError};

use crate::ground::EVERYWHERE;
use crate::landmarks::{GoalRange, Landmarks};
use crate::ray::Ray;
use crate::shortest::shortest_path_on_foot;
use crate::taut::flood::{Flood, FloodScratch};
use crate::taut::search::TautScratch;
use crate::taut::sight::{SightScratch, StraightWay};
use crate::taut::signs::Signs;
use crate::{AnyAngleScratch, SearchMesh};

pub use counters::CacheCounters;
use ends::{GoalSight, StartSight};
use known::Known;
use rows::{Ground, Rows};
use survey::Survey;

/// Remembers what corners see, so that shortest paths are searched among corners
/// instead of on the mesh. For meshes that were not baked, or change: it begins with
/// nothing, finds out what each query needs, and keeps it; and when the mesh changes,
/// it forgets only what looked at the change.
///
/// The answers are those of [`shortest_path`](crate::shortest_path) with uniform costs:
/// of the same length but for rounding, though of two ways of equal length it may be the
/// other one. For one mesh they are the same bits, whatever was asked before.
///
/// **When it pays.** On maps of some thousand corners, a query takes about half of the
/// time of a search once the ground is known, which is so after a thousand queries; with
/// [`Landmarks`](crate::Landmarks) for both, a third to three quarters. On the largest maps,
/// of some ten thousand corners, and where most goals are in sight, it gains nothing; and a
/// mesh that is asked some hundred times only, or changes everywhere between two queries,
/// is searched faster without. For a mesh that does not change,
/// [`Labels`](crate::Labels) are many times faster: 64 hubs are baked in some hundredths
/// of a second.
///
/// **Changed ground.** Give any mesh, and the next version of it, or another one: the
/// cache knows a mesh by its [identity](NavMesh::identity). Of a mesh that it does not
/// know it keeps what no area has changed of that was looked into. Areas are the same if
/// number, outline, neighbours and corners are: those that a
/// `ChangingGround` leaves alone, though not those that it numbers anew. O(sides of the
/// mesh and what is kept).
///
/// **Memory.** A row takes some 500 bytes, for each corner that a search went on from. When
/// there are more than are allowed, all are forgotten, in the midst of a query too. What
/// is known of the mesh itself comes on top: some 70 bytes for each corner, 8 for each
/// area and 4 for each vertex.
///
/// Keep one per thread.
///
/// ```
/// use tautline_anyangle::TautCache;
/// use tautline_navmesh::{BuildOptions, NavMesh, Terrain, Vec2, rectangles_from_cells};
///
/// // A square of 5 by 5 cells with a block of 3 by 3 in its midst.
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
///
/// let (mut cache, mut points) = (TautCache::new(), Vec::new());
/// let (start, goal) = (Vec2::new(0.5, 4.0), Vec2::new(5.0, 0.0));
/// let length = cache.shortest_path(&mesh, start.into(), goal.into(), &mut points)?;
/// assert_eq!(points, [start, Vec2::new(1.0, 1.0), goal]);
/// assert!(cache.counters().looks > 0);
///
/// // On the way, all is known already.
/// let on_the_way = Vec2::new(0.5, 3.5);
/// let rest = cache.shortest_path(&mesh, on_the_way.into(), goal.into(), &mut points)?;
/// assert!(rest < length && cache.counters().looks == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TautCache {
    mesh: Option<MeshIdentity>,
    survey: Survey,
    rows: Rows,
    query: Memory,
    online: AnyAngleScratch,
    counters: CacheCounters,
}

/// The memory of single queries.
#[derive(Clone, Debug, Default)]
struct Memory {
    areas: [Vec<AreaId>; 2],
    gates: [Vec<u32>; 2],
    sight: SightScratch,
    flood: FloodScratch,
    search: TautScratch,
    bends: Vec<u32>,
}

impl Default for TautCache {
    fn default() -> Self {
        Self::new()
    }
}

impl TautCache {
    /// How many bytes of rows are kept unless a number is given.
    pub const USUAL_BYTES: usize = 64 << 20;

    /// A cache that knows nothing, with the usual limit. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(Self::USUAL_BYTES)
    }

    /// A cache that knows nothing, and keeps so many bytes of rows and one row at most;
    /// 4 GB at most. Answers do not depend on it.
    #[must_use]
    pub fn with_limit(bytes: usize) -> Self {
        Self {
            mesh: None,
            survey: Survey::default(),
            rows: Rows::with_limit(bytes),
            query: Memory::default(),
            online: AnyAngleScratch::new(),
            counters: CacheCounters::default(),
        }
    }

    /// Finds the shortest path from `start` to `goal` over all ground of the mesh;
    /// links are not taken. Its points, start and goal included, replace what is
    /// in `points`; its length in the plane is returned.
    ///
    /// Nothing is allocated once all that it needs is known and the memory has grown.
    /// Without limits on time: to search in slices or within a budget, search online.
    /// Ground that winds around a vertex is searched online.
    ///
    /// # Errors
    ///
    /// A [`QueryError`]: an end is not finite or off the mesh; unreachable.
    pub fn shortest_path<'a>(
        &mut self,
        mesh: impl Into<SearchMesh<'a>>,
        start: CorridorEnd,
        goal: CorridorEnd,
        points: &mut Vec<Vec2>,
    ) -> Result<f64, QueryError> {
        let search_mesh = mesh.into();
        let SearchMesh { mesh, landmarks } = search_mesh;
        self.counters = CacheCounters::default();
        self.turn_to(mesh);
        if self.survey.is_winding {
            return shortest_path_on_foot(search_mesh, [start, goal], &mut self.online, points);
        }
        let Memory { areas: [from, to], sight, bends, .. } = &mut self.query;
        bends.clear();
        mesh.open_areas_at(End::Start, start, &EVERYWHERE, from)?;
        mesh.open_areas_at(End::Goal, goal, &EVERYWHERE, to)?;
        from.retain(|&area| to.iter().any(|&to| mesh.part(area) == mesh.part(to)));
        if from.is_empty() {
            return Err(QueryError::Unreachable);
        }
        let ends = [start.point, goal.point];
        let signs = Signs::of_points(mesh, &ends);
        let ray = Ray::between(ends[0], ends[1], signs.is_lattice());
        if !(StraightWay { mesh, ray, goal_areas: to }).is_free(from, sight) {
            let range =
                landmarks.map(|landmarks| (landmarks, landmarks.range_of(mesh, goal.point, to)));
            self.search(mesh, range, ends)?;
        }
        let (mut length, mut last) = (0.0, ends[0]);
        points.clear();
        points.push(last);
        let bends = self.query.bends.iter().map(|&corner| self.survey.corners.get(corner).point);
        for point in bends.chain([ends[1]]) {
            if point != last {
                length += Wide::from(last).distance(point.into());
                points.push(point);
                last = point;
            }
        }
        Ok(length)
    }

    fn search(
        &mut self,
        mesh: &NavMesh,
        landmarks: Option<(&Landmarks, GoalRange)>,
        ends: [Vec2; 2],
    ) -> Result<(), QueryError> {
        let Self { survey, rows, query, .. } = self;
        let Memory { areas: [from, to], gates, flood, search, bends, .. } = query;
        let corners = &survey.corners;
        for (gates, areas) in gates.iter_mut().zip([&*from, &*to]) {
            gates.clear();
            gates.extend(areas.iter().map(|&area| mesh.gate_number(area)));
        }
        rows.count_anew();
        let looks = rows.looks();
        let ground = Ground { mesh, corners, signs: Signs::of_points(mesh, &ends) };
        let rows =
            &mut Known { rows, ground, landmarks, gates: &survey.gates, goal_gates: &gates[1] };
        search.restart(corners.count(), ends, f64::INFINITY);
        let goal = &mut GoalSight { search, gates: &gates[0] };
        Flood::look_from(ends[1], to, (mesh, corners), flood, goal);
        let start = &mut StartSight { search, rows, gates: &gates[1] };
        Flood::look_from(ends[0], from, (mesh, corners), flood, start);
        let found = search.run(rows, bends);
        self.counters = CacheCounters {
            expanded: search.expanded,
            arcs: search.arcs,
            looks: rows.rows.looks() - looks,
        };
        found.map(|_| ()).ok_or(QueryError::Unreachable)
    }

    /// Keeps what is still true on a mesh.
    fn turn_to(&mut self, mesh: &NavMesh) {
        if self.mesh == Some(mesh.identity()) {
            return;
        }
        let now = Survey::of(mesh);
        self.rows.carry_over(&self.survey, &now);
        self.survey = now;
        self.mesh = Some(mesh.identity());
    }

    /// The memory that what is known takes, in bytes; not that of queries, which is
    /// about as much as that of a search.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.rows.bytes() + self.survey.bytes()
    }

    /// What the last query did; nothing if start and goal saw each other, or it was
    /// answered by the online search.
    #[must_use]
    pub const fn counters(&self) -> CacheCounters {
        self.counters
    }
}
