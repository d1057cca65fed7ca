//! Checking a stored mesh.

use tautline_geometry::{Lattice, Vec2};

use super::{StoredMesh, StoredMeshError};
use crate::derived::{Columns, Fans, Gates, Outlines};
use crate::mesh::Ground;
use crate::parallel::both;
use crate::query::Locator;
use crate::raw::place_key;
use crate::{AreaId, FanId, Fault, Faults, NavMesh, SideId, Terrain, VertexId};

impl StoredMesh {
    /// Checks all of it and makes the mesh.
    ///
    /// Nothing is trusted. What is accepted keeps every rule that
    /// [`NavMesh::build`] enforces, whoever made it. What is stored beside the
    /// raw mesh only saves the search for it: a forged list is refused and
    /// cannot change an answer. O(n) but for the links, each of which is located;
    /// with the feature `rayon` on two threads.
    ///
    /// # Errors
    ///
    /// The first [`StoredMeshError`].
    pub fn verify(mut self) -> Result<NavMesh, StoredMeshError> {
        self.check_lengths()?;
        self.check_fans()?;
        let first_sides = self.first_sides()?;
        let Rings { areas, ends } = Rings::of(&first_sides, &self.side_fans);
        let vertices: Vec<Vec2> =
            std::mem::take(&mut self.vertices).into_iter().map(Vec2::from).collect();
        let place = |&vertex: &u32| vertices[vertex as usize];
        let places: Vec<Vec2> = self.fan_vertices.iter().map(place).collect();
        let columns = Columns {
            first_sides: &first_sides,
            areas: &areas,
            fans: &self.side_fans,
            twins: &self.twins,
            places: &places,
        };
        let side_count = areas.len();
        let (joined, outlines) = both(
            side_count,
            || {
                self.check_places(&vertices)?;
                let across = join_sides(&columns, ends)?;
                let gates = self.gates(&across, &first_sides)?;
                Ok::<_, StoredMeshError>((across, gates, Lattice::of(&vertices)))
            },
            || Outlines::trace(&columns, &self.fan_vertices),
        );
        let (across, gates, lattice) = joined?;
        if !outlines.are_convex {
            let area = columns.concave_area().unwrap_or(AreaId(0));
            return Err(StoredMeshError::NotConvex { area });
        }
        let bounds = outlines.bounds();
        let Outlines { boxes, spokes, .. } = outlines;
        let (locator, fans) = both(
            side_count,
            || Locator::build(&boxes, &bounds),
            || Fans::describe(&columns, spokes, lattice),
        );
        if let Some(fan) = fans.torn {
            return Err(StoredMeshError::TornFan { fan });
        }
        let fans = fans.fans;
        let Self { elevations, terrains, numbers, gate_numbers, links, .. } = self;
        let (mut sides, (terrains, numbers, parts)) = both(
            side_count,
            || columns.sides(&across, &fans),
            || {
                let areas = gate_numbers.len();
                let all_alike = || vec![Terrain(0); areas];
                let as_they_come = || (0..).take(areas).collect();
                let terrains = if terrains.is_empty() { all_alike() } else { terrains };
                let numbers = if numbers.is_empty() { as_they_come() } else { numbers };
                (terrains, numbers, gates.parts(&gate_numbers))
            },
        );
        gates.set(&mut sides, &first_sides, &gate_numbers);
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
        let mut mesh = NavMesh::new(ground, bounds, lattice, locator);
        let mut faults = Vec::new();
        mesh.attach_links(&links, &mut faults);
        Faults::check(faults)?;
        Ok(mesh)
    }

