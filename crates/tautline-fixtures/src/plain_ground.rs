//! The ground of a plain mesh in exact integers: what lies where, and which
//! points see each other.
//!
//! The coordinates of a mesh are dyadic rationals, so they are whole numbers of
//! some unit, and every sign of a turn is an integer's. Areas need not be
//! convex, and nothing but their outlines and neighbours is looked at.

use crate::PlainMesh;

/// A point in units of the ground.
pub(crate) type Point = [i128; 2];

/// A side of an area: the area, and the corner at which it begins.
pub(crate) type SideOf = (u32, usize);

/// How many bits coordinates have in units: differences then have one more, and
/// a turn, which is a difference of two products of them, 125.
const BITS: i32 = 61;

/// The ground of a mesh whose areas do not overlap.
#[derive(Debug, Clone)]
pub(crate) struct PlainGround {
    /// The unit is 2 to the power of this.
    exponent: i32,
    vertices: Vec<Point>,
    areas: Vec<Vec<u32>>,
    neighbours: Vec<Vec<Option<u32>>>,
    /// The sides with nothing across, and where they run.
    walls: Vec<(SideOf, [Point; 2])>,
    /// Where walls begin and end, each point once.
    wall_ends: Vec<Point>,
}

/// What a point sees of one area, as directions from right to left.
#[derive(Debug, Clone)]
struct Sector {
    area: u32,
    /// The sides of the area that the point is on: that which begins there
    /// first, or the same one twice. None inside.
    sides: Option<[usize; 2]>,
    right: Point,
    left: Point,
}

/// The ground that hangs together around a point.
#[derive(Debug, Clone)]
pub(crate) struct GroundFan(Vec<Sector>);

/// A point, and the fans there: none off the ground.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) point: Point,
    pub(crate) fans: Vec<GroundFan>,
}

impl PlainGround {
    /// Nothing if a coordinate is not finite, or too small beside the largest
    /// one to be a whole number of the unit.
    pub(crate) fn new(mesh: &PlainMesh) -> Option<Self> {
        let largest = mesh.vertices.iter().flatten().fold(0.0_f32, |most, x| most.max(x.abs()));
        let (_, exponent) = parts(largest)?;
        let exponent = exponent + 24 - BITS;
        let vertices: Option<Vec<Point>> =
            mesh.vertices.iter().map(|&vertex| in_units(vertex, exponent)).collect();
        let mut ground = Self {
            exponent,
            vertices: vertices?,
            areas: mesh.areas.clone(),
            neighbours: mesh.neighbours.clone(),
            walls: Vec::new(),
            wall_ends: Vec::new(),
        };
        let has_wall = |&(area, side): &SideOf| ground.neighbour((area, side)).is_none();
        let walls = ground.sides().filter(has_wall).map(|side| (side, ground.run(side)));
        ground.walls = walls.collect();
        ground.wall_ends = ground.walls.iter().flat_map(|wall| wall.1).collect();
        ground.wall_ends.sort_unstable();
        ground.wall_ends.dedup();
        Some(ground)
    }

    pub(crate) fn wall_ends(&self) -> &[Point] {
        &self.wall_ends
    }

    /// What is at a point; off the ground if it is not a whole number of units.
    pub(crate) fn place_at(&self, point: [f32; 2]) -> Option<Place> {
        in_units(point, self.exponent).map(|point| self.place(point))
    }

    /// What is at a point. O(sides).
    pub(crate) fn place(&self, point: Point) -> Place {
        let mut sectors = Vec::new();
        for (area, corners) in (0..).zip(&self.areas) {
            sectors.extend(self.sector(area, corners, point));
        }
        // Sectors that share a side with nothing in between are one fan.
        let mut fans: Vec<GroundFan> = Vec::new();
        for sector in sectors {
            let (joined, mut apart): (Vec<GroundFan>, Vec<GroundFan>) = fans
                .into_iter()
                .partition(|fan| fan.0.iter().any(|other| self.are_joined(&sector, other)));
            let mut fan: Vec<Sector> = joined.into_iter().flat_map(|fan| fan.0).collect();
            fan.push(sector);
            apart.push(GroundFan(fan));
            fans = apart;
        }
        Place { point, fans }
    }

