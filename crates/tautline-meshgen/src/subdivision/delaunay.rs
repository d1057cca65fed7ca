//! The Delaunay triangulation of vertices that are put in one after the other.

use tautline_geometry::{Orientation, Vec2, Wide, orient2d};

/// The vertex beyond all others. Each side of the convex hull makes a triangle
/// with it, so that every side has a twin.
pub(super) const INFINITE: u32 = u32::MAX;

/// No part of an edge.
pub(super) const NO_PART: u32 = u32::MAX;

/// A side of a triangle. Sides 3n, 3n + 1 and 3n + 2 belong to triangle n,
/// counter-clockwise.
#[derive(Clone, Copy)]
struct Side {
    /// The vertex at which it begins.
    start: u32,
    /// The same side of the triangle across.
    twin: u32,
    /// The part of an edge that lies here, or [`NO_PART`]. Such a side stays.
    part: u32,
}

/// Triangles around all vertices, counter-clockwise without exception.
///
/// Which side of a line a vertex lies on is decided exactly, so that the
/// triangles are sound. Whether a vertex lies in a circle is asked of `f64`,
/// and only a certain yes counts: the triangles are those of Delaunay up to
/// rounding. A flip that is certain makes the triangulation better, so flipping
/// ends.
pub(super) struct Delaunay {
    places: Vec<Vec2>,
    sides: Vec<Side>,
    /// A side that begins at each vertex.
    outgoing: Vec<u32>,
    /// Sides that may have to be flipped.
    pending: Vec<u32>,
}

/// Where a vertex lies.
struct Location {
    triangle: u32,
    /// The side of the triangle that it lies on.
    on: Option<u32>,
}

impl Delaunay {
    /// Triangulates vertices at different places, the first three of which do
    /// not lie on one line; nothing if they do.
    pub(super) fn of(places: Vec<Vec2>) -> Option<Self> {
        let [a, b, c, ..] = places[..] else { return None };
        let [second, third] = match orient2d(a, b, c) {
            Orientation::CounterClockwise => [1, 2],
            Orientation::Clockwise => [2, 1],
            Orientation::Collinear => return None,
        };
        let mut delaunay = Self {
            sides: Vec::with_capacity(6 * places.len()),
            outgoing: Vec::with_capacity(places.len()),
            pending: Vec::new(),
            places,
        };
        delaunay.begin([0, second, third]);
        let mut hint = 0;
        for vertex in (3..).take(delaunay.places.len() - 3) {
            let location = delaunay.locate(vertex, hint);
            hint = location.triangle;
            delaunay.insert(vertex, &location);
        }
        Some(delaunay)
    }

    pub(super) fn place(&self, vertex: u32) -> Vec2 {
        self.places[vertex as usize]
    }

    pub(super) fn start(&self, side: u32) -> u32 {
        self.sides[side as usize].start
    }

    pub(super) fn twin(&self, side: u32) -> u32 {
        self.sides[side as usize].twin
    }

    /// The part of an edge that lies on a side, or [`NO_PART`].
    pub(super) fn part(&self, side: u32) -> u32 {
        self.sides[side as usize].part
    }

    /// The corner across from a side.
    pub(super) fn apex(&self, side: u32) -> u32 {
        self.start(previous(side))
    }

    /// The sides that begin at a vertex, counter-clockwise.
    pub(super) fn around(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let first = self.outgoing[vertex as usize];
        let onward = move |&side: &u32| {
            let onward = self.twin(previous(side));
            (onward != first).then_some(onward)
        };
        std::iter::successors(Some(first), onward)
    }

    /// The turn from a side, both ends of which are vertices, to a point.
    fn turn(&self, side: u32, point: Vec2) -> Orientation {
        orient2d(self.place(self.start(side)), self.place(self.start(next(side))), point)
    }

    /// The first triangle, and the three beyond its sides.
    fn begin(&mut self, [a, b, c]: [u32; 3]) {
        let corners = [[a, b, c], [b, a, INFINITE], [c, b, INFINITE], [a, c, INFINITE]];
        let twins = [[3, 6, 9], [0, 11, 7], [1, 5, 10], [2, 8, 4]];
        for (&start, &twin) in corners.as_flattened().iter().zip(twins.as_flattened()) {
            self.sides.push(Side { start, twin, part: NO_PART });
        }
        self.outgoing.resize(3, 0);
        for side in 0..3 {
            self.outgoing[self.sides[side as usize].start as usize] = side;
        }
    }

