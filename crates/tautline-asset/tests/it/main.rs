//! Tests of the crate from outside, in one program.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

mod hostile_bytes;
mod laws;
mod support;
