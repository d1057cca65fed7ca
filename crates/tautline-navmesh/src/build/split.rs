//! Splitting concave areas, and laying out the sides.

use tautline_geometry::{Vec2, polygon};

use super::joints::NO_SIDE;
use super::validate::Shape;
use crate::finish::pair;
use crate::side::Side;
use crate::{AreaId, Fault, Faults, RawMesh, SideId};

/// A concave area that was split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitArea {
    /// The area, which keeps its number as the first part.
    pub area: AreaId,
    /// Into how many convex areas it was split.
    pub parts: usize,
}

/// Convex areas with their sides.
pub(super) struct Pieces {
    /// The vertex at which each side begins.
    pub(super) corners: Vec<u32>,
    /// The twin of each side, or [`Side::NO_TWIN`].
    pub(super) twins: Vec<u32>,
    /// Where the sides of each area begin; one entry more than areas.
    pub(super) first_sides: Vec<u32>,
    /// The raw area that each area comes from.
    pub(super) sources: Vec<u32>,
}

/// Lays out the sides of all areas, and splits those that are concave, which are
/// noted.
pub(super) fn into_convex_areas(
    raw: &RawMesh,
    joints: Vec<u32>,
    shapes: &[Shape],
    split_areas: &mut Vec<SplitArea>,
) -> Result<Pieces, Faults> {
    let mut layout = Layout::new(raw, joints);
    let mut further_parts = Vec::new();
    let mut first_corner = 0;
    for (area, shape) in (0_u32..).zip(shapes) {
        let corners = raw.area(area as usize);
        if *shape == Shape::Convex {
            layout.push_whole(area, corners, first_corner);
        } else {
            let ring: Vec<Vec2> = corners.iter().map(|&vertex| raw.position(vertex)).collect();
            let Some(mut parts) = polygon::convex_parts(&ring) else {
                // A simple counter-clockwise ring always has convex parts.
                let area = area as usize;
                return Err(Faults::from_one(Fault::ZeroArea { area }));
            };
            split_areas.push(SplitArea { area: AreaId(area), parts: parts.len() });
            let rest = parts.split_off(1);
            for part in parts {
                layout.push_part(area, corners, first_corner, &part);
            }
            further_parts.push((area, first_corner, rest));
        }
        first_corner += corners.len();
    }
    for (area, first_corner, parts) in further_parts {
        for part in parts {
            layout.push_part(area, raw.area(area as usize), first_corner, &part);
        }
    }
    Ok(layout.finish())
}

/// The sides as they are laid out.
struct Layout {
    joints: Vec<u32>,
    pieces: Pieces,
    /// For each side, the raw corner at which its border begins as a side of the
    /// area across, or [`NO_SIDE`].
    corners_across: Vec<u32>,
    /// The side that begins at each raw corner and runs to the next one.
    side_of_corner: Vec<u32>,
    /// The sides that are diagonals of raw areas, by raw area and ends.
    diagonals: Vec<((u32, usize, usize), u32)>,
}

impl Layout {
    fn new(raw: &RawMesh, joints: Vec<u32>) -> Self {
        let (corners, areas) = (raw.corners.len(), raw.area_count());
        let mut first_sides = Vec::with_capacity(areas + 1);
        first_sides.push(0);
        Self {
            joints,
            pieces: Pieces {
                corners: Vec::with_capacity(corners),
                twins: Vec::new(),
                first_sides,
                sources: Vec::with_capacity(areas),
            },
            corners_across: Vec::with_capacity(corners),
            side_of_corner: vec![NO_SIDE; corners],
            diagonals: Vec::new(),
        }
    }

    fn push_side(&mut self, vertex: u32, corner_across: u32) -> u32 {
        let side = SideId::from_index(self.pieces.corners.len());
        self.pieces.corners.push(vertex);
        self.corners_across.push(corner_across);
        side.0
    }

    fn close_area(&mut self, source: u32) {
        self.pieces.sources.push(source);
        self.pieces.first_sides.push(SideId::from_index(self.pieces.corners.len()).0);
    }

    fn push_whole(&mut self, area: u32, corners: &[u32], first_corner: usize) {
        for (corner, &vertex) in (first_corner..).zip(corners) {
            self.side_of_corner[corner] = self.push_side(vertex, self.joints[corner]);
        }
        self.close_area(area);
    }

    fn push_part(&mut self, area: u32, corners: &[u32], first_corner: usize, part: &[usize]) {
        for (index, &from) in part.iter().enumerate() {
            let to = part[(index + 1) % part.len()];
            let corner = first_corner + from;
            if to == (from + 1) % corners.len() {
                self.side_of_corner[corner] = self.push_side(corners[from], self.joints[corner]);
            } else {
                let side = self.push_side(corners[from], NO_SIDE);
                self.diagonals.push(((area, from.min(to), from.max(to)), side));
            }
        }
        self.close_area(area);
    }

    fn finish(self) -> Pieces {
        let Self { mut pieces, diagonals, corners_across, side_of_corner, .. } = self;
        let twin_of = |&corner: &u32| side_of_corner.get(corner as usize).copied();
        let twins = corners_across.iter().map(|corner| twin_of(corner).unwrap_or(Side::NO_TWIN));
        pieces.twins = twins.collect();
        pair(diagonals, &mut pieces.twins);
        pieces
    }
}
