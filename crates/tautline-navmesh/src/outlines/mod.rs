//! Outlines of ground, holes and terrain become a mesh.

pub(crate) mod coverage;
mod crossings;
mod error;
pub(crate) mod grid;
pub(crate) mod ground;
mod of_mesh;
mod outline;
pub(crate) mod pieces;
mod repair;
pub(crate) mod rings;
pub(crate) mod shrink;

pub use error::OutlineError;
pub use of_mesh::{ShrinkError, ShrunkMesh};
pub use repair::Repair;

use grid::{Contour, Grid, GridPoint, sides};
use pieces::Piece;
use rings::SnappedShape;

use crate::{Edge, RawMesh, Region, Subdivision, Terrain};

/// Ground, holes and terrain as somebody drew them: rings of points, however
/// they overlap.
///
/// The rings of one shape fill what they enclose an odd number of times, unless
/// the shape has another [`Fill`]: a ring within a ring is a hole, and a ring
/// within that is filled again; which way round a ring runs does not matter. The
/// ground is the union of all shapes that
/// are [`Ground`](Role::Ground) without the union of all that are
/// [`Hole`](Role::Hole).
///
/// Nothing has to be clean. Rings may cross themselves and each other, touch,
/// share sides, repeat points, have spikes or no area; what was mended is
/// reported.
///
/// ```
/// use tautline_navmesh::{BuildOptions, NavMesh, Outlines, OutlineOptions, Role, Terrain, Vec2};
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut outlines = Outlines::default();
/// outlines.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
/// outlines.push(Role::Hole, [square(8.0, 8.0, 4.0)]); // a house
/// outlines.push(Role::Hole, [square(10.0, 10.0, 4.0)]); // its annexe
/// outlines.push(Role::Terrain(Terrain(1)), [square(15.0, -5.0, 30.0)]); // mud, half of it off the ground
///
/// let built = outlines.build(&OutlineOptions::default())?;
/// assert!(built.repairs.is_empty());
/// let mesh = NavMesh::build(&built.mesh, &BuildOptions::default()).unwrap().mesh;
/// assert_eq!(mesh.locate(Vec2::new(13.0, 13.0)), None, "in the annexe");
/// let mud = mesh.locate(Vec2::new(16.0, 3.0)).unwrap();
/// assert_eq!(mesh.terrain(mud), Terrain(1));
///
/// // Where the centre of an agent with a radius can stand.
/// let options = OutlineOptions { agent_radius: 1.0, ..OutlineOptions::default() };
/// let narrower = outlines.build(&options)?.mesh;
/// let mesh = NavMesh::build(&narrower, &BuildOptions::default()).unwrap().mesh;
/// assert_eq!(mesh.locate(Vec2::new(7.5, 10.0)), None, "too close to the house");
/// # Ok::<(), tautline_navmesh::OutlineError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outlines {
    /// The shapes. Their order matters only among terrain.
    pub shapes: Vec<Shape>,
}

/// Rings that belong together.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shape {
    /// The corners of each ring, in world units; the last one is joined to the
    /// first.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// What the shape is for.
    pub role: Role,
    /// What the rings enclose.
    pub fill: Fill,
}

/// Which places rings enclose that cross, or lie in one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Fill {
    /// Those that an odd number of rings goes around: an inner ring is a hole,
    /// whichever way it runs.
    #[default]
    EvenOdd,
    /// Those around which the rings do not go as often one way as the other: an
    /// inner ring is a hole only if it runs against the outer one.
    NonZero,
}

/// What a shape is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Role {
    /// It can be walked on, where there is no hole.
    Ground,
    /// It cannot be walked on: a building, a lake, an obstacle.
    Hole,
    /// The ground that it covers is of some class; all other ground is of class
    /// 0. Later shapes cover earlier ones. Never adds ground.
    Terrain(Terrain),
}

