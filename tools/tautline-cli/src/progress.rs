//! Spinners and progress bars on a terminal during long work. If the standard error is not a
//! terminal, none is written.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// The time between two frames of the animation.
const TICK: Duration = Duration::from_millis(100);

/// A spinner or progress bar; cleared when dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Returns a spinner with the name of the stage, for work of unknown length. It is hidden
    /// unless the work is expected to take long.
    pub(crate) fn for_stages(is_long: bool) -> Self {
        Self::showing(is_long, ProgressBar::new_spinner)
    }

    /// Returns a bar with the rate and the remaining time, for work of a known number of
    /// steps. It is hidden unless the work is expected to take long.
    pub(crate) fn for_steps(is_long: bool, steps: u64, what: &'static str) -> Self {
        let rate = |state: &ProgressState, text: &mut dyn Write| {
            // Writing into indicatif's buffer cannot fail.
            let _ = write!(text, "{:.0}", state.per_sec());
        };
        let bar = || {
            let template = "{bar:32} {human_pos}/{human_len} {msg}, {rate}/s, {eta} left";
            let style = ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(steps).with_style(style.with_key("rate", rate)).with_message(what)
        };
        Self::showing(is_long, bar)
    }

    fn showing(is_long: bool, bar: impl FnOnce() -> ProgressBar) -> Self {
        if !is_long {
            return Self(ProgressBar::hidden());
        }
        let bar = bar();
        bar.enable_steady_tick(TICK);
        Self(bar)
    }

    /// Shows the name of the current stage.
    pub(crate) fn stage(&self, what: String) {
        self.0.set_message(what);
    }

    /// Adds a number of completed steps.
    pub(crate) fn advance(&self, steps: u64) {
        self.0.inc(steps);
    }

    /// Returns true if it is visible: the work is long and the standard error is a terminal.
    pub(crate) fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
