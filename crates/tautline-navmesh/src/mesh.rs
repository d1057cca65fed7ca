//! The navigation mesh: a valid half-edge mesh of convex areas, with its index and links.

use std::sync::{Arc, OnceLock};

use tautline_geometry::{Aabb, DVec2, Segment, Vec2, orient2d, to_f32};

use crate::fan::Fan;
use crate::half_edge::HalfEdge;
use crate::identity::MeshIdentity;
use crate::link::Links;
use crate::link_graph::LinkGraph;
use crate::mesh_data::MeshData;
use crate::query::Locator;
use crate::steiner_graph::SteinerGraph;
use crate::terrain_set::TerrainSet;
use crate::{
    AreaAttributes, AreaId, HalfEdgeId, Link, LinkId, LinkKind, QueryFilter, RawMesh, Terrain,
    VertexId,
};

/// A navigation mesh: convex areas that are connected across shared borders.
///
/// A half-edge mesh. Each area is a face, and its half-edges run counter-clockwise around it.
/// Two half-edges that run along the same border in opposite directions are twins:
///
/// ```text
///       d ◄───────── c ◄───────── f      half-edge   start   next     twin
///       │            ▲ │          ▲      b → c       b       c → d    c → b
///       │   area 0   │ │  area 1  │      c → b       c       b → e    b → c
///       │            │ │          │      a → b       a       b → c    none: a wall
///       ▼            │ ▼          │
///       a ─────────► b ─────────► e
/// ```
///
/// [`NavMesh::segment`], [`NavMesh::next_half_edge`] and [`NavMesh::twin`] give start, next and
/// twin. A mesh is valid by construction ([`NavMesh::build`]) and immutable. See the
/// crate's page for its guarantees.
#[derive(Clone, Debug)]
pub struct NavMesh {
    pub(crate) data: MeshData,
    links: Links,
    pub(crate) bounds: Aabb,
    pub(crate) locator: Locator,
    /// The terrain classes that occur.
    pub(crate) classes: TerrainSet,
    identity: MeshIdentity,
    /// Derived when a search first needs it.
    pub(crate) steiner_graph: OnceLock<Arc<SteinerGraph>>,
}

/// Meshes are equal if their data and links are equal, even if their identities differ.
impl PartialEq for NavMesh {
    fn eq(&self, other: &Self) -> bool {
        let Self { data, links, bounds, locator, classes: _, identity: _, steiner_graph: _ } = self;
        (data, links, bounds, locator) == (&other.data, &other.links, &other.bounds, &other.locator)
    }
}

impl NavMesh {
    /// A mesh without links.
    pub(crate) fn new(data: MeshData, bounds: Aabb, locator: Locator) -> Self {
        let (links, identity) = (Links::default(), MeshIdentity::new());
        let steiner_graph = OnceLock::new();
        let classes = TerrainSet::of(data.attributes.iter().map(|area| area.terrain));
        Self { data, links, bounds, locator, classes, identity, steiner_graph }
    }

    /// Returns the identity of this mesh: clones share it, and no other mesh of this process
    /// has it. So a caller can check in O(1) that cached data belongs to this mesh. The
    /// mesh of a `DynamicNavMesh` gets a new identity with each version.
    ///
    /// ```
    /// use tautline_navmesh::{Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 3, |_, _| Some(Terrain(0)));
    /// let mesh = raw.build()?;
    /// let again = raw.build()?;
    /// assert_eq!(mesh.identity(), mesh.clone().identity());
    /// assert_eq!(mesh, again);
    /// assert_ne!(mesh.identity(), again.identity());
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub const fn identity(&self) -> MeshIdentity {
        self.identity
    }

    /// Replaces all links, given the areas that hold the two ends of each, in order.
    #[doc(hidden)]
    pub fn set_links(&mut self, links: Vec<Link>, areas: &[[Vec<AreaId>; 2]]) {
        let graph = LinkGraph::new(self, &links, areas);
        self.links = Links::new(links, graph);
    }

