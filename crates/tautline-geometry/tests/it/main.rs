//! Integration tests of the predicates.

mod laws;