    /// Walks towards a vertex, from a triangle that should be near.
    fn locate(&self, vertex: u32, hint: u32) -> Location {
        let point = self.place(vertex);
        let mut triangle = hint;
        // An infinite triangle is left over its only finite side.
        let mut entry = None;
        for side in sides_of(hint) {
            if self.apex(side) == INFINITE {
                triangle = self.twin(side) / 3;
            }
        }
        // In a triangulation of Delaunay, the walk ends; up to rounding, nobody
        // has proved it.
        for _ in 0..self.sides.len() {
            let mut on = None;
            let mut ahead = None;
            for side in sides_of(triangle).filter(|&side| Some(side) != entry) {
                match self.turn(side, point) {
                    Orientation::CounterClockwise => {}
                    Orientation::Collinear => on = Some(side),
                    Orientation::Clockwise => {
                        ahead = Some(self.twin(side));
                        break;
                    }
                }
            }
            let Some(twin) = ahead else { return Location { triangle, on } };
            triangle = twin / 3;
            if self.apex(twin) == INFINITE {
                return Location { triangle, on: None };
            }
            entry = Some(twin);
        }
        self.locate_slowly(point)
    }

    /// Asks all triangles.
    #[cold]
    fn locate_slowly(&self, point: Vec2) -> Location {
        for triangle in (0..).take(self.sides.len() / 3) {
            let sides = sides_of(triangle);
            if let Some(finite) = sides.clone().find(|&side| self.apex(side) == INFINITE) {
                if self.turn(finite, point).is_left() {
                    return Location { triangle, on: None };
                }
            } else if !sides.clone().any(|side| self.turn(side, point).is_right()) {
                let on = sides.clone().find(|&side| self.turn(side, point).is_collinear());
                return Location { triangle, on };
            }
        }
        // The plane is covered.
        Location { triangle: 0, on: None }
    }

    /// Puts a vertex into the triangle where it lies.
    fn insert(&mut self, vertex: u32, &Location { triangle, on }: &Location) {
        let [ab, bc, ca] = [0, 1, 2].map(|corner| 3 * triangle + corner);
        let [a, b, c] = [ab, bc, ca].map(|side| self.start(side));
        let [beyond_bc, beyond_ca] = [bc, ca].map(|side| self.twin(side));
        // The triangle keeps the first side; two new ones get the others.
        let second = self.side_count();
        let third = second + 3;
        let new = |start| Side { start, twin: 0, part: NO_PART };
        self.sides.extend([b, c, vertex, c, a, vertex].map(new));
        self.sides[ca as usize].start = vertex;
        self.glue(second, beyond_bc);
        self.glue(third, beyond_ca);
        self.glue(bc, second + 2);
        self.glue(second + 1, third + 2);
        self.glue(third + 1, ca);
        self.outgoing.push(ca);
        for (corner, side) in [(a, ab), (b, second), (c, third)] {
            if corner != INFINITE {
                self.outgoing[corner as usize] = side;
            }
        }
        self.pending.extend([ab, second, third]);
        if let Some(on) = on {
            // A triangle without width must not stay.
            let on = if on == bc {
                second
            } else if on == ca {
                third
            } else {
                on
            };
            self.flip(on);
            self.pending.push(previous(self.twin(previous(on))));
        }
        while let Some(side) = self.pending.pop() {
            if self.circle_across_holds(side, vertex) {
                self.flip(side);
                self.pending.extend([side, previous(self.twin(previous(side)))]);
            }
        }
    }

    /// Whether a vertex, the apex of a side, lies in the circle around the
    /// triangle across. That of an infinite triangle holds all that lies beyond
    /// the convex hull there.
    fn circle_across_holds(&self, side: u32, vertex: u32) -> bool {
        let (from, to, across) = self.ends_and_across(side);
        let point = self.place(vertex);
        if across == INFINITE {
            false
        } else if from == INFINITE {
            orient2d(self.place(across), self.place(to), point).is_left()
        } else if to == INFINITE {
            orient2d(self.place(from), self.place(across), point).is_left()
        } else {
            surely_in_circle([to, from, across].map(|corner| self.place(corner)), point)
        }
    }

