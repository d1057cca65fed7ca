//! Laws of exact paths over ground and links.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests may fail as tests do; costs are small"
)]

use tautline::labels::{BakeOptions, Labels};
use tautline::navmesh::{
    AreaId, LinkId, LinkKind, RawLink, RawMesh, Terrain, rectangles_from_cells,
};
use tautline::{
    Barrier, Ground, NavMesh, Path, PathError, PathOptions, Query, QueryFilter, Scratch, Step,
    Tier, Vec2, next_corners_to, path_in, paths_to,
};
use tautline_fixtures::linked::{LinkedGraph, PlainArc, random_links, random_point};
use tautline_fixtures::{Cells, SplitMix64, VisibilityGraph, random_blocks};

use crate::support::two_floors_and_a_room;

const MAPS: u64 = 60;
const QUERIES: usize = 8;

/// A random map with random links, and queries on it.
struct World {
    cells: Cells,
    raw: RawMesh,
    queries: Vec<[Vec2; 2]>,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut cells = random_blocks(seed, 7, 7, 35);
        cells.set(0, 0, true);
        let [width, height] = [cells.width, cells.height].map(u32::from);
        let mut raw = rectangles_from_cells(width, height, |x, y| {
            cells.is_walkable([x.cast_signed(), y.cast_signed()]).then_some(Terrain(0))
        });
        let count = random.between(1, 8).unsigned_abs() as usize;
        let links = random_links(&mut random, &cells, count);
        raw.links = links
            .iter()
            .map(|&link| {
                let (from, to, cost, both_ways) = (link.from, link.to, link.cost, link.both_ways);
                RawLink { from, to, cost, both_ways, ..RawLink::default() }
            })
            .collect();
        let mut point = || random_point(&mut random, &cells).into();
        let queries = (0..QUERIES).map(|_| [point(), point()]).collect();
        Self { cells, raw, queries }
    }

    fn mesh(&self) -> NavMesh {
        self.mesh_with(self.raw.links.clone())
    }

    fn mesh_with(&self, links: Vec<RawLink>) -> NavMesh {
        let raw = RawMesh { links, ..self.raw.clone() };
        raw.build().unwrap()
    }
}

fn find(mesh: &NavMesh, ends: [Vec2; 2], filter: &QueryFilter) -> Result<Path, PathError> {
    let mut path = Path::default();
    let query = Query::new(ends[0], ends[1]).with_filter(filter);
    path_in(mesh, &query, &mut Scratch::new(), &mut path).map(|()| path)
}

/// The cost of a path; infinity if there is none.
fn cost(mesh: &NavMesh, ends: [Vec2; 2]) -> f64 {
    find(mesh, ends, &QueryFilter::uniform()).map_or(f64::INFINITY, |path| path.cost)
}

/// Returns true if two costs, added up in different orders, are the same.
fn is_same(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits() || (one - other).abs() <= 1e-9
}

#[test]
fn paths_are_the_shortest_of_all_and_add_up() {
    let (mut found, mut over_links) = (0, 0);
    for seed in 0..MAPS {
        let world = World::new(seed);
        let mesh = world.mesh();
        let ground = VisibilityGraph::new(&world.cells.to_unit_mesh()).unwrap();
        let mut arcs = Vec::new();
        for link in mesh.links() {
            let [from, to] = [link.from.point, link.to.point].map(<[f32; 2]>::from);
            arcs.push(PlainArc { entrance: from, exit: to, cost: link.cost });
            if link.both_ways {
                arcs.push(PlainArc { entrance: to, exit: from, cost: link.cost });
            }
        }
        let oracle = LinkedGraph::new(&ground, &arcs);
        for &ends in &world.queries {
            let shortest = oracle.shortest_length(ends[0].into(), ends[1].into());
            let path = find(&mesh, ends, &QueryFilter::uniform());
            let Ok(path) = path else {
                assert_eq!(shortest, None, "seed {seed}, {ends:?}: {path:?}");
                continue;
            };
            assert!(is_same(path.cost, shortest.unwrap()), "seed {seed}, {ends:?}");
            assert_eq!(path.tier, Tier::Exact);
            assert!(!path.areas.is_empty());
            let walked: f64 = path.walked_segments().map(|segment| segment.length()).sum();
            assert!(is_same(path.length, walked));
            let of_links: f64 =
                path.links.iter().map(|taken| mesh.links()[taken.link.index()].cost).sum();
            assert!(is_same(path.cost, walked + of_links));
            let mut here = ends[0];
            for step in path.steps() {
                here = match step {
                    Step::Walk { to } => {
                        let uniform = QueryFilter::uniform();
                        let can_walk = find(&mesh_without_links(&world), [here, to], &uniform);
                        let straight = tautline::geometry::Segment::new(here, to).length();
                        assert!(is_same(can_walk.unwrap().length, straight), "seed {seed}");
                        to
                    }
                    Step::Link { link, forwards, to } => {
                        let link = mesh.links()[link.index()];
                        assert!(forwards || link.both_ways);
                        assert_eq!(here, link.departure(forwards).point);
                        assert_eq!(to, link.arrival(forwards).point);
                        to
                    }
                };
            }
            assert_eq!(here, ends[1]);
            found += 1;
            over_links += usize::from(!path.links.is_empty());
        }
    }
    assert!(found > 300 && over_links > 100, "{found} {over_links}");
}

