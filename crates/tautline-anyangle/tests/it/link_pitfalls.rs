//! Cases in which a search over links went wrong at first, or easily does.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use crate::support::{build, raw_mesh};
use tautline_anyangle::{
    AnyAngleScratch, ExactError, Landmarks, LinkTraversal, OneToManyQuery, OneToManySearch,
    SearchMesh, shortest_path,
};
use tautline_fixtures::linked::{LinkedGraph, PlainArc, random_point};
use tautline_fixtures::{Cells, PlainMesh, SplitMix64, VisibilityGraph, open, random_blocks};
use tautline_navmesh::{
    AreaId, LinkId, Location, NavMesh, PathQuery, QueryError, QueryFilter, RawLink, RawMesh,
    Terrain, Vec2, rectangles_from_cells,
};

fn one_way(from: [f32; 2], to: [f32; 2], cost: f32) -> RawLink {
    RawLink { from, to, cost: Some(cost), ..RawLink::default() }
}

fn two_way(from: [f32; 2], to: [f32; 2], cost: f32) -> RawLink {
    RawLink { both_ways: true, ..one_way(from, to, cost) }
}

fn mesh_of(plain: &PlainMesh, links: &[RawLink]) -> NavMesh {
    let mut raw = raw_mesh(plain, &[]);
    raw.links = links.to_vec();
    build(&raw).unwrap()
}

/// A path that was found.
struct Found {
    length: f64,
    points: Vec<Vec2>,
    links: Vec<LinkTraversal>,
    expanded: u64,
}

fn find_with(
    mesh: &NavMesh,
    filter: &QueryFilter,
    start: impl Into<Location>,
    goal: impl Into<Location>,
) -> Result<Found, ExactError> {
    let (mut scratch, mut points, mut links) = (AnyAngleScratch::new(), Vec::new(), Vec::new());
    let query = PathQuery::new(start, goal).with_filter(filter);
    let length = shortest_path(mesh, &query, &mut scratch, &mut points)?;
    scratch.read_links(mesh, &mut links);
    Ok(Found { length, points, links, expanded: scratch.counters().expanded })
}

fn find(mesh: &NavMesh, start: [f32; 2], goal: [f32; 2]) -> Result<Found, ExactError> {
    find_with(mesh, &QueryFilter::uniform(), Vec2::from(start), Vec2::from(goal))
}

#[track_caller]
fn assert_length(found: &Result<Found, ExactError>, expected: f64) {
    let length = found.as_ref().map(|found| found.length);
    let is_right = length.is_ok_and(|length| (length - expected).abs() <= 1e-12 * expected);
    assert!(is_right, "{length:?} instead of {expected}");
}

#[test]
fn a_goal_in_plain_view_may_be_nearer_by_a_teleport() {
    let links = [one_way([1.5, 1.0], [3.0, 1.0], 0.0)];
    let mesh = mesh_of(&open(5, 2).to_unit_mesh(), &links);
    let found = find(&mesh, [1.0, 1.0], [3.5, 1.0]);
    assert_length(&found, 1.0);
    let taken = LinkTraversal { point: 1, link: LinkId(0), forwards: true };
    assert_eq!(found.unwrap().links, [taken]);
}

#[test]
fn a_cheap_link_behind_the_start_is_found() {
    let links = [one_way([0.5, 0.5], [39.0, 0.5], 1.0)];
    let mesh = mesh_of(&open(40, 1).to_unit_mesh(), &links);
    assert_length(&find(&mesh, [2.0, 0.5], [39.5, 0.5]), 3.0);
}

/// A fixed bug: among more links than the heuristic lists, it left out the one behind the corner. The distances to
/// the goal beyond the links are 15, 30, 38 and 40.
#[test]
fn one_of_many_links_to_the_goal_is_found_behind_a_corner() {
    let mut raw = rectangles_from_cells(110, 4, |x, y| (x != 61 || y > 1).then_some(Terrain(0)));
    let goal = [0.5, 0.5];
    raw.links = vec![
        one_way([109.5, 0.5], goal, 15.0),
        one_way([60.5, 0.5], goal, 30.0),
        one_way([63.5, 0.5], goal, 38.0),
    ];
    raw.links.extend([one_way([105.0, 0.5], goal, 40.0); 25]);
    let mesh = build(&raw).unwrap();
    let around_the_corner = 1.0 + 2.0 * f64::sqrt(0.25 + 2.25);
    assert_length(&find(&mesh, [62.5, 0.5], goal), around_the_corner + 30.0);
}

