//! The inset of a finished mesh: a mesh for agents with a radius.

use std::collections::BTreeMap;

use tautline_geometry::polygon::{edges, signed_area};
use tautline_geometry::{DVec2, Vec2, to_f32};

use super::boolean_ops;
use super::grid::{Contour, Grid, GridPoint, cross, difference, dot};
use super::noding::{self, Segment};
use super::{Extent, PolygonError, PolygonOptions, Polygons, Role};
use tautline_navmesh::{
    AreaAttributes, AreaId, Faults, HalfEdgeId, LinkEnd, LinkId, Location, NavMesh, QueryFilter,
    RawMesh,
};

/// A mesh for agents with a radius.
#[derive(Clone, Debug)]
pub struct InsetMesh {
    /// The ground where their centres can be.
    pub mesh: NavMesh,
    /// Links of the source mesh that are enabled, but have an end out of reach of such an agent. They
    /// keep their numbers and ends, and are [disabled](tautline_navmesh::RawLink::disabled).
    pub lost_links: Vec<LinkId>,
}

/// The reason why a mesh has no inset.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InsetError {
    /// Areas overlap in the plane, as floors above each other do. Then the polygons of the mesh
    /// do not say where its walls are.
    #[error(
        "areas of {of_areas} square units cover only {covered} in the plane, but a mesh with \
         floors above each other has no inset; build each floor for the radius"
    )]
    Overlapping {
        /// The sum of the sizes of all areas, in square world units.
        of_areas: f64,
        /// The size of the ground that they cover in the plane.
        covered: f64,
    },
    /// An option is out of range, or no ground is left.
    #[error(transparent)]
    Polygons(#[from] PolygonError),
    /// The mesh that was built is not valid. No such mesh is known.
    #[error(transparent)]
    Faults(#[from] Faults),
}

impl InsetError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Overlapping { .. } => (1, "overlapping"),
            Self::Polygons(_) => (2, "polygons"),
            Self::Faults(_) => (3, "faults"),
        }
    }
}

/// The maximum distance of a link end from the inset, in radii: an agent this close to the end
/// can use the link. Ends mostly lie at walls or in corners, so 1 would not be enough: the
/// inset of a sharp convex corner is several radii away from it.
const LINK_REACH: f32 = 4.0;

/// Builds the inset of a mesh: the same ground for agents with a radius, away from all walls.
///
/// The polygons of the mesh, its zero-width walls and the attributes of its areas are
/// built again by [`Polygons::build`]. Areas are renumbered in order. Areas with different
/// [attributes](AreaAttributes) are not merged, and keep their attributes.
///
/// In a mesh with elevations, only level areas at the same elevation are merged, so that each point
/// keeps its elevation. In areas that are not plane, such as those that were linked over a step,
/// elevations change by about as much as the area is uneven.
///
/// The ends of links, which mostly lie at walls, move to the nearest point of the new mesh (in
/// space), at most four radii away in the plane. A link without such a point is disabled, so that
/// the others keep their numbers.
///
/// With a radius of 0, the mesh stays as it is. O(n log n).
///
/// # Errors
///
/// An [`InsetError`].
///
/// ```
/// use tautline_navmesh::{RawMesh, Vec2};
/// use tautline_meshgen::{PolygonOptions, inset};
///
/// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]]);
/// raw.push_area(&[0, 1, 2, 3]);
/// let mesh = raw.build()?;
/// let options = PolygonOptions { agent_radius: 0.5, ..PolygonOptions::default() };
/// let narrower = inset(&mesh, &options)?.mesh;
/// assert_eq!(narrower.bounds().min, Vec2::new(0.5, 0.5));
/// assert_eq!(narrower.bounds().max, Vec2::new(7.5, 3.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inset(mesh: &NavMesh, options: &PolygonOptions) -> Result<InsetMesh, InsetError> {
    options.check()?;
    if options.agent_radius <= 0.0 {
        // Built again, ground on both sides of a step could get vertices in common.
        return Ok(InsetMesh { mesh: mesh.clone(), lost_links: Vec::new() });
    }
    check_no_overlap(mesh)?;
    let slopes = Slopes::of(mesh);
    let (polygons, numbers) = Polygons::of_areas(mesh, |area| slopes.attributes(mesh, area))?;
    let mut raw = polygons.build_numbered(&numbers, options)?.mesh;
    if !mesh.elevations().is_empty() {
        raw.elevations = raw.vertices.iter().map(|&at| elevation_near(mesh, at.into())).collect();
        slopes.restore(&mut raw);
    }
    let bare = raw.build()?;
    let lost_links = move_links(mesh, &bare, options.agent_radius, &mut raw);
    // Links need the mesh without links to find their new ends.
    if raw.links.is_empty() {
        return Ok(InsetMesh { mesh: bare, lost_links });
    }
    let mesh = raw.build()?;
    Ok(InsetMesh { mesh, lost_links })
}

