//! The memory of exact searches, which holds the results of the last one.

use tautline_geometry::Vec2;
use tautline_navmesh::internal::LinkEstimate;
use tautline_navmesh::{AreaId, MeshIdentity, NavMesh};

use crate::landmarks::LandmarkBounds;
use crate::length_tolerance::LENGTH_TOLERANCE;
use crate::search::{FoundPath, Memory};
use crate::{Counters, LinkTraversal};

/// The memory of exact searches. Reuse it for any mesh.
#[derive(Clone, Debug, Default)]
pub struct AnyAngleScratch {
    pub(crate) memory: Memory,
    pub(crate) start_areas: Vec<AreaId>,
    pub(crate) goal_areas: Vec<AreaId>,
    pub(crate) block_cut_numbers: Vec<u32>,
    pub(crate) goal_bounds: LandmarkBounds,
    /// The lower bounds over links.
    pub(crate) link_estimate: LinkEstimate,
    /// The goal of the last search.
    pub(crate) goal: Vec2,
    /// The mesh of the last search, whose areas the path names.
    pub(crate) mesh: Option<MeshIdentity>,
    /// The share by which the path of the last search may be longer than a shortest one.
    pub(crate) share: f64,
    /// A length that no path of the last search is shorter than.
    pub(crate) lower_bound: f64,
    pub(crate) best: FoundPath,
}

impl AnyAngleScratch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            memory: Memory::new(),
            start_areas: Vec::new(),
            goal_areas: Vec::new(),
            block_cut_numbers: Vec::new(),
            goal_bounds: LandmarkBounds::UNKNOWN,
            link_estimate: LinkEstimate::new(),
            goal: Vec2::ZERO,
            mesh: None,
            share: 0.0,
            lower_bound: 0.0,
            best: FoundPath::NONE,
        }
    }

    /// Replaces `areas` by those that the path of the last search crosses, from the start's
    /// to the goal's, each connected to the next by a border or by a link that the path takes.
    /// `mesh` must be the mesh of that search. There are no areas for another mesh, or if no
    /// path was found.
    pub fn read_areas(&self, mesh: &NavMesh, areas: &mut Vec<AreaId>) {
        areas.clear();
        if self.best.length.is_finite() && self.mesh == Some(mesh.identity()) {
            self.memory.read_areas(mesh, &self.best, areas);
        }
    }

    /// Replaces `links` by those that the path of the last search takes, from the start to the
    /// goal. `mesh` must be the mesh of that search. There are no links for another mesh, or
    /// if no path was found.
    ///
    /// ```
    /// use tautline_anyangle::{AnyAngleScratch, LinkTraversal, shortest_path};
    /// use tautline_navmesh::{LinkId, PathQuery, RawLink, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two rooms, and a jump across the gap between them.
    /// let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// let jump = RawLink { from: [5.0, 2.0], to: [4.0, 2.0], cost: Some(1.5), both_ways: true, ..RawLink::default() };
    /// raw.links.push(jump);
    /// let mesh = raw.build()?;
    ///
    /// let query = PathQuery::new(Vec2::new(1.0, 2.0), Vec2::new(8.0, 2.0));
    /// let (mut scratch, mut points, mut links) = (AnyAngleScratch::new(), Vec::new(), Vec::new());
    /// assert_eq!(shortest_path(&mesh, &query, &mut scratch, &mut points)?, 7.5);
    /// scratch.read_links(&mesh, &mut links);
    /// assert_eq!(links, [LinkTraversal { point: 1, link: LinkId(0), forwards: false }]);
    /// assert_eq!([points[1], points[2]], [4.0, 5.0].map(|x| Vec2::new(x, 2.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_links(&self, mesh: &NavMesh, links: &mut Vec<LinkTraversal>) {
        links.clear();
        if self.best.length.is_finite() && self.mesh == Some(mesh.identity()) {
            self.memory.read_links(mesh, &self.best, self.goal, links);
        }
    }

    /// Returns a length that no path between the ends of the last search is below. While the search
    /// runs, it is the heuristic at the start; when an exact search has ended, the length of the path.
    ///
    /// ```
    /// use tautline_anyangle::{AnyAngleScratch, shortest_path};
    /// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
    /// let mesh = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0))).build()?;
    /// let query = PathQuery::new(Vec2::ZERO, Vec2::new(5.0, 5.0)).within(0.01);
    /// let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    /// let length = shortest_path(&mesh, &query, &mut scratch, &mut points)?;
    /// let bound = scratch.lower_bound();
    /// assert!(bound <= 2.0 * 17_f64.sqrt() && length <= 1.01 * bound * (1.0 + 1e-11));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn lower_bound(&self) -> f64 {
        self.lower_bound
    }

    /// Records that a search has ended: no path is shorter than `length` by more than the share.
    pub(crate) fn end_at(&mut self, length: f64) {
        self.lower_bound = if self.share > 0.0 {
            // Less than that, because keys are rounded.
            let promised = length / (1.0 + self.share) * (1.0 - LENGTH_TOLERANCE);
            promised.max(self.lower_bound).min(length)
        } else {
            length
        };
    }

    /// Returns the counters of the last search.
    #[must_use]
    pub const fn counters(&self) -> Counters {
        self.memory.counters
    }
}
