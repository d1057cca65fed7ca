//! What holds for navigation meshes, as users see them.

mod clearance;
mod faults;
mod laws;
mod stored;