    /// Flips the sides that are pending, and all that become so by it, as long as
    /// that makes them sides of a Delaunay triangulation. Those that are parts of
    /// edges stay.
    pub(super) fn flip_pending(&mut self) {
        while let Some(side) = self.pending.pop() {
            let (from, to, across) = self.ends_and_across(side);
            let corners = [from, to, self.apex(side)];
            if self.sides[side as usize].part == NO_PART
                && across != INFINITE
                && !corners.contains(&INFINITE)
                && surely_in_circle(corners.map(|corner| self.place(corner)), self.place(across))
            {
                let twin = self.twin(side);
                self.flip(side);
                self.pending.extend([side, next(side), twin, next(twin)]);
            }
        }
    }

    /// The vertices at which a side begins and ends, and the corner of the
    /// triangle across that lies across from it.
    fn ends_and_across(&self, side: u32) -> (u32, u32, u32) {
        let twin = self.twin(side);
        (self.start(side), self.start(twin), self.apex(twin))
    }

    /// Replaces a side by the other diagonal of its two triangles. `side` and its
    /// twin become outer sides, each in the triangle with the other's apex.
    fn flip(&mut self, side: u32) {
        let twin = self.twin(side);
        let [diagonal, diagonal_twin] = [previous(side), previous(twin)];
        for (end, outgoing) in [(self.start(side), next(twin)), (self.start(twin), next(side))] {
            if end != INFINITE {
                self.outgoing[end as usize] = outgoing;
            }
        }
        let [near, far] = [diagonal, diagonal_twin].map(|side| self.sides[side as usize]);
        self.sides[side as usize] = far;
        self.sides[twin as usize] = near;
        self.sides[far.twin as usize].twin = side;
        self.sides[near.twin as usize].twin = twin;
        self.sides[diagonal as usize].part = NO_PART;
        self.sides[diagonal_twin as usize].part = NO_PART;
        self.glue(diagonal, diagonal_twin);
    }

    /// Makes two sides twins.
    pub(super) fn glue(&mut self, side: u32, twin: u32) {
        self.sides[side as usize].twin = twin;
        self.sides[twin as usize].twin = side;
    }

    /// Makes a side and its twin, which lie on a part of an edge, stay.
    pub(super) fn keep(&mut self, side: u32, part: u32) {
        let twin = self.twin(side);
        self.sides[side as usize].part = part;
        self.sides[twin as usize].part = part;
    }

    /// Replaces a triangle by another one, whose sides have to be glued then and
    /// may have to be flipped.
    pub(super) fn replace(&mut self, triangle: u32, corners: [u32; 3]) {
        for (side, start) in sides_of(triangle).zip(corners) {
            self.sides[side as usize] = Side { start, twin: side, part: NO_PART };
            self.outgoing[start as usize] = side;
            self.pending.push(side);
        }
    }

    pub(super) fn side_count(&self) -> u32 {
        // All vertices have numbers, of which there are six times as many.
        u32::try_from(self.sides.len()).unwrap_or(u32::MAX)
    }
}

/// The sides of a triangle.
pub(super) fn sides_of(triangle: u32) -> std::ops::Range<u32> {
    3 * triangle..3 * triangle + 3
}

/// The next side of the same triangle.
pub(super) fn next(side: u32) -> u32 {
    if side % 3 == 2 { side - 2 } else { side + 1 }
}

/// The side before in the same triangle.
pub(super) fn previous(side: u32) -> u32 {
    if side.is_multiple_of(3) { side + 2 } else { side - 1 }
}

/// Relative error bound of the determinant below in `f64`: (10 + 96 e) e with
/// e = 2^-53. A smaller value could flip sides forever; a larger one would leave
/// more triangles that are not quite those of Delaunay.
///
/// J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust
/// geometric predicates" (1997).
const CIRCLE_FILTER: f64 = 1.110_223_024_625_157_7e-15;

