//! Landmarks for a mesh from which ground was removed.

use tautline_geometry::{DVec2, Vec2, polygon, to_f32};
use tautline_navmesh::internal::{Binding, LinkArc, LinkGraph};
use tautline_navmesh::{AreaId, NavMesh, PathQuery};

use super::{COUNT, CostLandmarks, Row};
use crate::WeightedError;
use crate::space::Space;

/// The row of a node about which nothing is known. It makes no bound: see [`CostLandmarks::at`].
const UNKNOWN: Row = [f32::NAN; COUNT];

impl CostLandmarks {
    /// Returns these landmarks for a mesh whose ground is a part of theirs, such as their mesh with obstacles cut
    /// out of it. `whole` is their own mesh, and `part` the other one.
    ///
    /// Takes a small part of the time of [`choose`](Self::choose), so that it can follow each change. Searches
    /// then take about as long as before the change. Always start from the landmarks of the mesh without obstacles:
    /// where ground comes back, the landmarks of a smaller part would overestimate costs.
    ///
    /// The part may have other terrain. Where it is cheaper, all costs of the landmarks are multiplied by the least
    /// quotient of new and old factors, so that they still underestimate. For terrain that is much cheaper, choose
    /// landmarks again.
    ///
    /// Factors are compared at the centre of each area. So no area of the part should lie on ground of several terrain
    /// classes of `whole`; those of a dynamic mesh never do. Otherwise costs may be overestimated, and paths may be
    /// dearer. Bounds of costs stay right: they do not depend on landmarks.
    ///
    /// `same_area` returns the area of `whole` that an area of `part` is, or `None` if they differ; for a dynamic mesh,
    /// `DynamicNavMesh::static_area` of `tautline-dynamic`. Nodes of areas that differ are located in `whole`. So a
    /// function that always returns `None` gives the same landmarks, in more time.
    ///
    /// O(n + m (log n + k)) for n nodes, of which m lie in areas that differ, and k in one area of `whole`.
    ///
    /// # Errors
    ///
    /// [`BakedForOtherMesh`](WeightedError::BakedForOtherMesh) if the landmarks are not those of `whole`.
    ///
    /// ```
    /// use tautline_weighted::{
    ///     CostLandmarks, WeightedMesh, WeightedPath, WeightedScratch, weighted_path,
    /// };
    /// use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // A chequered board of meadow and mud, and the same board with a wall.
    /// let terrain = |x: u32, y: u32| Terrain(((x / 8 + y / 8) % 2 == 1).into());
    /// let whole = rectangles_from_cells(64, 64, |x, y| Some(terrain(x, y))).build()?;
    /// let is_wall = |x, y| x == 40 && y > 3;
    /// let part = rectangles_from_cells(64, 64, |x, y| (!is_wall(x, y)).then(|| terrain(x, y))).build()?;
    /// let mut filter = QueryFilter::uniform();
    /// filter.set(Terrain(1), 4.0)?;
    ///
    /// let landmarks = CostLandmarks::choose(&whole, &filter);
    /// let carried = landmarks.carried_to(&whole, &part, |_| None)?;
    /// let guided = WeightedMesh::of(&part).with_landmarks(&carried);
    /// let query = PathQuery::new(Vec2::new(3.0, 5.0), Vec2::new(60.0, 50.0)).with_filter(&filter);
    /// let mut path = WeightedPath::default();
    /// weighted_path(guided, &query, &mut WeightedScratch::new(), &mut path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn carried_to(
        &self,
        whole: &NavMesh,
        part: &NavMesh,
        same_area: impl Fn(AreaId) -> Option<AreaId>,
    ) -> Result<Self, WeightedError> {
        self.binding.check(whole)?;
        let query = PathQuery::new(Vec2::ZERO, Vec2::ZERO).with_filter(&self.filter);
        let space_of = |mesh| Space::new(mesh, &query, &[], &[]);
        let mut rows = vec![UNKNOWN; space_of(part).row_count()];
        let copied = self.copy(whole, part, &same_area, &mut rows);
        self.locate(whole, part, &copied, &mut rows);

        let arcs_of = |mesh| space_of(mesh).links.map_or(&[][..], LinkGraph::arcs);
        let direction = |arc: &LinkArc| (arc.link, !arc.forwards);
        let (known, first_row) = (arcs_of(whole), Space::row_of_arc(whole, 0) as usize);
        for (arc, in_part) in (0..).zip(arcs_of(part)) {
            if let Ok(same) = known.binary_search_by_key(&direction(in_part), direction) {
                rows[Space::row_of_arc(part, arc) as usize] = self.rows[first_row + same];
            }
        }
        // Where each piece of a path costs at least this share of its earlier cost, so does the whole path.
        let quotient = self.least_quotient(whole, part, same_area);
        if quotient < 1.0 {
            rows.iter_mut().flatten().for_each(|cost| *cost = to_f32(f64::from(*cost) * quotient));
        }
        Ok(Self { binding: Binding::to(part), filter: self.filter.clone(), rows })
    }

    /// Copies the rows of nodes in areas that are the same. Returns true for each of these nodes.
    fn copy(
        &self,
        whole: &NavMesh,
        part: &NavMesh,
        same_area: impl Fn(AreaId) -> Option<AreaId>,
        rows: &mut [Row],
    ) -> Vec<bool> {
        let mut copied = vec![false; rows.len()];
        for area in part.areas() {
            let Some(same) = same_area(area) else { continue };
            let known = whole.steiner_graph().nodes_of(same);
            let mut next = 0;
            for node in part.steiner_graph().nodes_of(area) {
                // Next to an area that was cut, a border may have other nodes.
                let mut from_next = (next..known.len()).chain(0..next);
                let index = from_next.find(|&index| known[index].position == node.position);
                if let Some(index) = index {
                    rows[node.node as usize] = self.rows[known[index].node as usize];
                    copied[node.node as usize] = true;
                    next = index + 1;
                }
            }
        }
        copied
    }

    /// Returns the least quotient of the factor of an area in `part` and that of the ground in `whole`: 1 if nothing has
    /// become cheaper, and 0 if forbidden ground is allowed now.
    fn least_quotient(
        &self,
        whole: &NavMesh,
        part: &NavMesh,
        same_area: impl Fn(AreaId) -> Option<AreaId>,
    ) -> f64 {
        let factor = |mesh: &NavMesh, area| self.filter.factor(mesh.terrain(area));
        let (mut around, mut corners) = (Vec::new(), Vec::new());
        let mut least = 1.0_f64;
        for area in part.areas().filter(|&area| same_area(area).is_none()) {
            corners.clear();
            corners.extend(part.corners(area));
            let Some(centre) = polygon::centroid(&corners) else { continue };
            let centre = centre.as_vec2();
            whole.areas_on_floor(centre, part.elevation_at(area, centre), &mut around);
            // At most one, unless the area is so small that its centre is rounded to a border.
            let quotients = around.iter().map(|&same| factor(part, area) / factor(whole, same));
            // Ignores NaN, where the ground was forbidden and still is.
            least = quotients.reduce(f64::max).map_or(least, |quotient| least.min(quotient));
        }
        least
    }

    /// Locates all nodes whose rows were not copied, and measures their rows.
    fn locate(&self, whole: &NavMesh, part: &NavMesh, copied: &[bool], rows: &mut [Row]) {
        // For each node, the area of `whole` that it was located in last.
        let mut last = vec![None; rows.len()];
        let (mut around, mut corners) = (Vec::new(), Vec::new());
        for area in part.areas() {
            corners.clear();
            corners.extend(part.corners(area));
            let Some(centre) = polygon::centroid(&corners) else { continue };
            let nodes = part.steiner_graph().nodes_of(area).iter();
            for node in nodes.filter(|node| !copied[node.node as usize]) {
                let elevation = part.elevation_at(area, node.position);
                whole.areas_on_floor(node.position, elevation, &mut around);
                let inwards = centre - DVec2::from(node.position);
                let holds = |&same: &AreaId| leads_into(whole, same, node.position, inwards);
                let same = match around[..] {
                    [only] => Some(only),
                    _ => around.iter().copied().find(holds),
                };
                let (Some(same), index) = (same, node.node as usize) else { continue };
                if last[index].replace(same) != Some(same) {
                    let costs = self.row_at(whole, node.position, same);
                    // Ignores NaN. In another area of the node, it may be cheaper to reach.
                    let row = rows[index].iter_mut().zip(costs);
                    row.for_each(|(least, cost)| *least = least.min(cost));
                }
            }
        }
    }

    /// The costs of the cheapest paths to a point of an area: over the nodes of the area, and over the links that
    /// arrive in it.
    fn row_at(&self, mesh: &NavMesh, point: Vec2, area: AreaId) -> Row {
        let mut least = [f32::INFINITY; COUNT];
        let factor = self.filter.factor(mesh.terrain(area));
        let nodes = mesh.steiner_graph().nodes_of(area).iter();
        let links = mesh.link_graph().filter(|_| mesh.takes_links(&self.filter));
        let arcs = links.into_iter().flat_map(|links| {
            let arriving = links.arriving(area).iter();
            arriving.map(|&arc| (Space::row_of_arc(mesh, arc), links.arcs()[arc as usize].exit))
        });
        for (row, position) in nodes.map(|node| (node.node, node.position)).chain(arcs) {
            let away = to_f32(factor * DVec2::from(point).distance(position.into()));
            for (least, cost) in least.iter_mut().zip(&self.rows[row as usize]) {
                let sum = cost + away;
                // Not `min`, which takes longer because of NaN.
                *least = if sum < *least { sum } else { *least };
            }
        }
        least
    }
}

