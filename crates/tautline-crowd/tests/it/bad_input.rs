//! Input that makes no sense.

use tautline_crowd::{AgentState, Body, Crowd, CrowdError, CrowdOptions, CrowdScratch, Target};
use tautline_navmesh::{QueryError, QueryFilter, Terrain, Vec2, rectangles_from_cells};

use crate::{TICK, TestResult, crowd_of, field, run};

const BAD: [f32; 4] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0];

#[test]
fn bodies_and_options_out_of_range_are_refused() {
    let mesh = field(4, 4);
    let filter = QueryFilter::uniform();
    for value in BAD {
        let default = Body::default();
        for body in [
            Body { radius: value, ..default },
            Body { radius: 0.0, ..default },
            Body { speed: value, ..default },
            Body { max_speed: value, ..default },
            Body { height: value, ..default },
        ] {
            let mut crowd = Crowd::new();
            assert!(crowd.add(&mesh, &filter, body, [1.0, 1.0]).is_err(), "{body:?}");
            assert!(crowd.add_walker(body, [1.0, 1.0]).is_err(), "{body:?}");
            assert!(crowd.is_empty());
        }
        let default = CrowdOptions::default();
        for options in [
            CrowdOptions { range: value, ..default },
            CrowdOptions { horizon: value, ..default },
            CrowdOptions { wall_horizon: value, ..default },
            CrowdOptions { wall_range: value, ..default },
            CrowdOptions { firmness: value, ..default },
            CrowdOptions { parting_time: value, ..default },
            CrowdOptions { precedence: value, ..default },
            CrowdOptions { arrival_distance: value, ..default },
            CrowdOptions { rescue_distance: value, ..default },
            CrowdOptions { keep_right: f32::NAN, ..default },
            CrowdOptions { max_neighbors: 17, ..default },
        ] {
            assert!(Crowd::with_options(options).is_err(), "{options:?}");
        }
    }
}

