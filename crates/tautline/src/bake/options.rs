//! The options of baking.

use std::fmt;
use std::ops::RangeInclusive;

use tautline_meshgen::LineJoin;
use tautline_meshgen::UpAxis;
use tautline_navmesh::LinkKind;

use super::{CostProfile, MapError, ProfileError};

/// The number of terrain classes.
pub(super) const CLASSES: usize = 256;

/// Bakes a map file: the options, and [`MapBaker::bake`]. All options have defaults. An
/// option that does not apply to the format of the file is an error: ignored, it would silently
/// give a wrong map.
///
/// [The module](crate::bake) has an example.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MapBaker {
    /// The agent radii, in world units, each finite and at least 0; one mesh is built for each.
    /// If empty, one for radius 0: paths touch the walls.
    pub radii: Vec<f32>,
    /// The form of insets around corners. Default: a miter. No effect on voxelised ground.
    pub line_join: LineJoin,
    /// The labels to bake. Default: [`LabelChoice::Auto`].
    pub labels: LabelChoice,
    /// Link layers of the labels, one for each kind of agent that may take only some kinds of links: these
    /// kinds, as in [`BakeOptions::link_layers`](tautline_labels::BakeOptions::link_layers).
    pub link_layers: Vec<Vec<LinkKind>>,
    /// The greatest number of bytes of memory in which the labels of a mesh are baked, as in
    /// [`BakeOptions::max_memory`](tautline_labels::BakeOptions::max_memory). Default: no limit.
    pub max_memory: Option<usize>,
    /// The landmarks to choose. Default: [`LandmarkChoice::Auto`].
    pub landmarks: LandmarkChoice,
    /// The costs of terrain for kinds of agents, for which labels are baked.
    pub profiles: Vec<CostProfile>,
    /// True if concave areas of `.json` and `.mesh` files are errors instead of being split.
    pub strict: bool,
    /// True if areas stay as they are in the file, with their numbers (`.mesh`, Detour), on the mesh
    /// for radius 0. By default, those that form a convex area are merged, if they have the same
    /// terrain and are level: searches pay for each border that they cross.
    pub keep_areas: bool,
    /// The names of the terrain classes, from class 0 on, which is also the class of everything
    /// without a label. If empty, the names in the file become classes, from class 1 on, in the
    /// order in which they are read, and class 0 is called `ground`.
    pub terrains: Vec<String>,
    /// The layers to read (Tiled; only one: LDtk). If empty, all (Tiled) or the uppermost
    /// IntGrid layer (LDtk).
    pub layers: Vec<String>,
    /// The layers whose tiles and objects all block, besides those named `collision` (Tiled). Objects
    /// with another label keep its meaning.
    pub collision_layers: Vec<String>,
    /// The level to read; required if there are several (LDtk).
    pub level: Option<String>,
    /// The meaning of grid values (LDtk) and colours (PNG).
    pub keys: Vec<Key>,
    /// The world units for each unit of the file: a pixel, a degree, the side of a `.map` cell
    /// (SVG, GeoJSON, tile maps). In [`MapBaker::SCALES`]. Default: 1.
    pub scale: Option<f64>,
    /// True if y is to grow upwards in the world, although it grows downwards in the file (tile maps): y becomes
    /// -y, so that the upper left corner of the map stays at the origin.
    pub flip_y: bool,
    /// The longitude and latitude that become the origin; degrees become metres (GeoJSON). From -360 to 360, and
    /// from -90 to 90.
    pub metres_around: Option<[f64; 2]>,
    /// The greatest distance between a curve and the line segments that replace it, in world
    /// units, above 0 (SVG). Default: 0.05.
    pub tolerance: Option<f64>,
    /// The meaning of shapes (SVG, GeoJSON) and tiles (Tiled) without a label. Default: ground.
    pub unlabelled: Option<Unlabelled>,
    /// The axis that points up (OBJ). Default: y.
    pub up: Option<UpAxis>,
    /// The greatest slope of walkable ground, as rise over run, at least 0 (OBJ, glTF).
    /// Default: 1, which is 45 degrees.
    pub max_slope: Option<f32>,
    /// The distance within which vertices of a model are welded, in world units (OBJ, glTF), as
    /// [`ModelOptions::weld_distance`](tautline_meshgen::ModelOptions::weld_distance): for objects
    /// that were meant to meet. No effect on voxelised ground. Default: 0, which welds vertices at
    /// the same position.
    pub weld: Option<f32>,
    /// Polygons and connections with any of these flags are imported (Detour). Default: all.
    pub include_flags: Option<u16>,
    /// Polygons and connections with any of these flags are left out (Detour). Default: none.
    pub exclude_flags: Option<u16>,
    /// If set, the ground of a model is found by voxelisation, as in Recast, for an agent of this
    /// size (OBJ, glTF; feature `recast`). Otherwise its triangles are the ground.
    pub voxels: Option<VoxelAgent>,
}

