//! What labels consist of.

use std::fmt;
use std::mem::size_of_val;

use super::Labels;
use super::tables::cones::{CONTINUING, GROUPS};

/// How much there is of labels, and how many bytes each part has in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelStats {
    /// Corners of the mesh.
    pub corners: usize,
    /// Corners that are hubs.
    pub hubs: usize,
    /// What corners see: one for each corner, wedge, area and way into it.
    pub cones: usize,
    /// Cones of corners that lead on.
    pub continuing_cones: usize,
    /// Distances from corners to hubs, with those that fill up rows.
    pub entries: usize,
    /// Ways between corners that are no hubs.
    pub arcs: usize,
    /// Bytes of what areas list.
    pub cone_bytes: usize,
    /// Bytes of distances to hubs, and of the ways there.
    pub entry_bytes: usize,
    /// Bytes of the ways between corners that are no hubs.
    pub arc_bytes: usize,
    /// Bytes of all parts.
    pub bytes: usize,
}

impl fmt::Display for LabelStats {
    /// One line: how many corners are hubs, and the memory that the labels take.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hubs, corners, bytes, .. } = self;
        match corners {
            0 => write!(formatter, "no hubs, for no path ever turns: {bytes} bytes"),
            _ => write!(formatter, "{hubs} of {corners} corners are hubs: {bytes} bytes"),
        }
    }
}

impl Labels {
    /// What the labels consist of.
    #[must_use]
    pub fn stats(&self) -> LabelStats {
        let cone_bytes = self.cones.bytes();
        let entry_bytes = self.entries.bytes();
        let arc_bytes = size_of_val(&self.graph.arcs[..]) + size_of_val(&self.graph.starts[..]);
        let leading = self.cones.starts.windows(CONTINUING + 1).step_by(GROUPS);
        LabelStats {
            corners: self.corner_count(),
            hubs: self.hub_count as usize,
            cones: self.cones.nodes.len(),
            continuing_cones: leading.map(|starts| (starts[CONTINUING] - starts[0]) as usize).sum(),
            entries: self.entries.len(),
            arcs: self.graph.arcs.len(),
            cone_bytes,
            entry_bytes,
            arc_bytes,
            bytes: cone_bytes
                + entry_bytes
                + arc_bytes
                + size_of_val(&self.corners[..])
                + size_of_val(&self.fans[..])
                + size_of_val(&self.ranks[..]),
        }
    }
}
