//! Polygons of ground, holes and terrain become a mesh.

mod arrangement;
pub mod boolean_ops;
mod boundary;
pub mod coverage;
mod crossings;
mod error;
mod extent;
pub mod grid;
pub mod inset;
pub(crate) mod mesh_inset;
pub mod noding;
mod options;
mod repair;
pub mod rings;
mod shapes;

pub use error::PolygonError;
pub use mesh_inset::{InsetError, InsetMesh};
pub use options::{LineJoin, PolygonOptions};
pub use repair::Repair;
pub use shapes::{FillRule, Role, Shape};

use arrangement::{boundary_edge, overlay, subdivision};
use boolean_ops::{resolve_self_intersections, union_without};
pub use extent::Extent;
use grid::{Contour, Grid};
use rings::SnappedShape;

use tautline_geometry::polygon::edges;
use tautline_navmesh::{AreaAttributes, RawMesh};

/// Ground, holes and terrain as they were drawn: shapes made of rings of points, which may
/// overlap in any way.
///
/// The ground is the union of all shapes that are [`Ground`](Role::Ground) without the union
/// of all that are [`Hole`](Role::Hole). A shape is filled by the even-odd rule unless it
/// has another [`FillRule`]: a ring within a ring is a hole, and a ring within that is filled
/// again, whichever way the rings run.
///
/// Input need not be clean. Rings may cross themselves and each other, touch, share edges,
/// repeat points, have spikes or no area. Each [`Repair`] is reported.
///
/// ```
/// use tautline_navmesh::{Terrain, Vec2};
/// use tautline_meshgen::{Polygons, PolygonOptions, Role};
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut polygons = Polygons::default();
/// polygons.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
/// polygons.push(Role::Hole, [square(8.0, 8.0, 4.0)]); // a house
/// polygons.push(Role::Hole, [square(10.0, 10.0, 4.0)]); // its annexe
/// polygons.push(Role::Terrain(Terrain(1)), [square(15.0, -5.0, 30.0)]); // mud, half of it off the ground
///
/// let built = polygons.build(&PolygonOptions::default())?;
/// assert!(built.repairs.is_empty());
/// let mesh = built.mesh.build().unwrap();
/// assert_eq!(mesh.locate(Vec2::new(13.0, 13.0)), None, "in the annexe");
/// let mud = mesh.locate(Vec2::new(16.0, 3.0)).unwrap();
/// assert_eq!(mesh.terrain(mud), Terrain(1));
///
/// // Where the centre of an agent with a radius can stand.
/// let options = PolygonOptions { agent_radius: 1.0, ..PolygonOptions::default() };
/// let narrower = polygons.build(&options)?.mesh;
/// let mesh = narrower.build().unwrap();
/// assert_eq!(mesh.locate(Vec2::new(7.5, 10.0)), None, "too close to the house");
/// # Ok::<(), tautline_meshgen::PolygonError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Polygons {
    /// The shapes. Their order matters only among terrain.
    pub shapes: Vec<Shape>,
}

/// A mesh of polygons.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PolygonMesh {
    /// The mesh. [`NavMesh::build`](tautline_navmesh::NavMesh::build) finds no fault in it.
    pub mesh: RawMesh,
    /// The boundary of the ground after repairs and after the agent radius: rings that do not
    /// cross, with the ground on their left. All their corners are vertices of the mesh.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// The defects of the input that were repaired.
    pub repairs: Vec<Repair>,
    /// The step of the grid, a power of two, in world units. All vertices lie on multiples.
    pub grid_step: f64,
}

/// Polygons on the grid.
struct Cleaned {
    grid: Grid,
    snapped: Vec<SnappedShape>,
    /// The rings of the ground where an agent can be.
    ground: Vec<Contour>,
    repairs: Vec<Repair>,
}

impl Polygons {
    /// Adds a shape that is filled by the even-odd rule.
    pub fn push(&mut self, role: Role, rings: impl IntoIterator<Item = Vec<[f32; 2]>>) {
        self.shapes.push(Shape {
            rings: rings.into_iter().collect(),
            role,
            fill_rule: FillRule::EvenOdd,
        });
    }

    /// Builds a mesh of few, large convex areas.
    ///
    /// **Exactness.** All cutting is done on a grid whose step is a power of two: the finest
    /// on which the greatest coordinate has 24 bits, about `greatest / 16_000_000`. Points on
    /// the grid keep their position, bit for bit. Those are all points if they are multiples
    /// of one power of two and their range allows it, such as integers up to 16,777,216.
    /// Other points, and points where edges cross, are moved to the grid. A position on the
    /// grid is exact in `f32`, so edges that do not cross on the grid do not cross in the
    /// mesh either.
    ///
    /// **Determinism.** The same polygons give the same mesh, bit for bit, on every
    /// platform: cutting is done in integers, and insets use additions, multiplications,
    /// divisions and square roots. No trigonometric function is used, neither here nor in the
    /// parts of `i_overlay` that are called.
    ///
    /// O((n + k) log (n + k)) for `n` points whose edges cross `k` times. Time and memory
    /// grow with the crossings, of which polygons can have n^2 / 2. So they are counted before
    /// cutting, and refused if there are more than a million and more than 64 for each edge.
    /// That applies to the edges as they are drawn, to those moved by the radius, and to
    /// the boundaries of terrain.
    ///
    /// # Errors
    ///
    /// A [`PolygonError`] for coordinates or options out of range, for edges that
    /// cross too often, and if there is no ground or none left.
    pub fn build(&self, options: &PolygonOptions) -> Result<PolygonMesh, PolygonError> {
        self.build_numbered(&[], options)
    }

