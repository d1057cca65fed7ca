//! Integration tests of assets.

mod hostile_bytes;
mod laws;
mod support;
