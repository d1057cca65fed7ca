//! The ground: walls, floors, and ground that changes.

use tautline_crowd::{AgentState, Body, Crowd, CrowdScratch, Target};
use tautline_fixtures::stairs::spiral_stairs;
use tautline_navmesh::{
    AreaId, Location, QueryFilter, RawMesh, Terrain, Vec2, rectangles_from_cells,
};

use crate::{TICK, TestResult, assert_on_mesh, crowd_of, field, run};

#[test]
fn no_agent_passes_a_zero_width_wall() -> TestResult {
    let corners = [[0.0, 0.0], [5.0, 0.0], [10.0, 0.0], [10.0, 10.0], [5.0, 10.0], [0.0, 10.0]];
    let mut raw = RawMesh::from_vertices(&corners);
    raw.push_area(&[0, 1, 4, 5]);
    raw.push_area(&[1, 2, 3, 4]);
    raw.walls.push([1, 4]);
    let mesh = raw.build()?;
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    let mut sides = Vec::new();
    for y in 1..=8_u8 {
        for (x, goal) in [(4.5, 9.0), (5.5, 1.0)] {
            let id = crowd.add(&mesh, &filter, Body::default(), [x, f32::from(y)])?;
            crowd.set_target(id, Target::last(Vec2::new(goal, f32::from(y))))?;
            sides.push((id, crowd.agent(id)?.area));
        }
    }
    run(&mut crowd, &mesh, 20 * 30);
    for (id, area) in sides {
        assert_eq!(crowd.agent(id)?.area, area);
    }
    Ok(())
}

/// Regression: an agent exactly on the wall came out on the other side when areas got other numbers.
#[test]
fn no_agent_passes_a_zero_width_wall_where_areas_get_other_ids() -> TestResult {
    let corners = [[0.0, 0.0], [5.0, 0.0], [10.0, 0.0], [10.0, 10.0], [5.0, 10.0], [0.0, 10.0]];
    let areas = [[0, 1, 4, 5], [1, 2, 3, 4]];
    let mut meshes = Vec::new();
    for order in [[0, 1], [1, 0]] {
        let mut raw = RawMesh::from_vertices(&corners);
        order.iter().for_each(|&area| raw.push_area(&areas[area]));
        raw.walls.push([1, 4]);
        meshes.push(raw.build()?);
    }
    let (filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
    let mut crowd = Crowd::new();
    for (x, goal) in [(4.9, 9.0), (5.1, 1.0)] {
        let id = crowd.add(&meshes[0], &filter, Body::default(), [x, 5.0])?;
        crowd.set_target(id, Target::last(Vec2::new(goal, 5.0)))?;
    }
    // A step that is as long as the agents look ahead leads to the very wall.
    for step in 0..8 {
        crowd.step(&meshes[step % 2], &filter, 0.2, &mut scratch)?;
        let areas: Vec<_> = crowd.agents().map(|agent| agent.area.map(AreaId::index)).collect();
        assert_eq!(areas, [step % 2, 1 - step % 2].map(Some), "{step}");
    }
    assert!(crowd.agents().all(|agent| agent.position.x == 5.0));
    Ok(())
}

#[test]
fn walls_on_the_far_side_of_a_thin_obstacle_do_not_slow_an_agent() -> TestResult {
    // A pillar of 1 by 4 in a room: next to it, an agent stands behind its far side.
    let is_open = |x, y| x != 4 || !(3..7).contains(&y);
    let raw = rectangles_from_cells(10, 10, |x, y| is_open(x, y).then_some(Terrain(0)));
    let (mesh, filter) = (raw.build()?, QueryFilter::uniform());
    let mut crowd = Crowd::new();
    let id = crowd.add(&mesh, &filter, Body::default(), [5.05, 5.0])?;
    crowd.set_target(id, Target::last(Vec2::new(9.0, 5.0)))?;
    run(&mut crowd, &mesh, 5 * 30);
    assert_eq!(crowd.agent(id)?.state, AgentState::Arrived);
    Ok(())
}

#[test]
fn an_agent_that_physics_has_moved_keeps_its_velocity() -> TestResult {
    let mesh = field(20, 20);
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    let id = crowd.add(&mesh, &filter, Body::default(), [2.0, 2.0])?;
    crowd.set_target(id, Target::last(Vec2::new(18.0, 2.0)))?;
    let velocity = Vec2::new(1.0, 0.5);
    crowd.moved_to(&mesh, &filter, id, [3.0, 2.5], velocity)?;
    run(&mut crowd, &mesh, 1);
    crowd.moved_to(&mesh, &filter, id, [3.1, 2.5], velocity)?;
    let agent = crowd.agent(id)?;
    assert_eq!((agent.position, agent.velocity), (Vec2::new(3.1, 2.5), velocity));
    assert_eq!(agent.state, AgentState::Walking);
    assert_on_mesh(&crowd, &mesh);

    // Off the mesh, and with numbers that are none, it stays where it was.
    assert!(crowd.moved_to(&mesh, &filter, id, [-9.0, 2.5], velocity).is_err());
    assert!(crowd.moved_to(&mesh, &filter, id, [f32::NAN, 2.5], velocity).is_err());
    assert!(crowd.moved_to(&mesh, &filter, id, [3.0, 2.5], Vec2::NAN).is_err());
    assert_eq!(crowd.agent(id)?.position, Vec2::new(3.1, 2.5));

    // One that was taken off the ground is back on it.
    crowd.suspend(id)?;
    crowd.moved_to(&mesh, &filter, id, [4.0, 2.5], velocity)?;
    assert_eq!(crowd.agent(id)?.state, AgentState::Walking);
    Ok(())
}

#[test]
fn an_agent_back_on_another_floor_does_not_see_the_walls_of_the_first() -> TestResult {
    let below = [[0.0, 0.0], [20.0, 0.0], [20.0, 2.0], [0.0, 2.0]];
    let above = [[0.0, -9.0], [20.0, -9.0], [20.0, 9.0], [0.0, 9.0]];
    let mut raw = RawMesh::from_vertices(&[below, above].concat());
    raw.elevations = vec![0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0];
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[4, 5, 6, 7]);
    let (mesh, filter, mut crowd) = (raw.build()?, QueryFilter::uniform(), Crowd::new());
    let at = |elevation| Location::at_elevation(Vec2::new(10.0, 1.9), elevation);
    let id = crowd.add(&mesh, &filter, Body::default(), at(0.0))?;
    run(&mut crowd, &mesh, 1);

    crowd.suspend(id)?;
    crowd.moved_to(&mesh, &filter, id, at(4.0), Vec2::ZERO)?;
    crowd.set_target(id, Target::last(Vec2::new(10.0, 8.0)))?;
    run(&mut crowd, &mesh, 1);
    let speed = crowd.agent(id)?.velocity.y;
    assert!((speed - Body::default().speed).abs() < 0.001, "{speed}");
    Ok(())
}

