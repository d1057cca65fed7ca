//! Finding the vertices that lie on a side.

use tautline_geometry::{Aabb, Segment, Vec2, Wide};

use crate::RawMesh;
use crate::half_edges::HalfEdges;
use crate::query::whole;

/// The vertices of unshared sides, in the cells of a grid with about one cell
/// per vertex.
pub(super) struct OuterVertices {
    min: Wide,
    cells_per_unit: Wide,
    columns: usize,
    rows: usize,
    /// Where the vertices of each cell begin; one entry more than cells.
    first: Vec<usize>,
    vertices: Vec<u32>,
}

impl OuterVertices {
    pub(super) fn of(raw: &RawMesh, sides: &HalfEdges) -> Self {
        /// More columns or rows than this are not worth their memory.
        const MOST: f64 = 1024.0;
        let mut outer = outer_vertices(sides);
        let bounds = Aabb::around(outer.iter().map(|&vertex| raw.position(vertex)));
        let (min, size) = bounds.map_or((Wide::ZERO, Wide::ZERO), |bounds| {
            (Wide::from(bounds.min), Wide::from(bounds.max) - bounds.min.into())
        });
        let wanted =
            f64::from(u32::try_from(outer.len()).unwrap_or(u32::MAX)).sqrt().clamp(1.0, MOST);
        let per_unit = |length: f64| if length > 0.0 { wanted / length } else { 0.0 };
        let mut grid = Self {
            min,
            cells_per_unit: Wide::new(per_unit(size.x), per_unit(size.y)),
            columns: whole(wanted) as usize + 1,
            rows: whole(wanted) as usize + 1,
            first: Vec::new(),
            vertices: Vec::new(),
        };
        let cell = |vertex: u32| {
            let point = Wide::from(raw.position(vertex));
            grid.row(point.y) * grid.columns + grid.column(point.x)
        };
        outer.sort_by_cached_key(|&vertex| (cell(vertex), vertex));
        let mut first = vec![0; grid.columns * grid.rows + 1];
        for &vertex in &outer {
            first[cell(vertex) + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        grid.first = first;
        grid.vertices = outer;
        grid
    }

    fn column(&self, x: f64) -> usize {
        (whole((x - self.min.x) * self.cells_per_unit.x) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        (whole((y - self.min.y) * self.cells_per_unit.y) as usize).min(self.rows - 1)
    }

    /// Calls `visit` with all vertices in the cells that a side passes, and
    /// some others.
    pub(super) fn visit_near(&self, side: &Segment, visit: &mut impl FnMut(u32)) {
        let (low, high) = if side.a.y <= side.b.y { (side.a, side.b) } else { (side.b, side.a) };
        let (low, high) = (Wide::from(low), Wide::from(high));
        for row in self.row(low.y)..=self.row(high.y) {
            // Where the side enters and leaves the row; a column more on both
            // sides makes up for rounding.
            let [enter, leave] = [row, row + 1].map(|edge| {
                let edge = f64::from(u32::try_from(edge).unwrap_or(u32::MAX));
                let y = self.min.y + edge / self.cells_per_unit.y.max(f64::MIN_POSITIVE);
                let share = ((y - low.y) / (high.y - low.y)).clamp(0.0, 1.0);
                low.x + (high.x - low.x) * share
            });
            let is_level = high.y <= low.y || !(enter.is_finite() && leave.is_finite());
            let (enter, leave) = if is_level { (low.x, high.x) } else { (enter, leave) };
            let first = self.column(enter.min(leave)).saturating_sub(1);
            let last = (self.column(enter.max(leave)) + 1).min(self.columns - 1);
            let cells = row * self.columns + first..=row * self.columns + last;
            let vertices = self.first[*cells.start()]..self.first[*cells.end() + 1];
            self.vertices[vertices].iter().copied().for_each(&mut *visit);
        }
    }
}

/// The vertices of all sides that belong to one area only, each once.
fn outer_vertices(sides: &HalfEdges) -> Vec<u32> {
    let mut vertices: Vec<u32> = sides.outer().flat_map(|(_, ends)| ends).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// Orders points on a side from its start to its end. Exact.
pub(super) fn order_along(side: &Segment, one: Vec2, other: Vec2) -> std::cmp::Ordering {
    let (a, b) = (side.a, side.b);
    let by_axis = if a.x < b.x {
        one.x.partial_cmp(&other.x)
    } else if a.x > b.x {
        other.x.partial_cmp(&one.x)
    } else if a.y < b.y {
        one.y.partial_cmp(&other.y)
    } else {
        other.y.partial_cmp(&one.y)
    };
    by_axis.unwrap_or(std::cmp::Ordering::Equal)
}
