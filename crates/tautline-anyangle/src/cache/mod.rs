//! Shortest paths from what earlier queries have found out about the mesh.

mod rows;
mod seen;
mod survey;

use std::ops::Range;

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, CorridorEnd, Gate, MeshIdentity, NavMesh, QueryError};

use crate::ground::EVERYWHERE;
use crate::landmarks::{GoalRange, Landmarks};
use crate::ray::Ray;
use crate::shortest::shortest_path_on_foot;
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::{Corner, Node};
use crate::taut::flood::{Flood, FloodScratch, Witness};
use crate::taut::search::{TautRows, TautScratch};
use crate::taut::sight::{SightScratch, StraightWay};
use crate::taut::signs::Signs;
use crate::{AnyAngleScratch, SearchMesh};

use rows::{Ground, Rows};
use survey::Survey;

/// DOC
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

/// How much work a query was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheCounters {
    /// Corners that were gone on from.
    pub expanded: u64,
    /// Ways on that were looked at there.
    pub arcs: u64,
    /// Corners that were looked from because nothing was known of them.
    pub looks: u64,
}

impl Default for TautCache {
    fn default() -> Self {
        Self::new()
    }
}

impl TautCache {
    /// How many bytes of rows are kept unless a number is given.
    pub const USUAL_BYTES: usize = 64 << 20;

    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(Self::USUAL_BYTES)
    }

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

    /// DOC
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
        mesh.open_areas_at("start", start, &EVERYWHERE, from)?;
        mesh.open_areas_at("goal", goal, &EVERYWHERE, to)?;
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

    /// The memory that is held, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.rows.bytes() + self.survey.bytes()
    }

    #[must_use]
    pub const fn counters(&self) -> CacheCounters {
        self.counters
    }
}

/// What is known of corners, for a query.
struct Known<'a> {
    rows: &'a mut Rows,
    ground: Ground<'a>,
    landmarks: Option<(&'a Landmarks, GoalRange)>,
    gates: &'a [Option<Gate>],
    /// The numbers of the goal's areas.
    goal_gates: &'a [u32],
}

impl TautRows for Known<'_> {
    fn point(&self, corner: u32) -> Vec2 {
        self.ground.corners.get(corner).point
    }

    fn least_length(&self, arrival: Node, goal: Vec2) -> f64 {
        if self.gates[arrival.index()].is_some_and(|gate| !leads_to(gate, self.goal_gates)) {
            return f64::INFINITY;
        }
        let corner = self.ground.corners.get(arrival.corner());
        let straight = Wide::from(corner.point).distance(goal.into());
        self.landmarks.as_ref().map_or(straight, |(landmarks, range)| {
            straight.max(landmarks.distance_between(corner.fan, range))
        })
    }

    fn onward(&mut self, arrival: Node, from: Vec2, by: Option<usize>) -> Range<usize> {
        self.rows.onward(arrival, from, by, self.ground)
    }

    fn arc(&mut self, number: usize, from: Vec2, seen_by_goal: &CornerSet) -> Option<(Node, f64)> {
        self.rows.arc(number, from, seen_by_goal, self.ground)
    }
}

fn leads_to(gate: Gate, numbers: &[u32]) -> bool {
    numbers.iter().any(|&number| gate.leads_to(number))
}

/// Notes what the goal sees.
struct GoalSight<'a> {
    search: &'a mut TautScratch,
    /// The numbers of the start's areas.
    gates: &'a [u32],
}

impl Witness for GoalSight<'_> {
    fn wants(&self, gate: Gate) -> bool {
        leads_to(gate, self.gates)
    }

    fn meet(&mut self, corner: u32, there: &Corner) -> bool {
        // From wherever it is seen, the way straight on is one.
        self.search.end_at(corner, there.point);
        false
    }

    fn see(&mut self, _: Node) {}
}

/// Notes what the start sees.
struct StartSight<'a, 'b> {
    search: &'a mut TautScratch,
    rows: &'a Known<'b>,
    /// The numbers of the goal's areas.
    gates: &'a [u32],
}

impl Witness for StartSight<'_, '_> {
    fn wants(&self, gate: Gate) -> bool {
        leads_to(gate, self.gates)
    }

    fn meet(&mut self, corner: u32, there: &Corner) -> bool {
        self.search.pass(corner, there.point) || there.ends_a_line
    }

    fn see(&mut self, arrival: Node) {
        self.search.begin_at(self.rows, arrival);
    }
}
