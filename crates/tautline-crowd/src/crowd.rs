//! A crowd, and what the game changes about its agents.

use tautline_navmesh::{
    AreaId, End, FilterState, Location, MeshIdentity, NavMesh, QueryFilter, Vec2,
};

use crate::agent::Record;
use crate::error::check_finite;
use crate::neighbors::to_u32;
use crate::right_of_way::RightOfWay;
use crate::walls::WallsNearby;
use crate::{Agent, AgentId, AgentState, Body, CrowdError, CrowdOptions, Target};

/// Agents that make room for each other.
///
/// The game sets the [target](Self::set_target) of each agent, and [steps](Self::step) the
/// crowd. A clone is a snapshot of its whole state, for rollback: the same steps from it give the
/// same bits. `clone_from` reuses memory.
#[derive(Debug, Default)]
pub struct Crowd {
    pub(super) options: CrowdOptions,
    /// In the order of the last [`Neighbors::sort`](crate::neighbors::Neighbors::sort), so that neighbours in
    /// space are neighbours in memory. Agents that were added since then come last.
    pub(super) agents: Vec<Record>,
    /// By slot: the index of its agent in `agents`; meaningless if the slot is free.
    pub(super) places: Vec<u32>,
    /// By slot: the generation of its agent, or of the next one.
    generations: Vec<u32>,
    free: Vec<u32>,
    next_number: u64,
    /// The mesh and the filter that the areas of all agents belong to; `None` if these differ or there are none.
    pub(super) ground: Option<(MeshIdentity, FilterState)>,
}

