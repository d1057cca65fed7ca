//! Random queries.

use tautline::navmesh::{NavMesh, RandomPoints};
use tautline::{Query, Vec2};

/// Returns pairs of random points of a mesh, uniform by area. All lie in the connected component
/// of the first point, so that there is a path between any two. There are fewer than `wanted`
/// only if that component is a tiny part of the mesh.
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
