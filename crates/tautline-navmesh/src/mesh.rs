//! The valid mesh.

use tautline_geometry::{Aabb, DVec2, Lattice, Orientation, Segment, Vec2, orient2d};

use crate::fan::Fan;
use crate::mesh_data::MeshData;
use crate::half_edge::HalfEdge;
use crate::identity::MeshIdentity;
use crate::link::Links;
use crate::query::Locator;
use crate::terrain_set::TerrainSet;
use crate::{
    AreaAttributes, AreaId, HalfEdgeId, Link, LinkId, LinkKind, QueryFilter, RawLink, RawMesh,
    Terrain, VertexId,
};

/// A navigation mesh: convex areas glued along shared borders.
///
/// Valid by construction ([`NavMesh::build`]) and immutable. See the crate's
/// page for what is guaranteed.
#[derive(Clone, Debug)]
pub struct NavMesh {
    pub(crate) data: MeshData,
    links: Links,
    pub(crate) bounds: Aabb,
    lattice: Option<Lattice>,
    pub(crate) locator: Locator,
    /// The classes of the ground.
    pub(crate) classes: TerrainSet,
    identity: MeshIdentity,
}

/// Meshes are equal if their ground and links are, whichever they are.
impl PartialEq for NavMesh {
    fn eq(&self, other: &Self) -> bool {
        let Self { data, links, bounds, lattice, locator, classes: _, identity: _ } = self;
        (data, links, bounds) == (&other.data, &other.links, &other.bounds)
            && (lattice, locator) == (&other.lattice, &other.locator)
    }
}

impl NavMesh {
    /// A mesh without links, whose vertices lie on a lattice if there is one.
    pub(crate) fn new(
        data: MeshData,
        bounds: Aabb,
        lattice: Option<Lattice>,
        locator: Locator,
    ) -> Self {
        let (links, identity) = (Links::default(), MeshIdentity::new());
        let classes = TerrainSet::of(data.attributes.iter().map(|area| area.terrain));
        Self { data, links, bounds, lattice, locator, classes, identity }
    }

    /// Which mesh it is: that of clones is equal, and that of no other mesh of this
    /// process. So what was found out about a mesh is known to be of it in O(1). The
    /// mesh of `DynamicNavMesh` gets another one with each
    /// version.
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 3, |_, _| Some(Terrain(0)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let again = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// assert_eq!(mesh.identity(), mesh.clone().identity());
    /// assert_eq!(mesh, again);
    /// assert_ne!(mesh.identity(), again.identity());
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub const fn identity(&self) -> MeshIdentity {
        self.identity
    }

    #[doc(hidden)]
    pub fn set_links(&mut self, links: Vec<Link>) {
        self.data.components.join_by_links(&links);
        self.links = Links::of(links);
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

    /// The positions of all vertices, used by areas or not: on changing ground, some may
    /// belong to no area any more.
    #[must_use]
    pub fn vertices(&self) -> &[Vec2] {
        &self.data.vertices
    }

    /// A lattice that all vertices lie on, if there is one: then plain arithmetic
    /// decides exactly where points of it lie.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn lattice(&self) -> Option<Lattice> {
        self.lattice
    }

    /// The elevation of each vertex; nothing for flat ground.
    #[must_use]
    pub fn elevations(&self) -> &[f32] {
        &self.data.elevations
    }

    /// The smallest box that holds all areas.
    ///
    /// ```
    /// use tautline_navmesh::{Aabb, BuildOptions, NavMesh, Segment, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let raw = rectangles_from_cells(3, 2, |_, _| Some(Terrain(0)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
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

    /// The number of sides of all areas: numbers of [`HalfEdgeId`]s are below it.
    #[must_use]
    pub fn half_edge_count(&self) -> usize {
        self.data.edges.len()
    }

    /// The sides of an area, counter-clockwise.
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

    /// The sides of an area, counter-clockwise, with what is known of each.
    #[inline]
    #[must_use]
    pub fn half_edges_in(&self, area: AreaId) -> &[HalfEdge] {
        let range = self.data.first_half_edges[area.index()]
            ..self.data.first_half_edges[area.index() + 1];
        &self.data.edges[range.start as usize..range.end as usize]
    }

    /// The first side of an area, and all its sides, counter-clockwise: what
    /// [`Self::half_edges_of`] and [`Self::half_edges_in`] give, at once.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn face_loop(&self, area: AreaId) -> (HalfEdgeId, &[HalfEdge]) {
        (HalfEdgeId(self.data.first_half_edges[area.index()]), self.half_edges_in(area))
    }

