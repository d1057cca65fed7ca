//! Obstacles that come and go on a navigation mesh.
