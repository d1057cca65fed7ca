//! The stops of a path: where it crosses borders.

use tautline_geometry::{DVec2, Segment};
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh, QueryFilter, RayCast, VertexId};

use super::border::cheapest_fraction;

/// The share of the cost that a change must save. Without it, changes between equally cheap paths would
/// never end.
pub(super) const LEAST_GAIN: f64 = 1e-9;

/// A point where a path may bend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) position: DVec2,
    pub(crate) place: Place,
    /// The area of the leg that leaves the stop.
    pub(crate) area: AreaId,
    /// True if the stop or a neighbour of it has moved since it was looked at.
    pub(crate) is_stale: bool,
    /// True if the leg that leaves the stop has moved since it was looked at.
    pub(crate) has_stale_leg: bool,
}

/// The freedom of a stop to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// The start or the goal.
    End,
    /// On a border, named by the half-edge of the area before it.
    Border(HalfEdgeId),
    /// At a vertex.
    Vertex(VertexId),
}

impl Place {
    /// Returns the place of a stop that is at both places, at a position. `None` if these are two borders that meet
    /// elsewhere: on both sides of an area as narrow as the rounding error.
    fn and(self, other: Self, mesh: &NavMesh, position: DVec2) -> Option<Self> {
        match (self, other) {
            (Self::End, _) | (_, Self::End) => Some(Self::End),
            (vertex @ Self::Vertex(_), _) | (_, vertex @ Self::Vertex(_)) => Some(vertex),
            (Self::Border(one), Self::Border(next)) if mesh.twin(one) == Some(next) => Some(other),
            _ => {
                let vertex = self.common_vertex(other, mesh)?;
                let is_here = mesh.vertices()[vertex.index()] == position.as_vec2();
                is_here.then_some(Self::Vertex(vertex))
            }
        }
    }

    /// Returns the vertex that two borders have in common.
    fn common_vertex(self, other: Self, mesh: &NavMesh) -> Option<VertexId> {
        let (Self::Border(one), Self::Border(next)) = (self, other) else { return None };
        let ends = mesh.ends(next);
        mesh.ends(one).into_iter().find(|end| ends.contains(end))
    }
}

impl Stop {
    pub(crate) const fn new(position: DVec2, place: Place, area: AreaId) -> Self {
        Self { position, place, area, is_stale: true, has_stale_leg: true }
    }

    /// A stop on a border, or at the end of it that has this very position.
    pub(super) fn on_border(
        mesh: &NavMesh,
        position: DVec2,
        edge: HalfEdgeId,
        area: AreaId,
    ) -> Self {
        let mut ends = ends_of(mesh, edge).into_iter().zip(mesh.ends(edge));
        let vertex = ends.find(|&(end, _)| end == position);
        let place = vertex.map_or(Place::Border(edge), |(_, vertex)| Place::Vertex(vertex));
        Self::new(position, place, area)
    }

    /// Returns true if the stop is on a border, but in neither of the areas there: they can be as narrow as the rounding
    /// error of the position.
    fn is_off_border(&self, mesh: &NavMesh) -> bool {
        let Place::Border(edge) = self.place else { return false };
        let sides = [mesh.half_edge(edge).area(), mesh.half_edge(edge).across()];
        !sides.into_iter().any(|area| mesh.contains(area, self.position.as_vec2()))
    }

    /// The stop at the nearer end of its border, if it is on one.
    fn at_nearer_end(self, mesh: &NavMesh) -> Self {
        let Place::Border(edge) = self.place else { return self };
        let [from_first, from_last] = ends_of(mesh, edge).map(|end| end.distance(self.position));
        let fraction = if from_first <= from_last { 0.0 } else { 1.0 };
        Self::at_fraction(mesh, edge, fraction, self.area)
    }

    /// Returns true if the border of a stop, if any, lies between an area and that of its leg.
    fn is_between(&self, mesh: &NavMesh, before: AreaId) -> bool {
        match self.place {
            Place::Border(edge) => {
                let edge = mesh.half_edge(edge);
                (edge.area(), edge.across()) == (before, self.area)
            }
            Place::End | Place::Vertex(_) => true,
        }
    }

