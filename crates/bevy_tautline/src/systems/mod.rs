//! The systems, in the order in which they run.

mod answer;
mod ask;
#[cfg(feature = "crowd")]
mod avoid;
mod edit;
mod links;
mod load;
mod steer;
mod walk;

pub(crate) use answer::{Batches, receive};
pub(crate) use ask::{ask, find_needs};
#[cfg(feature = "crowd")]
pub(crate) use avoid::{Crowds, Member, avoid, look_ahead};
pub(crate) use edit::{EditResult, follow_obstacles, publish_edits, start_edits};
pub(crate) use links::finish_links;
pub(crate) use load::{DefaultGround, load};
pub(crate) use steer::{report, steer};
pub(crate) use walk::walk;

use bevy_ecs::resource::Resource;

/// The number of ticks so far.
#[derive(Resource, Debug, Default)]
pub(crate) struct Tick(pub(crate) u64);
