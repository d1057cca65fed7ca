//! Baked files and their meshes, described to people.

use pyo3::prelude::*;

/// The header of a baked file, as :meth:`Map.inspect` reads it.
///
/// Examples
/// --------
/// ``yard.nav`` is the file in the example of :meth:`Map.load`.
///
/// >>> info = tautline.Map.inspect("yard.nav")
/// >>> info.kind, info.size < info.memory
/// ('MESH', True)
#[pyclass(frozen, get_all, module = "tautline")]
pub(crate) struct Info {
    /// The kind: ``"MESH"`` for maps, ``"PLAT"`` for side-view levels.
    pub(crate) kind: String,
    /// The version of the format.
    pub(crate) format_version: u16,
    /// The length of the file in bytes.
    pub(crate) size: u64,
    /// The memory that loading takes at most, in bytes, with the bytes of the file. Not for labels
    /// that are stored as an order of hubs: these are baked again.
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

/// A mesh of a map, for agents of one radius: one of :attr:`Map.meshes`.
///
/// Examples
/// --------
/// ``yard`` is the map in the example of :class:`Map`.
///
/// >>> mesh = yard.meshes[0]
/// >>> mesh.radius, mesh.labels, mesh.links
/// (0.0, True, [])
#[pyclass(frozen, get_all, module = "tautline")]
pub(crate) struct Mesh {
    /// The greatest radius of an agent, in world units: paths keep this distance from all walls.
    pub(crate) radius: f64,
    /// The number of areas.
    pub(crate) areas: usize,
    /// The number of vertices.
    pub(crate) vertices: usize,
    /// The kinds of its links, by their numbers: ``"jump"``, ``"ladder"``, ``"teleport"``,
    /// ``"other"``. They have the same numbers for all radii. No path takes those that a radius puts out of
    /// reach, and ``bake`` warns.
    pub(crate) links: Vec<&'static str>,
    /// True if there are hub labels, with which paths are found many times faster.
    pub(crate) labels: bool,
    /// True if there are landmarks.
    pub(crate) landmarks: bool,
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
