//! Links: their ends, block-cut pruning over areas and links together, reachability, and
//! corridors, compared with brute force.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "helpers of tests may fail as tests do, and their numbers are small"
)]

use tautline_fixtures::linked::{
    LinkedGraph, PlainArc, PlainLink, cheap_links, random_links, random_point,
};
use tautline_fixtures::{Cells, SplitMix64, VisibilityGraph, open, random_blocks};
use tautline_navmesh::internal::{LinkEstimate, LinkGraph};
use tautline_navmesh::{
    AreaId, BuildOptions, Corridor, CorridorScratch, DVec2, LinkId, LinkKind, NavMesh, PathQuery,
    QueryError, QueryFilter, RawLink, RawMesh, ReachableAreas, Terrain, Vec2, find_corridor,
    rectangles_from_cells,
};

fn raw(cells: &Cells) -> RawMesh {
    let [width, height] = [cells.width.into(), cells.height.into()];
    rectangles_from_cells(width, height, |x, y| {
        cells.is_walkable([x.cast_signed(), y.cast_signed()]).then_some(Terrain(0))
    })
}

fn raw_link(link: &PlainLink) -> RawLink {
    let PlainLink { from, to, cost, both_ways } = *link;
    RawLink { from, to, cost, both_ways, ..RawLink::default() }
}

fn build(raw: &RawMesh) -> NavMesh {
    NavMesh::build(raw, &BuildOptions::default()).unwrap().mesh
}

/// A random map with random links whose costs are at least `least_ratio` times the straight
/// distance.
fn linked_map(seed: u64, least_ratio: f32) -> (Cells, NavMesh) {
    let mut random = SplitMix64::new(seed);
    let mut cells = random_blocks(seed, 7, 7, 40);
    cells.set(0, 0, true);
    let mut raw = raw(&cells);
    let count = random.between(1, 8).unsigned_abs() as usize;
    raw.links = random_links(&mut random, &cells, count)
        .iter()
        .map(|link| {
            let straight = Vec2::from(link.from).distance(link.to.into());
            let cost = link.cost.filter(|&cost| cost >= least_ratio * straight);
            RawLink { cost, ..raw_link(link) }
        })
        .collect();
    let mesh = build(&raw);
    (cells, mesh)
}

fn graph(mesh: &NavMesh) -> &LinkGraph {
    mesh.link_graph().unwrap()
}

/// The arcs as the oracle takes them, apart from those of closed links.
fn plain_arcs(mesh: &NavMesh, filter: &QueryFilter) -> Vec<PlainArc> {
    let open = graph(mesh).arcs().iter().filter(|arc| filter.allows_link(arc.link));
    let plain = open.map(|arc| PlainArc {
        entrance: arc.entrance.into(),
        exit: arc.exit.into(),
        cost: arc.cost,
    });
    plain.collect()
}

/// The areas that are reachable from an area without another one, over borders, and over links
/// in any direction that `uses` allows.
fn flood(
    mesh: &NavMesh,
    from: AreaId,
    without: AreaId,
    uses: impl Fn(&[AreaId], &[AreaId]) -> bool,
) -> Vec<AreaId> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&area) = reached.get(next) {
        next += 1;
        let edges = mesh.half_edges_in(area).iter().filter(|edge| edge.twin().is_some());
        let mut found: Vec<AreaId> = edges.map(|edge| edge.across()).collect();
        for arc in 0..graph(mesh).arcs().len() as u32 {
            let ends = [graph(mesh).entrance_areas(arc), graph(mesh).exit_areas(arc)];
            if uses(ends[0], ends[1]) && ends.iter().any(|end| end.contains(&area)) {
                found.extend(ends.iter().copied().flatten());
            }
        }
        found.retain(|&area| area != without);
        for area in found {
            if !reached.contains(&area) {
                reached.push(area);
            }
        }
    }
    reached
}

