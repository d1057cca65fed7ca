//! Meshes and answers from plain data.

use tautline_anyangle::{AnyAngleScratch, ExactError, SearchMesh, shortest_path};
use tautline_fixtures::PlainMesh;
use tautline_fixtures::linked::PlainLink;
use tautline_navmesh::{
    Budget, BuildOptions, Faults, Location, NavMesh, PathQuery, QueryFilter, RawLink, RawMesh,
    Terrain, Vec2,
};

/// A raw mesh with the given neighbours and terrain classes.
pub(crate) fn raw_mesh(plain: &PlainMesh, classes: &[u8]) -> RawMesh {
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    for (corners, neighbours) in plain.areas.iter().zip(&plain.neighbours) {
        raw.push_area(corners);
        let neighbours = neighbours.iter();
        raw.neighbours.extend(neighbours.map(|area| area.unwrap_or(RawMesh::NO_NEIGHBOUR)));
    }
    raw.terrains = classes.iter().copied().map(Terrain).collect();
    raw
}

pub(crate) fn build(raw: &RawMesh) -> Result<NavMesh, Faults> {
    Ok(NavMesh::build(raw, &BuildOptions::default())?.mesh)
}

/// Returns the length of the shortest path, and its points.
pub(crate) fn find<'a>(
    mesh: impl Into<SearchMesh<'a>>,
    ends: [impl Into<Location>; 2],
    filter: &QueryFilter,
    budget: Budget,
    scratch: &mut AnyAngleScratch,
) -> Result<(f64, Vec<Vec2>), ExactError> {
    let mut points = Vec::new();
    let [start, goal] = ends;
    let query = PathQuery::new(start, goal).with_filter(filter).with_budget(budget);
    let length = shortest_path(mesh, &query, scratch, &mut points)?;
    Ok((length, points))
}

pub(crate) fn raw_link(link: &PlainLink) -> RawLink {
    let PlainLink { from, to, cost, both_ways } = *link;
    RawLink { from, to, cost, both_ways, ..RawLink::default() }
}
