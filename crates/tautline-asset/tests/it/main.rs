//! Tests of the crate from outside, in one program.

mod hostile_bytes;
mod laws;
mod support;
