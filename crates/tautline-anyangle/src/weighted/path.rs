//! Reading and refining the path that a search has found.

use tautline_geometry::Vec2;
use tautline_navmesh::internal::LinkArc;

use super::WeightedPath;
use super::known_paths::KnownPaths;
use super::space::{Node, Space};
use crate::refraction::{Place, Stop};
use crate::{LinkTraversal, Refraction};

/// Writes the refined path over nodes, from the start to the goal.
pub(super) fn read(
    space: &Space<'_>,
    known: &KnownPaths,
    nodes: &[u32],
    refraction: &mut Refraction,
    path: &mut WeightedPath,
) {
    for (index, &node) in nodes.iter().enumerate() {
        let reached = known.get(node);
        // The area of the leg to the next node, and the position at which it begins.
        let next = nodes.get(index + 1).map_or(reached, |&next| known.get(next));
        let (area, crossing) = (next.area, next.crossing);
        let end = |point: Vec2| Stop::new(point.into(), Place::End, area);
        match space.node(node) {
            Node::Start => refraction.begin_at(end(space.start)),
            Node::Goal => {
                refraction.push(Stop { area: reached.area, ..end(space.goal) });
                finish(space, refraction, path);
            }
            // Links divide the path into stretches, each of which is refined on its own.
            Node::Arc(arc) => {
                let Some(links) = space.links else { continue };
                let LinkArc { link, forwards, entrance, exit, cost, .. } =
                    links.arcs()[arc as usize];
                refraction.push(Stop { area: reached.area, ..end(entrance) });
                finish(space, refraction, path);
                let point = path.points.len() - 1;
                path.links.push(LinkTraversal { point, link, forwards });
                path.cost += cost;
                refraction.begin_at(end(exit));
            }
            Node::Fan(fan) => {
                let vertex = space.mesh.fan(fan).vertex();
                refraction.push(Stop::new(reached.position.into(), Place::Vertex(vertex), area));
            }
            Node::Sector(first) => {
                let [vertex, _] = space.mesh.ends(first);
                refraction.push(Stop::new(reached.position.into(), Place::Vertex(vertex), area));
            }
            Node::Border(sides) => {
                let edges = sides.map(|side| space.graph.area_node(side).edge);
                let is_second = space.mesh.area_of(edges[0]) != reached.area;
                let edge = edges[usize::from(is_second)];
                refraction.push(Stop::new(crossing.into(), Place::Border(edge), area));
            }
        }
    }
}

/// Refines a stretch and appends it to the path.
fn finish(space: &Space<'_>, refraction: &mut Refraction, path: &mut WeightedPath) {
    path.cost += refraction.refine_stops(space.mesh, space.filter);
    path.length += refraction.length();
    refraction.append_areas(space.mesh, space.filter, &mut path.areas);
    let points = refraction.points();
    // A stretch without length is one point.
    let is_point = matches!(points, [one, other] if one == other);
    path.points.extend_from_slice(if is_point { &points[..1] } else { points });
}
