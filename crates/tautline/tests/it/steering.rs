//! Agents that follow their corridors.

use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;

use crate::support::{build, position, raw_mesh};
use tautline::geometry::DVec2;
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{
    AreaId, CorridorScratch, LinkId, LinkKind, PortalClearances, RawLink, RawMesh, Terrain,
    rectangles_from_cells,
};
use tautline::{Location, NavMesh, Query, QueryFilter, Steering, SteeringStatus, Vec2, path};
use tautline_fixtures::{Cells, SplitMix64, rooms};

type Fallible = Result<(), Box<dyn Error>>;

/// The distance that an agent walks per tick, in cells.
const STRIDE: f32 = 0.2;

fn steering(mesh: &NavMesh, start: Vec2, goal: Vec2) -> Result<Steering, Box<dyn Error>> {
    Ok(Steering::new(mesh, &Query::new(start, goal), &mut CorridorScratch::new())?)
}

/// Returns the position of an agent after one tick.
fn step(from: Vec2, to: Vec2) -> Vec2 {
    let way = to - from;
    if way.length() > STRIDE { from + way.normalize() * STRIDE } else { to }
}

fn distance(a: Vec2, b: Vec2) -> f64 {
    DVec2::from(a).distance(b.into())
}

/// Walks until the goal is reached, or for a thousand ticks; where the agent
/// got, and how far it walked.
fn walk(mesh: &NavMesh, steering: &mut Steering, goal: Vec2) -> (Vec2, f64) {
    let (mut at, mut walked) = (steering.position(), 0.0);
    for _ in 0..1_000 {
        if at == goal {
            break;
        }
        let next = step(at, steering.next_corners(mesh, 1)[0]);
        walked += distance(at, next);
        at = next;
        assert_ne!(steering.advance(mesh, at), SteeringStatus::OffCorridor, "at {at}");
    }
    (at, walked)
}

/// A room with a pillar of 2 x 4 cells in the middle.
fn pillar() -> Cells {
    Cells::from_fn(10, 10, |x, y| !((4..6).contains(&x) && (3..7).contains(&y)))
}

#[test]
fn an_agent_that_walks_from_corner_to_corner_arrives_by_the_pulled_path() -> Fallible {
    for seed in 0..20 {
        let cells = rooms(seed, 31, 25);
        let mesh = build(&raw_mesh(&cells))?;
        let mut random = SplitMix64::new(seed);
        let ground: Vec<[i32; 2]> = cells.walkable_cells().collect();
        let mut somewhere = || {
            let index = usize::try_from(random.below(ground.len() as u64)).unwrap_or(0);
            position(ground[index].map(|value| 2 * value + 1))
        };
        let (start, goal) = (somewhere(), somewhere());
        let mut steering = steering(&mesh, start, goal)?;
        let (arrived, walked) = walk(&mesh, &mut steering, goal);
        assert_eq!(arrived, goal);
        let pulled = path(&mesh, start, goal)?.length;
        assert!((walked - pulled).abs() < 0.01 * pulled.max(1.0), "{walked} for {pulled}");
        assert!(steering.corridor().crossings.is_empty(), "nothing is ahead");
    }
    Ok(())
}

#[test]
fn corners_are_those_of_the_path_and_get_fewer() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let (start, goal) = (Vec2::new(0.5, 5.0), Vec2::new(9.5, 4.5));
    let mut steering = steering(&mesh, start, goal)?;
    let bends = path(&mesh, start, goal)?.points;
    assert!(bends.len() > 2);
    assert_eq!(steering.next_corners(&mesh, 9), &bends[1..]);
    assert_eq!(steering.next_corners(&mesh, 1), &bends[1..2]);

    let (mut at, mut before) = (start, usize::MAX);
    while at != goal {
        let corners = steering.next_corners(&mesh, 9);
        assert_eq!(corners.last(), Some(&goal));
        assert!(corners.len() <= before, "{corners:?}");
        before = corners.len();
        at = step(at, corners[0]);
        assert_ne!(steering.advance(&mesh, at), SteeringStatus::OffCorridor);
    }
    assert_eq!(before, 1);
    assert_eq!(steering.next_corners(&mesh, 9), [goal], "also at the goal itself");
    Ok(())
}

