//! Paths, and pulling them taut in a corridor with the funnel algorithm.

use tautline_funnel::{Funnel, Portal, pull};
use tautline_geometry::{Segment, Vec2};
pub use tautline_navmesh::LinkTraversal;
use tautline_navmesh::{
    AreaId, Corridor, Crossing, HalfEdgeId, LinkId, Location, NavMesh, PathQuery, QueryFilter,
    RayCast,
};
use tautline_weighted::Refraction;

use crate::Tier;

/// A path from a start to a goal.
///
/// [`points`](Self::points) are enough for a path without links. [`steps`](Self::steps) says
/// for each point whether it is walked to, or reached by a link.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Path {
    /// Start, bends, both ends of each link, goal. One point if start and goal are the same.
    pub points: Vec<Vec2>,
    /// The length on the ground, in world units, measured in the plane. Links do not count.
    pub length: f64,
    /// The cost: lengths times the factors of the terrain, plus the costs of the links. A leg
    /// along a border costs what it costs on the cheaper of the allowed terrains on both sides. Equal to
    /// the length for [`QueryFilter::uniform`] and no links.
    pub cost: f64,
    /// A lower bound on the cost of any path between its ends.
    ///
    /// * Exact tier: equal to the cost, because the path is the cheapest one. With
    ///   [`Query::within`](crate::Query::within), it may be lower by that share.
    /// * Weighted tier with `within`: a proved bound near the cost.
    /// * Weighted tier without `within`, and classic tier: the straight distance times the least
    ///   factor of the terrain, or less where links may be cheaper, rounded down.
    pub lower_bound: f64,
    /// The areas that it passes through, in order. Each is connected with the next one by a
    /// border, or by a link that the path takes. Empty if labels answered, unless the query
    /// [asked for them](crate::Query::with_areas).
    pub areas: Vec<AreaId>,
    /// The links that it takes, in order.
    pub links: Vec<LinkTraversal>,
    /// The tier that found it.
    pub tier: Tier,
    /// The distance by which its start was moved onto the mesh, in world units, and in space
    /// if it names an elevation: see [`Query::with_snap`](crate::Query::with_snap). 0 if it
    /// was not moved.
    pub start_snap: f64,
    /// The distance by which its goal was moved onto the mesh, or to reachable ground.
    pub goal_snap: f64,
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Step {
    /// Walk straight to a point.
    Walk {
        /// The point, in world units.
        to: Vec2,
    },
    /// Take a link.
    Link {
        /// The link.
        link: LinkId,
        /// True if it is taken from its first end to its second one.
        forwards: bool,
        /// The point where it arrives.
        to: Vec2,
    },
}

impl Step {
    /// The point at its end.
    pub(crate) const fn end(self) -> Vec2 {
        match self {
            Self::Walk { to } | Self::Link { to, .. } => to,
        }
    }
}

