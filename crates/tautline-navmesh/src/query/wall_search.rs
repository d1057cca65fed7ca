//! Best-first search for the nearest wall.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline_geometry::DVec2;

use crate::internal::begin_generation;
use crate::{AreaId, HalfEdgeId, NavMesh};

/// A best-first search from area to area, and its memory: 4 bytes per area.
#[derive(Clone, Debug, Default)]
pub(crate) struct WallSearch {
    /// The areas to visit, by the bits of their squared distances.
    queue: BinaryHeap<Reverse<(u64, AreaId)>>,
    /// The areas to visit, if their order is of no concern.
    stack: Vec<AreaId>,
    /// For each area, the number of the last search that visited it.
    marks: Vec<u32>,
    search: u32,
}

impl WallSearch {
    /// Finds the nearest half-edge without an allowed area across, and its squared distance.
    /// Only half-edges for whose squared distance `is_in_reach` returns true are tested or
    /// crossed.
    pub(crate) fn nearest(
        &mut self,
        mesh: &NavMesh,
        starts: &[AreaId],
        center: DVec2,
        is_in_reach: impl Fn(f64) -> bool,
        is_open: impl Fn(AreaId) -> bool,
    ) -> Option<(f64, HalfEdgeId)> {
        self.begin(mesh.area_count());
        self.queue.extend(starts.iter().map(|&area| Reverse((0, area))));
        let mut nearest: Option<(f64, HalfEdgeId)> = None;
        while let Some(Reverse((bits, area))) = self.queue.pop() {
            // The queue is sorted by distance: nothing that follows can be nearer.
            if nearest.is_some_and(|nearest| f64::from_bits(bits) >= nearest.0) {
                break;
            }
            if std::mem::replace(&mut self.marks[area.index()], self.search) == self.search {
                continue;
            }
            for edge in mesh.half_edges_of(area) {
                let distance = mesh.segment(edge).distance_squared(center);
                if !is_in_reach(distance) || nearest.is_some_and(|nearest| distance >= nearest.0) {
                    continue;
                }
                let across = mesh.twin(edge).map(|twin| mesh.area_of(twin));
                match across.filter(|&across| is_open(across)) {
                    Some(across) if self.marks[across.index()] != self.search => {
                        // The bits of non-negative floats have the order of the floats.
                        self.queue.push(Reverse((distance.to_bits(), across)));
                    }
                    Some(_) => {}
                    None => nearest = Some((distance, edge)),
                }
            }
        }
        nearest
    }

    /// Collects the half-edges in reach without an allowed area across. A half-edge is in reach if
    /// `is_in_reach` returns true for its squared distance. Visits the start, and the areas that
    /// are connected with it across half-edges in reach.
    pub(crate) fn collect(
        &mut self,
        mesh: &NavMesh,
        start: AreaId,
        center: DVec2,
        is_in_reach: impl Fn(f64) -> bool,
        is_open: impl Fn(AreaId) -> bool,
        walls: &mut Vec<HalfEdgeId>,
    ) {
        self.begin(mesh.area_count());
        self.marks[start.index()] = self.search;
        self.stack.push(start);
        while let Some(area) = self.stack.pop() {
            for edge in mesh.half_edges_of(area) {
                if !is_in_reach(mesh.segment(edge).distance_squared(center)) {
                    continue;
                }
                let across = mesh.twin(edge).map(|twin| mesh.area_of(twin));
                let Some(across) = across.filter(|&across| is_open(across)) else {
                    walls.push(edge);
                    continue;
                };
                if std::mem::replace(&mut self.marks[across.index()], self.search) != self.search {
                    self.stack.push(across);
                }
            }
        }
    }

    fn begin(&mut self, areas: usize) {
        self.queue.clear();
        begin_generation(&mut self.marks, &mut self.search, areas);
    }
}
