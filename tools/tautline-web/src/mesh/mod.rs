//! The mesh page.

mod cone;
mod crowd;
mod expanded;
mod obstacles;
mod shapes;
mod stages;
mod standing;
mod ways;
mod world;
