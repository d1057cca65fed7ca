//! Work on two threads where the feature `rayon` is on. The results are the same
//! on any number.

/// Of fewer sides, one thread finds the rest before another has begun.
#[cfg(feature = "rayon")]
const WORTH_A_CALL: usize = 8192;

/// What two pieces of work on a mesh with some number of sides result in.
#[cfg(feature = "rayon")]
pub(crate) fn both<A: Send, B: Send>(
    edges: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if edges < WORTH_A_CALL { (one(), other()) } else { rayon::join(one, other) }
}

/// What two pieces of work result in.
#[cfg(not(feature = "rayon"))]
pub(crate) fn both<A, B>(
    _sides: usize,
    one: impl FnOnce() -> A,
    other: impl FnOnce() -> B,
) -> (A, B) {
    (one(), other())
}

/// Work in several steps on a mesh with some number of sides: called for from
/// elsewhere, its threads are not called anew for each.
#[cfg(feature = "rayon")]
pub(crate) fn in_thread_pool<A: Send>(edges: usize, work: impl FnOnce() -> A + Send) -> A {
    if edges < WORTH_A_CALL { work() } else { rayon::scope(|_| work()) }
}

/// Work in several steps.
#[cfg(not(feature = "rayon"))]
pub(crate) fn in_thread_pool<A>(_sides: usize, work: impl FnOnce() -> A) -> A {
    work()
}
