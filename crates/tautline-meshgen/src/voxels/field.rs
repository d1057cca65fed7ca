//! Where an agent can stand.

use rerecast::{AreaType, CompactHeightfield, Heightfield};
use tautline_navmesh::internal::number;

use super::VoxelError;
use super::filling::{Surface, fill};
use super::grid::Grid;
use super::options::Agent;
use tautline_navmesh::Terrain;

/// Nothing lies across a side of a floor.
pub(super) const NO_FLOOR: u32 = u32::MAX;

/// The most floors above each other; Recast numbers them with 6 bits.
const MOST_FLOORS: usize = 62;

/// What lies across the sides of a cell, in the order of the sides: along x, then
/// along y.
const ACROSS: [[i32; 2]; 4] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/// How Recast numbers the sides.
const RECAST_SIDES: [u8; 4] = [3, 2, 1, 0];

/// Floors: the places in columns of voxels on which an agent can stand. Each is
/// a square cell; its side `i` runs from its corner `i` to the next one,
/// counter-clockwise from the corner with the least x and y.
pub(super) struct Field {
    width: u32,
    /// Where the floors of each column begin; one more than columns.
    first_floors: Vec<u32>,
    column_of_floor: Vec<u32>,
    /// How high each floor is, in voxels.
    pub(super) elevations: Vec<u16>,
    /// The terrain of each floor; nothing if nobody walks there.
    pub(super) terrains: Vec<Option<Terrain>>,
    /// The floor that can be stepped on across each side, and back from there, or
    /// [`NO_FLOOR`].
    pub(super) across: Vec<[u32; 4]>,
}

impl Field {
    pub(super) fn of(
        surface: &Surface<'_>,
        agent: &Agent,
        grid: &Grid,
    ) -> Result<Self, VoxelError> {
        let mut voxels = fill(surface, agent, grid)?;
        voxels.filter_low_hanging_walkable_obstacles(agent.step);
        voxels.filter_ledge_spans(agent.height, agent.step);
        voxels.filter_walkable_low_height_spans(agent.height);
        check_floors(&voxels, grid)?;
        let mut compact =
            voxels.into_compact(agent.height, agent.step).map_err(VoxelError::of_recast)?;
        compact.erode_walkable_area(agent.radius);
        Ok(Self::of_compact(&compact))
    }

    fn of_compact(compact: &CompactHeightfield) -> Self {
        let width = u32::from(compact.width);
        let mut first_floors = Vec::with_capacity(compact.cells.len() + 1);
        let mut column_of_floor = Vec::with_capacity(compact.spans.len());
        for (column, cell) in (0..).zip(&compact.cells) {
            first_floors.push(number(column_of_floor.len()));
            column_of_floor.extend(std::iter::repeat_n(column, usize::from(cell.count())));
        }
        first_floors.push(number(column_of_floor.len()));
        let terrain = |area: &AreaType| area.0.checked_sub(1).map(Terrain);
        let terrains: Vec<Option<Terrain>> = compact.areas.iter().map(terrain).collect();
        let mut field = Self {
            width,
            first_floors,
            column_of_floor,
            elevations: compact.spans.iter().map(|span| span.y).collect(),
            across: vec![[NO_FLOOR; 4]; terrains.len()],
            terrains,
        };
        let steps = |floor: u32, side: usize| {
            let layer = compact.spans[floor as usize].con(RECAST_SIDES[side])?;
            let column = field.column_across(field.column_of_floor[floor as usize], side)?;
            let across = field.first_floors[column as usize] + u32::from(layer);
            let are_ground = [floor, across]
                .iter()
                .all(|&floor| field.terrains.get(floor as usize).is_some_and(Option::is_some));
            are_ground.then_some(across)
        };
        let across = (0..).take(field.terrains.len()).map(|floor: u32| {
            [0, 1, 2, 3].map(|side| {
                let across = steps(floor, side);
                // Where floors are close above each other, the way back may lead
                // to another one.
                across
                    .filter(|&across| steps(across, (side + 2) % 4) == Some(floor))
                    .unwrap_or(NO_FLOOR)
            })
        });
        field.across = across.collect();
        field
    }

    /// How many floors there are.
    pub(super) fn count(&self) -> usize {
        self.terrains.len()
    }

    /// All floors.
    pub(super) fn floors(&self) -> impl Iterator<Item = u32> + use<> {
        (0..).take(self.count())
    }

    /// Where a floor is, in cells along x and y.
    pub(super) fn column(&self, floor: u32) -> [u32; 2] {
        let column = self.column_of_floor[floor as usize];
        [column % self.width, column / self.width]
    }

    /// The floors above each other that lie in the same column as a floor.
    pub(super) fn column_of(&self, floor: u32) -> std::ops::Range<u32> {
        self.floors_in(self.column_of_floor[floor as usize])
    }

    /// The floors above each other that lie across a side of a floor.
    pub(super) fn column_beside(&self, floor: u32, side: usize) -> std::ops::Range<u32> {
        let column = self.column_across(self.column_of_floor[floor as usize], side);
        column.map_or(0..0, |column| self.floors_in(column))
    }

    fn floors_in(&self, column: u32) -> std::ops::Range<u32> {
        let column = column as usize;
        self.first_floors[column]..self.first_floors[column + 1]
    }

    fn column_across(&self, column: u32, side: usize) -> Option<u32> {
        let [x, y] = [column % self.width, column / self.width];
        let [along_x, along_y] = ACROSS[side];
        let x = x.checked_add_signed(along_x).filter(|&x| x < self.width)?;
        let column = y.checked_add_signed(along_y)? * self.width + x;
        (column as usize + 1 < self.first_floors.len()).then_some(column)
    }
}

/// Checks that floors can be numbered.
fn check_floors(voxels: &Heightfield, grid: &Grid) -> Result<(), VoxelError> {
    for y in 0..voxels.height {
        for x in 0..voxels.width {
            let mut run = voxels.span_at(x, y);
            let mut floors = 0;
            while let Some(here) = run {
                floors += usize::from(here.area.is_walkable());
                run = here.next.map(|next| voxels.span(next));
            }
            if floors > MOST_FLOORS {
                let [x, y] = grid.place([x, y].map(u32::from));
                return Err(VoxelError::TooManyFloors { x, y, floors, limit: MOST_FLOORS });
            }
        }
    }
    Ok(())
}
