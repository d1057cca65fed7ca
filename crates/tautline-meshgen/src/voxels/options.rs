//! The agent and the voxel size.

use super::VoxelError;
use super::grid::truncated;
use crate::UpAxis;

/// The agent that walks, and the size of voxels. All lengths are in world units.
///
/// The defaults are for an adult in a world of metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoxelOptions {
    /// The axis of the model that points up. [`UpAxis::Z`] for models from the readers of
    /// `tautline-formats`, whatever axis points up in the file: with y, such a model lies on its side.
    pub up: UpAxis,
    /// The distance of the ground from obstacles and from edges, rounded up to whole cells:
    /// from 0 to 127 cells. At the edge of a floor the agent might fall; one cell there is
    /// never ground.
    pub agent_radius: f32,
    /// The clearance that is needed above the ground, rounded up to whole voxels: from 3 to
    /// 255 voxels.
    pub agent_height: f32,
    /// The maximum height of a step, rounded down to whole voxels: from 0 to 255 voxels. A
    /// slope consists of steps, too: it needs twice its rise over a cell, and one voxel more.
    pub max_step: f32,
    /// The maximum slope of walkable triangles, as rise over run: at least 0; infinite allows
    /// all that are not vertical. Not compared as an angle, see
    /// [`ModelOptions::max_slope`](crate::ModelOptions::max_slope).
    pub max_slope: f32,
    /// The width of a voxel. A half to a third of the radius is usual. Rounded down to 8
    /// significant bits, so that every corner of a voxel is an `f32`. The model may reach
    /// 65,536 cells from the origin, and cover 4,194,304 columns.
    pub cell_size: f32,
    /// The height of a voxel: usually half of `cell_size`. The model may be 8,000 voxels high.
    pub cell_height: f32,
    /// The maximum distance of simplified contours from those of the cells: finite and at
    /// least 0. A little more than a cell turns staircases of cells into straight walls.
    /// Contours that would cross are simplified less. Recast calls it `maxSimplificationError`.
    pub max_deviation: f32,
    /// The maximum rise or fall of a layer from its first cell: finite and at least 0. Areas
    /// have elevations only at their corners, on the contours of layers. More than half of
    /// `agent_height` may confuse floors; small values give many areas on slopes.
    pub layer_rise: f32,
    /// The minimum size of connected ground, in square units: finite and at least 0. Smaller
    /// regions, such as the tops of tables and walls, are dropped. Recast calls it
    /// `minRegionArea`.
    pub min_region_size: f32,
    /// The maximum depth of a drop over the edge of the ground: from 0 to 7,999 voxels. With 0, there are no drops.
    /// Drops become links of [`VoxelMesh::mesh`](crate::VoxelMesh::mesh), one way down.
    pub max_drop: f32,
    /// The maximum width of a gap that the agent can jump across, where the ground on both sides differs
    /// in height by at most [`max_step`](Self::max_step), or is lower by at most [`max_drop`](Self::max_drop): from 0 to
    /// 1,000 cells. With 0, there are no jumps. Jumps across become links in both directions.
    pub max_jump: f32,
}

impl Default for VoxelOptions {
    fn default() -> Self {
        Self {
            up: UpAxis::Y,
            agent_radius: 0.4,
            agent_height: 2.0,
            max_step: 0.5,
            max_slope: 1.0,
            cell_size: 0.2,
            cell_height: 0.1,
            max_deviation: 0.25,
            layer_rise: 1.0,
            min_region_size: 1.0,
            max_drop: 0.0,
            max_jump: 0.0,
        }
    }
}

/// The options in whole cells and voxels.
pub(super) struct Agent {
    pub(super) radius: u16,
    pub(super) height: u16,
    pub(super) step: u16,
    pub(super) layer_rise: u16,
    pub(super) max_deviation: f64,
    /// In cells.
    pub(super) min_region_size: f64,
    pub(super) drop: u16,
    pub(super) jump: u16,
}

impl Agent {
    pub(super) fn of(options: &VoxelOptions) -> Result<Self, VoxelError> {
        /// Sizes for which no computation overflows or loses precision in `f32`.
        const SIZES: std::ops::RangeInclusive<f32> = 1e-9..=1e9;
        for (option, value) in
            [("cell size", options.cell_size), ("cell height", options.cell_height)]
        {
            if !SIZES.contains(&value) {
                let allowed = "from 1e-9 to 1e9";
                return Err(VoxelError::OutOfRange { option, value, allowed });
            }
        }
        if !crate::models::is_slope(options.max_slope) {
            let (option, value) = ("greatest slope", options.max_slope);
            return Err(VoxelError::OutOfRange { option, value, allowed: "at least 0" });
        }
        let [cell, voxel] = [rounded(options.cell_size), options.cell_height.into()];
        let in_units = |option, value: f32, unit: f64| {
            if value.is_finite() && value >= 0.0 {
                Ok(f64::from(value) / unit)
            } else {
                let allowed = "finite and at least 0";
                Err(VoxelError::OutOfRange { option, value, allowed })
            }
        };
        let radius = in_units("agent radius", options.agent_radius, cell)?.ceil();
        let height = in_units("agent height", options.agent_height, voxel)?.ceil();
        let step = in_units("greatest step", options.max_step, voxel)?.floor();
        let whole = |option, value: f32, units: f64, least: u16, most: u16, allowed| {
            if (f64::from(least)..=f64::from(most)).contains(&units) {
                Ok(truncated(units))
            } else {
                Err(VoxelError::OutOfRange { option, value, allowed })
            }
        };
        let drop = in_units("greatest drop", options.max_drop, voxel)?.floor();
        let jump = in_units("widest jump", options.max_jump, cell)?.floor();
        let rise = in_units("layer rise", options.layer_rise, voxel)?;
        Ok(Self {
            radius: whole(
                "agent radius",
                options.agent_radius,
                radius,
                0,
                127,
                "from 0 to 127 cells",
            )?,
            height: whole(
                "agent height",
                options.agent_height,
                height,
                3,
                255,
                "from 3 to 255 voxels",
            )?,
            step: whole("greatest step", options.max_step, step, 0, 255, "from 0 to 255 voxels")?,
            layer_rise: truncated(rise.min(f64::from(u16::MAX))),
            max_deviation: in_units("greatest deviation", options.max_deviation, cell)?,
            min_region_size: in_units("minimum region size", options.min_region_size, cell * cell)?,
            drop: whole(
                "greatest drop",
                options.max_drop,
                drop,
                0,
                7999,
                "from 0 to 7,999 voxels",
            )?,
            jump: whole("widest jump", options.max_jump, jump, 0, 1000, "from 0 to 1,000 cells")?,
        })
    }
}

/// Rounds a size down to 8 significant bits, so that its products with integers of up to 16
/// bits are exact.
pub(super) fn rounded(size: f32) -> f64 {
    f32::from_bits(size.to_bits() & !0xFFFF).into()
}
