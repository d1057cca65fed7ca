//! Agents that follow their paths.

use std::error::Error;

use crate::support::{build, position, raw_mesh, two_floors_and_a_room};
use tautline::dynamic::{DynamicNavMesh, Edit, Obstacle, ObstacleId};
use tautline::geometry::DVec2;
use tautline::labels::{BakeOptions, Labels};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{
    AreaId, LinkId, LinkKind, RawLink, RawMesh, RayCast, ReachableAreas, Terrain,
    rectangles_from_cells,
};
use tautline::{
    Barrier, Ground, LinkStep, Location, NavMesh, PathError, PathOptions, Query, QueryFilter,
    Scratch, Steering, SteeringStatus, Step, Vec2, path,
};
use tautline_fixtures::{Cells, SplitMix64, rooms};

type Fallible = Result<(), Box<dyn Error>>;

/// The distance that an agent walks in a tick, in cells.
const STRIDE: f32 = 0.2;

/// An agent with the memory and the options of its ticks.
struct Agent<'a> {
    steering: Steering,
    options: PathOptions<'a>,
    scratch: Scratch,
}

impl<'a> Agent<'a> {
    fn new(mesh: &NavMesh, query: &Query<'a>) -> Result<Self, PathError> {
        let mut scratch = Scratch::new();
        let steering = Steering::new(mesh, query, &mut scratch)?;
        Ok(Self { steering, options: query.options, scratch })
    }

    fn advance<'g>(&mut self, ground: impl Into<Ground<'g>>, wished: Vec2) -> SteeringStatus {
        self.steering.advance(ground, &self.options, wished, &mut self.scratch)
    }

    /// Stays where it is for a tick.
    fn wait<'g>(&mut self, ground: impl Into<Ground<'g>>) -> SteeringStatus {
        self.advance(ground, self.steering.position())
    }

    fn replan<'g>(&mut self, ground: impl Into<Ground<'g>>) -> Result<(), PathError> {
        self.steering.replan(ground, &self.options, &mut self.scratch)
    }

    /// Walks until something else is to be done, for at most a thousand ticks. Returns the
    /// status and the distance.
    fn walk<'g>(&mut self, ground: impl Into<Ground<'g>>) -> (SteeringStatus, f64) {
        let (ground, mut walked) = (ground.into(), 0.0);
        for _ in 0..1_000 {
            let before = self.steering.position();
            let status = self.advance(ground, self.steering.towards_next_corner(STRIDE));
            walked += DVec2::from(before).distance(self.steering.position().into());
            if !matches!(status, SteeringStatus::Walking | SteeringStatus::Repaired) {
                return (status, walked);
            }
        }
        (SteeringStatus::Walking, walked)
    }
}

/// The middle of a random walkable cell.
fn somewhere(cells: &Cells, random: &mut SplitMix64) -> Vec2 {
    let ground: Vec<[i32; 2]> = cells.walkable_cells().collect();
    let index = usize::try_from(random.below(ground.len() as u64)).unwrap_or(0);
    position(ground[index].map(|value| 2 * value + 1))
}

/// A room with a pillar of 2 x 4 cells in the middle.
fn pillar() -> Cells {
    Cells::from_fn(10, 10, |x, y| !((4..6).contains(&x) && (3..7).contains(&y)))
}

fn square(x: f32, y: f32, size: f32) -> Vec<[f32; 2]> {
    vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
}

#[test]
fn an_agent_arrives_by_the_exact_path() -> Fallible {
    for seed in 0..20 {
        let cells = rooms(seed, 31, 25);
        let mesh = build(&raw_mesh(&cells))?;
        let mut random = SplitMix64::new(seed);
        let (start, goal) = (somewhere(&cells, &mut random), somewhere(&cells, &mut random));
        let mut agent = Agent::new(&mesh, &Query::new(start, goal))?;
        let exact = path(&mesh, start, goal)?;
        let ahead: Vec<Step> = agent.steering.steps().collect();
        assert_eq!(ahead, exact.steps().collect::<Vec<_>>());
        let (status, walked) = agent.walk(&mesh);
        assert_eq!((status, agent.steering.position()), (SteeringStatus::Arrived, goal));
        let length = exact.length;
        assert!((walked - length).abs() < 1e-4 * length.max(1.0), "{walked} for {length}");
        assert_eq!(agent.wait(&mesh), SteeringStatus::Arrived, "it stays there");
        agent.advance(&mesh, start);
        assert_eq!(agent.walk(&mesh).0, SteeringStatus::Arrived, "pushed off, it comes back");
        assert_eq!(agent.steering.position(), goal);
    }
    Ok(())
}

#[test]
fn an_agent_that_is_pushed_behind_a_corner_finds_back() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let (start, goal) = (Vec2::new(0.5, 8.5), Vec2::new(9.5, 8.5));
    let mut agent = Agent::new(&mesh, &Query::new(start, goal))?;
    // To the left of the pillar, from where it sees the goal, and below.
    let aside = Vec2::new(3.0, 1.0);
    for (wished, status) in
        [([3.0, 8.0].into(), SteeringStatus::Walking), (aside, SteeringStatus::Repaired)]
    {
        assert_eq!(agent.advance(&mesh, wished), status);
        assert_eq!(agent.steering.position(), wished);
    }
    let (status, walked) = agent.walk(&mesh);
    assert_eq!(status, SteeringStatus::Arrived);
    let shortest = path(&mesh, aside, goal)?.length;
    assert!(walked < 1.5 * shortest, "{walked} for {shortest}");
    Ok(())
}

