//! The ground without obstacles.

use tautline_geometry::{Aabb, Vec2};

use super::ChangeError;
use super::obstacle::{Cover, Extent};
use crate::outlines::coverage;
use crate::outlines::grid::{Grid, GridPoint};
use crate::outlines::pieces::{self, Piece};
use crate::{AreaId, NavMesh, SideId};

/// A mesh that stays, and the grid that its vertices lie on.
#[derive(Clone, Debug)]
pub(super) struct Base {
    pub(super) mesh: NavMesh,
    pub(super) grid: Grid,
    /// Whether areas are numbered as they come, and not by an author.
    pub(super) is_numbered_in_order: bool,
    extent: Extent,
}

impl Base {
    pub(super) fn new(mesh: NavMesh) -> Result<Self, ChangeError> {
        if !mesh.elevations().is_empty() {
            return Err(ChangeError::Elevations);
        }
        if !mesh.links().is_empty() {
            return Err(ChangeError::Links { links: mesh.links().len() });
        }
        let magnitude = mesh
            .vertices()
            .iter()
            .fold(0.0_f32, |most, vertex| most.max(vertex.x.abs()).max(vertex.y.abs()));
        let grid = Grid::reaching(magnitude);
        for (vertex, &position) in mesh.vertices().iter().enumerate() {
            if Vec2::from(grid.position(grid.snap(position.into()))) != position {
                let ([x, y], step) = (position.into(), grid.step());
                return Err(ChangeError::OffGrid { vertex, x, y, step });
            }
        }
        let is_numbered_in_order = mesh.areas().all(|area| mesh.number(area) == area.0);
        let corner = |corner: Vec2| grid.snap(corner.into());
        let extent = Extent { least: corner(mesh.bounds().min), most: corner(mesh.bounds().max) };
        let base = Self { mesh, grid, is_numbered_in_order, extent };
        base.check_planarity()?;
        Ok(base)
    }

    /// The ends of a side.
    pub(super) fn ends(&self, side: SideId) -> [GridPoint; 2] {
        let segment = self.mesh.segment(side);
        [segment.a, segment.b].map(|end| self.grid.snap(end.into()))
    }

    /// The corners of an area.
    pub(super) fn corners(&self, area: AreaId) -> Vec<GridPoint> {
        corners(&self.mesh, area, self.grid)
    }

    /// Calls back for every area whose box meets that of an obstacle; in any order,
    /// some more than once.
    pub(super) fn visit_near(&self, cover: &Cover, mut visit: impl FnMut(AreaId)) {
        if !cover.extent.meets(&self.extent) {
            return;
        }
        let bounds = self.world_box(&cover.extent.within(&self.extent));
        self.mesh.locator.visit_box(&bounds, &mut |area| {
            let extent = Extent::of(self.corners(area));
            if extent.is_some_and(|extent| extent.meets(&cover.extent)) {
                visit(area);
            }
        });
    }

    /// The box in the world of a box on the grid, exact within the grid's reach.
    pub(super) fn world_box(&self, extent: &Extent) -> Aabb {
        let position = |point| Vec2::from(self.grid.position(point));
        Aabb { min: position(extent.least), max: position(extent.most) }
    }

    /// The box around what an obstacle may cover of the ground.
    pub(super) fn bounds_of(&self, cover: &Cover) -> Option<Aabb> {
        cover.extent.meets(&self.extent).then(|| self.world_box(&cover.extent.within(&self.extent)))
    }

    /// Checks that the ground covers no place twice: walls meet only at vertices,
    /// and whoever crosses one from the left leaves the ground. So from nowhere
    /// one comes to places that are covered once, and nowhere else.
    fn check_planarity(&self) -> Result<(), ChangeError> {
        let walls = || (0..self.mesh.side_count()).map(SideId::from_index);
        let walls = walls().filter(|&side| self.mesh.twin(side).is_none());
        let ends: Vec<[GridPoint; 2]> = walls.map(|side| self.ends(side)).collect();
        let not_planar = |from: GridPoint, to: GridPoint| {
            let [from, to] = [from, to].map(|end| self.grid.position(end));
            ChangeError::NotPlanar { from, to }
        };
        let mut known = ends.clone();
        known.sort_unstable();
        let mut cut = pieces::cut(ends.iter().map(|&[a, b]| Piece::new(a, b, 0)).collect())?;
        let whole = |piece: &Piece| {
            [[piece.from, piece.to], [piece.to, piece.from]]
                .map(|ends| known.binary_search(&ends).is_ok())
        };
        let broken = cut.iter().find(|piece| whole(piece) == [false; 2]);
        if let Some(piece) = broken {
            return Err(not_planar(piece.from, piece.to));
        }
        if cut.len() != ends.len() {
            // Walls that lie on each other have cancelled out.
            let is_left = |[a, b]: &[GridPoint; 2]| {
                !cut.iter().any(|piece| [piece.from, piece.to] == [*a.min(b), *a.max(b)])
            };
            if let Some(&[a, b]) = ends.iter().find(|ends| is_left(ends)) {
                return Err(not_planar(a, b));
            }
        }
        let mut wrong = None;
        coverage::sweep(&mut cut, |piece, left, right| {
            let is_forwards = whole(piece)[0];
            let (inside, outside) = if is_forwards { (left, right) } else { (right, left) };
            if inside.is_empty() || !outside.is_empty() {
                wrong = wrong.or(Some([piece.from, piece.to]));
            }
        });
        wrong.map_or(Ok(()), |[from, to]| Err(not_planar(from, to)))
    }
}

/// The corners of an area of a mesh whose vertices lie on a grid.
pub(super) fn corners(mesh: &NavMesh, area: AreaId, grid: Grid) -> Vec<GridPoint> {
    mesh.corners(area).map(|corner| grid.snap(corner.into())).collect()
}
