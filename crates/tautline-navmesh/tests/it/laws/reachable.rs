//! Reachable areas.

use std::sync::Arc;

use proptest::prelude::*;
use tautline_navmesh::{
    AreaId, BuildOptions, Corridor, CorridorScratch, LinkKind, NavMesh, PathQuery,
    PortalClearances, QueryError, QueryFilter, RawLink, ReachableAreas, Terrain, Vec2,
    find_corridor, rectangles_from_cells,
};

use crate::laws::maps::{cell_maps, center};

proptest! {
    #[test]
    fn an_area_is_reachable_exactly_if_a_corridor_leads_there(
        map in cell_maps(0..3),
        start: prop::sample::Index,
        links: [(prop::sample::Index, prop::sample::Index, bool); 3],
        forbids_jumps: bool,
        radius in prop::option::of(0.4_f32..1.5),
    ) {
        let cells: Vec<[i32; 2]> = map.walkable().collect();
        let middle = |index: prop::sample::Index| center(cells[index.index(cells.len())]);
        let mut raw = map.raw();
        raw.links = links
            .iter()
            .zip(LinkKind::ALL)
            .map(|(&(from, to, both_ways), kind)| RawLink {
                from: middle(from).into(),
                to: middle(to).into(),
                kind,
                both_ways,
            ..RawLink::default()
        })
            .collect();
        let mesh = raw.build()?;
        let mut filter = QueryFilter::uniform();
        filter.forbid(Terrain(2));
        if forbids_jumps {
            filter.forbid_links(LinkKind::Jump);
        }
        if let Some(radius) = radius {
            filter.fit_agent(radius, &Arc::new(PortalClearances::measure(&mesh)));
        }
        let is_taken = mesh.links().iter().any(|link| filter.allows_links(link.kind));
        prop_assert_eq!(mesh.takes_links(&filter), is_taken);

        let start = middle(start);
        let mut reachable = ReachableAreas::new();
        let flood = mesh.reachable_areas(start, &filter, &mut reachable);
        let listed: Vec<AreaId> = reachable.areas().collect();
        let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
        for &cell in &cells {
            let Some(area) = mesh.locate(center(cell)) else { continue };
            let query = PathQuery::new(start, center(cell)).with_filter(&filter);
            let found = find_corridor(&mesh, &query, &mut scratch, &mut corridor);
            prop_assert_eq!(reachable.contains(area), found.is_ok());
            prop_assert_eq!(listed.contains(&area), found.is_ok());
            prop_assert!(flood.is_ok() || found.is_err());
        }
    }
}

#[test]
fn nothing_is_reachable_from_off_the_mesh_even_with_used_memory() -> Result<(), QueryError> {
    let raw = rectangles_from_cells(2, 2, |_, _| Some(Terrain(0)));
    let Ok(built) = NavMesh::build(&raw, &BuildOptions::default()) else { unreachable!() };
    let (mesh, filter, mut reachable) = (built.mesh, QueryFilter::uniform(), ReachableAreas::new());
    assert_eq!(reachable.areas().count(), 0);
    mesh.reachable_areas(Vec2::new(1.0, 1.0), &filter, &mut reachable)?;
    assert_eq!(reachable.areas().count(), mesh.area_count());
    assert!(!reachable.contains(AreaId(u32::MAX)), "not of the mesh");
    let off = mesh.reachable_areas(Vec2::new(3.0, 1.0), &filter, &mut reachable);
    assert_eq!(off, Err(QueryError::StartOffMesh { x: 3.0, y: 1.0 }));
    assert_eq!(reachable.areas().count(), 0);
    Ok(())
}
