//! Labels as plain data, and checking such data.

use tautline_geometry::Vec2;
use tautline_navmesh::{FanId, NavMesh};
use thiserror::Error;

use crate::labels::bake::beacons::{BEACONS, Bearings};
use crate::labels::bake::order::Ranking;
use crate::labels::tables::chains::Chains;
use crate::labels::tables::packed::{AreaRow, ConeLayout, CornerRow, Entries, Entry, ROW, Units};
use crate::labels::tables::sieve::Sieve;
use crate::labels::tables::taut_graph::{Arc, TautGraph};
use crate::labels::{Labels, MeshSize, fingerprint};
use crate::taut::corners::{Corners, Node};

/// Labels as plain data: what is baked. Flat lists that need no work per number;
/// [`Self::verify`] checks them in linear time.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredLabels {
    /// Tells the mesh apart that the labels belong to.
    pub fingerprint: u64,
    /// The fan of each corner.
    pub fans: Vec<u32>,
    /// The rank of each corner as a hub, 0 for the best.
    pub ranks: Vec<u32>,
    /// How many corners are hubs: the best ones.
    pub hub_count: u32,
    /// How many units of distance there are in one world unit.
    pub units_per_length: f64,
    /// For each area where its groups of cones begin, where the last one ends, and
    /// from which parts of the map a path to it may have a single bend that only lists
    /// of cones tell: 16 numbers.
    pub areas: Vec<u32>,
    /// How far is seen from each area, at most, in world units.
    pub outlooks: Vec<f32>,
    /// What areas list, packed.
    pub cones: Vec<u64>,
    /// Where the rows of entries begin for each corner and wedge, and where they
    /// end.
    pub row_starts: Vec<u32>,
    /// For each corner, how far it is to some others, roughly: 24 numbers; or nothing.
    pub bearings: Vec<u16>,
    /// Distances to hubs, packed.
    pub entries: Vec<u64>,
    /// For each entry, the one at the next corner towards the hub.
    pub nexts: Vec<u32>,
    /// Where the ways begin for each corner and wedge, and where they end.
    pub arc_starts: Vec<u32>,
    /// Where each way leads: twice the corner, and 1 for its last wedge.
    pub arc_ends: Vec<u32>,
    /// How many ways may follow each one.
    pub arc_reaches: Vec<u32>,
}

/// Why stored labels are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoredLabelsError {
    /// They belong to another mesh.
    #[error("the labels belong to another mesh; bake them again")]
    OtherMesh,
    /// Some lists have lengths that do not fit together.
    #[error("the labels have {length} {list}, but {needed} are needed; bake them again")]
    Length {
        /// Of what.
        list: &'static str,
        /// How many there are.
        length: usize,
        /// How many there would have to be.
        needed: usize,
    },
    /// Something names what there is not, or breaks an order.
    #[error("number {index} of the labels' {list} is wrong; bake them again")]
    Wrong {
        /// Of what.
        list: &'static str,
        /// The first one.
        index: usize,
    },
}

/// Which corners of a mesh are the best hubs: all that is needed to bake the same
/// labels again in less time. Two or four bytes for each corner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HubOrder {
    /// For each corner, the best hub first, its number among the fans that are
    /// corners.
    pub corners: Vec<u32>,
}

impl HubOrder {
    /// The corner of each rank; nothing if there is no such corner.
    pub(super) fn corners(&self, mesh: &NavMesh, corners: &Corners) -> Option<Vec<u32>> {
        let fans: Vec<FanId> = Corners::fans_of(mesh).collect();
        let corner = |&number: &u32| Some(corners.of_fan(*fans.get(number as usize)?));
        self.corners.iter().map(corner).collect()
    }
}

const AREA_NUMBERS: usize = 16;

impl Labels {
    /// The order of hubs, for [`BakeOptions::order`](super::BakeOptions::order).
    #[must_use]
    pub fn hub_order(&self) -> HubOrder {
        let mut by_rank: Vec<(u32, u32)> =
            self.ranks.iter().copied().zip(self.fans.iter().copied()).collect();
        by_rank.sort_unstable();
        let mut fans = self.fans.clone();
        fans.sort_unstable();
        let number = |&(_, fan): &(u32, u32)| fans.partition_point(|&other| other < fan);
        let corners = by_rank.iter().map(number).map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        HubOrder { corners: corners.collect() }
    }

    /// The labels as plain data.
    #[must_use]
    pub fn to_stored(&self) -> StoredLabels {
        let area = |row: &AreaRow| row.bounds.into_iter().chain(row.single_bends.0);
        let starts = self.corners.iter().flat_map(|row| row.starts().into_iter().take(2));
        let end = self.corners.last().map_or(0, |row| row.starts()[2]);
        StoredLabels {
            fingerprint: self.fingerprint,
            fans: self.fans.clone(),
            ranks: self.ranks.clone(),
            hub_count: self.hub_count,
            units_per_length: self.units.per_length,
            areas: self.areas.iter().flat_map(area).collect(),
            outlooks: self.outlooks.clone(),
            cones: self.cones.clone(),
            row_starts: starts.chain([end]).collect(),
            bearings: if self.has_beacons {
                self.corners.iter().flat_map(|row| row.bearings.to_plain()).collect()
            } else {
                Vec::new()
            },
            entries: self.entries.all().collect(),
            nexts: self.chains.nexts().collect(),
            arc_starts: self.graph.starts.clone(),
            arc_ends: self.graph.arcs.iter().map(|arc| arc.to.0).collect(),
            arc_reaches: self.graph.arcs.iter().map(|arc| arc.reach).collect(),
        }
    }
}

impl StoredLabels {
    /// Checks labels for a mesh: every number is within what it counts, lists are
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
            mesh_size: MeshSize::of(mesh),
            fingerprint: self.fingerprint,
            identity: 0,
            corners,
            fans: self.fans,
            ranks: self.ranks,
            hub_count: self.hub_count,
            areas,
            outlooks: self.outlooks,
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
        has_length("outlooks", self.outlooks.len(), mesh.area_count())?;
        all_right("outlooks", &self.outlooks, |&outlook| outlook >= 0.0)?;
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
        has_length("entries", self.entries.len(), ROW * rows)?;
        has_length("nexts", self.nexts.len(), ROW * rows)?;
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