#[test]
fn agents_on_different_floors_do_not_see_each_other() -> TestResult {
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [20.0, 0.0],
        [20.0, 2.0],
        [0.0, 2.0],
        [0.0, 0.0],
        [20.0, 0.0],
        [20.0, 2.0],
        [0.0, 2.0],
    ]);
    raw.elevations = vec![0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0];
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[4, 5, 6, 7]);
    let mesh = raw.build()?;
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    let at = |x, elevation| Location::at_elevation(Vec2::new(x, 1.0), elevation);
    let below = crowd.add(&mesh, &filter, Body::default(), at(1.0, 0.0))?;
    let above = crowd.add(&mesh, &filter, Body::default(), at(19.0, 4.0))?;
    crowd.set_target(below, Target::last(Vec2::new(19.0, 1.0)))?;
    crowd.set_target(above, Target::last(Vec2::new(1.0, 1.0)))?;
    for _ in 0..15 * 30 {
        run(&mut crowd, &mesh, 1);
        assert_eq!(crowd.agent(below)?.position.y, 1.0);
        assert_eq!(crowd.agent(above)?.position.y, 1.0);
    }
    assert_eq!((crowd.agent(below)?.elevation, crowd.agent(above)?.elevation), (0.0, 4.0));
    assert_eq!(crowd.agent(above)?.state, AgentState::Arrived);
    Ok(())
}

