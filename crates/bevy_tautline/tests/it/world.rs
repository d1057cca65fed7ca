//! A world without a window, in which each update is one tick.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceId};
use bevy_asset::{AssetApp, AssetPlugin, AssetServer, Assets};
use bevy_ecs::bundle::Bundle;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::{Message, Messages};
use bevy_ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy_math::Vec3;
use bevy_tautline::tautline::baked::BakedMap;
use bevy_tautline::tautline::meshgen::{PolygonOptions, Polygons, Role};
use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
use bevy_tautline::tautline::{NavMesh, Vec2};
use bevy_tautline::{
    Answers, GroundState, NavAgent, NavGoal, NavGround, NavMap, NavMove, NavPath, NavState,
    TautlinePlugin,
};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

pub(crate) struct World {
    pub(crate) app: App,
    /// The files of the asset server.
    pub(crate) files: Dir,
}

impl World {
    /// A world with z up, in which agents do not avoid each other and answers come at once.
    pub(crate) fn new() -> Self {
        Self::with(alone())
    }

    /// Its systems run on one thread: handing them to others takes most of the time of a small world.
    pub(crate) fn with(plugin: TautlinePlugin) -> Self {
        let mut world = Self::with_pool(TaskPoolPlugin::default(), plugin);
        let mut schedules = world.app.world_mut().resource_mut::<Schedules>();
        for (_, schedule) in schedules.iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
        world
    }

    /// Its systems run on all threads of the pool.
    pub(crate) fn with_pool(pool: TaskPoolPlugin, plugin: TautlinePlugin) -> Self {
        let (mut app, files) = (App::new(), Dir::default());
        let reader = MemoryAssetReader { root: files.clone() };
        let source = AssetSourceBuilder::new(move || Box::new(reader.clone()));
        app.register_asset_source(AssetSourceId::Default, source);
        app.add_plugins((pool, TimePlugin, TransformPlugin));
        app.add_plugins((AssetPlugin::default(), plugin));
        #[cfg(feature = "gizmos")]
        app.add_plugins(bevy_gizmos::GizmoPlugin);
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        app.finish();
        app.cleanup();
        // The first update takes no time.
        app.update();
        Self { app, files }
    }

    pub(crate) fn ground(&mut self, map: impl Into<NavMap>) -> Entity {
        let mut maps = self.app.world_mut().resource_mut::<Assets<NavMap>>();
        let map = maps.add(map.into());
        self.spawn(NavGround::new(map))
    }

    pub(crate) fn load_ground(&mut self, name: &'static str) -> Entity {
        let map = self.app.world().resource::<AssetServer>().load(name);
        self.spawn(NavGround::new(map))
    }

    /// An agent that the plugin moves, of radius 0.25 and speed 4.
    pub(crate) fn agent(&mut self, x: f32, y: f32) -> Entity {
        self.spawn((at(x, y), NavAgent::new(0.25, 4.0), NavMove))
    }

    /// Such an agent with a goal.
    pub(crate) fn agent_to(&mut self, x: f32, y: f32, goal: NavGoal) -> Entity {
        let agent = self.agent(x, y);
        self.insert(agent, goal);
        agent
    }

    pub(crate) fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.app.world_mut().spawn(bundle).id()
    }

    pub(crate) fn insert(&mut self, entity: Entity, bundle: impl Bundle) {
        self.app.world_mut().entity_mut(entity).insert(bundle);
    }

    pub(crate) fn despawn(&mut self, entity: Entity) {
        self.app.world_mut().despawn(entity);
    }

    pub(crate) fn tick(&mut self, count: u32) {
        for _ in 0..count {
            self.app.update();
        }
    }

    /// Runs until a condition holds, at most for a number of ticks. Returns whether it does.
    pub(crate) fn until(&mut self, ticks: u32, mut holds: impl FnMut(&mut Self) -> bool) -> bool {
        (0..ticks).any(|_| {
            self.app.update();
            holds(self)
        })
    }

    pub(crate) fn state(&self, agent: Entity) -> NavState {
        *self.app.world().get::<NavState>(agent).unwrap()
    }

    pub(crate) fn path(&self, agent: Entity) -> &NavPath {
        self.app.world().get::<NavPath>(agent).unwrap()
    }

    pub(crate) fn position(&self, entity: Entity) -> Vec3 {
        self.app.world().get::<Transform>(entity).unwrap().translation
    }

    pub(crate) fn ground_state(&self, ground: Entity) -> &GroundState {
        self.app.world().get::<GroundState>(ground).unwrap()
    }

    /// Returns true if an agent is on the mesh, exactly.
    pub(crate) fn is_on(&self, ground: Entity, agent: Entity) -> bool {
        let snapshot = self.ground_state(ground).snapshot(0.25).unwrap();
        let at = self.position(agent);
        snapshot.mesh().locate(Vec2::new(at.x, at.y)).is_some()
    }

    pub(crate) fn messages<M: Message + Clone>(&mut self) -> Vec<M> {
        self.app.world_mut().resource_mut::<Messages<M>>().drain().collect()
    }
}

/// The plugin with z up, answers at once, and agents that walk through each other.
pub(crate) fn alone() -> TautlinePlugin {
    without_avoidance(TautlinePlugin::z_up())
}

/// The same with another axis up.
pub(crate) fn without_avoidance(plugin: TautlinePlugin) -> TautlinePlugin {
    let plugin = plugin.with_answers(Answers::SameTick);
    #[cfg(feature = "crowd")]
    let plugin = plugin.with_avoidance(None);
    plugin
}

pub(crate) fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

pub(crate) fn point(x: f32, y: f32) -> NavGoal {
    NavGoal::Point(Vec3::new(x, y, 0.0))
}

/// A room of 20 by 20 with a wall at x = 10 that is open from y = 2 to 4.
pub(crate) fn two_rooms() -> NavMesh {
    let open = |x, y| x != 10 || (2..4).contains(&y);
    rectangles_from_cells(20, 20, |x, y| open(x, y).then_some(Terrain(0))).build().unwrap()
}

pub(crate) fn hall() -> NavMesh {
    rectangles_from_cells(20, 20, |_, _| Some(Terrain(0))).build().unwrap()
}

/// A room of 20 by 20 with a wall at x = 10 and two gaps, 1 wide at y = 2 and 3 wide at y = 14, for
/// several radii.
pub(crate) fn two_gaps(radii: &[f32]) -> BakedMap {
    let mut outlines = Polygons::default();
    let rect =
        |x: f32, y: f32, w: f32, h: f32| vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
    outlines.push(Role::Ground, [rect(0.0, 0.0, 20.0, 20.0)]);
    outlines.push(Role::Hole, [rect(9.5, 0.0, 1.0, 2.0)]);
    outlines.push(Role::Hole, [rect(9.5, 3.0, 1.0, 11.0)]);
    outlines.push(Role::Hole, [rect(9.5, 17.0, 1.0, 3.0)]);
    let mesh = |agent_radius| {
        let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
        outlines.build(&options).unwrap().mesh.build().unwrap()
    };
    let (first, rest) = radii.split_first().unwrap();
    rest.iter().fold(BakedMap::for_radius(*first, mesh(*first)).unwrap(), |map, &radius| {
        map.with_mesh_for(radius, mesh(radius)).unwrap()
    })
}
