//! Ground that is found by voxelisation.

use tautline_formats::Model;
use tautline_meshgen::{VoxelError, VoxelMesh, VoxelOptions};

use super::VoxelAgent;
use crate::import;

/// The least size of a connected region of ground, in cells: a square of 5 by 5. Smaller
/// ones, such as the tops of tables, are removed.
const SMALLEST_ISLAND: f32 = 25.0;

/// A model, and the size of the agent that walks on it.
pub(super) struct VoxelGround {
    model: Model,
    terrain_names: Vec<String>,
    options: VoxelOptions,
}

impl VoxelGround {
    pub(super) fn new(
        model: Model,
        terrain_names: Vec<String>,
        agent: VoxelAgent,
        max_slope: f32,
    ) -> Self {
        let VoxelAgent { height, max_step, cell, max_drop, max_jump } = agent;
        let options = VoxelOptions {
            agent_height: height,
            max_step,
            max_slope,
            cell_size: cell,
            cell_height: cell / 2.0,
            max_deviation: cell * 1.25,
            layer_rise: height / 2.0,
            min_region_size: SMALLEST_ISLAND * cell * cell,
            max_drop,
            max_jump,
            ..VoxelOptions::default()
        };
        Self { model, terrain_names, options }
    }

    /// Returns the ground for an agent with a radius.
    pub(super) fn mesh_for(&self, agent_radius: f32) -> Result<VoxelMesh, VoxelError> {
        let options = VoxelOptions { agent_radius, ..self.options };
        import::from_model_by_voxels(&self.model, &self.terrain_names, &options)
    }
}
