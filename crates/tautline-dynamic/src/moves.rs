//! Where areas go when others are put in their place.

use tautline_navmesh::AreaId;

/// Which areas went where.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    /// The numbers of the new areas, in their order.
    pub(super) placed: Vec<AreaId>,
    /// Areas that stayed and have other numbers now: the old one and the new one.
    pub(super) moved: Vec<(AreaId, AreaId)>,
    pub(super) area_count: usize,
}

impl Moves {
    /// Some areas of a mesh go, so many come.
    pub(super) fn plan(area_count: usize, removed: &[AreaId], added: usize) -> Self {
        let kept = removed.len().min(added);
        let mut placed: Vec<AreaId> = removed[..kept].to_vec();
        placed.extend((area_count..).take(added - kept).map(AreaId::from_index));
        let left_over = &removed[kept..];
        let new_count = area_count + added - removed.len();
        let holes = left_over.iter().filter(|hole| hole.index() < new_count);
        let mut last = (new_count..area_count.max(new_count)).map(AreaId::from_index);
        let mut next_last = || last.find(|area| left_over.binary_search(area).is_err());
        let moved = holes.filter_map(|&hole| Some((next_last()?, hole))).collect();
        Self { placed, moved, area_count: new_count }
    }

    /// Does to a list with an entry for each area what is done to the areas.
    pub(super) fn apply<T: Copy>(&self, list: &mut Vec<T>, added: impl Iterator<Item = T>) {
        for (&area, entry) in self.placed.iter().zip(added) {
            match list.get_mut(area.index()) {
                Some(place) => *place = entry,
                None => list.push(entry),
            }
        }
        for &(from, to) in &self.moved {
            list[to.index()] = list[from.index()];
        }
        list.truncate(self.area_count);
    }
}
