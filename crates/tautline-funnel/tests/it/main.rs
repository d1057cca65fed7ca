//! The funnel, seen from outside.

mod answers_after_errors;
mod laws;
