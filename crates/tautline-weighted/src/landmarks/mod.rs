//! Landmarks for the costs of a filter (ALT).

mod carried;
mod choice;

use tautline_geometry::DVec2;
use tautline_navmesh::internal::Binding;
use tautline_navmesh::{AreaId, LinkKind, NavMesh, PathQuery, QueryFilter, Terrain};

use crate::end_points::EndPoint;
use crate::space::Space;

/// The number of landmarks.
const COUNT: usize = 16;

/// The number of bounds that are compared at once.
const LANES: usize = 4;

/// The costs of the cheapest paths from each landmark to a node.
type Row = [f32; COUNT];

/// Landmarks for searches over weighted terrain (ALT: A\*, landmarks, triangle inequality), for the
/// costs of one filter.
///
/// They hold the costs of the cheapest paths from 16 nodes at the far ends of the map to all
/// others, 64 bytes a node. Searches then do not expand directions that are cheap but lead away from the
/// goal. On maps of a thousand areas and more, searches take about 10 % of the time; on maps of a hundred, 14 to
/// 20 %; with 10 to 100 links, 14 to 33 %. On maps of fewer than a hundred areas, landmarks hardly pay off. Paths are not
/// always the same as without: on average, they cost up to 0.02 % more on real maps of 500 areas and more, and up to
/// 0.1 % more on random maps of 300.
///
/// Any query may use them. They help most if its filter has the same costs, even if it forbids
/// more; less if its costs differ. They include the links of the kinds that their own filter allows, and do not
/// help queries that may take other kinds. With links they help less, because they use only the costs from
/// landmarks, not the costs back to them. Only the connected component with the most nodes has landmarks.
///
/// ```
/// use tautline_weighted::{
///     CostLandmarks, WeightedMesh, WeightedPath, WeightedScratch, weighted_path,
/// };
/// use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // A chequered board of meadow and mud.
/// let is_mud = |x: u32, y: u32| (x / 8 + y / 8) % 2 == 1;
/// let raw = rectangles_from_cells(64, 64, |x, y| Some(Terrain(is_mud(x, y).into())));
/// let mesh = raw.build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(1), 4.0)?;
/// let landmarks = CostLandmarks::choose(&mesh, &filter);
///
/// let query = PathQuery::new(Vec2::new(3.0, 5.0), Vec2::new(60.0, 50.0)).with_filter(&filter);
/// let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
/// weighted_path(&mesh, &query, &mut scratch, &mut path)?;
/// let (cost, expanded) = (path.cost, scratch.expanded());
/// let guided = WeightedMesh::of(&mesh).with_landmarks(&landmarks);
/// weighted_path(guided, &query, &mut scratch, &mut path)?;
/// assert!((path.cost / cost - 1.0).abs() < 0.01 && scratch.expanded() < expanded / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CostLandmarks {
    pub(crate) binding: Binding,
    /// The costs that the rows are for. A terrain that the filter forbids costs as much as the most expensive
    /// other one.
    filter: QueryFilter,
    /// The row of each node and, if there are links, of the exit of each arc. Infinite where no path leads; NaN where
    /// nothing is known.
    rows: Vec<Row>,
}

