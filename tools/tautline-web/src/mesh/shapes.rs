//! The shapes of a mesh, as arrays of numbers for drawing.

use tautline::draw::{BorderKind, Draw, DrawnArea, DrawnBorder, Marker, draw_mesh};
use tautline::navmesh::{Link, NavMesh};
use tautline::{Path, Vec2};
use wasm_bindgen::prelude::wasm_bindgen;

use super::world::World;

/// The parts of a map, to be drawn.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Shapes {
    areas: Rings,
    terrains: Vec<u8>,
    outlines: Rings,
    portals: Vec<f32>,
    corners: Vec<f32>,
    links: Vec<f32>,
}

/// Closed polylines: the points of all, and the end of each.
#[derive(Debug, Default)]
struct Rings {
    points: Vec<f32>,
    ends: Vec<u32>,
}

impl Rings {
    fn push(&mut self, ring: impl IntoIterator<Item = Vec2>) {
        ring.into_iter().for_each(|point| push(&mut self.points, point));
        self.ends.push(u32::try_from(self.points.len() / 2).unwrap_or(u32::MAX));
    }
}

fn push(numbers: &mut Vec<f32>, point: Vec2) {
    numbers.extend([point.x, point.y]);
}

#[wasm_bindgen]
impl Shapes {
    /// Returns the corners of the areas, from the lowest area to the highest.
    pub fn areas(&self) -> Vec<f32> {
        self.areas.points.clone()
    }

    /// Returns the end of the corners of each area, counted in points.
    #[wasm_bindgen(js_name = areaEnds)]
    pub fn area_ends(&self) -> Vec<u32> {
        self.areas.ends.clone()
    }

    /// Returns the terrain class of each area.
    pub fn terrains(&self) -> Vec<u8> {
        self.terrains.clone()
    }

    /// Returns the boundary of the ground, as closed lines.
    pub fn outlines(&self) -> Vec<f32> {
        self.outlines.points.clone()
    }

    /// Returns the end of each of these lines, counted in points.
    #[wasm_bindgen(js_name = outlineEnds)]
    pub fn outline_ends(&self) -> Vec<u32> {
        self.outlines.ends.clone()
    }

    /// Returns the borders between areas: two points each.
    pub fn portals(&self) -> Vec<f32> {
        self.portals.clone()
    }

    /// Returns the corners at which a path may bend.
    pub fn corners(&self) -> Vec<f32> {
        self.corners.clone()
    }

    /// Returns the ends of the links: two points each.
    pub fn links(&self) -> Vec<f32> {
        self.links.clone()
    }
}

#[wasm_bindgen]
impl World {
    /// Returns the parts of the map, with its obstacles.
    pub fn shapes(&self) -> Shapes {
        let mesh = self.mesh();
        let mut shapes = Shapes::default();
        draw_mesh(mesh, &mut shapes);
        shapes.corners = corners(mesh).flat_map(|corner| [corner.x, corner.y]).collect();
        shapes
    }

    /// Returns the corners of some areas, and the end of each area in them.
    #[wasm_bindgen(js_name = areaShapes)]
    pub fn area_shapes(&self, areas: &[u32]) -> Shapes {
        let mesh = self.mesh();
        let mut shapes = Shapes::default();
        let known = areas.iter().filter(|&&area| (area as usize) < mesh.area_count());
        known.for_each(|&area| shapes.areas.push(mesh.corners(tautline::navmesh::AreaId(area))));
        shapes
    }
}

/// Returns the corners at which a path may bend.
pub(super) fn corners(mesh: &NavMesh) -> impl Iterator<Item = Vec2> + '_ {
    let sides = mesh.areas().flat_map(|area| mesh.half_edges_in(area));
    sides.filter(|side| side.begins_at_corner() && side.twin().is_none()).map(|side| side.start())
}

impl Draw for Shapes {
    fn area(&mut self, area: &DrawnArea<'_>) {
        self.areas.push(area.corners.iter().copied());
        self.terrains.push(area.terrain.0);
    }

    fn border(&mut self, border: &DrawnBorder) {
        if border.kind == BorderKind::Portal {
            push(&mut self.portals, border.segment.a);
            push(&mut self.portals, border.segment.b);
        }
    }

    fn outline(&mut self, outline: &[DrawnBorder]) {
        self.outlines.push(outline.iter().map(|border| border.segment.a));
    }

    fn link(&mut self, link: &Link) {
        push(&mut self.links, link.from.point);
        push(&mut self.links, link.to.point);
    }

    fn path(&mut self, _: &Path) {}

    fn marker(&mut self, _: Vec2, _: Marker) {}
}