impl Path {
    /// Returns the steps from the start to the goal, one for each point after the first.
    ///
    /// ```
    /// use tautline::navmesh::{LinkId, RawLink, Terrain, rectangles_from_cells};
    /// use tautline::{Step, Vec2, path};
    ///
    /// // Two rooms, and a jump across the gap between them.
    /// let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// raw.links.push(RawLink { from: [3.5, 2.0], to: [5.5, 2.0], ..RawLink::default() });
    /// let mesh = raw.build()?;
    ///
    /// let path = path(&mesh, Vec2::new(1.0, 2.0), Vec2::new(8.0, 2.0))?;
    /// let [takeoff, landing, goal] = [3.5, 5.5, 8.0].map(|x| Vec2::new(x, 2.0));
    /// let jump = Step::Link { link: LinkId(0), forwards: true, to: landing };
    /// let steps: Vec<Step> = path.steps().collect();
    /// assert_eq!(steps, [Step::Walk { to: takeoff }, jump, Step::Walk { to: goal }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let mut links = self.links.iter().peekable();
        self.points.iter().skip(1).enumerate().map(move |(from, &to)| {
            match links.next_if(|link| link.point == from) {
                Some(&LinkTraversal { link, forwards, .. }) => Step::Link { link, forwards, to },
                None => Step::Walk { to },
            }
        })
    }

    /// Returns the straight segments that are walked, without the links.
    pub fn walked_segments(&self) -> impl Iterator<Item = Segment> + '_ {
        self.points.windows(2).zip(self.steps()).filter_map(|(ends, step)| match step {
            Step::Walk { .. } => Some(Segment::new(ends[0], ends[1])),
            Step::Link { .. } => None,
        })
    }

    /// Replaces `points` by the points of the path in space: x, y and elevation. Adds a point wherever the path
    /// crosses from one area into the next, because the slope of the ground can change there. The two ends of a
    /// link follow each other. On a flat mesh, these are the points of the path, at elevation 0.
    ///
    /// `mesh` is the mesh on which the path was found. Returns false, and leaves no points, if the path has no
    /// [areas](Self::areas), or areas that the mesh does not have. Each area counts as flat. Over weighted terrain,
    /// a point next to a vertex is rounded, so its elevation can be that of the neighbouring area.
    ///
    /// O(n + m) for n points and m corners of the areas, and the areas once more for each link. For engines with y
    /// up, `meshgen::UpAxis::from_ground` turns the points.
    ///
    /// ```
    /// use tautline::navmesh::RawMesh;
    /// use tautline::{Vec2, path};
    ///
    /// // A floor, a ramp, and a landing.
    /// let corners = [[0.0, 0.0], [4.0, 0.0], [6.0, 0.0], [9.0, 0.0], [0.0, 3.0], [4.0, 3.0], [6.0, 3.0], [9.0, 3.0]];
    /// let mut raw = RawMesh::from_vertices(&corners);
    /// raw.elevations = vec![0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0];
    /// for corner in 0..3 {
    ///     raw.push_area(&[corner, corner + 1, corner + 5, corner + 4]);
    /// }
    /// let mesh = raw.build()?;
    ///
    /// let path = path(&mesh, Vec2::new(1.0, 1.0), Vec2::new(9.0, 1.0))?;
    /// let mut points = Vec::new();
    /// assert!(path.read_points_in_space(&mesh, &mut points));
    /// assert_eq!(points, [[1.0, 1.0, 0.0], [4.0, 1.0, 0.0], [6.0, 1.0, 1.0], [9.0, 1.0, 1.0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_points_in_space(&self, mesh: &NavMesh, points: &mut Vec<[f32; 3]>) -> bool {
        points.clear();
        let knows_areas = self.areas.iter().all(|area| area.index() < mesh.area_count());
        let knows_links = self.links.iter().all(|step| step.link.index() < mesh.links().len());
        if self.areas.is_empty() || !knows_areas || !knows_links {
            return false;
        }
        let mut areas = self.areas.as_slice();
        let mut first = 0;
        for step in &self.links {
            // Areas without a common border are connected by this link, or by a later one.
            let on_foot = |pair: &&[AreaId]| mesh.are_adjacent(pair[0], pair[1]);
            let reached = 1 + areas.windows(2).take_while(on_foot).count();
            let Some(stretch) = self.points.get(first..=step.point) else {
                points.clear();
                return false;
            };
            let last = mesh.walk_in_space(stretch, &areas[..reached], points);
            first = step.point + 1;
            areas = areas_behind_link(mesh, areas, [last, reached], *step);
        }
        mesh.walk_in_space(self.points.get(first..).unwrap_or_default(), areas, points);
        true
    }

    /// Sets the length to that of the walked segments, from points and links; to `walked` if there
    /// are no links.
    pub(crate) fn measure(&mut self, walked: f64) {
        self.length = if self.links.is_empty() {
            walked
        } else {
            self.walked_segments().map(|segment| segment.length()).sum()
        };
    }

    /// Returns the points of each stretch between links, at which walks of a query begin and end.
    fn stretches<'a>(
        &'a self,
        mesh: &'a NavMesh,
        query: &'a PathQuery<'_>,
    ) -> impl Iterator<Item = impl Iterator<Item = Location> + Clone + 'a> + 'a {
        let last = self.points.len().saturating_sub(1);
        let departures = self.links.iter().map(|step| (step.point, Some(step)));
        let (mut first, mut start) = (0, query.start.elevation);
        departures.chain([(last, None)]).map(move |(end, link)| {
            let stretch = self.points.get(first..=end).into_iter().flatten().enumerate();
            let (from, length) = (start, end - first);
            // A walk from a start on any floor has to end on the floor of the link.
            let to = match link {
                Some(step) => Some(mesh.link(step.link).departure(step.forwards).elevation),
                None => query.goal.elevation,
            };
            first = end + 1;
            start = link.map(|step| mesh.link(step.link).arrival(step.forwards).elevation);
            stretch.map(move |(index, &point)| {
                let elevation = match index {
                    0 if index == length => from.or(to),
                    0 => from,
                    _ if index == length => to,
                    _ => None,
                };
                Location { point, elevation }
            })
        })
    }

    /// Finds the areas by walking along the points.
    pub(crate) fn find_areas(&mut self, mesh: &NavMesh, query: &PathQuery<'_>, ray: &mut RayCast) {
        let mut areas = std::mem::take(&mut self.areas);
        areas.clear();
        // The points of a path are finite and on the mesh, and its legs walkable.
        let is_walkable = self
            .stretches(mesh, query)
            .all(|stretch| mesh.areas_along(stretch, query.filter, ray, &mut areas) == Ok(true));
        if !is_walkable {
            areas.clear();
        }
        self.areas = areas;
    }

    /// Returns true if the query allows all ground on the path, which was found as if all ground were allowed.
    pub(crate) fn avoids_forbidden(
        &self,
        mesh: &NavMesh,
        query: &PathQuery<'_>,
        ray: &mut RayCast,
    ) -> bool {
        self.stretches(mesh, query)
            .all(|stretch| mesh.can_still_walk(stretch, query.filter, ray) == Ok(true))
    }

    /// Empties the path and keeps its memory.
    pub fn clear(&mut self) {
        self.points.clear();
        self.areas.clear();
        self.links.clear();
        (self.length, self.cost, self.lower_bound) = (0.0, 0.0, 0.0);
        (self.start_snap, self.goal_snap) = (0.0, 0.0);
    }
}

