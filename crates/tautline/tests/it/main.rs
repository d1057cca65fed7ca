//! The facade, seen from outside.

#[cfg(feature = "build")]
mod allocations;
mod answers_after_errors;
#[cfg(all(feature = "asset", feature = "formats"))]
mod bake;
mod bake_memory;
#[cfg(feature = "asset")]
mod baked;
#[cfg(feature = "asset")]
mod batch;
mod both_ways;
#[cfg(feature = "build")]
mod carried_landmarks;
#[cfg(feature = "formats")]
mod changed;
mod cost_bounds;
#[cfg(all(feature = "asset", feature = "formats"))]
mod cost_labels;
#[cfg(feature = "build")]
mod crowd_requests;
#[cfg(feature = "build")]
mod crowds;
mod determinism;
#[cfg(feature = "detour")]
mod detour;
mod draw;
mod errors;
mod guide;
#[cfg(feature = "asset")]
mod labels;
mod laws;
mod links;
mod paths_in_space;
#[cfg(all(feature = "asset", feature = "formats", feature = "platformer"))]
mod platformer;
#[cfg(all(feature = "asset", feature = "formats"))]
mod real_maps;
mod snap;
#[cfg(feature = "build")]
mod steering;
mod support;
#[path = "../../../tautline-weighted/tests/it/terrain.rs"]
mod terrain;
mod weighted;
mod within;
