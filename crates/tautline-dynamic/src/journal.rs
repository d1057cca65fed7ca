//! The journal of changes.

use std::collections::VecDeque;

use tautline_geometry::Aabb;

/// A change of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The version of the mesh after it.
    pub version: u64,
    /// The box around everything that changed, in world units: the parts of the added and
    /// removed obstacles on the mesh. `None` if the mesh did not change.
    pub bounds: Option<Aabb>,
    /// The box around the removed obstacles, where areas may have been restored, and around all that set the terrain.
    pub uncovered: Option<Aabb>,
    /// The box around the added obstacles, where areas may have been removed, and around all that set the terrain.
    pub covered: Option<Aabb>,
}

/// The greatest number of changes that are kept separately. Older ones are combined into one.
pub(super) const MAX_CHANGES: usize = 256;

/// A box in which areas may have been restored that were covered since a version.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Restored {
    pub(super) covered_since: u64,
    pub(super) bounds: Aabb,
}

#[derive(Clone, Debug)]
struct Entry {
    change: Change,
    restored: Vec<Restored>,
}

/// The last changes, in order. The first entry may combine several changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    entries: VecDeque<Entry>,
}

impl Journal {
    pub(super) fn push(&mut self, change: Change, restored: Vec<Restored>) {
        self.entries.push_back(Entry { change, restored });
        if self.entries.len() > MAX_CHANGES
            && let (Some(first), Some(second)) =
                (self.entries.pop_front(), self.entries.front_mut())
        {
            let (first, change) = (first.change, &mut second.change);
            change.bounds = around(change.bounds, first.bounds);
            change.uncovered = around(change.uncovered, first.uncovered);
            change.covered = around(change.covered, first.covered);
            let all = change.uncovered.map(|bounds| Restored { covered_since: 0, bounds });
            second.restored = all.into_iter().collect();
        }
    }

    /// The changes after a version. The first one may include earlier changes.
    pub(super) fn since(&self, version: u64) -> impl DoubleEndedIterator<Item = &Change> {
        let changes = self.entries.iter().map(|entry| &entry.change);
        changes.filter(move |change| change.version > version)
    }

    /// The boxes in which areas may have been restored after `version`, of obstacles that were
    /// added up to version `covered_at`.
    pub(super) fn restored_since(
        &self,
        version: u64,
        covered_at: u64,
    ) -> impl Iterator<Item = Aabb> {
        let entries = self.entries.iter().filter(move |entry| entry.change.version > version);
        let restored = entries.flat_map(|entry| &entry.restored);
        restored.filter(move |of| of.covered_since <= covered_at).map(|of| of.bounds)
    }
}

/// The union of two optional boxes.
pub(super) fn around(one: Option<Aabb>, other: Option<Aabb>) -> Option<Aabb> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.union(&other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use tautline_geometry::Vec2;

    use super::*;

    #[test]
    fn old_changes_become_one_that_covers_them_all() {
        let mut journal = Journal::default();
        for version in 1..=300_u16 {
            let at = Vec2::new(f32::from(version), 0.0);
            let bounds = Some(Aabb { min: at, max: at });
            let version = version.into();
            let change = Change { version, bounds, uncovered: bounds, covered: None };
            journal.push(change, Vec::new());
        }
        assert_eq!(journal.entries.len(), MAX_CHANGES);
        let oldest = journal.since(0).next().unwrap();
        let bounds = oldest.bounds.unwrap();
        assert_eq!((oldest.version, bounds.min.x, bounds.max.x), (45, 1.0, 45.0));
        assert_eq!(
            journal.since(44).count(),
            MAX_CHANGES,
            "some of it is known only with the rest"
        );
        assert_eq!(journal.since(45).count(), MAX_CHANGES - 1);
        assert_eq!(journal.since(299).count(), 1);
        assert_eq!(journal.since(300).count(), 0);
        assert_eq!(journal.restored_since(0, 0).count(), 1);
    }
}
