use bevy_asset::RenderAssetUsages;
use bevy_math::{Affine3A, Vec3};
use bevy_mesh::{Indices, Mesh, PrimitiveTopology};
use bevy_tautline::tautline::Vec2;
use bevy_tautline::tautline::meshgen::ModelOptions;
use bevy_tautline::{
    Answers, MapFromMeshesError, NavAgent, NavGoal, NavMap, NavMove, NavObstacle, NavState,
    TautlinePlugin,
};
use bevy_transform::components::Transform;

use crate::world::World;

/// A floor of 4 by 2 at height 0.1, its left edge at x = 0.
fn floor() -> Mesh {
    let positions = vec![[0.0, 0.1, 0.0], [4.0, 0.1, 0.0], [4.0, 0.1, 2.0], [0.0, 0.1, 2.0]];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::MAIN_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U16(vec![0, 2, 1, 0, 3, 2]))
}

#[test]
fn meshes_with_transforms_become_ground_that_obstacles_can_cut() {
    let floor = floor();
    let shifted = Affine3A::from_translation(Vec3::new(4.0, 0.0, 0.0));
    // A wall beside the floor is not walkable.
    let wall = Affine3A::from_rotation_x(1.5) * Affine3A::from_translation(Vec3::X);
    let parts = [(&floor, Affine3A::IDENTITY), (&floor, shifted), (&floor, wall)];
    let map = NavMap::from_meshes(parts, &ModelOptions::default()).unwrap();
    assert!(map.baked().mesh().locate(Vec2::new(7.9, -1.0)).is_some());

    let plugin = TautlinePlugin::y_up().with_answers(Answers::SameTick);
    let mut world = World::with(plugin);
    let ground = world.ground(map);
    let at = Transform::from_xyz(0.3, 0.6, 1.0);
    let agent = NavAgent::new(0.2, 2.0).with_offset(Vec3::new(0.0, -0.5, 0.0));
    let goal = NavGoal::Point(Vec3::new(7.7, 0.1, 1.0));
    let agent = world.spawn((at, agent, NavMove, goal));
    world.spawn((Transform::from_xyz(4.1, 0.1, 0.8), NavObstacle::rect(0.7, 1.3)));
    world.tick(2);
    assert_eq!(world.ground_state(ground).obstacle_error(), None);
    assert!(
        world.until(600, |world| world.state(agent) == NavState::Arrived),
        "{:?} {}",
        world.state(agent),
        world.position(agent)
    );
    let end = world.position(agent);
    assert!(end.distance(Vec3::new(7.7, 0.6, 1.0)) < 0.11, "{end}");
}

#[test]
fn a_ramp_is_connected_where_its_foot_touches_a_part_of_an_edge() {
    let floor = floor();
    // A ramp as wide as the floor is deep, up from a part of the edge of a floor of twice the depth.
    let mut wide = Affine3A::from_translation(Vec3::new(0.0, 0.0, -1.0));
    wide.matrix3.z_axis *= 2.0;
    let mut ramp = Affine3A::from_translation(Vec3::new(4.0, 0.0, 0.0));
    ramp.matrix3.x_axis.y = 0.5;
    let map = NavMap::from_meshes([(&floor, wide), (&floor, ramp)], &ModelOptions::default());
    assert_eq!(map.unwrap().baked().mesh().component_count(), 1);
}

#[test]
fn meshes_that_are_no_triangles_are_errors() {
    let lines = Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::MAIN_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0, 0.0, 0.0]; 4]);
    let empty = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::MAIN_WORLD);
    let nan = Affine3A::from_translation(Vec3::NAN);
    let floor = floor();
    let from = |mesh, at| NavMap::from_meshes([(mesh, at)], &ModelOptions::default()).unwrap_err();
    let errors =
        [from(&lines, Affine3A::IDENTITY), from(&empty, Affine3A::IDENTITY), from(&floor, nan)];
    assert!(matches!(errors[0], MapFromMeshesError::NoTriangles { mesh: 0 }));
    assert!(matches!(errors[1], MapFromMeshesError::NoData { mesh: 0, .. }));
    assert!(matches!(errors[2], MapFromMeshesError::Model(_)));
}
