//! How far anyone sees from an area.
//!
//! Most ends of requests are so far apart that no straight way joins them, which to walk
//! it only tells at the first wall. So each area knows how far the ground reaches that is
//! seen from anywhere in it, at most.
//!
//! Sight goes from area to area through borders, with the ends of all of them on its
//! right and on its left. Each two such ends rule out directions; where none is left,
//! nobody sees any further. What is not certain is taken for seen.

use tautline_geometry::Wide;
use tautline_navmesh::{AreaId, NavMesh, Side, SideId};

use crate::labels::parallel;
use crate::ray::after;

/// For each area, a distance that is not below that of any point of it to any other one
/// that it sees.
pub(super) fn outlooks(mesh: &NavMesh) -> Vec<f32> {
    /// How many areas are worked on at a time.
    const AREAS_AT_ONCE: usize = 64;

    let part = |lookout: &mut Lookout, part: usize| -> Vec<f32> {
        let areas = mesh.areas().skip(part * AREAS_AT_ONCE).take(AREAS_AT_ONCE);
        areas.map(|area| lookout.look_from(mesh, area)).collect()
    };
    parallel::map(mesh.area_count().div_ceil(AREAS_AT_ONCE), Lookout::default, part).concat()
}

/// Looks from areas.
#[derive(Default)]
struct Lookout {
    /// Borders that are still to be looked through.
    waiting: Vec<Entrance>,
    /// The right and left ends of the borders that sight has come through.
    rights: Vec<Wide>,
    lefts: Vec<Wide>,
    /// How many pairs of ends may still be looked at.
    patience: usize,
}

/// A border through which an area is seen.
struct Entrance {
    area: AreaId,
    /// The side of the area.
    side: SideId,
    directions: Directions,
    /// How many ends on either side were passed before it.
    passed: [usize; 2],
}

impl Lookout {
    /// So many pairs of ends are looked at, for sight from one area; some thousands are
    /// usual. Whoever sees more may see as far as there is.
    const PATIENCE: usize = 1 << 16;

    fn look_from(&mut self, mesh: &NavMesh, area: AreaId) -> f32 {
        /// More than rounding takes away.
        const MARGIN: f64 = 1.000_001;

        let own = mesh.sides_in(area);
        let mut farthest = farthest_apart(own, own);
        self.patience = Self::PATIENCE;
        for (at, side) in own.iter().enumerate() {
            let Some(twin) = side.twin() else { continue };
            let [right, left] = [side, &own[after(at, own)]].map(|side| side.start().into());
            let directions = Directions { right: right - left, left: left - right };
            (self.rights, self.lefts) = (vec![right], vec![left]);
            self.waiting.clear();
            self.waiting.push(Entrance {
                area: side.across(),
                side: twin,
                directions,
                passed: [1; 2],
            });
            while let Some(entrance) = self.waiting.pop() {
                farthest = farthest.max(farthest_apart(own, mesh.sides_in(entrance.area)));
                self.look_through(mesh, &entrance);
                if self.patience == 0 {
                    return f32::INFINITY;
                }
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "infinity is a bound, too")]
        let bound = (farthest * MARGIN) as f32;
        bound
    }

    /// Finds the borders that are seen behind an entrance.
    fn look_through(&mut self, mesh: &NavMesh, entrance: &Entrance) {
        let (base, sides) = mesh.ring(entrance.area);
        let entry = (entrance.side.0 - base.0) as usize;
        let [right_end, left_end] =
            [after(entry, sides), entry].map(|side| Wide::from(sides[side].start()));
        self.rights.truncate(entrance.passed[0]);
        self.lefts.truncate(entrance.passed[1]);
        push_new(&mut self.rights, right_end);
        push_new(&mut self.lefts, left_end);
        let passed = [self.rights.len(), self.lefts.len()];
        let mut at = entry;
        for _ in 1..sides.len() {
            at = after(at, sides);
            let Some(twin) = sides[at].twin() else { continue };
            let [right, left] = [at, after(at, sides)].map(|side| sides[side].start().into());
            self.patience = self.patience.saturating_sub(passed[0] + passed[1]);
            let directions = entrance.directions.clone();
            // What an end rules out that was passed before is known.
            let lefts = if right == right_end { &[][..] } else { &self.lefts };
            let rights = if left == left_end { &[][..] } else { &self.rights };
            let on_right = lefts.iter().map(|&passed| right - passed);
            let on_left = rights.iter().map(|&passed| passed - left);
            if let Some(directions) = directions.left_of_all(on_right.chain(on_left)) {
                let area = sides[at].across();
                self.waiting.push(Entrance { area, side: twin, directions, passed });
            }
        }
    }
}

