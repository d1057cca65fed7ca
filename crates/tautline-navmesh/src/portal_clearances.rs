//! Portal clearances: the greatest radius of an agent that can cross each border.

use tautline_geometry::DVec2;

use crate::query::WallSearch;
use crate::{AreaId, HalfEdgeId, NavMesh};

/// The clearance of each shared border (portal): the radius of the largest agent that can cross
/// it. For a mesh that was built without an agent radius, and agents of any radius.
///
/// The clearance of a border is the greatest radius of a circle around one of its points that
/// contains no part of a wall. The centre of an agent that crosses the border is on one of
/// its points at some time, so **no agent with a greater radius can cross**. All walls
/// around the border count, such as a wall next to it or an obstacle in the area behind
/// it. Half the length of the border would be too much where walls are near, and too little
/// where the border ends in an open area.
///
/// The converse does not hold: the passage between two borders of an area can be narrower than
/// both, for example if they meet at a wall with another wall across. A corridor of borders
/// that are wide enough is worth trying; pulling a path with the radius through it gives
/// the final answer.
///
/// Only walls of the mesh count, not the borders of areas that a filter forbids.
///
/// ```
/// use tautline_navmesh::{PortalClearances, Terrain, rectangles_from_cells};
///
/// // Two rooms and a door.
/// let map = ["...#...", ".......", "...#..."];
/// let raw = rectangles_from_cells(7, 3, |x, y| {
///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
/// });
/// let mesh = raw.build()?;
/// let clearances = PortalClearances::measure(&mesh);
/// let of_borders = mesh.areas().flat_map(|area| mesh.half_edges_of(area)).filter(|&edge| mesh.twin(edge).is_some());
/// let narrowest = of_borders.map(|edge| clearances.clearance(edge)).fold(f32::INFINITY, f32::min);
/// assert!((0.5..0.501).contains(&narrowest));
/// # Ok::<(), tautline_navmesh::Faults>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PortalClearances {
    /// The clearance of each half-edge.
    radii: Vec<f32>,
}

/// The greatest excess of a clearance over the exact one, relative to it. A smaller value takes
/// more time, and only refuses more of the agents that hardly fit.
const TOLERANCE: f64 = 0.001;

/// The greatest number of cuts of a border. A border that needs more keeps a clearance that
/// exceeds the exact one by more than the tolerance, but never one that is too small.
const MAX_CUTS: usize = 100;

impl PortalClearances {
    /// Measures all borders.
    ///
    /// A clearance is never too small, and at most 0.1 % too great (except for borders among so
    /// many walls that 100 probes do not suffice). The same on every platform. O(n m log m)
    /// for n borders with m half-edges of areas within the distance of the nearest walls.
    ///
    /// A branch and bound search: pieces of the border are cut at the point that can be
    /// furthest from the walls, until no piece can contain a better point.
    #[must_use]
    pub fn measure(mesh: &NavMesh) -> Self {
        let mut radii = vec![0.0; mesh.half_edge_count()];
        let mut probes =
            ClearanceSearch { mesh, pieces: Vec::new(), search: WallSearch::default() };
        for edge in (0..mesh.half_edge_count()).map(HalfEdgeId::from_index) {
            if let Some(twin) = mesh.twin(edge).filter(|&twin| edge < twin) {
                let radius = rounded_up(probes.clearance(edge, twin));
                radii[edge.index()] = radius;
                radii[twin.index()] = radius;
            }
        }
        Self { radii }
    }

    /// The clearance of a border, in world units; 0 for a wall, and for a half-edge that the
    /// mesh does not have.
    #[inline]
    #[must_use]
    pub fn clearance(&self, edge: HalfEdgeId) -> f32 {
        self.radii.get(edge.index()).copied().unwrap_or(0.0)
    }

    /// Returns true if an agent may be small enough to cross a border.
    #[inline]
    #[must_use]
    pub fn admits(&self, edge: HalfEdgeId, agent_radius: f32) -> bool {
        agent_radius <= self.clearance(edge)
    }
}

/// A point of a border, and its nearest wall.
#[derive(Clone, Copy, Debug)]
struct Probe {
    /// Its distance from the start of the border.
    along: f64,
    distance: f64,
    wall: Option<HalfEdgeId>,
}

/// A piece of a border between two probes.
#[derive(Clone, Copy, Debug)]
struct Piece {
    ends: [Probe; 2],
    /// An upper bound of the distance between a point of the piece and the walls.
    bound: f64,
}

