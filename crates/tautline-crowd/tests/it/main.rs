//! Tests of crowds.

#![expect(clippy::unwrap_used, reason = "helpers of tests may panic")]
#![expect(clippy::float_cmp, reason = "agents that do not turn aside keep their line exactly")]

mod bad_input;
mod behaviour;
mod ground;
mod guests;
mod laws;
mod narrow_passages;
mod same_bits;

use tautline_crowd::{Body, Crowd, CrowdScratch, Target};
use tautline_navmesh::{NavMesh, QueryFilter, Terrain, Vec2, rectangles_from_cells};

/// A step of 30 per second.
const TICK: f32 = 1.0 / 30.0;

type TestResult = Result<(), Box<dyn std::error::Error>>;

/// Open ground.
fn field(width: u32, height: u32) -> NavMesh {
    rectangles_from_cells(width, height, |_, _| Some(Terrain(0))).build().unwrap()
}

/// Agents at starts, who walk straight to their goals.
fn crowd_of(mesh: &NavMesh, ends: &[[Vec2; 2]]) -> Crowd {
    let (mut crowd, filter) = (Crowd::new(), QueryFilter::uniform());
    for &[start, goal] in ends {
        let id = crowd.add(mesh, &filter, Body::default(), start).unwrap();
        crowd.set_target(id, Target::last(goal)).unwrap();
    }
    crowd
}

/// Steps a crowd for a time.
fn run(crowd: &mut Crowd, mesh: &NavMesh, ticks: usize) {
    let (filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
    for _ in 0..ticks {
        crowd.step(mesh, &filter, TICK, &mut scratch).unwrap();
        assert_on_mesh(crowd, mesh);
    }
}

/// Asserts that each agent lies in its area, exactly.
fn assert_on_mesh(crowd: &Crowd, mesh: &NavMesh) {
    for agent in crowd.agents() {
        if let Some(area) = agent.area {
            assert!(mesh.contains(area, agent.position), "{agent:?} is off the mesh");
        }
    }
}
