//! The threads on which batches are solved.
//!
//! A forked child has none of the threads of its parent, and would wait forever for those of rayon's global pool.
//! So all work runs in a pool that belongs to one process.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::answers::internal;
use crate::whole::Whole;

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
pub(crate) fn pool(
    _attached: Python<'_>,
    threads: Option<Whole<usize>>,
) -> PyResult<Arc<ThreadPool>> {
    let threads = match threads {
        Some(threads) => threads,
        None => Whole::Fits(default_threads()?),
    };
    let threads = threads.within("threads", 1..=MAX_THREADS)?;
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

/// The time between two checks for signals, such as Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Does work in a pool, with the GIL released, while this thread checks for signals: no other thread can. If a
/// signal raises an exception, sets the flag of the work, which should then end soon. Its result is ignored.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let cancel_flag = &AtomicBool::new(false);
    let (sender, receiver) = mpsc::sync_channel(1);
    let wait = move || {
        loop {
            match receiver.recv_timeout(SIGNAL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())
                    .inspect_err(|_| cancel_flag.store(true, Ordering::Relaxed))?,
                // After a panic, the sender is gone. The scope passes the panic on.
                finished => return finished.map_err(internal),
            }
        }
    };
    let result = py.detach(move || {
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                // After a signal, nothing is received.
                let _ = sender.send(work(cancel_flag));
            });
            wait()
        })
    })?;
    // Many short pieces of work must not keep signals waiting.
    py.check_signals()?;
    Ok(result)
}

/// The number of queries up to which signals wait for the end of the work. Checks during the work take 3 microseconds
/// more, because this thread then wakes up twice.
const FEW: usize = 128;

/// Does the work for a number of queries, like [`run`]. If they are few, checks for signals only afterwards.
pub(crate) fn solve<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    queries: usize,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    if queries > FEW {
        return run(py, pool, work);
    }
    let result = py.detach(|| pool.install(|| work(&AtomicBool::new(false))));
    py.check_signals()?;
    Ok(result)
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
