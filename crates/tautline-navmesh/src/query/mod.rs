//! Questions to a mesh: which area is here, what is nearest, which way leads
//! from here to there.

mod corridor;
mod corridor_graph;
mod locate;
mod locator;
mod nearest;

pub use corridor::{
    Corridor, CorridorEnd, CorridorError, CorridorScratch, CorridorSearch, Crossing, find_corridor,
};
pub(crate) use locator::{Locator, whole};
pub use nearest::NearestPoint;