    /// What is known of a side.
    #[inline]
    #[must_use]
    pub fn half_edge(&self, edge: HalfEdgeId) -> &HalfEdge {
        &self.data.edges[edge.index()]
    }

    /// The side of an area that follows a side counter-clockwise.
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

    /// The side of an area that precedes a side counter-clockwise.
    #[must_use]
    pub fn previous_half_edge(&self, edge: HalfEdgeId) -> HalfEdgeId {
        let area = self.half_edge(edge).area().index();
        HalfEdgeId(if edge.0 == self.data.first_half_edges[area] {
            self.data.first_half_edges[area + 1] - 1
        } else {
            edge.0 - 1
        })
    }

    /// Where a side runs, from its area's corner to the next. To a walker who
    /// leaves the area through it, `a` is the right end and `b` the left one.
    #[inline]
    #[must_use]
    pub fn segment(&self, edge: HalfEdgeId) -> Segment {
        Segment::new(
            self.half_edge(edge).start(),
            self.half_edge(self.next_half_edge(edge)).start(),
        )
    }

    /// The vertices at the ends of a side, in its direction.
    #[must_use]
    pub fn ends(&self, edge: HalfEdgeId) -> [VertexId; 2] {
        [edge, self.next_half_edge(edge)].map(|edge| self.vertex_of(edge))
    }

    /// The vertex at which a side begins.
    fn vertex_of(&self, edge: HalfEdgeId) -> VertexId {
        self.fan(self.half_edge(edge).fan()).vertex()
    }

    pub(crate) fn fans(&self) -> &[Fan] {
        &self.data.fans
    }

    /// The number of fans of all vertices: numbers of
    /// [`FanId`](crate::FanId)s are below it.
    #[must_use]
    pub fn fan_count(&self) -> usize {
        self.data.fans.len()
    }