#[test]
fn a_corner_is_skipped_where_the_next_one_is_seen() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let goal = Vec2::new(9.5, 5.0);
    let mut agent = Agent::new(&mesh, &Query::new(Vec2::new(0.5, 4.5), goal))?;
    assert!(agent.steering.steps().len() > 2);
    // Around the pillar on the other side, by wishes of its own.
    for wished in [[3.0, 8.0], [7.0, 8.0]].map(Vec2::from) {
        agent.advance(&mesh, wished);
    }
    assert_eq!(agent.steering.next_corner(), goal);
    Ok(())
}

#[test]
fn a_wish_that_is_not_finite_moves_nothing() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let start = Vec2::new(0.5, 8.5);
    let mut agent = Agent::new(&mesh, &Query::new(start, Vec2::new(9.5, 8.5)))?;
    for wished in [Vec2::NAN, Vec2::INFINITY] {
        assert_eq!(agent.advance(&mesh, wished), SteeringStatus::Walking);
        assert_eq!(agent.steering.position(), start);
    }
    Ok(())
}

/// Two islands with a jump between them, from (2.5, 1.5) to (5.5, 0.5).
fn islands() -> Result<NavMesh, Box<dyn Error>> {
    let mut raw = raw_mesh(&Cells::from_rows(&["...##...", "...##...", "...##..."]));
    raw.links.push(RawLink {
        from: [2.5, 1.5],
        to: [5.5, 0.5],
        kind: LinkKind::Jump,
        both_ways: true,
        ..RawLink::default()
    });
    Ok(build(&raw)?)
}

#[test]
fn a_link_is_reached_taken_and_left_behind() -> Fallible {
    let mesh = islands()?;
    let (west, east) = (Vec2::new(0.5, 2.5), Vec2::new(7.5, 2.5));
    let shores = [Vec2::new(2.5, 1.5), Vec2::new(5.5, 0.5)];
    for (start, goal, forwards) in [(west, east, true), (east, west, false)] {
        let [from, to] = if forwards { shores } else { [shores[1], shores[0]] };
        let jump = LinkId(0);
        let mut agent = Agent::new(&mesh, &Query::new(start, goal))?;
        assert_eq!(agent.steering.next_corner(), from);
        assert_eq!(agent.steering.take_link(), None, "it is not there yet");
        let (status, _) = agent.walk(&mesh);
        let SteeringStatus::AtLink(step) = status else { return Err("no link".into()) };
        let LinkStep { link, forwards: taken, .. } = step;
        assert_eq!((link, taken, step.from, step.to), (jump, forwards, from, to));
        assert_eq!(agent.wait(&mesh), status, "until it is taken");

        assert_eq!(agent.steering.take_link(), Some(step));
        for _ in 0..3 {
            assert_eq!(agent.advance(&mesh, Vec2::ZERO), SteeringStatus::OnLink(step));
        }
        agent.steering.finish_link();
        assert_eq!(agent.steering.position(), to);
        assert_eq!(agent.walk(&mesh).0, SteeringStatus::Arrived);
        assert_eq!(agent.steering.position(), goal);
    }
    Ok(())
}

#[test]
fn a_link_that_is_forbidden_blocks_the_path_from_afar() -> Fallible {
    let mesh = islands()?;
    let (start, goal) = (Vec2::new(0.5, 2.5), Vec2::new(7.5, 2.5));
    let mut filter = QueryFilter::uniform();
    filter.forbid_link(LinkId(0));
    let mut agent = Agent::new(&mesh, &Query::new(start, goal))?;
    let closed = PathOptions::new().with_filter(&filter);
    let Agent { steering, scratch, .. } = &mut agent;
    let status = steering.advance(&mesh, &closed, start, scratch);
    assert_eq!(status, SteeringStatus::Blocked);
    let refused = steering.replan(&mesh, &closed, scratch);
    assert_eq!(refused, Err(PathError::Unreachable { barrier: Barrier::Links }));
    assert_eq!(agent.wait(&mesh), SteeringStatus::Walking, "it is allowed again");
    Ok(())
}

/// Regression: on a mesh that was built again with fewer links, the test of the path panicked, and
/// another link of the same number was taken for the one on the path.
#[test]
fn a_link_that_is_gone_or_another_on_a_new_mesh_blocks_the_path() -> Fallible {
    let mesh = islands()?;
    let (start, goal) = (Vec2::new(7.5, 2.5), Vec2::new(0.5, 2.5));
    let with = |links: Vec<RawLink>| {
        let mut raw = raw_mesh(&Cells::from_rows(&["...##...", "...##...", "...##..."]));
        raw.links = links;
        build(&raw)
    };
    let jump = |from, to, both_ways| RawLink {
        from,
        to,
        kind: LinkKind::Jump,
        both_ways,
        ..RawLink::default()
    };
    let (west, east) = ([2.5, 1.5], [5.5, 0.5]);
    let others = [
        vec![],
        vec![jump(west, east, false)],
        vec![jump(west, [5.5, 2.5], true)],
        vec![jump([2.5, 0.5], east, true)],
        vec![jump(east, west, true)],
    ];
    for links in others {
        let other = with(links)?;
        let mut agent = Agent::new(&mesh, &Query::new(start, goal))?;
        assert_eq!(agent.wait(&other), SteeringStatus::Blocked, "{:?}", other.links());
        assert_eq!(agent.wait(&with(vec![jump(west, east, true)])?), SteeringStatus::Walking);
    }
    Ok(())
}