    /// A stop at a fraction of a border.
    pub(super) fn at_fraction(
        mesh: &NavMesh,
        edge: HalfEdgeId,
        fraction: f64,
        area: AreaId,
    ) -> Self {
        let ([a, b], [first, last]) = (ends_of(mesh, edge), mesh.ends(edge));
        if fraction <= 0.0 {
            Self::new(a, Place::Vertex(first), area)
        } else if fraction >= 1.0 {
            Self::new(b, Place::Vertex(last), area)
        } else {
            Self::new(a.lerp(b, fraction), Place::Border(edge), area)
        }
    }
}

/// A stop at the cheapest place of its border between two neighbours.
pub(super) fn slid(
    mesh: &NavMesh,
    filter: &QueryFilter,
    [before, after]: [Stop; 2],
    stop: Stop,
    edge: HalfEdgeId,
) -> Stop {
    let weights = [before.area, stop.area].map(|area| filter.factor(mesh.terrain(area)));
    let both = [before.position, after.position];
    let fraction = cheapest_fraction(both, ends_of(mesh, edge), weights, stop.position);
    Stop::at_fraction(mesh, edge, fraction, stop.area)
}

/// The positions of both ends of a border.
pub(crate) fn ends_of(mesh: &NavMesh, edge: HalfEdgeId) -> [DVec2; 2] {
    let segment = mesh.segment(edge);
    [segment.a, segment.b].map(DVec2::from)
}

/// The cost of walking along all stops.
pub(super) fn cost(mesh: &NavMesh, filter: &QueryFilter, stops: &[Stop]) -> f64 {
    let leg = |leg: &[Stop]| {
        filter.factor(mesh.terrain(leg[0].area)) * leg[0].position.distance(leg[1].position)
    };
    stops.windows(2).map(leg).sum()
}

/// Removes stops that are not needed: those between two legs in one area, which is convex, and
/// all but one of several in the same position. The goal stays, and so does the position of the
/// start. O(n).
pub(super) fn join(mesh: &NavMesh, stops: &mut Vec<Stop>) {
    let mut kept = 0;
    let mut is_removed = false;
    for index in 0..stops.len() {
        let mut stop = stops[index];
        let is_goal = index + 1 == stops.len();
        while kept > 0 {
            let before = stops[kept - 1];
            if before.position != stop.position || (is_goal && kept == 1) {
                break;
            }
            // The leg between both has no length. The later leg stays.
            if !is_goal {
                let Some(place) = before.place.and(stop.place, mesh, stop.position) else { break };
                stop.place = place;
                if let Place::Vertex(vertex) = place {
                    stop.position = mesh.vertices()[vertex.index()].into();
                }
            }
            kept -= 1;
            is_removed = true;
        }
        if kept > 0 && !is_goal && stops[kept - 1].area == stop.area {
            is_removed = true;
            continue;
        }
        if is_removed {
            (stop.is_stale, stop.has_stale_leg) = (true, true);
            if kept > 0 {
                (stops[kept - 1].is_stale, stops[kept - 1].has_stale_leg) = (true, true);
            }
        }
        is_removed = false;
        stops[kept] = stop;
        kept += 1;
    }
    stops.truncate(kept);
    debug_assert!(
        stops.windows(2).all(|pair| pair[1].is_between(mesh, pair[0].area)),
        "a stop is on a border of other areas than those of its legs",
    );
}

