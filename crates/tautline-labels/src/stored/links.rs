//! Link layers as plain data, and their verification.

use tautline_navmesh::internal::fingerprint;
use tautline_navmesh::{LinkId, NavMesh};

use super::StoredLabelsError;
use super::checks::{all_right, has_length, starts_of, wrong};
use crate::labels::Labels;
use crate::tables::links::{
    Direction, EndCones, LayerArc, LinkEnd, LinkEntry, LinkKinds, LinkLayer, LinkNode, LinkRows,
};
use crate::to_u32;

/// A link layer of labels as plain data, in flat lists.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredLinkLayer {
    /// The fingerprint of the links that the layer belongs to.
    pub fingerprint: u64,
    /// The link of each arc: twice its number, plus 1 if it is taken backwards.
    pub arcs: Vec<u32>,
    /// The ends of each arc: its entrance and its exit.
    pub arc_ends: Vec<u32>,
    /// The first visibility cone of an end in each area, and the end of the last one.
    pub cone_starts: Vec<u32>,
    /// The end of each cone.
    pub cone_ends: Vec<u32>,
    /// The vertices that the right and the left ray of each cone lead through; 2^32 - 1 if the
    /// area does not extend beyond the ray.
    pub cone_limits: Vec<u32>,
    /// The first entry of each corner and wedge, and of each arc, and the end of the last one:
    /// first those from exits, then those to entrances.
    pub row_starts: Vec<u32>,
    /// The distance of each entry from the exit of its arc, cost included, or to the entrance: the
    /// bits of an `f64`.
    pub distances: Vec<u64>,
    /// The arc of each entry.
    pub entry_arcs: Vec<u32>,
    /// For each entry, the entry of the same arc at the next node; at the arc, the entry itself.
    /// Entries are numbered separately in each of the two directions.
    pub nexts: Vec<u32>,
    /// For each cone of a corner, the number of entries of both kinds that may keep a path taut.
    pub taut_counts: Vec<u16>,
}

impl LinkLayer {
    /// Returns the layer as plain data.
    pub(super) fn to_stored(&self) -> StoredLinkLayer {
        let entries = || self.rows.iter().flat_map(|rows| &rows.entries);
        StoredLinkLayer {
            fingerprint: self.fingerprint,
            arcs: self.arcs.iter().map(|arc| arc.link.0 << 1 | u32::from(!arc.forwards)).collect(),
            arc_ends: self.arcs.iter().flat_map(|arc| arc.ends).collect(),
            cone_starts: self.end_cones.starts.clone(),
            cone_ends: self.end_cones.ends.clone(),
            cone_limits: self.end_cones.limits.as_flattened().to_vec(),
            row_starts: self.rows.iter().flat_map(|rows| rows.starts.iter().copied()).collect(),
            distances: entries().map(|entry| entry.distance.to_bits()).collect(),
            entry_arcs: entries().map(|entry| entry.arc).collect(),
            nexts: entries().map(|entry| entry.next).collect(),
            taut_counts: self.taut_counts.as_flattened().to_vec(),
        }
    }
}

/// Checks the link layers for a mesh, and for verified labels that have none yet. The first layer must
/// cover the links of all kinds, and no two layers the same kinds.
pub(super) fn verify_layers(
    stored: Vec<StoredLinkLayer>,
    mesh: &NavMesh,
    labels: &Labels,
) -> Result<Vec<LinkLayer>, StoredLabelsError> {
    let all = LinkKinds::of_mesh(mesh);
    let mut layers: Vec<LinkLayer> = Vec::new();
    for (number, layer) in stored.into_iter().enumerate() {
        let layer = layer.verify(mesh, labels)?;
        if (number == 0 && layer.kinds != all)
            || layers.iter().any(|other| other.kinds == layer.kinds)
        {
            return Err(wrong("link layers", number));
        }
        layers.push(layer);
    }
    Ok(layers)
}

impl StoredLinkLayer {
    /// Checks a layer for a mesh and verified labels without one. Every number must be in range,
    /// and every path must end at its arc. O(n).
    pub(super) fn verify(
        self,
        mesh: &NavMesh,
        labels: &Labels,
    ) -> Result<LinkLayer, StoredLabelsError> {
        if self.fingerprint != fingerprint::of_links(mesh) {
            return Err(StoredLabelsError::OtherMesh);
        }
        let (arcs, ends) = self.verify_arcs(mesh)?;
        let kinds = verify_kinds(&arcs, mesh)?;
        let vertices = mesh.vertices().len();
        let cones = starts_of("link cone starts", &self.cone_starts, mesh.area_count())?;
        has_length("link cone ends", self.cone_ends.len(), cones)?;
        has_length("link cone limits", self.cone_limits.len(), 2 * cones)?;
        all_right("link cone ends", &self.cone_ends, |&end| (end as usize) < ends.len())?;
        all_right("link cone limits", &self.cone_limits, |&limit| {
            limit == EndCones::UNCUT || (limit as usize) < vertices
        })?;
        let rows = self.verify_rows(labels.corner_count(), arcs.len())?;
        has_length("link taut counts", self.taut_counts.len(), 2 * labels.cones.nodes.len())?;
        let layer = LinkLayer {
            fingerprint: self.fingerprint,
            kinds,
            arcs,
            ends,
            end_cones: EndCones {
                starts: self.cone_starts,
                ends: self.cone_ends,
                limits: self.cone_limits.as_chunks().0.to_vec(),
            },
            rows,
            taut_counts: self.taut_counts.as_chunks().0.to_vec(),
            ..LinkLayer::default()
        };
        Ok(layer.finished(&labels.cones))
    }

