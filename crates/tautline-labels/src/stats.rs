//! Statistics of labels.

use std::fmt;
use std::mem::size_of_val;

use crate::Labels;
use crate::tables::cones::{CONTINUING, GROUPS};
use crate::tables::links::LinkLayer;

/// The size of labels, by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelStats {
    /// Corners of the mesh.
    pub corners: usize,
    /// Corners that are hubs.
    pub hubs: usize,
    /// Visibility cones: one for each corner, wedge, area, and border through which it is
    /// seen.
    pub cones: usize,
    /// Cones of corners from which shortest paths continue to or from a hub.
    pub continuing_cones: usize,
    /// Label entries (distances from corners to hubs), padding included.
    pub entries: usize,
    /// Arcs of the hierarchy, or of the taut visibility graph; none if all corners are hubs.
    pub arcs: usize,
    /// Arcs of the hierarchy that stand for paths over other corners.
    pub shortcuts: usize,
    /// Link layers: one of all links, and one for each of
    /// [`BakeOptions::link_layers`](crate::BakeOptions::link_layers).
    pub link_layers: usize,
    /// Links in one direction that the first link layer covers.
    pub link_arcs: usize,
    /// Entries of the link layers: distances between corners or ends of links and links.
    pub link_entries: usize,
    /// Bytes of the cones.
    pub cone_bytes: usize,
    /// Bytes of the label entries.
    pub entry_bytes: usize,
    /// Bytes of the hierarchy, or of the taut visibility graph.
    pub arc_bytes: usize,
    /// Bytes of the link layers.
    pub link_bytes: usize,
    /// Bytes in all.
    pub bytes: usize,
}

impl fmt::Display for LabelStats {
    /// Writes the numbers of hubs and corners, and the memory, in one line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hubs, corners, bytes, .. } = self;
        match corners {
            0 => write!(formatter, "no hubs, because no path turns: {bytes} bytes"),
            _ => write!(formatter, "{hubs} of {corners} corners are hubs: {bytes} bytes"),
        }
    }
}

impl Labels {
    /// Returns the statistics of the labels.
    #[must_use]
    pub fn stats(&self) -> LabelStats {
        let cone_bytes = self.cones.bytes();
        let entry_bytes = self.entries.bytes();
        let arc_bytes = self.below_hubs.bytes();
        let link_bytes = self.links.iter().map(LinkLayer::bytes).sum();
        let leading = self.cones.starts.windows(CONTINUING + 1).step_by(GROUPS);
        LabelStats {
            corners: self.corner_count(),
            hubs: self.hub_count as usize,
            cones: self.cones.nodes.len(),
            continuing_cones: leading.map(|starts| (starts[CONTINUING] - starts[0]) as usize).sum(),
            entries: self.entries.len(),
            arcs: self.below_hubs.graph().map_or(0, |graph| graph.arcs.len()),
            shortcuts: self.below_hubs.shortcut_count(),
            link_layers: self.links.len(),
            link_arcs: self.links.first().map_or(0, |layer| layer.arcs.len()),
            link_entries: self.links.iter().map(LinkLayer::entry_count).sum(),
            cone_bytes,
            entry_bytes,
            arc_bytes,
            link_bytes,
            bytes: cone_bytes
                + entry_bytes
                + arc_bytes
                + link_bytes
                + size_of_val(&self.corners[..])
                + size_of_val(&self.points[..])
                + size_of_val(&self.fans[..])
                + size_of_val(&self.ranks[..]),
        }
    }
}

#[cfg(test)]
mod tests {
    use tautline_navmesh::{LinkKind, RawLink, Terrain, rectangles_from_cells};

    use super::*;
    use crate::{BakeOptions, Hubs};

    /// Names every field, so that a new list is not forgotten.
    #[test]
    fn the_bytes_are_those_of_all_lists() -> Result<(), Box<dyn std::error::Error>> {
        fn list<T>(items: &[T]) -> usize {
            size_of_val(items)
        }
        let mut raw =
            rectangles_from_cells(9, 9, |x, y| (x % 2 == 0 || y % 4 == 0).then_some(Terrain(0)));
        let (from, to) = ([0.5, 2.5], [8.5, 2.5]);
        raw.links = vec![RawLink { from, to, kind: LinkKind::Jump, ..RawLink::default() }];
        let mesh = raw.build()?;
        for hubs in [Hubs::All, Hubs::AtMost(3)] {
            let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs))?;
            let stats = labels.stats();
            assert!(stats.corners > 9 && stats.link_layers == 1, "{stats:?}");
            let Labels {
                binding: _,
                fingerprint: _,
                identity: _,
                fans,
                points,
                corners,
                ranks,
                hub_count: _,
                cones,
                fixed_point: _,
                landmark_unit: _,
                entries,
                below_hubs,
                links,
            } = &labels;
            let of_corners = list(fans) + list(points) + list(corners) + list(ranks);
            let tables = cones.bytes() + entries.bytes() + below_hubs.bytes();
            let of_links: usize = links.iter().map(LinkLayer::bytes).sum();
            assert_eq!(stats.bytes, of_corners + tables + of_links);
        }
        Ok(())
    }
}
