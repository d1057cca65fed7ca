//! The ground of a plain mesh in exact integers: point location and visibility.
//!
//! The coordinates of a mesh are dyadic rationals, so they are integer multiples of a common
//! unit, and all orientation tests are done in integers. Areas need not be
//! convex; only their outlines and neighbours are used.

use crate::PlainMesh;

/// A point in units of the ground.
pub(crate) type Point = [i128; 2];

/// A half-edge: an area, and the index of the corner at which the half-edge begins.
pub(crate) type SideOf = (u32, usize);

/// The largest number of bits of coordinates in units. Differences then have one more bit, and
/// an orientation, which is a difference of two products of them, has 125.
const BITS: i32 = 61;

/// The ground of a mesh without overlapping areas.
#[derive(Debug, Clone)]
pub(crate) struct ExactGround {
    /// The unit is 2 to the power of this.
    exponent: i32,
    vertices: Vec<Point>,
    areas: Vec<Vec<u32>>,
    neighbours: Vec<Vec<Option<u32>>>,
    /// The walls: half-edges without a neighbour, with their ends.
    walls: Vec<(SideOf, [Point; 2])>,
    /// The ends of walls, without duplicates.
    wall_ends: Vec<Point>,
}

/// A sector: the directions from a point into one area, from right to left.
#[derive(Debug, Clone)]
struct Sector {
    area: u32,
    /// The half-edges of the area at the point: the one that begins there and the one that ends
    /// there, or twice the one that contains the point. `None` inside the area.
    sides: Option<[usize; 2]>,
    right: Point,
    left: Point,
}

/// A fan: the sectors at a point that are connected around it.
#[derive(Debug, Clone)]
pub(crate) struct Fan(Vec<Sector>);

/// A point with its fans; there are none off the ground.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    pub(crate) point: Point,
    pub(crate) fans: Vec<Fan>,
}

impl ExactGround {
    /// Returns `None` if a coordinate is not finite, or so small compared with the largest
    /// one that it is not an integer number of units.
    pub(crate) fn new(mesh: &PlainMesh) -> Option<Self> {
        let largest = mesh.vertices.iter().flatten().fold(0.0_f32, |most, x| most.max(x.abs()));
        let (_, exponent) = mantissa_and_exponent(largest)?;
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
        let walls = ground.sides().filter(has_wall).map(|side| (side, ground.segment(side)));
        ground.walls = walls.collect();
        ground.wall_ends = ground.walls.iter().flat_map(|wall| wall.1).collect();
        ground.wall_ends.sort_unstable();
        ground.wall_ends.dedup();
        Some(ground)
    }

    pub(crate) fn wall_ends(&self) -> &[Point] {
        &self.wall_ends
    }

    /// Locates a point; `None` if it is not an integer number of units.
    pub(crate) fn locate_f32(&self, point: [f32; 2]) -> Option<Location> {
        in_units(point, self.exponent).map(|point| self.locate(point))
    }

    /// Locates a point. O(half-edges).
    pub(crate) fn locate(&self, point: Point) -> Location {
        let mut sectors = Vec::new();
        for (area, corners) in (0..).zip(&self.areas) {
            sectors.extend(self.sector(area, corners, point));
        }
        // Sectors with a common half-edge that is not a wall belong to the same fan.
        let mut fans: Vec<Fan> = Vec::new();
        for sector in sectors {
            // A sector can connect several fans to one.
            let (joined, mut apart): (Vec<Fan>, Vec<Fan>) = fans
                .into_iter()
                .partition(|fan| fan.0.iter().any(|other| self.are_joined(&sector, other)));
            let mut fan: Vec<Sector> = joined.into_iter().flat_map(|fan| fan.0).collect();
            fan.push(sector);
            apart.push(Fan(fan));
            fans = apart;
        }
        Location { point, fans }
    }

