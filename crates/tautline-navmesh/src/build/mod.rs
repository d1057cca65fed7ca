//! From a raw mesh to a valid one.

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
use crate::{AreaAttributes, Fault, Faults, RawMesh, Vec2};

pub use split::SplitArea;
pub use t_junctions::{TJunction, TJunctions};
use validate::Shape;

/// How to build a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BuildOptions {
    /// Refuse concave areas instead of splitting them.
    pub strict: bool,
    /// What to do where areas touch along only parts of their sides.
    pub t_junctions: TJunctions,
}

/// A valid mesh, and what had to be done to it.
#[derive(Clone, Debug)]
pub struct Build {
    /// The mesh.
    pub mesh: NavMesh,
    /// What was found and mended.
    pub report: BuildReport,
}

/// What was found and mended while a mesh was built.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BuildReport {
    /// The areas that were concave and have been split into convex ones,
    /// between their own corners.
    pub split_areas: Vec<SplitArea>,
    /// Where areas touch along only parts of their sides.
    pub t_junctions: Vec<TJunction>,
    /// Whether areas were joined along the partial borders.
    pub t_junctions_linked: bool,
}

/// What the areas of a raw mesh are like, none of which is faulty.
#[derive(Debug)]
pub struct CheckedAreas {
    shapes: Vec<Shape>,
    edges: HalfEdges,
}

impl CheckedAreas {
    /// Checks everything but links.
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

    /// Whether an area is convex.
    pub fn is_convex(&self, area: usize) -> bool {
        self.shapes[area] == Shape::Convex
    }

    /// The sides of the areas.
    pub fn into_half_edges(self) -> HalfEdges {
        self.edges
    }
}

impl NavMesh {
    /// Checks a raw mesh and makes a valid one of it.
    ///
    /// Areas keep their order; concave ones are split exactly, between their
    /// own corners, and their further parts come after all other areas.
    ///
    /// O(n log n); O(n) when the raw mesh names its neighbours and its vertices
    /// come row by row. Splitting a concave area of c corners, r of which do not turn
    /// left, takes O(c r), up to O(c²): seconds for a star with tens of thousands of
    /// corners. `BoundaryLoops` and `Subdivision` of `tautline-meshgen` take O(n log n) for
    /// outlines that long.
    ///
    /// # Errors
    ///
    /// All [`Faults`] of the mesh. Faults in the lists themselves hide those
    /// that could only be found with sound lists.
    pub fn build(raw: &RawMesh, options: &BuildOptions) -> Result<Build, Faults> {
        let CheckedAreas { shapes, mut edges } = CheckedAreas::of(raw, options.strict)?;
        let mut report = BuildReport::default();
        let found = &mut report.t_junctions;
        let completed = t_junctions::resolve(raw, &edges, options.t_junctions, found)
            .map_err(Faults::from_one)?;
        report.t_junctions_linked = completed.is_some();
        let raw = match &completed {
            Some(completed) => {
                let mut faults = Vec::new();
                edges = twins::find(completed, &mut faults);
                Faults::check(faults)?;
                completed
            }
            None => raw,
        };
        let (edges, sources) =
            split::into_convex_areas(raw, edges, &shapes, &mut report.split_areas);
        // Parts of an area share its number.
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

    /// Finds the areas at both ends of every link.
    pub(crate) fn attach_links(&mut self, links: &[crate::RawLink], faults: &mut Vec<Fault>) {
        let mut attached = Vec::with_capacity(links.len());
        for (index, raw) in links.iter().enumerate() {
            if let Some(cost) = raw.cost.filter(|cost| !(cost.is_finite() && *cost >= 0.0)) {
                faults.push(Fault::LinkCost { link: index, cost });
                continue;
            }
            let mut end = |end: &'static str, [x, y]: [f32; 2], elevation: f32| {
                if !(x.is_finite() && y.is_finite() && elevation.is_finite()) {
                    faults.push(Fault::LinkNotFinite { link: index, end, x, y, elevation });
                    return None;
                }
                let area = self.locate_at(Vec2::new(x, y), elevation);
                if area.is_none() {
                    faults.push(Fault::LinkOffMesh { link: index, end, x, y });
                }
                let end = crate::LinkEnd { point: [x, y].into(), elevation, area };
                area.is_some().then_some(end)
            };
            let from = end("start", raw.from, raw.from_elevation);
            let to = end("end", raw.to, raw.to_elevation);
            if let (Some(from), Some(to)) = (from, to) {
                attached.push(crate::Link::between(from, to, raw));
            }
        }
        self.set_links(attached);
    }
}
