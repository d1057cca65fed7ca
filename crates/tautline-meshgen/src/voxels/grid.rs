//! The lattice on which the corners of voxels lie.

use tautline_geometry::{Vec2, to_f32};
use tautline_navmesh::internal::truncate_to_u32;

use super::options::rounded;
use super::{VoxelError, VoxelOptions};
use crate::models::Triangles;

/// The maximum number of columns: they take some hundred bytes each.
const MAX_COLUMNS: u64 = 1 << 22;

/// The maximum distance of a corner from the origin, in cells: 16 bits, and 8 of the cell size,
/// make the 24 of an `f32`. With more, positions of corners would be rounded.
const MAX_CELLS_FROM_ORIGIN: u32 = 1 << 16;

/// The maximum height, in voxels; Recast counts them with 13 bits.
const MAX_HEIGHT: u32 = 8000;

/// A lattice of columns around a model. Corners of cells are multiples of the cell size,
/// wherever the model begins, so that models that were built separately have the same lattice.
pub(super) struct VoxelGrid {
    cell_size: f64,
    cell_height: f64,
    /// The first corner, in cells from the origin.
    first: [f64; 2],
    lowest: f64,
    columns: [u16; 2],
    height: u16,
}

impl VoxelGrid {
    pub(super) fn around(model: &Triangles, options: &VoxelOptions) -> Result<Self, VoxelError> {
        let cell_size = rounded(options.cell_size);
        let cell_height = f64::from(options.cell_height);
        let range = |values: &mut dyn Iterator<Item = f32>, unit: f64| {
            let start = [f64::INFINITY, f64::NEG_INFINITY];
            let [least, most] = values
                .map(f64::from)
                .fold(start, |[least, most], value| [least.min(value), most.max(value)]);
            // One cell even if there are no vertices, or all are at one position.
            if least > most {
                [0.0, 1.0]
            } else {
                [(least / unit).floor(), (most / unit).floor() + 1.0]
            }
        };
        let along = |axis: usize| {
            range(&mut model.positions.iter().map(|position| position[axis]), cell_size)
        };
        let [x, y] = [along(0), along(1)];
        let z = range(&mut model.elevations.iter().copied(), cell_height);
        for end in x.into_iter().chain(y) {
            if end.abs() > f64::from(MAX_CELLS_FROM_ORIGIN) {
                return Err(VoxelError::FarFromOrigin {
                    cells: end.abs(),
                    limit: MAX_CELLS_FROM_ORIGIN,
                });
            }
        }
        // One more row of voxels, so that the highest one has an upper end.
        let voxels = z[1] - z[0] + 1.0;
        if voxels > f64::from(MAX_HEIGHT) {
            return Err(VoxelError::TooHigh { voxels, limit: MAX_HEIGHT });
        }
        let limit = MAX_COLUMNS;
        let size = [x, y].map(|[least, most]| truncate_to_u32(most - least));
        let columns = u64::from(size[0]) * u64::from(size[1]);
        let [width, depth] = size.map(|cells| u16::try_from(cells).ok());
        let (Some(width), Some(depth), true) = (width, depth, columns <= limit) else {
            return Err(VoxelError::TooManyColumns { columns, limit });
        };
        let (first, height) = ([x[0], y[0]], truncated(voxels));
        Ok(Self { cell_size, cell_height, first, lowest: z[0], columns: [width, depth], height })
    }

    pub(super) fn cell_size(&self) -> f32 {
        to_f32(self.cell_size)
    }

    pub(super) fn columns(&self) -> [u32; 2] {
        self.columns.map(u32::from)
    }

    /// The size of the grid: in cells along x and y, and in voxels upwards.
    pub(super) fn size(&self) -> [f32; 3] {
        [self.columns[0], self.columns[1], self.height].map(f32::from)
    }

    /// Converts a position and an elevation to cells, cells and voxels from the first corner.
    pub(super) fn local(&self, [x, y]: [f32; 2], elevation: f32) -> [f64; 3] {
        let cells = |value: f32, first: f64| f64::from(value) / self.cell_size - first;
        let up = f64::from(elevation) / self.cell_height - self.lowest;
        [cells(x, self.first[0]), cells(y, self.first[1]), up]
    }

    /// The position of a corner of a cell. Exact.
    pub(super) fn position(&self, corner: [u32; 2]) -> [f32; 2] {
        [0, 1].map(|axis| to_f32((self.first[axis] + f64::from(corner[axis])) * self.cell_size))
    }

    /// The centre of a cell. Rounded: far from the origin, by up to half a cell.
    pub(super) fn centre(&self, cell: [u32; 2]) -> Vec2 {
        let along = |axis: usize| self.first[axis] + f64::from(cell[axis]) + 0.5;
        Vec2::from([0, 1].map(|axis| to_f32(along(axis) * self.cell_size)))
    }

    /// The elevation of the ground on a voxel. The ground is somewhere in the highest voxel
    /// that it fills, so half a voxel is subtracted.
    pub(super) fn elevation(&self, voxels: u16) -> f32 {
        to_f32((self.lowest + f64::from(voxels) - 0.5) * self.cell_height)
    }
}

/// The integer part of a number of cells or voxels, from 0 to 65,535.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which is what is wanted"
)]
pub(super) fn truncated(number: f64) -> u16 {
    number as u16
}