impl Crowd {
    /// A crowd without agents, with [default options](CrowdOptions::mixed).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A crowd without agents.
    ///
    /// # Errors
    ///
    /// A [`CrowdError`] that names the option that is out of range.
    pub fn with_options(options: CrowdOptions) -> Result<Self, CrowdError> {
        options.check()?;
        Ok(Self { options, ..Self::default() })
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> &CrowdOptions {
        &self.options
    }

    /// Adds an agent on the ground that a filter allows, at a location. Where floors overlap,
    /// name the elevation.
    ///
    /// # Errors
    ///
    /// A [`CrowdError`] about the body; [`CrowdError::NoGround`] if there is no allowed ground.
    pub fn add(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        body: Body,
        location: impl Into<Location>,
    ) -> Result<AgentId, CrowdError> {
        let number = self.next_number;
        self.add_with_number(mesh, filter, body, location, number)
    }

    /// Like [`Self::add`], with a number that decides ties. Two crowds with the same agents and numbers give
    /// equal bits, in whatever order the agents were added. By default, agents are numbered in the order in
    /// which they are added.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::add`].
    pub fn add_with_number(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        body: Body,
        location: impl Into<Location>,
        number: u64,
    ) -> Result<AgentId, CrowdError> {
        let location = location.into();
        body.check()?;
        let area = area_at(mesh, filter, location)?;
        let id = self.insert(body, number)?;
        self.put(mesh, filter, id, location.point, area)?;
        Ok(id)
    }

    /// Adds a walker, a body that the game moves: a player, a cart. Agents make room for it, but it makes
    /// none for them. It may be anywhere, even off the mesh.
    ///
    /// # Errors
    ///
    /// A [`CrowdError`] about the body or the location.
    pub fn add_walker(
        &mut self,
        body: Body,
        location: impl Into<Location>,
    ) -> Result<AgentId, CrowdError> {
        let location = location.into();
        body.check()?;
        check_location(location)?;
        let id = self.insert(body, self.next_number)?;
        self.record_mut(id)?.state = AgentState::Walker;
        self.move_walker(id, location, Vec2::ZERO)?;
        Ok(id)
    }

    /// Moves a [walker](Self::add_walker). Agents expect it to keep this velocity, in world units per
    /// second.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`], `IsNoWalker` or `NotFinite`.
    pub fn move_walker(
        &mut self,
        id: AgentId,
        location: impl Into<Location>,
        velocity: Vec2,
    ) -> Result<(), CrowdError> {
        let location = location.into();
        check_location(location)?;
        check_finite([("velocity", velocity.x), ("velocity", velocity.y)])?;
        let record = self.walker_mut(id)?;
        record.position = location.point;
        record.elevation = location.elevation.unwrap_or(0.0);
        record.velocity = velocity;
        (record.rests, record.is_guest, record.target) = (false, false, None);
        Ok(())
    }

    /// Lets a [walker](Self::add_walker) rest where it is until it is moved. `at` is the goal that it has
    /// reached, if any. Agents with that goal, and agents on whose goal it stands, can
    /// [arrive](AgentState::Arrived) next to it.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`] or `IsNoWalker`; `NotFinite` or `Negative` about the target.
    pub fn rest_walker(
        &mut self,
        id: AgentId,
        at: impl Into<Option<Target>>,
    ) -> Result<(), CrowdError> {
        let at = at.into();
        at.map_or(Ok(()), |target| target.check())?;
        let record = self.walker_mut(id)?;
        (record.rests, record.target, record.velocity) = (true, at, Vec2::ZERO);
        Ok(())
    }

    /// Moves an agent to another location: a teleport, or the far end of a link. It keeps its
    /// target.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`], `IsWalker` or `NoGround`.
    pub fn place(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        id: AgentId,
        location: impl Into<Location>,
    ) -> Result<(), CrowdError> {
        let location = location.into();
        self.self_moving(id)?;
        let area = area_at(mesh, filter, location)?;
        self.put(mesh, filter, id, location.point, area)
    }

    /// Like [`Self::place`], but in a given area, if it is open and contains the point. Several areas can contain a
    /// point, and at a zero-width wall or a vertex where areas only touch, an agent cannot walk from one to the other.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`], `IsWalker` or `NoGround`.
    #[doc(hidden)]
    pub fn place_in(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        id: AgentId,
        point: Vec2,
        area: AreaId,
    ) -> Result<(), CrowdError> {
        self.self_moving(id)?;
        let is_there = area.index() < mesh.area_count() && mesh.contains(area, point);
        if !is_there || !mesh.is_open(area, filter) {
            return self.place(mesh, filter, id, point);
        }
        self.put(mesh, filter, id, point, area)
    }

    /// Sets the position and the velocity of an agent that something else has moved, for example a physics
    /// engine that follows the velocities of the crowd. The velocity is in world units per second. Unlike after
    /// [`place`](Self::place), which is a teleport, neighbours expect the agent to keep this velocity.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`], `IsWalker`, `NotFinite`; `NoGround` if there is no allowed
    /// ground at the location. The agent stays where it was then.
    pub fn moved_to(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        id: AgentId,
        location: impl Into<Location>,
        velocity: Vec2,
    ) -> Result<(), CrowdError> {
        let location = location.into();
        check_finite([("velocity", velocity.x), ("velocity", velocity.y)])?;
        let is_same_ground = self.ground == Some((mesh.identity(), filter.state()));
        let record = self.self_moving(id)?;
        // An agent that was off the ground still has the walls of the position where it left. `place` forgets them.
        if !is_same_ground || !record.is_on_mesh() {
            self.place(mesh, filter, id, location)?;
            self.record_mut(id)?.velocity = velocity;
            return Ok(());
        }
        let is_on_same = location.elevation.is_none() && mesh.contains(record.area, location.point);
        let area = if is_on_same { record.area } else { area_at(mesh, filter, location)? };
        record.stand(mesh, location.point, area);
        record.velocity = velocity;
        Ok(())
    }

    /// Takes an agent off the ground while the game moves it: along a link, in a vehicle. Others
    /// do not see it until it is [placed](Self::place) again.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`] or `IsWalker`.
    pub fn suspend(&mut self, id: AgentId) -> Result<(), CrowdError> {
        let record = self.self_moving(id)?;
        record.state = AgentState::Suspended;
        (record.velocity, record.blocked_for) = (Vec2::ZERO, 0.0);
        Ok(())
    }

    /// Sets where an agent walks to, or `None` to let it stand and make room for others.
    /// Cheap: call it each tick, if you like.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`], `IsWalker`, or `NotFinite` or `Negative` about the target.
    pub fn set_target(
        &mut self,
        id: AgentId,
        target: impl Into<Option<Target>>,
    ) -> Result<(), CrowdError> {
        let target = target.into();
        target.map_or(Ok(()), |target| target.check())?;
        let record = self.self_moving(id)?;
        let before = std::mem::replace(&mut record.target, target);
        if !record.is_on_mesh() {
            return Ok(());
        }
        let both = before.zip(target);
        // An agent that has arrived stays arrived.
        if !both.is_some_and(|(before, now)| before.has_goal_of(&now)) {
            record.state = record.resting_or_walking();
        }
        let point = |target: Target| (target.point, target.is_last);
        if before.map(point) != target.map(point) {
            record.begin_to_walk();
        }
        Ok(())
    }

    /// Sets the body of an agent: it may grow, tire, or change groups.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`], or an error about the body.
    pub fn set_body(&mut self, id: AgentId, body: Body) -> Result<(), CrowdError> {
        body.check()?;
        let record = self.record_mut(id)?;
        if record.body.radius.total_cmp(&body.radius).is_ne() {
            record.walls.forget();
        }
        record.body = body;
        Ok(())
    }

    /// Removes an agent.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`].
    pub fn remove(&mut self, id: AgentId) -> Result<(), CrowdError> {
        self.record_mut(id)?;
        let place = self.places[id.index()];
        self.agents.swap_remove(place as usize);
        if let Some(last) = self.agents.get(place as usize) {
            self.places[last.id.index()] = place;
        }
        // A slot with no generation left is not used again.
        if let Some(next) = id.generation().checked_add(1) {
            self.generations[id.index()] = next;
            self.free.push(id.slot());
        }
        Ok(())
    }

    /// Returns an agent after the last step.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`].
    pub fn agent(&self, id: AgentId) -> Result<Agent, CrowdError> {
        self.record(id).map(Record::view)
    }

    /// Returns all agents, in the order of [`AgentId::index`].
    pub fn agents(&self) -> impl Iterator<Item = Agent> + '_ {
        (0..).zip(&self.places).filter_map(|(slot, &place)| {
            let record = self.agents.get(place as usize)?;
            (record.id.slot() == slot).then(|| record.view())
        })
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.agents.len()
    }

