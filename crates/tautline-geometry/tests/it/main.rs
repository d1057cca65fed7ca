//! Geometry, seen from outside.

mod laws;
