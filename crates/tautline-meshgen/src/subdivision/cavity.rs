//! Triangles around a new side are taken out, and others put in.

use std::ops::Range;

use tautline_geometry::{Orientation, orient2d};

use super::SubdivisionError;
use super::delaunay::{Delaunay, INFINITE, NO_PART, next, previous};

/// The triangles that a side to be crosses, and what is around them.
///
/// Every vertex around the cavity sees some of the new side, and so the polygons
/// on the left and the right of it are cut into triangles in one pass. O(triangles).
///
/// G. Toussaint, D. Avis, "On a convex hull algorithm for polygons and its
/// application to triangulation problems" (1982).
#[derive(Default)]
pub(super) struct Cavity {
    ends: [u32; 2],
    triangles: Vec<u32>,
    /// The sides on the left of the new side, from its beginning to its end.
    left: Vec<u32>,
    /// The sides on the right of it, from its beginning to its end.
    right: Vec<u32>,
    /// All sides around it: those on the left, and then back those on the right.
    rim: Vec<Rim>,
    /// Where the sides around it are on the rim, in order.
    places: Vec<(u32, usize)>,
    /// Corners that wait for a triangle, each with the border to the one before.
    waiting: Vec<(u32, Border)>,
}

/// A side around a cavity.
#[derive(Clone, Copy)]
struct Rim {
    /// Where it begins, seen from within.
    start: u32,
    across: Across,
    part: u32,
    /// Which side it becomes.
    side: u32,
}

/// What lies across a side around a cavity.
#[derive(Clone, Copy)]
enum Across {
    /// A side that stays.
    Side(u32),
    /// Another side around the same cavity, by its place on the rim: the rim runs
    /// to a vertex and back on the other side.
    Rim(usize),
}

/// A border of a triangle that is put in.
#[derive(Clone, Copy)]
enum Border {
    /// A place on the rim.
    Rim(usize),
    /// The side of another triangle that is put in.
    Side(u32),
}

impl Cavity {
    /// Finds the triangles between a vertex and the first one on the way to
    /// another, of which `crossed` is the first side on the way. Returns the part
    /// of an edge that is in the way, if there is one.
    pub(super) fn hollow_out(
        &mut self,
        delaunay: &Delaunay,
        [from, to]: [u32; 2],
        crossed: u32,
    ) -> Result<Option<u32>, SubdivisionError> {
        self.triangles.clear();
        self.triangles.push(crossed / 3);
        self.left.clear();
        self.left.push(next(crossed));
        self.right.clear();
        self.right.push(previous(crossed));
        let [start, end] = [from, to].map(|vertex| delaunay.place(vertex));
        let mut crossed = crossed;
        loop {
            if delaunay.part(crossed) != NO_PART {
                return Ok(Some(delaunay.part(crossed)));
            }
            let twin = delaunay.twin(crossed);
            self.triangles.push(twin / 3);
            let vertex = delaunay.apex(twin);
            if vertex == INFINITE {
                return Err(SubdivisionError::Triangulation);
            }
            let [right, left] = [next(twin), previous(twin)];
            match orient2d(start, end, delaunay.place(vertex)) {
                Orientation::CounterClockwise => {
                    self.left.push(left);
                    crossed = right;
                }
                Orientation::Clockwise => {
                    self.right.push(right);
                    crossed = left;
                }
                Orientation::Collinear => {
                    self.left.push(left);
                    self.right.push(right);
                    self.ends = [from, vertex];
                    return Ok(None);
                }
            }
        }
    }

    /// Puts other triangles in, among them two with the new side; returns that.
    pub(super) fn fill(&mut self, delaunay: &mut Delaunay) -> Result<u32, SubdivisionError> {
        self.record_rim(delaunay);
        let [from, to] = self.ends;
        let (lefts, all) = (self.left.len(), self.rim.len());
        let side = self.fill_half(delaunay, from, 0..lefts)?;
        let twin = self.fill_half(delaunay, to, lefts..all)?;
        delaunay.glue(side, twin);
        for &Rim { across, part, side, .. } in &self.rim {
            let twin = match across {
                Across::Side(twin) => twin,
                Across::Rim(place) => self.rim[place].side,
            };
            delaunay.glue(side, twin);
            delaunay.keep(side, part);
        }
        Ok(side)
    }

    /// Keeps what is known of the sides around the cavity, which get other
    /// numbers.
    fn record_rim(&mut self, delaunay: &Delaunay) {
        let sides = || self.left.iter().chain(self.right.iter().rev()).copied();
        self.places.clear();
        self.places.extend(sides().zip(0..));
        self.places.sort_unstable();
        let across = |side| {
            let twin = delaunay.twin(side);
            let place = self.places.binary_search_by_key(&twin, |&(side, _)| side);
            place.map_or(Across::Side(twin), |index| Across::Rim(self.places[index].1))
        };
        let rim = |side| Rim {
            start: delaunay.start(side),
            across: across(side),
            part: delaunay.part(side),
            side,
        };
        self.rim.clear();
        self.rim.extend(sides().map(rim));
    }

    /// Fills the cavity between the new side and some of the rim, which leads
    /// from `first` to the other end of the side; returns the side.
    fn fill_half(
        &mut self,
        delaunay: &mut Delaunay,
        first: u32,
        rim: Range<usize>,
    ) -> Result<u32, SubdivisionError> {
        self.waiting.clear();
        self.waiting.push((first, Border::Rim(rim.start)));
        for place in rim {
            let vertex = self.rim[place].start;
            let mut border = Border::Rim(place);
            while let [.., (before, _), (last, border_before)] = self.waiting[..] {
                let [a, b, c] = [before, last, vertex].map(|corner| delaunay.place(corner));
                if !orient2d(a, b, c).is_right() {
                    break;
                }
                let triangle = self.triangles.pop().ok_or(SubdivisionError::Triangulation)?;
                delaunay.replace(triangle, [before, vertex, last]);
                self.join(delaunay, border, 3 * triangle + 1);
                self.join(delaunay, border_before, 3 * triangle + 2);
                border = Border::Side(3 * triangle);
                self.waiting.pop();
            }
            self.waiting.push((vertex, border));
        }
        match self.waiting[..] {
            [_, (_, Border::Side(side))] => Ok(side),
            _ => Err(SubdivisionError::Triangulation),
        }
    }

    fn join(&mut self, delaunay: &mut Delaunay, border: Border, side: u32) {
        match border {
            Border::Rim(place) => self.rim[place].side = side,
            Border::Side(twin) => delaunay.glue(side, twin),
        }
    }
}
