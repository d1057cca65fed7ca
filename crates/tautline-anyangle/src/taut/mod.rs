//! Taut visibility between corners, and searches over it: the base of labels.
//!
//! [`visibility`] finds what a corner sees, [`corners`] says which turns are taut, and
//! [`search`] runs A\* over a taut visibility graph (as in ENLSVG).

pub(crate) mod corner_set;
pub(crate) mod corner_states;
pub(crate) mod corners;
pub(crate) mod line_of_sight;
pub(crate) mod search;
pub(crate) mod visibility;