/// Keeps a path whose stops were rounded on the mesh, where areas are as narrow as the rounding error.
///
/// There, a stop may lie in neither area at its border, or a path may enter an area and leave it at the same
/// position, which may lie beyond the border. A leg to such a stop along a wall may cross the wall. Then the stop
/// moves to the nearer end of its border, and both stops at one position to the vertex where their borders meet. That
/// may be far away, so they stay if the legs are open.
pub(super) fn avoid_walls(
    mesh: &NavMesh,
    filter: &QueryFilter,
    stops: &mut Vec<Stop>,
    ray: &mut RayCast,
) {
    let mut is_open = |from: &Stop, to: &Stop| {
        let [from, to] = [from, to].map(|stop| stop.position.as_vec2());
        mesh.cast(from, to, filter, ray).is_ok() && ray.hit.is_none()
    };
    let mut index = 1;
    while index + 1 < stops.len() {
        let here = stops[index];
        let next = stops[index + 1];
        let vertex = here.place.common_vertex(next.place, mesh);
        let vertex = vertex.filter(|_| here.position == next.position);
        if let (Some(vertex), Some(after)) = (vertex, stops.get(index + 2)) {
            if !(is_open(&stops[index - 1], &here) && is_open(&next, after)) {
                let position = mesh.vertices()[vertex.index()].into();
                stops[index] = Stop::new(position, Place::Vertex(vertex), next.area);
                stops.remove(index + 1);
            }
        } else if here.is_off_border(mesh)
            && !(is_open(&stops[index - 1], &here) && is_open(&here, &next))
        {
            stops[index] = here.at_nearer_end(mesh);
        }
        index += 1;
    }
}

/// Fills `bends` with the stops that are needed as points. A stop on a border between equal weights is left out
/// if the straight line between the stops around it crosses the border anyway.
/// Exact, for positions that are rounded to `f32`. O(n²) for n stops on one line.
pub(super) fn straighten(
    mesh: &NavMesh,
    filter: &QueryFilter,
    stops: &[Stop],
    bends: &mut Vec<Stop>,
) {
    bends.clear();
    let weight = |stop: &Stop| filter.factor(mesh.terrain(stop.area));
    let mut from = 0;
    bends.extend(stops.first());
    while from + 1 < stops.len() {
        let [mut to, mut next] = [from + 1; 2];
        while next + 1 < stops.len()
            && matches!(stops[next].place, Place::Border(_))
            && weight(&stops[next - 1]).total_cmp(&weight(&stops[next])).is_eq()
        {
            next += 1;
            let between = &stops[from + 1..next];
            if !crosses_all(mesh, stops[from].position, stops[next].position, between) {
                break;
            }
            to = next;
        }
        let (stop, is_goal) = (stops[to], to + 1 == stops.len());
        match bends.last_mut() {
            // Stops that are apart by less than the rounding error are one bend.
            Some(last) if last.position == stop.position && !(is_goal && from == 0) => {
                last.area = stop.area;
            }
            _ => bends.push(stop),
        }
        from = to;
    }
}

/// Returns true if a straight line crosses the borders of all stops, each between its ends.
fn crosses_all(mesh: &NavMesh, from: DVec2, to: DVec2, stops: &[Stop]) -> bool {
    let line = Segment::new(from.as_vec2(), to.as_vec2());
    stops.iter().all(|stop| match stop.place {
        Place::Border(edge) => {
            let border = mesh.segment(edge);
            // An area is to the left of its half-edges, so this one is left from right to left.
            line.side_of(border.a).is_right() && line.side_of(border.b).is_left()
        }
        Place::End | Place::Vertex(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use tautline_navmesh::RawMesh;

    use super::*;

    #[test]
    fn a_rounded_stop_at_an_area_as_narrow_as_the_rounding_error_is_on_the_mesh() {
        let mut raw = RawMesh::from_vertices(&[
            [106.60396, 119.80148],
            [106.60394, 119.80147],
            [106.779175, 120.0],
            [107.52896, 116.52045],
        ]);
        raw.push_area(&[0, 3, 2]);
        raw.push_area(&[1, 0, 2]);
        let mesh = raw.build().unwrap();
        let wide = AreaId(0);
        let border = mesh.half_edges_of(wide).find(|&edge| mesh.twin(edge).is_some()).unwrap();
        let mut moved = 0;
        for step in 0..=1_000_u16 {
            let fraction = f64::from(step) / 1_000.0;
            let mut stop = Stop::at_fraction(&mesh, border, fraction, AreaId(1));
            stop.position = stop.position.as_vec2().into();
            if stop.is_off_border(&mesh) {
                stop = stop.at_nearer_end(&mesh);
                moved += 1;
            }
            assert!(mesh.locate(stop.position.as_vec2()).is_some(), "{stop:?}");
        }
        assert!(moved > 0, "the area is wider than the rounding error");
    }
}