#[test]
fn a_door_that_closes_blocks_the_path_at_once_and_opens_it_again() -> Fallible {
    // Two rooms with two doors.
    let mesh = build(&rectangles_from_cells(9, 9, |x, y| {
        (x != 4 || y == 1 || y == 7).then_some(Terrain(0))
    }))?;
    let doors = [[4.5, 1.5], [4.5, 7.5]].map(|door| mesh.locate(Vec2::from(door)));
    let [Some(near), Some(far)] = doors else { return Err("no doors".into()) };
    let (start, goal) = (Vec2::new(0.5, 2.5), Vec2::new(8.5, 2.5));
    let mut agent = Agent::new(&mesh, &Query::new(start, goal))?;
    let (mut filter, mut both) = (QueryFilter::uniform(), QueryFilter::uniform());
    filter.forbid_area(near);
    both.forbid_area(near);
    both.forbid_area(far);
    let [one, none] = [&filter, &both].map(|filter| PathOptions::new().with_filter(filter));
    let Agent { steering, scratch, .. } = &mut agent;
    assert_eq!(steering.advance(&mesh, &one, start, scratch), SteeringStatus::Blocked);
    assert_eq!(steering.advance(&mesh, &one, start, scratch), SteeringStatus::Blocked);
    let open = PathOptions::new();
    assert_eq!(steering.advance(&mesh, &open, start, scratch), SteeringStatus::Walking);
    assert_eq!(steering.advance(&mesh, &one, start, scratch), SteeringStatus::Blocked);
    steering.replan(&mesh, &one, scratch)?;
    assert_eq!(steering.advance(&mesh, &one, start, scratch), SteeringStatus::Walking);
    assert!(steering.next_corner().y > 6.0, "by the other door");
    assert_eq!(steering.advance(&mesh, &none, start, scratch), SteeringStatus::Blocked);
    let barrier = Barrier::Forbidden;
    assert_eq!(steering.replan(&mesh, &none, scratch), Err(PathError::Unreachable { barrier }));
    agent.options = one;
    assert_eq!(agent.walk(&mesh).0, SteeringStatus::Arrived);
    Ok(())
}

/// A field of 20 x 20 on which obstacles come and go.
fn field() -> Result<DynamicNavMesh, Box<dyn Error>> {
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
    outlines.push(Role::Hole, [square(8.0, 8.0, 4.0)]);
    Ok(DynamicNavMesh::from_polygons(&outlines, &PolygonOptions::default())?)
}

#[test]
fn an_edit_that_does_not_touch_the_path_changes_nothing() -> Fallible {
    let mut ground = field()?;
    let (start, goal) = (Vec2::new(2.0, 10.5), Vec2::new(18.0, 10.5));
    let mut agent = Agent::new(ground.mesh(), &Query::new(start, goal))?;
    let ahead: Vec<Step> = agent.steering.steps().collect();
    let (tree, _) = ground.add_obstacle(&Obstacle::new([square(3.0, 2.0, 3.0)]))?;
    assert_eq!(agent.wait(&ground), SteeringStatus::Walking);
    assert_eq!(agent.steering.steps().collect::<Vec<_>>(), ahead);
    ground.remove_obstacle(tree)?;
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Arrived);
    Ok(())
}

#[test]
fn an_obstacle_on_the_path_blocks_it_until_it_goes_or_a_new_path_is_found() -> Fallible {
    let mut ground = field()?;
    let (start, goal) = (Vec2::new(2.0, 10.5), Vec2::new(18.0, 10.5));
    let mut agent = Agent::new(ground.mesh(), &Query::new(start, goal))?;
    let (tree, _) = ground.add_obstacle(&Obstacle::new([square(14.0, 10.0, 2.0)]))?;
    assert_eq!(agent.wait(&ground), SteeringStatus::Blocked);
    ground.remove_obstacle(tree)?;
    assert_eq!(agent.wait(&ground), SteeringStatus::Walking);
    ground.add_obstacle(&Obstacle::new([square(14.0, 10.0, 2.0)]))?;
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Blocked);
    agent.replan(&ground)?;
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Arrived);
    Ok(())
}

#[test]
fn an_agent_that_is_covered_is_moved_by_snapping() -> Fallible {
    let mut ground = field()?;
    let (start, goal) = (Vec2::new(2.25, 10.5), Vec2::new(18.0, 10.5));
    let mut agent = Agent::new(ground.mesh(), &Query::new(start, goal))?;
    ground.add_obstacle(&Obstacle::new([square(1.0, 8.0, 4.0)]))?;
    for _ in 0..2 {
        let wished = Vec2::new(9.0, 1.0);
        assert_eq!(agent.advance(&ground, wished), SteeringStatus::OffMesh);
        assert_eq!((agent.steering.position(), agent.steering.area()), (start, None));
    }
    assert!(matches!(agent.replan(&ground), Err(PathError::StartOffMesh { .. })));
    agent.options = agent.options.with_snap(3.0);
    agent.replan(&ground)?;
    assert_eq!(agent.steering.position(), Vec2::new(1.0, 10.5));
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Arrived);
    Ok(())
}

#[test]
fn an_agent_on_a_bridge_that_is_covered_does_not_fall_onto_the_road() -> Fallible {
    // A road, and a bridge across it, 4 above.
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 4.0],
        [12.0, 4.0],
        [12.0, 8.0],
        [0.0, 8.0],
        [4.0, 0.0],
        [8.0, 0.0],
        [8.0, 12.0],
        [4.0, 12.0],
    ]);
    raw.elevations = vec![0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0];
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[4, 5, 6, 7]);
    let mut ground = DynamicNavMesh::new(build(&raw)?)?;
    let above = |point: [f32; 2]| Location::at_elevation(point.into(), 4.0);
    let mut agent = Agent::new(ground.mesh(), &Query::new(above([6.0, 6.0]), above([6.0, 11.0])))?;
    let mut barrel = Obstacle::new([square(5.5, 5.5, 1.0)]);
    barrel.elevations = Some([4.0, 4.0]);
    let (id, _) = ground.add_obstacle(&barrel)?;
    assert_eq!(agent.wait(&ground), SteeringStatus::OffMesh);
    ground.remove_obstacle(id)?;
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Arrived);
    let area = agent.steering.area().ok_or("no area")?;
    let elevation = ground.mesh().elevation_at(area, agent.steering.position());
    assert_eq!(elevation.to_bits(), 4.0_f32.to_bits());
    Ok(())
}