#[test]
fn an_end_belongs_to_all_areas_that_hold_it() {
    for seed in 0..60 {
        let (_, mesh) = linked_map(seed, 0.0);
        for (index, arc) in (0..).zip(graph(&mesh).arcs()) {
            let at = |point| mesh.areas_at(point).collect::<Vec<_>>();
            assert_eq!(graph(&mesh).entrance_areas(index), at(arc.entrance));
            assert_eq!(graph(&mesh).exit_areas(index), at(arc.exit));
            for area in mesh.areas() {
                let leaves = graph(&mesh).leaving(area).contains(&index);
                assert_eq!(leaves, mesh.contains(area, arc.entrance));
                let arrives = graph(&mesh).arriving(area).contains(&index);
                assert_eq!(arrives, mesh.contains(area, arc.exit));
            }
        }
    }
}

#[test]
fn pruning_follows_borders_and_links_without_coming_back() {
    let mut pruned = 0;
    for seed in 0..150 {
        let (_, mesh) = linked_map(seed, 1.0);
        let graph = graph(&mesh);
        assert!(graph.prunes(1.0));
        for edge in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
            let data = mesh.half_edge(edge);
            let (area, across) = (data.area(), data.across());
            if data.twin().is_none() {
                continue;
            }
            // A path that continues over a link whose end the area holds is in the area again.
            let elsewhere =
                |one: &[AreaId], other: &[AreaId]| !one.contains(&area) && !other.contains(&area);
            let least = flood(&mesh, across, area, elsewhere);
            let most = flood(&mesh, across, area, |_, _| true);
            for goal in mesh.areas().filter(|&goal| goal != area) {
                let range = graph.block_cut_range(edge);
                let leads_to = range.leads_to(graph.block_cut_number(goal));
                assert!(leads_to || !least.contains(&goal), "seed {seed}, {edge}, {goal}");
                if mesh.is_linked(area, goal) {
                    assert!(!leads_to || most.contains(&goal), "seed {seed}, {edge}, {goal}");
                    pruned += u32::from(!leads_to);
                }
            }
        }
    }
    assert!(pruned > 1000, "{pruned}");
}

#[test]
fn nothing_is_pruned_before_the_entrance_of_a_cheap_link() {
    for seed in 0..100 {
        let (_, mesh) = linked_map(seed, 0.0);
        let graph = graph(&mesh);
        for edge in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
            let data = mesh.half_edge(edge);
            if data.twin().is_none() {
                continue;
            }
            let behind = flood(&mesh, data.across(), data.area(), |one, other| {
                !one.contains(&data.area()) && !other.contains(&data.area())
            });
            let is_entrance = |&arc: &u32| graph.arcs()[arc as usize].is_cheap(1.0);
            let may_return = behind.iter().any(|&area| graph.leaving(area).iter().any(is_entrance));
            if may_return {
                let range = graph.block_cut_range(edge);
                let leads_to = |area| range.leads_to(graph.block_cut_number(area));
                assert!(mesh.areas().all(leads_to), "seed {seed}, {edge}");
            }
        }
    }
}

