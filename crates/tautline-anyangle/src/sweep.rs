//! The visibility sweep over one area: a step of the interval search.
//!
//! A root looks into a convex area, through a window on one of its half-edges or from one
//! of its vertices. It sees what lies between two rays. The sweep walks the other
//! half-edges of the area once, from right to left:
//!
//! ```text
//!      left ray         right ray
//!           \             /
//!   5----4---*------3----2       0, 1  right of the view: passed over
//!   |         \         /  \     2     on the right ray: seen
//!   |          \       /    1    2-3   a window from vertex to vertex
//!   |           \     /     |    3     between the rays: seen
//!   6============\===/======0    3-*   a window that the left ray cuts
//!     entered     \ /            4     left of the view: the end
//!                  v
//!                 root
//! ```
//!
//! A vertex on the left ray would be visible, and so would those behind it on the ray. The
//! half-edges between them are seen edge-on and give no window.

use tautline_geometry::DirectedLine;
use tautline_navmesh::{HalfEdgeId, NavMesh};

use crate::face_loop::FaceLoop;

/// The part of a face loop that a root may see, from right to left.
#[derive(Clone, Copy, Debug)]
pub struct Chain<'a> {
    /// The loop.
    pub face: FaceLoop<'a>,
    /// The first and the last vertex.
    pub ends: [usize; 2],
}

impl<'a> Chain<'a> {
    /// Returns the chain that is seen through a half-edge: all others of its area.
    #[inline]
    #[must_use]
    pub fn behind_half_edge(mesh: &'a NavMesh, edge: HalfEdgeId) -> Self {
        let (face, at) = FaceLoop::around(mesh, edge);
        Self { face, ends: [face.next(at), at] }
    }

    /// Returns the chain that is seen from the start of a half-edge: the half-edges of the
    /// area that do not meet there.
    #[inline]
    #[must_use]
    pub fn opposite_vertex(mesh: &'a NavMesh, edge: HalfEdgeId) -> Self {
        let (face, at) = FaceLoop::around(mesh, edge);
        Self { face, ends: [face.next(at), face.before(at)] }
    }
}

/// A visitor of what a sweep sees. It knows which half-edges are live: those whose windows are
/// wanted.
pub trait SweepVisitor {
    /// One end of a window.
    type End: Copy;

    /// Returns true if windows of a half-edge are wanted.
    fn is_live(&mut self, face: &FaceLoop<'_>, edge: usize) -> bool;

    /// Returns the end of a window at a vertex.
    fn end_at(&self, face: &FaceLoop<'_>, vertex: usize) -> Self::End;

    /// Visits a visible vertex. `live` says if the half-edges before and after it belong to
    /// the chain and are live.
    fn see_vertex(&mut self, face: &FaceLoop<'_>, vertex: usize, live: [bool; 2]);

    /// Visits a window, the part of a live half-edge between a right and a left end.
    fn see_window(&mut self, face: &FaceLoop<'_>, edge: usize, ends: [Self::End; 2]);
}

/// Visits the part of a chain that lies between two rays or on them. Returns, for each of
/// the rays, true if the chain extends beyond it. `cuts` are the ends of windows at the
/// rays.
///
/// The first vertex of the chain must lie on the right ray or right of it, the last one on
/// the left ray or left of it. O(half-edges of the chain).
#[inline(always)]
pub fn sweep<V: SweepVisitor>(
    &Chain { ref face, ends: [first, last] }: &Chain<'_>,
    [right_ray, left_ray]: &[DirectedLine; 2],
    cuts: [V::End; 2],
    visitor: &mut V,
) -> [bool; 2] {
    let mut is_beyond_right = false;
    let mut begins_on_ray = false;
    // Passes over what lies right of the view, up to the first vertex left of the right
    // ray.
    let mut at = first;
    loop {
        let position = right_ray.side_of(face.vertex(at));
        if position.is_left() {
            debug_assert_ne!(at, first, "the view begins outside of the chain");
            break;
        }
        begins_on_ray = position.is_collinear();
        is_beyond_right |= !begins_on_ray;
        if begins_on_ray {
            let live_before = at != first && visitor.is_live(face, face.before(at));
            let live_after = at != last && visitor.is_live(face, at);
            visitor.see_vertex(face, at, [live_before, live_after]);
        }
        if at == last {
            // The view has no width.
            return [is_beyond_right, false];
        }
        at = face.next(at);
    }
    // The half-edge before that vertex crosses the right ray, or begins on it.
    let mut edge = face.before(at);
    let mut live = visitor.is_live(face, edge);
    let mut right = if begins_on_ray { visitor.end_at(face, edge) } else { cuts[0] };
    let mut has_reached_left_ray = false;
    loop {
        let position = left_ray.side_of(face.vertex(at));
        if position.is_left() {
            if live && !has_reached_left_ray {
                visitor.see_window(face, edge, [right, cuts[1]]);
            }
            return [is_beyond_right, true];
        }
        let live_after = at != last && visitor.is_live(face, at);
        visitor.see_vertex(face, at, [live, live_after]);
        let left = visitor.end_at(face, at);
        if live && !has_reached_left_ray {
            visitor.see_window(face, edge, [right, left]);
        }
        if at == last {
            return [is_beyond_right, false];
        }
        has_reached_left_ray = position.is_collinear();
        (edge, live, right) = (at, live_after, left);
        at = face.next(at);
    }
}
