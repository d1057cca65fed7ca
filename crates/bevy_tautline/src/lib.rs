//! Navigation for [Bevy](https://bevy.org): exact paths, obstacles that move, crowds, and
//! characters that plan their jumps.
//!
//! Built on [`tautline`], which this crate re-exports.
//!
//! # Example
//!
//! An app needs [`TautlinePlugin`], one [`NavGround`], and agents with a [`NavGoal`]:
//!
//! ```
//! use bevy_app::{App, Startup, TaskPoolPlugin};
//! use bevy_asset::{AssetPlugin, Assets};
//! use bevy_ecs::prelude::*;
//! use bevy_math::Vec3;
//! use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
//! use bevy_tautline::{NavAgent, NavArrived, NavGoal, NavGround, NavMap, NavMove, TautlinePlugin};
//! use bevy_time::{TimePlugin, TimeUpdateStrategy};
//! use bevy_transform::{TransformPlugin, components::Transform};
//!
//! fn start(mut commands: Commands, mut maps: ResMut<Assets<NavMap>>) {
//!     // Two rooms and a door. A game loads a map: `assets.load("level.nav")`.
//!     let open = |x, y| x != 10 || y == 3;
//!     let raw = rectangles_from_cells(20, 20, |x, y| open(x, y).then_some(Terrain(0)));
//!     let map = raw.build().expect("a valid mesh");
//!     commands.spawn(NavGround::new(maps.add(NavMap::from(map))));
//!     let goal = NavGoal::Point(Vec3::new(18.0, 15.0, 0.0));
//!     commands.spawn((Transform::from_xyz(2.0, 15.0, 0.0), NavAgent::new(0.3, 4.0), NavMove, goal));
//! }
//!
//! let mut app = App::new();
//! // `DefaultPlugins` of the crate `bevy` has these.
//! app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, AssetPlugin::default()));
//! app.add_plugins(TautlinePlugin::z_up()).add_systems(Startup, start);
//! app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
//! let arrives = (0..2_000).any(|_tick| {
//!     app.update();
//!     !app.world().resource::<Messages<NavArrived>>().is_empty()
//! });
//! assert!(arrives);
//! ```
//!
//! # What is here
//!
//! | Item | Use |
//! |---|---|
//! | [`TautlinePlugin`], [`NavSettings`], [`NavSystems`] | the axis that points up, the schedule, [`Answers`], avoidance |
//! | [`NavGround`], [`NavMap`] | ground from `.nav` files, with hot reload, or from meshes; [`GroundState`] for queries of your own |
//! | [`NavAgent`], [`NavGoal`], [`NavState`], [`NavPath`] | agents of any radius; goals that are points or entities |
//! | [`NavMove`], [`NavVelocity`] | movement along the ground, or a velocity for a physics engine |
//! | [`NavObstacle`] | obstacles that follow their transforms, and changes of the terrain: gates, roads, mud |
//! | [`NavBlocked`] | the time for which others have blocked an agent |
//! | [`LinkReached`], [`LinkDone`] | links: ladders, jumps, teleports |
//! | [`NavCosts`] | terrain that one agent avoids or must not use |
//! | [`NavLandmarks`] | faster searches over terrain of different costs |
//! | [`NavLevel`], [`NavCharacter`], [`NavCharacterStart`], [`NavCharacterGoal`] | side-view levels: characters that run and jump |
//!
//! # Guarantees
//!
//! * Paths are the exact shortest ones for uniform costs, with obstacles too.
//! * Agents with [`NavMove`] never leave the ground. Where an obstacle covers an agent, or makes its ground
//!   forbidden, it is moved to the nearest ground that it may use.
//! * With [`Answers::AfterTicks`], positions have the same bits on every machine and for any number of threads.
//! * No input causes a panic. An agent that cannot reach its goal has [`NavState::Failed`] with the reason, and a
//!   faulty obstacle or map is logged once.
//!
//! # Features
//!
//! On by default: `crowd` (avoidance), `gizmos` (debug drawing, if `GizmoPlugin` is there),
//! `reflect` (components in scenes and inspectors). Off by default: `mesh` (maps from `bevy_mesh`).

mod agent;
mod answers;
mod axes;
mod error;
#[cfg(feature = "gizmos")]
mod gizmos;
mod ground;
mod landmarks;
mod map;
#[cfg(feature = "mesh")]
mod meshes;
mod numbered;
mod obstacle;
mod platformer;
mod plugin;
mod settings;
mod systems;

pub use agent::{
    LinkDone, LinkReached, NavAgent, NavArrived, NavBlocked, NavCosts, NavGoal, NavMove, NavPath,
    NavState, NavVelocity,
};
pub use answers::Answers;
pub use error::{NavCharacterError, NavError};
#[cfg(feature = "gizmos")]
pub use gizmos::NavGizmos;
pub use ground::{GroundState, GroundStatus, NavGround, NavOn, NavSnapshot};
pub use landmarks::NavLandmarks;
pub use map::{NavMap, NavMapLoader, NavMapLoaderError};
#[cfg(feature = "mesh")]
pub use meshes::{GroundPart, MapFromMeshesError};
pub use obstacle::NavObstacle;
pub use platformer::{
    NavCharacter, NavCharacterGoal, NavCharacterStart, NavCharacterStatus, NavLevel,
    NavLevelLoader, NavLevelLoaderError, NavLevelMap, NavLevelState,
};
pub use plugin::TautlinePlugin;
pub use settings::{NavSettings, NavSystems};
pub use tautline;
pub use tautline::meshgen::UpAxis;

#[cfg(feature = "reflect")]
fn register_types(app: &mut bevy_app::App) {
    // Bevy registers `Transform` itself only with its feature `reflect_auto_register`, which the crate `bevy` has.
    app.register_type::<bevy_transform::components::Transform>()
        .register_type::<NavAgent>()
        .register_type::<NavBlocked>()
        .register_type::<NavCharacterGoal>()
        .register_type::<NavCharacterStatus>()
        .register_type::<NavGoal>()
        .register_type::<NavGround>()
        .register_type::<NavLevel>()
        .register_type::<NavMove>()
        .register_type::<NavObstacle>()
        .register_type::<NavOn>()
        .register_type::<NavState>()
        .register_type::<NavVelocity>()
        // Scenes hold handles as the paths of their files, if the handles are registered as such.
        .register_type_data::<bevy_asset::Handle<NavMap>, bevy_asset::ReflectHandle>()
        .register_type_data::<bevy_asset::Handle<NavLevelMap>, bevy_asset::ReflectHandle>();
}
