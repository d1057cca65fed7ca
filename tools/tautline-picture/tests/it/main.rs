//! Pictures, seen from outside.

mod maps;
