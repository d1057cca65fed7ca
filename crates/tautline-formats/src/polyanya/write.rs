//! Writing of meshes, with the list of polygons around each vertex.

use std::fmt::Write as _;

use super::{Mesh, Polygon};
use crate::number::{Shortest, to_usize};

/// Writes a mesh as a `.mesh` file of version 2.
///
/// Coordinates get the fewest digits that are read back as the same number.
/// The polygons around each vertex are listed counter-clockwise, with -1
/// where an obstacle, the outside or a zero-width wall lies between two of
/// them. A vertex without polygons gets a single -1.
///
/// Nothing is checked, but [`parse`](super::parse) rejects a text with indices out of range,
/// polygons of fewer than 3 corners or coordinates that are not finite. Missing neighbours are
/// written as -1, superfluous ones are left out.
///
/// Takes O(n log n) time for n corners.
///
/// ```
/// use tautline_formats::polyanya::{self, Mesh, Polygon};
///
/// let mesh = Mesh {
///     vertices: vec![[0.0, 0.0], [1.0, 0.0], [0.5, 0.75]],
///     polygons: vec![Polygon { corners: vec![0, 1, 2], neighbours: vec![None; 3] }],
/// };
/// let text = polyanya::write(&mesh);
/// assert_eq!(text.lines().nth(5), Some("0.5 0.75 2 0 -1"));
/// assert_eq!(text.lines().last(), Some("3 0 1 2 -1 -1 -1"));
/// ```
#[must_use]
pub fn write(mesh: &Mesh) -> String {
    // Writing to a String cannot fail, so results are ignored.
    let mut text = String::new();
    let _ = writeln!(text, "mesh\n2\n{} {}", mesh.vertices.len(), mesh.polygons.len());

    let sectors = sectors(mesh);
    let mut around = sectors.chunk_by(|one, other| one.vertex == other.vertex).peekable();
    for (vertex, [x, y]) in (0_u32..).zip(&mesh.vertices) {
        let at_vertex =
            around.next_if(|sectors| sectors.first().is_some_and(|s| s.vertex == vertex));
        let list = polygons_around([*x, *y], at_vertex.unwrap_or(&[]), mesh);
        let _ = write!(text, "{} {} {}", Shortest(*x), Shortest(*y), list.len());
        for polygon in list {
            let _ = write!(text, " {}", polygon.map_or(-1, i64::from));
        }
        text.push('\n');
    }
    for polygon in &mesh.polygons {
        let _ = write!(text, "{}", polygon.corners.len());
        for corner in &polygon.corners {
            let _ = write!(text, " {corner}");
        }
        // The neighbour at a corner is across the border that ends there.
        for index in 0..polygon.corners.len() {
            let neighbour = neighbour(polygon, before(polygon, index));
            let _ = write!(text, " {}", neighbour.map_or(-1, i64::from));
        }
        text.push('\n');
    }
    text
}

/// The index of the corner before a corner.
fn before(polygon: &Polygon, index: usize) -> usize {
    index.checked_sub(1).unwrap_or(polygon.corners.len() - 1)
}

fn neighbour(polygon: &Polygon, index: usize) -> Option<u32> {
    polygon.neighbours.get(index).copied().flatten()
}

/// A corner of a polygon, seen from its vertex: the sector counter-clockwise from the
/// border towards `right` to the border towards `left`.
///
/// ```text
///         left
///          |   polygon
///          |          left_neighbour is across the border to the left,
///        vertex --- right        right_neighbour across the one to the right
/// ```
///
/// The order of the fields is the sort order: the sectors of a vertex are
/// adjacent, and can be found by `right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sector {
    vertex: u32,
    right: u32,
    polygon: u32,
    left: u32,
    right_neighbour: Option<u32>,
    left_neighbour: Option<u32>,
}

/// The sectors of all corners of all polygons, sorted.
fn sectors(mesh: &Mesh) -> Vec<Sector> {
    let mut sectors = Vec::new();
    for (number, polygon) in (0_u32..).zip(&mesh.polygons) {
        let following = polygon.corners.iter().cycle().skip(1);
        for (index, (&vertex, &right)) in polygon.corners.iter().zip(following).enumerate() {
            let before = before(polygon, index);
            sectors.push(Sector {
                vertex,
                right,
                polygon: number,
                left: polygon.corners[before],
                right_neighbour: neighbour(polygon, index),
                left_neighbour: neighbour(polygon, before),
            });
        }
    }
    sectors.sort_unstable();
    sectors
}

