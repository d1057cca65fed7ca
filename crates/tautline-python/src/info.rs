//! Descriptions of baked files and of the meshes in them.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;

/// The header of a baked file, as :meth:`Map.inspect` reads it. Equal headers have equal hashes.
///
/// Examples
/// --------
/// ``yard.nav`` is the file in the example of :meth:`Map.load`.
///
/// >>> info = tautline.Map.inspect("yard.nav")
/// >>> info.kind, info.size < info.memory
/// ('MESH', True)
#[pyclass(frozen, eq, hash, get_all, module = "tautline")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Info {
    /// The kind: ``"MESH"`` for maps, ``"PLAT"`` for side-view levels.
    pub(crate) kind: String,
    /// The version of the format.
    pub(crate) format_version: u16,
    /// The length of the file in bytes.
    pub(crate) size: u64,
    /// An upper bound on the memory for loading, in bytes, including the bytes of the file. It does not hold for
    /// labels that are stored as an order of hubs, because loading bakes these again.
    pub(crate) memory: u64,
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let Self { kind, format_version, size, memory } = self;
        format!(
            "<tautline.Info of a {kind} file, format {format_version}, {size} bytes; at most \
             {memory} bytes of memory>"
        )
    }
}

/// A mesh of a map, for agents of one radius: one of :attr:`Map.meshes`. It is a description: those with equal
/// values are equal, also if they are of different maps, and have equal hashes.
///
/// Examples
/// --------
/// ``yard`` is the map in the example of :class:`Map`.
///
/// >>> mesh = yard.meshes[0]
/// >>> mesh.radius, mesh.labels, mesh.links
/// (0.0, True, [])
#[pyclass(frozen, eq, hash, get_all, module = "tautline")]
#[derive(PartialEq)]
pub(crate) struct Mesh {
    /// The greatest radius of an agent, in world units: paths keep this distance from all walls.
    pub(crate) radius: f64,
    /// The number of areas.
    pub(crate) areas: usize,
    /// The number of vertices.
    pub(crate) vertices: usize,
    /// The kind of each link, by its number: ``"jump"``, ``"ladder"``, ``"teleport"`` or ``"other"``. A link has
    /// the same number for all radii. If an end of a link is off the mesh for a radius, no path takes it, and
    /// ``bake`` warns.
    pub(crate) links: Vec<&'static str>,
    /// True if there are hub labels, which make queries many times faster.
    pub(crate) labels: bool,
    /// True if there are landmarks.
    pub(crate) landmarks: bool,
}

impl Hash for Mesh {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Without the radius: numbers that are equal can have different bits.
        (self.areas, self.vertices, &self.links, self.labels, self.landmarks).hash(state);
    }
}

#[pymethods]
impl Mesh {
    fn __repr__(&self) -> String {
        let Self { radius, areas, vertices, links, labels, landmarks } = self;
        let links = links.len();
        let [labels, landmarks] = [labels, landmarks].map(|&is| if is { "True" } else { "False" });
        format!(
            "<tautline.Mesh: radius={radius}, areas={areas}, vertices={vertices}, links={links}, \
             labels={labels}, landmarks={landmarks}>"
        )
    }
}
