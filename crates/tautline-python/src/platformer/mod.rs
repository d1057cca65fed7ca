//! Side-view levels.

mod inputs;
mod level;

pub(crate) use inputs::Plan;
pub(crate) use level::{Level, State};
