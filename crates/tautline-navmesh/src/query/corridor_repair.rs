//! Corridor repair for an agent that was pushed out of its corridor.

use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter, Vec2};

/// The greatest number of areas that are searched for an agent that has left its corridor.
/// An agent that moves a little every tick is found within the first few.
const REPAIR_REACH: usize = 64;

/// The path back from an agent's area to an area nearby, and the memory of the search for
/// it. It crosses the fewest borders, and no links.
///
/// ```
/// use tautline_navmesh::{BuildOptions, NavMesh, Terrain, Vec2, CorridorRepair, rectangles_from_cells};
///
/// let raw = rectangles_from_cells(3, 3, |x, y| ((x, y) != (1, 1)).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let corner = mesh.locate(Vec2::new(0.5, 0.5)).unwrap();
/// let mut repair = CorridorRepair::default();
/// assert!(repair.find(&mesh, None, corner, Vec2::new(2.5, 2.5)));
/// assert_eq!(repair.edges().last().map(|&edge| mesh.half_edge(edge).across()), Some(corner));
/// assert!(!repair.find(&mesh, None, corner, Vec2::new(1.5, 1.5)), "in the pillar");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CorridorRepair {
    /// The areas in the order of a breadth-first search, each with its half-edge that leads back.
    seen: Vec<(AreaId, Option<HalfEdgeId>)>,
    /// The half-edges to cross, each one of the area that is left.
    edges: Vec<HalfEdgeId>,
}

impl CorridorRepair {
    /// Finds the path back to `back_to` from the nearest area, by borders crossed, that
    /// contains a position. Crosses only areas that the filter allows. Returns false if none
    /// of the 64 nearest areas contains the position.
    pub fn find(
        &mut self,
        mesh: &NavMesh,
        filter: Option<&QueryFilter>,
        back_to: AreaId,
        position: Vec2,
    ) -> bool {
        let can_cross = |edge, across| {
            filter.is_none_or(|filter| mesh.is_open(across, filter) && filter.admits(edge))
        };
        let Self { seen, .. } = self;
        seen.clear();
        seen.push((back_to, None));
        let mut next = 0;
        while let Some(&(area, _)) = seen.get(next) {
            if mesh.contains(area, position) {
                self.read_edges(mesh, next);
                return true;
            }
            next += 1;
            for edge in mesh.half_edges_of(area) {
                let Some(twin) = mesh.twin(edge) else { continue };
                let across = mesh.area_of(twin);
                if seen.len() < REPAIR_REACH
                    && can_cross(edge, across)
                    && !seen.iter().any(|(seen, _)| *seen == across)
                {
                    seen.push((across, Some(twin)));
                }
            }
        }
        false
    }

    /// Collects the half-edges from a visited area back to the first one.
    fn read_edges(&mut self, mesh: &NavMesh, last: usize) {
        let Self { seen, edges } = self;
        edges.clear();
        let mut back = seen[last].1;
        while let Some(edge) = back {
            edges.push(edge);
            let before = mesh.half_edge(edge).across();
            back = seen.iter().find(|(area, _)| *area == before).and_then(|entry| entry.1);
        }
    }

    /// The half-edges to cross on the path that was found, each one of the area that is left.
    /// The first one belongs to the area that contains the position.
    #[must_use]
    pub fn edges(&self) -> &[HalfEdgeId] {
        &self.edges
    }
}