#[test]
fn places_velocities_targets_and_times_out_of_range_are_refused() -> TestResult {
    let mesh = field(4, 4);
    let (filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
    let mut crowd = crowd_of(&mesh, &[[Vec2::new(1.0, 1.0), Vec2::new(3.0, 3.0)]]);
    let id = crowd.agents().next().ok_or("no agent")?.id;
    let walker = crowd.add_walker(Body::default(), [2.0, 2.0])?;
    let before = crowd.agent(id)?;
    for value in [f32::NAN, f32::INFINITY] {
        let nowhere = Vec2::new(1.0, value);
        assert!(crowd.add(&mesh, &filter, Body::default(), nowhere).is_err());
        assert!(crowd.place(&mesh, &filter, id, nowhere).is_err());
        assert!(crowd.set_target(id, Target::last(nowhere)).is_err());
        let corner = Target::corner(Vec2::ONE, 1.0);
        assert!(crowd.set_target(id, corner.with_goal(nowhere)).is_err());
        assert!(crowd.rest_walker(walker, corner.with_goal(nowhere)).is_err());
        assert!(crowd.move_walker(walker, nowhere, Vec2::ZERO).is_err());
        assert!(crowd.move_walker(walker, Vec2::ONE, nowhere).is_err());
        assert!(crowd.add_walker(Body::default(), nowhere).is_err());
    }
    for value in BAD {
        assert!(crowd.set_target(id, Target::corner(Vec2::ONE, value)).is_err());
        let refused = crowd.step(&mesh, &filter, value, &mut scratch);
        assert!(matches!(refused, Err(CrowdError::Negative { field: "seconds", .. })));
    }
    assert_eq!(crowd.agent(id)?, before, "nothing has changed");

    let off = crowd.add(&mesh, &filter, Body::default(), [9.0, 9.0]);
    let expected = CrowdError::NoGround(QueryError::StartOffMesh { x: 9.0, y: 9.0 });
    assert_eq!(off, Err(expected));
    assert_eq!(crowd.set_target(walker, None), Err(CrowdError::IsWalker { id: walker }));
    assert_eq!(crowd.suspend(walker), Err(CrowdError::IsWalker { id: walker }));
    assert_eq!(crowd.move_walker(id, [1.0, 1.0], Vec2::ZERO), Err(CrowdError::IsNoWalker { id }));
    assert_eq!(crowd.rest_walker(id, None), Err(CrowdError::IsNoWalker { id }));
    assert_eq!(crowd.len(), 2);
    Ok(())
}

#[test]
fn ids_of_removed_agents_are_refused_also_when_the_slot_is_used_again() -> TestResult {
    let mesh = field(4, 4);
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    let old = crowd.add(&mesh, &filter, Body::default(), [1.0, 1.0])?;
    crowd.remove(old)?;
    let new = crowd.add(&mesh, &filter, Body::default(), [2.0, 2.0])?;
    assert_eq!(old.index(), new.index());
    assert_ne!(old, new);
    let gone = CrowdError::NoSuchAgent { id: old };
    assert_eq!(crowd.agent(old), Err(gone));
    assert_eq!(crowd.remove(old), Err(gone));
    assert_eq!(crowd.set_target(old, None), Err(gone));
    assert_eq!(crowd.set_body(old, Body::default()), Err(gone));
    assert_eq!(crowd.place(&mesh, &filter, old, [1.0, 1.0]), Err(gone));
    assert_eq!(crowd.move_walker(old, [1.0, 1.0], Vec2::ZERO), Err(gone));
    assert_eq!(Crowd::new().agent(new), Err(CrowdError::NoSuchAgent { id: new }));
    Ok(())
}

#[test]
fn no_agents_and_steps_of_no_time_and_of_an_hour_are_fine() -> TestResult {
    let mesh = field(30, 30);
    let (filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
    Crowd::new().step(&mesh, &filter, TICK, &mut scratch)?;

    let ends: Vec<_> = (0..20_u8)
        .map(|index| {
            let y = 1.0 + 1.4 * f32::from(index);
            [Vec2::new(1.0, y), Vec2::new(29.0, 29.0 - y)]
        })
        .collect();
    let mut crowd = crowd_of(&mesh, &ends);
    let before: Vec<_> = crowd.agents().collect();
    crowd.step(&mesh, &filter, 0.0, &mut scratch)?;
    assert_eq!(crowd.agents().collect::<Vec<_>>(), before, "no time has passed");
    for _ in 0..3 {
        crowd.step(&mesh, &filter, 3_600.0, &mut scratch)?;
        crate::assert_on_mesh(&crowd, &mesh);
    }
    run(&mut crowd, &mesh, 60 * 30);
    assert!(crowd.agents().all(|agent| agent.state == AgentState::Arrived));
    Ok(())
}

#[test]
fn agents_wider_than_their_passage_and_walkers_beyond_the_map_are_fine() -> TestResult {
    let mesh = rectangles_from_cells(30, 9, |x, y| (x % 10 != 5 || y == 4).then_some(Terrain(0)))
        .build()?;
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    for index in 0..12_u8 {
        let body = Body { radius: 2.5, ..Body::default() };
        let id = crowd.add(&mesh, &filter, body, [1.0, 0.5 + 0.6 * f32::from(index)])?;
        crowd.set_target(id, Target::last(Vec2::new(29.0, 4.5)))?;
    }
    for place in [[1e30, 1e30], [-1e38, 0.0], [15.0, f32::MAX], [1e9, 4.5]] {
        crowd.add_walker(Body { radius: 1e20, ..Body::default() }, place)?;
    }
    run(&mut crowd, &mesh, 10 * 30);
    assert!(crowd.agents().all(|agent| agent.position.is_finite()));
    Ok(())
}

#[test]
fn each_error_has_a_code_of_its_own_and_says_what_is_wrong() {
    let mesh = field(2, 2);
    let id = Crowd::new().add(&mesh, &QueryFilter::uniform(), Body::default(), [1.0, 1.0]).unwrap();
    let errors = [
        CrowdError::NoSuchAgent { id },
        CrowdError::IsWalker { id },
        CrowdError::IsNoWalker { id },
        CrowdError::NoGround(QueryError::StartOffMesh { x: 9.0, y: 9.0 }),
        CrowdError::NotFinite { field: "x", value: f32::NAN },
        CrowdError::NotPositive { field: "radius", value: 0.0 },
        CrowdError::Negative { field: "speed", value: -1.0 },
        CrowdError::NotAShare { field: "firmness", value: 2.0 },
        CrowdError::TooManyNeighbors { number: 17 },
        CrowdError::Full,
    ];
    for (index, error) in errors.iter().enumerate() {
        let (code, name) = error.code();
        assert_eq!(usize::from(code), index + 1);
        assert!(!name.is_empty() && !error.to_string().ends_with('.'));
    }
}
