//! Obstacles, and their footprints on the grid.

use crate::ChangeError;
use tautline_geometry::polygon::edges;
use tautline_meshgen::internal::grid::{Contour, Grid, GridPoint, difference, dot, turn};
use tautline_meshgen::internal::{Extent, boolean_ops, inset, rings};
use tautline_meshgen::{FillRule, PolygonError, PolygonOptions, Polygons, Repair, Role};
use tautline_navmesh::Terrain;

/// An obstacle on the mesh, or a change of its terrain.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Obstacle {
    /// The corners of its rings, in world units. The obstacle covers points inside an odd
    /// number of rings. Rings may intersect themselves and each other, like those of
    /// [`Polygons`]. Rings that enclose nothing are ignored.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// The clearance around it, by [`agent_radius`](PolygonOptions::agent_radius), and the line
    /// join at its corners. None by default.
    pub margin: PolygonOptions,
    /// The least and the greatest elevation of the areas that it covers, in world units. It
    /// covers a static area if the area has such an elevation anywhere below the obstacle. So it
    /// can cover one of several floors; and a sloping area that is partly in the range is
    /// covered along the whole footprint. By default it covers all floors.
    #[cfg_attr(feature = "serde", serde(default))]
    pub elevations: Option<[f32; 2]>,
    /// The terrain class that it gives to the ground which it covers; `None` removes the ground, which is the
    /// default. See [`Self::with_terrain`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub terrain: Option<Terrain>,
}

impl Obstacle {
    /// An obstacle without a margin, on all floors.
    pub fn new(rings: impl IntoIterator<Item = Vec<[f32; 2]>>) -> Self {
        Self { rings: rings.into_iter().collect(), ..Self::default() }
    }

    /// A rectangle between two opposite corners, without a margin, on all floors.
    #[must_use]
    pub fn rect([x0, y0]: [f32; 2], [x1, y1]: [f32; 2]) -> Self {
        Self::new([vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]])
    }

    /// A regular octagon around a circle, without a margin, on all floors: the footprint of a barrel, a tree or
    /// a vehicle. Its corners are 8 % of the radius off the circle.
    ///
    /// ```
    /// use tautline_dynamic::{DynamicNavMesh, Obstacle};
    /// use tautline_navmesh::{Terrain, Vec2, rectangles_from_cells};
    ///
    /// let mesh = rectangles_from_cells(8, 8, |_, _| Some(Terrain(0))).build()?;
    /// let mut ground = DynamicNavMesh::new(mesh)?;
    /// let mut barrel = Obstacle::octagon([4.0, 4.0], 0.5);
    /// barrel.margin.agent_radius = 0.25; // the radius of the mesh's agents
    /// let (barrel, _) = ground.add_obstacle(&barrel)?;
    /// let is_free = |ground: &DynamicNavMesh, x| ground.mesh().locate(Vec2::new(x, 4.0)).is_some();
    /// assert!(!is_free(&ground, 4.7) && is_free(&ground, 4.8));
    /// ground.remove_obstacle(barrel)?;
    /// assert!(is_free(&ground, 4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn octagon([x, y]: [f32; 2], radius: f32) -> Self {
        let half_side = radius * (std::f32::consts::SQRT_2 - 1.0);
        let [near, far] = [half_side, radius];
        let corners = [
            [far, -near],
            [far, near],
            [near, far],
            [-near, far],
            [-far, near],
            [-far, -near],
            [-near, -far],
            [near, -far],
        ];
        Self::new([corners.map(|[dx, dy]| [x + dx, y + dy]).to_vec()])
    }

    /// The same shape, which sets the terrain class of the ground instead of removing it: a road that is built, mud
    /// after rain, fire. A [`QueryFilter`](tautline_navmesh::QueryFilter) gives the class its cost, or forbids it: so
    /// a gate is open for some agents and closed for others.
    ///
    /// Where several cover each other, the one that was added last counts; other obstacles remove
    /// the ground below all of them.
    ///
    /// ```
    /// use tautline_dynamic::{DynamicNavMesh, Obstacle};
    /// use tautline_navmesh::{QueryFilter, RayCast, Terrain, Vec2, rectangles_from_cells};
    ///
    /// const GATE_OF_RED: Terrain = Terrain(1);
    /// let mesh = rectangles_from_cells(8, 8, |_, _| Some(Terrain(0))).build()?;
    /// let mut ground = DynamicNavMesh::new(mesh)?;
    /// let gate = Obstacle::rect([3.0, 0.0], [5.0, 8.0]).with_terrain(GATE_OF_RED);
    /// ground.add_obstacle(&gate)?;
    ///
    /// let (red, mut blue) = (QueryFilter::uniform(), QueryFilter::uniform());
    /// blue.forbid(GATE_OF_RED);
    /// let way = [Vec2::new(1.0, 4.0), Vec2::new(7.0, 4.0)];
    /// assert!(ground.mesh().can_walk(way, &red, &mut RayCast::new())?);
    /// assert!(!ground.mesh().can_walk(way, &blue, &mut RayCast::new())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_terrain(self, terrain: Terrain) -> Self {
        Self { terrain: Some(terrain), ..self }
    }
}