#[test]
fn agents_on_a_spiral_stair_stay_on_their_turn() -> TestResult {
    let cells = spiral_stairs(3);
    let mut raw = RawMesh::default();
    let mut corners: Vec<(Vec2, f32)> = Vec::new();
    for (at, elevations) in &cells {
        let low = Vec2::from(at.map(f32::from));
        let offsets = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
        let mut area = Vec::new();
        for corner in offsets.iter().zip(elevations).map(|(offset, &up)| (low + *offset, up)) {
            let known = corners.iter().position(|&other| other == corner);
            area.push(u32::try_from(known.unwrap_or(corners.len()))?);
            if known.is_none() {
                corners.push(corner);
            }
        }
        raw.push_area(&area);
    }
    raw.vertices = corners.iter().map(|(point, _)| (*point).into()).collect();
    raw.elevations = corners.iter().map(|(_, elevation)| *elevation).collect();
    let mesh = raw.build()?;
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    let mut rises = Vec::new();
    for (at, elevations) in &cells {
        let middle = Vec2::from(at.map(f32::from)) + Vec2::splat(0.5);
        let mean = elevations.iter().sum::<f32>() / 4.0;
        let id =
            crowd.add(&mesh, &filter, Body::default(), Location::at_elevation(middle, mean))?;
        crowd.set_target(id, Target::last(Vec2::ZERO))?;
        rises.push((id, mean));
    }
    run(&mut crowd, &mesh, 100);
    for (id, start) in rises {
        let rise = crowd.agent(id)?.elevation - start;
        // Whoever walks 4.6 units along the flights stays within a turn, of height 6.
        assert!(rise.abs() < 4.0, "agent {id:?} rose by {rise}");
    }
    Ok(())
}

#[test]
fn an_agent_whose_ground_closes_is_moved_to_the_nearest_open_ground() -> TestResult {
    let mesh = rectangles_from_cells(20, 4, |x, _| Some(Terrain(u8::from((8..12).contains(&x)))))
        .build()?;
    let (mut filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
    let mut crowd = Crowd::new();
    let on_bridge = crowd.add(&mesh, &filter, Body::default(), [9.0, 2.0])?;
    let outside = crowd.add(&mesh, &filter, Body::default(), [2.0, 2.0])?;
    crowd.set_target(outside, Target::last(Vec2::new(18.0, 2.0)))?;
    crowd.step(&mesh, &filter, TICK, &mut scratch)?;

    filter.forbid(Terrain(1));
    for _ in 0..20 * 30 {
        crowd.step(&mesh, &filter, TICK, &mut scratch)?;
        for agent in crowd.agents() {
            assert!(agent.position.x <= 8.0, "{agent:?}");
        }
    }
    assert_eq!(crowd.agent(on_bridge)?.state, AgentState::Idle);
    filter.set(Terrain(1), 1.0)?;
    for _ in 0..20 * 30 {
        crowd.step(&mesh, &filter, TICK, &mut scratch)?;
    }
    assert_eq!(crowd.agent(outside)?.state, AgentState::Arrived);
    Ok(())
}

#[test]
fn an_agent_without_ground_waits_until_it_comes_back() -> TestResult {
    let (here, elsewhere) = (field(10, 10), {
        let mut raw = RawMesh::from_vertices(&[[100.0, 100.0], [110.0, 100.0], [110.0, 110.0]]);
        raw.push_area(&[0, 1, 2]);
        raw.build()?
    });
    let mut crowd = crowd_of(&here, &[[Vec2::new(1.0, 1.0), Vec2::new(9.0, 9.0)]]);
    let id = crowd.agents().next().ok_or("no agent")?.id;
    run(&mut crowd, &here, 10);
    let before = crowd.agent(id)?.position;
    run(&mut crowd, &elsewhere, 10);
    let lost = crowd.agent(id)?;
    assert_eq!((lost.state, lost.area, lost.position), (AgentState::OffMesh, None, before));
    run(&mut crowd, &here, 15 * 30);
    assert_eq!(crowd.agent(id)?.state, AgentState::Arrived);
    Ok(())
}

#[test]
fn a_suspended_agent_is_not_seen_and_does_not_move() -> TestResult {
    let mesh = field(20, 2);
    let ends =
        [[Vec2::new(10.0, 1.0), Vec2::new(10.0, 1.0)], [Vec2::new(1.0, 1.0), Vec2::new(19.0, 1.0)]];
    let mut crowd = crowd_of(&mesh, &ends);
    let ids: Vec<_> = crowd.agents().map(|agent| agent.id).collect();
    crowd.suspend(ids[0])?;
    for _ in 0..14 * 30 {
        run(&mut crowd, &mesh, 1);
        assert_eq!(crowd.agent(ids[1])?.position.y, 1.0, "it walks right through");
    }
    assert_eq!(crowd.agent(ids[0])?.state, AgentState::Suspended);
    assert_eq!(crowd.agent(ids[0])?.area, None);
    crowd.place(&mesh, &QueryFilter::uniform(), ids[0], [3.0, 1.0])?;
    assert_eq!(crowd.agent(ids[0])?.state, AgentState::Walking);
    assert_on_mesh(&crowd, &mesh);
    Ok(())
}