/// Adds an end, unless it is that of the border before, too.
fn push_new(ends: &mut Vec<Wide>, end: Wide) {
    if ends.last() != Some(&end) {
        ends.push(end);
    }
}

/// The directions between two, by half a turn at most.
#[derive(Clone)]
struct Directions {
    right: Wide,
    left: Wide,
}

impl Directions {
    /// Those that do not point to the right of any of some others; nothing if it is
    /// certain that there are none.
    fn left_of_all(mut self, others: impl Iterator<Item = Wide>) -> Option<Self> {
        for other in others {
            match [&self.right, &self.left].map(|mine| is_right_of(*mine, other)) {
                [true, true] => return None,
                [true, false] => self.right = other,
                [false, true] => self.left = Wide::ZERO - other,
                [false, false] => {}
            }
        }
        Some(self)
    }
}

/// Whether a direction certainly points to the right of another one.
fn is_right_of(direction: Wide, other: Wide) -> bool {
    /// Relative error bound of a determinant of differences in `f64`.
    const FILTER: f64 = 3.330_669_073_875_471_6e-16;
    let (left, right) = (direction.x * other.y, direction.y * other.x);
    left - right > FILTER * (left.abs() + right.abs())
}

/// How far points of two areas are apart, at most.
fn farthest_apart(sides: &[Side], others: &[Side]) -> f64 {
    let pairs = sides.iter().flat_map(|side| others.iter().map(move |other| [side, other]));
    let squared = pairs.map(|pair| {
        let [one, other] = pair.map(|side| Wide::from(side.start()));
        (other - one).length_squared()
    });
    squared.fold(0.0, f64::max).sqrt()
}

#[cfg(test)]
mod tests {
    use tautline_geometry::Vec2;
    use tautline_navmesh::{BuildOptions, Terrain, rectangles_from_cells};

    use super::*;
    use crate::ray::Ray;
    use crate::taut::sight::{SightScratch, StraightWay};

    #[test]
    fn what_is_seen_is_within_the_outlooks_of_both_ends() {
        // Rooms, with doors that stand in line now and then; and blocks in some rooms.
        let is_wall = |a, b| a % 8 == 0 && b % 8 != 1 + 3 * (a / 8) % 7;
        let is_block = |x, y| (x / 8 + y / 8) % 3 == 0 && (3 * x + 5 * y) % 7 == 0;
        let is_free = |x, y| !is_wall(x, y) && !is_wall(y, x) && !is_block(x, y);
        let raw = rectangles_from_cells(64, 64, |x, y| is_free(x, y).then_some(Terrain(0)));
        let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
        let outlooks = outlooks(&mesh);
        let places: Vec<(AreaId, Vec2)> =
            mesh.areas().flat_map(|area| mesh.corners(area).map(move |at| (area, at))).collect();
        let (mut scratch, mut seen, mut too_far) = (SightScratch::default(), 0, 0);
        for &(from, start) in places.iter().step_by(7) {
            for &(to, goal) in places.iter().step_by(3).filter(|&&(_, goal)| goal != start) {
                let ray = Ray::between(start, goal, false);
                let apart = f64::from(start.distance(goal));
                let way = StraightWay { mesh: &mesh, ray, goal_areas: &[to] };
                let is_within =
                    [from, to].iter().all(|area| apart <= f64::from(outlooks[area.index()]));
                let is_free = way.is_free(&[from], &mut scratch);
                assert!(is_within || !is_free, "{start} {goal}");
                seen += u32::from(is_free);
                too_far += u32::from(!is_within);
            }
        }
        assert!(seen > 1000 && too_far > 10_000, "{seen} {too_far}");
    }
}
