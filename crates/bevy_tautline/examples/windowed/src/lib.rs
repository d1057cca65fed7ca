//! The contents of all windows: the ground and the paths by the gizmos of the plugin, agents as circles,
//! obstacles as outlines, levels as tiles.

use bevy::prelude::*;
use bevy_tautline::tautline::platformer::Tile;
use bevy_tautline::{NavAgent, NavCharacter, NavLevelState, NavObstacle};

/// Shows a scene in a window. The view is `height` world units high around `center`.
pub fn show(title: &str, center: Vec2, height: f32, scene: fn(&mut App)) {
    let window = Window { title: title.to_owned(), ..Window::default() };
    let window = WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(window));
    scene(&mut app);
    let add_camera = move |mut commands: Commands| {
        let scaling_mode = bevy::camera::ScalingMode::FixedVertical { viewport_height: height };
        let projection =
            OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
        let at = Transform::from_translation(center.extend(0.0));
        commands.spawn((Camera2d, Projection::Orthographic(projection), at));
    };
    app.add_systems(Startup, add_camera);
    app.add_systems(Update, (draw_agents, draw_obstacles, draw_levels));
    app.run();
}

fn draw_agents(agents: Query<(&NavAgent, &Transform)>, mut gizmos: Gizmos) {
    for (agent, at) in &agents {
        gizmos.circle_2d(at.translation.truncate(), agent.radius, Color::srgb(0.3, 0.7, 1.0));
    }
}

fn draw_obstacles(obstacles: Query<(&NavObstacle, &GlobalTransform)>, mut gizmos: Gizmos) {
    for (obstacle, at) in &obstacles {
        for ring in &obstacle.rings {
            let corners = ring.iter().map(|&[x, y]| at.transform_point(Vec3::new(x, y, 0.0)));
            let closed = corners.clone().chain(corners.take(1));
            gizmos.linestrip(closed, Color::srgb(1.0, 0.6, 0.2));
        }
    }
}

/// The size of a tile and of a body in pixels, by the default physics.
const TILE: f32 = 16.0;
const BODY: f32 = 12.0;

fn draw_levels(
    levels: Query<(&NavLevelState, &Transform)>,
    characters: Query<&Transform, With<NavCharacter>>,
    mut gizmos: Gizmos,
) {
    for (level, origin) in &levels {
        let Some(planner) = level.planner() else { continue };
        let tiles = planner.tiles();
        for row in 0..tiles.rows() {
            for column in 0..tiles.columns() {
                let color = match tiles.tile(column.into(), row.into()) {
                    Tile::Empty => continue,
                    Tile::OneWay => Color::srgb(0.8, 0.8, 0.3),
                    Tile::Deadly => Color::srgb(0.9, 0.2, 0.2),
                    _ => Color::WHITE,
                };
                let cell = Vec2::new(f32::from(column), f32::from(row)) + 0.5;
                let middle = origin.translation.truncate() + TILE * cell;
                gizmos.rect_2d(middle, Vec2::splat(TILE - 1.0), color);
            }
        }
    }
    for at in &characters {
        let middle = at.translation.truncate() + BODY / 2.0;
        gizmos.rect_2d(middle, Vec2::splat(BODY), Color::srgb(0.3, 0.7, 1.0));
    }
}
