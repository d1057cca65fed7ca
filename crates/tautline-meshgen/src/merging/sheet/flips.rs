//! Flipping sides of triangles.

use tautline_geometry::{Vec2, orient2d, polygon};

use super::{NO_SIDE, Sheet};

/// Two triangles with a common side, which make a strictly convex quadrangle.
pub(super) struct Quadrangle {
    /// The common side, as one of either triangle.
    pub(super) inner: [u32; 2],
    /// The other sides, counter-clockwise from the end of the first inner one.
    pub(super) around: [u32; 4],
}

impl Quadrangle {
    /// Moves what a list says of sides to where these are after the flip, and adds what it says
    /// of the new side.
    pub(super) fn flip_in<T: Copy>(&self, list: &mut [T], new: [T; 2]) {
        let Self { inner: [side, twin], around: [left, _, right, _] } = *self;
        list[side as usize] = list[right as usize];
        list[twin as usize] = list[left as usize];
        list[left as usize] = new[0];
        list[right as usize] = new[1];
    }
}

impl Sheet<'_> {
    /// The quadrangle around a side between two raw triangles, if the side can be flipped: if
    /// the other diagonal lies within it.
    pub(super) fn quadrangle(&self, side: u32) -> Option<Quadrangle> {
        let twin = self.twin(side);
        let around = [self.next(side), self.previous(side), self.next(twin), self.previous(twin)];
        let [end, left, start, right] = around.map(|side| self.start(side));
        let is_convex =
            orient2d(right, end, left).is_left() && orient2d(left, start, right).is_left();
        is_convex.then_some(Quadrangle { inner: [side, twin], around })
    }

    /// Replaces the inner side of a quadrangle by the other diagonal. Each triangle keeps its
    /// number and the places of its sides.
    pub(super) fn flip(&mut self, quadrangle: &Quadrangle) {
        let Quadrangle { inner, around: [left, after_left, right, after_right] } = *quadrangle;
        let apexes = [after_right, after_left].map(|side| self.starts[side as usize]);
        quadrangle.flip_in(&mut self.starts, apexes);
        quadrangle.flip_in(&mut self.twins, [right, left]);
        for side in inner {
            let twin = self.twin(side);
            if twin != NO_SIDE {
                self.twins[twin as usize] = side;
            }
            let corners: [Vec2; 3] =
                [side, self.next(side), self.previous(side)].map(|side| self.start(side));
            let triangle = self.sources[side as usize];
            self.sizes[triangle as usize] = polygon::signed_area(&corners).abs();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles with a common side, 2 or 3, from the third vertex to the first.
    fn two_triangles(positions: &[[f32; 2]; 4]) -> Sheet<'_> {
        let twins = vec![NO_SIDE, NO_SIDE, 3, 2, NO_SIDE, NO_SIDE];
        Sheet::new(positions, vec![0, 1, 2, 0, 2, 3], &[3, 6], twins)
    }

    #[test]
    fn a_flipped_side_joins_the_other_corners() {
        let positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [0.0, 3.0]];
        let mut sheet = two_triangles(&positions);
        let quadrangle = sheet.quadrangle(2).unwrap();
        sheet.flip(&quadrangle);
        assert_eq!(sheet.starts, [3, 1, 2, 0, 1, 3]);
        assert_eq!(sheet.twins, [4, NO_SIDE, NO_SIDE, NO_SIDE, 0, NO_SIDE]);
        assert_eq!(sheet.sizes, [2.0, 6.0]);
    }

    #[test]
    fn a_side_stays_where_the_other_diagonal_would_lead_through_a_wall_or_along_one() {
        for start in [[1.0, 0.5], [2.0, 1.0]] {
            let positions = [[0.0, 0.0], [4.0, 0.0], start, [0.0, 2.0]];
            assert!(two_triangles(&positions).quadrangle(2).is_none());
        }
    }
}
