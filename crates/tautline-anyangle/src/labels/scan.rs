//! Which corners a point sees tautly.

use tautline_geometry::{Aabb, Orientation, Vec2, Wide, orient2d};
use tautline_navmesh::{AreaId, NavMesh};

use super::corners::{Node, Wedge};
use super::packed::{ConeLayout, ROW, Regions};
use super::signs::Signs;
use super::{LabelCounters, Labels};

/// A corner that a point sees, from a wedge of the corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visible {
    pub(super) node: Node,
    /// Where the rows begin and end that may follow.
    pub(super) rows: [u32; 2],
    pub(super) distance: f64,
}

/// What is known of one end of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct EndScratch {
    pub(super) areas: Vec<AreaId>,
    pub(super) visible: Vec<Visible>,
    /// Packed cones that hold the point, and what is left of earlier ones.
    hits: Vec<u64>,
    hit_count: usize,
}

/// Relative error bound of a determinant of differences in `f64`, as of
/// [`orient2d`].
const FILTER: f64 = 3.330_669_073_875_471_6e-16;

/// Reads something early, so that the processor fetches it while there is other
/// work.
#[inline(always)]
pub(super) fn touch(list: &[u64], at: usize) {
    std::hint::black_box(list.get(at).copied());
}

impl Labels {
    /// The parts of the map in which the corners lie that some areas see.
    pub(super) fn regions(&self, areas: &[AreaId]) -> Regions {
        let mut regions = Regions::default();
        for area in areas {
            regions.join(&self.areas[area.index()].regions);
        }
        regions
    }

    /// Begins to fetch what a scan of an area will read.
    #[inline]
    pub(super) fn touch_cones(&self, area: AreaId) {
        /// Cones in a cache line, and how many lines are worth it.
        const LINE: usize = 8;
        const LINES: usize = 6;
        let [first, _, _, _, end, ..] = self.areas[area.index()].bounds;
        for at in (first as usize..end as usize).step_by(LINE).take(LINES) {
            touch(&self.cones, at);
        }
    }

    /// Finds the corners that a point sees from the areas of an end, and their
    /// entries; see [`Self::scan_cones`].
    pub(super) fn scan(
        &self,
        mesh: &NavMesh,
        signs: Signs,
        point: Vec2,
        all: bool,
        end: &mut EndScratch,
        counters: &mut LabelCounters,
    ) {
        self.scan_cones(mesh, signs, point, all, end, counters);
        let EndScratch { visible, hits, hit_count, .. } = end;
        visible.clear();
        visible.extend(hits[..*hit_count].iter().map(|&packed| self.visible(point, packed)));
    }

    /// A corner that a point sees, by the cone that holds it.
    #[inline(always)]
    fn visible(&self, point: Vec2, packed: u64) -> Visible {
        let node = self.layout.node(packed);
        let corner = self.corners[node.corner() as usize].point;
        let reach = self.layout.reach(packed);
        let [first, end] = self.slice(node.opposite());
        let most = end - first;
        let reach = if reach >= self.layout.most_reach() { most } else { reach.min(most) };
        // Its first row will be read soon: now is the time to fetch it.
        touch(&self.entries, first as usize * ROW);
        let distance = Wide::from(corner).distance(point.into());
        Visible { node, rows: [first, first + reach], distance }
    }

    /// Finds the cones that hold a point, in the areas of an end: those of corners
    /// that lead on, or all. Exact, limits included, by the signs of input points.
    pub(super) fn scan_cones(
        &self,
        mesh: &NavMesh,
        signs: Signs,
        point: Vec2,
        all: bool,
        end: &mut EndScratch,
        counters: &mut LabelCounters,
    ) {
        let EndScratch { areas, hits, hit_count, .. } = end;
        let mut count = 0;
        let vertices = mesh.vertices();
        let doubt = FILTER * 2.0 * longest_squared(mesh, point);
        for area in areas {
            let bounds = &self.areas[area.index()].bounds;
            let halves = if all { 2 } else { 1 };
            for groups in bounds.windows(5).step_by(4).take(halves) {
                counters.cones += u64::from(groups[4] - groups[0]);
                let most = count + (groups[4] - groups[0]) as usize;
                if hits.len() < most {
                    hits.resize(most, 0);
                }
                let usual = self.layout == ConeLayout::USUAL;
                let scan = Scan { labels: self, vertices, point, doubt };
                count = match (signs.is_lattice(), usual) {
                    (true, true) => scan.add::<true, true>(groups, hits, count),
                    (true, false) => scan.add::<true, false>(groups, hits, count),
                    (false, true) => scan.add::<false, true>(groups, hits, count),
                    (false, false) => scan.add::<false, false>(groups, hits, count),
                };
            }
        }
        counters.visible += count as u64;
        *hit_count = count;
    }

