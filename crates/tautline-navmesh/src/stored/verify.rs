//! Checking a stored mesh.

use tautline_geometry::{Vec2, polygon};

use super::{StoredMesh, StoredMeshError};
use crate::derived::{Fans, Gates, Outlines};
use crate::mesh::Ground;
use crate::query::Locator;
use crate::raw::place_key;
use crate::side::Side;
use crate::{AreaId, FanId, Fault, Faults, NavMesh, SideId, Terrain, VertexId};

impl StoredMesh {
    /// Checks all of it and makes the mesh.
    ///
    /// Nothing is trusted. What is accepted keeps every rule that
    /// [`NavMesh::build`] enforces, whoever made it. What is stored beside the
    /// raw mesh only saves the search for it: a forged list is refused and
    /// cannot change an answer. O(n) but for the links, each of which is located.
    ///
    /// # Errors
    ///
    /// The first [`StoredMeshError`].
    pub fn verify(self) -> Result<NavMesh, StoredMeshError> {
        self.check_lengths()?;
        self.check_vertices()?;
        self.check_gate_numbers()?;
        // Lists go as soon as they have served: fresh memory costs more than
        // most of the checks.
        let Self { side_fans, twins, vertex_order, .. } = self;
        drop(vertex_order);
        let vertices: Vec<Vec2> = self.vertices.into_iter().map(Vec2::from).collect();
        let fan_vertices = fan_vertices(self.fan_vertices, vertices.len())?;
        let mut first_sides = self.side_ends;
        first_sides.insert(0, 0);
        let places: Vec<Vec2> =
            fan_vertices.iter().map(|vertex| vertices[vertex.index()]).collect();
        let mut sides = lay_out_sides(&first_sides, &side_fans, &twins, &places)?;
        drop((side_fans, twins));
        let outlines = Outlines::trace(&sides, &first_sides, places.len());
        if !outlines.are_convex {
            let area = first_concave_area(&sides, &first_sides);
            return Err(StoredMeshError::NotConvex { area });
        }
        let bounds = outlines.bounds();
        let locator = Locator::build(&outlines.boxes, &bounds);
        let fans =
            Fans::describe(&mut sides, &first_sides, &places, &fan_vertices, outlines.passes);
        if let Some(fan) = fans.torn {
            return Err(StoredMeshError::TornFan { fan });
        }
        let gate_numbers = self.gate_numbers;
        let gates = Gates::describe(&mut sides, &first_sides, &gate_numbers);
        if let Some(area) = gates.misnumbered {
            let number = gate_numbers[area.index()];
            return Err(StoredMeshError::GateNumber { area, number });
        }
        let areas = gate_numbers.len();
        let or_as_they_come = |numbers: Vec<u32>| {
            if numbers.is_empty() { (0..).take(areas).collect() } else { numbers }
        };
        let or_all_alike = |terrains: Vec<Terrain>| {
            if terrains.is_empty() { vec![Terrain(0); areas] } else { terrains }
        };
        let ground = Ground {
            vertices,
            elevations: self.elevations,
            sides,
            fans: fans.fans,
            first_sides,
            terrains: or_all_alike(self.terrains),
            numbers: or_as_they_come(self.numbers),
            gate_numbers,
            has_borrowed_gate_numbers: false,
            parts: gates.parts,
        };
        let mut mesh = NavMesh::new(ground, bounds, locator);
        let mut faults = Vec::new();
        mesh.attach_links(&self.links, &mut faults);
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

    /// Checks that coordinates are finite and places different.
    fn check_vertices(&self) -> Result<(), StoredMeshError> {
        let (vertices, elevations) = (&self.vertices, &self.elevations);
        let is_finite = vertices.as_flattened().iter().all(|number| number.is_finite())
            && elevations.iter().all(|number| number.is_finite());
        if !is_finite {
            for (vertex, &[x, y]) in vertices.iter().enumerate() {
                let elevation = elevations.get(vertex).copied().unwrap_or(0.0);
                if !(x.is_finite() && y.is_finite() && elevation.is_finite()) {
                    return Err(Fault::NotFinite { vertex, x, y, elevation }.into());
                }
            }
        }
        let key = |vertex: u32| {
            let index = vertex as usize;
            let elevation = elevations.get(index).copied().unwrap_or(0.0);
            vertices.get(index).map(|&position| place_key(position, elevation))
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

    /// Checks that every number below the number of areas is that of one area.
    fn check_gate_numbers(&self) -> Result<(), StoredMeshError> {
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
        Ok(())
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

/// Checks that fans are at vertices, in order.
fn fan_vertices(stored: Vec<u32>, vertices: usize) -> Result<Vec<VertexId>, StoredMeshError> {
    let mut least = 0;
    for (fan, &vertex) in stored.iter().enumerate() {
        if vertex < least || vertex as usize >= vertices {
            let (fan, vertex) = (FanId::from_index(fan), VertexId(vertex));
            return Err(StoredMeshError::FanVertex { fan, vertex, vertices });
        }
        least = vertex;
    }
    Ok(stored.into_iter().map(VertexId).collect())
}

/// What the place of a side in its area says about it.
struct Rings {
    /// The area of each side.
    areas: Vec<AreaId>,
    /// The fan at which each side ends.
    ends: Vec<u32>,
}

impl Rings {
    /// Checks that areas have corners.
    fn of(first_sides: &[u32], fans: &[u32]) -> Result<Self, Fault> {
        let mut areas = Vec::with_capacity(fans.len());
        let mut ends = Vec::with_capacity(fans.len());
        for (area, range) in first_sides.windows(2).enumerate() {
            let ring = &fans[range[0] as usize..range[1] as usize];
            let &[first, _, _, ..] = ring else {
                return Err(Fault::TooFewCorners { area, corners: ring.len() });
            };
            areas.resize(areas.len() + ring.len(), AreaId::from_index(area));
            ends.extend_from_slice(&ring[1..]);
            ends.push(first);
        }
        Ok(Self { areas, ends })
    }
}

/// The sides of all areas.
///
/// Checks that they are at fans, and that twins name each other, belong to
/// different areas and join the same fans in opposite directions; then sides
/// that follow each other around a vertex begin at the same fan.
fn lay_out_sides(
    first_sides: &[u32],
    fans: &[u32],
    twins: &[u32],
    places: &[Vec2],
) -> Result<Vec<Side>, StoredMeshError> {
    let Rings { areas, ends } = Rings::of(first_sides, fans)?;
    if fans.iter().max().is_some_and(|&most| most as usize >= places.len()) {
        let side = fans.iter().position(|&fan| fan as usize >= places.len()).unwrap_or(0);
        let (side, fan) = (SideId::from_index(side), FanId(fans[side]));
        return Err(StoredMeshError::SideFan { side, fan, fans: places.len() });
    }
    let mut unsound = None;
    let columns = areas.iter().zip(fans).zip(twins).zip((0..).zip(&ends));
    let sides = columns.map(|(((&area, &fan), &twin), (id, &end))| {
        // A wall is its own twin here: with walls among the sides in no order,
        // that is faster than to leave them out.
        let is_wall = twin == StoredMesh::NO_TWIN;
        let other = if is_wall { id } else { twin } as usize;
        let across = areas.get(other).copied().unwrap_or(area);
        let is_mutual = across != area && (twins[other] == id) & (fans[other] == end);
        if !(is_wall | is_mutual) {
            unsound = unsound.or(Some(id));
        }
        Side::joined(places[fan as usize], FanId(fan), area, twin, across)
    });
    let sides = sides.collect();
    match unsound {
        None => Ok(sides),
        Some(id) => {
            let twin = SideId(twins[id as usize]);
            Err(StoredMeshError::Twin { side: SideId(id), twin })
        }
    }
}

/// The first area that is not convex.
fn first_concave_area(sides: &[Side], first_sides: &[u32]) -> AreaId {
    let is_concave = |range: &[u32]| {
        let ring = &sides[range[0] as usize..range[1] as usize];
        let ring: Vec<Vec2> = ring.iter().map(Side::start).collect();
        !polygon::is_convex(&ring)
    };
    AreaId::from_index(first_sides.windows(2).position(is_concave).unwrap_or(0))
}