#[test]
fn a_path_returns_to_its_room_by_a_teleport_between_closets() {
    // A room of 20 by 4, one area, with a closet above each end.
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [0.0, 4.0],
        [20.0, 0.0],
        [19.0, 4.0],
        [0.0, 6.0],
        [1.0, 4.0],
        [1.0, 6.0],
        [20.0, 4.0],
        [19.0, 6.0],
        [20.0, 6.0],
    ]);
    raw.push_area(&[0, 2, 7, 3, 5, 1]);
    raw.push_area(&[1, 5, 6, 4]);
    raw.push_area(&[3, 7, 9, 8]);
    let teleport = |cost| RawLink { from: [0.5, 4.5], to: [19.5, 4.5], cost, ..RawLink::default() };
    let leads_back = |cost, factor: f64| {
        let mut raw = raw.clone();
        raw.links.push(teleport(cost));
        let mesh = build(&raw);
        let graph = mesh.link_graph().unwrap();
        let closet = mesh.locate(Vec2::new(0.5, 4.5)).unwrap();
        let mut edges = mesh.half_edges_of(AreaId(0));
        let edge = edges.find(|&edge| mesh.half_edge(edge).across() == closet).unwrap();
        let number = graph.block_cut_number(AreaId(0));
        graph.prunes(factor).then(|| graph.block_cut_range(edge).leads_to(number))
    };
    assert_eq!(leads_back(Some(0.0), 1.0), Some(true));
    assert_eq!(leads_back(None, 1.0), Some(false), "a link of the default cost is not cheap");
    assert_eq!(leads_back(None, 0.5), Some(false));
    assert_eq!(leads_back(None, 1.5), None, "it is, where walking costs more");

    raw.links.push(teleport(Some(0.0)));
    let mesh = build(&raw);
    let query = PathQuery::new(Vec2::new(0.5, 3.5), Vec2::new(19.5, 3.5));
    let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
    let cost = find_corridor(&mesh, &query, &mut scratch, &mut corridor).unwrap();
    assert!(cost < 2.5, "{cost}, and 19 on foot");
    assert_eq!(corridor.areas, [0, 1, 2, 0].map(AreaId));
}

#[test]
fn an_area_may_be_reached_exactly_if_a_flood_reaches_it() {
    let (mut reachable, filter) = (ReachableAreas::new(), QueryFilter::uniform());
    for seed in 0..100 {
        let (_, mesh) = linked_map(seed, 0.0);
        for from in mesh.areas() {
            let inside =
                mesh.corners(from).fold(DVec2::ZERO, |sum, corner| sum + DVec2::from(corner))
                    / mesh.corners(from).len() as f64;
            mesh.reachable_areas(inside.as_vec2(), &filter, &mut reachable).unwrap();
            for to in mesh.areas() {
                assert_eq!(mesh.may_reach(from, to), reachable.contains(to), "seed {seed}");
            }
        }
    }
}

#[test]
fn corridors_are_found_exactly_where_the_oracle_finds_paths_and_cost_no_less() {
    let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
    let (mut found, mut pinched) = (0, 0);
    for seed in 0..400 {
        let (cells, mesh) = linked_map(seed, 0.0);
        let ground = VisibilityGraph::new(&cells.to_unit_mesh()).unwrap();
        let mut random = SplitMix64::new(seed + 1000);
        let mut filter = QueryFilter::uniform();
        for link in (0..mesh.links().len()).filter(|_| random.chance(20)) {
            filter.forbid_link(LinkId(link as u32));
        }
        pinched += graph(&mesh).arcs().iter().filter(|arc| !arc.has_connected_exit).count();
        let oracle = LinkedGraph::new(&ground, &plain_arcs(&mesh, &filter));
        let mut estimate = LinkEstimate::new();
        for _ in 0..12 {
            let [start, goal] = [(); 2].map(|()| random_point(&mut random, &cells));
            let [from, to] = [start, goal].map(Vec2::from);
            let query = PathQuery::new(from, to).with_filter(&filter);
            let cost = find_corridor(&mesh, &query, &mut scratch, &mut corridor);
            let Some(shortest) = oracle.shortest_length(start, goal) else {
                assert_eq!(cost, Err(QueryError::Unreachable), "seed {seed}");
                continue;
            };
            found += 1;
            let cost =
                cost.unwrap_or_else(|error| panic!("seed {seed}, {start:?}, {goal:?}: {error}"));
            assert!(cost >= shortest - 1e-5, "seed {seed}: {cost} < {shortest}");
            check_corridor(&mesh, &corridor, [from, to]);
            estimate.prepare(&mesh, &query);
            let bound = estimate.at(from.into());
            assert!(bound <= shortest + 1e-9, "seed {seed}: {bound} > {shortest}");
        }
    }
    assert!(found > 2000 && pinched > 50, "{found} {pinched}");
}

