//! Baking: what is computed once for a mesh.
//!
//! `input` holds what does not depend on the hubs: what each corner sees (`visibility`),
//! and the taut visibility graph. `contraction` of the graph ranks the corners as hubs, and
//! `hubs` computes their labels. If not all corners are hubs, a second contraction leaves a
//! graph of the hubs, and a hierarchy of the others below. The result is laid out in tables: label
//! entries in the order in which taut paths use them (`sorted_entries`), and visibility
//! cones by area (`cones`). Paths over links are a second table (`links`), made last.
//!
//! This module knows nothing of queries, and they know nothing of it.

mod cones;
mod contraction;
mod error;
mod hubs;
mod input;
mod links;
mod memory;
mod progress;
mod sorted_entries;
mod visibility;

use tautline_navmesh::{FanId, LinkKind, NavMesh};

use super::Labels;
use super::stored::HubOrder;
use super::tables::ranking::Ranking;
use super::tables::taut_visibility_graph::TautVisibilityGraph;
use contraction::Contraction;
use hubs::Labeller;
use input::BakeInput;
use memory::Limits;
use progress::report;

pub use error::BakeError;
pub use progress::{BakeProgress, BakeStage};

/// Options of a bake.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BakeOptions {
    /// The corners that become hubs. Paths are equally short with any number; more hubs take more
    /// memory and less time per query.
    pub hubs: Hubs,
    /// The greatest number of bytes that the labels may take in memory. `None` means
    /// [`Labels::default_max_bytes`] for [`Hubs::Auto`], and no limit otherwise. If the link
    /// layers do not fit, the last ones are left out: see [`Labels::have_links`].
    pub max_bytes: Option<usize>,
    /// The greatest number of bytes of memory that the bake may take besides the mesh, by an
    /// estimate of its tables; `None` means no limit. Each thread takes about 40 bytes for each
    /// corner on top. With [`Hubs::Auto`], fewer corners become hubs if all of them need more;
    /// link layers that need more are left out.
    pub max_memory: Option<usize>,
    /// The order of hubs from an earlier bake of the same mesh. Finding it takes two fifths of the
    /// time of a bake, and more on large maps.
    pub order: Option<HubOrder>,
    /// The kinds of links that some agents may take, for each such kind of agents. Each gets a link
    /// layer of its own, from which queries are answered whose filter allows no other links. The
    /// layer of all links answers them if its path takes no others by chance, and a search
    /// otherwise.
    ///
    /// ```
    /// use tautline_anyangle::{BakeOptions, LabelScratch, Labels};
    /// use tautline_anyangle::navmesh::{LinkKind, QueryFilter, RawLink, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two rooms. A jump is shorter than the ladder, but not all agents jump.
    /// let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// for (y, kind) in [(2.0, LinkKind::Jump), (4.0, LinkKind::Ladder)] {
    ///     raw.links.push(RawLink { from: [3.0, y], to: [6.0, y], kind, ..RawLink::default() });
    /// }
    /// let mesh = raw.build()?;
    /// let mut options = BakeOptions::default();
    /// options.link_layers.push(vec![LinkKind::Ladder]);
    /// let labels = Labels::bake(&mesh, &options)?;
    ///
    /// let ends = [2.0, 7.0].map(|x| Vec2::new(x, 2.0));
    /// let (mut scratch, mut points, mut links) = (LabelScratch::new(), Vec::new(), Vec::new());
    /// let mut climber = QueryFilter::uniform();
    /// climber.forbid_links(LinkKind::Jump);
    /// let length = labels.shortest_path_over_links(&mesh, ends, &climber, &mut scratch, &mut points, &mut links)?;
    /// assert_eq!(length, Some(3.0 + 2.0 * 5_f64.sqrt()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub link_layers: Vec<Vec<LinkKind>>,
    /// Forces landmarks on or off, for tests and benches. By default, they are used where
    /// they pay off.
    #[doc(hidden)]
    pub landmarks: Option<bool>,
}

/// The greatest size of labels, so that entries and arcs are numbered in 32 bits.
const MAX_BYTES: u64 = 1 << 32;

/// The bytes of an entry, including its share of a row.
const ENTRY_BYTES: usize = 13;

/// The greatest size of a link layer, in default sizes of labels.
const LINK_SHARE: usize = 8;

