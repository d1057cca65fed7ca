//! A coarse test of cones, in small numbers.
//!
//! An end is tested against some hundred rays that cut its area. Seen from the area,
//! each of them is a line: how far a point lies left of it takes two products of
//! rounded numbers, which stand together, and of which processors work on several at
//! a time. What comes out near zero is not certain, and is tested again exactly.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, NavMesh};

use super::packed_cone::{ConeLayout, PackedCone};
use super::rows::{AreaRow, CornerRow};
use crate::labels::parallel;
use crate::taut::corners::Wedge;

/// Directions reach from -2^14 to 2^14.
const ONE: f64 = 16_384.0;

/// A result this near to zero is not certain. The two numbers of a direction and the
/// offset are each wrong by half a unit at most, which sums have little to add to.
const DOUBT: f32 = 2.0;

/// Corners that are farther away than so many times the size of an area may make
/// rounding errors of the offset that are not small.
const FARTHEST: f64 = 1e8;

/// So many lines are tested at a time.
pub(in crate::labels) const AT_ONCE: usize = 4;

/// Some lines. Left of a line, or right of it for rays on the left of their cone,
/// is where the result is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lines {
    /// Across each line.
    x: [i16; AT_ONCE],
    y: [i16; AT_ONCE],
    offset: [i16; AT_ONCE],
}

impl Lines {
    /// Nothing lies on the right side of these.
    const NONE: Self = Self { x: [0; AT_ONCE], y: [0; AT_ONCE], offset: [i16::MIN; AT_ONCE] };

    /// How far a place is from each line. In a plain loop, which becomes a few
    /// instructions that work on all.
    #[expect(clippy::needless_range_loop, reason = "it is seen to be the same for each")]
    #[inline(always)]
    fn distances(&self, [x, y]: [f32; 2]) -> [f32; AT_ONCE] {
        let mut distances = [0.0; AT_ONCE];
        for at in 0..AT_ONCE {
            let across = f32::from(self.x[at]) * x + f32::from(self.y[at]) * y;
            distances[at] = across + f32::from(self.offset[at]);
        }
        distances
    }
}

/// Where the numbers of an area begin and what one of them is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    middle: Vec2,
    per_length: f32,
    first_line: u32,
}

impl Frame {
    /// The frame of an area, which reaches from -1 to 1 in it, or nearly so.
    fn of(mesh: &NavMesh, area: AreaId) -> Self {
        let points = mesh.sides_in(area).iter().map(|side| side.start());
        let first = points.clone().next().unwrap_or_default();
        let (min, max) =
            points.fold((first, first), |(min, max), point| (min.min(point), max.max(point)));
        let middle = min * 0.5 + max * 0.5;
        let reach = (max - middle).max(middle - min).max_element();
        #[expect(clippy::cast_possible_truncation, reason = "any number near to it will do")]
        let per_length = (1.0 / f64::from(reach)) as f32;
        let per_length = if per_length.is_normal() { per_length } else { 0.0 };
        Self { middle, per_length, first_line: 0 }
    }

    #[inline]
    fn offset_of(&self, point: Vec2) -> DVec2 {
        (DVec2::from(point) - DVec2::from(self.middle)) * f64::from(self.per_length)
    }
}

/// The lines of all cones that lead on and that rays cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::labels) struct Sieve {
    /// Of each area, and one more.
    frames: Vec<Frame>,
    /// By area: those of the cones that the right ray cuts, those of the cones that
    /// the left one cuts, and those of the cones that both cut, right ones and left
    /// ones in turn.
    lines: Vec<Lines>,
}

