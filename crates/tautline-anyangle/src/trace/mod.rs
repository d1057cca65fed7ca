//! A search, item by node, for pictures and explanations.

mod recorder;

use tautline_geometry::Vec2;
use tautline_navmesh::AreaId;

/// What a search for the shortest path did, from the start to the end.
///
/// It is made by the search itself, which tells what it does: the same code as
/// [`shortest_path`](crate::shortest_path), and the same path. Only the look straight
/// at the goal, with which that begins, is left out: where the goal is in region, the
/// trace shows how the search sees it. It takes much more memory, and is meant for
/// small maps and for people.
///
/// ```
/// use tautline_anyangle::{SearchTrace, TraceKind};
/// use tautline_navmesh::{BuildOptions, NavMesh, PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let (start, goal) = (Vec2::new(0.0, 0.0), Vec2::new(5.0, 4.0));
/// let trace = SearchTrace::record(&mesh, &PathQuery::new(start, goal))?;
///
/// assert_eq!(trace.points, [start, Vec2::new(4.0, 1.0), goal]);
/// assert_eq!(trace.steps[0].expanded, None, "first it looks around");
/// let corner = trace.nodes.iter().find(|item| matches!(node.kind, TraceKind::Corner { .. }));
/// assert_eq!(corner.map(|item| node.lower_bound), Some(trace.length));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchTrace {
    /// All that was ever noted to be gone on with, by number.
    pub nodes: Vec<TraceNode>,
    /// What happened, in order: the look around at the start, and then one moment
    /// for each item that was expanded.
    pub steps: Vec<TraceStep>,
    /// The path.
    pub points: Vec<Vec2>,
    /// Its length.
    pub length: f64,
}

/// Something to go on with.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceNode {
    /// The item from which it was seen; nothing at the start.
    pub parent: Option<u32>,
    /// The points of the way to where it is seen from, start included.
    pub root_path: Vec<Vec2>,
    /// The length of that root_path.
    pub root_distance: f64,
    /// The length that a path through it has at lower_bound: its place in the queue.
    pub lower_bound: f64,
    /// What it is.
    pub kind: TraceKind,
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TraceKind {
    /// The part of a border that is seen. Where it ends between the ends of the
    /// border is rounded here; the search keeps the vertices that bound the view.
    Window {
        /// Its right end, as seen.
        right: Vec2,
        /// Its left end.
        left: Vec2,
        /// The whole border, its right end first.
        border: [Vec2; 2],
        /// The area behind.
        into: AreaId,
    },
    /// A corner to turn at.
    Corner {
        /// Where.
        point: Vec2,
        /// Which way the path turns there.
        turns_left: bool,
    },
}

/// What a search did with one node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceStep {
    /// The node; nothing for the look around at the start.
    pub expanded: Option<u32>,
    /// Items that were to come first, and were dropped because a shorter way to
    /// where they were seen from is known by now.
    pub stale: Vec<u32>,
    /// What it leads to.
    pub successors: Vec<u32>,
    /// What was seen and not noted, each once.
    pub pruned: Vec<PrunedNode>,
    /// The best path to the goal so far, afterwards: its points, if there is one.
    pub best: Option<Vec<Vec2>>,
}

/// Something that is not gone on with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrunedNode {
    /// Why.
    pub reason: PruneReason,
    /// A corner, twice, or both ends of a part of a border.
    pub ends: [Vec2; 2],
}

/// Why something is not gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PruneReason {
    /// Nothing behind the border leads to the goal without coming back.
    BlockCut,
    /// A way along the border is shorter.
    Dominated,
    /// A shorter way to the corner is known.
    NotShortest,
    /// The path would not wrap the corner.
    NotTaut,
    /// It cannot lead to a shorter path than the best one.
    AboveBound,
    /// A shorter way to the corner was found while it waited.
    Stale,
}