/// The meaning of a grid value or a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The value: a number or name (LDtk), or a colour of 6 hexadecimal digits such as `4caf50`
    /// (PNG).
    pub value: String,
    /// The terrain class; `None` if the value blocks.
    pub class: Option<u8>,
}

/// The meaning of shapes and tiles without a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unlabelled {
    /// Ground of terrain class 0.
    #[default]
    Ground,
    /// Holes in the ground.
    Hole,
    /// Decoration, which is ignored.
    Ignored,
}

/// The labels to bake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LabelChoice {
    /// As many as are worth their memory: with all corners as hubs, or on large maps a fifth of them.
    #[default]
    Auto,
    /// None.
    Off,
    /// As many as with `Auto`, but the file has only the order of the hubs, from which loading
    /// bakes the labels again.
    Order,
    /// At most this number of bytes for each mesh.
    Bytes(usize),
}

/// The landmarks to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LandmarkChoice {
    /// For meshes without labels, but not on open ground of many triangles. Landmarks save no time there, and
    /// take long to compute.
    #[default]
    Auto,
    /// For all meshes; with labels, they speed up queries that forbid terrain.
    On,
    /// For none.
    Off,
}

/// The size of an agent and of the voxels in which its ground is found. The radii of
/// [`MapBaker`] apply, too.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VoxelAgent {
    /// The height of the agent, in world units. Default: 2.
    pub height: f32,
    /// The greatest height of a step that the agent can climb, in world units. Default: 0.5.
    pub max_step: f32,
    /// The width of a voxel, in world units; its height is half of that. Usual is a half to a
    /// third of the radius. Default: 0.2.
    pub cell: f32,
    /// The maximum depth of a drop over the edge of the ground, in world units; 0, the default, for no drops. Drops
    /// become links of the map.
    pub max_drop: f32,
    /// The maximum width of a gap that the agent can jump across, in world units; 0, the default, for no jumps. Jumps
    /// become links of the map.
    pub max_jump: f32,
}

impl Default for VoxelAgent {
    fn default() -> Self {
        Self { height: 2.0, max_step: 0.5, cell: 0.2, max_drop: 0.0, max_jump: 0.0 }
    }
}

/// An option of [`MapBaker`] that does not apply to all formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum MapOption {
    /// [`MapBaker::strict`].
    Strict,
    /// [`MapBaker::keep_areas`].
    KeepAreas,
    /// [`MapBaker::terrains`].
    Terrains,
    /// [`MapBaker::layers`].
    Layers,
    /// [`MapBaker::collision_layers`].
    CollisionLayers,
    /// [`MapBaker::level`].
    Level,
    /// [`MapBaker::keys`].
    Keys,
    /// [`MapBaker::scale`].
    Scale,
    /// [`MapBaker::flip_y`].
    FlipY,
    /// [`MapBaker::metres_around`].
    MetresAround,
    /// [`MapBaker::tolerance`].
    Tolerance,
    /// [`MapBaker::unlabelled`].
    Unlabelled,
    /// [`MapBaker::up`].
    Up,
    /// [`MapBaker::max_slope`].
    MaxSlope,
    /// [`MapBaker::voxels`].
    Voxels,
    /// [`MapBaker::include_flags`].
    IncludeFlags,
    /// [`MapBaker::exclude_flags`].
    ExcludeFlags,
    /// [`MapBaker::weld`].
    Weld,
}

impl MapOption {
    /// Returns the name of the field of [`MapBaker`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::KeepAreas => "keep_areas",
            Self::Terrains => "terrains",
            Self::Layers => "layers",
            Self::CollisionLayers => "collision_layers",
            Self::Level => "level",
            Self::Keys => "keys",
            Self::Scale => "scale",
            Self::FlipY => "flip_y",
            Self::MetresAround => "metres_around",
            Self::Tolerance => "tolerance",
            Self::Unlabelled => "unlabelled",
            Self::Up => "up",
            Self::MaxSlope => "max_slope",
            Self::Voxels => "voxels",
            Self::IncludeFlags => "include_flags",
            Self::ExcludeFlags => "exclude_flags",
            Self::Weld => "weld",
        }
    }
}

impl fmt::Display for MapOption {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl MapBaker {
    /// The accepted scales. They keep the coordinates of any sensible file within `f32`. With
    /// others, coordinates would become infinite or equal, and the errors would be about the file.
    pub const SCALES: RangeInclusive<f64> = 1e-12..=1e12;

    /// Creates a baker with default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same baker with a further agent radius.
    #[must_use]
    pub fn with_radius(mut self, radius: f32) -> Self {
        self.radii.push(radius);
        self
    }

