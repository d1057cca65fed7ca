//! Random points on a mesh.

use tautline_geometry::{DVec2, Vec2};

use super::{Location, QueryError, ReachableAreas};
use crate::{AreaId, NavMesh, QueryFilter};

/// The greatest number of draws for a point that rounding moves off its area. This only happens
/// often in areas that are not much wider than the steps of `f32`. More draws would take
/// time there, and fewer would favour the first corner.
const TRIES: u32 = 16;

/// A sampler of uniformly distributed random points from some areas of a mesh.
///
/// Points depend on the seed alone, with the same bits on every platform. They are generated
/// by SplitMix64 (Steele, Lea, Flood 2014), which is good enough for games and tests and
/// useless for secrets.
///
/// ```
/// use tautline_navmesh::{AreaId, QueryFilter, RandomPoints, Terrain, Vec2, rectangles_from_cells};
///
/// // Two islands.
/// let raw = rectangles_from_cells(5, 2, |x, _| (x != 3).then_some(Terrain(0)));
/// let mesh = raw.build()?;
///
/// let mut seed = 7;
/// let everywhere = RandomPoints::new(&mesh);
/// for _ in 0..100 {
///     let (area, point) = everywhere.draw(&mesh, &mut seed).ok_or("no ground")?;
///     assert!(mesh.contains(area, point));
/// }
///
/// let start = Vec2::new(0.5, 0.5);
/// let reachable = RandomPoints::reachable_from(&mesh, start, &QueryFilter::uniform())?;
/// assert_eq!(reachable.areas(), [AreaId(0)]);
/// assert_eq!(reachable.size(), 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RandomPoints {
    areas: Vec<AreaId>,
    /// The total size of the areas up to and including each one.
    sizes: Vec<f64>,
}

impl RandomPoints {
    /// A sampler of all areas of a mesh, whatever their costs. O(corners).
    #[must_use]
    pub fn new(mesh: &NavMesh) -> Self {
        Self::among(mesh, mesh.areas())
    }

    /// A sampler of some areas of a mesh. An area that occurs twice counts twice. O(corners).
    ///
    /// # Panics
    ///
    /// If an area is not of this mesh.
    ///
    /// ```
    /// # use tautline_navmesh::{AreaId, RandomPoints, Terrain, rectangles_from_cells};
    /// # let raw = rectangles_from_cells(5, 2, |x, _| Some(Terrain(x as u8)));
    /// # let mesh = raw.build()?;
    /// let meadows = mesh.areas().filter(|&area| mesh.terrain(area) == Terrain(3));
    /// let points = RandomPoints::among(&mesh, meadows);
    /// let (_, point) = points.draw(&mesh, &mut 1).ok_or("no ground")?;
    /// assert!((3.0..=4.0).contains(&point.x));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn among(mesh: &NavMesh, areas: impl IntoIterator<Item = AreaId>) -> Self {
        let areas: Vec<AreaId> = areas.into_iter().collect();
        let mut total = 0.0;
        let size = |&area: &AreaId| {
            total += triangles(mesh, area).map(|triangle| triangle.size()).sum::<f64>();
            total
        };
        let sizes = areas.iter().map(size).collect();
        Self { areas, sizes }
    }

    /// A sampler of the areas that are reachable from `start`, as by
    /// [`NavMesh::reachable_areas`]. O(corners).
    ///
    /// # Errors
    ///
    /// [`QueryError::NotFinite`], `StartOffMesh`, `Forbidden` or
    /// `ForbiddenArea`.
    pub fn reachable_from(
        mesh: &NavMesh,
        start: impl Into<Location>,
        filter: &QueryFilter,
    ) -> Result<Self, QueryError> {
        let mut reachable = ReachableAreas::new();
        mesh.reachable_areas(start, filter, &mut reachable)?;
        Ok(Self::among(mesh, reachable.areas()))
    }

    /// The areas from which points are drawn.
    #[must_use]
    pub fn areas(&self) -> &[AreaId] {
        &self.areas
    }

    /// The total size of the areas, in square world units.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.sizes.last().copied().unwrap_or(0.0)
    }

    /// Draws a point, and returns it with its area. The point lies inside the area or on its
    /// border *exactly*. `None` if there are no areas.
    ///
    /// The seed may be any number. It is updated, so that the next call draws another point. A
    /// point that rounding to `f32` moves off its area is drawn again, up to 16 times; then the
    /// area's first corner is returned. O(log areas + corners of the area).
    ///
    /// # Panics
    ///
    /// May panic if the mesh is not the one that the sampler was made for.
    ///
    /// ```
    /// # use tautline_navmesh::{RandomPoints, Terrain, rectangles_from_cells};
    /// # let raw = rectangles_from_cells(5, 2, |x, _| Some(Terrain(0)));
    /// # let mesh = raw.build()?;
    /// let points = RandomPoints::new(&mesh);
    /// let mut seed = 2026;
    /// let first = points.draw(&mesh, &mut seed);
    /// assert_ne!(points.draw(&mesh, &mut seed), first);
    /// assert_eq!(points.draw(&mesh, &mut 2026), first);
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub fn draw(&self, mesh: &NavMesh, seed: &mut u64) -> Option<(AreaId, Vec2)> {
        let chosen = next_fraction(seed) * self.size();
        let index = self.sizes.partition_point(|&size| size <= chosen);
        let area = *self.areas.get(index).or(self.areas.last())?;
        let size: f64 = triangles(mesh, area).map(|triangle| triangle.size()).sum();
        for _ in 0..TRIES {
            let mut rest = next_fraction(seed) * size;
            let mut chosen = None;
            for triangle in triangles(mesh, area) {
                chosen = Some(triangle);
                rest -= triangle.size();
                if rest < 0.0 {
                    break;
                }
            }
            let point = chosen?.point(next_fraction(seed), next_fraction(seed)).as_vec2();
            if mesh.contains(area, point) {
                return Some((area, point));
            }
        }
        mesh.corners(area).next().map(|corner| (area, corner))
    }
}

/// A triangle of an area: its first corner and two successive others.
#[derive(Clone, Copy)]
struct Triangle {
    apex: DVec2,
    /// Two edges, as vectors from the apex.
    right: DVec2,
    left: DVec2,
}

impl Triangle {
    fn size(&self) -> f64 {
        (self.right.perp_dot(self.left) / 2.0).max(0.0)
    }

    /// A point of the triangle, uniformly distributed if both fractions are, from 0 to 1.
    fn point(&self, right: f64, left: f64) -> DVec2 {
        // The other half of the parallelogram is rotated onto this one.
        let (right, left) =
            if right + left > 1.0 { (1.0 - right, 1.0 - left) } else { (right, left) };
        self.apex + self.right * right + self.left * left
    }
}

fn triangles(mesh: &NavMesh, area: AreaId) -> impl Iterator<Item = Triangle> + '_ {
    let mut corners = mesh.corners(area).map(DVec2::from);
    let apex = corners.next().unwrap_or(DVec2::ZERO);
    let mut before = corners.next().unwrap_or(apex);
    corners.map(move |corner| {
        let triangle = Triangle { apex, right: before - apex, left: corner - apex };
        before = corner;
        triangle
    })
}

/// The next number from 0 up to but excluding 1: a multiple of 2^-53, by SplitMix64.
#[expect(clippy::cast_precision_loss, reason = "53 bits fit an f64 exactly")]
fn next_fraction(state: &mut u64) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    (bits >> 11) as f64 * STEP
}
