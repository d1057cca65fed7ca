//! The input of a bake that does not depend on the hubs, and assembling labels from it.

use tautline_anyangle::Landmarks;
use tautline_geometry::DVec2;
use tautline_navmesh::internal::{Binding, fingerprint};
use tautline_navmesh::{FanId, NavMesh};

use super::BakeError;
use super::best_hubs::BestHubs;
use super::cones::list_cones;
use super::hubs::Labeller;
use super::memory::Limits;
use super::progress::KeepGoing;
use super::sorted_entries::SortedEntries;
use super::visibility::{Cone, visibility_of_all};
use crate::labels::{CornerRecord, Labels};
use crate::tables::below_hubs::BelowHubs;
use crate::tables::cones::{Cones, GROUPS};
use crate::tables::entries::{Entries, EntryFormat};
use crate::tables::fixed_point::FixedPoint;
use crate::tables::hierarchy::Hierarchy;
use crate::tables::ranking::Ranking;
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::{Corners, TautNode};
use crate::to_u32;

/// The number of landmarks that are hubs, for upper bounds on distances. The others are far
/// apart, for lower bounds.
const HUB_LANDMARKS: usize = 8;

/// The number of entries from which landmarks pay off for ruling out corners: fewer mostly
/// fit into the processor's cache.
const MIN_ENTRIES: usize = 1 << 18;

/// The number of corners that are not hubs from which landmarks pay off as a heuristic.
const MIN_NON_HUBS: usize = 1 << 10;

/// The corners of a mesh, and what they see.
pub(super) struct BakeInput<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) corners: Corners,
    /// The cones of all corners, in order.
    cones: Vec<Vec<Cone>>,
    /// Forces landmarks on or off. By default, they are used where they pay off.
    with_landmarks: Option<bool>,
}

impl<'a> BakeInput<'a> {
    /// Collects what all corners see, as long as it may fit into the limits. Returns the taut
    /// visibility graph as well.
    pub(super) fn collect(
        mesh: &'a NavMesh,
        with_landmarks: Option<bool>,
        limits: Limits,
        keep_going: KeepGoing<'_>,
    ) -> Result<(Self, TautVisibilityGraph), BakeError> {
        let corners = Corners::of_mesh(mesh);
        let (count, vertices) = (corners.count(), mesh.vertices().len());
        if vertices >= Cones::AWAY as usize {
            return Err(BakeError::TooLarge { corners: count, vertices });
        }
        let visibility = visibility_of_all(mesh, &corners, limits, keep_going)?;
        let mut cones = Vec::with_capacity(visibility.len());
        let mut taut_pairs = Vec::with_capacity(visibility.len());
        for seen in visibility {
            cones.push(seen.cones);
            taut_pairs.push(seen.taut_pairs);
        }
        let graph = TautVisibilityGraph::new(&corners, taut_pairs);
        Ok((Self { mesh, corners, cones, with_landmarks }, graph))
    }

    fn cone_count(&self) -> usize {
        self.cones.iter().map(Vec::len).sum()
    }

    /// Returns the memory that it takes.
    pub(super) fn memory(&self) -> usize {
        size_of::<Cone>() * self.cone_count()
    }

    /// Returns the bytes of the cones, which do not depend on the hubs.
    pub(super) fn cone_bytes(&self) -> usize {
        Cones::BYTES_EACH * self.cone_count() + GROUPS * size_of::<u32>() * self.mesh.area_count()
    }

    /// Returns true if landmarks pay off for a number of entries, and of corners that are not
    /// hubs.
    pub(super) fn landmarks_pay(&self, entries: usize, non_hubs: usize) -> bool {
        (entries >= MIN_ENTRIES || non_hubs >= MIN_NON_HUBS)
            && self.mesh.fan_count() >= Landmarks::MIN_VERTICES
    }

    /// Assembles labels in which all corners are hubs.
    pub(super) fn pack_all(
        &self,
        graph: &TautVisibilityGraph,
        ranking: &Ranking,
        labeller: &Labeller,
    ) -> Result<Labels, BakeError> {
        let (sorted, fixed_point) = self.sort_entries(graph, ranking, labeller, 0.0)?;
        let taut_count = |node, arcs| sorted.taut_rows(node, arcs);
        let cones = list_cones(self.mesh, &self.corners, graph, &taut_count, &self.cones);
        let tables = Tables { sorted, fixed_point, cones, below_hubs: BelowHubs::None };
        Ok(self.assemble(ranking, labeller.hubs, tables))
    }

