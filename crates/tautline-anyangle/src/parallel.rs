//! A parallel map, or a sequential one without the feature `rayon`.

/// Returns `work` of each number below `count`, in order. Each worker has its own `memory`.
/// The result does not depend on the number of threads.
#[cfg(feature = "rayon")]
pub(crate) fn map<T: Send, M: Send>(
    count: usize,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, usize) -> T + Sync + Send,
) -> Vec<T> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    (0..count).into_par_iter().map_init(memory, work).collect()
}

/// Returns `work` of each number below `count`, in order.
#[cfg(not(feature = "rayon"))]
pub(crate) fn map<T, M>(
    count: usize,
    memory: impl Fn() -> M,
    work: impl Fn(&mut M, usize) -> T,
) -> Vec<T> {
    let mut memory = memory();
    (0..count).map(|number| work(&mut memory, number)).collect()
}
