//! The crowds of other libraries, as [`Contestant`](tautline_benches::crowds::Contestant)s in the
//! scenarios of the benchmarks.
//!
//! This package is not published.

mod detour_crowd;
mod landmass;

pub use detour_crowd::DetourCrowd;
pub use landmass::Landmass;
