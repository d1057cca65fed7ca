//! The state of each corner in a search.

use crate::generation::begin_generation;

/// The state of a corner in the search with the same number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CornerState {
    search: u32,
    /// True if it was expanded with this length, by wedge of arrival.
    pub(crate) is_done: [bool; 2],
    /// The best known distance; infinite if no path was found.
    pub(crate) length: f64,
}

/// The states of all corners. A restart resets them without touching them.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerStates {
    all: Vec<CornerState>,
    search: u32,
}

impl CornerStates {
    /// Resets all states, and makes room for `corners`.
    pub(crate) fn restart(&mut self, corners: usize) {
        begin_generation(&mut self.all, &mut self.search, corners);
    }

    #[inline]
    pub(crate) fn at(&mut self, corner: u32) -> &mut CornerState {
        let state = &mut self.all[corner as usize];
        if state.search != self.search {
            *state =
                CornerState { search: self.search, is_done: [false; 2], length: f64::INFINITY };
        }
        state
    }
}
