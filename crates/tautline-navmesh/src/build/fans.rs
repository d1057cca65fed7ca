//! Splitting vertices into fans.

use tautline_geometry::{Orientation, Vec2, orient2d};

use crate::fan::{Fan, Turn};
use crate::side::Side;
use crate::{FanId, SideId, VertexId};

/// Finds the fans of a mesh whose sides begin at the given vertices, and names
/// them in the sides. O(n).
pub(super) fn find(sides: &mut [Side], first_sides: &[u32], vertices: &[VertexId]) -> Vec<Fan> {
    let mut is_named = vec![false; sides.len()];
    let mut fans = Vec::with_capacity(sides.len() / 2);
    for corner in sorted_by_vertex(vertices) {
        if is_named[corner.index()] {
            continue;
        }
        let around = Around { sides, first_sides };
        let first = around.first_corner(corner);
        let id = FanId::from_index(fans.len());
        let mut turning = Turning::new(around.start(first), around.end(first));
        let mut last = first;
        loop {
            is_named[last.index()] = true;
            turning.go_on_to(around.start(around.before(last)));
            match around.counter_clockwise(last) {
                Some(next) if next != first => last = next,
                Some(_) => break turning.close(),
                None => break,
            }
        }
        let fan = Fan {
            vertex: vertices[corner.index()],
            first,
            last,
            walls: turning.walls(),
            turn: turning.turn,
        };
        let mut corner = first;
        loop {
            let next = Around { sides, first_sides }.counter_clockwise(corner);
            sides[corner.index()].set_fan(id, fan.is_corner());
            match next {
                Some(next) if next != first => corner = next,
                _ => break,
            }
        }
        fans.push(fan);
    }
    fans
}

/// The corners of all areas, named by the sides that begin there, by vertex.
fn sorted_by_vertex(vertices: &[VertexId]) -> Vec<SideId> {
    let count = vertices.iter().map(|vertex| vertex.index() + 1).max().unwrap_or(0);
    let mut next = vec![0_u32; count + 1];
    for vertex in vertices {
        next[vertex.index() + 1] += 1;
    }
    for vertex in 0..count {
        next[vertex + 1] += next[vertex];
    }
    let mut sorted = vec![SideId(0); vertices.len()];
    for (side, vertex) in (0..).zip(vertices) {
        let slot = &mut next[vertex.index()];
        sorted[*slot as usize] = SideId(side);
        *slot += 1;
    }
    sorted
}

/// Going around vertices.
struct Around<'a> {
    sides: &'a [Side],
    first_sides: &'a [u32],
}

impl Around<'_> {
    fn start(&self, side: SideId) -> Vec2 {
        self.sides[side.index()].start()
    }

    fn end(&self, side: SideId) -> Vec2 {
        self.start(self.after(side))
    }

    fn after(&self, side: SideId) -> SideId {
        let area = self.sides[side.index()].area().index();
        let next = side.0 + 1;
        SideId(if next == self.first_sides[area + 1] { self.first_sides[area] } else { next })
    }

    fn before(&self, side: SideId) -> SideId {
        let area = self.sides[side.index()].area().index();
        let is_first = side.0 == self.first_sides[area];
        SideId(if is_first { self.first_sides[area + 1] } else { side.0 } - 1)
    }

    fn counter_clockwise(&self, corner: SideId) -> Option<SideId> {
        self.sides[self.before(corner).index()].twin()
    }

    /// The first corner of a fan: clockwise until a wall comes, or all the way
    /// round.
    fn first_corner(&self, corner: SideId) -> SideId {
        let mut current = corner;
        while let Some(twin) = self.sides[current.index()].twin() {
            current = self.after(twin);
            if current == corner {
                break;
            }
        }
        current
    }
}

/// How far the areas of a fan turn around its vertex, each by half a turn at
/// most.
struct Turning {
    vertex: Vec2,
    from: Vec2,
    to: Vec2,
    turn: Turn,
}

