//! The mesh page.

mod cone;
mod crowd;
mod expanded;
mod obstacles;
mod paths;
mod shapes;
mod stages;
mod standing;
mod world;
