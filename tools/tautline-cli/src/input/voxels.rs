//! The options for the walkable ground of a model by voxelisation, as in Recast.

use clap::Args;
use tautline::bake::VoxelAgent;

/// The options for voxelisation.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Voxelisation of models (feature `recast`)")]
pub(crate) struct VoxelOptions {
    /// Find the walkable ground of any model by voxelisation, as in Recast, instead of using its
    /// triangles as ground; --radius and --max-slope apply, too
    #[arg(long)]
    voxels: bool,
    /// Height of the agent, in world units
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2.0,
        allow_negative_numbers = true,
        requires = "voxels"
    )]
    height: f32,
    /// Greatest height of a step that the agent can climb, in world units
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0.5,
        allow_negative_numbers = true,
        requires = "voxels"
    )]
    max_step: f32,
    /// Width of a voxel, in world units; its height is half of that. Usual is a half to a third of
    /// the radius
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0.2,
        allow_negative_numbers = true,
        requires = "voxels"
    )]
    cell: f32,
    /// Greatest depth of a drop over the edge of the ground, in world units; drops become links, one way
    /// down
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0.0,
        allow_negative_numbers = true,
        requires = "voxels"
    )]
    max_drop: f32,
    /// Greatest width of a gap that the agent can jump across, in world units; jumps become links
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0.0,
        allow_negative_numbers = true,
        requires = "voxels"
    )]
    max_jump: f32,
}

impl VoxelOptions {
    /// Returns the agent, if voxelisation is asked for.
    pub(super) fn agent(self) -> Option<VoxelAgent> {
        let mut agent = VoxelAgent::default();
        (agent.height, agent.max_step, agent.cell) = (self.height, self.max_step, self.cell);
        (agent.max_drop, agent.max_jump) = (self.max_drop, self.max_jump);
        self.voxels.then_some(agent)
    }
}
