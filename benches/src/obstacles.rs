//! Polygons of many corners, generated from fixed seeds.

use tautline::meshgen::{Polygons, Role};
use tautline_fixtures::SplitMix64;

/// A square field with square obstacles, one per cell of 10 by 10 units.
#[derive(Clone, Debug)]
pub struct Field {
    /// The length of its sides.
    pub size: f32,
    /// The obstacles, counter-clockwise.
    pub obstacles: Vec<[[f32; 2]; 4]>,
}

impl Field {
    /// Squares 2 to 5 units wide that are apart, or 4 to 12 units wide that overlap
    /// their neighbours.
    #[must_use]
    pub fn of_squares(count: u16, do_overlap: bool) -> Self {
        let mut random = SplitMix64::new(5);
        let columns = (1..=count).find(|&columns| columns * columns >= count).unwrap_or(1);
        let mut square = |index: u16| {
            let [column, row] = [index % columns, index / columns].map(f32::from);
            let size = share(&mut random);
            let half = if do_overlap { 2.0 + 4.0 * size } else { 1.0 + 1.5 * size };
            let x = 10.0 * column + 4.0 + 2.0 * share(&mut random);
            let y = 10.0 * row + 4.0 + 2.0 * share(&mut random);
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[right, up]| [x + half * right, y + half * up])
        };
        let obstacles = (0..count).map(&mut square).collect();
        Self { size: 10.0 * f32::from(columns), obstacles }
    }

    /// The corners of the field, counter-clockwise.
    #[must_use]
    pub fn boundary(&self) -> [[f32; 2]; 4] {
        let size = self.size;
        [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]
    }

    /// The field as ground, each obstacle as a hole.
    #[must_use]
    pub fn outlines(&self) -> Polygons {
        let mut outlines = Polygons::default();
        outlines.push(Role::Ground, [self.boundary().to_vec()]);
        for obstacle in &self.obstacles {
            outlines.push(Role::Hole, [obstacle.to_vec()]);
        }
        outlines
    }
}

/// A star-shaped polygon around the origin. Its boundary has 37 waves at a distance of 500 to 900 units; `jags` is the
/// greatest random addition to the distance of a corner.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the last bit does not matter here")]
pub fn ring(corners: u32, jags: f64) -> Polygons {
    let mut random = SplitMix64::new(9);
    let mut corner = |index: u32| {
        let angle = f64::from(index) / f64::from(corners) * std::f64::consts::TAU;
        let distance = 700.0 + 200.0 * (37.0 * angle).sin() + jags * f64::from(share(&mut random));
        [angle.cos(), angle.sin()].map(|direction| narrow(direction * distance))
    };
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [(0..corners).map(&mut corner).collect()]);
    outlines
}

#[expect(clippy::cast_possible_truncation, reason = "some rounding does not matter here")]
fn narrow(value: f64) -> f32 {
    value as f32
}

/// Returns a random number in `0.0..1.0`, a multiple of 2^-16.
fn share(random: &mut SplitMix64) -> f32 {
    f32::from(u16::try_from(random.next_u64() >> 48).unwrap_or(0)) / 65_536.0
}
