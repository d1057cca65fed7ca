//! The corners (*reflex vertices*) of a mesh: the only points at which a shortest path bends.
//!
//! The free ground around a corner v extends counter-clockwise from the wall v-a to the wall
//! v-b, by more than half a turn. Let a' and b' be the reflections of a and b through v. A taut
//! path comes from one of two *wedges* of directions and leaves into the other:
//!
//! ```text
//!              b'
//!             /      First wedge: the directions from a counter-clockwise to b'.
//!            /       A path from there turns left, into the last wedge.
//!   a'------v-------a
//!          /////////       Last wedge: the directions from a' counter-clockwise to b.
//!   last  / obstacle       A path from there turns right, into the first wedge.
//!   wedge//////////
//!       b               The directions between b' and a' are in neither wedge.
//! ```
//!
//! The wedges are reflections of each other. At the end of a zero-width wall, a and b are in one
//! direction; the wedges are half-planes, and meet along the line of the wall.

use std::cmp::Ordering;

use tautline_geometry::{Aabb, DVec2, Vec2, morton_code, orient2d};
use tautline_navmesh::{FanId, HalfEdgeId, NavMesh};

/// One of the two wedges of directions from which a taut path meets a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wedge {
    /// The wedge next to the first wall. A path from there turns left.
    First,
    /// The wedge next to the last wall. A path from there turns right.
    Last,
}

impl Wedge {
    pub(crate) const BOTH: [Self; 2] = [Self::First, Self::Last];
}

/// A node of the taut visibility graph: a corner and one of its wedges. Its number is twice the number
/// of the corner, plus 1 for the last wedge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TautNode(pub(crate) u32);

impl TautNode {
    pub(crate) const fn new(corner: u32, wedge: Wedge) -> Self {
        Self(corner << 1 | matches!(wedge, Wedge::Last) as u32)
    }

    pub(crate) const fn corner(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) const fn wedge(self) -> Wedge {
        if self.0 & 1 == 0 { Wedge::First } else { Wedge::Last }
    }

    pub(crate) const fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns 0 for the first wedge, and 1 for the last one.
    pub(crate) const fn wedge_index(self) -> usize {
        (self.0 & 1) as usize
    }
}

/// A corner (*reflex vertex*) of the mesh.
#[derive(Debug)]
pub(crate) struct Corner {
    pub(crate) fan: FanId,
    pub(crate) point: Vec2,
    /// The far ends of its walls, a and b.
    pub(crate) walls: [Vec2; 2],
    /// True if both walls run in one direction: the corner is the end of a zero-width wall.
    pub(crate) ends_a_line: bool,
}

impl Corner {
    /// Returns the corner of a fan. The fan must be a corner and not winding.
    pub(crate) fn of_fan(mesh: &NavMesh, fan: FanId) -> Self {
        let described = mesh.fan(fan);
        let point = mesh.half_edge(described.first_half_edge()).start();
        let walls = described.walls();
        let ends_a_line = orient2d(point, walls[0], walls[1]).is_collinear();
        Self { fan, point, walls, ends_a_line }
    }

    /// Returns, for each wedge, true if it contains `point`, which is visible from this
    /// corner across the area in which `edge` starts here. The corner itself is in both.
    pub(crate) fn wedges_of(&self, mesh: &NavMesh, point: Vec2, edge: HalfEdgeId) -> [bool; 2] {
        let [first, last] = self.walls.map(|wall| orient2d(self.point, wall, point));
        if self.ends_a_line && first.is_collinear() {
            if !self.is_towards_wall(point) {
                return [true; 2];
            }
            // On the line of the wall, the area says on which side of the wall the point
            // lies.
            let fan = mesh.fan(self.fan);
            return [fan.first_half_edge() == edge, fan.last_half_edge() == edge];
        }
        [!first.is_right() && !last.is_right(), !first.is_left() && !last.is_left()]
    }

    /// Returns true if a point on the line of the first wall lies on the wall's side of the
    /// corner.
    fn is_towards_wall(&self, point: Vec2) -> bool {
        let [here, wall, point] = [self.point, self.walls[0], point].map(DVec2::from);
        (wall - here).dot(point - here) > 0.0
    }