/// A mesh of cells in rows, and costs: `.` is a road, `~` mud that costs five times as much.
fn mud(rows: &[&str]) -> Result<(NavMesh, QueryFilter), Box<dyn Error>> {
    let width = rows[0].len().try_into()?;
    let height = rows.len().try_into()?;
    let raw = rectangles_from_cells(width, height, |x, y| {
        match rows[y as usize].as_bytes()[x as usize] {
            b'.' => Some(Terrain(0)),
            b'~' => Some(Terrain(1)),
            _ => None,
        }
    });
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 5.0)?;
    Ok((build(&raw)?, filter))
}

#[test]
fn around_mud_an_agent_keeps_to_the_road() -> Fallible {
    let (mesh, filter) = mud(&[".....", ".~~~.", ".~~~.", "....."])?;
    let (start, goal) = (Vec2::new(0.5, 1.5), Vec2::new(4.5, 1.5));
    let mut agent = Agent::new(&mesh, &Query::new(start, goal).with_filter(&filter))?;
    for _ in 0..1_000 {
        let wished = agent.steering.towards_next_corner(STRIDE);
        if agent.advance(&mesh, wished) == SteeringStatus::Arrived {
            return Ok(());
        }
        let at = agent.steering.position();
        assert!(mesh.areas_at(at).any(|area| mesh.terrain(area) == Terrain(0)), "in the mud: {at}");
    }
    Err("it did not arrive".into())
}

/// Others carry an agent past the corner of a wall, out of reach of it.
#[test]
fn an_agent_that_is_carried_past_a_corner_asks_for_another_path() -> Fallible {
    let wall = "....................#.........";
    let open = "..............................";
    let (mesh, filter) =
        mud(&[wall, wall, open, open, open, open, "~.............................", open])?;
    let query = Query::new(Vec2::new(25.0, 0.5), Vec2::new(1.0, 0.5)).with_filter(&filter);
    let mut agent = Agent::new(&mesh, &query)?;
    let mut repairs = Vec::new();
    for step in 0..100_u8 {
        let at = Vec2::new(25.0 - 0.2 * f32::from(step), 7.5);
        let area = mesh.locate(at).ok_or("no area")?;
        let Agent { steering, options, scratch } = &mut agent;
        match steering.moved_among_others(&mesh, options, (at, area), 0.4, scratch) {
            SteeringStatus::Walking => {}
            SteeringStatus::Repaired => {
                repairs.push(at.x);
                agent.replan(&mesh)?;
                assert_eq!(agent.steering.next_corner(), query.goal.point, "it sees its goal");
            }
            other => return Err(format!("{other:?}").into()),
        }
    }
    assert_eq!(repairs.len(), 1, "{repairs:?}");
    assert!((15.0..20.0).contains(&repairs[0]), "{repairs:?}");

    // Where it does not get on, it asks, too, but not in each tick.
    let (at, Agent { steering, options, scratch }) = (Vec2::new(10.0, 5.5), &mut agent);
    let area = mesh.locate(at).ok_or("no area")?;
    let asks = (0..200).filter(|_| {
        let status = steering.moved_among_others(&mesh, options, (at, area), 0.4, scratch);
        status == SteeringStatus::Repaired
    });
    assert!((1..=4).contains(&asks.count()));
    Ok(())
}

#[test]
fn an_agent_at_a_corner_of_many_areas_walks_on() -> Fallible {
    let maps: [(&[&str], [[f32; 2]; 2]); 2] = [
        (&["..", "~.", "~~"], [[0.5, 2.5], [0.5, 0.5]]),
        // Comes back to an area of mud that it has left for the road.
        (&["~.#", "~~#", ".~.", "#~."], [[1.5, 3.5], [1.5, 1.5]]),
    ];
    for (rows, [start, goal]) in maps {
        let (mesh, filter) = mud(rows)?;
        let mut agent = Agent::new(&mesh, &Query::new(start, goal).with_filter(&filter))?;
        assert_eq!(agent.walk(&mesh).0, SteeringStatus::Arrived);
        assert_eq!(agent.steering.position(), goal.into());
    }
    Ok(())
}

#[test]
fn an_agent_does_not_enter_forbidden_ground() -> Fallible {
    let (mesh, mut filter) = mud(&["...", "~~.", "..."])?;
    filter.forbid(Terrain(1));
    let query = Query::new([0.5, 0.5], [0.5, 2.5]).with_filter(&filter);
    let mut agent = Agent::new(&mesh, &query)?;
    assert_eq!(agent.advance(&mesh, Vec2::new(0.5, 1.9)), SteeringStatus::Walking);
    assert_eq!(agent.steering.position(), Vec2::new(0.5, 1.0), "up to its border");
    assert_eq!(agent.walk(&mesh).0, SteeringStatus::Arrived);
    Ok(())
}