    /// Returns the arcs, and their ends.
    fn verify_arcs(
        &self,
        mesh: &NavMesh,
    ) -> Result<(Vec<LayerArc>, Vec<LinkEnd>), StoredLabelsError> {
        has_length("link arc ends", self.arc_ends.len(), 2 * self.arcs.len())?;
        // Each arc has two ends, so there are at most this many.
        let mut ends: Vec<Option<LinkEnd>> = vec![None; self.arc_ends.len()];
        let mut arcs = Vec::with_capacity(self.arcs.len());
        for (number, (&arc, of_arc)) in
            self.arcs.iter().zip(self.arc_ends.as_chunks().0).enumerate()
        {
            let invalid = || wrong("link arcs", number);
            let (id, forwards) = (LinkId(arc >> 1), arc & 1 == 0);
            let link = mesh.links().get(id.index()).filter(|link| link.is_enabled());
            let link = link.filter(|link| forwards || link.both_ways).ok_or_else(invalid)?;
            let points = [link.departure(forwards).point, link.arrival(forwards).point];
            for ((&end, point), direction) in of_arc.iter().zip(points).zip(Direction::BOTH) {
                let end = ends.get_mut(end as usize).ok_or_else(invalid)?;
                let end = end.get_or_insert(LinkEnd { point, arcs: [LinkEnd::NO_ARC; 2] });
                let arc = &mut end.arcs[direction as usize];
                if end.point != point || *arc != LinkEnd::NO_ARC {
                    return Err(invalid());
                }
                *arc = to_u32(number);
            }
            arcs.push(LayerArc { link: id, forwards, ends: *of_arc, cost: link.cost });
        }
        // The ends in use come first.
        let used = ends.iter().position(Option::is_none).unwrap_or(ends.len());
        if let Some(gap) = ends[used..].iter().position(Option::is_some) {
            return Err(wrong("link arc ends", used + gap));
        }
        Ok((arcs, ends.into_iter().flatten().collect()))
    }

    fn verify_rows(&self, corners: usize, arcs: usize) -> Result<[LinkRows; 2], StoredLabelsError> {
        let nodes = 2 * corners + arcs;
        has_length("link row starts", self.row_starts.len(), 2 * (nodes + 1))?;
        let (onwards, back) = self.row_starts.split_at(nodes + 1);
        let counts = [
            starts_of("link row starts", onwards, nodes)?,
            starts_of("link row starts", back, nodes)?,
        ];
        let count = counts[0] + counts[1];
        has_length("link distances", self.distances.len(), count)?;
        has_length("link entry arcs", self.entry_arcs.len(), count)?;
        has_length("link nexts", self.nexts.len(), count)?;
        let entry = |index: usize| {
            let (distance, arc) = (f64::from_bits(self.distances[index]), self.entry_arcs[index]);
            LinkEntry { distance, arc, next: self.nexts[index] }
        };
        let rows = |starts: &[u32], first: usize, count: usize| LinkRows {
            starts: starts.to_vec(),
            entries: (first..first + count).map(entry).collect(),
        };
        let rows = [rows(onwards, 0, counts[0]), rows(back, counts[0], counts[1])];
        for rows in &rows {
            verify_paths(rows, corners, arcs)?;
        }
        Ok(rows)
    }
}

/// Returns the kinds of the links of some arcs. All enabled links of these kinds must be among
/// them, in all of their directions.
fn verify_kinds(arcs: &[LayerArc], mesh: &NavMesh) -> Result<LinkKinds, StoredLabelsError> {
    let kinds = LinkKinds::of(arcs.iter().map(|arc| mesh.link(arc.link).kind));
    let mut has_arc = vec![[false; 2]; mesh.links().len()];
    for arc in arcs {
        has_arc[arc.link.index()][usize::from(arc.forwards)] = true;
    }
    for (index, (link, [back, forwards])) in mesh.links().iter().zip(has_arc).enumerate() {
        let is_wanted = link.is_enabled() && kinds.has(link.kind);
        if is_wanted && !(forwards && (back || !link.both_ways)) {
            return Err(wrong("links in link arcs", index));
        }
    }
    Ok(kinds)
}

/// Checks that each entry leads to its arc. Distances need not fall along free links, so every path is
/// followed, each entry once.
fn verify_paths(rows: &LinkRows, corners: usize, arcs: usize) -> Result<(), StoredLabelsError> {
    let LinkRows { starts, entries } = rows;
    let mut ends = vec![false; entries.len()];
    let mut path = Vec::new();
    for (node, bounds) in starts.windows(2).enumerate() {
        for index in bounds[0] as usize..bounds[1] as usize {
            let LinkEntry { distance, arc, next } = entries[index];
            let is_right = if next as usize == index {
                LinkLayer::node(corners, node) == LinkNode::Arc(arc)
            } else {
                entries.get(next as usize).is_some_and(|next| next.arc == arc)
            };
            let is_distance = distance.is_finite() && distance >= 0.0;
            if !(is_right && is_distance && (arc as usize) < arcs) {
                return Err(wrong("link entries", index));
            }
            ends[index] = next as usize == index;
        }
    }
    for index in 0..entries.len() {
        let mut at = index;
        while !ends[at] {
            path.push(at);
            // A ring would be followed for ever.
            if path.len() > entries.len() {
                return Err(wrong("link nexts", index));
            }
            at = entries[at].next as usize;
        }
        path.drain(..).for_each(|entry| ends[entry] = true);
    }
    Ok(())
}