    /// The distance of two points, in the units of the mesh.
    pub(crate) fn distance(&self, from: Point, to: Point) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "lengths are rounded, signs are not")]
        let [dx, dy] = minus(to, from).map(|value| value as f64);
        (dx * dx + dy * dy).sqrt() * 2_f64.powi(self.exponent)
    }

    /// From which fans of a place a walker goes straight to which fans of
    /// another one without meeting the end of a wall under way: who has to pass
    /// one comes there first, and goes on from there.
    pub(crate) fn steps(&self, from: &Place, to: &Place) -> Vec<[usize; 2]> {
        let (a, b) = (from.point, to.point);
        if a == b || self.wall_ends.iter().any(|&end| is_between(a, b, end)) {
            return Vec::new();
        }
        // Along walls, on the side where their ground is.
        let mut is_along_wall = false;
        let mut steps = Vec::new();
        for &(side, [begin, end]) in &self.walls {
            if holds(begin, end, a) && holds(begin, end, b) {
                is_along_wall = true;
                let fan = |place: &Place| place.fans.iter().position(|fan| fan.has_side(side));
                steps.extend(fan(from).zip(fan(to)).map(|(from, to)| [from, to]));
            }
        }
        if is_along_wall {
            return steps;
        }
        let is_beside = |begin: Point, end: Point, axis: usize| {
            begin[axis].max(end[axis]) < a[axis].min(b[axis])
                || a[axis].max(b[axis]) < begin[axis].min(end[axis])
        };
        let crosses = |&(_, [begin, end]): &(SideOf, [Point; 2])| {
            if is_beside(begin, end, 0) || is_beside(begin, end, 1) {
                return false;
            }
            turn(a, b, begin) * turn(a, b, end) < 0 && turn(begin, end, a) * turn(begin, end, b) < 0
        };
        if self.walls.iter().any(crosses) {
            return Vec::new();
        }
        // Nothing is met: all of it is ground, or nothing of it.
        let leaving = from.fans.iter().position(|fan| fan.sees(minus(b, a)));
        let arriving = to.fans.iter().position(|fan| fan.sees(minus(a, b)));
        assert_eq!(leaving.is_some(), arriving.is_some(), "the ground overlaps: {a:?} {b:?}");
        leaving.zip(arriving).map(|(from, to)| [from, to]).into_iter().collect()
    }

    fn sides(&self) -> impl Iterator<Item = SideOf> + '_ {
        (0..)
            .zip(&self.areas)
            .flat_map(|(area, corners)| (0..corners.len()).map(move |i| (area, i)))
    }

    /// The two corners at the ends of a side.
    fn ends(&self, (area, side): SideOf) -> [u32; 2] {
        let corners = &self.areas[area as usize];
        [corners[side], corners[(side + 1) % corners.len()]]
    }

    fn run(&self, side: SideOf) -> [Point; 2] {
        self.ends(side).map(|corner| self.vertices[corner as usize])
    }

    fn neighbour(&self, (area, side): SideOf) -> Option<u32> {
        self.neighbours[area as usize][side]
    }

    /// What a point sees of an area; nothing if it does not touch it.
    fn sector(&self, area: u32, corners: &[u32], point: Point) -> Option<Sector> {
        let count = corners.len();
        let corner = |i: usize| self.vertices[corners[i % count] as usize];
        let sector = |sides, right: Point, left: Point| Sector { area, sides, right, left };
        if let Some(i) = (0..count).find(|&i| corner(i) == point) {
            let before = (i + count - 1) % count;
            let (right, left) = (minus(corner(i + 1), point), minus(corner(before), point));
            return Some(sector(Some([i, before]), right, left));
        }
        if let Some(i) = (0..count).find(|&i| holds(corner(i), corner(i + 1), point)) {
            let (right, left) = (minus(corner(i + 1), point), minus(corner(i), point));
            return Some(sector(Some([i, i]), right, left));
        }
        // A ray to the right leaves the area as often as it enters it.
        let crossings = (0..count).filter(|&i| {
            let [below, above] =
                if corner(i)[1] < corner(i + 1)[1] { [i, i + 1] } else { [i + 1, i] }.map(corner);
            below[1] <= point[1] && point[1] < above[1] && turn(below, above, point) > 0
        });
        (crossings.count() % 2 == 1).then(|| sector(None, [0, 0], [0, 0]))
    }

    /// Whether two sectors at a point share a side that may be crossed.
    fn are_joined(&self, one: &Sector, other: &Sector) -> bool {
        let (Some(ones), Some(others)) = (one.sides, other.sides) else { return false };
        ones.iter().any(|&i| {
            let mut twin = self.ends((one.area, i));
            twin.reverse();
            self.neighbour((one.area, i)) == Some(other.area)
                && others.iter().any(|&j| self.ends((other.area, j)) == twin)
        })
    }
}

