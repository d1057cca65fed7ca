//! Baking: all that is done once for a mesh, so that no query has to do it.
//!
//! What needs no hubs is the `ground`: what each corner sees (`views`), from which the
//! graph of taut ways is made. The graph
//! tells which corners are the best hubs (`order`), and how far each corner is from those
//! that serve it (`hubs`). At last all is laid out in tables: distances in the order in
//! which paths may go on with them (`slices`), and what areas list (`cones`).
//!
//! Nothing here knows of queries, and no query knows of anything here.

mod cones;
mod error;
mod hubs;
mod input;
mod order;
mod progress;
mod sorted_entries;
mod visibility;

use tautline_navmesh::{FanId, NavMesh};

use super::Labels;
use super::stored::HubOrder;
use super::tables::ranking::Ranking;
use hubs::Labeller;
use input::BakeInput;
use order::Ranker;
use progress::report;

pub use error::BakeError;
pub use progress::{BakeProgress, BakeStage};

/// What to bake.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BakeOptions {
    /// How many corners become hubs. Answers are as short with any number of
    /// them; memory grows with it, and time mostly falls.
    pub hubs: Hubs,
    /// How many bytes the labels may take in memory. Without a number: for
    /// [`Hubs::Auto`], [`Labels::default_max_bytes`]; else, as many as they need.
    pub max_bytes: Option<usize>,
    /// Which corners are the best hubs, if that is known from an earlier bake of
    /// the same mesh: more than half of the time is spent on finding it out.
    pub order: Option<HubOrder>,
    /// Whether landmarks rule out corners; by itself, where that pays. For tests and benches.
    #[doc(hidden)]
    pub landmarks: Option<bool>,
}

/// The most bytes that labels may ever take: so numbers of entries and arcs fit into 32 bits.
const MOST_BYTES: u64 = 1 << 32;

/// The bytes of an entry, and of its share in a row.
const ENTRY_BYTES: usize = 13;

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
    /// All, or as many of the best ones as fit into the bytes that are allowed.
    #[default]
    Auto,
    /// All, as far as there is room for: 65,536.
    All,
    /// So many at most. None is a choice too: then paths are searched, among the
    /// corners instead of on the mesh. Few are one for ground that is new: on maps
    /// of some thousand corners, 16 are baked in about 0.6 of the time, and queries
    /// take a tenth of that of a search; without any, it is half, and a quarter.
    AtMost(usize),
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
        Self::bake_with(mesh, options, &mut |_| true)
    }

    /// Like [`Self::bake`]; calls `go_on` now and then, which says whether to.
    ///
    /// # Errors
    ///
    /// As of [`Self::bake`], and [`BakeError::Cancelled`].
    pub fn bake_with(
        mesh: &NavMesh,
        options: &BakeOptions,
        keep_going: &mut dyn FnMut(&BakeProgress) -> bool,
    ) -> Result<Self, BakeError> {
        let fans = || (0..).map(FanId).take(mesh.fan_count());
        if let Some(fan) = fans().find(|&fan| mesh.fan(fan).is_winding()) {
            return Err(BakeError::WindingGround { vertex: mesh.fan(fan).vertex().0 });
        }
        let is_auto = options.hubs == Hubs::Auto;
        let most = options.max_bytes.or_else(|| is_auto.then(|| Self::default_max_bytes(mesh)));
        let most =
            usize::try_from(MOST_BYTES).unwrap_or(usize::MAX).min(most.unwrap_or(usize::MAX));
        let (input, graph) = BakeInput::collect(mesh, most, keep_going)?;
        let mut ranker = match &options.order {
            None => Ranker::new(&graph),
            Some(order) => {
                let corners = order.corners(mesh, &input.corners);
                let ranking = corners.and_then(|corners| Ranking::new(&corners));
                let ranking = ranking.filter(|known| known.ranks.len() == graph.corner_count());
                Ranker::with(&graph, ranking.ok_or(BakeError::WrongOrder)?)
            }
        };
        let (all, mut labeller) = (input.most_hubs(), Labeller::new(&graph));
        let wanted = if let Hubs::AtMost(hubs) = options.hubs { hubs.min(all) } else { all };
        let bytes = |labeller: &Labeller<'_>| input.cone_bytes() + ENTRY_BYTES * labeller.entries;
        while labeller.hubs < wanted && bytes(&labeller) <= most {
            let (done, bytes) = ([labeller.hubs, wanted], bytes(&labeller));
            let mut report = || report(keep_going, BakeStage::Labelling, done, bytes);
            report()?;
            let next = labeller.end_of_batch(wanted);
            ranker.advance(next, &mut report)?;
            labeller.advance(&ranker.ranking, next);
        }
        loop {
            let mut bytes = bytes(&labeller);
            if bytes <= most {
                let labels = input.pack(&graph, &ranker.ranking, &labeller, options.landmarks)?;
                bytes = labels.stats().bytes;
                if bytes <= most {
                    return Ok(labels);
                }
            }
            if !is_auto || labeller.hubs == 0 {
                return Err(BakeError::OverBudget { bytes, most });
            }
            labeller.truncate(labeller.hubs / 2);
        }
    }

    /// How many bytes labels may take unless a number is given: in proportion to
    /// the mesh.
    #[must_use]
    pub fn default_max_bytes(mesh: &NavMesh) -> usize {
        // Some 300,000 bytes for small meshes, and 24 times those of the mesh.
        const LEAST: usize = 300_000;
        LEAST + 24 * (32 * mesh.half_edge_count() + size_of_val(mesh.vertices()))
    }
}
