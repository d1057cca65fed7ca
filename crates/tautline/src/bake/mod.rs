//! From a map file to a baked map, in one call.
//!
//! [`MapBaker`] does what `tautline bake` does: it knows the format by the extension of the
//! file, reads it, builds a mesh for each agent radius, bakes labels or landmarks, and reports how
//! it understood the file.
//!
//! ```
//! use tautline::bake::MapBaker;
//! use tautline::formats::no_files;
//!
//! let text = b"type octile\nheight 2\nwidth 4\nmap\n..T.\n....\n";
//! let baked = MapBaker::new()
//!     .with_radius(0.0)
//!     .with_radius(0.25)
//!     .with_scale(2.0)
//!     .bake_bytes("yard.map", text, &mut no_files)?;
//! assert_eq!(baked.map.meshes().len(), 2);
//! assert!(baked.map.y_down, "as in the file");
//! assert!(baked.report.warnings.is_empty());
//! let bytes = baked.map.encode()?; // the contents of a .nav file
//! # assert!(!bytes.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The formats of other programs are read if their features are on, such as `tiled`, or
//! `all-formats` for all of them.

mod accelerators;
mod error;
mod files;
mod formats;
mod ground;
mod links;
mod meshes;
mod options;
mod profile;
mod reading;
mod report;
mod source;
#[cfg(feature = "recast")]
mod voxel_ground;
mod warnings;

use std::path::Path;

use tautline_formats::{Load, TileGrid};

use crate::baked::BakedMap;
use source::Source;

pub use error::MapError;
pub use files::files_beside;
pub use options::{Key, LabelChoice, LandmarkChoice, MapBaker, MapOption, Unlabelled, VoxelAgent};
pub use profile::{CostProfile, ProfileError};
pub use report::{
    CostLabelOutcome, CostLabelReport, Items, LabelOutcome, MapReport, MeshReport, TerrainNames,
};
pub use warnings::Warning;

/// A baked map, and a report about it.
#[derive(Debug)]
#[non_exhaustive]
pub struct BakedFile {
    /// The map.
    pub map: BakedMap,
    /// A report of how the file was understood, what was repaired and left out, and warnings.
    pub report: MapReport,
}

/// A stage of baking, for a progress display.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Stage<'a> {
    /// The file is read.
    Reading,
    /// The mesh for this radius is built.
    Building {
        /// The agent radius, in world units.
        radius: f32,
    },
    /// Labels are baked.
    Labels(&'a tautline_labels::BakeProgress),
    /// Distances to landmarks are computed.
    Landmarks,
    /// Labels for the costs of the profile with this name are baked.
    CostLabels(&'a str, &'a tautline_weighted::CostBakeProgress),
}

impl MapBaker {
    /// Reads and bakes a file, and the files that it refers to.
    ///
    /// ```no_run
    /// use tautline::bake::MapBaker;
    ///
    /// let baked = MapBaker::new().with_scale(1.0 / 16.0).with_radius(0.4).bake("town.tmx")?;
    /// for warning in &baked.report.warnings {
    ///     eprintln!("{warning}");
    /// }
    /// std::fs::write("town.nav", baked.map.encode()?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`MapError`] if a file cannot be read or has no ground, or if an option is out of range or
    /// does not apply to the format.
    pub fn bake(&self, path: impl AsRef<Path>) -> Result<BakedFile, MapError> {
        let path = path.as_ref();
        let bytes =
            std::fs::read(path).map_err(|error| MapError::File { path: path.to_owned(), error })?;
        self.bake_bytes(&path.to_string_lossy(), &bytes, &mut files_beside(path))
    }

    /// Bakes the contents of a file. The extension of its name determines the format. `load` is
    /// called for files that it refers to; use [`no_files`](tautline_formats::no_files) if
    /// there are none.
    ///
    /// # Errors
    ///
    /// As for [`MapBaker::bake`].
    pub fn bake_bytes(
        &self,
        name: &str,
        bytes: &[u8],
        load: &mut Load<'_>,
    ) -> Result<BakedFile, MapError> {
        self.bake_with(name, bytes, load, &mut |_| true)
    }

    /// Does the same, and calls `keep_going` at each stage and, while labels are baked, about ten
    /// times a second. If it returns false, baking ends with an error.
    ///
    /// # Errors
    ///
    /// As for [`MapBaker::bake`]. [`MapError::Cancelled`] if `keep_going` returned false.
    pub fn bake_with(
        &self,
        name: &str,
        bytes: &[u8],
        load: &mut Load<'_>,
        keep_going: &mut dyn FnMut(Stage<'_>) -> bool,
    ) -> Result<BakedFile, MapError> {
        self.bake_source(keep_going, || source::read(self, name, bytes, load))
    }

    /// Bakes a grid of cells that a program made, like a `.map` file with these cells: the same options
    /// apply, and cells may have terrain classes. `keep_going` is called as by [`MapBaker::bake_with`].
    ///
    /// ```
    /// use tautline::bake::MapBaker;
    /// use tautline::formats::{Interpretation, Projection, TileGrid};
    ///
    /// let grid = TileGrid {
    ///     width: 3,
    ///     height: 2,
    ///     cells: vec![Some(0), Some(0), None, Some(0), Some(0), Some(1)],
    ///     cell_size: [1.0, 1.0],
    ///     origin: [0.0, 0.0],
    ///     projection: Projection::Orthogonal,
    ///     links: Vec::new(),
    ///     interpretation: Interpretation::default(),
    /// };
    /// let baker = MapBaker::new().with_terrains(["ground", "mud"]);
    /// let baked = baker.bake_grid(grid, &mut |_| true)?;
    /// assert_eq!(baked.map.mesh().area_count(), 2);
    /// # Ok::<(), tautline::bake::MapError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`MapBaker::bake_with`].
    pub fn bake_grid(
        &self,
        grid: TileGrid,
        keep_going: &mut dyn FnMut(Stage<'_>) -> bool,
    ) -> Result<BakedFile, MapError> {
        self.bake_source(keep_going, || source::of_grid(self, grid))
    }

    /// Builds and bakes what `read` returns.
    fn bake_source(
        &self,
        keep_going: &mut dyn FnMut(Stage<'_>) -> bool,
        read: impl FnOnce() -> Result<Source, MapError>,
    ) -> Result<BakedFile, MapError> {
        let mut go_on =
            |stage: Stage<'_>| keep_going(stage).then_some(()).ok_or(MapError::Cancelled);
        self.check()?;
        go_on(Stage::Reading)?;
        let source = read()?;
        let mut baked = meshes::build(self, source, &mut go_on)?;
        accelerators::add(self, &mut baked, &mut go_on)?;
        let report = &mut baked.report;
        report.warnings.extend(warnings::missing_labels(&report.meshes));
        Ok(baked)
    }
}
