//! A ray against the boundary of areas, one sign at a time.

use tautline_geometry::{DirectedLine, Orientation, Vec2, orient2d};

use crate::face_loop::FaceLoop;

/// The straight line segment from a start to a goal.
#[derive(Debug)]
pub struct Ray {
    line: DirectedLine,
    goal: Vec2,
}

/// The place where a ray leaves an area: through a half-edge, or at the vertex that one
/// starts at. Half-edges are numbered within the area.
#[derive(Debug)]
pub(crate) enum Exit {
    /// Through a half-edge.
    HalfEdge(usize),
    /// At the start of a half-edge.
    Vertex(usize),
}

impl Ray {
    /// The ray between two points.
    #[inline]
    #[must_use]
    pub fn between(start: Vec2, goal: Vec2) -> Self {
        Self { line: DirectedLine::through(start, goal), goal }
    }

    /// Returns the start.
    #[inline]
    #[must_use]
    pub const fn start(&self) -> Vec2 {
        self.line.a()
    }

    /// Returns true if the ray begins strictly on the left of a border, on the side of the
    /// area that it leaves.
    #[inline]
    pub(crate) fn begins_before(&self, border: [Vec2; 2]) -> bool {
        orient2d(border[0], border[1], self.start()).is_left()
    }

    /// Returns true if the ray ends strictly on the right of a border.
    #[inline]
    pub(crate) fn ends_behind(&self, border: [Vec2; 2]) -> bool {
        orient2d(border[0], border[1], self.goal).is_right()
    }

    /// Returns the place where the ray leaves an area that it touches: where the boundary
    /// changes from the right of the ray to its left. `None` if start and goal are equal.
    /// Fastest if `first` is a half-edge on the right.
    #[inline]
    pub(crate) fn exit(&self, face: &FaceLoop<'_>, first: usize) -> Option<Exit> {
        use Orientation::{Clockwise, Collinear, CounterClockwise};
        // The area is convex, so the boundary changes sides only once in this direction.
        let mut at = first;
        let mut begin = self.line.side_of(face.vertex(at));
        for _ in 0..face.len() {
            let next = face.next(at);
            let end = self.line.side_of(face.vertex(next));
            match (begin, end) {
                (Clockwise, CounterClockwise) => return Some(Exit::HalfEdge(at)),
                (Clockwise, Collinear) => return Some(Exit::Vertex(next)),
                (Collinear, CounterClockwise) => return Some(Exit::Vertex(at)),
                _ => {}
            }
            (at, begin) = (next, end);
        }
        None
    }

    /// Returns true if the ray continues inside an area, or along its border, from a vertex
    /// on the ray. `before` and `after` are the neighbours of that vertex in the area.
    #[inline]
    #[must_use]
    pub fn goes_on_between(&self, [before, after]: [Vec2; 2]) -> bool {
        !self.line.side_of(after).is_left() && !self.line.side_of(before).is_right()
    }

    /// Returns true if the ray runs along a border, from `from` to `to`.
    #[inline]
    #[must_use]
    pub fn runs_along(&self, [from, to]: [Vec2; 2]) -> bool {
        self.line.side_of(to).is_collinear() && self.comes_before(from, to)
    }

    /// Returns true if a vertex on the ray lies strictly between start and goal.
    #[inline]
    pub(crate) fn passes(&self, vertex: Vec2) -> bool {
        self.comes_before(self.start(), vertex) && self.comes_before(vertex, self.goal)
    }

    /// Returns true if the first of two points on the ray comes before the second. Exact:
    /// on a line, the order of either coordinate decides unless it is constant.
    fn comes_before(&self, a: Vec2, b: Vec2) -> bool {
        let comes_before =
            |from: f32, to: f32, a: f32, b: f32| (from < to && a < b) || (from > to && a > b);
        let start = self.start();
        comes_before(start.x, self.goal.x, a.x, b.x) || comes_before(start.y, self.goal.y, a.y, b.y)
    }
}
