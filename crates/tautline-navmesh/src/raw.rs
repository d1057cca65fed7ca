//! Raw meshes: unchecked input.

use tautline_geometry::{Vec2, polygon};

use crate::half_edges::number;
use crate::{LinkKind, Terrain};

/// A mesh before it is checked: public fields, any content.
///
/// Areas that overlap are floors: they lie above each other, and are connected only where they share
/// borders. [`build`](Self::build) does not refuse them. To unite shapes that overlap on one floor,
/// use `Polygons` of `tautline-meshgen`.
///
/// Flat lists with one entry per vertex, per area or per corner, so that a mesh of a million
/// corners needs no allocation per area. [`push_area`](Self::push_area) fills them.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RawMesh {
    /// Positions in the plane, in world units.
    pub vertices: Vec<[f32; 2]>,
    /// The elevation of each vertex, in world units; empty for a flat mesh.
    pub elevations: Vec<f32>,
    /// The corners of all areas, one area after the other, each
    /// counter-clockwise: indices into `vertices`.
    pub corners: Vec<u32>,
    /// The end of each area's corners in `corners`.
    pub corner_ends: Vec<u32>,
    /// The terrain class of each area; empty if all are of class 0.
    pub terrains: Vec<Terrain>,
    /// The number that the author gave to each area, not necessarily unique; empty if
    /// the numbers are the indices.
    pub numbers: Vec<u32>,
    /// For each corner, the area across the border from it to the next corner, or
    /// [`Self::NO_NEIGHBOUR`] for a wall. If empty, areas are connected wherever they
    /// share two successive corners.
    pub neighbours: Vec<u32>,
    /// Pairs of vertices: borders that are walls although several areas share them. Must be empty
    /// if `neighbours` is given, which can mark walls itself.
    pub walls: Vec<[u32; 2]>,
    /// Off-mesh links.
    pub links: Vec<RawLink>,
}

/// A link before it is checked. By default it leads one way from the origin to the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RawLink {
    /// The start, a point on the mesh.
    pub from: [f32; 2],
    /// The elevation of the start; it selects one of several floors.
    pub from_elevation: f32,
    /// The end, a point on the mesh.
    pub to: [f32; 2],
    /// The elevation of the end.
    pub to_elevation: f32,
    /// The cost, in world units: finite and at least 0. `None` for the straight distance in
    /// the plane. A cost that is less than the distance only by the rounding of `f32` counts as the
    /// distance.
    pub cost: Option<f32>,
    /// The action of an agent that takes it.
    pub kind: LinkKind,
    /// True if agents can take it in both directions.
    pub both_ways: bool,
    /// True if no path takes it. Its ends may be off the mesh: a link that large agents cannot reach keeps
    /// its number in their mesh.
    pub disabled: bool,
}

impl RawMesh {
    /// The neighbour across a wall.
    pub const NO_NEIGHBOUR: u32 = u32::MAX;

    /// A mesh with some vertices and no areas yet.
    #[must_use]
    pub fn from_vertices(vertices: &[[f32; 2]]) -> Self {
        Self { vertices: vertices.to_vec(), ..Self::default() }
    }

    /// Adds an area by the indices of its corners, counter-clockwise.
    pub fn push_area(&mut self, corners: &[u32]) {
        self.corners.extend_from_slice(corners);
        self.close_area();
    }

    /// Ends an area after the corners that were added last.
    pub(crate) fn close_area(&mut self) {
        // `build` refuses a mesh with more corners than `u32` can count.
        self.corner_ends.push(count(self.corners.len()));
    }

    /// The number of areas.
    #[must_use]
    pub fn area_count(&self) -> usize {
        self.corner_ends.len()
    }