#[test]
fn single_links_can_be_closed_and_opened_again() {
    let mut raw = rectangles_from_cells(5, 1, |x, _| (x != 2).then_some(Terrain(0)));
    raw.links = [false, true]
        .map(|both_ways| RawLink {
            from: [1.0, 0.5],
            to: [4.0, 0.5],
            both_ways,
            ..RawLink::default()
        })
        .to_vec();
    let mesh = build(&raw);
    let find = |filter: &QueryFilter, from: Vec2, to: Vec2| {
        let query = PathQuery::new(from, to).with_filter(filter);
        let found =
            find_corridor(&mesh, &query, &mut CorridorScratch::new(), &mut Corridor::default());
        let mut reachable = ReachableAreas::new();
        mesh.reachable_areas(from, filter, &mut reachable).unwrap();
        assert_eq!(reachable.contains(mesh.locate(to).unwrap()), found.is_ok());
        found.is_ok()
    };
    let (left, right) = (Vec2::new(0.5, 0.5), Vec2::new(4.5, 0.5));
    let open = |filter: &QueryFilter| {
        [find(filter, left, right), find(filter, right, left), mesh.takes_links(filter)]
    };
    let mut filter = QueryFilter::uniform();
    assert_eq!(open(&filter), [true, true, true]);
    filter.forbid_link(LinkId(1));
    assert_eq!(open(&filter), [true, false, true]);
    filter.forbid_link(LinkId(0));
    assert_eq!(open(&filter), [false, false, false]);
    filter.permit_link(LinkId(1));
    assert_eq!(open(&filter), [true, true, true]);
    filter.forbid_links(LinkKind::Other);
    assert_eq!(open(&filter), [false, false, false]);
}

#[test]
fn corridors_over_rings_of_free_links_end() {
    let centers = [0.0, 10.0, 20.0, 30.0].map(|x: f32| [x + 1.0, 1.0]);
    let mut raw = rectangles_from_cells(42, 2, |x, _| (x % 10 < 2).then_some(Terrain(0)));
    for from in centers {
        let free =
            |to| RawLink { from, to, cost: Some(0.0), both_ways: true, ..RawLink::default() };
        // Each pair of rooms twice, and each room with itself.
        raw.links.extend(centers.map(free));
    }
    // No link leads to the last room, so that a search for it sees all others.
    raw.links.push(RawLink {
        from: [41.0, 1.0],
        to: centers[0],
        cost: Some(0.0),
        ..RawLink::default()
    });
    let mesh = build(&raw);
    let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
    let mut find = |start: [f32; 2], goal: [f32; 2]| {
        let query = PathQuery::new(Vec2::from(start), Vec2::from(goal));
        find_corridor(&mesh, &query, &mut scratch, &mut corridor)
    };
    assert_eq!(find([0.0, 1.0], [31.0, 2.0]), Ok(2.0));
    assert_eq!(find([41.0, 0.0], [31.0, 2.0]), Ok(2.0));
    assert_eq!(find([0.0, 1.0], [41.0, 0.0]), Err(QueryError::Unreachable));
}

#[test]
fn a_corridor_leads_over_one_of_thousands_of_links_between_two_areas() {
    let mut raw =
        rectangles_from_cells(40, 2, |x, _| (!(16..24).contains(&x)).then_some(Terrain(0)));
    raw.links = (0..4000_u16)
        .map(|index| {
            let x = f32::from(index) / 250.0;
            let (from, to) = ([x, 1.0], [40.0 - x, 1.0]);
            RawLink { from, to, cost: Some(4.0), both_ways: true, ..RawLink::default() }
        })
        .collect();
    let mesh = build(&raw);
    assert_eq!(mesh.area_count(), 2);
    let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
    let query = PathQuery::new(Vec2::new(4.0, 0.0), Vec2::new(36.0, 2.0));
    let cost = find_corridor(&mesh, &query, &mut scratch, &mut corridor).unwrap();
    assert!((6.0..6.1).contains(&cost), "{cost}");
    assert_eq!(corridor.areas.len(), 2);
    assert!(scratch.expanded() <= 8002, "each link is expanded at most once");
}

