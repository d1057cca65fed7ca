//! Computing labels.

pub(super) mod beacons;
pub(super) mod cones;
pub(super) mod dial;
pub(super) mod hubs;
pub(super) mod order;
pub(super) mod outlook;
pub(super) mod slices;

use tautline_geometry::Wide;
use tautline_navmesh::{FanId, NavMesh};
use thiserror::Error;

use crate::labels::bake::beacons::Bearings;
use crate::labels::bake::cones::{Cone, Views, list_cones};
use crate::labels::bake::dial::{Choice, Trial};
use crate::labels::bake::hubs::Labeller;
use crate::labels::bake::order::{Ranker, Ranking};
use crate::labels::bake::slices::Slices;
use crate::labels::stored::HubOrder;
use crate::labels::tables::chains::Chains;
use crate::labels::tables::packed::{ConeLayout, CornerRow, Entries, Entry, Units};
use crate::labels::tables::sieve::Sieve;
use crate::labels::tables::taut_graph::TautGraph;
use crate::labels::{Labels, MeshSize, fingerprint};
use crate::taut::corners::Corners;
use crate::taut::signs::Signs;

/// What to bake.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BakeOptions {
    /// How many corners become hubs. Answers are the same with any number of
    /// them; memory grows with it, and time mostly falls.
    pub hubs: Hubs,
    /// How many bytes the labels may take in memory. Without a number: for
    /// [`Hubs::Auto`], [`Labels::usual_bytes`]; else, as many as they need.
    pub max_bytes: Option<usize>,
    /// Which corners are the best hubs, if that is known from an earlier bake of
    /// the same mesh: more than half of the time is spent on finding it out.
    pub order: Option<HubOrder>,
}

impl BakeOptions {
    /// The usual ones, with a number of hubs.
    #[must_use]
    pub fn with_hubs(hubs: Hubs) -> Self {
        Self { hubs, ..Self::default() }
    }
}

/// How many corners become hubs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hubs {
    /// As many as are worth their memory: some numbers are tried on random
    /// queries whose work is counted, and of those that are nearly the fastest the
    /// least is taken.
    #[default]
    Auto,
    /// All, as far as there is room for: 65,536.
    All,
    /// So many at most. None is a choice too: then paths are searched, among the
    /// corners instead of on the mesh. Few are one for ground that is new: on maps
    /// of some thousand corners, 64 are baked in less than half of the time, and
    /// queries take an eighth to a fifth of that of a search.
    AtMost(usize),
}

/// How far a bake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeProgress {
    /// What is being done.
    pub stage: BakeStage,
    /// How much of it is done.
    pub done: usize,
    /// How much there is to do.
    pub total: usize,
    /// How many bytes the labels will take: in [`BakeStage::Looking`] an estimate
    /// for what areas list, and later so many at least.
    pub bytes: usize,
}

/// What a bake does, in order; where several numbers of hubs are tried, the last
/// two take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BakeStage {
    /// Looking from corners over the mesh.
    Looking,
    /// Finding out which corners are the best hubs.
    Ordering,
    /// Computing the distances to hubs.
    Labelling,
}

/// Labels, and how they came about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LabelBake {
    /// The labels.
    pub labels: Labels,
    /// Why they have as many hubs as they have.
    pub choice: Choice,
    /// The numbers of hubs that were tried.
    pub trials: Vec<Trial>,
}

/// Why there are no labels.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BakeError {
    /// Somewhere the ground reaches around a vertex by more than a full turn.
    #[error("the ground winds around vertex {vertex}, which labels do not describe; search online")]
    WindingGround {
        /// The vertex.
        vertex: u32,
    },
    /// There are more corners and vertices than can be told apart.
    #[error(
        "the mesh has {corners} corners and {vertices} vertices, too many for labels; search online"
    )]
    TooLarge {
        /// How many corners there are.
        corners: usize,
        /// How many vertices there are.
        vertices: usize,
    },
    /// Two corners are so near to each other, and the mesh is so large, that their
    /// distance is lost in rounding.
    #[error(
        "some corners are nearer to each other than can be told with {per_length} units per length; search online"
    )]
    TooFine {
        /// How many units of distance there would be in one world unit.
        per_length: f64,
    },
    /// Even without hubs, or with those that were asked for, the labels would be
    /// too large.
    #[error(
        "the labels take {bytes} bytes or more, but {most} are allowed; allow more, or search online"
    )]
    OverBudget {
        /// How many bytes they would take at least, or by an estimate.
        bytes: usize,
        /// How many they may take.
        most: usize,
    },
    /// The order of hubs is that of another mesh.
    #[error("the order of hubs is not that of this mesh; bake without it")]
    WrongOrder,
    /// The caller did not want to go on.
    #[error("the bake was cancelled")]
    Cancelled,
}

