//! Building: from a raw mesh to a valid one.

pub(crate) mod block_cuts;
pub(crate) mod fans;
mod outer_vertices;
mod split;
mod t_junctions;
mod twins;
mod validate;

use crate::finish::ConvexAreas;
use crate::half_edges::HalfEdges;
use crate::mesh::NavMesh;
use crate::{AreaAttributes, Fault, Faults, Location, NearestGround, RawMesh, Vec2};

pub use split::SplitArea;
pub use t_junctions::{TJunction, TJunctions};
use validate::Shape;

/// The largest total of the areas at the ends of all links. An end usually lies in one or two
/// areas, and in more only where many meet. The limit bounds the memory that a small file can ask
/// for.
const MOST_END_AREAS: usize = 1 << 26;

/// The number of ends of links off the mesh for which the nearest ground is found. It bounds the time: a search
/// far from all ground is slow, and a file may have millions of such links.
const MOST_NEAREST: usize = 100;

/// Options for [`NavMesh::build`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BuildOptions {
    /// True to refuse concave areas instead of splitting them.
    pub strict: bool,
    /// The treatment of T-junctions: areas that touch along only parts of their edges.
    pub t_junctions: TJunctions,
}

/// A valid mesh, and a report of what building changed.
#[derive(Clone, Debug)]
pub struct Build {
    /// The mesh.
    pub mesh: NavMesh,
    /// The report.
    pub report: BuildReport,
}

/// A report of what [`NavMesh::build`] found and changed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BuildReport {
    /// The concave areas that were split into convex ones. No vertices were added.
    pub split_areas: Vec<SplitArea>,
    /// The T-junctions: places where areas touch along only parts of their edges.
    pub t_junctions: Vec<TJunction>,
    /// True if areas were connected across the T-junctions.
    pub t_junctions_linked: bool,
}

impl RawMesh {
    /// Builds the mesh with the default options: concave areas are split, and T-junctions are
    /// not linked. [`NavMesh::build`] has options, and reports what was changed.
    ///
    /// O(n log n), or O(n) if the neighbours are given.
    ///
    /// # Errors
    ///
    /// All [`Faults`] of the raw mesh.
    ///
    /// ```
    /// use tautline_navmesh::RawMesh;
    ///
    /// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
    /// raw.push_area(&[0, 1, 2]);
    /// let mesh = raw.build()?;
    /// assert_eq!(mesh.area_count(), 1);
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    pub fn build(&self) -> Result<NavMesh, Faults> {
        Ok(NavMesh::build(self, &BuildOptions::default())?.mesh)
    }
}

/// Areas of a raw mesh that have passed all checks.
#[derive(Debug)]
pub struct CheckedAreas {
    shapes: Vec<Shape>,
    edges: HalfEdges,
}

impl CheckedAreas {
    /// Checks everything except links.
    ///
    /// # Errors
    ///
    /// All [`Faults`] of the areas.
    pub fn of(raw: &RawMesh, strict: bool) -> Result<Self, Faults> {
        validate::check_lists(raw)?;
        let mut faults = Vec::new();
        validate::check_vertices(raw, &mut faults);
        let shapes = validate::check_areas(raw, strict, &mut faults);
        if faults.iter().any(validate::hides_others) {
            Faults::check(std::mem::take(&mut faults))?;
        }
        let edges = twins::find(raw, &mut faults);
        Faults::check(faults)?;
        Ok(Self { shapes, edges })
    }

    /// Returns true if an area is convex.
    pub fn is_convex(&self, area: usize) -> bool {
        self.shapes[area] == Shape::Convex
    }

    /// The half-edges of the areas.
    pub fn into_half_edges(self) -> HalfEdges {
        self.edges
    }
}

