//! Which triangles share a side.

use tautline_navmesh::RawMesh;

/// What lies across the sides of triangles.
pub(super) struct Joints {
    /// For each corner, the triangle across the side that begins there, or
    /// [`RawMesh::NO_NEIGHBOUR`].
    pub(super) neighbours: Vec<u32>,
    /// How many sides are crowded, and the ends of the one that comes first.
    pub(super) crowded: Option<(usize, [u32; 2])>,
}

/// Joins triangles at sides that belong to two of them and that they run along
/// in opposite directions. Other sides of several triangles are crowded.
pub(super) fn join(triangles: &[[u32; 3]]) -> Joints {
    let mut sides: Vec<Side> = (0..)
        .zip(triangles)
        .flat_map(|(triangle, &[a, b, c])| [[a, b], [b, c], [c, a]].map(|ends| (triangle, ends)))
        .zip(0..)
        .map(|((triangle, ends), corner)| Side { corner, triangle, ends })
        .collect();
    sides.sort_unstable_by_key(|side| (side.border(), side.corner));
    let mut neighbours = vec![RawMesh::NO_NEIGHBOUR; sides.len()];
    let mut crowded = 0;
    let mut first: Option<&Side> = None;
    for border in sides.chunk_by(|a, b| a.border() == b.border()) {
        match border {
            [_] => {}
            [one, other] if one.ends[0] == other.ends[1] => {
                neighbours[one.corner as usize] = other.triangle;
                neighbours[other.corner as usize] = one.triangle;
            }
            [one, ..] => {
                crowded += 1;
                if first.is_none_or(|first| one.corner < first.corner) {
                    first = Some(one);
                }
            }
            [] => {}
        }
    }
    Joints { neighbours, crowded: first.map(|side| (crowded, side.ends)) }
}

struct Side {
    corner: u32,
    triangle: u32,
    ends: [u32; 2],
}

impl Side {
    fn border(&self) -> [u32; 2] {
        let [a, b] = self.ends;
        [a.min(b), a.max(b)]
    }
}
