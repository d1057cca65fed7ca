//! The compact heightfield: the walkable spans, and their connections.

use rerecast::{AreaType, Heightfield};
use tautline_navmesh::internal::number;

use super::VoxelError;
use super::grid::VoxelGrid;
use super::options::Agent;
use super::rasterization::Columns;
use tautline_navmesh::Terrain;

/// No span lies across a side of a span.
pub(super) const NO_SPAN: u32 = u32::MAX;

/// The maximum number of walkable spans in a column; Recast numbers them with 6 bits.
const MAX_SPANS_IN_COLUMN: usize = 62;

/// The neighbouring cells across the sides of a cell, in the order of the sides: along x, then
/// along y.
pub(super) const ACROSS: [[i64; 2]; 4] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/// The numbers of the sides in Recast.
const RECAST_SIDES: [u8; 4] = [3, 2, 1, 0];

/// The open spans above solid voxels on which an agent can stand, by column; Recast calls this
/// a compact heightfield. Each span is a square cell of ground. Its side `i` goes from its
/// corner `i` to the next one, counter-clockwise from the corner with the least x and y.
///
/// ```text
///     corner 3 ── side 2 ── corner 2
///        │                     │
///      side 3                side 1
///        │                     │
///     corner 0 ── side 0 ── corner 1
/// ```
pub(super) struct CompactHeightfield {
    width: u32,
    /// The first span of each column; one more entry than columns.
    first_spans: Vec<u32>,
    column_of_span: Vec<u32>,
    /// The elevation of each span, in voxels.
    pub(super) elevations: Vec<u16>,
    /// The terrain of each span; `None` if it is not walkable.
    pub(super) terrains: Vec<Option<Terrain>>,
    /// The span that can be stepped to across each side, and back, or [`NO_SPAN`].
    pub(super) across: Vec<[u32; 4]>,
}

impl CompactHeightfield {
    /// Filters the spans as Recast does.
    pub(super) fn of(
        columns: &Columns,
        agent: &Agent,
        grid: &VoxelGrid,
    ) -> Result<Self, VoxelError> {
        let mut voxels = columns.heightfield(grid)?;
        voxels.filter_low_hanging_walkable_obstacles(agent.step);
        voxels.filter_ledge_spans(agent.height, agent.step);
        voxels.filter_walkable_low_height_spans(agent.height);
        check_span_count(&voxels, grid)?;
        let mut compact =
            voxels.into_compact(agent.height, agent.step).map_err(VoxelError::of_recast)?;
        compact.erode_walkable_area(agent.radius);
        Ok(Self::of_compact(&compact))
    }

    /// Converts rerecast's heightfield. Connections are made symmetric.
    fn of_compact(compact: &rerecast::CompactHeightfield) -> Self {
        let width = u32::from(compact.width);
        let mut first_spans = Vec::with_capacity(compact.cells.len() + 1);
        let mut column_of_span = Vec::with_capacity(compact.spans.len());
        for (column, cell) in (0..).zip(&compact.cells) {
            first_spans.push(number(column_of_span.len()));
            column_of_span.extend(std::iter::repeat_n(column, usize::from(cell.count())));
        }
        first_spans.push(number(column_of_span.len()));
        let terrain = |area: &AreaType| area.0.checked_sub(1).map(Terrain);
        let terrains: Vec<Option<Terrain>> = compact.areas.iter().map(terrain).collect();
        let mut heightfield = Self {
            width,
            first_spans,
            column_of_span,
            elevations: compact.spans.iter().map(|span| span.y).collect(),
            across: vec![[NO_SPAN; 4]; terrains.len()],
            terrains,
        };
        let steps = |span: u32, side: usize| {
            let layer = compact.spans[span as usize].con(RECAST_SIDES[side])?;
            let column =
                heightfield.column_across(heightfield.column_of_span[span as usize], side)?;
            let across = heightfield.first_spans[column as usize] + u32::from(layer);
            let are_ground = [span, across]
                .iter()
                .all(|&span| heightfield.terrains.get(span as usize).is_some_and(Option::is_some));
            are_ground.then_some(across)
        };
        let across = (0..).take(heightfield.terrains.len()).map(|span: u32| {
            [0, 1, 2, 3].map(|side| {
                let across = steps(span, side);
                // Where spans are close above each other, the connection back may lead to
                // another span. Contours need symmetric ones.
                across
                    .filter(|&across| steps(across, (side + 2) % 4) == Some(span))
                    .unwrap_or(NO_SPAN)
            })
        });
        heightfield.across = across.collect();
        heightfield
    }

    /// The number of spans.
    pub(super) fn count(&self) -> usize {
        self.terrains.len()
    }

    /// All spans.
    pub(super) fn spans(&self) -> impl Iterator<Item = u32> + use<> {
        (0..).take(self.count())
    }

    /// The position of a span's column, in cells along x and y.
    pub(super) fn cell_of(&self, span: u32) -> [u32; 2] {
        let column = self.column_of_span[span as usize];
        [column % self.width, column / self.width]
    }

    /// The spans in the same column as a span.
    pub(super) fn spans_in_column_of(&self, span: u32) -> std::ops::Range<u32> {
        self.spans_in(self.column_of_span[span as usize])
    }

    /// The spans in the column across a side of a span.
    pub(super) fn spans_in_column_across(&self, span: u32, side: usize) -> std::ops::Range<u32> {
        let column = self.column_across(self.column_of_span[span as usize], side);
        column.map_or(0..0, |column| self.spans_in(column))
    }

    /// The highest span in a cell that is at most as high as an elevation, if the cell is in the model.
    pub(super) fn highest_below(&self, cell: [i64; 2], elevation: u16) -> Option<u32> {
        let mut spans = self.spans_in(self.column_at(cell)?);
        spans.rfind(|&span| self.elevations[span as usize] <= elevation)
    }

    fn spans_in(&self, column: u32) -> std::ops::Range<u32> {
        let column = column as usize;
        self.first_spans[column]..self.first_spans[column + 1]
    }

    fn column_across(&self, column: u32, side: usize) -> Option<u32> {
        let [x, y] = [column % self.width, column / self.width].map(i64::from);
        let [along_x, along_y] = ACROSS[side];
        self.column_at([x + along_x, y + along_y])
    }

    fn column_at(&self, [x, y]: [i64; 2]) -> Option<u32> {
        let x = u32::try_from(x).ok().filter(|&x| x < self.width)?;
        let column = u32::try_from(y).ok()?.checked_mul(self.width)?.checked_add(x)?;
        (column as usize + 1 < self.first_spans.len()).then_some(column)
    }
}

/// Checks that Recast can number the walkable spans of each column.
fn check_span_count(voxels: &Heightfield, grid: &VoxelGrid) -> Result<(), VoxelError> {
    for y in 0..voxels.height {
        for x in 0..voxels.width {
            let mut solid_span = voxels.span_at(x, y);
            let mut spans = 0;
            while let Some(here) = solid_span {
                spans += usize::from(here.area.is_walkable());
                solid_span = here.next.map(|next| voxels.span(next));
            }
            if spans > MAX_SPANS_IN_COLUMN {
                let [x, y] = grid.position([x, y].map(u32::from));
                return Err(VoxelError::TooManyFloors {
                    x,
                    y,
                    floors: spans,
                    limit: MAX_SPANS_IN_COLUMN,
                });
            }
        }
    }
    Ok(())
}
