//! The plugin of vleue_navigator. The game finds paths in tasks of its own, as the example `many`
//! of vleue_navigator does in its mode `Async`, and moves agents along them without any check.

use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, futures_lite::future};
use bevy::time::TimeUpdateStrategy;
use polyanya::{Mesh as PolyanyaMesh, Polygon, Triangulation, Vertex};
use vleue_navigator::NavMesh;
use vleue_navigator::prelude::*;

#[path = "../../shared/world.rs"]
mod world;
use world::{Frames, Random, Town, arguments};

/// The goal of an agent without a path.
#[derive(Component)]
struct Goal(Vec2);

#[derive(Component)]
struct Search(Task<Option<Vec<Vec2>>>);

#[derive(Component)]
struct Way(Vec<Vec2>, usize);

#[derive(Resource)]
struct Ground(NavMesh);

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), bevy::time::TimePlugin, TransformPlugin));
    app.add_plugins((AssetPlugin::default(), VleueNavigatorPlugin));
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));
    app
}

/// The same polygons. The polygons around a vertex are listed counter-clockwise, with `u32::MAX` for
/// a gap, as polyanya wants them.
fn polyanya_mesh(town: &Town) -> PolyanyaMesh {
    let mut around = vec![Vec::new(); town.vertices.len()];
    for (index, polygon) in town.polygons.iter().enumerate() {
        let middle = polygon.iter().fold([0.0_f32; 2], |sum, &corner| {
            let at = town.vertices[corner];
            [sum[0] + at[0] / 4.0, sum[1] + at[1] / 4.0]
        });
        for &corner in polygon {
            let at = town.vertices[corner];
            around[corner].push(((middle[1] - at[1]).atan2(middle[0] - at[0]), index as u32));
        }
    }
    let vertices = town.vertices.iter().zip(around).map(|(&at, mut around)| {
        around.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut polygons = Vec::new();
        for index in 0..around.len() {
            let (angle, polygon) = around[index];
            polygons.push(polygon);
            let next = around[(index + 1) % around.len()].0;
            let turn = (next - angle).rem_euclid(std::f32::consts::TAU);
            // Polygons next to each other are about 90 degrees apart.
            if around.len() < 4 && (turn > 2.3 || around.len() == 1) {
                polygons.push(u32::MAX);
            }
        }
        Vertex::new(at.into(), polygons)
    });
    let polygons = town.polygons.iter().map(|polygon| {
        Polygon::new(polygon.iter().map(|&corner| corner as u32).collect(), false)
    });
    let mut mesh = PolyanyaMesh::new(vertices.collect(), polygons.collect()).expect("a valid mesh");
    mesh.set_search_delta(0.01);
    mesh
}

fn ask(mut commands: Commands, ground: Res<Ground>, agents: Query<(Entity, &Transform, &Goal)>) {
    for (agent, at, goal) in &agents {
        let (mesh, from, to) = (ground.0.clone(), at.translation.truncate(), goal.0);
        let task = AsyncComputeTaskPool::get()
            .spawn(async move { mesh.get_path(from, to).await.map(|path| path.path) });
        commands.entity(agent).remove::<Goal>().insert(Search(task));
    }
}

fn receive(mut commands: Commands, mut agents: Query<(Entity, &mut Search)>) {
    for (agent, mut search) in &mut agents {
        if let Some(found) = block_on(future::poll_once(&mut search.0)) {
            let mut entity = commands.entity(agent);
            entity.remove::<Search>().insert(Way(found.expect("a path"), 0));
        }
    }
}

fn walk(time: Res<Time>, mut agents: Query<(&mut Transform, &mut Way)>) {
    for (mut transform, mut way) in &mut agents {
        let Some(&next) = way.0.get(way.1) else { continue };
        let to_next = next - transform.translation.truncate();
        let step = 1.4 * time.delta_secs();
        if to_next.length() <= step {
            transform.translation = next.extend(0.0);
            way.1 += 1;
        } else {
            transform.translation += (to_next.normalize() * step).extend(0.0);
        }
    }
}

fn main() {
    let (agents, houses) = arguments();
    let town = Town::new(houses);
    println!("{agents} agents, {} polygons", town.polygons.len());
    let mut app = app();
    app.add_systems(FixedUpdate, (ask, receive, walk).chain());
    app.insert_resource(Ground(NavMesh::from_polyanya_mesh(polyanya_mesh(&town))));
    app.finish();
    app.cleanup();
    let journeys = town.journeys(agents);
    let spawn = |app: &mut App, [x, y]: [f32; 2]| {
        app.world_mut().spawn(Transform::from_xyz(x, y, 0.0)).id()
    };
    let ids: Vec<Entity> = journeys.iter().map(|[start, _]| spawn(&mut app, *start)).collect();
    let idle = Frames::run(60, || {
        app.update();
        false
    });
    for (&id, [_, goal]) in ids.iter().zip(&journeys) {
        app.world_mut().entity_mut(id).insert(Goal(Vec2::from(*goal)));
    }
    let paths = Frames::run(3_000, || {
        app.update();
        app.world_mut().query::<&Way>().iter(app.world()).count() == agents
    });
    let steady = Frames::run(120, || {
        app.update();
        false
    });
    println!(
        "walks through others: idle frame {:.2} ms; all paths {:.0} ms in {} frames, first {:.2} ms on the wall, longest {:.2}; steady frame {:.2} ms",
        idle.each(), paths.process, paths.count, paths.first, paths.longest, steady.each(),
    );
    rebuild(&town);
}

/// A thousand obstacles in the same town, of which one moves: the whole layer is built again, by the
/// calls that the updater of vleue_navigator makes with its default settings: houses are prebuilt,
/// and polygons are not merged.
fn rebuild(town: &Town) {
    let cells = (town.vertices.len() as f32).sqrt() as usize - 1;
    let vertex = |column: usize, row: usize| Vec2::from(town.vertices[row * (cells + 1) + column]);
    let mut outer: Vec<Vec2> = (0..cells).map(|at| vertex(at, 0)).collect();
    outer.extend((0..cells).map(|at| vertex(cells, at)));
    outer.extend((1..=cells).rev().map(|at| vertex(at, cells)));
    outer.extend((1..=cells).rev().map(|at| vertex(0, at)));
    let mut fixed = Triangulation::from_outer_edges(&outer);
    let houses = (1..cells).step_by(2).flat_map(|row| (1..cells).step_by(2).map(move |at| (at, row)));
    fixed.add_obstacles(houses.map(|(column, row)| {
        [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| vertex(column + x, row + y)).to_vec()
    }));
    fixed.prebuild();
    let mut random = Random(3);
    let places: Vec<[f32; 2]> = (0..1_000).map(|_| town.point(&mut random)).collect();
    let frames = Frames::run(60, || {
        let mut triangulation = fixed.clone();
        triangulation.add_obstacles(places.iter().map(|&[x, y]| {
            [(-0.25, -0.25), (0.25, -0.25), (0.25, 0.25), (-0.25, 0.25)]
                .map(|(dx, dy)| Vec2::new(x + dx, y + dy))
                .to_vec()
        }));
        let mut layer = triangulation.as_layer();
        layer.remove_useless_vertices();
        std::hint::black_box(layer);
        false
    });
    println!("1000 obstacles: one that moves {:.2} ms", frames.each());
}