/// Returns true if a direction leads into an area from a point of it. At walls and point contacts, a point lies in
/// areas that are not connected there.
fn leads_into(mesh: &NavMesh, area: AreaId, point: Vec2, direction: DVec2) -> bool {
    let mut borders = mesh.half_edges_of(area).map(|edge| mesh.segment(edge));
    borders.all(|border| {
        !border.contains(point)
            || (DVec2::from(border.b) - DVec2::from(border.a)).perp_dot(direction) > 0.0
    })
}

#[cfg(test)]
mod tests {
    use tautline_fixtures::named::{bridge, pinch_with_detour, zero_width_wall};
    use tautline_fixtures::{PlainMesh, WeightedTiles};
    use tautline_navmesh::{QueryFilter, RawMesh, Terrain, rectangles_from_cells};

    use super::*;

    /// A mesh of some areas, with terrain of three kinds.
    fn mesh_of(plain: &PlainMesh, elevations: Vec<f32>) -> NavMesh {
        let mut raw = RawMesh::from_vertices(&plain.vertices);
        plain.areas.iter().for_each(|area| raw.push_area(area));
        raw.elevations = elevations;
        raw.terrains = (0..3).cycle().map(Terrain).take(plain.areas.len()).collect();
        raw.build().unwrap()
    }

