//! A corridor that an agent keeps while it moves.

use tautline_funnel::{Funnel, Portal, next_corners};
use tautline_geometry::Vec2;
use tautline_navmesh::{
    AreaId, Corridor, Crossing, LinkId, NavMesh, QueryError, SideId, find_corridor,
};

use crate::path::portal;
use crate::{Query, navmesh::CorridorScratch};

/// How many areas around the agent are looked through when it leaves its
/// corridor, before it counts as astray. An agent that moves a little every
/// tick is found within the first few.
const REPAIR_REACH: usize = 64;

/// The way of one agent: a corridor that is shortened as the agent follows it
/// and repaired when it is pushed aside, without a new search.
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
    position: Vec2,
    goal: Vec2,
    funnel: Funnel,
    portals: Vec<Portal>,
    corners: Vec<Vec2>,
}

/// How an agent moved with respect to its corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// It is within the corridor.
    Along,
    /// It left the corridor, which now leads from where it is back into the
    /// old one. Ask for a new path when there is time: this one may be a detour.
    Repaired,
    /// It is nowhere near its corridor, or off the mesh. The corridor is as it
    /// was; ask for a new path.
    Strayed,
}

impl Steering {
    /// Finds a corridor for an agent.
    ///
    /// # Errors
    ///
    /// A [`PathError`](crate::PathError), as for [`path_in`](crate::path_in).
    pub fn new(
        mesh: &NavMesh,
        query: &Query<'_>,
        scratch: &mut CorridorScratch,
    ) -> Result<Self, QueryError> {
        let mut corridor = Corridor::default();
        find_corridor(mesh, &query.of_mesh(), scratch, &mut corridor)?;
        Ok(Self {
            corridor,
            position: query.start.point,
            goal: query.goal.point,
            funnel: Funnel::new(),
            portals: Vec::new(),
            corners: Vec::new(),
        })
    }

    /// Tells that the agent is now at `position`. Call it every tick.
    ///
    /// Looks at the areas ahead up to the next link, then at a few dozen areas
    /// around the agent.
    pub fn advance(&mut self, mesh: &NavMesh, position: Vec2) -> Moved {
        let until_link = self.next_link_index().unwrap_or(self.corridor.crossings.len());
        let ahead = &self.corridor.areas[..=until_link];
        if let Some(index) = ahead.iter().position(|&area| mesh.contains(area, position)) {
            self.corridor.areas.drain(..index);
            self.corridor.crossings.drain(..index);
            self.position = position;
            return Moved::Along;
        }
        let Some(detour) = find_nearby(mesh, self.corridor.areas[0], position) else {
            return Moved::Strayed;
        };
        self.prepend(mesh, &detour, until_link);
        self.position = position;
        Moved::Repaired
    }

    /// The next `count` points where the agent has to turn, the goal (or the
    /// next link) being the last. Never empty for a count of at least 1.
    pub fn next_corners(&mut self, mesh: &NavMesh, count: usize) -> &[Vec2] {
        let link = self.next_link_index();
        let until = link.unwrap_or(self.corridor.crossings.len());
        let target = self.next_link().map_or(self.goal, |(link, forwards)| {
            mesh.links()[link.index()].departure(forwards).point
        });
        self.portals.clear();
        for crossing in &self.corridor.crossings[..until] {
            if let Crossing::Side(side) = *crossing {
                self.portals.push(portal(mesh, side));
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
            Crossing::Side(_) => None,
        })
    }

    /// Tells that the agent has taken the next link and stands at its other
    /// end. Does nothing if no link is ahead.
    pub fn take_link(&mut self, mesh: &NavMesh) {
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

    /// What is still ahead of the agent, beginning with the area it is in.
    #[must_use]
    pub const fn corridor(&self) -> &Corridor {
        &self.corridor
    }

    fn next_link_index(&self) -> Option<usize> {
        let is_link = |crossing: &Crossing| matches!(crossing, Crossing::Link { .. });
        self.corridor.crossings.iter().position(is_link)
    }

    /// Puts a detour before the corridor: sides that lead from its first area
    /// to where the agent is, to be walked backwards. What both have in common
    /// is left out.
    fn prepend(&mut self, mesh: &NavMesh, detour: &[SideId], until_link: usize) {
        let shared = detour
            .iter()
            .zip(&self.corridor.crossings[..until_link])
            .take_while(|&(&side, &crossing)| crossing == Crossing::Side(side))
            .count();
        let back = detour[shared..].iter().rev().filter_map(|&side| mesh.twin(side));
        let (areas, crossings): (Vec<AreaId>, Vec<Crossing>) =
            back.map(|side| (mesh.area_of(side), Crossing::Side(side))).unzip();
        self.corridor.areas.splice(..shared, areas);
        self.corridor.crossings.splice(..shared, crossings);
    }
}

/// The sides that lead from an area to the nearest one, by borders crossed,
/// that holds a position.
fn find_nearby(mesh: &NavMesh, from: AreaId, position: Vec2) -> Option<Vec<SideId>> {
    let mut seen = vec![(from, None)];
    let mut next = 0;
    while let Some(&(area, _)) = seen.get(next) {
        if mesh.contains(area, position) {
            let mut sides = Vec::new();
            let mut entered = seen[next].1;
            while let Some(side) = entered {
                sides.push(side);
                let before = mesh.area_of(side);
                entered = seen.iter().find(|(area, _)| *area == before).and_then(|entry| entry.1);
            }
            sides.reverse();
            return Some(sides);
        }
        next += 1;
        for side in mesh.sides_of(area) {
            let Some(twin) = mesh.twin(side) else { continue };
            let across = mesh.area_of(twin);
            if seen.len() < REPAIR_REACH && !seen.iter().any(|(seen, _)| *seen == across) {
                seen.push((across, Some(side)));
            }
        }
    }
    None
}