/// Two rooms that touch at a vertex, with and without a way around. A path from the vertex begins
/// in either room, but the agent is in one.
#[test]
fn an_agent_at_a_vertex_between_two_rooms_finds_a_path_from_its_own() -> Fallible {
    let (vertex, goal) = (Vec2::new(4.0, 4.0), Vec2::new(7.0, 7.0));
    for has_way in [false, true] {
        let is_ground = |x, y| (x < 4) == (y < 4) || has_way && (x == 7 || y == 0);
        let raw = rectangles_from_cells(8, 8, |x, y| is_ground(x, y).then_some(Terrain(0)));
        let mesh = raw.build()?;
        let mut agent = Agent::new(&mesh, &Query::new(vertex, goal))?;
        let lower = mesh.locate(Vec2::new(3.5, 3.5)).ok_or("no ground")?;
        let Agent { steering, options, scratch } = &mut agent;
        let status = steering.moved_to(&mesh, options, vertex, lower, scratch);
        if !has_way {
            assert_eq!(status, SteeringStatus::Blocked);
            let unreachable = PathError::Unreachable { barrier: Barrier::Walls };
            assert_eq!(agent.replan(&mesh), Err(unreachable));
            continue;
        }
        assert_eq!(status, SteeringStatus::Repaired);
        agent.replan(&mesh)?;
        let (status, walked) = agent.walk(&mesh);
        assert_eq!((status, agent.steering.position()), (SteeringStatus::Arrived, goal));
        assert!(walked > 8.0, "{walked}");
    }
    Ok(())
}

#[test]
fn an_agent_at_a_zero_width_wall_stays_on_its_side() -> Fallible {
    // Two rooms with a zero-width wall between them, and a passage above it.
    let corners = [
        [0.0, 0.0],
        [4.0, 0.0],
        [8.0, 0.0],
        [8.0, 4.0],
        [4.0, 4.0],
        [0.0, 4.0],
        [8.0, 6.0],
        [0.0, 6.0],
    ];
    let mut raw = RawMesh::from_vertices(&corners);
    raw.push_area(&[0, 1, 4, 5]);
    raw.push_area(&[1, 2, 3, 4]);
    raw.push_area(&[5, 4, 3, 6, 7]);
    raw.walls.push([1, 4]);
    let mesh = build(&raw)?;
    let mut agent = Agent::new(&mesh, &Query::new([1.0, 1.0], [1.0, 5.0]))?;
    let own = agent.steering.area();
    // Pressed against the wall, where a search would start on both sides.
    agent.advance(&mesh, Vec2::new(9.0, 1.0));
    assert_eq!(agent.steering.position(), Vec2::new(4.0, 1.0));
    assert_eq!(agent.steering.area(), own);
    agent.replan(&mesh)?;
    assert_eq!(agent.walk(&mesh).0, SteeringStatus::Arrived);

    // To the other room: the path leads over the end of the wall, not through it.
    let mut agent = Agent::new(&mesh, &Query::new([3.0, 1.0], [5.0, 1.0]))?;
    agent.advance(&mesh, Vec2::new(9.0, 1.0));
    let (status, walked) = agent.walk(&mesh);
    assert_eq!(status, SteeringStatus::Arrived);
    assert!(walked > 6.0, "over the end of the wall: {walked}");
    Ok(())
}

#[test]
fn ends_are_snapped_if_the_query_says_so() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let query = Query::new(Vec2::new(-0.5, 5.0), Vec2::new(9.0, 12.0));
    assert!(Agent::new(&mesh, &query).is_err());
    let mut agent = Agent::new(&mesh, &query.with_snap(3.0))?;
    assert_eq!(agent.steering.position(), Vec2::new(0.0, 5.0));
    assert_eq!(agent.steering.goal().point, Vec2::new(9.0, 10.0));
    assert_eq!(agent.walk(&mesh).0, SteeringStatus::Arrived);
    Ok(())
}

#[test]
fn on_another_mesh_the_path_is_tested_again() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let start = Vec2::new(0.5, 5.0);
    let mut agent = Agent::new(&mesh, &Query::new(start, Vec2::new(9.5, 4.5)))?;
    assert_eq!(agent.wait(&mesh.clone()), SteeringStatus::Walking, "a clone is the same mesh");
    let free = build(&raw_mesh(&Cells::from_fn(10, 10, |_, _| true)))?;
    assert_eq!(agent.wait(&free), SteeringStatus::Walking);
    assert_eq!(agent.steering.steps().len(), 1, "and straightened");
    let small = build(&raw_mesh(&Cells::from_rows(&["."])))?;
    assert_eq!(agent.wait(&small), SteeringStatus::OffMesh);
    assert_eq!(agent.steering.position(), start);
    Ok(())
}

#[test]
fn an_agent_walks_along_slanting_walls() -> Fallible {
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
    outlines.push(Role::Hole, [vec![[3.0, 9.0], [12.0, 2.0], [17.0, 8.0], [10.0, 13.0]]]);
    let mesh = build(&outlines.build(&PolygonOptions::default())?.mesh)?;
    let (start, goal) = (Vec2::new(4.0, 13.0), Vec2::new(16.0, 3.0));
    let mut agent = Agent::new(&mesh, &Query::new(start, goal))?;
    let (status, walked) = agent.walk(&mesh);
    assert_eq!(status, SteeringStatus::Arrived);
    assert!((walked - path(&mesh, start, goal)?.length).abs() < 1e-3, "{walked}");
    Ok(())
}

/// Stairs of square steps around a pillar, four turns, each corner level; and the elevation of
/// their top.
fn stairs() -> Result<(NavMesh, f32), Box<dyn Error>> {
    let turn = [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2], [0, 1]];
    let (mut raw, mut elevation) = (RawMesh::default(), 0.0);
    for step in 0..32_usize {
        let is_slope = step % 2 == 1;
        let [cell, next] = [step, step + 1].map(|step| turn[step % 8]);
        let first = u32::try_from(raw.vertices.len())?;
        for offset in [[0, 0], [1, 0], [1, 1], [0, 1]] {
            let corner: [u8; 2] = [0, 1].map(|axis| cell[axis] + offset[axis]);
            let touches_next = (0..2).all(|axis| corner[axis].wrapping_sub(next[axis]) < 2);
            raw.vertices.push(corner.map(|value| 2.0 * f32::from(value)));
            raw.elevations.push(elevation + f32::from(u8::from(is_slope && touches_next)));
        }
        raw.push_area(&[first, first + 1, first + 2, first + 3]);
        elevation += f32::from(u8::from(is_slope));
    }
    raw.weld();
    Ok((build(&raw)?, elevation))
}

