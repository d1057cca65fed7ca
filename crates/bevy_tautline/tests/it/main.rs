//! Worlds without windows.
#![expect(clippy::unwrap_used, clippy::panic, reason = "what fails should fail loudly")]
#![expect(clippy::float_cmp, reason = "positions are promised to the bit")]

mod agents;
mod answers;
#[cfg(feature = "crowd")]
mod avoidance;
mod bad_input;
#[cfg(feature = "gizmos")]
mod gizmos;
mod grounds;
mod landmarks;
mod links;
#[cfg(feature = "mesh")]
mod meshes;
mod obstacles;
mod platformer;
mod terrain;
mod world;
