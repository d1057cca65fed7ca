//! Fixtures, seen from outside.

mod crude_grid;
