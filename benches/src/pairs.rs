//! Random queries.

use tautline::navmesh::{NavMesh, RandomPoints};
use tautline::{Query, Vec2};

/// Pairs of points of a mesh, uniform by area, all of them in the part of the ground
/// that the first point lies in, so that there is a way from any to any other; fewer
/// than are wanted only if that part is next to nothing of the ground.
#[must_use]
pub fn random_pairs(mesh: &NavMesh, wanted: usize, mut seed: u64) -> Vec<[Vec2; 2]> {
    let everywhere = RandomPoints::new(mesh);
    let Some((first, _)) = everywhere.draw(mesh, &mut seed) else { return Vec::new() };
    let part = mesh.component(first);
    let drawn = std::iter::repeat_with(|| everywhere.draw(mesh, &mut seed)).take(1000 * wanted);
    let connected = drawn.flatten().filter(|&(area, _)| mesh.component(area) == part);
    let points: Vec<Vec2> = connected.map(|(_, point)| point).take(2 * wanted).collect();
    points.as_chunks().0.to_vec()
}

/// The query for a pair.
#[must_use]
pub fn query_between([start, goal]: [Vec2; 2]) -> Query<'static> {
    Query::new(start, goal)
}
