//! The same work for many things, on one core or on all.

/// What `work` makes of each number below `count`, in order, with memory that is
/// made once per worker. The result does not depend on the number of threads.
#[cfg(feature = "rayon")]
pub(super) fn map<T: Send, M: Send>(
    count: usize,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, usize) -> T + Sync + Send,
) -> Vec<T> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    (0..count).into_par_iter().map_init(memory, work).collect()
}

/// What `work` makes of each number below `count`, in order, with memory that is
/// made once.
#[cfg(not(feature = "rayon"))]
pub(super) fn map<T, M>(
    count: usize,
    memory: impl Fn() -> M,
    work: impl Fn(&mut M, usize) -> T,
) -> Vec<T> {
    let mut memory = memory();
    (0..count).map(|number| work(&mut memory, number)).collect()
}
