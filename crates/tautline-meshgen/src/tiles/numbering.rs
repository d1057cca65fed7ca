//! Numbers for areas and vertices that keep together what searches read together.

use tautline_navmesh::RawMesh;

const UNNAMED: u32 = u32::MAX;

/// The same mesh with areas numbered as a depth-first walk over borders meets them, and
/// vertices as areas first name them. For meshes of areas that name all their neighbours,
/// without walls, elevations or links. O(sides).
///
/// A search goes from neighbour to neighbour, and finds them close together in memory
/// then. Of the orders tried, among them rows, Hilbert's curve and breadth-first walks, it
/// is the fastest: on maps of a few hundred areas by half a hundredth, on the largest of
/// 18,000 areas by a fifteenth, against areas numbered row by row.
pub(super) fn along_a_walk(raw: RawMesh) -> RawMesh {
    let mut numbers = vec![UNNAMED; raw.area_count()];
    let mut begins = Vec::with_capacity(numbers.len());
    begins.push(0);
    begins.extend(raw.corner_ends.iter().map(|&end| end as usize));
    let mut new_vertices = vec![UNNAMED; raw.vertices.len()];
    let mut numbered = RawMesh::default();
    let mut open = Vec::new();
    for start in (0..).take(raw.area_count()) {
        open.push(start);
        while let Some(area) = open.pop() {
            let old = area as usize;
            if numbers[old] != UNNAMED {
                continue;
            }
            numbers[old] = u32::try_from(numbered.corner_ends.len()).unwrap_or(UNNAMED);
            let sides = begins[old]..begins[old + 1];
            for &corner in &raw.corners[sides.clone()] {
                let vertex = &mut new_vertices[corner as usize];
                if *vertex == UNNAMED {
                    *vertex = u32::try_from(numbered.vertices.len()).unwrap_or(UNNAMED);
                    numbered.vertices.push(raw.vertices[corner as usize]);
                }
                numbered.corners.push(*vertex);
            }
            numbered.corner_ends.push(u32::try_from(numbered.corners.len()).unwrap_or(UNNAMED));
            numbered.terrains.extend(raw.terrains.get(old));
            // Named by their old numbers, until all have new ones.
            let neighbours = &raw.neighbours[sides];
            numbered.neighbours.extend(neighbours);
            open.extend(neighbours.iter().rev().filter(|&&area| area != RawMesh::NO_NEIGHBOUR));
        }
    }
    for neighbour in &mut numbered.neighbours {
        *neighbour = numbers.get(*neighbour as usize).copied().unwrap_or(RawMesh::NO_NEIGHBOUR);
    }
    numbered
}
