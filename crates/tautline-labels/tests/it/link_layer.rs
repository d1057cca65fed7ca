//! Labels with a link layer give the shortest paths over ground and links.

use tautline_anyangle::{ExactError, LinkTraversal};
use tautline_fixtures::linked::{LinkedGraph, PlainArc, PlainLink, random_links, random_point};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{Cells, SplitMix64, VisibilityGraph, open, random_blocks, random_mesh};
use tautline_labels::{
    BakeOptions, Hubs, LabelScratch, Labels, PreparedGoal, StoredLabelsError, StoredLinkLayer,
};
use tautline_navmesh::{
    LinkId, LinkKind, Location, NavMesh, QueryError, QueryFilter, RawLink, RawMesh, RayCast,
    Terrain, Vec2, rectangles_from_cells,
};

use crate::mesh_files::Fallible;
use crate::support::{build, raw_mesh};

/// The relative difference between lengths that count as equal.
const ROUNDING: f64 = 1e-11;

/// A map with links, and its labels.
struct Subject {
    mesh: NavMesh,
    labels: Labels,
    scratch: LabelScratch,
    points: Vec<Vec2>,
    links: Vec<LinkTraversal>,
}

type Answer = Result<Option<f64>, ExactError>;

impl Subject {
    fn new(raw: &RawMesh, hubs: Hubs) -> Fallible<Self> {
        let mesh = build(raw)?;
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs))?;
        let (scratch, points, links) = (LabelScratch::new(), Vec::new(), Vec::new());
        Ok(Self { mesh, labels, scratch, points, links })
    }

    fn ask(&mut self, ends: [impl Into<Location>; 2], filter: &QueryFilter) -> Answer {
        let Self { mesh, labels, scratch, points, links } = self;
        labels.shortest_path_over_links(mesh, ends.map(Into::into), filter, scratch, points, links)
    }

    /// Returns the length of the path between two points, with all links allowed.
    fn length(&mut self, ends: [[f32; 2]; 2]) -> Answer {
        self.ask(ends.map(Vec2::from), &QueryFilter::uniform())
    }

    /// Returns a description of a wrong answer; `None` if it is right.
    fn fault(
        &mut self,
        ends: [[f32; 2]; 2],
        filter: &QueryFilter,
        expected: Option<f64>,
    ) -> Option<String> {
        let ends = ends.map(Vec2::from);
        let answer = self.ask(ends, filter);
        let is_right = match (&answer, expected) {
            (Ok(Some(length)), Some(expected)) => {
                (length - expected).abs() <= ROUNDING * expected
                    && self.points.first() == Some(&ends[0])
                    && self.points.last() == Some(&ends[1])
                    && self.is_sound(*length, filter)
            }
            (Err(error), None) => matches!(error, ExactError::Query(QueryError::Unreachable)),
            // A forbidden link may be on the best path of all.
            (Ok(None), _) => filter != &QueryFilter::uniform(),
            _ => false,
        };
        let Self { mesh, points, links, .. } = self;
        let [start, goal] = ends;
        (!is_right).then(|| {
            format!("{start} to {goal}: {answer:?} {points:?} {links:?} for {expected:?} {mesh:?}")
        })
    }

    /// Returns true if every leg of the last path can be walked, every link is allowed and leads
    /// from point to point, and the length is the sum of legs and costs.
    fn is_sound(&self, length: f64, filter: &QueryFilter) -> bool {
        let Self { mesh, points, links, .. } = self;
        let mut links = links.iter().peekable();
        let mut sum = 0.0;
        for (index, leg) in points.windows(2).enumerate() {
            if let Some(taken) = links.next_if(|link| link.point == index) {
                let link = &mesh.links()[taken.link.index()];
                let ends = [taken.forwards, !taken.forwards].map(|end| link.departure(end).point);
                let is_allowed = filter.allows_link(taken.link) && filter.allows_links(link.kind);
                if leg != ends || !is_allowed || !(taken.forwards || link.both_ways) {
                    return false;
                }
                sum += link.cost;
                continue;
            }
            let [dx, dy] = [0, 1].map(|axis| f64::from(leg[1][axis]) - f64::from(leg[0][axis]));
            sum += (dx * dx + dy * dy).sqrt();
            if mesh.sees(leg[0], leg[1], filter, &mut RayCast::new()) != Ok(true) {
                return false;
            }
        }
        links.next().is_none() && (sum - length).abs() <= ROUNDING * length
    }
}

/// A small random map with links, as a mesh that is merged and cut at random, and brute force.
struct RandomMap {
    cells: Cells,
    raw: RawMesh,
    graph: VisibilityGraph,
}

