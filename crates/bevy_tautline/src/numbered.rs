//! Numbers in the order of spawning.
//!
//! An ECS query visits entities in the order of their archetypes, which change when a component is added. Decisions
//! that depend on an order use these numbers instead.

use bevy_ecs::component::Component;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::resource::Resource;
use bevy_ecs::world::DeferredWorld;

/// The number of an agent, an obstacle or a ground.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[component(on_add = assign)]
pub(crate) struct Numbered(pub(crate) u64);

/// The next number.
#[derive(Resource, Debug, Default)]
pub(crate) struct NextNumber(u64);

fn assign(mut world: DeferredWorld<'_>, context: HookContext) {
    // Entities that are spawned before the plugin is added share the number 0.
    let Some(mut next) = world.get_resource_mut::<NextNumber>() else { return };
    next.0 += 1;
    let number = next.0;
    if let Some(mut numbered) = world.get_mut::<Numbered>(context.entity) {
        numbered.0 = number;
    }
}
