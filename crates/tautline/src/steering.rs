//! Steering along a corridor: Detour's path corridor (`dtPathCorridor`).

use std::ops::Range;

use tautline_funnel::{Funnel, Portal, next_corners};
use tautline_geometry::Vec2;
use tautline_navmesh::{
    Corridor, CorridorRepair, CorridorScratch, Crossing, HalfEdgeId, LinkId, MeshIdentity, NavMesh,
    PathQuery, QueryFilter, SnapScratch, find_corridor,
};

use crate::error::EndAreas;
use crate::path::portal;
use crate::{PathError, Query};

/// The corridor of one agent. It is shortened as the agent follows it, and repaired when the agent
/// is pushed aside, without a new search.
///
/// It belongs to one mesh and its clones. On another one, such as the next version of a
/// dynamic mesh, the agent is [off the corridor](SteeringStatus::OffCorridor).
///
/// ```
/// use tautline::navmesh::{BuildOptions, CorridorScratch, NavMesh, Terrain, rectangles_from_cells};
/// use tautline::{SteeringStatus, Query, Steering, Vec2};
///
/// let raw = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
///
/// let query = Query::new(Vec2::new(2.0, 15.0), Vec2::new(18.0, 15.0));
/// let mut steering = Steering::new(&mesh, &query, &mut CorridorScratch::new())?;
/// let mut position = query.start.point;
/// while position != query.goal.point {
///     let corner = steering.next_corners(&mesh, 2)[0];
///     let step = corner - position;
///     position = if step.length() > 0.25 { position + step.normalize() * 0.25 } else { corner };
///     assert_ne!(steering.advance(&mesh, position), SteeringStatus::OffCorridor);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steering {
    /// The rest of the corridor. The agent is in its first area.
    corridor: Corridor,
    mesh: MeshIdentity,
    /// The filter of the query. `None`, to save memory, if it closes no ground.
    filter: Option<Box<QueryFilter>>,
    position: Vec2,
    goal: Vec2,
    funnel: Funnel,
    portals: Vec<Portal>,
    corners: Vec<Vec2>,
    /// Allocates nothing until the agent leaves its corridor.
    detour: CorridorRepair,
}

/// The position of an agent relative to its corridor, after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteeringStatus {
    /// The agent is in the corridor.
    OnCorridor,
    /// The agent left the corridor, which was extended to start at its position. Find a new
    /// path when there is time: this one may be a detour.
    Repaired,
    /// The agent is far from its corridor, on ground that its query forbids, or off the
    /// mesh. The corridor is unchanged. Find a new one from the nearest point on the mesh:
    /// [`Query::with_snap`].
    OffCorridor,
}

impl Steering {
    /// Finds a corridor for an agent with the [classic tier](crate::Tier::Classic); the tier of
    /// the query is ignored. Ends are [snapped](Query::with_snap) if the query
    /// says so; [`position`](Self::position) and [`goal`](Self::goal) return the snapped points.
    ///
    /// # Errors
    ///
    /// A [`PathError`](crate::PathError), as for [`path_in`](crate::path_in).
    pub fn new(
        mesh: &NavMesh,
        query: &Query<'_>,
        scratch: &mut CorridorScratch,
    ) -> Result<Self, PathError> {
        let mut corridor = Corridor::default();
        let filter = query.options.filter_or_default();
        let [(start, _), (goal, _)] = query.ends(mesh, &mut SnapScratch::default());
        find_corridor(mesh, &PathQuery { start, goal, ..query.of_mesh() }, scratch, &mut corridor)
            .map_err(|error| {
                PathError::explained(error, mesh, [start, goal], &mut EndAreas::default())
            })?;
        let keeps_off_ground = !mesh.is_all_open(filter) || filter.fits_agent();
        Ok(Self {
            corridor,
            mesh: mesh.identity(),
            filter: keeps_off_ground.then(|| Box::new(filter.clone())),
            position: start.point,
            goal: goal.point,
            funnel: Funnel::new(),
            portals: Vec::new(),
            corners: Vec::new(),
            detour: CorridorRepair::default(),
        })
    }

    /// Updates the position of the agent. Call it every tick.
    ///
    /// A step along a slanted wall may end off the mesh, by a rounding error. To keep an agent on
    /// the mesh and on its floor, move it with [`NavMesh::slide_from`] the first area of the
    /// [corridor](Self::corridor).
    ///
    /// Searches the areas ahead up to the next link, then a few dozen areas
    /// around the agent. Where floors overlap, the agent is on the floor that is fewer borders
    /// away and nearer in elevation. Allocates nothing once the memory has grown.
    pub fn advance(&mut self, mesh: &NavMesh, position: Vec2) -> SteeringStatus {
        if mesh.identity() != self.mesh {
            return SteeringStatus::OffCorridor;
        }
        let until_link = self.next_link_index().unwrap_or(self.corridor.crossings.len());
        let ahead = &self.corridor.areas[..=until_link];
        let index = ahead.iter().position(|&area| mesh.contains(area, position));
        // The agent is on its floor in the first two areas. In a later one, it may be on another
        // floor, above or below: then a short detour on its own floor is preferred.
        let is_sure = index.is_some_and(|index| index < 2) || mesh.elevations().is_empty();
        let has_detour = (index.is_none() || !is_sure)
            && self.detour.find(mesh, self.filter.as_deref(), ahead[0], position)
            && index.is_none_or(|index| self.is_nearer(mesh, index, position));
        let status = match index {
            _ if has_detour => {
                self.prepend_detour(mesh, until_link);
                SteeringStatus::Repaired
            }
            Some(index) => {
                let passed = index + self.portals_touched(mesh, position, index..until_link);
                self.corridor.areas.drain(..passed);
                self.corridor.crossings.drain(..passed);
                SteeringStatus::OnCorridor
            }
            None => return SteeringStatus::OffCorridor,
        };
        self.position = position;
        status
    }

