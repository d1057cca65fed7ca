//! One-to-all distances from a vertex.

use tautline_geometry::Vec2;
use tautline_navmesh::internal::{LinkGraph, UNIFORM_FILTER};
use tautline_navmesh::{AreaId, Budget, FanId, NavMesh};

use super::COUNT;
use crate::linked_space::LinkedTask;
use crate::links::Links;
use crate::search::{Memory, Objective, VisibleRegion, WholeSearch};
use crate::search_space::{SpaceTask, WholeMesh};

/// A one-to-all search, and its memory.
///
/// Distances are by fan: the two fans of a vertex at which the ground touches itself may be
/// far from each other. If links are taken, the distances of the exits of all arcs follow.
#[derive(Debug)]
pub(super) struct OneToAll<'a> {
    mesh: &'a NavMesh,
    /// The links that are taken.
    links: Option<&'a LinkGraph>,
    /// The budget of each search.
    budget: Budget,
    memory: Memory,
    start_areas: Vec<AreaId>,
    distances: Vec<f64>,
}

impl<'a> OneToAll<'a> {
    pub(super) fn new(mesh: &'a NavMesh, links: Option<&'a LinkGraph>, budget: Budget) -> Self {
        let exits = links.map_or(0, |links| links.arcs().len());
        let distances = vec![f64::INFINITY; mesh.fan_count() + exits];
        Self { mesh, links, budget, memory: Memory::new(), start_areas: Vec::new(), distances }
    }

    /// Measures the distances of all fans of a component from one of them, by one search.
    /// Infinite where there is no path. `None` if the budget is exhausted.
    pub(super) fn measure(&mut self, from: FanId, component: &[FanId]) -> Option<()> {
        let Self { mesh, links, budget, memory, start_areas, distances } = self;
        for fan in component {
            distances[fan.index()] = f64::INFINITY;
        }
        distances[mesh.fan_count()..].fill(f64::INFINITY);
        start_areas.clear();
        start_areas.extend(mesh.areas_around(from));
        let start = mesh.half_edge(mesh.fan(from).first_half_edge()).start();
        let objective = &mut AllFans { mesh, exits: links.and(mesh.link_graph()), distances };
        let task = WholeSearch { objective, memory, start, start_areas, budget: *budget };
        let is_complete = match *links {
            Some(graph) => {
                let links = Links { mesh, graph, filter: &UNIFORM_FILTER, factor: 1.0 };
                LinkedTask { links, task }.run(&WholeMesh(mesh))
            }
            None => task.run(&WholeMesh(mesh)),
        };
        distances[from.index()] = 0.0;
        is_complete.then_some(())
    }

    /// Measures the distances from a landmark of a component, and records them in a table with
    /// the distances of each fan and each exit from each landmark. `None` if the budget is exhausted.
    pub(super) fn record(
        &mut self,
        from: FanId,
        component: &[FanId],
        landmark: usize,
        table: &mut [f64],
    ) -> Option<()> {
        self.measure(from, component)?;
        for &fan in component {
            table[COUNT * fan.index() + landmark] = self.distance_to(fan);
        }
        for exit in self.mesh.fan_count()..self.distances.len() {
            // Exits of other components have landmarks of their own.
            if self.distances[exit].is_finite() {
                table[COUNT * exit + landmark] = self.distances[exit];
            }
        }
        Some(())
    }

    /// Returns the last distance of a fan.
    pub(super) fn distance_to(&self, fan: FanId) -> f64 {
        self.distances[fan.index()]
    }
}

/// The objective of reaching every vertex and every exit: no heuristic, no bound.
struct AllFans<'a> {
    mesh: &'a NavMesh,
    /// The links whose exits are reached.
    exits: Option<&'a LinkGraph>,
    distances: &'a mut [f64],
}

impl Objective for AllFans<'_> {
    fn visit(&mut self, region: &VisibleRegion<'_>) {
        let fans = self.mesh.fan_count();
        let mut reach = |index: usize, point: Vec2| {
            let known = &mut self.distances[index];
            let length = region.length_to(point);
            if length < *known && region.sees(point) {
                *known = length;
            }
        };
        for edge in self.mesh.half_edges_in(region.area) {
            reach(edge.fan().index(), edge.start());
        }
        if let Some(graph) = self.exits {
            for &arc in graph.arriving(region.area) {
                reach(fans + arc as usize, graph.arcs()[arc as usize].exit);
            }
        }
    }
}