impl Sieve {
    pub(in crate::labels) fn new(
        mesh: &NavMesh,
        layout: ConeLayout,
        corners: &[CornerRow],
        areas: &[AreaRow],
        cones: &[u64],
    ) -> Self {
        /// How many areas are worked on at a time.
        const AREAS_AT_ONCE: usize = 1 << 10;

        let part = |(): &mut (), part: usize| {
            let mut sieve = Self::default();
            let first = part * AREAS_AT_ONCE;
            for (area, row) in (0..).map(AreaId).zip(areas).skip(first).take(AREAS_AT_ONCE) {
                let draw = Draw { mesh, layout, corners, frame: Frame::of(mesh, area) };
                sieve.add(&draw, row, cones);
            }
            sieve
        };
        let parts = parallel::map(areas.len().div_ceil(AREAS_AT_ONCE), || (), part);
        let mut all = Self::default();
        all.frames.reserve_exact(areas.len() + 1);
        all.lines.reserve_exact(parts.iter().map(|part| part.lines.len()).sum());
        for part in parts {
            let before = all.line_count();
            let frame = |frame: Frame| Frame { first_line: frame.first_line + before, ..frame };
            all.frames.extend(part.frames.into_iter().map(frame));
            all.lines.extend(part.lines);
        }
        all.frames.push(Frame {
            middle: Vec2::ZERO,
            per_length: 1.0,
            first_line: all.line_count(),
        });
        all
    }

    fn line_count(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX)
    }

    /// Adds the lines of an area.
    fn add(&mut self, draw: &Draw<'_>, row: &AreaRow, cones: &[u64]) {
        self.frames.push(Frame { first_line: self.line_count(), ..draw.frame });
        let [_, right, left, both, end, ..] = row.bounds.map(|bound| bound as usize);
        self.lines
            .extend(cones[right..left].chunks(AT_ONCE).map(|four| draw.lines(four, Bound::Right)));
        self.lines
            .extend(cones[left..both].chunks(AT_ONCE).map(|four| draw.lines(four, Bound::Left)));
        let both = cones[both..end].chunks(AT_ONCE);
        self.lines.extend(
            both.flat_map(|four| [Bound::Right, Bound::Left].map(|ray| draw.lines(four, ray))),
        );
    }

    /// Begins to fetch where the lines of an area are.
    #[inline]
    pub(in crate::labels) fn touch_frame(&self, area: AreaId) -> u32 {
        self.frames[area.index()].first_line
    }

    /// Begins to fetch what a test in an area will read.
    #[inline]
    pub(in crate::labels) fn touch(&self, area: AreaId) -> u64 {
        /// Lines of this kind in a line of the processor's cache, or nearly so.
        const TOGETHER: usize = 2;
        let frames = self.frames.get(area.index()..).unwrap_or_default();
        let [frame, next, ..] = frames else { return 0 };
        let lines = self.lines.get(frame.first_line as usize..next.first_line as usize);
        let lines = lines.unwrap_or_default().iter().step_by(TOGETHER);
        u64::from(lines.fold(0, |sum, lines| sum ^ lines.x[0].cast_unsigned()))
    }

    pub(in crate::labels) fn bytes(&self) -> usize {
        size_of_val(&self.frames[..]) + size_of_val(&self.lines[..])
    }

    /// To test a point of an area.
    #[inline]
    pub(in crate::labels) fn at(&self, area: AreaId, point: Vec2) -> Sifter<'_> {
        let frame = &self.frames[area.index()];
        let place = frame.offset_of(point).as_vec2();
        Sifter { lines: &self.lines[frame.first_line as usize..], place: place.into() }
    }
}

/// One of the two rays of a cone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Right,
    Left,
}

/// Draws the lines of an area.
struct Draw<'a> {
    mesh: &'a NavMesh,
    layout: ConeLayout,
    corners: &'a [CornerRow],
    frame: Frame,
}

