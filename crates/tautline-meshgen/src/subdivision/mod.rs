//! Planar subdivisions (vertices, and edges that do not cross) become meshes of few, large convex
//! areas.

mod error;
mod regions;

use std::fmt;

use tautline_navmesh::internal::{
    CrossingEdges, FaceMerger, HalfEdges, Triangulation, number, position_key,
};
use tautline_navmesh::{AreaAttributes, RawMesh, Terrain, Vec2};

pub use error::SubdivisionError;

/// The region on one side of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// Not walkable.
    #[default]
    Blocked,
    /// Ground of a terrain class.
    Ground(Terrain),
}

impl From<Option<Terrain>> for Region {
    fn from(terrain: Option<Terrain>) -> Self {
        terrain.map_or(Self::Blocked, Self::Ground)
    }
}

impl fmt::Display for Region {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocked => formatter.write_str("blocked ground"),
            Self::Ground(Terrain(class)) => write!(formatter, "ground of class {class}"),
        }
    }
}

/// An edge of a [`Subdivision`], with the regions on both of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The vertex at its start.
    pub from: u32,
    /// The vertex at its end.
    pub to: u32,
    /// The region on its left, seen from `from` to `to`, y up.
    pub left: Region,
    /// The region on its right.
    pub right: Region,
    /// True if it cannot be crossed although there is ground on both sides.
    pub is_wall: bool,
}

impl Edge {
    /// An edge between two regions, which can be crossed where both are ground.
    #[must_use]
    pub const fn between(from: u32, to: u32, left: Region, right: Region) -> Self {
        Self { from, to, left, right, is_wall: false }
    }

    /// A zero-width wall: an edge that agents cannot cross, with the same region on both sides.
    #[must_use]
    pub const fn wall(from: u32, to: u32, region: Region) -> Self {
        Self { from, to, left: region, right: region, is_wall: true }
    }
}

/// A subdivision of the plane by edges that meet only at vertices.
///
/// Each edge names the regions on both of its sides, and all edges around a face have to agree.
/// Space outside of all edges is blocked. A vertex may lie on an edge, and edges may lie on one
/// another. Vertices without edges have no effect.
///
/// ```
/// use tautline_meshgen::{Edge, Region, Subdivision};
/// use tautline_navmesh::Terrain;
///
/// let ground = Region::Ground(Terrain(0));
/// // A square with a square hole, both counter-clockwise.
/// let vertices = vec![
///     [0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0],
///     [1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0],
/// ];
/// let edge = |(from, to)| Edge::between(from, to, ground, Region::Blocked);
/// let mut edges: Vec<Edge> = [(0, 1), (1, 2), (2, 3), (3, 0)].map(edge).to_vec();
/// edges.extend([(5, 4), (6, 5), (7, 6), (4, 7)].map(edge));
///
/// let raw = Subdivision { vertices, edges }.mesh()?;
/// assert_eq!(raw.area_count(), 4);
/// # Ok::<(), tautline_meshgen::SubdivisionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subdivision {
    /// Positions, in world units; no two are the same.
    pub vertices: Vec<[f32; 2]>,
    /// The edges, in any order.
    pub edges: Vec<Edge>,
}

impl Subdivision {
    /// Divides the ground into few, large convex areas.
    ///
    /// The ground between the edges is triangulated (constrained Delaunay), and triangles of
    /// the same terrain are merged as long as areas stay convex, which is decided exactly.
    /// Areas have all the vertices on their edges as corners; they are connected along whole
    /// edges, except across walls. The vertices keep their numbers. Where there is no ground,
    /// the mesh has no areas.
    ///
    /// The same subdivision gives the same mesh on every platform. O(n log n) for edges of
    /// similar lengths.
    ///
    /// # Errors
    ///
    /// [`SubdivisionError`] names the fault: coordinates, vertices at the same position, edges
    /// that cross or that contradict each other.
    pub fn mesh(&self) -> Result<RawMesh, SubdivisionError> {
        self.mesh_numbered(&[])
    }

    /// Like [`Self::mesh`], with the numbers of the ground on the left and on the right of
    /// each edge; an empty list means none. Ground with different numbers is not merged.
    pub(crate) fn mesh_numbered(
        &self,
        numbers: &[[Option<u32>; 2]],
    ) -> Result<RawMesh, SubdivisionError> {
        let (half_edges, attributes) = self.areas(numbers)?;
        let mut raw = RawMesh { vertices: self.vertices.clone(), ..half_edges.into_raw() };
        raw.set_attributes(&attributes);
        Ok(raw)
    }