impl Labels {
    /// Computes the labels of a mesh: with the feature `rayon` on all cores, and
    /// with the same bits on any number of them.
    ///
    /// O(n k) and more, for n corners that see k others; a few seconds for maps of
    /// 20,000 corners.
    ///
    /// # Errors
    ///
    /// A [`BakeError`]: for ground that winds around a vertex, and where labels
    /// would take more memory than they may. The online search answers there.
    ///
    /// ```
    /// use tautline_anyangle::{BakeOptions, LabelScratch, Labels};
    /// use tautline_anyangle::navmesh::{BuildOptions, NavMesh, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
    /// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    ///
    /// let (start, goal) = (Vec2::ZERO.into(), Vec2::new(5.0, 4.0).into());
    /// let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
    /// let length = labels.shortest_path(&mesh, start, goal, &mut scratch, &mut points)?;
    /// assert_eq!(points, [Vec2::ZERO, Vec2::new(4.0, 1.0), Vec2::new(5.0, 4.0)]);
    /// assert_eq!(length, 17_f64.sqrt() + 10_f64.sqrt());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bake(mesh: &NavMesh, options: &BakeOptions) -> Result<Self, BakeError> {
        Self::bake_with(mesh, options, &mut |_| true).map(|bake| bake.labels)
    }

    /// As [`Self::bake`]; tells why the labels have as many hubs as they have, and
    /// calls `go_on` now and then, which says whether to.
    ///
    /// # Errors
    ///
    /// As of [`Self::bake`], and [`BakeError::Cancelled`].
    pub fn bake_with(
        mesh: &NavMesh,
        options: &BakeOptions,
        go_on: &mut dyn FnMut(&BakeProgress) -> bool,
    ) -> Result<LabelBake, BakeError> {
        let fans = || (0..).map(FanId).take(mesh.fan_count());
        if let Some(fan) = fans().find(|&fan| mesh.fan(fan).is_winding()) {
            return Err(BakeError::WindingGround { vertex: mesh.fan(fan).vertex().0 });
        }
        let usual = (options.hubs == Hubs::Auto).then(|| Self::usual_bytes(mesh));
        let most = options.max_bytes.or(usual).unwrap_or(usize::MAX);
        let (ground, graph) = Ground::survey(mesh, most, go_on)?;
        let ranker = match &options.order {
            None => Ranker::new(&graph),
            Some(order) => {
                let corners = order.corners(mesh, &ground.corners);
                let ranking = corners.and_then(|corners| Ranking::new(&corners));
                let ranking = ranking.filter(|known| known.ranks.len() == graph.corner_count());
                Ranker::with(&graph, ranking.ok_or(BakeError::WrongOrder)?)
            }
        };
        dial::choose(&ground, &graph, ranker, options.hubs, most, go_on)
    }

    /// How many bytes labels may take unless a number is given: in proportion to
    /// the mesh.
    #[must_use]
    pub fn usual_bytes(mesh: &NavMesh) -> usize {
        // Some 300,000 bytes for small meshes, and 24 times those of the mesh.
        const LEAST: usize = 300_000;
        LEAST + 24 * (32 * mesh.side_count() + size_of_val(mesh.vertices()))
    }
}

/// Tells how far a bake is; an error if it is not to go on.
pub(in crate::labels) fn report(
    go_on: &mut dyn FnMut(&BakeProgress) -> bool,
    stage: BakeStage,
    [done, total]: [usize; 2],
    bytes: usize,
) -> Result<(), BakeError> {
    let goes_on = go_on(&BakeProgress { stage, done, total, bytes });
    if goes_on { Ok(()) } else { Err(BakeError::Cancelled) }
}

