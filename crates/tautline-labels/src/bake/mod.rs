//! Baking: what is computed once for a mesh.
//!
//! `input` holds what does not depend on the hubs: what each corner sees (`visibility`),
//! and the taut visibility graph. `contraction` of the graph ranks the corners as hubs, and
//! `hubs` computes their labels. If not all corners are hubs, a second contraction leaves a
//! graph of the hubs, and a hierarchy of the others below. The result is laid out in tables: label
//! entries in the order in which taut paths use them (`sorted_entries`), and visibility
//! cones by area (`cones`). Paths over links are a second table (`links`), made last. `steps`
//! runs all these steps.
//!
//! Neither this module nor `query` depends on the other.

mod best_hubs;
mod cones;
mod contraction;
mod error;
mod hubs;
mod input;
mod links;
mod memory;
mod progress;
mod sorted_entries;
mod steps;
mod visibility;

use tautline_navmesh::{FanId, LinkKind, NavMesh};

use super::Labels;
use super::stored::HubOrder;
use super::tables::ranking::Ranking;
use input::BakeInput;
use memory::Limits;
use steps::Bake;

pub use error::BakeError;
pub use progress::{BakeProgress, BakeStage};

/// Options of a bake.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BakeOptions {
    /// The corners that become hubs. Paths are equally short with any number; more hubs take more
    /// memory and less time per query.
    pub hubs: Hubs,
    /// The greatest number of bytes that the labels may take in memory, link layers included. If the
    /// link layers do not fit, the last ones are left out: see [`Labels::have_links`].
    ///
    /// With `None` and [`Hubs::Auto`], the labels may take [`Labels::default_max_bytes`], and the link
    /// layers eight times as much in addition. The limit never exceeds 4 GiB.
    pub max_bytes: Option<usize>,
    /// The greatest number of bytes of memory that the bake may take besides the mesh, by an
    /// estimate of its tables; `None` means no limit. Each thread takes about 40 bytes for each
    /// corner on top. With [`Hubs::Auto`], fewer corners become hubs if the limit is too low for all
    /// of them. Link layers that exceed it are left out.
    pub max_memory: Option<usize>,
    /// The order of hubs from an earlier bake of the same mesh. Finding it takes two fifths of the
    /// time of a bake, and more on large maps.
    pub order: Option<HubOrder>,
    /// The link layers to bake in addition to the layer of all links. Each is a list of kinds of links,
    /// for agents that may take only these kinds. Without such a layer, the layer of all links answers
    /// their queries if its path happens to take no other links; otherwise, they need a search.
    ///
    /// ```
    /// use tautline_labels::{BakeOptions, LabelScratch, Labels};
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

/// The greatest size of all link layers together by default, as a multiple of
/// [`Labels::default_max_bytes`].
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
    /// use tautline_labels::{BakeOptions, LabelScratch, Labels};
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
        let (input, graph) = BakeInput::collect(mesh, options.landmarks, limits, keep_going)?;
        let kept = memory::kept(&input, &graph);
        let known = options.order.as_ref().map(|order| {
            let corners = order.corners(mesh, &input.corners);
            let ranking = corners.and_then(Ranking::new);
            let ranking = ranking.filter(|known| known.ranks.len() == graph.corner_count());
            ranking.ok_or(BakeError::WrongOrder)
        });
        let bake = Bake { input: &input, graph: &graph, limits };
        let mut labels = bake.labels(known.transpose()?.as_ref(), options.hubs, keep_going)?;
        // The hubs do not depend on links. The link layers get the bytes that the other tables leave; by
        // default, they have a limit of their own.
        let left = match options.max_bytes {
            None if is_auto => Self::default_max_bytes(mesh).saturating_mul(LINK_SHARE),
            _ => max_bytes - labels.stats().bytes,
        };
        // A bake takes up to four times the bytes of a layer, because its entries are growing lists
        // before they are laid out.
        let left = left.min(memory.saturating_sub(kept + labels.stats().bytes) / 4);
        labels.links = links::bake(&input, &graph, &labels, (options, left), keep_going)?;
        Ok(labels.identified())
    }

    /// Returns the bytes that labels may take by default, link layers not included, in proportion to
    /// the mesh.
    #[must_use]
    pub fn default_max_bytes(mesh: &NavMesh) -> usize {
        // 300,000 bytes for small meshes, plus 24 times the bytes of the mesh.
        const LEAST: usize = 300_000;
        LEAST + 24 * (32 * mesh.half_edge_count() + size_of_val(mesh.vertices()))
    }
}