/// A room of 20 by 4, one area, with a closet above each end. A path into one closet, by a free
/// teleport to the other and back into the room visits the room twice.
#[test]
fn a_path_may_come_back_to_an_area_from_a_closet() {
    let mut raw = tautline_navmesh::RawMesh::from_vertices(&[
        [0.0, 0.0],
        [20.0, 0.0],
        [20.0, 4.0],
        [19.0, 4.0],
        [1.0, 4.0],
        [0.0, 4.0],
        [0.0, 5.0],
        [1.0, 5.0],
        [19.0, 5.0],
        [20.0, 5.0],
    ]);
    raw.push_area(&[0, 1, 2, 3, 4, 5]);
    raw.push_area(&[5, 4, 7, 6]);
    raw.push_area(&[3, 2, 9, 8]);
    raw.links = vec![one_way([0.5, 4.5], [19.5, 4.5], 0.0)];
    let mesh = build(&raw).unwrap();
    assert_eq!(mesh.area_count(), 3);
    let found = find(&mesh, [0.5, 3.5], [19.5, 3.5]);
    assert_length(&found, 2.0);
    assert_eq!(found.unwrap().points.len(), 4);
    // The costs of a query decide which links are cheap: 30 by the link is more than 19 on
    // foot, unless a unit of distance costs 2.
    raw.links = vec![one_way([0.5, 4.5], [19.5, 4.5], 30.0)];
    let mesh = build(&raw).unwrap();
    assert_length(&find(&mesh, [0.5, 3.5], [19.5, 3.5]), 19.0);
    let mut filter = QueryFilter::uniform();
    (0..=255).for_each(|class| filter.set(Terrain(class), 2.0).unwrap());
    let [start, goal] = [[0.5, 3.5], [19.5, 3.5]].map(Vec2::from);
    assert_length(&find_with(&mesh, &filter, start, goal), 2.0 + 15.0);
}

/// Two squares that touch at a point. A walk to that point ends in one of them, and a link in both.
#[test]
fn at_a_point_contact_a_landing_leads_farther_than_a_walk() {
    // The free link begins and ends at the contact, which a walk from the start reaches first.
    let cells = Cells::from_rows(&["#.", ".#"]);
    let contact = [1.0, 1.0];
    let mesh = mesh_of(&cells.to_unit_mesh(), &[one_way([0.5, 0.5], contact, 0.75)]);
    assert!(find(&mesh, [0.5, 0.5], [0.9, 0.9]).is_ok());
    assert_length(&find(&mesh, [0.5, 0.5], [1.5, 1.0]), 0.75 + 0.5);
    let step = mesh_of(&cells.to_unit_mesh(), &[one_way(contact, contact, 0.0)]);
    assert_length(&find(&step, [0.5, 1.0], [1.5, 1.0]), 1.0);
    assert!(matches!(
        find(&mesh, [1.5, 1.5], [0.5, 0.5]).err(),
        Some(ExactError::Query(QueryError::Unreachable))
    ));
}

/// A point in the middle of a wall without width belongs to the ground on both sides.
#[test]
fn a_link_to_a_wall_without_width_leads_to_both_sides() {
    let mut cells = open(2, 1);
    cells.put_wall([0, 0], [1, 0]);
    let mesh = mesh_of(&cells.to_unit_mesh(), &[one_way([0.5, 0.5], [1.0, 0.5], 2.0)]);
    assert_length(&find(&mesh, [0.5, 0.5], [1.5, 0.5]), 2.5);
    assert_length(&find(&mesh, [0.5, 0.5], [0.75, 0.5]), 0.25);
}

/// Four areas meet at a vertex. If two opposite ones are forbidden, the others touch there only.
#[test]
fn forbidden_areas_make_a_point_contact() {
    let plain = open(2, 2).to_unit_mesh();
    let mut raw = raw_mesh(&plain, &[0, 1, 1, 0]);
    raw.links = vec![one_way([0.5, 0.5], [1.0, 1.0], 1.0)];
    let mesh = build(&raw).unwrap();
    let mut filter = QueryFilter::uniform();
    filter.forbid(Terrain(1));
    let [start, goal] = [[0.5, 0.5], [1.5, 1.0]].map(Vec2::from);
    assert_length(&find_with(&mesh, &filter, start, goal), 1.5);
    assert_length(&find_with(&mesh, &QueryFilter::uniform(), start, goal), 1.25_f64.sqrt());
}

