//! Splitting of concave areas into convex ones.
//!
//! A concave area is split by a constrained triangulation of its own corners. Then triangles are
//! merged while their union stays convex (Hertel-Mehlhorn):
//!
//! ```text
//!    e ──────────── d        e ──────────── d        e ──────────── d
//!    │              │        │ ╲         ╱  │        │ ╲            │
//!    │    ╱ a ╲     │   ->   │    ╲ a ╱     │   ->   │    ╲ a       │
//!    │  ╱       ╲   │        │  ╱       ╲   │        │  ╱      ╲    │
//!    b            c          b            c          b            c
//!    a is a reflex vertex    triangles               two convex parts
//! ```

use tautline_geometry::Vec2;

use super::validate::Shape;
use crate::face_merger::FaceMerger;
use crate::half_edges::{HalfEdges, number};
use crate::triangulation::Triangulation;
use crate::{AreaId, RawMesh};

/// A concave area that was split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitArea {
    /// The area. The first part keeps its number.
    pub area: AreaId,
    /// The number of convex parts.
    pub parts: usize,
}

/// Splits the concave areas and reports them. Returns the half-edges of convex areas, and the
/// raw area that each of these is a part of: first one part of each raw area, in order,
/// then the further parts.
pub(super) fn into_convex_areas(
    raw: &RawMesh,
    half_edges: HalfEdges,
    shapes: &[Shape],
    split_areas: &mut Vec<SplitArea>,
) -> (HalfEdges, Vec<u32>) {
    if shapes.iter().all(|&shape| shape == Shape::Convex) {
        return (half_edges, (0..).take(shapes.len()).collect());
    }
    let (triangulated, sources) = triangulate_concave(raw, &half_edges, shapes);
    let mut mesh = FaceMerger::new(&raw.vertices, triangulated);
    mesh.merge(|one, other| sources[one as usize] == sources[other as usize]);
    let mut faces = Vec::new();
    let mut parts = vec![0; shapes.len()];
    for (first_half_edge, face) in mesh.faces() {
        let source = sources[face as usize];
        faces.push((parts[source as usize] > 0, source, first_half_edge));
        parts[source as usize] += 1;
    }
    // The first part of each area keeps the area's number, so those parts come first.
    faces.sort_unstable();
    split_areas.extend(
        (0..)
            .zip(parts)
            .filter(|&(_, parts)| parts > 1)
            .map(|(area, parts)| SplitArea { area: AreaId(area), parts }),
    );
    let firsts: Vec<u32> = faces.iter().map(|&(.., first_half_edge)| first_half_edge).collect();
    (mesh.merged(&firsts), faces.iter().map(|&(_, source, _)| source).collect())
}

/// Replaces each concave area by triangles. Returns all faces, and the raw area that contains
/// each of them.
fn triangulate_concave(
    raw: &RawMesh,
    half_edges: &HalfEdges,
    shapes: &[Shape],
) -> (HalfEdges, Vec<u32>) {
    let mut areas = HalfEdges::default();
    let mut sources = Vec::with_capacity(shapes.len());
    // The new index of each old half-edge, by which the twins are filled in at the end.
    let mut moved = vec![HalfEdges::NO_TWIN; half_edges.origins.len()];
    for (area, shape) in (0..).zip(shapes) {
        let ring = half_edges.face_loop(area);
        if *shape == Shape::Convex {
            for half_edge in ring {
                moved[half_edge as usize] = areas.edge_count();
                areas.origins.push(half_edges.origins[half_edge as usize]);
                areas.twins.push(HalfEdges::NO_TWIN);
            }
            areas.close_face();
        } else {
            let corners = &half_edges.origins[ring.start as usize..ring.end as usize];
            let (triangles, outer) = triangulate(raw, corners);
            let before = areas.append(&triangles);
            for (half_edge, outer_edge) in ring.zip(outer) {
                moved[half_edge as usize] = before + outer_edge;
            }
        }
        sources.resize(areas.face_count(), area);
    }
    for (&moved_to, &twin) in moved.iter().zip(&half_edges.twins) {
        let twin = moved.get(twin as usize).copied();
        areas.twins[moved_to as usize] = twin.unwrap_or(HalfEdges::NO_TWIN);
    }
    (areas, sources)
}

/// The triangles of a simple counter-clockwise polygon, and the half-edge of a triangle that
/// lies on each edge of the polygon.
#[expect(clippy::expect_used, reason = "the ring was found to be simple")]
fn triangulate(raw: &RawMesh, ring: &[u32]) -> (HalfEdges, Vec<u32>) {
    let corners: Vec<Vec2> = ring.iter().map(|&vertex| raw.position(vertex)).collect();
    let count = number(ring.len());
    let edges: Vec<[u32; 2]> = (0..count).map(|corner| [corner, (corner + 1) % count]).collect();
    let triangulation =
        Triangulation::of(&corners, &edges).expect("edges of a simple ring do not cross");
    let lefts = || triangulation.pieces.iter().map(|piece| piece.left as usize);
    let inside = lefts().next().map(|left| triangulation.faces[left / 3]);
    let (mut triangles, numbers) =
        triangulation.select(|triangle| Some(triangulation.faces[triangle]) == inside);
    triangles.origins.iter_mut().for_each(|origin| *origin = ring[*origin as usize]);
    (triangles, lefts().map(|left| numbers[left]).collect())
}
