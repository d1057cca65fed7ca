//! The space of a search: the areas that may be entered, and the corners in it.

use tautline_geometry::{Vec2, orient2d};
use tautline_navmesh::{AreaId, BlockCutRange, HalfEdge, HalfEdgeId, NavMesh, QueryFilter};

use crate::links::Links;

/// A corner (*reflex vertex*) of the search space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchCorner {
    /// A number below [`SearchSpace::corner_id_count`] that identifies the corner.
    pub(crate) id: u32,
    /// The half-edges that start at it in the first and in the last of its areas,
    /// counter-clockwise from wall to wall.
    pub(crate) ends: [HalfEdgeId; 2],
    /// The far ends of these walls. Without walls, both are the corner itself: ground that winds
    /// around a vertex by two full turns can be closed.
    pub(crate) walls: [Vec2; 2],
    /// True if its areas turn around it by more than a full turn.
    pub(crate) exceeds_full_turn: bool,
}

/// The space of a search: a mesh, with or without forbidden areas.
pub(crate) trait SearchSpace {
    /// True if a corner has the same id as its fan in the mesh.
    const CORNER_IDS_ARE_FANS: bool;

    fn mesh(&self) -> &NavMesh;

    fn corner_id_count(&self) -> usize;

    /// Returns true if a half-edge can be crossed.
    fn is_open(&self, edge: &HalfEdge) -> bool;

    /// Returns the twin of a half-edge that can be crossed.
    #[inline]
    fn open_twin(&self, edge: &HalfEdge) -> Option<HalfEdgeId> {
        edge.twin().filter(|_| self.is_open(edge))
    }

    /// Returns true if an area can be entered.
    fn is_open_area(&self, area: AreaId) -> bool;

    /// Returns the links that may be taken. By default there are none, and the search is
    /// compiled without them.
    #[inline(always)]
    fn links(&self) -> Option<Links<'_>> {
        None
    }

    /// Returns the range of a half-edge for block-cut pruning.
    #[inline(always)]
    fn block_cut_range(&self, _: HalfEdgeId, edge: &HalfEdge) -> BlockCutRange {
        edge.block_cut_range()
    }

    /// Returns false if a half-edge certainly does not start at a corner.
    fn may_be_corner(&self, edge: &HalfEdge) -> bool;

    /// Returns the corner that a half-edge starts at; `None` if no shortest path needs to
    /// bend there.
    fn corner(&self, id: HalfEdgeId, edge: &HalfEdge) -> Option<SearchCorner>;
}

/// A task that is compiled for each kind of search space: a closure cannot be generic.
pub(crate) trait SpaceTask {
    type Output;

    fn run<G: SearchSpace>(self, space: &G) -> Self::Output;
}

/// Runs a task in the search space of a filter: the whole mesh, or a mesh without its forbidden
/// areas.
pub(crate) fn in_search_space<T: SpaceTask>(
    mesh: &NavMesh,
    filter: &QueryFilter,
    task: T,
) -> T::Output {
    if mesh.is_all_open(filter) {
        task.run(&WholeMesh(mesh))
    } else {
        task.run(&FilteredMesh { mesh, filter })
    }
}

/// All areas of a mesh.
pub(crate) struct WholeMesh<'a>(pub(crate) &'a NavMesh);

impl SearchSpace for WholeMesh<'_> {
    const CORNER_IDS_ARE_FANS: bool = true;

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

    #[inline]
    fn is_open_area(&self, _: AreaId) -> bool {
        true
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
            exceeds_full_turn: fan.exceeds_full_turn(),
        })
    }
}

/// A mesh without its forbidden areas. Borders to them are walls, so any vertex may be a
/// corner.
pub(crate) struct FilteredMesh<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) filter: &'a QueryFilter,
}

impl SearchSpace for FilteredMesh<'_> {
    const CORNER_IDS_ARE_FANS: bool = false;

    fn mesh(&self) -> &NavMesh {
        self.mesh
    }

    fn corner_id_count(&self) -> usize {
        self.mesh.half_edge_count()
    }

    fn is_open(&self, edge: &HalfEdge) -> bool {
        edge.twin().is_some() && self.is_open_area(edge.across())
    }

    fn is_open_area(&self, area: AreaId) -> bool {
        self.mesh.is_open(area, self.filter)
    }

    fn may_be_corner(&self, _: &HalfEdge) -> bool {
        // Any area around the vertex may be forbidden.
        true
    }

    fn corner(&self, edge: HalfEdgeId, _: &HalfEdge) -> Option<SearchCorner> {
        let mesh = self.mesh;
        let open_twin = |edge: HalfEdgeId| self.open_twin(mesh.half_edge(edge));
        // Rotates clockwise to the first wall, if there is one.
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
        // Rotates counter-clockwise to the last wall, and adds up the angle on the way.
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
            // The same id, whichever half-edge the vertex is met at.
            let fan = mesh.half_edge(edge).fan();
            let first = mesh.fan(fan).first_half_edge();
            return angle.has_passed_full.then_some(SearchCorner {
                id: first.0,
                ends: [first; 2],
                walls: [vertex; 2],
                exceeds_full_turn: true,
            });
        }
        angle.has_passed_half.then_some(SearchCorner {
            id: first.0,
            ends: [first, last],
            walls: [from, to],
            exceeds_full_turn: angle.has_passed_full,
        })
    }
}

/// The sum of angles of a fan of areas around a vertex, each at most half a turn. Exact: it
/// only records whether half a turn and a full turn were passed.
struct FanAngle {
    vertex: Vec2,
    from: Vec2,
    has_passed_half: bool,
    has_passed_full: bool,
}

impl FanAngle {
    fn extend_to(&mut self, to: Vec2) {
        // Against the first wall: after half a turn, to come back to its left is a full
        // turn.
        let orientation = orient2d(self.vertex, self.from, to);
        if orientation.is_left() {
            self.has_passed_full |= self.has_passed_half;
        } else if orientation.is_right() || self.points_back(to) {
            self.has_passed_half = true;
        }
    }

    fn points_back(&self, to: Vec2) -> bool {
        let is_same =
            |vertex: f32, from: f32, to: f32| from.partial_cmp(&vertex) == to.partial_cmp(&vertex);
        is_same(self.vertex.x, self.from.x, to.x) && is_same(self.vertex.y, self.from.y, to.y)
    }
}