    /// Returns true if the agent is more likely in the first area of the detour than `ahead` areas
    /// ahead: fewer borders away, and at an elevation nearer to its last one.
    fn is_nearer(&self, mesh: &NavMesh, ahead: usize, position: Vec2) -> bool {
        let areas = &self.corridor.areas;
        let was_at = mesh.elevation_at(areas[0], self.position);
        let climb = |area| (mesh.elevation_at(area, position) - was_at).abs();
        let edges = self.detour.edges();
        let end = edges.first().map(|&edge| mesh.area_of(edge));
        edges.len() < ahead && end.is_some_and(|end| climb(end) < climb(areas[ahead]))
    }

    /// Returns the next `count` points at which the agent turns, up to the goal or the
    /// next link. Never empty for a count of at least 1. On another mesh, the
    /// position of the agent.
    pub fn next_corners(&mut self, mesh: &NavMesh, count: usize) -> &[Vec2] {
        if mesh.identity() != self.mesh {
            self.corners.clear();
            self.corners.push(self.position);
            return &self.corners;
        }
        let link = self.next_link_index();
        let until = link.unwrap_or(self.corridor.crossings.len());
        let target = self.next_link().map_or(self.goal, |(link, forwards)| {
            mesh.links()[link.index()].departure(forwards).point
        });
        self.portals.clear();
        for crossing in &self.corridor.crossings[..until] {
            if let Crossing::Border(edge) = *crossing {
                self.portals.push(portal(mesh, edge));
            }
        }
        let Self { position, funnel, portals, corners, .. } = self;
        next_corners(*position, portals, target, count, funnel, corners);
        // The first point is the position itself; keep it only if there is no other.
        let skip = usize::from(corners.len() > 1);
        &corners[skip..]
    }

    /// Returns the next link of the corridor, and true if it is taken forwards.
    #[must_use]
    pub fn next_link(&self) -> Option<(LinkId, bool)> {
        self.corridor.crossings.iter().find_map(|crossing| match *crossing {
            Crossing::Link { link, forwards } => Some((link, forwards)),
            Crossing::Border(_) => None,
        })
    }

    /// Moves the agent to the far end of the next link. Call it after the agent has traversed the
    /// link. Has no effect if no link is ahead, and on another mesh.
    pub fn take_link(&mut self, mesh: &NavMesh) {
        if mesh.identity() != self.mesh {
            return;
        }
        if let (Some((link, forwards)), Some(index)) = (self.next_link(), self.next_link_index()) {
            self.position = mesh.links()[link.index()].arrival(forwards).point;
            self.corridor.areas.drain(..=index);
            self.corridor.crossings.drain(..=index);
        }
    }

    /// Returns the last position of the agent.
    #[must_use]
    pub const fn position(&self) -> Vec2 {
        self.position
    }

    /// Returns the goal.
    #[must_use]
    pub const fn goal(&self) -> Vec2 {
        self.goal
    }

    /// Returns the rest of the corridor, from the area of the agent on.
    #[must_use]
    pub const fn corridor(&self) -> &Corridor {
        &self.corridor
    }

    fn next_link_index(&self) -> Option<usize> {
        let is_link = |crossing: &Crossing| matches!(crossing, Crossing::Link { .. });
        self.corridor.crossings.iter().position(is_link)
    }

    /// Returns the number of successive portals of a range that contain the position. The agent
    /// has passed them: a path over weighted terrain may run along a border of an area that it has
    /// left, and the agent would otherwise count as still in that area, and be led back.
    fn portals_touched(&self, mesh: &NavMesh, position: Vec2, portals: Range<usize>) -> usize {
        let is_at = |crossing: &&Crossing| match **crossing {
            Crossing::Border(edge) => mesh.segment(edge).contains(position),
            Crossing::Link { .. } => false,
        };
        self.corridor.crossings[portals].iter().take_while(is_at).count()
    }

    /// Prepends the detour to the corridor, up to the first area of it that the detour reaches.
    fn prepend_detour(&mut self, mesh: &NavMesh, until_link: usize) {
        let Self { corridor: Corridor { areas, crossings, .. }, detour, .. } = self;
        let edges = detour.edges();
        let index_in_corridor = |&edge: &HalfEdgeId| {
            let next = mesh.half_edge(edge).across();
            areas[..=until_link].iter().position(|&area| area == next)
        };
        let mut meetings = edges
            .iter()
            .enumerate()
            .filter_map(|(last, edge)| Some((last, index_in_corridor(edge)?)));
        let Some((last, joined)) = meetings.next() else { return };
        let edges = &edges[..=last];
        areas.splice(..joined, edges.iter().map(|&edge| mesh.area_of(edge)));
        crossings.splice(..joined, edges.iter().map(|&edge| Crossing::Border(edge)));
    }
}
