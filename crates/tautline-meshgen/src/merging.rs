//! Joining areas to fewer and larger ones.

use tautline_navmesh::internal::{CheckedAreas, FaceMerger};
use tautline_navmesh::{AreaAttributes, Faults, RawMesh};

/// Joins areas to fewer and larger ones, as long as they stay convex, which
/// is decided exactly: for meshes of triangles, through which searches take
/// more steps than they need.
///
/// Two areas become one only if they have the same terrain class and, where
/// numbers are given, the same number, and if they are joined along their
/// whole common border: never across a wall. Where elevations are given,
/// only level areas are joined, all corners of which have the same elevation.
/// Concave areas stay as they are. Vertices, walls and links stay, and an area
/// keeps the vertices on its sides as corners, so that nothing else changes:
/// the same ground, the same joints between what is left. Areas are numbered
/// anew; neighbours are named if they were. O(n log n).
///
/// ```
/// use tautline_meshgen::merge_areas;
/// use tautline_navmesh::RawMesh;
///
/// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [4.0, 3.0]]);
/// raw.push_area(&[0, 1, 2]);
/// raw.push_area(&[0, 2, 3]);
/// raw.push_area(&[1, 4, 2]);
/// let merged = merge_areas(&raw)?;
/// assert_eq!(merged.area_count(), 2);
/// assert_eq!(merged.corners, [0, 1, 2, 3, 1, 4, 2]);
/// # Ok::<(), tautline_navmesh::Faults>(())
/// ```
///
/// # Errors
///
/// All [`Faults`] of the areas, as when a [`NavMesh`](tautline_navmesh::NavMesh) is built
/// of them. Links are not looked at.
pub fn merge_areas(raw: &RawMesh) -> Result<RawMesh, Faults> {
    let checked = CheckedAreas::of(raw, false)?;
    let kinds: Vec<_> =
        (0..raw.area_count()).map(|area| kind(raw, area, checked.is_convex(area))).collect();
    let mut mesh = FaceMerger::new(&raw.vertices, checked.into_half_edges());
    mesh.merge(|a, b| {
        let [a, b] = [a, b].map(|area| kinds[area as usize]);
        a.is_some() && a == b
    });
    let (firsts, sources): (Vec<u32>, Vec<u32>) = mesh.faces().into_iter().unzip();
    let sides = mesh.merged(&firsts);
    let mut merged = RawMesh {
        vertices: raw.vertices.clone(),
        elevations: raw.elevations.clone(),
        neighbours: if raw.neighbours.is_empty() { Vec::new() } else { sides.neighbours() },
        walls: raw.walls.clone(),
        links: raw.links.clone(),
        corner_ends: sides.first_edges[1..].to_vec(),
        corners: sides.origins,
        ..RawMesh::default()
    };
    let attributes = |&source: &u32| raw.attributes(source as usize);
    merged.set_attributes(&sources.iter().map(attributes).collect::<Vec<_>>());
    Ok(merged)
}

/// What areas have to have in common to become one; nothing if an area has to
/// stay as it is.
fn kind(raw: &RawMesh, area: usize, is_convex: bool) -> Option<AreaAttributes> {
    let elevation = |corner: u32| raw.elevations.get(corner as usize);
    let corners = raw.area(area);
    let is_level = corners.windows(2).all(|pair| elevation(pair[0]) == elevation(pair[1]));
    (is_convex && is_level).then(|| raw.attributes(area))
}
