//! What holds for navigation meshes, as users see them.

mod portal_clearances;
mod faults;
mod laws;
mod stored;
