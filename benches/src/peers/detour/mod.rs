//! Detour, the run-time half of Recast, through `recastnavigation-rs`.
//!
//! A query makes the calls that its users make: `findNearestPoly` twice, `findPath` (A* over polygons) and
//! `findStraightPath` (the funnel). A* measures the distance between the midpoints of edges, so the path is taut within
//! its corridor, but not the shortest one.

mod lattice;
mod pieces;

use std::num::TryFromIntError;

use recastnavigation_rs::detour::{
    DtNavMesh, DtNavMeshCreateParams, DtNavMeshQuery, DtPolyRef, DtQueryFilter,
    dt_create_nav_mesh_data,
};

use self::lattice::Lattice;
use self::pieces::{MAX_CORNERS, NONE, Pieces};
use crate::plain::{PlainMesh, polyline_length};

/// The size of the node pool: the greatest one, since node indices are u16 and one value means "none". A smaller pool is
/// not faster: its hash table is cleared sooner for each query, but has longer chains.
const MAX_NODES: usize = 0xffff;
/// Half the box in which the polygon nearest to a point is looked for, as x, height, y.
const HALF_EXTENTS: [f32; 3] = [0.5, 10.0, 0.5];

/// One Detour tile with its query object and the buffers of a query.
#[derive(Debug)]
pub struct Detour {
    // Dropped before the mesh that it points into.
    query: DtNavMeshQuery,
    mesh: DtNavMesh,
    filter: DtQueryFilter,
    corridor: Vec<DtPolyRef>,
    bends: Vec<[f32; 3]>,
    rounding: f32,
}

impl Detour {
    /// Converts the mesh into one Detour tile.
    ///
    /// Polygons with more than six corners are cut. The winding is reversed, because x and y
    /// become Detour's x and z. Vertices are rounded to Detour's u16 lattice; see
    /// [`rounding`](Self::rounding).
    ///
    /// # Errors
    ///
    /// If the mesh is empty or inconsistent, has 65,535 vertices or more, or 32,768 polygons or
    /// more after cutting.
    pub fn build(plain: &PlainMesh) -> Result<Self, String> {
        Self::build_weighted(plain, &vec![0; plain.polygons.len()], &[1.0])
    }

    /// Converts a mesh with the terrain class of each polygon, and the cost of each class per unit of length.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build), or if there is a class without a cost, or more than Detour has.
    pub fn build_weighted(
        plain: &PlainMesh,
        classes: &[u8],
        costs: &[f32],
    ) -> Result<Self, String> {
        let mut filter = DtQueryFilter::default();
        if costs.len() > filter.area_cost.len() || classes.len() != plain.polygons.len() {
            return Err(
                "the mesh needs a class for each polygon, and at most 64 of them".to_owned()
            );
        }
        if let Some(class) = classes.iter().find(|&&class| usize::from(class) >= costs.len()) {
            return Err(format!("class {class} has no cost"));
        }
        filter.area_cost[..costs.len()].copy_from_slice(costs);
        let lattice = Lattice::of(&plain.vertices, &plain.elevations)?;
        let pieces = Pieces::cut(plain)?;
        let count = pieces.corners.len();
        let areas: Vec<u8> = pieces.owners.iter().map(|&owner| classes[owner]).collect();

        let mut vertices = Vec::with_capacity(plain.vertices.len());
        let mut rounding = 0.0f32;
        for (index, &position) in plain.vertices.iter().enumerate() {
            let place = lattice.place(position, plain.elevation(index));
            let [x, _, y] = lattice.position(place);
            rounding = rounding.max((x - position[0]).abs()).max((y - position[1]).abs());
            vertices.push(place);
        }

        let mut polygons = Vec::with_capacity(count * MAX_CORNERS * 2);
        for (corners, neighbours) in pieces.corners.iter().zip(&pieces.neighbours) {
            for list in [corners, neighbours] {
                polygons.extend(list);
                polygons.extend(std::iter::repeat_n(NONE, MAX_CORNERS - list.len()));
            }
        }
        let details =
            Details::of(&pieces, |corner| lattice.position(vertices[usize::from(corner)]))
                .map_err(|error| error.to_string())?;

        let data = dt_create_nav_mesh_data(&mut DtNavMeshCreateParams {
            verts: Some(&vertices),
            polys: Some(&polygons),
            poly_flags: Some(&vec![1; count]),
            poly_areas: Some(&areas),
            nvp: MAX_CORNERS,
            detail_meshes: Some(&details.meshes),
            detail_verts: Some(&details.vertices),
            detail_tris: Some(&details.triangles),
            bmin: lattice.position([0, 0, 0]),
            bmax: lattice.position(lattice.far),
            walkable_height: 1.0,
            walkable_climb: 1.0,
            cs: lattice.cell,
            ch: lattice.cell,
            build_bv_tree: true,
            ..DtNavMeshCreateParams::default()
        })
        .map_err(|error| format!("Detour refuses the mesh: {error}"))?;
        let mesh = DtNavMesh::with_data(data)
            .map_err(|error| format!("Detour refuses the tile: {error}"))?;
        let query = DtNavMeshQuery::with_mesh(&mesh, MAX_NODES)
            .map_err(|error| format!("Detour refuses the query object: {error}"))?;
        Ok(Self {
            query,
            mesh,
            filter,
            // Large enough: a corridor has each polygon at most once, and a path bends at most once per border.
            corridor: vec![DtPolyRef::default(); count],
            bends: vec![[0.0; 3]; count + 2],
            rounding,
        })
    }