fn mesh_without_links(world: &World) -> NavMesh {
    world.mesh_with(Vec::new())
}

#[test]
fn adding_a_link_never_lengthens_a_path() {
    for seed in 0..MAPS {
        let world = World::new(seed);
        let mut before = [f64::INFINITY; QUERIES];
        for count in 0..=world.raw.links.len() {
            let mesh = world.mesh_with(world.raw.links[..count].to_vec());
            for (before, &ends) in before.iter_mut().zip(&world.queries) {
                let now = cost(&mesh, ends);
                assert!(now <= *before + 1e-9, "seed {seed}, {count} links, {ends:?}");
                *before = now;
            }
        }
    }
}

#[test]
fn closing_the_links_of_a_path_never_shortens_it() {
    for seed in 0..MAPS {
        let world = World::new(seed);
        let mesh = world.mesh();
        for &ends in &world.queries {
            let mut filter = QueryFilter::uniform();
            let Ok(mut path) = find(&mesh, ends, &filter) else { continue };
            while !path.links.is_empty() {
                path.links.iter().for_each(|taken| filter.forbid_link(taken.link));
                let Ok(next) = find(&mesh, ends, &filter) else { break };
                assert!(next.cost >= path.cost - 1e-9, "seed {seed}, {ends:?}");
                assert!(next.links.iter().all(|taken| filter.allows_link(taken.link)));
                path = next;
            }
        }
    }
}

#[test]
fn a_link_that_costs_more_than_its_walk_and_one_to_itself_change_nothing() {
    for seed in 0..MAPS {
        let world = World::new(seed);
        let (bare, linked) = (mesh_without_links(&world), world.mesh());
        let mut more = world.raw.links.clone();
        // A link from a point contact leads from one side to the other, where no walk does.
        let is_inside = |point| bare.areas_at(point).count() == 1;
        for &[from, to] in &world.queries {
            let mut add = |to: Vec2, cost| {
                if is_inside(from) && is_inside(to) {
                    let (from, to, cost) = (from.into(), to.into(), Some(cost));
                    more.push(RawLink { from, to, cost, both_ways: true, ..RawLink::default() });
                }
            };
            let walk = cost(&bare, [from, to]);
            if walk.is_finite() {
                add(to, (walk as f32) * 1.25 + 0.5);
            }
            add(from, 0.0);
            add(from, 1.0);
        }
        let needless = world.mesh_with(more);
        for &ends in &world.queries {
            let (one, other) = (cost(&linked, ends), cost(&needless, ends));
            assert!(is_same(one, other), "seed {seed}, {ends:?}: {one} {other}");
        }
    }
}

#[test]
fn reversing_all_links_and_both_ends_keeps_the_cost() {
    for seed in 0..MAPS {
        let world = World::new(seed);
        let reverse = |link: &RawLink| RawLink { from: link.to, to: link.from, ..*link };
        let mesh = world.mesh();
        let reversed = world.mesh_with(world.raw.links.iter().map(reverse).collect());
        for &[start, goal] in &world.queries {
            let (one, other) = (cost(&mesh, [start, goal]), cost(&reversed, [goal, start]));
            assert!(is_same(one, other), "seed {seed}, {start} {goal}: {one} {other}");
        }
    }
}

