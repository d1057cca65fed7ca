//! Debug drawing of meshes and paths.
//!
//! [`draw_mesh`] calls a [`Draw`] for the areas, borders, boundary loops and links of a mesh;
//! colours are up to the [`Draw`]. [`Svg`] draws a plain
//! plan. Implement [`Draw`] to draw with an engine's debug lines, on a
//! canvas, or into another format.
//!
//! ```
//! use tautline::draw::{Draw, Svg, draw_mesh};
//! use tautline::navmesh::RawMesh;
//! use tautline::{Vec2, path};
//!
//! let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
//! raw.push_area(&[0, 1, 2, 3]);
//! raw.push_area(&[1, 4, 2]);
//! let mesh = raw.build()?;
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

/// A renderer. Its methods get the meaning of each element; their look is up to it.
pub trait Draw {
    /// Draws an area.
    fn area(&mut self, area: &DrawnArea<'_>);

    /// Draws a border between two areas, or at the boundary of the ground.
    fn border(&mut self, border: &DrawnBorder);

    /// Draws a closed loop of the boundary. Each of its borders is drawn by
    /// [`border`](Self::border), too, so the default does nothing.
    fn outline(&mut self, outline: &[DrawnBorder]) {
        let _ = outline;
    }

    /// Draws a link.
    fn link(&mut self, link: &Link);

    /// Draws a path.
    fn path(&mut self, path: &Path);

    /// Draws a marked point.
    fn marker(&mut self, point: Vec2, marker: Marker);
}

/// An area, to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnArea<'a> {
    /// Its id.
    pub id: AreaId,
    /// Its terrain class.
    pub terrain: Terrain,
    /// The mean elevation of its corners, in world units.
    pub elevation: f32,
    /// Its corners, counter-clockwise.
    pub corners: &'a [Vec2],
}

/// A border, to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnBorder {
    /// Its segment, with ground on the left.
    pub segment: Segment,
    /// Its kind.
    pub kind: BorderKind,
    /// The terrain class on its left.
    pub terrain: Terrain,
    /// The mean elevation of the higher of its areas, in world units.
    pub elevation: f32,
}

/// The kind of a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BorderKind {
    /// A border between two areas that can be crossed.
    Portal,
    /// A border at the boundary of the ground.
    Boundary,
    /// A zero-width wall: there is ground on both sides, but it cannot be crossed.
    Wall,
}

/// The kind of a marked point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Marker {
    /// The start of a path.
    Start,
    /// The goal of a path.
    Goal,
    /// A repair of the input.
    Repair,
}

/// Draws a mesh: its areas from the lowest to the highest (by mean elevation,
/// then by number), its portals, its boundary loops with their borders, its links.
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
    let drawn = |edge: HalfEdgeId| {
        let area = mesh.area_of(edge);
        let (segment, terrain) = (mesh.segment(edge), mesh.terrain(area));
        if let Some(twin) = mesh.twin(edge) {
            let elevation = height(area).max(height(mesh.area_of(twin)));
            return DrawnBorder { segment, kind: BorderKind::Portal, terrain, elevation };
        }
        // A wall is two half-edges between the same vertices that are not twins.
        let [a, b] = mesh.ends(edge);
        let is_wall = borders.between_vertices(a, b).len() > 1;
        let kind = if is_wall { BorderKind::Wall } else { BorderKind::Boundary };
        DrawnBorder { segment, kind, terrain, elevation: height(area) }
    };
    // Each portal has two half-edges; the lower one draws it.
    for edge in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
        if mesh.twin(edge).is_some_and(|twin| edge < twin) {
            on.border(&drawn(edge));
        }
    }
    for outline in mesh.boundary_loops() {
        let outline: Vec<DrawnBorder> = outline.into_iter().map(drawn).collect();
        outline.iter().for_each(|border| on.border(border));
        on.outline(&outline);
    }
    mesh.links().iter().filter(|link| link.is_enabled()).for_each(|link| on.link(link));
}

/// Returns the mean elevation of an area's corners; 0 for flat meshes.
fn mean_elevation(mesh: &NavMesh, area: AreaId) -> f32 {
    let elevations = mesh.corner_vertices(area).map(|vertex| mesh.elevations().get(vertex.index()));
    let (mut sum, mut count) = (0.0, 0.0);
    for &elevation in elevations.flatten() {
        sum += elevation;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}