#[test]
fn an_agent_that_is_pushed_aside_finds_back_and_arrives() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let (start, goal) = (Vec2::new(0.5, 8.5), Vec2::new(9.5, 8.5));
    let mut steering = steering(&mesh, start, goal)?;
    // Below the pillar: not on any way along the top.
    let aside = Vec2::new(5.0, 1.0);
    assert!(!steering.corridor().areas.iter().any(|&area| mesh.contains(area, aside)));
    assert_eq!(steering.advance(&mesh, aside), SteeringStatus::Repaired);
    assert_eq!(steering.position(), aside);
    assert!(mesh.contains(steering.corridor().areas[0], aside));
    assert_eq!(walk(&mesh, &mut steering, goal).0, goal);
    Ok(())
}

#[test]
fn an_agent_may_be_pushed_about_all_the_time() -> Fallible {
    let cells = rooms(4, 21, 21);
    let mesh = build(&raw_mesh(&cells))?;
    let (start, goal) = (Vec2::new(0.5, 0.5), Vec2::new(20.5, 20.5));
    let mut random = SplitMix64::new(4);
    let mut steering = steering(&mesh, start, goal)?;
    let mut at = start;
    for _ in 0..2_000 {
        let mut next = step(at, steering.next_corners(&mesh, 1)[0]);
        if random.chance(10) {
            let push = position([random.between(-2, 2), random.between(-2, 2)]);
            if mesh.locate(at + push).is_some() {
                next = at + push;
            }
        }
        at = next;
        assert_ne!(steering.advance(&mesh, at), SteeringStatus::OffCorridor);
        let corridor = steering.corridor();
        assert_eq!(corridor.areas.len(), corridor.crossings.len() + 1);
        if at == goal {
            return Ok(());
        }
    }
    Err(format!("the agent is still at {at}").into())
}

#[test]
fn an_agent_that_is_teleported_far_away_has_strayed_and_keeps_its_corridor() -> Fallible {
    // 300 areas in a row: steps of growing height.
    let cells = Cells::from_fn(300, 300, |x, y| y <= x);
    let mesh = build(&raw_mesh(&cells))?;
    let (start, goal) = (Vec2::new(299.5, 0.5), Vec2::new(299.5, 2.5));
    let mut steering = steering(&mesh, start, goal)?;
    let before = steering.corridor().clone();
    for elsewhere in [Vec2::new(299.5, 298.5), Vec2::new(-3.0, 0.0), Vec2::new(f32::NAN, 0.0)] {
        assert_eq!(steering.advance(&mesh, elsewhere), SteeringStatus::OffCorridor);
        assert_eq!((steering.corridor(), steering.position()), (&before, start));
    }
    assert_eq!(walk(&mesh, &mut steering, goal).0, goal);
    Ok(())
}

/// Two islands with a jump between them, from (2.5, 1.5) to (5.5, 0.5).
fn islands() -> Result<NavMesh, Box<dyn Error>> {
    let mut raw = raw_mesh(&Cells::from_rows(&["...##...", "...##...", "...##..."]));
    raw.links.push(RawLink {
        from: [2.5, 1.5],
        from_elevation: 0.0,
        to: [5.5, 0.5],
        to_elevation: 0.0,
        cost: None,
        kind: LinkKind::Jump,
        both_ways: true,
    });
    Ok(build(&raw)?)
}

#[test]
fn a_link_is_announced_walked_to_and_taken() -> Fallible {
    let mesh = islands()?;
    let (west, east) = (Vec2::new(0.5, 2.5), Vec2::new(7.5, 2.5));
    let shores = [Vec2::new(2.5, 1.5), Vec2::new(5.5, 0.5)];
    for (start, goal, forwards) in [(west, east, true), (east, west, false)] {
        let [departure, arrival] = if forwards { shores } else { [shores[1], shores[0]] };
        let mut steering = steering(&mesh, start, goal)?;
        assert_eq!(steering.next_link(), Some((LinkId(0), forwards)));
        assert_eq!(steering.next_corners(&mesh, 9), [departure], "nothing behind the link");
        assert_eq!(walk(&mesh, &mut steering, departure).0, departure);

        steering.take_link(&mesh);
        assert_eq!(steering.position(), arrival);
        assert_eq!(steering.next_link(), None);
        assert_eq!(walk(&mesh, &mut steering, goal).0, goal);
        let before = steering.clone();
        steering.take_link(&mesh);
        assert_eq!(steering.corridor(), before.corridor(), "no link is ahead");
    }
    Ok(())
}

