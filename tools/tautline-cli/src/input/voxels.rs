//! The walkable ground of a model by voxelisation, as in Recast.

use anyhow::{Result, bail};
use clap::Args;

/// The options for voxelisation.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Voxelisation of models (feature `recast`)")]
pub(crate) struct VoxelRules {
    /// Find the walkable ground of any model by voxelisation, as in Recast, instead of using its
    /// triangles as ground; --radius and --max-slope apply, too
    #[arg(long)]
    pub(crate) voxels: bool,
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
}

impl VoxelRules {
    /// Checks that the tool was built with voxelisation, if it is asked for.
    pub(super) fn check(self) -> Result<()> {
        if self.voxels && !cfg!(feature = "recast") {
            bail!(
                "--voxels is not supported: this tool was built without it; leave it out to use \
                 the triangles as ground, or build the tool with `--features recast`"
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

    /// The least size of a connected region of ground, in cells: a square of 5 by 5. Smaller
    /// ones, such as the tops of tables, are removed.
    const SMALLEST_ISLAND: f32 = 25.0;

    /// A model, and the size of the agent that walks on it.
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
                min_region_size: SMALLEST_ISLAND * cell * cell,
                ..VoxelOptions::default()
            };
            Self { model, terrain_names: rules.terrains.clone(), options }
        }

        /// Returns the ground for an agent with a radius. Adds notes about the voxelisation.
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

    /// Returns a report on the voxelisation as rows of a table.
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
            let first = format!("the first at {x} {y} {elevation}");
            rows.push(("left out", format!("{count} small regions: {first}")));
        }
        rows
    }
}