#[test]
fn rings_of_free_links_come_to_an_end() {
    let corners = [[0.5, 0.5], [8.5, 0.5], [8.5, 8.5], [0.5, 8.5]];
    let mut links = Vec::new();
    for (from, &one) in corners.iter().enumerate() {
        for &other in &corners[from + 1..] {
            links.push(two_way(one, other, 0.0));
            links.push(two_way(one, other, 0.0));
        }
        links.push(two_way(one, one, 0.0));
    }
    // An island that no link leads to makes the search see everything.
    let mut cells = open(12, 9);
    (0..9).for_each(|y| cells.set(10, y, false));
    links.push(two_way([11.5, 1.0], [11.5, 2.0], 0.0));
    links.push(one_way([11.5, 3.0], [0.5, 0.5], 0.0));
    let mesh = mesh_of(&cells.to_unit_mesh(), &links);
    assert_length(&find(&mesh, [1.0, 0.5], [8.0, 8.5]), 1.0);
    assert!(find(&mesh, [1.0, 0.5], [11.5, 0.5]).is_err());
    let mut near = OneToManySearch::new();
    near.within(&mesh, &OneToManyQuery::new(Vec2::new(1.0, 0.5)), f64::INFINITY).unwrap();
    assert_eq!(near.areas().count(), 90);
}

#[test]
fn a_link_from_a_point_to_itself_changes_nothing() {
    let plain = Cells::from_rows(&["....", ".##.", "...."]).to_unit_mesh();
    for cost in [0.0, 0.5] {
        let links = [[0.5, 0.5], [1.0, 1.0], [4.0, 2.0]].map(|at| two_way(at, at, cost));
        let mesh = mesh_of(&plain, &links);
        let found = find(&mesh, [0.5, 0.5], [3.5, 2.5]).unwrap();
        let bare = find(&mesh_of(&plain, &[]), [0.5, 0.5], [3.5, 2.5]).unwrap();
        assert_eq!((found.length, found.points), (bare.length, bare.points));
        assert_eq!(found.links, []);
    }
}

#[test]
fn a_ladder_keeps_its_step_though_both_ends_are_one_point_of_the_plane() {
    let plain = open(4, 1).to_unit_mesh();
    let mut raw = raw_mesh(&plain, &[]);
    let count = u32::try_from(plain.vertices.len()).unwrap();
    raw.vertices.extend(plain.vertices.iter().copied());
    for corners in &plain.areas {
        raw.push_area(&corners.iter().map(|corner| corner + count).collect::<Vec<_>>());
    }
    let above = plain.neighbours.iter().flatten();
    raw.neighbours.extend(
        above.map(|area| area.map_or(tautline_navmesh::RawMesh::NO_NEIGHBOUR, |area| area + 4)),
    );
    raw.elevations = vec![0.0; plain.vertices.len()];
    raw.elevations.resize(raw.vertices.len(), 5.0);
    raw.links = vec![RawLink { to_elevation: 5.0, ..two_way([2.5, 0.5], [2.5, 0.5], 4.0) }];
    let mesh = build(&raw).unwrap();
    let place =
        |x: f32, elevation: f32| Location { point: Vec2::new(x, 0.5), elevation: Some(elevation) };
    let found = find_with(&mesh, &QueryFilter::uniform(), place(0.5, 5.0), place(2.5, 0.0));
    assert_length(&found, 6.0);
    let Found { points, links, .. } = found.unwrap();
    assert_eq!(points, [0.5, 2.5, 2.5].map(|x| Vec2::new(x, 0.5)));
    assert_eq!(links, [LinkTraversal { point: 1, link: LinkId(0), forwards: false }]);
    // From one end to the other, the step is the whole path.
    let found =
        find_with(&mesh, &QueryFilter::uniform(), place(2.5, 0.0), place(2.5, 5.0)).unwrap();
    assert_eq!(found.points.len(), 2);
    assert_eq!(found.links, [LinkTraversal { point: 0, link: LinkId(0), forwards: true }]);
}