#[test]
fn an_agent_does_not_count_as_behind_a_link_that_it_has_not_taken() -> Fallible {
    let mesh = islands()?;
    let mut steering = steering(&mesh, Vec2::new(0.5, 2.5), Vec2::new(7.5, 2.5))?;
    assert_eq!(steering.advance(&mesh, Vec2::new(5.5, 0.5)), SteeringStatus::OffCorridor);
    assert!(steering.next_link().is_some());
    Ok(())
}

/// A mesh of cells in rows, and costs: `.` is a road, `~` mud that costs five times as much.
fn mud(rows: &[&str], forbids: bool) -> Result<(NavMesh, QueryFilter), Box<dyn Error>> {
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
    if forbids {
        filter.forbid(Terrain(1));
    }
    Ok((build(&raw)?, filter))
}

#[test]
fn an_agent_at_a_corner_of_many_areas_walks_on() -> Fallible {
    let maps: [(&[&str], [[f32; 2]; 2]); 2] = [
        (&["..", "~.", "~~"], [[0.5, 2.5], [0.5, 0.5]]),
        // Comes back to an area of mud that it has left for the road.
        (&["~.#", "~~#", ".~.", "#~."], [[1.5, 3.5], [1.5, 1.5]]),
    ];
    for (rows, [start, goal]) in maps {
        let (mesh, filter) = mud(rows, false)?;
        let goal = Vec2::from(goal);
        let query = Query::new(start, goal).with_filter(&filter);
        let mut steering = Steering::new(&mesh, &query, &mut CorridorScratch::new())?;
        assert_eq!(walk(&mesh, &mut steering, goal).0, goal);
    }
    Ok(())
}

#[test]
fn an_agent_is_not_led_back_over_forbidden_ground() -> Fallible {
    // The way leads along the top; a push leads across the mud, or into it.
    let (mesh, filter) = mud(&["...", "~~.", "...", ".##", "..."], true)?;
    let (start, goal) = (Vec2::new(0.5, 0.5), Vec2::new(2.5, 0.5));
    let query = Query::new(start, goal).with_filter(&filter);
    let mut steering = Steering::new(&mesh, &query, &mut CorridorScratch::new())?;
    assert_eq!(
        steering.advance(&mesh, Vec2::new(0.5, 1.5)),
        SteeringStatus::OffCorridor,
        "into it"
    );
    assert_eq!(steering.advance(&mesh, Vec2::new(0.5, 3.5)), SteeringStatus::Repaired, "across it");
    assert!(steering.corridor().areas.iter().all(|&area| mesh.is_open(area, &filter)));
    assert_eq!(walk(&mesh, &mut steering, goal).0, goal);
    Ok(())
}

#[test]
fn an_agent_is_not_led_back_through_what_is_too_narrow_for_it() -> Fallible {
    // A room with a closet, whose door is one cell wide.
    let mesh = build(&raw_mesh(&Cells::from_rows(&["....", "....", "#.##", "...."])))?;
    let mut filter = QueryFilter::uniform();
    filter.fit_agent(0.75, &Arc::new(PortalClearances::measure(&mesh)));
    let query = Query::new(Vec2::new(0.75, 2.75), Vec2::new(3.0, 3.0)).with_filter(&filter);
    let mut steering = Steering::new(&mesh, &query, &mut CorridorScratch::new())?;
    assert_eq!(steering.advance(&mesh, Vec2::new(2.5, 0.5)), SteeringStatus::OffCorridor);
    Ok(())
}