impl NavMesh {
    /// Checks a raw mesh and builds a valid mesh from it.
    ///
    /// Areas keep their order. Concave areas are split exactly, without new vertices: into the
    /// faces of a constrained Delaunay triangulation, which are merged while they stay
    /// convex. The first part keeps the number of the area, and the further parts come
    /// after all other areas.
    ///
    /// O(n log n); O(n) if the raw mesh names its neighbours and lists its vertices row by row.
    /// Checking a concave area of c corners, r of which do not turn left, takes O(c r), up to
    /// O(c²): seconds for a star with tens of thousands of corners. `Polygons` and
    /// `Subdivision` of `tautline-meshgen` take O(n log n) for polygons of that size.
    ///
    /// # Errors
    ///
    /// All [`Faults`] of the mesh. If the lists themselves are faulty, only those faults are
    /// reported.
    pub fn build(raw: &RawMesh, options: &BuildOptions) -> Result<Build, Faults> {
        let CheckedAreas { shapes, edges } = CheckedAreas::of(raw, options.strict)?;
        let mut report = BuildReport::default();
        let found = &mut report.t_junctions;
        let completed = t_junctions::resolve(raw, &edges, options.t_junctions, found)?;
        report.t_junctions_linked = completed.is_some();
        let (completed, edges) = completed.map_or((None, edges), |(raw, edges)| (Some(raw), edges));
        let raw = completed.as_ref().unwrap_or(raw);
        let (edges, sources) =
            split::into_convex_areas(raw, edges, &shapes, &mut report.split_areas);
        // Splitting adds half-edges.
        if let Some(fault) = Fault::if_too_many(("half-edges", edges.origins.len())) {
            return Err(Faults::from_one(fault));
        }
        // The parts of a split area share its number.
        let attributes_of = |&area: &u32| {
            let attributes = raw.attributes(area as usize);
            AreaAttributes { number: Some(attributes.number_or(area)), ..attributes }
        };
        let areas = ConvexAreas {
            vertices: raw.vertices.iter().copied().map(Into::into).collect(),
            elevations: raw.elevations.clone(),
            edges,
            attributes: sources.iter().map(attributes_of).collect(),
        };
        let mut mesh = areas.finish();
        let mut faults = Vec::new();
        mesh.attach_links(&raw.links, &mut faults);
        Faults::check(faults)?;
        Ok(Build { mesh, report })
    }

    /// Returns the ground nearest to a finite location.
    fn nearest_ground(&self, location: Location) -> Option<NearestGround> {
        let found = self.nearest_where(location, f32::INFINITY, |_| true).ok().flatten()?;
        let has_elevations = !self.elevations().is_empty();
        let elevation = has_elevations.then(|| self.elevation_at(found.area, found.point));
        Some(NearestGround { point: found.point, elevation, distance: found.distance })
    }

    /// Checks links and finds the areas at their ends.
    pub(crate) fn attach_links(&mut self, links: &[crate::RawLink], faults: &mut Vec<Fault>) {
        let mut attached = Vec::with_capacity(links.len());
        let (mut areas, mut areas_left) = (Vec::with_capacity(links.len()), MOST_END_AREAS);
        let mut off_mesh: usize = 0;
        for (index, raw) in links.iter().enumerate() {
            if let Some(cost) = raw.cost.filter(|cost| !(cost.is_finite() && *cost >= 0.0)) {
                faults.push(Fault::LinkCost { link: index, cost });
            }
            let mut end = |end: &'static str, [x, y]: [f32; 2], elevation: f32| {
                if !(x.is_finite() && y.is_finite() && elevation.is_finite()) {
                    faults.push(Fault::LinkNotFinite { link: index, end, x, y, elevation });
                    return None;
                }
                let (point, mut areas) = (Vec2::new(x, y), Vec::new());
                if raw.disabled {
                    return Some((crate::LinkEnd { point, elevation, area: None }, areas));
                }
                let area = self.locate_at(point, elevation);
                if area.is_none() {
                    let nearest = if off_mesh < MOST_NEAREST {
                        self.nearest_ground(Location::at_elevation(point, elevation))
                    } else {
                        None
                    };
                    off_mesh += 1;
                    faults.push(Fault::LinkOffMesh { link: index, end, x, y, nearest });
                }
                self.areas_on_floor(point, elevation, &mut areas);
                area.is_some().then_some((crate::LinkEnd { point, elevation, area }, areas))
            };
            let from = end("start", raw.from, raw.from_elevation);
            let to = end("end", raw.to, raw.to_elevation);
            if let (Some((from, from_areas)), Some((to, to_areas))) = (from, to) {
                let found = from_areas.len() + to_areas.len();
                let Some(left) = areas_left.checked_sub(found) else {
                    let (things, limit) = ("areas at the ends of links", MOST_END_AREAS);
                    let found = limit - areas_left + found;
                    faults.push(Fault::TooMany { things, found, limit });
                    return;
                };
                areas_left = left;
                attached.push(crate::Link::between(from, to, raw));
                areas.push([from_areas, to_areas]);
            }
        }
        self.set_links(attached, &areas);
    }
}