/// Checks that each area of a corridor holds the points at which the path enters and leaves it.
fn check_corridor(mesh: &NavMesh, corridor: &Corridor, [start, goal]: [Vec2; 2]) {
    use tautline_navmesh::Crossing;
    let Corridor { areas, crossings } = corridor;
    assert_eq!(areas.len(), crossings.len() + 1);
    assert!(mesh.contains(areas[0], start) && mesh.contains(*areas.last().unwrap(), goal));
    for (pair, crossing) in areas.windows(2).zip(crossings) {
        match *crossing {
            Crossing::Border(edge) => {
                let edge = mesh.half_edge(edge);
                assert_eq!([edge.area(), edge.across()], pair);
            }
            Crossing::Link { link, forwards } => {
                let link = mesh.links()[link.index()];
                assert!(forwards || link.both_ways);
                assert!(mesh.contains(pair[0], link.departure(forwards).point));
                assert!(mesh.contains(pair[1], link.arrival(forwards).point));
            }
        }
    }
}

#[test]
fn a_link_without_a_cost_never_costs_less_than_the_walk() {
    let mut random = SplitMix64::new(7);
    let mut raw = rectangles_from_cells(9, 9, |_, _| Some(Terrain(0)));
    let mut point = || [(); 2].map(|()| random.between(0, 9000) as f32 / 1001.0);
    raw.links =
        (0..200).map(|_| RawLink { from: point(), to: point(), ..RawLink::default() }).collect();
    let mesh = build(&raw);
    assert!(graph(&mesh).arcs().iter().all(|arc| !arc.is_cheap(1.0)));
    assert_eq!(mesh.to_raw().links, raw.links, "and stays without one");
    let mut rounded = raw.clone();
    for link in &mut rounded.links {
        link.cost = Some(Vec2::from(link.from).distance(link.to.into()));
    }
    let is_cheap = build(&rounded).link_graph().unwrap().arcs().iter().any(|arc| arc.is_cheap(1.0));
    assert!(!is_cheap, "nor does one whose cost was computed in f32");
    assert_eq!(build(&mesh.to_raw()), mesh);
}

/// A fixed bug: each link that led away from the goal was removed by a pass over all others. So the time
/// of each query grew with the square of their number.
#[test]
fn thousands_of_cheap_links_that_lead_away_from_the_goal_do_not_weaken_the_bound() {
    let mut random = SplitMix64::new(3);
    let mut raw = rectangles_from_cells(1000, 1000, |_, _| Some(Terrain(0)));
    let mut coordinate = || random.between(0, 99_000) as f32 / 100.0;
    raw.links = (0..8000)
        .map(|_| {
            let from = [coordinate(), coordinate()];
            let to = [from[0] + 3.0, from[1] + 4.0];
            RawLink { from, to, cost: Some(4.5), ..RawLink::default() }
        })
        .collect();
    let mesh = build(&raw);
    let mut estimate = LinkEstimate::new();
    let start = Vec2::new(500.0, 500.0);
    for _ in 0..20 {
        estimate.prepare(&mesh, &PathQuery::new(start, Vec2::new(1.0, 1.0)));
        assert_eq!((estimate.shortcuts().len(), estimate.floor()), (0, f64::INFINITY));
        let straight = DVec2::from(start).distance(DVec2::new(1.0, 1.0));
        assert_eq!(estimate.at(start.into()).to_bits(), straight.to_bits());
    }
}

