//! Verification of stored labels.

use tautline_geometry::Vec2;
use tautline_navmesh::internal::{Binding, fingerprint};
use tautline_navmesh::{FanId, NavMesh};

use super::checks::{all_right, has_length, has_rows, starts_of, wrong};
use super::links::verify_layers;
use super::{StoredLabels, StoredLabelsError};
use crate::labels::{CornerRecord, Labels};
use crate::tables::cones::{Cones, GROUPS};
use crate::tables::entries::{Entries, Entry, EntryFormat, ROW};
use crate::tables::fixed_point::FixedPoint;
use crate::tables::ranking::Ranking;
use crate::taut::corners::{Corners, TautNode};

impl StoredLabels {
    /// Checks labels for a mesh, and binds them to it and its clones. Every number must be
    /// in range, lists in order, and each step towards a hub nearer to it, so that every
    /// path ends. O(n).
    ///
    /// The distances themselves are not checked, because that would take as long as a bake.
    /// A forged file can lead to wrong paths, but to nothing worse. Store a checksum with
    /// it.
    ///
    /// # Errors
    ///
    /// A [`StoredLabelsError`].
    pub fn verify(self, mesh: &NavMesh) -> Result<Labels, StoredLabelsError> {
        if self.fingerprint != fingerprint::of(mesh) {
            return Err(StoredLabelsError::OtherMesh);
        }
        let points = self.verify_corners(mesh)?;
        self.verify_cones(mesh)?;
        let owners = self.verify_entries()?;
        let below_hubs = self.verify_below_hubs(&points)?;
        // Landmarks are optional: no distances, or a row for each corner.
        let (rows, rest) = self.landmark_distances.as_chunks();
        let has_landmarks = !self.landmark_distances.is_empty();
        if has_landmarks && (rows.len() != points.len() || !rest.is_empty()) {
            return Err(wrong("landmark distances", rows.len()));
        }
        let unit = self.landmark_unit;
        if !(unit.is_finite() && unit > 0.0) {
            return Err(wrong("landmark unit", 0));
        }
        let rows = rows.iter().copied();
        let corner_count = points.len();
        let corners = CornerRecord::all(&self.row_starts, rows);
        let format = self.entry_format();
        let mut labels = Labels {
            binding: Binding::to(mesh),
            fingerprint: self.fingerprint,
            identity: 0,
            fans: self.fans.into_iter().map(FanId).collect(),
            corners,
            points,
            ranks: self.ranks,
            hub_count: self.hub_count,
            cones: Cones {
                starts: self.cone_starts,
                nodes: self.cone_nodes.into_iter().map(TautNode).collect(),
                limits: self.cone_limits.as_chunks().0.to_vec(),
                row_counts: self.cone_row_counts,
                ..Cones::default()
            }
            .with_regions(corner_count),
            fixed_point: FixedPoint { units_per_length: self.units_per_length },
            landmark_unit: has_landmarks.then_some(unit),
            entries: Entries::new(format, &self.entries, self.nexts, owners),
            below_hubs,
            links: Vec::new(),
        };
        labels.links = verify_layers(self.links, mesh, &labels)?;
        Ok(labels.identified())
    }

    const fn entry_format(&self) -> EntryFormat {
        EntryFormat::for_hubs(self.hub_count as usize)
    }

    /// Returns the positions of the corners.
    fn verify_corners(&self, mesh: &NavMesh) -> Result<Vec<Vec2>, StoredLabelsError> {
        if let Some(fan) = Corners::fans_of(mesh).find(|&fan| mesh.fan(fan).exceeds_full_turn()) {
            return Err(wrong("fans", fan.index()));
        }
        has_length("fans", self.fans.len(), Corners::fans_of(mesh).count())?;
        // The corners must be a permutation of the fans that are corners.
        let mut is_named = vec![false; mesh.fan_count()];
        let mut points = Vec::with_capacity(self.fans.len());
        for (index, &fan) in self.fans.iter().enumerate() {
            let is_named = is_named.get_mut(fan as usize).filter(|is_named| !**is_named);
            let is_named = is_named.filter(|_| mesh.fan(FanId(fan)).is_corner());
            *is_named.ok_or(wrong("fans", index))? = true;
            points.push(mesh.vertices()[mesh.fan(FanId(fan)).vertex().index()]);
        }
        has_length("ranks", self.ranks.len(), self.fans.len())?;
        if Ranking::new(self.ranks.clone()).is_none() {
            return Err(wrong("ranks", 0));
        }
        let hubs = self.hub_count as usize;
        let are_all = self.arc_starts.is_empty();
        if hubs > self.fans.len() || are_all && hubs < self.fans.len() {
            return Err(wrong("hub count", hubs));
        }
        let is_unit = self.units_per_length.is_finite() && self.units_per_length > 0.0;
        if is_unit { Ok(points) } else { Err(wrong("units", 0)) }
    }

    fn verify_cones(&self, mesh: &NavMesh) -> Result<(), StoredLabelsError> {
        let count = starts_of("cone starts", &self.cone_starts, GROUPS * mesh.area_count())?;
        has_length("cone nodes", self.cone_nodes.len(), count)?;
        has_length("cone limits", self.cone_limits.len(), 2 * count)?;
        has_length("cone row counts", self.cone_row_counts.len(), count)?;
        let (corners, vertices) = (self.fans.len(), mesh.vertices().len());
        all_right("cone nodes", &self.cone_nodes, |&node| (node as usize) < 2 * corners)?;
        all_right("cone limits", &self.cone_limits, |&limit| {
            ((limit & !Cones::AWAY) as usize) < vertices
        })
    }

    /// Returns the corner of each row.
    fn verify_entries(&self) -> Result<Vec<u32>, StoredLabelsError> {
        let rows = starts_of("row starts", &self.row_starts, 2 * self.fans.len())?;
        has_rows("entries", self.entries.len(), rows)?;
        has_rows("nexts", self.nexts.len(), rows)?;
        let mut owners = Vec::with_capacity(rows);
        for (corner, starts) in (0..).zip(self.row_starts.windows(3).step_by(2)) {
            owners.resize(starts[2] as usize, corner);
        }
        let format = self.entry_format();
        for (index, (&entry, &next)) in self.entries.iter().zip(&self.nexts).enumerate() {
            let (hub, distance) = (format.hub(Entry(entry)), format.distance(Entry(entry)));
            // At the hub, the distance is 0; anywhere else, the next entry is nearer to the
            // same hub.
            let is_right = if next as usize == index {
                let owner = owners[index / ROW];
                hub == self.ranks[owner as usize] as usize && distance == 0
            } else {
                self.entries.get(next as usize).is_some_and(|&next| {
                    let next = Entry(next);
                    format.hub(next) == hub && format.distance(next) < distance
                })
            };
            if !is_right || hub >= self.hub_count as usize {
                return Err(wrong("entries", index));
            }
        }
        Ok(owners)
    }
}
