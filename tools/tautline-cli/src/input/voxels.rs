//! The ground of models that were drawn to be looked at.

use anyhow::{Result, bail};
use clap::Args;

/// How to find the ground of a model by voxels.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "The ground of a model by voxels (feature `recast`)")]
pub(crate) struct VoxelRules {
    /// Find where an agent can stand and walk, whatever the triangles are like, instead of taking
    /// them for the ground; the agent has a --radius and a --max-slope, too
    #[arg(long)]
    pub(crate) voxels: bool,
    /// How much room an agent needs above the ground, in world units
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2.0,
        allow_negative_numbers = true,
        requires = "voxels"
    )]
    height: f32,
    /// How high a step an agent can take, in world units
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0.5,
        allow_negative_numbers = true,
        requires = "voxels"
    )]
    max_step: f32,
    /// How wide a voxel is, in world units; it is half as high. A half to a third of the radius is
    /// usual
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0.2,
        allow_negative_numbers = true,
        requires = "voxels"
    )]
    cell: f32,
}

impl VoxelRules {
    /// Refuses voxels in a tool that was built without them.
    pub(super) fn check(self) -> Result<()> {
        if self.voxels && !cfg!(feature = "recast") {
            bail!(
                "cannot take --voxels: this tool was built without them; leave it out where the \
                 triangles are the ground, or build the tool with `--features recast`"
            );
        }
        Ok(())
    }
}

#[cfg(feature = "recast")]
pub(crate) use ground::VoxelGround;

#[cfg(feature = "recast")]
mod ground {
    use anyhow::Result;
    use tautline::formats::Model;
    use tautline::import;
    use tautline::meshgen::{VoxelOptions, VoxelReport};
    use tautline::navmesh::RawMesh;

    use super::VoxelRules;
    use crate::input::Rules;
    use crate::table::thousands;

    /// So many cells is connected ground large, at the least: a square of 5 by 5.
    const MIN_REGION_CELLS: f32 = 25.0;

    /// A model, and who walks on it.
    pub(crate) struct VoxelGround {
        model: Model,
        terrain_names: Vec<String>,
        options: VoxelOptions,
    }

    impl VoxelGround {
        pub(crate) fn new(model: Model, rules: &Rules) -> Self {
            let VoxelRules { height, max_step, cell, .. } = rules.voxels;
            let options = VoxelOptions {
                agent_height: height,
                max_step,
                max_slope: rules.max_slope(),
                cell_size: cell,
                cell_height: cell / 2.0,
                max_deviation: cell * 1.25,
                layer_rise: height / 2.0,
                min_region_size: MIN_REGION_CELLS * cell * cell,
                ..VoxelOptions::default()
            };
            Self { model, terrain_names: rules.terrains.clone(), options }
        }

        /// The ground for an agent with a radius; notes how it was found.
        pub(crate) fn mesh_for(
            &self,
            agent_radius: f32,
            notes: &mut Vec<(&'static str, String)>,
        ) -> Result<RawMesh> {
            let options = VoxelOptions { agent_radius, ..self.options };
            let found = import::from_model_by_voxels(&self.model, &self.terrain_names, &options)?;
            notes.extend(described(&found.report, agent_radius));
            Ok(found.mesh)
        }
    }

    /// How ground was found, as rows of a table.
    fn described(report: &VoxelReport, radius: f32) -> Vec<(&'static str, String)> {
        let [columns, rows] = report.columns;
        let floors = thousands(report.spans);
        let size = report.cell_size;
        let found = format!(
            "{columns} x {rows} columns of {size}, {floors} floors for a radius of {radius}"
        );
        let mut rows = vec![("voxels", found)];
        if let Some(([x, y], elevation)) = report.first_dropped {
            let count = thousands(report.dropped_regions);
            rows.push(("left out", format!("{count} small places: one at {x} {y} {elevation}")));
        }
        rows
    }
}
