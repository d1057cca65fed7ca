//! Refraction: the cheapest path through about the same areas, on weighted terrain.

mod border;
mod newton;
mod stop;
mod sweep;
mod turn;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh, QueryFilter, RayCast};

pub(crate) use stop::{Place, Stop, ends_of};

/// Refines paths over weighted terrain, by Snell's law. Holds its memory: reuse it.
///
/// A path that is pulled taut is the shortest one through its areas, not the cheapest. Light
/// bends where it enters slower ground, because that costs it less time, and so does the
/// cheapest path:
///
/// ```text
///     start                          sin(angle before) * weight before
///        \                         = sin(angle after) * weight after
///         \      meadow, 1
///    ------x--------------------
///           |    mud, 5              Less of the path leads through the mud.
///           |
///          goal
/// ```
///
/// [`refine`](Self::refine) moves the points where a path crosses borders to the cheapest
/// place, in sweeps over the path. It also tries both ways around each vertex that
/// the path bends at, and walks along cheaper ground next to the areas of the path, such as the edge
/// of a road. It does not search: areas further away are not found (J. S. B. Mitchell,
/// C. H. Papadimitriou, "The weighted region problem", 1991; N. C. Rowe, R. S. Ross, "Optimal
/// grid-free path planning across arbitrarily contoured terrain", 1990).
///
/// ```
/// use tautline_weighted::Refraction;
/// use tautline_navmesh::{QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // A road along the lower edge of a field.
/// let raw = rectangles_from_cells(20, 4, |_, y| Some(Terrain((y == 0).into())));
/// let mesh = raw.build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(0), 4.0)?;
///
/// let (start, goal) = (Vec2::new(1.0, 2.0), Vec2::new(19.0, 2.0));
/// let field = mesh.locate(start).unwrap();
/// let mut refraction = Refraction::default();
/// let cost = refraction.refine(&mesh, &filter, &[field], [], &[start, goal]);
/// assert!(cost < 4.0 * 18.0, "the way straight on");
/// // Down to the road, along it, and up again, each at the critical angle.
/// assert!((cost - (18.0 + 2.0 * f64::sqrt(15.0))).abs() < 1e-5);
/// assert_eq!(refraction.points().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Refraction {
    stops: Vec<Stop>,
    /// Stops around a vertex that are tried, and the best of them.
    tried: Vec<Stop>,
    best: Vec<Stop>,
    newton: newton::Newton,
    /// The stops at which the path bends, with the start and the goal.
    bends: Vec<Stop>,
    points: Vec<Vec2>,
    ray: RayCast,
}

impl Refraction {
    /// Refines a path, and returns the cost of the result: the sum of lengths times factors.
    ///
    /// `areas`, `borders` and `points` are the path, as for
    /// [`NavMesh::walk_cost`]. The filter must allow all of its areas. The result is as cheap as
    /// the path or cheaper, up to the rounding of its points to `f32`.
    ///
    /// At most 32 sweeps, each O(half-edges of the areas on the path, and of those around the
    /// vertices at which it bends).
    pub fn refine(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        areas: &[AreaId],
        borders: impl IntoIterator<Item = HalfEdgeId, IntoIter: Clone>,
        points: &[Vec2],
    ) -> f64 {
        self.set_path(mesh, areas, borders.into_iter(), points);
        self.refine_stops(mesh, filter)
    }

    /// Begins a path at a stop. Further stops are [pushed](Self::push).
    pub(crate) fn begin_at(&mut self, start: Stop) {
        self.stops.clear();
        self.stops.push(start);
    }

    pub(crate) fn push(&mut self, stop: Stop) {
        self.stops.push(stop);
    }

    /// Refines the path along the stops, and returns its cost.
    pub(crate) fn refine_stops(&mut self, mesh: &NavMesh, filter: &QueryFilter) -> f64 {
        stop::join(mesh, &mut self.stops);
        self.sweep_until_stable(mesh, filter);
        // Points are returned in f32, so the cost is that of the rounded points.
        self.stops.iter_mut().for_each(|stop| stop.position = stop.position.as_vec2().into());
        stop::join(mesh, &mut self.stops);
        stop::avoid_walls(mesh, filter, &mut self.stops, &mut self.ray);
        stop::straighten(mesh, filter, &self.stops, &mut self.bends);
        self.points.clear();
        self.points.extend(self.bends.iter().map(|bend| bend.position.as_vec2()));
        stop::cost(mesh, filter, &self.bends)
    }

    /// The points of the refined path, in world units: start, bends, goal.
    #[must_use]
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// Appends the areas of the refined path to `areas`, in order, each connected to the next by
    /// a border. `mesh` and `filter` must be those of the path.
    pub fn append_areas(&self, mesh: &NavMesh, filter: &QueryFilter, areas: &mut Vec<AreaId>) {
        let legs = self.stops.len().saturating_sub(1).max(1);
        let mut before = None;
        for stop in self.stops.iter().take(legs) {
            if let (Place::Vertex(vertex), Some(before)) = (stop.place, before) {
                turn::append_areas_between(mesh, filter, [before, stop.area], vertex, areas);
            }
            areas.push(stop.area);
            before = Some(stop.area);
        }
    }

    /// The length of the refined path, in world units.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.bends.windows(2).map(|leg| leg[0].position.distance(leg[1].position)).sum()
    }

    fn cost(&self, mesh: &NavMesh, filter: &QueryFilter) -> f64 {
        stop::cost(mesh, filter, &self.stops)
    }

    /// Sets the stops to the start, the points where a path crosses borders, and the goal.
    fn set_path(
        &mut self,
        mesh: &NavMesh,
        areas: &[AreaId],
        mut borders: impl Iterator<Item = HalfEdgeId> + Clone,
        points: &[Vec2],
    ) {
        let stops = &mut self.stops;
        stops.clear();
        let (Some(&start), Some(&goal), Some(&first)) =
            (points.first(), points.last(), areas.first())
        else {
            return;
        };
        stops.push(Stop::new(start.into(), Place::End, first));
        let mut here = DVec2::from(start);
        let mut area_here = first;
        mesh.visit_pieces(areas, borders.clone(), points, |area, leg, [_, end]| {
            if area != area_here {
                // Areas that the path only touches lie between both: each has its border.
                for edge in borders.by_ref() {
                    let across = mesh.half_edge(edge).across();
                    stops.push(Stop::on_border(mesh, here, edge, across));
                    if across == area {
                        break;
                    }
                }
                area_here = area;
            }
            here =
                if end < 1.0 { DVec2::from(leg.a).lerp(leg.b.into(), end) } else { leg.b.into() };
        });
        for edge in borders {
            let across = mesh.half_edge(edge).across();
            stops.push(Stop::on_border(mesh, here, edge, across));
        }
        let last = areas.last().copied().unwrap_or(first);
        stops.push(Stop::new(goal.into(), Place::End, last));
    }
}