/// The ground of a mesh with elevations, divided where its slope changes. An area of the inset that lay on both
/// sides of such a line would be a plane in between, far above or below the ground.
struct Slopes {
    /// The slope of each area, an index into `attributes`; empty for meshes without elevations.
    of_areas: Vec<u32>,
    /// The attributes of the areas of each slope.
    attributes: Vec<AreaAttributes>,
}

impl Slopes {
    /// Returns the slopes of a mesh: one for level areas with the same elevation and attributes, and one for
    /// each other area.
    fn of(mesh: &NavMesh) -> Self {
        let (mut of_areas, mut attributes, mut next) = (Vec::new(), Vec::new(), 0);
        let mut level: BTreeMap<(AreaAttributes, u32), u32> = BTreeMap::new();
        let areas = if mesh.elevations().is_empty() { 0 } else { mesh.area_count() };
        for area in mesh.areas().take(areas) {
            // Adding 0 turns -0 into 0.
            let elevation = |edge| (mesh.elevations()[mesh.ends(edge)[0].index()] + 0.0).to_bits();
            let mut elevations = mesh.half_edges_of(area).map(elevation);
            let first = elevations.next().filter(|&first| elevations.all(|other| other == first));
            let of_area = mesh.attributes(area);
            let slope = match first {
                Some(first) => *level.entry((of_area, first)).or_insert(next),
                None => next,
            };
            if slope == next {
                attributes.push(of_area);
                next += 1;
            }
            of_areas.push(slope);
        }
        Self { of_areas, attributes }
    }

    /// Returns the attributes of an area, with the number of its slope instead of its own one.
    fn attributes(&self, mesh: &NavMesh, area: AreaId) -> AreaAttributes {
        let attributes = mesh.attributes(area);
        match self.of_areas.get(area.index()) {
            // Counted from the end: areas of the inset without a number are counted from the start.
            Some(slope) => AreaAttributes { number: Some(u32::MAX - slope), ..attributes },
            None => attributes,
        }
    }

    /// Replaces the numbers of slopes by those of the areas.
    fn restore(&self, raw: &mut RawMesh) {
        let attributes: Vec<AreaAttributes> = (0..raw.area_count())
            .map(|area| {
                let attributes = raw.attributes(area);
                let slope = attributes.number.map(|number| (u32::MAX - number) as usize);
                let number = slope.and_then(|slope| self.attributes.get(slope)?.number);
                AreaAttributes { number, ..attributes }
            })
            .collect();
        raw.set_attributes(&attributes);
    }
}

/// Refuses floors above each other: ground that walls go around more than once.
fn check_no_overlap(mesh: &NavMesh) -> Result<(), InsetError> {
    let grid = Grid::reaching(greatest_coordinate(mesh));
    let on_grid = |edge| snapped(mesh, grid, edge)[0];
    let loops = mesh.boundary_loops().into_iter();
    let mut walls: Vec<Contour> =
        loops.map(|ring| ring.into_iter().map(on_grid).collect()).collect();
    let measure = |walls: &[Contour]| -> Result<[f64; 2], PolygonError> {
        let (mut size, mut perimeter) = (0.0, 0.0);
        for ring in boolean_ops::positive_union(walls)? {
            let ring: Vec<Vec2> = ring.iter().map(|&at| grid.position(at).into()).collect();
            size += signed_area(&ring);
            let lengths = edges(&ring).map(|[a, b]| DVec2::from(a).distance(b.into()));
            perimeter += lengths.sum::<f64>();
        }
        Ok([size, perimeter])
    };
    // Clockwise around everything, so that only ground that is covered twice stays positive.
    let Some(Extent { least, most }) = Extent::of(walls.iter().flatten().copied()) else {
        return Ok(());
    };
    let around = [[least.x, least.y], [least.x, most.y], [most.x, most.y], [most.x, least.y]];
    walls.push(around.map(|[x, y]| GridPoint::new(x, y)).to_vec());
    let [overlap, perimeter] = measure(&walls)?;
    // Where vertices moved to the grid, ground may overlap by slivers of some grid steps.
    if overlap <= 2.0 * perimeter * grid.step() {
        return Ok(());
    }
    walls.pop();
    let [covered, _] = measure(&walls)?;
    let size = |area| signed_area(&mesh.corners(area).collect::<Vec<_>>());
    Err(InsetError::Overlapping { of_areas: mesh.areas().map(size).sum(), covered })
}

