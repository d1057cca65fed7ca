//! Baking: what is computed once for a mesh.
//!
//! `input` holds what does not depend on the hubs: what each corner sees (`visibility`),
//! and the taut visibility graph. `contraction` of the graph ranks the corners as hubs, and
//! `hubs` computes the label of each corner. The result is laid out in tables: label
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
use contraction::{Contraction, Layout, contract};
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
    /// The corners that become hubs. Paths are equally short with all and with none.
    pub hubs: Hubs,
    /// The greatest number of bytes that the labels may take in memory. `None` means
    /// [`Labels::default_max_bytes`] for [`Hubs::Auto`], and no limit otherwise. If the link
    /// layers do not fit, the last ones are left out: see [`Labels::have_links`].
    pub max_bytes: Option<usize>,
    /// The greatest number of bytes of memory that the bake may take besides the mesh, by an
    /// estimate of its tables; `None` means no limit. Each thread takes about 40 bytes for each
    /// corner on top. With [`Hubs::Auto`], no corner becomes a hub if all of them need more;
    /// link layers that need more are left out.
    pub max_memory: Option<usize>,
    /// The order of hubs from an earlier bake of the same mesh. Finding it takes about two
    /// fifths of the time of a bake.
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
    /// All if their labels fit into the allowed bytes; otherwise, a fifth; otherwise, none.
    #[default]
    Auto,
    /// All: the least time for a query.
    All,
    /// At most this number. The other corners are connected with them by a contraction hierarchy.
    /// With a fifth of the corners, labels take a third of the memory on large maps, and a query
    /// hardly more time; with none, paths are searched for.
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

/// Returns true if labels exceed a limit.
const fn does_not_fit(labels: &Result<Labels, BakeError>) -> bool {
    matches!(labels, Err(BakeError::OverBudget { .. } | BakeError::OverMemory { .. }))
}

/// What labels are baked from.
struct Bake<'a> {
    input: &'a BakeInput<'a>,
    graph: &'a TautVisibilityGraph,
    limits: Limits,
    landmarks: Option<bool>,
}

type KeepGoing<'a> = &'a mut dyn FnMut(&BakeProgress) -> bool;

impl Bake<'_> {
    /// Computes labels, in a known order of hubs or in one that is found.
    fn labels(
        &self,
        known: Option<&Ranking>,
        hubs: Hubs,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let all = self.input.corners.count();
        let some = match hubs {
            Hubs::Auto => all / HIERARCHY_SHARE,
            Hubs::All => all,
            Hubs::AtMost(hubs) => hubs.min(all),
        };
        if some == all {
            return match known {
                Some(ranking) => self.labels_of_all(ranking, keep_going),
                None => {
                    let contraction = self.contract(None, 0, keep_going)?;
                    self.labels_of_all(&contraction.ranking, keep_going)
                }
            };
        }
        let contraction = self.contract(known, some, keep_going)?;
        let layout = contraction.edges_of_best();
        let best = layout.arcs(|node, arcs| layout.count_within(node, arcs));
        let labeller = if contraction.is_complete {
            self.label(&best, &contraction.ranking, some, keep_going)
        } else {
            Ok(Labeller::new(&best))
        };
        if hubs == Hubs::Auto {
            // A hub has hardly fewer entries than it would have if all corners were hubs.
            let entries = labeller.as_ref().map_or(0, |few| few.entries * HIERARCHY_SHARE);
            if self.limits.check_bytes(self.input.cone_bytes() + ENTRY_BYTES * entries).is_ok() {
                let labels = self.labels_of_all(&contraction.ranking, keep_going);
                if !does_not_fit(&labels) {
                    return labels;
                }
            }
        }
        let labels =
            labeller.and_then(|labeller| self.pack(&contraction, (&layout, &labeller), keep_going));
        if hubs == Hubs::Auto && does_not_fit(&labels) {
            return self.pack(&contraction, (&layout, &Labeller::new(&best)), keep_going);
        }
        labels
    }

    /// Contracts the graph, in a known order or in one that ranks the corners as hubs. Keeps the
    /// edges between some of the best.
    fn contract(
        &self,
        known: Option<&Ranking>,
        best: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Contraction, BakeError> {
        let Self { input, graph, limits, .. } = *self;
        let kept = memory::kept(input, graph) + memory::ordering(graph.corner_count());
        contract(graph, &input.corners, (known, best), &mut |done, bytes| {
            limits.check_memory(kept + bytes)?;
            let done = [done, graph.corner_count()];
            report(keep_going, BakeStage::Ordering, done, input.cone_bytes())
        })
    }

    /// Computes labels of which all corners are hubs.
    fn labels_of_all(
        &self,
        ranking: &Ranking,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, graph, limits, landmarks } = *self;
        let labeller = self.label(graph, ranking, input.corners.count(), keep_going)?;
        report(keep_going, BakeStage::Packing, [0, 1], self.bytes(&labeller))?;
        let labels = input.pack_all(graph, ranking, &labeller, landmarks)?;
        limits.check_bytes(labels.stats().bytes)?;
        Ok(labels)
    }

    /// Assembles labels of which the best corners are hubs: those that have been labelled.
    fn pack(
        &self,
        contraction: &Contraction,
        best: (&Layout<'_>, &Labeller<'_>),
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, graph, limits, landmarks } = *self;
        limits.check_memory(memory::kept(input, graph) + memory::packing_arcs(input, graph))?;
        report(keep_going, BakeStage::Packing, [0, 1], self.bytes(best.1))?;
        let labels = if contraction.is_complete {
            input.pack_hierarchy(graph, contraction, best, landmarks)?
        } else {
            input.pack_graph(graph, &contraction.ranking, landmarks)?
        };
        limits.check_bytes(labels.stats().bytes)?;
        Ok(labels)
    }

    /// Returns the bytes of cones and entries. Padding and landmarks come on top.
    fn bytes(&self, labeller: &Labeller<'_>) -> usize {
        self.input.cone_bytes() + ENTRY_BYTES * labeller.entries
    }

    /// Computes the distances to a number of hubs, as long as they may fit into the limits.
    fn label<'a>(
        &self,
        graph: &'a TautVisibilityGraph,
        ranking: &Ranking,
        hubs: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labeller<'a>, BakeError> {
        let Self { input, limits, .. } = *self;
        let kept = memory::kept(input, self.graph);
        let mut labeller = Labeller::new(graph);
        loop {
            let bytes = self.bytes(&labeller);
            limits.check_bytes(bytes)?;
            limits.check_memory(kept + memory::packing_entries(input, &labeller))?;
            if labeller.hubs == hubs {
                return Ok(labeller);
            }
            report(keep_going, BakeStage::Labelling, [labeller.hubs, hubs], bytes)?;
            labeller.advance(ranking, labeller.end_of_batch(hubs));
        }
    }
}
