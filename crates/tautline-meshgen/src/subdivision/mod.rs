//! From a planar subdivision, vertices and edges that do not cross, to a mesh
//! of few and large convex areas.

mod cavity;
mod delaunay;
mod edges;
mod error;
mod insertion_order;
mod regions;
mod soundness;
mod triangulation;

use std::fmt;

use crate::merging::{NO_SIDE, Sheet};
use tautline_navmesh::internal::place_key;
use tautline_navmesh::{RawMesh, Terrain};

pub use error::SubdivisionError;

use triangulation::{Triangulation, triangulate};

/// What lies on one side of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// Nobody walks here.
    #[default]
    Blocked,
    /// Ground of some class.
    Ground(Terrain),
}

impl Region {
    fn terrain(self) -> Option<Terrain> {
        match self {
            Self::Blocked => None,
            Self::Ground(terrain) => Some(terrain),
        }
    }
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

/// An edge of a [`Subdivision`], which says what lies on both of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The vertex where it begins.
    pub from: u32,
    /// The vertex where it ends.
    pub to: u32,
    /// What lies on its left, seen from `from` to `to`, y up.
    pub left: Region,
    /// What lies on its right.
    pub right: Region,
    /// Whether it cannot be crossed although ground lies on both sides.
    pub is_wall: bool,
}

impl Edge {
    /// An edge between two regions, which can be crossed where both are ground.
    #[must_use]
    pub const fn between(from: u32, to: u32, left: Region, right: Region) -> Self {
        Self { from, to, left, right, is_wall: false }
    }

    /// A wall of no width with the same region on both sides.
    #[must_use]
    pub const fn wall(from: u32, to: u32, region: Region) -> Self {
        Self { from, to, left: region, right: region, is_wall: true }
    }
}

/// The plane cut up by edges that meet only at vertices.
///
/// Each edge says what lies on both of its sides, and all edges around a face
/// have to say the same of it. What lies outside of all edges is blocked. A
/// vertex may lie on an edge, and edges may lie on one another; vertices that no
/// edge ends at change nothing.
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
/// let side = |(from, to)| Edge::between(from, to, ground, Region::Blocked);
/// let mut edges: Vec<Edge> = [(0, 1), (1, 2), (2, 3), (3, 0)].map(side).to_vec();
/// edges.extend([(5, 4), (6, 5), (7, 6), (4, 7)].map(side));
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
    /// Cuts the ground into few and large convex areas.
    ///
    /// The ground between the edges is triangulated (constrained Delaunay), and
    /// triangles of the same class are joined as long as areas stay convex, which
    /// is decided exactly. Areas have all the vertices on their sides as corners;
    /// they are joined along whole sides, except across walls. The vertices
    /// keep their numbers. Where nothing is ground, the mesh has no areas.
    ///
    /// The same subdivision gives the same mesh on every platform. O(n log n) for
    /// edges of similar lengths.
    ///
    /// # Errors
    ///
    /// [`SubdivisionError`] names what is wrong: coordinates, vertices at the
    /// same place, edges that cross or that contradict each other.
    pub fn mesh(&self) -> Result<RawMesh, SubdivisionError> {
        self.check()?;
        let triangulation = triangulate(&self.vertices, &self.edges)?;
        let regions = regions::flood(&triangulation, &self.edges)?;
        let (corners, twins, terrains) = self.ground(&triangulation, &regions);
        let corner_ends: Vec<u32> = (1..).take(terrains.len()).map(|area: u32| 3 * area).collect();
        let mut sheet = Sheet::new(&self.vertices, corners, &corner_ends, twins);
        let may_join = |a: u32, b: u32| terrains[a as usize] == terrains[b as usize];
        sheet.join(may_join);
        let rings = sheet.rings();
        let mut raw = RawMesh {
            vertices: self.vertices.clone(),
            corners: rings.corners,
            corner_ends: rings.corner_ends,
            neighbours: rings.neighbours,
            ..RawMesh::default()
        };
        if terrains.iter().any(|&terrain| terrain != Terrain(0)) {
            let terrain = |&source: &u32| terrains[source as usize];
            raw.terrains = rings.sources.iter().map(terrain).collect();
        }
        Ok(raw)
    }

    /// The triangles that are ground: their corners, the twins of their sides,
    /// and their classes.
    fn ground(
        &self,
        triangulation: &Triangulation,
        regions: &[Region],
    ) -> (Vec<u32>, Vec<u32>, Vec<Terrain>) {
        let Triangulation { corners, twins, pieces } = triangulation;
        let mut ground_twins = twins.clone();
        for piece in pieces {
            if self.edges[piece.edge as usize].is_wall {
                for side in [piece.left, piece.right] {
                    if let Some(twin) = ground_twins.get_mut(side as usize) {
                        *twin = NO_SIDE;
                    }
                }
            }
        }
        let terrains: Vec<Terrain> = regions.iter().filter_map(|region| region.terrain()).collect();
        // Where each triangle goes.
        let mut moved = vec![NO_SIDE; regions.len()];
        let is_ground = |triangle: &usize| regions[*triangle].terrain().is_some();
        for (place, triangle) in (0..).zip((0..regions.len()).filter(is_ground)) {
            moved[triangle] = place;
        }
        let moved_side = |side: u32| match moved.get(side as usize / 3) {
            None | Some(&NO_SIDE) => NO_SIDE,
            Some(&triangle) => 3 * triangle + side % 3,
        };
        let of_ground = |list: &[u32]| {
            let mut of_ground = Vec::with_capacity(3 * terrains.len());
            for (triangle, region) in list.chunks_exact(3).zip(regions) {
                if region.terrain().is_some() {
                    of_ground.extend_from_slice(triangle);
                }
            }
            of_ground
        };
        let twins = of_ground(&ground_twins).into_iter().map(moved_side).collect();
        (of_ground(corners), twins, terrains)
    }

    /// Checks all that the triangulation relies on.
    fn check(&self) -> Result<(), SubdivisionError> {
        // Six sides of triangles per vertex, and one number for no side.
        let limit = (u32::MAX / 6) as usize;
        for (things, found) in [("vertices", self.vertices.len()), ("edges", self.edges.len())] {
            if found > limit {
                return Err(SubdivisionError::TooMany { things, found, limit });
            }
        }
        let is_exact = |value: f32| value.is_normal() || value == 0.0;
        for (vertex, &[x, y]) in self.vertices.iter().enumerate() {
            if !(is_exact(x) && is_exact(y)) {
                return Err(SubdivisionError::Coordinate { vertex, x, y });
            }
        }
        let mut places: Vec<(u64, u32)> = (self.vertices.iter().zip(0..))
            .map(|(&position, vertex)| (place_key(position, 0.0).0, vertex))
            .collect();
        places.sort_unstable();
        for pair in places.windows(2) {
            let &[(place, first), (next_place, second)] = pair else { continue };
            if place == next_place {
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