#[test]
fn exits_off_the_lattice_of_the_mesh_are_looked_from_exactly() {
    // The start is on the lattice; from the exit, only adaptive predicates are exact.
    let plain = Cells::from_rows(&["......", ".####.", "......"]).to_unit_mesh();
    let exit = [1.0 / 3.0, 2.0 + f32::EPSILON];
    let mesh = mesh_of(&plain, &[one_way([0.5, 0.5], exit, 0.0)]);
    let found = find(&mesh, [0.5, 0.5], [5.5, 2.5]);
    let straight = (Vec2::from(exit).as_dvec2()).distance(Vec2::new(5.5, 2.5).as_dvec2());
    assert_length(&found, straight);
}

#[test]
fn a_goal_that_links_lead_away_from_is_rejected_without_a_search() {
    let cells = Cells::from_rows(&["....#...."]);
    let links = [one_way([5.5, 0.5], [3.5, 0.5], 0.0)];
    let mesh = mesh_of(&cells.to_unit_mesh(), &links);
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let query = PathQuery::new(Vec2::new(0.5, 0.5), Vec2::new(8.5, 0.5));
    let found = shortest_path(&mesh, &query, &mut scratch, &mut points);
    assert_eq!(found, Err(QueryError::Unreachable.into()));
    assert_eq!(scratch.counters().expanded, 0);
    assert_length(&find(&mesh, [8.5, 0.5], [0.5, 0.5]), 6.0);
}

#[test]
fn closed_links_are_not_taken() {
    let cells = Cells::from_rows(&["..#..", "..#..", "....."]);
    let links = [two_way([1.5, 2.5], [3.5, 2.5], 0.5), two_way([1.5, 1.5], [3.5, 1.5], 1.0)];
    let mesh = mesh_of(&cells.to_unit_mesh(), &links);
    let ends = [[1.5, 2.5], [3.5, 2.5]].map(Vec2::from);
    let mut filter = QueryFilter::uniform();
    let by = |filter: &QueryFilter| find_with(&mesh, filter, ends[0], ends[1]);
    assert_length(&by(&filter), 0.5);
    filter.forbid_link(LinkId(0));
    assert_length(&by(&filter), 3.0);
    filter.forbid_link(LinkId(1));
    assert_eq!(by(&filter).unwrap().links, []);
}

/// A link to the border of a forbidden area leads to the allowed area across.
#[test]
fn links_to_forbidden_ground_are_not_taken() {
    let plain = open(4, 1).to_unit_mesh();
    let mut raw = raw_mesh(&plain, &[0, 1, 0, 0]);
    raw.links = vec![one_way([0.5, 0.5], [1.5, 0.5], 0.0), one_way([0.5, 0.5], [2.0, 0.5], 5.0)];
    let mesh = build(&raw).unwrap();
    let mut filter = QueryFilter::uniform();
    filter.forbid(Terrain(1));
    let [start, goal] = [[0.5, 0.5], [3.5, 0.5]].map(Vec2::from);
    let found = find_with(&mesh, &filter, start, goal);
    assert_length(&found, 6.5);
    assert_eq!(found.unwrap().links[0].link, LinkId(1));
}

/// A root looks at every end of a link in the areas that it sees.
#[test]
fn thousands_of_links_into_one_area_are_answered() {
    let cells =
        Cells::from_rows(&["....................", "##########.#########", "...................."]);
    let link = |index: u16| {
        let x = f32::from(index) / 256.0;
        two_way([x, 0.5], [20.0 - x, 2.5], 4.0)
    };
    let links: Vec<RawLink> = (0..4_000).map(link).collect();
    let mesh = mesh_of(&cells.to_unit_mesh(), &links);
    let found = find(&mesh, [0.5, 0.25], [19.5, 2.75]).unwrap();
    assert!((found.length - 4.5).abs() < 1e-9, "{}", found.length);
    assert_eq!(found.links.len(), 1);
    assert!(found.expanded < 10_000);
    let (mut areas, mut scratch, mut points) = (Vec::new(), AnyAngleScratch::new(), Vec::new());
    let query = PathQuery::new(Vec2::new(0.5, 0.25), Vec2::new(19.5, 2.75));
    shortest_path(&mesh, &query, &mut scratch, &mut points).unwrap();
    scratch.read_areas(&mesh, &mut areas);
    assert!(areas.contains(&AreaId(0)), "{areas:?}");
}