impl CostLandmarks {
    /// Prepares the bounds for a query, given the areas of its goal and the points that are added for it.
    /// `None` if there are none.
    pub(crate) fn bounds(
        &self,
        mesh: &NavMesh,
        query: &PathQuery<'_>,
        goal_areas: &[AreaId],
        goal_points: &[EndPoint],
    ) -> Option<GoalBounds> {
        let takes_links = mesh.takes_links(query.filter);
        let knows =
            |&kind: &LinkKind| self.filter.allows_links(kind) || !query.filter.allows_links(kind);
        if takes_links && !LinkKind::ALL.iter().all(knows) {
            // A link that the landmarks do not include can make any path cheaper.
            return None;
        }
        // If every factor is at least some multiple of the factor of the landmarks, the cost of every path is at least
        // that multiple, too. The costs of links do not scale, so with links the multiple is at most 1.
        let factors =
            |class| [query.filter, &self.filter].map(|filter| filter.factor(Terrain(class)));
        let ratios = (0..=u8::MAX).map(factors).map(|[asked, known]| asked / known);
        let most = if takes_links { 1.0 } else { f64::INFINITY };
        let scale = ratios.fold(most, f64::min);
        let mut bounds =
            GoalBounds { scale, lower: [f64::INFINITY; COUNT], upper: [f64::NEG_INFINITY; COUNT] };
        let goal = DVec2::from(query.goal.point);
        let links = mesh.link_graph().filter(|_| mesh.takes_links(&self.filter));
        let mut is_known = true;
        let mut widen = |row: &Row, away: f64| {
            is_known &= !row[0].is_nan();
            for ((lower, upper), &cost) in bounds.lower.iter_mut().zip(&mut bounds.upper).zip(row) {
                *lower = lower.min(f64::from(cost) + away);
                *upper = upper.max(f64::from(cost) - away);
            }
        };
        for &area in goal_areas {
            let factor = self.filter.factor(mesh.terrain(area));
            for node in mesh.steiner_graph().nodes_of(area) {
                let away = factor * goal.distance(node.position.into());
                widen(&self.rows[node.node as usize], away);
            }
            if let Some(links) = links {
                for &arc in links.arriving(area) {
                    let away = factor * goal.distance(links.arcs()[arc as usize].exit.into());
                    widen(&self.rows[Space::row_of_arc(mesh, arc) as usize], away);
                }
            }
        }
        for &EndPoint { edge, twin, position, .. } in goal_points {
            let factors =
                [edge, twin].map(|side| self.filter.factor(mesh.terrain(mesh.area_of(side))));
            let point = DVec2::from(position);
            let rest = factors[0] * goal.distance(point);
            for node in mesh.steiner_graph().nodes_of(mesh.area_of(twin)) {
                let away = factors[1] * point.distance(node.position.into()) + rest;
                widen(&self.rows[node.node as usize], away);
            }
        }
        if links.is_some() {
            // Costs to a landmark may differ from costs from it.
            bounds.upper = [f64::INFINITY; COUNT];
        }
        // Without nodes, or in another component, nothing is known.
        is_known &= bounds.lower[0].is_finite() && scale > 0.0 && scale.is_finite();
        is_known.then_some(bounds)
    }

    /// The lower bound of the cost from a node to the goal.
    #[inline]
    pub(crate) fn at(&self, node: u32, goal: &GoalBounds) -> f64 {
        let row = &self.rows[node as usize];
        let mut lanes = [0.0; LANES];
        let [lower, upper] = [&goal.lower, &goal.upper].map(|bounds| bounds.as_chunks::<LANES>().0);
        let costs = row.as_chunks::<LANES>().0;
        for ((costs, lower), upper) in costs.iter().zip(lower).zip(upper) {
            for (lane, most) in lanes.iter_mut().enumerate() {
                let cost = f64::from(costs[lane]);
                // Not `max`, which takes twice as long because of NaN. Here NaN means that nothing is known, and is
                // never greater.
                for bound in [lower[lane] - cost, cost - upper[lane]] {
                    *most = if bound > *most { bound } else { *most };
                }
            }
        }
        let most = lanes.into_iter().fold(0.0, f64::max);
        goal.scale * most
    }
}

/// Bounds on the costs between the goal and each landmark.
///
/// With d(n) the cost of node n from a landmark, and c(n) the cost from n straight to the goal, for nodes of
/// the goal's areas: `lower` is the least d(n) + c(n), the cost of the goal. A node v is at least `lower - d(v)`
/// from the goal. `upper` is the greatest d(n) - c(n), and v is at least `d(v) - upper` from it, since each
/// path leads over such an n.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalBounds {
    /// The multiple of the landmarks' costs that the costs of the query are at least.
    scale: f64,
    lower: [f64; COUNT],
    upper: [f64; COUNT],
}