    /// Adds the vertices, areas, walls and links of another mesh, in their order, after those of
    /// this one. [`Self::weld`] then connects areas of both that have an edge in common.
    ///
    /// Lists that only one of the meshes has are filled with defaults: elevation 0, terrain class
    /// 0, and the index of the area in the joined mesh as its number. Lists of neighbours are
    /// removed, because they would connect no area of one mesh with an area of the other. A
    /// border that such a list closes although two areas share it becomes one of the
    /// [`walls`](Self::walls). O(n log n).
    ///
    /// ```
    /// use tautline_navmesh::{RawMesh, Terrain};
    ///
    /// let mut yard = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    /// yard.push_area(&[0, 1, 2, 3]);
    /// let mut pond = RawMesh::from_vertices(&[[4.0, 0.0], [9.0, 2.0], [4.0, 4.0]]);
    /// pond.push_area(&[0, 1, 2]);
    /// pond.terrains.push(Terrain(1));
    ///
    /// yard.append(&pond);
    /// yard.weld();
    /// let mesh = yard.build()?;
    /// assert_eq!((mesh.area_count(), mesh.component_count()), (2, 1));
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    ///
    /// Meshes whose edges touch along parts of their length are connected with
    /// [`TJunctions::Link`](crate::TJunctions::Link); meshes that do not touch, by
    /// [`links`](Self::links).
    pub fn append(&mut self, other: &Self) {
        self.neighbours_to_walls();
        let mut other = other.clone();
        other.neighbours_to_walls();
        let (vertices, areas) = (self.vertices.len(), self.area_count());
        let (all_vertices, all_areas) =
            (vertices + other.vertices.len(), areas + other.area_count());

        append_list(&mut self.elevations, &other.elevations, [vertices, all_vertices], |_| 0.0);
        append_list(&mut self.terrains, &other.terrains, [areas, all_areas], |_| Terrain(0));
        append_list(&mut self.numbers, &other.numbers, [areas, all_areas], count);
        // Only lists of a wrong length are left: see `neighbours_to_walls`.
        append_list(&mut self.neighbours, &other.neighbours, [0, 0], count);

        // `build` refuses a mesh with more items than `u32` can count.
        let (first_vertex, first_corner) = (count(vertices), count(self.corners.len()));
        let moved = |vertex: u32| vertex.saturating_add(first_vertex);
        self.vertices.extend(&other.vertices);
        self.corners.extend(other.corners.iter().map(|&corner| moved(corner)));
        self.corner_ends
            .extend(other.corner_ends.iter().map(|end| end.saturating_add(first_corner)));
        self.walls.extend(other.walls.iter().map(|wall| wall.map(moved)));
        self.links.extend(&other.links);
    }

    /// Replaces the neighbours by walls: the borders that are closed although two areas share
    /// them. Leaves a list of a wrong length as it is: `build` refuses it.
    fn neighbours_to_walls(&mut self) {
        if self.neighbours.len() != self.corners.len() {
            return;
        }
        let mut edges = Vec::with_capacity(self.corners.len());
        let mut closed = Vec::new();
        let mut neighbours = self.neighbours.iter();
        for ring in (0..self.area_count()).map(|area| self.area(area)) {
            for ([a, b], &neighbour) in polygon::edges(ring).zip(&mut neighbours) {
                edges.push([a, b]);
                if neighbour == Self::NO_NEIGHBOUR {
                    closed.push([a, b]);
                }
            }
        }
        edges.sort_unstable();
        closed.retain(|&[a, b]| a < b && edges.binary_search(&[b, a]).is_ok());
        self.walls.append(&mut closed);
        self.neighbours.clear();
    }

