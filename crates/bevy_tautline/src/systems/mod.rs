//! The systems. `plugin.rs` has the order in which they run.

mod answer;
mod ask;
#[cfg(feature = "crowd")]
mod avoid;
#[cfg(feature = "crowd")]
mod crowds;
mod edit;
mod landmarks;
mod links;
mod load;
#[cfg(feature = "crowd")]
mod look_ahead;
mod needs;
mod report;
mod steer;
mod walk;

pub(crate) use answer::{Batches, receive};
pub(crate) use ask::ask;
#[cfg(feature = "crowd")]
pub(crate) use avoid::{avoid, join_crowds, step_crowds};
#[cfg(feature = "crowd")]
pub(crate) use crowds::{Crowds, Member};
pub(crate) use edit::{EditResult, follow_obstacles, publish_edits, start_edits};
pub(crate) use landmarks::choose_landmarks;
pub(crate) use links::finish_links;
pub(crate) use load::{DefaultGround, load};
#[cfg(feature = "crowd")]
pub(crate) use look_ahead::look_ahead;
pub(crate) use needs::find_needs;
pub(crate) use report::report;
pub(crate) use steer::steer;
pub(crate) use walk::walk;

use bevy_ecs::resource::Resource;

/// The number of ticks so far.
#[derive(Resource, Debug, Default)]
pub(crate) struct Tick(pub(crate) u64);
