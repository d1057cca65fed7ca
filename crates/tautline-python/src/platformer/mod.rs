//! Side-view levels.

mod inputs;
mod level;
mod trajectory;

pub(crate) use inputs::Plan;
pub(crate) use level::{Level, STANCES, State};