    /// The same baker with these terrain names, from class 0 on.
    #[must_use]
    pub fn with_terrains(self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { terrains: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// The same baker that keeps the areas of the file.
    #[must_use]
    pub fn with_areas_kept(self) -> Self {
        Self { keep_areas: true, ..self }
    }

    /// The same baker with a scale.
    #[must_use]
    pub fn with_scale(self, scale: f64) -> Self {
        Self { scale: Some(scale), ..self }
    }

    /// The same baker that makes y grow upwards.
    #[must_use]
    pub fn with_flip_y(self) -> Self {
        Self { flip_y: true, ..self }
    }

    /// The same baker with a further meaning of a grid value or a colour.
    #[must_use]
    pub fn with_key(mut self, value: impl Into<String>, class: Option<u8>) -> Self {
        self.keys.push(Key { value: value.into(), class });
        self
    }

    /// The same baker with a meaning of shapes and tiles without a label.
    #[must_use]
    pub fn with_unlabelled(self, unlabelled: Unlabelled) -> Self {
        Self { unlabelled: Some(unlabelled), ..self }
    }

    /// The same baker with other labels.
    #[must_use]
    pub fn with_labels(self, labels: LabelChoice) -> Self {
        Self { labels, ..self }
    }

    /// The same baker with a link layer for agents that take links of these kinds alone.
    #[must_use]
    pub fn with_link_layer(mut self, kinds: impl IntoIterator<Item = LinkKind>) -> Self {
        self.link_layers.push(kinds.into_iter().collect());
        self
    }

    /// The same baker with labels for further costs of terrain.
    #[must_use]
    pub fn with_profile(mut self, profile: CostProfile) -> Self {
        self.profiles.push(profile);
        self
    }

    /// Returns the options that were set.
    pub(super) fn given(&self) -> impl Iterator<Item = MapOption> {
        let options = [
            (MapOption::Strict, self.strict),
            (MapOption::KeepAreas, self.keep_areas),
            (MapOption::Terrains, !self.terrains.is_empty()),
            (MapOption::Layers, !self.layers.is_empty()),
            (MapOption::CollisionLayers, !self.collision_layers.is_empty()),
            (MapOption::Level, self.level.is_some()),
            (MapOption::Keys, !self.keys.is_empty()),
            (MapOption::Scale, self.scale.is_some()),
            (MapOption::FlipY, self.flip_y),
            (MapOption::MetresAround, self.metres_around.is_some()),
            (MapOption::Tolerance, self.tolerance.is_some()),
            (MapOption::Unlabelled, self.unlabelled.is_some()),
            (MapOption::Up, self.up.is_some()),
            (MapOption::MaxSlope, self.max_slope.is_some()),
            (MapOption::Voxels, self.voxels.is_some()),
            (MapOption::IncludeFlags, self.include_flags.is_some()),
            (MapOption::ExcludeFlags, self.exclude_flags.is_some()),
            (MapOption::Weld, self.weld.is_some()),
        ];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Checks everything that does not depend on the format.
    pub(super) fn check(&self) -> Result<(), MapError> {
        const DEGREES: &str = "a longitude from -360 to 360 and a latitude from -90 to 90";
        let [longitude, latitude] = [0, 1].map(|axis| self.metres_around.map(|place| place[axis]));
        let numbers = [
            (MapOption::Scale, self.scale, Self::SCALES, "from 1e-12 to 1e12"),
            (MapOption::MetresAround, longitude, -360.0..=360.0, DEGREES),
            (MapOption::MetresAround, latitude, -90.0..=90.0, DEGREES),
            (MapOption::Tolerance, self.tolerance, f64::MIN_POSITIVE..=f64::MAX, "above 0"),
            (MapOption::MaxSlope, self.max_slope.map(f64::from), 0.0..=f64::INFINITY, "at least 0"),
            (MapOption::Weld, self.weld.map(f64::from), 0.0..=f64::MAX, "at least 0"),
        ];
        for (option, value, range, allowed) in numbers {
            if let Some(value) = value.filter(|value| !range.contains(value)) {
                return Err(MapError::OutOfRange { option, value, allowed });
            }
        }
        let names = &self.terrains;
        if names.len() > CLASSES {
            return Err(MapError::TooManyTerrains { count: names.len() });
        }
        for (class, name) in names.iter().enumerate() {
            // The readers of formats compare names without regard to case.
            if names[..class].iter().any(|before| before.eq_ignore_ascii_case(name)) {
                return Err(MapError::DuplicateTerrain { name: name.clone() });
            }
        }
        for (index, profile) in self.profiles.iter().enumerate() {
            if self.profiles[..index].iter().any(|before| before.name == profile.name) {
                return Err(ProfileError::Duplicate { profile: profile.name.clone() }.into());
            }
        }
        Ok(())
    }
}
