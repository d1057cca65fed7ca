//! What has changed since when.

use std::collections::VecDeque;

use tautline_geometry::Aabb;

/// One change of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The version of the ground after it.
    pub version: u64,
    /// The box around all that changed, in world units: of the obstacles that came
    /// or went, the part on the ground. Nothing if the ground is as it was.
    pub bounds: Option<Aabb>,
    /// The box around the obstacles that went: where ground may have come back.
    pub uncovered: Option<Aabb>,
    /// The box around the obstacles that came: where ground may have gone.
    pub covered: Option<Aabb>,
}

/// How many changes are told apart. Of older ones only the boxes around all of
/// them are known.
pub(super) const MAX_CHANGES: usize = 256;

/// Where ground may have come back that had been covered since a version.
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

/// The last changes, in order; the first of them may stand for many.
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

    /// The changes after a version, and maybe some before it.
    pub(super) fn since(&self, version: u64) -> impl DoubleEndedIterator<Item = &Change> {
        let changes = self.entries.iter().map(|entry| &entry.change);
        changes.filter(move |change| change.version > version)
    }

    /// Where ground may have come back, after a version, from under obstacles that had
    /// come until another.
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

/// The box around two boxes that may be missing.
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
        assert_eq!(journal.since(44).count(), MAX_CHANGES, "some of it is known only with the rest");
        assert_eq!(journal.since(45).count(), MAX_CHANGES - 1);
        assert_eq!(journal.since(299).count(), 1);
        assert_eq!(journal.since(300).count(), 0);
        assert_eq!(journal.restored_since(0, 0).count(), 1);
    }
}
