//! Edges become sides of triangles.

use tautline_geometry::{Vec2, orient2d};

use super::SubdivisionError;
use super::cavity::Cavity;
use super::delaunay::{Delaunay, INFINITE, NO_PART, next};

/// What lies on an edge from one vertex to the next one that it meets, once for
/// all edges there.
pub(super) struct Part {
    /// The vertex at which it begins.
    pub(super) from: u32,
    /// The first edge that was laid here.
    edge: u32,
}

/// How an edge runs along a part.
pub(super) struct Run {
    pub(super) edge: u32,
    pub(super) part: u32,
    /// Whether the edge runs from the end of the part to its beginning.
    pub(super) is_backward: bool,
}

/// Lays edges into a triangulation.
pub(super) struct EdgeLayer {
    pub(super) delaunay: Delaunay,
    pub(super) parts: Vec<Part>,
    pub(super) runs: Vec<Run>,
    cavity: Cavity,
}

/// How an edge goes on from a vertex.
enum Onward {
    /// Along a side.
    Along(u32),
    /// Over the side of a triangle, the first that it crosses.
    Over(u32),
}

impl EdgeLayer {
    pub(super) fn new(delaunay: Delaunay, edges: usize) -> Self {
        Self {
            delaunay,
            parts: Vec::with_capacity(edges),
            runs: Vec::with_capacity(edges),
            cavity: Cavity::default(),
        }
    }

    /// Makes an edge a side of triangles, or several if it meets vertices.
    pub(super) fn lay(&mut self, edge: u32, from: u32, to: u32) -> Result<(), SubdivisionError> {
        let mut reached = from;
        while reached != to {
            let side = match self.onward(reached, to)? {
                Onward::Along(side) => side,
                Onward::Over(crossed) => self.cut(edge, [reached, to], crossed)?,
            };
            self.keep(edge, side);
            reached = self.delaunay.start(next(side));
        }
        Ok(())
    }

    fn onward(&self, from: u32, to: u32) -> Result<Onward, SubdivisionError> {
        let delaunay = &self.delaunay;
        if let Some(side) = delaunay.around(from).find(|&side| delaunay.start(next(side)) == to) {
            return Ok(Onward::Along(side));
        }
        let [start, end] = [from, to].map(|vertex| delaunay.place(vertex));
        for side in delaunay.around(from) {
            let [right, left] = [delaunay.start(next(side)), delaunay.apex(side)];
            if right == INFINITE {
                continue;
            }
            let turn = orient2d(start, end, delaunay.place(right));
            if turn.is_collinear() && is_ahead(start, end, delaunay.place(right)) {
                return Ok(Onward::Along(side));
            }
            // The angle of the triangle is less than half a turn: the edge runs
            // through it, not away from it.
            let is_through = turn.is_right()
                && left != INFINITE
                && orient2d(start, end, delaunay.place(left)).is_left();
            if is_through {
                return Ok(Onward::Over(next(side)));
            }
        }
        Err(SubdivisionError::Triangulation)
    }

    /// Puts a side from a vertex towards another one in the place of all that
    /// cross it, up to the first vertex on the way; returns it.
    fn cut(&mut self, edge: u32, ends: [u32; 2], crossed: u32) -> Result<u32, SubdivisionError> {
        if let Some(part) = self.cavity.hollow_out(&self.delaunay, ends, crossed)? {
            let first = self.parts[part as usize].edge;
            return Err(SubdivisionError::CrossingEdges { first, second: edge });
        }
        self.cavity.fill(&mut self.delaunay)
    }

    /// Keeps a side as it is, as part of an edge.
    fn keep(&mut self, edge: u32, side: u32) {
        let from = self.delaunay.start(side);
        let mut part = self.delaunay.part(side);
        if part == NO_PART {
            part = u32::try_from(self.parts.len()).unwrap_or(NO_PART);
            self.parts.push(Part { from, edge });
            self.delaunay.keep(side, part);
            self.delaunay.flip_pending();
        }
        let is_backward = self.parts[part as usize].from != from;
        self.runs.push(Run { edge, part, is_backward });
    }
}

/// Whether a point on the line from `start` to `end`, other than `start`, lies
/// towards the end.
fn is_ahead(start: Vec2, end: Vec2, point: Vec2) -> bool {
    let before = |a: Vec2, b: Vec2| a.x < b.x || (a.x <= b.x && a.y < b.y);
    before(start, end) == before(start, point)
}
