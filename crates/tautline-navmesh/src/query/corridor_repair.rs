//! The way back of an agent that was pushed out of its corridor.

use crate::{AreaId, HalfEdgeId, NavMesh, QueryFilter, Vec2};

/// How many areas around the agent are looked through when it leaves its
/// corridor, before it counts as astray. An agent that moves a little every
/// tick is found within the first few.
const REPAIR_REACH: usize = 64;

/// The way back from where an agent is to an area nearby, and the memory of looking for it.
/// It crosses the fewest borders, and no links.
///
/// ```
/// use tautline_navmesh::{BuildOptions, NavMesh, Terrain, Vec2, CorridorRepair, rectangles_from_cells};
///
/// let raw = rectangles_from_cells(3, 3, |x, y| ((x, y) != (1, 1)).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let corner = mesh.locate(Vec2::new(0.5, 0.5)).unwrap();
/// let mut way = CorridorRepair::default();
/// assert!(way.find(&mesh, None, corner, Vec2::new(2.5, 2.5)));
/// assert_eq!(way.edges().last().map(|&edge| mesh.half_edge(edge).across()), Some(corner));
/// assert!(!way.find(&mesh, None, corner, Vec2::new(1.5, 1.5)), "in the pillar");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CorridorRepair {
    /// The areas that were looked at, in order, each with its side that leads back.
    seen: Vec<(AreaId, Option<HalfEdgeId>)>,
    /// The sides to be crossed, each one of the area that is left.
    edges: Vec<HalfEdgeId>,
}

impl CorridorRepair {
    /// Finds the way back to an area from the nearest one, by borders crossed, that
    /// holds a position, over ground that the costs permit. Returns false if none of the
    /// 64 nearest areas does.
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

    /// Reads the sides from an area that was seen back to the first one.
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

    /// The sides to be crossed on the way that was found, each one of the area that is
    /// left. The first one is that of the area which holds the position.
    #[must_use]
    pub fn edges(&self) -> &[HalfEdgeId] {
        &self.edges
    }
}
