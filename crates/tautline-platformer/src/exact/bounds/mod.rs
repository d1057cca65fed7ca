//! How long a way takes at least.
//!
//! Told by height and distance (`estimate.rs`), and by the ways from and to a few places
//! (`landmarks.rs`).

mod estimate;
mod landmarks;

pub(super) use estimate::Estimate;
pub(super) use landmarks::{Aim, Landmarks};