/// Returns the areas of a path from the arrival of a link on. Indices are those in `areas`: the walk to the link
/// ended in area `last`, and `reached` is the first area that has no common border with the one before it.
fn areas_behind_link<'a>(
    mesh: &NavMesh,
    areas: &'a [AreaId],
    [last, reached]: [usize; 2],
    step: LinkTraversal,
) -> &'a [AreaId] {
    let link = mesh.link(step.link);
    let [departure, arrival] = [link.departure(step.forwards), link.arrival(step.forwards)];
    // The walk can end in any of the areas around the departure, and so behind the link.
    let is_around = |area: &&AreaId| mesh.contains(**area, departure.point);
    let around = areas[..last].iter().rev().take_while(is_around).count();
    let gap = |area| (mesh.elevation_at(area, arrival.point) - arrival.elevation).abs();
    let behind = areas.iter().enumerate().take(reached + 1).skip(last - around + 1).rev();
    let holding = behind.filter(|(_, area)| mesh.contains(**area, arrival.point));
    let nearest = holding.min_by(|one, other| gap(*one.1).total_cmp(&gap(*other.1)));
    let first = match nearest {
        Some((index, _)) => index,
        // Because of rounding, the end of a link can lie just outside its area.
        None if reached < areas.len() => reached,
        None => (last + 1).min(areas.len() - 1),
    };
    &areas[first..]
}

/// The memory of [`pull_path`].
#[derive(Clone, Debug, Default)]
pub(crate) struct PullScratch {
    funnel: Funnel,
    portals: Vec<Portal>,
    points: Vec<Vec2>,
    refraction: Refraction,
}

/// Pulls the path through a corridor taut, between links.
pub(crate) fn pull_path(
    mesh: &NavMesh,
    corridor: &Corridor,
    query: &PathQuery<'_>,
    scratch: &mut PullScratch,
    path: &mut Path,
) {
    let PathQuery { start, goal, filter, .. } = *query;
    path.clear();
    // Links divide the corridor into stretches. Each one is pulled taut on its own.
    let mut from = start.point;
    let mut first = 0;
    let links =
        corridor.crossings.iter().enumerate().filter_map(|(index, crossing)| match *crossing {
            Crossing::Link { link, forwards } => Some((index, link, forwards)),
            Crossing::Border(_) => None,
        });
    for (index, id, forwards) in links {
        let link = mesh.link(id);
        let stretch = Stretch { mesh, corridor, first, end: index };
        stretch.pull(from, link.departure(forwards).point, filter, scratch, path);
        path.links.push(LinkTraversal { point: path.points.len() - 1, link: id, forwards });
        path.cost += link.cost;
        from = link.arrival(forwards).point;
        first = index + 1;
    }
    let stretch = Stretch { mesh, corridor, first, end: corridor.crossings.len() };
    stretch.pull(from, goal.point, filter, scratch, path);
}

/// A stretch of a corridor between links: the crossings from `first` up to `end`.
struct Stretch<'a> {
    mesh: &'a NavMesh,
    corridor: &'a Corridor,
    first: usize,
    end: usize,
}

impl Stretch<'_> {
    fn edges(&self) -> impl Iterator<Item = HalfEdgeId> + Clone + '_ {
        self.corridor.crossings[self.first..self.end].iter().filter_map(
            |crossing| match *crossing {
                Crossing::Border(edge) => Some(edge),
                Crossing::Link { .. } => None,
            },
        )
    }

    /// Appends the shortest path through the stretch; on weighted terrain, a cheaper one through
    /// about the same areas.
    fn pull(
        &self,
        from: Vec2,
        to: Vec2,
        filter: &QueryFilter,
        scratch: &mut PullScratch,
        path: &mut Path,
    ) {
        let PullScratch { funnel, portals, points, refraction } = scratch;
        portals.clear();
        portals.extend(self.edges().map(|edge| {
            let Segment { a, b } = self.mesh.segment(edge);
            Portal::new(b, a)
        }));
        let length = pull(from, portals, to, funnel, points);
        let areas = &self.corridor.areas[self.first..=self.end];
        let cost = match self.mesh.uniform_factor(filter) {
            Some(factor) => length * factor,
            None => {
                let taut = self.mesh.walk_cost(areas, self.edges(), points, filter);
                let refined = refraction.refine(self.mesh, filter, areas, self.edges(), points);
                if refined < taut {
                    path.length += refraction.length();
                    path.cost += refined;
                    path.points.extend_from_slice(refraction.points());
                    refraction.append_areas(self.mesh, filter, &mut path.areas);
                    return;
                }
                taut
            }
        };
        path.length += length;
        path.cost += cost;
        path.areas.extend_from_slice(areas);
        path.points.extend_from_slice(points);
    }
}