    /// Assembles labels in which the best corners are hubs, and a hierarchy of the others. The hubs
    /// were labelled in the graph that contraction has left of them.
    pub(super) fn pack_hierarchy(
        &self,
        graph: &TautVisibilityGraph,
        ranking: &Ranking,
        best: &BestHubs,
    ) -> Result<Labels, BakeError> {
        let BestHubs { contraction, graph: hub_graph, labeller } = best;
        let climb = contraction.longest_climb(ranking, labeller.hubs);
        let (sorted, fixed_point) = self.sort_entries(hub_graph, ranking, labeller, climb)?;
        let upwards = contraction.upward_edges(ranking);
        let of_hubs = contraction.edges_of_hubs(ranking, labeller.hubs);
        // Counts rows of entries at a hub, and arcs at other corners.
        let count = |node: TautNode, arcs| {
            if (ranking.ranks[node.corner() as usize] as usize) < labeller.hubs {
                sorted.taut_rows(node, of_hubs.count_within(node, arcs)).0
            } else {
                upwards.count_within(node, arcs)
            }
        };
        let arcs = upwards.arcs(count);
        let taut_count = |node, arcs| (count(node, arcs), true);
        let cones = list_cones(self.mesh, &self.corners, graph, &taut_count, &self.cones);
        let below_hubs =
            BelowHubs::Hierarchy(Hierarchy { graph: arcs, middles: upwards.middles() });
        let tables = Tables { sorted, fixed_point, cones, below_hubs };
        Ok(self.assemble(ranking, labeller.hubs, tables))
    }

    /// Assembles labels without hubs or hierarchy: paths are searched for in the graph.
    pub(super) fn pack_graph(
        &self,
        graph: &TautVisibilityGraph,
        ranking: &Ranking,
    ) -> Result<Labels, BakeError> {
        let (sorted, fixed_point) =
            self.sort_entries(graph, ranking, &Labeller::new(graph.corner_count()), 0.0)?;
        let taut_count = |_, arcs| (arcs, true);
        let cones = list_cones(self.mesh, &self.corners, graph, &taut_count, &self.cones);
        let tables =
            Tables { sorted, fixed_point, cones, below_hubs: BelowHubs::Graph(graph.clone()) };
        Ok(self.assemble(ranking, 0, tables))
    }

    /// Lays out the entries of all corners, in a fixed-point format that also holds the longest climb
    /// to a hub.
    fn sort_entries(
        &self,
        graph: &TautVisibilityGraph,
        ranking: &Ranking,
        labeller: &Labeller,
        longest_climb: f64,
    ) -> Result<(SortedEntries, FixedPoint), BakeError> {
        let distances = labeller.labels.iter().flat_map(|label| &label.distances);
        let longest = distances.fold(0.0_f64, |most, distance| most.max(distance.length));
        let bounds = self.mesh.bounds();
        let across = DVec2::from(bounds.min).distance(bounds.max.into());
        // A query adds legs and climbs to these distances. A leg can be as long as the mesh, and if few
        // corners are hubs, a climb can be longer than all distances between hubs.
        let format = EntryFormat::for_hubs(labeller.hubs);
        let longest = longest.max(across + longest_climb);
        let fixed_point = FixedPoint::for_lengths_up_to(longest, format);
        let sorted = SortedEntries::new(graph, ranking, &labeller.labels, (format, fixed_point));
        if !sorted.always_come_nearer() {
            return Err(BakeError::TooFine { units_per_length: fixed_point.units_per_length });
        }
        Ok((sorted, fixed_point))
    }

    /// Assembles labels from tables.
    fn assemble(&self, ranking: &Ranking, hubs: usize, tables: Tables) -> Labels {
        let &Self { mesh, ref corners, with_landmarks, .. } = self;
        let Tables { sorted, fixed_point, cones, below_hubs } = tables;
        let pays = self.landmarks_pay(sorted.entries.len(), corners.count() - hubs);
        let landmarks = with_landmarks.unwrap_or(pays).then(|| {
            let best = ranking.corners[..HUB_LANDMARKS.min(corners.count())].iter();
            let best: Vec<FanId> = best.map(|&hub| corners.get(hub).fan).collect();
            let min_vertices = if with_landmarks.is_some() { 0 } else { Landmarks::MIN_VERTICES };
            Landmarks::on_foot(mesh, &best, min_vertices)
        });
        let landmarks = landmarks.filter(|landmarks| !landmarks.is_empty() && corners.count() > 0);
        let fans = || corners.all.iter().map(|corner| corner.fan);
        let rows = landmarks.iter().flat_map(|known| fans().map(|fan| *known.row(fan)));
        Labels {
            binding: Binding::to(mesh),
            fingerprint: fingerprint::of(mesh),
            identity: 0,
            fans: fans().collect(),
            corners: CornerRecord::all(&sorted.starts, rows),
            points: corners.all.iter().map(|corner| corner.point).collect(),
            ranks: ranking.ranks.clone(),
            hub_count: to_u32(hubs),
            cones,
            fixed_point,
            landmark_unit: landmarks.as_ref().map(|landmarks| landmarks.unit()),
            entries: Entries::new(sorted.format, &sorted.entries, sorted.nexts, sorted.owners),
            below_hubs,
            links: Vec::new(),
        }
    }
}

/// The tables that depend on the hubs.
struct Tables {
    sorted: SortedEntries,
    fixed_point: FixedPoint,
    cones: Cones,
    below_hubs: BelowHubs,
}
