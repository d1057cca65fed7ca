//! T-junctions: places where areas touch along only a part of an edge.
//!
//! ```text
//!     ┌─────────┬─────────┐       Vertex v lies inside an edge of area 0. Areas 1 and 2
//!     │ area 1  │ area 2  │       share no complete edge with area 0, so that they are
//!     │         │         │       not connected with it. Linking inserts v as a corner
//!     ├─────────v─────────┤       of area 0; then the edges match.
//!     │      area 0       │
//!     └───────────────────┘
//! ```

use tautline_geometry::{DVec2, Segment};

use super::outer_vertices::OuterVertices;
use super::twins;
use crate::half_edges::HalfEdges;
use crate::{AreaId, Fault, Faults, RawMesh, VertexId};

/// The treatment of T-junctions: places where areas touch along only parts of their edges, so
/// that they do not share two corners.
///
/// Only vertices that lie *exactly* on an edge count, and only in meshes that do not name
/// their neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TJunctions {
    /// Do not search for T-junctions.
    Ignore,
    /// List the T-junctions between equal elevations in the report; leave the areas
    /// unconnected.
    #[default]
    Report,
    /// Connect the areas at T-junctions, by inserting the corners of each edge into the other.
    /// An inserted corner keeps its elevation, so the ground of the area that receives it can
    /// move up or down by up to `max_step`.
    Link {
        /// The greatest difference in elevation between the two edges there, in world
        /// units; at least 0.
        max_step: f32,
    },
}

/// A place where two areas touch along only a part of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TJunction {
    /// The two areas, the lower one first.
    pub areas: [AreaId; 2],
    /// The ends of the overlap.
    pub vertices: [VertexId; 2],
}

/// Finds and reports T-junctions. If they are to be linked, returns the mesh with the missing
/// corners inserted, and its half-edges.
pub(super) fn resolve(
    raw: &RawMesh,
    edges: &HalfEdges,
    treatment: TJunctions,
    found: &mut Vec<TJunction>,
) -> Result<Option<(RawMesh, HalfEdges)>, Faults> {
    let max_step = match treatment {
        TJunctions::Ignore => return Ok(None),
        TJunctions::Report => 0.0,
        TJunctions::Link { max_step } => max_step,
    };
    if !raw.neighbours.is_empty() {
        return Ok(None);
    }
    let inserted = insert_corners(raw, edges, max_step).map_err(Faults::from_one)?;
    let Some((completed, is_new)) = inserted else { return Ok(None) };
    let mut faults = Vec::new();
    let completed_edges = twins::find(&completed, &mut faults);
    let area_of = |corner: u32| completed.corner_ends.partition_point(|&end| end <= corner);
    for (corner, &twin) in (0..).zip(&completed_edges.twins) {
        if twin != HalfEdges::NO_TWIN
            && corner < twin
            && (is_new[corner as usize] || is_new[twin as usize])
        {
            let areas = [corner, twin].map(|corner| AreaId::from_index(area_of(corner)));
            let vertices =
                [corner, twin].map(|corner| VertexId(completed.corners[corner as usize]));
            found.push(TJunction { areas, vertices });
        }
    }
    if found.is_empty() || treatment == TJunctions::Report {
        return Ok(None);
    }
    Faults::check(faults)?;
    Ok(Some((completed, completed_edges)))
}

/// Inserts the boundary vertices that lie on a boundary edge as corners of that edge's area.
/// Returns the mesh with these corners, and for each of its corners true if an edge that was
/// cut has a piece that starts there. `None` if no corner is missing.
fn insert_corners(
    raw: &RawMesh,
    edges: &HalfEdges,
    max_step: f32,
) -> Result<Option<(RawMesh, Vec<bool>)>, Fault> {
    /// Only areas on top of each other need more corners than this. They can need the square
    /// of their number, so this limit protects against exhausting the memory.
    const MOST_CORNERS_PER_CORNER: usize = 8;
    let outer = OuterVertices::of(raw, edges);
    let mut walls: Vec<[u32; 2]> = raw.walls.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    walls.sort_unstable();
    let mut completed = RawMesh { corners: Vec::new(), corner_ends: Vec::new(), ..raw.clone() };
    let mut is_new = Vec::new();
    let mut corner = 0;
    let mut on_edge = Vec::new();
    for area in 0..raw.area_count() {
        let ring = raw.area(area);
        for (index, &start) in ring.iter().enumerate() {
            let end = ring[(index + 1) % ring.len()];
            on_edge.clear();
            // A declared wall stays whole: no other area can share all of it.
            let is_wall = walls.binary_search(&[start.min(end), start.max(end)]).is_ok();
            if edges.twins[corner] == HalfEdges::NO_TWIN && !is_wall {
                vertices_on_edge(raw, &outer, [start, end], max_step, &mut on_edge);
            }
            completed.corners.push(start);
            completed.corners.extend_from_slice(&on_edge);
            if completed.corners.len() > MOST_CORNERS_PER_CORNER * (raw.corners.len() + 64) {
                return Err(Fault::TooManyTJunctions { area });
            }
            if let Some(fault) = Fault::if_too_many(("corners", completed.corners.len())) {
                return Err(fault);
            }
            is_new.extend(std::iter::repeat_n(!on_edge.is_empty(), 1 + on_edge.len()));
            corner += 1;
        }
        completed.close_area();
    }
    Ok((completed.corners.len() > raw.corners.len()).then_some((completed, is_new)))
}

/// Lists the vertices strictly inside an edge, in the order from its start.
fn vertices_on_edge(
    raw: &RawMesh,
    outer: &OuterVertices,
    [start, end]: [u32; 2],
    max_step: f32,
    found: &mut Vec<u32>,
) {
    let edge = Segment::new(raw.position(start), raw.position(end));
    outer.visit_near(&edge, &mut |vertex| {
        let point = raw.position(vertex);
        if point != edge.a
            && point != edge.b
            && edge.contains(point)
            && step_at(raw, start, end, vertex) <= f64::from(max_step)
        {
            found.push(vertex);
        }
    });
    found.sort_by(|&a, &b| edge.compare_along(raw.position(a), raw.position(b)).then(a.cmp(&b)));
    // Floors above each other can have vertices at the same position. The one whose elevation is
    // nearest to the edge is meant.
    found.dedup_by(|later, earlier| {
        let same_place = raw.position(*later) == raw.position(*earlier);
        if same_place && step_at(raw, start, end, *later) < step_at(raw, start, end, *earlier) {
            *earlier = *later;
        }
        same_place
    });
}

/// The vertical distance of a vertex on an edge from the edge.
fn step_at(raw: &RawMesh, start: u32, end: u32, vertex: u32) -> f64 {
    if raw.elevations.is_empty() {
        return 0.0;
    }
    let elevation = |vertex: u32| f64::from(raw.elevations[vertex as usize]);
    let position = |vertex: u32| DVec2::from(raw.position(vertex));
    let fraction =
        position(start).distance(position(vertex)) / position(start).distance(position(end));
    (elevation(start) + (elevation(end) - elevation(start)) * fraction - elevation(vertex)).abs()
}
