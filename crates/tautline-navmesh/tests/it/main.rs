//! Properties of navigation meshes, as users see them.

mod answers_after_errors;
mod append;
mod faults;
mod laws;
mod portal_clearances;
mod stored;
