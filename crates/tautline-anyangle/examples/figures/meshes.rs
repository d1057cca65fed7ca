//! Meshes in figures.

use std::error::Error;

use tautline_anyangle::{AnyAngleScratch, shortest_path};
use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{HalfEdgeId, NavMesh, PathQuery};

use crate::ink;
use tautline_fixtures::Figure;

/// Draws areas, the borders between them, and walls.
pub(crate) fn draw(figure: &mut Figure, mesh: &NavMesh) {
    for area in mesh.areas() {
        let corners: Vec<DVec2> = mesh.corners(area).map(DVec2::from).collect();
        figure.polygon(&corners, ink::GROUND);
    }
    for edge in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
        // A border between two areas is drawn once.
        if mesh.twin(edge).is_some_and(|twin| edge < twin) {
            draw_half_edge(figure, mesh, edge, ink::BORDER);
        }
    }
    draw_walls(figure, mesh);
}

pub(crate) fn draw_walls(figure: &mut Figure, mesh: &NavMesh) {
    for edge in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
        if mesh.twin(edge).is_none() {
            draw_half_edge(figure, mesh, edge, ink::WALL);
        }
    }
}

fn draw_half_edge(figure: &mut Figure, mesh: &NavMesh, edge: HalfEdgeId, ink: &str) {
    let segment = mesh.segment(edge);
    figure.line(&[segment.a, segment.b].map(DVec2::from), ink);
}

/// Returns the shortest path between two points.
pub(crate) fn path(
    mesh: &NavMesh,
    [start, goal]: [Vec2; 2],
    scratch: &mut AnyAngleScratch,
) -> Result<(f64, Vec<DVec2>), Box<dyn Error>> {
    let mut points = Vec::new();
    let length = shortest_path(mesh, &PathQuery::new(start, goal), scratch, &mut points)?;
    Ok((length, points.into_iter().map(DVec2::from).collect()))
}
