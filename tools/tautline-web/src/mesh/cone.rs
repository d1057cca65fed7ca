//! The visibility cone of a corner: the visible region in the directions in which a path may
//! continue.

use std::cmp::Ordering;

use tautline::Vec2;
use tautline::navmesh::{FanId, NavMesh, QueryFilter, RayCast};
use wasm_bindgen::prelude::wasm_bindgen;

use super::shapes::corners;
use super::world::World;

/// The number of evenly spread rays in each wedge.
const RAYS: u16 = 96;
/// The greatest number of corners to which rays are cast: the nearest ones.
const MOST_CORNERS: usize = 1500;
/// The distance at which a ray passes a corner, relative to its length.
const BESIDE: f32 = 1e-4;

#[wasm_bindgen]
impl World {
    /// Returns the two cones of the corner nearest to a point. A taut path that bends at the corner arrives through one
    /// of them and leaves through the other.
    ///
    /// The points are: the corner, the ends of the rays of one cone, the corner, the ends of the rays of the other
    /// cone, the corner. Empty if there are no corners.
    pub fn cone(&self, x: f32, y: f32) -> Vec<f32> {
        let mesh = self.mesh();
        let Some(fan) = nearest_corner(mesh, Vec2::new(x, y)) else { return Vec::new() };
        let corner = mesh.vertices()[mesh.fan(fan).vertex().index()];
        let [right, left] = mesh.fan(fan).walls().map(|wall| wall - corner);
        let mut near: Vec<Vec2> = corners(mesh).filter(|&other| other != corner).collect();
        near.sort_by(|a, b| a.distance_squared(corner).total_cmp(&b.distance_squared(corner)));
        near.truncate(MOST_CORNERS);

        let bounds = mesh.bounds();
        let reach = (bounds.max - bounds.min).length();
        let mut ray = RayCast::new();
        let mut points = vec![corner];
        for wedge in [Wedge { right, left: -left }, Wedge { right: -right, left }] {
            for direction in wedge.directions(corner, &near) {
                let cast =
                    mesh.cast_along(corner, direction, reach, &QueryFilter::uniform(), &mut ray);
                if cast.is_ok() {
                    points.push(ray.hit.map_or(ray.target, |hit| hit.point));
                }
            }
            points.push(corner);
        }
        points.into_iter().flat_map(|point| [point.x, point.y]).collect()
    }
}

/// Returns the nearest fan at which a path may bend.
fn nearest_corner(mesh: &NavMesh, point: Vec2) -> Option<FanId> {
    let sides = mesh.areas().flat_map(|area| mesh.half_edges_in(area));
    let distance =
        |fan: &FanId| mesh.vertices()[mesh.fan(*fan).vertex().index()].distance_squared(point);
    let at_corners = sides.filter(|side| side.begins_at_corner() && side.twin().is_none());
    at_corners.map(|side| side.fan()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The directions from `right` counter-clockwise to `left`, at most half a turn.
struct Wedge {
    right: Vec2,
    left: Vec2,
}

impl Wedge {
    /// Returns directions from right to left: evenly spread ones, and for each corner one to it and one on both sides,
    /// because the visible region ends abruptly there.
    fn directions(&self, from: Vec2, corners: &[Vec2]) -> Vec<Vec2> {
        let (right, left) = (self.right.normalize_or_zero(), self.left.normalize_or_zero());
        // Opposite directions have no mean.
        let sum = right + left;
        let middle = if sum.length() > 1e-3 { sum.normalize() } else { right.perp() };
        let between = |from: Vec2, to: Vec2| {
            (0..=RAYS / 2).map(move |step| {
                let share = f32::from(step) / f32::from(RAYS / 2);
                from * (1.0 - share) + to * share
            })
        };
        let even = between(right, middle).chain(between(middle, left));
        let beside = corners.iter().flat_map(|&corner| {
            let along = corner - from;
            [along - along.perp() * BESIDE, along, along + along.perp() * BESIDE]
        });
        let is_inside =
            |direction: &Vec2| right.perp_dot(*direction) >= 0.0 && direction.perp_dot(left) >= 0.0;
        let mut directions: Vec<Vec2> = even.chain(beside.filter(is_inside)).collect();
        // This is a total order, because all directions lie within half a turn.
        directions.sort_by(|a, b| b.perp_dot(*a).partial_cmp(&0.0).unwrap_or(Ordering::Equal));
        directions
    }
}