#[test]
fn a_detour_joins_the_way_where_it_meets_it() -> Fallible {
    for seed in 0..40 {
        let cells = rooms(seed, 31, 25);
        let mesh = build(&raw_mesh(&cells))?;
        let ground: Vec<[i32; 2]> = cells.walkable_cells().collect();
        let mut random = SplitMix64::new(seed);
        let mut somewhere = || {
            let index = usize::try_from(random.below(ground.len() as u64)).unwrap_or(0);
            position(ground[index].map(|value| 2 * value + 1))
        };
        let mut steering = steering(&mesh, somewhere(), somewhere())?;
        if steering.advance(&mesh, somewhere()) == SteeringStatus::Repaired {
            let areas = &steering.corridor().areas;
            let distinct: BTreeSet<AreaId> = areas.iter().copied().collect();
            assert_eq!(distinct.len(), areas.len(), "seed {seed}: there and back in {areas:?}");
        }
    }
    Ok(())
}

#[test]
fn ends_are_snapped_if_the_query_says_so() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let query = Query::new(Vec2::new(-0.5, 5.0), Vec2::new(9.0, 12.0));
    assert!(Steering::new(&mesh, &query, &mut CorridorScratch::new()).is_err());
    let query = query.with_snap(3.0);
    let mut steering = Steering::new(&mesh, &query, &mut CorridorScratch::new())?;
    assert_eq!(steering.position(), Vec2::new(0.0, 5.0));
    let goal = steering.goal();
    assert_eq!(goal, Vec2::new(9.0, 10.0));
    assert_eq!(walk(&mesh, &mut steering, goal).0, goal);
    Ok(())
}

#[test]
fn on_another_mesh_an_agent_has_strayed_and_stands_still() -> Fallible {
    let mesh = build(&raw_mesh(&pillar()))?;
    let start = Vec2::new(0.5, 5.0);
    let mut steering = steering(&mesh, start, Vec2::new(9.5, 4.5))?;
    for other in [build(&raw_mesh(&Cells::from_rows(&["."])))?, islands()?] {
        assert_eq!(steering.advance(&other, Vec2::new(0.5, 0.5)), SteeringStatus::OffCorridor);
        assert_eq!(steering.next_corners(&other, 2), [start]);
        steering.take_link(&other);
        assert_eq!(steering.position(), start);
    }
    assert_eq!(
        steering.advance(&mesh.clone(), start),
        SteeringStatus::OnCorridor,
        "a clone is the same mesh"
    );
    Ok(())
}

#[test]
fn an_agent_that_is_kept_on_the_ground_walks_along_slanting_walls() -> Fallible {
    let square = |low: f32, high: f32| vec![[low, low], [high, low], [high, high], [low, high]];
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [square(0.0, 20.0)]);
    outlines.push(Role::Hole, [vec![[3.0, 9.0], [12.0, 2.0], [17.0, 8.0], [10.0, 13.0]]]);
    let mesh = build(&outlines.build(&PolygonOptions::default())?.mesh)?;
    let goal = Vec2::new(16.0, 3.0);
    let mut steering = steering(&mesh, Vec2::new(4.0, 13.0), goal)?;
    let mut at = steering.position();
    for _ in 0..1_000 {
        let next = step(at, steering.next_corners(&mesh, 1)[0]);
        at = mesh.nearest(next, STRIDE, &QueryFilter::uniform())?.ok_or("no ground")?.point;
        assert_ne!(steering.advance(&mesh, at), SteeringStatus::OffCorridor, "at {at}");
    }
    assert_eq!(at, goal);
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
fn an_agent_that_is_pushed_down_the_stairs_is_not_a_turn_further_up() -> Fallible {
    let (mesh, top) = stairs()?;
    let query = Query::new(
        Location::at_elevation(Vec2::new(1.0, 1.0), 0.0),
        Location::at_elevation(Vec2::new(1.0, 2.5), top),
    );
    let mut steering = Steering::new(&mesh, &query, &mut CorridorScratch::new())?;
    assert_eq!(steering.corridor().areas.len(), 32);
    assert_eq!(steering.advance(&mesh, Vec2::new(3.0, 1.5)), SteeringStatus::OnCorridor);
    assert_eq!(steering.advance(&mesh, Vec2::new(4.25, 1.75)), SteeringStatus::OnCorridor);
    assert_eq!(steering.corridor().areas.len(), 30);
    // Back onto the slope, above which the next turn leads.
    assert_eq!(steering.advance(&mesh, Vec2::new(3.0, 1.5)), SteeringStatus::Repaired);
    assert_eq!(steering.corridor().areas.len(), 31);
    Ok(())
}