    /// The number of an area that [`BlockCutRange::leads_to`](crate::BlockCutRange::leads_to)
    /// takes.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn block_cut_number(&self, area: AreaId) -> u32 {
        self.data.block_cut_numbers[area.index()]
    }

    /// The area that a side belongs to.
    #[inline]
    #[must_use]
    pub fn area_of(&self, edge: HalfEdgeId) -> AreaId {
        self.half_edge(edge).area()
    }

    /// The same border as a side of the area across; nothing for a wall.
    #[inline]
    #[must_use]
    pub fn twin(&self, edge: HalfEdgeId) -> Option<HalfEdgeId> {
        self.half_edge(edge).twin()
    }

    /// The attributes of an area: all but its shape.
    #[must_use]
    pub fn attributes(&self, area: AreaId) -> AreaAttributes {
        self.data.attributes[area.index()]
    }

    /// The class of an area's ground.
    #[inline]
    #[must_use]
    pub fn terrain(&self, area: AreaId) -> Terrain {
        self.data.attributes[area.index()].terrain
    }

    /// The number that its author gave to an area; parts of a split area share
    /// it.
    #[must_use]
    pub fn number(&self, area: AreaId) -> u32 {
        self.data.attributes[area.index()].number_or(area.0)
    }

    /// The part of the ground that an area belongs to: areas are connected over
    /// ground exactly if they have the same part. Parts are counted from 0.
    #[must_use]
    pub fn component(&self, area: AreaId) -> u32 {
        self.data.components.of_area[area.index()]
    }

    /// How many parts the ground has.
    #[must_use]
    pub fn component_count(&self) -> usize {
        self.data.components.linked.len()
    }

    /// Whether a way over ground and links may lead from one area to another.
    /// "No" is certain; "yes" is certain unless links are one-way or something
    /// is forbidden. O(1).
    #[must_use]
    pub fn may_reach(&self, from: AreaId, to: AreaId) -> bool {
        self.data.components.linked_component(from) == self.data.components.linked_component(to)
    }

    /// The links, in order, those among them that do not [stand](Link::is_enabled).
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links.all
    }

    /// Whether a link stands that may be taken under some costs. O(1); O(links) if
    /// single links are excluded.
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, QueryFilter, LinkKind, NavMesh, RawLink, Terrain, rectangles_from_cells};
    ///
    /// let mut raw = rectangles_from_cells(5, 1, |x, _| (x != 2).then_some(Terrain(0)));
    /// raw.links = vec![RawLink {
    ///     from: [1.0, 0.5], from_elevation: 0.0, to: [4.0, 0.5], to_elevation: 0.0,
    ///     cost: None, kind: LinkKind::Jump, both_ways: true,
    /// }];
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let mut filter = QueryFilter::uniform();
    /// assert!(mesh.takes_links(&filter));
    /// filter.forbid_links(LinkKind::Jump);
    /// assert!(!mesh.takes_links(&filter));
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub fn takes_links(&self, filter: &QueryFilter) -> bool {
        let is_taken =
            |&kind: &LinkKind| self.links.kinds[kind as usize] && filter.allows_links(kind);
        let takes = |(id, link): (LinkId, &Link)| link.is_enabled() && filter.takes(id, link.kind);
        LinkKind::ALL.iter().any(is_taken)
            && (!filter.forbids_single_links() || (0..).map(LinkId).zip(self.links()).any(takes))
    }

    /// The links that begin in an area and stand, and whether they are taken
    /// forwards from there.
    pub fn links_from(&self, area: AreaId) -> impl Iterator<Item = (LinkId, bool)> + '_ {
        self.links.departing(area)
    }

    /// Whether a point lies in an area or on its border. Exact; O(corners).
    #[must_use]
    pub fn contains(&self, area: AreaId, point: Vec2) -> bool {
        self.contains_by(orient2d, area, point) && point.is_finite()
    }

    /// Whether a finite point lies in an area, as some turns tell.
    #[inline(always)]
    pub(crate) fn contains_by(
        &self,
        orient2d: impl Fn(Vec2, Vec2, Vec2) -> Orientation,
        area: AreaId,
        point: Vec2,
    ) -> bool {
        let edges = self.half_edges_in(area);
        let Some(last) = edges.last() else { return false };
        let mut before = last.start();
        edges.iter().all(|edge| {
            let on_left = !orient2d(before, edge.start(), point).is_right();
            before = edge.start();
            on_left
        })
    }

    /// The elevation of the ground of an area at a point, which should lie in
    /// it: linear over the triangles between its first corner and its other
    /// sides. 0 for flat ground.
    #[must_use]
    pub fn elevation_at(&self, area: AreaId, point: Vec2) -> f32 {
        let elevation = |edge: &HalfEdge| {
            self.data.elevations.get(self.fan(edge.fan()).vertex().index()).copied()
        };
        let [first, rest @ ..] = self.half_edges_in(area) else { return 0.0 };
        let Some(base) = elevation(first) else { return 0.0 };
        let apex = DVec2::from(first.start());
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
                let value = DVec2::new(f64::from(base) + s * one + t * two, 0.0).as_vec2().x;
                nearest = (outside, value);
            }
        }
        nearest.1
    }

    /// The mesh as plain data, neighbours and all: what is baked. Building it
    /// again gives an equal mesh, but for links that do not [stand](Link::is_enabled):
    /// they are left out.
    #[must_use]
    pub fn to_raw(&self) -> RawMesh {
        let neighbour = |edge: &HalfEdge| {
            if edge.twin().is_some() { edge.across().0 } else { RawMesh::NO_NEIGHBOUR }
        };
        let link = |link: &Link| RawLink {
            from: link.from.point.into(),
            from_elevation: link.from.elevation,
            to: link.to.point.into(),
            to_elevation: link.to.elevation,
            cost: Some(DVec2::new(link.cost, 0.0).as_vec2().x),
            kind: link.kind,
            both_ways: link.both_ways,
        };
        let mut raw = RawMesh {
            vertices: self.data.vertices.iter().map(|&vertex| vertex.into()).collect(),
            elevations: self.data.elevations.clone(),
            corners: self.data.edges.iter().map(|edge| self.fan(edge.fan()).vertex().0).collect(),
            corner_ends: self.data.first_half_edges[1..].to_vec(),
            neighbours: self.data.edges.iter().map(neighbour).collect(),
            links: self.links.all.iter().filter(|link| link.is_enabled()).map(link).collect(),
            ..RawMesh::default()
        };
        raw.set_attributes(&self.data.attributes);
        raw
    }

    /// The least cost of any link that stands per unit of plane distance that it
    /// saves, at most 1: with it, straight distances never overestimate.
    #[doc(hidden)]
    #[must_use]
    pub const fn least_link_ratio(&self) -> f64 {
        self.links.least_ratio
    }
}
