//! Verification of stored meshes.

use tautline_geometry::Vec2;

use super::geometry::Checks;
use super::{StoredMesh, StoredMeshError};
use crate::parallel::in_thread_pool;
use crate::{FanId, Fault, Faults, HalfEdgeId, NavMesh};

impl StoredMesh {
    /// Checks all data and makes the mesh.
    ///
    /// Nothing is trusted: an accepted mesh satisfies every rule that [`NavMesh::build`]
    /// enforces, whatever its source. The derived lists only save time: a forged list is
    /// refused and cannot change a result. O(n), plus the location of each link's ends. Uses
    /// two threads with the feature `rayon`.
    ///
    /// # Errors
    ///
    /// The first [`StoredMeshError`].
    pub fn verify(self) -> Result<NavMesh, StoredMeshError> {
        in_thread_pool(self.half_edge_fans.len(), || self.verified())
    }

    fn verified(mut self) -> Result<NavMesh, StoredMeshError> {
        self.check_lengths()?;
        self.check_half_edge_fans()?;
        let first_half_edges = self.first_half_edges()?;
        let vertices = std::mem::take(&mut self.vertices).into_iter().map(Vec2::from).collect();
        let links = std::mem::take(&mut self.links);
        let areas = self.half_edge_ends.len();
        let attributes = (0..areas).map(|area| self.attributes(area)).collect();
        let mut mesh = self.finish(vertices, first_half_edges, attributes, Checks::All)?;
        let mut faults = Vec::new();
        mesh.attach_links(&links, &mut faults);
        Faults::check(faults)?;
        Ok(mesh)
    }

    fn check_lengths(&self) -> Result<(), Fault> {
        let (vertices, edges, areas) =
            (self.vertices.len(), self.half_edge_fans.len(), self.half_edge_ends.len());
        if areas == 0 {
            return Err(Fault::NoAreas);
        }
        let counts = [
            ("half-edges", edges),
            ("vertices", vertices),
            ("fans", self.fan_vertices.len()),
            ("links", self.links.len()),
        ];
        if let Some(fault) = counts.into_iter().find_map(Fault::if_too_many) {
            return Err(fault);
        }
        let is_optional = true;
        let lists = [
            ("elevations", self.elevations.len(), vertices, is_optional),
            ("vertex order", self.vertex_order.len(), vertices, is_optional),
            ("twins", self.twins.len(), edges, !is_optional),
            ("block-cut numbers", self.block_cut_numbers.len(), areas, !is_optional),
        ];
        let attributes = self.attribute_lists().map(|(list, found)| (list, found, areas, true));
        for (list, found, expected, is_optional) in lists.into_iter().chain(attributes) {
            if found != expected && !(is_optional && found == 0) {
                return Err(Fault::ListLength { list, found, expected });
            }
        }
        Ok(())
    }

    /// Checks that half-edges start at fans.
    fn check_half_edge_fans(&self) -> Result<(), StoredMeshError> {
        let fans = self.fan_vertices.len();
        if self.half_edge_fans.iter().max().is_some_and(|&most| most as usize >= fans) {
            let is_none = |&fan: &u32| fan as usize >= fans;
            let edge = self.half_edge_fans.iter().position(is_none).unwrap_or(0);
            let (edge, fan) = (HalfEdgeId::from_index(edge), FanId(self.half_edge_fans[edge]));
            return Err(StoredMeshError::HalfEdgeFan { edge, fan, fans });
        }
        Ok(())
    }

    /// The first half-edge of each area, and the end of the last area. Checks that they are
    /// increasing, with at least three half-edges for each area.
    fn first_half_edges(&self) -> Result<Vec<u32>, Fault> {
        let (edges, areas) = (self.half_edge_fans.len(), self.half_edge_ends.len());
        let mut first_half_edges = Vec::with_capacity(areas + 1);
        first_half_edges.push(0);
        first_half_edges.extend_from_slice(&self.half_edge_ends);
        let have_corners = first_half_edges
            .windows(2)
            .fold(true, |all, range| all & (range[1].saturating_sub(range[0]) >= 3));
        if have_corners && self.half_edge_ends.last().is_some_and(|&end| end as usize == edges) {
            return Ok(first_half_edges);
        }
        for (area, range) in first_half_edges.windows(2).enumerate() {
            let (least, end, is_last) = (range[0], range[1], area + 1 == areas);
            if end < least || end as usize > edges || (is_last && (end as usize) < edges) {
                return Err(Fault::CornerEnd { area, end, least, most: edges });
            }
        }
        let corners = |area: usize| (first_half_edges[area + 1] - first_half_edges[area]) as usize;
        match (0..areas).find(|&area| corners(area) < 3) {
            Some(area) => Err(Fault::TooFewCorners { area, corners: corners(area) }),
            None => Ok(first_half_edges),
        }
    }
}
