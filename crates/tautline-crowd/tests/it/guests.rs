//! The agents of one crowd as walkers in another one.

use tautline_crowd::{AgentState, Body, Crowd, Guests, Target};
use tautline_navmesh::{QueryFilter, Vec2};

use crate::{TestResult, field, run};

#[test]
fn guests_come_and_go_with_their_agents() -> TestResult {
    let (mesh, filter) = (field(20, 20), QueryFilter::uniform());
    let (mut home, mut host, mut guests) = (Crowd::new(), Crowd::new(), Guests::new());
    let add = |crowd: &mut Crowd, x: f32| crowd.add(&mesh, &filter, Body::default(), [x, 5.0]);
    let first = add(&mut home, 2.0)?;
    let second = add(&mut home, 8.0)?;
    home.add_walker(Body::default(), [15.0, 5.0])?;
    guests.update(&home, &mut host)?;
    let positions = |host: &Crowd| host.agents().map(|guest| guest.position.x).collect::<Vec<_>>();
    assert_eq!(positions(&host), [2.0, 8.0], "walkers are no guests");
    assert!(host.agents().all(|guest| guest.state == AgentState::Walker));

    // On a link, an agent is not seen.
    home.suspend(first)?;
    guests.update(&home, &mut host)?;
    assert_eq!(positions(&host), [8.0]);
    home.place(&mesh, &filter, first, [3.0, 5.0])?;
    home.set_body(second, Body { radius: 0.5, ..Body::default() })?;
    guests.update(&home, &mut host)?;
    assert_eq!(positions(&host), [3.0, 8.0]);
    assert!(host.agents().any(|guest| guest.body.radius > 0.4), "bodies change, too");

    // A new agent takes the index of a removed one, but not its walker.
    home.remove(first)?;
    let third = add(&mut home, 4.0)?;
    assert_eq!((third.index(), first.index()), (0, 0));
    guests.update(&home, &mut host)?;
    assert_eq!(positions(&host), [4.0, 8.0]);

    // Walkers that the game has removed come back.
    let gone = host.agents().next().ok_or("no guest")?;
    host.remove(gone.id)?;
    guests.update(&home, &mut host)?;
    assert_eq!(positions(&host), [4.0, 8.0]);
    home.remove(second)?;
    home.remove(third)?;
    guests.update(&home, &mut host)?;
    assert!(host.is_empty());
    Ok(())
}

#[test]
fn agents_arrive_next_to_a_guest_at_their_goal() -> TestResult {
    let (mesh, filter) = (field(20, 20), QueryFilter::uniform());
    let goal = Target::last(Vec2::new(10.0, 10.0));
    let (mut large, mut small, mut guests) = (Crowd::new(), Crowd::new(), Guests::new());
    let body = Body { radius: 0.9, ..Body::default() };
    let first = large.add(&mesh, &filter, body, [10.0, 12.0])?;
    large.set_target(first, goal)?;
    run(&mut large, &mesh, 5 * 30);
    assert_eq!(large.agent(first)?.state, AgentState::Arrived);

    let next = small.add(&mesh, &filter, Body::default(), [18.0, 10.0])?;
    small.set_target(next, goal)?;
    for _ in 0..15 * 30 {
        guests.update(&large, &mut small)?;
        run(&mut small, &mesh, 1);
    }
    let next = small.agent(next)?;
    assert_eq!(next.state, AgentState::Arrived);
    assert!(next.position.distance(goal.point) > 0.9 * (0.9 + 0.3));
    Ok(())
}
