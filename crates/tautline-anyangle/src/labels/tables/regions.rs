//! Parts of a map, and from which of them a single bend may lead to an area.
//!
//! Corners that do not lead on serve only paths of one bend, between ends that see the
//! same one from opposite wedges. Few ends do, but to find out by their lists takes
//! long. So each area knows from which parts of the map such a path may come.

use tautline_geometry::{Aabb, DVec2, Vec2};
use tautline_navmesh::{AreaId, NavMesh};

/// How many parts a map has in each direction.
const PER_SIDE: u32 = 14;

/// A set of parts of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::labels) struct Regions(pub(in crate::labels) [u32; 7]);

impl Regions {
    /// The part of a map within some bounds that a point lies in.
    pub(in crate::labels) fn part_of(map: &Aabb, point: Vec2) -> u32 {
        let [column, row] = place_in(map, point);
        column * PER_SIDE + row
    }

    /// The parts that an area may reach into.
    pub(in crate::labels) fn around(mesh: &NavMesh, area: AreaId) -> Self {
        let map = mesh.bounds();
        let mut points = mesh.sides_in(area).iter().map(|side| side.start());
        let first = points.next().unwrap_or_default();
        let [min, max] = points.fold([first; 2], |[min, max], at| [min.min(at), max.max(at)]);
        let [[left, bottom], [right, top]] = [min, max].map(|at| place_in(&map, at));
        let mut regions = Self::default();
        for column in left..=right {
            (bottom..=top).for_each(|row| regions.add(column * PER_SIDE + row));
        }
        regions
    }

    const fn add(&mut self, part: u32) {
        self.0[(part / u32::BITS) as usize] |= 1 << (part % u32::BITS);
    }

    pub(in crate::labels) fn join(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    pub(in crate::labels) const fn has(&self, part: u32) -> bool {
        self.0[(part / u32::BITS) as usize] >> (part % u32::BITS) & 1 != 0
    }
}

/// The column and the row of the part that a point lies in; neither falls where the
/// point's coordinate grows.
fn place_in(map: &Aabb, point: Vec2) -> [u32; 2] {
    let [min, max, point] = [map.min, map.max, point].map(DVec2::from);
    let share = |min: f64, max: f64, at: f64| {
        let share = (at - min) / (max - min);
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "as many as there are at most, and not below 0"
    )]
    let number = |share: f64| ((share * f64::from(PER_SIDE)) as u32).min(PER_SIDE - 1);
    [number(share(min.x, max.x, point.x)), number(share(min.y, max.y, point.y))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_lies_in_a_part() {
        let map = Aabb { min: Vec2::ZERO, max: Vec2::new(100.0, 50.0) };
        for point in [[0.0, 0.0], [100.0, 50.0], [1e30, -1e30], [f32::NAN, 7.0]] {
            assert!(Regions::part_of(&map, point.into()) < PER_SIDE * PER_SIDE);
        }
        assert_eq!(Regions::part_of(&map, Vec2::new(99.0, 1.0)), 13 * PER_SIDE);
    }
}
