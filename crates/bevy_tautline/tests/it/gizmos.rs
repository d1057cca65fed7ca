use bevy_gizmos::config::GizmoConfigStore;
use bevy_tautline::{NavGizmos, NavObstacle};

use crate::world::{World, at, point, two_rooms};

#[test]
fn the_ground_and_paths_are_drawn_without_a_renderer() {
    let mut world = World::new();
    world.ground(two_rooms());
    world.agent_to(2.0, 12.0, point(18.0, 12.0));
    world.spawn((at(5.0, 5.0), NavObstacle::rect(1.0, 1.0)));
    world.tick(3);
    let mut store = world.app.world_mut().resource_mut::<GizmoConfigStore>();
    let (config, what) = store.config_mut::<NavGizmos>();
    assert!(config.enabled && what.draws_ground && !what.draws_areas);
    what.draws_areas = true;
    world.tick(2);
    world.app.world_mut().resource_mut::<GizmoConfigStore>().config_mut::<NavGizmos>().0.enabled =
        false;
    world.tick(2);
}
