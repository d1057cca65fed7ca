//! From a raw mesh to a valid one.

mod fans;
pub(crate) mod gates;
mod joints;
mod outer_vertices;
mod partial_borders;
mod split;
mod validate;

use tautline_geometry::Lattice;

use crate::derived::{Columns, Gates, Outlines, Spokes, ends_of_sides, glued_fan};
use crate::fan::Turn;
use crate::ground::Ground;
use crate::mesh::NavMesh;
use crate::query::Locator;
use crate::side::Side;

use crate::{AreaId, Fault, Faults, RawMesh, Terrain, Vec2};

pub use partial_borders::{PartialBorder, PartialBorders};
pub use split::SplitArea;
use validate::Shape;

/// How to build a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BuildOptions {
    /// Refuse concave areas instead of splitting them.
    pub strict: bool,
    /// What to do where areas touch along only parts of their sides.
    pub partial_borders: PartialBorders,
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
    pub partial_borders: Vec<PartialBorder>,
    /// Whether areas were joined along the partial borders.
    pub partial_borders_linked: bool,
}

/// What the areas of a raw mesh are like, none of which is faulty.
#[derive(Debug)]
pub struct CheckedAreas {
    shapes: Vec<Shape>,
    joints: Vec<u32>,
}

impl CheckedAreas {
    /// Checks everything but links.
    pub fn of(raw: &RawMesh, strict: bool) -> Result<Self, Faults> {
        validate::check_lists(raw)?;
        let mut faults = Vec::new();
        validate::check_vertices(raw, &mut faults);
        let shapes = validate::check_areas(raw, strict, &mut faults);
        if faults.iter().any(validate::hides_others) {
            Faults::check(std::mem::take(&mut faults))?;
        }
        let joints = joints::find(raw, &mut faults);
        Faults::check(faults)?;
        Ok(Self { shapes, joints })
    }

    /// Whether an area is convex.
    pub fn is_convex(&self, area: usize) -> bool {
        self.shapes[area] == Shape::Convex
    }

    /// For each corner of the raw mesh, the corner at which the border that runs
    /// from it to the next one begins as a side of the area across, or
    /// `u32::MAX`.
    pub fn into_joints(self) -> Vec<u32> {
        self.joints
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
    /// corners. `Outlines` and `Subdivision` (feature `build`) take O(n log n) for
    /// outlines that long.
    ///
    /// # Errors
    ///
    /// All [`Faults`] of the mesh. Faults in the lists themselves hide those
    /// that could only be found with sound lists.
    pub fn build(raw: &RawMesh, options: &BuildOptions) -> Result<Build, Faults> {
        let CheckedAreas { shapes, mut joints } = CheckedAreas::of(raw, options.strict)?;
        let mut report = BuildReport::default();
        let found = &mut report.partial_borders;
        let completed = partial_borders::resolve(raw, &joints, options.partial_borders, found)
            .map_err(Faults::from_one)?;
        report.partial_borders_linked = completed.is_some();
        let raw = match &completed {
            Some(completed) => {
                let mut faults = Vec::new();
                joints = joints::find(completed, &mut faults);
                Faults::check(faults)?;
                completed
            }
            None => raw,
        };
        let pieces = split::into_convex_areas(raw, joints, &shapes, &mut report.split_areas)?;
        let mut mesh = NavMesh::assemble(raw, pieces);
        let mut faults = Vec::new();
        mesh.attach_links(&raw.links, &mut faults);
        Faults::check(faults)?;
        Ok(Build { mesh, report })
    }

    /// Puts the checked parts together.
    fn assemble(raw: &RawMesh, pieces: split::Pieces) -> Self {
        let split::Pieces { mut sides, vertices: starts, first_sides, sources } = pieces;
        let terrain_of =
            |&source: &u32| raw.terrains.get(source as usize).copied().unwrap_or(Terrain(0));
        let number_of = |&source: &u32| raw.numbers.get(source as usize).copied().unwrap_or(source);
        let terrains = sources.iter().map(terrain_of).collect();
        let numbers = sources.iter().map(number_of).collect();
        let vertices: Vec<Vec2> = raw.vertices.iter().copied().map(Into::into).collect();
        let fan_vertices = fans::name(&mut sides, &first_sides, &starts);
        let places: Vec<Vec2> =
            fan_vertices.iter().map(|&vertex| vertices[vertex as usize]).collect();
        let column = |of: fn(&Side) -> u32| sides.iter().map(of).collect::<Vec<u32>>();
        let areas: Vec<AreaId> = sides.iter().map(Side::area).collect();
        let columns = Columns {
            first_sides: &first_sides,
            areas: &areas,
            fans: &column(|side| side.fan().0),
            twins: &column(|side| side.twin().map_or(Side::NO_TWIN, |twin| twin.0)),
            places: &places,
        };
        let across = column(|side| side.across().0);
        let lattice = Lattice::of(&vertices);
        let outlines = Outlines::trace(&first_sides, columns.fans, &places, lattice);
        let bounds = outlines.bounds;
        let locator = Locator::build(&outlines.boxes, &bounds);
        let ends = ends_of_sides(&first_sides, columns.fans);
        let spokes = Spokes::find(places.len(), columns.fans, &ends, columns.twins);
        debug_assert_eq!(spokes.torn(columns.fans, columns.twins), None);
        let fans = spokes.describe(&columns, &fan_vertices, &outlines.passes, lattice);
        let turns: Vec<Turn> = fans.iter().map(|fan| fan.turn).collect();
        debug_assert_eq!(glued_fan(&columns, &fans, &turns, &outlines.passes), None);
        let gate_numbers = gates::number(&sides, &first_sides);
        let gates = Gates::describe(&across, &first_sides, &gate_numbers);
        debug_assert_eq!(gates.misnumbered(&gate_numbers), None);
        let sides = columns.sides(&across, &turns, &gates, &gate_numbers);
        let parts = gates.parts(&gate_numbers);
        let elevations = raw.elevations.clone();
        let ground = Ground {
            vertices,
            elevations,
            sides,
            fans,
            first_sides,
            terrains,
            numbers,
            gate_numbers,
            has_borrowed_gate_numbers: false,
            parts,
        };
        Self::new(ground, bounds, lattice, locator)
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
