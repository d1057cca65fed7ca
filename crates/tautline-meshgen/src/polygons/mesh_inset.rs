//! A mesh for agents with a radius, from a mesh for points.

use std::collections::BTreeMap;

use tautline_geometry::{DVec2, Vec2};

use super::{PolygonError, PolygonOptions, Polygons, Role};
use tautline_navmesh::{AreaAttributes, BuildOptions, Faults, LinkId, NavMesh, RawLink, RawMesh};

/// A mesh in which agents with a radius find their way.
#[derive(Clone, Debug)]
pub struct InsetMesh {
    /// Where their centres can be.
    pub mesh: NavMesh,
    /// The links, of the mesh that was shrunk, one end of which no such agent
    /// comes near, or that do not stand.
    pub lost_links: Vec<LinkId>,
}

/// Why a mesh cannot be shrunk.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InsetError {
    /// Floors lie above each other, or the mesh covers a place twice: then its
    /// outlines in the plane do not say where walls are.
    #[error(
        "areas of {of_areas} square units cover only {covered} in the plane, but a mesh with \
         floors above each other cannot be shrunk; build each floor for the radius"
    )]
    Overlapping {
        /// The sum of the sizes of all areas, in square world units.
        of_areas: f64,
        /// The size of what they cover.
        covered: f64,
    },
    /// The options, or that nothing is left.
    #[error(transparent)]
    Polygons(#[from] PolygonError),
    /// What was built is not valid.
    #[error(transparent)]
    Faults(#[from] Faults),
}

/// How much nearer than the radius the ends of links may be to walls: an agent
/// that stands this many radii away from an end has come to it.
const LINK_REACH: f32 = 4.0;

/// The same ground for agents with a radius: away from all walls.
///
/// The outlines of the mesh, its walls of no width and its terrain classes
/// are built anew by [`Polygons::build`]: areas are numbered anew, in order.
/// The elevation of a new vertex is that of the ground there. The ends of
/// links, which mostly lie at walls, move to the nearest point of the new
/// mesh. O(n log n).
///
/// # Errors
///
/// A [`InsetError`].
///
/// ```
/// use tautline_navmesh::{BuildOptions, NavMesh, RawMesh, Vec2};
/// use tautline_meshgen::{PolygonOptions, inset};
///
/// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]]);
/// raw.push_area(&[0, 1, 2, 3]);
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let options = PolygonOptions { agent_radius: 0.5, ..PolygonOptions::default() };
/// let narrower = inset(&mesh, &options)?.mesh;
/// assert_eq!(narrower.bounds().min, Vec2::new(0.5, 0.5));
/// assert_eq!(narrower.bounds().max, Vec2::new(7.5, 3.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inset(mesh: &NavMesh, options: &PolygonOptions) -> Result<InsetMesh, InsetError> {
    let (polygons, numbers) = Polygons::of_areas(mesh, |attributes| attributes);
    check_no_overlap(mesh, &polygons)?;
    let mut raw = polygons.build_numbered(&numbers, options)?.mesh;
    if !mesh.elevations().is_empty() {
        raw.elevations = raw.vertices.iter().map(|&at| elevation_near(mesh, at.into())).collect();
    }
    let bare = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    let lost_links = move_links(mesh, &bare, options.agent_radius, &mut raw);
    if raw.links.is_empty() {
        return Ok(InsetMesh { mesh: bare, lost_links });
    }
    let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    Ok(InsetMesh { mesh, lost_links })
}

fn check_no_overlap(mesh: &NavMesh, polygons: &Polygons) -> Result<(), InsetError> {
    let built = polygons.build(&PolygonOptions::default())?;
    let size = |ring: &mut dyn Iterator<Item = Vec2>| {
        let ring: Vec<Vec2> = ring.collect();
        tautline_geometry::polygon::signed_area(&ring)
    };
    let of_areas: f64 = mesh.areas().map(|area| size(&mut mesh.corners(area))).sum();
    let rings = built.rings.iter();
    let covered: f64 = rings.map(|ring| size(&mut ring.iter().copied().map(Vec2::from))).sum();
    let length = |ring: &Vec<[f32; 2]>| -> f64 {
        let points = ring.iter().map(|&point| DVec2::from(Vec2::from(point)));
        points.clone().zip(points.cycle().skip(1)).map(|(a, b)| a.distance(b)).sum()
    };
    // Vertices may have been moved to the grid, and walls have some width.
    let perimeter: f64 = built.rings.iter().map(length).sum();
    if (of_areas - covered).abs() > 4.0 * perimeter * built.grid_step {
        return Err(InsetError::Overlapping { of_areas, covered });
    }
    Ok(())
}