#[test]
fn with_all_links_forbidden_paths_have_the_bits_of_a_mesh_without() {
    let (mut by_kind, mut singly) = (QueryFilter::uniform(), QueryFilter::uniform());
    LinkKind::ALL.into_iter().for_each(|kind| by_kind.forbid_links(kind));
    (0..8).map(LinkId).for_each(|link| singly.forbid_link(link));
    let mut scratch = Scratch::new();
    for seed in 0..MAPS {
        let world = World::new(seed);
        let (linked, bare) = (world.mesh(), mesh_without_links(&world));
        for &[start, goal] in &world.queries {
            for tier in [Tier::Exact, Tier::Weighted, Tier::Classic] {
                let mut answer = |mesh: &NavMesh, filter: &QueryFilter| {
                    let mut path = Path::default();
                    let query = Query::new(start, goal).with_filter(filter).with_tier(tier);
                    let found = path_in(mesh, &query, &mut scratch, &mut path);
                    found.map_err(|error| error.code()).map(|()| path)
                };
                let without = answer(&bare, &QueryFilter::uniform());
                for filter in [&by_kind, &singly] {
                    assert_eq!(answer(&linked, filter), without, "seed {seed}, {tier:?}");
                }
            }
        }
    }
}

#[test]
fn labels_answer_like_the_search_with_open_and_closed_links() {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (mut looked_up, mut over_links) = (0, 0);
    for seed in 0..MAPS {
        let world = World::new(seed);
        let mesh = world.mesh();
        let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
        let ground = Ground::of(&mesh).with_labels(&labels);
        let mut filter = QueryFilter::uniform();
        for closed in [None, Some(LinkId(0)), Some(LinkId(1))] {
            closed.into_iter().for_each(|link| filter.forbid_link(link));
            for &ends in &world.queries {
                let searched = find(&mesh, ends, &filter);
                let query = Query::new(ends[0], ends[1]).with_filter(&filter);
                let answer = path_in(ground, &query, &mut scratch, &mut path);
                match &searched {
                    Ok(searched) => {
                        assert!(answer.is_ok() && is_same(path.cost, searched.cost), "seed {seed}");
                        let walked: f64 = path.walked_segments().map(|leg| leg.length()).sum();
                        assert!(is_same(path.length, walked));
                        looked_up += usize::from(scratch.expanded() == 0);
                        over_links += usize::from(!path.links.is_empty() && path.areas.is_empty());
                        path_in(ground, &query.with_areas(), &mut scratch, &mut path).unwrap();
                        assert!(!path.areas.is_empty(), "seed {seed}, {ends:?}");
                    }
                    Err(error) => {
                        assert_eq!(answer.map_err(|error| error.code()), Err(error.code()));
                    }
                }
            }
        }
    }
    assert!(looked_up > 600 && over_links > 100, "{looked_up} {over_links}");
}

#[test]
fn labels_answer_like_the_search_where_ground_is_forbidden_and_links_are_closed() {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (mut looked_up, mut over_links, mut searched_again) = (0, 0, 0);
    for seed in 0..MAPS {
        let world = World::new(seed);
        let mesh = world.mesh();
        let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
        let ground = Ground::of(&mesh).with_labels(&labels);
        let mut random = SplitMix64::new(seed + 500);
        for closed in [10, 30] {
            let mut filter = QueryFilter::uniform();
            mesh.areas()
                .filter(|_| random.chance(closed))
                .for_each(|area| filter.forbid_area(area));
            if random.chance(50) {
                filter.forbid_link(LinkId(0));
            }
            for &ends in &world.queries {
                let searched = find(&mesh, ends, &filter);
                let query = Query::new(ends[0], ends[1]).with_filter(&filter);
                let answer = path_in(ground, &query, &mut scratch, &mut path);
                let Ok(searched) = searched else {
                    let code = searched.map_err(|error| error.code()).map(|_| ());
                    assert_eq!(answer.map_err(|error| error.code()), code, "seed {seed}");
                    continue;
                };
                assert!(
                    answer.is_ok() && is_same(path.cost, searched.cost),
                    "seed {seed}, {ends:?}"
                );
                let by_labels = path.areas.is_empty();
                looked_up += usize::from(by_labels);
                searched_again += usize::from(!by_labels);
                over_links += usize::from(by_labels && !path.links.is_empty());
                path_in(ground, &query.with_areas(), &mut scratch, &mut path).unwrap();
                assert!(!path.areas.is_empty(), "seed {seed}, {ends:?}");
                assert!(path.areas.iter().all(|&area| mesh.is_open(area, &filter)));
            }
        }
    }
    let counts = (looked_up, over_links, searched_again);
    assert!(looked_up > 200 && over_links > 50 && searched_again > 50, "{counts:?}");
}

