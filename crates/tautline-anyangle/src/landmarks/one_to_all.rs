//! One-to-all distances from a vertex.

use tautline_navmesh::{AreaId, FanId, NavMesh};

use crate::search::{Memory, NO_NODE, Objective, Search, VisibleRegion};
use crate::search_space::WholeMesh;

/// A one-to-all search, and its memory.
///
/// Distances are by fan: the two fans of a vertex at which the ground touches itself may be
/// far from each other.
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

    /// Measures the distances of all fans of a component from one of them, by one search.
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

    /// Returns the last distance of a fan.
    pub(crate) fn distance_to(&self, fan: FanId) -> f64 {
        self.distances[fan.0 as usize]
    }
}

/// The objective of reaching every vertex: no heuristic, no bound.
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
