//! The state of each corner in a search.

use tautline_anyangle::internal::LENGTH_TOLERANCE;
use tautline_navmesh::internal::begin_generation;

use crate::taut::corners::TautNode;

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

impl CornerState {
    /// Returns true if a path to the corner is useless: the corner was expanded in this wedge, or a path
    /// is known that is shorter by more than rounding.
    #[inline]
    fn rules_out(&self, arrival: TautNode, length: f64) -> bool {
        self.is_done[arrival.wedge_index()] || length > self.length * (1.0 + LENGTH_TOLERANCE)
    }
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

    /// Records a path to a corner that arrives in a wedge. Returns false if it is useless.
    #[inline]
    pub(crate) fn improve(&mut self, arrival: TautNode, length: f64) -> bool {
        let state = self.at(arrival.corner());
        if state.rules_out(arrival, length) {
            return false;
        }
        state.length = state.length.min(length);
        true
    }

    /// Marks a corner as expanded in a wedge. Returns false if the path there has become useless: paths
    /// stay queued when better ones are found (lazy deletion).
    #[inline]
    pub(crate) fn finish(&mut self, arrival: TautNode, length: f64) -> bool {
        let state = self.at(arrival.corner());
        if state.rules_out(arrival, length) {
            return false;
        }
        state.is_done[arrival.wedge_index()] = true;
        true
    }
}