/// Whether a point lies in the circle around a counter-clockwise triangle, beyond
/// all doubt that rounding leaves.
fn surely_in_circle(triangle: [Vec2; 3], point: Vec2) -> bool {
    let [a, b, c] = triangle.map(|corner| Wide::from(corner) - Wide::from(point));
    let term = |lifted: Wide, u: Wide, v: Wide| {
        let (left, right, height) = (u.x * v.y, u.y * v.x, lifted.length_squared());
        (height * (left - right), height * (left.abs() + right.abs()))
    };
    let [first, second, third] = [term(a, b, c), term(b, c, a), term(c, a, b)];
    first.0 + second.0 + third.0 > CIRCLE_FILTER * (first.1 + second.1 + third.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks triangles with whole coordinates in integers.
    fn check(places: &[[i16; 2]]) {
        let positions = places.iter().map(|place| Vec2::from(place.map(f32::from))).collect();
        let delaunay = Delaunay::of(positions).unwrap();
        assert_eq!(delaunay.side_count() as usize, 6 * (places.len() - 1));
        for vertex in (0..).take(places.len()) {
            assert!(delaunay.around(vertex).all(|side| delaunay.start(side) == vertex));
        }
        for side in 0..delaunay.side_count() {
            let (from, to, across) = delaunay.ends_and_across(side);
            let apex = delaunay.apex(side);
            assert_eq!(delaunay.twin(delaunay.twin(side)), side);
            assert_eq!(to, delaunay.start(next(side)));
            if [from, to, apex].contains(&INFINITE) {
                continue;
            }
            let lifted = |vertex: u32| {
                let [x, y] = places[vertex as usize].map(i128::from);
                [x, y, x * x + y * y]
            };
            let [a, b, c] = [from, to, apex].map(lifted);
            let cross = |u: [i128; 3], v: [i128; 3]| u[0] * v[1] - u[1] * v[0];
            let minus = |u: [i128; 3], v: [i128; 3]| [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
            assert!(cross(minus(b, a), minus(c, a)) > 0);
            if across != INFINITE {
                let [a, b, c] = [a, b, c].map(|corner| minus(corner, lifted(across)));
                let volume = a[2] * cross(b, c) + b[2] * cross(c, a) + c[2] * cross(a, b);
                assert!(volume <= 0, "a vertex lies in the circle across side {side}");
            }
        }
    }

    #[test]
    fn no_vertex_lies_in_the_circle_of_a_triangle() {
        let mut seed = 7_u32;
        let mut random = |limit: u32| {
            seed = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            i16::try_from((seed >> 8) % limit).unwrap()
        };
        for limit in [4, 9, 30, 1_000] {
            for _ in 0..50 {
                let mut places: Vec<[i16; 2]> =
                    (0..40).map(|_| [random(limit), random(limit)]).collect();
                places.push([0, -1]);
                places.push([1, -1]);
                places.push([0, -2]);
                places.sort_unstable();
                places.dedup();
                let corner = |place: &[i16; 2]| [[0, -1], [1, -1], [0, -2]].contains(place);
                places.sort_by_key(|place| (!corner(place), place[0] * 7 % 5));
                check(&places);
            }
        }
    }

    #[test]
    fn vertices_on_lines_and_circles_make_triangles() {
        let line = (0..50).map(|step| [step, 2 * step]);
        check(&[[5, 0]].into_iter().chain(line).collect::<Vec<_>>());
        let lattice = (0..100).map(|index| [index % 10, index / 10]);
        check(&[[-1, 5]].into_iter().chain(lattice).collect::<Vec<_>>());
        let circle = [[25, 0], [24, 7], [20, 15], [15, 20], [7, 24], [0, 25], [-7, 24], [-24, -7]];
        check(&circle);
    }

    #[test]
    fn a_vertex_is_found_without_walking_too() {
        let places = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [1.0, 1.0], [9.0, 8.0], [0.5, 2.25]];
        let delaunay = Delaunay::of(places[..3].iter().copied().map(Vec2::from).collect());
        let mut delaunay = delaunay.unwrap();
        for (vertex, place) in (3..).zip(&places[3..]) {
            delaunay.places.push(Vec2::from(*place));
            let [walked, asked] =
                [delaunay.locate(vertex, 0), delaunay.locate_slowly(Vec2::from(*place))];
            assert_eq!(walked.triangle, asked.triangle);
            assert_eq!(walked.on, asked.on);
            delaunay.insert(vertex, &asked);
        }
    }
}