/// How to build a mesh of outlines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OutlineOptions {
    /// How far the mesh stays away from all walls, in world units: where the
    /// centre of an agent with this radius can stand. Finite and at least 0.
    ///
    /// Each wall is moved by the radius, rounded to the [grid](OutlineMesh::grid_step).
    /// Terrain is not moved.
    pub agent_radius: f32,
    /// How the mesh turns around corners that stand out into the ground. Only
    /// matters with a radius.
    pub corners: Corners,
}

/// How a wall that was moved by the radius turns around a corner. None of them
/// comes closer to the corner than the radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Corners {
    /// The moved walls run on until they meet, so that the moved corner of a
    /// square is that of a square. Where that would be farther from the corner
    /// than `limit` times the radius, it is cut off at that distance.
    Mitred {
        /// From 1, which cuts all corners off at the radius, to
        /// [`MOST_LIMIT`](Self::MOST_LIMIT).
        limit: f32,
    },
    /// The moved walls follow a circle.
    Rounded {
        /// How much farther from the corner than the radius they may be, in world
        /// units. Finite and above 0. Less than 0.03 % of the radius counts as
        /// that much, more than the radius as the radius.
        tolerance: f32,
    },
}

impl Corners {
    /// The greatest limit of mitres.
    pub const MOST_LIMIT: f32 = 32.0;
}

impl Default for Corners {
    /// Mitred with a limit of 2: corners of 60 degrees and more stay whole.
    fn default() -> Self {
        Self::Mitred { limit: 2.0 }
    }
}

/// A mesh of outlines.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutlineMesh {
    /// The mesh, unchecked as all raw meshes; [`NavMesh::build`](crate::NavMesh::build)
    /// finds no fault in it.
    pub mesh: RawMesh,
    /// The outline of the ground after cleaning and after the agent radius: rings
    /// that do not cross, with the ground on their left. All their corners are
    /// vertices of the mesh.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// What was not as it should be in the outlines.
    pub repairs: Vec<Repair>,
    /// All vertices lie on multiples of this, a power of two, in world units.
    pub grid_step: f64,
}

impl Outlines {
    /// Adds a shape that is filled by the even-odd rule.
    pub fn push(&mut self, role: Role, rings: impl IntoIterator<Item = Vec<[f32; 2]>>) {
        self.shapes.push(Shape { rings: rings.into_iter().collect(), role, fill: Fill::EvenOdd });
    }

    /// Builds a mesh of few and large convex areas.
    ///
    /// **Exactness.** All is cut on a grid whose step is a power of two: the
    /// finest on which the greatest coordinate has 24 bits, about
    /// `greatest / 16_000_000`. Points on the grid stay where they are, bit for
    /// bit; that is all of them if they are multiples of one power of two and
    /// their range allows it, such as integers up to 16,777,216. Others, and
    /// points where sides cross, are moved to the grid. A position on the grid is
    /// exact in `f32`, so that what does not cross on the grid does not cross in
    /// the mesh either.
    ///
    /// **Determinism.** The same outlines give the same mesh, bit for bit, on
    /// every platform: cutting is done in integers, and moving walls by the
    /// radius uses additions, multiplications, divisions and square roots. No
    /// trigonometric function is used, neither here nor in the parts of
    /// `i_overlay` that are called.
    ///
    /// O((n + k) log (n + k)) for `n` points whose sides cross `k` times. Time
    /// and memory grow with the crossings, of which outlines can have n^2 / 2: they
    /// are counted before they are cut, and more than a million, and 64 for each
    /// side, are refused. That holds for the sides as they are drawn, for those that
    /// were moved by the radius, and for borders of terrain.
    ///
    /// # Errors
    ///
    /// An [`OutlineError`] for coordinates or options out of range, for sides that
    /// cross too often, and if there is no ground or none left.
    pub fn build(&self, options: &OutlineOptions) -> Result<OutlineMesh, OutlineError> {
        options.check()?;
        let grid = Grid::reaching(rings::check(self)?);
        let mut repairs = Vec::new();
        let mut snapped = rings::snap(self, grid, &mut repairs);
        for (index, shape) in self.shapes.iter().enumerate() {
            if shape.fill == Fill::NonZero {
                let rings = &mut snapped[index];
                rings.rings = ground::untangle(index, rings, shape.fill, grid, &mut repairs)?;
            }
        }
        let mut ground = self.ground(&snapped, options, grid, &mut repairs)?;
        let terrains = self.terrains(&snapped, &ground);

        let edges = if terrains.is_empty() {
            let inside = Region::Ground(Terrain::default());
            let boundary = ground.iter().flat_map(|contour| sides(contour));
            boundary.map(|ends| (ends, [inside, Region::Blocked])).collect()
        } else {
            let edges = divide(&ground, &terrains)?;
            // Borders of terrain may have moved sides a little.
            ground = outline::trace(edges.iter().filter_map(boundary).collect());
            edges
        };
        if ground.is_empty() {
            return Err(OutlineError::NothingLeft { agent_radius: options.agent_radius });
        }
        let mesh = subdivision(&edges, grid).mesh()?;
        let position = |contour: &Contour| contour.iter().map(|&at| grid.position(at)).collect();
        let rings = ground.iter().map(position).collect();
        Ok(OutlineMesh { mesh, rings, repairs, grid_step: grid.step() })
    }

