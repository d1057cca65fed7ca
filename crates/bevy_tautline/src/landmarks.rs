//! Landmarks for the costs of terrain, which follow the edits of the ground.

use std::sync::Arc;

use bevy_ecs::component::Component;
use tautline::baked::BakedMap;
use tautline::dynamic::DynamicNavMesh;
use tautline::navmesh::{FilterState, LinkKind};
use tautline::weighted::CostLandmarks;
use tautline::{NavMesh, QueryFilter};

use crate::answers::Work;

/// The least number of areas of a mesh on which landmarks pay off.
const LEAST_AREAS: usize = 100;

/// The costs of terrain for which a [`NavGround`](crate::NavGround) has landmarks, on the same entity: the filters of
/// the [`NavCosts`](crate::NavCosts) of its agents.
///
/// Agents with one of these costs then get their paths several times faster on large maps where terrain costs differ,
/// also around obstacles. The paths are not always the same as without landmarks ([`CostLandmarks`]): in a run on random
/// maps of 64 by 64 tiles, around obstacles that moved, they cost 0.012 % more on average, and 5.6 % in the worst of
/// 15,810 queries. Agents with other costs are not affected.
///
/// A filter serves all agents whose costs are the same up to a common factor and whose filters allow no other kinds of
/// links. They may forbid more links and areas. Labels for the costs in a baked map (`tautline bake --profile`) are
/// faster still, but do not answer while there are obstacles.
///
/// The landmarks are chosen on a thread of their own when the map is loaded or this component changes, which takes
/// as long as 40 to 100 searches for each filter and agent radius. Until then, agents search without them. With
/// [`Answers::AfterTicks`](crate::Answers::AfterTicks) and [`Answers::SameTick`](crate::Answers::SameTick), the
/// tick in which they take effect waits for them. Each edit of obstacles updates them, and takes about twice as
/// long. Roads through mud that are built later ([`NavObstacle::with_terrain`](crate::NavObstacle::with_terrain)) make
/// them help less.
///
/// There are none on meshes of fewer than 100 areas, nor where all terrain costs the same. Scenes do not hold this
/// component.
///
/// ```
/// use std::sync::Arc;
///
/// use bevy_ecs::world::World;
/// use bevy_math::Vec3;
/// use bevy_tautline::tautline::QueryFilter;
/// use bevy_tautline::tautline::navmesh::Terrain;
/// use bevy_tautline::{NavAgent, NavCosts, NavGoal, NavGround, NavLandmarks};
///
/// # let (mut world, map) = (World::new(), Default::default());
/// let mut cart = QueryFilter::uniform();
/// cart.set(Terrain(2), 5.0)?; // mud
/// let cart = Arc::new(cart);
/// world.spawn((NavGround::new(map), NavLandmarks::for_costs([Arc::clone(&cart)])));
/// world.spawn((NavAgent::new(0.8, 2.0), NavCosts(cart), NavGoal::Point(Vec3::X)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Component, Clone, Debug, Default)]
pub struct NavLandmarks {
    filters: Vec<Arc<QueryFilter>>,
}

impl NavLandmarks {
    /// Landmarks for the costs of some filters.
    #[must_use]
    pub fn for_costs(filters: impl IntoIterator<Item = Arc<QueryFilter>>) -> Self {
        Self { filters: filters.into_iter().collect() }
    }

    /// Returns the filters.
    #[must_use]
    pub fn filters(&self) -> &[Arc<QueryFilter>] {
        &self.filters
    }
}

/// The landmarks of a ground.
#[derive(Debug, Default)]
pub(crate) struct GroundLandmarks {
    /// The states of the filters for which they were chosen, or are being chosen.
    pub(crate) filters: Vec<FilterState>,
    /// The choice that is under way.
    pub(crate) choice: Option<Work<Vec<MeshLandmarks>>>,
    /// Those of the mesh without obstacles, for each layer.
    pub(crate) chosen: Vec<MeshLandmarks>,
    /// True if the layers do not have them yet.
    pub(crate) are_new: bool,
}

/// The landmarks of a mesh, each with the filter that they are for.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshLandmarks(Arc<[(Arc<QueryFilter>, CostLandmarks)]>);

impl MeshLandmarks {
    /// Chooses landmarks for each mesh of a map.
    pub(crate) fn choose(map: &BakedMap, filters: &[Arc<QueryFilter>]) -> Vec<Self> {
        let choose_on = |mesh: &NavMesh| {
            let pays_off = |filter: &&Arc<QueryFilter>| {
                mesh.area_count() >= LEAST_AREAS && mesh.uniform_factor(filter).is_none()
            };
            let choose = |filter| (Arc::clone(filter), CostLandmarks::choose(mesh, filter));
            Self(filters.iter().filter(pays_off).map(choose).collect())
        };
        map.meshes().iter().map(|mesh| choose_on(mesh.mesh())).collect()
    }

    /// Returns these landmarks of a mesh without obstacles for that mesh with its obstacles.
    pub(crate) fn carried_to(&self, mesh: &DynamicNavMesh) -> Self {
        let same_area = |area| mesh.static_area(area);
        let carry = |(filter, landmarks): &(Arc<QueryFilter>, CostLandmarks)| {
            let carried = landmarks.carried_to(mesh.static_mesh(), mesh.mesh(), same_area);
            // An error would mean landmarks of another mesh. Searches do without them.
            Some((Arc::clone(filter), carried.ok()?))
        };
        Self(self.0.iter().filter_map(carry).collect())
    }

    /// Returns the landmarks that help searches on a mesh with a filter.
    pub(crate) fn fitting(&self, mesh: &NavMesh, filter: &QueryFilter) -> Option<&CostLandmarks> {
        let fits = |known: &QueryFilter| {
            let knows = |&kind: &LinkKind| known.allows_links(kind) || !filter.allows_links(kind);
            mesh.have_same_costs(known, filter) && LinkKind::ALL.iter().all(knows)
        };
        self.0.iter().find(|(known, _)| fits(known)).map(|(_, landmarks)| landmarks)
    }
}
