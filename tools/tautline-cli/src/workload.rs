//! The threads and repetitions of a batch, and its throughput.

use anyhow::{Context, Result};
use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::table::as_f64;

/// The options for running a batch.
#[derive(Args)]
pub(crate) struct Workload {
    /// Number of threads [default: one for each core]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        allow_negative_numbers = true
    )]
    threads: Option<u16>,
    /// Answer all queries this number of times, and report the mean time
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..),
        allow_negative_numbers = true
    )]
    pub(crate) repeat: u32,
}

impl Workload {
    /// Starts the threads.
    pub(crate) fn pool(&self) -> Result<ThreadPool> {
        // To rayon, 0 means one for each core.
        let threads = self.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.context("cannot start the threads; use fewer with --threads N")
    }
}

/// Formats the throughput of a batch, for scripts.
pub(crate) fn pace(queries: usize, seconds: f64, threads: usize) -> String {
    // Without queries, both rates are 0 instead of infinite or NaN.
    let (per_second, per_query) = if queries > 0 && seconds > 0.0 {
        (as_f64(queries) / seconds, seconds * as_f64(threads) / as_f64(queries) * 1e6)
    } else {
        (0.0, 0.0)
    };
    format!(
        "queries={queries} seconds={seconds:.6} per_second={per_second:.1} us_per_query={per_query:.3} threads={threads}"
    )
}
