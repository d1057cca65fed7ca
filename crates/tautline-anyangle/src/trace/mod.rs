//! Traces of a search, node by node, for pictures and explanations.

mod recorder;

use tautline_geometry::Vec2;
use tautline_navmesh::AreaId;

/// A trace of a point-to-point search, from the start to the goal.
///
/// The search records it itself: it is the same code as
/// [`shortest_path`](crate::shortest_path) and finds the same path. Only the line-of-sight
/// test at the start is skipped, so that the trace of a visible goal shows how the search
/// reaches it. A trace takes much more memory than a search and is meant for small maps.
///
/// ```
/// use tautline_anyangle::{SearchTrace, TraceKind};
/// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = raw.build()?;
/// let (start, goal) = (Vec2::new(0.0, 0.0), Vec2::new(5.0, 4.0));
/// let trace = SearchTrace::record(&mesh, &PathQuery::new(start, goal))?;
///
/// assert_eq!(trace.points, [start, Vec2::new(4.0, 1.0), goal]);
/// assert_eq!(trace.steps[0].expanded, None, "first it looks around");
/// let corner = trace.nodes.iter().find(|node| matches!(node.kind, TraceKind::Corner { .. }));
/// assert_eq!(corner.map(|node| node.lower_bound), Some(trace.length));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchTrace {
    /// All nodes that were generated and not pruned, by index.
    pub nodes: Vec<TraceNode>,
    /// The steps: first the sweep around the start, then one for each expanded node.
    pub steps: Vec<TraceStep>,
    /// The path.
    pub points: Vec<Vec2>,
    /// Its length.
    pub length: f64,
}

/// A node of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceNode {
    /// The node from which it was generated; `None` at the start.
    pub parent: Option<u32>,
    /// The path to its root, start included.
    pub root_path: Vec<Vec2>,
    /// The length of that path.
    pub root_distance: f64,
    /// Its key in the queue: a lower bound on the length of a path through the node. If the query allows
    /// a share ([`PathQuery::within`](tautline_navmesh::PathQuery::within)), plus that share of the
    /// length from the node to the goal.
    pub lower_bound: f64,
    /// A window, a corner or a link.
    pub kind: TraceKind,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TraceKind {
    /// A window: the visible part of a border (an *interval*). Its ends are rounded here;
    /// the search keeps the vertices that its limits lead through.
    Window {
        /// Its right end, as seen from the root.
        right: Vec2,
        /// Its left end.
        left: Vec2,
        /// Both ends of the border, the right one first.
        border: [Vec2; 2],
        /// The area behind the border.
        into: AreaId,
    },
    /// A corner to turn at.
    Corner {
        /// Its position.
        point: Vec2,
        /// True if the path turns left there.
        turns_left: bool,
    },
    /// A link to take.
    Link {
        /// The position where it is taken.
        from: Vec2,
        /// The position where it leads.
        to: Vec2,
    },
}

/// One step of a search: the expansion of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceStep {
    /// The expanded node; `None` for the sweep around the start.
    pub expanded: Option<u32>,
    /// Nodes that came before it in the queue and were dropped, because a shorter path to
    /// their root is known.
    pub stale: Vec<u32>,
    /// The successors of the expanded node.
    pub successors: Vec<u32>,
    /// The nodes that were pruned, each once.
    pub pruned: Vec<PrunedNode>,
    /// The best path to the goal after this step; `None` if there is none yet.
    pub best: Option<Vec<Vec2>>,
}

/// A node that was pruned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrunedNode {
    /// The rule that pruned it.
    pub reason: PruneReason,
    /// Both ends of the window or link; twice the corner.
    pub ends: [Vec2; 2],
}

/// The reason for which a node is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PruneReason {
    /// By the block-cut tree, no simple path to the goal crosses the border.
    BlockCut,
    /// A path along the border is shorter.
    Dominated,
    /// A shorter path to the corner, or to the exit of the link, is known.
    NotShortest,
    /// The path would not be taut.
    NotTaut,
    /// Its key is not below the length of the best path.
    AboveBound,
    /// A shorter path to the corner was found while it was queued.
    Stale,
}