impl Draw<'_> {
    fn lines(&self, cones: &[u64], ray: Bound) -> Lines {
        let mut lines = Lines::NONE;
        for (at, &cone) in cones.iter().enumerate() {
            [lines.x[at], lines.y[at], lines.offset[at]] = self.line(self.layout.unpack(cone), ray);
        }
        lines
    }

    /// The line of a ray; nothing but zeros, which are never certain, if it cannot be
    /// told in small numbers.
    #[expect(clippy::cast_possible_truncation, reason = "1 at most, and offsets saturate")]
    fn line(&self, cone: PackedCone, ray: Bound) -> [i16; 3] {
        let from = self.corners[cone.node.corner() as usize].point;
        let is_last = cone.node.wedge() == Wedge::Last;
        let limit = cone.limits[usize::from(ray == Bound::Left)];
        let along = DVec2::from(self.mesh.vertices()[limit as usize]) - DVec2::from(from);
        // Only one of the two rays of a cone can be a reflected one.
        let is_reflected = cone.is_reflected && is_last == (ray == Bound::Right);
        let side = if is_reflected == (ray == Bound::Right) { -1.0 } else { 1.0 };
        let across = along.perp() * (side / along.length());
        // From the corner to the middle of the area.
        let offset = self.frame.offset_of(from);
        let is_near = offset.length_squared() < FARTHEST * FARTHEST && self.frame.per_length > 0.0;
        if !is_near || !across.x.is_finite() {
            return [0; 3];
        }
        [across.x, across.y, -across.dot(offset)].map(|value| {
            let value = value * ONE;
            (value + 0.5_f64.copysign(value)) as i16
        })
    }
}

/// Tests the cones of an area against a point, group by group.
pub(in crate::labels) struct Sifter<'a> {
    /// Those that have not been compared yet.
    lines: &'a [Lines],
    /// The point, between -1 and 1.
    place: [f32; 2],
}

impl Sifter<'_> {
    /// Adds those of a group of cones that hold the point; each has so many rays that
    /// cut the area. Nothing if that is not certain of all of them.
    ///
    /// Without a branch on the outcome, which nobody could guess.
    #[inline(always)]
    pub(in crate::labels) fn add_group<const RAYS: usize>(
        &mut self,
        cones: &[u64],
        hits: &mut [u64],
        count: usize,
    ) -> Option<usize> {
        /// So many fours of cones are compared before it is looked at what came out.
        const FOURS: usize = 16;

        let (lines, rest) = self.lines.split_at_checked(RAYS * cones.len().div_ceil(AT_ONCE))?;
        self.lines = rest;
        let mut count = count;
        let mut distances = [[0.0; AT_ONCE]; FOURS];
        let mut least = f32::INFINITY;
        for (cones, lines) in cones.chunks(AT_ONCE * FOURS).zip(lines.chunks(RAYS * FOURS)) {
            least = least.min(compare::<RAYS>(lines, self.place, &mut distances));
            for (&cone, distance) in cones.iter().zip(distances.as_flattened()) {
                hits[count] = cone;
                count += usize::from(distance.to_bits().cast_signed() > 0);
            }
        }
        (least >= DOUBT).then_some(count)
    }
}

/// How far a place is from the nearer line of each cone on its right side, and how near
/// it is to any such line.
fn compare<const RAYS: usize>(
    lines: &[Lines],
    place: [f32; 2],
    distances: &mut [[f32; AT_ONCE]],
) -> f32 {
    let mut least = [f32::MAX; AT_ONCE];
    for (lines, distances) in lines.chunks_exact(RAYS).zip(distances) {
        *distances = lines[0].distances(place);
        for lines in &lines[1..] {
            *distances = lesser(lines.distances(place), *distances);
        }
        least = lesser(distances.map(f32::abs), least);
    }
    least.into_iter().fold(f32::MAX, f32::min)
}

#[inline(always)]
fn lesser(a: [f32; AT_ONCE], b: [f32; AT_ONCE]) -> [f32; AT_ONCE] {
    let mut lesser = b;
    for at in 0..AT_ONCE {
        lesser[at] = if a[at] < b[at] { a[at] } else { b[at] };
    }
    lesser
}
