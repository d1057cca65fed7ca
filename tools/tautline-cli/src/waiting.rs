//! Something that moves on the terminal while long work is done.

use std::time::Duration;

use indicatif::ProgressBar;

/// Work that is under way; ends when dropped.
pub(crate) struct Waiting(ProgressBar);

/// Shows what is being done, if it is expected to take long. On a terminal
/// only.
pub(crate) fn begin(is_long: bool, what: String) -> Waiting {
    if !is_long {
        return Waiting(ProgressBar::hidden());
    }
    let bar = ProgressBar::new_spinner().with_message(what);
    bar.enable_steady_tick(Duration::from_millis(100));
    Waiting(bar)
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