    /// The corners of the cones that were found, and how far they are.
    pub(super) fn corners_seen<'a>(
        &'a self,
        point: Vec2,
        end: &'a EndScratch,
    ) -> impl Iterator<Item = (u32, f64)> + 'a {
        end.hits[..end.hit_count].iter().map(move |&packed| {
            let corner = self.layout.node(packed).corner();
            let there = self.corners[corner as usize].point;
            (corner, Wide::from(there).distance(point.into()))
        })
    }
}

/// Tests cones against a point: on a lattice in plain arithmetic, and in the usual
/// layout with numbers of bits that are known.
struct Scan<'a> {
    labels: &'a Labels,
    vertices: &'a [Vec2],
    point: Vec2,
    /// The sign of a determinant that is nearer to zero is not certain.
    doubt: f64,
}

/// The square of the longest distance between a point and vertices of a mesh, or
/// more.
fn longest_squared(mesh: &NavMesh, point: Vec2) -> f64 {
    let bounds = mesh.bounds();
    let point = Aabb { min: point, max: point };
    let Aabb { min, max } = bounds.union(&point);
    let across = Wide::from(max) - Wide::from(min);
    across.x * across.x + across.y * across.y
}

impl Scan<'_> {
    /// Adds the cones of four groups that hold the point.
    fn add<const LATTICE: bool, const USUAL: bool>(
        &self,
        groups: &[u32],
        hits: &mut [u64],
        count: usize,
    ) -> usize {
        let &[free, right, left, both, end] = groups else { return count };
        let first = free as usize..right as usize;
        let free = &self.labels.cones[first];
        hits[count..count + free.len()].copy_from_slice(free);
        let count = count + free.len();
        let count = self.add_group::<LATTICE, USUAL, true, false>([right, left], hits, count);
        let count = self.add_group::<LATTICE, USUAL, false, true>([left, both], hits, count);
        self.add_group::<LATTICE, USUAL, true, true>([both, end], hits, count)
    }

    /// Adds those of a group. Without a branch on the outcome, which nobody could
    /// guess.
    #[inline(always)]
    fn add_group<const LATTICE: bool, const USUAL: bool, const RIGHT: bool, const LEFT: bool>(
        &self,
        [first, end]: [u32; 2],
        hits: &mut [u64],
        count: usize,
    ) -> usize {
        let mut count = count;
        for &packed in &self.labels.cones[first as usize..end as usize] {
            let layout = if USUAL { ConeLayout::USUAL } else { self.labels.layout };
            let cone = layout.unpack(packed);
            let corner = self.labels.corners[cone.node.corner() as usize].point;
            // Only one of the two rays of a cone can be a reflected one.
            let is_last = matches!(cone.node.wedge(), Wedge::Last);
            let is_in_right = !RIGHT
                || self.is_left_of::<LATTICE>(
                    corner,
                    cone.limits[0],
                    cone.is_reflected & is_last,
                    1.0,
                );
            let is_in_left = !LEFT
                || self.is_left_of::<LATTICE>(
                    corner,
                    cone.limits[1],
                    cone.is_reflected & !is_last,
                    -1.0,
                );
            hits[count] = packed;
            count += usize::from(is_in_right & is_in_left);
        }
        count
    }

    /// Whether the point lies left of a ray or on it; right of it or on it, if the
    /// sign is negative.
    #[inline(always)]
    fn is_left_of<const LATTICE: bool>(
        &self,
        corner: Vec2,
        limit: u32,
        is_reflected: bool,
        sign: f64,
    ) -> bool {
        let limit = self.vertices[limit as usize];
        let [from, to, at] = [corner, limit, self.point].map(Wide::from);
        let (ray, offset) = (to - from, at - from);
        let (left, right) = (ray.x * offset.y, ray.y * offset.x);
        let determinant = left - right;
        let sign = if is_reflected { -sign } else { sign };
        if !LATTICE && determinant.abs() <= self.doubt {
            return self.is_left_of_exactly(corner, limit, sign);
        }
        determinant * sign >= 0.0
    }

    #[cold]
    fn is_left_of_exactly(&self, corner: Vec2, limit: Vec2, sign: f64) -> bool {
        match orient2d(corner, limit, self.point) {
            Orientation::CounterClockwise => sign > 0.0,
            Orientation::Collinear => true,
            Orientation::Clockwise => sign < 0.0,
        }
    }
}
