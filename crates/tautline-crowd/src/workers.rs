//! Work on many items, on the threads of the current pool.

use tautline_navmesh::RayCast;

use crate::half_plane::HalfPlane;
use crate::walls::WallMemory;

/// The smallest number of agents that is handed to a thread. With fewer, handing them out takes
/// longer than the work.
const FEW_AGENTS: usize = 64;

/// The memory of one worker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worker {
    pub(crate) ray: RayCast,
    pub(crate) walls: WallMemory,
    pub(crate) planes: Vec<HalfPlane>,
    pub(crate) relaxed: Vec<HalfPlane>,
}

/// Works on each item of a list with one item per agent.
pub(crate) fn for_each<T: Send>(
    items: &mut [T],
    workers: &mut Vec<Worker>,
    work: impl Fn(usize, &mut T, &mut Worker) + Sync,
) {
    work_on_each(items, FEW_AGENTS, workers, work);
}

/// Works on every item, with its index and the memory of a worker. The work on an item must not depend
/// on other items or on the content of the memory. Then the result does not depend on the number of
/// threads. `few` is the smallest number of items that is handed to a thread.
pub fn work_on_each<T: Send, M: Default + Send>(
    items: &mut [T],
    few: usize,
    memories: &mut Vec<M>,
    work: impl Fn(usize, &mut T, &mut M) + Sync,
) {
    let work_on = |first: usize, items: &mut [T], memory: &mut M| {
        for (index, item) in (first..).zip(items) {
            work(index, item, memory);
        }
    };
    #[cfg(feature = "rayon")]
    if items.len() > few && rayon::current_num_threads() > 1 {
        return in_pieces(items, few, memories, work_on);
    }
    #[cfg(not(feature = "rayon"))]
    let _ = few;
    let mut memory = memories.pop().unwrap_or_default();
    work_on(0, items, &mut memory);
    memories.push(memory);
}

/// Works on pieces of the items on all threads. A piece takes one of the memories, and gives it back.
#[cfg(feature = "rayon")]
fn in_pieces<T: Send, M: Default + Send>(
    items: &mut [T],
    few: usize,
    memories: &mut Vec<M>,
    work_on: impl Fn(usize, &mut [T], &mut M) + Sync,
) {
    use std::sync::{Mutex, PoisonError};

    use rayon::prelude::*;

    /// The number of pieces per thread, so that no thread waits long for the last one.
    const PIECES: usize = 4;

    let size = items.len().div_ceil(PIECES * rayon::current_num_threads()).max(few);
    let idle = Mutex::new(memories);
    let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    items.par_chunks_mut(size).enumerate().for_each(|(piece, items)| {
        let mut memory = idle().pop().unwrap_or_default();
        work_on(piece * size, items, &mut memory);
        idle().push(memory);
    });
}
