//! The tick in which work on other threads takes effect.

use std::panic::resume_unwind;
use std::thread::{self, JoinHandle};

use bevy_tasks::{AsyncComputeTaskPool, Task, TaskPool, block_on};

/// The tick in which paths and edits of the ground, which are computed on Bevy's
/// [`AsyncComputeTaskPool`], take effect.
///
/// At most 4,096 agents ask for a path in one tick, those that have waited longest first, so that
/// a crowd that gets its goals at once does not stall a frame. With
/// [`SameTick`](Self::SameTick), all ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answers {
    /// As soon as they are ready. The tick depends on the machine.
    #[default]
    WhenReady,
    /// In the same tick, which waits until they are ready: for tests and small worlds.
    SameTick,
    /// Exactly this number of ticks after the request; if the work is not finished by then, the tick waits for it.
    /// Positions have the same bits on every machine and for any number of threads: for lockstep and replays. 0 is
    /// [`SameTick`](Self::SameTick).
    ///
    /// The tick in which Bevy has loaded a file depends on the machine, so start the game when
    /// [`GroundState::status`](crate::GroundState::status) is ready.
    AfterTicks(u32),
}

impl Answers {
    /// Returns the tick in which something that begins now must take effect.
    pub(crate) fn due(self, now: u64) -> Option<u64> {
        match self {
            Self::WhenReady => None,
            Self::SameTick => Some(now),
            Self::AfterTicks(ticks) => Some(now + u64::from(ticks)),
        }
    }
}

/// Work on another thread.
#[derive(Debug)]
pub(crate) struct Work<T> {
    #[cfg(not(target_arch = "wasm32"))]
    runner: Runner<T>,
    #[cfg(target_arch = "wasm32")]
    value: T,
    due: Option<u64>,
}

#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
enum Runner<T> {
    Task(Task<T>),
    Thread(JoinHandle<T>),
}

impl<T: Send + 'static> Work<T> {
    /// Begins work. On the web, where there are no other threads, it runs at once.
    pub(crate) fn begin(due: Option<u64>, work: impl FnOnce() -> T + Send + 'static) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        {
            let pool = AsyncComputeTaskPool::get_or_init(TaskPool::default);
            Self { runner: Runner::Task(pool.spawn(async move { work() })), due }
        }
        #[cfg(target_arch = "wasm32")]
        Self { value: work(), due }
    }

    /// Begins work on a thread of its own. The pool of Bevy often has only one thread: in it, work of a second would
    /// keep all agents waiting.
    pub(crate) fn begin_long(due: Option<u64>, work: impl FnOnce() -> T + Send + 'static) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        return Self { runner: Runner::Thread(thread::spawn(work)), due };
        #[cfg(target_arch = "wasm32")]
        Self::begin(due, work)
    }

    /// Returns the result if it takes effect now, and the work otherwise.
    pub(crate) fn finish(self, now: u64) -> Result<T, Self> {
        #[cfg(not(target_arch = "wasm32"))]
        {
            let is_finished = || match &self.runner {
                Runner::Task(task) => task.is_finished(),
                Runner::Thread(thread) => thread.is_finished(),
            };
            if !self.due.map_or_else(is_finished, |due| due <= now) {
                return Err(self);
            }
            Ok(match self.runner {
                Runner::Task(task) => block_on(task),
                Runner::Thread(thread) => {
                    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
                }
            })
        }
        #[cfg(target_arch = "wasm32")]
        if self.due.is_none_or(|due| due <= now) { Ok(self.value) } else { Err(self) }
    }
}
