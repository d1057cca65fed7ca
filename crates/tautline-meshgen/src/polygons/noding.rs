//! Noding: segments of several shapes are cut until they meet only at their ends.
//!
//! ```text
//!   before: a-c crosses b-d,           after: x is a node, y-c has both shapes
//!   and y-e lies on it
//!         b                                  b
//!        ╱                                  ╱
//!   a───╱─────y=====c──e               a───x─────y═════c──e
//!      ╱                                  ╱
//!     d                                  d
//! ```
//!
//! A crossing is rounded to the grid, which moves the segments that meet there; they may
//! then cross others. So noding repeats until nothing changes. Where segments lie on each
//! other they are merged, and a shape that occurs an even number of times cancels.
//!
//! The work is done by `i_overlay`. It reports splits and merges by callbacks
//! (`OverlayEdgeData`), which record the history of each segment here.

use i_overlay::core::edge_data::{EdgeDataMerge, EdgeDataSplit, OverlayEdgeData};
use i_overlay::core::edge_overlay::{EdgeOverlay, InputEdge};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::ShapeType;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::number::int::IntNumber;
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::segm::boolean::ShapeCountBoolean;
use tautline_navmesh::internal::number;

use super::grid::{GridPoint, round};
use super::{PolygonError, crossings};

/// A segment of the boundary of shapes, from its lesser to its greater end (by x, then by y).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// The end that comes first in the order of points.
    pub from: GridPoint,
    /// The other end.
    pub to: GridPoint,
    /// The shapes that cover exactly one of its two sides, sorted.
    pub shapes: Vec<u32>,
}

impl Segment {
    /// A segment of one shape between two points, in either order.
    pub fn new(from: GridPoint, to: GridPoint, shape: u32) -> Self {
        Self { from: from.min(to), to: from.max(to), shapes: vec![shape] }
    }

    /// Returns true if the segment is vertical.
    pub fn is_vertical(&self) -> bool {
        self.from.x == self.to.x
    }
}

/// The maximum number of rounds. More than three have never been needed; the limit only guards
/// against noding that does not converge.
const MAX_ROUNDS: usize = 16;

/// Cuts segments until they meet only at their ends, and merges those that lie on each other.
///
/// # Errors
///
/// [`PolygonError::TooManyCrossings`], and [`PolygonError::Noding`] if rounding does not
/// converge.
pub fn node(mut segments: Vec<Segment>) -> Result<Vec<Segment>, PolygonError> {
    crossings::check_edges(
        segments.len(),
        segments.iter().map(|segment| [segment.from, segment.to]),
    )?;
    for _ in 0..MAX_ROUNDS {
        let before = segments.len();
        let noded = node_once(segments);
        segments = noded.segments;
        // Segments that cancel change the count without a record in the history.
        if !noded.has_changed && segments.len() == before {
            return Ok(segments);
        }
    }
    Err(PolygonError::Noding { rounds: MAX_ROUNDS })
}

/// The segments after one round of noding.
struct Noded {
    segments: Vec<Segment>,
    has_changed: bool,
}

/// One round: crossings are computed on the segments as they are, and rounded.
fn node_once(segments: Vec<Segment>) -> Noded {
    let mut overlay = EdgeOverlay::<i32, SegmentId>::new(segments.len());
    let mut history = Vec::with_capacity(segments.len());
    for (index, segment) in (0..).zip(&segments) {
        // All segments have the same direction, lesser end first. Opposite ones would
        // cancel in the overlay, and their shapes would be lost.
        let edge = InputEdge { a: segment.from, b: segment.to, data: SegmentId(index) };
        overlay.add_edge(edge, ShapeType::Subject);
        history.push(Record {
            ends: [segment.from, segment.to],
            origin: Origin::Input,
            is_alive: true,
        });
    }
    overlay.data_store_mut().entries = history;
    overlay.build_vectors(OverlayRule::Subject, FillRule::NonZero);
    overlay.into_data_store().survivors(segments)
}

/// The index of a segment in the history.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SegmentId(u32);

/// All segments that were given or created, by id.
#[derive(Debug, Default)]
struct History {
    entries: Vec<Record>,
}

/// A segment in the history.
#[derive(Clone, Copy, Debug)]
struct Record {
    ends: [GridPoint; 2],
    origin: Origin,
    is_alive: bool,
}

/// The origin of a segment.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Input,
    Split(u32),
    Merged(u32, u32),
}

impl OverlayEdgeData for SegmentId {
    type Store = History;

    fn split<I: IntNumber>(self, at: EdgeDataSplit<I>, history: &mut History) -> (Self, Self) {
        history.end(self);
        let [a, p, b] = [at.a, at.p, at.b].map(on_grid);
        let part = Origin::Split(self.0);
        (history.begin([a, p], part), history.begin([p, b], part))
    }

    fn merge(pair: EdgeDataMerge<ShapeCountBoolean, Self>, history: &mut History) -> Self {
        let (one, other) = (pair.lhs_data, pair.rhs_data);
        history.end(one);
        history.end(other);
        let ends = history.entries[one.0 as usize].ends;
        history.begin(ends, Origin::Merged(one.0, other.0))
    }
}

impl History {
    fn begin(&mut self, [a, b]: [GridPoint; 2], origin: Origin) -> SegmentId {
        let id = SegmentId(number(self.entries.len()));
        self.entries.push(Record { ends: [a.min(b), a.max(b)], origin, is_alive: true });
        id
    }

    fn end(&mut self, id: SegmentId) {
        self.entries[id.0 as usize].is_alive = false;
    }

    /// Returns the segments that were neither split nor merged, with the shapes of all segments
    /// that they come from.
    fn survivors(&self, given: Vec<Segment>) -> Noded {
        let mut segments = Vec::new();
        let mut pending = Vec::new();
        for (id, entry) in (0..).zip(&self.entries).filter(|(_, entry)| entry.is_alive) {
            let [from, to] = entry.ends;
            let mut shapes = Vec::new();
            pending.push(id);
            while let Some(id) = pending.pop() {
                match self.entries[id as usize].origin {
                    Origin::Input => shapes.extend_from_slice(&given[id as usize].shapes),
                    Origin::Split(whole) => pending.push(whole),
                    Origin::Merged(one, other) => pending.extend([one, other]),
                }
            }
            keep_odd(&mut shapes);
            if !shapes.is_empty() {
                segments.push(Segment { from, to, shapes });
            }
        }
        Noded { segments, has_changed: self.entries.len() > given.len() }
    }
}

/// Keeps one of each shape that occurs an odd number of times, sorted: by the even-odd rule, a
/// pair of equal edges of one shape cancels.
fn keep_odd(shapes: &mut Vec<u32>) {
    shapes.sort_unstable();
    let mut kept: Vec<u32> = Vec::with_capacity(shapes.len());
    for &shape in &*shapes {
        if kept.last() == Some(&shape) {
            kept.pop();
        } else {
            kept.push(shape);
        }
    }
    *shapes = kept;
}

/// Converts a point of the overlay, which is generic over its number type and here always
/// `i32`.
fn on_grid<I: IntNumber>(point: IntPoint<I>) -> GridPoint {
    GridPoint::new(round(point.x.to_f64()), round(point.y.to_f64()))
}