/// The elevation of the ground at a point, or of the nearest ground.
fn elevation_near(mesh: &NavMesh, point: Vec2) -> f32 {
    let area = mesh.areas_at(point).next().or_else(|| {
        // The point may be rounded off the ground.
        let nearest = mesh.nearest(point, f32::MAX, &QueryFilter::uniform());
        nearest.ok().flatten().map(|nearest| nearest.area)
    });
    area.map_or(0.0, |area| mesh.elevation_at(area, point))
}

/// Adds the links of a mesh to `raw`, with their ends moved to the nearest ground of `to`.
/// Returns those that it disables.
fn move_links(mesh: &NavMesh, to: &NavMesh, radius: f32, raw: &mut RawMesh) -> Vec<LinkId> {
    let reach = LINK_REACH * radius;
    let end = |end: &LinkEnd| {
        // A link over a step can have both ends at one point of a wall, on different sides. The
        // elevation of the area at an end says on which side it lies.
        let elevation = end.area.map_or(end.elevation, |area| mesh.elevation_at(area, end.point));
        let from = Location::at_elevation(end.point, elevation);
        let nearest = to.nearest(from, reach, &QueryFilter::uniform()).ok().flatten()?;
        Some((nearest.point.into(), to.elevation_at(nearest.area, nearest.point)))
    };
    let mut lost = Vec::new();
    for (id, (link, mut moved)) in
        (0..).map(LinkId).zip(mesh.links().iter().zip(mesh.to_raw().links))
    {
        // The default cost would change with the ends.
        moved.cost = Some(to_f32(link.cost));
        match [&link.from, &link.to].map(end) {
            _ if moved.disabled => {}
            [Some(from), Some(to)] => {
                (moved.from, moved.from_elevation) = from;
                (moved.to, moved.to_elevation) = to;
            }
            _ => {
                moved.disabled = true;
                lost.push(id);
            }
        }
        raw.links.push(moved);
    }
    lost
}

impl Polygons {
    /// The polygons of a mesh in the plane, with its terrain. Zero-width walls become holes as
    /// thin as the grid allows. Floors above each other overlap. O(n log n).
    ///
    /// # Errors
    ///
    /// [`PolygonError::TooManyCrossings`] and [`PolygonError::Noding`], if the walls of floors
    /// above each other cross too often.
    pub fn of_mesh(mesh: &NavMesh) -> Result<Self, PolygonError> {
        let unnumbered = |area| AreaAttributes { number: None, ..mesh.attributes(area) };
        Ok(Self::of_areas(mesh, unnumbered)?.0)
    }

    /// The polygons of a mesh, with one terrain shape for all areas that have the same
    /// `kept` attributes; and the number of each shape.
    fn of_areas(
        mesh: &NavMesh,
        kept: impl Fn(AreaId) -> AreaAttributes,
    ) -> Result<(Self, Vec<Option<u32>>), PolygonError> {
        let start = |edge| mesh.half_edge(edge).start().into();
        let rings =
            mesh.boundary_loops().into_iter().map(|ring| ring.into_iter().map(start).collect());
        let mut polygons = Self::default();
        polygons.push(Role::Ground, rings);
        let mut numbers = vec![None];
        let mut classes: BTreeMap<AreaAttributes, Vec<Vec<[f32; 2]>>> = BTreeMap::new();
        for area in mesh.areas() {
            let attributes = kept(area);
            if attributes != AreaAttributes::default() {
                let ring = mesh.corners(area).map(Into::into).collect();
                classes.entry(attributes).or_default().push(ring);
            }
        }
        for (AreaAttributes { terrain, number }, rings) in classes {
            numbers.push(number);
            polygons.push(Role::Terrain(terrain), rings);
        }
        // A few grid steps, so that snapping keeps it.
        let thickness = greatest_coordinate(mesh) * f32::EPSILON * 4.0;
        for [a, b] in zero_width_walls(mesh)? {
            let along = b - a;
            let across = if along.x.abs() > along.y.abs() { Vec2::Y } else { Vec2::X } * thickness;
            let ring = [a, b, b + across, a + across].map(Into::into).to_vec();
            polygons.push(Role::Hole, [ring]);
        }
        Ok((polygons, numbers))
    }
}