    /// Rings around the ground where an agent can stand.
    fn ground(
        &self,
        snapped: &[SnappedShape],
        options: &OutlineOptions,
        grid: Grid,
        repairs: &mut Vec<Repair>,
    ) -> Result<Vec<Contour>, OutlineError> {
        let (mut ground, mut holes) = (Vec::new(), Vec::new());
        let mut grounds = 0;
        for (index, (shape, rings)) in self.shapes.iter().zip(snapped).enumerate() {
            let untangle = |repairs: &mut Vec<Repair>| {
                ground::untangle(index, rings, Fill::EvenOdd, grid, repairs)
            };
            match shape.role {
                Role::Ground => {
                    grounds += 1;
                    ground.append(&mut untangle(repairs)?);
                }
                Role::Hole => holes.append(&mut untangle(repairs)?),
                Role::Terrain(_) => {}
            }
        }
        if ground.is_empty() {
            return Err(OutlineError::NoGround { shapes: self.shapes.len() });
        }
        self.report_outside(snapped, &ground, grid, repairs);
        if grounds > 1 || !holes.is_empty() {
            ground = ground::unite(&ground, &holes)?;
        }
        if options.agent_radius > 0.0 {
            ground = shrink::shrink(&ground, options, grid)?;
        }
        Ok(ground)
    }

    fn report_outside(
        &self,
        snapped: &[SnappedShape],
        ground: &[Contour],
        grid: Grid,
        repairs: &mut Vec<Repair>,
    ) {
        let Some(ground) = Extent::of(ground) else { return };
        for (index, (shape, rings)) in self.shapes.iter().zip(snapped).enumerate() {
            if shape.role != Role::Ground
                && let Some(&at) = rings.rings.first().and_then(|ring| ring.first())
                && Extent::of(&rings.rings).is_some_and(|extent| !extent.meets(&ground))
            {
                repairs.push(Repair::Outside { shape: index, at: grid.position(at) });
            }
        }
    }

    /// The terrain that may cover some of the ground, in order.
    fn terrains<'a>(
        &self,
        snapped: &'a [SnappedShape],
        ground: &[Contour],
    ) -> Vec<(Terrain, &'a [Contour])> {
        let Some(ground) = Extent::of(ground) else { return Vec::new() };
        let mut terrains = Vec::new();
        for (shape, rings) in self.shapes.iter().zip(snapped) {
            if let Role::Terrain(terrain) = shape.role
                && Extent::of(&rings.rings).is_some_and(|extent| extent.meets(&ground))
            {
                terrains.push((terrain, &rings.rings[..]));
            }
        }
        terrains
    }
}

impl OutlineOptions {
    pub(crate) fn check(&self) -> Result<(), OutlineError> {
        let radius = self.agent_radius;
        if !(radius.is_finite() && radius >= 0.0) {
            return Err(OutlineError::AgentRadius { radius });
        }
        match self.corners {
            Corners::Mitred { limit } if !(1.0..=Corners::MOST_LIMIT).contains(&limit) => {
                Err(OutlineError::MitreLimit { limit, most: Corners::MOST_LIMIT })
            }
            Corners::Rounded { tolerance } if !(tolerance.is_finite() && tolerance > 0.0) => {
                Err(OutlineError::Tolerance { tolerance })
            }
            _ => Ok(()),
        }
    }
}