impl GroundFan {
    fn has_side(&self, (area, side): SideOf) -> bool {
        let is_on = |sector: &Sector| sector.sides.is_some_and(|sides| sides.contains(&side));
        self.0.iter().any(|sector| sector.area == area && is_on(sector))
    }

    /// Whether a direction leads on to the ground of the fan, or along a side.
    fn sees(&self, direction: Point) -> bool {
        self.0.iter().any(|sector| {
            let Sector { right, left, sides, .. } = *sector;
            let after_right = cross(right, direction) >= 0;
            let before_left = cross(direction, left) >= 0;
            match (sides, cross(right, left).signum()) {
                (None, _) => true,
                (_, 1) => after_right && before_left,
                (_, 0) => after_right,
                // More than half a turn: all but what is beyond both.
                _ => after_right || before_left,
            }
        })
    }
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: Point, b: Point) -> i128 {
    a[0] * b[1] - a[1] * b[0]
}

/// Above 0 if the way from a by b to c turns left. Only its sign: products of
/// two turns have to fit as well.
fn turn(a: Point, b: Point, c: Point) -> i128 {
    cross(minus(b, a), minus(c, a)).signum()
}

/// Whether a point is on a segment, its ends included.
fn holds(a: Point, b: Point, point: Point) -> bool {
    point == a || point == b || is_between(a, b, point)
}

/// Whether a point is on a segment and is no end of it.
fn is_between(a: Point, b: Point, point: Point) -> bool {
    let is_within = |axis: usize| {
        let (a, b, point) = (a[axis], b[axis], point[axis]);
        a.min(b) <= point && point <= a.max(b)
    };
    is_within(0) && is_within(1) && point != a && point != b && turn(a, b, point) == 0
}

/// A finite number as a whole number times 2 to the power of another.
fn parts(value: f32) -> Option<(i128, i32)> {
    let bits = value.to_bits();
    let (biased, fraction) = ((bits >> 23) & 0xFF, i128::from(bits & 0x7F_FFFF));
    let size = if biased == 0 { fraction } else { fraction | 0x80_0000 };
    let exponent = i32::try_from(biased.max(1)).ok()? - 150;
    value.is_finite().then_some((if value < 0.0 { -size } else { size }, exponent))
}

/// A point in units of 2 to the power of an exponent, if it is a whole number of
/// them and not too large.
fn in_units(point: [f32; 2], exponent: i32) -> Option<Point> {
    let [x, y] = point.map(|value| {
        let (size, own) = parts(value)?;
        let shift = own - exponent;
        match shift {
            _ if size == 0 => Some(0),
            0..=BITS => Some(size << shift).filter(|units| units.abs() < 1 << BITS),
            -23..0 => Some(size >> -shift).filter(|units| units << -shift == size),
            _ => None,
        }
    });
    Some([x?, y?])
}
