//! The lower bound of the cost from a point to the destination.

use tautline_geometry::DVec2;
use tautline_navmesh::HalfEdgeId;
use tautline_navmesh::internal::LinkEstimate;

use super::field::Field;

/// A bound from any point to the destination of a wave.
///
/// For the first wave, it is the straight distance times the least factor. Each later wave runs in the opposite
/// direction to the one before it, and uses that wave's values. A path over ground that the wave before did not settle
/// costs more than the target, so the bound is infinite there.
#[derive(Clone, Copy)]
pub(super) struct Rest<'a> {
    pub(super) estimate: &'a LinkEstimate,
    pub(super) least_factor: f64,
    /// The wave before, and the factor that turns its values into bounds.
    pub(super) wave: Option<(&'a Field, f64)>,
}

impl Rest<'_> {
    /// An amount beyond the rounding errors of a straight distance.
    pub(super) const DOWN: f64 = 1.0 - 1e-12;

    fn straight(&self, point: DVec2) -> f64 {
        self.least_factor * self.estimate.at(point) * Self::DOWN
    }

    pub(super) fn at_vertex(&self, first: HalfEdgeId, point: DVec2) -> f64 {
        let Some((field, scale)) = self.wave else { return self.straight(point) };
        let node = field.known_vertex(first).filter(|node| node.is_settled);
        node.map_or(f64::INFINITY, |node| node.value * scale)
    }

    /// The bound on a border, given by the smaller one of its half-edges.
    pub(super) fn on_border(&self, edge: HalfEdgeId, along: f64, point: DVec2) -> f64 {
        let Some((field, scale)) = self.wave else { return self.straight(point) };
        let Some(border) = field.known_border(edge) else { return f64::INFINITY };
        let mut pieces = field.pieces_of(border);
        let around = pieces.find(|&[_, to]| along <= field.along(border, to));
        around.map_or(f64::INFINITY, |ends| {
            let piece = field.piece(border, ends);
            // A node may be settled where the piece before it is not.
            let of_piece = if along < piece.ends[1] { &ends[..] } else { &ends[1..] };
            let is_settled = of_piece.iter().all(|&end| field.is_settled(end));
            if is_settled { piece.value(along) * scale } else { f64::INFINITY }
        })
    }

    /// The bound at the far end of an arc that costs `cost`.
    pub(super) fn at_arc(&self, arc: u32, cost: f64, point: DVec2) -> f64 {
        let Some((field, scale)) = self.wave else { return self.straight(point) };
        // The wave before took the link in the other direction, from here to the near end.
        let node = field.known_arc(arc).filter(|&node| field.is_settled(node));
        node.map_or(f64::INFINITY, |node| {
            (field.nodes[node as usize].value - cost).max(0.0) * scale
        })
    }

    /// The points of a border between which the bound is linear, or all but linear, in order.
    pub(super) fn points_of(&self, edge: HalfEdgeId) -> impl Iterator<Item = f64> + '_ {
        let known = self.wave.and_then(|(field, _)| Some((field, field.known_border(edge)?)));
        known.into_iter().flat_map(|(field, border)| {
            let last = field.borders[border as usize].ends[1];
            let inner = field.pieces_of(border).map(|[_, to]| to).filter(move |&to| to != last);
            inner.map(move |node| field.along(border, node))
        })
    }

    /// The greatest change of the bound along a unit of a border; `None` if it is linear on every piece.
    pub(super) fn steepness(&self) -> Option<f64> {
        self.wave.is_none().then_some(self.least_factor)
    }
}
