//! What a search knows of the corners that it came to.

use crate::generation::begin_generation;

/// What is known of a corner, in the search that has the same number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CornerState {
    search: u32,
    /// Whether it was gone on from with this length, by wedge of arrival.
    pub(crate) is_done: [bool; 2],
    /// The least length of a way to it; infinite if none was found.
    pub(crate) length: f64,
}

/// The places of all corners, which are forgotten without being touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerStates {
    all: Vec<CornerState>,
    search: u32,
}

impl CornerStates {
    /// Forgets all, for so many corners.
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