/// The greatest coordinate of an obstacle, in steps of the grid: 4 times that of the mesh. With
/// a margin of [`MAX_MARGIN`], which miter joins multiply by up to 32, coordinates fit
/// 30 bits.
const MAX_STEPS: f64 = 67_108_864.0;

/// The greatest margin, in steps of the grid.
const MAX_MARGIN: f64 = 8_388_608.0;

/// The footprint of an obstacle: rings that do not cross, with the obstacle on their left.
#[derive(Clone, Debug)]
pub(super) struct Footprint {
    pub(super) rings: Vec<Contour>,
    pub(super) extent: Extent,
    /// The elevations of the areas that it covers; `None` for all.
    pub(super) elevations: Option<[f32; 2]>,
    /// The terrain class that it sets; `None` if it removes the ground.
    pub(super) terrain: Option<Terrain>,
}

impl Footprint {
    /// The footprint of an obstacle; `None` if its rings enclose nothing.
    pub(super) fn of(
        index: usize,
        obstacle: &Obstacle,
        grid: Grid,
        repairs: &mut Vec<Repair>,
    ) -> Result<Option<Self>, ChangeError> {
        let elevations = obstacle.elevations;
        if let Some([low, high]) = elevations
            && (low > high || low.is_nan() || high.is_nan())
        {
            return Err(ChangeError::Elevations { obstacle: index, low, high });
        }
        let margin = &obstacle.margin;
        let (radius, most) = (margin.agent_radius, MAX_MARGIN * grid.step());
        if !(0.0..=most).contains(&f64::from(radius)) {
            return Err(ChangeError::Margin { obstacle: index, radius, most });
        }
        margin.check()?;
        let mut polygons = Polygons::default();
        polygons.push(Role::Hole, obstacle.rings.iter().cloned());
        rings::check(&polygons).map_err(|error| at_index(error, index))?;
        let most = MAX_STEPS * grid.step();
        for &[x, y] in obstacle.rings.iter().flatten() {
            if f64::from(x.abs().max(y.abs())) > most {
                return Err(ChangeError::TooFar { obstacle: index, x, y, most });
            }
        }
        let first_repair = repairs.len();
        let snapped = rings::snap(&polygons, grid, repairs);
        let mut rings = Vec::new();
        for shape in &snapped {
            rings.append(&mut boolean_ops::resolve_self_intersections(
                index,
                shape,
                FillRule::EvenOdd,
                grid,
                repairs,
            )?);
        }
        repairs[first_repair..].iter_mut().for_each(|repair| repair.set_shape(index));
        if radius > 0.0 {
            rings = inset::outset_rings(&rings, margin, grid)?;
        }
        let extent = Extent::of(rings.iter().flatten().copied());
        let terrain = obstacle.terrain;
        Ok(extent.map(|extent| Self { rings, extent, elevations, terrain }))
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = [GridPoint; 2]> {
        self.rings.iter().flat_map(|ring| edges(ring))
    }

    /// Returns true if a border and the footprint have a common point other than the border's
    /// ends. Exact.
    pub(super) fn touches(&self, border: [GridPoint; 2]) -> bool {
        let [a, b] = border;
        Extent::of(border).is_some_and(|border| border.meets(&self.extent))
            && (self.edges().any(|edge| touches_within(border, edge))
                || self.encloses(
                    [i64::from(a.x) + i64::from(b.x), i64::from(a.y) + i64::from(b.y)],
                    2,
                ))
    }

    /// Returns true if the footprint overlaps the inside of a convex area. Exact.
    pub(super) fn overlaps(&self, area: &[GridPoint]) -> bool {
        if self.edges().any(|edge| passes_through(area, edge)) {
            return true;
        }
        // The footprint covers the whole area or none of it, so one inner point decides: the
        // centroid of a triangle, multiplied by 3 to be an integer.
        let [first, rest @ ..] = area else { return false };
        rest.windows(2).find(|pair| turn(*first, pair[0], pair[1]) > 0).is_some_and(|pair| {
            let corners = [*first, pair[0], pair[1]];
            let sum = |coordinate: fn(&GridPoint) -> i32| {
                corners.iter().map(coordinate).map(i64::from).sum()
            };
            self.encloses([sum(|point| point.x), sum(|point| point.y)], 3)
        })
    }

    /// Returns true if a point that is not on an edge lies inside.
    pub(super) fn contains(&self, point: GridPoint) -> bool {
        self.encloses([point.x.into(), point.y.into()], 1)
    }

    /// Returns true if a point lies inside, by the parity of crossings of a horizontal ray.
    /// The point is given multiplied by `scale`, and not on an edge.
    fn encloses(&self, [x, y]: [i64; 2], scale: i64) -> bool {
        let mut is_within = false;
        for ends in self.edges() {
            let [a, b] = ends.map(|end| [i64::from(end.x) * scale, i64::from(end.y) * scale]);
            if (a[1] > y) != (b[1] > y) {
                let wide = |one: i64, other: i64| i128::from(one - other);
                let cross = wide(b[0], a[0]) * wide(y, a[1]) - wide(b[1], a[1]) * wide(x, a[0]);
                is_within ^= (cross > 0) == (b[1] > a[1]);
            }
        }
        is_within
    }
}

/// Replaces the shape in an error: each obstacle is repaired separately as shape 0.
fn at_index(error: PolygonError, index: usize) -> PolygonError {
    match error {
        PolygonError::NotFinite { ring, point, x, y, .. } => {
            PolygonError::NotFinite { shape: index, ring, point, x, y }
        }
        other => other,
    }
}

/// Returns true if an edge and a border have a common point other than the border's ends.
fn touches_within([a, b]: [GridPoint; 2], [p, q]: [GridPoint; 2]) -> bool {
    let [before, after] = [p, q].map(|end| turn(a, b, end).signum());
    match before * after {
        1 => false,
        0 if before == after => {
            // All four points lie on one line.
            let along = difference(a, b);
            let [from, to] = [p, q].map(|end| dot(along, difference(a, end)));
            from.max(to) > 0 && from.min(to) < dot(along, along)
        }
        _ => turn(p, q, a).signum() * turn(p, q, b).signum() < 0,
    }
}

/// Returns true if a segment passes through the inside of a convex area: no line along an edge
/// of the area or along the segment separates them (the separating axis theorem).
pub(super) fn passes_through(area: &[GridPoint], [p, q]: [GridPoint; 2]) -> bool {
    if p == q {
        return false;
    }
    let is_beyond = |[a, b]: [GridPoint; 2]| turn(a, b, p) <= 0 && turn(a, b, q) <= 0;
    if edges(area).any(is_beyond) {
        return false;
    }
    let turns = || area.iter().map(|&corner| turn(p, q, corner));
    turns().any(|turn| turn > 0) && turns().any(|turn| turn < 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i32, y: i32) -> GridPoint {
        GridPoint::new(x, y)
    }

    fn square(low: i32, high: i32) -> [GridPoint; 4] {
        [point(low, low), point(high, low), point(high, high), point(low, high)]
    }

    #[test]
    fn a_border_is_touched_anywhere_but_at_its_ends() {
        let border = [point(0, 0), point(4, 0)];
        for (edge, touches) in [
            ([point(0, 0), point(0, 4)], false),
            ([point(-3, 0), point(0, 0)], false),
            ([point(4, 0), point(6, 0)], false),
            ([point(-3, 0), point(1, 0)], true),
            ([point(-3, 0), point(9, 0)], true),
            ([point(2, 0), point(2, 5)], true),
            ([point(2, 1), point(2, 5)], false),
            ([point(-1, -1), point(1, 1)], false),
            ([point(-1, -2), point(3, 2)], true),
            ([point(3, -1), point(5, 1)], false),
        ] {
            assert_eq!(touches_within(border, edge), touches, "{edge:?}");
            let reversed = [edge[1], edge[0]];
            assert_eq!(touches_within([border[1], border[0]], reversed), touches, "{edge:?}");
        }
    }

    #[test]
    fn a_segment_passes_through_an_area_only_if_it_meets_its_inside() {
        let area = square(0, 4);
        for (segment, passes) in [
            ([point(0, 0), point(4, 0)], false),
            ([point(-1, 1), point(1, -1)], false),
            ([point(-1, 2), point(2, -1)], true),
            ([point(1, 1), point(2, 2)], true),
            ([point(4, 2), point(7, 2)], false),
            ([point(3, 2), point(7, 2)], true),
            ([point(-9, 2), point(9, 2)], true),
            ([point(-9, 4), point(9, 4)], false),
            ([point(5, 3), point(3, 5)], false),
        ] {
            assert_eq!(passes_through(&area, segment), passes, "{segment:?}");
        }
    }

    #[test]
    fn a_rectangle_and_an_octagon_enclose_what_they_are_named_after() {
        assert_eq!(
            Obstacle::rect([3.0, 1.0], [-1.0, 2.0]),
            Obstacle::new([vec![[3.0, 1.0], [-1.0, 1.0], [-1.0, 2.0], [3.0, 2.0]]])
        );
        let octagon = Obstacle::octagon([10.0, -6.0], 2.0);
        let [ring] = octagon.rings.as_slice() else { panic!("{octagon:?}") };
        assert_eq!(ring.len(), 8);
        for &[x, y] in ring {
            let [dx, dy] = [x - 10.0, y + 6.0];
            assert!((f64::from(dx * dx + dy * dy).sqrt() / 2.0 - 1.082).abs() < 1e-3, "{x} {y}");
        }
        let grid = Grid::reaching(16.0);
        let footprint = Footprint::of(0, &octagon, grid, &mut Vec::new()).unwrap().unwrap();
        for (x, y, is_covered) in
            [(11.9, -6.0, true), (12.1, -6.0, false), (11.4, -4.6, true), (11.5, -4.5, false)]
        {
            assert_eq!(footprint.contains(grid.snap([x, y])), is_covered, "{x} {y}");
        }
    }

    #[test]
    fn an_obstacle_covers_what_lies_within_it_and_nothing_beside_it() {
        let grid = Grid::reaching(16.0);
        let ring = |low: f32, high: f32| vec![[low, low], [high, low], [high, high], [low, high]];
        let obstacle = Obstacle::new([ring(0.0, 8.0), ring(2.0, 6.0)]);
        let footprint = Footprint::of(0, &obstacle, grid, &mut Vec::new()).unwrap().unwrap();
        let at = |x: f32, y: f32| grid.snap([x, y]);
        let area = |low, high| [at(low, low), at(high, low), at(high, high), at(low, high)];
        assert!(footprint.overlaps(&area(0.5, 1.0)));
        assert!(footprint.overlaps(&area(-4.0, 12.0)));
        assert!(footprint.overlaps(&area(2.0, 8.0)));
        assert!(!footprint.overlaps(&area(2.0, 6.0)), "in the yard");
        assert!(!footprint.overlaps(&area(8.0, 9.0)), "at a corner");
        assert!(footprint.touches([at(2.0, 2.0), at(2.0, 6.0)]), "a side");
        assert!(
            !footprint.touches([at(2.0, 2.0), at(6.0, 6.0)]),
            "across the yard, from end to end"
        );
        assert!(footprint.touches([at(0.5, 0.5), at(1.5, 1.5)]), "within");
    }
}