impl BakeOptions {
    /// The default options, with a number of hubs.
    #[must_use]
    pub fn with_hubs(hubs: Hubs) -> Self {
        Self { hubs, ..Self::default() }
    }
}

/// The corners that become hubs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hubs {
    /// All if their labels fit into the allowed bytes and memory; otherwise, a fifth; otherwise,
    /// none.
    #[default]
    Auto,
    /// All: the least time for a query.
    All,
    /// At most this number, the best ones. The other corners are connected with them by a
    /// contraction hierarchy, over which a query climbs to the hubs. With a fifth of the corners,
    /// labels take a third to a half of the memory, and a query two to three times as long as with
    /// all. With none, a query searches the hierarchy from both ends.
    ///
    /// Among scattered small obstacles, where corners see very many others, a hierarchy would be too
    /// large. There are no hubs then, and paths are searched for over the corners.
    AtMost(usize),
}

/// By default, one in this number of corners is a hub if not all are.
const HIERARCHY_SHARE: usize = 5;

impl Labels {
    /// Computes the labels of a mesh, with the feature `rayon` on all cores. The bits do
    /// not depend on the number of cores.
    ///
    /// O(n k) or more, for n corners that see k others each; a few seconds for maps of
    /// 20,000 corners.
    ///
    /// # Errors
    ///
    /// A [`BakeError`]: the ground winds around a vertex, or the labels would take too much
    /// memory. The online search works there.
    ///
    /// ```
    /// use tautline_anyangle::{BakeOptions, LabelScratch, Labels};
    /// use tautline_anyangle::navmesh::{Terrain, Vec2, rectangles_from_cells};
    ///
    /// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
    /// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
    /// let mesh = raw.build()?;
    /// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    ///
    /// let (start, goal) = (Vec2::ZERO, Vec2::new(5.0, 4.0));
    /// let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
    /// let length = labels.shortest_path(&mesh, start, goal, &mut scratch, &mut points)?;
    /// assert_eq!(points, [Vec2::ZERO, Vec2::new(4.0, 1.0), Vec2::new(5.0, 4.0)]);
    /// assert_eq!(length, 17_f64.sqrt() + 10_f64.sqrt());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bake(mesh: &NavMesh, options: &BakeOptions) -> Result<Self, BakeError> {
        Self::bake_with(mesh, options, &mut |_| true)
    }

    /// Like [`Self::bake`]. Calls `keep_going` from time to time; if that returns false,
    /// the bake ends.
    ///
    /// # Errors
    ///
    /// Those of [`Self::bake`], and [`BakeError::Cancelled`].
    pub fn bake_with(
        mesh: &NavMesh,
        options: &BakeOptions,
        keep_going: &mut dyn FnMut(&BakeProgress) -> bool,
    ) -> Result<Self, BakeError> {
        let fans = || (0..).map(FanId).take(mesh.fan_count());
        if let Some(fan) = fans().find(|&fan| mesh.fan(fan).exceeds_full_turn()) {
            return Err(BakeError::WindingGround { vertex: mesh.fan(fan).vertex().0 });
        }
        let is_auto = options.hubs == Hubs::Auto;
        let max_bytes =
            options.max_bytes.or_else(|| is_auto.then(|| Self::default_max_bytes(mesh)));
        let max_bytes =
            usize::try_from(MAX_BYTES).unwrap_or(usize::MAX).min(max_bytes.unwrap_or(usize::MAX));
        let memory = options.max_memory.unwrap_or(usize::MAX);
        let limits = Limits { bytes: max_bytes, memory };
        let (input, graph) = BakeInput::collect(mesh, limits, keep_going)?;
        let kept = memory::kept(&input, &graph);
        let known = options.order.as_ref().map(|order| {
            let corners = order.corners(mesh, &input.corners);
            let ranking = corners.and_then(Ranking::new);
            let ranking = ranking.filter(|known| known.ranks.len() == graph.corner_count());
            ranking.ok_or(BakeError::WrongOrder)
        });
        let bake = Bake { input: &input, graph: &graph, limits, landmarks: options.landmarks };
        let mut labels = bake.labels(known.transpose()?.as_ref(), options.hubs, keep_going)?;
        // The hubs do not depend on links. What they leave is for the links, and by default as
        // much again.
        let left = match options.max_bytes {
            None if is_auto => Self::default_max_bytes(mesh).saturating_mul(LINK_SHARE),
            _ => max_bytes - labels.stats().bytes,
        };
        // Entries are lists that grow before they are laid out.
        let left = left.min(memory.saturating_sub(kept + labels.stats().bytes) / 4);
        labels.links = links::bake(&input, &graph, &labels, (options, left), keep_going)?;
        Ok(labels.identified())
    }

    /// Returns the bytes that labels may take by default, in proportion to the mesh.
    #[must_use]
    #[doc(hidden)]
    pub fn default_max_bytes(mesh: &NavMesh) -> usize {
        // 300,000 bytes for small meshes, plus 24 times the bytes of the mesh.
        const LEAST: usize = 300_000;
        LEAST + 24 * (32 * mesh.half_edge_count() + size_of_val(mesh.vertices()))
    }
}

