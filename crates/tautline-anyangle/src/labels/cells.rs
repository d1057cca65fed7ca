//! Which areas fill a cell of a grid: nearly all points are located by one
//! look-up.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, NavMesh};

/// A grid over a mesh whose cells name the area that fills them, where one does
/// and no other one touches them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cells {
    pub(super) frame: Frame,
    /// By row; [`Self::SHARED`] where an exact test has to decide.
    pub(super) areas: Vec<u32>,
}

/// Where the cells are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Frame {
    pub(super) min: Wide,
    pub(super) per_unit: Wide,
    pub(super) columns: u32,
    pub(super) rows: u32,
}

/// How a cell lies to an area.
#[derive(PartialEq)]
enum Relation {
    Inside,
    Apart,
    Unsure,
}

impl Cells {
    pub(super) const SHARED: u32 = u32::MAX;
    const UNTOUCHED: u32 = u32::MAX - 1;

    /// How many cells there are for each area.
    const PER_AREA: f64 = 12.0;

    /// How many cells are compared with areas, for each cell, before it is given
    /// up: long thin areas that lie aslant touch few cells of their boxes.
    const COMPARISONS: usize = 40;

    pub(super) fn new(mesh: &NavMesh) -> Self {
        let Some(frame) = Frame::over(mesh) else { return Self::default() };
        let count = frame.columns as usize * frame.rows as usize;
        let mut cells = Self { frame, areas: vec![Self::UNTOUCHED; count] };
        let mut left = count * Self::COMPARISONS;
        for area in mesh.areas() {
            let mut corners = mesh.corners(area);
            let Some(first) = corners.next() else { continue };
            let (min, max) = corners.fold((first, first), |(min, max), c| (min.min(c), max.max(c)));
            // One more on each side than the box touches, for what is rounded.
            let ends = [min, max].map(|corner| frame.cell(corner.into()));
            let columns = ends[0].0.saturating_sub(1)..=(ends[1].0 + 1).min(frame.columns - 1);
            let rows = ends[0].1.saturating_sub(1)..=(ends[1].1 + 1).min(frame.rows - 1);
            let compared = columns.clone().count() * rows.clone().count();
            if compared > left {
                return Self::default();
            }
            left -= compared;
            for row in rows {
                for column in columns.clone() {
                    cells.note(mesh, area, column, row);
                }
            }
        }
        for cell in &mut cells.areas {
            if *cell == Self::UNTOUCHED {
                *cell = Self::SHARED;
            }
        }
        cells
    }

    fn note(&mut self, mesh: &NavMesh, area: AreaId, column: u32, row: u32) {
        let relation = self.frame.relation(mesh, area, column, row);
        let cell = &mut self.areas[(row * self.frame.columns + column) as usize];
        match relation {
            Relation::Apart => {}
            Relation::Inside if *cell == Self::UNTOUCHED => *cell = area.0,
            _ => *cell = Self::SHARED,
        }
    }

    /// The only area that holds a point, if one look tells.
    #[inline]
    pub(super) fn locate(&self, point: Vec2) -> Option<AreaId> {
        let point = Wide::from(point);
        let (column, row) = self.frame.cell(point);
        let offset = point - self.frame.min;
        // Cells at the rim would hold what is beyond it.
        if !(offset.x >= 0.0 && offset.y >= 0.0) || column >= self.frame.columns {
            return None;
        }
        let cell = row as usize * self.frame.columns as usize + column as usize;
        self.areas.get(cell).copied().filter(|&area| area != Self::SHARED).map(AreaId)
    }
}

impl Frame {
    fn over(mesh: &NavMesh) -> Option<Self> {
        let bounds = mesh.bounds();
        let (min, max) = (Wide::from(bounds.min), Wide::from(bounds.max));
        let size = max - min;
        let areas = f64::from(u32::try_from(mesh.area_count()).ok()?);
        let side = (size.x * size.y / (Cells::PER_AREA * areas)).sqrt();
        let farthest = min.x.abs().max(min.y.abs()).max(max.x.abs()).max(max.y.abs());
        // Rounding must be far below the margin that cells keep.
        if !(side > farthest * 1e-9 && side.is_finite()) {
            return None;
        }
        let per_unit = 1.0 / side;
        let count = |length: f64| whole(length * per_unit).saturating_add(1);
        let (columns, rows) = (count(size.x), count(size.y));
        let has_room = u64::from(columns) * u64::from(rows) < 1 << 28;
        let per_unit = Wide::new(per_unit, per_unit);
        has_room.then_some(Self { min, per_unit, columns, rows })
    }

    /// The column and the row of a point. Monotone in each coordinate.
    #[inline]
    fn cell(&self, point: Wide) -> (u32, u32) {
        let offset = point - self.min;
        (whole(offset.x * self.per_unit.x), whole(offset.y * self.per_unit.y))
    }

    /// How a cell lies to an area, with some margin around the cell.
    fn relation(&self, mesh: &NavMesh, area: AreaId, column: u32, row: u32) -> Relation {
        const MARGIN: f64 = 1e-3;
        let at = |column: f64, row: f64| {
            Wide::new(self.min.x + column / self.per_unit.x, self.min.y + row / self.per_unit.y)
        };
        let (left, bottom) = (f64::from(column) - MARGIN, f64::from(row) - MARGIN);
        let (right, top) = (f64::from(column) + 1.0 + MARGIN, f64::from(row) + 1.0 + MARGIN);
        let cell = [at(left, bottom), at(right, bottom), at(right, top), at(left, top)];
        let sides = mesh.sides_in(area);
        let Some(last) = sides.last() else { return Relation::Unsure };
        let mut from = Wide::from(last.start());
        let mut relation = Relation::Inside;
        for side in sides {
            let to = Wide::from(side.start());
            let lefts = cell.iter().filter(|&&corner| (to - from).cross(corner - from) > 0.0);
            match lefts.count() {
                4 => {}
                0 => return Relation::Apart,
                _ => relation = Relation::Unsure,
            }
            from = to;
        }
        relation
    }
}

/// The whole part of a number, 0 below 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which is what is wanted"
)]
#[inline]
fn whole(value: f64) -> u32 {
    value as u32
}
