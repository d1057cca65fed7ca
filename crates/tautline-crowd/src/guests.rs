//! The agents of one crowd as walkers in another one.

use crate::{AgentId, Crowd, CrowdError};

/// The agents of one crowd as [walkers](Crowd::add_walker) in another one. With it, agents of several sizes,
/// each on the mesh for its radius, make room for each other.
///
/// Use one value for each direction: two for two crowds that avoid each other. Both
/// meshes must have the same coordinates.
///
/// Two agents of two crowds behave like two agents of one crowd: they share the room that they make, queue, and give
/// way to each other in narrow passages. If only one crowd sees the other, its agents must make all the room: leave
/// their groups out of [`Body::avoids`](crate::Body::avoids) of the agents that do not see them.
///
/// ```
/// use tautline_crowd::{Body, Crowd, CrowdScratch, Guests, Target};
/// use tautline_navmesh::{QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // In a game: the meshes for both radii.
/// let wide = rectangles_from_cells(20, 4, |_, _| Some(Terrain(0))).build()?;
/// let narrow = rectangles_from_cells(20, 4, |_, y| (1..3).contains(&y).then_some(Terrain(0))).build()?;
/// let (filter, mut memory) = (QueryFilter::uniform(), CrowdScratch::new());
/// let (mut people, mut carts) = (Crowd::new(), Crowd::new());
/// let (mut people_among_carts, mut carts_among_people) = (Guests::new(), Guests::new());
///
/// let person = people.add(&wide, &filter, Body::default(), [18.0, 2.0])?;
/// people.set_target(person, Target::last(Vec2::new(2.0, 2.0)))?;
/// let cart = carts.add(&narrow, &filter, Body { radius: 0.9, ..Body::default() }, [2.0, 2.0])?;
/// carts.set_target(cart, Target::last(Vec2::new(18.0, 2.0)))?;
///
/// for _tick in 0..20 * 30 {
///     people.step(&wide, &filter, 1.0 / 30.0, &mut memory)?;
///     carts.step(&narrow, &filter, 1.0 / 30.0, &mut memory)?;
///     people_among_carts.update(&people, &mut carts)?;
///     carts_among_people.update(&carts, &mut people)?;
///     let [person, cart] = [people.agent(person)?, carts.agent(cart)?];
///     assert!(person.position.distance(cart.position) > 0.9 * (0.3 + 0.9));
/// }
/// assert!(people.agent(person)?.position.x < 3.0 && carts.agent(cart)?.position.x > 17.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Guests {
    /// By [`AgentId::index`] of the agent.
    guests: Vec<Option<Guest>>,
}

/// An agent, and its walker in the other crowd.
#[derive(Clone, Copy, Debug)]
struct Guest {
    agent: AgentId,
    walker: AgentId,
}

impl Guests {
    /// No guests yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Updates the walkers of `host` from the agents of `crowd`. Call it after each [step](Crowd::step) of
    /// `crowd`, always with the same two crowds.
    ///
    /// Walkers are added and removed with their agents, and [rest](Crowd::rest_walker) where these have arrived.
    /// Agents that are [suspended](Crowd::suspend) or off the mesh get no walker. Nor do the walkers of `crowd`: add
    /// a player to both crowds. O(agents).
    ///
    /// # Errors
    ///
    /// [`CrowdError::Full`].
    pub fn update(&mut self, crowd: &Crowd, host: &mut Crowd) -> Result<(), CrowdError> {
        for guest in &mut self.guests {
            let is_gone = |guest: &mut Guest| {
                !crowd.agent(guest.agent).is_ok_and(|agent| agent.area.is_some())
            };
            if let Some(gone) = guest.take_if(is_gone)
                && host.agent(gone.walker).is_ok()
            {
                host.remove(gone.walker)?;
            }
        }
        for agent in crowd.agents().filter(|agent| agent.area.is_some()) {
            let index = agent.id.index();
            if self.guests.len() <= index {
                self.guests.resize(index + 1, None);
            }
            let known = self.guests[index].and_then(|guest| host.agent(guest.walker).ok());
            let walker = match known {
                Some(walker) => walker.id,
                None => host.add_walker(agent.body, agent.location())?,
            };
            self.guests[index] = Some(Guest { agent: agent.id, walker });
            host.move_guest(walker, crowd.record(agent.id)?)?;
        }
        Ok(())
    }
}
