//! How far a vertex is from all others.

use tautline_navmesh::{AreaId, FanId, NavMesh};

use crate::ground::WholeGround;
use crate::search::{Aim, Memory, NO_ITEM, Search, Sight};

/// The memory of measurements.
///
/// Distances are by fan: the two sides of a vertex at which ground touches itself
/// may be far from each other.
#[derive(Debug)]
pub(crate) struct Survey<'a> {
    mesh: &'a NavMesh,
    memory: Memory,
    start_areas: Vec<AreaId>,
    distances: Vec<f64>,
}

impl<'a> Survey<'a> {
    pub(crate) fn new(mesh: &'a NavMesh) -> Self {
        let distances = vec![f64::INFINITY; mesh.fan_count()];
        Self { mesh, memory: Memory::new(), start_areas: Vec::new(), distances }
    }

    /// Measures how far all fans of a part of the ground are from one of them. One
    /// search over the part.
    pub(crate) fn measure(&mut self, from: FanId, part: &[FanId]) {
        let Self { mesh, memory, start_areas, distances } = self;
        for fan in part {
            distances[fan.0 as usize] = f64::INFINITY;
        }
        start_areas.clear();
        start_areas.extend(mesh.areas_around(from));
        let start = mesh.half_edge(mesh.fan(from).first_half_edge()).start();
        let aim = &mut AllFans { mesh, distances };
        let ground = &WholeGround::<false>(mesh);
        let mut search = Search { ground, aim, memory, current: NO_ITEM };
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

impl Aim for AllFans<'_> {
    fn look_into(&mut self, sight: &Sight<'_>) {
        for edge in self.mesh.half_edges_in(sight.area) {
            let known = &mut self.distances[edge.fan().0 as usize];
            let length = sight.length_to(edge.start());
            if length < *known && sight.sees(edge.start()) {
                *known = length;
            }
        }
    }
}
