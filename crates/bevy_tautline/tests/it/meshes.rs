use bevy_asset::RenderAssetUsages;
use bevy_math::{Affine3A, Vec3};
use bevy_mesh::{Indices, Mesh, PrimitiveTopology};
use bevy_tautline::tautline::QueryFilter;
use bevy_tautline::tautline::Vec2;
use bevy_tautline::tautline::baked::RadiusMesh;
use bevy_tautline::tautline::meshgen::{InsetError, ModelOptions};
use bevy_tautline::tautline::navmesh::Terrain;
use bevy_tautline::{
    Answers, MapFromMeshesError, NavAgent, NavCosts, NavGoal, NavMap, NavMove, NavObstacle,
    NavState, TautlinePlugin,
};
use bevy_transform::components::Transform;

use crate::world::{World, without_avoidance};

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
    let map = NavMap::from_meshes(parts, &[], &ModelOptions::default()).unwrap();
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
    let map = NavMap::from_meshes([(&floor, wide), (&floor, ramp)], &[], &ModelOptions::default());
    assert_eq!(map.unwrap().baked().mesh().component_count(), 1);
}

#[test]
fn parts_meet_although_their_transforms_are_rounded() {
    let floor = floor();
    // A floor, and two of half its width behind it and beside a ramp of another slope than the grid has.
    let at = |x: f32, z: f32, width: f32, rise: f32| {
        let mut at = Affine3A::from_translation(Vec3::new(x, x * rise, z));
        (at.matrix3.x_axis.x, at.matrix3.x_axis.y) = (width, width * rise);
        at
    };
    for rise in [0.0, 0.7] {
        for step in 1..200_u8 {
            let scale = f32::from(step) / 31.3;
            let place = Affine3A::from_translation(Vec3::new(scale, 0.1, -7.0 * scale))
                * Affine3A::from_scale(Vec3::splat(scale))
                * Affine3A::from_rotation_y(std::f32::consts::FRAC_PI_2 * f32::from(step % 4));
            let parts = [(0.0, 0.0, 1.0), (0.0, 2.0, 0.3), (1.2, 2.0, 0.7), (4.0, 0.0, 0.3)];
            let parts = parts.map(|(x, z, width)| (&floor, place * at(x, z, width, rise)));
            let map = NavMap::from_meshes(parts, &[], &ModelOptions::default()).unwrap();
            assert_eq!(map.baked().mesh().component_count(), 1, "{rise} {step}");
        }
    }
}

#[test]
fn a_mirrored_mesh_is_not_seen_from_below() {
    let floor = floor();
    let mirror = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let parts = [(&floor, Affine3A::IDENTITY), (&floor, mirror)];
    let map = NavMap::from_meshes(parts, &[0.25], &ModelOptions::default()).unwrap();
    assert!(map.baked().mesh().locate(Vec2::new(-3.5, -1.0)).is_some());
    assert_eq!(map.baked().mesh().component_count(), 1);
}

