//! Corridor search.

use proptest::prelude::*;
use tautline_fixtures::{random_blocks, shortest_length};
use tautline_navmesh::{
    AreaId, BuildOptions, Corridor, CorridorScratch, CorridorSearch, Crossing, End, LinkKind,
    Location, NavMesh, PathQuery, QueryError, QueryFilter, RawLink, RawMesh, Terrain, Vec2,
    find_corridor, rectangles_from_cells,
};
use tautline_search::Budget;

use crate::laws::maps::{CellMap, cell_maps, center, frames};

/// Finds a corridor and its cost.
pub(super) fn find(
    mesh: &NavMesh,
    start: impl Into<Location>,
    goal: impl Into<Location>,
    filter: &QueryFilter,
) -> Result<(f64, Corridor), QueryError> {
    let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
    let query = PathQuery::new(start, goal).with_filter(filter);
    let cost = find_corridor(mesh, &query, &mut scratch, &mut corridor)?;
    Ok((cost, corridor))
}

/// Checks that the crossings lead from area to area and that both ends fit.
fn check(
    mesh: &NavMesh,
    start: Vec2,
    goal: Vec2,
    filter: &QueryFilter,
    corridor: &Corridor,
) -> Result<(), TestCaseError> {
    let Corridor { areas, crossings } = corridor;
    prop_assert_eq!(areas.len(), crossings.len() + 1);
    prop_assert!(mesh.contains(areas[0], start));
    prop_assert!(mesh.contains(areas[crossings.len()], goal));
    for (index, &crossing) in crossings.iter().enumerate() {
        let (from, to) = match crossing {
            Crossing::Border(edge) => {
                (Some(mesh.area_of(edge)), mesh.twin(edge).map(|twin| mesh.area_of(twin)))
            }
            Crossing::Link { link, forwards } => {
                let link = mesh.links()[link.index()];
                prop_assert!(forwards || link.both_ways);
                prop_assert!(filter.allows_links(link.kind));
                (link.departure(forwards).area, link.arrival(forwards).area)
            }
        };
        prop_assert_eq!((from, to), (Some(areas[index]), Some(areas[index + 1])));
    }
    prop_assert!(areas.iter().all(|&area| filter.allows(mesh.terrain(area))));
    Ok(())
}

fn distance(a: Vec2, b: Vec2) -> f64 {
    let (dx, dy) = (f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y));
    (dx * dx + dy * dy).sqrt()
}

/// A map and two of its cells, whose middles are start and goal.
fn requests() -> impl Strategy<Value = (CellMap, [i32; 2], [i32; 2])> {
    let ends = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (cell_maps(0..3), ends).prop_map(|(map, (start, goal))| {
        let cells: Vec<[i32; 2]> = map.walkable().collect();
        let cell = |index: prop::sample::Index| cells[index.index(cells.len())];
        let (start, goal) = (cell(start), cell(goal));
        (map, start, goal)
    })
}

fn same_flood(map: &CellMap, a: [i32; 2], b: [i32; 2], may_enter: impl Fn(u8) -> bool) -> bool {
    let flooded = map.flood(may_enter);
    let root = |cell| flooded.iter().find(|entry| entry.0 == cell).map(|entry| entry.1);
    root(a).is_some() && root(a) == root(b)
}

