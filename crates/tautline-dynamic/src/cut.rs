//! Cutting of obstacles out of areas of the static mesh.

use std::collections::BTreeMap;

use crate::ChangeError;
use crate::cut_chart::{CutChart, CutOutcome};
use crate::elevations;
use crate::obstacle::Footprint;
use crate::patch::{JoinKey, Patch};
use crate::planar_charts::{PlanarChart, planar_charts};
use crate::static_mesh::StaticMesh;
use tautline_geometry::polygon;
use tautline_meshgen::internal::grid::{GridPoint, difference, dot};
use tautline_navmesh::{AreaId, HalfEdgeId};

/// Cuts obstacles out of some areas of the static mesh, which are sorted. The areas are divided
/// into planar charts, and each chart is cut in the plane. `charts_before` numbers them.
pub(super) fn cut(
    static_mesh: &StaticMesh,
    areas: &[AreaId],
    footprints: &[&Footprint],
    charts_before: &mut u32,
) -> Result<CutOutcome<Patch>, ChangeError> {
    let charts = planar_charts(static_mesh, areas);
    let mut cut_charts = Vec::with_capacity(charts.len());
    for chart in &charts {
        let chart =
            PlanarChart { static_mesh, areas: chart, affected: areas, number: *charts_before };
        *charts_before += 1;
        match chart.cut(footprints)? {
            CutOutcome::Cut(cut_chart) => cut_charts.push(cut_chart),
            CutOutcome::SplitBorder(edge) => return Ok(CutOutcome::SplitBorder(edge)),
        }
    }
    if charts.len() > 1 {
        check_between(static_mesh, areas, &cut_charts)?;
    }
    let mut patch = elevations::with_elevations(static_mesh, &charts, &cut_charts);
    patch.off_mesh_edges =
        cut_charts.into_iter().flat_map(|cut_chart| cut_chart.off_mesh_edges).collect();
    Ok(CutOutcome::Cut(patch))
}

/// Checks that charts were cut alike where they meet: their edges on a border between them must
/// be the same, or have only an end in common.
fn check_between(
    static_mesh: &StaticMesh,
    areas: &[AreaId],
    cut_charts: &[CutChart],
) -> Result<(), ChangeError> {
    let mut edges: BTreeMap<HalfEdgeId, Vec<[GridPoint; 2]>> = BTreeMap::new();
    for cut_chart in cut_charts {
        for area in &cut_chart.areas {
            for ([from, to], &join_key) in polygon::edges(&area.corners).zip(&area.join_keys) {
                let JoinKey::Border(border) = join_key else { continue };
                if static_mesh.is_between(border, areas) {
                    let [from, to] = [from, to].map(|vertex| cut_chart.positions[vertex as usize]);
                    edges.entry(border).or_default().push([from.min(to), from.max(to)]);
                }
            }
        }
    }
    for (border, mut pieces) in edges {
        let [a, b] = static_mesh.ends(border);
        let along = difference(a.min(b), a.max(b));
        // Grows along the border.
        let position = |point: GridPoint| dot(along, difference(a.min(b), point));
        pieces.sort_unstable_by_key(|&[from, to]| (position(from), position(to)));
        pieces.dedup();
        let overlaps = |pair: &&[[GridPoint; 2]]| position(pair[0][1]) > position(pair[1][0]);
        if let Some(pair) = pieces.windows(2).find(overlaps) {
            let [x, y] = static_mesh.grid.position(pair[1][0]);
            return Err(ChangeError::OverlappingFloors { x, y });
        }
    }
    Ok(())
}
