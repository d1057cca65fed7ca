//! How far a vertex is from all others.

use tautline_navmesh::{AreaId, FanId, NavMesh};

use crate::search::{Memory, NO_NODE, Objective, Search, VisibleRegion};
use crate::search_space::WholeMesh;

/// The memory of measurements.
///
/// Distances are by fan: the two sides of a vertex at which ground touches itself
/// may be far from each other.
#[derive(Debug)]
pub(crate) struct OneToAll<'a> {
    mesh: &'a NavMesh,
    memory: Memory,
    start_areas: Vec<AreaId>,
    distances: Vec<f64>,
}

impl<'a> OneToAll<'a> {
    pub(crate) fn new(mesh: &'a NavMesh) -> Self {
        let distances = vec![f64::INFINITY; mesh.fan_count()];
        Self { mesh, memory: Memory::new(), start_areas: Vec::new(), distances }
    }

    /// Measures how far all fans of a part of the ground are from one of them. One
    /// search over the component.
    pub(crate) fn measure(&mut self, from: FanId, component: &[FanId]) {
        let Self { mesh, memory, start_areas, distances } = self;
        for fan in component {
            distances[fan.0 as usize] = f64::INFINITY;
        }
        start_areas.clear();
        start_areas.extend(mesh.areas_around(from));
        let start = mesh.half_edge(mesh.fan(from).first_half_edge()).start();
        let objective = &mut AllFans { mesh, distances };
        let space = &WholeMesh::<false>(mesh);
        let mut search = Search { space, objective, memory, current: NO_NODE };
        search.begin(start, start_areas);
        search.run(u64::MAX);
        distances[from.0 as usize] = 0.0;
    }

    /// What was measured last for a fan.
    pub(crate) fn distance_to(&self, fan: FanId) -> f64 {
        self.distances[fan.0 as usize]
    }
}

/// Aims at every vertex.
struct AllFans<'a> {
    mesh: &'a NavMesh,
    distances: &'a mut [f64],
}

impl Objective for AllFans<'_> {
    fn visit(&mut self, region: &VisibleRegion<'_>) {
        for edge in self.mesh.half_edges_in(region.area) {
            let known = &mut self.distances[edge.fan().0 as usize];
            let length = region.length_to(edge.start());
            if length < *known && region.sees(edge.start()) {
                *known = length;
            }
        }
    }
}
