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

/// A piece of border from the lesser to the greater end, by x and then by y.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// The end that comes first in the order of points.
    pub from: GridPoint,
    /// The other end.
    pub to: GridPoint,
    /// The shapes of which exactly one side of the piece is filled, in order.
    pub shapes: Vec<u32>,
}

impl Piece {
    /// A segment of a shape between two points.
    pub fn new(from: GridPoint, to: GridPoint, shape: u32) -> Self {
        Self { from: from.min(to), to: from.max(to), shapes: vec![shape] }
    }

    /// Returns true if the segment is vertical.
    pub fn is_upright(&self) -> bool {
        self.from.x == self.to.x
    }
}

/// Rounding a crossing to the grid moves the pieces that meet there, and they
/// may cross others then. It has never been seen to take more than three rounds.
const MOST_ROUNDS: usize = 16;

/// Cuts pieces until they meet nowhere but at their ends, and unites those that
/// lie on each other.
///
/// # Errors
///
/// A [`PolygonError`] that says what is wrong.
pub fn cut(mut pieces: Vec<Piece>) -> Result<Vec<Piece>, PolygonError> {
    crossings::check_sides(pieces.len(), pieces.iter().map(|piece| [piece.from, piece.to]))?;
    for _ in 0..MOST_ROUNDS {
        let before = pieces.len();
        let cut = cut_once(pieces);
        pieces = cut.pieces;
        if !cut.has_changed && pieces.len() == before {
            return Ok(pieces);
        }
    }
    Err(PolygonError::Unsettled { rounds: MOST_ROUNDS })
}

struct Cut {
    pieces: Vec<Piece>,
    has_changed: bool,
}

fn cut_once(pieces: Vec<Piece>) -> Cut {
    let mut overlay = EdgeOverlay::<i32, Name>::new(pieces.len());
    let mut history = Vec::with_capacity(pieces.len());
    for (index, piece) in (0..).zip(&pieces) {
        // All run from the lesser to the greater end, so that no two of them
        // cancel and get lost.
        let edge = InputEdge { a: piece.from, b: piece.to, data: Name(index) };
        overlay.add_edge(edge, ShapeType::Subject);
        history.push(Entry { ends: [piece.from, piece.to], of: Origin::Given, is_alive: true });
    }
    overlay.data_store_mut().entries = history;
    overlay.build_vectors(OverlayRule::Subject, FillRule::NonZero);
    overlay.into_data_store().survivors(pieces)
}

/// The name of a piece while it is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Name(u32);

/// All pieces that there have been.
#[derive(Debug, Default)]
struct History {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    ends: [GridPoint; 2],
    of: Origin,
    is_alive: bool,
}

/// What a piece is made of.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Given,
    PartOf(u32),
    UnionOf(u32, u32),
}

impl OverlayEdgeData for Name {
    type Store = History;

    fn split<I: IntNumber>(self, at: EdgeDataSplit<I>, history: &mut History) -> (Self, Self) {
        history.end(self);
        let [a, p, b] = [at.a, at.p, at.b].map(on_grid);
        let part = Origin::PartOf(self.0);
        (history.begin([a, p], part), history.begin([p, b], part))
    }

    fn merge(pair: EdgeDataMerge<ShapeCountBoolean, Self>, history: &mut History) -> Self {
        let (one, other) = (pair.lhs_data, pair.rhs_data);
        history.end(one);
        history.end(other);
        let ends = history.entries[one.0 as usize].ends;
        history.begin(ends, Origin::UnionOf(one.0, other.0))
    }
}

impl History {
    fn begin(&mut self, [a, b]: [GridPoint; 2], of: Origin) -> Name {
        let name = Name(number(self.entries.len()));
        self.entries.push(Entry { ends: [a.min(b), a.max(b)], of, is_alive: true });
        name
    }

    fn end(&mut self, name: Name) {
        self.entries[name.0 as usize].is_alive = false;
    }

    /// The pieces that were neither cut nor united with others.
    fn survivors(&self, given: Vec<Piece>) -> Cut {
        let mut pieces = Vec::new();
        let mut pending = Vec::new();
        for (name, entry) in (0..).zip(&self.entries).filter(|(_, entry)| entry.is_alive) {
            let [from, to] = entry.ends;
            let mut shapes = Vec::new();
            pending.push(name);
            while let Some(name) = pending.pop() {
                match self.entries[name as usize].of {
                    Origin::Given => shapes.extend_from_slice(&given[name as usize].shapes),
                    Origin::PartOf(whole) => pending.push(whole),
                    Origin::UnionOf(one, other) => pending.extend([one, other]),
                }
            }
            keep_odd(&mut shapes);
            if !shapes.is_empty() {
                pieces.push(Piece { from, to, shapes });
            }
        }
        Cut { pieces, has_changed: self.entries.len() > given.len() }
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
