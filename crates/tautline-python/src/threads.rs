//! The threads on which batches are solved.
//!
//! A forked child has none of the threads of its parent, and would wait forever for those of rayon's global pool.
//! So all work runs in a pool that belongs to one process.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The greatest number of threads that can be requested. A greater one is a mistake.
const MAX_THREADS: usize = 1024;

struct Pool {
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

/// The pool that was used last. Locked only while attached to the interpreter. Python forks while attached, so no
/// child inherits a locked mutex.
static LAST: Mutex<Option<Pool>> = Mutex::new(None);

/// Returns the pool of this process with a number of threads, or with the default number.
pub(crate) fn pool(_attached: Python<'_>, threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let threads = match threads {
        Some(threads) => threads,
        None => default_threads()?,
    };
    if !(1..=MAX_THREADS).contains(&threads) {
        return Err(PyValueError::new_err(format!(
            "threads is {threads}, but must be from 1 to {MAX_THREADS}"
        )));
    }
    let process = std::process::id();
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(last) = &*last
        && (last.process, last.threads) == (process, threads)
    {
        return Ok(Arc::clone(&last.pool));
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("tautline-{index}"))
        .build()
        .map_err(|error| PyOSError::new_err(format!("cannot start {threads} threads: {error}")))?;
    let pool = Arc::new(pool);
    let before = last.replace(Pool { process, threads, pool: Arc::clone(&pool) });
    if let Some(before) = before
        && before.process != process
    {
        // Its threads exist in the parent alone: there is nothing to stop.
        mem::forget(before);
    }
    Ok(pool)
}

/// Returns the number of threads without an argument: `TAUTLINE_THREADS`; or `OMP_NUM_THREADS`,
/// which Ray, Spark and Dask set for each of their workers; or one for each core.
fn default_threads() -> PyResult<usize> {
    if let Ok(text) = std::env::var("TAUTLINE_THREADS") {
        return text.trim().parse().map_err(|_| {
            PyValueError::new_err(format!(
                "the environment variable TAUTLINE_THREADS is {text:?}, but must be a number"
            ))
        });
    }
    // OpenMP allows a list here, with a number for each level of nested parallelism.
    let counted = std::env::var("OMP_NUM_THREADS").ok();
    let counted = counted.as_deref().and_then(|text| text.split(',').next()?.trim().parse().ok());
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(counted.filter(|&threads| threads > 0).unwrap_or_else(cores).min(MAX_THREADS))
}