/// The polygons around a vertex, counter-clockwise, with a gap (`None`) after
/// each sector whose left border is a wall.
fn polygons_around(vertex: [f32; 2], sectors: &[Sector], mesh: &Mesh) -> Vec<Option<u32>> {
    if sectors.is_empty() {
        return vec![None];
    }
    let next: Vec<Option<usize>> =
        sectors.iter().map(|sector| across_the_left_border(sector, sectors)).collect();
    let mut has_predecessor = vec![false; sectors.len()];
    for next in next.iter().copied().flatten() {
        has_predecessor[next] = true;
    }

    // The first sector of each fan that begins and ends at a gap. Sorted by direction, because a
    // non-manifold vertex has several fans.
    let mut fan_starts: Vec<usize> =
        (0..sectors.len()).filter(|index| !has_predecessor[*index]).collect();
    let key = |index: usize| direction(vertex, mesh.vertices.get(to_usize(sectors[index].right)));
    fan_starts.sort_by(|one, other| key(*one).total_cmp(&key(*other)).then(one.cmp(other)));

    let mut list = Vec::with_capacity(sectors.len() + fan_starts.len());
    let mut is_listed = vec![false; sectors.len()];
    let mut walk = |start: usize, list: &mut Vec<Option<u32>>| {
        let mut index = Some(start);
        while let Some(here) = index
            && !std::mem::replace(&mut is_listed[here], true)
        {
            list.push(Some(sectors[here].polygon));
            index = next[here];
        }
    };
    for start in fan_starts {
        walk(start, &mut list);
        list.push(None);
    }
    // The remaining sectors form a cycle around an interior vertex.
    (0..sectors.len()).for_each(|index| walk(index, &mut list));
    list
}

/// The index of the sector across the left border, if both polygons are mutual
/// neighbours there.
fn across_the_left_border(sector: &Sector, sectors: &[Sector]) -> Option<usize> {
    let wanted = (sector.left, sector.left_neighbour?);
    let found = sectors.binary_search_by_key(&wanted, |other| (other.right, other.polygon)).ok()?;
    (sectors[found].right_neighbour == Some(sector.polygon)).then_some(found)
}

/// A pseudo-angle: a number from 0 to 4 that increases with the counter-clockwise angle from the
/// x axis. A single number per direction makes the order total in spite of rounding.
fn direction([x, y]: [f32; 2], towards: Option<&[f32; 2]>) -> f64 {
    let Some([to_x, to_y]) = towards else {
        return 0.0;
    };
    let (x, y) = (f64::from(*to_x) - f64::from(x), f64::from(*to_y) - f64::from(y));
    let part = y / (x.abs() + y.abs());
    if x < 0.0 {
        2.0 - part
    } else if y < 0.0 {
        4.0 + part
    } else {
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vertex 0 in the middle, the others around it.
    fn wheel(polygons: &[([u32; 3], [Option<u32>; 3])]) -> Mesh {
        Mesh {
            vertices: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]],
            polygons: polygons
                .iter()
                .map(|(corners, neighbours)| Polygon {
                    corners: corners.to_vec(),
                    neighbours: neighbours.to_vec(),
                })
                .collect(),
        }
    }

    fn line(mesh: &Mesh, vertex: usize) -> String {
        write(mesh).lines().nth(3 + vertex).unwrap_or_default().to_owned()
    }

    #[test]
    fn fans_that_touch_at_a_vertex_are_separated_by_gaps() {
        let mesh = wheel(&[([0, 3, 4], [None; 3]), ([0, 1, 2], [None; 3])]);
        assert_eq!(line(&mesh, 0), "0 0 4 1 -1 0 -1");
        assert_eq!(line(&mesh, 1), "1 0 2 1 -1");
    }

    #[test]
    fn an_interior_vertex_has_no_gap() {
        let mesh = wheel(&[
            ([0, 1, 2], [Some(3), None, Some(1)]),
            ([0, 2, 3], [Some(0), None, Some(2)]),
            ([0, 3, 4], [Some(1), None, Some(3)]),
            ([0, 4, 1], [Some(2), None, Some(0)]),
        ]);
        assert_eq!(line(&mesh, 0), "0 0 4 0 1 2 3");
        assert_eq!(line(&mesh, 2), "0 1 3 1 0 -1");
    }

    #[test]
    fn a_zero_width_wall_is_a_gap() {
        let mesh = wheel(&[
            ([0, 1, 2], [Some(3), None, None]),
            ([0, 2, 3], [None, None, Some(2)]),
            ([0, 3, 4], [Some(1), None, Some(3)]),
            ([0, 4, 1], [Some(2), None, Some(0)]),
        ]);
        assert_eq!(line(&mesh, 0), "0 0 5 1 2 3 0 -1");
        assert_eq!(line(&mesh, 2), "0 1 4 1 -1 0 -1");
    }

    #[test]
    fn a_vertex_without_polygons_is_one_gap() {
        assert_eq!(line(&wheel(&[]), 4), "0 -1 1 -1");
    }

    #[test]
    fn a_one_sided_neighbour_is_a_gap_in_the_list_only() {
        let mesh = wheel(&[([0, 1, 2], [None, None, Some(1)]), ([0, 2, 3], [None; 3])]);
        assert_eq!(line(&mesh, 0), "0 0 4 0 -1 1 -1");
        assert!(write(&mesh).ends_with("3 0 1 2 1 -1 -1\n3 0 2 3 -1 -1 -1\n"));
    }

    #[test]
    fn an_invalid_mesh_is_written_without_a_panic() {
        let mesh = Mesh {
            vertices: vec![[f32::NAN, f32::INFINITY]],
            polygons: vec![
                Polygon { corners: vec![], neighbours: vec![Some(7)] },
                Polygon { corners: vec![0, 0, 0, 9], neighbours: vec![Some(1)] },
            ],
        };
        let text = write(&mesh);
        assert!(text.starts_with("mesh\n2\n1 2\nNaN inf "), "{text}");
        assert!(text.ends_with("\n0\n4 0 0 0 9 -1 1 -1 -1\n"), "{text}");
    }
}
