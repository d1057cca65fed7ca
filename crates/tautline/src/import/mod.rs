//! From the data of map files to meshes.
//!
//! ```
//! use tautline::formats::moving_ai;
//! use tautline::import;
//!
//! let map = moving_ai::parse_map("type octile\nheight 2\nwidth 3\nmap\n..T\n...\n")?;
//! let mesh = import::from_map(&map)?.build()?;
//! assert_eq!(mesh.component_count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "detour")]
mod detour;

#[cfg(feature = "detour")]
pub use detour::{DetourFilter, from_detour};

use tautline_formats::{
    FillRule, Model, Part, Role, RoleSource, TileGrid, VectorMap, json, moving_ai, polyanya,
};
#[cfg(all(feature = "asset", any(feature = "gltf", feature = "obj")))]
use tautline_formats::{Interpretation, UnreadKind, looks_like_label};
#[cfg(all(feature = "asset", feature = "tiled"))]
use tautline_geometry::Aabb;
use tautline_meshgen::{
    ModelError, ModelMesh, ModelOptions, Polygons, SubdivisionError, TileFrame, UpAxis,
    areas_from_tiles, walkable_triangles,
};
use tautline_navmesh::{LinkKind, RawLink, RawMesh, Terrain, Vec2};

/// Converts a Polyanya mesh, with the neighbours that are given in the file.
#[must_use]
pub fn from_polyanya(mesh: &polyanya::Mesh) -> RawMesh {
    let mut raw = RawMesh::from_vertices(&mesh.vertices);
    for polygon in &mesh.polygons {
        raw.push_area(&polygon.corners);
        let neighbours = polygon.neighbours.iter();
        raw.neighbours.extend(neighbours.map(|area| area.unwrap_or(RawMesh::NO_NEIGHBOUR)));
    }
    raw
}

/// A mesh of large convex areas from a grid map: the cell in column x and row y
/// from the top is the square from (x, y) to (x + 1, y + 1), so that y grows
/// downwards as in the file.
///
/// # Errors
///
/// Those of [`from_grid`].
pub fn from_map(map: &moving_ai::Map) -> Result<RawMesh, SubdivisionError> {
    from_grid(&TileGrid::from(map))
}

/// A mesh of large convex areas from a tile map or picture, with its links, in the units of the
/// file; y grows downwards as there.
///
/// # Errors
///
/// A [`SubdivisionError`] if cells are so small, or so far from the origin, that
/// their corners are the same numbers.
pub fn from_grid(grid: &TileGrid) -> Result<RawMesh, SubdivisionError> {
    let frame =
        TileFrame { origin: grid.origin, cell_size: grid.cell_size, first_row_on_top: false };
    let terrain = |x, y| grid.terrain(x, y).map(Terrain);
    let mut raw = areas_from_tiles(&frame, grid.width, grid.height, terrain)?;
    raw.links = raw_links(&grid.links);
    Ok(raw)
}

/// The areas of a mesh from a tile map, as shapes of a drawing. They are rectangles, with further corners where
/// neighbours begin.
#[cfg(all(feature = "asset", feature = "tiled"))]
pub(crate) fn rectangles_of(raw: &RawMesh) -> impl Iterator<Item = tautline_formats::Shape> + '_ {
    (0..raw.area_count()).filter_map(|area| {
        let corners = raw.area(area).iter().map(|&corner| raw.vertices[corner as usize].into());
        let Aabb { min, max } = Aabb::around(corners)?;
        let ring = vec![[min.x, min.y], [max.x, min.y], [max.x, max.y], [min.x, max.y]];
        let role = match raw.terrains.get(area) {
            Some(&Terrain(class)) if class > 0 => Role::Terrain(class),
            _ => Role::Ground,
        };
        let (rings, fill) = (vec![ring], FillRule::EvenOdd);
        Some(tautline_formats::Shape { role, rings, fill, name: None })
    })
}

/// Mirrors a mesh from a tile map, so that y becomes -y, bit for bit. A frame with the first row on
/// top would add up y from the other end of the map, with other roundings.
#[cfg(feature = "asset")]
pub(crate) fn mirror(raw: &mut RawMesh) {
    let links = raw.links.iter_mut().flat_map(|link| [&mut link.from, &mut link.to]);
    for [_, y] in raw.vertices.iter_mut().chain(links) {
        // Not `-0.0`.
        *y = 0.0 - *y;
    }
    // Mirrored corners run clockwise, so they are reversed. A neighbour belongs to the edge from its corner
    // to the next one, so neighbours are also rotated by one.
    let mut first = 0;
    for &end in &raw.corner_ends {
        let area = first..end as usize;
        raw.corners[area.clone()].reverse();
        raw.neighbours[area.clone()].reverse();
        raw.neighbours[area].rotate_left(1);
        first = end as usize;
    }
}

