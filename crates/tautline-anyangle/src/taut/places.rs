//! What a search knows of the corners that it came to.

use crate::generation::renew;

/// What is known of a corner, in the search that has the same number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    search: u32,
    /// Whether it was gone on from with this length, by wedge of arrival.
    pub(crate) is_done: [bool; 2],
    /// The least length of a way to it; infinite if none was found.
    pub(crate) length: f64,
}

/// The places of all corners, which are forgotten without being touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    all: Vec<Place>,
    search: u32,
}

impl Places {
    /// Forgets all, for so many corners.
    pub(crate) fn restart(&mut self, corners: usize) {
        renew(&mut self.all, &mut self.search, corners);
    }

    #[inline]
    pub(crate) fn at(&mut self, corner: u32) -> &mut Place {
        let place = &mut self.all[corner as usize];
        if place.search != self.search {
            *place = Place { search: self.search, is_done: [false; 2], length: f64::INFINITY };
        }
        place
    }
}
