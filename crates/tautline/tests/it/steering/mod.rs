//! Agents that follow their paths.

mod edits;
mod floors;
mod links;

use std::error::Error;

use crate::support::{build, position, raw_mesh, two_floors_and_a_room};
use tautline::geometry::DVec2;
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{RawMesh, Terrain, rectangles_from_cells};
use tautline::{
    Barrier, Ground, Location, NavMesh, PathError, PathOptions, Query, QueryFilter, Scratch,
    Steering, SteeringStatus, Step, Vec2, path,
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
