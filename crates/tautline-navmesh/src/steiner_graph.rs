//! Steiner points: the places where a search over weighted terrain may cross borders.

use tautline_geometry::{DVec2, Vec2, polygon};

use crate::half_edges::number;
use crate::{AreaId, FanId, HalfEdgeId, NavMesh};

/// The density of Steiner points for searches: a border of length l is cut into about
/// `DENSITY` * l / √s pieces, where s is the size of the smaller area next to it. With a greater
/// density, paths are a little cheaper and searches take longer.
const DENSITY: f64 = 2.0;

/// The greatest number of pieces of a border. It bounds the memory on needle-shaped areas.
const MOST_PIECES: u32 = 16;

/// The nodes of a graph over which paths on weighted terrain are searched: the vertex fans that
/// connect areas, and a few inner points of borders, the *Steiner points*. The arcs are implicit:
/// areas are convex, so a straight line connects any two nodes of one area.
///
/// ```text
///     f-----------s-----------f      f: vertex fans
///     |        .  |  .        |      s: Steiner points
///     s     .     s     .     s      dots: two of the straight arcs of an area
///     |  .        |        .  |
///     f-----------f-----------f
/// ```
///
/// Depends on the shape of the areas only, so that it serves any costs. Fans are numbered like
/// [`FanId`]; Steiner points follow. See M. Lanthier, A. Maheshwari, J.-R. Sack, "Approximating
/// shortest paths on weighted polyhedral surfaces", 2001.
#[derive(Debug, PartialEq)]
pub struct SteinerGraph {
    fan_count: u32,
    /// For each Steiner point, its index among the nodes of the areas on both sides.
    points: Vec<[u32; 2]>,
    /// The start of each area's nodes, and the end of the last one's.
    first_nodes: Vec<u32>,
    area_nodes: Vec<AreaNode>,
}

/// A node, as a point of one of its areas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaNode {
    /// The position.
    pub position: Vec2,
    /// The number of the node.
    pub node: u32,
    /// The half-edge of the area that starts at the node or contains it.
    pub edge: HalfEdgeId,
}

impl SteinerGraph {
    /// Places the nodes of a mesh, given the density of Steiner points: see [`DENSITY`].
    /// O(half-edges).
    #[must_use]
    pub fn new(mesh: &NavMesh, density: f64) -> Self {
        let fan_count = number(mesh.fan_count());
        let size = |area| polygon::signed_area(&mesh.corners(area).collect::<Vec<Vec2>>());
        let sizes: Vec<f64> = mesh.areas().map(size).collect();
        let mut point_count = 0;
        // The first Steiner point of each border, and their number, for both half-edges.
        let mut rows = vec![[0_u32; 2]; mesh.half_edge_count()];
        for edge in (0..mesh.half_edge_count()).map(HalfEdgeId::from_index) {
            let Some(twin) = mesh.twin(edge) else { continue };
            if twin < edge {
                rows[edge.index()] = rows[twin.index()];
                continue;
            }
            let sides = [edge, twin].map(|edge| sizes[mesh.area_of(edge).index()]);
            let length = density * mesh.segment(edge).length();
            let inner = pieces(length, sides[0].min(sides[1])) - 1;
            rows[edge.index()] = [fan_count + point_count, inner];
            point_count += inner;
        }
        let mut points = vec![[0; 2]; point_count as usize];
        let (mut first_nodes, mut area_nodes) = (vec![0], Vec::new());
        for area in mesh.areas() {
            for edge in mesh.half_edges_of(area) {
                let (half_edge, segment) = (mesh.half_edge(edge), mesh.segment(edge));
                let fan = mesh.fan(half_edge.fan());
                if fan.first_half_edge() != fan.last_half_edge() {
                    let node = half_edge.fan().0;
                    area_nodes.push(AreaNode { position: segment.a, node, edge });
                }
                let [first, inner] = rows[edge.index()];
                // Twins must compute the same positions, and have them in the opposite order.
                let is_second = half_edge.twin().is_some_and(|twin| twin < edge);
                let (a, b) =
                    if is_second { (segment.b, segment.a) } else { (segment.a, segment.b) };
                for step in 0..inner {
                    let step = if is_second { inner - 1 - step } else { step };
                    let point = first + step - fan_count;
                    points[point as usize][usize::from(is_second)] = number(area_nodes.len());
                    let fraction = f64::from(step + 1) / f64::from(inner + 1);
                    let position = DVec2::from(a).lerp(b.into(), fraction).as_vec2();
                    area_nodes.push(AreaNode { position, node: first + step, edge });
                }
            }
            first_nodes.push(number(area_nodes.len()));
        }
        Self { fan_count, points, first_nodes, area_nodes }
    }

    /// The number of nodes. Fans of a single area are counted, too, though no area lists them.
    #[must_use]
    pub fn node_count(&self) -> u32 {
        self.fan_count + number(self.points.len())
    }

    /// The nodes of an area, counter-clockwise.
    #[inline]
    #[must_use]
    pub fn nodes_of(&self, area: AreaId) -> &[AreaNode] {
        let [first, last] = [0, 1].map(|step| self.first_nodes[area.index() + step] as usize);
        &self.area_nodes[first..last]
    }

    /// The number of equal pieces into which nodes divide a border of an area.
    #[must_use]
    pub fn pieces_of(&self, area: AreaId, border: HalfEdgeId) -> u32 {
        let nodes = self.nodes_of(area);
        let from_border = &nodes[nodes.partition_point(|node| node.edge < border)..];
        let is_inside = |node: &&AreaNode| node.node >= self.fan_count;
        let on_border = from_border.iter().take_while(|node| node.edge == border);
        1 + number(on_border.filter(is_inside).count())
    }

    /// The node of an area at an index among the nodes of all areas.
    #[inline]
    #[must_use]
    pub fn area_node(&self, index: u32) -> &AreaNode {
        &self.area_nodes[index as usize]
    }

    /// The nodes of an area before and after the one at an index among the nodes of all areas.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, area: AreaId, index: u32) -> [&AreaNode; 2] {
        let [first, end] = [0, 1].map(|step| self.first_nodes[area.index() + step]);
        let before = if index == first { end - 1 } else { index - 1 };
        let after = if index + 1 == end { first } else { index + 1 };
        [before, after].map(|index| self.area_node(index))
    }

    /// The place of a node.
    #[inline]
    #[must_use]
    pub fn place(&self, node: u32) -> SteinerPlace {
        match node.checked_sub(self.fan_count) {
            None => SteinerPlace::Fan(FanId(node)),
            Some(point) => SteinerPlace::Border(self.points[point as usize]),
        }
    }
}

/// The place of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteinerPlace {
    /// At a vertex fan.
    Fan(FanId),
    /// Inside a border, at these indices of the nodes of all areas.
    Border([u32; 2]),
}

/// Returns the number of pieces of a border, given its length times the density, and the size of the
/// smaller area. A needle-shaped area, whose size may round to 0 or below, gets the most.
fn pieces(length: f64, size: f64) -> u32 {
    let pieces = (length / size.sqrt()).ceil().clamp(1.0, f64::from(MOST_PIECES));
    (1..=MOST_PIECES).find(|&count| f64::from(count) >= pieces).unwrap_or(MOST_PIECES)
}

impl NavMesh {
    /// The nodes for searches over weighted terrain. Placed at the first call, in O(half-edges).
    #[doc(hidden)]
    #[must_use]
    pub fn steiner_graph(&self) -> &SteinerGraph {
        self.steiner_graph.get_or_init(|| std::sync::Arc::new(SteinerGraph::new(self, DENSITY)))
    }
}