    /// Merges vertices with the same position and elevation, and updates the corners and
    /// walls. For sources that repeat the vertices of every area. Neighbours stay valid.
    /// O(n log n).
    ///
    /// Positions must be equal. Vertices that are only close stay apart, and so do their areas:
    /// [`NavMesh::component_count`](crate::NavMesh::component_count) shows it. Round the positions
    /// of such a source before; for triangles, `walkable_triangles` of `tautline-meshgen` has a
    /// distance within which it merges vertices.
    ///
    /// ```
    /// use tautline_navmesh::RawMesh;
    ///
    /// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    /// raw.push_area(&[0, 1, 2]);
    /// raw.push_area(&[3, 4, 5]);
    /// raw.weld();
    /// assert_eq!(raw.vertices.len(), 4);
    /// assert_eq!(raw.corners, [0, 1, 2, 1, 3, 2]);
    /// ```
    pub fn weld(&mut self) {
        // Sorted by position, equal vertices are adjacent. Each is replaced by the first one.
        let mut order: Vec<u32> = (0..).take(self.vertices.len()).collect();
        order.sort_by_key(|&vertex| (self.position_key(vertex), vertex));
        let mut replacement: Vec<u32> = (0..).take(self.vertices.len()).collect();
        for pair in order.windows(2) {
            if self.position_key(pair[0]) == self.position_key(pair[1]) {
                replacement[pair[1] as usize] = replacement[pair[0] as usize];
            }
        }
        let mut kept = 0;
        let mut new_index = vec![0; self.vertices.len()];
        for vertex in 0..self.vertices.len() {
            if replacement[vertex] as usize == vertex {
                self.vertices[kept] = self.vertices[vertex];
                if let Some(&elevation) = self.elevations.get(vertex) {
                    self.elevations[kept] = elevation;
                }
                new_index[vertex] = number(kept);
                kept += 1;
            }
        }
        self.vertices.truncate(kept);
        self.elevations.truncate(kept);
        let renumber = |vertex: &mut u32| {
            if let Some(&kept) = replacement.get(*vertex as usize) {
                *vertex = new_index[kept as usize];
            }
        };
        self.corners.iter_mut().for_each(renumber);
        self.walls.iter_mut().flatten().for_each(renumber);
    }

    /// Returns true if some area has an edge between two vertices. O(corners).
    #[must_use]
    #[doc(hidden)]
    pub fn has_edge(&self, ends: [u32; 2]) -> bool {
        let mut edges = (0..self.area_count()).flat_map(|area| polygon::edges(self.area(area)));
        edges.any(|[a, b]| [a, b] == ends || [b, a] == ends)
    }

    /// The corners of an area; empty where `corner_ends` is invalid.
    pub fn area(&self, area: usize) -> &[u32] {
        let start = area.checked_sub(1).map_or(0, |before| self.corner_ends[before] as usize);
        self.corners.get(start..self.corner_ends[area] as usize).unwrap_or(&[])
    }

    pub(crate) fn position(&self, vertex: u32) -> Vec2 {
        self.vertices[vertex as usize].into()
    }

    pub(crate) fn position_key(&self, vertex: u32) -> (u64, u32) {
        let elevation = self.elevations.get(vertex as usize).copied().unwrap_or(0.0);
        position_key(self.vertices[vertex as usize], elevation)
    }
}

/// Appends `other` to a list with an entry for each of `first` items, so that it has an entry for
/// each of `all` items. An empty list stands for the defaults; two empty lists stay empty. Lists of
/// other lengths keep a wrong length, which `build` refuses.
fn append_list<T: Copy>(
    list: &mut Vec<T>,
    other: &[T],
    [first, all]: [usize; 2],
    default: impl Fn(usize) -> T,
) {
    if list.is_empty() && other.is_empty() {
        return;
    }
    if list.is_empty() {
        list.extend((0..first).map(&default));
    }
    if other.is_empty() {
        list.extend((first..all).map(&default));
    }
    list.extend(other);
}

/// The number of items, or the largest number if there are more than `u32` can count.
fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

/// A key that is equal for vertices at the same position. It sorts them by row, as most
/// sources do.
pub fn position_key([x, y]: [f32; 2], elevation: f32) -> (u64, u32) {
    // Adding 0 turns -0 into 0. Then the bits are changed so that they sort like the numbers.
    let ordered = |value: f32| {
        let bits = (value + 0.0).to_bits();
        if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
    };
    (u64::from(ordered(y)) << 32 | u64::from(ordered(x)), ordered(elevation))
}
