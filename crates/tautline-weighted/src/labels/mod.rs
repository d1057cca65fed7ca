//! Hub labels for the costs of one filter.

mod bake;
mod ends;
mod error;
mod links;
mod look_up;
mod nodes;
mod rank;
mod scratch;
mod stored;
mod tree;

use std::sync::Arc;

use tautline_navmesh::internal::{Binding, SteinerGraph, group};
use tautline_navmesh::{NavMesh, QueryFilter};

pub use error::{CostBakeError, CostBakeProgress, CostBakeStage};
use links::LinkTable;
use nodes::Nodes;
pub(super) use scratch::LookUpScratch;
pub use stored::{StoredCostLabels, StoredCostLabelsError};

/// Hub labels for paths over weighted terrain, for the costs of one filter: a path is read from tables and
/// refined, without a search.
///
/// Some nodes, the vertices and Steiner points of [`weighted_path`](crate::weighted_path), are *hubs*. The label
/// of a node holds its costs from the hubs that matter to it, and the next node on the way to each. For any two nodes, a
/// hub on a cheapest path between them is in both labels.
///
/// There are twice as many Steiner points as in a search. That makes up for crossing borders only at nodes (until
/// the path is refined), where a search may cross them anywhere near a node.
///
/// They answer queries whose filter has the same costs for all terrain of the mesh, up to a common factor.
/// A query searches instead if its filter fits an agent ([`QueryFilter::fit_agent`]), if the path from the
/// labels crosses a forbidden area, or if it may take links and the mesh has more than 512, counted in each direction.
///
/// Labels do not contain links. A query over links reads the costs from the start to all entrances, and from some exits
/// to the goal. The costs between links are computed when the labels are baked or loaded.
///
/// ```
/// use tautline_weighted::{CostLabels, WeightedMesh, WeightedPath, WeightedScratch, weighted_path};
/// use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // A chequered board of meadow and mud.
/// let is_mud = |x: u32, y: u32| (x / 8 + y / 8) % 2 == 1;
/// let raw = rectangles_from_cells(64, 64, |x, y| Some(Terrain(is_mud(x, y).into())));
/// let mesh = raw.build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(1), 4.0)?;
/// let labels = [CostLabels::bake(&mesh, &filter)?]; // once for each map and filter
///
/// let query = PathQuery::new(Vec2::new(3.0, 5.0), Vec2::new(60.0, 50.0)).with_filter(&filter);
/// let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
/// weighted_path(&mesh, &query, &mut scratch, &mut path)?;
/// let cost = path.cost;
/// weighted_path(WeightedMesh::of(&mesh).with_labels(&labels), &query, &mut scratch, &mut path)?;
/// assert!((path.cost / cost - 1.0).abs() < 0.01);
/// assert_eq!(scratch.expanded(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Sources: T. Akiba, Y. Iwata, Y. Yoshida, "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned
/// Landmark Labeling" (SIGMOD 2013); D. Delling, A. Goldberg, T. Pajor, R. Werneck, "Robust Distance Queries on
/// Massive Networks" (ESA 2014): the order of hubs, by sampled trees.
#[derive(Clone, Debug, PartialEq)]
pub struct CostLabels {
    pub(crate) binding: Binding,
    name: String,
    /// The costs of terrain. Forbids nothing else.
    filter: QueryFilter,
    graph: Arc<SteinerGraph>,
    nodes: Nodes,
    /// The first entry of each node, and the end of the last one.
    row_starts: Vec<u32>,
    /// The entries of each node, the best hub first.
    entries: Vec<Entry>,
    /// For each entry, the next node on the path to the hub; at the hub, the node itself.
    nexts: Vec<u32>,
    /// `None` without links, or with too many.
    links: Option<LinkTable>,
}

/// An entry of a label.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    /// The rank of the hub, 0 for the best.
    hub: u32,
    /// The cost of the path to it. It decreases from node to node on that path.
    cost: f32,
}

impl CostLabels {
    /// Steiner points divide a border into pieces that are as long as the square root of the smaller area next to it,
    /// divided by this number.
    const DENSITY: f64 = 4.0;

    /// The bytes of an entry and the number of its next node.
    const BYTES_PER_ENTRY: usize = size_of::<Entry>() + size_of::<u32>();

    /// The same labels with a name for their costs, for example of a kind of agents.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Returns the name; empty by default.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the costs that the labels are for.
    #[must_use]
    pub const fn filter(&self) -> &QueryFilter {
        &self.filter
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.numbers().count()
    }

    /// Returns the number of entries of all nodes.
    #[must_use]
    pub const fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the memory of the entries, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.entries.len() * Self::BYTES_PER_ENTRY
    }

    /// Returns true if the labels answer queries with a filter: it has the same costs, up to a common factor, fits no
    /// agent through borders, and the mesh has no more links than labels support, if it allows any.
    #[must_use]
    pub fn are_for(&self, mesh: &NavMesh, filter: &QueryFilter) -> bool {
        !self.entries.is_empty()
            && !filter.fits_agent()
            && (self.links.is_some() || !mesh.takes_links(filter))
            && mesh.have_same_costs(filter, &self.filter)
    }

    /// The same labels with the links of a mesh.
    fn with_links_of(mut self, mesh: &NavMesh) -> Self {
        self.links = if self.entries.is_empty() { None } else { LinkTable::new(&self, mesh) };
        self
    }

    /// The indices of the entries of a node.
    fn row(&self, node: u32) -> std::ops::Range<usize> {
        group(&self.row_starts, node as usize)
    }
}
