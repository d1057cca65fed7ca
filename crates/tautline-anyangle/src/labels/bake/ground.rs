//! What labels are made from, whatever the number of hubs, and putting them together.

use tautline_geometry::DVec2;
use tautline_navmesh::NavMesh;

use super::beacons::{self, Beacons};
use super::cones::list_cones;
use super::hubs::Labeller;
use super::slices::Slices;
use super::views::{Cone, look_from_all};
use super::{BakeError, BakeProgress};
use crate::binding::Binding;
use crate::fingerprint;
use crate::labels::Labels;
use crate::labels::tables::bearings::Bearings;
use crate::labels::tables::chains::Chains;
use crate::labels::tables::entries::{Entries, Entry};
use crate::labels::tables::packed_cone::ConeLayout;
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::rows::CornerRow;
use crate::labels::tables::sieve::Sieve;
use crate::labels::tables::taut_graph::TautGraph;
use crate::labels::tables::units::Units;
use crate::taut::corners::Corners;
use crate::taut::signs::Signs;

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
        size_of::<u64>() * self.cones.len() + 64 * self.mesh.area_count()
    }

    /// The most hubs that there can be.
    pub(super) fn most_hubs(&self) -> usize {
        self.corners.count().min(Entry::MOST_HUBS)
    }

    /// Labels with the hubs that have been worked on.
    pub(super) fn pack(
        &self,
        graph: &TautGraph,
        ranking: &Ranking,
        labeller: &Labeller<'_>,
        beacons: &mut Beacons<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { mesh, corners, layout, cones, .. } = self;
        let ranking = &ranking.completed(graph);
        let distances = labeller.labels.iter().flat_map(|label| &label.distances);
        let longest = distances.fold(0.0_f64, |most, distance| most.max(distance.length));
        let bounds = mesh.bounds();
        let across = DVec2::from(bounds.min).distance(bounds.max.into());
        let units = Units::up_to(longest.max(across));
        let slices = Slices::new(graph, ranking, &labeller.labels, units);
        if !slices.always_come_nearer() {
            return Err(BakeError::TooFine { per_length: units.per_length });
        }
        let (areas, cones) = list_cones(mesh, corners, *layout, graph, &slices, cones);
        let hub_count = u32::try_from(labeller.hubs).unwrap_or(u32::MAX);
        let points = corners.all.iter().map(|corner| corner.point);
        let searched = corners.count() - labeller.hubs;
        let has_beacons = beacons::pay(slices.entries.len(), searched);
        let bearings = if has_beacons {
            beacons.bearings(ranking, labeller.hubs, units)
        } else {
            vec![Bearings::UNKNOWN; corners.count()]
        };
        let corner_rows = CornerRow::all(points, &slices.starts, bearings.into_iter());
        let sieve = Sieve::new(mesh, *layout, &corner_rows, &areas, &cones);
        let labels = Labels {
            layout: *layout,
            binding: Binding::to(mesh),
            fingerprint: fingerprint::of(mesh),
            identity: 0,
            fans: corners.all.iter().map(|corner| corner.fan.0).collect(),
            ranks: ranking.ranks.clone(),
            corners: corner_rows,
            hub_count,
            areas,
            cones,
            sieve,
            units,
            has_beacons,
            entries: Entries::new(&slices.entries),
            chains: Chains::new(&slices.nexts, slices.owners),
            graph: graph.without(|corner| ranking.is_among_best(hub_count, corner)),
        };
        Ok(labels.identified())
    }
}
