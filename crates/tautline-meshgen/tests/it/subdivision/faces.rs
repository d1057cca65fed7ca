//! Laws of subdivisions of random edges between points of a lattice.

use proptest::prelude::*;
use tautline_meshgen::merge_areas;
use tautline_meshgen::{Edge, Region, Subdivision};
use tautline_navmesh::{RawMesh, Terrain, Vec2};

use super::{classes_at, ring, sizes, valid};

const SIZE: i64 = 7;

/// Two points of the lattice, by x and y.
type Segment = [[i64; 2]; 2];

/// Returns true if a segment lies on the boundary of the square.
fn is_outer([a, b]: &Segment) -> bool {
    (0..2).any(|axis| a[axis] == b[axis] && [0, SIZE].contains(&a[axis]))
}

/// Segments inside of the square of which no two cross; they may touch and
/// overlap.
fn segments() -> impl Strategy<Value = Vec<Segment>> {
    let point = || [0..=SIZE, 0..=SIZE];
    let segment =
        [point(), point()].prop_filter("not inside", |ends| ends[0] != ends[1] && !is_outer(ends));
    prop::collection::vec(segment, 0..24).prop_map(|candidates| {
        let mut kept: Vec<Segment> = Vec::new();
        for candidate in candidates {
            if !kept.iter().any(|other| cross(other, &candidate)) {
                kept.push(candidate);
            }
        }
        kept
    })
}

fn turn([ax, ay]: [i64; 2], [bx, by]: [i64; 2], [cx, cy]: [i64; 2]) -> i64 {
    ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).signum()
}

fn cross([a, b]: &Segment, [c, d]: &Segment) -> bool {
    turn(*a, *b, *c) * turn(*a, *b, *d) < 0 && turn(*c, *d, *a) * turn(*c, *d, *b) < 0
}

/// A square of ground with edges in it, the first `walls` of which are walls. The
/// points of the lattice are the vertices.
fn square(segments: &[Segment], walls: usize) -> Subdivision {
    let count = SIZE + 1;
    let vertices = (0..count * count).map(|n| [(n % count) as f32, (n / count) as f32]).collect();
    let vertex = |[x, y]: [i64; 2]| u32::try_from(y * count + x).unwrap();
    let ground = Region::Ground(Terrain(0));
    let corners = [[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]];
    let mut edges: Vec<Edge> = (0..4)
        .map(|n| (vertex(corners[n]), vertex(corners[(n + 1) % 4])))
        .map(|(from, to)| Edge::between(from, to, ground, Region::Blocked))
        .collect();
    edges.extend(segments.iter().enumerate().map(|(index, &[a, b])| Edge {
        from: vertex(a),
        to: vertex(b),
        left: ground,
        right: ground,
        is_wall: index < walls,
    }));
    Subdivision { vertices, edges }
}

/// All edges of all areas, by their ends, and the areas across.
fn area_edges(raw: &RawMesh) -> Vec<([u32; 2], u32)> {
    let mut neighbours = raw.neighbours.iter();
    (0..raw.area_count())
        .flat_map(|area| {
            let ring = ring(raw, area);
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).map(|(&a, &b)| [a, b]).collect::<Vec<_>>()
        })
        .map(|ends| (ends, *neighbours.next().unwrap()))
        .collect()
}

proptest! {
    #[test]
    fn areas_cover_the_square_once(segments in segments(), walls in 0..30_usize) {
        let raw = square(&segments, walls).mesh().unwrap();
        prop_assert_eq!(sizes(&raw)[0], (SIZE * SIZE) as f64);
        let mesh = valid(&raw);
        for x in 0..SIZE {
            for y in 0..SIZE {
                let point = Vec2::new(x as f32 + 0.371, y as f32 + 0.593);
                prop_assert!(mesh.areas_at(point).count() >= 1);
            }
        }
    }

    #[test]
    fn no_two_areas_could_be_one(segments in segments(), walls in 0..30_usize) {
        // An open border whose ends both stay convex without it would have been
        // taken away: then merging again finds nothing.
        let raw = square(&segments, walls).mesh().unwrap();
        prop_assert_eq!(merge_areas(&raw).unwrap().area_count(), raw.area_count());
    }

    #[test]
    fn walls_and_only_walls_separate_areas(segments in segments(), walls in 0..30_usize) {
        let subdivision = square(&segments, walls);
        let raw = subdivision.mesh().unwrap();
        let position = |vertex: u32| {
            let vertex = i64::from(vertex);
            [vertex % (SIZE + 1), vertex / (SIZE + 1)]
        };
        let lies_on = |[a, b]: [[i64; 2]; 2], edge: &Edge| {
            let [from, to] = [position(edge.from), position(edge.to)];
            let is_between = |point: [i64; 2]| {
                turn(from, to, point) == 0
                    && (0..2).all(|axis| {
                        (from[axis].min(to[axis])..=from[axis].max(to[axis])).contains(&point[axis])
                    })
            };
            is_between(a) && is_between(b)
        };
        let edges = area_edges(&raw);
        for (ends, across) in &edges {
            let ends = ends.map(position);
            let is_closed = (subdivision.edges.iter())
                .any(|edge| (edge.is_wall || edge.right == Region::Blocked) && lies_on(ends, edge));
            prop_assert_eq!(*across == RawMesh::NO_NEIGHBOUR, is_closed, "{:?}", ends);
        }
    }

    #[test]
    fn the_order_of_edges_changes_nothing_but_shapes(
        segments in segments(),
        walls in 0..30_usize,
        turns in 0..24_usize,
    ) {
        let mut subdivision = square(&segments, walls);
        let one = subdivision.mesh().unwrap();
        prop_assert_eq!(&one, &subdivision.mesh().unwrap());
        let count = subdivision.edges.len();
        subdivision.edges.rotate_left(turns % count);
        let other = subdivision.mesh().unwrap();
        prop_assert_eq!(sizes(&one), sizes(&other));
        prop_assert_eq!(valid(&one).component_count(), valid(&other).component_count());
    }
}

#[test]
fn faces_of_different_classes_border_on_each_other() {
    // A square in a square, of different ground, and a blocked one in that.
    let mut vertices = Vec::new();
    let mut edges = Vec::new();
    let regions =
        [Region::Blocked, Region::Ground(Terrain(2)), Region::Ground(Terrain(1)), Region::Blocked];
    for (step, pair) in (0_u8..).zip(regions.windows(2)) {
        let (low, high) = (f32::from(step), f32::from(10 - step));
        let first = u32::try_from(vertices.len()).unwrap();
        vertices.extend([[low, low], [high, low], [high, high], [low, high]]);
        let edge = |n| Edge::between(first + n, first + (n + 1) % 4, pair[1], pair[0]);
        edges.extend((0..4).map(edge));
    }
    let raw = Subdivision { vertices, edges }.mesh().unwrap();
    assert_eq!(sizes(&raw)[1..3], [64.0 - 36.0, 100.0 - 64.0]);
    assert_eq!(raw.area_count(), 8);
    let mesh = valid(&raw);
    assert_eq!(mesh.component_count(), 1);
    assert_eq!(classes_at(&mesh, Vec2::new(0.5, 5.0)), [2]);
    assert_eq!(classes_at(&mesh, Vec2::new(1.0, 5.0)), [1, 2]);
    assert_eq!(classes_at(&mesh, Vec2::new(5.0, 5.0)), []);
}