/// The greatest absolute value of a coordinate.
fn greatest_coordinate(mesh: &NavMesh) -> f32 {
    mesh.bounds().min.abs().max(mesh.bounds().max.abs()).max_element()
}

/// The zero-width walls: pieces of half-edges without a twin that have ground on both sides. The
/// areas there may have different vertices: at a T-junction, or at a step in elevation.
fn zero_width_walls(mesh: &NavMesh) -> Result<Vec<[Vec2; 2]>, PolygonError> {
    let grid = Grid::reaching(greatest_coordinate(mesh));
    let mut walls = Vec::new();
    let mut cuts = cuts(mesh, grid).into_iter().peekable();
    for edge in outer_edges(mesh) {
        let [start, end] = snapped(mesh, grid, edge);
        let mut from = start;
        while let Some((_, _, cut)) = cuts.next_if(|&(cut, ..)| cut == edge) {
            walls.push([from, cut]);
            from = cut;
        }
        walls.push([from, end]);
    }
    // Shape 0 covers the ground on one side of a line, shape 1 that on the other side.
    let sides = walls.into_iter().filter(|[a, b]| a != b);
    let sides = sides.map(|[a, b]| Segment::new(a, b, u32::from(a > b)));
    let mut pieces = noding::node(sides.collect())?;
    pieces.retain(|piece| piece.shapes == [0, 1]);
    let ends = |piece: &Segment| [piece.from, piece.to].map(|end| grid.position(end).into());
    Ok(pieces.iter().map(ends).collect())
}

/// The half-edges without a twin, in order.
fn outer_edges(mesh: &NavMesh) -> impl Iterator<Item = HalfEdgeId> {
    let half_edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
    half_edges.filter(|&edge| mesh.twin(edge).is_none())
}

/// The ends of a half-edge on a grid.
fn snapped(mesh: &NavMesh, grid: Grid, edge: HalfEdgeId) -> [GridPoint; 2] {
    let segment = mesh.segment(edge);
    [segment.a, segment.b].map(|end| grid.snap(end.into()))
}

/// The vertices of walls that lie on other walls, apart from rounding: each with the half-edge that it
/// cuts and a measure of its distance from the start of the half-edge, sorted. Rounded vertices of one
/// side lie up to two grid steps off the edges of the other side, and gaps as thin as that are
/// lost when the polygons are built.
fn cuts(mesh: &NavMesh, grid: Grid) -> Vec<(HalfEdgeId, i64, GridPoint)> {
    /// The distance from a vertex at which areas are looked for, along both axes in grid steps. An area
    /// within two steps is at one of the four points there.
    const REACH: i32 = 4;
    let mut cuts = Vec::new();
    let mut areas = Vec::new();
    for edge in outer_edges(mesh) {
        let [at, _] = snapped(mesh, grid, edge);
        areas.clear();
        for [x, y] in [[-REACH, -REACH], [REACH, -REACH], [-REACH, REACH], [REACH, REACH]] {
            areas.extend(mesh.areas_at(grid.position(GridPoint::new(at.x + x, at.y + y)).into()));
        }
        areas.sort_unstable();
        areas.dedup();
        let edges = areas.iter().flat_map(|&area| mesh.half_edges_of(area));
        for other in edges.filter(|&other| mesh.twin(other).is_none()) {
            let [from, to] = snapped(mesh, grid, other);
            let (along, to_point) = (difference(from, to), difference(from, at));
            let (passed, length_squared) = (dot(along, to_point), dot(along, along));
            let across = i128::from(cross(along, to_point));
            let is_beside = 0 < passed && passed < length_squared;
            if is_beside && across * across <= 4 * i128::from(length_squared) {
                cuts.push((other, passed, at));
            }
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}
