//! The corners that a climb from one end of a path has reached.

use crate::tables::hierarchy::Hierarchy;
use crate::tables::taut_tree::TautTree;

/// A corner that was reached in the climb with the same number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reached {
    pub(super) climb: u32,
    /// The visit that reached it first.
    pub(super) visit: u32,
    /// Its distance from the end of the path.
    pub(super) length: f64,
}

/// A visit of a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) corner: u32,
    /// The number of the previous visit, or `Visit::ROOT`.
    pub(super) from: u32,
}

/// The climb from one end of a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Climb {
    pub(super) tree: TautTree,
    pub(super) corners: Vec<Reached>,
    /// The number of this climb.
    pub(super) climb: u32,
    pub(super) steps: Vec<Step>,
    pub(super) arcs: u64,
}

impl Climb {
    /// Returns the number of visits.
    pub(super) const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the distance of a corner from the end; infinite if it was not reached.
    pub(super) fn distance(&self, corner: u32) -> f64 {
        let reached = self.corners[corner as usize];
        if reached.climb == self.climb { reached.length } else { f64::INFINITY }
    }

    /// Appends to `corners` the path from a corner that was reached back to the corner that the end
    /// sees, both included.
    pub(super) fn add_path_back(
        &self,
        hierarchy: &Hierarchy,
        corner: u32,
        stack: &mut Vec<[u32; 2]>,
        corners: &mut Vec<u32>,
    ) {
        corners.push(corner);
        let mut next = self.steps.get(self.corners[corner as usize].visit as usize);
        while let Some(&Step { corner, from }) = next {
            next = self.steps.get(from as usize);
            if let Some(before) = next {
                hierarchy.add_path([corner, before.corner], stack, corners);
            }
        }
    }
}