impl RandomMap {
    fn new(random: &mut SplitMix64) -> Fallible<Self> {
        let mut size = || u16::try_from(random.between(5, 10)).unwrap_or(5);
        let (width, height) = (size(), size());
        let blocked = u8::try_from(random.between(10, 45))?;
        let mut cells = random_blocks(random.next_u64(), width, height, blocked);
        cells.set(0, 0, true);
        let longest = [1, 3, 9][usize::try_from(random.below(3))?];
        let cut = [0, 50, 100][usize::try_from(random.below(3))?];
        let options = RandomMeshOptions { longest, cut };
        let (plain, _) = random_mesh(random.next_u64(), &cells, |_| 0, options);
        let graph = VisibilityGraph::new(&plain).ok_or("coordinates too far apart")?;
        let mut raw = raw_mesh(&plain, &[]);
        let count = usize::try_from(random.between(1, 8))?;
        let kinds = LinkKind::ALL.into_iter().cycle();
        let links = random_links(random, &cells, count);
        raw.links = links.iter().map(raw_link).collect();
        for (link, kind) in raw.links.iter_mut().zip(kinds) {
            link.kind = kind;
        }
        Ok(Self { cells, raw, graph })
    }

    fn random_ends(&self, random: &mut SplitMix64) -> [[f32; 2]; 2] {
        [(); 2].map(|()| random_point(random, &self.cells))
    }
}

fn raw_link(link: &PlainLink) -> RawLink {
    let PlainLink { from, to, cost, both_ways } = *link;
    RawLink { from, to, cost, both_ways, ..RawLink::default() }
}

/// The links of a mesh that a filter allows, in each of their directions.
fn arcs_of(mesh: &NavMesh, filter: &QueryFilter) -> Vec<PlainArc> {
    let allowed = (0..).map(LinkId).zip(mesh.links());
    let allowed =
        allowed.filter(|(id, link)| filter.allows_link(*id) && filter.allows_links(link.kind));
    let arcs = allowed.flat_map(|(_, link)| {
        let [from, to] = [link.from, link.to].map(|end| end.point.into());
        let there = PlainArc { entrance: from, exit: to, cost: link.cost };
        let back = PlainArc { entrance: to, exit: from, cost: link.cost };
        [Some(there), link.both_ways.then_some(back)]
    });
    arcs.flatten().collect()
}

/// Returns the number of random maps: `TAUTLINE_MAPS`, or a default.
fn maps(default: u64) -> Fallible<u64> {
    Ok(std::env::var("TAUTLINE_MAPS").ok().map_or(Ok(default), |maps| maps.parse())?)
}

#[track_caller]
fn assert_none_wrong(asked: usize, wrong: &[String]) {
    let shortest = wrong.iter().min_by_key(|fault| fault.len());
    assert!(
        wrong.is_empty(),
        "{} of {asked} wrong: {}",
        wrong.len(),
        shortest.map_or("", |fault| fault)
    );
}

#[test]
fn paths_over_links_are_those_of_brute_force() -> Fallible<()> {
    let (mut asked, mut taken, mut wrong) = (0, 0, Vec::new());
    for seed in 0..maps(300)? {
        let mut random = SplitMix64::new(seed);
        let map = RandomMap::new(&mut random)?;
        let hubs = [Hubs::All, Hubs::AtMost(0), Hubs::AtMost(3)][usize::try_from(seed % 3)?];
        let mut subject = Subject::new(&map.raw, hubs)?;
        let filter = QueryFilter::uniform();
        let arcs = arcs_of(&subject.mesh, &filter);
        let oracle = LinkedGraph::new(&map.graph, &arcs);
        for _ in 0..40 {
            let ends = map.random_ends(&mut random);
            let fault = subject.fault(ends, &filter, oracle.shortest_length(ends[0], ends[1]));
            asked += 1;
            taken += subject.links.len();
            wrong.extend(fault.map(|fault| format!("seed {seed}: {fault}\n{}", map.cells)));
        }
    }
    assert_none_wrong(asked, &wrong);
    assert!(taken > asked / 5, "{taken} links");
    Ok(())
}

