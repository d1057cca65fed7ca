//! Rasterization of triangles into solid spans.
//!
//! Not left to `rerecast`, whose clipping overflows a fixed buffer for some triangles with vertices
//! very close to the sides of cells.

use rerecast::{Aabb3d, AreaType, Heightfield, HeightfieldBuilder, Span};
use tautline_geometry::polygon::edges;
use tautline_navmesh::internal::number;

use super::VoxelError;
use super::grid::{VoxelGrid, truncated};
use super::options::Agent;
use crate::models::Triangles;
use tautline_navmesh::Terrain;

/// The maximum number of solid spans: they and what is derived from them take some hundred
/// bytes each.
const MAX_SOLID_SPANS: usize = 1 << 23;

/// A range of solid voxels in a column. The terrain belongs to its top.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SolidSpan {
    bottom: u16,
    top: u16,
    /// 0 is not walkable; terrain classes count from 1.
    class: u8,
}

/// The solid spans of each column, from the lowest to the highest; no two touch.
pub(super) struct Columns {
    width: usize,
    solid_spans: Vec<Vec<SolidSpan>>,
    count: usize,
    /// The maximum distance of tops that are the same ground, in voxels.
    step: u16,
}

/// The triangles to rasterize.
pub(super) struct Surface<'a> {
    pub(super) model: &'a Triangles,
    pub(super) triangles: &'a [[u32; 3]],
    /// By triangle; may be shorter.
    pub(super) terrains: &'a [Terrain],
    pub(super) max_slope: f32,
}

/// Rasterizes triangles into solid spans.
pub(super) fn rasterize(
    surface: &Surface<'_>,
    agent: &Agent,
    grid: &VoxelGrid,
) -> Result<Columns, VoxelError> {
    let &Surface { model, triangles, terrains, max_slope } = surface;
    let [width, depth] = grid.columns().map(|columns| columns as usize);
    let solid_spans = vec![Vec::new(); width * depth];
    let mut columns = Columns { width, solid_spans, count: 0, step: agent.step };
    for (triangle, &corners) in triangles.iter().enumerate() {
        let terrain = terrains.get(triangle).copied().unwrap_or_default().0;
        let class = terrain.checked_add(1).ok_or(VoxelError::TerrainClass { triangle, terrain })?;
        let is_walkable = model.tilt_fault(corners, max_slope).is_none();
        let positions = corners.map(|corner| {
            let corner = corner as usize;
            grid.local(model.positions[corner], model.elevations[corner])
        });
        columns.fill(positions, if is_walkable { class } else { 0 });
        if columns.count > MAX_SOLID_SPANS {
            return Err(VoxelError::TooManySpans { limit: MAX_SOLID_SPANS });
        }
    }
    Ok(columns)
}

impl Columns {
    /// Makes the voxels solid that a triangle passes through. Its coordinates are in cells along x
    /// and y, and in voxels upwards.
    fn fill(&mut self, triangle: [[f64; 3]; 3], class: u8) {
        let depth = self.solid_spans.len() / self.width;
        let (mut row, mut cell, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for y in cell_range(&triangle, 1, depth) {
            clip(&triangle, 1, in_cells(y), &mut rest, &mut row);
            if row.len() < 3 {
                continue;
            }
            for x in cell_range(&row, 0, self.width) {
                clip(&row, 0, in_cells(x), &mut rest, &mut cell);
                // A triangle that only touches a cell is clipped to an edge or a corner.
                if cell.len() < 3 {
                    continue;
                }
                let [low, high] = range(&cell, 2);
                let bottom = truncated(low);
                let top = truncated(high.ceil()).max(bottom.saturating_add(1));
                self.add(x + y * self.width, SolidSpan { bottom, top, class });
            }
        }
    }

    /// Adds a solid span to a column, merged with those that it touches. The class is the
    /// greatest of the tops within a step of the highest one.
    fn add(&mut self, column: usize, mut solid_span: SolidSpan) {
        let solid_spans = &mut self.solid_spans[column];
        let first = solid_spans.partition_point(|below| below.top < solid_span.bottom);
        let touched =
            solid_spans[first..].partition_point(|touched| touched.bottom <= solid_span.top);
        for touched in &solid_spans[first..first + touched] {
            solid_span.class = match touched.top.abs_diff(solid_span.top) {
                step if step <= self.step => solid_span.class.max(touched.class),
                _ if touched.top > solid_span.top => touched.class,
                _ => solid_span.class,
            };
            solid_span.bottom = solid_span.bottom.min(touched.bottom);
            solid_span.top = solid_span.top.max(touched.top);
        }
        self.count = self.count + 1 - touched;
        solid_spans.splice(first..first + touched, [solid_span]);
    }

    /// Returns true if a voxel between two elevations is solid in a cell. Nothing outside the
    /// model is solid.
    pub(super) fn is_solid_between(&self, [x, y]: [i64; 2], [low, high]: [u16; 2]) -> bool {
        let column = usize::try_from(x).ok().filter(|&x| x < self.width).and_then(|x| {
            let row = usize::try_from(y).ok()?;
            self.solid_spans.get(x + row * self.width)
        });
        column.is_some_and(|solid| solid.iter().any(|span| span.bottom < high && span.top > low))
    }

    /// Converts the solid spans to rerecast's heightfield.
    pub(super) fn heightfield(&self, grid: &VoxelGrid) -> Result<Heightfield, VoxelError> {
        let [width, depth, height] = grid.size();
        let aabb = Aabb3d { min: [0.0; 3].into(), max: [width, height, depth].into() };
        let builder = HeightfieldBuilder { aabb, cell_size: 1.0, cell_height: 1.0 };
        let mut voxels = builder.build().map_err(VoxelError::of_recast)?;
        for (column, solid_spans) in self.solid_spans.iter().enumerate() {
            let mut next = None;
            for &SolidSpan { bottom, top, class } in solid_spans.iter().rev() {
                let span = Span { min: bottom, max: top, area: AreaType(class), next };
                next = Some(voxels.allocated_spans.insert(span));
            }
            voxels.spans[column] = next;
        }
        Ok(voxels)
    }
}

/// The minimum and the maximum coordinate of some corners.
fn range(corners: &[[f64; 3]], axis: usize) -> [f64; 2] {
    corners.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], corner| {
        [least.min(corner[axis]), most.max(corner[axis])]
    })
}