/// A fixed bug: of more links than are listed, the bound left out some that end near the goal.
#[test]
fn the_bound_counts_each_of_many_links_to_one_place() {
    let mut estimate = LinkEstimate::new();
    let goal = [10.5, 10.5];
    for seed in 0..20 {
        let mut random = SplitMix64::new(seed);
        let mut coordinate = |low, high| random.between(100 * low, 100 * high) as f32 / 100.0;
        let mut raw = rectangles_from_cells(20, 20, |_, _| Some(Terrain(0)));
        raw.links = (0..40)
            .map(|_| {
                let from = [coordinate(0, 20), coordinate(0, 20)];
                let to = [coordinate(10, 11), coordinate(10, 11)];
                let cost = Some(Vec2::from(from).distance(to.into()) / 2.0);
                RawLink { from, to, cost, ..RawLink::default() }
            })
            .collect();
        let mesh = build(&raw);
        let ground = VisibilityGraph::new(&open(20, 20).to_unit_mesh()).unwrap();
        let oracle = LinkedGraph::new(&ground, &plain_arcs(&mesh, &QueryFilter::uniform()));
        estimate.prepare(&mesh, &PathQuery::new(Vec2::splat(1.0), Vec2::from(goal)));
        for link in &raw.links {
            let shortest = oracle.shortest_length(link.from, goal).unwrap();
            let bound = estimate.at(Vec2::from(link.from).into());
            assert!(bound <= shortest + 1e-9, "seed {seed}: {bound} > {shortest}");
        }
    }
}

#[test]
fn the_bound_is_admissible_and_consistent_with_more_links_than_are_listed() {
    let (mut estimate, filter) = (LinkEstimate::new(), QueryFilter::uniform());
    let mut exceeded = 0;
    for seed in 0..40 {
        let mut random = SplitMix64::new(seed);
        let mut cells = random_blocks(seed, 9, 9, 20);
        cells.set(0, 0, true);
        let mut raw = raw(&cells);
        raw.links = cheap_links(&mut random, &cells, 60).iter().map(raw_link).collect();
        let mesh = build(&raw);
        let ground = VisibilityGraph::new(&cells.to_unit_mesh()).unwrap();
        let arcs = plain_arcs(&mesh, &filter);
        let oracle = LinkedGraph::new(&ground, &arcs);
        for _ in 0..5 {
            let [start, goal] = [(); 2].map(|()| random_point(&mut random, &cells));
            estimate.prepare(&mesh, &PathQuery::new(Vec2::from(start), Vec2::from(goal)));
            exceeded += u32::from(estimate.floor().is_finite());
            let bound = |point: [f32; 2]| estimate.at(Vec2::from(point).into());
            for arc in &arcs {
                let (before, after) = (bound(arc.entrance), bound(arc.exit));
                assert!(before <= arc.cost + after + 1e-9, "seed {seed}: {arc:?}");
            }
            for _ in 0..10 {
                let point = random_point(&mut random, &cells);
                let Some(shortest) = oracle.shortest_length(point, goal) else { continue };
                let bound = bound(point);
                assert!(bound <= shortest + 1e-9, "seed {seed}: {bound} > {shortest}");
            }
        }
    }
    assert!(exceeded > 100, "{exceeded}");
}

/// A fixed bug: for each area at the end of a link, all others there were looked at.
#[test]
fn links_may_end_where_thousands_of_areas_only_touch() {
    const AREAS: u32 = 5_000;
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    raw.vertices.extend((0..2 * AREAS).map(|x| [x as f32, 1.0]));
    (0..AREAS).for_each(|area| raw.push_area(&[0, 2 * area + 2, 2 * area + 1]));
    raw.links = vec![RawLink::default(); 100];
    let mesh = build(&raw);
    assert_eq!(graph(&mesh).entrance_areas(0).len(), AREAS as usize);
    assert!(graph(&mesh).arcs().iter().all(|arc| !arc.has_connected_exit));
}