#[test]
fn an_agent_climbs_the_stairs_and_is_never_a_turn_further_up() -> Fallible {
    let (mesh, top) = stairs()?;
    let goal = Location::at_elevation(Vec2::new(1.0, 2.5), top);
    let query = Query::new(Location::at_elevation(Vec2::new(1.0, 1.0), 0.0), goal);
    let mut agent = Agent::new(&mesh, &query)?;
    let (mut random, mut elevation) = (SplitMix64::new(3), 0.0_f32);
    for _ in 0..2_000 {
        let mut wished = agent.steering.towards_next_corner(STRIDE);
        if random.chance(5) {
            wished += position([random.between(-2, 2), random.between(-2, 2)]);
        }
        let status = agent.advance(&mesh, wished);
        let area = agent.steering.area().ok_or("no area")?;
        let now = mesh.elevation_at(area, agent.steering.position());
        assert!((now - elevation).abs() < 2.0, "from {elevation} to {now}");
        elevation = now;
        if status == SteeringStatus::Arrived {
            assert!((now - top).abs() < 1.0, "{now}");
            return Ok(());
        }
    }
    Err("it did not arrive".into())
}

/// Two halls above each other, and stairs between them that turn on a landing.
fn halls() -> Result<NavMesh, Box<dyn Error>> {
    let mut raw = RawMesh::default();
    let surfaces: [&[[f32; 3]]; 5] = [
        &[[0., 0., 0.], [20., 0., 0.], [20., 1., 0.], [20., 3., 0.], [20., 9., 0.], [0., 9., 0.]],
        &[[20., 1., 0.], [26., 1., 2.], [26., 3., 2.], [20., 3., 0.]],
        &[[26., 1., 2.], [28., 1., 2.], [28., 6., 2.], [26., 6., 2.], [26., 4., 2.], [26., 3., 2.]],
        &[[20., 4., 4.], [26., 4., 2.], [26., 6., 2.], [20., 6., 4.]],
        &[[0., 0., 4.], [20., 0., 4.], [20., 4., 4.], [20., 6., 4.], [20., 9., 4.], [0., 9., 4.]],
    ];
    for surface in surfaces {
        let mut corners = Vec::new();
        for &[x, y, elevation] in surface {
            corners.push(u32::try_from(raw.vertices.len())?);
            raw.vertices.push([x, y]);
            raw.elevations.push(elevation);
        }
        raw.push_area(&corners);
    }
    raw.weld();
    Ok(build(&raw)?)
}

#[test]
fn an_agent_below_its_goal_does_not_take_the_ceiling_for_it() -> Fallible {
    let (mesh, mut scratch) = (halls()?, Scratch::new());
    let goal = Location::at_elevation(Vec2::new(10.0, 5.0), 4.0);
    let query = Query::new(Location::at_elevation(Vec2::new(27.0, 2.0), 2.0), goal);
    let options = PathOptions::new();
    let mut agent = Steering::new(&mesh, &query, &mut scratch)?;
    assert_eq!(agent.next_corner(), Vec2::new(26.0, 4.0), "half way up, on the landing");

    // A crowd pushes it back down the stairs. All further corners are above the lower hall.
    let pushed = Vec2::new(19.0, 5.0);
    let area = mesh.locate_at(pushed, 0.0).ok_or("off the mesh")?;
    let status = agent.moved_to(&mesh, &options, pushed, area, &mut scratch);
    assert_eq!(status, SteeringStatus::Repaired);
    assert_eq!(agent.next_corner(), Vec2::new(20.0, 3.0), "the foot of the stairs");
    for _ in 0..200 {
        let wished = agent.towards_next_corner(STRIDE);
        if agent.advance(&mesh, &options, wished, &mut scratch) == SteeringStatus::Arrived {
            assert_eq!(agent.location(), goal);
            return Ok(());
        }
    }
    Err("it did not arrive".into())
}

/// The number of ticks with each outcome.
#[derive(Debug, Default)]
struct Outcomes {
    arrived: usize,
    repaired: usize,
    blocked: usize,
    covered: usize,
    unreachable: usize,
}

/// Checks what the status of an agent says about it, and reacts as a game would.
fn check(
    agent: &mut Steering,
    status: SteeringStatus,
    ground: &DynamicNavMesh,
    options: &PathOptions<'_>,
    scratch: &mut Scratch,
    outcomes: &mut Outcomes,
) -> Fallible {
    let (mesh, filter) = (ground.mesh(), options.filter.ok_or("no filter")?);
    let (at, mut ray) = (agent.position(), RayCast::new());
    let is_open = |area: AreaId| mesh.is_open(area, filter);
    if let Some(area) = agent.area() {
        assert!(mesh.contains(area, at) && is_open(area), "{status:?} at {at}");
    }
    match status {
        SteeringStatus::Walking => {
            assert_eq!(mesh.sees(at, agent.next_corner(), filter, &mut ray), Ok(true));
        }
        SteeringStatus::Repaired => outcomes.repaired += 1,
        SteeringStatus::Arrived => {
            assert_eq!(at, agent.goal().point);
            outcomes.arrived += 1;
        }
        SteeringStatus::Blocked | SteeringStatus::OffMesh => {
            let is_covered = status == SteeringStatus::OffMesh;
            assert_eq!(is_covered, !mesh.areas_at(at).any(is_open), "{status:?} at {at}");
            if is_covered {
                outcomes.covered += 1;
            } else {
                outcomes.blocked += 1;
                let ahead = agent.steps().map(|step| match step {
                    Step::Walk { to } | Step::Link { to, .. } => to,
                });
                let points: Vec<Vec2> = [at].into_iter().chain(ahead).collect();
                assert_eq!(mesh.can_walk(points, filter, &mut ray), Ok(false), "it is open");
            }
            let error = agent.replan(ground, &options.with_snap(9.0), scratch).err();
            if error.is_some() {
                let mut reachable = ReachableAreas::default();
                let is_known = mesh.reachable_areas(at, filter, &mut reachable).is_ok();
                let goal = agent.goal().point;
                let goes = is_known && mesh.areas_at(goal).any(|area| reachable.contains(area));
                assert!(!goes, "{error:?}");
                outcomes.unreachable += 1;
            }
        }
        _ => return Err(format!("{status:?} without links").into()),
    }
    Ok(())
}