    /// Builds a mesh in which the ground under the terrain of shape `i` also has the number
    /// `numbers[i]`. Ground with different numbers is not merged.
    fn build_numbered(
        &self,
        numbers: &[Option<u32>],
        options: &PolygonOptions,
    ) -> Result<PolygonMesh, PolygonError> {
        let Cleaned { grid, snapped, mut ground, repairs } = self.clean(options)?;
        let terrains = self.terrains(&snapped, numbers, &ground);

        let edges = if terrains.is_empty() {
            let inside = Some(AreaAttributes::default());
            let boundary = ground.iter().flat_map(|contour| edges(contour));
            boundary.map(|ends| (ends, [inside, None])).collect()
        } else {
            let edges = overlay(&ground, &terrains)?;
            // Noding may have moved edges of the ground a little.
            ground = boundary::trace(edges.iter().filter_map(boundary_edge).collect());
            edges
        };
        if ground.is_empty() {
            let size = self.ground_size();
            return Err(PolygonError::NothingLeft { agent_radius: options.agent_radius, size });
        }
        let numbers: Vec<_> =
            edges.iter().map(|(_, regions)| regions.map(|region| region?.number)).collect();
        let mesh = subdivision(&edges, grid).mesh_numbered(&numbers)?;
        let position = |contour: &Contour| contour.iter().map(|&at| grid.position(at)).collect();
        let rings = ground.iter().map(position).collect();
        Ok(PolygonMesh { mesh, rings, repairs, grid_step: grid.step() })
    }

    /// The width and height of the box around all shapes that are ground.
    fn ground_size(&self) -> [f32; 2] {
        let ground = self.shapes.iter().filter(|shape| shape.role == Role::Ground);
        let points = || ground.clone().flat_map(|shape| shape.rings.iter().flatten());
        [0, 1].map(|axis| {
            let least = points().map(|point| point[axis]).fold(f32::INFINITY, f32::min);
            points().map(|point| point[axis] - least).fold(0.0, f32::max)
        })
    }

    /// Snaps all shapes to the grid and unites the ground.
    fn clean(&self, options: &PolygonOptions) -> Result<Cleaned, PolygonError> {
        options.check()?;
        let grid = Grid::reaching(rings::check(self)?);
        let mut repairs = Vec::new();
        let mut snapped = rings::snap(self, grid, &mut repairs);
        // The rest of the pipeline works by the even-odd rule.
        for (index, shape) in self.shapes.iter().enumerate() {
            if shape.fill_rule == FillRule::NonZero {
                let (rings, rule) = (&mut snapped[index], shape.fill_rule);
                rings.rings = resolve_self_intersections(index, rings, rule, grid, &mut repairs)?;
            }
        }
        let ground = self.ground(&snapped, options, grid, &mut repairs)?;
        Ok(Cleaned { grid, snapped, ground, repairs })
    }

    /// The rings of the ground where an agent can be.
    fn ground(
        &self,
        snapped: &[SnappedShape],
        options: &PolygonOptions,
        grid: Grid,
        repairs: &mut Vec<Repair>,
    ) -> Result<Vec<Contour>, PolygonError> {
        let (mut ground, mut holes) = (Vec::new(), Vec::new());
        let mut ground_shapes = 0;
        for (index, (shape, rings)) in self.shapes.iter().zip(snapped).enumerate() {
            let rule = FillRule::EvenOdd;
            let resolved = match shape.role {
                Role::Ground => {
                    ground_shapes += 1;
                    &mut ground
                }
                Role::Hole => &mut holes,
                Role::Terrain(_) => continue,
            };
            resolved.extend(resolve_self_intersections(index, rings, rule, grid, repairs)?);
        }
        if ground.is_empty() {
            return Err(PolygonError::NoGround { shapes: self.shapes.len() });
        }
        self.report_outside(snapped, &ground, grid, repairs);
        // A single shape of ground without holes is its own union.
        if ground_shapes > 1 || !holes.is_empty() {
            ground = union_without(&ground, &holes)?;
        }
        if options.agent_radius > 0.0 {
            ground = inset::inset_rings(&ground, options, grid)?;
        }
        Ok(ground)
    }

    /// Reports holes and terrain whose bounding box does not meet the ground.
    fn report_outside(
        &self,
        snapped: &[SnappedShape],
        ground: &[Contour],
        grid: Grid,
        repairs: &mut Vec<Repair>,
    ) {
        let Some(ground) = Extent::of(ground.iter().flatten().copied()) else { return };
        for (index, (shape, rings)) in self.shapes.iter().zip(snapped).enumerate() {
            if shape.role != Role::Ground
                && let Some(&at) = rings.rings.first().and_then(|ring| ring.first())
                && rings.extent().is_some_and(|extent| !extent.meets(&ground))
            {
                repairs.push(Repair::Outside { shape: index, at: grid.position(at) });
            }
        }
    }

    /// The terrain that may cover some of the ground, in order, with its number.
    fn terrains<'a>(
        &self,
        snapped: &'a [SnappedShape],
        numbers: &[Option<u32>],
        ground: &[Contour],
    ) -> Vec<(AreaAttributes, &'a [Contour])> {
        let Some(ground) = Extent::of(ground.iter().flatten().copied()) else { return Vec::new() };
        let mut terrains = Vec::new();
        for (index, (shape, rings)) in self.shapes.iter().zip(snapped).enumerate() {
            if let Role::Terrain(terrain) = shape.role
                && rings.extent().is_some_and(|extent| extent.meets(&ground))
            {
                let number = numbers.get(index).copied().flatten();
                terrains.push((AreaAttributes { terrain, number }, &rings.rings[..]));
            }
        }
        terrains
    }
}