/// Returns a result, or `None` if it exceeds a limit.
fn if_it_fits<T>(result: Result<T, BakeError>) -> Result<Option<T>, BakeError> {
    match result {
        Err(BakeError::OverBudget { .. } | BakeError::OverMemory { .. }) => Ok(None),
        result => result.map(Some),
    }
}

/// The order of the corners as hubs.
#[derive(Clone, Copy)]
struct Order<'a> {
    ranking: &'a Ranking,
    /// The number of the best corners that take too much work to contract, as far as is known.
    left: usize,
}

/// The input and the limits of a bake.
struct Bake<'a> {
    input: &'a BakeInput<'a>,
    graph: &'a TautVisibilityGraph,
    limits: Limits,
    landmarks: Option<bool>,
}

type KeepGoing<'a> = &'a mut dyn FnMut(&BakeProgress) -> bool;

/// The best corners, labelled as hubs.
struct Best {
    contraction: Contraction,
    /// The edges between them.
    graph: TautVisibilityGraph,
    labeller: Labeller,
}

impl Best {
    /// Returns the memory that it takes without the labels, in bytes.
    fn bytes(&self) -> usize {
        self.contraction.bytes() + memory::of_graph(&self.graph)
    }
}

impl Bake<'_> {
    /// Computes labels, in a known order of hubs or in one that is found.
    fn labels(
        &self,
        known: Option<&Ranking>,
        hubs: Hubs,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, graph, .. } = *self;
        let found;
        let order = match known {
            Some(ranking) => Order { ranking, left: 0 },
            None => {
                found = contraction::rank(graph, &input.corners, &mut self.report(keep_going))?;
                Order { ranking: &found.0, left: found.1 }
            }
        };
        match hubs {
            Hubs::Auto => self.labels_that_fit(order, keep_going),
            Hubs::AtMost(hubs) if hubs < input.corners.count() => {
                let best = self.label_best(order, hubs, keep_going)?;
                self.pack_best(order.ranking, best, keep_going)
            }
            Hubs::All | Hubs::AtMost(_) => self.labels_of_all(order.ranking, 0, keep_going),
        }
    }

    /// Computes labels with as many hubs as fit into the limits: all, a share, or none.
    fn labels_that_fit(
        &self,
        order: Order<'_>,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, limits, .. } = *self;
        let share = input.corners.count() / HIERARCHY_SHARE;
        let best = if_it_fits(self.label_best(order, share, keep_going))?;
        // A hub has about as many entries as it would have if all corners were hubs.
        let entries = match &best {
            Some(Some(best)) => HIERARCHY_SHARE * best.labeller.entries / 10 * 11,
            Some(None) => 0,
            None => usize::MAX / ENTRY_BYTES,
        };
        let bytes = input.cone_bytes().saturating_add(ENTRY_BYTES * entries);
        let held = match &best {
            Some(Some(best)) => best.bytes() + best.labeller.bytes(),
            _ => 0,
        };
        if limits.check_bytes(bytes).is_ok()
            && let Some(labels) = if_it_fits(self.labels_of_all(order.ranking, held, keep_going))?
        {
            return Ok(labels);
        }
        if let Some(best) = best
            && let Some(labels) = if_it_fits(self.pack_best(order.ranking, best, keep_going))?
        {
            return Ok(labels);
        }
        let none = self.label_best(order, 0, keep_going)?;
        self.pack_best(order.ranking, none, keep_going)
    }

    /// Computes labels of which all corners are hubs. `held` bytes of memory are taken already.
    fn labels_of_all(
        &self,
        ranking: &Ranking,
        held: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, graph, limits, landmarks } = *self;
        let hubs = (ranking, input.corners.count());
        let labeller = self.label(graph, hubs, held, keep_going)?;
        report(keep_going, BakeStage::Packing, [0, 1], self.bytes(&labeller))?;
        let labels = input.pack_all(graph, ranking, &labeller, landmarks)?;
        limits.check_bytes(labels.stats().bytes)?;
        Ok(labels)
    }

    /// Contracts all corners but the best ones, and labels these. `None` if contraction takes too
    /// much work.
    fn label_best(
        &self,
        Order { ranking, left }: Order<'_>,
        hubs: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Option<Best>, BakeError> {
        let Self { input, graph, .. } = *self;
        if left > hubs {
            return Ok(None);
        }
        let below = (ranking, hubs);
        let mut report = self.report(keep_going);
        let contraction = Contraction::below_hubs(graph, &input.corners, below, &mut report)?;
        drop(report);
        let Some(contraction) = contraction else { return Ok(None) };
        let layout = contraction.edges_of_hubs(ranking, hubs);
        let graph = layout.arcs(|node, arcs| layout.count_within(node, arcs));
        drop(layout);
        let held = contraction.bytes() + memory::of_graph(&graph);
        let labeller = self.label(&graph, (ranking, hubs), held, keep_going)?;
        Ok(Some(Best { contraction, graph, labeller }))
    }

    /// Assembles labels of which the best corners are hubs.
    fn pack_best(
        &self,
        ranking: &Ranking,
        best: Option<Best>,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, graph, limits, landmarks } = *self;
        let none = Labeller::new(0);
        let labeller = best.as_ref().map_or(&none, |best| &best.labeller);
        let own = best.as_ref().map_or(memory::of_graph(graph), |best| {
            let edges = best.contraction.edge_count();
            best.bytes() + memory::packing_edges(edges, input.corners.count())
        });
        let packing = memory::packing_entries(input, labeller);
        limits.check_memory(memory::kept(input, graph) + own + packing)?;
        report(keep_going, BakeStage::Packing, [0, 1], input.cone_bytes())?;
        let labels = match best {
            Some(best) => input.pack_hierarchy(graph, ranking, &best, landmarks)?,
            None => input.pack_graph(graph, ranking, landmarks)?,
        };
        limits.check_bytes(labels.stats().bytes)?;
        Ok(labels)
    }

    /// Returns the report of a contraction.
    fn report<'a>(
        &'a self,
        keep_going: KeepGoing<'a>,
    ) -> impl FnMut(usize, usize) -> Result<(), BakeError> + 'a {
        let Self { input, graph, limits, .. } = *self;
        let kept = memory::kept(input, graph) + memory::ordering(graph.corner_count());
        move |done, bytes| {
            limits.check_memory(kept + bytes)?;
            let done = [done, graph.corner_count()];
            report(keep_going, BakeStage::Ordering, done, input.cone_bytes())
        }
    }

    /// Returns the bytes of cones and entries. Padding and landmarks come on top.
    fn bytes(&self, labeller: &Labeller) -> usize {
        self.input.cone_bytes() + ENTRY_BYTES * labeller.entries
    }

    /// Computes the distances to a number of hubs, as long as they may fit into the limits. `held`
    /// bytes of memory are taken already.
    fn label(
        &self,
        graph: &TautVisibilityGraph,
        (ranking, hubs): (&Ranking, usize),
        held: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labeller, BakeError> {
        let Self { input, limits, .. } = *self;
        let kept = memory::kept(input, self.graph) + held;
        let mut labeller = Labeller::new(graph.corner_count());
        loop {
            let bytes = self.bytes(&labeller);
            limits.check_bytes(bytes)?;
            limits.check_memory(kept + memory::packing_entries(input, &labeller))?;
            if labeller.hubs == hubs {
                return Ok(labeller);
            }
            report(keep_going, BakeStage::Labelling, [labeller.hubs, hubs], bytes)?;
            labeller.advance(graph, ranking, labeller.end_of_batch(hubs));
        }
    }
}
