//! Something that moves on the terminal while long work is done, and nothing
//! anywhere else.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// How often the sign of life moves.
const TICK: Duration = Duration::from_millis(100);

/// Work that is under way; ends when dropped.
pub(crate) struct Waiting(ProgressBar);

impl Waiting {
    /// Work of unknown length: a spinner that names the stage, if the work is
    /// expected to take long.
    pub(crate) fn for_stages(is_long: bool) -> Self {
        Self::showing(is_long, ProgressBar::new_spinner)
    }

    /// Work of so many steps: a bar with the rate and the time that is left, if
    /// the work is expected to take long.
    pub(crate) fn for_steps(is_long: bool, steps: u64, what: &'static str) -> Self {
        let rate = |state: &ProgressState, text: &mut dyn Write| {
            // A rate that cannot be shown is left out.
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

    /// Tells what is done from now on.
    pub(crate) fn stage(&self, what: String) {
        self.0.set_message(what);
    }

    /// Tells that so many steps more are done.
    pub(crate) fn advance(&self, steps: u64) {
        self.0.inc(steps);
    }

    /// Whether anybody sees it.
    pub(crate) fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
