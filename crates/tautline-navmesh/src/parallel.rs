//! Work on several threads (feature `rayon`). The results do not depend on it.

/// With fewer half-edges, one thread is done before another has started.
#[cfg(feature = "rayon")]
const MIN_HALF_EDGES: usize = 8192;

/// Runs two tasks on a mesh with some number of half-edges, in parallel if that pays.
#[cfg_attr(not(feature = "rayon"), expect(unused_variables, reason = "all on one thread"))]
pub(crate) fn both<A: Send, B: Send>(
    edges: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    if edges >= MIN_HALF_EDGES {
        return rayon::join(one, other);
    }
    (one(), other())
}

/// Runs a task that calls [`both`] several times inside the thread pool, so that the pool is
/// entered only once.
#[cfg_attr(not(feature = "rayon"), expect(unused_variables, reason = "all on one thread"))]
pub(crate) fn in_thread_pool<A: Send>(edges: usize, work: impl FnOnce() -> A + Send) -> A {
    #[cfg(feature = "rayon")]
    if edges >= MIN_HALF_EDGES {
        return rayon::scope(|_| work());
    }
    work()
}

/// Returns `work` of each number below `count`, in order. Each worker has its own `memory`.
/// The result does not depend on the number of threads.
pub fn map<T: Send, M: Send>(
    count: usize,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, usize) -> T + Sync + Send,
) -> Vec<T> {
    #[cfg(feature = "rayon")]
    {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        (0..count).into_par_iter().map_init(memory, work).collect()
    }
    #[cfg(not(feature = "rayon"))]
    {
        let mut memory = memory();
        (0..count).map(|number| work(&mut memory, number)).collect()
    }
}