/// The ends of an edge, and what lies on its left and right.
type LabelledEdge = ([GridPoint; 2], [Region; 2]);

/// Cuts up the ground along the borders of terrain, and tells which terrain lies
/// on which side.
fn divide(
    ground: &[Contour],
    terrains: &[(Terrain, &[Contour])],
) -> Result<Vec<LabelledEdge>, OutlineError> {
    // Shape 0 is the ground, shape 1 the first terrain.
    let shapes = std::iter::once(ground).chain(terrains.iter().map(|(_, rings)| *rings));
    let mut borders = Vec::new();
    for (shape, contours) in (0..).zip(shapes) {
        let sides = contours.iter().flat_map(|contour| sides(contour));
        borders.extend(sides.map(|[from, to]| Piece::new(from, to, shape)));
    }
    let mut borders = pieces::cut(borders)?;

    let region = |covering: &[u32]| match covering {
        [0] => Region::Ground(Terrain::default()),
        [0, .., topmost] => Region::Ground(terrains[*topmost as usize - 1].0),
        _ => Region::Blocked,
    };
    let mut edges = Vec::new();
    coverage::sweep(&mut borders, |piece, left, right| {
        let regions = [region(left), region(right)];
        if regions[0] != regions[1] {
            edges.push(([piece.from, piece.to], regions));
        }
    })?;
    Ok(edges)
}

/// The ends of an edge of the outline, with the ground on the left.
fn boundary(&([from, to], regions): &LabelledEdge) -> Option<[GridPoint; 2]> {
    match regions {
        [Region::Ground(_), Region::Blocked] => Some([from, to]),
        [Region::Blocked, Region::Ground(_)] => Some([to, from]),
        _ => None,
    }
}

fn subdivision(edges: &[LabelledEdge], grid: Grid) -> Subdivision {
    let points = edges.iter().flat_map(|(ends, _)| *ends);
    let mut ends: Vec<(u64, u32)> = points.map(row_key).zip(0..).collect();
    ends.sort_unstable();
    let mut vertices = Vec::with_capacity(ends.len());
    // Which vertex each end is.
    let mut numbers = vec![0; ends.len()];
    for (number, same) in (0..).zip(ends.chunk_by(|one, other| one.0 == other.0)) {
        let end = same[0].1 as usize;
        vertices.push(grid.position(edges[end / 2].0[end % 2]));
        for &(_, end) in same {
            numbers[end as usize] = number;
        }
    }
    let ends = numbers.chunks_exact(2);
    let edge = |(&(_, [left, right]), ends): (&LabelledEdge, &[u32])| {
        Edge::between(ends[0], ends[1], left, right)
    };
    Subdivision { edges: edges.iter().zip(ends).map(edge).collect(), vertices }
}

/// A key that orders points by row.
fn row_key(point: GridPoint) -> u64 {
    let [x, y] = [point.x, point.y].map(|coordinate| coordinate.cast_unsigned() ^ 1 << 31);
    u64::from(y) << 32 | u64::from(x)
}

/// The box around some rings, on the grid.
struct Extent {
    least: GridPoint,
    most: GridPoint,
}

impl Extent {
    fn of(contours: &[Contour]) -> Option<Self> {
        let mut points = contours.iter().flatten();
        let first = *points.next()?;
        Some(points.fold(Self { least: first, most: first }, |extent, point| Self {
            least: GridPoint::new(extent.least.x.min(point.x), extent.least.y.min(point.y)),
            most: GridPoint::new(extent.most.x.max(point.x), extent.most.y.max(point.y)),
        }))
    }

    fn meets(&self, other: &Self) -> bool {
        self.least.x <= other.most.x
            && other.least.x <= self.most.x
            && self.least.y <= other.most.y
            && other.least.y <= self.most.y
    }
}
