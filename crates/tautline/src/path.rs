//! The answer, and pulling it out of a corridor.

use tautline_funnel::{Funnel, Portal, pull};
use tautline_geometry::{Segment, Vec2};
use tautline_navmesh::{
    AreaId, Corridor, Crossing, HalfEdgeId, LinkId, NavMesh, PathQuery, QueryFilter,
};

use crate::Tier;

/// A way from a start to a goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Start, bends, goal. One point if start and goal are one.
    pub points: Vec<Vec2>,
    /// The length of the way on the ground, in world units, measured in the
    /// plane. Links do not count.
    pub length: f64,
    /// What the way costs: lengths times the factors of the terrain, plus the
    /// links. A piece along a border is on the ground of both sides, and costs
    /// what the cheaper one does that may be walked on. Equal to the length for
    /// [`QueryFilter::uniform`] and no links.
    pub cost: f64,
    /// The areas that it leads through, in order. None if labels answered,
    /// unless they [were asked for](crate::Query::with_areas).
    pub areas: Vec<AreaId>,
    /// The links that it takes, in order.
    pub hops: Vec<Hop>,
    /// Which tier found it.
    pub tier: Tier,
    /// How far its start had to be moved onto the mesh, in world units, and in space if it
    /// names an elevation: see [`Query::with_snap`](crate::Query::with_snap). 0 if it was
    /// not.
    pub start_shift: f64,
    /// How far its goal had to be moved, onto the mesh or to where it can be
    /// reached.
    pub goal_shift: f64,
}

/// A link taken by a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The link leads from this point of the path to the next one.
    pub point: usize,
    /// The link.
    pub link: LinkId,
    /// Whether it is taken forwards.
    pub forwards: bool,
}

impl Path {
    /// The straight pieces of the path that are walked, without the links.
    pub fn legs(&self) -> impl Iterator<Item = Segment> + '_ {
        let is_hop = |index: usize| self.hops.iter().any(|hop| hop.point == index);
        self.points
            .windows(2)
            .enumerate()
            .filter(move |&(index, _)| !is_hop(index))
            .map(|(_, ends)| Segment::new(ends[0], ends[1]))
    }
}

/// The gate that a walker passes who leaves an area through a side.
pub(crate) fn portal(mesh: &NavMesh, edge: HalfEdgeId) -> Portal {
    let Segment { a, b } = mesh.segment(edge);
    Portal::new(b, a)
}

/// The memory of [`pull_path`].
#[derive(Clone, Debug, Default)]
pub(crate) struct PullScratch {
    funnel: Funnel,
    portals: Vec<Portal>,
    points: Vec<Vec2>,
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
    path.points.clear();
    path.hops.clear();
    (path.length, path.cost) = (0.0, 0.0);
    path.areas.clone_from(&corridor.areas);
    let mut from = start.point;
    let mut first = 0;
    let links =
        corridor.crossings.iter().enumerate().filter_map(|(index, crossing)| match *crossing {
            Crossing::Link { link, forwards } => Some((index, link, forwards)),
            Crossing::Border(_) => None,
        });
    for (index, id, forwards) in links {
        let link = &mesh.links()[id.index()];
        let stretch = Stretch { mesh, corridor, first, end: index };
        stretch.pull(from, link.departure(forwards).point, filter, scratch, path);
        path.hops.push(Hop { point: path.points.len() - 1, link: id, forwards });
        path.cost += link.cost;
        from = link.arrival(forwards).point;
        first = index + 1;
    }
    let stretch = Stretch { mesh, corridor, first, end: corridor.crossings.len() };
    stretch.pull(from, goal.point, filter, scratch, path);
}

/// A piece of a corridor without links: the crossings from `first` up to `end`.
struct Stretch<'a> {
    mesh: &'a NavMesh,
    corridor: &'a Corridor,
    first: usize,
    end: usize,
}

impl Stretch<'_> {
    fn edges(&self) -> impl Iterator<Item = HalfEdgeId> + '_ {
        self.corridor.crossings[self.first..self.end].iter().filter_map(
            |crossing| match *crossing {
                Crossing::Border(edge) => Some(edge),
                Crossing::Link { .. } => None,
            },
        )
    }

    /// Appends the taut way to the path.
    fn pull(
        &self,
        from: Vec2,
        to: Vec2,
        filter: &QueryFilter,
        scratch: &mut PullScratch,
        path: &mut Path,
    ) {
        let PullScratch { funnel, portals, points } = scratch;
        portals.clear();
        portals.extend(self.edges().map(|edge| portal(self.mesh, edge)));
        let length = pull(from, portals, to, funnel, points);
        path.length += length;
        path.cost += match self.mesh.uniform_factor(filter) {
            Some(factor) => length * factor,
            None => {
                let areas = &self.corridor.areas[self.first..=self.end];
                self.mesh.walk_cost(areas, self.edges(), points, filter)
            }
        };
        path.points.extend_from_slice(points);
    }
}
