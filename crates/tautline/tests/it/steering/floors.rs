//! Agents where floors overlap.

use std::error::Error;

use super::{Agent, Fallible, STRIDE};
use crate::support::{build, position, two_floors_and_a_room};
use tautline::labels::{BakeOptions, Labels};
use tautline::navmesh::{AreaId, RawMesh};
use tautline::{
    Ground, Location, NavMesh, PathOptions, Query, QueryFilter, Scratch, Steering, SteeringStatus,
    Vec2,
};
use tautline_fixtures::SplitMix64;

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
