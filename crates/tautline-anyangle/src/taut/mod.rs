//! Which corners see each other tautly, and the search among them: what labels are
//! computed from.

pub(crate) mod corner_set;
pub(crate) mod corner_states;
pub(crate) mod corners;
pub(crate) mod line_of_sight;
pub(crate) mod predicates;
pub(crate) mod search;
pub(crate) mod visibility;
