//! DetourCrowd: its agents find their way by Detour, and avoid each other by sampling velocities.

use std::error::Error;
use std::mem::MaybeUninit;
use std::time::Instant;

use recastnavigation_rs::detour_crowd::{
    DtCrowd, DtCrowdAgentDebugInfo, DtCrowdAgentParams, DtObstacleAvoidanceParams, MoveRequestState,
};
use tautline_benches::PlainMesh;
use tautline_benches::crowds::{Contestant, HEIGHT, RADIUS, SPEED, Scenario, TICK};
use tautline_benches::peers::detour::Detour;

/// Anticipate turns, avoid obstacles, optimise visibility and topology: what the demo of Recast turns on
/// by default. The demo leaves separation (4) off.
const FLAGS: u8 = 1 | 2 | 8 | 16;

/// The quality of avoidance that the demo uses by default, *High*: about 66 sampled velocities.
const HIGH: u8 = 3;

/// The longest path that an agent of DetourCrowd can hold, in polygons.
const LONGEST: usize = 256;

/// A crowd with the settings of the demo of Recast.
#[derive(Debug)]
pub struct DetourCrowd {
    // Dropped before the mesh that it points into.
    crowd: DtCrowd,
    _detour: Detour,
    ids: Vec<i32>,
}

impl DetourCrowd {
    /// The range of the demo, within which agents see each other and walls, in radii.
    pub const DEMO_RANGE: f32 = 12.0;

    /// Adds the agents of a scenario, and gives them their paths. `range` is in radii.
    ///
    /// The path queue of DetourCrowd works on 8 requests at a time, so that agents of large crowds would
    /// wait for seconds. Here all agents have the paths of `findPath` before the first step.
    ///
    /// # Errors
    ///
    /// If Detour refuses the mesh, DetourCrowd an agent, or there is no path.
    pub fn new(scenario: &Scenario, range: f32) -> Result<Self, Box<dyn Error>> {
        let mut detour = Detour::build(&PlainMesh::from(&scenario.mesh))?;
        let mut crowd = DtCrowd::new();
        let count = i32::try_from(scenario.agents.len())?;
        if !crowd.init(count, RADIUS, detour.mesh_mut()) {
            return Err("DetourCrowd refuses the crowd".into());
        }
        crowd.set_obstacle_avoidance_params(HIGH.into(), &high_quality(&crowd));
        let params = DtCrowdAgentParams {
            radius: RADIUS,
            height: HEIGHT,
            max_acceleration: 8.0,
            max_speed: SPEED,
            collision_query_range: range * RADIUS,
            path_optimization_range: 30.0 * RADIUS,
            update_flags: FLAGS,
            obstacle_avoidance_type: HIGH,
            ..DtCrowdAgentParams::default()
        };
        let mut ids = Vec::new();
        for &[start, goal] in &scenario.agents {
            let id = crowd.add_agent(&swapped(start), &params);
            let corridor = detour.corridor(swapped(start), swapped(goal));
            let (path, [_, goal]) = corridor.ok_or("Detour finds no path")?;
            let last = *path.last().ok_or("Detour finds no path")?;
            if id < 0 || !crowd.request_move_target(id, last, &goal) {
                return Err("DetourCrowd refuses an agent".into());
            }
            // DetourCrowd itself finds longer paths, piece by piece.
            if path.len() <= LONGEST {
                let agent = crowd.get_agent_mut(id);
                agent.corridor_mut().set_corridor(&goal, path, i32::try_from(path.len())?);
                let valid = MoveRequestState::DT_CROWDAGENT_TARGET_VALID.repr;
                agent.set_target_state(u8::try_from(valid)?);
            }
            ids.push(id);
        }
        Ok(Self { crowd, _detour: detour, ids })
    }
}

/// Moves all agents by some seconds, without debug information.
fn update(crowd: &mut DtCrowd, seconds: f32) {
    let debug = MaybeUninit::<DtCrowdAgentDebugInfo>::zeroed();
    #[expect(
        unsafe_code,
        reason = "the binding asks for it, but cannot make it: a field is private"
    )]
    // SAFETY: all fields are numbers, arrays of numbers and a raw pointer, for which zero is valid.
    let mut debug = unsafe { debug.assume_init() };
    // No agent has this index, so that the pointer is never followed.
    debug.idx = -1;
    crowd.update(seconds, &mut debug);
}

/// The setting *High (66)* of the demo. The binding has lost the first letters of the names.
fn high_quality(crowd: &DtCrowd) -> DtObstacleAvoidanceParams {
    DtObstacleAvoidanceParams {
        el_bias: 0.5,
        daptive_divs: 7,
        daptive_rings: 3,
        daptive_depth: 3,
        ..crowd.get_obstacle_avoidance_params(0).clone()
    }
}

/// Exchanges y and elevation: Detour's y is up.
fn swapped([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, z, y]
}

impl Contestant for DetourCrowd {
    fn step(&mut self) -> Result<f64, Box<dyn Error>> {
        let begin = Instant::now();
        update(&mut self.crowd, TICK);
        Ok(begin.elapsed().as_secs_f64())
    }

    fn position(&mut self, agent: usize) -> [f32; 3] {
        swapped(*self.crowd.get_agent_mut(self.ids[agent]).npos())
    }

    fn remove(&mut self, agent: usize) -> Result<(), Box<dyn Error>> {
        self.crowd.remove_agent(self.ids[agent]);
        Ok(())
    }
}