impl Turning {
    const fn new(vertex: Vec2, from: Vec2) -> Self {
        Self { vertex, from, to: from, turn: Turn::Half }
    }

    fn go_on_to(&mut self, to: Vec2) {
        let reached = match orient2d(self.vertex, self.from, to) {
            Orientation::Clockwise => Turn::Corner,
            Orientation::Collinear if self.points_back(to) => Turn::Corner,
            Orientation::CounterClockwise if self.turn >= Turn::Corner => Turn::Winding,
            Orientation::CounterClockwise | Orientation::Collinear => self.turn,
        };
        self.turn = self.turn.max(reached);
        self.to = to;
    }

    /// Whether a point on the line through the vertex and the beginning lies in
    /// the direction of the beginning.
    fn points_back(&self, to: Vec2) -> bool {
        let is_same =
            |vertex: f32, from: f32, to: f32| from.partial_cmp(&vertex) == to.partial_cmp(&vertex);
        is_same(self.vertex.x, self.from.x, to.x) && is_same(self.vertex.y, self.from.y, to.y)
    }

    const fn close(&mut self) {
        self.turn = Turn::Closed;
    }

    fn walls(&self) -> [Vec2; 2] {
        match self.turn {
            Turn::Closed => [self.vertex; 2],
            _ => [self.from, self.to],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{BuildOptions, FanId, NavMesh, RawMesh, VertexId};

    /// The only fan of vertex 0 of a mesh of triangles around it, given by
    /// their outer corners.
    fn fan_of(spokes: &[[f32; 2]], triangles: &[[u32; 2]]) -> (NavMesh, FanId) {
        let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
        raw.vertices.extend(spokes);
        for &[a, b] in triangles {
            raw.push_area(&[0, a, b]);
        }
        let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
        let fans: Vec<FanId> = mesh.fans_at(VertexId(0)).collect();
        assert_eq!(fans.len(), 1);
        (mesh, fans[0])
    }

    const CROSS: [[f32; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

    #[test]
    fn a_quarter_and_a_half_turn_are_no_corners() {
        for triangles in [&[[1, 2]][..], &[[1, 2], [2, 3]]] {
            let (mesh, fan) = fan_of(&CROSS, triangles);
            assert!(!mesh.fan(fan).is_corner());
        }
    }

    #[test]
    fn three_quarters_are_a_corner_between_its_walls() {
        let (mesh, fan) = fan_of(&CROSS, &[[2, 3], [3, 4], [4, 1]]);
        let fan = mesh.fan(fan);
        assert!(fan.is_corner() && !fan.is_winding());
        assert_eq!(fan.walls().map(|wall| wall.to_array()), [CROSS[1], CROSS[0]]);
    }

    #[test]
    fn the_end_of_a_wall_of_no_width_is_a_corner_and_a_full_turn_is_none() {
        let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
        raw.vertices.extend(CROSS);
        for [a, b] in [[1, 2], [2, 3], [3, 4], [4, 1]] {
            raw.push_area(&[0, a, b]);
        }
        let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
        assert!(mesh.fans_at(VertexId(0)).all(|fan| !mesh.fan(fan).is_corner()));
        raw.walls.push([0, 1]);
        let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
        assert!(mesh.fans_at(VertexId(0)).all(|fan| mesh.fan(fan).is_corner()));
    }

    #[test]
    fn a_ramp_that_winds_by_more_than_a_turn_is_a_winding_corner() {
        let mut spokes = CROSS.to_vec();
        spokes.extend([[2.0, 0.0], [0.0, 2.0]]);
        let (mesh, fan) = fan_of(&spokes, &[[1, 2], [2, 3], [3, 4], [4, 5], [5, 6]]);
        assert!(mesh.fan(fan).is_corner() && mesh.fan(fan).is_winding());
        assert_eq!(mesh.areas_around(fan).count(), 5);
    }
}
