//! Integration tests of the fixtures.

mod crude_grid;
