//! The tick in which work on other threads takes effect.

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
    task: Task<T>,
    #[cfg(target_arch = "wasm32")]
    value: T,
    due: Option<u64>,
}

impl<T: Send + 'static> Work<T> {
    /// Begins work. On the web, where there are no other threads, it runs at once.
    pub(crate) fn begin(due: Option<u64>, work: impl FnOnce() -> T + Send + 'static) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        {
            let pool = AsyncComputeTaskPool::get_or_init(TaskPool::default);
            Self { task: pool.spawn(async move { work() }), due }
        }
        #[cfg(target_arch = "wasm32")]
        Self { value: work(), due }
    }

    /// Returns the result if it takes effect now, and the work otherwise.
    pub(crate) fn finish(self, now: u64) -> Result<T, Self> {
        #[cfg(not(target_arch = "wasm32"))]
        {
            let is_due = self.due.map_or_else(|| self.task.is_finished(), |due| due <= now);
            if is_due { Ok(block_on(self.task)) } else { Err(self) }
        }
        #[cfg(target_arch = "wasm32")]
        if self.due.is_none_or(|due| due <= now) { Ok(self.value) } else { Err(self) }
    }
}
