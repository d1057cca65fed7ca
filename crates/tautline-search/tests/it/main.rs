//! Searches, seen from outside.

mod large_graphs;
mod laws;