    /// Returns the distance of two points, in the units of the mesh.
    pub(crate) fn distance(&self, from: Point, to: Point) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "lengths are rounded, signs are not")]
        let [dx, dy] = minus(to, from).map(|value| value as f64);
        (dx * dx + dy * dy).sqrt() * 2_f64.powi(self.exponent)
    }

    /// Returns pairs of a fan at `from` and a fan at `to` between which the straight segment is free.
    ///
    /// The segment must not contain the end of a wall strictly between its ends, because a path
    /// through that end consists of two segments.
    pub(crate) fn straight_walks(&self, from: &Location, to: &Location) -> Vec<[usize; 2]> {
        let (a, b) = (from.point, to.point);
        if a == b || self.wall_ends.iter().any(|&end| is_between(a, b, end)) {
            return Vec::new();
        }
        // Along a wall, the segment is free on the side of the wall that is ground.
        let mut is_along_wall = false;
        let mut straight_walks = Vec::new();
        for &(side, [begin, end]) in &self.walls {
            if contains(begin, end, a) && contains(begin, end, b) {
                is_along_wall = true;
                let fan =
                    |location: &Location| location.fans.iter().position(|fan| fan.has_side(side));
                straight_walks.extend(fan(from).zip(fan(to)).map(|(from, to)| [from, to]));
            }
        }
        if is_along_wall {
            return straight_walks;
        }
        // Disjoint bounding boxes: nearly all walls, without a product.
        let is_separate = |begin: Point, end: Point, axis: usize| {
            begin[axis].max(end[axis]) < a[axis].min(b[axis])
                || a[axis].max(b[axis]) < begin[axis].min(end[axis])
        };
        let crosses = |&(_, [begin, end]): &(SideOf, [Point; 2])| {
            if is_separate(begin, end, 0) || is_separate(begin, end, 1) {
                return false;
            }
            orientation(a, b, begin) * orientation(a, b, end) < 0
                && orientation(begin, end, a) * orientation(begin, end, b) < 0
        };
        if self.walls.iter().any(crosses) {
            return Vec::new();
        }
        // No wall is crossed: the segment is completely on the ground, or not at all.
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

    /// Returns the two corners at the ends of a half-edge.
    fn ends(&self, (area, side): SideOf) -> [u32; 2] {
        let corners = &self.areas[area as usize];
        [corners[side], corners[(side + 1) % corners.len()]]
    }

    fn segment(&self, side: SideOf) -> [Point; 2] {
        self.ends(side).map(|corner| self.vertices[corner as usize])
    }

    fn neighbour(&self, (area, side): SideOf) -> Option<u32> {
        self.neighbours[area as usize][side]
    }

    /// Returns the sector of an area at a point; `None` if the area does not contain the point.
    fn sector(&self, area: u32, corners: &[u32], point: Point) -> Option<Sector> {
        let count = corners.len();
        let corner = |i: usize| self.vertices[corners[i % count] as usize];
        let sector = |sides, right: Point, left: Point| Sector { area, sides, right, left };
        if let Some(i) = (0..count).find(|&i| corner(i) == point) {
            let before = (i + count - 1) % count;
            let (right, left) = (minus(corner(i + 1), point), minus(corner(before), point));
            return Some(sector(Some([i, before]), right, left));
        }
        if let Some(i) = (0..count).find(|&i| contains(corner(i), corner(i + 1), point)) {
            let (right, left) = (minus(corner(i + 1), point), minus(corner(i), point));
            return Some(sector(Some([i, i]), right, left));
        }
        // Even-odd test with a ray to the right.
        let crossings = (0..count).filter(|&i| {
            let [below, above] =
                if corner(i)[1] < corner(i + 1)[1] { [i, i + 1] } else { [i + 1, i] }.map(corner);
            below[1] <= point[1] && point[1] < above[1] && orientation(below, above, point) > 0
        });
        (crossings.count() % 2 == 1).then(|| sector(None, [0, 0], [0, 0]))
    }

    /// Returns true if two sectors at a point have a common half-edge that is not a wall.
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

impl Fan {
    fn has_side(&self, (area, side): SideOf) -> bool {
        let is_on = |sector: &Sector| sector.sides.is_some_and(|sides| sides.contains(&side));
        self.0.iter().any(|sector| sector.area == area && is_on(sector))
    }

    /// Returns true if a direction points into the fan, or along one of its half-edges.
    fn sees(&self, direction: Point) -> bool {
        self.0.iter().any(|sector| {
            let Sector { right, left, sides, .. } = *sector;
            let after_right = cross(right, direction) >= 0;
            let before_left = cross(direction, left) >= 0;
            match (sides, cross(right, left).signum()) {
                (None, _) => true,
                (_, 1) => after_right && before_left,
                (_, 0) => after_right,
                // A sector of more than 180 degrees: all directions that are not beyond both limits.
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

/// Returns the orientation of three points: 1 if the path from a through b to c turns left, -1 if it
/// turns right. Only the sign, so that products of two orientations do not overflow.
fn orientation(a: Point, b: Point, c: Point) -> i128 {
    cross(minus(b, a), minus(c, a)).signum()
}

/// Returns true if a point is on a segment, ends included.
fn contains(a: Point, b: Point, point: Point) -> bool {
    point == a || point == b || is_between(a, b, point)
}

/// Returns true if a point is on a segment, ends excluded.
fn is_between(a: Point, b: Point, point: Point) -> bool {
    let is_within = |axis: usize| {
        let (a, b, point) = (a[axis], b[axis], point[axis]);
        a.min(b) <= point && point <= a.max(b)
    };
    is_within(0) && is_within(1) && point != a && point != b && orientation(a, b, point) == 0
}

/// Splits a finite number into an integer mantissa and a power of 2. `None` if it is not finite.
fn mantissa_and_exponent(value: f32) -> Option<(i128, i32)> {
    let bits = value.to_bits();
    let (biased, fraction) = ((bits >> 23) & 0xFF, i128::from(bits & 0x7F_FFFF));
    let size = if biased == 0 { fraction } else { fraction | 0x80_0000 };
    let exponent = i32::try_from(biased.max(1)).ok()? - 150;
    value.is_finite().then_some((if value < 0.0 { -size } else { size }, exponent))
}

/// Converts a point to units of 2 to the power of an exponent. `None` if it is not an integer number
/// of units, or too large.
fn in_units(point: [f32; 2], exponent: i32) -> Option<Point> {
    let [x, y] = point.map(|value| {
        let (size, own) = mantissa_and_exponent(value)?;
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
