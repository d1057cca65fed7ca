//! The border dictionary: an edge index of a mesh.

use crate::{AreaId, HalfEdgeId, NavMesh, VertexId};

/// A border: a straight edge between two vertices that two areas share, or that is a wall of
/// one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    /// The ends, sorted: the key of the border.
    pub vertices: [VertexId; 2],
    /// The area that it belongs to; the one with the lower number if there are two.
    pub area1: AreaId,
    /// The area across; `None` for a wall.
    pub area2: Option<AreaId>,
    /// The half-edge of `area1` along the border.
    pub edge: HalfEdgeId,
}

impl Border {
    /// Returns true if two areas share it, so that agents can cross it. Otherwise it is a wall.
    /// Where two areas touch along a zero-width wall, each has a border of its own
    /// between the same vertices.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        self.area2.is_some()
    }

    /// The area across, seen from one of its areas; `None` for a wall, and for any other
    /// area.
    #[must_use]
    pub fn across(&self, area: AreaId) -> Option<AreaId> {
        if area == self.area1 {
            self.area2
        } else {
            (self.area2 == Some(area)).then_some(self.area1)
        }
    }
}

/// An index of all borders of a mesh by their vertices, by area, and by pair of areas.
///
/// Sorted by vertices, so that the order never varies. Built in O(n log n); look-ups take
/// O(log n) plus the number of results.
///
/// ```
/// use tautline_navmesh::{AreaId, BorderDictionary, RawMesh, VertexId};
///
/// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
/// raw.push_area(&[0, 1, 2, 3]);
/// raw.push_area(&[1, 4, 2]);
/// let mesh = raw.build()?;
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
    /// Sorted by vertices, then by half-edge.
    borders: Vec<Border>,
    /// For each border of each area: the area, and the index of the border.
    by_area: Vec<(AreaId, usize)>,
}

impl BorderDictionary {
    /// Indexes the borders of a mesh.
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

    /// All borders, sorted by vertices.
    #[must_use]
    pub fn all(&self) -> &[Border] {
        &self.borders
    }

    /// The borders between two vertices, in any order: none, one, or two for a zero-width
    /// wall.
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

    /// The borders that two areas share, given in any order. There may be several.
    pub fn borders_between(&self, a: AreaId, b: AreaId) -> impl Iterator<Item = &Border> {
        self.borders_of(a).filter(move |border| border.across(a) == Some(b))
    }

    /// The borders of only one area: the walls.
    pub fn boundary(&self) -> impl Iterator<Item = &Border> {
        self.borders.iter().filter(|border| !border.is_shared())
    }

    /// The shared borders: the portals between areas.
    pub fn portals(&self) -> impl Iterator<Item = &Border> {
        self.borders.iter().filter(|border| border.is_shared())
    }
}
