//! How the work of a batch is done, and how fast it was.

use anyhow::{Context, Result};
use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::table::as_f64;

/// How the work of a batch is done.
#[derive(Args)]
pub(crate) struct Workload {
    /// The number of threads; as many as cores, if not given
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        allow_negative_numbers = true
    )]
    threads: Option<u16>,
    /// Answer all so many times, and tell the mean time
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
    /// The threads.
    pub(crate) fn pool(&self) -> Result<ThreadPool> {
        // Zero threads stand for as many as there are cores.
        let threads = self.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.context("cannot start the threads; ask for fewer with --threads")
    }
}

/// How fast queries were answered, for scripts.
pub(crate) fn pace(queries: usize, seconds: f64, threads: usize) -> String {
    // Of no queries at all, none take any time.
    let (per_second, per_query) = if queries > 0 && seconds > 0.0 {
        (as_f64(queries) / seconds, seconds * as_f64(threads) / as_f64(queries) * 1e6)
    } else {
        (0.0, 0.0)
    };
    format!(
        "queries={queries} seconds={seconds:.6} per_second={per_second:.1} us_per_query={per_query:.3} threads={threads}"
    )
}
