//! What an end sees.

pub(in crate::labels) mod look;
pub(in crate::labels) mod scan;
