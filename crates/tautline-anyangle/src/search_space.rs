//! Which ground may be walked on, and where a path may bend on it.

use tautline_geometry::{DirectedLine, Orientation, Vec2, orient2d, orient2d_on_lattice};
use tautline_navmesh::{HalfEdge, HalfEdgeId, NavMesh, QueryFilter};

/// All ground may be walked on. Made once: it holds a number for each of 256 classes
/// of space.
pub(crate) static UNIFORM_FILTER: QueryFilter = QueryFilter::uniform();

/// A corner as a path meets it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchCorner {
    /// A number of its own below [`SearchSpace::corner_id_count`].
    pub(crate) id: u32,
    /// The sides that begin at it in the first and in the last of its areas,
    /// counter-clockwise from wall to wall.
    pub(crate) ends: [HalfEdgeId; 2],
    /// The far ends of these walls; twice the corner itself if there are none,
    /// as where ground winds around it twice and meets itself again.
    pub(crate) walls: [Vec2; 2],
    /// Whether its ground reaches around more than a full turn.
    pub(crate) is_winding: bool,
}

/// The ground of a search.
pub(crate) trait SearchSpace {
    /// Whether a place is where a fan of the mesh is, with the same number.
    const CORNER_IDS_ARE_FANS: bool;

    /// Whether the start and all of the mesh lie on one lattice, so that plain
    /// arithmetic decides exactly.
    const IS_LATTICE: bool;

    fn mesh(&self) -> &NavMesh;

    fn corner_id_count(&self) -> usize;

    /// The turn that three points make, each a vertex or the start. Exact.
    #[inline(always)]
    fn orientation(a: Vec2, b: Vec2, c: Vec2) -> Orientation {
        if Self::IS_LATTICE { orient2d_on_lattice(a, b, c) } else { orient2d(a, b, c) }
    }

    /// On which side of a line through two such points a vertex lies. Exact.
    #[inline(always)]
    fn side_of(line: &DirectedLine, vertex: Vec2) -> Orientation {
        if Self::IS_LATTICE { line.side_of_on_lattice(vertex) } else { line.side_of(vertex) }
    }

    /// Whether the area across a side may be entered.
    fn is_open(&self, edge: &HalfEdge) -> bool;

    /// Whether a side may begin at a corner at all.
    fn may_be_corner(&self, edge: &HalfEdge) -> bool;

    /// The corner at which a side begins; nothing if no path needs to bend
    /// there.
    fn corner(&self, id: HalfEdgeId, edge: &HalfEdge) -> Option<SearchCorner>;
}

/// All of a mesh.
pub(crate) struct WholeMesh<'a, const IS_LATTICE: bool>(pub(crate) &'a NavMesh);

impl<const IS_LATTICE: bool> SearchSpace for WholeMesh<'_, IS_LATTICE> {
    const CORNER_IDS_ARE_FANS: bool = true;
    const IS_LATTICE: bool = IS_LATTICE;

    #[inline]
    fn mesh(&self) -> &NavMesh {
        self.0
    }

    fn corner_id_count(&self) -> usize {
        self.0.fan_count()
    }

    #[inline]
    fn is_open(&self, edge: &HalfEdge) -> bool {
        edge.twin().is_some()
    }

    #[inline(always)]
    fn may_be_corner(&self, edge: &HalfEdge) -> bool {
        edge.begins_at_corner()
    }

    #[inline]
    fn corner(&self, _: HalfEdgeId, edge: &HalfEdge) -> Option<SearchCorner> {
        if !edge.begins_at_corner() {
            return None;
        }
        let fan = self.0.fan(edge.fan());
        Some(SearchCorner {
            id: edge.fan().0,
            ends: [fan.first_half_edge(), fan.last_half_edge()],
            walls: fan.walls(),
            is_winding: fan.is_winding(),
        })
    }
}

/// A mesh without the areas that are forbidden. Their borders are walls, and
/// what was in the midst of open ground may be a corner.
pub(crate) struct FilteredMesh<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) filter: &'a QueryFilter,
}

impl SearchSpace for FilteredMesh<'_> {
    const CORNER_IDS_ARE_FANS: bool = false;
    const IS_LATTICE: bool = false;

    fn mesh(&self) -> &NavMesh {
        self.mesh
    }

    fn corner_id_count(&self) -> usize {
        self.mesh.half_edge_count()
    }

    fn is_open(&self, edge: &HalfEdge) -> bool {
        edge.twin().is_some() && self.mesh.is_open(edge.across(), self.filter)
    }

    fn may_be_corner(&self, _: &HalfEdge) -> bool {
        // Whatever the mesh is like, there may be a forbidden area.
        true
    }

    fn corner(&self, edge: HalfEdgeId, _: &HalfEdge) -> Option<SearchCorner> {
        let mesh = self.mesh;
        let open_twin = |edge: HalfEdgeId| {
            let here = mesh.half_edge(edge);
            here.twin().filter(|_| self.is_open(here))
        };
        let mut first = edge;
        let mut is_closed = false;
        while let Some(twin) = open_twin(first) {
            first = mesh.next_half_edge(twin);
            is_closed = first == edge;
            if is_closed {
                break;
            }
        }
        let vertex = mesh.half_edge(edge).start();
        let from = mesh.half_edge(mesh.next_half_edge(first)).start();
        let mut angle = FanAngle { vertex, from, has_passed_half: false, has_passed_full: false };
        let mut last = first;
        let to = loop {
            let before = mesh.previous_half_edge(last);
            let to = mesh.half_edge(before).start();
            angle.extend_to(to);
            match open_twin(before).filter(|&next| next != first) {
                Some(next) => last = next,
                None => break to,
            }
        };
        if is_closed {
            // Whichever of its sides is met, the place is the same.
            let fan = mesh.half_edge(edge).fan();
            let first = mesh.fan(fan).first_half_edge();
            return angle.has_passed_full.then_some(SearchCorner {
                id: first.0,
                ends: [first; 2],
                walls: [vertex; 2],
                is_winding: true,
            });
        }
        angle.has_passed_half.then_some(SearchCorner {
            id: first.0,
            ends: [first, last],
            walls: [from, to],
            is_winding: angle.has_passed_full,
        })
    }
}

/// How far a row of areas turns around a vertex, each by half a turn at most.
struct FanAngle {
    vertex: Vec2,
    from: Vec2,
    has_passed_half: bool,
    has_passed_full: bool,
}

impl FanAngle {
    fn extend_to(&mut self, to: Vec2) {
        let turn = orient2d(self.vertex, self.from, to);
        if turn.is_left() {
            self.has_passed_full |= self.has_passed_half;
        } else if turn.is_right() || self.points_back(to) {
            self.has_passed_half = true;
        }
    }

    fn points_back(&self, to: Vec2) -> bool {
        let is_same =
            |vertex: f32, from: f32, to: f32| from.partial_cmp(&vertex) == to.partial_cmp(&vertex);
        is_same(self.vertex.x, self.from.x, to.x) && is_same(self.vertex.y, self.from.y, to.y)
    }
}
