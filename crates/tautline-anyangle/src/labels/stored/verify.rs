//! Checking labels that were stored.

use tautline_geometry::Vec2;
use tautline_navmesh::{FanId, NavMesh};

use super::{StoredLabels, StoredLabelsError};
use crate::binding::Binding;
use crate::fingerprint;
use crate::labels::Labels;
use crate::labels::tables::bearings::{BEACONS, Bearings};
use crate::labels::tables::chains::Chains;
use crate::labels::tables::entries::{Entries, Entry, ROW};
use crate::labels::tables::packed_cone::ConeLayout;
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::rows::{AreaRow, CornerRow};
use crate::labels::tables::sieve::Sieve;
use crate::labels::tables::taut_graph::{Arc, TautGraph};
use crate::labels::tables::units::Units;
use crate::taut::corners::{Corners, Node};

/// So many numbers are stored of each area.
const AREA_NUMBERS: usize = 16;

impl StoredLabels {
    /// Checks labels for a mesh, and binds them to it and its clones: every number is within what it counts, lists are
    /// in order, and each step towards a hub comes nearer to it, so that every way
    /// ends. O(n).
    ///
    /// Whether distances are *right* is not checked, for that would take as long
    /// as to bake them: a file that was forged with care can give wrong answers,
    /// and no worse than that. Store a checksum beside them.
    ///
    /// # Errors
    ///
    /// A [`StoredLabelsError`].
    pub fn verify(self, mesh: &NavMesh) -> Result<Labels, StoredLabelsError> {
        if self.fingerprint != fingerprint::of(mesh) {
            return Err(StoredLabelsError::OtherMesh);
        }
        let points = self.verify_corners(mesh)?;
        let layout = ConeLayout::new(points.len(), mesh.vertices().len());
        let layout = layout.ok_or(StoredLabelsError::OtherMesh)?;
        let has_beacons = !self.bearings.is_empty();
        if has_beacons {
            has_length("bearings", self.bearings.len(), BEACONS * points.len())?;
        }
        all_right("bearings", &self.bearings, |&steps| i16::try_from(steps).is_ok())?;
        self.verify_areas(mesh, layout)?;
        let owners = self.verify_entries()?;
        let graph = self.verify_arcs(&points)?;
        let areas = self.areas.chunks_exact(AREA_NUMBERS).map(|numbers| {
            let mut row = AreaRow::default();
            let (bounds, regions) = numbers.split_at(row.bounds.len());
            row.bounds.copy_from_slice(bounds);
            row.single_bends.0.copy_from_slice(regions);
            row
        });
        let areas: Vec<AreaRow> = areas.collect();
        let bearings = self.bearings.as_chunks().0.iter().map(Bearings::from_plain);
        let bearings = bearings.chain(std::iter::repeat(Bearings::UNKNOWN));
        let corners = CornerRow::all(points.into_iter(), &self.row_starts, bearings);
        let sieve = Sieve::new(mesh, layout, &corners, &areas, &self.cones);
        let labels = Labels {
            layout,
            binding: Binding::to(mesh),
            fingerprint: self.fingerprint,
            identity: 0,
            corners,
            fans: self.fans,
            ranks: self.ranks,
            hub_count: self.hub_count,
            areas,
            cones: self.cones,
            sieve,
            units: Units { per_length: self.units_per_length },
            has_beacons,
            entries: Entries::new(&self.entries),
            chains: Chains::new(&self.nexts, owners),
            graph,
        };
        Ok(labels.identified())
    }

    /// The positions of the corners.
    fn verify_corners(&self, mesh: &NavMesh) -> Result<Vec<Vec2>, StoredLabelsError> {
        if let Some(fan) = Corners::fans_of(mesh).find(|&fan| mesh.fan(fan).is_winding()) {
            return Err(wrong("fans", fan.index()));
        }
        has_length("fans", self.fans.len(), Corners::fans_of(mesh).count())?;
        let mut is_named = vec![false; mesh.fan_count()];
        let mut points = Vec::with_capacity(self.fans.len());
        for (index, &fan) in self.fans.iter().enumerate() {
            let is_named = is_named.get_mut(fan as usize).filter(|is_named| !**is_named);
            let fan = mesh.fan_count().gt(&(fan as usize)).then(|| mesh.fan(FanId(fan)));
            let (Some(is_named), Some(fan)) = (is_named, fan) else {
                return Err(wrong("fans", index));
            };
            if !fan.is_corner() {
                return Err(wrong("fans", index));
            }
            *is_named = true;
            points.push(mesh.vertices()[fan.vertex().index()]);
        }
        has_length("ranks", self.ranks.len(), self.fans.len())?;
        if Ranking::new(&self.ranks).is_none() {
            return Err(wrong("ranks", 0));
        }
        let hubs = self.hub_count as usize;
        if hubs > self.fans.len() || hubs > Entry::MOST_HUBS {
            return Err(wrong("hub count", hubs));
        }
        let is_unit = self.units_per_length.is_finite() && self.units_per_length > 0.0;
        if is_unit { Ok(points) } else { Err(wrong("units", 0)) }
    }