#[test]
fn where_links_are_closed_the_answer_is_right_or_left_to_a_search() -> Fallible<()> {
    let (mut asked, mut left, mut wrong) = (0, 0, Vec::new());
    for seed in 0..maps(150)? {
        let mut random = SplitMix64::new(seed);
        let map = RandomMap::new(&mut random)?;
        let mut subject = Subject::new(&map.raw, Hubs::All)?;
        let mut filter = QueryFilter::uniform();
        for (id, _) in (0..).map(LinkId).zip(subject.mesh.links()) {
            if random.chance(30) {
                filter.forbid_link(id);
            }
        }
        if random.chance(30) {
            filter.forbid_links(LinkKind::Teleport);
        }
        let arcs = arcs_of(&subject.mesh, &filter);
        let oracle = LinkedGraph::new(&map.graph, &arcs);
        for _ in 0..40 {
            let ends = map.random_ends(&mut random);
            let expected = oracle.shortest_length(ends[0], ends[1]);
            let fault = subject.fault(ends, &filter, expected);
            asked += 1;
            left += usize::from(subject.points.is_empty() && expected.is_some());
            wrong.extend(fault.map(|fault| format!("seed {seed}: {fault}\n{}", map.cells)));
        }
    }
    assert_none_wrong(asked, &wrong);
    assert!(left > asked / 50 && left < asked / 2, "{left} of {asked} left to a search");
    Ok(())
}

#[test]
fn with_all_links_forbidden_the_bits_are_those_on_foot() -> Fallible<()> {
    for seed in 0..30 {
        let mut random = SplitMix64::new(seed);
        let map = RandomMap::new(&mut random)?;
        let mut subject = Subject::new(&map.raw, Hubs::All)?;
        let mut without = map.raw.clone();
        without.links.clear();
        let mut on_foot = Subject::new(&without, Hubs::All)?;
        assert!(subject.labels.have_links() && !on_foot.labels.have_links());
        let mut stored = subject.labels.to_stored();
        assert_eq!(std::mem::take(&mut stored.links).len(), 1);
        assert_eq!(stored, on_foot.labels.to_stored(), "the labels on foot are the same");
        let mut filter = QueryFilter::uniform();
        LinkKind::ALL.into_iter().for_each(|kind| filter.forbid_links(kind));
        for _ in 0..40 {
            let ends = map.random_ends(&mut random).map(Vec2::from);
            let bits = |answer: Answer| answer.map(|length| length.map(f64::to_bits));
            assert_eq!(bits(subject.ask(ends, &filter)), bits(on_foot.ask(ends, &filter)));
            assert_eq!(subject.points, on_foot.points);
        }
    }
    Ok(())
}

/// Rooms of one area each, next to each other but not connected.
fn rooms(corners: &[[[f32; 2]; 2]], links: &[RawLink]) -> RawMesh {
    let mut raw = RawMesh::default();
    for &[[left, low], [right, high]] in corners {
        let first = u32::try_from(raw.vertices.len()).unwrap_or(0);
        raw.vertices.extend([[left, low], [right, low], [right, high], [left, high]]);
        raw.push_area(&[first, first + 1, first + 2, first + 3]);
        raw.neighbours.extend([RawMesh::NO_NEIGHBOUR; 4]);
    }
    raw.links = links.to_vec();
    raw
}

fn link(from: [f32; 2], to: [f32; 2], cost: f32, both_ways: bool) -> RawLink {
    RawLink { from, to, cost: Some(cost), both_ways, ..RawLink::default() }
}

#[test]
fn a_cheap_link_is_taken_although_the_goal_is_in_plain_view() -> Fallible<()> {
    // A room, a closet above each of its ends, and a free teleport from closet to closet.
    let is_ground = |x: u32, y: u32| y < 4 || x == 0 || x == 19;
    let mut raw = rectangles_from_cells(20, 5, |x, y| is_ground(x, y).then_some(Terrain(0)));
    raw.links.push(link([0.5, 4.5], [19.5, 4.5], 0.0, false));
    let mut subject = Subject::new(&raw, Hubs::All)?;
    assert_eq!(subject.length([[0.5, 3.5], [19.5, 3.5]]), Ok(Some(2.0)));
    assert_eq!(subject.length([[19.5, 3.5], [0.5, 3.5]]), Ok(Some(19.0)), "one-way");
    Ok(())
}

