//! How wide the ways through the borders of a mesh are.

use tautline_geometry::DVec2;

use crate::query::WallSearch;
use crate::{AreaId, HalfEdgeId, NavMesh};

/// For every border that areas share, how large an agent can cross it: a mesh
/// that was built without an agent radius, for agents of any radius.
///
/// The clearance of a border is the radius of the largest circle around any of
/// its points that reaches over no wall. The centre of an agent that crosses the
/// border stands on one of its points at some time; so **no agent whose radius is
/// greater can cross**, wherever it comes from. The end of a border at a corner
/// of the ground, a wall that runs beside the border or behind it, an obstacle
/// inside a hall: all of them count, while half the length of the border does
/// not, which is too much where walls are near and too little where the border
/// ends within open ground.
///
/// The converse does not hold: between two borders of an area the way can be
/// narrower than through both, as where they meet at a wall with another wall
/// across. A corridor of borders that are wide enough is worth trying; pulling a
/// path with the radius through it tells.
///
/// Only the ground counts as drawn: forbidden ground is no wall here.
///
/// ```
/// use tautline_navmesh::{BuildOptions, PortalClearances, NavMesh, Terrain, rectangles_from_cells};
///
/// // Two rooms and a door.
/// let map = ["...#...", ".......", "...#..."];
/// let raw = rectangles_from_cells(7, 3, |x, y| {
///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
/// });
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let clearances = PortalClearances::measure(&mesh);
/// let of_borders = mesh.areas().flat_map(|area| mesh.half_edges_of(area)).filter(|&edge| mesh.twin(edge).is_some());
/// let narrowest = of_borders.map(|edge| clearances.of(edge)).fold(f32::INFINITY, f32::min);
/// assert!((0.5..0.501).contains(&narrowest));
/// # Ok::<(), tautline_navmesh::Faults>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PortalClearances {
    /// By side.
    radii: Vec<f32>,
}

/// How much a clearance may be above the exact one, as a part of it. Less takes
/// more time, and only ever refuses agents that hardly fit.
const TOLERANCE: f64 = 0.001;

/// How often a border is cut at most. One that needs more cuts keeps a clearance
/// that is too great by more than the tolerance, but never one too small.
const MAX_CUTS: usize = 100;

impl PortalClearances {
    /// Measures all borders.
    ///
    /// A clearance is never too small, and too great by 0.1 % at most (but for
    /// borders among so many walls that a hundred probes do not tell). The same on
    /// every platform. O(n m log m) for n borders with m sides of areas as
    /// near as the nearest walls.
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

    /// The clearance of a border, in world units; 0 for a wall, and for what is no
    /// side of the mesh.
    #[inline]
    #[must_use]
    pub fn of(&self, edge: HalfEdgeId) -> f32 {
        self.radii.get(edge.index()).copied().unwrap_or(0.0)
    }

    /// Whether an agent may be small enough to cross a border.
    #[inline]
    #[must_use]
    pub fn admits(&self, edge: HalfEdgeId, agent_radius: f32) -> bool {
        agent_radius <= self.of(edge)
    }
}

/// A point of a border, and the wall that is nearest to it.
#[derive(Clone, Copy, Debug)]
struct Probe {
    /// How far along the border it is.
    along: f64,
    distance: f64,
    wall: Option<HalfEdgeId>,
}

/// A piece of a border between two points that have been looked at.
#[derive(Clone, Copy, Debug)]
struct Piece {
    ends: [Probe; 2],
    /// No point of the piece is farther from the walls.
    bound: f64,
}

impl Piece {
    /// Where to cut it: at the only point that can be as far from the walls as
    /// the walls at both ends allow, but not too close to an end.
    fn peak(&self) -> f64 {
        let [first, last] = self.ends;
        let quarter = (last.along - first.along) / 4.0;
        let peak = f64::midpoint(first.along, last.along) + (last.distance - first.distance) / 2.0;
        peak.clamp(first.along + quarter, last.along - quarter)
    }
}

/// Looks for the walls around points of borders.
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
            let Some((place, piece)) = self.widest_piece() else { break };
            if piece.bound <= found * (1.0 + TOLERANCE) {
                break;
            }
            let middle = self.probe(&border, piece.peak(), piece.bound);
            found = found.max(middle.distance);
            self.pieces.swap_remove(place);
            self.add_piece(&border, [piece.ends[0], middle]);
            self.add_piece(&border, [middle, piece.ends[1]]);
        }
        self.widest_piece().map_or(found, |(_, piece)| piece.bound.max(found))
    }

    fn add_piece(&mut self, border: &Border, ends: [Probe; 2]) {
        let [first, last] = ends;
        // The distance from walls changes no faster than the point moves, and the
        // distance from one wall is convex: greatest at an end.
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
        widest.map(|(place, &piece)| (place, piece))
    }

    /// Looks for the nearest wall around a point of a border that is known to be
    /// no farther than `most`. As for [`NavMesh::nearest_wall`], but for points
    /// between those that `f32` can name.
    fn probe(&mut self, border: &Border, along: f64, most: f64) -> Probe {
        let (center, farthest) = (border.at(along), most * most);
        let is_in_reach = |distance_squared: f64| distance_squared < farthest;
        let found = self.search.nearest(self.mesh, &border.areas, center, is_in_reach, |_| true);
        let distance = found.map_or(farthest, |(distance_squared, _)| distance_squared);
        Probe { along, distance: distance.sqrt().min(most), wall: found.map(|(_, wall)| wall) }
    }
}

/// A border as a line with a length.
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

/// The least `f32` that is not below.
#[expect(clippy::cast_possible_truncation, reason = "what is lost is added again")]
fn rounded_up(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) < value { nearest.next_up() } else { nearest }
}