    /// The areas of [`Self::mesh_numbered`] as half-edges, and their attributes.
    pub(crate) fn areas(
        &self,
        numbers: &[[Option<u32>; 2]],
    ) -> Result<(HalfEdges, Vec<AreaAttributes>), SubdivisionError> {
        self.check()?;
        let triangulation = self.triangulation()?;
        let regions = regions::of_faces(&triangulation, &self.edges, numbers)?;
        let ground_of = |triangle: usize| regions[triangulation.faces[triangle] as usize];
        let (mut triangles, kept) = triangulation.select(|triangle| ground_of(triangle).is_some());
        let is_wall = |edge: u32| self.edges[edge as usize].is_wall;
        // A wall is an edge of the triangulation like any other; it only has no twin.
        for piece in triangulation.pieces.iter().filter(|piece| is_wall(piece.edge)) {
            for half_edge in [piece.left, piece.right] {
                let half_edge = kept.get(half_edge as usize).copied().unwrap_or(HalfEdges::NO_TWIN);
                if let Some(twin) = triangles.twins.get_mut(half_edge as usize) {
                    *twin = HalfEdges::NO_TWIN;
                }
            }
        }
        let attributes: Vec<AreaAttributes> =
            (0..triangulation.faces.len()).filter_map(ground_of).collect();
        let mut mesh = FaceMerger::new(&self.vertices, triangles);
        mesh.merge(|a, b| attributes[a as usize] == attributes[b as usize]);
        let mut faces = mesh.faces();
        // Areas in the order of their vertices: neighbours are close in memory if vertices are.
        faces.sort_by_key(|&(first, _)| mesh.origin(first));
        let (firsts, sources): (Vec<u32>, Vec<u32>) = faces.into_iter().unzip();
        let attributes = sources.iter().map(|&triangle| attributes[triangle as usize]).collect();
        Ok((mesh.merged(&firsts), attributes))
    }

    /// Triangulates the vertices that edges end at. They keep their numbers.
    fn triangulation(&self) -> Result<Triangulation, SubdivisionError> {
        let mut is_used = vec![false; self.vertices.len()];
        for edge in &self.edges {
            is_used[edge.from as usize] = true;
            is_used[edge.to as usize] = true;
        }
        let mut numbers = vec![0; self.vertices.len()];
        let mut used = Vec::with_capacity(self.vertices.len());
        let mut points = Vec::with_capacity(self.vertices.len());
        for (vertex, &position) in (0..).zip(&self.vertices) {
            if is_used[vertex as usize] {
                numbers[vertex as usize] = number(used.len());
                used.push(vertex);
                points.push(Vec2::from(position));
            }
        }
        let ends = |edge: &Edge| [edge.from, edge.to].map(|vertex| numbers[vertex as usize]);
        let edges: Vec<[u32; 2]> = self.edges.iter().map(ends).collect();
        let mut triangulation =
            Triangulation::of(&points, &edges).map_err(|CrossingEdges([first, second])| {
                SubdivisionError::CrossingEdges { first, second }
            })?;
        for origin in &mut triangulation.triangles.origins {
            *origin = used[*origin as usize];
        }
        Ok(triangulation)
    }

    /// Checks the preconditions of the triangulation.
    fn check(&self) -> Result<(), SubdivisionError> {
        // A triangulation has at most six half-edges per vertex, and one number means none.
        let limit = (u32::MAX / 6) as usize;
        for (things, found) in [("vertices", self.vertices.len()), ("edges", self.edges.len())] {
            if found > limit {
                return Err(SubdivisionError::TooMany { things, found, limit });
            }
        }
        for (vertex, &[x, y]) in self.vertices.iter().enumerate() {
            if !(x.is_finite() && y.is_finite()) {
                return Err(SubdivisionError::Coordinate { vertex, x, y });
            }
        }
        let mut positions: Vec<(u64, u32)> = (self.vertices.iter().zip(0..))
            .map(|(&position, vertex)| (position_key(position, 0.0).0, vertex))
            .collect();
        positions.sort_unstable();
        for pair in positions.windows(2) {
            let &[(key, first), (next_key, second)] = pair else { continue };
            if key == next_key {
                let [x, y] = self.vertices[first as usize];
                return Err(SubdivisionError::DuplicateVertex { first, second, x, y });
            }
        }
        let vertices = self.vertices.len();
        for (index, edge) in self.edges.iter().enumerate() {
            let ends = [edge.from, edge.to];
            if let Some(&vertex) = ends.iter().find(|&&vertex| vertex as usize >= vertices) {
                return Err(SubdivisionError::VertexOutOfRange { edge: index, vertex, vertices });
            }
            if edge.from == edge.to {
                let vertex = edge.from;
                return Err(SubdivisionError::EdgeWithoutLength { edge: index, vertex });
            }
        }
        Ok(())
    }
}