    fn check_lengths(&self) -> Result<(), Fault> {
        let (vertices, sides, areas) =
            (self.vertices.len(), self.side_fans.len(), self.side_ends.len());
        if areas == 0 {
            return Err(Fault::NoAreas);
        }
        // Node numbers of a search: every side, two per link, start and goal.
        let limit = (u32::MAX / 4) as usize;
        let counts = [
            ("sides", sides),
            ("vertices", vertices),
            ("fans", self.fan_vertices.len()),
            ("links", self.links.len()),
        ];
        for (things, found) in counts {
            if found > limit {
                return Err(Fault::TooMany { things, found, limit });
            }
        }
        let is_optional = true;
        let lists = [
            ("elevations", self.elevations.len(), vertices, is_optional),
            ("vertex order", self.vertex_order.len(), vertices, is_optional),
            ("twins", self.twins.len(), sides, !is_optional),
            ("terrains", self.terrains.len(), areas, is_optional),
            ("numbers", self.numbers.len(), areas, is_optional),
            ("gate numbers", self.gate_numbers.len(), areas, !is_optional),
        ];
        for (list, found, expected, is_optional) in lists {
            if found != expected && !(is_optional && found == 0) {
                return Err(Fault::ListLength { list, found, expected });
            }
        }
        let mut least = 0;
        for (area, &end) in self.side_ends.iter().enumerate() {
            let is_last = area + 1 == areas;
            if end < least || end as usize > sides || (is_last && (end as usize) < sides) {
                return Err(Fault::CornerEnd { area, end, least, most: sides });
            }
            least = end;
        }
        Ok(())
    }

    /// Checks that the coordinates of vertices are finite and their places different.
    fn check_places(&self, vertices: &[Vec2]) -> Result<(), StoredMeshError> {
        let elevations = &self.elevations;
        let is_finite = vertices.iter().all(|vertex| vertex.is_finite())
            && elevations.iter().all(|number| number.is_finite());
        if !is_finite {
            for (vertex, &Vec2 { x, y }) in vertices.iter().enumerate() {
                let elevation = elevations.get(vertex).copied().unwrap_or(0.0);
                if !(x.is_finite() && y.is_finite() && elevation.is_finite()) {
                    return Err(Fault::NotFinite { vertex, x, y, elevation }.into());
                }
            }
        }
        let key = |vertex: u32| {
            let index = vertex as usize;
            let elevation = elevations.get(index).copied().unwrap_or(0.0);
            vertices.get(index).map(|&position| place_key(position.into(), elevation))
        };
        // Nothing comes before the first one.
        let mut before = None;
        let mut check = |vertex: u32| {
            let here = key(vertex);
            if here <= before {
                return Err(StoredMeshError::VertexOrder { vertex: VertexId(vertex) });
            }
            before = here;
            Ok(())
        };
        if self.vertex_order.is_empty() {
            (0..).take(vertices.len()).try_for_each(check)
        } else {
            self.vertex_order.iter().copied().try_for_each(&mut check)
        }
    }

    /// Checks that fans are at vertices, in order, and sides at fans.
    fn check_fans(&self) -> Result<(), StoredMeshError> {
        let (vertices, fans) = (self.vertices.len(), self.fan_vertices.len());
        let mut least = 0;
        for (fan, &vertex) in self.fan_vertices.iter().enumerate() {
            if vertex < least || vertex as usize >= vertices {
                let (fan, vertex) = (FanId::from_index(fan), VertexId(vertex));
                return Err(StoredMeshError::FanVertex { fan, vertex, vertices });
            }
            least = vertex;
        }
        if self.side_fans.iter().max().is_some_and(|&most| most as usize >= fans) {
            let is_none = |&fan: &u32| fan as usize >= fans;
            let side = self.side_fans.iter().position(is_none).unwrap_or(0);
            let (side, fan) = (SideId::from_index(side), FanId(self.side_fans[side]));
            return Err(StoredMeshError::SideFan { side, fan, fans });
        }
        Ok(())
    }

    /// Where the sides of each area begin, and where the last one ends. Checks that
    /// areas have corners.
    fn first_sides(&self) -> Result<Vec<u32>, Fault> {
        let first_sides: Vec<u32> =
            std::iter::once(0).chain(self.side_ends.iter().copied()).collect();
        let corners = |area: usize| (first_sides[area + 1] - first_sides[area]) as usize;
        match (0..self.side_ends.len()).find(|&area| corners(area) < 3) {
            Some(area) => Err(Fault::TooFewCorners { area, corners: corners(area) }),
            None => Ok(first_sides),
        }
    }