/// The heuristic lists two dozen cheap arcs. The others still count.
#[test]
fn more_cheap_links_than_the_heuristic_lists_are_all_taken() {
    for seed in 0..12 {
        let mut random = SplitMix64::new(seed);
        let cells = random_blocks(seed, 12, 12, 30);
        let plain = cells.to_unit_mesh();
        let mut point = || random_point(&mut random, &cells);
        let links: Vec<RawLink> = (0_u16..150)
            .map(|number| one_way(point(), point(), f32::from(number % 3) / 8.0))
            .collect();
        let mesh = mesh_of(&plain, &links);
        let plain_arc = |link: &RawLink| PlainArc {
            entrance: link.from,
            exit: link.to,
            cost: link.cost.unwrap().into(),
        };
        let arcs: Vec<PlainArc> = links.iter().map(plain_arc).collect();
        let ground = VisibilityGraph::new(&plain).unwrap();
        let oracle = LinkedGraph::new(&ground, &arcs);
        for _ in 0..40 {
            let [start, goal] = [point(), point()];
            let found = find(&mesh, start, goal);
            match oracle.shortest_length(start, goal) {
                Some(expected) => {
                    let length = found.unwrap().length;
                    assert!((length - expected).abs() < 1e-9, "seed {seed}: {length} {expected}");
                }
                None => assert!(found.is_err(), "seed {seed}"),
            }
        }
    }
}

/// Landmarks count teleports: lengths on foot bound no path by one.
#[test]
fn landmarks_do_not_hide_a_teleport() {
    let cells = random_blocks(3, 30, 30, 30);
    let mut random = SplitMix64::new(3);
    let mut point = || random_point(&mut random, &cells);
    let links: Vec<RawLink> = (0..6).map(|_| one_way(point(), point(), 1.0)).collect();
    let mesh = mesh_of(&cells.to_unit_mesh(), &links);
    let landmarks = Landmarks::choose(&mesh);
    assert!(!landmarks.is_empty());
    let guided = SearchMesh::of(&mesh).with_landmarks(&landmarks);
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    for _ in 0..200 {
        let [start, goal] = [point(), point()];
        let query = PathQuery::new(Vec2::from(start), Vec2::from(goal));
        let length = shortest_path(guided, &query, &mut scratch, &mut points);
        match find(&mesh, start, goal) {
            Ok(found) => {
                let length = length.unwrap();
                assert!((length - found.length).abs() <= 1e-12 * found.length);
            }
            Err(error) => assert_eq!(length, Err(error)),
        }
    }
}

/// An end on a corner has the point of the corner: no distance from it, in all directions.
#[test]
fn links_between_corners_lead_on_along_the_walls() {
    let cells = Cells::from_rows(&[".......", ".#...#.", "......."]);
    let mesh = mesh_of(&cells.to_unit_mesh(), &[two_way([2.0, 1.0], [5.0, 2.0], 0.5)]);
    assert_length(&find(&mesh, [0.5, 1.0], [6.5, 2.0]), 1.5 + 0.5 + 1.5);
    assert_length(&find(&mesh, [6.0, 2.0], [1.0, 1.0]), 1.0 + 0.5 + 1.0);
}

/// Regression test: at a point contact, a landmark near one side of the exit is far from the other.
/// The bound by its distances hid the link.
#[test]
fn landmarks_give_no_bound_at_an_exit_on_a_wall() {
    // A wall across the ground; both links begin below it. The first ends on it, near the goal above,
    // the second at the goal itself.
    let mut cells = open(20, 20);
    (0..20).for_each(|x| cells.put_wall([x, 9], [x, 10]));
    let (entrance, exit, goal) = ([15.0, 3.0], [1.0, 10.0], [1.0, 11.0]);
    let links = [one_way(entrance, exit, 0.0), one_way(entrance, goal, 5.0)];
    let mesh = mesh_of(&cells.to_unit_mesh(), &links);
    let landmarks = Landmarks::choose(&mesh);
    assert!(!landmarks.is_empty());
    let query = PathQuery::new(Vec2::new(15.0, 2.0), Vec2::from(goal));
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    for guided in [SearchMesh::of(&mesh), SearchMesh::of(&mesh).with_landmarks(&landmarks)] {
        let length = shortest_path(guided, &query, &mut scratch, &mut points).unwrap();
        assert_eq!(length.to_bits(), 2.0_f64.to_bits(), "{length}");
    }
}

