//! Work on several threads (feature `rayon`). The results do not depend on it.

/// With fewer half-edges, one thread is done before another has started.
#[cfg(feature = "rayon")]
const MIN_HALF_EDGES: usize = 8192;

/// Runs two tasks on a mesh with some number of half-edges, in parallel if that pays.
#[cfg(feature = "rayon")]
pub(crate) fn both<A: Send, B: Send>(
    edges: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if edges < MIN_HALF_EDGES { (one(), other()) } else { rayon::join(one, other) }
}

/// Runs two tasks.
#[cfg(not(feature = "rayon"))]
pub(crate) fn both<A, B>(
    _edges: usize,
    one: impl FnOnce() -> A,
    other: impl FnOnce() -> B,
) -> (A, B) {
    (one(), other())
}

/// Runs a task that calls [`both`] several times inside the thread pool, so that the pool is
/// entered only once.
#[cfg(feature = "rayon")]
pub(crate) fn in_thread_pool<A: Send>(edges: usize, work: impl FnOnce() -> A + Send) -> A {
    if edges < MIN_HALF_EDGES { work() } else { rayon::scope(|_| work()) }
}

/// Runs a task.
#[cfg(not(feature = "rayon"))]
pub(crate) fn in_thread_pool<A>(_edges: usize, work: impl FnOnce() -> A) -> A {
    work()
}

/// Returns `work` of each number below `count`, in order. Each worker has its own `memory`.
/// The result does not depend on the number of threads.
#[cfg(feature = "rayon")]
pub fn map<T: Send, M: Send>(
    count: usize,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, usize) -> T + Sync + Send,
) -> Vec<T> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    (0..count).into_par_iter().map_init(memory, work).collect()
}

/// Returns `work` of each number below `count`, in order.
#[cfg(not(feature = "rayon"))]
pub fn map<T, M>(
    count: usize,
    memory: impl Fn() -> M,
    work: impl Fn(&mut M, usize) -> T,
) -> Vec<T> {
    let mut memory = memory();
    (0..count).map(|number| work(&mut memory, number)).collect()
}
