//! Pictures of meshes and paths.
//!
//! [`draw_mesh`] walks a mesh and tells a [`Draw`] what is there: areas,
//! borders, outlines, links; not which colours they have. [`Svg`] makes a plain
//! plan of it. Implement [`Draw`] to draw with an engine's debug lines, on a
//! canvas or into another format.
//!
//! ```
//! use tautline::draw::{Draw, Svg, draw_mesh};
//! use tautline::navmesh::{BuildOptions, NavMesh, RawMesh};
//! use tautline::{Vec2, path};
//!
//! let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
//! raw.push_area(&[0, 1, 2, 3]);
//! raw.push_area(&[1, 4, 2]);
//! let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
//!
//! let mut picture = Svg::new();
//! draw_mesh(&mesh, &mut picture);
//! picture.path(&path(&mesh, Vec2::new(1.0, 1.0), Vec2::new(6.0, 1.0))?);
//! let text = picture.finish();
//! assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod svg;

use tautline_geometry::{Segment, Vec2};
use tautline_navmesh::{AreaId, BorderDictionary, HalfEdgeId, Link, NavMesh, Terrain};

pub use svg::Svg;

use crate::Path;

/// Something that can be drawn on. It is told what things mean and decides how
/// they look.
pub trait Draw {
    /// An area of the ground.
    fn area(&mut self, area: &DrawnArea<'_>);

    /// A border between two areas, or where the ground ends.
    fn border(&mut self, border: &DrawnBorder);

    /// A closed row of the borders at which the ground ends. The same borders
    /// are told one by one, too, so that this can be left out.
    fn outline(&mut self, outline: &[DrawnBorder]) {
        let _ = outline;
    }

    /// A link.
    fn link(&mut self, link: &Link);

    /// A path.
    fn path(&mut self, path: &Path);

    /// A point that matters.
    fn marker(&mut self, point: Vec2, marker: Marker);
}

/// An area, to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnArea<'a> {
    /// Which area.
    pub id: AreaId,
    /// The class of its ground.
    pub terrain: Terrain,
    /// The mean elevation of its corners, in world units.
    pub elevation: f32,
    /// Its corners, counter-clockwise.
    pub corners: &'a [Vec2],
}

/// A border, to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnBorder {
    /// Where it runs, with ground on its left.
    pub segment: Segment,
    /// What it is.
    pub kind: BorderKind,
    /// The class of the ground on its left.
    pub terrain: Terrain,
    /// The mean elevation of the higher one of the areas that it belongs to.
    pub elevation: f32,
}

/// What a border is to a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BorderKind {
    /// It can be crossed.
    Portal,
    /// The ground ends there.
    Boundary,
    /// There is ground on both sides, but it cannot be crossed.
    Wall,
}

/// What a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Marker {
    /// Where a path begins.
    Start,
    /// Where a path ends.
    Goal,
    /// Where the author's drawing was mended.
    Repair,
}

/// Draws a mesh: its areas from the lowest to the highest (by mean elevation,
/// then by number), its portals, its outlines with their borders, its links.
///
/// O(n log n).
pub fn draw_mesh(mesh: &NavMesh, on: &mut impl Draw) {
    let elevations: Vec<f32> = mesh.areas().map(|area| mean_elevation(mesh, area)).collect();
    let mut areas: Vec<AreaId> = mesh.areas().collect();
    let height = |area: AreaId| elevations[area.index()];
    areas.sort_by(|&a, &b| height(a).total_cmp(&height(b)).then(a.cmp(&b)));
    let mut corners = Vec::new();
    for id in areas {
        corners.clear();
        corners.extend(mesh.corners(id));
        let (terrain, elevation) = (mesh.terrain(id), height(id));
        on.area(&DrawnArea { id, terrain, elevation, corners: &corners });
    }

    let borders = BorderDictionary::new(mesh);
    let drawn = |side: HalfEdgeId| {
        let area = mesh.area_of(side);
        let (segment, terrain) = (mesh.segment(side), mesh.terrain(area));
        if let Some(twin) = mesh.twin(side) {
            let elevation = height(area).max(height(mesh.area_of(twin)));
            return DrawnBorder { segment, kind: BorderKind::Portal, terrain, elevation };
        }
        let [a, b] = mesh.ends(side);
        let is_wall = borders.between_vertices(a, b).len() > 1;
        let kind = if is_wall { BorderKind::Wall } else { BorderKind::Boundary };
        DrawnBorder { segment, kind, terrain, elevation: height(area) }
    };
    for side in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
        if mesh.twin(side).is_some_and(|twin| side < twin) {
            on.border(&drawn(side));
        }
    }
    for outline in mesh.boundary_loops() {
        let outline: Vec<DrawnBorder> = outline.into_iter().map(drawn).collect();
        outline.iter().for_each(|border| on.border(border));
        on.outline(&outline);
    }
    mesh.links().iter().filter(|link| link.is_enabled()).for_each(|link| on.link(link));
}

/// The mean elevation of an area's corners; 0 for flat ground.
fn mean_elevation(mesh: &NavMesh, area: AreaId) -> f32 {
    let elevations = mesh.corner_vertices(area).map(|vertex| mesh.elevations().get(vertex.index()));
    let (mut sum, mut count) = (0.0, 0.0);
    for &elevation in elevations.flatten() {
        sum += elevation;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}
