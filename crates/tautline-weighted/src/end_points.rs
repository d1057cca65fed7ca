//! Steiner points for the ends of a query.
//!
//! The Steiner points of a mesh are few. If there is cheaper ground next to the start, such as a road, the best path
//! meets its edge at the critical angle and runs along it. That point lies between two nodes:
//!
//! ```text
//!          road, 1
//!     ──n───────×━━━━━━━━━━━━━n──▶     n: nodes of the border
//!                ╲
//!        mud, 5   s                    ×: the point that is added for s
//! ```
//!
//! An end that is nearer to a border than the nodes of the border are to each other would reach each of them by a
//! detour. So its foot is added, too:
//!
//! ```text
//!     ──n─────────×──────────n──
//!                 s
//! ```
//!
//! Refraction moves the stops of a path only a little. If the search chose another path, it would not find the one
//! along the road, or straight across the border.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

use crate::refraction::ends_of;

/// A point on a border of an area that holds the start or a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndPoint {
    /// The border, as a half-edge of the area that holds the end.
    pub(crate) edge: HalfEdgeId,
    /// The same border, and the area, on the other side.
    pub(crate) twin: HalfEdgeId,
    pub(crate) across: AreaId,
    pub(crate) position: Vec2,
    /// The goal of many to which it belongs.
    pub(crate) goal: Option<u32>,
}

/// The points of the start and the goals of a search. Those of goals are sorted by the area across.
#[derive(Clone, Debug, Default)]
pub(crate) struct EndPoints {
    pub(crate) start: Vec<EndPoint>,
    pub(crate) goal: Vec<EndPoint>,
}

impl EndPoints {
    /// Finds the points for a start and a goal, each with the areas that hold it.
    /// O(half-edges of the areas).
    pub(crate) fn find(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        start: (Vec2, &[AreaId]),
        goal: (Vec2, &[AreaId]),
    ) {
        self.find_many(mesh, filter, start, goal.1.iter().map(|&area| (None, goal.0, area)));
    }

    /// Finds the points for a start, with the areas that hold it, and for goals, each in an area.
    pub(crate) fn find_many(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        (start, areas): (Vec2, &[AreaId]),
        goals: impl Iterator<Item = (Option<u32>, Vec2, AreaId)>,
    ) {
        self.start.clear();
        self.goal.clear();
        for &area in areas {
            add(mesh, filter, (None, start, area), &mut self.start);
        }
        for goal in goals {
            add(mesh, filter, goal, &mut self.goal);
        }
        self.goal.sort_unstable_by(|one, other| {
            let [x, y] = [one, other].map(|point| point.position.to_array());
            let by_position = x[0].total_cmp(&y[0]).then(x[1].total_cmp(&y[1]));
            let key = |point: &EndPoint| (point.across, point.goal, point.edge);
            key(one).cmp(&key(other)).then(by_position)
        });
    }
}

/// Adds the points for an end in an area.
fn add(
    mesh: &NavMesh,
    filter: &QueryFilter,
    (goal, end, area): (Option<u32>, Vec2, AreaId),
    points: &mut Vec<EndPoint>,
) {
    let (factor, graph) = (filter.factor(mesh.terrain(area)), mesh.steiner_graph());
    for edge in mesh.half_edges_of(area) {
        let Some(twin) = mesh.twin(edge) else { continue };
        let across = mesh.half_edge(edge).across();
        if !mesh.is_open(across, filter) || !filter.admits(edge) {
            continue;
        }
        let [a, b] = ends_of(mesh, edge);
        let (length, along) = (a.distance(b), (b - a).normalize());
        let offset = DVec2::from(end) - a;
        let (foot, height) = (offset.dot(along), along.perp_dot(offset));
        let spacing = length / f64::from(graph.pieces_of(area, edge));
        let near_foot = (height < spacing).then_some(foot);
        let cheaper = filter.factor(mesh.terrain(across));
        let critical = (cheaper < factor).then(|| {
            // The sine of the critical angle is the ratio of the factors.
            let reach = height * cheaper / (factor * factor - cheaper * cheaper).sqrt();
            [foot - reach, foot + reach]
        });
        // An end on the border itself is in the area on the other side, too.
        let is_inside = |at: &f64| height > 0.0 && *at > 0.0 && *at < length;
        for at in critical.into_iter().flatten().chain(near_foot).filter(is_inside) {
            let position = (a + at * along).as_vec2();
            points.push(EndPoint { edge, twin, across, position, goal });
        }
    }
}
