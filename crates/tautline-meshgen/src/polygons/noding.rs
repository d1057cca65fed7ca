//! Borders of several shapes, cut where they meet.

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

/// A segment of border from the lesser to the greater end, by x and then by y.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// The end that comes first in the order of points.
    pub from: GridPoint,
    /// The other end.
    pub to: GridPoint,
    /// The shapes of which exactly one side of the segment is filled, in order.
    pub shapes: Vec<u32>,
}

impl Segment {
    /// A segment of a shape between two points.
    pub fn new(from: GridPoint, to: GridPoint, shape: u32) -> Self {
        Self { from: from.min(to), to: from.max(to), shapes: vec![shape] }
    }

    /// Returns true if the segment is vertical.
    pub fn is_vertical(&self) -> bool {
        self.from.x == self.to.x
    }
}

/// Rounding a crossing to the grid moves the segments that meet there, and they
/// may cross others then. It has never been seen to take more than three rounds.
const MAX_ROUNDS: usize = 16;

/// Cuts segments until they meet nowhere but at their ends, and unites those that
/// lie on each other.
///
/// # Errors
///
/// A [`PolygonError`] that says what is wrong.
pub fn node(mut segments: Vec<Segment>) -> Result<Vec<Segment>, PolygonError> {
    crossings::check_edges(
        segments.len(),
        segments.iter().map(|segment| [segment.from, segment.to]),
    )?;
    for _ in 0..MAX_ROUNDS {
        let before = segments.len();
        let noded = node_once(segments);
        segments = noded.segments;
        if !noded.has_changed && segments.len() == before {
            return Ok(segments);
        }
    }
    Err(PolygonError::Noding { rounds: MAX_ROUNDS })
}

struct Noded {
    segments: Vec<Segment>,
    has_changed: bool,
}

fn node_once(segments: Vec<Segment>) -> Noded {
    let mut overlay = EdgeOverlay::<i32, SegmentId>::new(segments.len());
    let mut history = Vec::with_capacity(segments.len());
    for (index, segment) in (0..).zip(&segments) {
        // All run from the lesser to the greater end, so that no two of them
        // cancel and get lost.
        let edge = InputEdge { a: segment.from, b: segment.to, data: SegmentId(index) };
        overlay.add_edge(edge, ShapeType::Subject);
        history.push(Record {
            ends: [segment.from, segment.to],
            of: Origin::Input,
            is_alive: true,
        });
    }
    overlay.data_store_mut().entries = history;
    overlay.build_vectors(OverlayRule::Subject, FillRule::NonZero);
    overlay.into_data_store().survivors(segments)
}

/// The id of a segment while it is noded.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SegmentId(u32);

/// All segments that there have been.
#[derive(Debug, Default)]
struct History {
    entries: Vec<Record>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    ends: [GridPoint; 2],
    of: Origin,
    is_alive: bool,
}

/// What a segment is made of.
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
    fn begin(&mut self, [a, b]: [GridPoint; 2], of: Origin) -> SegmentId {
        let id = SegmentId(number(self.entries.len()));
        self.entries.push(Record { ends: [a.min(b), a.max(b)], of, is_alive: true });
        id
    }

    fn end(&mut self, id: SegmentId) {
        self.entries[id.0 as usize].is_alive = false;
    }

    /// The segments that were neither cut nor united with others.
    fn survivors(&self, given: Vec<Segment>) -> Noded {
        let mut segments = Vec::new();
        let mut pending = Vec::new();
        for (id, entry) in (0..).zip(&self.entries).filter(|(_, entry)| entry.is_alive) {
            let [from, to] = entry.ends;
            let mut shapes = Vec::new();
            pending.push(id);
            while let Some(id) = pending.pop() {
                match self.entries[id as usize].of {
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

/// Keeps one of each that occurs an odd number of times, in order.
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

/// The same point in the type that the store is made for; the overlay is an
/// `i32` one.
fn on_grid<I: IntNumber>(point: IntPoint<I>) -> GridPoint {
    GridPoint::new(round(point.x.to_f64()), round(point.y.to_f64()))
}