fn elevation_near(mesh: &NavMesh, point: Vec2) -> f32 {
    let area = mesh.areas_at(point).next().or_else(|| {
        // Rounded off the ground.
        mesh.nearest(point, f32::MAX).map(|nearest| nearest.area)
    });
    area.map_or(0.0, |area| mesh.elevation_at(area, point))
}

/// Gives a mesh the links of this one, with their ends moved to where its
/// ground is; tells which were lost.
fn move_links(mesh: &NavMesh, to: &NavMesh, radius: f32, raw: &mut RawMesh) -> Vec<LinkId> {
    let reach = LINK_REACH * radius;
    let end = |point: Vec2| {
        let nearest = to.nearest(point, reach)?;
        Some((nearest.point, to.elevation_at(nearest.area, nearest.point)))
    };
    let mut lost = Vec::new();
    for (id, link) in (0..).map(LinkId).zip(mesh.links()) {
        let (true, Some((from, from_elevation)), Some((to, to_elevation))) =
            (link.stands(), end(link.from.point), end(link.to.point))
        else {
            lost.push(id);
            continue;
        };
        raw.links.push(RawLink {
            from: from.into(),
            from_elevation,
            to: to.into(),
            to_elevation,
            cost: Some(DVec2::new(link.cost, 0.0).as_vec2().x),
            kind: link.kind,
            both_ways: link.both_ways,
        });
    }
    lost
}

impl Polygons {
    /// The outlines of a mesh in the plane, with its terrain. Its walls of no
    /// width become holes as thin as can be. Floors above each other cover each
    /// other. O(n log n).
    #[must_use]
    pub fn of_mesh(mesh: &NavMesh) -> Self {
        Self::of_areas(mesh, |attributes| AreaAttributes { number: None, ..attributes }).0
    }

    /// The polygons of a mesh, with one terrain shape for all areas that have the same
    /// `kept` attributes; and the number of each shape.
    fn of_areas(
        mesh: &NavMesh,
        kept: impl Fn(AreaAttributes) -> AreaAttributes,
    ) -> (Self, Vec<Option<u32>>) {
        let start = |side| mesh.half_edge(side).start().into();
        let rings = mesh.outlines().into_iter().map(|ring| ring.into_iter().map(start).collect());
        let mut polygons = Self::default();
        polygons.push(Role::Ground, rings);
        let mut numbers = vec![None];
        let mut classes: BTreeMap<AreaAttributes, Vec<Vec<[f32; 2]>>> = BTreeMap::new();
        for area in mesh.areas() {
            let attributes = kept(mesh.attributes(area));
            if attributes != AreaAttributes::default() {
                let ring = mesh.corners(area).map(Into::into).collect();
                classes.entry(attributes).or_default().push(ring);
            }
        }
        for (AreaAttributes { terrain, number }, rings) in classes {
            numbers.push(number);
            polygons.push(Role::Terrain(terrain), rings);
        }
        let thickness = thickness(mesh);
        for [a, b] in zero_width_walls(mesh) {
            let along = b - a;
            let across = if along.x.abs() > along.y.abs() { Vec2::Y } else { Vec2::X } * thickness;
            let ring = [a, b, b + across, a + across].map(Into::into).to_vec();
            polygons.push(Role::Hole, [ring]);
        }
        (polygons, numbers)
    }
}

/// A few steps of the grid on which a mesh is cut.
fn thickness(mesh: &NavMesh) -> f32 {
    let bounds = mesh.bounds();
    let greatest = bounds.min.abs().max(bounds.max.abs()).max_element();
    greatest * f32::EPSILON * 4.0
}

/// The ends of the sides that are walls although there is ground across.
fn zero_width_walls(mesh: &NavMesh) -> Vec<[Vec2; 2]> {
    let mut walls: Vec<_> = mesh
        .areas()
        .flat_map(|area| mesh.half_edges_of(area))
        .filter(|&side| mesh.twin(side).is_none())
        .map(|side| {
            let [from, to] = mesh.ends(side);
            (from.min(to), from.max(to))
        })
        .collect();
    walls.sort_unstable();
    let twice = walls.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
    twice.map(|same| [same[0].0, same[0].1].map(|vertex| mesh.vertices()[vertex.index()])).collect()
}
