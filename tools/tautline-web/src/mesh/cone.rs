//! The visibility cone of a corner: the visible region in the directions in which a path may
//! continue.

use std::cmp::Ordering;

use tautline::Vec2;
use tautline::navmesh::{FanId, NavMesh, QueryFilter, RayCast};
use wasm_bindgen::prelude::wasm_bindgen;

use super::shapes::corners;
use super::world::World;

/// Rays in each wedge, besides those to corners.
const RAYS: u16 = 96;
/// The number of corners that rays are cast to: the nearest ones.
const MOST_CORNERS: usize = 1500;
/// The distance at which a ray passes a corner, relative to its length.
const BESIDE: f32 = 1e-4;

#[wasm_bindgen]
impl World {
    /// The two cones of the corner nearest to a point: from the ground in one of
    /// them, a taut path comes to the corner and bends there, and goes on in the
    /// other one. The corner, where the rays of one end, the corner, where those of
    /// the other end, the corner. No numbers if there are no corners.
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

/// A fan that a path may bend at.
fn nearest_corner(mesh: &NavMesh, point: Vec2) -> Option<FanId> {
    let sides = mesh.areas().flat_map(|area| mesh.half_edges_in(area));
    let distance =
        |fan: &FanId| mesh.vertices()[mesh.fan(*fan).vertex().index()].distance_squared(point);
    let at_corners = sides.filter(|side| side.begins_at_corner() && side.twin().is_none());
    at_corners.map(|side| side.fan()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Directions from one to another one, counter-clockwise, at most half a turn.
struct Wedge {
    right: Vec2,
    left: Vec2,
}

impl Wedge {
    /// Directions in it from right to left: spread evenly, and close beside the
    /// corners in it, where what is seen ends.
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
        // Which is an order, as all lie within half a turn.
        directions.sort_by(|a, b| b.perp_dot(*a).partial_cmp(&0.0).unwrap_or(Ordering::Equal));
        directions
    }
}