    /// Compares two points of a wedge by angle, from the wall outwards.
    pub(crate) fn outwards(&self, wedge: Wedge, a: Vec2, b: Vec2) -> Ordering {
        if self.ends_a_line {
            // The wedge is half a turn, so orientation does not order its two ends.
            let [a, b] = [a, b].map(|point| self.rank_in_half_plane(point));
            if (a, b) != (1, 1) {
                return a.cmp(&b);
            }
        }
        let turn = orient2d(self.point, a, b);
        let turn = if wedge == Wedge::First { turn } else { turn.reversed() };
        if turn.is_left() {
            Ordering::Less
        } else if turn.is_right() {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// Returns 0 along the wall, 2 opposite to it, and 1 in between.
    fn rank_in_half_plane(&self, point: Vec2) -> u8 {
        if !orient2d(self.point, self.walls[0], point).is_collinear() {
            1
        } else if self.is_towards_wall(point) {
            0
        } else {
            2
        }
    }

    /// Returns true if the path from a point of a wedge over the corner at `point` to a point of the
    /// opposite wedge is taut. In the order of [`Self::outwards`], this holds for a prefix of the
    /// points.
    #[inline]
    pub(crate) fn may_follow(point: Vec2, from: Vec2, wedge: Wedge, to: Vec2) -> bool {
        let turn = orient2d(from, point, to);
        match wedge {
            Wedge::First => !turn.is_right(),
            Wedge::Last => !turn.is_left(),
        }
    }
}

/// The corners of a mesh, by number.
#[derive(Debug)]
pub(crate) struct Corners {
    pub(crate) all: Vec<Corner>,
    /// The corner of each fan, or [`Self::NONE`].
    of_fan: Vec<u32>,
}

impl Corners {
    const NONE: u32 = u32::MAX;

    /// Numbers the corners of a mesh along a Z-order curve, so that corners near each other
    /// mostly have labels near each other in memory.
    pub(crate) fn of_mesh(mesh: &NavMesh) -> Self {
        let bounds = mesh.bounds();
        let key = |fan: FanId| {
            let point = mesh.vertices()[mesh.fan(fan).vertex().index()];
            (curve_position(&bounds, point), fan)
        };
        let mut fans: Vec<(u32, FanId)> = Self::fans_of(mesh).map(key).collect();
        fans.sort_unstable();
        let mut of_fan = vec![Self::NONE; mesh.fan_count()];
        for (number, &(_, fan)) in (0..).zip(&fans) {
            of_fan[fan.index()] = number;
        }
        Self { all: fans.iter().map(|&(_, fan)| Corner::of_fan(mesh, fan)).collect(), of_fan }
    }

    /// Returns the fans of a mesh that are corners, in order.
    pub(crate) fn fans_of(mesh: &NavMesh) -> impl Iterator<Item = FanId> + '_ {
        let fans = (0..).map(FanId).take(mesh.fan_count());
        fans.filter(|&fan| mesh.fan(fan).is_corner())
    }

    pub(crate) fn get(&self, corner: u32) -> &Corner {
        &self.all[corner as usize]
    }

    /// Returns the corner of a fan. The fan must be a corner.
    pub(crate) fn of_fan(&self, fan: FanId) -> u32 {
        self.of_fan[fan.index()]
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }
}

/// Returns the position of a point on a Z-order (Morton) curve that fills a box.
fn curve_position(bounds: &Aabb, point: Vec2) -> u32 {
    let fraction = |min: f32, max: f32, at: f32| {
        let fraction = (f64::from(at) - f64::from(min)) / (f64::from(max) - f64::from(min));
        if fraction.is_finite() { fraction.clamp(0.0, 1.0) } else { 0.0 }
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "16 bits, and not below 0"
    )]
    let bits = |fraction: f64| (fraction * 65_535.0) as u16;
    let Aabb { min, max } = bounds;
    let (x, y) = (fraction(min.x, max.x, point.x), fraction(min.y, max.y, point.y));
    morton_code(bits(x), bits(y))
}