proptest! {
    #[test]
    fn a_corridor_is_found_exactly_if_the_cells_are_connected(
        (map, start, goal) in requests(), frame in frames(),
    ) {
        let (mesh, filter) = (frame.mesh(&map)?, QueryFilter::uniform());
        let [from, to] = [start, goal].map(|cell| frame.place(center(cell)));
        let found = find(&mesh, from, to, &filter);
        if !same_flood(&map, start, goal, |_| true) {
            prop_assert_eq!(found, Err(QueryError::Unreachable));
            return Ok(());
        }
        let (cost, corridor) = found?;
        check(&mesh, from, to, &filter, &corridor)?;
        // The points where borders are crossed are rounded to f32.
        let size = f64::from(from.abs().max(to.abs()).max_element());
        prop_assert!(cost >= distance(from, to) - 1e-5 * size);
    }

    #[test]
    fn corridors_between_vertices_start_and_end_there(
        map in cell_maps(0..3), frame in frames(), ends: [prop::sample::Index; 2],
    ) {
        // Many borders meet at the ends and many lie on one line with the goal,
        // so that going around a vertex is free.
        let (mesh, filter) = (frame.mesh(&map)?, QueryFilter::uniform());
        let [from, to] = ends.map(|end| mesh.vertices()[end.index(mesh.vertices().len())]);
        match find(&mesh, from, to, &filter) {
            Ok((_, corridor)) => check(&mesh, from, to, &filter, &corridor)?,
            Err(error) => prop_assert_eq!(error, QueryError::Unreachable),
        }
    }

    #[test]
    fn forbidden_areas_are_avoided((map, start, goal) in requests()) {
        let mesh = map.mesh()?;
        let mut filter = QueryFilter::uniform();
        filter.forbid(Terrain(1));
        let class = |[x, y]: [i32; 2]| map.class(x, y);
        match find(&mesh, center(start), center(goal), &filter) {
            Ok((_, corridor)) => {
                prop_assert!(same_flood(&map, start, goal, |class| class != 1));
                check(&mesh, center(start), center(goal), &filter, &corridor)?;
            }
            Err(QueryError::Forbidden { end, terrain }) => {
                prop_assert_eq!(terrain, Terrain(1));
                prop_assert_eq!(class(if end == End::Start { start } else { goal }), Some(1));
            }
            Err(error) => {
                prop_assert_eq!(error, QueryError::Unreachable);
                prop_assert!(!same_flood(&map, start, goal, |class| class != 1));
            }
        }
    }

    #[test]
    fn the_cost_is_bounded_by_the_factors((map, start, goal) in requests(), factor in 2..9_u8) {
        let mesh = map.mesh()?;
        let mut filter = QueryFilter::uniform();
        filter.set(Terrain(0), 0.5)?;
        filter.set(Terrain(2), factor.into())?;
        let uniform = find(&mesh, center(start), center(goal), &QueryFilter::uniform());
        let Ok((cost, corridor)) = find(&mesh, center(start), center(goal), &filter) else {
            prop_assert!(uniform.is_err());
            return Ok(());
        };
        check(&mesh, center(start), center(goal), &filter, &corridor)?;
        prop_assert!(cost >= 0.5 * distance(center(start), center(goal)) - 1e-5);
    }

    #[test]
    fn a_sliced_search_has_the_same_result((map, start, goal) in requests(), slice in 0..5_u64) {
        let mesh = map.mesh()?;
        let whole = find(&mesh, center(start), center(goal), &QueryFilter::uniform());
        let begun = CorridorSearch::begin(&mesh, &PathQuery::new(center(start), center(goal)));
        let sliced = begun.and_then(|mut search| {
            let mut corridor = Corridor::default();
            loop {
                if let Some(cost) = search.step(&mesh, slice, &mut corridor)? {
                    return Ok((cost, corridor));
                }
            }
        });
        prop_assert_eq!(sliced, whole);
    }

    #[test]
    fn a_budget_is_kept((map, start, goal) in requests(), budget in 0..6_u64) {
        let mesh = map.mesh()?;
        let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
        let query = PathQuery::new(center(start), center(goal)).with_budget(Budget(budget));
        let bounded = find_corridor(&mesh, &query, &mut scratch, &mut corridor);
        prop_assert!(scratch.expanded() <= budget);
        match bounded {
            Err(QueryError::BudgetExhausted { expanded }) => prop_assert_eq!(expanded, budget),
            other => {
                let other = other.map(|cost| (cost, corridor));
                prop_assert_eq!(other, find(&mesh, query.start, query.goal, &QueryFilter::uniform()));
            }
        }
    }

    #[test]
    fn allowed_links_are_taken(
        (map, start, goal) in requests(),
        links in prop::collection::vec((any::<[prop::sample::Index; 2]>(), any::<bool>(), 0..4_u8, 0..3_usize), 0..5),
    ) {
        let cells: Vec<[i32; 2]> = map.walkable().collect();
        let mut raw = map.raw();
        let ends: Vec<([[i32; 2]; 2], bool, usize)> = links.iter().map(|(ends, both_ways, _, kind)|
            (ends.map(|end| cells[end.index(cells.len())]), *both_ways, *kind)).collect();
        for ((ends, both_ways, kind), link) in ends.iter().zip(&links) {
            let [from, to] = ends.map(|cell| center(cell).into());
            let cost = (link.2 > 0).then(|| f32::from(link.2 - 1) / 2.0);
            raw.links.push(RawLink {
                from, to, cost, kind: LinkKind::ALL[*kind], both_ways: *both_ways,
                ..RawLink::default()
            });
        }
        let mesh = raw.build()?;
        prop_assert_eq!(&mesh.to_raw().build()?, &mesh);
        let mut filter = QueryFilter::uniform();
        filter.forbid_links(LinkKind::ALL[0]);

        // The reachable cells.
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            let flooded = map.flood(|_| true).into_iter().map(|entry| entry.0)
                .filter(|&other| same_flood(&map, cell, other, |_| true));
            let by_link = ends.iter().filter(|end| end.2 != 0).flat_map(|&([from, to], both_ways, _)| {
                [(from == cell).then_some(to), (both_ways && to == cell).then_some(from)]
            }).flatten();
            for other in flooded.chain(by_link) {
                if !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        match find(&mesh, center(start), center(goal), &filter) {
            Ok((_, corridor)) => {
                prop_assert!(reached.contains(&goal));
                check(&mesh, center(start), center(goal), &filter, &corridor)?;
            }
            Err(error) => {
                prop_assert_eq!(error, QueryError::Unreachable);
                prop_assert!(!reached.contains(&goal));
            }
        }
    }
}

#[test]
fn a_corridor_does_not_return_to_a_border_that_it_has_crossed() {
    // A fixed bug: rounding made a detour around a vertex seem to lead nearer to the goal, so
    // that reading the path from the goal never reached the start.
    let rows = ["00", "21", "20", "0#", "#0", "00", "0#", "#0"];
    let mesh = rectangles_from_cells(2, 8, |x, y| {
        let class = rows[y as usize].as_bytes()[x as usize];
        class.is_ascii_digit().then(|| Terrain(class - b'0'))
    });
    let mesh = mesh.build().unwrap();
    let (start, goal) = (center([0, 3]), center([1, 0]));
    let (_, corridor) = find(&mesh, start, goal, &QueryFilter::uniform()).unwrap();
    check(&mesh, start, goal, &QueryFilter::uniform(), &corridor).unwrap();
}

/// A row of unit squares along the x axis.
fn row(length: u32) -> RawMesh {
    let map = |_, _| Some(Terrain(0));
    rectangles_from_cells(length, 1, map)
}

fn teleport(from: [f32; 2], to: [f32; 2], cost: Option<f32>) -> RawLink {
    RawLink { from, to, cost, kind: LinkKind::Teleport, ..RawLink::default() }
}

#[test]
fn a_free_teleport_is_taken_even_if_it_leads_away_first() {
    let mut raw = row(100);
    raw.links.push(teleport([0.5, 0.5], [98.5, 0.5], Some(0.0)));
    let mesh = raw.build().unwrap();
    let (start, goal) = (Vec2::new(3.5, 0.5), Vec2::new(95.5, 0.5));
    let (cost, corridor) = find(&mesh, start, goal, &QueryFilter::uniform()).unwrap();
    assert!((cost - 6.0).abs() < 1e-9, "3 back and 3 on, but the cost is {cost}");
    assert!(matches!(corridor.crossings[..], [Crossing::Link { forwards: true, .. }]));

    let (cost, _) = find(&mesh, goal, start, &QueryFilter::uniform()).unwrap();
    assert!((cost - 92.0).abs() < 1e-9, "not the other way round, but the cost is {cost}");
}

#[test]
fn a_corridor_on_a_border_runs_over_the_cheaper_area() {
    let raw = rectangles_from_cells(4, 2, |_, y| Some(Terrain(u8::from(y == 1))));
    let mesh = raw.build().unwrap();
    let (start, goal) = (Vec2::new(0.5, 1.0), Vec2::new(3.5, 1.0));
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(0), 5.0).unwrap();
    let (cost, corridor) = find(&mesh, start, goal, &filter).unwrap();
    assert!((cost - 3.0).abs() < 1e-9);
    assert_eq!(corridor.areas, [AreaId(1)], "the area whose ground the cost is counted on");
}

