//! Side-view levels.

mod inputs;
mod level;
mod physics;
mod state;
mod trajectory;

pub(crate) use inputs::Plan;
pub(crate) use level::Level;
pub(crate) use state::{STANCES, State};
