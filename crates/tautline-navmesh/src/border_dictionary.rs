//! Which border joins which areas.

use crate::{AreaId, HalfEdgeId, NavMesh, VertexId};

/// A border: the straight piece between two vertices along which areas touch,
/// or where the ground ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    /// The ends, the lower number first: the key of the border.
    pub vertices: [VertexId; 2],
    /// The area that it belongs to; the lower number if there are two.
    pub area1: AreaId,
    /// The area across, if the border can be crossed.
    pub area2: Option<AreaId>,
    /// The border as a side of `area1`.
    pub edge: HalfEdgeId,
}

impl Border {
    /// Whether two areas share it, so that it can be crossed. A *single* border
    /// is a wall; where two areas touch along a wall of no width, each has a
    /// single border of its own between the same vertices.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        self.area2.is_some()
    }

    /// The area on the other side, seen from one of its areas; nothing for a wall,
    /// and seen from any other area.
    #[must_use]
    pub fn across(&self, area: AreaId) -> Option<AreaId> {
        if area == self.area1 {
            self.area2
        } else {
            (self.area2 == Some(area)).then_some(self.area1)
        }
    }
}

/// All borders of a mesh, found by their vertices, by area, or by pair of areas.
///
/// Sorted by vertices, so that the order never varies. Built from a mesh in
/// O(n log n); all look-ups take O(log n) and what they return.
///
/// ```
/// use tautline_navmesh::{AreaId, BorderDictionary, BuildOptions, NavMesh, RawMesh, VertexId};
///
/// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
/// raw.push_area(&[0, 1, 2, 3]);
/// raw.push_area(&[1, 4, 2]);
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
///
/// let borders = BorderDictionary::new(&mesh);
/// let [shared] = borders.between_vertices(VertexId(2), VertexId(1)) else { panic!() };
/// assert!(shared.is_shared());
/// assert_eq!(shared.across(AreaId(0)), Some(AreaId(1)));
/// assert_eq!(borders.boundary().count(), 5);
/// assert_eq!(borders.borders_between(AreaId(1), AreaId(0)).count(), 1);
/// # Ok::<(), tautline_navmesh::Faults>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BorderDictionary {
    /// Sorted by vertices, then by side.
    borders: Vec<Border>,
    /// For each border of each area: the area, and the border's position.
    by_area: Vec<(AreaId, usize)>,
}

impl BorderDictionary {
    /// Lists the borders of a mesh.
    #[must_use]
    pub fn new(mesh: &NavMesh) -> Self {
        let mut borders = Vec::with_capacity(mesh.half_edge_count());
        for area in mesh.areas() {
            for edge in mesh.half_edges_of(area) {
                let across = mesh.twin(edge).map(|twin| mesh.area_of(twin));
                if across.is_none_or(|across| area < across) {
                    let mut vertices = mesh.ends(edge);
                    vertices.sort_unstable();
                    borders.push(Border { vertices, area1: area, area2: across, edge });
                }
            }
        }
        borders.sort_unstable_by_key(|border| (border.vertices, border.edge));
        let mut by_area: Vec<(AreaId, usize)> = borders
            .iter()
            .enumerate()
            .flat_map(|(index, border)| {
                std::iter::once(border.area1).chain(border.area2).map(move |area| (area, index))
            })
            .collect();
        by_area.sort_unstable();
        Self { borders, by_area }
    }

    /// All borders, by vertices.
    #[must_use]
    pub fn all(&self) -> &[Border] {
        &self.borders
    }

    /// The borders between two vertices, given in any order: none, one, or the
    /// two single ones of a wall of no width.
    #[must_use]
    pub fn between_vertices(&self, a: VertexId, b: VertexId) -> &[Border] {
        let key = [a.min(b), a.max(b)];
        let first = self.borders.partition_point(|border| border.vertices < key);
        let count = self.borders[first..].partition_point(|border| border.vertices == key);
        &self.borders[first..first + count]
    }

    /// The borders of an area.
    pub fn borders_of(&self, area: AreaId) -> impl Iterator<Item = &Border> {
        let first = self.by_area.partition_point(|entry| entry.0 < area);
        self.by_area[first..]
            .iter()
            .take_while(move |entry| entry.0 == area)
            .map(|entry| &self.borders[entry.1])
    }

    /// The borders that two areas share, given in any order; there may be
    /// several.
    pub fn borders_between(&self, a: AreaId, b: AreaId) -> impl Iterator<Item = &Border> {
        self.borders_of(a).filter(move |border| border.across(a) == Some(b))
    }

    /// The single borders: where the ground ends, and walls.
    pub fn boundary(&self) -> impl Iterator<Item = &Border> {
        self.borders.iter().filter(|border| !border.is_shared())
    }

    /// The shared borders: where one area leads into another.
    pub fn portals(&self) -> impl Iterator<Item = &Border> {
        self.borders.iter().filter(|border| border.is_shared())
    }
}
