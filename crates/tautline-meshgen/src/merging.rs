//! Merging of areas into fewer and larger ones.

use tautline_navmesh::internal::{CheckedAreas, FaceMerger};
use tautline_navmesh::{AreaAttributes, Faults, RawMesh};

/// Merges areas into fewer and larger ones as long as they stay convex, which is decided
/// exactly. Use it for meshes of triangles, which make searches expand more than needed: with
/// the areas merged, exact searches take two thirds to a third of the time.
///
/// Two areas are merged only if they have the same [attributes](AreaAttributes) and share their
/// whole common border: never across a wall. With elevations, only level areas, whose corners
/// all have the same elevation, are merged. Concave areas stay as they are. To merge areas whose numbers
/// differ, clear [`RawMesh::numbers`] before.
///
/// Vertices, walls and links stay, and an area keeps the vertices on its edges as corners.
/// So the ground and the connections between the remaining areas do not change. Areas are
/// renumbered; the result lists neighbours if the input does. O(n log n).
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
/// All [`Faults`] of the areas, as from [`NavMesh::build`](tautline_navmesh::NavMesh::build).
/// Links are not checked.
pub fn merge_areas(raw: &RawMesh) -> Result<RawMesh, Faults> {
    let checked = CheckedAreas::of(raw, false)?;
    let keys: Vec<_> =
        (0..raw.area_count()).map(|area| merge_key(raw, area, checked.is_convex(area))).collect();
    let mut mesh = FaceMerger::new(&raw.vertices, checked.into_half_edges());
    mesh.merge(|a, b| {
        let [a, b] = [a, b].map(|area| keys[area as usize]);
        a.is_some() && a == b
    });
    let (firsts, sources): (Vec<u32>, Vec<u32>) = mesh.faces().into_iter().unzip();
    let mut merged = RawMesh {
        vertices: raw.vertices.clone(),
        elevations: raw.elevations.clone(),
        walls: raw.walls.clone(),
        links: raw.links.clone(),
        ..mesh.merged(&firsts).into_raw()
    };
    if raw.neighbours.is_empty() {
        merged.neighbours.clear();
    }
    let attributes = |&source: &u32| raw.attributes(source as usize);
    merged.set_attributes(&sources.iter().map(attributes).collect::<Vec<_>>());
    Ok(merged)
}

/// The key that two areas must share to be merged; `None` if an area has to stay as it is.
fn merge_key(raw: &RawMesh, area: usize, is_convex: bool) -> Option<AreaAttributes> {
    let elevation = |corner: u32| raw.elevations.get(corner as usize);
    let corners = raw.area(area);
    let is_level = corners.windows(2).all(|pair| elevation(pair[0]) == elevation(pair[1]));
    (is_convex && is_level).then(|| raw.attributes(area))
}