/// The cells that some corners reach along an axis.
fn cell_range(corners: &[[f64; 3]], axis: usize, cells: usize) -> std::ops::RangeInclusive<usize> {
    let last = cells.saturating_sub(1);
    let [first, end] = range(corners, axis).map(|end| usize::from(truncated(end)).min(last));
    first..=end
}

fn in_cells(cell: usize) -> f64 {
    f64::from(number(cell))
}

/// Clips a convex polygon to a row or column of cells, into `clipped`.
fn clip(
    polygon: &[[f64; 3]],
    axis: usize,
    cell: f64,
    rest: &mut Vec<[f64; 3]>,
    clipped: &mut Vec<[f64; 3]>,
) {
    clip_at(polygon, axis, |value| value - cell, rest);
    clip_at(rest, axis, |value| cell + 1.0 - value, clipped);
}

/// Clips a polygon by a line (Sutherland and Hodgman).
fn clip_at(
    polygon: &[[f64; 3]],
    axis: usize,
    inside: impl Fn(f64) -> f64,
    clipped: &mut Vec<[f64; 3]>,
) {
    clipped.clear();
    for [start, end] in edges(polygon) {
        let [from, to] = [start, end].map(|corner| inside(corner[axis]));
        if from >= 0.0 {
            clipped.push(start);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            let fraction = from / (from - to);
            clipped.push([0, 1, 2].map(|axis| start[axis] + (end[axis] - start[axis]) * fraction));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Columns {
        Columns { width: 4, solid_spans: vec![Vec::new(); 16], count: 0, step: 2 }
    }

    fn filled(columns: &Columns) -> Vec<usize> {
        (0..16).filter(|&column| !columns.solid_spans[column].is_empty()).collect()
    }

    #[test]
    fn a_triangle_fills_the_cells_that_it_covers_but_not_those_it_touches() {
        let mut columns = columns();
        columns.fill([[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]], 1);
        assert_eq!(filled(&columns), [0, 1, 2, 4, 5, 8]);
        assert_eq!(columns.solid_spans[0], [SolidSpan { bottom: 0, top: 1, class: 1 }]);
    }

    #[test]
    fn a_vertical_triangle_fills_as_high_as_it_reaches_in_each_cell() {
        let mut columns = columns();
        columns.fill([[0.0, 1.5, 0.0], [4.0, 1.5, 0.0], [4.0, 1.5, 8.0]], 0);
        assert_eq!(filled(&columns), [4, 5, 6, 7]);
        let tops: Vec<u16> = (4..8).map(|column| columns.solid_spans[column][0].top).collect();
        assert_eq!(tops, [2, 4, 6, 8]);
    }

    #[test]
    fn spans_that_touch_become_one_with_the_class_of_the_top() {
        let mut columns = columns();
        let mut add = |bottom, top, class| columns.add(0, SolidSpan { bottom, top, class });
        add(0, 2, 1);
        add(5, 9, 0);
        add(10, 12, 3);
        add(2, 5, 0);
        assert_eq!(
            columns.solid_spans[0],
            [
                SolidSpan { bottom: 0, top: 9, class: 0 },
                SolidSpan { bottom: 10, top: 12, class: 3 }
            ]
        );
        assert_eq!(columns.count, 2);
        columns.add(0, SolidSpan { bottom: 7, top: 11, class: 1 });
        assert_eq!(columns.solid_spans[0], [SolidSpan { bottom: 0, top: 12, class: 3 }]);
    }
}