#[test]
fn agents_with_random_pushes_edits_and_doors_arrive_or_say_why_not() -> Fallible {
    let mut outcomes = Outcomes::default();
    for seed in 0..12 {
        let cells = rooms(seed, 31, 25);
        let mut ground = DynamicNavMesh::new(build(&raw_mesh(&cells))?)?;
        let mut random = SplitMix64::new(seed);
        let (mut scratch, mut filter) = (Scratch::new(), QueryFilter::uniform());
        let mut obstacles: Vec<ObstacleId> = Vec::new();
        let mut agents = Vec::new();
        for _ in 0..4 {
            let [start, goal] = [(), ()].map(|()| somewhere(&cells, &mut random));
            agents.push(Steering::new(&ground, &Query::new(start, goal), &mut scratch)?);
        }
        for tick in 0..1_200 {
            // In the end there is peace: all that can arrive must do so.
            let is_peace = tick >= 600;
            if !is_peace && random.chance(5) {
                let at = somewhere(&cells, &mut random);
                let size = [0.5, 1.0, 2.0][usize::try_from(random.below(3))?];
                let add = vec![Obstacle::new([square(at.x - 0.5, at.y - 0.5, size)])];
                let is_full = obstacles.len() > 4;
                let remove = if is_full { vec![obstacles.remove(0)] } else { Vec::new() };
                obstacles.extend(ground.edit(&Edit { add, remove })?.added);
            }
            if !is_peace && random.chance(3) {
                filter = QueryFilter::uniform();
                let areas = ground.mesh().area_count() as u64;
                (0..3).for_each(|_| {
                    filter.forbid_area(AreaId(u32::try_from(random.below(areas)).unwrap_or(0)));
                });
            }
            let options = PathOptions::new().with_filter(&filter);
            for agent in &mut agents {
                let mut wished = agent.towards_next_corner(STRIDE);
                if !is_peace && random.chance(10) {
                    wished += position([random.between(-3, 3), random.between(-3, 3)]);
                }
                let status = agent.advance(&ground, &options, wished, &mut scratch);
                check(agent, status, &ground, &options, &mut scratch, &mut outcomes)?;
                let is_done = matches!(
                    status,
                    SteeringStatus::Arrived | SteeringStatus::Blocked | SteeringStatus::OffMesh
                );
                assert!(tick < 1_199 || is_done, "{status:?} at {}", agent.position());
                if status == SteeringStatus::Arrived && !is_peace {
                    let goal = somewhere(&cells, &mut random);
                    let query = Query::new(agent.position(), goal).with_options(options);
                    if let Ok(next) = Steering::new(&ground, &query, &mut scratch) {
                        *agent = next;
                    }
                }
            }
        }
    }
    let Outcomes { arrived, repaired, blocked, covered, unreachable } = outcomes;
    let counts = [arrived, repaired, blocked, covered, unreachable];
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
    Ok(())
}