    /// Returns true if there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    /// Inserts a record that is not on the ground yet.
    fn insert(&mut self, body: Body, number: u64) -> Result<AgentId, CrowdError> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                let slot = u32::try_from(self.places.len()).ok().filter(|&slot| slot < u32::MAX);
                let slot = slot.ok_or(CrowdError::Full)?;
                self.places.push(0);
                self.generations.push(0);
                slot
            }
        };
        let id = AgentId::new(slot, self.generations[slot as usize]);
        self.next_number = self.next_number.max(number.saturating_add(1));
        self.places[slot as usize] = to_u32(self.agents.len());
        self.agents.push(Record {
            id,
            number,
            state: AgentState::Idle,
            body,
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            area: AreaId(0),
            inside: Vec2::ZERO,
            elevation: 0.0,
            target: None,
            rests: false,
            is_guest: false,
            leaves_beyond: 0.0,
            anchor: Vec2::ZERO,
            blocked_for: 0.0,
            stood_for: 0.0,
            narrow_for: 0.0,
            right_of_way: RightOfWay::default(),
            beside_for: 0.0,
            oncoming: Vec2::ZERO,
            queue: None,
            walls: WallsNearby::UNKNOWN,
        });
        Ok(id)
    }

    /// Puts an agent on an area.
    fn put(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        id: AgentId,
        point: Vec2,
        area: AreaId,
    ) -> Result<(), CrowdError> {
        // The other agents are on other ground. So the next step finds the ground of all agents again.
        if self.ground != Some((mesh.identity(), filter.state())) {
            self.ground = None;
        }
        let record = self.record_mut(id)?;
        record.stand_on_new_ground(mesh, point, area);
        record.begin_to_walk();
        (record.velocity, record.oncoming, record.queue) = (Vec2::ZERO, Vec2::ZERO, None);
        (record.narrow_for, record.right_of_way) = (0.0, RightOfWay::default());
        record.walls.forget();
        record.state = record.resting_or_walking();
        Ok(())
    }

    /// Updates the walker that stands for an agent of another crowd, so that others see it like that agent.
    pub(crate) fn move_guest(&mut self, id: AgentId, agent: &Record) -> Result<(), CrowdError> {
        let own = self.walker_mut(id)?;
        *own = Record {
            id,
            state: AgentState::Walker,
            rests: agent.is_resting(),
            is_guest: true,
            queue: agent.queue_at_passage().or(agent.queue),
            ..*agent
        };
        Ok(())
    }

    pub(crate) fn record(&self, id: AgentId) -> Result<&Record, CrowdError> {
        let record = self.places.get(id.index()).and_then(|&place| self.agents.get(place as usize));
        record.filter(|record| record.id == id).ok_or(CrowdError::NoSuchAgent { id })
    }

    fn record_mut(&mut self, id: AgentId) -> Result<&mut Record, CrowdError> {
        let place = self.places.get(id.index());
        let record = place.and_then(|&place| self.agents.get_mut(place as usize));
        record.filter(|record| record.id == id).ok_or(CrowdError::NoSuchAgent { id })
    }

    /// Returns an agent that the game moves.
    fn walker_mut(&mut self, id: AgentId) -> Result<&mut Record, CrowdError> {
        let record = self.record_mut(id)?;
        if record.state != AgentState::Walker {
            return Err(CrowdError::IsNoWalker { id });
        }
        Ok(record)
    }

    /// Returns an agent that moves by itself.
    fn self_moving(&mut self, id: AgentId) -> Result<&mut Record, CrowdError> {
        let record = self.record_mut(id)?;
        if record.state == AgentState::Walker {
            return Err(CrowdError::IsWalker { id });
        }
        Ok(record)
    }
}

impl Clone for Crowd {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { options, agents, places, generations, free, next_number, ground } = source;
        self.options = *options;
        self.agents.clone_from(agents);
        self.places.clone_from(places);
        self.generations.clone_from(generations);
        self.free.clone_from(free);
        self.next_number = *next_number;
        self.ground = *ground;
    }
}

/// Returns an area at a location that the filter allows.
fn area_at(mesh: &NavMesh, filter: &QueryFilter, location: Location) -> Result<AreaId, CrowdError> {
    let mut areas = Vec::new();
    mesh.open_areas_at(End::Start, location, filter, &mut areas)?;
    Ok(areas[0])
}

fn check_location(location: Location) -> Result<(), CrowdError> {
    let Location { point, elevation } = location;
    check_finite([("x", point.x), ("y", point.y), ("elevation", elevation.unwrap_or(0.0))])
}
