//! Agents at links.

use std::error::Error;

use super::{Agent, Fallible};
use crate::support::{build, raw_mesh};
use tautline::navmesh::{LinkId, LinkKind, RawLink};
use tautline::{
    Barrier, LinkStep, NavMesh, PathError, PathOptions, Query, QueryFilter, SteeringStatus, Vec2,
};
use tautline_fixtures::Cells;

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