/// Two floors of 4 by 2 side by side in x, and a row of three more behind them, of which the middle one is
/// mud. A mesh for each of two radii.
#[test]
fn agents_of_each_radius_walk_around_mud_and_obstacles() {
    let floor = floor();
    let at = |x: f32, z: f32| Affine3A::from_translation(Vec3::new(x, 0.0, z));
    let dry = Terrain(0);
    let parts = [
        (&floor, at(0.0, 0.0), dry),
        (&floor, at(4.0, 0.0), Terrain(1)),
        (&floor, at(8.0, 0.0), dry),
        (&floor, at(0.0, 2.0), dry),
        (&floor, at(4.0, 2.0), dry),
        (&floor, at(8.0, 2.0), dry),
    ];
    let map = NavMap::from_meshes(parts, &[0.6, 0.25], &ModelOptions::default()).unwrap();
    let radii: Vec<f32> = map.baked().meshes().iter().map(RadiusMesh::radius).collect();
    assert_eq!(radii, [0.25, 0.6]);

    let mut world = World::with(without_avoidance(TautlinePlugin::y_up()));
    let ground = world.ground(map);
    let mut costs = QueryFilter::uniform();
    costs.forbid(Terrain(1));
    let costs = NavCosts(std::sync::Arc::new(costs));
    for (radius, avoids_mud) in [(0.25, false), (0.25, true), (0.6, true)] {
        let agent = NavAgent::new(radius, 2.0);
        let goal = NavGoal::Point(Vec3::new(11.0, 0.1, 1.0));
        let agent = world.spawn((Transform::from_xyz(1.0, 0.1, 1.0), agent, NavMove, goal));
        if avoids_mud {
            world.insert(agent, costs.clone());
        }
        let mut farthest = 0.0_f32;
        assert!(
            world.until(900, |world| {
                farthest = farthest.max(world.position(agent).z);
                world.state(agent) == NavState::Arrived
            }),
            "{radius}: {:?}",
            world.state(agent)
        );
        assert_eq!(farthest > 1.9, avoids_mud, "{radius}: {farthest}");
        world.despawn(agent);
    }
    // A box at the far wall leaves a gap of 0.5 beside the mud, where only the smaller agent has its centre.
    world.spawn((Transform::from_xyz(6.0, 0.1, 3.25), NavObstacle::rect(1.0, 1.5)));
    let agents = [0.25, 0.6].map(|radius| {
        let goal = NavGoal::Point(Vec3::new(11.0, 0.1, 3.0));
        let at = Transform::from_xyz(1.0, 0.1, 3.0);
        world.spawn((at, NavAgent::new(radius, 2.0), NavMove, goal, costs.clone()))
    });
    world.tick(2);
    assert_eq!(world.ground_state(ground).obstacle_error(), None);
    assert!(world.until(900, |world| world.state(agents[0]) == NavState::Arrived));
    assert!(matches!(world.state(agents[1]), NavState::Failed(_)), "{:?}", world.state(agents[1]));
}

#[test]
fn radii_without_ground_are_errors() {
    let floor = floor();
    let up = Affine3A::from_translation(Vec3::Y);
    let from = |parts: &[(&Mesh, Affine3A)], radii: &[f32]| {
        NavMap::from_meshes(parts.iter().copied(), radii, &ModelOptions::default())
    };
    let floors = [(&floor, Affine3A::IDENTITY), (&floor, up)];
    assert_eq!(from(&floors, &[]).unwrap().baked().mesh().component_count(), 2);
    let overlapping = from(&floors, &[0.0, 0.3]).unwrap_err();
    assert!(
        matches!(
            overlapping,
            MapFromMeshesError::Inset { radius: 0.3, source: InsetError::Overlapping { .. } }
        ),
        "{overlapping}"
    );
    let too_wide = from(&floors[..1], &[1.5]).unwrap_err();
    assert!(matches!(too_wide, MapFromMeshesError::Inset { radius: 1.5, .. }), "{too_wide}");
    for radii in [[0.3, 0.3], [0.3, -1.0], [0.3, f32::NAN]] {
        let error = from(&floors[..1], &radii).unwrap_err();
        assert!(matches!(error, MapFromMeshesError::Radius(_)), "{radii:?}: {error}");
    }
}

#[test]
fn meshes_that_are_no_triangles_are_errors() {
    let lines = Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::MAIN_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0, 0.0, 0.0]; 4]);
    let empty = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::MAIN_WORLD);
    let nan = Affine3A::from_translation(Vec3::NAN);
    let floor = floor();
    let from =
        |mesh, at| NavMap::from_meshes([(mesh, at)], &[], &ModelOptions::default()).unwrap_err();
    let errors =
        [from(&lines, Affine3A::IDENTITY), from(&empty, Affine3A::IDENTITY), from(&floor, nan)];
    assert!(matches!(errors[0], MapFromMeshesError::NoTriangles { mesh: 0 }));
    assert!(matches!(errors[1], MapFromMeshesError::NoData { mesh: 0, .. }));
    assert!(matches!(errors[2], MapFromMeshesError::Model(_)));
    // Another mesh has that vertex.
    let torn = self::floor().with_inserted_indices(Indices::U32(vec![0, 2, 1, 0, 3, 5]));
    let parts = [(&torn, Affine3A::IDENTITY), (&floor, Affine3A::IDENTITY)];
    let error = NavMap::from_meshes(parts, &[], &ModelOptions::default()).unwrap_err();
    assert!(
        matches!(error, MapFromMeshesError::NoVertex { mesh: 0, vertex: 5, vertices: 4 }),
        "{error}"
    );
}