#[test]
fn a_walk_to_a_link_is_judged_on_the_floor_of_the_link() {
    let mesh = two_floors_and_a_room().build().unwrap();
    let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
    let labelled = Ground::of(&mesh).with_labels(&labels);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    // Starts on any floor: before the link, and where it departs.
    for (x, closed) in [(1.0, 2), (3.0, 3)] {
        let query = Query::new(Vec2::new(x, 0.5), Vec2::new(7.0, 0.5)).with_areas();
        path_in(labelled, &query, &mut scratch, &mut path).unwrap();
        let last = [AreaId(3), AreaId(4)];
        assert!(path.areas.ends_with(&last), "from the upper floor: {:?}", path.areas);

        let mut filter = QueryFilter::uniform();
        filter.forbid_area(AreaId(closed));
        let query = query.with_filter(&filter);
        for ground in [Ground::of(&mesh), labelled] {
            let found = path_in(ground, &query, &mut scratch, &mut path);
            let barrier = Barrier::Links;
            assert_eq!(found, Err(PathError::Unreachable { barrier }), "from {x}: {path:?}");
        }
    }
}

#[test]
fn many_agents_go_to_one_goal_over_links() {
    let mut over_links = 0;
    for seed in 0..MAPS {
        let world = World::new(seed);
        let mesh = world.mesh();
        let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
        let ground = Ground::of(&mesh).with_labels(&labels);
        // From a thousand agents on, distances of all corners are prepared.
        let copies = if seed % 8 == 0 { 1000 / QUERIES + 1 } else { 1 };
        let starts: Vec<Vec2> = world.queries.iter().map(|ends| ends[0]).collect();
        let starts = starts.repeat(copies);
        let mut filter = QueryFilter::uniform();
        for closed in [None, Some(LinkId(0))] {
            closed.into_iter().for_each(|link| filter.forbid_link(link));
            for &[_, goal] in &world.queries {
                let options = PathOptions::default().with_filter(&filter);
                let found = paths_to(ground, &starts, goal, &options);
                let next = next_corners_to(ground, &starts, goal, &options);
                for ((&start, found), next) in starts.iter().zip(&found).zip(&next).take(QUERIES) {
                    let searched = find(&mesh, [start, goal], &filter);
                    let Ok(searched) = searched else {
                        let code = searched.map_err(|error| error.code()).map(|_| ());
                        assert_eq!(found.as_ref().map_err(|error| error.code()).map(|_| ()), code);
                        assert_eq!(next.as_ref().map_err(|error| error.code()).map(|_| ()), code);
                        continue;
                    };
                    let (found, next) = (found.as_ref().unwrap(), next.as_ref().unwrap());
                    assert!(is_same(found.cost, searched.cost), "seed {seed}, {start} {goal}");
                    // Next corners of walks have distances in fixed point.
                    assert!((next.distance - searched.cost).abs() < 1e-3, "seed {seed}");
                    assert!(found.links.iter().all(|taken| filter.allows_link(taken.link)));
                    over_links += usize::from(!found.links.is_empty());
                    let rest = find(&mesh, [next.point, goal], &filter).map(|rest| rest.cost);
                    let leg = match next.link {
                        Some(taken) => {
                            let link = mesh.link(taken.link);
                            assert_eq!(link.departure(taken.forwards).point, start);
                            assert_eq!(link.arrival(taken.forwards).point, next.point);
                            link.cost
                        }
                        None => tautline::geometry::Segment::new(start, next.point).length(),
                    };
                    let rest = rest.unwrap_or(f64::INFINITY);
                    // Shorter, if the rest begins on the other side of a point contact.
                    assert!(rest + leg <= searched.cost + 1e-3, "seed {seed}, {start} {goal}");
                }
            }
        }
    }
    assert!(over_links > 500, "{over_links}");
}
