//! Forbidden single areas.

use proptest::prelude::*;
use tautline_navmesh::{
    AreaId, End, LinkKind, QueryError, QueryFilter, RandomPoints, RawLink, Terrain, Vec2,
    rectangles_from_cells,
};

use crate::laws::corridors::find;
use crate::laws::maps::{cell_maps, center};

proptest! {
    #[test]
    fn forbidding_all_areas_of_a_class_is_forbidding_the_class(
        map in cell_maps(0..3), ends: [prop::sample::Index; 2],
    ) {
        let mesh = map.mesh()?;
        let cells: Vec<[i32; 2]> = map.walkable().collect();
        let [start, goal] = ends.map(|end| center(cells[end.index(cells.len())]));
        let (mut by_class, mut by_area) = (QueryFilter::uniform(), QueryFilter::uniform());
        by_class.forbid(Terrain(1));
        let is_closed = |&area: &AreaId| mesh.terrain(area) == Terrain(1);
        mesh.areas().filter(is_closed).for_each(|area| by_area.forbid_area(area));
        for area in mesh.areas() {
            prop_assert_eq!(mesh.is_open(area, &by_class), mesh.is_open(area, &by_area));
        }
        let found = find(&mesh, start, goal, &by_class);
        match find(&mesh, start, goal, &by_area) {
            Err(QueryError::ForbiddenArea { end, area }) => {
                prop_assert!(is_closed(&area));
                prop_assert_eq!(found, Err(QueryError::Forbidden { end, terrain: Terrain(1) }));
            }
            other => prop_assert_eq!(found, other),
        }
        let [points, expected] = [&by_area, &by_class]
            .map(|filter| RandomPoints::reachable_from(&mesh, start, filter).ok());
        prop_assert_eq!(points, expected);
    }

    #[test]
    fn a_corridor_is_found_exactly_if_the_open_areas_are_connected(
        map in cell_maps(0..2), ends: [prop::sample::Index; 2], closed: Vec<prop::sample::Index>,
    ) {
        let mesh = map.mesh()?;
        let mut filter = QueryFilter::uniform();
        for index in closed {
            let area = u32::try_from(index.index(mesh.area_count())).unwrap_or(0);
            filter.forbid_area(AreaId(area));
        }
        let cells: Vec<[i32; 2]> = map.walkable().collect();
        let [start, goal] = ends.map(|end| center(cells[end.index(cells.len())]));
        // The middle of a cell is in one area.
        let [first, last] = [start, goal].map(|point| mesh.locate(point));
        let reachable = RandomPoints::reachable_from(&mesh, start, &filter);
        match find(&mesh, start, goal, &filter) {
            Ok((_, corridor)) => {
                prop_assert!(corridor.areas.iter().all(|&area| filter.allows_area(area)));
                prop_assert_eq!(corridor.areas.first().copied(), first);
                prop_assert_eq!(corridor.areas.last().copied(), last);
                prop_assert!(reachable.is_ok_and(|points| points.areas().contains(&last.unwrap())));
            }
            Err(QueryError::ForbiddenArea { end, area }) => {
                prop_assert_eq!(Some(area), if end == End::Start { first } else { last });
                prop_assert!(!filter.allows_area(area));
            }
            Err(error) => {
                prop_assert_eq!(error, QueryError::Unreachable);
                prop_assert!(!reachable?.areas().contains(&last.unwrap()));
            }
        }
    }
}

#[test]
fn a_link_does_not_lead_into_a_forbidden_area() {
    let mut raw = rectangles_from_cells(5, 1, |x, _| (x % 2 == 0).then_some(Terrain(0)));
    let link = |from: f32, to: f32| RawLink {
        from: [from, 0.5],
        to: [to, 0.5],
        kind: LinkKind::Jump,
        ..RawLink::default()
    };
    raw.links = vec![link(0.5, 2.5), link(2.5, 4.5), link(0.5, 4.5)];
    raw.links[2].cost = Some(50.0);
    let mesh = raw.build().unwrap();
    let [start, goal] = [Vec2::new(0.5, 0.5), Vec2::new(4.5, 0.5)];
    let mut filter = QueryFilter::uniform();
    assert_eq!(find(&mesh, start, goal, &filter).unwrap().1.areas, [0, 1, 2].map(AreaId));
    filter.forbid_area(AreaId(1));
    let (cost, corridor) = find(&mesh, start, goal, &filter).unwrap();
    assert_eq!((cost, corridor.areas), (50.0, vec![AreaId(0), AreaId(2)]));
    let reachable = |from: Vec2, filter: &QueryFilter| {
        RandomPoints::reachable_from(&mesh, from, filter).unwrap().areas().to_vec()
    };
    assert_eq!(reachable(start, &filter), [0, 2].map(AreaId));
    assert_eq!(reachable(goal, &filter), [AreaId(2)], "links lead one way");
    filter.forbid_links(LinkKind::Jump);
    assert_eq!(reachable(start, &filter), [AreaId(0)]);
}
