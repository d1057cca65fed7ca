//! Which cones hold a point, exactly.

use tautline_geometry::{Aabb, DVec2, Orientation, Vec2, orient2d};
use tautline_navmesh::{AreaId, NavMesh};

use crate::labels::Labels;
use crate::labels::tables::packed_cone::ConeLayout;
use crate::taut::corners::Wedge;
use crate::taut::signs::Signs;

/// Relative error bound of a determinant of differences in `f64`, as of
/// [`orient2d`].
const FILTER: f64 = 3.330_669_073_875_471_6e-16;

/// Which rays of a cone cut its area.
#[derive(Clone, Copy)]
pub(super) enum CutBy {
    None,
    Right,
    Left,
    Both,
}

/// Tests cones against a point: on a lattice in plain arithmetic, and in the usual
/// layout with numbers of bits that are known.
pub(super) struct Look<'a> {
    labels: &'a Labels,
    signs: Signs,
    vertices: &'a [Vec2],
    point: Vec2,
    /// The sign of a determinant that is nearer to zero is not certain.
    doubt: f64,
}

impl<'a> Look<'a> {
    /// From a point.
    pub(super) fn new(labels: &'a Labels, mesh: &'a NavMesh, signs: Signs, point: Vec2) -> Self {
        let doubt = FILTER * 2.0 * longest_squared(mesh, point);
        Self { labels, signs, vertices: mesh.vertices(), point, doubt }
    }

    /// Adds the cones of corners that lead on that hold the point.
    pub(super) fn add_leading(&self, area: AreaId, hits: &mut [u64], count: usize) -> usize {
        let [free, right, left, both, end, ..] = self.labels.areas[area.index()].bounds;
        let cones = |first: u32, end: u32| &self.labels.cones[first as usize..end as usize];
        let mut sifter = self.labels.sieve.at(area, self.point);
        let count = self.add(CutBy::None, cones(free, right), hits, count);
        let by_right = cones(right, left);
        let sifted = sifter.add_group::<1>(by_right, hits, count);
        let count = sifted.unwrap_or_else(|| self.add(CutBy::Right, by_right, hits, count));
        let by_left = cones(left, both);
        let sifted = sifter.add_group::<1>(by_left, hits, count);
        let count = sifted.unwrap_or_else(|| self.add(CutBy::Left, by_left, hits, count));
        let by_both = cones(both, end);
        let sifted = sifter.add_group::<2>(by_both, hits, count);
        sifted.unwrap_or_else(|| self.add(CutBy::Both, by_both, hits, count))
    }

    /// Adds the cones of a group that hold the point.
    pub(super) fn add(&self, by: CutBy, cones: &[u64], hits: &mut [u64], count: usize) -> usize {
        let is_usual = self.labels.layout == ConeLayout::USUAL;
        match (self.signs.is_lattice(), is_usual) {
            (true, true) => self.add_as::<true, true>(by, cones, hits, count),
            (true, false) => self.add_as::<true, false>(by, cones, hits, count),
            (false, true) => self.add_as::<false, true>(by, cones, hits, count),
            (false, false) => self.add_as::<false, false>(by, cones, hits, count),
        }
    }

    #[inline(always)]
    fn add_as<const LATTICE: bool, const USUAL: bool>(
        &self,
        by: CutBy,
        cones: &[u64],
        hits: &mut [u64],
        count: usize,
    ) -> usize {
        match by {
            CutBy::None => {
                hits[count..count + cones.len()].copy_from_slice(cones);
                count + cones.len()
            }
            CutBy::Right => self.add_group::<LATTICE, USUAL, true, false>(cones, hits, count),
            CutBy::Left => self.add_group::<LATTICE, USUAL, false, true>(cones, hits, count),
            CutBy::Both => self.add_group::<LATTICE, USUAL, true, true>(cones, hits, count),
        }
    }

    /// Adds those of a group. Without a branch on the outcome, which nobody could
    /// guess.
    #[inline(always)]
    fn add_group<const LATTICE: bool, const USUAL: bool, const RIGHT: bool, const LEFT: bool>(
        &self,
        cones: &[u64],
        hits: &mut [u64],
        count: usize,
    ) -> usize {
        let mut count = count;
        for &packed in cones {
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
        let [from, to, at] = [corner, limit, self.point].map(DVec2::from);
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

/// The square of the longest distance between a point and vertices of a mesh, or
/// more.
fn longest_squared(mesh: &NavMesh, point: Vec2) -> f64 {
    let bounds = mesh.bounds();
    let point = Aabb { min: point, max: point };
    let Aabb { min, max } = bounds.union(&point);
    let across = DVec2::from(max) - DVec2::from(min);
    across.x * across.x + across.y * across.y
}

#[cfg(test)]
mod tests {
    use tautline_navmesh::{BuildOptions, Terrain, rectangles_from_cells};

    use super::*;
    use crate::{BakeOptions, Hubs};

    #[test]
    fn what_is_sifted_is_what_exact_signs_say() {
        // Blocks that stand so that many rays pass between them.
        let is_free = |x, y| (3 * x + 5 * y) % 7 != 0 || (x + 2 * y) % 5 == 0;
        let raw = rectangles_from_cells(24, 17, |x, y| is_free(x, y).then_some(Terrain(0)));
        let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::All)).unwrap();
        let (mut sifted, mut exact, mut all) = (vec![0; 4096], vec![0; 4096], 0);
        for area in mesh.areas() {
            let vertices: Vec<Vec2> = mesh.sides_in(area).iter().map(|side| side.start()).collect();
            let middle =
                vertices.iter().sum::<Vec2>() / f32::from(u8::try_from(vertices.len()).unwrap());
            // Some lie on rays, some next to them.
            let between =
                |share: f32| vertices.iter().map(move |&vertex| vertex.lerp(middle, share));
            for point in [0.0, 0.25, 0.3, 0.999_9, 1.0].into_iter().flat_map(between) {
                if !mesh.contains(area, point) {
                    continue;
                }
                let look = Look::new(&labels, &mesh, Signs::of_points(&mesh, &[point]), point);
                let count = look.add_leading(area, &mut sifted, 0);
                let [free, right, left, both, end, ..] =
                    labels.areas[area.index()].bounds.map(|bound| bound as usize);
                let groups = [
                    (CutBy::None, free..right),
                    (CutBy::Right, right..left),
                    (CutBy::Left, left..both),
                    (CutBy::Both, both..end),
                ];
                let expected = groups.into_iter().fold(0, |count, (by, group)| {
                    look.add(by, &labels.cones[group], &mut exact, count)
                });
                assert_eq!(sifted[..count], exact[..expected], "{area:?} {point}");
                all += count;
            }
        }
        assert!(all > 1000);
    }
}
