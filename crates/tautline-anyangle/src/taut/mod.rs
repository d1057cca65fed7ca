//! Which corners see each other tautly, and the search among them: what labels are
//! computed from.

pub(crate) mod corner_set;
pub(crate) mod corners;
pub(crate) mod flood;
pub(crate) mod places;
pub(crate) mod search;
pub(crate) mod sight;
pub(crate) mod signs;
