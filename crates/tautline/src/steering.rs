//! A corridor that an agent keeps while it moves.

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

/// The way of one agent: a corridor that is shortened as the agent follows it
/// and repaired when it is pushed aside, without a new search.
///
/// It belongs to one mesh, or clones of it: on another one, such as the next version of
/// changing ground, the agent has [strayed](Moved::Strayed).
///
/// ```
/// use tautline::navmesh::{BuildOptions, CorridorScratch, NavMesh, Terrain, rectangles_from_cells};
/// use tautline::{Moved, Query, Steering, Vec2};
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
///     assert_ne!(steering.advance(&mesh, position), Moved::Strayed);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steering {
    /// What is still ahead; the agent is in its first area.
    corridor: Corridor,
    mesh: MeshIdentity,
    /// Those of the query, if they keep the agent from any ground; else nothing, which takes
    /// less memory.
    filter: Option<Box<QueryFilter>>,
    position: Vec2,
    goal: Vec2,
    funnel: Funnel,
    portals: Vec<Portal>,
    corners: Vec<Vec2>,
    /// Takes no memory before the agent leaves its corridor.
    detour: CorridorRepair,
}

/// How an agent moved with respect to its corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// It is within the corridor.
    Along,
    /// It left the corridor, which now leads from where it is back into the
    /// old one. Ask for a new path when there is time: this one may be a detour.
    Repaired,
    /// It is nowhere near its corridor, on ground that its query forbids, or off the
    /// mesh. The corridor is as it was; ask for a new one, from the nearest ground:
    /// [`Query::with_snap`].
    Strayed,
}

impl Steering {
    /// Finds a corridor for an agent: that of the [classic tier](crate::Tier::Classic),
    /// whatever tier the query names. Ends are [snapped](Query::with_snap) if the query
    /// says so; [`position`](Self::position) and [`goal`](Self::goal) tell where they are then.
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

    /// Tells that the agent is now at `position`. Call it every tick.
    ///
    /// A step along a slanting wall may end a rounding beside it, off the mesh. Walkers that
    /// nothing else keeps on the ground move by [`NavMesh::slide_from`] the first area of
    /// the [corridor](Self::corridor), which keeps them on their floor, too.
    ///
    /// Looks at the areas ahead up to the next link, then at a few dozen areas
    /// around the agent. Where floors lie above each other, the agent is on the one that is
    /// fewer borders away and less of a climb. Nothing is allocated once the memory has
    /// grown.
    pub fn advance(&mut self, mesh: &NavMesh, position: Vec2) -> Moved {
        if mesh.identity() != self.mesh {
            return Moved::Strayed;
        }
        let until_link = self.next_link_index().unwrap_or(self.corridor.crossings.len());
        let ahead = &self.corridor.areas[..=until_link];
        let index = ahead.iter().position(|&area| mesh.contains(area, position));
        // Only further on can the way lead over another floor.
        let is_sure = index.is_some_and(|index| index < 2) || mesh.elevations().is_empty();
        let has_detour = (index.is_none() || !is_sure)
            && self.detour.find(mesh, self.filter.as_deref(), ahead[0], position)
            && index.is_none_or(|index| self.is_nearer(mesh, index, position));
        let moved = match index {
            _ if has_detour => {
                self.prepend_detour(mesh, until_link);
                Moved::Repaired
            }
            Some(index) => {
                let passed = index + self.gates_at(mesh, position, index..until_link);
                self.corridor.areas.drain(..passed);
                self.corridor.crossings.drain(..passed);
                Moved::Along
            }
            None => return Moved::Strayed,
        };
        self.position = position;
        moved
    }

    /// Whether an agent is rather where the detour begins than so many areas ahead:
    /// fewer borders away, and at an elevation nearer to the one it had.
    fn is_nearer(&self, mesh: &NavMesh, ahead: usize, position: Vec2) -> bool {
        let areas = &self.corridor.areas;
        let was_at = mesh.elevation_at(areas[0], self.position);
        let climb = |area| (mesh.elevation_at(area, position) - was_at).abs();
        let edges = self.detour.edges();
        let end = edges.first().map(|&edge| mesh.area_of(edge));
        edges.len() < ahead && end.is_some_and(|end| climb(end) < climb(areas[ahead]))
    }

    /// The next `count` points where the agent has to turn, the goal (or the
    /// next link) being the last. Never empty for a count of at least 1. On a
    /// mesh that it does not belong to, where the agent is.
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
        // The position itself comes first, unless it is all there is.
        let skip = usize::from(corners.len() > 1);
        &corners[skip..]
    }

    /// The next link on the way, and whether it is taken forwards.
    #[must_use]
    pub fn next_link(&self) -> Option<(LinkId, bool)> {
        self.corridor.crossings.iter().find_map(|crossing| match *crossing {
            Crossing::Link { link, forwards } => Some((link, forwards)),
            Crossing::Border(_) => None,
        })
    }

    /// Tells that the agent has taken the next link and stands at its other
    /// end. Does nothing if no link is ahead, and on a mesh that it does not belong to.
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

    /// Where the agent was said to be.
    #[must_use]
    pub const fn position(&self) -> Vec2 {
        self.position
    }

    /// Where the way leads.
    #[must_use]
    pub const fn goal(&self) -> Vec2 {
        self.goal
    }

    /// What is still ahead of the agent, beginning with the area it is in.
    #[must_use]
    pub const fn corridor(&self) -> &Corridor {
        &self.corridor
    }

    fn next_link_index(&self) -> Option<usize> {
        let is_link = |crossing: &Crossing| matches!(crossing, Crossing::Link { .. });
        self.corridor.crossings.iter().position(is_link)
    }

    /// How many gates in a row, of those named, an agent stands in. It has passed them: a
    /// way over weighed terrain may run along an area that it has left, and each place there
    /// would otherwise count as in that area still, from where the way leads back.
    fn gates_at(&self, mesh: &NavMesh, position: Vec2, gates: Range<usize>) -> usize {
        let is_at = |crossing: &&Crossing| match **crossing {
            Crossing::Border(edge) => mesh.segment(edge).contains(position),
            Crossing::Link { .. } => false,
        };
        self.corridor.crossings[gates].iter().take_while(is_at).count()
    }

    /// Puts the detour before the corridor, up to the first area that is on the way
    /// anyway.
    fn prepend_detour(&mut self, mesh: &NavMesh, until_link: usize) {
        let Self { corridor: Corridor { areas, crossings, .. }, detour, .. } = self;
        let edges = detour.edges();
        let on_the_way = |&edge: &HalfEdgeId| {
            let next = mesh.half_edge(edge).across();
            areas[..=until_link].iter().position(|&area| area == next)
        };
        let meeting = edges.iter().enumerate();
        let meeting = meeting.filter_map(|(last, edge)| Some((last, on_the_way(edge)?))).next();
        let Some((last, joined)) = meeting else { return };
        let edges = &edges[..=last];
        areas.splice(..joined, edges.iter().map(|&edge| mesh.area_of(edge)));
        crossings.splice(..joined, edges.iter().map(|&edge| Crossing::Border(edge)));
    }
}