#[test]
fn an_arc_counts_although_its_exit_lies_on_a_corner() -> Fallible<()> {
    // The corner and the exit are no distance apart, so a path over the corner that takes the arc
    // again would be as short as the arc itself.
    let is_block = |x: u32, y: u32| (2..5).contains(&x) && (1..4).contains(&y);
    let mut raw = rectangles_from_cells(8, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
    raw.links.push(link([0.5, 2.5], [5.0, 1.0], 0.0, true));
    let mut subject = Subject::new(&raw, Hubs::All)?;
    assert_eq!(subject.length([[0.5, 2.0], [5.0, 4.0]]), Ok(Some(3.5)));
    assert_eq!(subject.length([[8.0, 1.0], [0.0, 2.5]]), Ok(Some(3.5)));
    Ok(())
}

#[test]
fn free_links_that_can_replace_each_other_are_not_all_dropped() -> Fallible<()> {
    // Two rooms, and four free teleports between the same points.
    let free = link([1.0, 1.0], [11.0, 1.0], 0.0, true);
    let raw = rooms(&[[[0.0, 0.0], [4.0, 2.0]], [[8.0, 0.0], [12.0, 2.0]]], &[free; 4]);
    let mut subject = Subject::new(&raw, Hubs::All)?;
    for x in [0.0, 1.0, 2.0, 4.0] {
        let there = f64::from((x - 1.0_f32).abs()) + 3.0;
        assert_eq!(subject.length([[x, 1.0], [8.0, 1.0]]), Ok(Some(there)));
        assert_eq!(subject.links.len(), 1);
        assert_eq!(subject.length([[8.0, 1.0], [x, 1.0]]), Ok(Some(there)));
    }
    Ok(())
}

#[test]
fn a_ring_of_free_links_ends() -> Fallible<()> {
    let centers = [0.0, 10.0, 20.0, 30.0].map(|x: f32| [x + 1.0, 1.0]);
    let mut links: Vec<RawLink> =
        (0..4).map(|at| link(centers[at], centers[(at + 1) % 4], 0.0, false)).collect();
    links.push(link(centers[0], centers[0], 0.0, true));
    let corners = centers.map(|[x, y]| [[x - 1.0, y - 1.0], [x + 1.0, y + 1.0]]);
    let mut subject = Subject::new(&rooms(&corners, &links), Hubs::All)?;
    assert_eq!(subject.length([[11.0, 0.0], [0.0, 1.0]]), Ok(Some(2.0)));
    assert_eq!(subject.links.len(), 3);
    assert_eq!(subject.labels.to_stored().verify(&subject.mesh)?, subject.labels);
    Ok(())
}

#[test]
fn free_two_way_links_between_all_rooms_end() -> Fallible<()> {
    // Rings of every length, in both directions, and each link twice.
    let centers = [0.0, 10.0, 20.0, 30.0, 40.0].map(|x: f32| [x + 1.0, 1.0]);
    let pairs = (0..5).flat_map(|from| (from + 1..5).map(move |to| [from, to]));
    let links: Vec<RawLink> =
        pairs.flat_map(|ends| [link(centers[ends[0]], centers[ends[1]], 0.0, true); 2]).collect();
    let corners = centers.map(|[x, y]| [[x - 1.0, y - 1.0], [x + 1.0, y + 1.0]]);
    let mut subject = Subject::new(&rooms(&corners, &links), Hubs::All)?;
    for (here, from) in centers.into_iter().enumerate() {
        for (there, to) in centers.into_iter().enumerate() {
            let ends = [[from[0] - 1.0, from[1]], [to[0], to[1] + 1.0]];
            let expected = if here == there { 2.0_f64.sqrt() } else { 2.0 };
            assert_eq!(subject.length(ends), Ok(Some(expected)), "{here} {there}");
            assert!(subject.links.len() <= 4);
        }
    }
    assert_eq!(subject.labels.to_stored().verify(&subject.mesh)?, subject.labels);
    Ok(())
}

#[test]
fn thousands_of_links_into_one_area_are_baked() -> Fallible<()> {
    let links = (0..2_000_u16).map(|index| {
        let x = f32::from(index) / 128.0;
        link([x, 1.0], [116.0 - x, 1.0], 4.0, true)
    });
    let corners = [[[0.0, 0.0], [16.0, 2.0]], [[100.0, 0.0], [116.0, 2.0]]];
    let mut subject = Subject::new(&rooms(&corners, &links.collect::<Vec<_>>()), Hubs::All)?;
    assert!(subject.labels.have_links());
    for x in [0.0, 3.0, 15.0] {
        let ends = [[x, 0.0], [116.0 - x, 2.0]];
        assert_eq!(subject.length(ends), Ok(Some(6.0)));
        assert_eq!(subject.links.len(), 1);
    }
    Ok(())
}

#[test]
fn links_between_corners_lead_on_along_the_walls() -> Fallible<()> {
    let is_block = |x: u32, y: u32| y == 1 && (x == 1 || x == 5);
    let mut raw = rectangles_from_cells(7, 3, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
    raw.links.push(link([2.0, 1.0], [5.0, 2.0], 0.5, true));
    let mut subject = Subject::new(&raw, Hubs::All)?;
    assert_eq!(subject.length([[0.5, 1.0], [6.5, 2.0]]), Ok(Some(3.5)));
    assert_eq!(subject.length([[6.0, 2.0], [1.0, 1.0]]), Ok(Some(2.5)));
    Ok(())
}

#[test]
fn at_a_point_contact_a_link_leads_there_and_back_to_the_other_side() -> Fallible<()> {
    // Two cells that touch in a point. A link leads from there to a third one, and back. On foot,
    // the point is no distance from itself, but the cells are not connected.
    let is_ground = |x, y| [(0, 0), (1, 1), (5, 0)].contains(&(x, y));
    let mut raw = rectangles_from_cells(6, 2, |x, y| is_ground(x, y).then_some(Terrain(0)));
    raw.links.push(link([1.0, 1.0], [5.5, 0.5], 2.0, true));
    let mut subject = Subject::new(&raw, Hubs::All)?;
    assert_eq!(subject.length([[0.0, 1.0], [2.0, 1.0]]), Ok(Some(6.0)));
    assert_eq!(subject.links.len(), 2);
    Ok(())
}

#[test]
fn a_link_between_floors_is_taken_although_both_of_its_ends_are_one_point() -> Fallible<()> {
    let corners = [[[0.0, 0.0], [4.0, 4.0]]; 2];
    let ladder = RawLink { to_elevation: 5.0, ..link([1.0, 1.0], [1.0, 1.0], 3.0, true) };
    let mut raw = rooms(&corners, &[ladder]);
    raw.elevations = [[0.0; 4], [5.0; 4]].concat();
    let mut subject = Subject::new(&raw, Hubs::All)?;
    let ends = [
        Location::at_elevation(Vec2::new(4.0, 1.0), 0.0),
        Location::at_elevation(Vec2::new(1.0, 4.0), 5.0),
    ];
    assert_eq!(subject.ask(ends, &QueryFilter::uniform()), Ok(Some(9.0)));
    let top = Vec2::new(1.0, 1.0);
    assert_eq!(subject.points, [ends[0].point, top, top, ends[1].point]);
    assert_eq!(subject.links, [LinkTraversal { point: 1, link: LinkId(0), forwards: true }]);
    Ok(())
}

#[test]
fn ground_of_another_cost_is_left_to_a_search() -> Fallible<()> {
    let mut raw = rectangles_from_cells(5, 1, |x, _| (x != 2).then_some(Terrain(0)));
    raw.links.push(link([1.0, 0.5], [4.0, 0.5], 1.0, true));
    let mut subject = Subject::new(&raw, Hubs::All)?;
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(0), 2.0)?;
    let ends = [[0.5, 0.5], [4.5, 0.5]];
    assert_eq!(subject.ask(ends.map(Vec2::from), &filter), Ok(None));
    assert_eq!(subject.length(ends), Ok(Some(2.0)));
    Ok(())
}

#[test]
fn labels_without_a_layer_leave_links_to_a_search() -> Fallible<()> {
    let cells = open(9, 9);
    let mut raw = rectangles_from_cells(9, 9, |_, _| Some(Terrain(0)));
    let mut random = SplitMix64::new(1);
    raw.links = random_links(&mut random, &cells, 50).iter().map(raw_link).collect();
    let mut subject = Subject::new(&raw, Hubs::All)?;
    let mut options = BakeOptions::with_hubs(Hubs::All);
    options.max_bytes = Some(subject.labels.stats().bytes - 1);
    subject.labels = Labels::bake(&subject.mesh, &options)?;
    assert!(!subject.labels.have_links());
    assert_eq!(subject.length([[0.0, 0.0], [9.0, 9.0]]), Ok(None));
    Ok(())
}

/// A fixed bug: each pair of the parts at both ends of a link became an arc, without a limit.
#[test]
fn a_link_between_thousands_of_parts_is_left_to_a_search() -> Fallible<()> {
    let parts = 5_000_u16;
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    for part in 0..parts {
        let x = f32::from(2 * part);
        raw.vertices.extend([Vec2::new(x, 1.0), Vec2::new(x + 1.0, 1.0)].map(<[f32; 2]>::from));
        let first = u32::from(2 * part) + 1;
        raw.push_area(&[0, first + 1, first]);
    }
    raw.links = vec![RawLink { both_ways: true, ..RawLink::default() }];
    let mut subject = Subject::new(&raw, Hubs::All)?;
    assert!(!subject.labels.have_links());
    assert_eq!(subject.length([[0.5, 1.0], [0.0, 0.0]]), Ok(None));
    Ok(())
}

/// A fixed bug: the ends that see each other were counted after all of them were listed.
#[test]
fn tens_of_thousands_of_links_in_one_room_are_left_to_a_search() -> Fallible<()> {
    let mut raw = rectangles_from_cells(9, 9, |_, _| Some(Terrain(0)));
    raw.links =
        random_links(&mut SplitMix64::new(1), &open(9, 9), 40_000).iter().map(raw_link).collect();
    let mut subject = Subject::new(&raw, Hubs::All)?;
    assert!(!subject.labels.have_links());
    assert_eq!(subject.length([[0.0, 0.0], [9.0, 9.0]]), Ok(None));
    Ok(())
}

#[test]
fn stored_layers_are_the_same_layers() -> Fallible<()> {
    for seed in 0..40 {
        let map = RandomMap::new(&mut SplitMix64::new(seed))?;
        let Subject { mesh, labels, .. } = Subject::new(&map.raw, Hubs::All)?;
        let stored = labels.to_stored();
        assert_eq!(stored.clone().verify(&mesh)?, labels);
        // With the links of another mesh, they are refused.
        let mut other = map.raw.clone();
        other.links[0].both_ways = !other.links[0].both_ways;
        assert_eq!(stored.verify(&build(&other)?), Err(StoredLabelsError::OtherMesh));
    }
    Ok(())
}

#[test]
fn entries_of_free_links_that_lead_in_a_ring_are_refused() -> Fallible<()> {
    // Distances do not fall along free links, so only the walk of each way finds the ring.
    let centers = [0.0, 10.0, 20.0].map(|x: f32| [x + 1.0, 1.0]);
    let links = [0, 1, 2].map(|at| link(centers[at], centers[(at + 1) % 3], 0.0, true));
    let corners = centers.map(|[x, y]| [[x - 1.0, y - 1.0], [x + 1.0, y + 1.0]]);
    let subject = Subject::new(&rooms(&corners, &links), Hubs::All)?;
    let mut stored = subject.labels.to_stored();
    let layer = stored.links.first_mut().ok_or("no links")?;
    let nodes = layer.row_starts.len() / 2 - 1;
    let of_exits = layer.row_starts[nodes] as usize;
    let (first, second) = (0..of_exits)
        .flat_map(|one| (one + 1..of_exits).map(move |other| (one, other)))
        .find(|&(one, other)| {
            let is_hub = |entry: usize| layer.nexts[entry] as usize == entry;
            layer.entry_arcs[one] == layer.entry_arcs[other] && !is_hub(one) && !is_hub(other)
        })
        .ok_or("no two entries of one arc")?;
    layer.nexts[first] = u32::try_from(second)?;
    layer.nexts[second] = u32::try_from(first)?;
    let refused = stored.verify(&subject.mesh);
    assert!(
        matches!(refused, Err(StoredLabelsError::Invalid { list: "link nexts", .. })),
        "{refused:?}"
    );
    Ok(())
}

/// Options that bake layers for agents without teleports, and for those that climb alone.
fn layered() -> BakeOptions {
    let mut options = BakeOptions::with_hubs(Hubs::All);
    options.link_layers.push(vec![LinkKind::Jump, LinkKind::Ladder, LinkKind::Other]);
    options.link_layers.push(vec![LinkKind::Ladder]);
    options
}

#[test]
fn layers_of_some_kinds_answer_queries_that_allow_no_others() -> Fallible<()> {
    let (mut asked, mut taken, mut wrong) = (0, 0, Vec::new());
    for seed in 0..maps(100)? {
        let mut random = SplitMix64::new(seed + 7000);
        let map = RandomMap::new(&mut random)?;
        let mut subject = Subject::new(&map.raw, Hubs::All)?;
        subject.labels = Labels::bake(&subject.mesh, &layered())?;
        let mut no_teleports = QueryFilter::uniform();
        no_teleports.forbid_links(LinkKind::Teleport);
        let mut climber = no_teleports.clone();
        climber.forbid_links(LinkKind::Jump);
        climber.forbid_links(LinkKind::Other);
        for filter in [QueryFilter::uniform(), no_teleports, climber] {
            let arcs = arcs_of(&subject.mesh, &filter);
            let oracle = LinkedGraph::new(&map.graph, &arcs);
            for _ in 0..20 {
                let ends = map.random_ends(&mut random);
                let expected = oracle.shortest_length(ends[0], ends[1]);
                let fault = subject.fault(ends, &filter, expected);
                wrong.extend(fault.map(|fault| format!("seed {seed}: {fault}\n{}", map.cells)));
                if expected.is_some() && subject.points.is_empty() {
                    wrong.push(format!("seed {seed}: {ends:?} is left to a search"));
                }
                asked += 1;
                taken += subject.links.len();
            }
        }
        let stored = subject.labels.to_stored();
        assert_eq!(stored.verify(&subject.mesh)?, subject.labels);
    }
    assert_none_wrong(asked, &wrong);
    assert!(taken > asked / 8, "{taken} links");
    Ok(())
}

#[test]
fn layers_that_are_missing_mixed_up_or_incomplete_are_refused() -> Fallible<()> {
    let centers = [0.0, 10.0, 20.0].map(|x: f32| [x + 1.0, 1.0]);
    let mut links = vec![link(centers[0], centers[1], 1.0, true); 3];
    links[1].kind = LinkKind::Teleport;
    links[2] = RawLink { kind: LinkKind::Ladder, ..link(centers[1], centers[2], 1.0, false) };
    let corners = centers.map(|[x, y]| [[x - 1.0, y - 1.0], [x + 1.0, y + 1.0]]);
    let subject = Subject::new(&rooms(&corners, &links), Hubs::All)?;
    let labels = Labels::bake(&subject.mesh, &layered())?;
    let stored = labels.to_stored();
    let kinds: Vec<Vec<LinkKind>> = labels.link_layers().collect();
    let all = vec![LinkKind::Ladder, LinkKind::Teleport, LinkKind::Other];
    assert_eq!(kinds, [all, vec![LinkKind::Ladder, LinkKind::Other], vec![LinkKind::Ladder]]);
    let refusal = |change: &dyn Fn(&mut Vec<StoredLinkLayer>)| {
        let mut forged = stored.clone();
        change(&mut forged.links);
        forged.verify(&subject.mesh).err()
    };
    let invalid = |index| Some(StoredLabelsError::Invalid { list: "link layers", index });
    assert_eq!(refusal(&|_| ()), None);
    assert_eq!(refusal(&|layers| layers.truncate(1)), None);
    assert_eq!(refusal(&|layers| drop(layers.remove(0))), invalid(0), "not all links");
    assert_eq!(refusal(&|layers| layers.push(layers[1].clone())), invalid(3), "the same again");
    assert_eq!(refusal(&|layers| layers.swap(0, 1)), invalid(0));
    // The ladder becomes a jump, so that the last layer is that of jumps; but then there are jumps
    // among the links of the second one.
    let mut raw = rooms(&corners, &links);
    raw.links[0].kind = LinkKind::Ladder;
    let refused = stored.clone().verify(&build(&raw)?).err();
    let incomplete = StoredLabelsError::Invalid { list: "links in link arcs", index: 0 };
    assert_eq!(refused, Some(incomplete));
    Ok(())
}

#[test]
fn a_goal_that_was_prepared_with_other_layers_is_refused() -> Fallible<()> {
    let mut raw = rectangles_from_cells(5, 1, |x, _| (x != 2).then_some(Terrain(0)));
    raw.links.push(link([1.0, 0.5], [4.0, 0.5], 1.0, true));
    raw.links.push(RawLink { kind: LinkKind::Ladder, ..link([1.5, 0.5], [4.0, 0.5], 1.0, true) });
    let mut subject = Subject::new(&raw, Hubs::All)?;
    let labels = Labels::bake(&subject.mesh, &layered())?;
    let mut goal = PreparedGoal::new();
    labels.prepare_goal(&subject.mesh, Vec2::new(4.5, 0.5), &mut goal)?;
    let Subject { mesh, labels: one_layer, scratch, points, links } = &mut subject;
    let (start, filter) = (Vec2::new(0.5, 0.5), QueryFilter::uniform());
    let mut ask = |labels: &Labels| {
        labels.shortest_path_over_links_to(mesh, (start, &goal), &filter, scratch, points, links)
    };
    assert_eq!(ask(&labels), Ok(Some(2.0)));
    assert_eq!(ask(one_layer), Err(ExactError::BakedForOtherMesh));
    Ok(())
}

#[test]
fn thousands_of_ends_that_all_see_each_other_are_left_to_a_search() -> Fallible<()> {
    let links = (0..2_100_u16).map(|index| {
        let x = f32::from(index) / 256.0;
        link([x, 1.0], [9.0 - x, 1.5], 4.0, true)
    });
    let corners = [[[0.0, 0.0], [9.0, 2.0]]];
    let mut subject = Subject::new(&rooms(&corners, &links.collect::<Vec<_>>()), Hubs::All)?;
    assert!(!subject.labels.have_links());
    assert_eq!(subject.length([[0.0, 0.0], [9.0, 2.0]]), Ok(None));
    Ok(())
}

#[test]
fn forged_layers_are_refused_or_harmless() -> Fallible<()> {
    let (mut refused, mut harmless) = (0, 0);
    for seed in 0..maps(60)? {
        let mut random = SplitMix64::new(seed);
        let map = RandomMap::new(&mut random)?;
        let mut subject = Subject::new(&map.raw, Hubs::All)?;
        let stored = subject.labels.to_stored();
        for _ in 0..40 {
            let mut forged = stored.clone();
            forge(forged.links.first_mut().ok_or("no links")?, &mut random);
            let Ok(labels) = forged.verify(&subject.mesh) else {
                refused += 1;
                continue;
            };
            harmless += 1;
            subject.labels = labels;
            for _ in 0..20 {
                let ends = map.random_ends(&mut random).map(Vec2::from);
                let _ = subject.ask(ends, &QueryFilter::uniform());
            }
        }
    }
    println!("{refused} refused, {harmless} harmless");
    assert!(refused > harmless / 2 && harmless > 0);
    Ok(())
}

#[test]
fn a_layer_of_floors_with_other_elevations_is_refused() -> Fallible<()> {
    // The ends of a link lie on the floor of their elevation, which is another one in the other mesh.
    let floor = [[0.0, 0.0], [4.0, 4.0]];
    let mut raw = rooms(&[floor, floor, [[5.0, 0.0], [9.0, 4.0]]], &[]);
    raw.links.push(link([1.0, 1.0], [6.0, 1.0], 1.0, true));
    raw.elevations = [[0.0; 4], [5.0; 4], [0.0; 4]].concat();
    let layer = Subject::new(&raw, Hubs::All)?.labels.to_stored();
    assert!(layer.clone().verify(&build(&raw)?).is_ok());
    raw.elevations = [[5.0; 4], [0.0; 4], [0.0; 4]].concat();
    let other = layer.verify(&build(&raw)?);
    assert_eq!(other.err(), Some(StoredLabelsError::OtherMesh));
    Ok(())
}

/// Changes a number of a stored layer.
fn forge(stored: &mut StoredLinkLayer, random: &mut SplitMix64) {
    let bits = random.next_u64();
    let StoredLinkLayer { fingerprint, distances, taut_counts, .. } = stored;
    let narrow = match random.below(11) {
        0 => {
            *fingerprint ^= 1;
            return;
        }
        1 => return distances.iter_mut().take(1).for_each(|distance| *distance = bits),
        2 => return taut_counts.iter_mut().for_each(|count| *count = random_count(random)),
        3 => &mut stored.arcs,
        4 => &mut stored.arc_ends,
        5 => &mut stored.cone_starts,
        6 => &mut stored.cone_ends,
        7 => &mut stored.cone_limits,
        8 => &mut stored.row_starts,
        9 => &mut stored.entry_arcs,
        _ => &mut stored.nexts,
    };
    if narrow.is_empty() {
        return;
    }
    let at = usize::try_from(random.below(narrow.len() as u64)).unwrap_or(0);
    let bits = u32::try_from(bits >> 32).unwrap_or(0);
    match random.below(4) {
        0 => narrow[at] = bits,
        1 => narrow[at] ^= 1 << (bits % 8),
        2 => narrow[at] = narrow[at].wrapping_add(1),
        _ => drop(narrow.pop()),
    }
}

fn random_count(random: &mut SplitMix64) -> u16 {
    u16::try_from(random.below(1 << 16)).unwrap_or(0)
}

#[cfg(feature = "rayon")]
#[test]
fn a_layer_does_not_depend_on_the_number_of_threads() -> Fallible<()> {
    let cells = random_blocks(3, 24, 24, 20);
    let (plain, _) = random_mesh(5, &cells, |_| 0, RandomMeshOptions { longest: 9, cut: 50 });
    let mut raw = raw_mesh(&plain, &[]);
    let links = random_links(&mut SplitMix64::new(1), &cells, 60);
    raw.links = links.iter().map(raw_link).collect();
    let mesh = build(&raw)?;
    let bake = |threads| -> Fallible<Labels> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(pool.install(|| Labels::bake(&mesh, &BakeOptions::default()))?)
    };
    let one = bake(1)?;
    assert!(one.stats().link_entries > 1000, "{:?}", one.stats());
    assert_eq!(bake(2)?, one);
    assert_eq!(bake(8)?, one);
    Ok(())
}
