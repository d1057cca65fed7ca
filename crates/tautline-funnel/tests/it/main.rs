//! The funnel, seen from outside.

mod laws;