    fn verify_areas(&self, mesh: &NavMesh, layout: ConeLayout) -> Result<(), StoredLabelsError> {
        has_length("areas", self.areas.len(), AREA_NUMBERS * mesh.area_count())?;
        let mut last = 0;
        for (index, numbers) in self.areas.chunks_exact(AREA_NUMBERS).enumerate() {
            let (bounds, _) = numbers.split_at(AreaRow::default().bounds.len());
            if bounds.first() != Some(&last) || !bounds.is_sorted() {
                return Err(wrong("areas", index));
            }
            last = bounds.last().copied().unwrap_or(0);
        }
        has_length("cones", self.cones.len(), last as usize)?;
        let vertices = mesh.vertices().len();
        let is_right = |&cone: &u64| {
            let cone = layout.unpack(cone);
            (cone.node.corner() as usize) < self.fans.len()
                && cone.limits.iter().all(|&limit| (limit as usize) < vertices)
        };
        all_right("cones", &self.cones, is_right)
    }

    /// The corner of each row.
    fn verify_entries(&self) -> Result<Vec<u32>, StoredLabelsError> {
        has_length("row starts", self.row_starts.len(), 2 * self.fans.len() + 1)?;
        if self.row_starts.first() != Some(&0) || !self.row_starts.is_sorted() {
            return Err(wrong("row starts", 0));
        }
        let most = usize::from(u16::MAX);
        let are_few = |starts: &[u32]| (starts[1] - starts[0]) as usize <= most;
        if let Some(at) = self.row_starts.windows(2).position(|starts| !are_few(starts)) {
            return Err(wrong("row starts", at));
        }
        let rows = self.row_starts.last().map_or(0, |&rows| rows as usize);
        has_rows("entries", self.entries.len(), rows)?;
        has_rows("nexts", self.nexts.len(), rows)?;
        let mut owners = Vec::with_capacity(rows);
        for (corner, starts) in (0..).zip(self.row_starts.windows(3).step_by(2)) {
            owners.resize(starts[2] as usize, corner);
        }
        for (index, (&entry, &next)) in self.entries.iter().zip(&self.nexts).enumerate() {
            let entry = Entry(entry);
            let is_right = if next as usize == index {
                let owner = owners[index / ROW];
                entry.hub() == self.ranks[owner as usize] as usize && entry.distance() == 0
            } else {
                self.entries.get(next as usize).is_some_and(|&next| {
                    let next = Entry(next);
                    next.hub() == entry.hub() && next.distance() < entry.distance()
                })
            };
            if !is_right || entry.hub() >= self.hub_count as usize {
                return Err(wrong("entries", index));
            }
        }
        Ok(owners)
    }

    fn verify_arcs(&self, points: &[Vec2]) -> Result<TautGraph, StoredLabelsError> {
        let starts = &self.arc_starts;
        has_length("arc starts", starts.len(), 2 * points.len() + 1)?;
        if starts.first() != Some(&0) || !starts.is_sorted() {
            return Err(wrong("arc starts", 0));
        }
        let count = starts.last().map_or(0, |&count| count as usize);
        has_length("arc ends", self.arc_ends.len(), count)?;
        has_length("arc reaches", self.arc_reaches.len(), count)?;
        let mut arcs = Vec::with_capacity(count);
        for (node, bounds) in starts.windows(2).enumerate() {
            let from = points[node / 2];
            for index in bounds[0] as usize..bounds[1] as usize {
                let (to, reach) = (Node(self.arc_ends[index]), self.arc_reaches[index]);
                let onward = to.opposite().index();
                let onward = starts.get(onward..).and_then(|starts| starts.get(..2));
                let is_right = onward.is_some_and(|onward| reach <= onward[1] - onward[0]);
                if !is_right {
                    return Err(wrong("arcs", index));
                }
                arcs.push(Arc::new(to, reach, from, points[to.corner() as usize]));
            }
        }
        Ok(TautGraph { starts: self.arc_starts.clone(), arcs })
    }
}

const fn wrong(list: &'static str, index: usize) -> StoredLabelsError {
    StoredLabelsError::Wrong { list, index }
}

const fn has_length(
    list: &'static str,
    length: usize,
    needed: usize,
) -> Result<(), StoredLabelsError> {
    if length == needed { Ok(()) } else { Err(StoredLabelsError::Length { list, length, needed }) }
}

const fn has_rows(list: &'static str, length: usize, rows: usize) -> Result<(), StoredLabelsError> {
    // A forged number of rows can be too many for 32 bits.
    has_length(list, length, ROW.saturating_mul(rows))
}

fn all_right<T>(
    list: &'static str,
    values: &[T],
    is_right: impl Fn(&T) -> bool,
) -> Result<(), StoredLabelsError> {
    match values.iter().position(|value| !is_right(value)) {
        Some(index) => Err(wrong(list, index)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_entries_are_not_as_many_as_more_rows_than_32_bits_count() {
        assert!(has_rows("entries", 0, 0).is_ok());
        assert!(has_rows("entries", ROW * 7, 7).is_ok());
        assert!(has_rows("entries", 0, 1 << 30).is_err());
    }
}
