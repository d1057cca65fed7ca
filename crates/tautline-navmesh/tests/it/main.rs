//! Properties of navigation meshes, as users see them.

mod faults;
mod laws;
mod portal_clearances;
mod stored;
