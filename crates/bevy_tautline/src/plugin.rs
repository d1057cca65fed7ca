//! The plugin, and the order of its systems.

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_asset::{AssetApp, AssetPlugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
#[cfg(feature = "crowd")]
use tautline::crowd::{Crowd, CrowdOptions};
use tautline::meshgen::UpAxis;

use crate::agent::{LinkDone, LinkReached, NavArrived};
use crate::answers::Answers;
use crate::map::{NavMap, NavMapLoader};
use crate::numbered::NextNumber;
use crate::platformer;
use crate::settings::{NavSettings, NavSystems};
use crate::systems;

/// Navigation for agents on [`NavGround`](crate::NavGround).
///
/// Needs `AssetPlugin`, `TimePlugin` and `TransformPlugin`. `DefaultPlugins` has all of them, `MinimalPlugins` only
/// `TimePlugin`: add the other two before this plugin. Add this plugin before agents, obstacles and grounds are
/// spawned, because it numbers them in the order of spawning.
#[derive(Clone, Debug)]
pub struct TautlinePlugin {
    settings: NavSettings,
    schedule: Interned<dyn ScheduleLabel>,
}

impl TautlinePlugin {
    /// Ground in the plane of x and z, as in 3D games.
    #[must_use]
    pub fn y_up() -> Self {
        Self::with_up(UpAxis::Y)
    }

    /// Ground in the plane of x and y, as in 2D games. On maps without elevations, z is free for
    /// the order of drawing.
    #[must_use]
    pub fn z_up() -> Self {
        Self::with_up(UpAxis::Z)
    }

    fn with_up(up: UpAxis) -> Self {
        let settings = NavSettings {
            up,
            answers: Answers::WhenReady,
            #[cfg(feature = "crowd")]
            avoidance: Some(CrowdOptions::mixed()),
            arrival_distance: 0.1,
            rescue_distance: 2.0,
            goal_distance: 0.0,
            budget: u64::MAX,
        };
        Self { settings, schedule: FixedUpdate.intern() }
    }

    /// The same plugin with paths and edits that take effect in other ticks.
    #[must_use]
    pub fn with_answers(mut self, answers: Answers) -> Self {
        self.settings.answers = answers;
        self
    }

    /// The same plugin with other avoidance, or with none.
    ///
    /// Options that are out of range are replaced by the default, with a warning.
    #[cfg(feature = "crowd")]
    #[must_use]
    pub fn with_avoidance(mut self, avoidance: impl Into<Option<CrowdOptions>>) -> Self {
        self.settings.avoidance = avoidance.into();
        self
    }

    /// The same plugin with another distance within which agents arrive: see
    /// [`NavSettings::arrival_distance`].
    #[must_use]
    pub fn with_arrival_distance(mut self, distance: f32) -> Self {
        self.settings.arrival_distance = distance;
        self
    }

    /// The same plugin with another distance within which agents are moved back to the ground:
    /// see [`NavSettings::rescue_distance`].
    #[must_use]
    pub fn with_rescue_distance(mut self, distance: f32) -> Self {
        self.settings.rescue_distance = distance;
        self
    }

    /// The same plugin with another distance within which goals are moved to the ground: see
    /// [`NavSettings::goal_distance`].
    #[must_use]
    pub fn with_goal_distance(mut self, distance: f32) -> Self {
        self.settings.goal_distance = distance;
        self
    }

    /// The same plugin with a budget for each path: see [`NavSettings::budget`].
    #[must_use]
    pub fn with_budget(mut self, expansions: u64) -> Self {
        self.settings.budget = expansions;
        self
    }

    /// The same plugin with its systems in another schedule than `FixedUpdate`.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> Self {
        self.schedule = schedule.intern();
        self
    }
}

impl Plugin for TautlinePlugin {
    fn build(&self, app: &mut App) {
        assert!(
            app.is_plugin_added::<AssetPlugin>(),
            "TautlinePlugin needs AssetPlugin: add DefaultPlugins, or AssetPlugin, before it"
        );
        #[cfg_attr(not(feature = "crowd"), expect(unused_mut, reason = "there is no avoidance"))]
        let mut settings = self.settings.clone();
        #[cfg(feature = "crowd")]
        if let Some(options) = settings.avoidance
            && let Err(error) = Crowd::with_options(options)
        {
            tracing::warn!("the options of avoidance are replaced by the default ones: {error}");
            settings.avoidance = Some(CrowdOptions::default());
        }
        #[cfg(feature = "crowd")]
        let avoids = settings.avoidance.is_some();
        #[cfg(not(feature = "crowd"))]
        let avoids = false;

        app.init_asset::<NavMap>()
            .register_asset_loader(NavMapLoader)
            .init_resource::<NextNumber>()
            .init_resource::<systems::Tick>()
            .init_resource::<systems::DefaultGround>()
            .init_resource::<systems::Batches>()
            .insert_resource(settings)
            .add_message::<NavArrived>()
            .add_message::<LinkReached>()
            .add_message::<LinkDone>();
        let order = (
            NavSystems::Ground,
            NavSystems::Ask,
            NavSystems::Answer,
            NavSystems::Steer,
            NavSystems::Avoid,
            NavSystems::Move,
        );
        app.configure_sets(self.schedule, order.chain().in_set(NavSystems::All));
        let ground = (
            systems::load,
            systems::choose_landmarks,
            systems::publish_edits,
            systems::follow_obstacles,
            systems::start_edits,
        );
        app.add_systems(self.schedule, ground.chain().in_set(NavSystems::Ground));
        let ask = (systems::finish_links, systems::find_needs, systems::ask);
        app.add_systems(self.schedule, ask.chain().in_set(NavSystems::Ask));
        app.add_systems(self.schedule, systems::receive.in_set(NavSystems::Answer));
        if avoids {
            #[cfg(feature = "crowd")]
            {
                app.init_resource::<systems::Crowds>();
                let look = systems::look_ahead.in_set(NavSystems::Steer);
                let avoid = (systems::join_crowds, systems::step_crowds, systems::avoid);
                let avoid = avoid.chain().in_set(NavSystems::Avoid);
                app.add_systems(self.schedule, (look, avoid));
            }
        } else {
            let steer = systems::steer.in_set(NavSystems::Steer);
            let walk = systems::walk.in_set(NavSystems::Move).before(systems::report);
            app.add_systems(self.schedule, (steer, walk));
        }
        app.add_systems(self.schedule, systems::report.in_set(NavSystems::Move));
        platformer::build(app, self.schedule);
        #[cfg(feature = "reflect")]
        crate::register_types(app);
    }

    /// Adds the gizmos, if Bevy's are there.
    #[cfg(feature = "gizmos")]
    fn finish(&self, app: &mut App) {
        if app.is_plugin_added::<bevy_gizmos::GizmoPlugin>() {
            crate::gizmos::build(app);
        }
    }
}
