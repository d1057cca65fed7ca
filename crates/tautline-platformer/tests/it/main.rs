//! Tests of the public interface.

mod allocations;
mod answers_after_errors;
mod cases;
mod classic;
mod classic_memory;
mod classic_oracle;
mod exact;
mod goal_cells;
mod laws;
mod limits;
mod oracle;
mod real_maps;
mod step;
mod stored;
mod support;
#[cfg(feature = "rayon")]
mod threads;
mod unreachable;
