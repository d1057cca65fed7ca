//! Who walks, and how finely the space is cut.

use super::VoxelError;
use crate::UpAxis;

/// Who walks, and how finely the space is cut. All lengths are in world units.
///
/// The defaults are for a grown person in a world of metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoxelOptions {
    /// The axis of the model that points up.
    pub up: UpAxis,
    /// How far the ground stays away from obstacles and from edges, rounded up to
    /// whole cells: from 0 to 127 cells. The edge of a floor is where the agent
    /// might fall; one cell there is never ground.
    pub agent_radius: f32,
    /// How much room there has to be above the ground, rounded up to whole
    /// voxels: from 3 to 255 of them.
    pub agent_height: f32,
    /// How high a step may be, rounded down to whole voxels: from 0 to 255 of
    /// them. A slope is made of steps too: it needs twice what it rises over a
    /// cell, and one voxel more.
    pub max_step: f32,
    /// The steepest triangle that can be walked on, as rise over run: at least
    /// 0, and infinite for all that does not stand upright. Not compared as an
    /// angle, see [`ModelOptions::max_slope`](crate::ModelOptions::max_slope).
    pub max_slope: f32,
    /// How wide a voxel is. A half to a third of the radius is usual. Rounded down
    /// to 8 significant bits, so that every corner of a voxel is an `f32`; the model
    /// may be up to 65,536 cells away from the origin, and 4,194,304 columns large.
    pub cell_size: f32,
    /// How high a voxel is: usually a half of `cell_size`. The model may be up to
    /// 8,000 voxels high.
    pub cell_height: f32,
    /// How far simplified borders may stray from those of the cells: finite and
    /// at least 0. A little more than a cell makes straight walls of stairs of
    /// cells. Borders that would cross are simplified less.
    pub max_deviation: f32,
    /// How far the ground may rise or fall within one layer, from where it was
    /// begun: finite and at least 0. Areas have elevations only at their corners,
    /// on the borders of layers; more than half of `agent_height` may confuse
    /// floors, and little gives many areas on slopes.
    pub layer_rise: f32,
    /// Connected ground of less than this size is dropped, in square units:
    /// finite and at least 0. For the tops of tables and of walls.
    pub min_region_size: f32,
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
        }
    }
}

/// The options in cells and voxels.
pub(super) struct Agent {
    pub(super) radius: u16,
    pub(super) height: u16,
    pub(super) step: u16,
    pub(super) layer_rise: u16,
    pub(super) max_deviation: f64,
    /// In cells.
    pub(super) min_region_size: f64,
}

impl Agent {
    pub(super) fn of(options: &VoxelOptions) -> Result<Self, VoxelError> {
        /// Sizes with which all that is done stays far from the ends of `f32`.
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
                Ok(bounded(units))
            } else {
                Err(VoxelError::OutOfRange { option, value, allowed })
            }
        };
        let rise = in_units("rise of a layer", options.layer_rise, voxel)?;
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
            layer_rise: bounded(rise.min(f64::from(u16::MAX))),
            max_deviation: in_units("greatest deviation", options.max_deviation, cell)?,
            min_region_size: in_units("smallest region", options.min_region_size, cell * cell)?,
        })
    }
}

/// A number that is known to fit.
fn bounded(number: f64) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it was compared with 0 and with u16::MAX at most"
    )]
    let whole = number as u16;
    whole
}

/// A size rounded down to 8 significant bits, so that its products with whole
/// numbers of up to 16 bits are exact.
pub(super) fn rounded(size: f32) -> f64 {
    f32::from_bits(size.to_bits() & !0xFFFF).into()
}
