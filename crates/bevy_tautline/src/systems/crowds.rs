//! The crowds of all grounds, and their members.

use std::collections::BTreeMap;

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use tautline::Vec2;
use tautline::crowd::{
    Agent, AgentId, AgentState, Crowd, CrowdOptions, CrowdScratch, Guests, Target,
};
use tautline::navmesh::{AreaId, MeshIdentity};

/// An agent as a member of a crowd.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// The ground and the layer of its crowd.
    pub(super) on: (Entity, usize),
    pub(super) id: AgentId,
    pub(super) target: Option<Target>,
    /// Its position after the last step.
    pub(super) standing: Option<(Vec2, AreaId, MeshIdentity)>,
    pub(super) is_suspended: bool,
}

impl Member {
    /// Sets its position at the far end of a link.
    pub(super) const fn land(&mut self, point: Vec2, area: AreaId, mesh: MeshIdentity) {
        self.standing = Some((point, area, mesh));
    }
}

/// The crowds of all grounds: one for each agent radius, since each has a mesh of its own.
#[derive(Resource, Debug, Default)]
pub(crate) struct Crowds {
    /// Indexed by ground and layer.
    pub(super) crowds: BTreeMap<(Entity, usize), LayerCrowd>,
    /// The guests by ground, layer of the crowd that avoids them, and layer of the crowd that moves them.
    guests: BTreeMap<(Entity, [usize; 2]), Guests>,
}

/// The agents on one layer of a ground.
#[derive(Debug, Default)]
pub(super) struct LayerCrowd {
    pub(super) crowd: Crowd,
    pub(super) scratch: CrowdScratch,
    /// By [`AgentId::index`]: the tick in which the agent was seen last.
    seen: Vec<u64>,
}

impl Crowds {
    /// Shows each crowd the agents of the other crowds on the same ground.
    pub(super) fn share_guests(&mut self) {
        let Self { crowds, guests } = self;
        guests.retain(|&(ground, [host, other]), guests| {
            let is_there = crowds.contains_key(&(ground, other));
            let Some(host) = crowds.get_mut(&(ground, host)) else { return false };
            if !is_there {
                // An empty crowd as the source removes all guests.
                let _ = guests.update(&Crowd::default(), &mut host.crowd);
            }
            is_there
        });
        for (ground, host) in crowds.keys().copied().collect::<Vec<_>>() {
            let Some(layer) = crowds.get_mut(&(ground, host)) else { continue };
            let mut crowd = std::mem::take(&mut layer.crowd);
            for (&(_, other), layer) in crowds.range((ground, 0)..=(ground, usize::MAX)) {
                if other != host {
                    let guests = guests.entry((ground, [host, other])).or_default();
                    // Fails only for 2^32 agents. Then some of them are not avoided.
                    let _ = guests.update(&layer.crowd, &mut crowd);
                }
            }
            if let Some(layer) = crowds.get_mut(&(ground, host)) {
                layer.crowd = crowd;
            }
        }
    }
}

impl LayerCrowd {
    pub(super) fn new(options: CrowdOptions) -> Self {
        // Options out of range were reported when the plugin was built.
        let crowd = Crowd::with_options(options).unwrap_or_default();
        Self { crowd, ..Self::default() }
    }

    /// Marks an agent as present in this tick.
    pub(super) fn mark_seen(&mut self, id: AgentId, now: u64) {
        if self.seen.len() <= id.index() {
            self.seen.resize(id.index() + 1, 0);
        }
        self.seen[id.index()] = now;
    }

    /// Removes agents that were despawned, or that are on other ground now.
    pub(super) fn remove_unseen(&mut self, now: u64) {
        let Self { crowd, seen, .. } = self;
        let is_gone = |agent: &Agent| {
            agent.state != AgentState::Walker && seen.get(agent.id.index()) != Some(&now)
        };
        let gone: Vec<AgentId> = crowd.agents().filter(is_gone).map(|agent| agent.id).collect();
        for id in gone {
            let _ = crowd.remove(id);
        }
    }
}