    /// The greatest distance that the lattice moved a vertex along one axis, in world units. 0 for maps whose
    /// coordinates are multiples of a power of two that is not too small for their size.
    #[must_use]
    pub fn rounding(&self) -> f32 {
        self.rounding
    }

    /// Writes the path into `out`, start and goal included, and returns its length.
    ///
    /// `None` if a point has no polygon within half a unit, or if the goal was not reached:
    /// Detour then returns a path to the nearest polygon, which does not count here.
    pub fn path(
        &mut self,
        start: [f32; 2],
        goal: [f32; 2],
        out: &mut Vec<[f32; 2]>,
    ) -> Option<f64> {
        out.clear();
        let start = [start[0], 0.0, start[1]];
        let goal = [goal[0], 0.0, goal[1]];
        let (length, [start, goal]) = self.find_corridor(start, goal)?;
        let corridor = &self.corridor[..length];
        let bends = self
            .query
            .find_straight_path(&start, &goal, corridor, &mut self.bends, None, None, 0)
            .ok()?;
        out.extend(self.bends[..bends].iter().map(|&[x, _, y]| [x, y]));
        Some(polyline_length(out.iter().copied()))
    }

    /// Finds the polygons from a start to a goal, each given as x, height, y. Returns the polygons, and the
    /// nearest points on the mesh. `None` as for [`path`](Self::path).
    pub fn corridor(
        &mut self,
        start: [f32; 3],
        goal: [f32; 3],
    ) -> Option<(&[DtPolyRef], [[f32; 3]; 2])> {
        let (length, ends) = self.find_corridor(start, goal)?;
        Some((&self.corridor[..length], ends))
    }

    /// Writes the polygons into `self.corridor`, and returns their number.
    fn find_corridor(&mut self, start: [f32; 3], goal: [f32; 3]) -> Option<(usize, [[f32; 3]; 2])> {
        let (start_polygon, start) = self.nearest(&start)?;
        let (goal_polygon, goal) = self.nearest(&goal)?;
        let length = self
            .query
            .find_path(start_polygon, goal_polygon, &start, &goal, &self.filter, &mut self.corridor)
            .ok()?;
        // Detour reports success for a partial path, too.
        let is_whole = self.corridor[..length].last() == Some(&goal_polygon);
        is_whole.then_some((length, [start, goal]))
    }

    /// Returns the mesh, for a crowd that walks on it. The crowd must be dropped first.
    pub fn mesh_mut(&mut self) -> &mut DtNavMesh {
        &mut self.mesh
    }

    fn nearest(&self, position: &[f32; 3]) -> Option<(DtPolyRef, [f32; 3])> {
        let (polygon, nearest) =
            self.query.find_nearest_poly_1(position, &HALF_EXTENTS, &self.filter).ok()?;
        // If no polygon is in the box, Detour reports success with a null reference.
        (polygon != DtPolyRef::default()).then_some((polygon, nearest))
    }
}

/// The detail meshes, in which Detour stores heights. Here, each one is its polygon again, as a fan of triangles.
/// Without them, the library refuses the mesh or dereferences a null pointer.
#[derive(Debug, Default)]
struct Details {
    /// First vertex, number of vertices, first triangle, number of triangles.
    meshes: Vec<[u32; 4]>,
    vertices: Vec<[f32; 3]>,
    /// Three corners and the flags of the three sides.
    triangles: Vec<[u8; 4]>,
}

impl Details {
    fn of(pieces: &Pieces, position: impl Fn(u16) -> [f32; 3]) -> Result<Self, TryFromIntError> {
        let mut details = Self::default();
        for corners in &pieces.corners {
            let last = u8::try_from(corners.len() - 1)?;
            details.meshes.push([
                u32::try_from(details.vertices.len())?,
                u32::from(last) + 1,
                u32::try_from(details.triangles.len())?,
                u32::from(last) - 1,
            ]);
            details.vertices.extend(corners.iter().copied().map(&position));
            for second in 1..last {
                // Two bits per side, not 0 where the side is a border of the polygon.
                let first_half_edge = u8::from(second == 1);
                let last_half_edge = u8::from(second + 1 == last);
                let borders = first_half_edge | (1 << 2) | (last_half_edge << 4);
                details.triangles.push([0, second, second + 1, borders]);
            }
        }
        Ok(details)
    }
}
