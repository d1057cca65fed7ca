//! What labels are made from, whatever the number of hubs, and putting them together.

use tautline_geometry::Wide;
use tautline_navmesh::{FanId, NavMesh};

use super::cones::list_cones;
use super::hubs::Labeller;
use super::slices::Slices;
use super::views::{Cone, look_from_all};
use super::{BakeError, BakeProgress};
use crate::binding::Binding;
use crate::fingerprint;
use crate::labels::Labels;
use crate::labels::tables::entries::{Entries, Entry};
use crate::labels::tables::packed_cone::{ConeLayout, GROUPS};
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::taut_graph::TautGraph;
use crate::labels::tables::units::Units;
use crate::landmarks::Landmarks;
use crate::number;
use crate::taut::corners::Corners;
use crate::taut::signs::Signs;

/// The number of entries from which on it pays to rule some out by landmarks: below, the
/// processor's cache holds nearly all of them.
const LEAST_ENTRIES: usize = 1 << 18;

/// The number of corners that are no hubs from which on it pays to guide the search among them.
const LEAST_SEARCHED: usize = 1 << 10;

/// What labels are made from.
pub(super) struct Ground<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) corners: Corners,
    layout: ConeLayout,
    cones: Vec<Cone>,
}

impl<'a> Ground<'a> {
    /// Looks over the mesh, as long as what is seen may fit into so many bytes; with
    /// the graph of the ways between corners that see each other tautly.
    pub(super) fn survey(
        mesh: &'a NavMesh,
        most: usize,
        go_on: &mut dyn FnMut(&BakeProgress) -> bool,
    ) -> Result<(Self, TautGraph), BakeError> {
        let signs = Signs::of_vertices(mesh);
        let corners = Corners::of_mesh(mesh, signs);
        let (count, vertices) = (corners.count(), mesh.vertices().len());
        let too_large = BakeError::TooLarge { corners: count, vertices };
        let layout = ConeLayout::new(count, vertices).ok_or(too_large)?;
        let mut views = look_from_all(mesh, &corners, most, go_on)?;
        let graph = TautGraph::new(&corners, signs, std::mem::take(&mut views.sightings));
        Ok((Self { mesh, corners, layout, cones: views.cones }, graph))
    }

    /// The bytes of what areas list, whatever the number of hubs.
    pub(super) fn cone_bytes(&self) -> usize {
        size_of::<u64>() * self.cones.len() + GROUPS * size_of::<u32>() * self.mesh.area_count()
    }

    /// The most hubs that there can be.
    pub(super) fn most_hubs(&self) -> usize {
        self.corners.count().min(Entry::MOST_HUBS)
    }

    /// Labels with the hubs that have been worked on; with landmarks or without, or as it pays.
    pub(super) fn pack(
        &self,
        graph: &TautGraph,
        ranking: &Ranking,
        labeller: &Labeller<'_>,
        with_landmarks: Option<bool>,
    ) -> Result<Labels, BakeError> {
        let Self { mesh, corners, layout, cones, .. } = self;
        let ranking = &ranking.completed(graph);
        let distances = labeller.labels.iter().flat_map(|label| &label.distances);
        let longest = distances.fold(0.0_f64, |most, distance| most.max(distance.length));
        let bounds = mesh.bounds();
        let across = Wide::from(bounds.min).distance(bounds.max.into());
        let units = Units::up_to(longest.max(across));
        let slices = Slices::new(graph, ranking, &labeller.labels, units);
        if !slices.always_come_nearer() {
            return Err(BakeError::TooFine { per_length: units.per_length });
        }
        let (cone_starts, cones) = list_cones(mesh, corners, *layout, graph, &slices, cones);
        let hub_count = number(labeller.hubs);
        let searched = corners.count() - labeller.hubs;
        let pays = slices.entries.len() >= LEAST_ENTRIES || searched >= LEAST_SEARCHED;
        let landmarks = with_landmarks
            .unwrap_or(pays)
            .then(|| {
                let hubs = ranking.corners[..labeller.hubs.min(Landmarks::MOST_GIVEN)].iter();
                let hubs: Vec<FanId> = hubs.map(|&hub| corners.get(hub).fan).collect();
                let least_vertices =
                    if with_landmarks.is_some() { 0 } else { Landmarks::LEAST_VERTICES };
                Landmarks::with_given(mesh, &hubs, least_vertices)
            })
            .filter(|landmarks| !landmarks.is_empty());
        let labels = Labels {
            layout: *layout,
            binding: Binding::to(mesh),
            fingerprint: fingerprint::of(mesh),
            identity: 0,
            fans: corners.all.iter().map(|corner| corner.fan).collect(),
            points: corners.all.iter().map(|corner| corner.point).collect(),
            ranks: ranking.ranks.clone(),
            hub_count,
            cone_starts,
            cones,
            units,
            landmarks,
            row_starts: slices.starts,
            entries: Entries::new(&slices.entries, slices.nexts, slices.owners),
            graph: graph.without(|corner| ranking.is_among_best(hub_count, corner)),
        };
        Ok(labels.identified())
    }
}
