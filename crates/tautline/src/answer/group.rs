//! Paths of many agents to one goal, by one search from the goal.

use tautline_anyangle::{OneToManyQuery, OneToManySearch};
use tautline_navmesh::{AreaId, End, Location};

use crate::{Ground, Path, PathOptions, Tier};

/// The number of agents from which one search pays: it takes the time of 2 to 15 searches if the agents are near each
/// other, and less than that of 16 if they are everywhere.
const GROUP: usize = 16;

/// A search from one goal to the starts of many agents, on ground of uniform cost and without labels.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupSearch {
    search: OneToManySearch,
    /// The starts that are on open ground, and the index of each among all.
    starts: Vec<Location>,
    indices: Vec<u32>,
    areas: Vec<AreaId>,
    factor: f64,
}

impl GroupSearch {
    /// Returns true if paths of a number of agents may be found from their goal, and if nothing is faster.
    ///
    /// Links may lead in one direction only. Labels, also those of an earlier version, find each path in
    /// microseconds.
    pub(crate) fn pays(ground: Ground<'_>, agents: usize, options: &PathOptions<'_>) -> bool {
        agents >= GROUP
            && !ground.has_labels()
            && options.can_be_shared(ground.mesh)
            && !ground.mesh.takes_links(options.filter_or_default())
    }

    /// Finds the paths of some agents to a goal. Read them with [`Self::read`].
    pub(crate) fn search(
        &mut self,
        ground: Ground<'_>,
        starts: impl Iterator<Item = Location>,
        goal: Location,
        options: &PathOptions<'_>,
    ) {
        let (mesh, filter) = (ground.mesh, options.filter_or_default());
        self.starts.clear();
        self.indices.clear();
        for (index, start) in (0..).zip(starts) {
            if mesh.open_areas_at(End::Start, start, filter, &mut self.areas).is_ok() {
                self.starts.push(start);
                self.indices.push(index);
            }
        }
        self.factor = mesh.uniform_factor(filter).unwrap_or(1.0);
        let query = OneToManyQuery::new(goal).with_filter(filter);
        // After an error, such as that of a goal off the mesh, it has no paths.
        let _ = self.search.all(mesh, &query, &self.starts);
    }

    /// Returns the number of nodes that the search expanded.
    pub(crate) fn expanded(&self) -> u64 {
        self.search.counters().expanded
    }

    /// Reads the path of an agent by its index. Returns false if the agent is off the mesh or cannot reach the goal.
    pub(crate) fn read(&self, agent: usize, path: &mut Path) -> bool {
        path.clear();
        let index = u32::try_from(agent).map(|agent| self.indices.binary_search(&agent));
        let Ok(Ok(index)) = index else { return false };
        if !self.search.read_points(index, &mut path.points) {
            return false;
        }
        path.points.reverse();
        path.tier = Tier::Exact;
        path.length = self.search.distance_to(index);
        path.cost = path.length * self.factor;
        path.lower_bound = path.cost;
        true
    }
}