    /// Checks that every number below the number of areas is that of one area, and
    /// that the numbers are those of gates.
    fn gates(&self, across: &[u32], first_sides: &[u32]) -> Result<Gates, StoredMeshError> {
        let mut is_taken = vec![false; self.gate_numbers.len()];
        for (area, &number) in self.gate_numbers.iter().enumerate() {
            match is_taken.get_mut(number as usize) {
                Some(is_taken) if !*is_taken => *is_taken = true,
                _ => {
                    let area = AreaId::from_index(area);
                    return Err(StoredMeshError::GateNumber { area, number });
                }
            }
        }
        let gates = Gates::describe(across, first_sides, &self.gate_numbers);
        match gates.misnumbered(&self.gate_numbers) {
            None => Ok(gates),
            Some(area) => {
                let number = self.gate_numbers[area.index()];
                Err(StoredMeshError::GateNumber { area, number })
            }
        }
    }
}

/// The vertices by place, or nothing if they come so. No two may be at the same
/// place.
pub(super) fn order_of_places(vertices: &[[f32; 2]], elevations: &[f32]) -> Vec<u32> {
    let key = |&vertex: &u32| {
        let elevation = elevations.get(vertex as usize).copied().unwrap_or(0.0);
        place_key(vertices[vertex as usize], elevation)
    };
    let mut order: Vec<u32> = (0..).take(vertices.len()).collect();
    if order.is_sorted_by_key(key) {
        return Vec::new();
    }
    order.sort_by_cached_key(key);
    order
}

/// What the place of a side in its area says about it.
struct Rings {
    /// The area of each side.
    areas: Vec<AreaId>,
    /// The fan at which each side ends.
    ends: Vec<u32>,
}

impl Rings {
    /// Goes over all sides in one loop: areas have so few that a loop over those of
    /// each takes much longer.
    fn of(first_sides: &[u32], fans: &[u32]) -> Self {
        let mut ends = Vec::with_capacity(fans.len());
        ends.extend_from_slice(fans.get(1..).unwrap_or_default());
        ends.push(0);
        // First, by how much the area of a side is above that of the side before.
        let mut areas = vec![AreaId(0); fans.len()];
        for range in first_sides.windows(2) {
            ends[range[1] as usize - 1] = fans[range[0] as usize];
            if let Some(after) = areas.get_mut(range[1] as usize) {
                *after = AreaId(1);
            }
        }
        let mut area = 0;
        for step in &mut areas {
            area += step.0;
            *step = AreaId(area);
        }
        Self { areas, ends }
    }
}

/// The area across each side, its own at a wall, given the fans at which sides end.
///
/// Checks that twins name each other, belong to different areas and join the same
/// fans in opposite directions; then sides that follow each other around a vertex
/// begin at the same fan.
fn join_sides(columns: &Columns<'_>, ends: Vec<u32>) -> Result<Vec<u32>, StoredMeshError> {
    let &Columns { areas, fans, twins, .. } = columns;
    let mut unsound = None;
    // In the memory of the ends: fresh memory costs as much as the checks.
    let mut column = ends;
    for ((id, entry), (&area, &twin)) in (0..).zip(&mut column).zip(areas.iter().zip(twins)) {
        // A side without a twin is its own here: with walls among the sides in no
        // order, that is faster than to leave them out.
        let has_twin = (twin as usize) < areas.len();
        let other = if has_twin { twin } else { id } as usize;
        let (across, end) = (areas[other], *entry);
        let is_mutual = (across != area) & (twins[other] == id) & (fans[other] == end);
        if !(is_mutual | (twin == StoredMesh::NO_TWIN)) {
            unsound = unsound.or(Some((id, twin)));
        }
        *entry = across.0;
    }
    match unsound {
        None => Ok(column),
        Some((side, twin)) => Err(StoredMeshError::Twin { side: SideId(side), twin: SideId(twin) }),
    }
}