#[test]
fn an_elevation_picks_the_floor_on_a_bridge() {
    let (plain, elevations) = tautline_fixtures::named::bridge();
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| raw.push_area(area));
    raw.elevations = elevations;
    let mesh = raw.build().unwrap();
    let crossing = Vec2::new(3.0, 3.0);
    assert_eq!(mesh.areas_at(crossing).count(), 2);
    let at = |elevation| Location { point: crossing, elevation };
    let (cost, corridor) =
        find(&mesh, at(Some(0.1)), at(Some(1.8)), &QueryFilter::uniform()).unwrap();
    assert_eq!(corridor.areas, (1..10).map(AreaId).collect::<Vec<_>>(), "all the way round");
    assert!(cost > 8.0);
    let (cost, corridor) = find(&mesh, at(Some(2.0)), at(None), &QueryFilter::uniform()).unwrap();
    assert_eq!((cost.to_bits(), &*corridor.areas), (0, &[AreaId(9)][..]), "any floor will do");
}

#[test]
fn invalid_requests_are_refused() {
    let mesh = row(3).build().unwrap();
    let (inside, outside) = (Vec2::new(0.5, 0.5), Vec2::new(0.5, 1.5));
    let refusal =
        |start: Vec2, goal: Vec2| find(&mesh, start, goal, &QueryFilter::uniform()).unwrap_err();
    assert_eq!(refusal(outside, inside).to_string(), "the start (0.5, 1.5) is off the mesh");
    assert_eq!(refusal(inside, outside).to_string(), "the goal (0.5, 1.5) is off the mesh");
    assert_eq!(
        refusal(inside, Vec2::new(f32::INFINITY, 0.0)).to_string(),
        "the goal is at (inf, 0), but coordinates must be finite"
    );
    assert!(matches!(refusal(Vec2::NAN, inside), QueryError::NotFinite { end: End::Start, .. }));
    for elevation in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let goal = Location { point: inside, elevation: Some(elevation) };
        let error = find(&mesh, inside, goal, &QueryFilter::uniform()).unwrap_err();
        let expected = format!("the goal has the elevation {elevation}, but it must be finite");
        assert_eq!(error.to_string(), expected);
    }
    let mut filter = QueryFilter::uniform();
    filter.forbid(Terrain(0));
    assert_eq!(
        find(&mesh, inside, inside, &filter).unwrap_err().to_string(),
        "the start lies on terrain 0, which is forbidden"
    );
}