/// What labels are made from.
pub(in crate::labels) struct Ground<'a> {
    pub(in crate::labels) mesh: &'a NavMesh,
    pub(in crate::labels) corners: Corners,
    layout: ConeLayout,
    cones: Vec<Cone>,
    outlooks: Vec<f32>,
}

impl<'a> Ground<'a> {
    fn survey(
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
        let outlooks = outlook::outlooks(mesh);
        Ok((Self { mesh, corners, layout, cones: views.cones, outlooks }, graph))
    }

    /// The bytes of what areas list, whatever the number of hubs.
    pub(in crate::labels) fn cone_bytes(&self) -> usize {
        size_of::<u64>() * self.cones.len() + 68 * self.mesh.area_count()
    }

    /// The most hubs that there can be.
    pub(in crate::labels) fn most_hubs(&self) -> usize {
        self.corners.count().min(Entry::MOST_HUBS)
    }

    /// Labels with the hubs that have been worked on.
    pub(in crate::labels) fn pack(
        &self,
        graph: &TautGraph,
        ranking: &Ranking,
        labeller: &Labeller<'_>,
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
        let (areas, cones) = list_cones(mesh, corners, *layout, graph, &slices, cones);
        let hub_count = u32::try_from(labeller.hubs).unwrap_or(u32::MAX);
        let points = corners.all.iter().map(|corner| corner.point);
        let has_beacons = labeller.hubs == corners.count() && beacons::pay(slices.entries.len());
        let bearings = if has_beacons {
            beacons::survey(mesh, corners, ranking, units)
        } else {
            vec![Bearings::UNKNOWN; corners.count()]
        };
        let corner_rows = CornerRow::all(points, &slices.starts, bearings.into_iter());
        let sieve = Sieve::new(mesh, *layout, &corner_rows, &areas, &cones);
        let labels = Labels {
            layout: *layout,
            mesh_size: MeshSize::of(mesh),
            fingerprint: fingerprint::of(mesh),
            identity: 0,
            fans: corners.all.iter().map(|corner| corner.fan.0).collect(),
            ranks: ranking.ranks.clone(),
            corners: corner_rows,
            hub_count,
            areas,
            outlooks: self.outlooks.clone(),
            cones,
            sieve,
            units,
            has_beacons,
            entries: Entries::new(&slices.entries),
            chains: Chains::new(&slices.nexts, slices.owners),
            graph: graph.without_hubs(ranking, hub_count),
        };
        Ok(labels.identified())
    }
}

fn look_from_all(
    mesh: &NavMesh,
    corners: &Corners,
    most: usize,
    go_on: &mut dyn FnMut(&BakeProgress) -> bool,
) -> Result<Views, BakeError> {
    /// How many corners are looked from to estimate what all will see, at least.
    const SAMPLE: usize = 32;
    /// How many are looked from before memory is compared with what is allowed.
    const AT_ONCE: usize = 64 * Views::CORNERS_AT_ONCE;

    let all: Vec<u32> = (0..).take(corners.count()).collect();
    let (mut estimate, mut at_once) = (0, AT_ONCE);
    let stride = all.len() / SAMPLE;
    if stride > 1 {
        let chosen: Vec<u32> = all.iter().copied().step_by(stride).collect();
        let mut sample = Views::default();
        sample.add(mesh, corners, &chosen, most);
        let cones_each = sample.cones.len() / chosen.len() + 1;
        estimate = Views::bytes_of(cones_each.saturating_mul(all.len()));
        // Some corners see much more than others.
        if estimate / 2 > most || sample.are_too_many(most) {
            return Err(BakeError::OverBudget { bytes: estimate, most });
        }
        at_once = (most / Views::bytes_of(cones_each)).clamp(Views::CORNERS_AT_ONCE, AT_ONCE);
    }
    let mut views = Views::default();
    for (number, chosen) in all.chunks(at_once).enumerate() {
        report(go_on, BakeStage::Looking, [number * at_once, all.len()], estimate)?;
        views.add(mesh, corners, chosen, most);
        if views.are_too_many(most) {
            let bytes = Views::bytes_of(views.cones.len()).max(estimate);
            return Err(BakeError::OverBudget { bytes, most });
        }
    }
    Ok(views)
}