    #[test]
    fn nodes_that_are_located_get_the_costs_that_were_measured() {
        let (bridge, elevations) = bridge();
        let tiles = WeightedTiles::random(3, 24);
        let class = |x: u32, y: u32| tiles.class(x.cast_signed(), y.cast_signed()).map(Terrain);
        let meshes = [
            // Floors, point contacts and walls: nodes at the same position with very different costs.
            mesh_of(&bridge, elevations),
            mesh_of(&pinch_with_detour(), Vec::new()),
            mesh_of(&zero_width_wall(), Vec::new()),
            rectangles_from_cells(24, 24, class).build().unwrap(),
        ];
        let mut filter = QueryFilter::uniform();
        filter.set(Terrain(1), 3.0).unwrap();
        for mesh in &meshes {
            let landmarks = CostLandmarks::choose(mesh, &filter);
            let carried = landmarks.carried_to(mesh, mesh, |_| None).unwrap();
            for node in mesh.areas().flat_map(|area| mesh.steiner_graph().nodes_of(area)) {
                let [known, found] =
                    [&landmarks, &carried].map(|landmarks| landmarks.rows[node.node as usize]);
                for (known, found) in known.into_iter().zip(found) {
                    // Measured paths cross borders between the nodes, so that they may be cheaper.
                    assert!((0.95 * known..=known).contains(&found), "{known} became {found}");
                }
            }
        }
    }
}