#[test]
fn slices_of_another_mesh_are_refused() -> Result<(), Box<dyn std::error::Error>> {
    let open = |size| rectangles_from_cells(size, size, |x, y| Some(Terrain(((x + y) % 2) as u8)));
    let build = |raw: RawMesh| NavMesh::build(&raw, &BuildOptions::default());
    let (mesh, other) = (build(open(9))?.mesh, build(open(2))?.mesh);
    let query = PathQuery::new(Vec2::splat(0.5), Vec2::splat(8.5));
    let mut search = CorridorSearch::begin(&mesh, &query)?;
    let mut corridor = Corridor::default();
    assert_eq!(search.step(&mesh, 1, &mut corridor), Ok(None));
    assert_eq!(search.step(&other, 1, &mut corridor), Err(QueryError::OtherMesh));
    let cost = search.step(&mesh.clone(), u64::MAX, &mut corridor)?;
    assert!(cost.is_some(), "a clone is the same mesh, and no harm was done");
    Ok(())
}

/// Compares a corridor's cost with the length of the shortest path, by an oracle that shares
/// no code with the search.
#[test]
fn a_corridor_costs_little_more_than_the_shortest_path() {
    let (mut compared, mut excess) = (0_u32, 0.0);
    for seed in 0..200 {
        let cells = random_blocks(seed, 14, 14, 30);
        let is_open = |x: u32, y: u32| cells.is_walkable([x.cast_signed(), y.cast_signed()]);
        let raw = rectangles_from_cells(14, 14, |x, y| is_open(x, y).then_some(Terrain(0)));
        let mesh = raw.build().unwrap();
        for (start, goal) in [([0, 0], [13, 13]), ([13, 0], [0, 13]), ([6, 0], [7, 13])] {
            let middle = |[x, y]: [i32; 2]| [2 * x + 1, 2 * y + 1];
            let Some(length) = shortest_length(&cells, middle(start), middle(goal)) else {
                continue;
            };
            let found = find(&mesh, center(start), center(goal), &QueryFilter::uniform());
            let ratio = found.unwrap().0 / length;
            assert!(ratio > 1.0 - 1e-5 && ratio < 1.25, "seed {seed}: {ratio} times as long");
            compared += 1;
            excess += ratio - 1.0;
        }
    }
    assert!(compared > 100, "{compared} pairs");
    assert!(excess / f64::from(compared) < 0.04);
}
