//! Which areas around a vertex hang together.

use crate::{AreaId, NavMesh, SideId, VertexId};

/// The fans of all vertices. The areas around a vertex that are joined by
/// shared borders form a *fan*; a vertex where obstacles touch at a point has
/// several. A path never squeezes from one fan to another; a start or goal on
/// such a vertex may use any.
///
/// ```
/// use tautline_navmesh::{BuildOptions, Fans, NavMesh, RawMesh, VertexId};
///
/// // Two squares that touch only at vertex 2.
/// let mut raw = RawMesh::from_vertices(&[
///     [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0],
/// ]);
/// raw.push_area(&[0, 1, 2, 3]);
/// raw.push_area(&[2, 4, 5, 6]);
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// assert_eq!(mesh.part_count(), 2, "not joined at the point");
/// assert_eq!(Fans::new(&mesh).at(VertexId(2)).count(), 2);
/// # Ok::<(), tautline_navmesh::Faults>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fans {
    /// The areas of all fans, one after the other.
    areas: Vec<AreaId>,
    /// For each fan, its vertex and where its areas begin, by vertex.
    fans: Vec<(VertexId, usize)>,
}

impl Fans {
    /// Lists the fans of a mesh. O(n log n).
    #[must_use]
    pub fn new(mesh: &NavMesh) -> Self {
        // Each corner of an area is named by the side that begins there.
        let mut corners: Vec<SideId> = mesh.areas().flat_map(|area| mesh.sides_of(area)).collect();
        corners.sort_unstable_by_key(|&side| (mesh.ends(side)[0], side));
        let mut is_listed = vec![false; mesh.side_count()];
        let mut fans = Self { areas: Vec::with_capacity(corners.len()), fans: Vec::new() };
        for corner in corners {
            if is_listed[corner.index()] {
                continue;
            }
            fans.fans.push((mesh.ends(corner)[0], fans.areas.len()));
            let mut current = Some(first_corner(mesh, corner));
            while let Some(corner) = current.filter(|corner| !is_listed[corner.index()]) {
                is_listed[corner.index()] = true;
                fans.areas.push(mesh.area_of(corner));
                current = mesh.twin(mesh.previous_side(corner));
            }
        }
        fans
    }

    /// The fans of a vertex, each as its areas in counter-clockwise order. None
    /// for a vertex that no area uses.
    pub fn at(&self, vertex: VertexId) -> impl Iterator<Item = &[AreaId]> {
        let first = self.fans.partition_point(|fan| fan.0 < vertex);
        let count = self.fans[first..].partition_point(|fan| fan.0 == vertex);
        (first..first + count).map(|fan| {
            let end = self.fans.get(fan + 1).map_or(self.areas.len(), |next| next.1);
            &self.areas[self.fans[fan].1..end]
        })
    }
}

/// The first corner of a fan: clockwise from the given one until a wall comes,
/// or all the way round.
fn first_corner(mesh: &NavMesh, corner: SideId) -> SideId {
    let mut current = corner;
    while let Some(twin) = mesh.twin(current) {
        current = mesh.next_side(twin);
        if current == corner {
            break;
        }
    }
    current
}