    /// The enabled links laid out for searches; `None` if there are none.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn link_graph(&self) -> Option<&LinkGraph> {
        self.links.graph.as_deref()
    }

    /// The number of areas.
    #[must_use]
    pub fn area_count(&self) -> usize {
        self.data.attributes.len()
    }

    /// All areas, in order.
    pub fn areas(&self) -> impl ExactSizeIterator<Item = AreaId> + use<> {
        (0..self.area_count()).map(AreaId::from_index)
    }

    /// The positions of all vertices. Some may belong to no area, for example on a mesh
    /// that dynamic obstacles have cut.
    #[must_use]
    pub fn vertices(&self) -> &[Vec2] {
        &self.data.vertices
    }

    /// The elevation of each vertex; empty for a flat mesh.
    #[must_use]
    pub fn elevations(&self) -> &[f32] {
        &self.data.elevations
    }

    /// The smallest axis-aligned box that contains all areas.
    ///
    /// ```
    /// use tautline_navmesh::{Aabb, Segment, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 2, |_, _| Some(Terrain(0)));
    /// let mesh = raw.build()?;
    /// let bounds: Aabb = mesh.bounds();
    /// assert_eq!((bounds.min, bounds.max), (Vec2::ZERO, Vec2::new(3.0, 2.0)));
    /// let edges: Vec<Segment> = mesh.areas().flat_map(|area| mesh.half_edges_of(area)).map(|edge| mesh.segment(edge)).collect();
    /// assert!(edges.iter().all(|edge| bounds.contains(edge.a) && bounds.contains(edge.b)));
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub const fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The number of half-edges of all areas. Every [`HalfEdgeId`] is below it.
    #[must_use]
    pub fn half_edge_count(&self) -> usize {
        self.data.edges.len()
    }

    /// The half-edges of an area, counter-clockwise.
    ///
    /// # Panics
    ///
    /// This and all accessors that take an id panic if it is not of this mesh.
    #[inline]
    pub fn half_edges_of(
        &self,
        area: AreaId,
    ) -> impl ExactSizeIterator<Item = HalfEdgeId> + DoubleEndedIterator + use<> {
        (self.data.first_half_edges[area.index()]..self.data.first_half_edges[area.index() + 1])
            .map(HalfEdgeId)
    }

    /// The positions of an area's corners, counter-clockwise.
    #[inline]
    pub fn corners(
        &self,
        area: AreaId,
    ) -> impl ExactSizeIterator<Item = Vec2> + DoubleEndedIterator + '_ {
        self.half_edges_in(area).iter().map(HalfEdge::start)
    }

    /// The vertices of an area's corners, counter-clockwise.
    pub fn corner_vertices(&self, area: AreaId) -> impl ExactSizeIterator<Item = VertexId> + '_ {
        self.half_edges_in(area).iter().map(|edge| self.fan(edge.fan()).vertex())
    }

    /// The half-edges of an area, counter-clockwise, with their data.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub fn half_edges_in(&self, area: AreaId) -> &[HalfEdge] {
        let range =
            self.data.first_half_edges[area.index()]..self.data.first_half_edges[area.index() + 1];
        &self.data.edges[range.start as usize..range.end as usize]
    }

    /// The face loop of an area: its first half-edge, and the data of all of them,
    /// counter-clockwise. [`Self::half_edges_of`] and [`Self::half_edges_in`] in one call.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn face_loop(&self, area: AreaId) -> (HalfEdgeId, &[HalfEdge]) {
        (HalfEdgeId(self.data.first_half_edges[area.index()]), self.half_edges_in(area))
    }

    /// The data of a half-edge.
    #[inline]
    #[must_use]
    pub fn half_edge(&self, edge: HalfEdgeId) -> &HalfEdge {
        &self.data.edges[edge.index()]
    }

    /// The half-edge that follows another one counter-clockwise around its area.
    #[inline]
    #[must_use]
    pub fn next_half_edge(&self, edge: HalfEdgeId) -> HalfEdgeId {
        let area = self.half_edge(edge).area().index();
        let next = edge.0 + 1;
        HalfEdgeId(if next == self.data.first_half_edges[area + 1] {
            self.data.first_half_edges[area]
        } else {
            next
        })
    }

    /// The half-edge that precedes another one counter-clockwise around its area.
    #[must_use]
    pub fn previous_half_edge(&self, edge: HalfEdgeId) -> HalfEdgeId {
        let area = self.half_edge(edge).area().index();
        HalfEdgeId(if edge.0 == self.data.first_half_edges[area] {
            self.data.first_half_edges[area + 1] - 1
        } else {
            edge.0 - 1
        })
    }

    /// The segment of a half-edge, from its start to its end. For an agent that
    /// leaves the area across it, `a` is the right end and `b` the left end.
    #[inline]
    #[must_use]
    pub fn segment(&self, edge: HalfEdgeId) -> Segment {
        Segment::new(
            self.half_edge(edge).start(),
            self.half_edge(self.next_half_edge(edge)).start(),
        )
    }

    /// The vertices at the start and the end of a half-edge.
    #[must_use]
    pub fn ends(&self, edge: HalfEdgeId) -> [VertexId; 2] {
        [edge, self.next_half_edge(edge)].map(|edge| self.vertex_of(edge))
    }

    /// The vertex at which a half-edge starts.
    fn vertex_of(&self, edge: HalfEdgeId) -> VertexId {
        self.fan(self.half_edge(edge).fan()).vertex()
    }

    pub(crate) fn fans(&self) -> &[Fan] {
        &self.data.fans
    }

    /// The number of vertex fans. Every [`FanId`](crate::FanId) is below it.
    #[must_use]
    pub fn fan_count(&self) -> usize {
        self.data.fans.len()
    }

    /// The number of an area in the block-cut tree: the argument of
    /// [`BlockCutRange::leads_to`](crate::BlockCutRange::leads_to).
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn block_cut_number(&self, area: AreaId) -> u32 {
        self.data.block_cut_numbers[area.index()]
    }

    /// The area that a half-edge belongs to.
    #[inline]
    #[must_use]
    pub fn area_of(&self, edge: HalfEdgeId) -> AreaId {
        self.half_edge(edge).area()
    }

    /// The half-edge of the neighbouring area along the same border; `None` for a wall.
    #[inline]
    #[must_use]
    pub fn twin(&self, edge: HalfEdgeId) -> Option<HalfEdgeId> {
        self.half_edge(edge).twin()
    }

    /// The attributes of an area: everything but its shape.
    #[must_use]
    pub fn attributes(&self, area: AreaId) -> AreaAttributes {
        self.data.attributes[area.index()]
    }

    /// The terrain class of an area.
    #[inline]
    #[must_use]
    pub fn terrain(&self, area: AreaId) -> Terrain {
        self.data.attributes[area.index()].terrain
    }

    /// The terrain classes that areas have, each once, in order.
    pub fn terrains(&self) -> impl Iterator<Item = Terrain> + use<> {
        self.classes.iter()
    }

    /// The number that the author gave to an area. The convex parts of a concave area that
    /// was split share it.
    #[must_use]
    pub fn number(&self, area: AreaId) -> u32 {
        self.data.attributes[area.index()].number_or(area.0)
    }

    /// The connected component that an area belongs to, counted from 0. Two areas are
    /// connected across borders exactly if their components are equal. Links do not count.
    #[must_use]
    pub fn component(&self, area: AreaId) -> u32 {
        self.data.components.of_area[area.index()]
    }

    /// The number of connected components.
    #[must_use]
    pub fn component_count(&self) -> usize {
        self.data.components.count as usize
    }

    /// Returns false if no path over borders and links leads from one area to another, even if
    /// nothing is forbidden. True can be wrong only where links connect more than 8,192 strongly
    /// connected components: then the directions of links are ignored. O(1).
    #[must_use]
    pub fn may_reach(&self, from: AreaId, to: AreaId) -> bool {
        let components = [from, to].map(|area| self.component(area));
        let by_links = |graph: &LinkGraph| {
            graph.connects(from, to) && graph.reach.reaches(components[0], components[1])
        };
        components[0] == components[1] || self.link_graph().is_some_and(by_links)
    }

    /// Returns true if borders and links, whatever their directions, connect two areas. O(1).
    #[doc(hidden)]
    #[must_use]
    pub fn is_linked(&self, area: AreaId, other: AreaId) -> bool {
        self.component(area) == self.component(other)
            || self.link_graph().is_some_and(|graph| graph.connects(area, other))
    }

    /// All links, in order, including those that are not [enabled](Link::is_enabled).
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links.all
    }

    /// A link.
    ///
    /// # Panics
    ///
    /// If the id is not of this mesh.
    #[must_use]
    pub fn link(&self, link: LinkId) -> &Link {
        &self.links.all[link.index()]
    }

    /// Returns true if a filter allows at least one enabled link. O(1); O(links) if the
    /// filter forbids single links.
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, LinkKind, RawLink, Terrain, rectangles_from_cells};
    ///
    /// let mut raw = rectangles_from_cells(5, 1, |x, _| (x != 2).then_some(Terrain(0)));
    /// raw.links = vec![RawLink {
    ///     from: [1.0, 0.5], from_elevation: 0.0, to: [4.0, 0.5], to_elevation: 0.0,
    ///     cost: None, kind: LinkKind::Jump, both_ways: true, disabled: false,
    /// }];
    /// let mesh = raw.build()?;
    /// let mut filter = QueryFilter::uniform();
    /// assert!(mesh.takes_links(&filter));
    /// filter.forbid_links(LinkKind::Jump);
    /// assert!(!mesh.takes_links(&filter));
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn takes_links(&self, filter: &QueryFilter) -> bool {
        let is_taken =
            |&kind: &LinkKind| self.links.kinds[kind as usize] && filter.allows_links(kind);
        let takes = |(id, link): (LinkId, &Link)| link.is_enabled() && filter.takes(id, link.kind);
        LinkKind::ALL.iter().any(is_taken)
            && (!filter.forbids_single_links() || (0..).map(LinkId).zip(self.links()).any(takes))
    }

    /// The enabled links that an agent can take from an area, its border included, each with
    /// true if it is taken forwards.
    pub fn links_from(&self, area: AreaId) -> impl Iterator<Item = (LinkId, bool)> + '_ {
        self.link_graph().into_iter().flat_map(move |graph| {
            let arcs = graph.leaving(area).iter().map(|&arc| &graph.arcs()[arc as usize]);
            arcs.map(|arc| (arc.link, arc.forwards))
        })
    }

    /// Returns true if a point lies inside an area or on its border. Exact; O(corners).
    #[must_use]
    pub fn contains(&self, area: AreaId, point: Vec2) -> bool {
        let edges = self.half_edges_in(area);
        let Some(last) = edges.last() else { return false };
        let mut before = last.start();
        let is_left_of_all = edges.iter().all(|edge| {
            let on_left = !orient2d(before, edge.start(), point).is_right();
            before = edge.start();
            on_left
        });
        is_left_of_all && point.is_finite()
    }

    /// The elevation of an area at a point, which should lie in the area. Interpolates
    /// linearly over the triangles between the area's first corner and its other
    /// half-edges. 0 for a flat mesh.
    #[must_use]
    pub fn elevation_at(&self, area: AreaId, point: Vec2) -> f32 {
        let elevation = |edge: &HalfEdge| {
            self.data.elevations.get(self.fan(edge.fan()).vertex().index()).copied()
        };
        let [first, rest @ ..] = self.half_edges_in(area) else { return 0.0 };
        let Some(base) = elevation(first) else { return 0.0 };
        let apex = DVec2::from(first.start());
        // A point outside by rounding, or by the caller's mistake, takes the triangle to which
        // it is nearest in barycentric coordinates.
        let mut nearest = (f64::INFINITY, base);
        for pair in rest.windows(2) {
            let (u, v) = (DVec2::from(pair[0].start()) - apex, DVec2::from(pair[1].start()) - apex);
            let (w, area) = (DVec2::from(point) - apex, u.perp_dot(v));
            if area <= 0.0 {
                continue;
            }
            let (s, t) = (w.perp_dot(v) / area, u.perp_dot(w) / area);
            let outside = (-s).max(-t).max(s + t - 1.0).max(0.0);
            if outside < nearest.0 {
                let [one, two] = [&pair[0], &pair[1]]
                    .map(|edge| f64::from(elevation(edge).unwrap_or(base)) - f64::from(base));
                let value = to_f32(f64::from(base) + s * one + t * two);
                nearest = (outside, value);
            }
        }
        nearest.1
    }

    /// The mesh as a raw mesh that names the neighbours of each area. Building the raw mesh gives an
    /// equal mesh, with one exception: if an obstacle covers one end of a link, the built link
    /// has no area at either end.
    #[must_use]
    pub fn to_raw(&self) -> RawMesh {
        let neighbour = |edge: &HalfEdge| {
            if edge.twin().is_some() { edge.across().0 } else { RawMesh::NO_NEIGHBOUR }
        };
        let mut raw = RawMesh {
            vertices: self.data.vertices.iter().map(|&vertex| vertex.into()).collect(),
            elevations: self.data.elevations.clone(),
            corners: self.data.edges.iter().map(|edge| self.fan(edge.fan()).vertex().0).collect(),
            corner_ends: self.data.first_half_edges[1..].to_vec(),
            neighbours: self.data.edges.iter().map(neighbour).collect(),
            links: self.links().iter().map(|link| link.to_raw()).collect(),
            ..RawMesh::default()
        };
        raw.set_attributes(&self.data.attributes);
        raw
    }

    /// The least ratio of cost to straight distance among the enabled links, at most 1.
    /// Multiplied by it, straight distances are an admissible heuristic.
    #[doc(hidden)]
    #[must_use]
    pub const fn least_link_ratio(&self) -> f64 {
        self.links.least_ratio
    }
}