/// Converts a vector map to polygons, to be built for one or more agent radii. Shapes with a
/// terrain of their own are ground, too. Where shapes overlap, the class of the
/// last one counts; but holes are holes, whatever is drawn over them.
///
/// Polygons have no links: add those of the map ([`raw_links`]) to the mesh that is built of them.
#[must_use]
pub fn from_vector_map(plan: &VectorMap) -> Polygons {
    use tautline_meshgen::Role as Use;
    let mut outlines = Polygons::default();
    let mut has_terrain = false;
    for shape in &plan.shapes {
        let mut push = |role| {
            let fill = match shape.fill {
                FillRule::NonZero => tautline_meshgen::FillRule::NonZero,
                _ => tautline_meshgen::FillRule::EvenOdd,
            };
            outlines.shapes.push(tautline_meshgen::Shape {
                rings: shape.rings.clone(),
                role,
                fill_rule: fill,
            });
        };
        match shape.role {
            Role::Hole => push(Use::Hole),
            Role::Terrain(class) => {
                has_terrain = true;
                push(Use::Ground);
                push(Use::Terrain(Terrain(class)));
            }
            _ => {
                push(Use::Ground);
                if has_terrain {
                    push(Use::Terrain(Terrain::default()));
                }
            }
        }
    }
    outlines
}

/// The walkable ground of a model. The material or the name of a part gives its role, in
/// the words of [`Role::from_word`] or by the name of a terrain class. Other parts are
/// ground of class 0; holes are left out.
///
/// # Errors
///
/// A [`ModelError`] if no triangle is walkable, or for an option out of range.
/// [`ModelOptions::up`] does not matter: a [`Model`] says what is up.
pub fn from_model(
    model: &Model,
    terrain_names: &[String],
    options: &ModelOptions,
) -> Result<ModelMesh, ModelError> {
    let (triangles, terrains) = triangles_of(model, terrain_names, |_| None);
    let options = ModelOptions { up: UpAxis::Z, ..*options };
    walkable_triangles(&model.vertices, &triangles, &terrains, &options)
}

/// The ground of a model on which an agent of some size can stand and walk, by
/// voxelisation: for models that were made for rendering. Parts have roles
/// and classes as in [`from_model`]. Holes are voxelised as well, but their
/// tops are not walkable, unless they are no higher than a step.
///
/// ```
/// use tautline::formats::{Model, Part};
/// use tautline::import;
/// use tautline::meshgen::VoxelOptions;
///
/// // A floor of 10 by 10.
/// let model = Model {
///     vertices: vec![[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 10.0, 0.0], [0.0, 10.0, 0.0]],
///     triangles: vec![[0, 1, 2], [0, 2, 3]],
///     parts: vec![Part { name: "floor".into(), material: "".into(), triangles: 0..2 }],
/// };
/// let found = import::from_model_by_voxels(&model, &[], &VoxelOptions::default())?;
/// let mesh = found.mesh.build()?;
/// assert!(mesh.bounds().min.x > 0.3, "away from the edge");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A [`VoxelError`](tautline_meshgen::VoxelError) if no ground is walkable, for an
/// option out of range, and for a limit that is exceeded.
/// [`VoxelOptions::up`](tautline_meshgen::VoxelOptions::up) does not matter: a [`Model`]
/// says what is up.
#[cfg(feature = "recast")]
pub fn from_model_by_voxels(
    model: &Model,
    terrain_names: &[String],
    options: &tautline_meshgen::VoxelOptions,
) -> Result<tautline_meshgen::VoxelMesh, tautline_meshgen::VoxelError> {
    let of_hole = |corners| Some(facing_down(model, corners));
    let (triangles, terrains) = triangles_of(model, terrain_names, of_hole);
    let options = tautline_meshgen::VoxelOptions { up: UpAxis::Z, ..*options };
    tautline_meshgen::walkable_voxels(&model.vertices, &triangles, &terrains, &options)
}

/// Returns the triangle with the orientation that faces down: it fills the same voxels, but is not ground.
#[cfg(feature = "recast")]
fn facing_down(model: &Model, [a, b, c]: [u32; 3]) -> [u32; 3] {
    let places = [a, b, c].map(|corner| model.vertices.get(corner as usize));
    let [Some(&[ax, ay, _]), Some(&[bx, by, _]), Some(&[cx, cy, _])] = places else {
        return [a, b, c];
    };
    let turn = tautline_geometry::orient2d(Vec2::new(ax, ay), Vec2::new(bx, by), Vec2::new(cx, cy));
    if turn.is_left() { [a, c, b] } else { [a, b, c] }
}

/// Returns the triangles of a model and the terrain class of each, by the role of its part. `of_hole` converts or drops
/// the triangles of holes.
fn triangles_of(
    model: &Model,
    terrain_names: &[String],
    of_hole: impl Fn([u32; 3]) -> Option<[u32; 3]>,
) -> (Vec<[u32; 3]>, Vec<Terrain>) {
    let (mut triangles, mut terrains) = (Vec::new(), Vec::new());
    for part in &model.parts {
        let role = labelled_role(part, terrain_names).map_or(Role::Ground, |(role, _)| role);
        let class = if let Role::Terrain(class) = role { class } else { 0 };
        let of_part = model.triangles[part.triangles.clone()].iter().copied();
        if role == Role::Hole {
            triangles.extend(of_part.filter_map(&of_hole));
        } else {
            triangles.extend(of_part);
        }
        terrains.resize(triangles.len(), Terrain(class));
    }
    (triangles, terrains)
}

