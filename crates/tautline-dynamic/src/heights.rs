//! The elevations of what was cut in the plane.

use std::collections::BTreeMap;

use crate::base::Base;
use crate::facets::{Class, Rise, elevations_of};
use crate::patch::{Patch, PatchArea, Seam};
use crate::sheet::Sheet;
use tautline_meshgen::internal::grid::GridPoint;
use tautline_navmesh::internal::{DisjointSets, number};
use tautline_navmesh::{AreaId, Vec2};

/// Makes one patch of the groups of areas that were cut. Its vertices have the
/// elevation of the ground that they lie on: the very one of the base where the base
/// has a vertex, and the same for all ground that is joined there.
pub(super) fn raise(base: &Base, groups: &[Vec<AreaId>], sheets: &[Sheet]) -> Patch {
    let mut corners = Corners::default();
    let mut patch = Patch::default();
    for (group, sheet) in groups.iter().zip(sheets) {
        let given = given(base, group);
        // By place and class.
        let mut known: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for area in &sheet.areas {
            let class = sheet.classes[area.class as usize];
            let corner = |&place: &u32| {
                *known.entry((place, area.class)).or_insert_with(|| {
                    let at = sheet.places[place as usize];
                    corners.push(at, given.get(&(at, class)).copied(), class)
                })
            };
            let area_corners: Vec<u32> = area.corners.iter().map(corner).collect();
            patch.areas.push(PatchArea {
                corners: area_corners,
                seams: area.seams.clone(),
                attributes: class.attributes,
                origin: sheet.origins[area.class as usize],
            });
        }
        for &area in group {
            let class = base.facets(area).first().map(|facet| facet.class);
            let class = class.and_then(|class| sheet.classes.binary_search(&class).ok());
            patch.origins.insert(area, class.map_or(area, |class| sheet.origins[class]));
        }
    }
    let mut united = DisjointSets::new(corners.places.len());
    if !base.mesh.elevations().is_empty() {
        corners.join(&patch.areas, &mut united);
    }
    let (vertices, vertex_of) = corners.raise(base, &mut united);
    for corner in patch.areas.iter_mut().flat_map(|area| &mut area.corners) {
        *corner = vertex_of[*corner as usize];
    }
    patch.vertices = vertices;
    patch
}

/// The elevations that vertices of the base give to the ground of each class.
fn given(base: &Base, group: &[AreaId]) -> BTreeMap<(GridPoint, Class), f32> {
    let mut given = BTreeMap::new();
    if base.mesh.elevations().is_empty() {
        return given;
    }
    for &area in group {
        let (places, elevations) = (base.corners(area), elevations_of(&base.mesh, area));
        for facet in base.facets(area) {
            let at = |&corner: &usize| ((places[corner], facet.class), elevations[corner]);
            given.extend(facet.corners.iter().map(at));
        }
    }
    given
}

/// Corners of areas, one for each place and class of ground, before those at one
/// place are made one.
#[derive(Default)]
struct Corners {
    places: Vec<GridPoint>,
    /// What the base says there, and else what kind of ground it is.
    ranks: Vec<(Option<f32>, Class)>,
}

impl Corners {
    fn push(&mut self, place: GridPoint, given: Option<f32>, class: Class) -> u32 {
        let corner = number(self.places.len());
        self.places.push(place);
        self.ranks.push((given, class));
        corner
    }

    /// Unites the corners at both ends of sides that are joined.
    fn join(&self, areas: &[PatchArea], vertices: &mut DisjointSets) {
        let mut edges: BTreeMap<(Seam, [GridPoint; 2]), [u32; 2]> = BTreeMap::new();
        for area in areas {
            let next = area.corners.iter().cycle().skip(1);
            for ((&from, &to), &seam) in area.corners.iter().zip(next).zip(&area.seams) {
                if seam == Seam::Wall {
                    continue;
                }
                let mut ends = [from, to].map(|corner| (self.places[corner as usize], corner));
                ends.sort_unstable();
                let corners = ends.map(|end| end.1);
                if let Some(others) = edges.insert((seam, ends.map(|end| end.0)), corners) {
                    for (corner, other) in corners.into_iter().zip(others) {
                        self.unite(vertices, corner, other);
                    }
                }
            }
        }
    }

    /// Makes two corners one, with the elevation that is surer: one that the base
    /// has, or else that of the ground whose class comes first, and level ground does.
    fn unite(&self, vertices: &mut DisjointSets, one: u32, other: u32) {
        let [one, other] = [one, other].map(|corner| vertices.root(corner));
        let rank = |corner: u32| {
            let (given, class) = self.ranks[corner as usize];
            (given.is_none(), class.rise, corner)
        };
        let (sure, unsure) = if rank(one) <= rank(other) { (one, other) } else { (other, one) };
        vertices.unite(sure, unsure);
    }

    /// All vertices, and which of them each corner is.
    fn raise(&self, base: &Base, united: &mut DisjointSets) -> (Vec<(GridPoint, f32)>, Vec<u32>) {
        let mut vertices = Vec::new();
        let mut vertex_of = vec![u32::MAX; self.places.len()];
        for corner in (0..).take(self.places.len()) {
            let root = united.root(corner) as usize;
            if vertex_of[root] == u32::MAX {
                vertex_of[root] = number(vertices.len());
                let (place, (given, class)) = (self.places[root], self.ranks[root]);
                let elevation = given.unwrap_or_else(|| match class.rise {
                    Rise::Level(bits) => f32::from_bits(bits),
                    Rise::Slope(area, _) => {
                        base.mesh.elevation_at(area, Vec2::from(base.grid.position(place)))
                    }
                });
                vertices.push((place, elevation));
            }
            vertex_of[corner as usize] = vertex_of[root];
        }
        (vertices, vertex_of)
    }
}
