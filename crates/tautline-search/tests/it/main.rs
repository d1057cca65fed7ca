//! Integration tests of the searches.

mod large_graphs;
mod laws;
