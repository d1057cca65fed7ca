//! The answer, and pulling it out of a corridor.

use tautline_funnel::{Funnel, Portal, pull};
use tautline_geometry::{Segment, Vec2, Wide};
use tautline_navmesh::{AreaId, Corridor, Costs, Crossing, LinkId, NavMesh, PathQuery, SideId};

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
    /// [`Costs::uniform`] and no links.
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
pub(crate) fn portal(mesh: &NavMesh, side: SideId) -> Portal {
    let Segment { a, b } = mesh.segment(side);
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
    let PathQuery { start, goal, costs, .. } = *query;
    path.points.clear();
    path.hops.clear();
    (path.length, path.cost) = (0.0, 0.0);
    path.areas.clone_from(&corridor.areas);
    let mut from = start.point;
    let mut first = 0;
    let links =
        corridor.crossings.iter().enumerate().filter_map(|(index, crossing)| match *crossing {
            Crossing::Link { link, forwards } => Some((index, link, forwards)),
            Crossing::Side(_) => None,
        });
    for (index, id, forwards) in links {
        let link = &mesh.links()[id.index()];
        let stretch = Stretch { mesh, corridor, first, end: index };
        stretch.pull(from, link.departure(forwards).point, costs, scratch, path);
        path.hops.push(Hop { point: path.points.len() - 1, link: id, forwards });
        path.cost += link.cost;
        from = link.arrival(forwards).point;
        first = index + 1;
    }
    let stretch = Stretch { mesh, corridor, first, end: corridor.crossings.len() };
    stretch.pull(from, goal.point, costs, scratch, path);
}

/// A piece of a corridor without links: the crossings from `first` up to `end`.
struct Stretch<'a> {
    mesh: &'a NavMesh,
    corridor: &'a Corridor,
    first: usize,
    end: usize,
}

impl Stretch<'_> {
    fn sides(&self) -> impl Iterator<Item = SideId> + '_ {
        self.corridor.crossings[self.first..self.end].iter().filter_map(
            |crossing| match *crossing {
                Crossing::Side(side) => Some(side),
                Crossing::Link { .. } => None,
            },
        )
    }

    /// Appends the taut way to the path.
    fn pull(
        &self,
        from: Vec2,
        to: Vec2,
        costs: &Costs,
        scratch: &mut PullScratch,
        path: &mut Path,
    ) {
        let PullScratch { funnel, portals, points } = scratch;
        portals.clear();
        portals.extend(self.sides().map(|side| portal(self.mesh, side)));
        let length = pull(from, portals, to, funnel, points);
        path.length += length;
        path.cost += self.cost(points, length, costs);
        path.points.extend_from_slice(points);
    }

    /// What a taut way through the stretch costs. The walker changes from area
    /// to area as soon as the way meets the border between them.
    fn cost(&self, points: &[Vec2], length: f64, costs: &Costs) -> f64 {
        let areas = &self.corridor.areas[self.first..=self.end];
        if let Some(factor) = self.mesh.uniform_factor(costs) {
            return length * factor;
        }
        let mut cost = 0.0;
        let mut legs = points.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
        let mut leg = legs.next();
        // How much of the leg is behind the walker, as a share of it.
        let mut walked = 0.0;
        let borders = self.sides().map(|side| Some(self.mesh.segment(side)));
        for (border, &area) in borders.chain([None]).zip(areas) {
            while let Some(straight) = leg {
                let meeting = border.and_then(|border| share_before(straight, border));
                let share = meeting.map_or(1.0, |share| share.max(walked));
                cost += self.cost_within(area, straight, [walked, share], costs);
                if share < 1.0 {
                    walked = share;
                    break;
                }
                // The next leg may lead back over borders that this one meets
                // too, but behind the walker.
                leg = legs.next();
                walked = 0.0;
                if meeting.is_some() {
                    break;
                }
            }
        }
        cost
    }

    /// What a piece of a leg costs within an area, given as shares of the leg.
    fn cost_within(&self, area: AreaId, leg: Segment, [from, to]: [f64; 2], costs: &Costs) -> f64 {
        let factor = self.factor(area, costs);
        let mut cost = (to - from) * factor;
        for (side, id) in self.mesh.sides_in(area).iter().zip(self.mesh.sides_of(area)) {
            let cheaper = self.factor(side.across(), costs);
            if cheaper < factor && costs.allows_area(side.across()) {
                let border = self.mesh.segment(id);
                if runs_along(leg, border) {
                    let [first, last] = shares_beside(leg, border);
                    cost -= (last.min(to) - first.max(from)).max(0.0) * (factor - cheaper);
                }
            }
        }
        cost * leg.length()
    }

    fn factor(&self, area: AreaId, costs: &Costs) -> f64 {
        costs.factor(self.mesh.terrain(area))
    }
}

/// How much of a leg lies before a border that is on the way, as a share of it;
/// nothing if the leg ends before it. All of it only where the leg's end is what
/// meets the border. A leg along the border's line meets it where the border
/// begins, not where the line does.
fn share_before(leg: Segment, border: Segment) -> Option<f64> {
    // Exact: a leg may end on the border's line and still not at the border.
    if !leg.intersects(&border) {
        return None;
    }
    let [first, last] = shares_beside(leg, border);
    let share = if runs_along(leg, border) {
        first
    } else if border.contains(leg.b) {
        1.0
    } else {
        let [from, to, a, b] = [leg.a, leg.b, border.a, border.b].map(Wide::from);
        let along = b - a;
        let crossing = -along.cross(from - a) / along.cross(to - from);
        crossing.max(first).min(last).min(1.0 - f64::EPSILON)
    };
    Some(share.clamp(0.0, 1.0))
}

/// Between which shares of a leg's line a border lies, seen from beside it.
fn shares_beside(leg: Segment, border: Segment) -> [f64; 2] {
    let [from, to, a, b] = [leg.a, leg.b, border.a, border.b].map(Wide::from);
    let step = to - from;
    let share = |end: Wide| (end - from).dot(step) / step.dot(step);
    [share(a).min(share(b)), share(a).max(share(b))]
}

/// Whether a leg and a border are on one line. Exact.
fn runs_along(leg: Segment, border: Segment) -> bool {
    [border.a, border.b].iter().all(|&end| leg.side_of(end).is_collinear())
}