impl Piece {
    /// The position of the next cut. The distance from the walls changes at most as fast as the
    /// position, so only one point can reach the bound that both ends allow:
    ///
    /// ```text
    ///   distance       ╱╲  ← bound            The slopes are 1 and -1. The peak is cut,
    ///                ╱    ╲                   but not too close to an end.
    ///    first     ╱        ╲    last
    ///            │     ↑      │
    ///            └───peak─────┘  along
    /// ```
    fn peak(&self) -> f64 {
        let [first, last] = self.ends;
        let quarter = (last.along - first.along) / 4.0;
        let peak = f64::midpoint(first.along, last.along) + (last.distance - first.distance) / 2.0;
        peak.clamp(first.along + quarter, last.along - quarter)
    }
}

/// A search for the clearance of borders, with its memory.
struct ClearanceSearch<'a> {
    mesh: &'a NavMesh,
    pieces: Vec<Piece>,
    search: WallSearch,
}

impl ClearanceSearch<'_> {
    /// The greatest distance of any point of a border from the walls.
    fn clearance(&mut self, edge: HalfEdgeId, twin: HalfEdgeId) -> f64 {
        let border = Border::new(self.mesh, edge, twin);
        let first = self.probe(&border, 0.0, f64::INFINITY);
        let last = self.probe(&border, border.length, first.distance + border.length);
        self.pieces.clear();
        self.add_piece(&border, [first, last]);
        let mut found = first.distance.max(last.distance);
        for _ in 0..MAX_CUTS {
            let Some((index, piece)) = self.widest_piece() else { break };
            if piece.bound <= found * (1.0 + TOLERANCE) {
                break;
            }
            let middle = self.probe(&border, piece.peak(), piece.bound);
            found = found.max(middle.distance);
            self.pieces.swap_remove(index);
            self.add_piece(&border, [piece.ends[0], middle]);
            self.add_piece(&border, [middle, piece.ends[1]]);
        }
        self.widest_piece().map_or(found, |(_, piece)| piece.bound.max(found))
    }

    fn add_piece(&mut self, border: &Border, ends: [Probe; 2]) {
        let [first, last] = ends;
        // Two upper bounds. The distance from the walls changes no faster than the position. And
        // the distance from a single wall is convex along the border: greatest at an end.
        let steepest = f64::midpoint(first.distance + last.distance, last.along - first.along);
        let farthest = |wall: HalfEdgeId| {
            let segment = self.mesh.segment(wall);
            let distance = |probe: Probe| segment.distance_squared(border.at(probe.along)).sqrt();
            distance(first).max(distance(last))
        };
        let walls = ends.into_iter().filter_map(|probe| probe.wall);
        let bound = walls.map(farthest).fold(steepest, f64::min);
        self.pieces.push(Piece { ends, bound });
    }

    fn widest_piece(&self) -> Option<(usize, Piece)> {
        let by_bound =
            |one: &(usize, &Piece), other: &(usize, &Piece)| one.1.bound.total_cmp(&other.1.bound);
        let widest = self.pieces.iter().enumerate().max_by(by_bound);
        widest.map(|(index, &piece)| (index, piece))
    }

    /// Finds the nearest wall around a point of a border, which is known to be at most `most`
    /// away. Like [`NavMesh::nearest_wall`], but for a point that need not be an `f32` point.
    fn probe(&mut self, border: &Border, along: f64, most: f64) -> Probe {
        let (center, farthest) = (border.at(along), most * most);
        let is_in_reach = |distance_squared: f64| distance_squared < farthest;
        let found = self.search.nearest(self.mesh, &border.areas, center, is_in_reach, |_| true);
        let distance = found.map_or(farthest, |(distance_squared, _)| distance_squared);
        Probe { along, distance: distance.sqrt().min(most), wall: found.map(|(_, wall)| wall) }
    }
}

/// A border as a directed line.
struct Border {
    areas: [AreaId; 2],
    start: DVec2,
    vector: DVec2,
    length: f64,
}

impl Border {
    fn new(mesh: &NavMesh, edge: HalfEdgeId, twin: HalfEdgeId) -> Self {
        let segment = mesh.segment(edge);
        let start = DVec2::from(segment.a);
        let vector = DVec2::from(segment.b) - start;
        let areas = [edge, twin].map(|edge| mesh.area_of(edge));
        Self { areas, start, vector, length: vector.length() }
    }

    fn at(&self, along: f64) -> DVec2 {
        self.start + self.vector * (along / self.length)
    }
}

/// Rounds up to an `f32`.
#[expect(clippy::cast_possible_truncation, reason = "what is lost is added again")]
fn rounded_up(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) < value { nearest.next_up() } else { nearest }
}