/// The role of a part and its source, if its material or name says it.
fn labelled_role(part: &Part, terrain_names: &[String]) -> Option<(Role, RoleSource)> {
    let words = [(&part.material, RoleSource::Material), (&part.name, RoleSource::Name)];
    words.into_iter().find_map(|(word, source)| {
        let by_name = format!("terrain-{word}");
        let role = Role::from_word(word, terrain_names);
        Some((role.or_else(|| Role::from_word(&by_name, terrain_names))?, source))
    })
}

/// Counts the triangles of a model by role, and reports names that look like roles.
#[cfg(all(feature = "asset", any(feature = "gltf", feature = "obj")))]
pub(crate) fn interpretation_of(model: &Model, terrain_names: &[String]) -> Interpretation {
    let mut found = Interpretation::default();
    for part in &model.parts {
        let role = labelled_role(part, terrain_names);
        if role.is_none() {
            let names = [&part.material, &part.name].into_iter();
            names
                .filter(|name| looks_like_label(name))
                .for_each(|name| found.notice(UnreadKind::Part, name));
        }
        let (role, source) = role.unwrap_or((Role::Ground, RoleSource::Unlabelled));
        found.count(Some(role), source, part.triangles.len() as u64);
    }
    found
}

/// Converts a map in tautline's own JSON format to a mesh. Corners at the same position,
/// elevation included, are one vertex; areas are joined where they share two
/// successive corners, except along walls.
///
/// Build it with [`TJunctions::Link`](tautline_navmesh::TJunctions::Link)
/// to join areas that touch along parts of their edges, too.
#[must_use]
pub fn from_json_map(map: &json::JsonMap) -> RawMesh {
    with_misplaced_walls(map).0
}

/// Converts a map, as [`from_json_map`] does, and returns the numbers of its walls that lie on no
/// edge of an area.
pub(crate) fn with_misplaced_walls(map: &json::JsonMap) -> (RawMesh, Vec<usize>) {
    let mut raw = RawMesh::default();
    for area in &map.areas {
        let first = raw.vertices.len();
        raw.vertices.extend(area.corners.iter().map(|&[x, y, _]| [x, y]));
        if map.has_elevation {
            raw.elevations.extend(area.corners.iter().map(|&[_, _, elevation]| elevation));
        }
        let corners: Vec<u32> = (first..raw.vertices.len()).map(number).collect();
        raw.push_area(&corners);
        raw.terrains.push(Terrain(area.terrain));
        raw.numbers.push(area.id);
    }
    raw.weld();
    let (mut walls, mut misplaced) = (Vec::new(), Vec::new());
    for (number, wall) in map.walls.iter().enumerate() {
        // There are several on floors above each other.
        let [starts, ends] = wall.map(|end| vertices_at(&raw, end));
        let pairs = starts.iter().flat_map(|&start| ends.iter().map(move |&end| [start, end]));
        let known = walls.len();
        walls.extend(pairs.clone().filter(|&pair| raw.has_edge(pair)));
        if walls.len() == known {
            misplaced.push(number);
            // Building the mesh reports it.
            walls.push(pairs.clone().next().unwrap_or([u32::MAX; 2]));
        }
    }
    raw.walls = walls;
    raw.links = raw_links(&map.links);
    (raw, misplaced)
}

/// The number of a vertex or polygon. Building refuses a mesh of more than `u32` can count.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The vertices at a point, one for each floor.
fn vertices_at(raw: &RawMesh, point: [f32; 2]) -> Vec<u32> {
    let vertices = (0..).zip(&raw.vertices);
    let here = vertices.filter(|&(_, &vertex)| Vec2::from(vertex) == Vec2::from(point));
    here.map(|(index, _)| index).collect()
}

/// Converts the links of a map.
///
/// ```
/// use tautline::formats::Link;
/// use tautline::import;
///
/// let ferry = Link { to: [8.0, 0.0, 0.0], cost: Some(20.0), ..Link::default() };
/// assert_eq!(import::raw_links(&[ferry])[0].to, [8.0, 0.0]);
/// ```
#[must_use]
pub fn raw_links(links: &[tautline_formats::Link]) -> Vec<RawLink> {
    links.iter().map(raw_link).collect()
}

fn raw_link(link: &tautline_formats::Link) -> RawLink {
    let ([x, y, from_elevation], [to_x, to_y, to_elevation]) = (link.from, link.to);
    RawLink {
        from: [x, y],
        from_elevation,
        to: [to_x, to_y],
        to_elevation,
        cost: link.cost,
        kind: match link.kind {
            tautline_formats::LinkKind::Jump => LinkKind::Jump,
            tautline_formats::LinkKind::Ladder => LinkKind::Ladder,
            tautline_formats::LinkKind::Teleport => LinkKind::Teleport,
            _ => LinkKind::Other,
        },
        both_ways: link.both_ways,
        disabled: false,
    }
}
