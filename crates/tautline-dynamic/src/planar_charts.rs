//! Planar charts: sets of areas that are cut together in the plane.

use std::collections::{BTreeMap, BTreeSet};

use crate::static_mesh::StaticMesh;
use tautline_geometry::polygon::edges;
use tautline_meshgen::internal::Extent;
use tautline_meshgen::internal::grid::{GridPoint, turn};
use tautline_navmesh::AreaId;

/// A planar chart: connected areas of the static mesh that do not overlap in the plane.
pub(super) struct PlanarChart<'a> {
    pub(super) static_mesh: &'a StaticMesh,
    /// Its areas, in order.
    pub(super) areas: &'a [AreaId],
    /// All areas that are cut together with it, in order.
    pub(super) affected: &'a [AreaId],
    /// Its number among all charts.
    pub(super) number: u32,
}

/// Divides areas, which are sorted, into planar charts: one, unless floors overlap. The areas of
/// a chart are connected across borders between them. Each chart is grown greedily from its
/// first area.
pub(super) fn planar_charts(static_mesh: &StaticMesh, areas: &[AreaId]) -> Vec<Vec<AreaId>> {
    let overlapping = overlapping_areas(static_mesh, areas);
    if overlapping.is_empty() {
        return vec![areas.to_vec()];
    }
    let mut remaining: BTreeSet<AreaId> = areas.iter().copied().collect();
    let mut charts = Vec::new();
    while let Some(first) = remaining.pop_first() {
        let mut chart = BTreeSet::from([first]);
        let mut pending = vec![first];
        while let Some(area) = pending.pop() {
            for edge in
                static_mesh.mesh.half_edges_in(area).iter().filter(|edge| edge.twin().is_some())
            {
                let next = edge.across();
                let overlaps_chart = || {
                    let others = overlapping.get(&next).map_or(&[][..], Vec::as_slice);
                    others.iter().any(|other| chart.contains(other))
                };
                if remaining.contains(&next) && !overlaps_chart() {
                    remaining.remove(&next);
                    chart.insert(next);
                    pending.push(next);
                }
            }
        }
        charts.push(chart.into_iter().collect());
    }
    charts
}

/// For each area that overlaps others, the list of the others: a sweep over x.
fn overlapping_areas(static_mesh: &StaticMesh, areas: &[AreaId]) -> BTreeMap<AreaId, Vec<AreaId>> {
    let with_extent = areas.iter().filter_map(|&area| {
        let corners = static_mesh.corners(area);
        let extent = Extent::of(corners.iter().copied())?;
        Some((extent, area, corners))
    });
    let mut sorted: Vec<_> = with_extent.collect();
    sorted.sort_unstable_by_key(|(extent, area, _)| (extent.least.x, *area));
    let mut overlapping: BTreeMap<AreaId, Vec<AreaId>> = BTreeMap::new();
    for (index, (extent, area, corners)) in sorted.iter().enumerate() {
        let later = sorted[index + 1..].iter();
        for (other_extent, other, other_corners) in
            later.take_while(|(other, ..)| other.least.x < extent.most.x)
        {
            if extent.meets(other_extent) && overlap(corners, other_corners) {
                overlapping.entry(*area).or_default().push(*other);
                overlapping.entry(*other).or_default().push(*area);
            }
        }
    }
    overlapping
}

/// Returns true if the insides of two convex areas overlap. Exact: no edge separates them.
pub(super) fn overlap(one: &[GridPoint], other: &[GridPoint]) -> bool {
    let separates = |area: &[GridPoint], other: &[GridPoint]| {
        edges(area).any(|[a, b]| other.iter().all(|&corner| turn(a, b, corner) <= 0))
    };
    !separates(one, other) && !separates(other, one)
}
