//! The corners of floors that are one vertex, and the borders between sheets.

use super::field::{Field, NO_FLOOR};
use super::sheets::{NO_SHEET, Sheets};
use tautline_navmesh::internal::number;

/// A side of a cell at which a sheet ends.
#[derive(Clone, Copy)]
pub(super) struct Border {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The sheet on the left.
    pub(super) left: u32,
    /// The sheet on the right, which is the higher number, or [`NO_SHEET`].
    pub(super) right: u32,
}

/// The vertices of the borders.
pub(super) struct Corners {
    /// In cells.
    pub(super) places: Vec<[u32; 2]>,
    /// In voxels: of the highest floor there.
    pub(super) elevations: Vec<u16>,
}

/// Finds where sheets end. Corners of floors are the same vertex where the floors
/// are connected, and, in each sheet, where they are at the same place.
pub(super) fn borders(field: &Field, sheets: &Sheets) -> (Vec<Border>, Corners) {
    let mut slots = SlotSets::of(field);
    let mut borders = Vec::new();
    for floor in field.floors() {
        let left = sheets.of_floor[floor as usize];
        if left == NO_SHEET {
            continue;
        }
        for (side, &across) in (0..4).zip(&field.across[floor as usize]) {
            let right =
                if across == NO_FLOOR { NO_SHEET } else { sheets.of_floor[across as usize] };
            // Seen from both sides; it is noted by the lower sheet.
            if left < right {
                let from = slot(floor, side);
                let to = slot(floor, (side + 1) % 4);
                borders.push(Border { from, to, left, right });
            }
        }
    }
    unite_in_sheets(field, &borders, &mut slots);
    number_vertices(field, borders, &mut slots)
}

/// A corner of a floor.
fn slot(floor: u32, corner: u32) -> u32 {
    4 * floor + corner
}

fn place(field: &Field, slot: u32) -> [u32; 2] {
    let [x, y] = field.column(slot / 4);
    let corner = slot % 4;
    [x + u32::from(corner == 1 || corner == 2), y + u32::from(corner >= 2)]
}

/// A sheet that touches itself at a corner has one vertex there.
fn unite_in_sheets(field: &Field, borders: &[Border], slots: &mut SlotSets) {
    let mut seen = Vec::with_capacity(4 * borders.len());
    for border in borders {
        for sheet in [border.left, border.right] {
            for slot in [border.from, border.to] {
                if sheet != NO_SHEET {
                    seen.push((sheet, place(field, slot), slot));
                }
            }
        }
    }
    seen.sort_unstable();
    for pair in seen.windows(2) {
        if (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) {
            slots.unite(pair[0].2, pair[1].2);
        }
    }
}

/// Numbers the vertices in a row.
fn number_vertices(
    field: &Field,
    mut borders: Vec<Border>,
    slots: &mut SlotSets,
) -> (Vec<Border>, Corners) {
    let mut highest = vec![0_u16; 4 * field.count()];
    for slot in (0..).take(highest.len()) {
        let floor = slot as usize / 4;
        if field.terrains[floor].is_some() {
            let highest = &mut highest[slots.first(slot) as usize];
            *highest = field.elevations[floor].max(*highest);
        }
    }
    for border in &mut borders {
        border.from = slots.first(border.from);
        border.to = slots.first(border.to);
    }
    let mut vertices: Vec<u32> =
        borders.iter().flat_map(|border| [border.from, border.to]).collect();
    vertices.sort_unstable();
    vertices.dedup();
    // A vertex is found where it would have to stand in the sorted list.
    let number_of = |slot| number(vertices.partition_point(|&other| other < slot));
    for border in &mut borders {
        border.from = number_of(border.from);
        border.to = number_of(border.to);
    }
    let corners = Corners {
        places: vertices.iter().map(|&slot| place(field, slot)).collect(),
        elevations: vertices.iter().map(|&slot| highest[slot as usize]).collect(),
    };
    (borders, corners)
}

/// Sets of corners of floors, each named by its first one.
struct SlotSets {
    parents: Vec<u32>,
}

impl SlotSets {
    /// The corners of connected floors are united.
    fn of(field: &Field) -> Self {
        let mut slots = Self { parents: (0..).take(4 * field.count()).collect() };
        for floor in field.floors() {
            // The other two sides are seen from across.
            for side in [1, 2] {
                let across = field.across[floor as usize][side as usize];
                if across != NO_FLOOR {
                    slots.unite(slot(floor, side), slot(across, (side + 3) % 4));
                    slots.unite(slot(floor, (side + 1) % 4), slot(across, (side + 2) % 4));
                }
            }
        }
        slots
    }

    fn first(&mut self, mut slot: u32) -> u32 {
        while self.parents[slot as usize] != slot {
            let parent = self.parents[slot as usize];
            // Halves the way for the next one.
            self.parents[slot as usize] = self.parents[parent as usize];
            slot = parent;
        }
        slot
    }

    fn unite(&mut self, a: u32, b: u32) {
        let [a, b] = [self.first(a), self.first(b)];
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