#[test]
fn with_and_without_the_journal_of_edits_an_agent_fares_alike() -> Fallible {
    let mut random = SplitMix64::new(7);
    let mut counts = [0_usize; 2];
    for _ in 0..30 {
        let mut ground = field()?;
        let (start, goal) = (Vec2::new(2.0, 10.5), Vec2::new(18.0, 10.5));
        let mut by_journal = Agent::new(ground.mesh(), &Query::new(start, goal))?;
        by_journal.wait(&ground);
        let mut by_walking = Agent {
            steering: by_journal.steering.clone(),
            options: PathOptions::new(),
            scratch: Scratch::new(),
        };
        let mut crates: Vec<ObstacleId> = Vec::new();
        for _ in 0..60 {
            let mut part = || f32::from(u8::try_from(random.below(76)).unwrap_or(0)) / 4.0;
            if crates.len() > 3 {
                ground.remove_obstacle(crates.swap_remove(0))?;
            } else {
                crates.push(ground.add_obstacle(&Obstacle::new([square(part(), part(), 0.75)]))?.0);
            }
            for _ in 0..3 {
                // A mesh alone has no journal.
                let wished = [&by_journal, &by_walking]
                    .map(|agent| agent.steering.towards_next_corner(STRIDE));
                let with = by_journal.steering.advance(
                    &ground,
                    &PathOptions::new(),
                    wished[0],
                    &mut by_journal.scratch,
                );
                let without = by_walking.steering.advance(
                    ground.mesh(),
                    &PathOptions::new(),
                    wished[1],
                    &mut by_walking.scratch,
                );
                assert_eq!(with, without);
                counts[usize::from(with == SteeringStatus::Blocked)] += 1;
                assert_eq!(by_journal.steering.position(), by_walking.steering.position());
                assert_eq!(by_journal.steering.area(), by_walking.steering.area());
                let corners = [&by_journal, &by_walking]
                    .map(|agent| agent.steering.corners().collect::<Vec<_>>());
                assert_eq!(corners[0], corners[1]);
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    Ok(())
}

#[test]
fn an_agent_whose_floor_is_not_named_stands_on_that_of_its_path() -> Fallible {
    let mesh = two_floors_and_a_room().build()?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let (options, mut scratch) = (PathOptions::new(), Scratch::new());
    let upstairs = Location::at_elevation(Vec2::new(3.5, 0.5), 10.0);
    let beside = Location::from(Vec2::new(7.5, 0.5));
    for ground in [Ground::of(&mesh), Ground::of(&mesh).with_labels(&labels)] {
        for goal in [upstairs, beside] {
            let query = Query::new(Vec2::new(1.0, 0.5), goal);
            let mut agent = Steering::new(ground, &query, &mut scratch)?;
            assert_eq!(agent.location().elevation, Some(10.0), "{goal:?}");
            let first = agent.corners().next().and_then(|corner| corner.elevation);
            assert_eq!(first, Some(10.0), "{goal:?}");
            let status = agent.advance(ground, &options, agent.next_corner(), &mut scratch);
            let is_there = match status {
                SteeringStatus::Arrived => goal == upstairs,
                SteeringStatus::AtLink(_) => goal == beside,
                _ => false,
            };
            assert!(is_there && agent.location().elevation == Some(10.0), "{status:?}");
        }
    }
    Ok(())
}

#[test]
fn an_agent_that_is_snapped_stands_on_the_floor_that_it_is_moved_to() -> Fallible {
    // Two floors, the lower one closed. The agent names an elevation between them, off the ground or on it.
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    raw.push_area(&[0, 1, 2, 3]);
    raw.elevations = vec![0.0; 4];
    let mut upper = raw.clone();
    upper.elevations = vec![10.0; 4];
    raw.append(&upper);
    let mesh = raw.build()?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let mut filter = QueryFilter::uniform();
    filter.forbid_area(AreaId(0));
    let (options, mut scratch) = (PathOptions::new().with_filter(&filter), Scratch::new());
    for ground in [Ground::of(&mesh), Ground::of(&mesh).with_labels(&labels)] {
        for x in [-1.0, 1.0] {
            let start = Location::at_elevation(Vec2::new(x, 2.0), 4.0);
            let query = Query::new(start, Vec2::new(3.0, 2.0)).with_options(options).with_snap(2.0);
            let mut agent = Steering::new(ground, &query, &mut scratch)?;
            assert_eq!(agent.location().elevation, Some(10.0), "from {x}");
            let status = agent.advance(ground, &options, agent.next_corner(), &mut scratch);
            assert_eq!(status, SteeringStatus::Arrived, "from {x}");
        }
    }
    Ok(())
}

/// On floors above each other, with zero-width walls, over weighted ground, and with agents that cannot arrive.
#[test]
fn agents_of_a_group_follow_the_paths_that_they_would_follow_alone() -> Fallible {
    let mut weighted = QueryFilter::uniform();
    weighted.set(Terrain(1), 4.0)?;
    let board = rectangles_from_cells(24, 24, |x, y| {
        let is_wall = x == 12 && y > 3 || x == 20;
        (!is_wall).then(|| Terrain(((x / 4 + y / 4) % 3 == 0).into()))
    });
    let board = board.build()?;
    let (floors, uniform) = (build(&two_floors_and_a_room())?, QueryFilter::uniform());
    let mut found = 0;
    for (mesh, filter) in [(&board, &uniform), (&board, &weighted), (&floors, &uniform)] {
        let options = PathOptions::new().with_filter(filter);
        let everywhere = tautline::navmesh::RandomPoints::new(mesh);
        let (mut seed, mut scratch) = (3, Scratch::new());
        let mut draw = || {
            let (area, point) = everywhere.draw(mesh, &mut seed).ok_or("no ground")?;
            Ok::<_, &str>(Location::at_elevation(point, mesh.elevation_at(area, point)))
        };
        for agents in [3, 40] {
            let goal = draw()?;
            let mut starts = Vec::new();
            while starts.len() < agents {
                starts.push(draw()?);
            }
            starts[0] = Vec2::new(-7.0, 1.0).into();
            starts[1] = starts[2].point.into();
            let group = Steering::group(mesh, &starts, goal, &options, &mut scratch);
            assert_eq!(group.len(), agents);
            for (&start, of_group) in starts.iter().zip(group) {
                let query = Query::new(start, goal).with_options(options);
                let (of_group, alone) = match (of_group, Steering::new(mesh, &query, &mut scratch))
                {
                    (Ok(of_group), Ok(alone)) => (of_group, alone),
                    (of_group, alone) => {
                        assert_eq!(of_group.err(), alone.err(), "{start:?} to {goal:?}");
                        continue;
                    }
                };
                let length = |steering: &Steering| {
                    let ends = std::iter::once(steering.position());
                    let ends: Vec<Vec2> =
                        ends.chain(steering.corners().map(|at| at.point)).collect();
                    ends.windows(2).map(|leg| f64::from(leg[0].distance(leg[1]))).sum::<f64>()
                };
                let [of_group_length, alone_length] = [&of_group, &alone].map(length);
                // Over weighted ground, both are nearly the cheapest ones.
                let share = if filter == &weighted { 0.15 } else { 1e-6 };
                let difference = (of_group_length - alone_length).abs();
                assert!(difference <= share * alone_length.max(1.0), "{of_group:?} for {alone:?}");
                assert_eq!(of_group.goal(), alone.goal());
                found += 1;
            }
        }
    }
    assert!(found > 60, "{found}");
    Ok(())
}
