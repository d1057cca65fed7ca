//! Errors of baking a map file.

use std::io;
use std::path::PathBuf;

use tautline_formats::FormatError;
use tautline_meshgen::{InsetError, ModelError, PolygonError, SubdivisionError};
use tautline_navmesh::Faults;

use super::{MapOption, ProfileError};
use crate::baked::BakedError;

/// The reason why a map file cannot be baked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The file should be a text.
    #[error("byte {byte} is not UTF-8; give a text file, saved as UTF-8")]
    NotUtf8 {
        /// The offset of the first byte that is not UTF-8.
        byte: usize,
    },
    /// The extension of the file is not one of a format that is read.
    #[error("unknown file extension; give a {} file", extensions(known, " or "))]
    UnknownExtension {
        /// The extensions of all formats, without the dot.
        known: Vec<&'static str>,
    },
    /// The program was built without a feature of this crate.
    #[error("{what} is not supported by this program; build it with the feature {feature:?}")]
    MissingFeature {
        /// The format, or what was asked for.
        what: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// An option does not apply to the format of the file.
    #[error(
        "the option {option} does not apply to this .{extension} file, only to {}; leave it out",
        extensions(applies_to, ", ")
    )]
    DoesNotApply {
        /// The option.
        option: MapOption,
        /// The extension of the file.
        extension: String,
        /// The extensions of the files that it applies to, without the dot.
        applies_to: Vec<&'static str>,
    },
    /// A number is out of range.
    #[error("the option {option} is {value}, but must be {allowed}")]
    OutOfRange {
        /// The option.
        option: MapOption,
        /// Its value.
        value: f64,
        /// The allowed values.
        allowed: &'static str,
    },
    /// There are more terrain names than classes.
    #[error("{count} terrains are named, but there are only 256 terrain classes")]
    TooManyTerrains {
        /// The number of names.
        count: usize,
    },
    /// Two terrain classes have the same name, apart from case.
    #[error("the terrain {name} is named twice; give each class a different name")]
    DuplicateTerrain {
        /// The name.
        name: String,
    },
    /// An option names a layer or grid value that the file does not have.
    #[error("{option}: the file has no {name:?}, only {}", known.join(", "))]
    UnknownName {
        /// The option.
        option: MapOption,
        /// The name.
        name: String,
        /// The names in the file.
        known: Vec<String>,
    },
    /// A key of a picture is not a colour.
    #[error("the key {value:?} is not a colour of 6 hexadecimal digits, such as 4caf50")]
    Colour {
        /// The key.
        value: String,
    },
    /// The file has several levels, and the options name none of them.
    #[error("choose one of its levels: {}", known.join(", "))]
    Level {
        /// The names of the levels, at least one.
        known: Vec<String>,
    },
    /// The options name several layers, of which only one can be read (LDtk).
    #[error("only one LDtk layer can be read; name one")]
    SeveralLayers,
    /// The file has no walkable ground.
    #[error("the map has no walkable ground: {reason}")]
    NoGround {
        /// The reason, and what would be ground.
        reason: &'static str,
    },
    /// The file is damaged, or uses something that is not supported.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The cells of a tile map cannot be distinguished in 32 bits.
    #[error(transparent)]
    Tiles(#[from] SubdivisionError),
    /// The polygons of a drawing cannot be built.
    #[error(transparent)]
    Polygons(#[from] PolygonError),
    /// The triangles of a model cannot be built.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The ground of a model cannot be found by voxelisation.
    #[cfg(feature = "recast")]
    #[error(transparent)]
    Voxels(#[from] tautline_meshgen::VoxelError),
    /// A mesh cannot be inset by a radius.
    #[error(transparent)]
    Inset(#[from] InsetError),
    /// The areas are not a valid mesh.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// Walls of the map lie on no edge of an area (tautline's own format).
    #[error(
        "{}, but the ends of a wall must be successive corners of an area; split the areas there",
        on_no_edge(walls, ends)
    )]
    Walls {
        /// The numbers of the walls, from 0.
        walls: Vec<usize>,
        /// The two ends of each; x and y in world units.
        ends: Vec<[[f32; 2]; 2]>,
    },
    /// A radius is not finite or below 0.
    #[error(transparent)]
    Baked(#[from] BakedError),
    /// A cost profile does not suit the map.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// The caller stopped it.
    #[error("cancelled")]
    Cancelled,
}

impl MapError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::File { .. } => (1, "file"),
            Self::Empty => (2, "empty"),
            Self::NotUtf8 { .. } => (3, "not_utf8"),
            Self::UnknownExtension { .. } => (4, "unknown_extension"),
            Self::MissingFeature { .. } => (5, "missing_feature"),
            Self::DoesNotApply { .. } => (6, "does_not_apply"),
            Self::OutOfRange { .. } => (7, "out_of_range"),
            Self::TooManyTerrains { .. } => (8, "too_many_terrains"),
            Self::DuplicateTerrain { .. } => (9, "duplicate_terrain"),
            Self::UnknownName { .. } => (10, "unknown_name"),
            Self::Colour { .. } => (11, "colour"),
            Self::Level { .. } => (12, "level"),
            Self::NoGround { .. } => (13, "no_ground"),
            Self::Format(_) => (14, "format"),
            Self::Tiles(_) => (15, "tiles"),
            Self::Polygons(_) => (16, "polygons"),
            Self::Model(_) => (17, "model"),
            #[cfg(feature = "recast")]
            Self::Voxels(_) => (18, "voxels"),
            Self::Inset(_) => (19, "inset"),
            Self::Faults(_) => (20, "faults"),
            Self::Baked(_) => (21, "baked"),
            Self::Cancelled => (22, "cancelled"),
            Self::Profile(_) => (23, "profile"),
            Self::SeveralLayers => (24, "several_layers"),
            Self::Walls { .. } => (25, "walls"),
        }
    }
}

/// Describes walls that lie on no edge.
fn on_no_edge(walls: &[usize], ends: &[[[f32; 2]; 2]]) -> String {
    let wall = |(wall, [[x, y], [to_x, to_y]]): (&usize, &[[f32; 2]; 2])| {
        format!("walls[{wall}] from ({x}, {y}) to ({to_x}, {to_y})")
    };
    let walls: Vec<String> = walls.iter().zip(ends).map(wall).collect();
    let lie = if walls.len() == 1 { "lies" } else { "lie" };
    format!("{} {lie} on no edge of an area", walls.join(", "))
}

/// Formats extensions as a list.
fn extensions(extensions: &[&str], last: &str) -> String {
    match extensions {
        [] => String::new(),
        [one] => format!(".{one}"),
        [others @ .., one] => format!(".{}{last}.{one}", others.join(", .")),
    }
}
