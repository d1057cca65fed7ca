//! Taut visibility between corners: the base of labels.
//!
//! [`visibility`] finds what a corner sees, and [`corners`] says which turns are taut.

pub(crate) mod corner_set;
pub(crate) mod corner_states;
pub(crate) mod corners;
pub(crate) mod line_of_sight;
pub(crate) mod visibility;