/// Regression test: of two points on a wall, a link leads from either side to either side. Block-cut
/// pruning knew only some of these ways.
#[test]
fn a_link_from_wall_to_wall_leads_to_the_other_side() {
    let rows = [0.0, 1.0, 2.0].map(|y| [[0.0, y], [2.0, y], [4.0, y]]);
    let mut raw = RawMesh::from_vertices(&rows.concat());
    // Below, above, below, above: the first areas at the two ends are on different sides.
    let areas = [[0, 1, 4, 3], [4, 5, 8, 7], [1, 2, 5, 4], [3, 4, 7, 6]];
    areas.iter().for_each(|area| raw.push_area(area));
    raw.walls = vec![[3, 4], [4, 5]];
    raw.links = vec![one_way([0.0, 1.0], [4.0, 1.0], 5.0)];
    let mesh = build(&raw).unwrap();
    let expected = 9.25_f64.sqrt() + 5.0 + 1.25_f64.sqrt();
    assert_length(&find(&mesh, [3.0, 1.5], [3.0, 0.5]), expected);
    assert_length(&find(&mesh, [3.0, 0.5], [3.0, 1.5]), expected);
}

/// Regression test: forbidden areas can make the exit of a link a point contact. The link then leads
/// past an area there, even if block-cut pruning takes that one for all of them.
#[test]
fn a_link_leads_past_each_area_at_its_exit() {
    // Four squares around the exit, of which two may be entered, and a closet with the entrance.
    for start in [[1, 0], [2, 0], [1, 1], [2, 1]] {
        let [x, y]: [u8; 2] = start;
        let (goal, closet) = ([3 - x, 1 - y], [if x == 1 { 0 } else { 3 }, y]);
        let is = |at: [u32; 2], square: [u8; 2]| at == square.map(u32::from);
        let raw = rectangles_from_cells(4, 2, |x, y| match [x, y] {
            at if is(at, closet) => Some(Terrain(2)),
            [0 | 3, _] => None,
            at => Some(Terrain(u8::from(!is(at, start) && !is(at, goal)))),
        });
        let [start, goal, entrance] =
            [start, goal, closet].map(|at| Vec2::from(at.map(f32::from)) + Vec2::splat(0.5));
        let links = vec![one_way(entrance.into(), [2.0, 1.0], 5.0)];
        let mesh = build(&RawMesh { links, ..raw }).unwrap();
        let mut filter = QueryFilter::uniform();
        filter.forbid(Terrain(1));
        let found = find_with(&mesh, &filter, start, goal);
        assert_length(&found, 1.0 + 5.0 + 0.5_f64.sqrt());
    }
}

/// The entrance of a very expensive link is seen first from a point that is reached at a high cost, and
/// then from the same point at a lower cost. Added to the cost of the link, the difference is rounded away.
#[test]
fn a_link_of_any_cost_is_taken_where_no_other_way_leads() {
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 1.0],
        [3.0, 1.0],
        [0.0, 1.0],
        [5.0, 0.0],
        [6.0, 0.0],
        [6.0, 3.0],
        [5.0, 3.0],
        [5.0, 2.0],
        [5.0, 1.0],
        [4.0, 2.0],
        [3.0, 2.0],
        [2.0, 2.0],
        [3.0, 3.0],
        [2.0, 3.0],
        [4.0, 3.0],
    ]);
    raw.push_area(&[0, 1, 2, 3, 4]);
    raw.push_area(&[5, 6, 7, 8, 9, 10]);
    raw.push_area(&[3, 2, 10, 9, 11, 12]);
    raw.push_area(&[13, 12, 14, 15]);
    raw.push_area(&[11, 9, 8, 16]);
    let goal = [2.067_382_8, 2.193_359_4];
    for cost in [1e16, 1e20, 1e30, f32::MAX] {
        raw.links = vec![
            one_way([2.0, 0.5], goal, cost),
            one_way([0.137_695_31, 0.981_445_3], [5.5, 0.0], 1.635_414_1),
            one_way([5.5, 2.0], [2.190_429_7, 0.024_414_063], 1e20),
        ];
        let mesh = raw.build().unwrap();
        let (query, mut search) =
            (OneToManyQuery::new(Vec2::new(4.5, 1.5)), OneToManySearch::new());
        search.all(&mesh, &query, &[Vec2::from(goal).into()]).unwrap();
        assert!((search.distance_to(0) / f64::from(cost) - 1.0).abs() < 1e-12, "{cost}");
        search.within(&mesh, &query, f64::MAX).unwrap();
        assert_eq!(search.areas().count(), mesh.area_count());
    }
}
