//! Work on all agents, on the threads of the current pool.

use tautline_navmesh::RayCast;

use crate::half_plane::HalfPlane;
use crate::walls::WallMemory;

/// The memory of one worker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worker {
    pub(crate) ray: RayCast,
    pub(crate) walls: WallMemory,
    pub(crate) planes: Vec<HalfPlane>,
    pub(crate) relaxed: Vec<HalfPlane>,
}

/// Works on every item, with its index. What is done with one must not depend on the others, nor
/// on what the memory holds: then the result does not depend on the number of threads.
#[cfg(not(feature = "rayon"))]
pub(crate) fn for_each<T>(
    items: &mut [T],
    workers: &mut Vec<Worker>,
    work: impl Fn(usize, &mut T, &mut Worker),
) {
    workers.resize_with(workers.len().max(1), Worker::default);
    for (index, item) in items.iter_mut().enumerate() {
        work(index, item, &mut workers[0]);
    }
}

/// Works on every item, with its index. What is done with one must not depend on the others, nor
/// on what the memory holds: then the result does not depend on the number of threads.
#[cfg(feature = "rayon")]
pub(crate) fn for_each<T: Send>(
    items: &mut [T],
    workers: &mut Vec<Worker>,
    work: impl Fn(usize, &mut T, &mut Worker) + Sync,
) {
    use rayon::prelude::*;

    /// The number of pieces per thread, so that no thread waits long for the last one.
    const PIECES: usize = 4;
    /// The smallest piece: with fewer items, handing them out takes longer than the work.
    const LEAST: usize = 64;

    let pieces = PIECES * rayon::current_num_threads();
    let size = items.len().div_ceil(pieces).max(LEAST);
    workers.resize_with(workers.len().max(pieces), Worker::default);
    items.par_chunks_mut(size).zip(workers.par_iter_mut()).enumerate().for_each(
        |(piece, (items, worker))| {
            for (index, item) in items.iter_mut().enumerate() {
                work(piece * size + index, item, worker);
            }
        },
    );
}
